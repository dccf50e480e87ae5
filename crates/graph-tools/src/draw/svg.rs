//! Standalone SVG.

use std::fmt::{self, Write};

use super::cells::{Cells, bounds, distance};
use super::paint::{Paint, Shape};
use super::routes::{Route, routes};
use super::{Mark, layout, mark_of, short};
use chromex_graphs::{Board, Point};

/// Pixels a unit.
const UNIT: f64 = 40.0;
/// The usual radius of a vertex, and the smallest, in units.
const RADIUS: (f64, f64) = (0.3, 0.02);
/// The room around the outermost vertices, in units.
const MARGIN: f64 = 0.6;
/// Beyond this many vertices there are neither labels nor tooltips.
const MOST_LABELS: usize = 2_000;
/// The picture is shown smaller rather than wider or taller than this many pixels.
const MOST_PIXELS: f64 = 4_000.0;

/// The board as a standalone SVG picture, dark on light or light on dark as the reader prefers.
///
/// `marks` holds a mark a vertex; missing ones are uncoloured. Every vertex is a
/// `<g class="v …" data-vertex="…">`, every edge a `<line>` or a `<path>` in `<g class="edges">`.
///
/// ```
/// use chromex_graphs::{Board, Graph, draw};
/// let edge = Board::new(Graph::undirected(2, [(0, 1)]).unwrap(), "an edge");
/// let picture = draw::svg(&edge, &[draw::Mark::painted(draw::Paint::Red)]);
/// assert!(picture.starts_with("<svg ") && picture.contains("0: red"));
/// ```
pub fn svg(board: &Board, marks: &[Mark]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = Picture::new(board, marks).write(&mut out);
    out
}

struct Picture<'a> {
    board: &'a Board,
    marks: &'a [Mark],
    points: Vec<Point>,
    radius: f64,
    routes: Vec<Route>,
}

impl<'a> Picture<'a> {
    fn new(board: &'a Board, marks: &'a [Mark]) -> Self {
        let points = layout(board);
        let least = Cells::new(&points, 1.0).least_distance();
        let radius = RADIUS.0.min(least * 0.42).max(RADIUS.1);
        let routes = routes(board.graph(), &points, radius);
        Picture { board, marks, points, radius, routes }
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let (low, high) = self.frame();
        let (x, y) = (short(low.0 * UNIT), short(low.1 * UNIT));
        let (width, height) = ((high.0 - low.0) * UNIT, (high.1 - low.1) * UNIT);
        let shrink = (MOST_PIXELS / width.max(height)).min(1.0);
        write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="chromex" role="img" viewBox="{x} {y} {w} {h}" width="{}" height="{}">"#,
            short(width * shrink),
            short(height * shrink),
            w = short(width),
            h = short(height),
        )?;
        writeln!(out, "\n<title>{}</title>", escaped(self.board.name()))?;
        self.write_style(out)?;
        let (w, h) = (short(width), short(height));
        writeln!(out, r#"<rect class="paper" x="{x}" y="{y}" width="{w}" height="{h}"/>"#)?;
        self.write_edges(out)?;
        writeln!(out, r#"<g class="vertices">"#)?;
        (0..self.points.len()).try_for_each(|v| self.write_vertex(out, v))?;
        writeln!(out, "</g>\n</svg>")
    }

    /// The corners of what is to be seen.
    fn frame(&self) -> (Point, Point) {
        let mut seen = self.points.clone();
        for ((u, v), route) in self.board.graph().edges().zip(&self.routes) {
            seen.extend(route.extremes(self.points[u], self.points[v]));
        }
        let (low, high) = bounds(&seen);
        ((low.0 - MARGIN, low.1 - MARGIN), (high.0 + MARGIN, high.1 + MARGIN))
    }

    fn write_style(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "<style>")?;
        let size = short(self.text_size());
        writeln!(out, ".chromex text{{font:{size}px sans-serif;text-anchor:middle}}")?;
        out.push_str(STYLE);
        for paint in Paint::classes() {
            let (fill, ink) = paint.fill_and_ink();
            let class = paint.class();
            write!(out, ".chromex .{class}{{fill:{fill}}}.chromex .{class} text{{fill:{ink}}}")?;
            out.push('\n');
        }
        out.push_str(DARK_STYLE);
        writeln!(out, "</style>")
    }

    /// The size of the numbers on the vertices, in pixels.
    fn text_size(&self) -> f64 {
        self.radius * UNIT
    }

    fn write_edges(&self, out: &mut String) -> fmt::Result {
        let directed = self.board.graph().is_directed();
        if directed {
            out.push_str(ARROW);
        }
        let heads = if directed { r##" marker-end="url(#chromex-arrow)""## } else { "" };
        writeln!(out, r#"<g class="edges"{heads}>"#)?;
        for ((u, v), route) in self.board.graph().edges().zip(&self.routes) {
            let (a, b) = self.ends(u, v, route);
            write_edge(out, a, b, route)?;
        }
        writeln!(out, "</g>")
    }

    /// Where the line of an edge begins and ends: an arrow points at the rim of a vertex, while
    /// the vertex covers the end of a line without one.
    fn ends(&self, u: usize, v: usize, route: &Route) -> (Point, Point) {
        let (a, b) = (self.points[u], self.points[v]);
        if !self.board.graph().is_directed() {
            return (a, b);
        }
        let (_, back) = route.towards(a, b);
        let gap = distance(b, back);
        if gap <= self.radius {
            return (a, b);
        }
        let share = self.radius / gap;
        (a, (b.0 + (back.0 - b.0) * share, b.1 + (back.1 - b.1) * share))
    }

    fn write_vertex(&self, out: &mut String, v: usize) -> fmt::Result {
        let mark = mark_of(self.marks, v);
        let class = mark.fill.map_or("empty".to_owned(), Paint::class);
        write!(out, r#"<g class="v {class}" data-vertex="{v}">"#)?;
        let labelled = self.points.len() <= MOST_LABELS;
        if labelled || mark.title.is_some() {
            write!(out, "<title>{}</title>", escaped(&mark.tooltip(v)))?;
        }
        let shape = mark.fill.map_or(Shape::Disc, Paint::shape);
        let (x, y) = (self.points[v].0 * UNIT, self.points[v].1 * UNIT);
        write_shape(out, shape, (x, y), self.radius * UNIT)?;
        if labelled {
            self.write_caption(out, &mark.caption(v), (x, y))?;
        }
        writeln!(out, "</g>")
    }

    fn write_caption(&self, out: &mut String, caption: &str, at: Point) -> fmt::Result {
        if caption.is_empty() {
            return Ok(());
        }
        let (x, y) = (short(at.0), short(at.1));
        write!(out, r#"<text x="{x}" y="{y}" dy=".35em""#)?;
        // Long captions are written smaller; a digit is about 0.6 of its size wide.
        let fitting = 1.75 * self.radius * UNIT / (0.6 * caption.chars().count() as f64);
        if fitting < self.text_size() {
            write!(out, r#" style="font-size:{}px""#, short(fitting.max(4.0)))?;
        }
        write!(out, ">{}</text>", escaped(caption))
    }
}

fn write_edge(out: &mut String, a: Point, b: Point, route: &Route) -> fmt::Result {
    let at = |p: Point| format!("{} {}", short(p.0 * UNIT), short(p.1 * UNIT));
    let [x, y, z, t] = [a.0, a.1, b.0, b.1].map(|c| short(c * UNIT));
    let (start, end) = (at(a), at(b));
    match *route {
        Route::Straight => writeln!(out, r#"<line x1="{x}" y1="{y}" x2="{z}" y2="{t}"/>"#),
        Route::Arc(c) => writeln!(out, r#"<path d="M{start}Q{} {end}"/>"#, at(c)),
        Route::Lane(lane) => {
            let [first, begin, finish, last] = lane.map(at);
            writeln!(out, r#"<path d="M{start}Q{first} {begin}L{finish}Q{last} {end}"/>"#)
        }
    }
}

fn write_shape(out: &mut String, shape: Shape, (x, y): Point, radius: f64) -> fmt::Result {
    let (cx, cy, r) = (short(x), short(y), short(radius));
    match shape {
        Shape::Disc => write!(out, r#"<circle cx="{cx}" cy="{cy}" r="{r}"/>"#),
        Shape::RingedDisc => {
            write!(out, r#"<circle cx="{cx}" cy="{cy}" r="{r}"/>"#)?;
            let ring = short(radius * 0.72);
            write!(out, r#"<circle class="ring" cx="{cx}" cy="{cy}" r="{ring}"/>"#)
        }
        Shape::Diamond => {
            let reach = radius * 1.25;
            let [left, right, top, foot] = [x - reach, x + reach, y - reach, y + reach].map(short);
            write!(out, r#"<path d="M{left} {cy}L{cx} {top} {right} {cy} {cx} {foot}Z"/>"#)
        }
        Shape::Square => {
            let (left, top) = (short(x - radius * 0.9), short(y - radius * 0.9));
            let side = short(radius * 1.8);
            write!(out, r#"<rect x="{left}" y="{top}" width="{side}" height="{side}"/>"#)
        }
    }
}

/// The text with what XML gives a meaning escaped and what it forbids replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(c),
            '\u{0}'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

const STYLE: &str = "\
.chromex .paper{fill:#fff}
.chromex .edges{fill:none;stroke:#6b6b70;stroke-width:1.5}
.chromex .arrow{fill:#6b6b70}
.chromex .v{stroke:#333;stroke-width:1.5}
.chromex .v text{stroke:none}
.chromex .empty{fill:#ececf0;stroke:#8a8a90}
.chromex .empty text{fill:#333}
.chromex .ring{fill:none}
";

/// Comes after the paints, which stay as they are; black needs a light rim on dark paper.
const DARK_STYLE: &str = "\
@media (prefers-color-scheme:dark){
.chromex .paper{fill:#17171b}
.chromex .edges{stroke:#9a9aa2}
.chromex .arrow{fill:#9a9aa2}
.chromex .v{stroke:#dcdce2}
.chromex .empty{fill:#34343c;stroke:#8a8a94}
.chromex .empty text{fill:#e8e8ee}
.chromex .white .ring{stroke:#333}
}
";

const ARROW: &str = r#"<defs><marker id="chromex-arrow" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="arrow" d="M0 1L10 5 0 9Z"/></marker></defs>
"#;

#[cfg(test)]
mod tests;
