//! Oriented blue-red colouring (Beaulieu et al., Definition 4).

use std::borrow::Cow;

use super::*;
use crate::{Boards, Condition, Convention, PairRule, Palette, UNCOLOURED};

#[derive(Debug)]
struct BlueRed;

const BLUE: Colour = 1;
const RED: Colour = 2;

pub(super) const INFO: GameInfo = GameInfo {
    name: "blue-red",
    usage: "blue-red",
    title: "Blue-red colouring",
    summary: "On a digraph: colour a vertex Blue or Red; an arc between coloured vertices must go from Blue to Red. Who cannot move loses.",
    paper: BEAULIEU,
    example: "blue-red",
    like: |_| Some(Game::blue_red()),
    build: |parameters| parameters.none(Game::blue_red),
};

impl Game {
    /// An arc between coloured vertices goes from Blue to Red.
    pub fn blue_red() -> Game {
        Game::listed(BlueRed)
    }
}

impl Rules for BlueRed {
    fn name(&self) -> String {
        "blue-red".to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Named(&[Cow::Borrowed("Blue"), Cow::Borrowed("Red")])
    }

    fn boards(&self) -> Boards {
        Boards::Directed
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        let wrong = |from: usize, to: usize| {
            let (from, to) = (colouring[from], colouring[to]);
            from != UNCOLOURED && to != UNCOLOURED && (from != BLUE || to != RED)
        };
        let after = graph.out_neighbours(v).find(|&w| wrong(v, w));
        let before = || graph.in_neighbours(v).find(|&w| wrong(w, v));
        let with = after.or_else(before)?;
        Some(Conflict { with: Some(with), rule: "an arc must go from Blue to Red" })
    }

    fn condition(&self) -> Condition {
        let mut rule = PairRule::default();
        for (tail, head) in [(BLUE, BLUE), (RED, RED), (RED, BLUE)] {
            rule.forbid_arc(tail, head);
        }
        Condition::Pairs(rule)
    }
}
