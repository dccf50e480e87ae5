//! `chromex all`: every graph of a kind and size, up to isomorphism, one a line.

use std::io::Write;

use chromex::graphs::{Graph, all, formats};

use crate::Status;
use crate::args::{AllArgs, AllKind};

/// Runs the command.
pub fn run(args: &AllArgs, out: &mut impl Write) -> anyhow::Result<Status> {
    let (graphs, most): (fn(usize) -> Vec<Graph>, usize) = match args.kind {
        AllKind::Graphs => (all::graphs, 9),
        AllKind::Connected => (all::connected, 9),
        AllKind::Trees => (all::trees, 16),
        AllKind::Cographs => (all::cographs, 14),
        AllKind::StrictlyMatched => (all::strictly_matched, 11),
    };
    if args.vertices > most {
        anyhow::bail!(
            "{} vertices are too many: this kind is listed up to {most}{}",
            args.vertices,
            match args.kind {
                AllKind::Graphs | AllKind::Connected => " (nauty's geng goes further)",
                AllKind::Trees => " (nauty's gentreeg goes further)",
                AllKind::Cographs | AllKind::StrictlyMatched => "",
            }
        );
    }
    let graphs = graphs(args.vertices);
    if args.count {
        writeln!(out, "{}", graphs.len())?;
        return Ok(Status::Done);
    }
    for graph in &graphs {
        writeln!(out, "{}", formats::graph6::write(graph)?.trim_end())?;
    }
    Ok(Status::Done)
}
