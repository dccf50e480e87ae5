//! A line of best play, as it goes out.

use chromex_rules::Move;
use serde::Serialize;

use super::{PositionReport, ValueReport};
use crate::play::Line;

/// A line of best play.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct LineReport {
    /// Where it begins.
    #[serde(flatten)]
    pub position: PositionReport,
    /// The value there, if it is known.
    pub value: Option<String>,
    /// The moves.
    pub line: Vec<LineMoveReport>,
    /// Positions that were searched.
    pub positions: u64,
    /// Bytes of tables.
    pub bytes: u64,
    /// Seconds of wall-clock time.
    pub seconds: f64,
    /// Whether it reaches the end of the game.
    pub complete: bool,
}

/// A move of such a line.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct LineMoveReport {
    /// Who makes it.
    pub player: &'static str,
    /// As it is typed.
    #[serde(rename = "move")]
    pub played: String,
    /// The colouring after it.
    pub position: String,
    /// The value after it.
    pub value: Option<String>,
}

impl From<&Line> for LineReport {
    fn from(line: &Line) -> LineReport {
        let value = |i: usize| ValueReport::from(line.values.get(i)?).value;
        let moved = |(i, &played): (usize, &Move)| {
            let (before, after) = (&line.positions[i], &line.positions[i + 1]);
            LineMoveReport {
                player: before.player_name(before.turn()),
                played: before.write_move(played),
                position: after.write_colouring(),
                value: value(i + 1),
            }
        };
        LineReport {
            position: PositionReport::new(&line.positions[0]),
            value: value(0),
            line: line.moves.iter().enumerate().map(moved).collect(),
            positions: line.statistics.positions,
            bytes: line.statistics.bytes,
            seconds: line.statistics.time.as_secs_f64(),
            complete: line.stopped.is_none(),
        }
    }
}
