//! Graphs with few induced paths of four vertices: (q, q−4)-graphs (Babel and Olariu), in which no q vertices induce more than
//! q − 4 of them. Cographs are the (4, 0)-graphs.

use chromex_graphs::Graph;

use crate::bits::VertexSet;

/// The sets of four vertices that induce a path.
pub fn induced_paths(graph: &Graph) -> Vec<VertexSet> {
    let edge = |u: usize, v: usize| graph.adjacent(u, v);
    let mut found = Vec::new();
    for (b, c) in graph.edges() {
        let ends = |v: usize, w: usize| {
            graph.neighbours(v).filter(move |&a| a != w && !edge(a, w)).collect::<Vec<_>>()
        };
        for a in ends(b, c) {
            let fit = ends(c, b).into_iter().filter(|&d| d != a && !edge(a, d));
            found.extend(fit.map(|d| [a, b, c, d].into_iter().collect::<VertexSet>()));
        }
    }
    found
}

/// Up to this many vertices all sets of q of them are looked at.
pub const MAX_ORDER: usize = 16;

/// The least q ≥ 4 for which a graph with up to [`MAX_ORDER`] vertices is a (q, q−4)-graph, if there is one no larger than its
/// order.
///
/// ```
/// use chromex_graph_tools::classes::few_p4s::least_q;
/// let q = |name: &str| least_q(chromex_graphs::parse(name).unwrap().graph());
/// assert_eq!((q("star:5"), q("path:4"), q("cycle:5")), (Some(4), None, None));
/// ```
pub fn least_q(graph: &Graph) -> Option<usize> {
    let n = graph.order();
    if graph.is_directed() || n > MAX_ORDER {
        return None;
    }
    let paths = induced_paths(graph);
    if paths.is_empty() {
        return Some(4);
    }
    // The most paths among q vertices, for each q.
    let mut most = vec![0; n + 1];
    for set in 0..1_u128 << n {
        let inside = paths.iter().filter(|path| path.0 & !set == 0).count();
        let q = set.count_ones() as usize;
        most[q] = most[q].max(inside);
    }
    (4..=n).find(|&q| most[q] <= q - 4)
}
