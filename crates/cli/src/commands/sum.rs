//! `chromex solve` of a sum: positions of different games, and values.

use std::io::Write;

use chromex::rules::Convention;
use chromex::{Hottest, Sum, SumAnswer, SumReport, add_up};

use super::facts::{explain_class, fact, shortened, status};
use crate::Status;
use crate::args::{Ask, SolveArgs};
use crate::output::{Style, wrap};
use crate::progress::Progress;
use crate::results::Results;

/// Runs the command, which has only one argument.
pub(crate) fn run(args: &SolveArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let text = args.game.game.as_str();
    if !text.trim().contains(char::is_whitespace) {
        anyhow::bail!(
            "the required arguments are a game and a graph, or a sum in quotes: \
             chromex solve {text} path:5, chromex solve '{text} path:5 + *2'"
        );
    }
    if args.ask != Ask::Moves || args.game.start.is_some() || args.game.order.is_some() {
        anyhow::bail!("--ask, --start and --order are for one game, not for a sum");
    }
    let sum: Sum = text.parse()?;
    let results = Results::of(&args.game.budget, &args.game.results, args.game.by);
    let budget = args.game.budget.budget();
    let progress = Progress::watch(&budget.monitor, text);
    let answer = add_up(&sum, args.game.first, &budget, results.sources())?;
    drop(progress);
    if args.game.json {
        let report = SumReport::new(&sum, args.game.first, &answer);
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        show(args, &sum, &answer, style, out)?;
    }
    Ok(status(answer.stopped))
}

fn first(args: &SolveArgs) -> &'static str {
    Convention::Partisan.player_name(args.game.first)
}

/// Where the hottest move is, and whether playing the hottest component first is right.
fn hottest_words(hottest: &Hottest) -> String {
    let numbers: Vec<String> = hottest.components.iter().map(|i| (i + 1).to_string()).collect();
    let place = format!("in {}, temperature {}", numbers.join(", "), hottest.temperature);
    let play = match &hottest.play {
        None => "what playing the hottest first loses is not known".to_owned(),
        Some(play) if play.proved => {
            format!("right for switches, comes to {}", play.best)
        }
        Some(play) if play.best == play.reached => {
            format!("playing the hottest first loses nothing, comes to {}", play.best)
        }
        Some(play) => format!(
            "playing the hottest first loses {}: {} instead of {}",
            play.loss(),
            play.reached,
            play.best
        ),
    };
    format!("{place}; {play}")
}

fn show(
    args: &SolveArgs,
    sum: &Sum,
    answer: &SumAnswer,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{}, {} to move", style.bold(&sum.to_string()), first(args))?;
    let parts: Vec<String> = sum.terms.iter().map(|term| term.part.to_string()).collect();
    let width = parts.iter().map(|part| part.chars().count()).max().unwrap_or(0);
    for (i, (part, value)) in parts.iter().zip(&answer.components).enumerate() {
        let sign = if sum.terms[i].negative { "-" } else { "+" };
        let part = crate::output::pad(part, width);
        writeln!(out, "  {}  {sign} {part}  {}", i + 1, shortened(value.text()))?;
    }
    match &answer.value {
        Some(value) => fact("value", &style.bold(&shortened(value.text())), style, out)?,
        None if answer.stopped.is_none() => {
            fact("value", "too large a canonical form to be worked out", style, out)?;
        }
        None => {}
    }
    if let Some(mean) = answer.mean {
        let temperature = answer.value.as_ref().map(|value| value.temperature);
        let temperature = temperature.map(|t| format!(", temperature {t}"));
        fact("mean", &format!("{mean}{}", temperature.unwrap_or_default()), style, out)?;
    }
    if let Some(class) = answer.class {
        fact("outcome", &explain_class(class), style, out)?;
    }
    if let Some(stop) = answer.stopped {
        fact("stopped", &stop.to_string(), style, out)?;
    }
    if answer.moves.is_empty() && answer.moves_complete {
        fact("winning", "no move", style, out)?;
    }
    let mut label = "winning";
    for (i, part) in parts.iter().enumerate() {
        let here = answer.moves.iter().filter(|found| found.component == i);
        let moves: Vec<String> = here.map(|found| found.played.clone()).collect();
        if moves.is_empty() {
            continue;
        }
        let lines = wrap(moves, 60);
        fact(label, &format!("in {} ({part}): {}", i + 1, lines[0]), style, out)?;
        for line in &lines[1..] {
            fact("", &format!("  {line}"), style, out)?;
        }
        label = "";
    }
    if let Some(hottest) = &answer.hottest {
        fact("hottest", &hottest_words(hottest), style, out)?;
    }
    Ok(())
}
