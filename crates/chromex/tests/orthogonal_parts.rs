//! Orthogonal colouring of parts agrees with the game on two copies if the parts are two copies;
//! and other computations of orthogonal colourings.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::invariants::orthogonal_chromatic_number;
use chromex::graphs::{Graph, all, ops, parse};
use chromex::rules::{Position, parse_game};
use chromex::{Budget, Solver, Value};

fn value(game: &str, board: chromex::graphs::Board) -> Value {
    let start = Position::start(parse_game(game).unwrap(), board).unwrap();
    Solver::new(&start, &Budget::default()).unwrap().value(&start).unwrap()
}

#[test]
fn two_equal_parts_are_two_copies() {
    for board in (1..=3).flat_map(all::graphs).map(all::board) {
        let twice = ops::disjoint_union(&board, &board).unwrap();
        for colours in 1..=2 {
            for normal in ["", ":normal"] {
                let copies = value(&format!("orthogonal:{colours}{normal}"), board.clone());
                let parts = value(&format!("orthogonal-parts:2:{colours}{normal}"), twice.clone());
                assert_eq!(copies, parts, "{} {colours}{normal}", board.name());
            }
        }
    }
}

#[test]
fn parts_may_differ_and_be_several() {
    let start =
        |game: &str, graph: &str| Position::start(parse_game(game).unwrap(), parse(graph).unwrap());
    // A vertex of the first part together with one of the second: the parts have different edges.
    let here = start("orthogonal-parts:2:1", "path:2+2*path:1").unwrap();
    assert_eq!(here.moves().len(), 4);
    let after = here.play(here.read_move("0=1").unwrap()).unwrap();
    // Vertex 1 is adjacent to 0; 2 and 3 are open, because no pair is complete.
    assert_eq!(after.moves().iter().map(|m| m.cell).collect::<Vec<_>>(), [2, 3]);
    let three = start("orthogonal-parts:3:1:normal", "6*path:1").unwrap();
    assert_eq!(three.moves().len(), 6);
    assert!(start("orthogonal-parts:3:1:normal", "path:4").is_err());
    let refused = |text: &str| parse_game(text).unwrap_err().to_string();
    assert!(refused("orthogonal-parts:3:2").contains("odd number of parts"));
    assert!(refused("orthogonal-parts:1:2").contains("two parts or more"));
}

/// Tries all colourings with this number of colours.
fn by_trial(graph: &Graph, colourings: usize, colours: usize) -> bool {
    let n = graph.order();
    let all: Vec<Vec<usize>> = (0..colours.pow(n as u32))
        .map(|code| (0..n).map(|v| code / colours.pow(v as u32) % colours).collect())
        .filter(|one: &Vec<usize>| graph.edges().all(|(u, v)| one[u] != one[v]))
        .collect();
    let orthogonal = |a: &Vec<usize>, b: &Vec<usize>| {
        (0..n).all(|u| (0..u).all(|v| (a[u], b[u]) != (a[v], b[v])))
    };
    fn extend<'a>(
        all: &'a [Vec<usize>],
        chosen: &mut Vec<&'a Vec<usize>>,
        left: usize,
        fits: &dyn Fn(&Vec<usize>, &Vec<usize>) -> bool,
    ) -> bool {
        left == 0
            || all.iter().any(|next| {
                if !chosen.iter().all(|one| fits(one, next)) {
                    return false;
                }
                chosen.push(next);
                let found = extend(all, chosen, left - 1, fits);
                chosen.pop();
                found
            })
    }
    extend(&all, &mut Vec::new(), colourings, &orthogonal)
}

#[test]
fn orthogonal_chromatic_numbers_are_least() {
    for graph in (1..=4).flat_map(all::graphs) {
        for colourings in 1..=3 {
            let found = orthogonal_chromatic_number(&graph, colourings, 1_000_000).unwrap();
            assert!(by_trial(&graph, colourings, found), "{graph:?} {colourings} {found}");
            assert!(
                found == 1 || !by_trial(&graph, colourings, found - 1),
                "{graph:?} {colourings}"
            );
        }
    }
    let latin = parse("latin:4").unwrap();
    assert_eq!(orthogonal_chromatic_number(latin.graph(), 3, 10_000_000), Some(4));
}
