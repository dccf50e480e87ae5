//! Graph isomorphism as the recognition of a reflection graph (Bensmail et al., Theorem 2.3).

use chromex_graphs::{Board, Graph, GraphError, ops};

/// A graph that is a reflection graph exactly if two others are isomorphic: their disjoint union, after
/// adding vertices that see all others so that both are connected and of odd order.
///
/// Graphs of different order get different numbers of vertices, and the result is not a reflection
/// graph.
pub fn to_reflection(a: &Board, b: &Board) -> Result<Board, GraphError> {
    // Whatever is added to one graph is added to the other: otherwise different graphs could become
    // isomorphic.
    let ready = [a, b].map(|board| is_ready(board.graph()));
    let added = match ready {
        [true, true] => 0,
        _ => 1 + a.order() % 2,
    };
    ops::disjoint_union(&with_universal(a, added)?, &with_universal(b, added)?)
}

fn is_ready(graph: &Graph) -> bool {
    graph.order() % 2 == 1 && ops::components(graph).len() == 1
}

fn with_universal(board: &Board, count: usize) -> Result<Board, GraphError> {
    let pairs = (0..count).flat_map(|j| (0..j).map(move |i| (i, j)));
    let clique = Board::new(Graph::undirected_asking(count, pairs)?, "");
    ops::join(board, &clique)
}
