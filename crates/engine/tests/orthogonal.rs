//! The engine for the orthogonal colouring game against the plain one, and against what Andres,
//! Huggan, Mc Inerney and Nowakowski prove.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_budget::Meter;
use chromex_budget::{Budget, Stop};
use chromex_engine::search::orthogonal::{MAX_COLOURS, MAX_VERTICES, Orthogonal};
use chromex_engine::{Solver, Value};
use chromex_graphs::random::SplitMix;
use chromex_graphs::{Board, parse};
use chromex_rules::{Convention, Player, Position};
use common::{play_at_random, random_board, start, start_on, up_to_isomorphism};

fn meter() -> Meter {
    Meter::new(&Budget::default())
}

fn engine(position: &Position) -> Orthogonal {
    with_threads(position, 1)
}

fn with_threads(position: &Position, threads: usize) -> Orthogonal {
    let colours = position.game().palette().len() as u8;
    Orthogonal::new(position.board().graph(), colours, 1 << 30, threads).unwrap()
}

fn plain(position: &Position) -> Value {
    Solver::plain(position, &Budget::default()).unwrap().value(position).unwrap()
}

fn fast(engine: &mut Orthogonal, position: &Position) -> Value {
    match position.convention() {
        Convention::Impartial => Value::Nimber(engine.nimber(position, &mut meter()).unwrap()),
        _ => Value::Score(engine.score(position, &mut meter()).unwrap()),
    }
}

/// The engines agree, on the value and on the questions around it.
fn check(engine: &mut Orthogonal, position: &Position) {
    let expected = plain(position);
    if let Value::Score(score) = expected {
        // Asked first, so that the score cannot come from the table.
        for goal in [score + 1, score, score - 1, i32::MAX, i32::MIN] {
            let answer = engine.at_least(goal, position, &mut meter()).unwrap();
            assert_eq!(answer, score >= goal, "{position} and {goal}");
        }
    }
    assert_eq!(fast(engine, position).to_string(), expected.to_string(), "{position}");
}

/// From the start, whoever is first; results of one question are used for the other.
fn check_start(game: &str, board: &Board) {
    let first = start(game, board);
    let mut engine = engine(&first);
    check(&mut engine, &first);
    check(&mut engine, &first.with_turn(Player::Right));
}

#[test]
fn the_engines_agree_on_all_graphs_with_up_to_four_vertices() {
    for board in (0..=4).flat_map(|n| up_to_isomorphism(n, false)) {
        for game in ["orthogonal:1", "orthogonal:2", "orthogonal:1:normal", "orthogonal:2:normal"] {
            check_start(game, &board);
        }
    }
}

#[test]
fn the_engines_agree_with_three_colours() {
    for board in (0..=4).flat_map(|n| up_to_isomorphism(n, false)) {
        check_start("orthogonal:3", &board);
        check_start("orthogonal:3:normal", &board);
    }
}

/// Each position with a new engine, and all positions of one board with the same engine.
fn check_random_positions(colours: usize, order: usize, open: usize, count: usize, seed: u64) {
    let mut random = SplitMix::new(seed);
    for _ in 0..count {
        let board = random_board(1 + random.below(order), false, &mut random);
        for variant in ["", ":normal"] {
            let first = start(&format!("orthogonal:{colours}{variant}"), &board);
            let mut shared = engine(&first);
            for _ in 0..4 {
                let crowded = |position: &Position| position.moves().len() > open;
                let moves = random.below(4);
                let position = play_at_random(first.clone(), moves, &mut random, crowded);
                check(&mut engine(&position), &position);
                check(&mut shared, &position);
            }
        }
    }
}

#[test]
fn the_engines_agree_on_random_positions() {
    check_random_positions(1, 6, 12, 150, 1);
    check_random_positions(2, 6, 16, 150, 2);
    check_random_positions(3, 6, 18, 100, 3);
    check_random_positions(4, 6, 20, 60, 4);
}

/// Many vertices of which few are open: used pairs, lone halves and free cells are frequent.
#[test]
fn the_engines_agree_late_in_games_on_large_graphs() {
    check_random_positions(2, 12, 10, 60, 5);
    check_random_positions(4, 12, 10, 60, 6);
    check_random_positions(8, 8, 10, 40, 7);
}

/// Symmetric boards, on which normal forms move vertices.
#[test]
fn the_engines_agree_on_symmetric_boards() {
    let mut random = SplitMix::new(8);
    for text in ["cycle:5", "cycle:6", "grid:2x3", "bipartite:3,3", "2*complete:3", "latin:3"] {
        let board = parse(text).unwrap();
        for game in ["orthogonal:1", "orthogonal:2", "orthogonal:3", "orthogonal:2:normal"] {
            let first = start(game, &board);
            let mut shared = engine(&first);
            for _ in 0..12 {
                let crowded = |position: &Position| position.moves().len() > 13;
                check(&mut shared, &play_at_random(first.clone(), 0, &mut random, crowded));
            }
        }
    }
}

/// Threads that share a table and leave positions to each other.
#[test]
fn several_threads_find_what_one_finds() {
    let mut random = SplitMix::new(9);
    for text in ["grid:2x3", "cycle:7", "path:6", "grid:3x3", "random:8,0.4,5"] {
        let first = start("orthogonal:3", &parse(text).unwrap());
        let mut alone = engine(&first);
        for threads in [2, 5] {
            let mut together = with_threads(&first, threads);
            for moves in [3, 2, 1, 3] {
                let position = play_at_random(first.clone(), moves, &mut random, |_| false);
                let score = alone.score(&position, &mut meter()).unwrap();
                for goal in [score, score + 1] {
                    let mut new = with_threads(&position, threads);
                    let answer = new.at_least(goal, &position, &mut meter()).unwrap();
                    assert_eq!(answer, goal == score, "{position} and {goal}, {threads} threads");
                }
                assert_eq!(together.score(&position, &mut meter()), Ok(score), "{position}");
            }
        }
    }
}

fn score(colours: usize, graph: &str) -> i32 {
    let position = start_on(&format!("orthogonal:{colours}"), graph);
    engine(&position).score(&position, &mut meter()).unwrap()
}

#[test]
fn known_scores() {
    assert_eq!(score(1, "2*complete:1"), 1);
    assert_eq!(score(2, "cycle:4"), -2);
    assert_eq!(score(3, "path:0"), 0);
}

/// Theorem 1: on a graph with a strictly matched involution, Bob, who is second, at least draws.
#[test]
fn second_players_do_not_lose_with_a_strictly_matched_involution() {
    for graph in ["complete:1", "complete:2", "path:2", "complete:4", "latin:2", "2*path:2"] {
        for colours in 1..=3 {
            assert!(score(colours, graph) <= 0, "{graph} with {colours} colours");
        }
    }
    for colours in 1..=2 {
        assert!(score(colours, "latin:3") <= 0, "latin:3 with {colours} colours");
    }
}

/// A strictly matched symmetry settles without search that Alice does not win.
#[test]
fn mirrors_need_no_search() {
    for (game, graph) in [
        ("orthogonal:3", "grid:2x4"),
        ("orthogonal:4", "latin:3"),
        ("orthogonal:2", "complete:5"),
        ("orthogonal:8", "2*complete:2"),
    ] {
        let position = start_on(game, graph);
        let none = Budget { nodes: Some(0), ..Budget::default() };
        let wins = engine(&position).at_least(1, &position, &mut Meter::new(&none));
        assert_eq!(wins, Ok(false), "{game} on {graph}");
    }
}

#[test]
fn what_is_too_large_is_declined() {
    let graph = |n: usize| parse(&format!("path:{n}")).unwrap();
    assert!(Orthogonal::new(graph(MAX_VERTICES).graph(), MAX_COLOURS, 1 << 20, 1).is_some());
    assert!(Orthogonal::new(graph(MAX_VERTICES + 1).graph(), 1, 1 << 20, 1).is_none());
    assert!(Orthogonal::new(graph(3).graph(), MAX_COLOURS + 1, 1 << 20, 1).is_none());
}

#[test]
fn budgets_are_kept() {
    let position = start_on("orthogonal:2", "cycle:6");
    let nodes = Budget { nodes: Some(10), ..Budget::default() };
    let score = |budget| engine(&position).score(&position, &mut Meter::new(budget));
    assert_eq!(score(&nodes), Err(Stop::Nodes(10)));
}

/// A table that is too small for the game forgets, and the score stays the same.
#[test]
fn little_memory_is_enough() {
    let position = start_on("orthogonal:2", "cycle:6");
    let mut small = Orthogonal::new(position.board().graph(), 2, 1000, 1).unwrap();
    let expected = engine(&position).score(&position, &mut meter());
    assert_eq!(small.score(&position, &mut meter()), expected);
}
