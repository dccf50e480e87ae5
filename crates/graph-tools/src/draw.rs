//! Drawing: a place for every vertex, then SVG, PNG, DOT or TikZ.
//!
//! * [`layout()`]: the board's own points, or those that [`layout::compute`] finds;
//! * [`svg()`]: a standalone picture for a browser, a notebook or paper; [`png()`]: the same in pixels;
//! * [`dot()`]: the same for Graphviz; [`tikz()`]: the same for LaTeX;
//! * [`export`]: the table of all formats in which boards and positions leave the program.
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

/// How one vertex looks; by default uncoloured, showing its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The colour the vertex has been given.
    pub fill: Option<Paint>,
    /// What is written on the vertex, instead of what its paint would write.
    pub label: Option<String>,
    /// The tooltip, instead of the number of the vertex and the name of its paint.
    pub title: Option<String>,
}

impl Mark {
    /// A vertex of this colour.
    pub fn painted(paint: Paint) -> Mark {
        Mark { fill: Some(paint), ..Mark::default() }
    }

    /// What to write on the vertex `v`: its number unless it is coloured or says otherwise.
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

/// Where to draw each vertex: [`Board::points`] where the family has an opinion, else computed.
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
mod samples {
    use chromex_graphs::{Board, Graph, Point};

    /// The `rows` × `columns` grid, or the torus, without coordinates.
    pub fn grid(rows: usize, columns: usize, wraps: bool) -> Board {
        let at = |r: usize, c: usize| (r % rows) * columns + c % columns;
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        let joins = cells.flat_map(|(r, c)| [(r, c, r + 1, c), (r, c, r, c + 1)]);
        let edges = joins
            .filter(|&(_, _, r, c)| wraps || (r < rows && c < columns))
            .map(|(r, c, s, d)| (at(r, c), at(s, d)));
        Board::new(Graph::undirected(rows * columns, edges).unwrap(), "grid")
    }

    /// The board in rows, on the integer points.
    pub fn on_lattice(board: Board, columns: usize) -> Board {
        let place = |v: usize| ((v % columns) as f64, (v / columns) as f64);
        let points: Vec<Point> = (0..board.order()).map(place).collect();
        board.with_points(points).with_rows(columns)
    }

    /// The queen's graph on its own lattice.
    pub fn queens(side: usize) -> Board {
        let attack = |u: usize, v: usize| {
            let (dx, dy) = ((u % side).abs_diff(v % side), (u / side).abs_diff(v / side));
            dx == 0 || dy == 0 || dx == dy
        };
        let n = side * side;
        let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
        let graph = Graph::undirected(n, pairs.filter(|&(u, v)| attack(u, v))).unwrap();
        on_lattice(Board::new(graph, "queens"), side)
    }

    /// The Petersen graph.
    pub fn petersen() -> Board {
        let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]);
        Board::new(Graph::undirected(10, edges).unwrap(), "petersen")
    }

    /// The complete binary tree on `n` vertices, as a heap.
    pub fn heap(n: usize) -> Board {
        Board::new(Graph::undirected(n, (1..n).map(|v| (v, (v - 1) / 2))).unwrap(), "heap")
    }

    /// A directed cycle, every third arc of which is answered by its opposite.
    pub fn carousel(n: usize) -> Board {
        let round = (0..n).map(|v| (v, (v + 1) % n));
        let back = (0..n).step_by(3).map(|v| ((v + 1) % n, v));
        Board::new(Graph::directed(n, round.chain(back)).unwrap(), "carousel")
    }

    /// A graph with about `m` edges that looks random and never changes.
    pub fn scattered(n: usize, m: usize) -> Board {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        let pairs: Vec<_> = (0..m).map(|_| (next(), next())).filter(|(u, v)| u != v).collect();
        Board::new(Graph::undirected(n, pairs).unwrap(), "scattered")
    }

    /// The path on `n` vertices.
    pub fn path(n: usize) -> Board {
        Board::new(Graph::undirected(n, (1..n).map(|v| (v - 1, v))).unwrap(), "path")
    }

    /// The cycle on `n` vertices.
    pub fn cycle(n: usize) -> Board {
        Board::new(Graph::undirected(n, (0..n).map(|v| (v, (v + 1) % n))).unwrap(), "cycle")
    }

    /// The complete graph on `n` vertices.
    pub fn complete(n: usize) -> Board {
        let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
        Board::new(Graph::undirected(n, pairs).unwrap(), "complete")
    }

    /// The disjoint union.
    pub fn union(boards: &[Board]) -> Board {
        let mut edges = Vec::new();
        let mut n = 0;
        for board in boards {
            edges.extend(board.graph().edges().map(|(u, v)| (u + n, v + n)));
            n += board.order();
        }
        Board::new(Graph::undirected(n, edges).unwrap(), "union")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_knows_its_points_keeps_them() {
        let board = samples::on_lattice(samples::grid(3, 5, false), 5);
        assert_eq!(layout(&board), board.points().unwrap());
        assert_eq!(layout(&samples::petersen()).len(), 10);
    }

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
