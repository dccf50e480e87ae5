//! Graphs with a strictly matched involution, from their structure (Andres et al., Corollary 9): a
//! clique of fixed points and matched pairs. Both vertices of a pair see a given fixed point, or
//! neither does; two pairs are joined in one of four ways.

use std::collections::HashSet;

use chromex_graphs::limit::is_stopped;

use super::small::Small;

/// All graphs on `n` vertices with a strictly matched involution; fewer if the work was stopped.
pub(super) fn strictly_matched(n: usize) -> Vec<Small> {
    let mut seen = HashSet::new();
    let made = (0..=n / 2).flat_map(|pairs| matched(n - 2 * pairs, pairs));
    made.take_while(|_| !is_stopped())
        .map(|graph| graph.canonical())
        .filter(|graph| seen.insert(*graph))
        .collect()
}

/// The graphs that consist of a clique and this number of pairs. The vertices of a pair have
/// consecutive numbers.
fn matched(clique: usize, pairs: usize) -> Vec<Small> {
    let mut level = vec![Small::complete(clique)];
    for pair in 0..pairs {
        let mut seen = HashSet::new();
        let ways = 1_u32 << (clique + 2 * pair);
        let grown = level
            .iter()
            .flat_map(|graph| (0..ways).map(move |choice| with_pair(graph, clique, choice)));
        let grown = grown.take_while(|_| !is_stopped());
        level = grown.filter(|graph| seen.insert(canonical_with_pairs(graph, clique))).collect();
    }
    level
}

/// Adds a matched pair. `choice` has one bit for each fixed point and then two for each pair, which
/// say whether its vertices are joined to the new ones straight, and whether crosswise.
fn with_pair(graph: &Small, clique: usize, choice: u32) -> Small {
    let new = graph.order;
    let mut grown = graph.with_vertex(0).with_vertex(1 << new);
    for v in (0..new).filter(|v| choice >> v & 1 == 1) {
        let (first, second) = match v < clique {
            true => (v, v),
            false => (v - (v - clique) % 2, v - (v - clique) % 2 + 1),
        };
        let crosswise = usize::from(v != first);
        grown.join(first, new + crosswise);
        grown.join(second, new + 1 - crosswise);
    }
    grown
}

/// The canonical form of a graph together with its pairs: each pair is marked by an additional
/// vertex with its own colour that is joined to both.
fn canonical_with_pairs(graph: &Small, clique: usize) -> Small {
    let n = graph.order;
    let pairs = (clique..n).step_by(2);
    let marked = pairs.fold(*graph, |marked, first| marked.with_vertex(0b11 << first));
    let colour = |v: usize| u32::from(v >= clique) + u32::from(v >= n);
    let colours: Vec<u32> = (0..marked.order).map(colour).collect();
    marked.coloured_canonical(&colours)
}
