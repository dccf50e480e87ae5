//! Bounds on the least number with which Alice wins, by theorems: results for graphs that are too
//! large for search.
//!
//! All are compared with search on all small graphs (`crates/chromex/tests/number_bounds.rs`).

use chromex_graph_tools::{facts, invariants};
use chromex_graphs::Graph;
use chromex_rules::{Elements, Game, GameFamily, Goal, Places, Player};

/// A bound on the least number with which Alice wins a game on a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberBound {
    /// Whether the number is at least this, or at most.
    pub at_least: bool,
    /// The bound.
    pub number: usize,
    /// The reason, or the authors who proved it.
    pub why: &'static str,
}

/// The largest number of steps for finding the chromatic number.
const STEPS: u64 = 100_000;

const FAIGLE: &str = "forests, Alice first: Faigle, Kern, Kierstead, Trotter (1993)";
const CAI: &str = "forests, Alice first: Cai, Zhu (2001)";
const CHARPENTIER: &str =
    "connected bipartite graphs, Alice first: Charpentier, Hocquard, Sopena, Zhu (2020)";
const GRZESIK: &str = "bipartite graphs: Grzesik (2012)";

/// The bounds that theorems give for the least number with which Alice wins one of these games on
/// an undirected graph.
pub fn number_bounds(games: &GameFamily, graph: &Graph, first: Player) -> Vec<NumberBound> {
    let Ok(game) = games.member(2) else { return Vec::new() };
    if graph.is_directed() || graph.order() == 0 {
        return Vec::new();
    }
    let at_least = |number, why| NumberBound { at_least: true, number, why };
    let at_most = |number, why| NumberBound { at_least: false, number, why };
    let (degree, alice) = (graph.max_degree(), first == Player::Left);
    let forest = || invariants::degeneracy(graph) <= 1;
    let mut found = Vec::new();
    match class_of(&game) {
        GameClass::Marking => {
            let number = invariants::degeneracy(graph) + 1;
            found.push(at_least(number, "col_g is at least the colouring number"));
            found.push(at_most(degree + 1, "no vertex has more neighbours"));
            found.extend((alice && forest()).then(|| at_most(4, FAIGLE)));
        }
        GameClass::Colouring { skips, places } => {
            let chromatic = invariants::chromatic_number(graph, STEPS);
            let why = "no colouring has fewer colours";
            found.extend(chromatic.map(|number| at_least(number, why)));
            found.push(at_most(degree + 1, "no vertex can run out of colours"));
            let plain = !skips && places == Places::Any;
            found.extend((plain && alice && forest()).then(|| at_most(4, FAIGLE)));
            let bipartite = || is_connected(graph) && facts::is_bipartite(graph);
            let touching = !skips && places == Places::Touching;
            found.extend((touching && alice && bipartite()).then(|| at_most(2, CHARPENTIER)));
        }
        GameClass::Edges if graph.edge_count() > 0 => {
            found.push(at_least(degree, "the edges at a vertex all differ"));
            found.push(at_most(2 * degree - 1, "no edge can run out of colours"));
            found.extend((alice && forest()).then(|| at_most(degree + 2, CAI)));
        }
        GameClass::Indicated => {
            let chromatic = invariants::chromatic_number(graph, STEPS);
            let why = "no colouring has fewer colours";
            found.extend(chromatic.map(|number| at_least(number, why)));
            found.extend(facts::is_bipartite(graph).then(|| at_most(2, GRZESIK)));
        }
        GameClass::Edges | GameClass::Other => {}
    }
    found
}

/// Whether in these games Alice wins with every number larger than the maximum degree, because only
/// the neighbours of a vertex can make it impossible to colour: the marking game and indicated
/// colouring. (For other games this follows from what they declare.)
pub fn larger_than_degree_is_enough(games: &GameFamily) -> bool {
    let class = games.member(2).map(|game| class_of(&game));
    matches!(class, Ok(GameClass::Marking | GameClass::Indicated))
}

/// What the theorems are about.
enum GameClass {
    /// Adjacent vertices differ, and all vertices have to be coloured.
    Colouring {
        skips: bool,
        places: Places,
    },
    /// As `Colouring`, but on edges, without skipping and without restriction on the places.
    Edges,
    Marking,
    Indicated,
    Other,
}

fn class_of(game: &Game) -> GameClass {
    let proper = game.goal() == Goal::ColourAll
        && game.colours_are_shared()
        && game.different_within() == Some(1);
    let (skips, places) = (game.skips().is_some(), game.places());
    match game.elements() {
        Elements::Vertices if proper => GameClass::Colouring { skips, places },
        Elements::Edges if proper && !skips && places == Places::Any => GameClass::Edges,
        // What these two games declare does not describe them completely, so they are compared as a
        // whole.
        _ if Game::indicated(2).is_ok_and(|indicated| *game == indicated) => GameClass::Indicated,
        _ if Game::marking(2).is_ok_and(|marking| *game == marking) => GameClass::Marking,
        _ => GameClass::Other,
    }
}

fn is_connected(graph: &Graph) -> bool {
    chromex_graphs::ops::components(graph).len() == 1
}
