//! `chromex families` and `chromex strategies`.

use std::io::Write;

use chromex::graphs::families::FAMILIES;
use chromex::strategy::STRATEGIES;
use serde_json::json;

use crate::Status;
use crate::args::ListArgs;
use crate::output::{Style, pad, wrap};

/// How wide the explanations may get.
pub(crate) const WIDTH: usize = 72;

/// The ways to type a graph that are not families.
const OTHER_WAYS: &[(&str, &str)] = &[
    ("path:3..17", "a range: one graph for each number; path:3..17..2 in steps of 2"),
    ("cycle:5+path:2", "disjoint union"),
    ("2*path:3", "copies"),
    ("path:3*star:3", "Cartesian product; rows are copies of the second factor"),
    ("cycle:9^2", "power: vertices at distance 1 or 2 joined; also power(cycle:9;2)"),
    ("complement(path:4)", "complement"),
    ("line(grid:5x6)", "line graph; its vertices are called by the edges: 0-1"),
    ("total(path:4)", "total graph: vertices and edges"),
    ("join(path:3;empty:2)", "join: union with all edges between"),
    ("induced(grid:3x3;0,1,4)", "subgraph on these vertices, in this order"),
    ("g6:DQc", "graph6; also s6:… (sparse6) and d6:… (digraph6)"),
    ("cotree:j(1,u(4))", "a cograph: u(…) union, j(…) join, numbers are single vertices"),
    ("edges:0-1,1-2,4", "edge list; a lone number is an isolated vertex"),
    ("arcs:0>1,1>2", "the same for digraphs"),
    ("@FILE", "graph6, sparse6, digraph6 (one a line), DIMACS .col or an edge list"),
    ("-", "the same from standard input"),
];

/// Lists the families and the other ways to type a graph.
pub(crate) fn families(
    args: ListArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let families = FAMILIES.iter().map(|family| (family.usage, family.summary));
    let all = families.chain(OTHER_WAYS.iter().copied());
    for (usage, summary) in all {
        if args.json {
            writeln!(out, "{}", json!({ "usage": usage, "summary": summary }))?;
        } else {
            writeln!(out, "{}  {summary}", style.bold(&pad(usage, 24)))?;
        }
    }
    Ok(Status::Done)
}

/// Lists the strategies.
pub(crate) fn strategies(
    args: ListArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    for info in STRATEGIES {
        if args.json {
            let object = json!({
                "name": info.name, "summary": info.summary, "source": info.source,
                "example": info.example,
            });
            writeln!(out, "{object}")?;
            continue;
        }
        let example = format!("duel {} {}", info.name, info.example);
        writeln!(out, "{}  {}", style.bold(&pad(info.name, 26)), style.dim(&example))?;
        for line in wrap(info.summary.split(' ').map(str::to_owned), WIDTH) {
            writeln!(out, "    {line}")?;
        }
        writeln!(out, "    {}", style.dim(info.source))?;
    }
    Ok(Status::Done)
}
