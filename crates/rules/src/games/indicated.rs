//! Indicated colouring (Grzesik): the first player says which vertex is coloured next, the second
//! chooses its colour.
//!
//! The cells `0..n` are the vertices that Alice has indicated, `n..2n` the colours that Bob has given.

use super::*;
use crate::{Condition, Convention, Goal, Places, Player, Verdict};

/// What Alice puts on a vertex.
const INDICATED: Colour = 1;

#[derive(Debug)]
struct Indicated(u8);

pub(super) const INFO: GameInfo = GameInfo {
    name: "indicated",
    usage: "indicated:K",
    title: "Indicated colouring",
    summary: "Alice indicates a vertex (copy A), Bob colours it (copy B) with one of K colours; adjacent vertices must differ. Alice wins when every vertex is coloured.",
    paper: "Grzesik: Indicated coloring of graphs (2012)",
    example: "indicated:3",
    like: |_| None,
    build: |parameters| parameters.one(|colours| Game::listed(Indicated(colours))),
};

impl Game {
    /// Indicated colouring with this number of colours.
    pub fn indicated(colours: usize) -> Result<Game, NoSuchGame> {
        Ok(Game::listed(Indicated(number_of_colours(colours)?)))
    }
}

impl Indicated {
    /// Whether the vertex is uncoloured and sees every colour.
    fn is_dead(&self, graph: &Graph, colours: &[Colour], v: usize) -> bool {
        colours[v] == UNCOLOURED
            && (1..=self.0).all(|c| graph.neighbours(v).any(|w| colours[w] == c))
    }
}

impl Rules for Indicated {
    fn name(&self) -> String {
        format!("indicated:{}", self.0)
    }

    fn convention(&self) -> Convention {
        Convention::MakerBreaker
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.0)
    }

    fn copies(&self) -> usize {
        2
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], cell: usize) -> Option<Conflict> {
        let n = graph.order();
        let (indicated, colours) = colouring.split_at(n);
        let wrong = |rule| Some(Conflict { with: None, rule });
        if cell < n {
            return match indicated[cell] {
                INDICATED => None,
                _ => wrong("a vertex is indicated with 1"),
            };
        }
        if indicated[cell - n] == UNCOLOURED {
            return wrong("only vertices that are indicated are coloured");
        }
        let conflict = same_as_neighbour(graph, colours, cell - n)?;
        Some(Conflict { with: conflict.with.map(|twin| n + twin), ..conflict })
    }

    fn condition(&self) -> Condition {
        Condition::Other
    }

    fn may_use(&self, player: Player, colour: Colour) -> bool {
        player == Player::Right || colour == INDICATED
    }

    fn not_yet(&self, graph: &Graph, colouring: &[Colour], cell: usize) -> Option<&'static str> {
        let n = graph.order();
        let waits = |v: usize| colouring[v] != UNCOLOURED && colouring[n + v] == UNCOLOURED;
        // All vertices that wait for a colour: if a start position has several, all are allowed, or
        // else symmetries of the graph would not be symmetries of the game.
        match cell.checked_sub(n) {
            Some(v) if waits(v) => None,
            None if !(0..n).any(waits) => None,
            Some(_) if !(0..n).any(waits) => Some("no vertex is indicated"),
            _ => Some("the vertex that is indicated comes first"),
        }
    }

    fn places(&self) -> Places {
        Places::Other
    }

    fn ended(&self, graph: &Graph, colouring: &[Colour]) -> Option<Verdict> {
        let (_, colours) = colouring.split_at(graph.order());
        let dead = (0..graph.order()).any(|v| self.is_dead(graph, colours, v));
        dead.then_some(Verdict::Wins(Player::Right))
    }

    fn when_stuck(&self, _graph: &Graph, _colouring: &[Colour], _turn: Player) -> Verdict {
        Verdict::Wins(Player::Left)
    }

    fn goal(&self) -> Goal {
        Goal::Other
    }

    fn respects_symmetry(&self) -> bool {
        true
    }
}
