//! TikZ pictures, for papers in LaTeX.

use std::fmt::{self, Write};

use super::paint::{Paint, Shape};
use super::picture::Picture;
use super::routes::Route;
use super::{Mark, short};
use chromex_graphs::{Board, Point};

/// The board as a `tikzpicture` that needs no library but `shapes.geometric`.
///
/// `marks` has one mark for each vertex; vertices without a mark are uncoloured. One unit is one
/// centimetre.
///
/// ```
/// use chromex_graph_tools::draw;
/// use chromex_graphs::{Board, Graph};
/// let edge = Board::new(Graph::undirected(2, [(0, 1)]).unwrap(), "an edge");
/// assert!(draw::tikz(&edge, &[]).contains(r"\draw[chromex edge] (v0) -- (v1);"));
/// ```
pub fn tikz(board: &Board, marks: &[Mark]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_picture(&mut out, board, marks);
    out
}

fn write_picture(out: &mut String, board: &Board, marks: &[Mark]) -> fmt::Result {
    let picture = Picture::new(board, marks);
    writeln!(out, "% {}", comment(board.name()))?;
    writeln!(out, "% \\usepackage{{tikz}} \\usetikzlibrary{{shapes.geometric}}")?;
    for paint in used(marks) {
        let (fill, ink) = paint.fill_and_ink();
        let name = paint.class();
        writeln!(out, "\\definecolor{{chromex-{name}}}{{HTML}}{{{}}}", hex(fill))?;
        writeln!(out, "\\definecolor{{chromex-{name}-ink}}{{HTML}}{{{}}}", hex(ink))?;
    }
    let heads = if board.graph().is_directed() { ", ->, >=latex" } else { "" };
    writeln!(out, "\\begin{{tikzpicture}}[")?;
    writeln!(
        out,
        "  chromex/.style={{draw=black!80, fill=white, circle, inner sep=0pt, minimum size={}cm, font=\\small}},",
        short(2.0 * picture.radius)
    )?;
    writeln!(out, "  chromex edge/.style={{draw=black!60, line width=0.6pt{heads}}}]")?;
    for (v, &point) in picture.points.iter().enumerate() {
        write_vertex(out, v, point, picture.mark(v))?;
    }
    for ((u, v), route) in picture.edges() {
        writeln!(out, "\\draw[chromex edge] (v{u}) {} (v{v});", way(route))?;
    }
    writeln!(out, "\\end{{tikzpicture}}")
}

fn write_vertex(out: &mut String, v: usize, (x, y): Point, mark: &Mark) -> fmt::Result {
    let style = match mark.fill {
        // The number of a vertex must not be mistaken for a colour.
        None => ", font=\\tiny, text=black!55".to_owned(),
        Some(paint) => {
            let name = paint.class();
            format!(", {}fill=chromex-{name}, text=chromex-{name}-ink", shape(paint))
        }
    };
    // The y axis of TikZ points up.
    let at = format!("({},{})", short(x), short(-y));
    writeln!(out, "\\node[chromex{style}] (v{v}) at {at} {{{}}};", escaped(&mark.caption(v)))
}

fn shape(paint: Paint) -> &'static str {
    match paint.shape() {
        Shape::Disc => "",
        Shape::RingedDisc => "double, ",
        Shape::Diamond => "diamond, ",
        Shape::Square => "rectangle, ",
    }
}

/// The route of an edge in the language of TikZ.
fn way(route: &Route) -> String {
    let at = |(x, y): Point| format!("({},{})", short(x), short(-y));
    match *route {
        Route::Straight => "--".to_owned(),
        // A quadratic curve, approximated by a cubic one whose control points coincide.
        Route::Arc(control) => format!(".. controls {} ..", at(control)),
        Route::Lane([first, begin, finish, last]) => format!(
            ".. controls {} .. {} -- {} .. controls {} ..",
            at(first),
            at(begin),
            at(finish),
            at(last)
        ),
    }
}

/// One paint of each class that occurs in the marks.
fn used(marks: &[Mark]) -> Vec<Paint> {
    let is_used = |paint: &Paint| {
        let classes = marks.iter().filter_map(|mark| mark.fill).map(Paint::class);
        classes.into_iter().any(|class| class == paint.class())
    };
    Paint::classes().filter(is_used).collect()
}

fn hex(colour: &str) -> String {
    colour.trim_start_matches('#').to_uppercase()
}

/// A comment on a line of its own.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The text with the special characters of TeX escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
