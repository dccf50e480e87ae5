//! The route of each edge: straight if possible, otherwise around the vertices in its way.

use super::cells::{Cells, between, bounds, distance, distance_to_segment};
use chromex_graphs::{Graph, Point};

/// Beyond this many vertices or edges every edge is straight.
const MOST_VERTICES: usize = 2_000;
const MOST_EDGES: usize = 4_000;
/// The space between a bent edge and the vertices that it avoids.
const ROOM: f64 = 0.04;
/// How far two opposite arcs bend away from each other.
const OPPOSITE: f64 = 0.14;
/// How steeply a lane leaves its vertex: the place of its corner, and the place where it starts to
/// run parallel.
const RAMP: (f64, f64) = (0.25, 0.95);

/// The route of an edge between its two vertices.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Route {
    /// A straight line.
    Straight,
    /// A quadratic Bézier curve with this control point.
    Arc(Point),
    /// A line parallel to the straight one, with rounded ends: the first corner, where the parallel
    /// begins and ends, the last corner.
    Lane([Point; 4]),
}

impl Route {
    /// The curve whose largest distance from the straight line is `height`, to the left if
    /// positive.
    fn arc(a: Point, b: Point, height: f64) -> Route {
        Route::Arc(beside(a, b, 0.5 * distance(a, b), 2.0 * height))
    }

    /// The parallel line at distance `height`.
    fn lane(a: Point, b: Point, height: f64) -> Route {
        let length = distance(a, b);
        let along = [RAMP.0, RAMP.1, length - RAMP.1, length - RAMP.0];
        Route::Lane(along.map(|x| beside(a, b, x, height)))
    }

    /// The points towards which the edge leaves its ends `a` and `b`.
    pub(super) fn towards(&self, a: Point, b: Point) -> (Point, Point) {
        match *self {
            Route::Straight => (b, a),
            Route::Arc(control) => (control, control),
            Route::Lane([first, _, _, last]) => (first, last),
        }
    }

    /// The outermost points of the edge other than its ends.
    pub(super) fn extremes(&self, a: Point, b: Point) -> Vec<Point> {
        match *self {
            Route::Straight => Vec::new(),
            Route::Arc(control) => vec![between(control, between(a, b, 0.5), 0.5)],
            Route::Lane([_, begin, end, _]) => vec![begin, end],
        }
    }

    /// The edge as a chain of short segments.
    pub(super) fn flattened(&self, a: Point, b: Point) -> Vec<Point> {
        let mut chain = vec![a];
        match *self {
            Route::Straight => chain.push(b),
            Route::Arc(control) => bend(&mut chain, control, b),
            Route::Lane([first, begin, end, last]) => {
                bend(&mut chain, first, begin);
                chain.push(end);
                bend(&mut chain, last, b);
            }
        }
        chain
    }
}

/// Continues the chain along a quadratic Bézier curve.
fn bend(chain: &mut Vec<Point>, control: Point, end: Point) {
    const STEPS: usize = 12;
    let Some(&start) = chain.last() else { return };
    for step in 1..=STEPS {
        let t = step as f64 / STEPS as f64;
        chain.push(between(between(start, control, t), between(control, end, t), t));
    }
}

/// The point `along` the way from `a` to `b` and `aside` to the left of it.
fn beside(a: Point, b: Point, along: f64, aside: f64) -> Point {
    let length = distance(a, b).max(1e-9);
    let (x, y) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
    (a.0 + x * along + y * aside, a.1 + y * along - x * aside)
}

/// Finds the routes of one drawing.
struct Router<'a> {
    graph: &'a Graph,
    points: &'a [Point],
    radius: f64,
    middle: Point,
    cells: Cells<'a>,
}

/// The route of every edge, in the order of [`Graph::edges`].
pub(super) fn routes(graph: &Graph, points: &[Point], radius: f64) -> Vec<Route> {
    if graph.order() > MOST_VERTICES || graph.edge_count() > MOST_EDGES {
        let simple = |(u, v): (usize, usize)| match is_answered(graph, u, v) {
            true => Route::arc(points[u], points[v], OPPOSITE),
            false => Route::Straight,
        };
        return graph.edges().map(simple).collect();
    }
    let (low, high) = bounds(points);
    let middle = between(low, high, 0.5);
    let router = Router { graph, points, radius, middle, cells: Cells::new(points, 1.0) };
    graph.edges().map(|(u, v)| router.route(u, v)).collect()
}

/// Whether the opposite arc exists too.
fn is_answered(graph: &Graph, u: usize, v: usize) -> bool {
    graph.is_directed() && graph.has_edge(v, u)
}

impl Router<'_> {
    fn route(&self, u: usize, v: usize) -> Route {
        let answered = is_answered(self.graph, u, v);
        if !answered && self.clearance(&Route::Straight, u, v) >= self.radius {
            return Route::Straight;
        }
        let mut best = (f64::NEG_INFINITY, Route::Straight);
        for candidate in self.candidates(u, v, answered) {
            let clearance = self.clearance(&candidate, u, v);
            if clearance >= self.radius + ROOM {
                return candidate;
            }
            if clearance > best.0 {
                best = (clearance, candidate);
            }
        }
        best.1
    }

    /// The routes to try, the best first.
    fn candidates(&self, u: usize, v: usize, answered: bool) -> Vec<Route> {
        let (a, b) = (self.points[u], self.points[v]);
        let length = distance(a, b);
        // Longer edges bend further, so that edges along one row can be distinguished.
        let usual = 0.25 + 0.08 * length;
        let first = if answered { OPPOSITE } else { usual };
        let heights = [first, usual, 0.4, 0.55, 0.7, 0.85, 1.0, 1.3, 1.7];
        // No detour may be too long: crossing a vertex is better then.
        let highest = (0.3 * length).max(0.45);
        let mut ways: Vec<(Bend, f64)> = Vec::new();
        ways.extend(heights.iter().filter(|&&h| h <= highest).map(|&h| (Route::arc as Bend, h)));
        if length > 2.0 * RAMP.1 {
            ways.extend([0.5, 0.36, 0.65].map(|h| (Route::lane as Bend, h)));
        }
        // Opposite arcs each bend to their left, so they do not overlap.
        let side = self.outer_side(a, b);
        let sides: &[f64] = if answered { &[1.0] } else { &[side, -side] };
        let both = |(bend, h): (Bend, f64)| sides.iter().map(move |side| bend(a, b, h * side));
        ways.into_iter().flat_map(both).collect()
    }

    /// The side (1 is left) that faces away from the middle of the drawing; for a line through the
    /// middle, the upper side or, if it is vertical, the left side.
    fn outer_side(&self, a: Point, b: Point) -> f64 {
        let half = 0.5 * distance(a, b);
        let (left, right) = (beside(a, b, half, 1.0), beside(a, b, half, -1.0));
        let lead = distance(left, self.middle) - distance(right, self.middle);
        let lead = if lead.abs() > 1e-6 { lead } else { right.1 - left.1 };
        let lead = if lead.abs() > 1e-6 { lead } else { right.0 - left.0 };
        if lead >= 0.0 { 1.0 } else { -1.0 }
    }

    /// The distance from the route to the nearest other vertex, or a slightly larger number than
    /// needed.
    fn clearance(&self, route: &Route, u: usize, v: usize) -> f64 {
        let mut least = self.cells.reach();
        for pair in route.flattened(self.points[u], self.points[v]).windows(2) {
            self.cells.near_segment(pair[0], pair[1], |w| {
                if w != u && w != v {
                    least = least.min(distance_to_segment(self.points[w], pair[0], pair[1]));
                }
            });
        }
        least
    }
}

/// Makes a route from its ends and its height.
type Bend = fn(Point, Point, f64) -> Route;

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;

    #[test]
    fn grids_have_straight_edges_and_tori_bent_ones() {
        let grid = parse("grid:3x5").unwrap();
        let found = routes(grid.graph(), grid.points().unwrap(), 0.3);
        assert!(found.iter().all(|route| *route == Route::Straight));
        let torus = parse("torus:4x5").unwrap();
        let found = routes(torus.graph(), torus.points().unwrap(), 0.3);
        assert_eq!(found.iter().filter(|route| **route != Route::Straight).count(), 9);
    }

    #[test]
    fn bent_edges_miss_every_vertex() {
        let boards =
            [parse("torus:4x5").unwrap(), parse("torus:5x12").unwrap(), parse("queens:4").unwrap()];
        for board in boards {
            let (graph, points) = (board.graph(), board.points().unwrap());
            for ((u, v), route) in graph.edges().zip(routes(graph, points, 0.3)) {
                let chain = route.flattened(points[u], points[v]);
                let touches = |w: usize| {
                    chain.windows(2).any(|s| distance_to_segment(points[w], s[0], s[1]) < 0.3)
                };
                let hit = (0..graph.order()).find(|&w| w != u && w != v && touches(w));
                assert_eq!(hit, None, "{} {u}-{v}: {route:?}", board.name());
            }
        }
    }

    #[test]
    fn opposite_arcs_bend_apart() {
        let graph = Graph::directed(2, [(0, 1), (1, 0)]).unwrap();
        let found = routes(&graph, &[(0.0, 0.0), (1.0, 0.0)], 0.3);
        let [Route::Arc(there), Route::Arc(back)] = found[..] else { panic!("{found:?}") };
        assert!(there.1 * back.1 < 0.0);
    }

    #[test]
    fn coinciding_points_do_no_harm() {
        let graph = Graph::undirected(3, [(0, 1), (1, 2)]).unwrap();
        assert_eq!(routes(&graph, &[(0.0, 0.0); 3], 0.3).len(), 2);
    }
}
