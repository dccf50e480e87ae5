//! The common parts of all pictures of a board: places and sizes.

use super::cells::{Cells, bounds, distance};
use super::routes::{Route, routes};
use super::{Mark, layout, mark_of};
use chromex_graphs::limit::is_stopped;
use chromex_graphs::{Board, Point};

/// The usual radius of a vertex, and the smallest, in units.
const RADIUS: (f64, f64) = (0.3, 0.02);
/// The margin around the outermost vertices, in units.
const MARGIN: f64 = 0.6;
/// Beyond this many vertices there are neither labels nor tooltips.
const MOST_LABELS: usize = 2_000;

/// A board with its marks, laid out. Lengths are in units, the usual distance between neighbours.
pub(super) struct Picture<'a> {
    pub board: &'a Board,
    marks: &'a [Mark],
    pub points: Vec<Point>,
    /// The radius of a vertex.
    pub radius: f64,
    routes: Vec<Route>,
}

impl<'a> Picture<'a> {
    pub(super) fn new(board: &'a Board, marks: &'a [Mark]) -> Self {
        let points = layout(board);
        let least = Cells::new(&points, 1.0).least_distance();
        let radius = RADIUS.0.min(least * 0.42).max(RADIUS.1);
        let routes = routes(board.graph(), &points, radius);
        Picture { board, marks, points, radius, routes }
    }

    pub(super) fn mark(&self, v: usize) -> &Mark {
        mark_of(self.marks, v)
    }

    /// Whether vertices are labelled.
    pub(super) fn is_labelled(&self) -> bool {
        self.points.len() <= MOST_LABELS
    }

    /// Every edge with its route, until the limit that holds now stops the work.
    pub(super) fn edges(&self) -> impl Iterator<Item = ((usize, usize), &Route)> {
        self.board.graph().edges().zip(&self.routes).take_while(|_| !is_stopped())
    }

    /// The corners of the smallest box around everything visible.
    pub(super) fn frame(&self) -> (Point, Point) {
        let mut seen = self.points.clone();
        for ((u, v), route) in self.edges() {
            seen.extend(route.extremes(self.points[u], self.points[v]));
        }
        let (low, high) = bounds(&seen);
        ((low.0 - MARGIN, low.1 - MARGIN), (high.0 + MARGIN, high.1 + MARGIN))
    }

    /// The ends of the line that is drawn for an edge: an arrow ends at the rim of a vertex; a line
    /// without an arrow continues below the vertex.
    pub(super) fn ends(&self, u: usize, v: usize, route: &Route) -> (Point, Point) {
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

    /// The font size of a caption: long captions are written smaller. A digit is about 0.6 of the
    /// font size wide.
    pub(super) fn text_size(&self, caption: &str) -> f64 {
        let fitting = 1.75 * self.radius / (0.6 * caption.chars().count().max(1) as f64);
        self.radius.min(fitting)
    }
}
