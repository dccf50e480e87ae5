//! The largest connected subgraph game, compared with the literal rules, on boards of every width
//! of the keys.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_budget::Budget;
use chromex_engine::{Solver, Value, finished};
use chromex_graphs::random::SplitMix;
use chromex_rules::{Player, Position};
use common::{Brute, play_at_random, random_board, start, start_on, up_to_isomorphism};

const GAMES: [&str; 2] = ["connected", "connected:maker-breaker"];

fn check(position: &Position) {
    if finished(position).is_some() {
        return;
    }
    let expected = Brute::default().value(position);
    for (memory, threads) in [(Budget::default().memory, 1), (2 << 10, 1), (1 << 20, 3)] {
        let budget = Budget { memory, threads, ..Budget::default() };
        let mut solver = Solver::new(position, &budget).unwrap();
        let value = solver.value(position).unwrap();
        assert_eq!(value, expected, "{position} with {memory} bytes and {threads} threads");
        assert_eq!(solver.outcome(position).unwrap(), expected.outcome(), "{position}");
    }
}

#[test]
fn every_small_graph() {
    for game in GAMES {
        for board in (1..=5).flat_map(|n| up_to_isomorphism(n, false)) {
            for first in [Player::Left, Player::Right] {
                check(&start(game, &board).with_turn(first));
            }
        }
    }
}

#[test]
fn random_positions() {
    let random = &mut SplitMix::new(31);
    for i in 0..300 {
        let board = random_board(6 + random.below(5), false, random);
        let go_on = |position: &Position| {
            position.colouring().iter().filter(|&&colour| colour == 0).count() > 7
        };
        check(&play_at_random(start(GAMES[i % 2], &board), random.below(3), random, go_on));
    }
}

/// One word holds both colours of up to 31 vertices, two those of up to 63, four all others.
#[test]
fn endings_on_large_boards() {
    let random = &mut SplitMix::new(5);
    let boards = ["path:31", "path:32", "grid:7x9", "grid:8x8", "random-tree:127,1", "star:40"];
    for (i, board) in boards.into_iter().enumerate() {
        let go_on = |position: &Position| {
            position.colouring().iter().filter(|&&colour| colour == 0).count() > 7
        };
        for game in GAMES {
            for _ in 0..4 {
                check(&play_at_random(start_on(game, board), i % 2, random, go_on));
            }
        }
    }
}

/// Scores far from zero are found, too.
#[test]
fn far_from_zero() {
    for (graph, colouring) in
        [("star:12", "RBBBBBB......"), ("star:12", "BRRRRRR......"), ("path:12", "RRRRRRRRR..B")]
    {
        let position: Position = format!("connected {graph} {colouring} left").parse().unwrap();
        let value = Solver::new(&position, &Budget::default()).unwrap().value(&position).unwrap();
        assert_eq!(value, Brute::default().value(&position), "{position}");
        assert!(matches!(value, Value::Score(score) if score.abs() >= 3), "{position}: {value}");
    }
}

/// Bounds after a move that are computed from those before it equal the bounds of the new position:
/// otherwise a move could wrongly be left out or taken as the best. Checked on larger boards than
/// brute force can play, with the plain engine.
#[test]
fn larger_boards_against_the_plain_engine() {
    for board in
        ["grid:3x4", "cycle:11", "petersen:5,2", "grid:2x6", "random:11,0.3,4", "random-tree:12,7"]
    {
        for first in [Player::Left, Player::Right] {
            for game in GAMES {
                let position = start_on(game, board).with_turn(first);
                let plain = Solver::plain(&position, &Budget::default()).unwrap().value(&position);
                let fast = Solver::new(&position, &Budget::default()).unwrap().value(&position);
                assert_eq!(fast, plain, "{position}");
            }
        }
    }
}
