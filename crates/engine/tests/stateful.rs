//! Weak and oriented colouring by the fast engine and by the literal rules: on every small board, on
//! random ones, and in the middle of a game.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_budget::Budget;
use chromex_engine::{Class, Outcome, Solver, Value};
use chromex_graphs::random::SplitMix;
use chromex_graphs::{Board, parse};
use chromex_rules::Position;
use common::{Brute, play_at_random, random_board, random_orientation, start, up_to_isomorphism};

fn solver(position: &Position) -> Solver {
    Solver::new(position, &Budget::default()).unwrap()
}

/// The fast engine and the literal rules agree on a position, whether the engine was created for it
/// or for an earlier one.
fn check(first: &Position, position: &Position, brute: &mut Brute) {
    let nimber = brute.nimber(position);
    for mut solver in [solver(first), solver(position)] {
        assert_eq!(solver.value(position), Ok(Value::Nimber(nimber)), "{position}");
    }
    let class = if nimber == 0 { Class::P } else { Class::N };
    assert_eq!(solver(first).outcome(position), Ok(Outcome::Class(class)), "{position}");
    for heap in 0..nimber + 2 {
        assert_eq!(solver(first).is_nimber(heap, position), Ok(heap == nimber), "{position}");
    }
}

fn check_start(game: &str, board: &Board) {
    let position = start(game, board);
    check(&position, &position, &mut Brute::default());
}

#[test]
fn weak_colouring_on_every_small_graph() {
    for game in ["weak:1", "weak:2", "weak:3"] {
        let boards = (0..=5).flat_map(|n| up_to_isomorphism(n, false));
        boards.for_each(|board| check_start(game, &board));
    }
    up_to_isomorphism(6, false).iter().for_each(|board| check_start("weak:2", board));
}

#[test]
fn oriented_colouring_on_every_small_digraph() {
    for game in ["oriented:1", "oriented:2", "oriented:3", "oriented:4"] {
        let boards = (0..=3).flat_map(|n| up_to_isomorphism(n, true));
        boards.for_each(|board| check_start(game, &board));
    }
    up_to_isomorphism(4, true).iter().for_each(|board| check_start("oriented:3", board));
}

/// Some random moves into the game, on random boards.
fn check_random(game: &str, count: usize, mut board: impl FnMut(&mut SplitMix) -> Board) {
    let mut random = SplitMix::new(2026);
    for _ in 0..count {
        let first = start(game, &board(&mut random));
        let moves = random.below(5);
        let position = play_at_random(first.clone(), moves, &mut random, |_| false);
        check(&first, &position, &mut Brute::default());
    }
}

#[test]
fn random_positions_of_weak_colouring() {
    check_random("weak:2", 120, |random| random_board(8, false, random));
    check_random("weak:3", 40, |random| random_board(6, false, random));
    check_random("weak:4", 10, |random| random_board(5, false, random));
}

#[test]
fn random_positions_of_oriented_colouring() {
    check_random("oriented:2", 60, |random| random_orientation(7, random));
    check_random("oriented:3", 60, |random| random_orientation(6, random));
    check_random("oriented:3", 60, |random| random_board(6, true, random));
    check_random("oriented:4", 10, |random| random_orientation(5, random));
}

/// Boards on which pieces are moved, sorted or reflected.
#[test]
fn boards_with_a_lattice() {
    for board in ["grid:2x4", "grid:3x3", "path:9", "cycle:8", "king:2x3"] {
        check_random("weak:2", 12, |_| parse(board).unwrap());
    }
    for board in ["dipath:7", "dicycle:6", "dipath:4+dipath:3"] {
        check_random("oriented:3", 12, |_| parse(board).unwrap());
        check_random("oriented:2", 12, |_| parse(board).unwrap());
    }
}

/// Paths with runs of all lengths, and several of them, compared with the plain engine. The solver
/// keeps its results.
#[test]
fn runs_on_paths() {
    let mut random = SplitMix::new(1918);
    for (game, length, count) in [
        ("oriented:2", 12, 100),
        ("oriented:3", 10, 150),
        ("oriented:3", 11, 40),
        ("oriented:4", 7, 60),
    ] {
        let first = start(game, &parse(&format!("dipath:{length}")).unwrap());
        let mut fast = solver(&first);
        let mut plain = Solver::plain(&first, &Budget::default()).unwrap();
        for _ in 0..count {
            let moves = 2 + random.below(4);
            let position = play_at_random(first.clone(), moves, &mut random, |_| false);
            assert_eq!(fast.value(&position), plain.value(&position), "{position}");
        }
    }
}

/// Values that take the plain engine minutes; it found them once.
#[test]
fn larger_boards() {
    for (game, board, nimber) in
        [("weak:2", "grid:4x4", 0), ("oriented:3", "dipath:13", 3), ("oriented:3", "dipath:15", 2)]
    {
        let position = start(game, &parse(board).unwrap());
        assert_eq!(solver(&position).value(&position), Ok(Value::Nimber(nimber)), "{position}");
    }
}
