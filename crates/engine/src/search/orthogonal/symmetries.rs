//! The symmetries of the graph: normal forms of states, and mirrors.

use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Graph;

use crate::model::normal::{Permutation, elements};
use crate::model::word::Word;

use super::mirror::Mirror;
use super::remaining::{Remaining, image};
use super::sets::Sets;

/// The symmetries of a graph.
pub(super) struct Symmetries<W> {
    permutations: Vec<Permutation<W>>,
    pub(super) mirrors: Vec<Mirror<W>>,
}

impl<W: Word> Symmetries<W> {
    pub(super) fn new(graph: &Graph) -> Symmetries<W> {
        let symmetry = Symmetry::of_uncoloured(graph);
        let group = symmetry.map(|found| elements(&found, graph.order())).unwrap_or_default();
        Symmetries {
            permutations: group.iter().map(|element| Permutation::new(element)).collect(),
            mirrors: group.iter().filter_map(|element| Mirror::new(element)).collect(),
        }
    }

    /// The least image of a state under the symmetries of the graph, among those in which the open cells of both copies come first.
    pub(super) fn normal<S: Sets<Set = W>>(&self, state: &Remaining<S>) -> Remaining<S> {
        let open = [state.open(0), state.open(1)];
        let mut least = open;
        let mut best = state.with_colours_sorted();
        for g in &self.permutations {
            let moved = [g.apply(open[0]), g.apply(open[1])];
            if moved <= least {
                let image = image(g, state).with_colours_sorted();
                best = if moved < least { image } else { best.min(image) };
                least = moved;
            }
        }
        best
    }
}
