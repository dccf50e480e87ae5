//! The largest connected subgraph game (Bensmail et al., section 1), and its maker-breaker variant
//! (section 7), in which only Alice's largest component counts: what she can force there is the
//! paper's A_µ.

use super::*;
use crate::{Convention, Goal, Palette, Player, Verdict};

/// The name of the variant in which Bob only destroys.
pub const MAKER_BREAKER: &str = "connected:maker-breaker";

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
    build: |parameters| {
        parameters.expect(0..2)?;
        match parameters.get(0) {
            None => Ok(Arc::new(Connected { only_red_counts: false })),
            Some("maker-breaker") => Ok(Arc::new(Connected { only_red_counts: true })),
            Some(_) => Err(parameters
                .error(0, "the only variant is `maker-breaker`")
                .help(format!("it is written {MAKER_BREAKER}"))),
        }
    },
};

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

impl Rules for Connected {
    fn name(&self) -> String {
        if self.only_red_counts { MAKER_BREAKER } else { "connected" }.to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Scoring
    }

    fn palette(&self) -> Palette {
        Palette::Named(&["Red", "Blue"])
    }

    fn conflict(&self, _graph: &Graph, _colouring: &[Colour], _v: usize) -> Option<Conflict> {
        None
    }

    fn may_use(&self, player: Player, colour: Colour) -> bool {
        colour == if player == Player::Left { RED } else { BLUE }
    }

    fn when_stuck(&self, graph: &Graph, colouring: &[Colour], _turn: Player) -> Verdict {
        let blue = if self.only_red_counts { 0 } else { largest(graph, colouring, BLUE) };
        Verdict::Score(largest(graph, colouring, RED) - blue)
    }

    fn has_outcome(&self) -> bool {
        !self.only_red_counts
    }

    fn goal(&self) -> Goal {
        Goal::LargestComponent { both_count: !self.only_red_counts }
    }
}
