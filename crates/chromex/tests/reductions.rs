//! Reductions preserve the value, and their images can be typed.

#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use chromex::graphs::{Graph, all, parse};
use chromex::rules::{Position, parse_game};
use chromex::theory::reduce::{Build, NotReduced, REDUCTIONS, find, node_kayles};
use chromex::{Budget, Solver};
use common::Brute;

/// The images of Node Kayles on a graph, in games with up to four colours.
fn images(graph: &Graph) -> Vec<Position> {
    let from_graphs = REDUCTIONS.iter().filter(|reduction| reduction.from == "node-kayles");
    from_graphs
        .flat_map(|reduction| {
            let Build::Graph(build) = reduction.build else { panic!("{reduction:?}") };
            let most = if reduction.to.ends_with('K') { 4 } else { 1 };
            (1..=most).map(move |colours| build(graph, colours).unwrap())
        })
        .collect()
}

fn source(graph: &Graph) -> Position {
    Position::start(parse_game("node-kayles").unwrap(), all::board(graph.clone())).unwrap()
}

#[test]
fn by_the_literal_rules_on_all_graphs_with_up_to_four_vertices() {
    for graph in (0..=4).flat_map(all::graphs) {
        let claimed = Brute::default().nimber(&source(&graph));
        for image in images(&graph) {
            assert_eq!(Brute::default().nimber(&image), claimed, "{graph:?} as {image}");
        }
    }
}

#[test]
fn by_search_on_all_graphs_with_up_to_six_vertices() {
    let value = |position: &Position| {
        Solver::new(position, &Budget::default()).unwrap().value(position).unwrap()
    };
    for graph in (1..=6).flat_map(all::graphs) {
        let claimed = value(&source(&graph));
        for image in images(&graph) {
            assert_eq!(value(&image), claimed, "{graph:?} as {image}");
        }
    }
}

#[test]
fn images_can_be_typed() {
    for text in ["empty:0", "path:1", "grid:3x3", "petersen:5,2", "path:40"] {
        for image in images(parse(text).unwrap().graph()) {
            let again: Position = image.to_string().parse().unwrap();
            assert_eq!(again.to_string(), image.to_string());
            assert_eq!(again.board().graph(), image.board().graph());
        }
    }
}

#[test]
fn the_gadgets_are_those_of_the_paper() {
    let path = parse("path:2").unwrap();
    let edges = |position: &Position| position.board().graph().edges().collect::<Vec<_>>();
    let proper = node_kayles::to_proper(path.graph(), 3).unwrap();
    assert_eq!(edges(&proper), [(0, 1), (0, 2), (0, 3), (1, 4), (1, 5)]);
    assert_eq!(proper.write_colouring(), "..1212");
    let blue_red = node_kayles::to_blue_red(path.graph()).unwrap();
    assert_eq!(edges(&blue_red), [(0, 1), (1, 0)]);
    let distance = node_kayles::to_distance_2(path.graph(), 3).unwrap();
    assert_eq!(edges(&distance), [(0, 2), (1, 2), (2, 4), (2, 5), (3, 4)]);
    assert_eq!(distance.write_colouring(), "...123");
}

#[test]
fn what_cannot_be_reduced_is_refused() {
    let directed = parse("dipath:3").unwrap();
    let refused = node_kayles::to_proper(directed.graph(), 2).unwrap_err();
    assert_eq!(refused, NotReduced::Directed("node-kayles"));
    let huge = parse("empty:1000000").unwrap();
    assert!(matches!(node_kayles::to_proper(huge.graph(), 60), Err(NotReduced::Graph(_))));
    assert!(find("node-kayles", &parse_game("distance:3:2").unwrap()).is_err());
}
