//! The marking game (Zhu, section 1), which defines the game colouring number: the least K with which Alice
//! wins.

use super::*;
use crate::{Condition, Convention, Goal, PairRule, Player, Verdict};

/// The largest number that makes sense on any graph that can be played on.
const MAX_MARKED: usize = 1_000_000;

#[derive(Debug)]
struct Marking(usize);

pub(super) const INFO: GameInfo = GameInfo {
    name: "marking",
    usage: "marking:K",
    title: "Marking",
    summary: "Alice and Bob mark vertices. Alice wins when all are marked and none had K marked neighbours before it; Bob when an unmarked one has K marked neighbours.",
    paper: "Zhu: The game coloring number of planar graphs (1999)",
    example: "marking:3",
    like: |_| None,
    build: |parameters| {
        parameters.expect(1..2)?;
        Ok(Game::listed(Marking(parameters.number(0, NUMBER, MAX_MARKED)?)))
    },
};

const NUMBER: &str = "the number of marked neighbours";

impl Game {
    /// The marking game that Alice loses as soon as an unmarked vertex has this number of marked
    /// neighbours.
    pub fn marking(number: usize) -> Result<Game, NoSuchGame> {
        match (1..=MAX_MARKED).contains(&number) {
            true => Ok(Game::listed(Marking(number))),
            false => Err(NoSuchGame::OutOfRange(NUMBER, MAX_MARKED)),
        }
    }
}

impl Marking {
    fn is_lost(&self, graph: &Graph, colouring: &[Colour], v: usize) -> bool {
        let marked = |w: &usize| colouring[*w] != UNCOLOURED;
        !marked(&v) && graph.neighbours(v).filter(marked).count() >= self.0
    }
}

impl Rules for Marking {
    fn name(&self) -> String {
        format!("marking:{}", self.0)
    }

    fn convention(&self) -> Convention {
        Convention::MakerBreaker
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(1)
    }

    fn conflict(&self, _graph: &Graph, _colouring: &[Colour], _v: usize) -> Option<Conflict> {
        None
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::default())
    }

    fn ended(&self, graph: &Graph, colouring: &[Colour]) -> Option<Verdict> {
        let lost = (0..colouring.len()).any(|v| self.is_lost(graph, colouring, v));
        lost.then_some(Verdict::Wins(Player::Right))
    }

    fn when_stuck(&self, _graph: &Graph, _colouring: &[Colour], _turn: Player) -> Verdict {
        Verdict::Wins(Player::Left)
    }

    fn goal(&self) -> Goal {
        Goal::Other
    }
}
