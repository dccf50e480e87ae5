//! iSnort (Uiterwijk, Definition 1): adjacent coloured vertices must be alike.

use super::*;
use crate::{Condition, Convention, PairRule, Palette, UNCOLOURED};

#[derive(Debug)]
struct ISnort;

pub(super) const ISNORT: GameInfo = GameInfo {
    name: "isnort",
    usage: "isnort",
    title: "Impartial Snort",
    summary: "Impartial Snort: colour a vertex Black or White; adjacent coloured vertices must be alike. Who cannot move loses.",
    paper: UITERWIJK,
    example: "isnort",
    like: |_| Some(Game::isnort()),
    build: |parameters| parameters.none(Game::isnort),
};

/// The conflict of `v` with the first neighbour that has another colour: the Snort-condition.
pub(super) fn unlike_neighbour(graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
    let enemy = graph
        .neighbours(v)
        .find(|&w| colouring[w] != UNCOLOURED && colouring[w] != colouring[v])?;
    Some(Conflict { with: Some(enemy), rule: "adjacent coloured vertices must be alike" })
}

impl Game {
    /// Adjacent coloured vertices are alike, Black or White.
    pub fn isnort() -> Game {
        Game::listed(ISnort)
    }
}

impl Rules for ISnort {
    fn name(&self) -> String {
        "isnort".to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette<'_> {
        Palette::BLACK_WHITE
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        unlike_neighbour(graph, colouring, v)
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::alike(2))
    }
}
