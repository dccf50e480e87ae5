//! How commands tell an answer: the position first, then a line for each fact.

use std::io::Write;

use chromex::rules::Position;
use chromex::{Class, Outcome, Stop};

use crate::Status;
use crate::output::{self, Style, pad};

/// Larger boards are not drawn in the terminal.
const MOST_DRAWN: usize = 300;

/// `icol on grid:3x5, Left to move`, and the board if it is not too large.
pub(super) fn header(position: &Position, style: Style, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} on {}, {} to move",
        style.bold(&position.game().name()),
        style.bold(position.board().name()),
        position.player_name(position.turn())
    )?;
    let small = position.cells() <= MOST_DRAWN;
    for line in small.then(|| output::draw(position, style)).iter().flatten() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// One line of an answer: what it tells, and what that is.
pub(super) fn fact(
    name: &str,
    text: &str,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    Ok(writeln!(out, "{}{text}", style.dim(&pad(name, 9)))?)
}

/// The outcome in words.
pub(super) fn explain(position: &Position, outcome: Outcome) -> String {
    match outcome {
        Outcome::Class(class) => explain_class(class),
        Outcome::Winner(player) => format!("{} wins", position.player_name(player)),
        Outcome::Draw => "draw".to_owned(),
    }
}

/// The outcome class in words.
pub(super) fn explain_class(class: Class) -> String {
    let meaning = match class {
        Class::N => "the player to move wins",
        Class::P => "the player to move loses",
        Class::L => "Left wins, whoever starts",
        Class::R => "Right wins, whoever starts",
    };
    format!("{class}: {meaning}")
}

/// A value that fits a table.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

/// The exit status of a search.
pub(super) fn status(stopped: Option<Stop>) -> Status {
    if stopped.is_some() { Status::Unfinished } else { Status::Done }
}
