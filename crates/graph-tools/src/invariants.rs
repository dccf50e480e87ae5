//! Exact invariants of small graphs: chromatic, clique and independence number, degeneracy, triangles.
//!
//! All of them ignore directions. The hard ones are found by branch and bound with bitsets, within
//! a number of steps, for graphs of at most [`MAX_BITS`](crate::bits::MAX_BITS) vertices.

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

/// Whether the remaining vertices can be added to the classes. The vertex with the fewest possible
/// classes goes first, and only one of the empty classes is tried.
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

/// The least number of colours with which a graph has this many proper colourings, any two of which
/// are orthogonal: no ordered pair of colours appears at two vertices. `None` as for
/// [`chromatic_number`].
///
/// ```
/// use chromex_graph_tools::invariants::orthogonal_chromatic_number;
/// use chromex_graphs::parse;
/// let number = |name: &str, k| orthogonal_chromatic_number(parse(name).unwrap().graph(), k, 100_000);
/// // Pairs of orthogonal Latin squares of order 3 exist, those of order 2 do not.
/// assert_eq!((number("latin:3", 2), number("latin:2", 2), number("path:4", 2)), (Some(3), Some(3), Some(3)));
/// ```
pub fn orthogonal_chromatic_number(graph: &Graph, colourings: usize, steps: u64) -> Option<usize> {
    let bits = BitGraph::new(graph)?;
    let (n, colourings, mut steps) = (graph.order(), colourings.max(1), steps);
    let mut colours = largest_clique(&bits, &mut steps)?;
    // Two colourings have only `colours * colours` pairs of colours.
    while colourings > 1 && colours * colours < n {
        colours += 1;
    }
    loop {
        let mut search = Orthogonal {
            bits: &bits,
            colours,
            chosen: vec![vec![0; n]; colourings],
            used: vec![vec![false; colours * colours]; colourings * colourings],
            steps,
        };
        if search.extend(0)? {
            return Some(colours);
        }
        (steps, colours) = (search.steps, colours + 1);
    }
}

/// Mutually orthogonal colourings of the first vertices.
struct Orthogonal<'a> {
    bits: &'a BitGraph,
    colours: usize,
    /// The colours of the vertices so far, counted from 0, one row for each colouring.
    chosen: Vec<Vec<usize>>,
    /// For two colourings i < j at i · number + j, the pairs of colours that have appeared.
    used: Vec<Vec<bool>>,
    steps: u64,
}

impl Orthogonal<'_> {
    /// Whether the vertices from `v` on can be coloured.
    fn extend(&mut self, v: usize) -> Option<bool> {
        match v == self.chosen[0].len() {
            true => Some(true),
            false => self.choose(v, 0),
        }
    }

    /// Whether colouring `i` can give `v` a colour such that all that follows can be chosen too. Of
    /// the colours that a colouring has not used yet, only one is tried.
    fn choose(&mut self, v: usize, i: usize) -> Option<bool> {
        self.steps = self.steps.checked_sub(1)?;
        if i == self.chosen.len() {
            return self.extend(v + 1);
        }
        let new = self.chosen[i][..v].iter().max().map_or(0, |most| most + 1);
        for colour in 0..self.colours.min(new + 1) {
            let near = self.bits.neighbours(v);
            let clashes = |w: usize| w < v && self.chosen[i][w] == colour;
            if near.iter().any(clashes) || !self.pairs_are_new(v, i, colour) {
                continue;
            }
            self.chosen[i][v] = colour;
            self.mark(v, i, true);
            if self.choose(v, i + 1)? {
                return Some(true);
            }
            self.mark(v, i, false);
        }
        Some(false)
    }

    fn pair(&self, v: usize, j: usize, i: usize, colour: usize) -> (usize, usize) {
        (j * self.chosen.len() + i, self.chosen[j][v] * self.colours + colour)
    }

    fn pairs_are_new(&self, v: usize, i: usize, colour: usize) -> bool {
        (0..i).all(|j| {
            let (table, pair) = self.pair(v, j, i, colour);
            !self.used[table][pair]
        })
    }

    fn mark(&mut self, v: usize, i: usize, used: bool) {
        for j in 0..i {
            let (table, pair) = self.pair(v, j, i, self.chosen[i][v]);
            self.used[table][pair] = used;
        }
    }
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
    let mut degree: Vec<usize> = (0..graph.order()).map(|v| graph.neighbours(v).count()).collect();
    let mut left = vec![true; degree.len()];
    // The vertices of each degree; vertices whose degree has fallen meanwhile are still in their
    // old list, too.
    let mut waiting = vec![Vec::new(); degree.iter().max().map_or(0, |most| most + 1)];
    degree.iter().enumerate().for_each(|(v, &degree)| waiting[degree].push(v));
    let (mut largest, mut least) = (0, 0);
    while least < waiting.len() {
        match waiting[least].pop() {
            None => least += 1,
            Some(v) if !left[v] || degree[v] != least => {}
            Some(v) => {
                largest = largest.max(least);
                left[v] = false;
                for w in graph.neighbours(v).filter(|&w| left[w]) {
                    degree[w] = degree[w].saturating_sub(1);
                    waiting[degree[w]].push(w);
                    least = least.min(degree[w]);
                }
            }
        }
    }
    largest
}

/// The number of triangles.
pub fn triangles(graph: &Graph) -> usize {
    let above = |v: usize| graph.neighbours(v).filter(move |&w| w > v);
    let closing = |u: usize, v: usize| above(v).filter(|&w| graph.adjacent(u, w)).count();
    (0..graph.order()).map(|u| above(u).map(|v| closing(u, v)).sum::<usize>()).sum()
}
