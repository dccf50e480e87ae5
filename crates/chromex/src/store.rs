//! Earlier answers, wherever they are stored.

use std::time::Duration;

use chromex_budget::Statistics;
use chromex_engine::{Outcome, Value};
use chromex_rules::{Move, Position};

use crate::answer::{Answer, MoveValue, Origin};

/// A store of answers that were found earlier.
///
/// A store that fails knows nothing and stores nothing; it reports its failures in its own way.
pub trait AnswerStore: Send + Sync {
    /// What is known about a position. It waits for other processes at most for `patience`.
    fn recall(&self, position: &Position, patience: Duration) -> Option<Recalled>;

    /// Stores the part of an answer that a search found, if that is worth it.
    fn keep(&self, position: &Position, answer: &Answer, patience: Duration);
}

/// The content of a store about a position.
#[derive(Debug, Clone)]
pub struct Recalled {
    /// The exact value.
    pub value: Option<Value>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The answer to [`Ask::AStar`](crate::Ask::AStar).
    pub a_star: Option<bool>,
    /// All best moves.
    pub best: Option<Vec<Move>>,
    /// All moves with their values.
    pub moves: Option<Vec<MoveValue>>,
    /// The cost of finding it.
    pub statistics: Statistics,
    /// The origin of the answer.
    pub origin: Origin,
}
