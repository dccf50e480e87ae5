//! Large modules: a module is a set of vertices such that every other vertex is adjacent to all of
//! them or to none. The rest of a pseudo-spider is a module.

use std::collections::BTreeMap;

use chromex_graphs::Graph;
use chromex_graphs::limit::is_stopped;

use super::spider::PseudoSpider;

/// How many vertices are tried as one outside the module; vertices of rare degrees are tried first.
const TRIED: usize = 24;

/// Divides a graph into a module R, the vertices K that see it (at least one), and the vertices S
/// that do not. At most `most_outside` vertices are outside R, and R is as large as possible. A
/// module may be overlooked in a graph with many different degrees.
///
/// ```
/// use chromex_graph_tools::classes::module::large_module;
/// let star = chromex_graphs::parse("star:1000")?;
/// let found = large_module(star.graph(), 5).unwrap();
/// assert_eq!((found.body, found.legs.len(), found.rest.len()), (vec![0], 0, 1000));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn large_module(graph: &Graph, most_outside: usize) -> Option<PseudoSpider> {
    let n = graph.order();
    // A vertex that sees the module has at least that many neighbours.
    if graph.is_directed() || n < 3 || graph.max_degree() + most_outside < n {
        return None;
    }
    let mut by_degree: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    (0..n).for_each(|v| by_degree.entry(graph.degree(v)).or_default().push(v));
    let mut classes: Vec<Vec<usize>> = by_degree.into_values().collect();
    classes.sort_unstable_by_key(|class| (class.len(), class[0]));
    let mut best: Option<PseudoSpider> = None;
    for v in classes.concat().into_iter().take(TRIED) {
        if is_stopped() {
            break;
        }
        for rest in modules_without(graph, v) {
            let large = rest.len() >= 2
                && n - rest.len() <= most_outside
                && best.as_ref().is_none_or(|best| best.rest.len() < rest.len());
            if let Some(found) = large.then(|| around(graph, rest)).flatten() {
                best = Some(found);
            }
        }
    }
    best
}

/// The graph divided around a module, if some vertex sees it.
fn around(graph: &Graph, rest: Vec<usize>) -> Option<PseudoSpider> {
    let mut inside = vec![false; graph.order()];
    rest.iter().for_each(|&v| inside[v] = true);
    let outside = (0..graph.order()).filter(|&v| !inside[v]);
    let (body, legs): (Vec<usize>, Vec<usize>) = outside.partition(|&v| graph.adjacent(v, rest[0]));
    (!body.is_empty()).then_some(PseudoSpider { legs, body, rest })
}

/// The largest modules that do not contain `v`: the other vertices are divided until no vertex
/// outside a part sees some but not all of it.
fn modules_without(graph: &Graph, v: usize) -> Vec<Vec<usize>> {
    let n = graph.order();
    let mut part_of = vec![1; n];
    let mut sizes = vec![1, n - 1];
    part_of[v] = 0;
    let mut divided = true;
    while divided && !is_stopped() {
        divided = false;
        for pivot in 0..n {
            divided |= divide(graph, pivot, &mut part_of, &mut sizes);
        }
    }
    let mut parts = vec![Vec::new(); sizes.len()];
    (0..n).for_each(|w| parts[part_of[w]].push(w));
    parts.swap_remove(0);
    parts
}

/// Divides those parts of which the pivot, which is in none of them, sees some but not all
/// vertices; returns whether there is such a part.
fn divide(graph: &Graph, pivot: usize, part_of: &mut [usize], sizes: &mut Vec<usize>) -> bool {
    let mut seen: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for w in graph.neighbours(pivot).filter(|&w| part_of[w] != part_of[pivot]) {
        seen.entry(part_of[w]).or_default().push(w);
    }
    let mut divided = false;
    for (part, seen) in seen {
        if seen.len() < sizes[part] {
            let new = sizes.len();
            sizes[part] -= seen.len();
            sizes.push(seen.len());
            seen.into_iter().for_each(|w| part_of[w] = new);
            divided = true;
        }
    }
    divided
}
