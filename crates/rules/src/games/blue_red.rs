//! Oriented blue-red colouring (Beaulieu et al., Definition 4).

use super::*;
use crate::{Convention, Palette, UNCOLOURED};

#[derive(Debug)]
struct BlueRed;

const BLUE: Colour = 1;
const RED: Colour = 2;

pub(super) const INFO: GameInfo = GameInfo {
    name: "blue-red",
    usage: "blue-red",
    title: "Blue-red colouring",
    summary: "On a digraph: colour a vertex Blue or Red; an arc between coloured vertices must go from Blue to Red. Who cannot move loses.",
    paper: BEAULIEU,
    example: "blue-red",
    build: |parameters| {
        parameters.expect(0..1)?;
        Ok(Arc::new(BlueRed))
    },
};

/// Refuses graphs without directions, for games on digraphs.
pub(super) fn needs_digraph(name: &str, graph: &Graph) -> Result<(), String> {
    if graph.is_directed() || graph.edge_count() == 0 {
        return Ok(());
    }
    Err(format!("{name} is played on digraphs: give dipath:9, arcs:0>1,1>2, d6:… or the like"))
}

impl Rules for BlueRed {
    fn name(&self) -> String {
        "blue-red".to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette {
        Palette::Named(&["Blue", "Red"])
    }

    fn accepts(&self, graph: &Graph) -> Result<(), String> {
        needs_digraph("blue-red", graph)
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        let wrong = |from: usize, to: usize| {
            let (from, to) = (colouring[from], colouring[to]);
            from != UNCOLOURED && to != UNCOLOURED && (from != BLUE || to != RED)
        };
        let after = graph.out_neighbours(v).find(|&w| wrong(v, w));
        let before = || graph.in_neighbours(v).find(|&w| wrong(w, v));
        let with = after.or_else(before)?;
        Some(Conflict { with: Some(with), rule: "an arc must go from Blue to Red" })
    }

    fn pairwise_reach(&self) -> Option<usize> {
        Some(1)
    }
}
