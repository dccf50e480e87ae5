//! Games whose values are numbers or numbers plus star: the search that only compares, checked
//! against the canonical forms of the general engine and against the literal rules.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_budget::{Budget, Meter};
use chromex_engine::model::lists::ListGame;
use chromex_engine::search::values::Values;
use chromex_engine::{Outcome, Solver, Value, finished};
use chromex_graphs::random::SplitMix;
use chromex_rules::Position;
use common::{Brute, play_at_random, random_board, start, start_on, up_to_isomorphism};

/// Adjacent vertices, vertices within distance 2, and vertices along arcs may not have the same colour.
const COLD: [(&str, bool); 3] = [
    ("col", false),
    ("own:colours=2:left=1:right=2:forbid=same/2", false),
    ("own:colours=2:left=1:right=2:forbid=1>1,2>2", true),
];

/// The value by canonical forms.
fn by_forms(position: &Position) -> String {
    let mut meter = Meter::new(&Budget::default());
    let reach = position.game().pairwise_reach().unwrap();
    let game: ListGame = ListGame::compile(position, reach, &meter).unwrap();
    let mut values = Values::new(game.clone());
    let form = values.value(game.lists(position), &mut meter).unwrap();
    values.arena().display(form)
}

/// Compares values with those of the general engine, and who wins with the literal rules.
fn check(position: &Position, budget: &Budget) {
    if finished(position).is_some() {
        return;
    }
    let solver = || Solver::new(position, budget).unwrap();
    assert!(solver().engine().starts_with("numbers"), "{position}");
    let value = solver().value(position).unwrap();
    assert_eq!(value.to_string(), by_forms(position), "{position}");
    let Value::Class(class) = Brute::default().value(position) else { panic!("{position}") };
    assert_eq!(value.outcome(), Outcome::Class(class), "{position}");
    assert_eq!(solver().outcome(position).unwrap(), Outcome::Class(class), "{position}");
}

#[test]
fn every_small_graph() {
    for (game, directed) in COLD {
        for n in 1..=(if directed { 4 } else { 5 }) {
            for board in up_to_isomorphism(n, directed) {
                check(&start(game, &board), &Budget::default());
            }
        }
    }
}

#[test]
fn random_positions() {
    let random = &mut SplitMix::new(20);
    for i in 0..1500 {
        let (game, directed) = COLD[i % COLD.len()];
        let board = random_board(5 + random.below(5), directed, random);
        let moves = random.below(4);
        let go_on = |position: &Position| {
            position.colouring().iter().filter(|&&colour| colour == 0).count() > 7
        };
        let budget = Budget { threads: 1 + i % 2, ..Budget::default() };
        check(&play_at_random(start(game, &board), moves, random, go_on), &budget);
    }
}

/// Boards on which pieces can be moved, and some that take more than one word; with a table that
/// forgets.
#[test]
fn larger_boards() {
    for graph in ["grid:3x4", "path:14", "cycle:12", "king:3x3", "hypercube:3", "random-tree:14,3"]
    {
        let position = start_on("col", graph);
        let expected = by_forms(&position);
        for memory in [Budget::default().memory, 4 << 10] {
            let budget = Budget { memory, ..Budget::default() };
            let value = Solver::new(&position, &budget).unwrap().value(&position).unwrap();
            assert_eq!(value.to_string(), expected, "{graph} with {memory} bytes");
        }
    }
    // Opposite moves: the second player has the last one in each half.
    let halves = start_on("col", "path:70");
    let value = Solver::new(&halves, &Budget::default()).unwrap().value(&halves).unwrap();
    assert_eq!(value.to_string(), "0");
}

/// One number is as fine as the table can store, the next ones are finer. A path whose ends have
/// the same colour, with another one attached, has half the value after every step.
#[test]
fn numbers_of_every_fineness() {
    let random = &mut SplitMix::new(7);
    let mut finest = 0;
    for _ in 0..400 {
        let board = random_board(9, false, random);
        let position = play_at_random(start("col", &board), 2, random, |_| false);
        if finished(&position).is_none()
            && let Value::Form(form) =
                Solver::new(&position, &Budget::default()).unwrap().value(&position).unwrap()
        {
            assert_eq!(form.text().to_owned(), by_forms(&position), "{position}");
            finest = finest.max(form.mean.exponent());
        }
    }
    assert!(finest >= 2, "{finest}");
}

/// If a colour is forbidden near the other one, or not the same for both players, values may be
/// hot.
#[test]
fn other_games_keep_their_forms() {
    for game in [
        "snort",
        "own:colours=2:left=1:right=2:forbid=1-1",
        "own:colours=3:left=1,2:right=3:forbid=same",
    ] {
        let position = start_on(game, "path:5");
        let solver = Solver::new(&position, &Budget::default()).unwrap();
        assert!(solver.engine().starts_with("canonical forms"), "{game}");
    }
}
