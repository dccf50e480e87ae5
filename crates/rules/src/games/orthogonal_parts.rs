//! Orthogonal colouring on several graphs, which may differ (Andres et al., section 1, names k mutually orthogonal
//! colourings; its game is the case of two equal graphs).
//!
//! The graph is cut into parts of equal order, in the order of its vertices: `cycle:4+path:4` has two different parts,
//! `3*cycle:4` three equal ones. Places with the same number within their parts belong together.

use super::*;
use crate::{Condition, Convention, Palette, Player, UNCOLOURED, Verdict};

/// More parts are not allowed.
const MAX_PARTS: usize = 8;

#[derive(Debug)]
struct OrthogonalParts {
    parts: usize,
    colours: u8,
    normal_play: bool,
}

pub(super) const INFO: GameInfo = GameInfo {
    name: "orthogonal-parts",
    usage: "orthogonal-parts:P:M[:normal]",
    title: "Orthogonal colouring of parts",
    summary: "The graph is cut into P parts of equal order: colour a vertex, properly, and of no two parts may an ordered pair of colours appear at two places. Score: coloured vertices of Alice's half of the parts less Bob's (normal: who cannot move loses).",
    paper: "Andres, Huggan, Mc Inerney, Nowakowski: The Orthogonal Colouring Game",
    example: "orthogonal-parts:2:2",
    like: |_| None,
    build: |parameters| {
        parameters.expect(2..4)?;
        let parts = parameters.number(0, "the number of parts", MAX_PARTS)?;
        let colours = parameters.colours(1)?;
        let normal_play = match parameters.get(2) {
            None => false,
            Some("normal") => true,
            Some(_) => return Err(parameters.error(2, "the only variant is `normal`")),
        };
        match parts {
            1 => Err(parameters.error(0, "orthogonality needs two parts or more")),
            _ if parts % 2 == 1 && !normal_play => Err(parameters
                .error(0, "an odd number of parts cannot be shared by two players")
                .help(format!("write orthogonal-parts:{parts}:{colours}:normal"))),
            _ => Ok(Game::listed(OrthogonalParts { parts, colours, normal_play })),
        }
    },
};

impl Game {
    /// Orthogonal colouring of an even number of parts with this number of colours, scored.
    pub fn orthogonal_parts(parts: usize, colours: usize) -> Result<Game, NoSuchGame> {
        let colours = number_of_colours(colours)?;
        match (2..=MAX_PARTS).contains(&parts) && parts.is_multiple_of(2) {
            true => Ok(Game::listed(OrthogonalParts { parts, colours, normal_play: false })),
            false => Err(NoSuchGame::OutOfRange("half the number of parts", MAX_PARTS / 2)),
        }
    }
}

impl Rules for OrthogonalParts {
    fn name(&self) -> String {
        let normal = if self.normal_play { ":normal" } else { "" };
        format!("orthogonal-parts:{}:{}{normal}", self.parts, self.colours)
    }

    fn convention(&self) -> Convention {
        if self.normal_play { Convention::Impartial } else { Convention::Scoring }
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.colours)
    }

    fn accepts(&self, graph: &Graph) -> Result<(), String> {
        let (parts, order) = (self.parts, graph.order());
        if graph.is_directed() {
            return Err(format!("{} is played on undirected graphs", self.name()));
        }
        match order.is_multiple_of(parts) {
            true => Ok(()),
            false => {
                Err(format!("{order} vertices cannot be cut into {parts} parts of equal order"))
            }
        }
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        if let Some(conflict) = same_as_neighbour(graph, colouring, v) {
            return Some(conflict);
        }
        let size = graph.order() / self.parts;
        let (part, place) = (v / size, v % size);
        let at = |part: usize, place: usize| colouring[part * size + place];
        let same_pair = |other: usize, twin: usize| {
            at(other, place) != UNCOLOURED
                && at(part, twin) == at(part, place)
                && at(other, twin) == at(other, place)
        };
        let others = (0..self.parts).filter(|&other| other != part);
        let twins = |other: usize| (0..size).find(|&q| q != place && same_pair(other, q));
        let twin = others.into_iter().find_map(twins)?;
        let rule = "no ordered pair of colours may appear at two places of two parts";
        Some(Conflict { with: Some(part * size + twin), rule })
    }

    fn condition(&self) -> Condition {
        Condition::Other
    }

    fn when_stuck(&self, graph: &Graph, colouring: &[Colour], turn: Player) -> Verdict {
        if self.normal_play {
            return Verdict::Wins(turn.opponent());
        }
        let (alice, bob) = colouring.split_at(graph.order() / 2);
        let coloured = |part: &[Colour]| part.iter().filter(|&&c| c != UNCOLOURED).count() as i32;
        Verdict::Score(coloured(alice) - coloured(bob))
    }

    fn colours_alike(&self) -> bool {
        true
    }

    /// The numbers of the vertices say which belong together.
    fn respects_symmetry(&self) -> bool {
        false
    }
}
