//! Looks for positions of the colouring game that Alice wins and loses when there is one colour more.
//!
//! Zhu asked in 1999 whether there is a graph on which Alice wins with k colours and loses with
//! `k + 1`. A position in the middle of a game would be a first step: a graph of open vertices, each
//! with a list of colours, such that Alice wins, but loses when one new colour is added to every
//! list. (Lists are made by coloured neighbours.)
//!
//! ```text
//! cargo run --release --example one_colour_more -- 6 3          six open vertices, lists of three colours
//! cargo run --release --example one_colour_more -- 6 3 100      … going on with the graph number 100
//! cargo run --release --example one_colour_more -- 8 3 random   random graphs and lists, until ten positions are found
//! ```
//!
//! All lists, up to the names of the colours, on all graphs are gone through with one table for each graph; now and then a position
//! is compared with the library's own answer on the graph with coloured neighbours. Random ones are asked of the library. With two
//! colours and up to seven open vertices, and with three and up to six, there is no such position; with three and seven, or four and six, there are (FINDINGS.md).

use std::env;
use std::error::Error;

use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, Graph, all};
use chromex::rules::{Game, Player, Position};
use chromex::{Budget, Solver, Value};

/// One in this number of positions is compared with the library.
const COMPARED: u64 = 10_007;

/// The colouring game on lists: a position has a list of colours, as bits, for each vertex; the
/// list of a coloured vertex is empty.
struct Lists {
    adjacent: Vec<u32>,
    colours: usize,
    /// For each position and player to move: 0 if it is not known, 1 if Bob wins, 2 if Alice wins.
    known: Vec<u8>,
}

impl Lists {
    fn new(graph: &Graph, colours: usize) -> Lists {
        let set = |v| graph.neighbours(v).fold(0, |set, w| set | 1 << w);
        let known = vec![0; 2 << (colours * graph.order())];
        Lists { adjacent: (0..graph.order()).map(set).collect(), colours, known }
    }

    fn list(&self, position: u64, v: usize) -> u64 {
        position >> (self.colours * v) & ((1 << self.colours) - 1)
    }

    /// The position after a move; `None` if a vertex has no colour left then.
    fn play(&self, position: u64, v: usize, colour: usize) -> Option<u64> {
        let mut after = position & !(((1 << self.colours) - 1) << (self.colours * v));
        for w in (0..self.adjacent.len()).filter(|w| self.adjacent[v] >> w & 1 == 1) {
            if self.list(after, w) == 1 << colour {
                return None;
            }
            after &= !(1 << (self.colours * w + colour));
        }
        Some(after)
    }

    fn alice_wins(&mut self, position: u64, alice_moves: bool) -> bool {
        let place = (position << 1 | u64::from(alice_moves)) as usize;
        if self.known[place] == 0 {
            // Alice needs one good move, Bob needs one that is bad for her; she wins when nothing
            // is left to colour.
            let moves = (0..self.adjacent.len())
                .flat_map(|v| (0..self.colours).map(move |c| (v, c)))
                .filter(|&(v, c)| self.list(position, v) >> c & 1 == 1);
            let moves: Vec<(usize, usize)> = moves.collect();
            let mut after = moves.into_iter().map(|(v, c)| match self.play(position, v, c) {
                Some(after) => self.alice_wins(after, !alice_moves),
                None => false,
            });
            let wins = if position == 0 {
                true
            } else if alice_moves {
                after.any(|wins| wins)
            } else {
                after.all(|wins| wins)
            };
            self.known[place] = 1 + u8::from(wins);
        }
        self.known[place] == 2
    }
}

/// The library's answer, on the graph with a coloured neighbour for each colour that a list lacks.
fn by_the_library(graph: &Graph, lists: &[u64], colours: usize, alice_moves: bool) -> bool {
    let mut edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut colouring = vec![0; graph.order()];
    for (v, list) in lists.iter().enumerate() {
        for c in (0..colours).filter(|c| list >> c & 1 == 0) {
            edges.push((v, colouring.len()));
            colouring.push(c as u8 + 1);
        }
    }
    let graph = Graph::undirected(colouring.len(), edges).expect("edges between vertices");
    let game = Game::colouring(colours).expect("a number of colours");
    let turn = if alice_moves { Player::Left } else { Player::Right };
    let position = Position::new(game, Board::new(graph, "lists"), colouring, turn)
        .expect("neighbours of the coloured vertices are open");
    let value = Solver::new(&position, &Budget::default()).map(|mut s| s.value(&position));
    matches!(value, Ok(Ok(Value::Winner(Player::Left))))
}

/// For each permutation of the colours, the image of each list.
fn renamings(colours: usize) -> Vec<Vec<u64>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..colours {
        let longer = |order: Vec<usize>| {
            let next = (0..colours).filter(|c| !order.contains(c)).collect::<Vec<_>>();
            next.into_iter().map(move |c| order.iter().copied().chain([c]).collect())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    let renamed = |order: &[usize], list: u64| {
        (0..colours).filter(|c| list >> c & 1 == 1).fold(0, |set, c| set | 1 << order[c])
    };
    let all = |order: Vec<usize>| (0..1 << colours).map(|list| renamed(&order, list)).collect();
    orders.into_iter().map(all).collect()
}

/// Goes through all lists on a graph, up to renaming of colours; returns the number of positions,
/// and the positions with the property.
fn look(graph: &Graph, colours: usize) -> (u64, Vec<String>) {
    let (order, whole) = (graph.order(), (1_u64 << colours) - 1);
    let (mut few, mut more) = (Lists::new(graph, colours), Lists::new(graph, colours + 1));
    let (mut positions, mut found) = (0, Vec::new());
    let renamings = renamings(colours);
    for number in 0..whole.pow(order as u32) {
        let lists: Vec<u64> =
            (0..order as u32).map(|v| 1 + number / whole.pow(v) % whole).collect();
        let renamed =
            |new: &Vec<u64>| lists.iter().map(|&l| new[l as usize]).lt(lists.iter().copied());
        if renamings.iter().any(renamed) {
            continue;
        }
        let packed = |lists: &mut dyn Iterator<Item = u64>, bits: usize| {
            lists.enumerate().fold(0, |all, (v, list)| all | list << (bits * v))
        };
        let small = packed(&mut lists.iter().copied(), colours);
        let large = packed(&mut lists.iter().map(|list| list | 1 << colours), colours + 1);
        for alice_moves in [true, false] {
            positions += 1;
            let wins = few.alice_wins(small, alice_moves);
            if positions % COMPARED == 0 {
                assert_eq!(wins, by_the_library(graph, &lists, colours, alice_moves));
            }
            if wins && !more.alice_wins(large, alice_moves) {
                let first = if alice_moves { "Alice" } else { "Bob" };
                found.push(format!("lists {lists:?} (bits), {first} to move"));
            }
        }
    }
    (positions, found)
}

/// Examines random graphs with random lists until this many positions are found.
fn look_at_random(order: usize, colours: usize, most: usize) {
    let random = &mut SplitMix::new(1);
    let (mut positions, mut found) = (0_u64, 0);
    while found < most {
        let density = 20 + random.below(40);
        let pairs = (0..order).flat_map(|v| (0..v).map(move |u| (u, v)));
        let edges: Vec<(usize, usize)> = pairs.filter(|_| random.below(100) < density).collect();
        let graph = Graph::undirected(order, edges.clone()).expect("edges between vertices");
        let whole = (1 << colours) - 1;
        // Most lists are complete: shorter ones come from coloured neighbours.
        let list = |random: &mut SplitMix| match random.below(3) {
            0 => 1 + random.below(whole) as u64,
            _ => whole as u64,
        };
        let lists: Vec<u64> = (0..order).map(|_| list(random)).collect();
        let longer: Vec<u64> = lists.iter().map(|list| list | 1 << colours).collect();
        for alice_moves in [true, false] {
            positions += 1;
            if by_the_library(&graph, &lists, colours, alice_moves)
                && !by_the_library(&graph, &longer, colours + 1, alice_moves)
            {
                found += 1;
                let first = if alice_moves { "Alice" } else { "Bob" };
                let edges: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
                println!("{}  lists {lists:?} (bits), {first} to move", edges.join(" "));
            }
        }
    }
    println!("{found} of {positions} positions");
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [order, colours, "random"] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        look_at_random(order.parse()?, colours.parse()?, 10);
        return Ok(());
    }
    let numbers: Result<Vec<usize>, _> = words.iter().map(|word| word.parse()).collect();
    let (order, colours, from) = match numbers?.as_slice() {
        [order, colours] => (*order, *colours, 0),
        [order, colours, from] => (*order, *colours, *from),
        _ => return Err("give the number of open vertices and of colours, for example 5 3".into()),
    };
    if order == 0 || colours == 0 || order * (colours + 1) > 30 {
        return Err("the tables would be too large: try 6 3 or 7 2".into());
    }
    let (mut all_positions, mut all_found) = (0, 0);
    for (number, graph) in all::graphs(order).into_iter().enumerate().skip(from) {
        let (positions, found) = look(&graph, colours);
        (all_positions, all_found) = (all_positions + positions, all_found + found.len());
        let edges: Vec<String> = graph.edges().map(|(u, v)| format!("{u}-{v}")).collect();
        println!(
            "graph {number}: {positions} positions, {} found  {}",
            found.len(),
            edges.join(" ")
        );
        found.iter().for_each(|line| println!("  {line}"));
    }
    println!("{all_found} of {all_positions} positions");
    Ok(())
}
