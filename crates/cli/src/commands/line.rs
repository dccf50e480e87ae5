//! `chromex line`: one line of best play, drawn move by move.

use std::io::Write;

use chromex::rules::Verdict;
use chromex::{Ask, Line, LineReport, Question, line};

use super::facts::{header, status};
use super::{for_each_board, position};
use crate::Status;
use crate::args::GameArgs;
use crate::input::Source;
use crate::output::{self, Style};
use crate::progress::Progress;
use crate::results::Results;

/// Runs the command.
pub(crate) fn run(args: GameArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let game = args.game()?;
    let results = Results::of(&args.budget, &args.results, args.by);
    let source = Source::open(args.graph()?)?;
    let budget = || args.budget.budget();
    for_each_board(source, budget, args.json, out, |board, budget, out| {
        let position = position(&args, &game, board)?;
        let progress = Progress::watch(&budget.monitor, position.board().name());
        let question = Question::new(&position, Ask::BestMoves).within(budget);
        let line = line(&question.from(results.sources()))?;
        drop(progress);
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
