//! The maker-breaker k-colouring game (Brosse et al., section 1), which defines the game chromatic
//! number.

use super::*;
use crate::{Condition, Convention, Goal, PairRule, Palette, Player, UNCOLOURED, Verdict};

#[derive(Debug)]
struct Colouring(u8);

pub(super) const INFO: GameInfo = GameInfo {
    name: "colouring",
    usage: "colouring:K",
    title: "Maker-breaker colouring",
    summary: "Alice and Bob colour vertices properly with K colours. Alice wins when every vertex is coloured, Bob when an uncoloured one sees all K colours.",
    paper: "Brosse, Martins, Nisse, Sampaio: The Graph Coloring Game on 4×n-Grids",
    example: "colouring:4",
    like: |game| Game::colouring(game.palette().len()).ok(),
    build: |parameters| parameters.one(|colours| Game::listed(Colouring(colours))),
};

impl Game {
    /// The maker-breaker colouring game with so many colours.
    pub fn colouring(colours: usize) -> Result<Game, NoSuchGame> {
        Ok(Game::listed(Colouring(number_of_colours(colours)?)))
    }
}

impl Colouring {
    /// Whether `v` can never be coloured: it is uncoloured and sees every colour.
    fn is_dead(&self, graph: &Graph, colouring: &[Colour], v: usize) -> bool {
        colouring[v] == UNCOLOURED
            && (1..=self.0).all(|c| graph.neighbours(v).any(|w| colouring[w] == c))
    }
}

impl Rules for Colouring {
    fn name(&self) -> String {
        format!("colouring:{}", self.0)
    }

    fn convention(&self) -> Convention {
        Convention::MakerBreaker
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.0)
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        same_as_neighbour(graph, colouring, v)
    }

    fn ended(&self, graph: &Graph, colouring: &[Colour]) -> Option<Verdict> {
        let dead = (0..colouring.len()).any(|v| self.is_dead(graph, colouring, v));
        dead.then_some(Verdict::Wins(Player::Right))
    }

    fn when_stuck(&self, _graph: &Graph, _colouring: &[Colour], _turn: Player) -> Verdict {
        Verdict::Wins(Player::Left)
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::different(1, self.0.into()))
    }

    fn goal(&self) -> Goal {
        Goal::ColourAll
    }
}
