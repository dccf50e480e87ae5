//! Engines ask the budget from the first vertex on, not only from the first position on.
#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use chromex_budget::{Budget, Stop};
use chromex_engine::{Solver, Unsearchable, Value};
use chromex_graphs::parse;
use chromex_rules::{Position, parse_game};

fn start(game: &str, board: &str) -> Position {
    Position::start(parse_game(game).unwrap(), parse(board).unwrap()).unwrap()
}

#[test]
fn a_position_is_not_even_taken_apart_without_time() {
    let budget = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    for game in ["node-kayles", "icol", "snort", "colouring:3"] {
        let refused = Solver::new(&start(game, "path:50000"), &budget).err();
        assert_eq!(refused, Some(Unsearchable::Stopped(Stop::Time(Duration::ZERO))), "{game}");
    }
}

#[test]
fn nor_without_memory() {
    let budget = Budget { memory: 1 << 20, ..Budget::default() };
    let refused = Solver::new(&start("node-kayles", "empty:100000"), &budget).err();
    assert_eq!(refused, Some(Unsearchable::Stopped(Stop::Memory(1 << 20))));
}

/// By the parity of the number of vertices; the square of that number would be 10¹¹ steps.
#[test]
fn many_components_are_added_up() {
    for (board, nimber) in [("empty:300000", 0), ("empty:300001", 1), ("100001*path:3", 2)] {
        let position = start("node-kayles", board);
        let value = Solver::new(&position, &Budget::default()).unwrap().value(&position);
        assert_eq!(value, Ok(Value::Nimber(nimber)), "{board}");
    }
}
