//! Large modules are found, and tell who wins the largest connected subgraph game on graphs of any size.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::classes::module::large_module;
use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, Graph, all};
use chromex::rules::{Game, Position};
use chromex::theory::settle;
use chromex::{Budget, Solver};

/// A graph of few vertices, some of which see all of a random graph with so many vertices.
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
