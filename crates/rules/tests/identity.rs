//! Games are identified by their rules, not by how they are written.

#![allow(clippy::unwrap_used, dead_code, missing_docs)]

mod common;

use std::collections::HashSet;

use chromex_graphs::Graph;
use chromex_rules::{
    Colour, Condition, Conflict, Convention, GAMES, Game, PairRule, Palette, Rules, parse_game,
};
use common::NAMES;

/// Results are stored under these texts, so they must never change.
#[test]
fn games_are_known_by_what_they_are() {
    for (name, identity) in [
        ("proper:1", "node-kayles"),
        ("distance:1:1", "node-kayles"),
        ("proper:2", "icol"),
        ("distance:1:2", "icol"),
        ("distance:1:3", "proper:3"),
        ("proper:12", "proper:12"),
        ("distance:3:1", "distance:3:1"),
        ("colouring:2", "colouring:2"),
        ("sequential:2:2,0,1", "sequential:2:2,0,1"),
        ("cram", "arc-kayles"),
        ("misere:distance:1:2", "misere:icol"),
        ("misere:own:colours=2:forbid=1-1", "own:colours=2:forbid=1-1:end=misere"),
    ] {
        let game = parse_game(name).unwrap();
        assert_eq!(game.identity(), identity);
        assert_eq!(game, parse_game(identity).unwrap());
    }
    for (name, other) in NAMES.iter().flat_map(|a| NAMES.iter().map(move |b| (a, b))) {
        let (game, other) = (parse_game(name).unwrap(), parse_game(other).unwrap());
        assert_eq!(game == other, game.identity() == other.identity(), "{name} and {other}");
        assert_eq!(parse_game(&game.identity()).unwrap().identity(), game.identity(), "{name}");
    }
    let distinct: HashSet<String> =
        NAMES.iter().map(|name| parse_game(name).unwrap().identity()).collect();
    // proper:2, icol and distance:1:2 are one game, arc-kayles and cram another.
    assert_eq!(distinct.len(), NAMES.len() - 3);
}

#[test]
fn constructors_build_the_listed_games() {
    let built = [
        Game::node_kayles(),
        Game::proper(3).unwrap(),
        Game::icol(),
        Game::isnort(),
        Game::distance(2, 2).unwrap(),
        Game::blue_red(),
        Game::oriented(3).unwrap(),
        Game::weak(2).unwrap(),
        Game::sequential(2, None).unwrap(),
        Game::col(),
        Game::snort(),
        Game::colouring(4).unwrap(),
        Game::connected(),
        Game::orthogonal(2).unwrap(),
        Game::orthogonal_parts(2, 2).unwrap(),
        Game::arc_kayles(),
        Game::cram(),
        Game::edge_colouring(3).unwrap(),
        Game::total_colouring(4).unwrap(),
        Game::connected_colouring(3).unwrap(),
        Game::labelling(5).unwrap(),
        Game::indicated(3).unwrap(),
        Game::marking(3).unwrap(),
        Game::misere(Game::node_kayles()).unwrap(),
    ];
    let names: Vec<String> = built.iter().map(|game| game.name()).collect();
    let listed: Vec<&str> = GAMES.iter().map(|info| info.example).collect();
    assert_eq!(names, listed);
    assert_eq!(Game::connected_maker_breaker().name(), "connected:maker-breaker");
    assert_eq!(Game::orthogonal_normal(2).unwrap().name(), "orthogonal:2:normal");
    for refused in [Game::proper(0), Game::weak(62), Game::distance(0, 2), Game::marking(0)] {
        assert!(refused.unwrap_err().to_string().contains("is a number from 1 to"));
    }
    assert!(Game::sequential(2, Some(vec![0, 1, 0])).is_err());
    assert!(Game::misere(Game::connected()).is_none());
}

/// A game that is not listed, with a name that is.
#[derive(Debug)]
struct Own(Condition);

impl Rules for Own {
    fn name(&self) -> String {
        "icol".to_owned()
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(2)
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        let twin = graph.neighbours(v).find(|&w| colouring[v] == 1 && colouring[w] == 1)?;
        Some(Conflict { with: Some(twin), rule: "adjacent vertices may not both have colour 1" })
    }

    fn condition(&self) -> Condition {
        self.0.clone()
    }
}

#[test]
fn a_name_makes_no_game() {
    let mut rule = PairRule::default();
    rule.forbid_within(1, 1, 1);
    let (told, untold) = (Game::new(Own(Condition::Pairs(rule))), Game::new(Own(Condition::Other)));
    assert_eq!(told.identity(), "own:colours=2:forbid=1-1");
    assert_eq!(untold.identity(), "own:named:icol");
    assert!(told != Game::icol() && untold != Game::icol() && told != untold);
    assert!(!told.colours_alike() && told.pairwise_reach() == Some(1));
    assert_eq!(untold.pairwise_reach(), None);
    // If the data of a game say everything, its identity can be parsed again.
    assert_eq!(parse_game(&told.identity()).unwrap(), told);
    let unknown = parse_game(&untold.identity()).unwrap_err().to_string();
    assert!(unknown.starts_with("only the program that made this game"), "{unknown}");
}
