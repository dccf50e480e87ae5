//! Large modules, joins and unions determine who wins the largest connected subgraph game on graphs
//! of any size.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::classes::module::large_module;
use chromex::graphs::classes::spider::{Legs, build};
use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, Graph, all, ops};
use chromex::rules::{Game, Position};
use chromex::theory::settle;
use chromex::{Budget, Solver};

/// A graph of few vertices, some of which see all of a random graph with `rest` vertices.
fn pseudo_spider(outside: usize, rest: usize, random: &mut SplitMix) -> Board {
    let mut edges = Vec::new();
    let body = 1 + random.below(outside);
    for u in 0..outside {
        edges.extend((0..u).filter(|_| random.below(2) == 0).map(|v| (v, u)));
    }
    edges.extend((0..body).flat_map(|k| (0..rest).map(move |r| (k, outside + r))));
    let density = random.unit();
    for u in 0..rest {
        edges
            .extend((0..u).filter(|_| random.unit() < density).map(|v| (outside + v, outside + u)));
    }
    all::board(Graph::undirected(outside + rest, edges).unwrap())
}

#[test]
fn modules_are_modules() {
    let mut random = SplitMix::new(62);
    for _ in 0..200 {
        let (outside, rest) = (1 + random.below(5), 8 + random.below(10));
        let board = pseudo_spider(outside, rest, &mut random);
        let found = large_module(board.graph(), 5).unwrap();
        assert!(found.fits(board.graph()) && found.rest.len() >= rest, "{}", board.name());
    }
    let path = chromex::graphs::parse("path:12").unwrap();
    assert_eq!(large_module(path.graph(), 5), None);
}

#[test]
fn what_they_tell_is_what_search_finds() {
    let mut random = SplitMix::new(26);
    let mut told = 0;
    for _ in 0..80 {
        let (outside, rest) = (2 + random.below(4), 3 + random.below(5));
        let board = pseudo_spider(outside, rest, &mut random);
        let start = Position::start(Game::connected(), board).unwrap();
        let Some((theorem, settled)) = settle(&start) else { continue };
        let found = Solver::new(&start, &Budget::default()).unwrap().value(&start).unwrap();
        assert_eq!(settled.outcome(), found.outcome(), "{start} by {}", theorem.citation());
        told += usize::from(theorem.claims == ["bensmail/modules"]);
    }
    assert!(told > 10, "{told}");
}

#[test]
fn hundreds_of_vertices_are_no_matter() {
    let mut random = SplitMix::new(7);
    let mut told = 0;
    for _ in 0..4 {
        let board = pseudo_spider(4, 400, &mut SplitMix::new(random.next_bits()));
        let start = Position::start(Game::connected(), board).unwrap();
        told += usize::from(settle(&start).is_some());
    }
    assert!(told > 0, "{told}");
}

/// A random graph with this number of vertices.
fn random_graph(order: usize, random: &mut SplitMix) -> Board {
    let density = random.unit();
    let pairs = (0..order).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges: Vec<(usize, usize)> = pairs.filter(|_| random.unit() < density).collect();
    all::board(Graph::undirected(order, edges).unwrap())
}

/// A random join, spider or connected graph.
fn component(order: usize, random: &mut SplitMix) -> Board {
    match random.below(3) {
        0 if order >= 4 => {
            let legs = 2 + random.below(order / 2 - 1);
            let kind = if random.below(2) == 0 { Legs::Matching } else { Legs::Antimatching };
            let rest = random_graph(order - 2 * legs, random);
            all::board(build(kind, legs, rest.graph()))
        }
        1 if order >= 2 => {
            let side = 1 + random.below(order / 2);
            let (one, other) = (random_graph(side, random), random_graph(order - side, random));
            ops::join(&one, &other).unwrap()
        }
        _ => loop {
            let found = random_graph(order, random);
            if ops::components(found.graph()).len() == 1 {
                return found;
            }
        },
    }
}

#[test]
fn what_joins_and_unions_tell_is_what_search_finds() {
    let mut random = SplitMix::new(33);
    let mut told = [0; 2];
    for round in 0..2000 {
        let board = match round % 2 {
            0 => {
                let (one, other) = (1 + random.below(4), 5 + random.below(5));
                ops::join(&random_graph(one, &mut random), &random_graph(other, &mut random))
                    .unwrap()
            }
            _ => {
                let mut left = 6 + random.below(10);
                let mut board = component(2 + random.below(left - 3), &mut random);
                left -= board.order().min(left);
                while left > 0 {
                    let next = component(1 + random.below(left), &mut random);
                    left -= next.order();
                    board = ops::disjoint_union(&board, &next).unwrap();
                }
                board
            }
        };
        let start = Position::start(Game::connected(), all::board(board.graph().clone())).unwrap();
        let Some((theorem, settled)) = settle(&start) else { continue };
        let found = Solver::new(&start, &Budget::default()).unwrap().value(&start).unwrap();
        assert_eq!(settled.outcome(), found.outcome(), "{start} by {}", theorem.citation());
        let claims = ["bensmail/case-2a", "bensmail/unions"];
        let by = claims.iter().position(|claim| theorem.claims.contains(claim));
        if let Some(by) = by {
            told[by] += 1;
        }
    }
    assert!(told[0] > 50 && told[1] > 100, "{told:?}");
}

#[test]
fn large_joins_and_unions_are_told_at_once() {
    for (graph, outcome) in [
        ("join(grid:20x20;cycle:301)", "Alice"),
        ("join(grid:20x20;cycle:300)", "draw"),
        ("join(path:1;join(cycle:5;grid:14x14))", "draw"),
        ("join(path:1;101*cycle:5)", "Alice"),
        ("join(cycle:5;path:300)+join(path:4;cycle:200)+90*cycle:8", "Alice"),
        ("join(cycle:5;path:300)+join(path:4;cycle:301)", "draw"),
        ("100000*path:1", "draw"),
    ] {
        let start =
            Position::start(Game::connected(), chromex::graphs::parse(graph).unwrap()).unwrap();
        let told = settle(&start).map(|(_, settled)| settled.outcome().to_string());
        assert_eq!(told.as_deref(), Some(outcome), "{graph}");
    }
}
