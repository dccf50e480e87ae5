//! `chromex solve` of a sum: positions of different games, and values.

use std::io::Write;

use chromex::rules::Convention;
use chromex::{Sum, SumAnswer, add_up};
use serde_json::json;

use super::solve::{explain_class, fact, shortened, status};
use crate::Status;
use crate::args::{Ask, SolveArgs};
use crate::output::{Style, wrap};
use crate::progress::Progress;
use crate::results::Results;

/// Runs the command, which has only one argument.
pub fn run(args: &SolveArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
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
        writeln!(out, "{}", report(args, &sum, &answer))?;
    } else {
        show(args, &sum, &answer, style, out)?;
    }
    Ok(status(answer.stopped))
}

fn first(args: &SolveArgs) -> &'static str {
    Convention::Partisan.player_name(args.game.first)
}

fn report(args: &SolveArgs, sum: &Sum, answer: &SumAnswer) -> serde_json::Value {
    let number = |number: Option<chromex::values::Dyadic>| number.map(|x| x.to_string());
    let components = sum.terms.iter().zip(&answer.components).map(|(term, value)| {
        json!({ "component": term.part.to_string(), "negative": term.negative, "value": value })
    });
    let moves = answer.moves.iter().map(|found| {
        json!({
            "component": found.component + 1,
            "in": sum.terms[found.component].part.to_string(),
            "move": found.played,
        })
    });
    json!({
        "sum": sum.to_string(),
        "first": first(args),
        "value": answer.value,
        "mean": number(answer.mean),
        "temperature": number(answer.temperature),
        "outcome": answer.class.map(|class| class.to_string()),
        "components": components.collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "moves_complete": answer.moves_complete,
        "complete": answer.stopped.is_none(),
        "stopped": answer.stopped.map(|stop| stop.to_string()),
    })
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
        writeln!(out, "  {}  {sign} {part}  {}", i + 1, shortened(value))?;
    }
    if let Some(value) = &answer.value {
        fact("value", &style.bold(&shortened(value)), style, out)?;
    }
    if let Some(mean) = answer.mean {
        let temperature = answer.temperature.map(|t| format!(", temperature {t}"));
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
    Ok(())
}
