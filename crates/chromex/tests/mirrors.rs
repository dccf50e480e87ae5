//! Mirror strategies and similar ones keep their promises against every opponent on small boards,
//! and against random ones on large boards.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::{Board, all, parse};
use chromex::rules::{Player, Position, parse_game};
use chromex::strategy::duel::{Duel, Opponent, play};
use chromex::strategy::{Options, Promise};
use chromex::theory::settle;
use chromex::{Budget, Solver, Value};

fn start(game: &str, board: &Board, first: Player) -> Option<Position> {
    let start = Position::start(parse_game(game).unwrap(), board.clone()).ok()?;
    Some(start.with_turn(first))
}

/// Plays the strategy from the position against all opponents, if it applies; returns whether it
/// does.
fn wins_always(name: &str, start: &Position) -> bool {
    let Ok(duel) = Duel::new(name, start, None, &Options::default()) else { return false };
    let tally = play(&duel, &Opponent::Every, &Budget::default());
    assert_eq!((tally.losses, &tally.stopped), (0, &None), "{name}: {start}: {:?}", tally.loss);
    true
}

const MIRRORED: [&str; 18] = [
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
    "weak:2",
    "weak:3",
    "weak:4",
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

/// Col's mirror is that of every game in which the answer is in a colour of the other player that may stand beside that of the move.
#[test]
fn games_of_ones_own_inherit_the_mirror_of_col() {
    let games = [
        ("own:colours=2:left=1:right=2:forbid=same", true),
        ("own:colours=2:left=1:right=2:forbid=same/2", true),
        ("own:colours=4:left=1,3:right=2,4:forbid=same", true),
        ("own:colours=4:left=1,3:right=2,4:forbid=same,1-4,2-3", true),
        // The answer may be forbidden, belong to nobody or to the wrong player, or lose.
        ("own:colours=2:left=1:right=2:forbid=different", false),
        ("own:colours=4:left=1,3:right=2,4:forbid=same,1-4", false),
        ("own:colours=4:left=1,2:right=3,4:forbid=same", false),
        ("own:colours=3:left=1:right=2,3:forbid=same", false),
        ("own:colours=2:left=1:right=2:forbid=same:end=misere", false),
    ];
    for (game, inherits) in games {
        let mut mirrored = 0;
        for board in (1..=5).flat_map(all::graphs).map(all::board) {
            let start = start(game, &board, Player::Left).unwrap();
            let Some((theorem, settled)) = settle(&start) else { continue };
            let by_search = Solver::new(&start, &Budget::default()).unwrap().outcome(&start);
            assert_eq!(settled.outcome(), by_search.unwrap(), "{start}: {}", theorem.citation());
            if theorem.mirror(&start).is_some() {
                mirrored += 1;
                assert!(wins_always("mirror", &start), "{start}");
            }
        }
        assert_eq!(mirrored > 0, inherits, "{game}: {mirrored}");
    }
    for board in (1..=6).flat_map(all::graphs).map(all::board) {
        let [col, own] = ["col", games[0].0].map(|game| start(game, &board, Player::Left).unwrap());
        assert_eq!(settle(&col), settle(&own));
    }
}

/// Where both answers are proved there is a choice, and each wins.
#[test]
fn answers_in_the_same_and_in_the_opposite_colour_both_win() {
    let mut both = 0;
    for board in (1..=6).flat_map(all::graphs).map(all::board) {
        for game in ["icol", "isnort", "col", "distance:2:2", "weak:2", "connected"] {
            if board.order() > 5 && game != "icol" {
                continue;
            }
            let start = start(game, &board, Player::Left).unwrap();
            let [same, opposite] =
                ["mirror-same", "mirror-opposite"].map(|name| wins_always(name, &start));
            both += u32::from(same && opposite);
        }
    }
    assert!(both > 15, "{both}");
    let error = |name: &str, line: &str| {
        let start: Position = line.parse().unwrap();
        Duel::new(name, &start, None, &Options::default()).err().unwrap().to_string()
    };
    let refused = error("mirror-opposite", "node-kayles path:4 .... left");
    assert!(refused.contains("no such answers are proved"), "{refused}");
    let refused = error("mirror-same", "icol grid:3x4 ..../..../.... left");
    assert!(refused.contains("no suitable involution"), "{refused}");
}

/// The involution behind an answer is an involution of the kind that the theorem needs.
#[test]
fn mirrors_are_shown_with_the_answers_that_rest_on_them() {
    let mut shown = 0;
    for board in (1..=6).flat_map(all::graphs).map(all::board) {
        for game in MIRRORED {
            let start = start(game, &board, Player::Left).unwrap();
            let Some((theorem, _)) = settle(&start) else { continue };
            let Some(mirror) = theorem.mirror(&start) else { continue };
            let mut image: Vec<usize> = (0..board.order()).collect();
            for &(u, v) in &mirror.pairs {
                assert!(u < v && image[u] == u && image[v] == v, "{start}: {mirror:?}");
                (image[u], image[v]) = (v, u);
            }
            let graph = board.graph();
            let kept = graph.edges().all(|(u, v)| graph.has_edge(image[u], image[v]));
            let fixed: Vec<usize> = (0..board.order()).filter(|&v| image[v] == v).collect();
            assert!(kept && fixed == mirror.fixed, "{start}: {mirror:?}");
            let adjacent = mirror.pairs.iter().any(|&(u, v)| graph.adjacent(u, v));
            match mirror.answer {
                "other copy" => assert!(mirror.pairs.iter().all(|&(u, v)| graph.adjacent(u, v))),
                "opposite colour" => assert!(fixed.is_empty()),
                "same colour" => assert!(fixed.len() <= 1 && (game == "isnort" || !adjacent)),
                other => panic!("{other}"),
            }
            shown += 1;
        }
    }
    assert!(shown > 100, "{shown}");
    for (line, citation) in [
        ("weak:2 grid:3x3 .../.../... left", "for weak colouring (docs"),
        ("weak:2 2*grid:3x3 .................. left", "As Proposition 3, for weak colouring"),
        ("oriented:2 dicycle:6 ...... left", "for oriented colouring, without a centre"),
        ("oriented:3 arcs:0>1,0>2 ... left", "for oriented colouring (docs"),
        ("isnort grid:2x3 .../... left", "Theorem 4"),
    ] {
        let start: Position = line.parse().unwrap();
        let (theorem, _) = settle(&start).unwrap();
        assert!(theorem.citation().contains(citation), "{line}: {}", theorem.citation());
        assert!(theorem.mirror(&start).is_some(), "{line}");
    }
    let by_parity: Position = "icol path:4 .... left".parse().unwrap();
    let (theorem, _) = settle(&by_parity).unwrap();
    assert_eq!(theorem.mirror(&by_parity), None, "{}", theorem.citation());
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

/// A strategy promises what the exact engine finds, never more.
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
fn company_wins_weak_colouring_with_three_colours_on_small_connected_graphs_of_odd_order() {
    for board in [1, 3, 5].into_iter().flat_map(all::connected).map(all::board) {
        for game in ["weak:3", "weak:4"] {
            if game == "weak:3" || board.graph().edge_count() < 6 {
                let start = start(game, &board, Player::Left).unwrap();
                assert!(wins_always("company", &start), "{start}");
            }
        }
    }
    let lonely: Position = "weak:4 path:7 1.2.... left".parse().unwrap();
    assert!(
        wins_always("company", &lonely),
        "two lonely vertices are not too many with four colours"
    );
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
        ("company", "weak:3", "grid:31x31"),
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
