//! The largest connected subgraph game (Bensmail et al., section 1), and its maker-breaker variant
//! (section 7), in which only Alice's largest component counts: what she can force there is the
//! paper's A_µ.

use std::borrow::Cow;

use super::*;
use crate::{Condition, Convention, Goal, PairRule, Palette, Player, Verdict};

const RED: Colour = 1;
const BLUE: Colour = 2;

#[derive(Debug)]
struct Connected {
    only_red_counts: bool,
}

pub(super) const INFO: GameInfo = GameInfo {
    name: "connected",
    usage: "connected[:maker-breaker]",
    title: "Largest connected subgraph",
    summary: "Alice colours Red, Bob Blue, until all is coloured. Score: largest red component less largest blue one (maker-breaker: the red one alone).",
    paper: "Bensmail, Fioravantes, Mc Inerney, Nisse: The Largest Connected Subgraph Game",
    example: "connected",
    like: |game| match game.goal() {
        Goal::LargestComponent { both_count: true } => Some(Game::connected()),
        Goal::LargestComponent { both_count: false } => Some(Game::connected_maker_breaker()),
        _ => None,
    },
    build: |parameters| {
        parameters.expect(0..2)?;
        match parameters.get(0) {
            None => Ok(Game::connected()),
            Some("maker-breaker") => Ok(Game::connected_maker_breaker()),
            Some(_) => Err(parameters
                .error(0, "the only variant is `maker-breaker`")
                .help("it is written connected:maker-breaker")),
        }
    },
};

impl Game {
    /// The largest connected subgraph game.
    pub fn connected() -> Game {
        Game::listed(Connected { only_red_counts: false })
    }

    /// The variant in which Bob only destroys.
    pub fn connected_maker_breaker() -> Game {
        Game::listed(Connected { only_red_counts: true })
    }
}

/// The order of the largest connected subgraph of this colour.
fn largest(graph: &Graph, colouring: &[Colour], colour: Colour) -> i32 {
    let mut seen = vec![false; graph.order()];
    let mut best = 0;
    for start in 0..graph.order() {
        let mut waiting = vec![start];
        let mut order = 0;
        while let Some(v) = waiting.pop() {
            if colouring[v] == colour && !seen[v] {
                seen[v] = true;
                order += 1;
                waiting.extend(graph.neighbours(v));
            }
        }
        best = best.max(order);
    }
    best
}

/// The score: the largest red component, less the largest blue one if both count.
pub(super) fn difference(graph: &Graph, colouring: &[Colour], both_count: bool) -> i32 {
    let blue = if both_count { largest(graph, colouring, BLUE) } else { 0 };
    largest(graph, colouring, RED) - blue
}

impl Rules for Connected {
    fn name(&self) -> String {
        if self.only_red_counts { "connected:maker-breaker" } else { "connected" }.to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Scoring
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Named(&[Cow::Borrowed("Red"), Cow::Borrowed("Blue")])
    }

    fn conflict(&self, _graph: &Graph, _colouring: &[Colour], _v: usize) -> Option<Conflict> {
        None
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::default())
    }

    fn may_use(&self, player: Player, colour: Colour) -> bool {
        colour == if player == Player::Left { RED } else { BLUE }
    }

    fn when_stuck(&self, graph: &Graph, colouring: &[Colour], _turn: Player) -> Verdict {
        Verdict::Score(difference(graph, colouring, !self.only_red_counts))
    }

    fn goal(&self) -> Goal {
        Goal::LargestComponent { both_count: !self.only_red_counts }
    }
}
