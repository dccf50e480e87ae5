//! Duels of a strategy against opponents, as they go out.

use std::collections::BTreeMap;

use chromex_rules::Position;
use chromex_theory::strategy::StrategyInfo;
use chromex_theory::strategy::duel::{Duel, Opponent, Played, Record, Tally};
use serde::Serialize;

use super::PositionReport;

/// A strategy and what came of its games.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct DuelReport {
    /// The name of the strategy.
    pub strategy: &'static str,
    /// The place in a paper from which it is taken.
    pub source: &'static str,
    /// Where play begins.
    #[serde(flatten)]
    pub position: PositionReport,
    /// The player whose moves it makes.
    pub side: &'static str,
    /// What it promises to reach.
    pub promise: String,
    /// Its games against each opponent.
    pub opponents: Vec<TallyReport>,
}

/// What came of the games against one opponent.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct TallyReport {
    /// The opponent: `every`, `random`, `trouble`, `engine` or `line`.
    pub opponent: &'static str,
    /// The number of games.
    pub games: u64,
    /// The number of moves that the opponent made.
    pub moves: u64,
    /// The number of different positions that the strategy left behind, if they were compared.
    pub positions: Option<u64>,
    /// The number of games in which the promise was broken.
    pub losses: u64,
    /// One of these games.
    pub loss: Option<RecordReport>,
    /// How often no case of the proof applied.
    pub escapes: u64,
    /// A game in which none did.
    pub escape: Option<RecordReport>,
    /// How often each case of the proof was used.
    pub cases: BTreeMap<String, u64>,
    /// The largest number of vertices in danger after a move of the strategy.
    pub danger: usize,
    /// The seconds that the strategy took for all its moves.
    pub seconds: f64,
    /// The seconds that it took for the slowest one.
    pub slowest: f64,
    /// Whether everything was tried that was asked for.
    pub complete: bool,
    /// Why not everything was tried.
    pub stopped: Option<String>,
}

/// A recorded game.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct RecordReport {
    /// What happened in it.
    pub what: String,
    /// How many of the strategy's moves followed no case.
    pub escapes: usize,
    /// All moves from the start.
    pub moves: Vec<RecordedMoveReport>,
}

/// A move of a recorded game.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct RecordedMoveReport {
    /// The move as it is typed.
    #[serde(rename = "move")]
    pub played: String,
    /// The case of the proof, if the strategy made it.
    pub case: Option<String>,
}

impl DuelReport {
    /// The report of a duel against several opponents, one after the other.
    pub fn new(info: &StrategyInfo, duel: &Duel, results: &[(Opponent, Tally)]) -> DuelReport {
        let (start, side) = (&duel.start, duel.strategy.side());
        let tally =
            |(opponent, tally): &(Opponent, Tally)| TallyReport::new(start, opponent, tally);
        DuelReport {
            strategy: info.name,
            source: info.source,
            position: PositionReport::new(start),
            side: start.player_name(side),
            promise: duel.strategy.promise().describe(start.convention(), side),
            opponents: results.iter().map(tally).collect(),
        }
    }
}

impl TallyReport {
    fn new(start: &Position, opponent: &Opponent, tally: &Tally) -> TallyReport {
        let record = |record: &Record| RecordReport::new(start, record);
        TallyReport {
            opponent: opponent.name(),
            games: tally.games,
            moves: tally.moves,
            positions: tally.positions,
            losses: tally.losses,
            loss: tally.loss.as_ref().map(record),
            escapes: tally.escapes,
            escape: tally.escape.as_ref().map(record),
            cases: tally.cases.iter().map(|(case, &times)| (case.to_string(), times)).collect(),
            danger: tally.danger,
            seconds: tally.thinking.as_secs_f64(),
            slowest: tally.slowest.as_secs_f64(),
            complete: tally.stopped.is_none(),
            stopped: tally.stopped.clone(),
        }
    }
}

impl RecordReport {
    fn new(start: &Position, record: &Record) -> RecordReport {
        let played = |played: &Played| RecordedMoveReport {
            played: start.write_move(played.play),
            case: played.case.as_ref().map(ToString::to_string),
        };
        RecordReport {
            what: record.what.clone(),
            escapes: record.escapes(),
            moves: record.moves.iter().map(played).collect(),
        }
    }
}
