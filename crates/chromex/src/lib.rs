//! Exact answers to colouring games on graphs.
//!
//! ```
//! let answer = chromex::solve("icol", "grid:3x3")?;
//! assert_eq!(answer.value.unwrap().to_string(), "*1");
//! # Ok::<(), chromex::Error>(())
//! ```
//!
//! * [`Question`] and [`ask`]: how every question is asked. [`ask_with`] reports each fact as soon
//!   as it is known.
//! * [`solve`], [`chi`], [`line`](line()), [`reply`]: the value, game chromatic numbers, moves to play;
//!   [`least`] for the least K of other games.
//! * [`Budget`]: what a question may cost. A search that uses it up reports what it knows.
//! * [`Report`]: an answer for other programs.
//! * [`theory`]: the papers' theorems, which are used where they apply; [`claims`]: the papers'
//!   claims, which are checked; [`strategy`]: theorems that play, and duels against them;
//!   [`safety`]: which vertices are safe or threatened in the maker-breaker game.
//! * [`certificate`]: proofs of answers that can be checked without this library.
//! * [`Solver`]: answers many questions about one game in progress and remembers the results.
//! * [`describe`](describe()): how a game was understood.
//! * [`Calculation`]: values by themselves; [`Sum`] and [`add_up`]: sums of positions of different
//!   games and of values.
//! * [`export`]: positions as pictures and files.

mod answer;
mod ask;
mod calculation;
pub mod certificate;
mod chi;
mod describe;
pub mod export;
mod losing;
mod play;
mod question;
mod report;
mod resist;
mod store;
mod sum;
mod tints;

/// Graphs: what is played on, and what can be found out about it.
pub mod graphs {
    pub use chromex_graph_tools::{
        all, bits, classes, draw, facts, generate, invariants, symmetry,
    };
    pub use chromex_graphs::*;
}

/// What people type and read.
pub use chromex_text as text;

pub use chromex_claims as claims;
pub use chromex_rules as rules;
#[cfg(feature = "sequences")]
pub use chromex_sequences as sequence;
pub use chromex_theory as theory;
pub use chromex_theory::{safety, strategy};
pub use chromex_values as values;

pub use answer::{Answer, Bound, Effect, Event, MoveValue, Origin, Provenance};
pub use ask::{
    RedQuestion, Unanswerable, ask, ask_share, ask_with, reds_at_the_end, value_from_moves,
};
pub use calculation::{Calculation, FormReport, WallsReport};
pub use chi::{Chi, ChiError, chi, least};
pub use chromex_budget::{Budget, Meter, Monitor, Statistics, Stop, clock};
pub use chromex_engine::{
    Class, Component, Findings, FormValue, Genus, Member, Outcome, SavedPositions, Solver,
    Tameness, Unsearchable, Value,
};
pub use chromex_rules::GameFamily;
pub use describe::{GameReport, PositionExample, TheoremExample, describe};
pub use losing::{LossQuestion, NextStep};
pub use play::{Choice, Line, NoReply, line, reply};
pub use question::{Ask, Question, Sources};
pub use report::{
    BoundReport, ChiReport, ComponentReport, DuelReport, HottestReport, LineMoveReport, LineReport,
    MoveReport, NumberReport, PositionReport, RecordReport, RecordedMoveReport, Report,
    StoredReport, SumMoveReport, SumReport, TallyReport, ValueReport,
};
pub use store::{AnswerStore, Recalled};
pub use sum::{DoesNotAdd, Hottest, Part, Sum, SumAnswer, SumError, SumMove, Term, add_up};
pub use tints::{read_tints, tints};

/// Why a question could not be asked.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The game, graph or position was not understood.
    #[error(transparent)]
    Text(#[from] chromex_graphs::TextError),
    /// The game is not played on this graph.
    #[error(transparent)]
    Position(#[from] chromex_rules::IllegalPosition),
    /// The question has no answer.
    #[error(transparent)]
    Unanswerable(#[from] Unanswerable),
}

/// The value, outcome and best moves of a game on an uncoloured graph, both as they are typed.
pub fn solve(game: &str, graph: &str) -> Result<Answer, Error> {
    let (game, board) = (rules::parse_game(game)?, graphs::parse(graph)?);
    let position = rules::Position::start(game, board)?;
    Ok(ask(&Question::new(&position, Ask::BestMoves))?)
}
