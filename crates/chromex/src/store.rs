//! Answers that were found earlier, wherever they are kept.

use std::time::Duration;

use chromex_budget::Statistics;
use chromex_engine::{Outcome, Value};
use chromex_rules::{Move, Position};

use crate::answer::{Answer, MoveValue, Origin};

/// A store of answers that were found earlier.
///
/// A store that fails knows nothing and keeps nothing; it has its own way to tell what is the matter.
pub trait AnswerStore: Send + Sync {
    /// What is known about a position. Nobody waits longer than so long for other processes.
    fn recall(&self, position: &Position, patience: Duration) -> Option<Recalled>;

    /// Keeps what an answer tells by search, if that is worth it.
    fn keep(&self, position: &Position, answer: &Answer, patience: Duration);
}

/// What a store knows about a position.
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
    /// What it cost to find out.
    pub statistics: Statistics,
    /// Where it comes from.
    pub origin: Origin,
}
