//! The fast engines, compared with the plain ones: on every graph with up to six vertices, on
//! random positions of larger ones, and on boards with a lattice; with large and with tiny tables.

#![allow(clippy::unwrap_used, missing_docs)]

mod asking;
#[path = "../../engine/tests/common/mod.rs"]
mod common;

use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, parse};
use chromex::rules::{Player, Position, parse_game};
use chromex::{Ask, Budget, Outcome, SavedPositions, Solver, Stop, Unsearchable};

const TINY: u64 = 3000;
const AMPLE: u64 = 1 << 30;

/// The value and outcome; `None` if an engine does not have the memory that it needs.
fn outcome(solver: &mut Solver, position: &Position) -> Option<(String, Outcome)> {
    match solver.value(position) {
        Ok(value) => Some((value.to_string(), value.outcome())),
        Err(Stop::Memory(TINY)) => None,
        Err(stop) => panic!("{position}: {stop}"),
    }
}

/// The values agree with the plain engine, whatever the size of the tables; if the fast engine
/// finds more than an outcome class, the outcomes agree.
fn check(position: &Position) {
    let plain =
        outcome(&mut Solver::plain(position, &Budget::default()).unwrap(), position).unwrap();
    for (memory, threads) in [(TINY, 1), (AMPLE, 1), (TINY, 2), (AMPLE, 2)] {
        let budget = Budget { memory, threads, ..Budget::default() };
        let mut solver = match Solver::new(position, &budget) {
            Err(Unsearchable::Stopped(Stop::Memory(TINY))) => continue,
            solver => solver.unwrap(),
        };
        let Some(fast) = outcome(&mut solver, position) else { continue };
        assert_eq!(fast.1, plain.1, "{position}");
        if position.convention() != chromex::rules::Convention::Partisan {
            assert_eq!(fast.0, plain.0, "{position} with {memory} bytes, {threads} threads");
        }
    }
}

fn check_on(game: &str, board: &Board) {
    let start = Position::start(parse_game(game).unwrap(), board.clone()).unwrap();
    check(&start);
    check(&start.with_turn(Player::Right));
}

const GAMES: &[&str] = &[
    "node-kayles",
    "proper:2",
    "proper:3",
    "proper:4",
    "icol",
    "isnort",
    "distance:2:2",
    "distance:2:3",
    "col",
    "snort",
    "colouring:2",
    "colouring:3",
    "colouring:4",
    "connected",
    "connected:maker-breaker",
];

#[test]
fn the_engines_agree_on_all_graphs_with_up_to_six_vertices() {
    for n in 0..=6 {
        for board in common::up_to_isomorphism(n, false) {
            for game in GAMES {
                check_on(game, &board);
            }
        }
    }
}

/// A position some random moves into the game.
fn random_position(game: &str, board: Board, random: &mut SplitMix) -> Position {
    let mut position = Position::start(parse_game(game).unwrap(), board).unwrap();
    for _ in 0..random.below(5) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[random.below(moves.len())]).unwrap();
    }
    position
}

#[test]
fn the_engines_agree_on_random_positions_of_up_to_twelve_vertices() {
    let mut random = SplitMix::new(2026);
    for _ in 0..1500 {
        let (n, p) = (7 + random.below(6), [0.15, 0.3, 0.5][random.below(3)]);
        let seed = random.below(1_000_000);
        let game = GAMES[random.below(GAMES.len())];
        let board = parse(&format!("random:{n},{p},{seed}")).unwrap();
        check(&random_position(game, board, &mut random));
        let digraph = parse(&format!("random-digraph:{n},{},{seed}", p / 2.0)).unwrap();
        check(&random_position("blue-red", digraph, &mut random));
    }
}

/// Boards on which pieces can be moved, rotated and reflected, and some on which they cannot.
const BOARDS: &[&str] = &[
    "path:11",
    "grid:3x4",
    "grid:2x5",
    "grid:2x2x3",
    "king:3x3",
    "king:2x5",
    "queens:3",
    "line(grid:3x3)",
    "line(path:9)",
    "line(grid:2x4)",
    "line(complete:5)",
    "line(cylinder:2x3)",
    "cycle:10",
    "cylinder:2x5",
    "torus:3x3",
    "petersen:5,2",
    "hypercube:3",
    "tree:2,2",
    "caterpillar:1,0,2,1",
    "complement(cycle:8)",
    "path:4+cycle:4+path:4",
    "induced(grid:4x4;0,1,2,4,5,6,9,10,13,14,15)",
    "grid:3x3^2",
];

#[test]
fn the_engines_agree_on_boards_with_a_lattice() {
    let mut random = SplitMix::new(7);
    for text in BOARDS {
        let board = parse(text).unwrap();
        for game in GAMES.iter().filter(|game| !game.contains('4')) {
            check_on(game, &board);
            for _ in 0..3 {
                check(&random_position(game, board.clone(), &mut random));
            }
        }
    }
    let mut dipath = |n: usize| {
        let board = parse(&format!("dipath:{n}")).unwrap();
        check(&random_position("blue-red", board, &mut random));
    };
    (1..=12).for_each(&mut dipath);
}

/// Boards with more symmetries than are tried one by one.
const SYMMETRIC: &[&str] = &[
    "bipartite:4,4",
    "star:6",
    "complete:7",
    "multipartite:2,2,2,2",
    "tree:3,2",
    "caterpillar:3,2,3",
    "torus:4x4",
    "hypercube:4",
    "latin:4",
];

#[test]
fn the_engines_agree_on_boards_with_many_symmetries() {
    let mut random = SplitMix::new(64);
    for board in SYMMETRIC {
        let board = parse(board).unwrap();
        for game in ["node-kayles", "proper:2", "icol", "isnort", "distance:2:2", "col", "snort"] {
            if board.graph().order() <= 12 {
                check_on(game, &board);
            }
            for _ in 0..4 {
                let start = parse_game(game).unwrap();
                let mut position = Position::start(start, board.clone()).unwrap();
                // So late in the game that the plain engine is fast.
                for _ in 0..board.graph().order() / 4 {
                    let moves = position.moves();
                    if !moves.is_empty() {
                        position = position.play(moves[random.below(moves.len())]).unwrap();
                    }
                }
                check(&position);
            }
        }
    }
}

/// Boards of sixteen vertices and more: whole, and after moves that a mirror may have answered.
#[test]
fn the_engines_agree_where_moves_can_be_mirrored() {
    let mut random = SplitMix::new(16);
    let games = ["node-kayles", "proper:2", "icol", "isnort", "distance:2:2"];
    for board in
        ["path:16", "path:17", "cycle:17", "grid:2x8", "grid:4x4", "petersen:8,2", "king:2x9"]
    {
        let board = parse(board).unwrap();
        for game in games {
            let start = Position::start(parse_game(game).unwrap(), board.clone()).unwrap();
            let firsts = start.moves();
            for _ in 0..8 {
                let after = start.play(firsts[random.below(firsts.len())]).unwrap();
                let moves = after.moves();
                check(&after.play(moves[random.below(moves.len())]).unwrap());
            }
        }
        check_on("node-kayles", &board);
    }
}

#[test]
fn arc_kayles_agrees_on_line_graphs_of_random_graphs() {
    let mut random = SplitMix::new(11);
    for seed in 0..150 {
        let (n, p) = (3 + random.below(5), [0.3, 0.5, 0.8][random.below(3)]);
        let board = parse(&format!("line(random:{n},{p},{seed})")).unwrap();
        check_on("node-kayles", &board);
        check(&random_position("node-kayles", board, &mut random));
    }
}

/// Random trees with two additional edges, which have many leaves, and parts of a grid.
#[test]
fn arc_kayles_agrees_where_there_are_leaves() {
    let mut random = SplitMix::new(17);
    for i in 0..400 {
        let root = if i % 2 == 0 {
            let n = 6 + random.below(6);
            let tree: Vec<(usize, usize)> = (1..n).map(|v| (random.below(v), v)).collect();
            let more = (0..2).map(|_| (random.below(n / 2), n / 2 + random.below(n / 2)));
            edges(&tree.iter().copied().chain(more).collect::<Vec<_>>())
        } else {
            let kept = (0..16).filter(|_| random.below(10) < 8).map(|v| v.to_string());
            format!("induced(grid:4x4;{})", kept.collect::<Vec<_>>().join(","))
        };
        let board = parse(&format!("line({root})")).unwrap();
        check(&random_position("node-kayles", board, &mut random));
    }
}

fn edges(edges: &[(usize, usize)]) -> String {
    let mut edges: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
    edges.sort_unstable();
    edges.dedup();
    format!("edges:{}", edges.join(","))
}

/// However many leaves a vertex of 2×3 holds, the nimber is that with a single leaf, by either
/// engine.
#[test]
fn leaves_of_one_vertex_are_one_leaf() {
    let grid = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    for holders in 0..1 << 6 {
        let nimber_with = |leaves: usize, plain: bool| {
            let held = (0..6).filter(|v| holders >> v & 1 == 1).flat_map(|v| vec![v; leaves]);
            let leaves = held.enumerate().map(|(i, v)| (v, 6 + i));
            let graph = edges(&grid.into_iter().chain(leaves).collect::<Vec<_>>());
            let start = common::start_on("node-kayles", &format!("line({graph})"));
            let budget = Budget::default();
            let solver = if plain { Solver::plain } else { Solver::new };
            solver(&start, &budget).unwrap().value(&start).unwrap().to_string()
        };
        let expected = nimber_with(1, true);
        assert_eq!(nimber_with(2, true), expected, "{holders:b}");
        assert_eq!(
            [1, 2, 3].map(|leaves| nimber_with(leaves, false)),
            [0; 3].map(|_| expected.clone())
        );
    }
}

fn nimber(game: &str, graph: &str, budget: &Budget) -> String {
    let start = common::start_on(game, graph);
    let value = Solver::new(&start, budget).unwrap().value(&start);
    value.unwrap().to_string()
}

/// Nimbers of paths under Node Kayles, which is Dawson's Kayles: a move takes a vertex and its
/// neighbours and leaves two paths.
fn dawson(most: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = vec![0, 1];
    for n in 2..=most {
        let left = |v: usize| v.saturating_sub(1);
        let options: Vec<u32> =
            (0..n).map(|v| nimbers[left(v)] ^ nimbers[left(n - 1 - v)]).collect();
        nimbers.extend((0..).find(|nimber| !options.contains(nimber)));
    }
    nimbers
}

#[test]
fn boards_too_wide_for_a_machine_word_are_solved() {
    let known = dawson(300);
    for (n, threads) in [(127, 1), (128, 2), (129, 1), (129, 2), (257, 1), (257, 2)] {
        let budget = Budget { threads, ..Budget::default() };
        let found = nimber("node-kayles", &format!("path:{n}"), &budget);
        assert_eq!(found, format!("*{}", known[n]), "path of {n}");
    }
    // On even chains iCol is 0 (Uiterwijk, Theorem 1); the parts of a sum add up.
    let ample = Budget::default();
    assert_eq!(nimber("icol", "path:6+path:130", &ample), "*0");
    let sum = nimber("node-kayles", "path:130+path:260+path:9", &ample);
    assert_eq!(sum, format!("*{}", known[130] ^ known[260] ^ known[9]));
    let start = common::start_on("node-kayles", "path:600");
    assert!(matches!(Solver::new(&start, &ample), Err(Unsearchable::TooManyOpen(_))));
}

/// A search that is stopped halfway has saved what it had; continuing takes less than starting
/// again.
fn check_resuming(game: &str, graph: &str, other_graph: &str) {
    let name = format!("chromex-checkpoint-{}-{}", std::process::id(), graph.replace(':', "-"));
    let file = std::env::temp_dir().join(name);
    let start = common::start_on(game, graph);
    let saved = SavedPositions::File(file.clone());
    let cost = |nodes: Option<u64>, saved: Option<&SavedPositions>| {
        let budget = Budget { nodes, ..Budget::default() };
        let answer = asking::saving(&start, Ask::Value, &budget, saved).unwrap();
        (answer.value.map(|value| value.to_string()), answer.statistics.positions)
    };
    let (value, positions) = cost(None, None);
    assert_eq!(cost(Some(positions / 2), Some(&saved)).0, None);
    let (resumed, rest) = cost(None, Some(&saved));
    assert_eq!(resumed, value);
    assert!(rest < positions, "{rest} of {positions}");
    assert_eq!(cost(None, Some(&saved)), (value, 0), "everything is known now");
    // The file is not accepted for another board.
    let other = common::start_on(game, other_graph);
    assert!(matches!(
        Solver::saving(&other, &Budget::default(), Some(&saved)),
        Err(Unsearchable::Checkpoint(_))
    ));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_search_goes_on_from_what_was_saved() {
    check_resuming("icol", "grid:3x7", "cycle:9");
    check_resuming("colouring:4", "grid:4x7", "grid:4x6");
    check_resuming("connected", "cycle:13", "cycle:12");
    check_resuming("orthogonal:2", "latin:3", "grid:3x3");
    check_resuming("snort", "grid:3x5", "grid:4x4");
    check_resuming("col", "cycle:14", "path:14");
}

#[test]
fn boards_of_different_length_share_a_store() {
    let folder = std::env::temp_dir().join(format!("chromex-store-{}", std::process::id()));
    let saved = SavedPositions::Folder(folder.clone());
    let cost = |graph: &str, saved: Option<&SavedPositions>| {
        let start = common::start_on("node-kayles", graph);
        let answer = asking::saving(&start, Ask::Value, &Budget::default(), saved).unwrap();
        (answer.value.map(|value| value.to_string()), answer.statistics.positions)
    };
    let (alone, _) = (cost("grid:3x15", None), cost("grid:3x16", Some(&saved)));
    let after = cost("grid:3x15", Some(&saved));
    assert_eq!(after.0, alone.0);
    assert!(after.1 < alone.1, "{} of {}", after.1, alone.1);
    std::fs::remove_dir_all(folder).unwrap();
}
