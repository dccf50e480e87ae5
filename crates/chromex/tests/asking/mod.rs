//! Questions that only search may answer, for tests of engines.

#![allow(dead_code, missing_docs)]

use chromex::graphs::Board;
use chromex::rules::{Player, Position};
use chromex::{
    Answer, Ask, Budget, Chi, ChiError, Line, Question, SavedPositions, Sources, Unanswerable,
    Unsearchable,
};

/// Asks with the saved positions of an earlier search, if a place is given.
pub(crate) fn saving(
    position: &Position,
    ask: Ask,
    budget: &Budget,
    saved: Option<&SavedPositions>,
) -> Result<Answer, Unanswerable> {
    let sources = Sources { saved, ..Sources::SEARCH };
    chromex::ask(&Question::new(position, ask).within(budget).from(sources))
}

fn search(position: &Position, ask: Ask, budget: &Budget) -> Result<Answer, Unanswerable> {
    saving(position, ask, budget, None)
}

pub(crate) fn value(position: &Position, budget: &Budget) -> Result<Answer, Unanswerable> {
    search(position, Ask::Value, budget)
}

pub(crate) fn outcome(position: &Position, budget: &Budget) -> Result<Answer, Unanswerable> {
    search(position, Ask::Outcome, budget)
}

pub(crate) fn moves(position: &Position, budget: &Budget) -> Result<Answer, Unanswerable> {
    search(position, Ask::AllMoves, budget)
}

pub(crate) fn best_moves(position: &Position, budget: &Budget) -> Result<Answer, Unanswerable> {
    search(position, Ask::BestMoves, budget)
}

pub(crate) fn a_star(position: &Position, budget: &Budget) -> Result<Answer, Unanswerable> {
    search(position, Ask::AStar, budget)
}

pub(crate) fn line(position: &Position, budget: &Budget) -> Result<Line, Unsearchable> {
    chromex::line(&Question::new(position, Ask::BestMoves).within(budget).from(Sources::SEARCH))
}

pub(crate) fn chi(
    board: &Board,
    first: Player,
    all: bool,
    budget: &Budget,
) -> Result<Chi, ChiError> {
    chromex::chi(board, first, all, budget, Sources::SEARCH)
}
