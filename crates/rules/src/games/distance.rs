//! d-distance k-colouring (Beaulieu et al., Definition 6).

use super::*;
use crate::{Boards, Condition, Convention, PairRule, Palette};
use chromex_graphs::ops::near;

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
    like: |game| {
        // At distance 1 it is proper colouring.
        let distance = game.different_within().filter(|&distance| distance > 1)?;
        Game::distance(distance, game.palette().len()).ok()
    },
    build: |parameters| {
        parameters.expect(2..3)?;
        let distance = parameters.number(0, "the distance", MAX_DISTANCE)?;
        Ok(Game::listed(Distance { distance, colours: parameters.colours(1)? }))
    },
};

impl Game {
    /// The game in which vertices of distance at most `distance` must have different colours.
    pub fn distance(distance: usize, colours: usize) -> Result<Game, NoSuchGame> {
        if !(1..=MAX_DISTANCE).contains(&distance) {
            return Err(NoSuchGame::OutOfRange("the distance", MAX_DISTANCE));
        }
        Ok(Game::listed(Distance { distance, colours: number_of_colours(colours)? }))
    }
}

impl Rules for Distance {
    fn name(&self) -> String {
        format!("distance:{}:{}", self.distance, self.colours)
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.colours)
    }

    /// Definition 1 of Beaulieu et al. allows both kinds, and the condition on two vertices is
    /// symmetric.
    fn boards(&self) -> Boards {
        Boards::Either
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        let near = near(graph, v, self.distance);
        let twin = near.into_iter().find(|&w| colouring[w] == colouring[v])?;
        Some(Conflict { with: Some(twin), rule: "vertices so near must have different colours" })
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::different(self.distance, self.colours.into()))
    }
}
