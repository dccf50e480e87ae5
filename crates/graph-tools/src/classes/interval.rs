//! Interval graphs: the vertices are intervals of a line, adjacent if they meet. By Lekkerkerker and Boland these are
//! the chordal graphs without an asteroidal triple: three vertices, any two of them joined by a path that
//! avoids the third and its neighbours.

use chromex_graphs::Graph;

/// Why a graph is not an interval graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotInterval {
    /// Interval graphs are undirected.
    #[error("the graph is directed")]
    Directed,
    /// Some cycle with at least four vertices has no chord.
    #[error("some cycle of four and more vertices has no chord")]
    NotChordal,
    /// Any two of these are joined by a path that avoids the third and its neighbours.
    #[error("the vertices {}, {}, {} are an asteroidal triple", .0[0], .0[1], .0[2])]
    AsteroidalTriple([usize; 3]),
}

/// Checks whether a graph is an interval graph; if not, returns the reason. Takes time cubic in the
/// order.
///
/// ```
/// use chromex_graph_tools::classes::interval::{NotInterval, interval};
/// let found = |name: &str| interval(chromex_graphs::parse(name).unwrap().graph());
/// assert_eq!(found("path:5"), Ok(()));
/// assert_eq!(found("cycle:4"), Err(NotInterval::NotChordal));
/// assert!(matches!(found("tree:3,2"), Err(NotInterval::AsteroidalTriple(_))));
/// ```
pub fn interval(graph: &Graph) -> Result<(), NotInterval> {
    if graph.is_directed() {
        return Err(NotInterval::Directed);
    }
    if !is_chordal(graph) {
        return Err(NotInterval::NotChordal);
    }
    asteroidal_triple(graph).map_or(Ok(()), |triple| Err(NotInterval::AsteroidalTriple(triple)))
}

/// Whether every cycle with at least four vertices has a chord. This is so exactly if the order of
/// a maximum cardinality search, read backwards, always removes a vertex whose remaining neighbours
/// form a clique (Tarjan and Yannakakis).
pub fn is_chordal(graph: &Graph) -> bool {
    let n = graph.order();
    // For each vertex the number of its visited neighbours, and its place in the order of visits.
    let (mut weight, mut rank) = (vec![0_usize; n], vec![usize::MAX; n]);
    for step in 0..n {
        let fresh = (0..n).filter(|&v| rank[v] == usize::MAX);
        let Some(v) = fresh.max_by_key(|&v| weight[v]) else { break };
        rank[v] = step;
        graph.neighbours(v).for_each(|w| weight[w] += 1);
    }
    (0..n).all(|v| {
        let earlier: Vec<usize> = graph.neighbours(v).filter(|&w| rank[w] < rank[v]).collect();
        // The last of them to be visited must see all others.
        let Some(&latest) = earlier.iter().max_by_key(|&&w| rank[w]) else { return true };
        earlier.iter().all(|&w| w == latest || graph.adjacent(w, latest))
    })
}

fn asteroidal_triple(graph: &Graph) -> Option<[usize; 3]> {
    let n = graph.order();
    // For each vertex v, the components that remain when v and its neighbours are removed.
    let parts: Vec<Vec<usize>> = (0..n).map(|v| components_without(graph, v)).collect();
    let joined = |a: usize, b: usize, away: usize| {
        parts[away][a] != usize::MAX && parts[away][a] == parts[away][b]
    };
    for a in 0..n {
        for b in 0..a {
            for c in (0..b).filter(|&c| joined(a, b, c)) {
                if joined(a, c, b) && joined(b, c, a) {
                    return Some([c, b, a]);
                }
            }
        }
    }
    None
}

/// For each vertex the number of its component in the graph without `v` and its neighbours; these
/// have no component.
fn components_without(graph: &Graph, v: usize) -> Vec<usize> {
    let n = graph.order();
    let gone = |w: usize| w == v || graph.adjacent(v, w);
    let mut part = vec![usize::MAX; n];
    for start in (0..n).filter(|&w| !gone(w)) {
        if part[start] != usize::MAX {
            continue;
        }
        part[start] = start;
        let mut open = vec![start];
        while let Some(u) = open.pop() {
            for w in graph.neighbours(u).filter(|&w| !gone(w)) {
                if part[w] == usize::MAX {
                    part[w] = start;
                    open.push(w);
                }
            }
        }
    }
    part
}
