//! Proof by play: a strategy against opponents of every kind, and what came of it.
//!
//! * [`every`]: all opponents at once, by trying each of their moves in each position that can arise;
//! * [`opponents`]: random ones, one that looks for trouble, the exact engine, and given moves.

mod every;
pub mod opponents;
mod table;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use chromex_rules::{Move, Player, Position};
use serde::Serialize;

use super::{Options, Strategy, Unsuitable, create};
use crate::budget::{Budget, Stop};

pub use every::every;
pub use table::Table;

/// A strategy and the position that it starts from.
pub struct Duel {
    /// Where play begins.
    pub start: Position,
    /// The strategy, before its first move.
    pub strategy: Box<dyn Strategy>,
    /// Whether the invariants of the proof are checked after each of its moves.
    pub check: bool,
}

impl Duel {
    /// A duel for the strategy of this name, on the side that it can play.
    pub fn new(
        name: &str,
        start: &Position,
        side: Option<Player>,
        options: &Options,
    ) -> Result<Duel, Unsuitable> {
        let strategy = create(name, start, side, options)?;
        Ok(Duel { start: start.clone(), strategy, check: false })
    }

    /// The same with the invariants checked after each move.
    pub fn checking(self, check: bool) -> Duel {
        Duel { check, ..self }
    }
}

/// Who the strategy plays against, and how much.
#[derive(Debug, Clone)]
pub enum Opponent {
    /// Every opponent.
    Every,
    /// Random moves, at least so many, from this seed.
    Random(u64, u64),
    /// The moves that make most trouble, at least so many, from this seed.
    Trouble(u64, u64),
    /// The exact engine, so many games, from this seed.
    Engine(u64, u64),
    /// These moves, and then trouble.
    Line(Vec<Move>),
}

impl Opponent {
    /// The name under which it is chosen.
    pub fn name(&self) -> &'static str {
        match self {
            Opponent::Every => "every",
            Opponent::Random(..) => "random",
            Opponent::Trouble(..) => "trouble",
            Opponent::Engine(..) => "engine",
            Opponent::Line(_) => "line",
        }
    }
}

/// What came of the games against one opponent.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Games played to their end, or until they were decided.
    pub games: u64,
    /// Moves that opponents made.
    pub moves: u64,
    /// Different positions that the strategy left behind, where they are told apart.
    pub positions: Option<u64>,
    /// How often each case of the proof was used.
    pub cases: BTreeMap<Cow<'static, str>, u64>,
    /// How often no case applied.
    pub escapes: u64,
    /// The shortest game in which no case applied.
    pub escape: Option<Record>,
    /// Games in which the promise was broken.
    pub losses: u64,
    /// The shortest of them.
    pub loss: Option<Record>,
    /// The most vertices in danger after a move of the strategy, in games of colouring all.
    pub danger: usize,
    /// The longest time that a move took.
    pub slowest: Duration,
    /// The time of all moves.
    pub thinking: Duration,
    /// Why not all was tried, if it was not.
    pub stopped: Option<Stop>,
}

/// A game that is worth telling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Record {
    /// What happened.
    pub what: String,
    /// All moves from the start.
    #[serde(skip)]
    pub moves: Vec<Move>,
}

impl Tally {
    fn note_escape(&mut self, what: &str, moves: &[Move]) {
        self.escapes += 1;
        keep_shorter(&mut self.escape, what, moves);
    }

    fn note_loss(&mut self, what: &str, moves: &[Move]) {
        self.losses += 1;
        keep_shorter(&mut self.loss, what, moves);
    }
}

fn keep_shorter(kept: &mut Option<Record>, what: &str, moves: &[Move]) {
    if kept.as_ref().is_none_or(|record| moves.len() < record.moves.len()) {
        *kept = Some(Record { what: what.to_owned(), moves: moves.to_vec() });
    }
}

/// Plays the duel against one opponent.
pub fn play(duel: &Duel, opponent: &Opponent, budget: &Budget) -> Tally {
    match opponent {
        Opponent::Every => every(duel, budget),
        Opponent::Random(moves, seed) => opponents::random(duel, *moves, *seed, budget),
        Opponent::Trouble(moves, seed) => opponents::trouble(duel, *moves, *seed, budget),
        Opponent::Engine(games, seed) => opponents::engine(duel, *games, *seed, budget),
        Opponent::Line(moves) => opponents::line(duel, moves, budget),
    }
}
