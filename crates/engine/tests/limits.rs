//! Engines check the budget from the first vertex on, not only from the first position on.
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

/// Found by the parity of the number of vertices; the square of that number would be 10¹¹ steps.
#[test]
fn many_components_are_added_up() {
    for (board, nimber) in [("empty:300000", 0), ("empty:300001", 1), ("100001*path:3", 2)] {
        let position = start("node-kayles", board);
        let value = Solver::new(&position, &Budget::default()).unwrap().value(&position);
        assert_eq!(value, Ok(Value::Nimber(nimber)), "{board}");
    }
}

/// A search that was stopped continues with what it knows, and gives the right answer about every
/// later position.
#[test]
fn a_stopped_solver_goes_on_under_another_budget() {
    let questions = [
        ("icol", "grid:3x4"),
        ("node-kayles", "line(grid:3x4)"),
        ("isnort", "grid:3x4"),
        ("proper:5", "cycle:5"),
        ("weak:2", "grid:2x4"),
        ("oriented:3", "random-digraph:8,0.3,1"),
        ("colouring:3", "grid:3x4"),
        ("colouring:3:bob-skips", "grid:2x4"),
        ("connected", "grid:3x3"),
        ("orthogonal:2", "path:4"),
        ("col", "grid:3x3"),
        ("snort", "grid:2x4"),
        ("misere:icol", "grid:2x4"),
        ("marking:3", "petersen:5,2"),
    ];
    for (game, board) in questions {
        let root = start(game, board);
        let budget = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
        let mut solver = Solver::new(&root, &budget(1)).unwrap();
        let mut stops = 0;
        let mut positions = vec![root.clone()];
        positions.extend(root.moves().into_iter().map(|m| root.play(m).unwrap()));
        for position in &positions {
            let expected = Solver::new(position, &Budget::default()).unwrap().outcome(position);
            let mut nodes = 1;
            let found = loop {
                solver = solver.renewed(&budget(nodes));
                match solver.outcome(position) {
                    Err(Stop::Nodes(limit)) => assert_eq!(limit, nodes),
                    found => break found,
                }
                assert!(solver.statistics().positions <= nodes);
                (nodes, stops) = (nodes * 2, stops + 1);
            };
            assert_eq!(found, expected, "{position}");
        }
        assert!(stops > 2, "{game} on {board} was never stopped");
    }
}

/// Results found before the positions were used up are not lost, and the final answer is the same.
#[test]
fn a_question_goes_on_where_it_was_left() {
    let questions = [
        ("icol", "grid:3x7"),
        ("connected", "grid:3x5"),
        ("orthogonal:2", "latin:3"),
        ("colouring:3", "grid:4x4"),
        ("snort", "grid:3x4"),
        ("col", "grid:4x5"),
        ("weak:2", "grid:3x4"),
    ];
    for (game, board) in questions {
        let position = start(game, board);
        let expected =
            Solver::new(&position, &Budget::default()).unwrap().value(&position).unwrap();
        let mut solver = Solver::new(&position, &Budget::default()).unwrap();
        let mut rounds = 0;
        let found = loop {
            let positions = 1 << rounds;
            if let Some(value) = solver.within(positions, |solver| solver.value(&position)).unwrap()
            {
                break value;
            }
            rounds += 1;
        };
        assert_eq!(found, expected, "{game} {board}");
        assert!(rounds > 0, "{game} {board} was too easy");
    }
}

/// A limit inside another one does not exceed it.
#[test]
fn the_whole_budget_counts_too() {
    let position = start("icol", "grid:3x9");
    let budget = Budget { nodes: Some(100), ..Budget::default() };
    let mut solver = Solver::new(&position, &budget).unwrap();
    assert_eq!(solver.within(60, |solver| solver.value(&position)), Ok(None));
    let stopped = solver.within(60, |solver| solver.value(&position));
    assert_eq!(stopped, Err(Stop::Nodes(100)));
    assert_eq!(solver.statistics().positions, 100);
}
