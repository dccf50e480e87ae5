//! The maker-breaker k-colouring game (Brosse et al., section 1), which defines the game chromatic
//! number, also with skipping (Andres, Fong: Line game-perfect graphs, section 1).

use super::*;
use crate::{Condition, Convention, Goal, PairRule, Palette, Player, UNCOLOURED, Verdict};

#[derive(Debug)]
struct Colouring {
    colours: u8,
    /// Who may skip: the [X,Y]-colouring games of Andres, in which X moves first and Y may skip.
    skips: Option<Player>,
}

pub(super) const INFO: GameInfo = GameInfo {
    name: "colouring",
    usage: "colouring:K[:alice-skips][:bob-skips]",
    title: "Maker-breaker colouring",
    summary: "Alice and Bob colour vertices properly with K colours. Alice wins when every vertex is coloured, Bob when an uncoloured one sees all K colours. One of them may be allowed to skip turns.",
    paper: "Brosse, Martins, Nisse, Sampaio: The Graph Coloring Game on 4×n-Grids",
    example: "colouring:4",
    like: |game| match game.skips() {
        Some(player) => Game::colouring_with_skips(game.palette().len(), player).ok(),
        None => Game::colouring(game.palette().len()).ok(),
    },
    build: |parameters| {
        parameters.expect(1..3)?;
        let colours = parameters.colours(0)?;
        let skips = match parameters.get(1) {
            None => None,
            Some("alice-skips") => Some(Player::Left),
            Some("bob-skips") => Some(Player::Right),
            Some(_) => {
                return Err(parameters.error(1, "the variants are `alice-skips` and `bob-skips`"));
            }
        };
        Ok(Game::listed(Colouring { colours, skips }))
    },
};

impl Game {
    /// The maker-breaker colouring game with this number of colours.
    pub fn colouring(colours: usize) -> Result<Game, NoSuchGame> {
        Ok(Game::listed(Colouring { colours: number_of_colours(colours)?, skips: None }))
    }

    /// The maker-breaker colouring game in which `player` may skip his turns.
    pub fn colouring_with_skips(colours: usize, player: Player) -> Result<Game, NoSuchGame> {
        let (colours, skips) = (number_of_colours(colours)?, Some(player));
        Ok(Game::listed(Colouring { colours, skips }))
    }
}

impl Colouring {
    /// Whether `v` can never be coloured: it is uncoloured and sees every colour.
    fn is_dead(&self, graph: &Graph, colouring: &[Colour], v: usize) -> bool {
        colouring[v] == UNCOLOURED
            && (1..=self.colours).all(|c| graph.neighbours(v).any(|w| colouring[w] == c))
    }
}

impl Rules for Colouring {
    fn name(&self) -> String {
        let skips = match self.skips {
            None => "",
            Some(Player::Left) => ":alice-skips",
            Some(Player::Right) => ":bob-skips",
        };
        format!("colouring:{}{skips}", self.colours)
    }

    fn convention(&self) -> Convention {
        Convention::MakerBreaker
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.colours)
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        same_as_neighbour(graph, colouring, v)
    }

    fn skips(&self) -> Option<Player> {
        self.skips
    }

    fn ended(&self, graph: &Graph, colouring: &[Colour]) -> Option<Verdict> {
        let dead = (0..colouring.len()).any(|v| self.is_dead(graph, colouring, v));
        dead.then_some(Verdict::Wins(Player::Right))
    }

    fn when_stuck(&self, _graph: &Graph, _colouring: &[Colour], _turn: Player) -> Verdict {
        Verdict::Wins(Player::Left)
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::different(1, self.colours.into()))
    }

    fn goal(&self) -> Goal {
        Goal::ColourAll
    }
}
