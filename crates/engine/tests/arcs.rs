//! Arc Kayles, which is Node Kayles on line graphs, against brute force over the literal rules.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_budget::{Budget, Meter};
use chromex_engine::model::lattice::Lattice;
use chromex_engine::model::lists::ListGame;
use chromex_engine::model::normal::Normaliser;
use chromex_engine::{Solver, Value};
use chromex_graphs::random::SplitMix;
use common::{Brute, play_at_random, start_on};

/// Boards that lie on a lattice, and others.
fn boards() -> Vec<String> {
    let lattices = ["grid:2x6", "grid:3x3", "grid:3x4", "cylinder:3x4", "cycle:11", "path:13"];
    let trees = (0..60).map(|seed| format!("random-tree:13,{seed}"));
    let graphs = (0..60).map(|seed| format!("random:8,0.35,{seed}"));
    lattices.into_iter().map(str::to_owned).chain(trees).chain(graphs).collect()
}

#[test]
fn nimbers_of_arc_kayles() {
    let mut random = SplitMix::new(2011);
    let mut seen = [0; 8];
    for board in boards() {
        let first = start_on("node-kayles", &format!("line({board})"));
        let mut solver = Solver::new(&first, &Budget::default()).unwrap();
        let mut brute = Brute::default();
        for moves in (0..30).map(|i| i % 5) {
            let position = play_at_random(first.clone(), moves, &mut random, |_| false);
            let nimber = brute.nimber(&position);
            assert_eq!(solver.value(&position).unwrap(), Value::Nimber(nimber), "{position}");
            seen[nimber as usize] += 1;
        }
    }
    assert!(seen[..4].iter().all(|&count| count > 100), "{seen:?}");
}

/// A new search, and one that has answered other questions before, compared with the plain engine.
#[test]
fn questions_in_any_order_have_the_same_answers() {
    let mut random = SplitMix::new(2014);
    let mut seen = [0; 8];
    let lattices =
        ["grid:3x5", "grid:4x4", "grid:2x8", "cylinder:3x5", "king:3x3"].map(str::to_owned);
    let graphs = (0..20).map(|seed| format!("random:10,0.3,{seed}"));
    for board in lattices.into_iter().chain(graphs) {
        let first = start_on("node-kayles", &format!("line({board})"));
        let mut plain = Solver::plain(&first, &Budget::default()).unwrap();
        for moves in (0..200).map(|i| i % 4) {
            let position = play_at_random(first.clone(), moves, &mut random, |_| false);
            let expected = plain.value(&position).unwrap();
            let Value::Nimber(nimber) = expected else { panic!("{expected}") };
            let fresh = || Solver::new(&first, &Budget::default()).unwrap();
            assert_eq!(fresh().value(&position).unwrap(), expected, "{position}");
            let mut asked = fresh();
            for _ in 0..3 {
                let heap = random.below(6) as u32;
                let answer = asked.is_nimber(heap, &position).unwrap();
                assert_eq!(answer, heap == nimber, "*{heap} in {position}");
            }
            assert_eq!(asked.value(&position).unwrap(), expected, "{position}");
            seen[nimber as usize] += 1;
        }
    }
    assert!(seen[..4].iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn nested_sets_have_the_same_normal_form() {
    let mut random = SplitMix::new(2012);
    let mut symmetric = 0;
    let boards = [
        "grid:4x5",
        "grid:5x5",
        "grid:2x9",
        "grid:7x3",
        "king:4x5",
        "cylinder:3x6",
        "petersen:5,2",
        "path:20",
    ];
    for board in boards {
        let start = start_on("node-kayles", board);
        let meter = Meter::new(&Budget::default());
        let game: ListGame<u128> = ListGame::compile(&start, 1, &meter).unwrap();
        let points = start.board().points();
        let lattice = points.and_then(|points| Lattice::find(&game, points, 64));
        let on_lattice = lattice.map(|lattice| Normaliser::on_lattice(&lattice));
        for normaliser in on_lattice.into_iter().chain([Normaliser::<u64>::new(&game)]) {
            let (all, plain) = ((1 << game.order()) - 1, normaliser.clone().without_boxes());
            for _ in 0..1000 {
                let outer = (random.next_bits() | random.next_bits()) & all;
                let piece = [outer, outer & random.next_bits() & random.next_bits()];
                let expected = plain.normal_form(piece);
                assert_eq!(normaliser.nested_normal_form(piece), expected, "{board} {piece:?}");
                symmetric += usize::from(expected.1);
            }
        }
    }
    assert!(symmetric > 0);
}

/// For a single board the first question is whether its nimber is 1; for several, it is not known
/// what will be asked about the largest.
#[test]
fn which_nimber_is_asked_for_first() {
    for (game, board, first) in [
        ("node-kayles", "line(grid:3x4)", 1),
        ("node-kayles", "line(grid:3x4+grid:3x3)", 0),
        ("node-kayles", "grid:3x4", 0),
        ("icol", "grid:3x4", 0),
        ("snort", "grid:3x4", 0),
    ] {
        let position = start_on(game, board);
        let solver = Solver::new(&position, &Budget::default()).unwrap();
        assert_eq!(solver.first_nimber(), first, "{game} {board}");
    }
}
