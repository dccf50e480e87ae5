//! Proper k-colouring (Beaulieu et al., Definition 2), with Node Kayles (k = 1) and iCol (k = 2)
//! as special cases under their own names.

use super::*;
use crate::{Convention, Palette};

#[derive(Debug)]
struct Proper {
    name: &'static str,
    palette: Palette,
}

pub(super) const NODE_KAYLES: GameInfo = GameInfo {
    name: "node-kayles",
    usage: "node-kayles",
    title: "Node Kayles",
    summary: "Take a vertex none of whose neighbours is taken. Who cannot move loses.",
    paper: BEAULIEU,
    example: "node-kayles",
    build: |parameters| {
        parameters.expect(0..1)?;
        Ok(Arc::new(Proper { name: "node-kayles", palette: Palette::Numbers(1) }))
    },
};

pub(super) const PROPER: GameInfo = GameInfo {
    name: "proper",
    usage: "proper:K",
    title: "Proper colouring",
    summary: "Colour a vertex with one of K colours; adjacent vertices must differ. Who cannot move loses.",
    paper: BEAULIEU,
    example: "proper:3",
    build: |parameters| {
        parameters.expect(1..2)?;
        let colours = parameters.colours(0)?;
        Ok(Arc::new(Proper { name: "proper", palette: Palette::Numbers(colours) }))
    },
};

pub(super) const ICOL: GameInfo = GameInfo {
    name: "icol",
    usage: "icol",
    title: "Impartial Col",
    summary: "Impartial Col: colour a vertex Black or White; adjacent vertices must differ. Who cannot move loses.",
    paper: UITERWIJK,
    example: "icol",
    build: |parameters| {
        parameters.expect(0..1)?;
        Ok(Arc::new(Proper { name: "icol", palette: Palette::BLACK_WHITE }))
    },
};

impl Rules for Proper {
    fn name(&self) -> String {
        match self.name {
            "proper" => format!("proper:{}", self.palette.len()),
            name => name.to_owned(),
        }
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette {
        self.palette
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        same_as_neighbour(graph, colouring, v)
    }

    fn pairwise_reach(&self) -> Option<usize> {
        Some(1)
    }

    fn colours_alike(&self) -> bool {
        true
    }
}
