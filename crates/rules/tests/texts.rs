//! No text makes anything panic. Errors are shown, too.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_graphs::{expand, parse};
use chromex_rules::{Player, Position, parse_game};
use common::{FAMILIES, NAMES};
use proptest::prelude::*;

fn show<T>(result: Result<T, impl ToString>) {
    if let Err(error) = result {
        assert!(!error.to_string().is_empty());
    }
}

fn read_everywhere(text: &str) {
    for line in [
        "icol grid:2x3 B../..W left",
        "proper:12 path:3 ... left",
        "orthogonal:2 cycle:4 1.2.|..1. alice",
        "colouring:3 empty:0 - alice",
    ] {
        let position: Position = line.parse().unwrap();
        let (game, board) = (position.game().clone(), position.board().clone());
        show(Position::read(game, board, text, Player::Left));
        if let Ok(m) = position.read_move(text) {
            show(position.play(m));
        }
    }
}

/// Pieces of graph expressions. Numbers are small, because the graphs are really built.
fn graph_pieces() -> impl Strategy<Value = String> {
    let families = prop::sample::select(vec![
        "path:",
        "cycle:",
        "grid:",
        "star:",
        "complete:",
        "empty:",
        "wheel:",
        "hypercube:",
        "petersen:",
        "circulant:",
        "tree:",
        "caterpillar:",
        "torus:",
        "cylinder:",
        "latin:",
        "sudoku:",
        "queens:",
        "king:",
        "random:",
        "random-tree:",
        "dipath:",
        "dicycle:",
        "tournament:",
        "multipartite:",
        "g6:",
        "s6:",
        "d6:",
        "edges:",
        "arcs:",
    ]);
    let numbers = prop::sample::select(vec![
        "0", "1", "2", "3", "4", "3x4", "2x2x2", "3,1", "5,2", "3,0.5,1", "1..3", "2..4..2",
        "0-1,1-2", "0>1,1>2", "DQc", ":An", "&B", "3..", "..", "0.5", ".",
    ]);
    let whole = (families, numbers).prop_map(|(family, number)| format!("{family}{number}"));
    let loose = prop::sample::select(vec![
        "(",
        ")",
        "+",
        "*",
        "^",
        "^2",
        "complement(",
        "line(",
        "join(",
        "power(",
        "induced(",
        ";",
        ",",
        ":",
        "x",
        "-",
        ">",
        "..",
        "3",
        "40",
        "é",
        " ",
        "~",
        "?",
        "&",
        "path",
        "g6",
        ";0,1)",
        ";2)",
        "2*",
    ]);
    prop_oneof![3 => whole, 4 => loose.prop_map(str::to_owned)]
}

fn graph_texts() -> impl Strategy<Value = String> {
    prop::collection::vec(graph_pieces(), 0..7).prop_map(|pieces| pieces.concat())
}

fn game_texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "icol",
        "isnort",
        "proper",
        "distance",
        "oriented",
        "weak",
        "sequential",
        "colouring",
        "connected",
        "orthogonal",
        "blue-red",
        "col",
        "snort",
        "node-kayles",
        "own:",
        "colours=",
        "forbid=",
        "same",
        "end=misere",
        ":",
        ":",
        ":",
        "0",
        "1",
        "2",
        "3",
        "61",
        "62",
        "256",
        "999999999999999999999",
        "-1",
        ",",
        "0,1,2",
        "normal",
        "maker-breaker",
        "é",
        " ",
        "",
    ]);
    prop::collection::vec(pieces, 0..7).prop_map(|pieces| pieces.concat())
}

const COLOURINGS: &str = "[.0123abcABWRw=,/| é-]{0,12}";

proptest! {
    #[test]
    fn no_text_makes_the_parser_of_games_panic(text in "\\PC*", pieces in game_texts()) {
        show(parse_game(&text));
        show(parse_game(&pieces));
    }

    #[test]
    fn games_read_back_as_they_are_printed(text in game_texts()) {
        if let Ok(game) = parse_game(&text) {
            prop_assert_eq!(parse_game(&game.name()).unwrap().name(), game.name());
        }
    }

    #[test]
    fn no_text_makes_the_parser_of_positions_panic(
        text in "\\PC*",
        game in game_texts(),
        graph in prop::sample::select(FAMILIES),
        colouring in COLOURINGS,
        player in "left|right|alice|bob|lft|",
    ) {
        show(text.parse::<Position>());
        show(format!("{game} {graph} {colouring} {player}").parse::<Position>());
        for name in NAMES {
            show(format!("{name} {graph} {colouring} left").parse::<Position>());
        }
    }

    #[test]
    fn no_text_makes_the_parser_of_colourings_or_moves_panic(
        text in "\\PC*",
        colouring in COLOURINGS,
        pair in "[AB]?[0-9é]{0,3}=?[.0-9BWé]{0,2}",
    ) {
        read_everywhere(&text);
        read_everywhere(&colouring);
        read_everywhere(&pair);
    }

    #[test]
    fn no_text_makes_the_parser_of_graphs_panic(text in "\\PC*", pieces in graph_texts()) {
        show(parse(&text));
        show(parse(&pieces));
    }

    #[test]
    fn no_text_makes_the_expansion_of_ranges_panic(text in "\\PC*", pieces in graph_texts()) {
        for text in [text, pieces] {
            match expand(&text) {
                Ok(all) => all.take(20).for_each(|one| show(parse(&one))),
                error => show(error),
            }
        }
    }
}
