//! Exact invariants of small graphs: chromatic, clique and independence number, degeneracy, triangles.
//!
//! All ignore directions. The hard ones are found by plain branch and bound over bitsets, within a
//! number of steps, for graphs of at most [`MAX_BITS`](crate::bits::MAX_BITS) vertices.

use crate::bits::{BitGraph, VertexSet};
use chromex_graphs::Graph;

/// The least number of colours of a proper colouring; `None` if the graph is too large or the steps
/// are used up.
///
/// ```
/// use chromex_graph_tools::invariants::chromatic_number;
/// use chromex_graphs::parse;
/// let number = |name: &str| chromatic_number(parse(name).unwrap().graph(), 10_000);
/// assert_eq!((number("cycle:7"), number("petersen:5,2"), number("complete:5")), (Some(3), Some(3), Some(5)));
/// ```
pub fn chromatic_number(graph: &Graph, steps: u64) -> Option<usize> {
    let bits = BitGraph::new(graph)?;
    let mut steps = steps;
    let mut colours = largest_clique(&bits, &mut steps)?;
    while !can_colour(&bits, bits.vertices(), &mut vec![VertexSet::EMPTY; colours], &mut steps)? {
        colours += 1;
    }
    Some(colours)
}

/// Whether the vertices left can be added to the classes: the one with the fewest classes open to it
/// goes first, and of the empty classes only one is tried.
fn can_colour(
    bits: &BitGraph,
    left: VertexSet,
    classes: &mut Vec<VertexSet>,
    steps: &mut u64,
) -> Option<bool> {
    *steps = steps.checked_sub(1)?;
    let open = |v: usize, class: &VertexSet| (bits.neighbours(v) & *class).is_empty();
    let choices = |v: &usize| classes.iter().filter(|class| open(*v, class)).count();
    let Some(v) = left.iter().min_by_key(|v| (choices(v), usize::MAX - bits.neighbours(*v).len()))
    else {
        return Some(true);
    };
    for i in 0..classes.len() {
        if !open(v, &classes[i]) {
            continue;
        }
        let was_empty = classes[i].is_empty();
        classes[i] |= VertexSet::single(v);
        if can_colour(bits, left.without(VertexSet::single(v)), classes, steps)? {
            return Some(true);
        }
        classes[i] = classes[i].without(VertexSet::single(v));
        if was_empty {
            break;
        }
    }
    Some(false)
}

/// The order of a largest complete subgraph; `None` as for [`chromatic_number`].
pub fn clique_number(graph: &Graph, mut steps: u64) -> Option<usize> {
    largest_clique(&BitGraph::new(graph)?, &mut steps)
}

/// The order of a largest set without an edge; `None` as for [`chromatic_number`].
pub fn independence_number(graph: &Graph, mut steps: u64) -> Option<usize> {
    let bits = BitGraph::new(graph)?;
    let far = |v: usize| bits.vertices().without(bits.neighbours(v) | VertexSet::single(v));
    let mut best = 0;
    grow_clique(&far, 0, bits.vertices(), &mut best, &mut steps)?;
    Some(best)
}

fn largest_clique(bits: &BitGraph, steps: &mut u64) -> Option<usize> {
    let mut best = 0;
    grow_clique(&|v| bits.neighbours(v), 0, bits.vertices(), &mut best, steps)?;
    Some(best)
}

fn grow_clique(
    near: &dyn Fn(usize) -> VertexSet,
    size: usize,
    mut candidates: VertexSet,
    best: &mut usize,
    steps: &mut u64,
) -> Option<()> {
    *steps = steps.checked_sub(1)?;
    *best = size.max(*best);
    while let Some(v) = candidates.min() {
        if size + candidates.len() <= *best {
            break;
        }
        candidates = candidates.without(VertexSet::single(v));
        grow_clique(near, size + 1, candidates & near(v), best, steps)?;
    }
    Some(())
}

/// The largest number d such that some subgraph has all degrees at least d.
pub fn degeneracy(graph: &Graph) -> usize {
    let n = graph.order();
    let mut degree: Vec<usize> = (0..n).map(|v| graph.neighbours(v).count()).collect();
    let mut left = vec![true; n];
    let mut largest = 0;
    for _ in 0..n {
        let Some(v) = (0..n).filter(|&v| left[v]).min_by_key(|&v| degree[v]) else { break };
        largest = largest.max(degree[v]);
        left[v] = false;
        graph.neighbours(v).for_each(|w| degree[w] = degree[w].saturating_sub(1));
    }
    largest
}

/// The number of triangles.
pub fn triangles(graph: &Graph) -> usize {
    let above = |v: usize| graph.neighbours(v).filter(move |&w| w > v);
    let closing = |u: usize, v: usize| above(v).filter(|&w| graph.adjacent(u, w)).count();
    (0..graph.order()).map(|u| above(u).map(|v| closing(u, v)).sum::<usize>()).sum()
}
