//! Answers about a game that is not listed are stored, found again and left alone.

#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use chromex::graphs::{Graph, parse};
use chromex::rules::{
    Colour, Condition, Conflict, Convention, Game, PairRule, Palette, Position, Rules,
};
use chromex::{Answer, Ask, Budget, Question, Sources};
use chromex_store::{Merging, Store, Verification};

/// Adjacent vertices may not both have colour 1; any other pair of colours is allowed.
#[derive(Debug)]
struct NoTwoOnes;

impl Rules for NoTwoOnes {
    fn name(&self) -> String {
        "no-two-ones".to_owned()
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
        let mut rule = PairRule::default();
        rule.forbid_within(1, 1, 1);
        Condition::Pairs(rule)
    }
}

fn all_moves(store: &Store, position: &Position) -> Answer {
    let sources = Sources { store: Some(store), ..Sources::SEARCH };
    chromex::ask(&Question::new(position, Ask::AllMoves).from(sources)).unwrap()
}

fn memory() -> Store {
    Store::in_memory().unwrap().keeping_from(Duration::ZERO)
}

#[test]
fn a_game_of_ones_own_is_stored() {
    let store = memory();
    let start = Position::start(Game::new(NoTwoOnes), parse("grid:2x3").unwrap()).unwrap();
    let first = all_moves(&store, &start);
    let kept = store.get(&start).unwrap().unwrap();
    assert!(kept.moves.is_some() && kept.value == first.value);
    // The listed games do not use these answers, although the board is the same.
    let other = Position::start(Game::icol(), parse("grid:2x3").unwrap()).unwrap();
    assert!(store.get(&other).unwrap().is_none());
    // It is stored under its description, so everybody who opens the store can check the entry.
    let forget = Verification { forget: true, ..Verification::default() };
    let checked = store.verify(forget, &Budget::default(), |_| ()).unwrap();
    assert_eq!((checked.confirmed, checked.undecided, checked.wrong.len()), (1, 0, 0));
    let mut lines = Vec::new();
    store.export(&mut lines).unwrap();
    let another = memory();
    assert_eq!(another.import(&lines[..], "e", Merging::default()).unwrap().added, 1);
    assert_eq!(another.get(&start).unwrap().unwrap().value, first.value);
}

/// Stores of earlier versions may hold entries for both `icol` and `proper:2`.
#[test]
fn entries_under_another_name_of_the_game_are_filed_anew() {
    let store = memory();
    let start =
        |game: &str| Position::start(game.parse().unwrap(), parse("wheel:5").unwrap()).unwrap();
    let found = all_moves(&store, &start("icol"));
    let mut lines = Vec::new();
    store.export(&mut lines).unwrap();
    let old = String::from_utf8(lines).unwrap().replace("\"icol\"", "\"proper:2\"");
    let old = old.replace("\"sum\"", "\"unknown\"");
    assert!(old.contains("\"game\":\"proper:2\""), "{old}");
    let another = memory();
    another.import(old.as_bytes(), "e", Merging { unsummed: true }).unwrap();
    for name in ["icol", "proper:2", "distance:1:2"] {
        let kept = another.get(&start(name)).unwrap().unwrap();
        assert_eq!(kept.value, found.value, "{name}");
    }
}
