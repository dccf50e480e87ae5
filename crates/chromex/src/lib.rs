//! Exact answers to colouring games on graphs.
//!
//! ```
//! let answer = chromex::solve("icol", "grid:3x3")?;
//! assert_eq!(answer.value.unwrap().to_string(), "*1");
//! # Ok::<(), chromex::Error>(())
//! ```
//!
//! * [`solve`], [`ask`], [`value`](value()), [`outcome`], [`moves`], [`line`](line()), [`chi`]: the questions.
//! * [`theory`]: the papers' theorems, which answer where they apply, and claims, which are checked.
//! * [`Budget`]: what a question may cost. A search that runs out says what it knows.
//! * [`Solver`]: answers many questions about one game in progress and remembers.
//! * [`standing`]: what is safe and what is threatened in the maker-breaker game.
//! * [`strategy`]: theorems that play, and duels against them.
//! * [`model`] and [`search`]: how it is done.

pub mod answer;
pub mod certificate;
mod chi;

/// Graphs: what is played on, and what can be found out about it.
pub mod graphs {
    pub use chromex_graph_tools::{
        all, bits, classes, draw, facts, generate, invariants, symmetry,
    };
    pub use chromex_graphs::*;
}

/// What people type and read.
pub use chromex_text as text;

pub use chromex_budget as budget;
pub use chromex_engine as engine;
pub use chromex_files as files;
pub use chromex_rules as rules;
pub use chromex_sequences as sequence;
pub use chromex_theory as theory;
pub use chromex_theory::{safety, strategy};
pub use chromex_values as values;

pub use answer::{
    Answer, Choice, Line, MoveValue, Provenance, ask, best_move, in_a_star, line, moves,
    moves_as_found, outcome, reds_at_the_end, reply, value,
};
pub use budget::{Budget, Monitor, SavedPositions, Statistics, Stop};
pub use chi::{AskValue, Chi, ChiError, chi, chi_by};
pub use engine::{Class, FormValue, Outcome, Solver, Unsearchable, Value};

/// Why a question could not be asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The game, graph or position was not understood.
    #[error(transparent)]
    Text(#[from] chromex_graphs::TextError),
    /// The game is not played on this graph.
    #[error(transparent)]
    Position(#[from] chromex_rules::IllegalPosition),
    /// The position is too large to be searched.
    #[error(transparent)]
    Unsearchable(#[from] Unsearchable),
}

/// The value, outcome and best moves of a game on an uncoloured graph, both as they are typed.
pub fn solve(game: &str, graph: &str) -> Result<Answer, Error> {
    let (game, board) = (rules::parse_game(game)?, graphs::parse(graph)?);
    let budget = Budget { theorems: true, ..Budget::default() };
    Ok(ask(&rules::Position::start(game, board)?, &budget)?)
}
