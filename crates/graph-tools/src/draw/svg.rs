//! Standalone SVG pictures.

use std::fmt::{self, Write};

use super::paint::{Paint, Shape};
use super::picture::Picture;
use super::routes::Route;
use super::{Mark, short};
use chromex_graphs::{Board, Point};

/// The number of pixels in a unit.
const UNIT: f64 = 40.0;
/// A larger picture is scaled down to this many pixels in width and height.
const MOST_PIXELS: f64 = 4_000.0;

/// The board as a standalone SVG picture, dark on light or light on dark, depending on the reader's
/// settings.
///
/// `marks` has one mark for each vertex; vertices without a mark are uncoloured. Every vertex is a
/// `<g class="v …" data-vertex="…">`, every edge a `<line>` or a `<path>` in `<g class="edges">`.
///
/// ```
/// use chromex_graph_tools::draw;
/// use chromex_graphs::{Board, Graph};
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

impl Picture<'_> {
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

    fn write_style(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "<style>")?;
        let size = short(self.radius * UNIT);
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

    fn write_edges(&self, out: &mut String) -> fmt::Result {
        let directed = self.board.graph().is_directed();
        if directed {
            out.push_str(ARROW);
        }
        let heads = if directed { r##" marker-end="url(#chromex-arrow)""## } else { "" };
        writeln!(out, r#"<g class="edges"{heads}>"#)?;
        for ((u, v), route) in self.edges() {
            let (a, b) = self.ends(u, v, route);
            write_edge(out, a, b, route)?;
        }
        writeln!(out, "</g>")
    }

    fn write_vertex(&self, out: &mut String, v: usize) -> fmt::Result {
        let mark = self.mark(v);
        let class = mark.fill.map_or("empty".to_owned(), Paint::class);
        write!(out, r#"<g class="v {class}" data-vertex="{v}">"#)?;
        let labelled = self.is_labelled();
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
        let size = self.text_size(caption);
        if size < self.radius {
            write!(out, r#" style="font-size:{}px""#, short((size * UNIT).max(4.0)))?;
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

/// The text with the special characters of XML escaped and forbidden characters replaced.
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

/// Added after the paints, which do not change; black needs a light rim on dark paper.
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
