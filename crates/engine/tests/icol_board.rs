//! iCol on boards, by the engine and by a program that shares nothing with it.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;
#[path = "../examples/icol_board.rs"]
mod icol_board;

use chromex_budget::Budget;
use chromex_engine::{Solver, Value};
use chromex_graphs::random::SplitMix;
use chromex_rules::Position;
use common::{play_at_random, start_on};

/// The squares that are coloured, each with its colour, black being 0.
fn played(position: &Position) -> Vec<(usize, usize)> {
    let squares = position.colouring().iter().enumerate();
    squares.filter(|(_, colour)| **colour != 0).map(|(v, &c)| (v, usize::from(c) - 1)).collect()
}

#[test]
fn the_program_and_the_engine_agree() {
    let mut random = SplitMix::new(57);
    let mut seen = [0; 16];
    for (m, n) in [(2, 1), (7, 1), (3, 2), (3, 3), (4, 3), (5, 3), (4, 4), (6, 3), (5, 4)] {
        let first = start_on("icol", &format!("grid:{m}x{n}"));
        let mut solver = Solver::new(&first, &Budget::default()).unwrap();
        for moves in [0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 6] {
            let position = play_at_random(first.clone(), moves, &mut random, |_| false);
            let (nimber, _) = icol_board::nimber(m, n, &played(&position), 10);
            assert_eq!(
                solver.value(&position).unwrap(),
                Value::Nimber(nimber.into()),
                "{position}"
            );
            seen[usize::from(nimber)] += 1;
        }
    }
    assert!(seen[..4].iter().all(|&count| count > 5), "{seen:?}");
}

/// Whether a position has a nimber, also a large one that it is unlikely to have: by an engine that
/// has answered other questions before, and by a new one.
#[test]
fn questions_about_any_nimber() {
    let mut random = SplitMix::new(58);
    let mut yes = [0; 16];
    for (m, n) in [(5, 3), (4, 4), (6, 3), (5, 4), (9, 3), (5, 5), (7, 4)] {
        let first = start_on("icol", &format!("grid:{m}x{n}"));
        let mut asked = Solver::new(&first, &Budget::default()).unwrap();
        for moves in (0..48).map(|i| m * n / 6 + i % 4) {
            let position = play_at_random(first.clone(), moves, &mut random, |_| false);
            let (nimber, _) = icol_board::nimber(m, n, &played(&position), 12);
            let mut fresh = Solver::new(&first, &Budget::default()).unwrap();
            for heap in [random.below(4), random.below(8), nimber.into(), 4] {
                let expected = Ok(heap == usize::from(nimber));
                let heap = heap as u32;
                assert_eq!(asked.is_nimber(heap, &position), expected, "*{heap} in {position}");
                assert_eq!(fresh.is_nimber(heap, &position), expected, "*{heap} in {position}");
            }
            yes[usize::from(nimber)] += 1;
        }
    }
    assert!(yes[..6].iter().all(|&count| count > 3), "{yes:?}");
}

#[test]
fn boards_with_odd_sides() {
    for (m, n, nimber) in [(3, 3, 1), (5, 3, 3), (7, 3, 1), (3, 5, 3), (5, 5, 1)] {
        assert_eq!(icol_board::nimber(m, n, &[], 14).0, nimber, "{m}x{n}");
    }
}
