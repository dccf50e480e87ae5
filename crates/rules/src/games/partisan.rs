//! Col and Snort (Uiterwijk, section 1): as iCol and iSnort, but Left colours only Black and Right
//! only White.

use super::*;
use crate::{Convention, Palette, Player};

/// What adjacent vertices must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    Different,
    Alike,
}

#[derive(Debug)]
struct Partisan(Condition);

pub(super) const COL: GameInfo = GameInfo {
    name: "col",
    usage: "col",
    title: "Col",
    summary: "Left colours Black, Right White; adjacent vertices must differ. Who cannot move loses.",
    paper: UITERWIJK,
    example: "col",
    build: |parameters| {
        parameters.expect(0..1)?;
        Ok(Arc::new(Partisan(Condition::Different)))
    },
};

pub(super) const SNORT: GameInfo = GameInfo {
    name: "snort",
    usage: "snort",
    title: "Snort",
    summary: "Left colours Black, Right White; adjacent coloured vertices must be alike. Who cannot move loses.",
    paper: UITERWIJK,
    example: "snort",
    build: |parameters| {
        parameters.expect(0..1)?;
        Ok(Arc::new(Partisan(Condition::Alike)))
    },
};

impl Rules for Partisan {
    fn name(&self) -> String {
        match self.0 {
            Condition::Different => "col",
            Condition::Alike => "snort",
        }
        .to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Partisan
    }

    fn palette(&self) -> Palette {
        Palette::BLACK_WHITE
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        match self.0 {
            Condition::Different => same_as_neighbour(graph, colouring, v),
            Condition::Alike => snort::unlike_neighbour(graph, colouring, v),
        }
    }

    fn may_use(&self, player: Player, colour: Colour) -> bool {
        colour == if player == Player::Left { 1 } else { 2 }
    }

    fn pairwise_reach(&self) -> Option<usize> {
        Some(1)
    }
}
