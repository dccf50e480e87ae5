//! Mirror strategies and their relatives keep their promises against every opponent on small boards, and
//! against random ones on large boards.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::{Board, all, parse};
use chromex::rules::{Player, Position, parse_game};
use chromex::strategy::duel::{Duel, Opponent, play};
use chromex::strategy::{Options, Promise};
use chromex::{Budget, Solver, Value};

fn start(game: &str, board: &Board, first: Player) -> Option<Position> {
    let start = Position::start(parse_game(game).unwrap(), board.clone()).ok()?;
    Some(start.with_turn(first))
}

/// Plays the strategy from the position against all opponents, if it applies; whether it does.
fn wins_always(name: &str, start: &Position) -> bool {
    let Ok(duel) = Duel::new(name, start, None, &Options::default()) else { return false };
    let tally = play(&duel, &Opponent::Every, &Budget::default());
    assert_eq!((tally.losses, &tally.stopped), (0, &None), "{name}: {start}: {:?}", tally.loss);
    true
}

const MIRRORED: [&str; 15] = [
    "col",
    "node-kayles",
    "proper:2",
    "proper:3",
    "proper:4",
    "icol",
    "isnort",
    "distance:2:2",
    "distance:3:2",
    "distance:2:4",
    "distance:1:3",
    "connected",
    "orthogonal:1",
    "orthogonal:2",
    "orthogonal:2:normal",
];

#[test]
fn mirrors_keep_their_promise_on_all_small_graphs() {
    let mut applied = [0; MIRRORED.len()];
    for board in (1..=5).flat_map(all::graphs).map(all::board) {
        for (count, game) in applied.iter_mut().zip(MIRRORED) {
            let small = !game.starts_with("orthogonal") || board.order() <= 4;
            for first in [Player::Left, Player::Right] {
                let start = start(game, &board, first).filter(|_| small);
                *count += u32::from(start.is_some_and(|start| wins_always("mirror", &start)));
            }
        }
    }
    assert!(applied.iter().all(|&count| count > 0), "{applied:?}");
}

#[test]
fn mirrors_know_the_boards_of_the_papers() {
    for (game, graph) in [
        ("icol", "grid:2x4"),
        ("icol", "grid:3x3"),
        ("isnort", "grid:2x3"),
        ("isnort", "path:7"),
        ("proper:2", "hypercube:3"),
        ("proper:3", "path:5"),
        ("distance:2:2", "cycle:8"),
        ("connected", "grid:2x4"),
        ("orthogonal:1", "latin:3"),
    ] {
        let board = parse(graph).unwrap();
        assert!(
            wins_always("mirror", &start(game, &board, Player::Left).unwrap()),
            "{game} {graph}"
        );
    }
}

#[test]
fn mirrors_go_on_from_mirrored_positions_only() {
    let duel = |line: &str| {
        let start: Position = format!("{line} left").parse().unwrap();
        Duel::new("mirror", &start, None, &Options::default())
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    assert!(duel("icol path:6 B....W").is_ok());
    assert!(duel("icol path:6 B.....").unwrap_err().contains("not mirrored"));
    assert!(duel("icol path:5 ..B..").is_ok());
    assert!(duel("col path:6 ......").is_ok());
    assert!(duel("snort path:6 ......").unwrap_err().contains("no paper"));
    assert!(duel("icol star:3 ....").is_err());
}

/// What is promised is what the exact engine finds, never more.
#[test]
fn promises_agree_with_the_engine() {
    for board in (1..=4).flat_map(all::graphs).map(all::board) {
        for game in MIRRORED {
            let Some(start) = start(game, &board, Player::Left) else { continue };
            let Ok(duel) = Duel::new("mirror", &start, None, &Options::default()) else { continue };
            let mut solver = Solver::new(&start, &Budget::default()).unwrap();
            let value = solver.value(&start).unwrap();
            match (duel.strategy.promise(), &value) {
                (Promise::Win, value) => {
                    assert_eq!(value.winner(Player::Left), Some(duel.strategy.side()), "{start}");
                }
                (Promise::Score(least), Value::Score(score)) => assert!(-score >= least, "{start}"),
                (promise, value) => panic!("{promise:?} {value}"),
            }
        }
    }
}

#[test]
fn blue_red_pairs_win_on_all_small_cycles_and_tinted_paths() {
    for n in 3..=9 {
        let board = parse(&format!("dicycle:{n}")).unwrap();
        let start = start("blue-red", &board, Player::Left).unwrap();
        assert!(wins_always("blue-red-pairs", &start), "{n}");
    }
    for k in 2..=10 {
        let open = ".".repeat(k - 1);
        for colouring in [format!("B{open}"), format!("{open}R")] {
            let start: Position = format!("blue-red dipath:{k} {colouring} left").parse().unwrap();
            assert!(wins_always("blue-red-pairs", &start), "{colouring}");
        }
    }
}

#[test]
fn company_wins_weak_colouring_on_all_small_connected_graphs_of_even_order() {
    for board in [2, 4, 6].into_iter().flat_map(all::connected).map(all::board) {
        for game in ["weak:2", "weak:3"] {
            let small = board.order() < 6 || game == "weak:2" && board.graph().edge_count() < 8;
            if small {
                let start = start(game, &board, Player::Left).unwrap();
                assert!(wins_always("company", &start), "{start}");
            }
        }
    }
    for board in ["2*path:2", "path:5"].map(|name| parse(name).unwrap()) {
        assert!(!wins_always("company", &start("weak:2", &board, Player::Left).unwrap()));
    }
}

#[test]
fn odd_cycles_are_won_by_the_second_player_at_every_distance() {
    for n in [3, 5, 7, 9] {
        let board = parse(&format!("cycle:{n}")).unwrap();
        for game in ["proper:2", "distance:2:2", "distance:3:2"] {
            assert!(wins_always("odd-cycles", &start(game, &board, Player::Left).unwrap()), "{n}");
        }
    }
}

#[test]
fn large_boards_are_played_without_a_loss() {
    for (name, game, graph) in [
        ("mirror", "icol", "grid:31x33"),
        ("mirror", "isnort", "grid:40x41"),
        ("mirror", "connected", "grid:20x21"),
        ("mirror", "orthogonal:3", "latin:12"),
        ("blue-red-pairs", "blue-red", "dicycle:2001"),
        ("blue-red-pairs", "blue-red", "dicycle:2000"),
        ("company", "weak:2", "grid:30x31"),
        ("company", "weak:3", "hypercube:10"),
        ("odd-cycles", "distance:3:2", "cycle:1001"),
        ("mirror", "col", "grid:20x21"),
    ] {
        let start = start(game, &parse(graph).unwrap(), Player::Left).unwrap();
        let duel = Duel::new(name, &start, None, &Options::default()).unwrap();
        let tally = play(&duel, &Opponent::Random(2_000, 1), &Budget::default());
        assert_eq!(tally.losses, 0, "{game} {graph}: {:?}", tally.loss);
        assert!(tally.moves >= 2_000);
    }
}
