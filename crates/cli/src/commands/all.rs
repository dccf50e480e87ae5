//! `chromex all`: every graph of a kind and size, up to isomorphism, one a line.

use std::io::Write;

use chromex::Stop;
use chromex::graphs::formats::graph6;
use chromex::graphs::generate::{Part, Selection};

use crate::Status;
use crate::args::{AllArgs, LimitArgs};

/// Runs the command.
pub(crate) fn run(args: &AllArgs, out: &mut impl Write) -> anyhow::Result<Status> {
    let selection: Selection = match &args.vertices {
        Some(vertices) => format!("{}:{vertices}", args.kind).parse()?,
        None => args.kind.parse()?,
    };
    let limits = LimitArgs { seconds: args.seconds, memory: args.memory };
    let budget = limits.budget().running();
    let mut count = 0_u64;
    let mut graphs = selection.graphs(Part::WHOLE);
    // For some kinds all graphs are made when the first is asked for; if the time is up by then,
    // there are none.
    let mut next = || budget.during(|| (graphs.next(), budget.check()));
    loop {
        let graph = match next() {
            (_, Err(stop)) => {
                let _ = writeln!(std::io::stderr(), "stopped after {count} graphs: {stop}");
                return Ok(Status::Unfinished);
            }
            (None, Ok(())) if selection.count().is_some_and(|all| count < all) => {
                let stop = Stop::Memory(budget.memory);
                let _ = writeln!(std::io::stderr(), "stopped after {count} graphs: {stop}");
                return Ok(Status::Unfinished);
            }
            (None, Ok(())) => break,
            (Some(graph), Ok(())) => graph,
        };
        count += 1;
        if !args.count {
            writeln!(out, "{}", graph6::write(&graph)?)?;
        }
    }
    if args.count {
        writeln!(out, "{count}")?;
    }
    Ok(Status::Done)
}
