//! Connected cubic graphs. They cannot be grown from smaller cubic graphs. Instead, one vertex
//! after the other gets all its neighbours; the partial graphs of each step are compared by their
//! canonical forms.

use std::collections::HashSet;

use chromex_graphs::limit::{Unit, is_stopped};

use super::small::Small;

/// A graph in one of the sets, which may just be growing, and in a list.
const HELD: Unit = Unit::new("partial graphs", 100);

/// All connected cubic graphs on `n` vertices; none when it was time to stop, or when they take more memory than may be.
pub(super) fn cubic(n: usize) -> Vec<Small> {
    if n < 4 || n % 2 == 1 {
        return Vec::new();
    }
    let is_finished = |graph: &Small| (0..n).all(|v| graph.degree(v) == 3);
    let mut level = vec![packed(&Small::empty(n))];
    // Equal graphs may be finished after different numbers of steps.
    let mut finished = HashSet::new();
    while !level.is_empty() {
        let mut seen = HashSet::new();
        for graph in level {
            if is_stopped() || HELD.check(Some(seen.len() + finished.len())).is_err() {
                return Vec::new();
            }
            saturate(&unpacked(n, graph), &mut |grown| {
                let grown = grown.canonical();
                let found = if is_finished(&grown) { &mut finished } else { &mut seen };
                found.insert(packed(&grown));
            });
        }
        level = seen.into_iter().collect();
    }
    let mut finished: Vec<Small> = finished.into_iter().map(|graph| unpacked(n, graph)).collect();
    finished.sort_unstable_by_key(|graph| graph.rows);
    finished
}

/// The joined pairs of at most twenty vertices, in little memory: there are millions of partial
/// graphs.
type Packed = [u64; 3];

/// The pairs in the order of [`Packed`].
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(|v| (0..v).map(move |u| (u, v)))
}

fn packed(graph: &Small) -> Packed {
    let mut words = Packed::default();
    for (i, (u, v)) in pairs(graph.order).enumerate() {
        words[i / 64] |= u64::from(graph.rows[v] >> u & 1) << (i % 64);
    }
    words
}

fn unpacked(n: usize, words: Packed) -> Small {
    let mut graph = Small::empty(n);
    let joined = pairs(n).enumerate().filter(|(i, _)| words[i / 64] >> (i % 64) & 1 == 1);
    joined.for_each(|(_, (u, v))| graph.join(u, v));
    graph
}

/// Gives one vertex of the connected part its missing neighbours, in every way. A part that is
/// finished before it contains all vertices does not lead to a connected graph.
fn saturate(graph: &Small, found: &mut dyn FnMut(Small)) {
    let degree = |v: &usize| graph.degree(*v);
    let begun = (0..graph.order).filter(|v| (1..3).contains(&degree(v)));
    let untouched: Vec<usize> = (0..graph.order).filter(|v| degree(v) == 0).collect();
    let at_start = untouched.len() == graph.order;
    let Some(v) = begun.max_by_key(degree).or(at_start.then_some(0)) else { return };
    let fresh = untouched.iter().copied().filter(|&u| u != v);
    let open = (0..graph.order)
        .filter(|u| *u != v && (1..3).contains(&degree(u)) && graph.rows[v] >> *u & 1 == 0);
    // Untouched vertices are equivalent: if several are needed, the first ones are taken.
    let open: Vec<usize> = open.collect();
    let fresh: Vec<usize> = fresh.take(3).collect();
    let missing = 3 - graph.degree(v) as usize;
    for old in 0..=missing.min(open.len()) {
        if missing - old <= fresh.len() {
            let mut grown = *graph;
            fresh[..missing - old].iter().for_each(|&u| grown.join(v, u));
            choose(&grown, v, &open, old, found);
        }
    }
}

/// Joins `v` to `count` of the vertices in every way.
fn choose(graph: &Small, v: usize, open: &[usize], count: usize, found: &mut dyn FnMut(Small)) {
    if count == 0 {
        return found(*graph);
    }
    for (i, &u) in open.iter().enumerate() {
        let mut grown = *graph;
        grown.join(v, u);
        choose(&grown, v, &open[i + 1..], count - 1, found);
    }
}
