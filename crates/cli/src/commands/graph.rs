//! `chromex graph`: facts, conversion, drawing.

use std::io::{IsTerminal, Write};

use chromex::export;
use chromex::graphs::classes::cograph::cotree;
use chromex::graphs::classes::few_p4s::least_q;
use chromex::graphs::classes::interval::interval;
use chromex::graphs::classes::involution::{InvolutionKind, USUAL_STEPS, find};
use chromex::graphs::classes::planar::{is_outerplanar, is_planar};
use chromex::graphs::classes::primeval::primeval;
use chromex::graphs::classes::reflection::reflection;
use chromex::graphs::classes::spider::{Legs, spider};
use chromex::graphs::draw::export::{Content, ExportFormat, Sheet};
use chromex::graphs::invariants::orthogonal_chromatic_number;
use chromex::graphs::limit::go_on;
use chromex::graphs::symmetry::Symmetry;
use chromex::graphs::{Board, facts, formats, ops};
use chromex::rules::Game;
use chromex_files::{Disk, Replacement};
use serde_json::{Value as Json, json};

use super::{for_each_board, read_position};
use crate::Status;
use crate::args::GraphArgs;
use crate::input::{GraphCount, Source, read_game};
use crate::output::pad;

/// Facts that take quadratic time or more are computed only for graphs up to this size.
const MAX_STUDIED: usize = 1000;

/// Facts that take cubic time are computed only for graphs up to this size.
const MAX_CUBIC: usize = 250;

/// Runs the command.
pub(crate) fn run(args: GraphArgs, out: &mut impl Write) -> anyhow::Result<Status> {
    let source = Source::open(&args.graph)?;
    let game = args.game.as_deref().map(read_game).transpose()?;
    let writer = Writer { format: format(&args)?, game, args: &args };
    writer.check(source.how_many())?;
    let Some(path) = &args.output else { return writer.write_all(source, out) };
    let mut file = Replacement::begin(&Disk::real(), path)?;
    let status = writer.write_all(source, &mut file)?;
    file.finish()?;
    Ok(status)
}

/// The format that is asked for, by name or by the ending of the file; `None` for facts.
fn format(args: &GraphArgs) -> anyhow::Result<Option<&'static ExportFormat>> {
    let by_ending = || ExportFormat::of_file(args.output.as_deref()?).ok();
    match args.to.or_else(|| by_ending().filter(|_| !args.json)) {
        None if args.game.is_some() => {
            anyhow::bail!("--game is for drawing a position: use --to FORMAT, or -o FILE")
        }
        found => Ok(found),
    }
}

/// How each graph is written.
struct Writer<'a> {
    format: Option<&'static ExportFormat>,
    game: Option<Game>,
    args: &'a GraphArgs,
}

impl Writer<'_> {
    /// Refuses output that could not be read.
    fn check(&self, count: GraphCount) -> anyhow::Result<()> {
        let Some(ExportFormat { name, content: Content::Bytes, .. }) = self.format else {
            return Ok(());
        };
        if count != GraphCount::Single {
            anyhow::bail!("`{name}` is for one graph: a file cannot hold several");
        }
        if self.args.output.is_none() && std::io::stdout().is_terminal() {
            anyhow::bail!("`{name}` is not text: write it to a file with -o FILE");
        }
        Ok(())
    }

    fn write_all(&self, source: Source, out: &mut impl Write) -> anyhow::Result<Status> {
        let budget = || self.args.limits.budget();
        for_each_board(source, budget, self.args.json, out, |board, _, out| {
            let board = if self.args.canonical { canonical(&board)? } else { board };
            match self.format {
                None => print_facts(self.args, &board, out)?,
                Some(format) => out.write_all(&format.write_file(&self.sheet(board)?)?)?,
            }
            Ok(Status::Done)
        })
    }

    fn sheet(&self, board: Board) -> anyhow::Result<Sheet> {
        let Some(game) = &self.game else { return Ok(Sheet::of_graph(board)) };
        let given = self.args.start.as_deref().map(|start| ("--start", start));
        let position = read_position(game, board, given, self.args.first)?;
        Ok(export::sheet(&position)?)
    }
}

fn canonical(board: &Board) -> anyhow::Result<Board> {
    let Some(symmetry) = Symmetry::of_uncoloured(board.graph()) else {
        go_on()?;
        anyhow::bail!("{} is too large for a canonical form", board.name());
    };
    Ok(Board::new(symmetry.canonical(board.graph()), board.name()))
}

fn print_facts(args: &GraphArgs, board: &Board, out: &mut dyn Write) -> anyhow::Result<()> {
    let facts = study(board)?;
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

/// The facts about a graph; `null` for those that do not exist or take too long.
fn study(board: &Board) -> anyhow::Result<Json> {
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
    go_on()?;
    let diameter = small.then(|| facts::diameter(graph)).flatten();
    go_on()?;
    let girth = small.then(|| facts::girth(graph)).flatten();
    go_on()?;
    Ok(json!({
        "graph": board.name(),
        "vertices": graph.order(),
        "edges": graph.edge_count(),
        "directed": graph.is_directed(),
        "min_degree": degrees.clone().min(),
        "max_degree": degrees.max(),
        "components": parts,
        "bipartite": facts::is_bipartite(graph),
        "diameter": diameter,
        "girth": girth,
        "automorphisms": group,
        "orbits": symmetry.as_ref().map(Symmetry::orbit_count),
        "canonical": canonical,
        "planar": planar(board),
        "cograph": small.then(|| cotree(graph).ok()).flatten().map(|tree| tree.to_string()),
        "reflection": reflection(board, USUAL_STEPS).ok().flatten().map(|found| pairs(found.pairs)),
        "mirror": mirrors(board),
        "strictly_matched": strictly_matched(board),
        "orthogonal_chi": orthogonal_chi(board),
        "spider": small.then(|| legs(board)).flatten(),
        "interval": (graph.order() <= MAX_CUBIC && interval(graph).is_ok()).then_some(true),
        "few_p4s": few_paths(board),
        "primeval": decomposition(board),
    }))
}

/// Whether the graph is planar, for the list of classes; `None` if it is not.
fn planar(board: &Board) -> Option<&'static str> {
    let graph = board.graph();
    is_planar(graph).then(|| if is_outerplanar(graph) { "outerplanar" } else { "planar" })
}

/// Vertices that are each other's images: `0-3 1-2`.
fn pairs(pairs: Vec<(usize, usize)>) -> String {
    let shown = pairs.iter().take(MAX_PAIRS).map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>();
    let more = if pairs.len() > MAX_PAIRS { " …" } else { "" };
    shown.join(" ") + more
}

/// If there are more pairs, they are not shown.
const MAX_PAIRS: usize = 50;

/// The involution behind mirror strategies, of the kind that most games can use, with its pairs and
/// its fixed points.
fn mirrors(board: &Board) -> Option<String> {
    let kinds = [
        (InvolutionKind::FixedPointFreeApart, "no vertex next to its image"),
        (InvolutionKind::FixedPointFree, "without fixed vertices"),
        (InvolutionKind::OneFixedPointApart, "one fixed vertex, no vertex next to its image"),
        (InvolutionKind::OneFixedPoint, "one fixed vertex"),
    ];
    kinds.iter().find_map(|(kind, words)| Some(format!("{words}: {}", involution(board, *kind)?)))
}

fn strictly_matched(board: &Board) -> Option<String> {
    involution(board, InvolutionKind::StrictlyMatched)
}

fn involution(board: &Board, kind: InvolutionKind) -> Option<String> {
    let found = find(board, kind, USUAL_STEPS).ok().flatten()?;
    let fixed: Vec<String> = found.fixed_points().map(|v| v.to_string()).collect();
    let moved = (0..board.order()).map(|v| (v, found.image(v))).filter(|(u, v)| u < v).collect();
    let fixed =
        if fixed.is_empty() { String::new() } else { format!("; fixed {}", fixed.join(" ")) };
    Some(pairs(moved) + &fixed)
}

/// The least number of colours of two orthogonal colourings, if it can be found quickly.
fn orthogonal_chi(board: &Board) -> Option<usize> {
    (!board.graph().is_directed())
        .then(|| orthogonal_chromatic_number(board.graph(), 2, ORTHOGONAL_STEPS))
        .flatten()
}

/// Steps that take a fraction of a second.
const ORTHOGONAL_STEPS: u64 = 1_000_000;

fn legs(board: &Board) -> Option<String> {
    let found = spider(board.graph())?;
    let kind = match found.kind {
        Legs::Matching => "matching",
        Legs::Antimatching => "antimatching",
    };
    Some(format!("{kind} {}; rest of {}", pairs(found.legs), found.rest.len()))
}

fn few_paths(board: &Board) -> Option<String> {
    least_q(board.graph()).map(|q| format!("({q}, {})", q - 4))
}

/// The primeval decomposition, if it is more than a cotree and fits on a few lines.
fn decomposition(board: &Board) -> Option<String> {
    let worth_it = board.order() <= MAX_PRIMEVAL && cotree(board.graph()).is_err();
    worth_it.then(|| primeval(board.graph())).flatten().map(|found| found.to_string())
}

/// Decompositions of larger graphs are not shown.
const MAX_PRIMEVAL: usize = 200;
