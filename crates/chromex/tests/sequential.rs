//! Sequential 2-colouring: the algorithms, compared with exhaustive search.

#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use chromex::graphs::random::SplitMix;
use chromex::graphs::{Graph, all, parse};
use chromex::rules::{Player, Position, parse_game};
use chromex::theory::sequential::{self, BadOrder, Ending};
use common::Brute;

/// Whether the player to move wins, by trying both colours at each vertex.
fn mover_wins(graph: &Graph, order: &[usize], colours: &mut Vec<u8>) -> bool {
    let Some((&v, rest)) = order.split_first() else { return false };
    if colours[v] != 0 {
        return mover_wins(graph, rest, colours);
    }
    [1, 2].into_iter().any(|colour| {
        if graph.neighbours(v).any(|w| colours[w] == colour) {
            return false;
        }
        colours[v] = colour;
        let wins = !mover_wins(graph, rest, colours);
        colours[v] = 0;
        wins
    })
}

fn winner(graph: &Graph, order: &[usize]) -> Player {
    match mover_wins(graph, order, &mut vec![0; graph.order()]) {
        true => Player::Left,
        false => Player::Right,
    }
}

/// All orders of `0..n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert = |order: Vec<usize>| {
        (0..n).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, n - 1);
            longer
        })
    };
    orders(n - 1).into_iter().flat_map(insert).collect()
}

fn shuffled(n: usize, random: &mut SplitMix) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}

/// An order that is often not decided early: most vertices follow a neighbour.
fn growing(graph: &Graph, random: &mut SplitMix) -> Vec<usize> {
    let n = graph.order();
    let mut order: Vec<usize> = Vec::new();
    let mut left = shuffled(n, random);
    while !left.is_empty() {
        let follows = |v: &usize| graph.neighbours(*v).any(|w| order.contains(&w));
        let grown = left.iter().position(follows).filter(|_| random.below(8) > 0);
        order.push(left.swap_remove(grown.unwrap_or(0)));
    }
    order
}

#[test]
fn all_small_graphs_in_all_orders() {
    for n in 0..=6 {
        let orders = orders(n);
        for graph in all::graphs(n) {
            for order in &orders {
                let ending = sequential::graph(&graph, order).unwrap();
                assert_eq!(ending.winner, winner(&graph, order), "{graph:?} {order:?}");
            }
        }
    }
}

#[test]
fn random_graphs_in_random_orders() {
    let mut random = SplitMix::new(22);
    let mut undecided = 0;
    for case in 0..6000 {
        let (n, p) = (7 + random.below(8), 0.1 + 0.3 * random.unit());
        let graph = parse(&format!("random:{n},{p:.3},{case}")).unwrap().graph().clone();
        let order = match case % 2 {
            0 => shuffled(n, &mut random),
            _ => growing(&graph, &mut random),
        };
        let ending = sequential::graph(&graph, &order).unwrap();
        undecided += usize::from(ending.stuck_at.is_none());
        assert_eq!(ending.winner, winner(&graph, &order), "{graph:?} {order:?}");
    }
    assert!(undecided > 100, "all coloured in {undecided} cases");
}

#[test]
fn paths_and_cycles_by_theorem_22() {
    let same_winner = |fast: Ending, graph: &Graph, order: &[usize]| {
        assert_eq!(fast.winner, winner(graph, order), "{graph:?} {order:?}");
        assert_eq!(fast, sequential::graph(graph, order).unwrap(), "{graph:?} {order:?}");
    };
    for n in 1..=8 {
        let path = parse(&format!("path:{n}")).unwrap();
        let cycle = (n >= 3).then(|| parse(&format!("cycle:{n}")).unwrap());
        for order in orders(n) {
            same_winner(sequential::path(&order).unwrap(), path.graph(), &order);
            if let Some(cycle) = &cycle {
                same_winner(sequential::cycle(&order).unwrap(), cycle.graph(), &order);
            }
        }
    }
}

/// On long paths and cycles the two algorithms are compared with each other.
#[test]
fn long_paths_and_cycles_both_ways() {
    let mut random = SplitMix::new(1989);
    for case in 0..3000 {
        let n = 3 + random.below(if case % 10 == 0 { 500 } else { 40 });
        for (family, fast) in [
            ("path", sequential::path as fn(&[usize]) -> Result<Ending, BadOrder>),
            ("cycle", sequential::cycle),
        ] {
            let graph = parse(&format!("{family}:{n}")).unwrap().graph().clone();
            let order = match case % 2 {
                0 => shuffled(n, &mut random),
                _ => growing(&graph, &mut random),
            };
            let slow = sequential::graph(&graph, &order);
            assert_eq!(fast(&order), slow, "{family}:{n} {order:?}");
        }
    }
}

#[test]
fn positions_by_the_literal_rules() {
    let mut random = SplitMix::new(5);
    for case in 0..1500 {
        let n = 2 + random.below(6);
        let board = parse(&format!("random:{n},0.4,{case}")).unwrap();
        let order: Vec<String> = shuffled(n, &mut random).iter().map(ToString::to_string).collect();
        let game = parse_game(&format!("sequential:2:{}", order.join(","))).unwrap();
        let colouring = (0..n).map(|_| random.below(5).min(2) as u8 % 3).collect();
        let turn = [Player::Left, Player::Right][random.below(2)];
        let Ok(position) = Position::new(game, board, colouring, turn) else { continue };
        let ending = sequential::position(&position).unwrap().unwrap();
        let mover_wins = Brute::default().nimber(&position) > 0;
        assert_eq!(ending.winner == Player::Left, mover_wins, "{position}");
    }
}

#[test]
fn other_games_and_bad_orders_are_refused() {
    let start = |game: &str, graph: &str| {
        Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap()
    };
    assert!(sequential::position(&start("sequential:3", "path:3")).is_none());
    assert!(sequential::position(&start("proper:2", "path:3")).is_none());
    assert!(sequential::position(&start("sequential:2", "path:3")).is_some());
    let path = parse("path:3").unwrap();
    for order in [&[0, 1][..], &[0, 0, 1], &[1, 2, 3], &[3, 1, 0]] {
        assert!(sequential::graph(path.graph(), order).is_err(), "{order:?}");
    }
    for order in [&[0, 0, 1][..], &[1, 2, 3]] {
        assert!(sequential::path(order).is_err() && sequential::cycle(order).is_err());
    }
    let directed = parse("dipath:3").unwrap();
    assert_eq!(sequential::graph(directed.graph(), &[0, 1, 2]), Err(BadOrder::Directed));
}
