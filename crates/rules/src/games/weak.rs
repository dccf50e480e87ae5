//! Weak colouring (Beaulieu et al., Definition 5), judged on the partial colouring after the move:
//! two adjacent vertices may be alike only if each of them also has a neighbour of another colour
//! at that moment.
//!
//! The paper defines it for two colours, where another colour is the opposite one, and asks about
//! more; the rule reads the same for any number.

use super::*;
use crate::{Condition, Convention, Palette, UNCOLOURED};

#[derive(Debug)]
struct Weak(u8);

pub(super) const INFO: GameInfo = GameInfo {
    name: "weak",
    usage: "weak:K",
    title: "Weak colouring",
    summary: "Adjacent vertices may be alike only if each also has a neighbour of another colour after the move. Who cannot move loses.",
    paper: BEAULIEU,
    example: "weak:2",
    like: |game| Game::weak(game.palette().len()).ok(),
    build: |parameters| parameters.one(|colours| Game::listed(Weak(colours))),
};

/// Whether `v` has a coloured neighbour of another colour.
fn sees_another(graph: &Graph, colouring: &[Colour], v: usize) -> bool {
    graph.neighbours(v).any(|w| colouring[w] != UNCOLOURED && colouring[w] != colouring[v])
}

impl Game {
    /// Weak colouring with this number of colours.
    pub fn weak(colours: usize) -> Result<Game, NoSuchGame> {
        Ok(Game::listed(Weak(number_of_colours(colours)?)))
    }
}

impl Rules for Weak {
    fn name(&self) -> String {
        format!("weak:{}", self.0)
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.0)
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        let fine = |w: usize| sees_another(graph, colouring, w);
        let twin =
            graph.neighbours(v).find(|&w| colouring[w] == colouring[v] && !(fine(v) && fine(w)))?;
        let rule = "adjacent vertices may be alike only if each has a neighbour of another colour";
        Some(Conflict { with: Some(twin), rule })
    }

    fn condition(&self) -> Condition {
        Condition::Weak
    }
}
