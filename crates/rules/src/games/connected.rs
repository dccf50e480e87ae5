//! The largest connected subgraph game (Bensmail et al., section 1), and two variants: in the maker-breaker one (section
//! 7) only Alice's largest component counts, and what she can force there is the paper's A_µ; in the other it counts
//! only if it is larger than Bob's, and what she can force there is the paper's A_µ* (section 6, a remark in case 1).

use std::borrow::Cow;

use super::*;
use crate::{Condition, Convention, Goal, PairRule, Palette, Player, Verdict};

const RED: Colour = 1;
const BLUE: Colour = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Connected {
    /// The score is the difference.
    Both,
    /// The score is the order of the largest red component.
    OnlyRed,
    /// The score is the order of the largest red component if Alice wins, and 0 otherwise.
    WhenWinning,
}

pub(super) const INFO: GameInfo = GameInfo {
    name: "connected",
    usage: "connected[:maker-breaker][:when-winning]",
    title: "Largest connected subgraph",
    summary: "Alice colours Red, Bob Blue, until all is coloured. Score: largest red component less largest blue one (maker-breaker: the red one alone; when-winning: the red one alone, and nothing if it is not the larger one).",
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
            Some("when-winning") => Ok(Game::connected_when_winning()),
            Some(_) => Err(parameters
                .error(0, "the variants are `maker-breaker` and `when-winning`")
                .help("they are written connected:maker-breaker and connected:when-winning")),
        }
    },
};

impl Game {
    /// The largest connected subgraph game.
    pub fn connected() -> Game {
        Game::listed(Connected::Both)
    }

    /// The variant in which Bob only destroys.
    pub fn connected_maker_breaker() -> Game {
        Game::listed(Connected::OnlyRed)
    }

    /// The variant in which Alice's component counts only if it is larger than Bob's.
    pub fn connected_when_winning() -> Game {
        Game::listed(Connected::WhenWinning)
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
        match self {
            Connected::Both => "connected",
            Connected::OnlyRed => "connected:maker-breaker",
            Connected::WhenWinning => "connected:when-winning",
        }
        .to_owned()
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
        let difference = difference(graph, colouring, *self != Connected::OnlyRed);
        match self {
            Connected::Both | Connected::OnlyRed => Verdict::Score(difference),
            Connected::WhenWinning if difference > 0 => {
                Verdict::Score(largest(graph, colouring, RED))
            }
            Connected::WhenWinning => Verdict::Score(0),
        }
    }

    fn goal(&self) -> Goal {
        match self {
            Connected::Both => Goal::LargestComponent { both_count: true },
            Connected::OnlyRed => Goal::LargestComponent { both_count: false },
            Connected::WhenWinning => Goal::Other,
        }
    }

    fn has_outcome(&self) -> bool {
        *self == Connected::Both
    }
}
