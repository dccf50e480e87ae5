//! Proper k-colouring (Beaulieu et al., Definition 2), with Node Kayles (k = 1) and iCol (k = 2)
//! as special cases under their own names.

use super::*;
use crate::{Boards, Condition, Convention, PairRule, Palette};

/// The name under which it was typed, so that it is shown in the same way.
#[derive(Debug)]
enum Proper {
    Colours(u8),
    NodeKayles,
    ICol,
}

pub(super) const NODE_KAYLES: GameInfo = GameInfo {
    name: "node-kayles",
    usage: "node-kayles",
    title: "Node Kayles",
    summary: "Take a vertex none of whose neighbours is taken. Who cannot move loses.",
    paper: BEAULIEU,
    example: "node-kayles",
    like: |_| Some(Game::node_kayles()),
    build: |parameters| parameters.none(Game::node_kayles),
};

pub(super) const PROPER: GameInfo = GameInfo {
    name: "proper",
    usage: "proper:K",
    title: "Proper colouring",
    summary: "Colour a vertex with one of K colours; adjacent vertices must differ. Who cannot move loses.",
    paper: BEAULIEU,
    example: "proper:3",
    like: |game| {
        // With one colour it is Node Kayles, with two iCol.
        let colours = Some(game.palette().len()).filter(|&colours| colours > 2)?;
        Game::proper(colours).ok()
    },
    build: |parameters| parameters.one(|colours| Game::listed(Proper::Colours(colours))),
};

pub(super) const ICOL: GameInfo = GameInfo {
    name: "icol",
    usage: "icol",
    title: "Impartial Col",
    summary: "Impartial Col: colour a vertex Black or White; adjacent vertices must differ. Who cannot move loses.",
    paper: UITERWIJK,
    example: "icol",
    like: |_| Some(Game::icol()),
    build: |parameters| parameters.none(Game::icol),
};

impl Game {
    /// The game in which adjacent vertices must differ.
    pub fn proper(colours: usize) -> Result<Game, NoSuchGame> {
        Ok(Game::listed(Proper::Colours(number_of_colours(colours)?)))
    }

    /// Proper colouring with one colour.
    pub fn node_kayles() -> Game {
        Game::listed(Proper::NodeKayles)
    }

    /// Proper colouring with two colours, Black and White.
    pub fn icol() -> Game {
        Game::listed(Proper::ICol)
    }
}

impl Rules for Proper {
    fn name(&self) -> String {
        match self {
            Proper::Colours(colours) => format!("proper:{colours}"),
            Proper::NodeKayles => "node-kayles".to_owned(),
            Proper::ICol => "icol".to_owned(),
        }
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette<'_> {
        match *self {
            Proper::Colours(colours) => Palette::Numbers(colours),
            Proper::NodeKayles => Palette::Numbers(1),
            Proper::ICol => Palette::BLACK_WHITE,
        }
    }

    /// Definition 1 of Beaulieu et al. allows both kinds, and the condition on two vertices is
    /// symmetric.
    fn boards(&self) -> Boards {
        Boards::Either
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        same_as_neighbour(graph, colouring, v)
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::different(1, self.palette().len()))
    }
}
