//! Strategies that play: each turns the proof of a theorem, "whatever the opponent does, answer
//! like this", into code.
//!
//! A [`Strategy`] never searches the game tree. It is told every move, its own and the opponent's,
//! keeps what it needs to know about the position in its own state, and answers with local work, so
//! that a move on a board with a million vertices takes microseconds. [`STRATEGIES`] lists them;
//! [`create`] makes one for a position or says plainly why it does not apply there.
//!
//! The [`Referee`] keeps the score of such games by the literal rules; [`duel`] plays a strategy
//! against opponents of every kind.

mod blue_red;
mod cographs;
mod column_twins;
mod company;
mod connected_paths;
mod drawings;
pub mod duel;
mod enough_colours;
mod four_rows;
mod latin;
mod mirror;
mod odd_cycles;
mod referee;
mod sequential;
mod side_by_side;
mod three_colours;

use std::borrow::Cow;

use chromex_graphs::TextError;
use chromex_rules::{Convention, Move, Player, Position, Verdict};
use serde::Serialize;

pub use four_rows::{
    BlockSeen, BorderSeen, FourRowsSeen, PatientSeen, SpecialSeen, four_rows_seen,
};
pub use referee::Referee;

/// One side of one game in progress, played by a theorem.
pub trait Strategy: Send {
    /// The side it plays.
    fn side(&self) -> Player;

    /// The result that it promises.
    fn promise(&self) -> Promise {
        Promise::Win
    }

    /// Tells it a move, the opponent's or its own. The move is legal.
    fn played(&mut self, by: Player, m: Move);

    /// Its move, when its side is to move; `None` if it knows no move.
    fn answer(&mut self) -> Option<Reply>;

    /// A copy that can continue from here independently.
    fn fork(&self) -> Box<dyn Strategy>;

    /// What it remembers besides the colouring, to distinguish positions. Two copies with equal
    /// colourings, turns and memories play in the same way.
    fn memory(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Whether it plays in the same way when colours are renamed throughout the game. This is
    /// declared, and tested.
    fn colours_alike(&self) -> bool {
        false
    }

    /// Whether the invariants of its proof hold after its last move, and if not, which fails.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// How it sees the position, for people.
    fn explain(&self) -> Explanation {
        Explanation::default()
    }
}

/// A move with the reason for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The move.
    #[serde(serialize_with = "as_pair")]
    pub play: Move,
    /// The case of the proof that it follows, as the paper names it.
    pub case: Cow<'static, str>,
    /// Whether no case applied, so that the move was found by searching for one that restores the
    /// invariants.
    pub escaped: bool,
}

impl Reply {
    /// A move that follows a case of the proof.
    pub fn by(case: impl Into<Cow<'static, str>>, cell: usize, colour: u8) -> Reply {
        Reply { play: Move { cell, colour }, case: case.into(), escaped: false }
    }
}

/// A move as JSON: `[cell, colour]`.
fn as_pair<S: serde::Serializer>(m: &Move, to: S) -> Result<S::Ok, S::Error> {
    (m.cell, m.colour).serialize(to)
}

/// The result that a strategy promises its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promise {
    /// To win.
    Win,
    /// A score at least this good for its side: 0 is a draw.
    Score(i32),
}

impl Promise {
    /// Whether a game with this verdict keeps the promise to this side.
    pub fn kept(self, side: Player, verdict: Verdict) -> bool {
        let score = match verdict {
            Verdict::Wins(winner) => return winner == side,
            Verdict::Score(score) if side == Player::Left => score,
            Verdict::Score(score) => -score,
        };
        match self {
            Promise::Win => score > 0,
            Promise::Score(least) => score >= least,
        }
    }

    /// The promise in words: "Alice wins".
    pub fn describe(self, convention: Convention, side: Player) -> String {
        let name = convention.player_name(side);
        match self {
            Promise::Win => format!("{name} wins"),
            Promise::Score(0) => format!("{name} draws at least"),
            Promise::Score(least) => format!("{name} gets at least {least}"),
        }
    }
}

/// How a strategy sees a position: its last case, and groups of cells that play a role in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The case of the proof that its last move followed.
    pub case: Option<Cow<'static, str>>,
    /// A sentence about the position.
    pub text: String,
    /// The groups of cells.
    pub marks: Vec<Mark>,
}

/// A group of cells with a role in a strategy: a block, a border, a doctor with its patient, a
/// vertex with its mirror image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The kind of group, in the paper's word.
    pub kind: &'static str,
    /// Which kind, if there are several: `β`.
    pub label: Cow<'static, str>,
    /// Its cells.
    pub cells: Vec<usize>,
}

/// How a strategy should play.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Play the paper word for word, without any of our corrections.
    pub literal: bool,
    /// Leave out only these corrections, by name.
    pub without: Vec<String>,
}

/// Why a strategy cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsuitable {
    /// There is no strategy of this name.
    #[error(transparent)]
    Unknown(#[from] TextError),
    /// It does not work for this game, board, start or side.
    #[error("the strategy `{name}` does not apply: {why}")]
    NotHere {
        /// The name of the strategy.
        name: &'static str,
        /// The reason, as a clause.
        why: String,
    },
}

/// A strategy as its `build` function returns it, or the reason why it does not apply.
pub type Built = Result<Box<dyn Strategy>, String>;

/// An entry in the list of strategies.
pub struct StrategyInfo {
    /// The name of the strategy.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// The paper and the theorem.
    pub source: &'static str,
    /// A game and a graph to try it on, as they are typed, with options.
    pub example: &'static str,
    /// Creates it for the side `Player` from a position, in which either side may be to move.
    pub build: fn(&Position, Player, &Options) -> Built,
}

/// All strategies, in the order in which they are listed.
pub const STRATEGIES: &[StrategyInfo] = &[
    four_rows::INFO,
    column_twins::INFO,
    side_by_side::INFO,
    drawings::INFO,
    three_colours::INFO,
    enough_colours::INFO,
    mirror::INFO,
    mirror::SAME,
    mirror::OPPOSITE,
    company::INFO,
    odd_cycles::INFO,
    blue_red::INFO,
    connected_paths::INFO,
    cographs::INFO,
    sequential::INFO,
    latin::INFO,
];

/// The entry with this name.
pub fn find(name: &str) -> Result<&'static StrategyInfo, TextError> {
    STRATEGIES.iter().find(|info| info.name == name).ok_or_else(|| {
        let names = STRATEGIES.iter().map(|info| info.name);
        let all = names.clone().collect::<Vec<_>>().join(", ");
        TextError::whole(name, format!("unknown strategy `{name}`"))
            .help(format!("the strategies are {all}"))
            .did_you_mean(name, names)
    })
}

/// The strategy of this name for `side`, or for the side that it can play, from this position on.
///
/// ```
/// use chromex_rules::{Move, Player, Position, parse_game};
/// use chromex_theory::strategy::{Options, create};
/// let (game, board) = (parse_game("colouring:4")?, chromex_graphs::parse("grid:4x9")?);
/// let start = Position::start(game, board)?.with_turn(Player::Right);
/// let mut alice = create("column-twins", &start, None, &Options::default())?;
/// alice.played(Player::Right, Move { cell: 0, colour: 3 });
/// assert_eq!(alice.answer().unwrap().play, Move { cell: 18, colour: 3 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn create(
    name: &str,
    position: &Position,
    side: Option<Player>,
    options: &Options,
) -> Result<Box<dyn Strategy>, Unsuitable> {
    let info = find(name)?;
    let sides = match side {
        Some(side) => vec![side],
        None => vec![Player::Left, Player::Right],
    };
    let mut why = String::new();
    for side in sides {
        match (info.build)(position, side, options) {
            Ok(strategy) => return Ok(strategy),
            Err(reason) if why.is_empty() || reason == why => why = reason,
            Err(reason) => why = format!("{why}; {reason}"),
        }
    }
    Err(Unsuitable::NotHere { name: info.name, why })
}
