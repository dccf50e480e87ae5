//! d-distance k-colouring (Beaulieu et al., Definition 6).

use super::*;
use crate::{Convention, Palette};
use chromex_graphs::ops::within;

#[derive(Debug)]
struct Distance {
    distance: usize,
    colours: u8,
}

pub(super) const INFO: GameInfo = GameInfo {
    name: "distance",
    usage: "distance:D:K",
    title: "Distance colouring",
    summary: "Colour a vertex with one of K colours; vertices at distance D or less must differ. Who cannot move loses.",
    paper: BEAULIEU,
    example: "distance:2:2",
    build: |parameters| {
        parameters.expect(2..3)?;
        let distance = parameters.number(0, "the distance", 1_000_000)?;
        Ok(Arc::new(Distance { distance, colours: parameters.colours(1)? }))
    },
};

impl Rules for Distance {
    fn name(&self) -> String {
        format!("distance:{}:{}", self.distance, self.colours)
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette {
        Palette::Numbers(self.colours)
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        let near = within(graph, v, self.distance);
        let twin = near.into_iter().find(|&w| colouring[w] == colouring[v])?;
        Some(Conflict { with: Some(twin), rule: "vertices so near must have different colours" })
    }

    fn pairwise_reach(&self) -> Option<usize> {
        Some(self.distance)
    }

    fn colours_alike(&self) -> bool {
        true
    }
}
