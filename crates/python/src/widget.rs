//! What the board in a notebook needs: a position as the page draws it, and the modules of the page that draw it.

use chromex::graphs::draw;
use chromex::rules::{self, Move, Player, Verdict};
use chromex::safety::safety_of_cells;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use crate::position::Position;

/// A module of the page, as it is served.
macro_rules! asset {
    ($name:literal) => {
        ($name, include_str!(concat!("../../server/web/assets/", $name)))
    };
}

/// The modules that draw a board, each behind those that it imports, and their style sheets.
const ASSETS: [(&str, &str); 11] = [
    asset!("dom.js"),
    asset!("force.js"),
    asset!("geometry.js"),
    asset!("shapes.js"),
    asset!("tree.js"),
    asset!("notation.js"),
    asset!("score.js"),
    asset!("overlay.js"),
    asset!("board.js"),
    asset!("base.css"),
    asset!("board.css"),
];

/// The modules and style sheets of the page's board, by name.
#[pyfunction]
pub fn page_assets() -> Vec<(&'static str, &'static str)> {
    ASSETS.to_vec()
}

/// A position with everything that the literal rules say about it, as the page's board wants it, in JSON.
#[pyfunction]
pub fn view(position: &Position) -> String {
    let position = &position.0;
    let (game, board, palette) = (position.game(), position.board(), position.game().palette());
    let name = |colour| json!({ "symbol": palette.symbol(colour), "name": palette.name(colour) });
    let marks = safety_of_cells(position).map(|cells| {
        let status = |status: Option<chromex::safety::Status>| status.map(|status| status.word());
        json!({
            "available": cells.iter().map(|cell| &cell.available).collect::<Vec<_>>(),
            "status": cells.iter().map(|cell| status(cell.status)).collect::<Vec<_>>(),
        })
    });
    let players = [Player::Left, Player::Right].map(|player| position.player_name(player));
    json!({
        "line": position.to_string(),
        "game": game.name(),
        "graph": graph(board),
        "convention": position.convention().to_string(),
        "players": players,
        "palette": palette.colours().map(name).collect::<Vec<_>>(),
        "copies": game.copies(),
        "cells": position.cells(),
        "colouring": position.colouring(),
        "turn": usize::from(position.turn() == Player::Right),
        "legal": legal(position),
        "skip": position.check(position.turn(), Move::SKIP).is_ok(),
        "names": board.labels(),
        "over": position.verdict().map(|verdict| over(position, verdict)),
        "components": [],
        "marks": marks,
    })
    .to_string()
}

fn graph(board: &chromex::graphs::Board) -> Json {
    let graph = board.graph();
    let places: Vec<[f64; 2]> = draw::layout(board).into_iter().map(|(x, y)| [x, y]).collect();
    json!({
        "name": board.name(),
        "order": graph.order(),
        "size": graph.edge_count(),
        "directed": graph.is_directed(),
        "edges": graph.edges().map(|(u, v)| [u, v]).collect::<Vec<_>>(),
        "layout": places,
        "rows": board.row_length().map(|length| graph.order() / length.max(1)),
    })
}

/// Cells with the colours that they may get.
fn legal(position: &rules::Position) -> Vec<(usize, Vec<u8>)> {
    let mut cells: Vec<(usize, Vec<u8>)> = Vec::new();
    for Move { cell, colour } in position.moves().into_iter().filter(|m| !m.is_skip()) {
        match cells.last_mut() {
            Some((last, colours)) if *last == cell => colours.push(colour),
            _ => cells.push((cell, vec![colour])),
        }
    }
    cells
}

fn over(position: &rules::Position, verdict: Verdict) -> Json {
    let words = match verdict {
        Verdict::Wins(player) => format!("{} wins", position.player_name(player)),
        Verdict::Score(score) => format!("the score is {score}"),
    };
    json!({ "verdict": words })
}
