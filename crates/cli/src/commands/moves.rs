//! `chromex moves`: every legal move with the value it leads to.

use std::io::Write;

use chromex::rules::Position;
use chromex::{Answer, Ask, Effect, Question, Report, Value, ask};

use super::facts::{header, status};
use super::for_each_position;
use crate::Status;
use crate::args::GameArgs;
use crate::output::{Style, pad, wrap};

/// Runs the command.
pub(crate) fn run(args: GameArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let find = |question: &Question<'_>| Ok(ask(question)?);
    for_each_position(&args, Ask::AllMoves, out, find, |position, answer, out| {
        if args.json {
            let report = Report::new(position, Ask::AllMoves, &answer);
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            show(position, &answer, style, out)?;
        }
        Ok(status(answer.stopped))
    })
}

/// The moves, grouped by value, best first.
fn show(
    position: &Position,
    answer: &Answer,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    header(position, style, out)?;
    let text = |value: Option<&Value>| value.map_or("?".to_owned(), |value| value.to_string());
    writeln!(out, "value {}", style.bold(&text(answer.value.as_ref())))?;
    if answer.moves_complete && answer.moves.is_empty() {
        writeln!(out, "no legal move")?;
    }
    let mut values: Vec<Option<&Value>> = Vec::new();
    for m in &answer.moves {
        if !values.contains(&m.value.as_ref()) {
            values.push(m.value.as_ref());
        }
    }
    values.sort_by_cached_key(|value| rank(position, *value));
    for value in values {
        let group = answer.moves.iter().filter(|m| m.value.as_ref() == value);
        let lines = wrap(group.map(|m| position.write_move(m.played)), 72);
        for (i, line) in lines.iter().enumerate() {
            let label = if i == 0 { format!("to {}", text(value)) } else { String::new() };
            let note = if i == 0 { mark(position, value) } else { "" };
            writeln!(out, "  {} {} {line}", style.bold(&pad(&label, 8)), style.dim(&pad(note, 6)))?;
        }
    }
    if let Some(stop) = answer.stopped {
        let known = answer.known().map_or_else(String::new, |known| format!("; {known}"));
        writeln!(out, "stopped: {stop}{known}")?;
    }
    writeln!(out, "{}", style.dim(&format!("found {}", answer.found_by())))?;
    Ok(())
}

/// Orders the values by how good they are for the player who moves there.
fn rank(position: &Position, value: Option<&Value>) -> (u8, i64) {
    let mover = position.turn();
    match value {
        None => (3, 0),
        Some(Value::Score(score)) => {
            let gain = if mover == chromex::rules::Player::Left { *score } else { -score };
            (0, -i64::from(gain))
        }
        Some(value) => {
            let wins = value.winner(mover.opponent()) == Some(mover);
            let nimber = if let Value::Nimber(nimber) = value { i64::from(*nimber) } else { 0 };
            (if wins { 0 } else { 1 }, nimber)
        }
    }
}

/// `wins` or `loses`, where a move does either.
fn mark(position: &Position, value: Option<&Value>) -> &'static str {
    match value {
        None | Some(Value::Score(_)) => "",
        Some(value) => match Answer::effect(position, Some(value)) {
            Some(Effect::Wins) => "wins",
            Some(Effect::Loses) => "loses",
            Some(Effect::Draws) | None => "",
        },
    }
}
