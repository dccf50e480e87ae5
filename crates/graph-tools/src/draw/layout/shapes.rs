//! Drawings that need no optimisation: lines, circles, stars, two rows, a lattice.

use std::f64::consts::{PI, TAU};

use super::Part;
use chromex_graphs::Point;

/// Paths with more vertices than this are drawn as a snake.
const LONGEST_LINE: usize = 40;

/// A path, as a line from its end with the lower number.
pub(super) fn line(part: &Part) -> Vec<Point> {
    let n = part.order();
    let start = (0..n).find(|&v| part.near[v].len() < 2).unwrap_or(0);
    let (order, _) = part.by_distance(start);
    let mut points = vec![(0.0, 0.0); n];
    for (i, &v) in order.iter().enumerate() {
        points[v] = if n <= LONGEST_LINE { (i as f64, 0.0) } else { on_snake(i, n) };
    }
    points
}

/// The `i`-th place on a snake of `n`: rows two apart, one vertex on the way down.
fn on_snake(i: usize, n: usize) -> Point {
    let columns = ((2 * n) as f64).sqrt().ceil() as usize;
    let (row, column) = (i / (columns + 1), i % (columns + 1));
    // The last vertex of each stretch is below the end of its row.
    let drop = if column == columns { 1 } else { 0 };
    let column = column.min(columns - 1);
    let x = if row % 2 == 0 { column } else { columns - 1 - column };
    (x as f64, (2 * row + drop) as f64)
}

/// A cycle, as a circle that starts at vertex 0 on top and goes round towards its lower neighbour.
pub(super) fn ring(part: &Part) -> Vec<Point> {
    let n = part.order();
    let places = circle(n);
    let mut points = places.clone();
    let (mut last, mut v) = (part.near[0][1], 0);
    for place in places {
        points[v] = place;
        let next = if part.near[v][0] == last { part.near[v][1] } else { part.near[v][0] };
        (last, v) = (v, next);
    }
    points
}

/// `n` points on a circle, clockwise from the top, neighbours at distance 1.
pub(super) fn circle(n: usize) -> Vec<Point> {
    let radius = if n < 2 { 0.0 } else { 0.5 / (PI / n as f64).sin() };
    // With an even number of vertices a side is at the bottom, so that small circles stand upright.
    let turn = if n.is_multiple_of(2) { 0.5 } else { 0.0 };
    let angle = |v: usize| TAU * (v as f64 - turn) / n as f64;
    (0..n).map(|v| (radius * angle(v).sin(), -radius * angle(v).cos())).collect()
}

/// A star with its centre in the middle.
pub(super) fn star(part: &Part) -> Vec<Point> {
    let n = part.order();
    let hub = (0..n).find(|&v| part.near[v].len() > 1).unwrap_or(0);
    let mut rim = circle(n - 1);
    let stretch = 2.0 * (PI / (n - 1) as f64).sin();
    if stretch > 1.0 {
        rim.iter_mut().for_each(|p| *p = (p.0 * stretch, p.1 * stretch));
    }
    rim.insert(hub, (0.0, 0.0));
    rim
}

/// The sides of a complete bipartite graph, the one with vertex 0 first.
pub(super) fn complete_bipartite(part: &Part) -> Option<[Vec<usize>; 2]> {
    let n = part.order();
    let there = &part.near[0];
    let here: Vec<_> = (0..n).filter(|v| there.binary_search(v).is_err()).collect();
    let complete = there.iter().all(|&v| part.near[v] == here);
    // Vertices in `here` have no other neighbours if there are no other edges.
    let exact = here.len() * there.len() == part.edge_count();
    (complete && exact).then(|| [here, there.clone()])
}

/// Two centred rows.
pub(super) fn two_rows(sides: &[Vec<usize>; 2]) -> Vec<Point> {
    let n = sides[0].len() + sides[1].len();
    let widest = sides[0].len().max(sides[1].len());
    // Wider rows need a larger distance, so that the edges can be distinguished.
    let gap = (widest as f64 / 3.0).clamp(1.5, 20.0);
    let mut points = vec![(0.0, 0.0); n];
    for (row, side) in sides.iter().enumerate() {
        let indent = (widest - side.len()) as f64 / 2.0;
        for (i, &v) in side.iter().enumerate() {
            points[v] = (i as f64 + indent, row as f64 * gap);
        }
    }
    points
}

/// A square lattice in the order of the vertices, for graphs where only speed matters.
pub(super) fn lattice(n: usize) -> Vec<Point> {
    let columns = (n as f64).sqrt().ceil().max(1.0) as usize;
    (0..n).map(|v| ((v % columns) as f64, (v / columns) as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::Graph;

    fn bipartite(a: usize, b: usize) -> Vec<(usize, usize)> {
        (0..a).flat_map(|u| (a..a + b).map(move |v| (u, v))).collect()
    }

    fn part(n: usize, edges: Vec<(usize, usize)>) -> Part {
        Part::split(&Graph::undirected(n, edges).unwrap()).remove(0)
    }

    #[test]
    fn complete_bipartite_graphs_are_recognised() {
        let sides = complete_bipartite(&part(7, bipartite(3, 4))).unwrap();
        assert_eq!(sides, [vec![0, 1, 2], vec![3, 4, 5, 6]]);
        let mut edges = bipartite(3, 4);
        edges.push((1, 2));
        assert!(complete_bipartite(&part(7, edges)).is_none());
        assert!(complete_bipartite(&part(7, bipartite(3, 4)[1..].to_vec())).is_none());
    }

    #[test]
    fn cycles_follow_their_edges() {
        let shuffled = part(5, vec![(0, 3), (3, 1), (1, 4), (4, 2), (2, 0)]);
        let points = ring(&shuffled);
        let length =
            |(u, v): (usize, usize)| (points[u].0 - points[v].0).hypot(points[u].1 - points[v].1);
        assert!(shuffled.edges().all(|edge| (length(edge) - 1.0).abs() < 1e-9));
    }
}
