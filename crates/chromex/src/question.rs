//! The questions about a position, their budgets, and the sources of answers.

use chromex_budget::Budget;
use chromex_engine::SavedPositions;
use chromex_rules::Position;

use crate::store::AnswerStore;

/// The kinds of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Who wins, without the value, which can be much faster.
    Outcome,
    /// The exact value.
    Value,
    /// The value, then the best moves: those that win, or keep the score.
    BestMoves,
    /// The value, then every legal move with the value after it.
    AllMoves,
    /// In the largest connected subgraph game: whether Alice can force a single red component of all
    /// the vertices that she will have. If she begins, that is whether the graph is in the class A*
    /// of Bensmail et al., section 5.
    AStar,
}

/// The sources of an answer, besides the rules and a search.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Whether a theorem may answer.
    pub theorems: bool,
    /// A store of earlier answers; what a search finds is stored there.
    pub store: Option<&'a dyn AnswerStore>,
    /// Positions that an earlier search has saved; solved positions are saved there.
    pub saved: Option<&'a SavedPositions>,
}

/// Theorems may answer, and nothing is stored.
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
    /// Only search is used.
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
    /// The position that the question is about.
    pub position: &'a Position,
    /// The kind of question.
    pub ask: Ask,
    /// What the answer may cost.
    pub budget: Budget,
    /// The sources of the answer.
    pub sources: Sources<'a>,
}

impl<'a> Question<'a> {
    /// A question without limits; theorems may answer.
    pub fn new(position: &'a Position, ask: Ask) -> Question<'a> {
        Question { position, ask, budget: Budget::default(), sources: Sources::default() }
    }

    /// This question, with the given budget.
    pub fn within(self, budget: &Budget) -> Question<'a> {
        Question { budget: budget.clone(), ..self }
    }

    /// This question, with the given sources.
    pub fn from(self, sources: Sources<'a>) -> Question<'a> {
        Question { sources, ..self }
    }
}
