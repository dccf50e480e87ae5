//! The least numbers with which Alice wins, as they go out.

use chromex_graphs::Board;
use chromex_rules::{Convention, GameFamily, Player};
use chromex_theory::NumberBound;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::chi::Chi;

/// What was found out about the game chromatic numbers of a graph, or the least K of other games: in JSON one object, in which
/// everything about a number begins with its name (`chi_g`, `chi_g_bounds`, …).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ChiReport {
    /// The graph, as it is typed.
    pub graph: String,
    /// The games, as they are typed.
    pub games: String,
    /// The numbers that were asked for, each with its name: `chi_g` and `chi_g_b`, or `least` and `least_b`.
    pub numbers: Vec<(&'static str, NumberReport)>,
    /// Whether everything is known that was asked for.
    pub complete: bool,
}

/// One of the numbers.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct NumberReport {
    /// The number, if it is known.
    pub number: Option<usize>,
    /// The least that it can be, and the greatest, if there is one.
    pub bounds: (usize, Option<usize>),
    /// What theorems say about it, if a search gave up.
    pub theorems: Vec<BoundReport>,
    /// The winners with 1, 2, …; null where it is not known.
    pub winners: Vec<Option<&'static str>>,
    /// How many of the winners come from the results store.
    pub stored: usize,
    /// A file that some of these were merged from, if any was and has not been found again here.
    pub merged: Option<String>,
    /// Positions that were searched.
    pub positions: u64,
    /// Bytes of tables.
    pub bytes: u64,
    /// Seconds of wall-clock time.
    pub seconds: f64,
    /// Why a search gave up.
    pub stopped: Option<String>,
}

/// A bound on a number, with the theorem behind it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct BoundReport {
    /// It is not less than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// It is not more than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<usize>,
    /// The theorem.
    pub why: String,
}

impl ChiReport {
    /// What was found out about the games on a graph, for each player who was to move first.
    pub fn new(games: &GameFamily, board: &Board, found: &[Chi]) -> ChiReport {
        let is_chi = *games == GameFamily::colouring();
        let name = |chi: &Chi| match (is_chi, chi.first) {
            (true, Player::Left) => "chi_g",
            (true, Player::Right) => "chi_g_b",
            (false, Player::Left) => "least",
            (false, Player::Right) => "least_b",
        };
        ChiReport {
            graph: board.name().to_owned(),
            games: games.to_string(),
            numbers: found.iter().map(|chi| (name(chi), NumberReport::from(chi))).collect(),
            complete: found.iter().all(|chi| chi.stopped.is_none()),
        }
    }
}

impl Serialize for ChiReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("graph", &self.graph)?;
        map.serialize_entry("games", &self.games)?;
        for (name, number) in &self.numbers {
            map.serialize_entry(name, &number.number)?;
            map.serialize_entry(&format!("{name}_bounds"), &number.bounds)?;
            if !number.theorems.is_empty() {
                map.serialize_entry(&format!("{name}_theorems"), &number.theorems)?;
            }
            map.serialize_entry(&format!("{name}_winners"), &number.winners)?;
            map.serialize_entry(&format!("{name}_positions"), &number.positions)?;
            map.serialize_entry(&format!("{name}_stored"), &number.stored)?;
            if let Some(file) = &number.merged {
                map.serialize_entry(&format!("{name}_merged"), file)?;
            }
            map.serialize_entry(&format!("{name}_seconds"), &number.seconds)?;
        }
        map.serialize_entry("complete", &self.complete)?;
        map.end()
    }
}

impl From<&Chi> for NumberReport {
    fn from(chi: &Chi) -> NumberReport {
        let name = |player| Convention::MakerBreaker.player_name(player);
        NumberReport {
            number: chi.number(),
            bounds: chi.bounds(),
            theorems: chi.theorems.iter().map(BoundReport::from).collect(),
            winners: chi.winners.iter().map(|winner| winner.map(name)).collect(),
            stored: chi.remembered,
            merged: chi.merged.clone(),
            positions: chi.statistics.positions,
            bytes: chi.statistics.bytes,
            seconds: chi.statistics.time.as_secs_f64(),
            stopped: chi.stopped.map(|stop| stop.to_string()),
        }
    }
}

impl From<&NumberBound> for BoundReport {
    fn from(bound: &NumberBound) -> BoundReport {
        BoundReport {
            at_least: bound.at_least.then_some(bound.number),
            at_most: (!bound.at_least).then_some(bound.number),
            why: bound.why.to_string(),
        }
    }
}
