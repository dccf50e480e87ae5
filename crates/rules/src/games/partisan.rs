//! Col and Snort (Uiterwijk, section 1): as iCol and iSnort, but Left colours only Black and Right
//! only White.

use super::*;
use crate::{Condition, Convention, PairRule, Palette, Player};

/// What adjacent vertices must be.
#[derive(Debug)]
enum Partisan {
    Different,
    Alike,
}

pub(super) const COL: GameInfo = GameInfo {
    name: "col",
    usage: "col",
    title: "Col",
    summary: "Left colours Black, Right White; adjacent vertices must differ. Who cannot move loses.",
    paper: UITERWIJK,
    example: "col",
    like: |_| Some(Game::col()),
    build: |parameters| parameters.none(Game::col),
};

pub(super) const SNORT: GameInfo = GameInfo {
    name: "snort",
    usage: "snort",
    title: "Snort",
    summary: "Left colours Black, Right White; adjacent coloured vertices must be alike. Who cannot move loses.",
    paper: UITERWIJK,
    example: "snort",
    like: |_| Some(Game::snort()),
    build: |parameters| parameters.none(Game::snort),
};

impl Game {
    /// Left colours Black, Right White, and adjacent vertices differ.
    pub fn col() -> Game {
        Game::listed(Partisan::Different)
    }

    /// Left colours Black, Right White, and adjacent coloured vertices are alike.
    pub fn snort() -> Game {
        Game::listed(Partisan::Alike)
    }
}

impl Rules for Partisan {
    fn name(&self) -> String {
        match self {
            Partisan::Different => "col",
            Partisan::Alike => "snort",
        }
        .to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Partisan
    }

    fn palette(&self) -> Palette<'_> {
        Palette::BLACK_WHITE
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        match self {
            Partisan::Different => same_as_neighbour(graph, colouring, v),
            Partisan::Alike => snort::unlike_neighbour(graph, colouring, v),
        }
    }

    fn may_use(&self, player: Player, colour: Colour) -> bool {
        colour == if player == Player::Left { 1 } else { 2 }
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(match self {
            Partisan::Different => PairRule::different(1, 2),
            Partisan::Alike => PairRule::alike(2),
        })
    }
}
