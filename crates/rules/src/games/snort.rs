//! iSnort (Uiterwijk, Definition 1): adjacent coloured vertices must be alike.

use super::*;
use crate::{Convention, Palette, UNCOLOURED};

#[derive(Debug)]
struct ISnort;

pub(super) const ISNORT: GameInfo = GameInfo {
    name: "isnort",
    usage: "isnort",
    title: "Impartial Snort",
    summary: "Impartial Snort: colour a vertex Black or White; adjacent coloured vertices must be alike. Who cannot move loses.",
    paper: UITERWIJK,
    example: "isnort",
    build: |parameters| {
        parameters.expect(0..1)?;
        Ok(Arc::new(ISnort))
    },
};

/// The conflict of `v` with the first neighbour that has another colour: the Snort-condition.
pub(super) fn unlike_neighbour(graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
    let enemy = graph
        .neighbours(v)
        .find(|&w| colouring[w] != UNCOLOURED && colouring[w] != colouring[v])?;
    Some(Conflict { with: Some(enemy), rule: "adjacent coloured vertices must be alike" })
}

impl Rules for ISnort {
    fn name(&self) -> String {
        "isnort".to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette {
        Palette::BLACK_WHITE
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        unlike_neighbour(graph, colouring, v)
    }

    fn pairwise_reach(&self) -> Option<usize> {
        Some(1)
    }

    fn colours_alike(&self) -> bool {
        true
    }
}
