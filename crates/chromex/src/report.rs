//! Answers for other programs: one type is the `--json` of the command line, the answer of the
//! server and what Python reads. Chromatic numbers, duels, lines of play and sums
//! have a type each.

mod chi;
mod duel;
mod line;
mod sum;

use chromex_engine::{FormValue, Tameness, Value};
use chromex_rules::Position;
use chromex_theory::Mirror;
use serde::Serialize;

use crate::answer::{Answer, Effect, MoveValue, Origin, Provenance};
use crate::question::Ask;

pub use chi::{BoundReport, ChiReport, NumberReport};
pub use duel::{DuelReport, RecordReport, RecordedMoveReport, TallyReport};
pub use line::{LineMoveReport, LineReport};
pub use sum::{ComponentReport, HottestReport, SumMoveReport, SumReport};

/// What was found out about a position.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The position.
    #[serde(flatten)]
    pub position: PositionReport,
    /// The value, if it is known.
    #[serde(flatten)]
    pub value: ValueReport,
    /// Who wins: an outcome class, a player or a draw; also null in games without an outcome.
    pub outcome: Option<String>,
    /// Whether Alice can force a single red component, if this was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_star: Option<bool>,
    /// In misère play of an impartial game, whether the position is tame: sums of tame positions
    /// are determined by their genera.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tame: Option<bool>,
    /// The genus of a tame position: its nimber and its misère nimber, `2^2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<String>,
    /// The moves that were asked for; null if none were, or if nothing is known about them.
    pub moves: Option<Vec<MoveReport>>,
    /// Whether these are all moves that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_complete: Option<bool>,
    /// `search`, `theorem` or `rules`.
    pub provenance: &'static str,
    /// The theorem, if one answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<String>,
    /// The involution behind the answer, if the proof of that theorem is a mirror strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror: Option<Mirror>,
    /// The origin of the answer and its cost, in words.
    pub found: String,
    /// The number of positions that were searched.
    pub positions: u64,
    /// The number of bytes of tables.
    pub bytes: u64,
    /// Seconds of wall-clock time.
    pub seconds: f64,
    /// Whether everything that was asked for is known.
    pub complete: bool,
    /// Why the search gave up.
    pub stopped: Option<String>,
    /// What is known if some part of the answer is missing, in words.
    pub known: Option<String>,
    /// The origin of the answer, if it comes from the results store; then the cost is that of the
    /// search that found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<StoredReport>,
}

/// A position, as it is typed.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PositionReport {
    /// The game, as it is typed.
    pub game: String,
    /// The graph, as it is typed.
    pub graph: String,
    /// The colouring, with one symbol for each vertex.
    pub position: String,
    /// Who is to move.
    pub first: &'static str,
}

impl PositionReport {
    /// The report about a position.
    pub fn new(position: &Position) -> PositionReport {
        PositionReport {
            game: position.game().name(),
            graph: position.board().name().to_owned(),
            position: position.write_colouring(),
            first: position.player_name(position.turn()),
        }
    }
}

/// A value: its complete text, however long, and facts for programs.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct ValueReport {
    /// The complete value as text; null if it is not known.
    pub value: Option<String>,
    /// A shorter text for people, if the value is very long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// `nimber`, `form`, `class`, `winner` or `score`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The nimber or the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// The mean of a canonical form, as a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// The temperature of a canonical form, as a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// The birthday of a canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birthday: Option<u32>,
    /// The outcome class of a canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
}

impl From<&Value> for ValueReport {
    fn from(value: &Value) -> ValueReport {
        let (kind, number) = match value {
            Value::Nimber(heap) => ("nimber", Some(i64::from(*heap))),
            Value::Score(score) => ("score", Some(i64::from(*score))),
            Value::Form(_) => ("form", None),
            Value::Class(_) => ("class", None),
            Value::Winner(_) => ("winner", None),
        };
        let report = ValueReport { kind: Some(kind), number, ..ValueReport::default() };
        match value {
            Value::Form(form) => {
                let shown = value.to_string();
                let long = (shown != form.text()).then_some(shown);
                ValueReport { shown: long, ..report.with_form(form) }
            }
            other => ValueReport { value: Some(other.to_string()), ..report },
        }
    }
}

impl ValueReport {
    fn with_form(self, form: &FormValue) -> ValueReport {
        ValueReport {
            value: Some(form.text().to_owned()),
            mean: Some(form.mean.to_string()),
            temperature: Some(form.temperature.to_string()),
            birthday: Some(form.birthday),
            class: Some(form.class.to_string()),
            ..self
        }
    }
}

/// A move and the value after it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct MoveReport {
    /// The move as it is typed.
    #[serde(rename = "move")]
    pub played: String,
    /// The number of the cell, counted over all copies of the graph; missing if the move is a skip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// The number of the vertex within its copy of the graph; missing if the move is a skip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex: Option<usize>,
    /// The copy of the graph, `A` or `B`, if there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy: Option<&'static str>,
    /// The symbol of the colour.
    pub colour: String,
    /// The number of the colour, from 1 on.
    pub colour_number: u8,
    /// The value after it.
    #[serde(flatten)]
    pub value: ValueReport,
    /// The result for the player who moves: `wins`, `loses` or `draws`; null if there is nothing to
    /// win.
    pub effect: Option<&'static str>,
}

impl MoveReport {
    /// A move of the player to move.
    pub fn new(position: &Position, found: &MoveValue) -> MoveReport {
        let (order, m) = (position.board().order().max(1), found.played);
        let effect = Answer::effect(position, found.value.as_ref());
        let cell = (!m.is_skip()).then_some(m.cell);
        let two_copies = position.game().copies() > 1;
        MoveReport {
            played: position.write_move(m),
            cell,
            vertex: cell.map(|cell| cell % order),
            copy: cell.filter(|_| two_copies).map(|cell| ["A", "B"][(cell / order).min(1)]),
            colour: position.game().palette().symbol(m.colour).to_string(),
            colour_number: m.colour,
            value: found.value.as_ref().map(ValueReport::from).unwrap_or_default(),
            effect: effect.map(|effect| match effect {
                Effect::Wins => "wins",
                Effect::Loses => "loses",
                Effect::Draws => "draws",
            }),
        }
    }
}

/// The origin of a stored answer.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct StoredReport {
    /// When it was found.
    pub found: String,
    /// The version of the program that found it.
    pub engine: String,
    /// The file from which it was merged, if no search here has found or confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<String>,
}

impl From<&Origin> for StoredReport {
    fn from(origin: &Origin) -> StoredReport {
        let Origin { engine, found, merged } = origin.clone();
        StoredReport { found, engine, merged }
    }
}

impl Report {
    /// The report of an answer.
    pub fn new(position: &Position, ask: Ask, answer: &Answer) -> Report {
        let asked = matches!(ask, Ask::BestMoves | Ask::AllMoves);
        let listed = asked && (answer.moves_complete || !answer.moves.is_empty());
        let moves = || answer.moves.iter().map(|m| MoveReport::new(position, m)).collect();
        Report {
            position: PositionReport::new(position),
            value: answer.value.as_ref().map(ValueReport::from).unwrap_or_default(),
            outcome: answer.outcome.map(|outcome| outcome.to_string()),
            a_star: answer.a_star,
            tame: answer.tameness.map(|tameness| tameness != Tameness::Wild),
            genus: match answer.tameness {
                Some(Tameness::Tame(genus)) => Some(genus.to_string()),
                Some(Tameness::Wild) | None => None,
            },
            moves: listed.then(moves),
            moves_complete: asked.then_some(answer.moves_complete),
            provenance: answer.provenance.word(),
            theorem: match answer.provenance {
                Provenance::Theorem(theorem) => Some(theorem.citation()),
                Provenance::Rules | Provenance::Search => None,
            },
            mirror: answer.mirror(position),
            found: answer.found_by(),
            positions: answer.statistics.positions,
            bytes: answer.statistics.bytes,
            seconds: answer.statistics.time.as_secs_f64(),
            complete: answer.is_complete(),
            stopped: answer.stopped.map(|stop| stop.to_string()),
            known: answer.known(),
            stored: answer.stored.as_ref().map(StoredReport::from),
        }
    }
}
