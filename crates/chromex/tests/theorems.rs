//! Theorems agree with search, and none is used that a check has refuted.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::claims;
use chromex::graphs::{Board, Graph, all, parse};
use chromex::rules::{Player, Position, parse_game};
use chromex::theory::{THEOREMS, settle};
use chromex::{Budget, Provenance, Solver};

const GAMES: [&str; 26] = [
    "node-kayles",
    "proper:2",
    "proper:3",
    "proper:4",
    "icol",
    "isnort",
    "distance:1:1",
    "distance:1:2",
    "distance:2:2",
    "distance:2:3",
    "distance:3:2",
    "distance:2:4",
    "weak:2",
    "weak:3",
    "sequential:2",
    "colouring:2",
    "colouring:3",
    "colouring:4",
    "connected",
    "connected:maker-breaker",
    "orthogonal:1",
    "orthogonal:2",
    "orthogonal:1:normal",
    "orthogonal:2:normal",
    "blue-red",
    "oriented:2",
];

/// Compares a theorem with search; returns whether one applied.
fn agrees(position: &Position) -> bool {
    let Some((theorem, settled)) = settle(position) else { return false };
    let mut solver = Solver::new(position, &Budget::default()).unwrap();
    let found = solver.value(position).unwrap();
    let citation = theorem.citation();
    assert_eq!(settled.outcome(), found.outcome(), "{position} by {citation}");
    if let Some(value) = settled.value() {
        assert_eq!(*value, found, "{position} by {citation}");
    }
    true
}

fn positions(board: &Board) -> impl Iterator<Item = Position> + '_ {
    let games = GAMES.iter().map(|game| parse_game(game).unwrap());
    let starts = games.filter_map(|game| Position::start(game, board.clone()).ok());
    starts.flat_map(|start| [start.clone().with_turn(Player::Right), start])
}

#[test]
fn theorems_agree_with_search_on_all_small_graphs() {
    let boards = (1..=5).flat_map(all::graphs).map(all::board);
    let applied = boards.map(|b| positions(&b).filter(agrees).count()).sum::<usize>();
    assert!(applied > 400, "{applied}");
}

#[test]
fn theorems_agree_with_search_on_all_small_digraphs() {
    let mut applied = 0;
    for n in 1..=4 {
        let arcs: Vec<(usize, usize)> =
            (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).filter(|(u, v)| u != v).collect();
        for chosen in 0..1_u32 << arcs.len() {
            let some = arcs.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
            let graph = Graph::directed(n, some.map(|(_, &arc)| arc)).unwrap();
            applied += positions(&Board::new(graph, "digraph")).filter(agrees).count();
        }
    }
    assert!(applied >= 38, "{applied}");
}

#[test]
fn theorems_agree_with_search_on_families() {
    let boards = [
        "path:7",
        "path:8",
        "path:9",
        "cycle:6",
        "cycle:7",
        "cycle:8",
        "grid:2x3",
        "grid:3x3",
        "grid:2x4",
        "grid:4x2",
        "cylinder:4x3",
        "petersen:5,2",
        "hypercube:3",
        "star:6",
        "complete:5",
        "bipartite:3,3",
        "dipath:6",
        "dicycle:3",
        "dicycle:5",
        "dicycle:6",
        "wheel:5",
        "tree:2,2",
    ];
    let slow = |p: &Position| p.game().name().starts_with("orthogonal") && p.board().order() > 6;
    for name in boards {
        let board = parse(name).unwrap();
        positions(&board).filter(|p| !slow(p)).for_each(|position| {
            agrees(&position);
        });
    }
}

/// Positions in the middle of a game: most theorems are about the start, and must not be used
/// later.
#[test]
fn theorems_agree_with_search_in_later_positions() {
    for name in ["path:6", "cycle:5", "cycle:6", "grid:2x3", "star:4", "dicycle:5"] {
        let board = parse(name).unwrap();
        for start in positions(&board) {
            for m in start.moves() {
                let after = start.play(m).unwrap();
                agrees(&after);
                after.moves().into_iter().for_each(|m| {
                    agrees(&after.play(m).unwrap());
                });
            }
        }
    }
}

#[test]
fn every_theorem_is_confirmed_by_claims_that_exist() {
    let claims = claims::all();
    for theorem in THEOREMS {
        assert!(!theorem.claims.is_empty(), "{}", theorem.citation());
        for id in theorem.claims {
            assert!(claims.iter().any(|claim| claim.id == *id), "{id}");
        }
    }
}

const ALICE_STAYS_CONNECTED: &str = "A sequel to Theorem 1 (connected colouring, for every n by the certificates of Alice in \
                                     examples/every-n) of Brosse et al.";
const BOB_ON_OTHER_GRAPHS: &str = "As Claim 2, on other graphs (for all long boards by the certificates of Bob in \
                                   examples/every-n) of Brosse et al.";

/// Certificates say nothing about other numbers of colours or rows, other graphs, shorter boards, boards on which something is
/// coloured, or other rules.
#[test]
fn certificates_settle_nothing_else() {
    for (game, graph) in [
        ("connected-colouring:2", "grid:2x100"),
        ("connected-colouring:3", "grid:3x100"),
        ("connected-colouring:4", "grid:4x100"),
        ("connected-colouring:3", "cylinder:2x100"),
        ("connected-colouring:5", "king:3x100"),
        ("connected-colouring:6", "triangular:3x100"),
        ("colouring:3", "triangular:2x11"),
        ("colouring:3", "triangular:3x100"),
        ("colouring:4", "king:3x9"),
        ("colouring:5", "king:3x100"),
        ("own:colours=3:forbid=same/2:open=touching:end=coloured", "grid:2x100"),
    ] {
        let start = Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap();
        assert!(settle(&start).is_none(), "{game} on {graph}");
    }
    for (game, graph) in [("connected-colouring:3", "grid:2x100"), ("colouring:4", "king:3x100")] {
        let start = Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap();
        assert!(settle(&start).is_some(), "{game} on {graph}");
        let later = start.play(start.moves()[0]).unwrap();
        assert!(settle(&later).is_none(), "{later}");
    }
}

/// What certificates prove about boards that are short enough for search, whoever begins.
#[test]
fn certificates_agree_with_search_on_short_boards() {
    for (game, graph) in [
        ("connected-colouring:3", "grid:2x5"),
        ("connected-colouring:4", "grid:4x3"),
        ("connected-colouring:4", "triangular:2x4"),
        ("connected-colouring:5", "triangular:3x3"),
        ("connected-colouring:6", "king:3x3"),
    ] {
        let start = Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap();
        assert!(agrees(&start) && agrees(&start.with_turn(Player::Right)), "{game} {graph}");
    }
    for (game, graph) in [("colouring:3", "triangular:2x6"), ("colouring:4", "king:3x5")] {
        let start = Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap();
        assert!(!agrees(&start) && agrees(&start.with_turn(Player::Right)), "{game} {graph}");
    }
}

#[test]
fn large_boards_are_settled_at_once() {
    for (game, graph, citation) in [
        ("icol", "path:1000001", "Theorem 3 of Uiterwijk"),
        ("icol", "grid:400x401", "Proposition 3 of Beaulieu et al."),
        ("isnort", "grid:201x301", "Theorem 5 of Uiterwijk"),
        ("connected", "path:1000001", "Theorem 4.3 of Bensmail et al."),
        ("connected", "cycle:1000001", "Theorem 4.5 of Bensmail et al."),
        ("connected", "star:100000", "Theorem 5.1 of Bensmail et al."),
        ("connected", "grid:100x101", "Theorem 2.2 of Bensmail et al."),
        (
            "colouring:4",
            "grid:4x1000",
            "Theorem 1 (for every n by certificate grid-4xN-four-colours.cert) of Brosse et al.",
        ),
        (
            "colouring:4",
            "grid:3x1000",
            "The abstract (for every n by certificate grid-3xN-four-colours.cert) of Brosse et al.",
        ),
        (
            "colouring:4",
            "cylinder:3x1001",
            "A sequel to Theorem 1 (for every n by certificate cylinder-3xN-four-colours.cert) of Brosse et al.",
        ),
        (
            "colouring:4:bob-skips",
            "grid:4x1000",
            "Theorem 1, sharpened (Bob may skip turns: certificate grid-4xN-four-colours.cert) of Brosse et al.",
        ),
        ("connected-colouring:3", "grid:2x1000", ALICE_STAYS_CONNECTED),
        ("connected-colouring:4", "grid:1000x3", ALICE_STAYS_CONNECTED),
        ("connected-colouring:4", "triangular:2x999", ALICE_STAYS_CONNECTED),
        ("connected-colouring:5", "triangular:3x1000", ALICE_STAYS_CONNECTED),
        ("connected-colouring:6", "king:3x1000", ALICE_STAYS_CONNECTED),
        // The same game under another name, and one in which Bob may skip turns.
        (
            "own:colours=4:forbid=same:open=touching:end=coloured",
            "triangular:999x2",
            ALICE_STAYS_CONNECTED,
        ),
        (
            "own:colours=6:forbid=same:open=touching:skip=right:end=coloured",
            "king:3x1000",
            ALICE_STAYS_CONNECTED,
        ),
        ("colouring:3", "triangular:2x1000", BOB_ON_OTHER_GRAPHS),
        ("colouring:4:alice-skips", "king:3x1000", BOB_ON_OTHER_GRAPHS),
        ("orthogonal:3:normal", "latin:12", "Theorem 1 of Andres et al."),
    ] {
        let answer = chromex::solve(game, graph).unwrap();
        let Provenance::Theorem(theorem) = answer.provenance else { panic!("{game} {graph}") };
        assert_eq!(theorem.citation(), citation, "{game} on {graph}");
        assert!(answer.outcome.is_some());
    }
}
