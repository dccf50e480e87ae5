//! Drawings for Graphviz.

use std::fmt::{self, Write};

use super::paint::{Paint, Shape};
use super::{Mark, layout, mark_of, short};
use chromex_graphs::Board;

/// The number of points (1/72 inch) in a unit.
const UNIT: f64 = 54.0;

/// The board in the language of Graphviz, with its coordinates.
///
/// Positions are in points, for `neato -n`; `inputscale` says so to plain `neato`. `marks` has one
/// mark for each vertex; vertices without a mark are uncoloured.
///
/// ```
/// use chromex_graph_tools::draw;
/// use chromex_graphs::{Board, Graph};
/// let arc = Board::new(Graph::directed(2, [(0, 1)]).unwrap(), "an arc");
/// assert!(draw::dot(&arc, &[]).contains("0 -> 1"));
/// ```
pub fn dot(board: &Board, marks: &[Mark]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_graph(&mut out, board, marks);
    out
}

fn write_graph(out: &mut String, board: &Board, marks: &[Mark]) -> fmt::Result {
    let directed = board.graph().is_directed();
    let (kind, joint) = if directed { ("digraph", "->") } else { ("graph", "--") };
    writeln!(out, "{kind} {} {{", quoted(board.name()))?;
    writeln!(out, "  layout=neato; inputscale=72; splines=true;")?;
    writeln!(out, "  node [shape=circle, fixedsize=true, width=0.45, style=filled,")?;
    writeln!(out, "    fillcolor=\"#ececf0\", color=\"#333333\", fontsize=12];")?;
    writeln!(out, "  edge [color=\"#6b6b70\", arrowsize=0.7];")?;
    for (v, point) in layout(board).into_iter().enumerate() {
        let mark = mark_of(marks, v);
        // The y axis of Graphviz points up.
        let (x, y) = (short(point.0 * UNIT), short(-point.1 * UNIT));
        write!(out, "  {v} [pos=\"{x},{y}!\", label={}", quoted(&mark.caption(v)))?;
        mark.fill.map_or(Ok(()), |paint| write_paint(out, paint))?;
        writeln!(out, ", tooltip={}];", quoted(&mark.tooltip(v)))?;
    }
    for (u, v) in board.graph().edges() {
        writeln!(out, "  {u} {joint} {v};")?;
    }
    writeln!(out, "}}")
}

fn write_paint(out: &mut String, paint: Paint) -> fmt::Result {
    let (fill, ink) = paint.fill_and_ink();
    let shape = match paint.shape() {
        Shape::Disc => "circle",
        Shape::RingedDisc => "doublecircle",
        Shape::Diamond => "diamond",
        Shape::Square => "square",
    };
    write!(out, ", shape={shape}, fillcolor=\"{fill}\", fontcolor=\"{ink}\"")
}

/// The text as a string of the DOT language; escape sequences such as `\N` have no effect in it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
