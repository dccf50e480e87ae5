//! Games that colour the edges of a graph, or its vertices and edges: the edge colouring game (Cai, Zhu,
//! section 1), the total colouring game (Bartnicki, Miechowicz, section 1), and Arc Kayles (Schaefer), which
//! on grids is Cram.

use super::described::listed;
use super::*;
use crate::{Goal, PairRule};

pub(super) const EDGE_COLOURING: GameInfo = GameInfo {
    name: "edge-colouring",
    usage: "edge-colouring:K",
    title: "Edge colouring",
    summary: "Alice and Bob colour edges with K colours; edges that share an end must differ. Alice wins when every edge is coloured, Bob when an uncoloured one sees all K colours.",
    paper: "Cai, Zhu: Game chromatic index of k-degenerate graphs (2001)",
    example: "edge-colouring:3",
    like: |game| Game::edge_colouring(game.palette().len()).ok(),
    build: |parameters| parameters.one(edge_colouring),
};

pub(super) const TOTAL_COLOURING: GameInfo = GameInfo {
    name: "total-colouring",
    usage: "total-colouring:K",
    title: "Total colouring",
    summary: "As edge-colouring, but vertices are coloured too; adjacent vertices, edges that share an end, and an edge and its ends must differ.",
    paper: "Bartnicki, Miechowicz: Total game coloring of graphs (2012)",
    example: "total-colouring:4",
    like: |game| Game::total_colouring(game.palette().len()).ok(),
    build: |parameters| parameters.one(total_colouring),
};

pub(super) const ARC_KAYLES: GameInfo = GameInfo {
    name: "arc-kayles",
    usage: "arc-kayles",
    title: "Arc Kayles",
    summary: "Take an edge that shares no end with one that is taken. Who cannot move loses.",
    paper: "Schaefer: On the complexity of some two-person perfect-information games (1978)",
    example: "arc-kayles",
    like: |_| Some(Game::arc_kayles()),
    build: |parameters| parameters.none(Game::arc_kayles),
};

pub(super) const CRAM: GameInfo = GameInfo {
    name: "cram",
    usage: "cram",
    title: "Cram",
    summary: "On a grid: place a domino on two free squares. It is Arc Kayles, and can be played on any graph. Who cannot move loses.",
    paper: "Yoshiwatari et al.: Winner determination algorithms for graph games with matching structures (2022)",
    example: "cram",
    like: |_| None,
    build: |parameters| parameters.none(Game::cram),
};

impl Game {
    /// The maker-breaker colouring game on the edges of a graph.
    pub fn edge_colouring(colours: usize) -> Result<Game, NoSuchGame> {
        number_of_colours(colours).map(edge_colouring)
    }

    /// The maker-breaker colouring game on the vertices and edges of a graph.
    pub fn total_colouring(colours: usize) -> Result<Game, NoSuchGame> {
        number_of_colours(colours).map(total_colouring)
    }

    /// Node Kayles on the edges of a graph.
    pub fn arc_kayles() -> Game {
        on("arc-kayles".to_owned(), 1, Goal::LastMove, Elements::Edges)
    }

    /// Arc Kayles under the name that it has on grids.
    pub fn cram() -> Game {
        on("cram".to_owned(), 1, Goal::LastMove, Elements::Edges)
    }
}

fn edge_colouring(colours: u8) -> Game {
    on(format!("edge-colouring:{colours}"), colours, Goal::ColourAll, Elements::Edges)
}

fn total_colouring(colours: u8) -> Game {
    on(format!("total-colouring:{colours}"), colours, Goal::ColourAll, Elements::Both)
}

/// The game in which adjacent elements must differ.
fn on(name: String, colours: u8, goal: Goal, elements: Elements) -> Game {
    let rule = PairRule::different(1, colours.into());
    let description = Description::shared(colours, rule.clone(), goal);
    listed(name, rule, Description { elements, ..description })
}
