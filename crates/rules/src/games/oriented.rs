//! Oriented k-colouring (Beaulieu et al., Definition 3).

use super::*;
use crate::{Boards, Condition, Convention, Palette, UNCOLOURED};

#[derive(Debug)]
struct Oriented(u8);

pub(super) const INFO: GameInfo = GameInfo {
    name: "oriented",
    usage: "oriented:K",
    title: "Oriented colouring",
    summary: "On a digraph: the ends of an arc must differ, and if some arc goes from colour a to b, none goes from b to a. Who cannot move loses.",
    paper: BEAULIEU,
    example: "oriented:3",
    like: |game| Game::oriented(game.palette().len()).ok(),
    build: |parameters| parameters.one(|colours| Game::listed(Oriented(colours))),
};

impl Game {
    /// Oriented colouring with this number of colours.
    pub fn oriented(colours: usize) -> Result<Game, NoSuchGame> {
        Ok(Game::listed(Oriented(number_of_colours(colours)?)))
    }
}

impl Rules for Oriented {
    fn name(&self) -> String {
        format!("oriented:{}", self.0)
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.0)
    }

    fn boards(&self) -> Boards {
        Boards::Directed
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        if let Some(conflict) = same_as_neighbour(graph, colouring, v) {
            return Some(conflict);
        }
        let coloured = |w: &usize| colouring[*w] != UNCOLOURED;
        let colours = |(from, to): (usize, usize)| (colouring[from], colouring[to]);
        let out = graph.out_neighbours(v).filter(coloured).map(|w| (v, w));
        let into = graph.in_neighbours(v).filter(coloured).map(|w| (w, v));
        for (from, to) in out.chain(into) {
            let (a, b) = colours((from, to));
            if let Some(other) = graph.edges().find(|&arc| colours(arc) == (b, a)) {
                let rule = "arcs may not go from one colour to another and back";
                return Some(Conflict { with: Some(other.0), rule });
            }
        }
        None
    }

    fn condition(&self) -> Condition {
        Condition::Oriented
    }
}
