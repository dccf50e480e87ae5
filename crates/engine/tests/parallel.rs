//! Solvers that search the same position in several processes, as on a cluster: each in a different
//! order, and each exports its results to the others.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex_budget::{Budget, Stop};
use chromex_engine::{Findings, Member, Outcome, Solver};
use chromex_graphs::parse;
use chromex_graphs::random::SplitMix;
use chromex_rules::{Position, parse_game};

/// The number of solvers that search in parallel.
const SOLVERS: usize = 5;

fn start(game: &str, graph: &str) -> Position {
    Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap()
}

fn solver(position: &Position) -> Solver {
    Solver::new(position, &Budget::default()).unwrap()
}

/// A position of the game after some random moves.
fn after_moves(game: &str, graph: &str, random: &mut SplitMix) -> Position {
    let mut position = start(game, graph);
    for _ in 0..random.below(3) {
        let moves = position.moves();
        if moves.is_empty() || position.verdict().is_some() {
            break;
        }
        position = position.play(moves[random.below(moves.len())]).unwrap();
    }
    position
}

/// The value and the winner by several solvers that take turns of this many positions. Turns that
/// find nothing become longer.
fn in_parallel(position: &Position, mut slice: u64) -> (String, Outcome) {
    let mut solvers: Vec<Solver> = (0..SOLVERS).map(|_| solver(position)).collect();
    for (number, solver) in solvers.iter_mut().enumerate() {
        solver.stand_at(Member { number, of: SOLVERS });
    }
    loop {
        for at in 0..SOLVERS {
            let ask = |solver: &mut Solver| both(solver, position);
            if let Some(found) = solvers[at].within(slice, ask).unwrap() {
                return found;
            }
            let news = solvers[at].found(50);
            if news.iter().all(|found| found.entries.is_empty()) {
                slice *= 2;
            }
            for (other, solver) in solvers.iter_mut().enumerate() {
                if other != at {
                    news.iter().for_each(|found| solver.take(found));
                }
            }
        }
    }
}

fn both(solver: &mut Solver, position: &Position) -> Result<(String, Outcome), Stop> {
    Ok((solver.value(position)?.to_string(), solver.outcome(position)?))
}

#[test]
fn several_solvers_find_what_one_finds() {
    let cases = [
        ("icol", "grid:3x4"),
        ("node-kayles", "petersen:9,2"),
        ("node-kayles", "line(grid:3x4)"),
        ("proper:3", "random:9,0.4,7"),
        ("weak:2", "grid:3x3"),
        ("colouring:3", "grid:3x4"),
        ("colouring:4", "random:10,0.5,3"),
        ("col", "random:11,0.3,2"),
        ("connected", "grid:3x3"),
        ("orthogonal:2", "cycle:6"),
        ("orthogonal:2:normal", "cycle:5"),
    ];
    let mut random = SplitMix::new(20);
    for (game, graph) in cases {
        for round in 0..12 {
            let position = after_moves(game, graph, &mut random);
            let found = in_parallel(&position, 3 + round);
            assert_eq!(found, both(&mut solver(&position), &position).unwrap(), "{position}");
            let mut plain = Solver::plain(&position, &Budget::default()).unwrap();
            assert_eq!(found.1, plain.outcome(&position).unwrap(), "{position}");
        }
    }
}

#[test]
fn what_others_found_is_not_searched_again() {
    for (game, graph) in [
        ("icol", "grid:3x5"),
        ("colouring:3", "grid:4x4"),
        ("col", "random:14,0.3,2"),
        ("connected", "grid:3x4"),
        ("weak:2", "grid:3x4"),
        ("orthogonal:3", "grid:2x3"),
        ("orthogonal:2:normal", "cycle:6"),
    ] {
        let position = start(game, graph);
        let (mut first, mut second) = (solver(&position), solver(&position));
        let value = first.value(&position).unwrap().to_string();
        let alone = first.statistics().positions;
        first.found(1 << 30).iter().for_each(|found| second.take(found));
        assert_eq!(second.value(&position).unwrap().to_string(), value);
        let again = second.statistics().positions;
        assert!(
            again <= 1 + alone / 20,
            "{position}: {again} of {alone} positions are searched again"
        );
        // Nothing is exported twice, or to the solver it came from.
        for solver in [&mut first, &mut second] {
            assert!(
                solver.found(1 << 30).iter().all(|found| found.entries.len() < 100),
                "{position}"
            );
        }
    }
}

#[test]
fn what_is_about_another_game_is_not_taken() {
    let (position, other) = (start("icol", "grid:3x4"), start("isnort", "grid:3x4"));
    let mut stranger = solver(&other);
    stranger.value(&other).unwrap();
    let (mut told, mut alone) = (solver(&position), solver(&position));
    stranger.found(1 << 30).iter().for_each(|found| told.take(found));
    told.take(&Findings { rule: 1, entries: vec![255; 1000] });
    assert_eq!(told.value(&position), alone.value(&position));
    assert_eq!(told.statistics().positions, alone.statistics().positions);
}
