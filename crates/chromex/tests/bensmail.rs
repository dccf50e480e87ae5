//! The largest connected subgraph game: theorems agree with search, and reductions preserve the
//! answer.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::claims::claim::Scope;
use chromex::claims::{self, Verdict, verify};
use chromex::graphs::classes::cograph::{Cotree, cotree, cotree_of_complement};
use chromex::graphs::classes::involution::USUAL_STEPS;
use chromex::graphs::classes::reflection::reflection;
use chromex::graphs::{Board, all, parse};
use chromex::rules::{Player, Position, parse_game};
use chromex::theory::cographs::solve;
use chromex::theory::reduce::isomorphism::to_reflection;
use chromex::theory::reduce::pos_cnf::PosCnf;
use chromex::{Budget, Outcome};

mod asking;

fn outcome(board: &Board) -> Outcome {
    let position = Position::start(parse_game("connected").unwrap(), board.clone()).unwrap();
    chromex::Solver::new(&position, &Budget::default()).unwrap().outcome(&position).unwrap()
}

fn single_component(board: &Board) -> bool {
    let position = Position::start(parse_game("connected").unwrap(), board.clone()).unwrap();
    asking::a_star(&position, &Budget::default()).unwrap().a_star.unwrap()
}

fn cographs_agree(n: usize) {
    for board in all::cographs(n).into_iter().map(all::board) {
        let tree = cotree(board.graph()).unwrap();
        let told = solve(&tree);
        assert_eq!(told.outcome(), outcome(&board), "{}", board.name());
        assert_eq!(told.in_a_star, single_component(&board), "{}", board.name());
        // The complement gives the same tree, and so does the notation, which renumbers the
        // vertices.
        let complement = tree.clone().complement().graph().unwrap();
        assert_eq!(solve(&cotree_of_complement(&complement).unwrap()), told);
        assert_eq!(solve(&tree.to_string().parse::<Cotree>().unwrap()), told);
    }
}

#[test]
fn cographs_of_up_to_8_vertices() {
    (1..=8).for_each(cographs_agree);
}

#[test]
#[ignore = "slow"]
fn cographs_of_9_and_10_vertices() {
    (9..=10).for_each(cographs_agree);
}

#[test]
fn pos_cnf_and_its_board_have_the_same_winner() {
    for text in ["p cnf 1 1\n1 0", "p cnf 2 1\n1 2 0", "p cnf 3 1\n2 0", "p cnf 3 1\n1 2 3 0"] {
        let formula = PosCnf::parse(text).unwrap();
        let alice = outcome(&formula.to_connected().unwrap()) != Outcome::Draw;
        assert_eq!(formula.alice_wins(), Some(alice), "{text:?}");
    }
}

/// 33 vertices; the smallest formulas that Bob wins are among them.
#[test]
#[ignore = "slow"]
fn pos_cnf_with_two_clauses() {
    for text in ["p cnf 3 2\n1 0\n2 0", "p cnf 3 2\n1 2 0\n3 0", "p cnf 2 2\n1 0\n2 0"] {
        let started = std::time::Instant::now();
        let formula = PosCnf::parse(text).unwrap();
        let alice = outcome(&formula.to_connected().unwrap()) != Outcome::Draw;
        println!("{formula} {alice} {:?}", started.elapsed());
        assert_eq!(formula.alice_wins(), Some(alice), "{text:?}");
    }
}

#[test]
fn isomorphic_graphs_become_reflection_graphs() {
    let image = |a: &str, b: &str| to_reflection(&parse(a).unwrap(), &parse(b).unwrap()).unwrap();
    let is = |board: Board| reflection(&board, USUAL_STEPS).unwrap().is_some();
    assert!(is(image("cycle:5", "circulant:5,2")));
    assert!(is(image("bipartite:3,3", "circulant:6,1,3")));
    assert!(!is(image("complete:2*cycle:3", "bipartite:3,3")));
    assert!(!is(image("path:4", "path:5")));
    assert!(!is(image("star:4", "path:5")));
}

/// Positions on graphs with many twins, some in classes that other symmetries exchange.
#[test]
fn the_engine_that_exchanges_twins_agrees_with_the_plain_one() {
    let boards = [
        "star:5",
        "complete:6",
        "empty:5",
        "bipartite:3,3",
        "2*star:2",
        "path:3+complete:3",
        "wheel:5",
    ];
    for (name, game) in
        boards.iter().flat_map(|b| [(b, "connected"), (b, "connected:maker-breaker")])
    {
        let board = parse(name).unwrap();
        let start = Position::start(parse_game(game).unwrap(), board.clone()).unwrap();
        let mut fast = chromex::Solver::new(&start, &Budget::default()).unwrap();
        let mut plain = chromex::Solver::plain(&start, &Budget::default()).unwrap();
        for code in 0..3_usize.pow(board.order() as u32) {
            let colour = |v: usize| (code / 3_usize.pow(v as u32) % 3) as u8;
            let colouring = (0..board.order()).map(colour).collect();
            let turn = [Player::Left, Player::Right][code % 2];
            let position =
                Position::new(parse_game(game).unwrap(), board.clone(), colouring, turn).unwrap();
            let values = (fast.value(&position).unwrap(), plain.value(&position).unwrap());
            assert_eq!(values.0, values.1, "{position}");
        }
    }
}

/// `CLAIM=thm-4.3 cargo test … -- --ignored --nocapture` for one of them.
#[test]
#[ignore = "slow"]
fn deep_claims_are_decided() {
    let only = std::env::var("CLAIM").unwrap_or_default();
    for claim in claims::all().iter().filter(|claim| claim.id.starts_with("bensmail")) {
        if !claim.id.contains(&only) {
            continue;
        }
        let started = std::time::Instant::now();
        let verdict = verify(claim, Scope::Deep, &Budget::default());
        println!("{} {:.2?} {verdict:?}", claim.id, started.elapsed());
        let undecided = matches!(verdict, Verdict::Unfinished { .. } | Verdict::Broken { .. });
        assert!(!undecided, "{}: {verdict:?}", claim.id);
    }
}
