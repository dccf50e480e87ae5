//! The content of a row as an answer about a position, and the row for an answer.

use std::time::Duration;

use chromex::rules::{Goal, Move, Player, Position};
use chromex::{
    Answer, MoveValue, Origin, Outcome, Provenance, Recalled, Statistics, Value, reds_at_the_end,
};

use crate::key::{Keyed, keyed};
use crate::row::Row;
use crate::value::{
    read_best, read_moves, read_outcome, read_value, write_best, write_moves, write_value,
};

/// Stored for a position in which Alice cannot get all her vertices into one component, in the game
/// whose value is A_µ: that game has no other outcomes. If she can, the value of the position says
/// so.
pub(crate) const NOT_IN_A_STAR: Outcome = Outcome::Winner(Player::Right);

/// Whether outcomes of this game are about A*.
pub(crate) fn tells_a_star(position: &Position) -> bool {
    position.game().goal() == Goal::LargestComponent { both_count: false }
}

/// The row of an answer, with those parts that a search found or that follow from them.
pub(crate) fn row_of(position: &Position, answer: &Answer) -> Option<Row> {
    if answer.provenance == Provenance::Rules {
        return None;
    }
    let keyed = keyed(position)?;
    let by_theorem = matches!(answer.provenance, Provenance::Theorem(_)) && !answer.moves_complete;
    let value = answer.value.as_ref().filter(|_| !by_theorem);
    let value = value.and_then(|value| write_value(position.convention(), value));
    let outcome = match answer.a_star {
        None => answer.outcome.filter(|_| !by_theorem),
        Some(member) => (!member).then_some(NOT_IN_A_STAR),
    };
    let value = match answer.a_star {
        Some(true) => Some(Value::Score(reds_at_the_end(position) as i32).to_string()),
        _ => value,
    };
    if value.is_none() && outcome.is_none() {
        return None;
    }
    let moves: Vec<MoveValue> = answer
        .moves
        .iter()
        .map(|m| MoveValue { played: canonical(&keyed, m.played), value: m.value.clone() })
        .collect();
    let all = !moves.is_empty() && moves.len() == position.moves().len();
    let listed = answer.moves_complete && value.is_some();
    Some(Row {
        key: keyed.key,
        moves: if all && listed { write_moves(position.convention(), &moves) } else { None },
        best: if !all && listed { write_best(&moves) } else { None },
        value,
        outcome: outcome.map(|outcome| outcome.to_string()),
        positions: answer.statistics.positions,
        bytes: answer.statistics.bytes,
        seconds: answer.statistics.time.as_secs_f64(),
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        found: None,
        // If a search has added something to a merged answer, that does not prove the answer; a
        // theorem does.
        merged: match answer.provenance {
            Provenance::Search => answer.stored.as_ref().and_then(|origin| origin.merged.clone()),
            Provenance::Theorem(_) | Provenance::Rules => None,
        },
    })
}

/// The content of a row as an answer about a position; `None` if the row makes no sense.
pub(crate) fn recalled(position: &Position, keyed: &Keyed, row: Row) -> Option<Recalled> {
    let convention = position.convention();
    let value = match &row.value {
        Some(text) => Some(read_value(convention, text)?),
        None => None,
    };
    let outcome = match &row.outcome {
        Some(text) => Some(read_outcome(text)?),
        None => None,
    };
    let a_star = match (&value, outcome) {
        _ if !tells_a_star(position) => None,
        (Some(Value::Score(score)), _) => Some(*score >= reds_at_the_end(position) as i32),
        (_, Some(outcome)) => (outcome == NOT_IN_A_STAR).then_some(false),
        _ => None,
    };
    let moves = match &row.moves {
        Some(text) => Some(own_moves(position, keyed, &read_moves(convention, text)?)?),
        None => None,
    };
    let best = match &row.best {
        Some(text) => Some(own_best(position, keyed, &read_best(text)?)),
        None => None,
    };
    Some(Recalled {
        value,
        outcome: outcome.filter(|_| !tells_a_star(position)),
        a_star,
        best,
        moves,
        statistics: Statistics {
            positions: row.positions,
            bytes: row.bytes,
            time: Duration::try_from_secs_f64(row.seconds).unwrap_or_default(),
        },
        origin: Origin {
            engine: row.engine,
            found: row.found.unwrap_or_default(),
            merged: row.merged,
        },
    })
}

/// The move in the canonical position that corresponds to a move of this position. If there are
/// several symmetries, any of them will do: values are the same for all.
pub(crate) fn canonical(keyed: &Keyed, m: Move) -> Move {
    if m.is_skip() {
        return m;
    }
    Move { cell: keyed.cell(m.cell), colour: keyed.colour(m) }
}

/// The moves of this position, with the values of the corresponding moves of the canonical
/// position.
fn own_moves(position: &Position, keyed: &Keyed, known: &[MoveValue]) -> Option<Vec<MoveValue>> {
    let value_of = |m: Move| {
        let there = canonical(keyed, m);
        known.iter().find(|known| known.played == there)?.value.clone()
    };
    let moves = position.moves();
    moves.into_iter().map(|m| Some(MoveValue { played: m, value: Some(value_of(m)?) })).collect()
}

/// The moves of this position that correspond to one of these moves of the canonical position.
fn own_best(position: &Position, keyed: &Keyed, best: &[Move]) -> Vec<Move> {
    let moves = position.moves().into_iter();
    moves.filter(|m| best.contains(&canonical(keyed, *m))).collect()
}
