//! `chromex graph`: facts, conversion, drawing.

use std::io::Write;

use chromex::graphs::symmetry::Symmetry;
use chromex::graphs::{Board, draw, facts, formats, ops};
use chromex_files::{Disk, Replacement};
use serde_json::{Value as Json, json};

use super::for_each_board;
use crate::Status;
use crate::args::{GraphArgs, Target};
use crate::input::Source;
use crate::output::pad;

/// Facts that take quadratic time or more are told of graphs up to this size.
const MAX_STUDIED: usize = 1000;

/// Runs the command.
pub fn run(args: GraphArgs, out: &mut impl Write) -> anyhow::Result<Status> {
    let source = Source::open(&args.graph)?;
    match &args.output {
        None => write_all(&args, source, out),
        Some(path) => {
            let mut file = Replacement::begin(&Disk::real(), path)?;
            let status = write_all(&args, source, &mut file)?;
            file.finish()?;
            Ok(status)
        }
    }
}

fn write_all(args: &GraphArgs, source: Source, out: &mut impl Write) -> anyhow::Result<Status> {
    for_each_board(source, args.json, out, |board, out| {
        let board = if args.canonical { canonical(&board)? } else { board };
        match args.to {
            None => tell(args, &board, out)?,
            Some(Target::Dot) => write!(out, "{}", draw::dot(&board, &[]))?,
            Some(Target::Svg) => write!(out, "{}", draw::svg(&board, &[]))?,
            Some(Target::Text(format)) => {
                let text = formats::write(board.graph(), format)?;
                write!(out, "{text}{}", if text.ends_with('\n') { "" } else { "\n" })?;
            }
        }
        Ok(Status::Done)
    })
}

fn canonical(board: &Board) -> anyhow::Result<Board> {
    let Some(symmetry) = Symmetry::of_uncoloured(board.graph()) else {
        anyhow::bail!("{} is too large for a canonical form", board.name());
    };
    Ok(Board::new(symmetry.canonical(board.graph()), board.name()))
}

fn tell(args: &GraphArgs, board: &Board, out: &mut dyn Write) -> anyhow::Result<()> {
    let facts = study(board);
    if args.json {
        writeln!(out, "{facts}")?;
        return Ok(());
    }
    let Json::Object(entries) = facts else { return Ok(()) };
    for (name, value) in entries.iter().filter(|(_, value)| !value.is_null()) {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        writeln!(out, "{} {text}", pad(&name.replace('_', " "), 16))?;
    }
    if board.order() > MAX_STUDIED {
        writeln!(out, "(too large for diameter, girth, automorphisms and canonical form)")?;
    }
    Ok(())
}

/// What there is to know about a graph; `null` where it does not exist or is too costly.
fn study(board: &Board) -> Json {
    let graph = board.graph();
    let small = graph.order() <= MAX_STUDIED;
    let degrees = (0..graph.order()).map(|v| graph.degree(v));
    let parts = ops::components(graph).len();
    let symmetry = small.then(|| Symmetry::of_uncoloured(graph)).flatten();
    let group = symmetry.as_ref().map(|symmetry| match symmetry.group_order() {
        Some(order) => order.to_string(),
        None => format!("about 10^{:.1}", symmetry.group_order_log10()),
    });
    let canonical = symmetry.as_ref().and_then(|symmetry| {
        let format =
            if graph.is_directed() { formats::Format::Digraph6 } else { formats::Format::Graph6 };
        let prefix = if graph.is_directed() { "d6" } else { "g6" };
        let text = formats::write(&symmetry.canonical(graph), format).ok()?;
        Some(format!("{prefix}:{text}"))
    });
    json!({
        "graph": board.name(),
        "vertices": graph.order(),
        "edges": graph.edge_count(),
        "directed": graph.is_directed(),
        "min_degree": degrees.clone().min(),
        "max_degree": degrees.max(),
        "components": parts,
        "bipartite": facts::is_bipartite(graph),
        "diameter": small.then(|| facts::diameter(graph)).flatten(),
        "girth": small.then(|| facts::girth(graph)).flatten(),
        "automorphisms": group,
        "orbits": symmetry.as_ref().map(Symmetry::orbit_count),
        "canonical": canonical,
    })
}
