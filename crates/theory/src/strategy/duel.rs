//! Tests by play: a strategy against opponents of every kind, and the results.
//!
//! * [`every()`]: all opponents at once, by trying each of their moves in each position that can arise;
//! * [`opponents`]: random ones, one that looks for trouble, the exact engine, and given moves.

mod every;
pub mod opponents;
mod table;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use chromex_rules::{Move, Player, Position};

use super::{Options, Strategy, Unsuitable, create};
use chromex_budget::Budget;

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

    /// The duel with or without a check of the invariants after each move.
    pub fn checking(self, check: bool) -> Duel {
        Duel { check, ..self }
    }
}

/// Who the strategy plays against, and how much.
#[derive(Debug, Clone)]
pub enum Opponent {
    /// Every opponent.
    Every,
    /// Random moves: how many, and the seed.
    Random(u64, u64),
    /// The moves that make the most trouble: how many, and the seed.
    Trouble(u64, u64),
    /// The exact engine: how many games, and the seed.
    Engine(u64, u64),
    /// These moves, and then moves that make trouble.
    Line(Vec<Move>),
}

impl Opponent {
    /// The name of the opponent, as it is typed.
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

/// The results of the games against one opponent.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The number of games, each until its end or until it was decided.
    pub games: u64,
    /// Moves that opponents made.
    pub moves: u64,
    /// The number of different positions that the strategy left behind, if they were compared.
    pub positions: Option<u64>,
    /// How often each case of the proof was used.
    pub cases: BTreeMap<Cow<'static, str>, u64>,
    /// How often no case of the proof applied.
    pub escapes: u64,
    /// Of the games with the fewest moves to which no case applied, the shortest.
    pub escape: Option<Record>,
    /// The number of games in which the promise was broken.
    pub losses: u64,
    /// Of the lost games, the shortest one with the fewest moves outside the cases.
    pub loss: Option<Record>,
    /// For strategies that want all vertices coloured: the largest number of vertices in danger
    /// after one of its moves. It is known if everything was tried.
    pub danger: usize,
    /// The longest time for one move.
    pub slowest: Duration,
    /// The time for all moves.
    pub thinking: Duration,
    /// Why not everything was tried, if it was not.
    pub stopped: Option<String>,
}

/// A move of a recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub play: Move,
    /// The case of the proof, if the strategy made it.
    pub case: Option<Cow<'static, str>>,
    /// Whether no case applied.
    pub escaped: bool,
}

/// A game that is worth showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What happened in it.
    pub what: String,
    /// All moves from the start.
    pub moves: Vec<Played>,
}

impl Record {
    /// How many of the strategy's moves followed no case.
    pub fn escapes(&self) -> usize {
        self.moves.iter().filter(|played| played.escaped).count()
    }
}

impl Tally {
    fn note_escape(&mut self, moves: &[Played]) {
        self.escapes += 1;
        keep_better(&mut self.escape, "no case applies", moves);
    }

    fn note_loss(&mut self, what: &str, moves: &[Played]) {
        self.losses += 1;
        keep_better(&mut self.loss, what, moves);
    }
}

/// Keeps the game with fewer moves outside the cases or, if these are equally many, the shorter
/// game.
fn keep_better(kept: &mut Option<Record>, what: &str, moves: &[Played]) {
    let rank =
        |moves: &[Played]| (moves.iter().filter(|played| played.escaped).count(), moves.len());
    if kept.as_ref().is_none_or(|kept| rank(moves) < rank(&kept.moves)) {
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
