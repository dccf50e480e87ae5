//! `chromex line`: one line of best play, drawn move by move.

use std::io::Write;

use chromex::rules::Verdict;
use chromex::{Ask, Line, LineReport, Question, line};

use super::facts::{header, status};
use super::for_each_position;
use crate::Status;
use crate::args::GameArgs;
use crate::output::{self, Style};

/// Runs the command.
pub(crate) fn run(args: GameArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let find = |question: &Question<'_>| Ok(line(question)?);
    for_each_position(&args, Ask::BestMoves, out, find, |_, line, out| {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&LineReport::from(&line))?)?;
        } else {
            show(&line, style, out)?;
        }
        Ok(status(line.stopped))
    })
}

fn show(line: &Line, style: Style, out: &mut dyn Write) -> anyhow::Result<()> {
    let start = &line.positions[0];
    header(start, style, out)?;
    if let Some(value) = line.values.first() {
        writeln!(out, "value {}", style.bold(&value.to_string()))?;
    }
    for (i, &m) in line.moves.iter().enumerate() {
        let (before, after) = (&line.positions[i], &line.positions[i + 1]);
        writeln!(out)?;
        writeln!(
            out,
            "{}. {} {}, to {}",
            i + 1,
            before.player_name(before.turn()),
            style.bold(&before.write_move(m)),
            line.values[i + 1]
        )?;
        for row in output::draw(after, style) {
            writeln!(out, "  {row}")?;
        }
    }
    writeln!(out)?;
    match line.stopped {
        Some(stop) => writeln!(out, "broken off: {stop}")?,
        None => writeln!(out, "{}", ending(line))?,
    }
    writeln!(out, "{}", style.dim(&format!("search of {}", line.statistics)))?;
    Ok(())
}

/// The verdict at the end of the line, in words.
fn ending(line: &Line) -> String {
    let Some(last) = line.positions.last() else { return String::new() };
    match last.verdict() {
        Some(Verdict::Wins(player)) => format!("{} wins", last.player_name(player)),
        Some(Verdict::Score(score)) => format!("final score {}", chromex::Value::Score(score)),
        None => String::new(),
    }
}
