//! `chromex all`: every graph of a kind and size, up to isomorphism, one a line.

use std::io::Write;

use chromex::graphs::generate::Kind;
use chromex::graphs::{all, formats};

use crate::Status;
use crate::args::AllArgs;

/// Runs the command.
pub fn run(args: &AllArgs, out: &mut impl Write) -> anyhow::Result<Status> {
    let most = args.kind.most_listed();
    if args.vertices > most {
        anyhow::bail!(
            "{} vertices are too many: `{}` is listed up to {most}{}",
            args.vertices,
            args.kind,
            further(args.kind)
        );
    }
    let graphs = all::of_kind(args.kind, args.vertices);
    if args.count {
        writeln!(out, "{}", graphs.len())?;
        return Ok(Status::Done);
    }
    for graph in &graphs {
        writeln!(out, "{}", formats::graph6::write(graph)?.trim_end())?;
    }
    Ok(Status::Done)
}

/// Who goes further.
fn further(kind: Kind) -> &'static str {
    match kind {
        Kind::Trees => " (nauty's gentreeg goes further)",
        Kind::Cographs | Kind::StrictlyMatched => "",
        _ => " (nauty's geng goes further)",
    }
}
