//! The largest connected subgraph game on joins and unions of any graphs: what remains true of
//! Theorem 6.2 of Bensmail et al.
//!
//! Joins are case 2a; spiders, and graphs with a large module, are in the modules of these names.
//! Unions are case 1, corrected: the rules are in `union`, their proofs and the open cases in
//! docs/open-problems.md.

use chromex_engine::Outcome;
use chromex_graph_tools::classes::shape::is_join;
use chromex_graph_tools::classes::spider::{Legs, Spider, spider};
use chromex_graphs::{Board, Graph, ops};
use chromex_rules::Player;

use crate::modules::{Strength, strength_of_small, strength_with_module};
use crate::spiders;

const ALICE: Option<Outcome> = Some(Outcome::Winner(Player::Left));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// Components with at most this many vertices are solved by exhaustive play.
const SMALL: usize = 8;

/// Who wins on a join, Alice first.
pub(crate) fn on_join(graph: &Graph) -> Option<Outcome> {
    join(graph)?.strength.outcome
}

/// Who wins on a graph with several components, Alice first.
pub fn on_union(graph: &Graph) -> Option<Outcome> {
    if graph.is_directed() {
        return None;
    }
    let parts = components(graph).filter(|parts| parts.len() > 1)?;
    union(&parts.iter().map(component).collect::<Vec<Part>>())
}

/// Alice wins on a connected graph if removing some vertex leaves more components than any of them
/// has vertices.
pub(crate) fn on_branches(graph: &Graph) -> Option<Outcome> {
    if graph.is_directed() || ops::components(graph).len() != 1 {
        return None;
    }
    // Every other vertex sees that vertex and vertices of its own component, and these are fewer
    // than there are components.
    let centre = (0..graph.order()).max_by_key(|&v| graph.degree(v))?;
    let edges = graph.edges().filter(|&(v, w)| v != centre && w != centre);
    let rest = Graph::undirected(graph.order(), edges.collect::<Vec<_>>()).ok()?;
    let mut parts = ops::components(&rest);
    parts.retain(|part| part != &[centre]);
    let largest = parts.iter().map(Vec::len).max()?;
    if largest < parts.len() { ALICE } else { None }
}

/// Whether Alice can force a single red component on a graph, if that is known.
pub fn in_a_star(graph: &Graph) -> Option<bool> {
    if graph.is_directed() || graph.order() == 0 {
        return None;
    }
    match ops::components(graph).len() {
        1 => component(graph).strength.in_a_star,
        // Bob answers in the component in which she plays. If she has coloured the last vertex of
        // it, he plays elsewhere, and then she has to.
        _ if graph.order() % 2 == 1 => Some(false),
        _ => None,
    }
}

/// A component.
#[derive(Debug, Clone, Copy)]
struct Part {
    order: usize,
    strength: Strength,
    /// The first player can connect all his vertices, even if he gets more than half of them.
    is_together: bool,
    /// A join of even order on which Alice wins: one vertex sees all others, and the graph of the
    /// others is not in A*.
    is_lonely: bool,
}

impl Part {
    fn new(order: usize, strength: Strength) -> Part {
        Part { order, strength, is_together: false, is_lonely: false }
    }

    /// A graph on which the first player connects all his vertices, and so does Bob if the graph is
    /// drawn.
    fn together(order: usize, outcome: Option<Outcome>) -> Part {
        // Alice has half of the vertices, rounded up; Bob the other half.
        let half = order.div_ceil(2);
        let holds = if outcome.is_some() { half } else { 0 };
        let strength = Strength { outcome, in_a_star: Some(true), at_most: half, holds };
        Part { is_together: true, ..Part::new(order, strength) }
    }
}

/// The rules for unions. The letters are those of Theorem 5.1, on cographs; the proofs need only
/// the conditions that are stated here.
fn union(parts: &[Part]) -> Option<Outcome> {
    let largest = parts.iter().map(|part| part.order).max()?;
    let of_order = |order: usize| parts.iter().filter(move |part| part.order == order);
    let in_a_star =
        |order: usize| of_order(order).filter(|part| part.strength.in_a_star == Some(true)).count();
    // 2(a). If the order is even, Alice may get one vertex more than half of the component in which
    // she begins.
    let (odd, is_even) =
        (largest - usize::from(largest.is_multiple_of(2)), largest.is_multiple_of(2));
    if is_even && of_order(largest).filter(|part| part.is_together).count() > 1 {
        return DRAW;
    }
    // 2(a) and 2(e)ii.
    if in_a_star(odd) > 1 {
        return DRAW;
    }
    if of_order(largest).count() == 1
        && of_order(largest).any(|part| part.is_lonely)
        && of_order(largest - 1).count() <= 1
    {
        return ALICE; // 2(e)i and 2(e)iii
    }
    let mut orders: Vec<usize> = parts.iter().map(|part| part.strength.at_most).collect();
    orders.sort_unstable_by(|a, b| b.cmp(a));
    parts.iter().map(|part| part.strength).find_map(|strength| {
        // The largest components possible in the others.
        let at_most = orders[usize::from(strength.at_most == orders[0])];
        match strength.outcome {
            Some(Outcome::Winner(Player::Left)) if strength.holds > at_most => ALICE,
            Some(Outcome::Draw) if strength.holds >= at_most => DRAW,
            _ => None,
        }
    })
}

/// What is known about a connected graph.
fn component(graph: &Graph) -> Part {
    let n = graph.order();
    let unknown = Strength { outcome: None, in_a_star: None, at_most: n.div_ceil(2), holds: 0 };
    if n == 1 {
        return Part::together(1, ALICE);
    }
    let small = || (n <= SMALL).then(|| strength_of_small(graph)).flatten();
    join(graph)
        .or_else(|| small().map(|found| Part::new(n, found)))
        .or_else(|| Some(on_spider(n, &spider(graph)?)))
        .or_else(|| strength_with_module(graph).map(|found| Part::new(n, found)))
        .unwrap_or(Part::new(n, unknown))
}

/// Case 2a, which is case 1 of Theorem 5.1 for any graphs.
fn join(graph: &Graph) -> Option<Part> {
    let n = graph.order();
    if graph.is_directed() || n < 2 || !is_join(graph) {
        return None;
    }
    if n % 2 == 1 {
        return Some(Part::together(n, ALICE)); // 1(a)
    }
    let universal: Vec<usize> = (0..n).filter(|&v| graph.degree(v) == n - 1).collect();
    let [centre] = universal[..] else {
        return Some(Part::together(n, DRAW)); // 1(b); two such vertices: 1(c)ii
    };
    let others: Vec<usize> = (0..n).filter(|&v| v != centre).collect();
    let board = Board::new(graph.clone(), String::new());
    let rest = ops::induced(&board, &others).ok()?;
    Some(match in_a_star(rest.graph()) {
        Some(true) => Part::together(n, DRAW), // 1(c)ii
        Some(false) => Part { is_lonely: true, ..Part::together(n, ALICE) }, // 1(c)i
        None => Part::together(n, None),
    })
}

/// Case 2b.
fn on_spider(n: usize, found: &Spider) -> Part {
    let outcome = Some(spiders::outcome(found));
    if found.kind == Legs::Antimatching {
        // The player who has two vertices of K has connected all his vertices.
        return Part::together(n, outcome);
    }
    // Alice connects half of K and R together, rounded up; Bob, if the graph is drawn, connects the
    // other half.
    let holds = (found.legs.len() + found.rest.len()).div_ceil(2);
    // Bob takes half of K, rounded down, and no vertex of S that sees only one of his vertices: in
    // the end Alice has to take these, if n is odd.
    let in_a_star = (n % 2 == 1).then_some(false);
    let at_most = n.div_ceil(2) - n % 2;
    Part::new(n, Strength { outcome, in_a_star, at_most, holds })
}

/// The components, each as a graph of its own.
fn components(graph: &Graph) -> Option<Vec<Graph>> {
    let mut place = vec![0; graph.order()];
    let parts = ops::components(graph).into_iter().map(|part| {
        part.iter().enumerate().for_each(|(i, &v)| place[v] = i);
        let ends = part.iter().flat_map(|&v| graph.neighbours(v).map(move |w| (v, w)));
        let edges: Vec<(usize, usize)> =
            ends.filter(|(v, w)| v < w).map(|(v, w)| (place[v], place[w])).collect();
        Graph::undirected(part.len(), edges).ok()
    });
    parts.collect()
}
