//! What can be asked about a position, what it may cost, and where the answer may come from.

use chromex_budget::Budget;
use chromex_engine::SavedPositions;
use chromex_rules::Position;

use crate::store::AnswerStore;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Who wins, without the value, which can be much cheaper.
    Outcome,
    /// The exact value.
    Value,
    /// The value, then the best moves: those that win, or keep the score.
    BestMoves,
    /// The value, then every legal move with the value that it leads to.
    AllMoves,
    /// In the largest connected subgraph game: whether Alice can force a single red component of all
    /// the vertices that she will have. If she begins, that is whether the graph is in the class A*
    /// of Bensmail et al., section 5.
    AStar,
}

/// Where an answer may come from, besides the rules and a search.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Whether a theorem may answer.
    pub theorems: bool,
    /// Answers that were found earlier; what a search finds is kept there.
    pub store: Option<&'a dyn AnswerStore>,
    /// Positions that an earlier search has saved; what this one solves is saved there.
    pub saved: Option<&'a SavedPositions>,
}

/// Theorems are welcome; nothing is remembered.
impl Default for Sources<'_> {
    fn default() -> Self {
        Sources { theorems: true, store: None, saved: None }
    }
}

impl std::fmt::Debug for Sources<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sources { theorems, store, saved } = self;
        write!(
            f,
            "Sources {{ theorems: {theorems}, store: {}, saved: {saved:?} }}",
            store.is_some()
        )
    }
}

impl Sources<'_> {
    /// Search alone.
    pub const SEARCH: Sources<'static> = Sources { theorems: false, store: None, saved: None };
}

/// A question about a position.
///
/// ```
/// use chromex::{Ask, Budget, Question, ask};
/// let position = "icol grid:3x5 ...../...../..... left".parse()?;
/// let budget = Budget { nodes: Some(100_000), ..Budget::default() };
/// let answer = ask(&Question::new(&position, Ask::BestMoves).within(&budget))?;
/// assert_eq!(answer.value.unwrap().to_string(), "*3");
/// assert_eq!(answer.moves.len(), 2);
/// # Ok::<(), chromex::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// The position that is asked about.
    pub position: &'a Position,
    /// What is asked about it.
    pub ask: Ask,
    /// What the answer may cost.
    pub budget: Budget,
    /// Where it may come from.
    pub sources: Sources<'a>,
}

impl<'a> Question<'a> {
    /// A question without limits; theorems are welcome.
    pub fn new(position: &'a Position, ask: Ask) -> Question<'a> {
        Question { position, ask, budget: Budget::default(), sources: Sources::default() }
    }

    /// The same question within a budget.
    pub fn within(self, budget: &Budget) -> Question<'a> {
        Question { budget: budget.clone(), ..self }
    }

    /// The same question to these sources.
    pub fn from(self, sources: Sources<'a>) -> Question<'a> {
        Question { sources, ..self }
    }
}
