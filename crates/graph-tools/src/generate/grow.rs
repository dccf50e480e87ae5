//! Graphs grown vertex by vertex, depth first, by McKay's canonical construction path
//! (*Isomorph-free exhaustive generation*, 1998): a graph is accepted only when it comes from the
//! graph that remains when its canonical vertex is removed, so no list of graphs is needed.

use std::cmp::Ordering;

use nauty_sys::Symmetry;

use super::small::{Small, members};
use super::{GraphKind, Part};

/// A cheap invariant of a vertex: it helps to decide which vertex is the canonical one.
fn signature(graph: &Small, v: usize) -> (u32, u32, u32) {
    let near = graph.rows[v];
    let (mut degrees, mut triangles) = (0, 0);
    for w in members(near) {
        degrees += graph.degree(w).pow(2);
        triangles += (graph.rows[w] & near).count_ones();
    }
    (near.count_ones(), degrees, triangles)
}

/// Walks the tree of graphs depth first, and gives those with `n` vertices in canonical labelling.
pub(super) struct Grower {
    kind: GraphKind,
    n: usize,
    part: Part,
    /// The subtrees at this number of vertices are distributed among the parts.
    split: usize,
    dealt: u64,
    path: Vec<Level>,
}

/// A graph on the way down, and the sets of neighbours to try for a new vertex.
struct Level {
    graph: Small,
    neighbourhoods: Vec<u32>,
}

impl Grower {
    /// The graphs with at least one vertex that belong to a part.
    pub(super) fn new(kind: GraphKind, n: usize, part: Part) -> Grower {
        let split = n.saturating_sub(2).max(1);
        let root = Level { graph: Small::empty(0), neighbourhoods: vec![0] };
        Grower { kind, n, part, split, dealt: 0, path: vec![root] }
    }

    fn is_connected(&self) -> bool {
        matches!(self.kind, GraphKind::Connected | GraphKind::ConnectedBipartite)
    }

    fn is_bipartite(&self) -> bool {
        matches!(self.kind, GraphKind::Bipartite | GraphKind::ConnectedBipartite)
    }

    /// The sets of neighbours to try, one of each orbit, the last one first.
    fn level(&self, graph: Small, symmetry: &Symmetry) -> Level {
        let mut neighbourhoods = match self.kind {
            GraphKind::Trees => {
                let is_first = |v: &usize| symmetry.orbits[*v] as usize == *v;
                (0..graph.order).filter(is_first).map(|v| 1 << v).collect()
            }
            _ => orbits_of_sets(graph.order, &symmetry.generators, self.worthwhile(&graph)),
        };
        neighbourhoods.reverse();
        Level { graph, neighbourhoods }
    }

    /// Which sets of neighbours may lead to a graph of this kind whose canonical vertex is the new
    /// one; the tests are invariant under symmetry.
    fn worthwhile(&self, graph: &Small) -> impl Fn(u32) -> bool + use<> {
        let largest = (0..graph.order).map(|v| graph.degree(v)).max().unwrap_or(0);
        let full = (0..graph.order).filter(|&v| graph.degree(v) == largest);
        let full = full.fold(0, |set, v| set | 1 << v);
        let last = graph.order + 1 == self.n;
        let components = if self.is_connected() && last { graph.components() } else { Vec::new() };
        let sides = if self.is_bipartite() { graph.sides() } else { Vec::new() };
        move |set: u32| {
            set.count_ones() >= largest + u32::from(set & full != 0)
                && components.iter().all(|part| set & part != 0)
                && sides.iter().all(|(near, far)| set & near == 0 || set & far == 0)
        }
    }

    /// The symmetry of a graph, if its last vertex is in the orbit of the canonical vertex: among
    /// the vertices with the largest signature that can be removed, the one that nauty puts last.
    fn accepted(&self, graph: &Small) -> Option<Symmetry> {
        let new = graph.order - 1;
        let mine = signature(graph, new);
        let removable = |v: &usize| self.kind != GraphKind::Trees || graph.degree(*v) <= 1;
        let mut alike = 1_u32 << new;
        for v in (0..new).filter(removable) {
            match signature(graph, v).cmp(&mine) {
                Ordering::Less => {}
                Ordering::Equal => alike |= 1 << v,
                Ordering::Greater => return None,
            }
        }
        let symmetry = graph.symmetry();
        let chosen = symmetry.labelling.iter().rev().find(|&&v| alike >> v & 1 == 1);
        let is_new = chosen.is_some_and(|&v| symmetry.orbits[v as usize] == symmetry.orbits[new]);
        is_new.then_some(symmetry)
    }

    /// Whether the subtree below a graph belongs to the part.
    fn is_mine(&mut self, graph: &Small) -> bool {
        if graph.order != self.split {
            return true;
        }
        self.dealt += 1;
        self.part.has(self.dealt - 1)
    }
}

impl Iterator for Grower {
    type Item = Small;

    fn next(&mut self) -> Option<Small> {
        while let Some(level) = self.path.last_mut() {
            let Some(neighbours) = level.neighbourhoods.pop() else {
                self.path.pop();
                continue;
            };
            let child = level.graph.with_vertex(neighbours);
            let Some(symmetry) = self.accepted(&child) else { continue };
            if !self.is_mine(&child) {
                continue;
            }
            if child.order == self.n {
                return Some(child.relabelled(&symmetry));
            }
            let next = self.level(child, &symmetry);
            self.path.push(next);
        }
        None
    }
}

/// The least set of each orbit of subsets of `0..order` among those that pass a test; the test
/// gives the same result for all sets of an orbit.
fn orbits_of_sets(
    order: usize,
    generators: &[Vec<u32>],
    worthwhile: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let all = (0..1_u32 << order).filter(|&set| worthwhile(set));
    if generators.is_empty() {
        return all.collect();
    }
    let mut seen = vec![false; 1 << order];
    let mut first = Vec::new();
    for set in all {
        if seen[set as usize] {
            continue;
        }
        first.push(set);
        seen[set as usize] = true;
        let mut waiting = vec![set];
        while let Some(set) = waiting.pop() {
            for images in generators {
                let image = members(set).fold(0, |image, v| image | 1_u32 << images[v]);
                if !std::mem::replace(&mut seen[image as usize], true) {
                    waiting.push(image);
                }
            }
        }
    }
    first
}
