//! `chromex cograph`: cotrees, and the largest connected subgraph game on cographs of any size.

use std::io::Write;
use std::time::Instant;

use chromex::Outcome;
use chromex::graphs::classes::cograph::{Cotree, NotACograph, cotree, cotree_of_complement};
use chromex::theory::cographs::solve;
use serde_json::{Value as Json, json};

use super::for_each_board;
use crate::Status;
use crate::args::CographArgs;
use crate::input::{Source, read_file};
use crate::output::{self, Style};

/// Runs the command.
pub(crate) fn run(args: CographArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    // A cotree is not expanded into the edges of a graph, which could be far too many.
    if let Some(tree) = args.limits.budget().during(|| typed_cotree(&args.graph))? {
        let tree = if args.complement { tree.complement() } else { tree };
        show(&args, style, &args.graph, Ok(tree), Instant::now(), out)?;
        return Ok(Status::Done);
    }
    let source = Source::open(&args.graph)?;
    let budget = || args.limits.budget();
    for_each_board(source, budget, args.json, out, |board, _, out| {
        let started = Instant::now();
        let found = match args.complement {
            true => cotree_of_complement(board.graph()),
            false => cotree(board.graph()),
        };
        show(&args, style, board.name(), found, started, out)?;
        Ok(Status::Done)
    })
}

/// The cotree, if the argument is one: `cotree:…` with nothing after it, or `cotree:@FILE`.
fn typed_cotree(argument: &str) -> anyhow::Result<Option<Cotree>> {
    let Some(text) = argument.strip_prefix("cotree:") else { return Ok(None) };
    match text.strip_prefix('@') {
        Some(path) => Ok(Some(read_file(path)?.trim().parse()?)),
        // A text that is not a cotree may still be an expression that begins with one.
        None => Ok(text.parse().ok()),
    }
}

fn show(
    args: &CographArgs,
    style: Style,
    name: &str,
    found: Result<Cotree, NotACograph>,
    started: Instant,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        writeln!(out, "{}", as_json(name, &found))?;
        return Ok(());
    }
    let whole = if args.complement { format!("the complement of {name}") } else { name.to_owned() };
    let tree = match found {
        Ok(tree) => tree,
        Err(reason) => {
            writeln!(out, "{whole}: {reason}")?;
            return Ok(());
        }
    };
    let solved = solve(&tree);
    let time = output::seconds(started.elapsed());
    writeln!(out, "{whole}: a cograph of {} vertices, {} edges", tree.order(), tree.edge_count())?;
    writeln!(out, "cotree   {}", shortened(&tree.to_string()))?;
    let winner = if solved.outcome() == Outcome::Draw { "a draw" } else { "Alice wins" };
    writeln!(out, "outcome  {} (largest connected subgraph game)", style.bold(winner))?;
    let star = if solved.in_a_star { "yes: Alice can" } else { "no: Alice cannot" };
    writeln!(out, "A*       {star} force a single red component")?;
    let found = format!("found    by Theorem 5.1 of Bensmail et al., {time}");
    writeln!(out, "{}", style.dim(&found))?;
    Ok(())
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(70) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn as_json(name: &str, found: &Result<Cotree, NotACograph>) -> Json {
    match found {
        Ok(tree) => {
            let solved = solve(tree);
            json!({
                "graph": name,
                "cograph": true,
                "vertices": tree.order(),
                "cotree": tree.to_string(),
                "outcome": solved.outcome().to_string(),
                "a_star": solved.in_a_star,
            })
        }
        Err(NotACograph::InducedPath(path)) => {
            json!({ "graph": name, "cograph": false, "induced_path": path })
        }
        Err(reason) => {
            json!({ "graph": name, "cograph": false, "reason": reason.to_string() })
        }
    }
}
