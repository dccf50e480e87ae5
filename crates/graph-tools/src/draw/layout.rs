//! Places for the vertices of a graph that has no coordinates.
//!
//! Each connected component is drawn in a way that suits it (a line, a circle, a tree from its
//! centre and so on; if nothing simpler fits, by its distances), and the components are packed in
//! rows. The usual edge has length 1, no coordinate is negative and no two vertices coincide.

mod pack;
mod pivots;
mod shapes;
mod stress;
mod tidy;
mod tree;

use chromex_graphs::{Graph, Point};

/// Beyond this many vertices only lines, circles, trees and grids are drawn.
const MOST_VERTICES: usize = 5_000;
/// With more edges than this, too.
const MOST_EDGES: usize = 200_000;
/// Graphs with more vertices than this are not even examined.
const MOST_EXAMINED: usize = 200_000;
/// If at least this share of all possible edges exists, a circle is clearest.
const DENSE: f64 = 0.7;

/// Lays out the graph, or the graph underlying a digraph.
///
/// ```
/// use chromex_graph_tools::draw::layout;
/// use chromex_graphs::Graph;
/// let path = Graph::undirected(3, [(0, 1), (1, 2)]).unwrap();
/// assert_eq!(layout::compute(&path), [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]);
/// ```
pub fn compute(graph: &Graph) -> Vec<Point> {
    let n = graph.order();
    if n > MOST_EXAMINED {
        return shapes::lattice(n);
    }
    let parts = Part::split(graph);
    let drawings: Vec<_> = parts.iter().map(place).collect();
    let corners = pack::corners(&drawings);
    let mut points = vec![(0.0, 0.0); n];
    for ((part, drawing), corner) in parts.iter().zip(&drawings).zip(corners) {
        for (&v, point) in part.vertices.iter().zip(drawing) {
            points[v] = (point.0 + corner.0, point.1 + corner.1);
        }
    }
    points
}

/// A connected component, its vertices renumbered from 0 in the order of the graph.
struct Part {
    vertices: Vec<usize>,
    near: Vec<Vec<usize>>,
}

impl Part {
    /// The components of the graph, by their least vertex.
    fn split(graph: &Graph) -> Vec<Part> {
        let mut seen = vec![false; graph.order()];
        let mut rank = vec![0; graph.order()];
        let mut parts = Vec::new();
        for start in 0..graph.order() {
            if !seen[start] {
                parts.push(Part::around(graph, start, &mut seen, &mut rank));
            }
        }
        parts
    }

    fn around(graph: &Graph, start: usize, seen: &mut [bool], rank: &mut [usize]) -> Part {
        seen[start] = true;
        let mut vertices = vec![start];
        let mut done = 0;
        while let Some(&v) = vertices.get(done) {
            done += 1;
            for w in graph.neighbours(v) {
                if !std::mem::replace(&mut seen[w], true) {
                    vertices.push(w);
                }
            }
        }
        vertices.sort_unstable();
        vertices.iter().enumerate().for_each(|(i, &v)| rank[v] = i);
        let near = vertices.iter().map(|&v| {
            let mut near: Vec<_> = graph.neighbours(v).map(|w| rank[w]).collect();
            near.sort_unstable();
            near.dedup();
            near
        });
        Part { near: near.collect(), vertices }
    }

    fn order(&self) -> usize {
        self.near.len()
    }

    fn edge_count(&self) -> usize {
        self.near.iter().map(Vec::len).sum::<usize>() / 2
    }

    fn max_degree(&self) -> usize {
        self.near.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let above = |u: usize| self.near[u].iter().filter(move |&&v| u < v).map(move |&v| (u, v));
        (0..self.order()).flat_map(above)
    }

    /// All vertices, sorted by distance from `start`, and the distance of each.
    fn by_distance(&self, start: usize) -> (Vec<usize>, Vec<usize>) {
        let mut distances = vec![usize::MAX; self.order()];
        distances[start] = 0;
        let mut order = vec![start];
        let mut done = 0;
        while let Some(&v) = order.get(done) {
            done += 1;
            for &w in &self.near[v] {
                if distances[w] == usize::MAX {
                    distances[w] = distances[v] + 1;
                    order.push(w);
                }
            }
        }
        (order, distances)
    }
}

/// Draws one component with its upper left corner in the origin.
fn place(part: &Part) -> Vec<Point> {
    let (n, m, top) = (part.order(), part.edge_count(), part.max_degree());
    let is_tree = m + 1 == n;
    let mut points = if is_tree && top <= 2 {
        shapes::line(part)
    } else if m == n && top == 2 {
        shapes::ring(part)
    } else if is_tree && top + 1 == n {
        shapes::star(part)
    } else if is_tree {
        tree::layered(part)
    } else if let Some(sides) = shapes::complete_bipartite(part) {
        shapes::two_rows(&sides)
    } else if m as f64 >= DENSE * (n * (n - 1) / 2) as f64 {
        shapes::circle(n)
    } else if n > MOST_VERTICES || m > MOST_EDGES {
        shapes::lattice(n)
    } else {
        by_distances(part)
    };
    tidy::to_origin(&mut points);
    points
}

/// Draws a component such that distances on paper resemble distances in the graph.
fn by_distances(part: &Part) -> Vec<Point> {
    let mut points = stress::layout(part);
    let edges: Vec<_> = part.edges().collect();
    tidy::orient(&mut points, &edges);
    tidy::scale(&mut points, &edges);
    if tidy::spread(&mut points) { points } else { shapes::circle(part.order()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;

    #[test]
    fn graphs_too_large_to_examine_are_drawn() {
        let path = format!("path:{}", MOST_EXAMINED + 1);
        let points = compute(parse(&path).unwrap().graph());
        assert_eq!(points.len(), MOST_EXAMINED + 1);
    }
}
