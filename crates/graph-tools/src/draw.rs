//! Drawing: a place for every vertex, then SVG, PNG, DOT or TikZ.
//!
//! * [`layout()`]: the board's own points, or those that [`layout::compute`] finds;
//! * [`svg()`]: a standalone picture for a browser, a notebook or paper; [`png()`]: the picture in
//!   pixels;
//! * [`dot()`]: a drawing for Graphviz; [`tikz()`]: a drawing for LaTeX;
//! * [`export`]: the table of all formats in which boards and positions can be exported.
//!
//! Nothing here is random: the same board and marks give the same text.

mod cells;
mod dot;
pub mod export;
mod json;
pub mod layout;
mod paint;
mod picture;
mod png;
mod routes;
mod svg;
mod tikz;

use chromex_graphs::{Board, Point};

pub use dot::dot;
pub use paint::Paint;
pub use png::png;
pub use svg::svg;
pub use tikz::tikz;

/// How one vertex looks; by default it is uncoloured and shows its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The colour the vertex has been given.
    pub fill: Option<Paint>,
    /// The text on the vertex, in place of the text of its colour.
    pub label: Option<String>,
    /// The tooltip, in place of the number of the vertex and the name of its colour.
    pub title: Option<String>,
}

impl Mark {
    /// A vertex of this colour.
    pub fn painted(paint: Paint) -> Mark {
        Mark { fill: Some(paint), ..Mark::default() }
    }

    /// The text on the vertex `v`: its number, unless it is coloured or has a label.
    fn caption(&self, v: usize) -> String {
        match (&self.label, self.fill) {
            (Some(label), _) => label.clone(),
            (None, Some(paint)) => paint.letter(),
            (None, None) => v.to_string(),
        }
    }

    /// The tooltip of the vertex `v`.
    fn tooltip(&self, v: usize) -> String {
        match (&self.title, self.fill) {
            (Some(title), _) => title.clone(),
            (None, Some(paint)) => format!("{v}: {}", paint.name()),
            (None, None) => v.to_string(),
        }
    }
}

/// Where to draw each vertex: [`Board::points`] if the family gives them, otherwise computed
/// places.
pub fn layout(board: &Board) -> Vec<Point> {
    match board.points() {
        Some(points) => points.to_vec(),
        None => layout::compute(board.graph()),
    }
}

/// The mark of `v`; vertices beyond the end of `marks` are uncoloured.
fn mark_of(marks: &[Mark], v: usize) -> &Mark {
    const PLAIN: &Mark = &Mark { fill: None, label: None, title: None };
    marks.get(v).unwrap_or(PLAIN)
}

/// A coordinate as short text: at most two decimals and no negative zero.
fn short(x: f64) -> String {
    let rounded = (x * 100.0).round() / 100.0;
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

/// The boards that the tests draw.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_follow_label_then_paint_then_number() {
        let painted = Mark::painted(Paint::Number(3));
        assert_eq!((painted.caption(7).as_str(), Mark::default().caption(7).as_str()), ("3", "7"));
        let named = Mark { label: Some("x".into()), ..painted.clone() };
        assert_eq!((named.caption(7).as_str(), painted.tooltip(7).as_str()), ("x", "7: colour 3"));
    }

    #[test]
    fn coordinates_are_short() {
        let texts = [-0.001, 1.0, 2.0 / 3.0, -12.5].map(short);
        assert_eq!(texts, ["0", "1", "0.67", "-12.5"]);
    }
}
