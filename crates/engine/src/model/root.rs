//! Line graphs: the vertices of a line graph are the edges of another graph, its *root*.
//!
//! Node Kayles on a line graph is Arc Kayles on the root: players take two adjacent vertices. A
//! position is a set of vertices of the root. If the root is not a tree, it has at most as many
//! vertices as edges, so this takes less memory and time.

use chromex_graphs::Point;

use super::lists::ListGame;
use super::word::{Word, vertices};

/// A graph whose line graph is the board of a list game of one colour.
pub struct Root<G> {
    /// For each vertex of the line graph, the two vertices of the root that it joins.
    pub ends: Vec<[usize; 2]>,
    /// Which vertices of the root are adjacent.
    pub game: ListGame<G>,
    /// The places of the root's vertices, if they follow from the places of its edges.
    pub points: Option<Vec<Point>>,
}

/// Roots are unique except for a few tiny graphs (Whitney), so this many are never found at once.
const MAX_ROOTS: usize = 64;

impl<G: Word> Root<G> {
    /// The root of the line graph on which this game is played, if it is a line graph and the root
    /// has fewer vertices. `points` are the places of the game's vertices.
    pub fn of(game: &ListGame<G>, points: Option<&[Point]>) -> Option<Root<G>> {
        if game.colours() != 1 {
            return None;
        }
        let order = by_distance(game);
        let mut roots = vec![Growing { ends: vec![[0; 2]; game.order()], stars: Vec::new() }];
        let mut placed = G::EMPTY;
        for v in order {
            let met = game.kills(v, 0)[0] & placed;
            roots = roots.iter().flat_map(|root| root.with_edge(v, met)).collect();
            if roots.len() > MAX_ROOTS {
                return None;
            }
            placed |= G::single(v);
        }
        let Growing { ends, stars } = roots.into_iter().next()?;
        if stars.len() >= game.order() {
            return None;
        }
        let mut adjacent = vec![G::EMPTY; stars.len()];
        for &[x, y] in &ends {
            adjacent[x] |= G::single(y);
            adjacent[y] |= G::single(x);
        }
        let points = points.and_then(|middles| place(&ends, middles, stars.len()));
        Some(Root { ends, game: game.with_kills(adjacent), points })
    }
}

/// The vertices in an order in which each one, except the first of its component, has an earlier
/// neighbour.
fn by_distance<G: Word>(game: &ListGame<G>) -> Vec<usize> {
    let mut order = Vec::new();
    let mut rest = G::first(game.order());
    while rest != G::EMPTY {
        let mut next = order.len();
        order.push(rest.least());
        rest = rest.without_least();
        while next < order.len() {
            let more = game.kills(order[next], 0)[0] & rest;
            order.extend(vertices(more));
            rest &= !more;
            next += 1;
        }
    }
    order
}

/// A root of the part of the line graph that has been examined.
#[derive(Clone)]
struct Growing<G> {
    ends: Vec<[usize; 2]>,
    /// The edges at each vertex of the root.
    stars: Vec<G>,
}

impl<G: Word> Growing<G> {
    /// All ways to add an edge that meets exactly these edges: together they are the stars of its
    /// ends.
    fn with_edge(&self, edge: usize, met: G) -> Vec<Growing<G>> {
        let fresh = self.stars.len();
        if met == G::EMPTY {
            return vec![self.with_ends(edge, [fresh, fresh + 1])];
        }
        let mut near: Vec<usize> = vertices(met).flat_map(|e| self.ends[e]).collect();
        near.sort_unstable();
        near.dedup();
        near.retain(|&x| self.stars[x] & !met == G::EMPTY);
        let mut ways = Vec::new();
        for (i, &x) in near.iter().enumerate() {
            if self.stars[x] == met {
                ways.push([x, fresh]);
            }
            let other = |&&y: &&usize| {
                let (a, b) = (self.stars[x], self.stars[y]);
                a & b == G::EMPTY && a | b == met
            };
            ways.extend(near[i + 1..].iter().filter(other).map(|&y| [x, y]));
        }
        ways.into_iter().map(|ends| self.with_ends(edge, ends)).collect()
    }

    fn with_ends(&self, edge: usize, ends: [usize; 2]) -> Growing<G> {
        let mut grown = self.clone();
        grown.ends[edge] = ends;
        for end in ends {
            if end >= grown.stars.len() {
                grown.stars.resize(end + 1, G::EMPTY);
            }
            grown.stars[end] |= G::single(edge);
        }
        grown
    }
}

/// The places of the vertices of a graph that is drawn with edges of length one along the axes,
/// computed from the midpoints of its edges.
fn place(ends: &[[usize; 2]], middles: &[Point], order: usize) -> Option<Vec<Point>> {
    let directions = [(0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)];
    let (&[first, _], &(x, y)) = (ends.first()?, middles.first()?);
    directions.iter().find_map(|(dx, dy)| {
        let points = spread(ends, middles, first, (x + dx, y + dy), order)?;
        ends.iter().all(|&[a, b]| is_unit(points[a], points[b])).then_some(points)
    })
}

fn is_unit(a: Point, b: Point) -> bool {
    ((a.0 - b.0).abs() + (a.1 - b.1).abs() - 1.0).abs() < 1e-6
}

/// The points of all vertices, given the first and the middles of the edges.
fn spread(
    ends: &[[usize; 2]],
    middles: &[Point],
    first: usize,
    at: Point,
    order: usize,
) -> Option<Vec<Point>> {
    let mut points: Vec<Option<Point>> = vec![None; order];
    points[first] = Some(at);
    // Each round reaches the vertices that are one step further away.
    for _ in 0..order {
        for (&[a, b], middle) in ends.iter().zip(middles) {
            for (here, there) in [(a, b), (b, a)] {
                if let (Some(p), None) = (points[here], points[there]) {
                    points[there] = Some((2.0 * middle.0 - p.0, 2.0 * middle.1 - p.1));
                }
            }
        }
    }
    points.into_iter().collect()
}
