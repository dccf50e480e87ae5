//! Col and Snort when the memory is full, and with the saved positions of an earlier search: the
//! answers are the same as with enough memory and without interruption, and the same as those of
//! the plain engine.

#![allow(clippy::unwrap_used, missing_docs)]

mod asking;
#[path = "../../engine/tests/common/mod.rs"]
mod common;

use std::path::PathBuf;

use asking::saving;
use chromex::rules::Position;
use chromex::{Answer, Ask, Budget, Outcome, SavedPositions, Solver, Stop, Unsearchable, Value};
use common::{start, start_on, up_to_isomorphism};

const GAMES: [&str; 2] = ["col", "snort"];

/// The value and the search for the outcome alone.
const QUESTIONS: [Ask; 2] = [Ask::Value, Ask::Outcome];

fn told(answer: &Answer) -> (Option<Value>, Option<Outcome>) {
    (answer.value.clone(), answer.outcome)
}

fn plain_outcome(position: &Position) -> Outcome {
    let mut solver = Solver::plain(position, &Budget::default()).unwrap();
    solver.value(position).unwrap().outcome()
}

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("chromex-values-{}-{name}", std::process::id()))
}

/// Asks with less and less memory until it is not enough for a single position and its options.
/// Returns how often the memory was less than a search takes that forgets nothing. The table of Col
/// is never too small, but without one a search takes long.
fn less_and_less(position: &Position) -> usize {
    let mut enough = 0;
    let solver = Solver::new(position, &Budget::default()).unwrap();
    let never_stops = solver.engine().starts_with("numbers");
    for ask in QUESTIONS {
        let ample = saving(position, ask, &Budget::default(), None).unwrap();
        assert_eq!(ample.outcome, Some(plain_outcome(position)), "{position}");
        let mut memory = ample.statistics.bytes;
        loop {
            memory = memory * 4 / 5;
            if never_stops && memory < ample.statistics.bytes / 8 {
                break;
            }
            let budget = Budget { memory, ..Budget::default() };
            let tight = saving(position, ask, &budget, None).unwrap();
            if let Some(stop) = tight.stopped {
                assert_eq!(stop, Stop::Memory(memory), "{position}");
                break;
            }
            assert_eq!(told(&tight), told(&ample), "{position} in {memory} bytes");
            enough += 1;
        }
    }
    enough
}

#[test]
fn every_small_graph_within_little_memory() {
    let boards: Vec<_> = (1..=6).flat_map(|n| up_to_isomorphism(n, false)).collect();
    let all = boards.iter().flat_map(|board| GAMES.map(|game| start(game, board)));
    let enough: usize = all.map(|position| less_and_less(&position)).sum();
    assert!(enough > 150, "{enough}");
}

#[test]
fn larger_boards_within_little_memory() {
    let boards = [
        ("snort", ["grid:3x4", "grid:3x5", "grid:4x4", "grid:3x6"]),
        ("col", ["grid:3x4", "grid:4x4", "king:3x3", "path:13"]),
    ];
    for (game, graphs) in boards {
        let enough: usize = graphs.iter().map(|graph| less_and_less(&start_on(game, graph))).sum();
        assert!(enough >= 3, "{game}: {enough}");
    }
}

/// Stopped after this many positions again and again, each time continuing from what was saved, and
/// stopped a little later than the last time.
fn in_portions(ask: Ask, position: &Position, nodes: u64, saved: &SavedPositions) -> (Answer, u64) {
    let mut portions = 0;
    loop {
        let budget = Budget { nodes: Some(nodes + portions), ..Budget::default() };
        let answer = saving(position, ask, &budget, Some(saved)).unwrap();
        portions += 1;
        if answer.stopped.is_none() {
            return (answer, portions);
        }
    }
}

#[test]
fn every_small_graph_in_portions() {
    let file = place("portions");
    let boards: Vec<_> = (1..=5).flat_map(|n| up_to_isomorphism(n, false)).collect();
    let mut most = 0;
    for position in boards.iter().flat_map(|board| GAMES.map(|game| start(game, board))) {
        for ask in QUESTIONS {
            let whole = saving(&position, ask, &Budget::default(), None).unwrap();
            let nodes = whole.statistics.positions / 5;
            let saved = SavedPositions::File(file.clone());
            let (answer, portions) = in_portions(ask, &position, nodes, &saved);
            assert_eq!(told(&answer), told(&whole), "{position}");
            assert_eq!(answer.outcome, Some(plain_outcome(&position)), "{position}");
            most = most.max(portions);
            std::fs::remove_file(&file).unwrap();
        }
    }
    assert!(most >= 3, "{most}");
}

#[test]
fn the_outcome_and_the_value_share_a_file() {
    let file = place("shared");
    let position = start_on("snort", "grid:3x5");
    let (budget, saved) = (Budget::default(), SavedPositions::File(file.clone()));
    let outcome = saving(&position, Ask::Outcome, &budget, Some(&saved)).unwrap();
    let value = saving(&position, Ask::Value, &budget, Some(&saved)).unwrap();
    assert_eq!(outcome.outcome, value.outcome);
    for ask in QUESTIONS {
        let again = saving(&position, ask, &budget, Some(&saved)).unwrap();
        assert_eq!(again.outcome, value.outcome);
        assert_eq!(again.statistics.positions, 0, "everything is known now");
    }
    // The file is not accepted for the other game or another kind of board.
    for (game, graph) in [("col", "grid:3x5"), ("isnort", "grid:3x5"), ("snort", "cycle:9")] {
        let refused = Solver::saving(&start_on(game, graph), &budget, Some(&saved));
        assert!(matches!(refused, Err(Unsearchable::Checkpoint(_))), "{game} on {graph}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn boards_of_different_length_share_a_folder() {
    let folder = place("folder");
    let (budget, saved) = (Budget::default(), SavedPositions::Folder(folder.clone()));
    for game in GAMES {
        for ask in QUESTIONS {
            let mut fewer = 0;
            for graph in ["grid:3x5", "grid:3x3", "grid:3x4", "path:9", "path:12", "cycle:8"] {
                let position = start_on(game, graph);
                let alone = saving(&position, ask, &budget, None).unwrap();
                let helped = saving(&position, ask, &budget, Some(&saved)).unwrap();
                assert_eq!(told(&helped), told(&alone), "{position}");
                fewer += usize::from(helped.statistics.positions < alone.statistics.positions);
            }
            assert!(fewer >= 2, "{game}: {fewer}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// With little memory and with a file that is larger than the memory.
#[test]
fn a_large_file_is_read_into_little_memory() {
    let file = place("large");
    let position = start_on("snort", "grid:3x5");
    let saved = SavedPositions::File(file.clone());
    let ample = saving(&position, Ask::Value, &Budget::default(), Some(&saved)).unwrap();
    let memory = ample.statistics.bytes / 3;
    for after in position.moves().into_iter().map(|m| position.play(m).unwrap()).take(4) {
        let expected = asking::value(&after, &Budget::default()).unwrap();
        let budget = Budget { memory, ..Budget::default() };
        let mut solver = Solver::saving(&position, &budget, Some(&saved)).unwrap();
        assert_eq!(Some(solver.value(&after).unwrap()), expected.value);
    }
    std::fs::remove_file(file).unwrap();
}
