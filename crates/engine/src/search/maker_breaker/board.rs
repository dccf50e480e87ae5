//! The graph of a position.

use chromex_graph_tools::bits::VertexSet;

use crate::model::lists::{ListGame, Lists};

/// The graph, which says which vertices compete for colours.
pub(super) struct Board {
    /// The neighbours of each vertex.
    pub adjacent: Vec<u128>,
}

impl Board {
    pub(super) fn new(game: &ListGame) -> Board {
        let all = Lists::from_elem(VertexSet::first(game.order()).0, game.colours());
        let adjacent = (0..game.order()).map(|v| game.neighbours(&all, v)).collect();
        Board { adjacent }
    }

    pub(super) fn order(&self) -> usize {
        self.adjacent.len()
    }
}

/// The members of a set, in increasing order.
pub(super) fn bits(set: u128) -> impl Iterator<Item = usize> {
    VertexSet(set).iter()
}
