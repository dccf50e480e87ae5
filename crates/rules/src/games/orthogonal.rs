//! The orthogonal colouring game (Andres et al., section 1), scored or with normal play.
//!
//! The cells `0..n` are Alice's copy of the graph, `n..2n` Bob's.

use super::*;
use crate::{Condition, Convention, Goal, Palette, Player, UNCOLOURED, Verdict};

#[derive(Debug)]
struct Orthogonal {
    colours: u8,
    normal_play: bool,
}

pub(super) const INFO: GameInfo = GameInfo {
    name: "orthogonal",
    usage: "orthogonal:M[:normal]",
    title: "Orthogonal colouring",
    summary: "Two copies of the graph: colour a vertex of either, properly, and no ordered pair of colours at two vertices. Score: coloured vertices of Alice's copy less Bob's (normal: who cannot move loses).",
    paper: "Andres, Huggan, Mc Inerney, Nowakowski: The Orthogonal Colouring Game",
    example: "orthogonal:2",
    like: |game| match game.convention() {
        Convention::Impartial => Game::orthogonal_normal(game.palette().len()).ok(),
        _ => Game::orthogonal(game.palette().len()).ok(),
    },
    build: |parameters| {
        parameters.expect(1..3)?;
        let colours = parameters.colours(0)?;
        let normal_play = match parameters.get(1) {
            None => false,
            Some("normal") => true,
            Some(_) => return Err(parameters.error(1, "the only variant is `normal`")),
        };
        Ok(Game::listed(Orthogonal { colours, normal_play }))
    },
};

impl Game {
    /// The orthogonal colouring game with this number of colours, scored.
    pub fn orthogonal(colours: usize) -> Result<Game, NoSuchGame> {
        Ok(Game::listed(Orthogonal { colours: number_of_colours(colours)?, normal_play: false }))
    }

    /// The orthogonal colouring game under normal play: a player who cannot move loses.
    pub fn orthogonal_normal(colours: usize) -> Result<Game, NoSuchGame> {
        Ok(Game::listed(Orthogonal { colours: number_of_colours(colours)?, normal_play: true }))
    }
}

impl Rules for Orthogonal {
    fn name(&self) -> String {
        format!("orthogonal:{}{}", self.colours, if self.normal_play { ":normal" } else { "" })
    }

    fn convention(&self) -> Convention {
        if self.normal_play { Convention::Impartial } else { Convention::Scoring }
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.colours)
    }

    fn copies(&self) -> usize {
        2
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], cell: usize) -> Option<Conflict> {
        let (alice, bob) = colouring.split_at(graph.order());
        let (start, mine) = if cell < graph.order() { (0, alice) } else { (graph.order(), bob) };
        let v = cell - start;
        if let Some(twin) = graph.neighbours(v).find(|&w| mine[w] == mine[v]) {
            let rule = "adjacent vertices must have different colours";
            return Some(Conflict { with: Some(start + twin), rule });
        }
        if alice[v] == UNCOLOURED || bob[v] == UNCOLOURED {
            return None;
        }
        let same_pair = |&w: &usize| w != v && alice[w] == alice[v] && bob[w] == bob[v];
        let twin = (0..graph.order()).find(same_pair)?;
        let rule = "no ordered pair of colours may appear at two vertices";
        Some(Conflict { with: Some(start + twin), rule })
    }

    fn when_stuck(&self, graph: &Graph, colouring: &[Colour], turn: Player) -> Verdict {
        if self.normal_play {
            return Verdict::Wins(turn.opponent());
        }
        let (alice, bob) = colouring.split_at(graph.order());
        let coloured = |copy: &[Colour]| copy.iter().filter(|&&c| c != UNCOLOURED).count() as i32;
        Verdict::Score(coloured(alice) - coloured(bob))
    }

    fn condition(&self) -> Condition {
        Condition::Orthogonal
    }

    fn goal(&self) -> Goal {
        Goal::Orthogonal
    }
}
