//! Node-link JSON, which networkx and d3 read.

use std::fmt::{self, Write};

use super::{Mark, layout, mark_of, short};
use chromex_graphs::Board;

/// The board as node-link JSON: `networkx.node_link_graph(json.load(file))` reads it.
///
/// Every node has its coordinates as `pos` (y points up), and its colour if it has one. `position`
/// is the complete position in the one-line notation, if there is one.
pub(super) fn json(board: &Board, marks: &[Mark], position: Option<&str>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_graph(&mut out, board, marks, position);
    out
}

fn write_graph(
    out: &mut String,
    board: &Board,
    marks: &[Mark],
    position: Option<&str>,
) -> fmt::Result {
    let directed = board.graph().is_directed();
    write!(out, "{{\"directed\": {directed}, \"multigraph\": false, ")?;
    write!(out, "\"graph\": {{\"name\": {}", quoted(board.name()))?;
    if let Some(line) = position {
        write!(out, ", \"position\": {}", quoted(line))?;
    }
    out.push_str("},\n\"nodes\": [");
    for (v, (x, y)) in layout(board).into_iter().enumerate() {
        let comma = if v == 0 { "" } else { "," };
        write!(out, "{comma}\n{{\"id\": {v}, \"pos\": [{}, {}]", short(x), short(-y))?;
        if let Some(paint) = mark_of(marks, v).fill {
            write!(out, ", \"colour\": {}", quoted(&paint.name()))?;
        }
        out.push('}');
    }
    out.push_str("],\n\"edges\": [");
    for (i, (u, v)) in board.graph().edges().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}\n{{\"source\": {u}, \"target\": {v}}}")?;
    }
    writeln!(out, "]}}")
}

/// The text as a string of JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\u{0}'..'\u{20}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
