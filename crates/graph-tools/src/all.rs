//! All graphs of a kind with a given number of vertices, one of each isomorphism class.
//!
//! Graphs and trees are grown by one vertex at a time and told apart by their canonical form;
//! cographs are put together from smaller ones, which makes each of them exactly once.

use std::collections::HashSet;

use crate::generate::{Kind, Part, stream};
use crate::symmetry::Symmetry;
use chromex_graphs::{Board, Graph, formats};

/// All graphs of a kind on `n` vertices, in the order of their number of edges.
///
/// ```
/// use chromex_graphs::{all, generate::Kind};
/// let counts = |kind, orders: [usize; 3]| orders.map(|n| all::of_kind(kind, n).len());
/// assert_eq!(counts(Kind::Bipartite, [4, 5, 6]), [7, 13, 35]);
/// assert_eq!(counts(Kind::Cubic, [6, 8, 10]), [2, 5, 19]);
/// ```
///
/// # Panics
/// If there are more vertices than [`Kind::most`].
pub fn of_kind(kind: Kind, n: usize) -> Vec<Graph> {
    match kind {
        Kind::All => graphs(n),
        Kind::Connected => connected(n),
        Kind::Trees => trees(n),
        Kind::Cographs => cographs(n),
        Kind::StrictlyMatched => strictly_matched(n),
        Kind::Bipartite | Kind::ConnectedBipartite | Kind::Cubic => {
            sorted(stream(kind, n, Part::WHOLE).map(|graph| canonical(&graph)).collect())
        }
    }
}

/// All undirected graphs on `n` vertices, in the order of their number of edges.
///
/// ```
/// let counts: Vec<usize> = (0..=5).map(|n| chromex_graph_tools::all::graphs(n).len()).collect();
/// assert_eq!(counts, [1, 1, 2, 4, 11, 34]);
/// ```
pub fn graphs(n: usize) -> Vec<Graph> {
    grown(n, |order| 0..1u64 << order)
}

/// All connected undirected graphs on `n` vertices, in the order of their number of edges.
pub fn connected(n: usize) -> Vec<Graph> {
    graphs(n).into_iter().filter(is_connected).collect()
}

/// All trees on `n` vertices.
///
/// ```
/// let counts: Vec<usize> = (1..=8).map(|n| chromex_graph_tools::all::trees(n).len()).collect();
/// assert_eq!(counts, [1, 1, 1, 2, 3, 6, 11, 23]);
/// ```
pub fn trees(n: usize) -> Vec<Graph> {
    // A tree has a leaf: without it there is a smaller tree.
    grown(n, |order| (0..order.max(1)).map(move |v| if order == 0 { 0 } else { 1u64 << v }))
}

/// Adds a vertex `n` times to the empty graph, with each of the sets of neighbours that
/// `neighbourhoods` lists for the number of vertices so far.
fn grown<I: Iterator<Item = u64>>(n: usize, neighbourhoods: impl Fn(usize) -> I) -> Vec<Graph> {
    let mut level = vec![empty(0)];
    for order in 0..n {
        let mut seen = HashSet::new();
        let grown = level.iter().flat_map(|graph| {
            neighbourhoods(order).map(move |neighbours| with_vertex(graph, neighbours))
        });
        level = grown.map(|graph| canonical(&graph)).filter(|g| seen.insert(g.clone())).collect();
    }
    sorted(level)
}

fn sorted(mut graphs: Vec<Graph>) -> Vec<Graph> {
    graphs.sort_by_cached_key(|graph| (graph.edge_count(), formats::graph6::write(graph).ok()));
    graphs
}

fn with_vertex(graph: &Graph, neighbours: u64) -> Graph {
    let order = graph.order();
    let new = (0..order).filter(|v| neighbours >> v & 1 == 1).map(|v| (v, order));
    undirected(order + 1, graph.edges().chain(new))
}

fn canonical(graph: &Graph) -> Graph {
    let symmetry = Symmetry::of_uncoloured(graph).expect("small graphs have canonical forms");
    symmetry.canonical(graph)
}

/// All cographs on `n` vertices: graphs without an induced path of four vertices.
///
/// ```
/// let counts: Vec<usize> = (1..=7).map(|n| chromex_graph_tools::all::cographs(n).len()).collect();
/// assert_eq!(counts, [1, 2, 4, 10, 24, 66, 180]);
/// ```
pub fn cographs(n: usize) -> Vec<Graph> {
    // A cograph of several vertices is either disconnected or the complement of one that is.
    let mut connected: Vec<Vec<Graph>> = vec![Vec::new(), vec![empty(1)]];
    for order in 2..=n {
        let split = unions_of_several(order, &connected);
        connected.push(split.iter().map(complement).collect());
    }
    match n {
        0 => vec![empty(0)],
        1 => connected.swap_remove(1),
        _ => {
            let mut all = unions_of_several(n, &connected);
            all.extend(connected.swap_remove(n));
            all.sort_by_key(Graph::edge_count);
            all
        }
    }
}

/// The disjoint unions of at least two connected graphs with `order` vertices altogether.
fn unions_of_several(order: usize, connected: &[Vec<Graph>]) -> Vec<Graph> {
    let mut found = Vec::new();
    extend_union(order, (order - 1, usize::MAX), &empty(0), connected, &mut found);
    found
}

/// Adds connected graphs to `so_far` that are not after the `last` one (order, number) added.
fn extend_union(
    left: usize,
    last: (usize, usize),
    so_far: &Graph,
    connected: &[Vec<Graph>],
    found: &mut Vec<Graph>,
) {
    if left == 0 {
        found.push(so_far.clone());
        return;
    }
    for order in 1..=left.min(last.0) {
        for (number, part) in connected[order].iter().enumerate() {
            if (order, number) <= last {
                let whole = union(so_far, part);
                extend_union(left - order, (order, number), &whole, connected, found);
            }
        }
    }
}

/// All graphs on `n` vertices with a strictly matched involution.
///
/// Made from their structure (Andres et al., Corollary 9): a clique of fixed points and matched pairs.
/// A pair sees both or neither of any fixed point, and any other pair in one of four ways.
///
/// ```
/// let counts: Vec<usize> =
///     (0..=6).map(|n| chromex_graph_tools::all::strictly_matched(n).len()).collect();
/// assert_eq!(counts, [1, 1, 1, 2, 4, 9, 21]);
/// ```
pub fn strictly_matched(n: usize) -> Vec<Graph> {
    let mut all =
        sorted((0..=n / 2).flat_map(|pairs| matched(n - 2 * pairs, pairs)).collect::<Vec<_>>());
    all.dedup();
    all
}

/// The graphs made of a clique and so many pairs. The vertices of a pair are next to each other.
fn matched(clique: usize, pairs: usize) -> Vec<Graph> {
    let complete = (0..clique).flat_map(|v| (0..v).map(move |u| (u, v)));
    let mut level = vec![undirected(clique, complete)];
    for pair in 0..pairs {
        let mut seen = HashSet::new();
        let ways = 1u64 << (clique + 2 * pair);
        let grown = level
            .iter()
            .flat_map(|graph| (0..ways).map(move |choice| with_pair(graph, clique, choice)));
        level = grown.filter(|graph| seen.insert(canonical_with_pairs(graph, clique))).collect();
    }
    level.iter().map(canonical).collect()
}

/// Adds a matched pair: one bit of `choice` for each fixed point, then two for each pair, which say
/// whether its vertices are joined to the new ones straight, and whether crosswise.
fn with_pair(graph: &Graph, clique: usize, choice: u64) -> Graph {
    let new = graph.order();
    let chosen = |bit: usize| choice >> bit & 1 == 1;
    let to_clique = (0..clique).filter(|&c| chosen(c)).flat_map(|c| [(c, new), (c, new + 1)]);
    let to_pairs = (clique..new).filter(|&v| chosen(v)).flat_map(|v| {
        let first = v - (v - clique) % 2;
        match v == first {
            true => [(first, new), (first + 1, new + 1)],
            false => [(first, new + 1), (first + 1, new)],
        }
    });
    undirected(new + 2, graph.edges().chain([(new, new + 1)]).chain(to_clique).chain(to_pairs))
}

/// The same for structures that are isomorphic with their pairs: each pair gets a mark, a vertex of a
/// colour of its own that is joined to both.
fn canonical_with_pairs(graph: &Graph, clique: usize) -> Graph {
    let n = graph.order();
    let pairs = (n - clique) / 2;
    let marks = (0..pairs).flat_map(|p| [(clique + 2 * p, n + p), (clique + 2 * p + 1, n + p)]);
    let marked = undirected(n + pairs, graph.edges().chain(marks));
    let colour = |v: usize| u32::from(v >= clique) + u32::from(v >= n);
    let colours: Vec<u32> = (0..n + pairs).map(colour).collect();
    let symmetry = Symmetry::of(&marked, &colours).expect("small graphs have canonical forms");
    symmetry.canonical(&marked)
}

fn union(a: &Graph, b: &Graph) -> Graph {
    let shift = a.order();
    let moved = b.edges().map(|(u, v)| (u + shift, v + shift));
    undirected(shift + b.order(), a.edges().chain(moved))
}

fn complement(graph: &Graph) -> Graph {
    let n = graph.order();
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    undirected(n, pairs.filter(|&(u, v)| !graph.adjacent(u, v)))
}

fn is_connected(graph: &Graph) -> bool {
    chromex_graphs::ops::components(graph).len() <= 1
}

fn empty(n: usize) -> Graph {
    undirected(n, [])
}

fn undirected(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
    Graph::undirected(n, edges).expect("the vertices are in range and there are no loops")
}

/// The graph as a board that is called by its graph6 string.
pub fn board(graph: Graph) -> Board {
    let name = match formats::graph6::write(&graph) {
        Ok(text) => format!("g6:{}", text.trim_end()),
        Err(_) => "graph".to_owned(),
    };
    Board::new(graph, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A000088, A001349, A000055, A000084.
    #[test]
    fn the_numbers_of_graphs_are_the_known_ones() {
        let count = |all: fn(usize) -> Vec<Graph>, n: usize| {
            (1..=n).map(|n| all(n).len()).collect::<Vec<_>>()
        };
        assert_eq!(count(graphs, 7), [1, 2, 4, 11, 34, 156, 1044]);
        assert_eq!(count(connected, 7), [1, 1, 2, 6, 21, 112, 853]);
        assert_eq!(count(trees, 11), [1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235]);
        assert_eq!(count(cographs, 9), [1, 2, 4, 10, 24, 66, 180, 522, 1532]);
    }

    #[test]
    fn strictly_matched_graphs_are_those_that_the_recogniser_finds() {
        use crate::classes::involution::{Kind, find_in_graph};
        for n in 0..=7 {
            let matched = |g: &Graph| find_in_graph(g, Kind::StrictlyMatched, u64::MAX);
            let expected: Vec<Graph> =
                graphs(n).into_iter().filter(|g| matched(g).unwrap().is_some()).collect();
            assert_eq!(strictly_matched(n), expected, "{n} vertices");
        }
    }

    #[test]
    fn cographs_are_the_graphs_without_an_induced_path_of_four_vertices() {
        let has_p4 = |graph: &Graph| {
            let n = graph.order();
            let adjacent = |u: usize, v: usize| graph.adjacent(u, v);
            let path = |a, b, c, d| {
                adjacent(a, b)
                    && adjacent(b, c)
                    && adjacent(c, d)
                    && !adjacent(a, c)
                    && !adjacent(a, d)
                    && !adjacent(b, d)
            };
            (0..n * n * n * n).any(|code| {
                let (a, b, c, d) = (code % n, code / n % n, code / n / n % n, code / n / n / n);
                let distinct = a != b && a != c && a != d && b != c && b != d && c != d;
                distinct && path(a, b, c, d)
            })
        };
        for n in 1..=6 {
            let expected: HashSet<Graph> = graphs(n).into_iter().filter(|g| !has_p4(g)).collect();
            let found: HashSet<Graph> = cographs(n).iter().map(canonical).collect();
            assert_eq!(found, expected, "{n} vertices");
        }
    }
}
