//! Paths and cycles in the largest connected subgraph game: the strategies of Bensmail et al., section 4,
//! against every opponent on small graphs and against random and troublesome ones on large graphs.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use chromex::Budget;
use chromex::graphs::parse;
use chromex::rules::{Player, Position, parse_game};
use chromex::strategy::duel::{Duel, Opponent, Tally, play};
use chromex::strategy::{Options, Promise, create};

const NAME: &str = "paths-and-cycles";

fn start(graph: &str) -> Position {
    Position::start(parse_game("connected").unwrap(), parse(graph).unwrap()).unwrap()
}

/// Plays with the invariants checked after each move.
fn duel(graph: &str, opponent: &Opponent) -> Tally {
    let duel = Duel::new(NAME, &start(graph), None, &Options::default()).unwrap().checking(true);
    let tally = play(&duel, opponent, &Budget::default());
    assert_eq!((tally.losses, &tally.stopped), (0, &None), "{graph}: {:?}", tally.loss);
    assert_eq!(tally.escapes, 0);
    tally
}

fn cases(graphs: impl Iterator<Item = String>, opponent: &Opponent) -> BTreeSet<String> {
    let tallies = graphs.map(|graph| duel(&graph, opponent));
    tallies.flat_map(|tally| tally.cases.into_keys()).map(String::from).collect()
}

#[test]
fn alice_wins_on_paths_up_to_9() {
    let played = cases((1..=9).step_by(2).map(|n| format!("path:{n}")), &Opponent::Every);
    // Every picture is used, and so is the first open vertex.
    assert_eq!(played.len(), 1 + 1 + 2 + 3 + 10 + 1, "{played:?}");
}

#[test]
fn bob_draws_on_paths_from_11_on() {
    let played = cases([11, 13, 15].map(|n| format!("path:{n}")).into_iter(), &Opponent::Every);
    for case in ["Theorem 4.3, case 1", "Theorem 4.3, case 2", "Lemma 4.1", "Lemma 4.2, x = 1"] {
        assert!(played.contains(case), "{case}: {played:?}");
    }
}

/// "5 ≤ j" in the proof of Theorem 4.3 should be 6 ≤ j: with 4 vertices on the left, Alice wins.
#[test]
fn the_letter_of_theorem_4_3_loses_on_11_vertices() {
    let options = Options { literal: true, ..Options::default() };
    let duel = Duel::new(NAME, &start("path:11"), None, &options).unwrap();
    let tally = play(&duel, &Opponent::Every, &Budget::default());
    let loss = tally.loss.unwrap();
    assert_eq!(loss.moves[0].play.cell, 4, "{loss:?}");
    assert_eq!(loss.moves[2].play.cell, 2, "{loss:?}");
}

#[test]
fn alice_wins_on_odd_cycles() {
    let played = cases((3..=15).step_by(2).map(|n| format!("cycle:{n}")), &Opponent::Every);
    for case in [
        "Theorem 4.5, zigzag",
        "Theorem 4.5, growing",
        "Lemma 4.4, x = 3",
        "Lemma 4.4, x - 1 at an end",
        "Lemma 4.4, x - 2 between",
        "Lemma 4.4, a cut between",
    ] {
        assert!(played.contains(case), "{case}: {played:?}");
    }
}

#[test]
#[ignore = "exhaustive"]
fn the_strategies_hold_a_little_further() {
    for graph in ["path:17", "path:19", "cycle:17", "cycle:19"] {
        duel(graph, &Opponent::Every);
    }
}

/// The names of the vertices do not matter.
#[test]
fn paths_and_cycles_are_recognised_under_any_names() {
    duel("edges:3-0,0-4,4-1,1-2", &Opponent::Every);
    duel("edges:3-0,0-4,4-1,1-2,2-3", &Opponent::Every);
    duel("edges:3-0,0-4,4-1,1-2,2-9,9-5,5-10,10-6,6-8,8-7", &Opponent::Every);
}

#[test]
fn large_graphs_are_played_without_a_loss() {
    let mut played = BTreeSet::new();
    for (graph, moves) in
        [("path:101", 10_000), ("cycle:101", 10_000), ("path:1001", 1_000), ("cycle:1001", 1_000)]
    {
        for opponent in [Opponent::Random(moves, 1), Opponent::Trouble(moves / 20, 1)] {
            played.extend(duel(graph, &opponent).cases.into_keys());
        }
    }
    for case in ["Lemma 4.2, y < x", "Lemma 4.4, a cut between"] {
        assert!(played.contains(case), "{case}: {played:?}");
    }
}

#[test]
fn the_promise_is_what_the_theorems_say() {
    for (graph, side, promise) in [
        ("path:9", Player::Left, Promise::Win),
        ("path:11", Player::Right, Promise::Score(0)),
        ("cycle:11", Player::Left, Promise::Win),
    ] {
        let strategy = create(NAME, &start(graph), None, &Options::default()).unwrap();
        assert_eq!((strategy.side(), strategy.promise()), (side, promise), "{graph}");
    }
}

#[test]
fn it_says_where_it_does_not_apply() {
    let why = |position: &Position, side| {
        let made = create(NAME, position, side, &Options::default());
        made.map(|_| ()).unwrap_err().to_string()
    };
    assert!(why(&start("path:12"), None).contains("`mirror`"));
    assert!(why(&start("star:4"), None).contains("a path or a cycle"));
    assert!(why(&start("path:9"), Some(Player::Right)).contains("Bob loses"));
    assert!(why(&start("path:11"), Some(Player::Left)).contains("order over 9"));
    assert!(why(&start("cycle:9").with_turn(Player::Right), None).contains("from the start"));
    let icol: Position = "icol path:11 ........... left".parse().unwrap();
    assert!(why(&icol, None).contains("for the game connected"));
}
