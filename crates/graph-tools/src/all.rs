//! Lists of all graphs of a kind with a given number of vertices, sorted by number of edges: the
//! graphs that [`generate`](crate::generate) streams.

use crate::generate::{GraphKind, Part, stream};
use chromex_graphs::{Board, Graph, Limit, formats};

/// All undirected graphs on `n` vertices, one of each isomorphism class, in canonical labelling.
///
/// ```
/// let counts: Vec<usize> = (0..=5).map(|n| chromex_graph_tools::all::graphs(n).len()).collect();
/// assert_eq!(counts, [1, 1, 2, 4, 11, 34]);
/// ```
pub fn graphs(n: usize) -> Vec<Graph> {
    list(GraphKind::All, n)
}

/// All connected undirected graphs on `n` vertices.
pub fn connected(n: usize) -> Vec<Graph> {
    list(GraphKind::Connected, n)
}

/// All trees on `n` vertices.
pub fn trees(n: usize) -> Vec<Graph> {
    list(GraphKind::Trees, n)
}

/// All cographs on `n` vertices: graphs without an induced path of four vertices.
pub fn cographs(n: usize) -> Vec<Graph> {
    list(GraphKind::Cographs, n)
}

/// All graphs on `n` vertices with a strictly matched involution.
pub fn strictly_matched(n: usize) -> Vec<Graph> {
    list(GraphKind::StrictlyMatched, n)
}

fn list(kind: GraphKind, n: usize) -> Vec<Graph> {
    // Lists are complete, so the stream is not divided into parts.
    let mut graphs: Vec<Graph> = Limit::NONE.during(|| stream(kind, n, Part::WHOLE).collect());
    graphs.sort_by_cached_key(|graph| (graph.edge_count(), formats::graph6::write(graph).ok()));
    graphs
}

/// The graph as a board whose name is its graph6 string.
pub fn board(graph: Graph) -> Board {
    let name = match formats::graph6::write(&graph) {
        Ok(text) => format!("g6:{text}"),
        Err(_) => "graph".to_owned(),
    };
    Board::new(graph, name)
}
