//! Bounds on χ_g that the introduction quotes from others, on small graphs of their classes. A graph of maximum degree Δ
//! exercises the bound k only if Δ ≥ k, since Δ + 1 colours are always enough.

use chromex_graph_tools::all;
use chromex_graph_tools::classes::planar::{is_outerplanar, is_planar};
use chromex_graph_tools::facts;
use chromex_graphs::{Graph, ops};

use crate::claim::{Checked, Claim, Trial, start_on, winner};

/// The bounds, in the order of the text.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "brosse/trees",
        place: "Introduction (Faigle, Kern, Kierstead, Trotter)",
        statement: "χ_g(T) ≤ 4 for every tree T.",
        range: "all trees with up to 11 vertices",
        deep: "all trees with up to 15 vertices",
        wrong: "χ_g(T) ≤ 2 for every tree T.",
        check: |trial| {
            let trees = (1..=trial.up_to(11, 15)).flat_map(all::trees);
            at_most(trial, trial.stated(4, 2), trees)
        },
    },
    Claim {
        id: "brosse/outerplanar",
        place: "Introduction (Kierstead, Trotter)",
        statement: "χ_g(G) ≤ 7 for outerplanar graphs G.",
        range: "all with 8 vertices and a universal one, which are the smallest that exercise it",
        deep: "all connected ones with up to 9 vertices",
        wrong: "χ_g(G) ≤ 3 for outerplanar graphs G.",
        check: |trial| {
            let small = || (1..=7).flat_map(all::graphs).map(with_universal).collect();
            let graphs = if trial.up_to(false, true) { connected(9) } else { small() };
            at_most(trial, trial.stated(7, 3), graphs.into_iter().filter(is_outerplanar))
        },
    },
    Claim {
        id: "brosse/partial-k-trees",
        place: "Introduction (Zhu)",
        statement: "χ_g(G) ≤ 3k + 2 for partial k-trees G.",
        range: "k = 1: forests with up to 9 vertices; k = 2: forests with 8 vertices and a universal vertex",
        deep: "k = 1: forests with up to 10 vertices; k = 2: forests with up to 9 vertices and a universal vertex",
        wrong: "χ_g(G) ≤ k + 1 for partial k-trees G.",
        check: |trial| {
            let bound = |trial: &Trial, k: usize| trial.stated(3 * k + 2, k + 1);
            let forests = |n: usize| (1..=n).flat_map(all::graphs).filter(is_forest);
            at_most(trial, bound(trial, 1), forests(trial.up_to(8, 9)))?;
            at_most(trial, bound(trial, 2), forests(trial.up_to(8, 9)).map(with_universal))
        },
    },
    Claim {
        id: "brosse/cacti",
        place: "Introduction (Sidorowicz)",
        statement: "χ_g(G) ≤ 5 for cacti G.",
        range: "all cacti with up to 8 vertices",
        deep: "all cacti with up to 9 vertices",
        wrong: "χ_g(G) ≤ 3 for cacti G.",
        check: |trial| {
            let cacti = connected(trial.up_to(8, 9)).into_iter().filter(is_cactus);
            at_most(trial, trial.stated(5, 3), cacti)
        },
    },
    Claim {
        id: "brosse/planar",
        place: "Introduction (Zhu)",
        statement: "χ_g(G) ≤ 17 for planar graphs G. (No graph with fewer than 63 vertices exercises it: docs/open-problems.md.)",
        range: "all connected planar graphs with up to 6 vertices, none of which exercises it",
        deep: "all connected planar graphs with up to 8 vertices, none of which exercises it",
        wrong: "χ_g(G) ≤ 3 for planar graphs G.",
        check: |trial| {
            let graphs = connected(trial.up_to(6, 8)).into_iter().filter(is_planar);
            at_most(trial, trial.stated(17, 3), graphs)
        },
    },
    Claim {
        id: "brosse/planar-girth-4",
        place: "Introduction (Sekiguchi)",
        statement: "χ_g(G) ≤ 13 for planar graphs G with girth at least 4. (No graph with fewer than 42 vertices exercises it: \
                    docs/open-problems.md.)",
        range: "all connected planar graphs without triangles with up to 7 vertices, none of which exercises it",
        deep: "all connected planar graphs without triangles with up to 9 vertices, none of which exercises it",
        wrong: "χ_g(G) ≤ 2 for planar graphs G with girth at least 4.",
        check: |trial| {
            let graphs = connected(trial.up_to(7, 9)).into_iter().filter(|graph| {
                is_planar(graph) && facts::girth(graph).is_none_or(|girth| girth >= 4)
            });
            at_most(trial, trial.stated(13, 2), graphs)
        },
    },
    Claim {
        id: "brosse/planar-girth-7",
        place: "Introduction (Nakprasit, Nakprasit)",
        statement: "χ_g(G) ≤ 5 for planar graphs G with girth at least 7.",
        range: "trees with up to 10 vertices, and cycles of 7 with up to 4 leaves",
        deep: "trees with up to 13 vertices, and cycles of 7 and 8 with up to 5 leaves",
        wrong: "χ_g(G) ≤ 2 for planar graphs G with girth at least 7.",
        check: |trial| {
            let trees = (1..=trial.up_to(10, 13)).flat_map(all::trees);
            let (longest, leaves) = trial.up_to((7, 4), (8, 5));
            let cycles = (7..=longest).flat_map(|n| sunlets(n, leaves));
            let graphs = trees.chain(cycles);
            let fits = |graph: &Graph| {
                is_planar(graph) && facts::girth(graph).is_none_or(|girth| girth >= 7)
            };
            at_most(trial, trial.stated(5, 2), graphs.filter(fits))
        },
    },
];

/// Checks that Alice wins with this number of colours on each of the graphs.
fn at_most(trial: &mut Trial, bound: usize, graphs: impl Iterator<Item = Graph>) -> Checked {
    for board in graphs.map(all::board) {
        if board.graph().max_degree() < bound {
            trial.aside();
            continue;
        }
        let position = start_on(&format!("colouring:{bound}"), &board);
        trial.case(&position, winner(true), |oracle| oracle.outcome(&position))?;
    }
    Ok(())
}

fn connected(n: usize) -> Vec<Graph> {
    (1..=n).flat_map(all::connected).collect()
}

fn with_universal(graph: Graph) -> Graph {
    let n = graph.order();
    let spokes = (0..n).map(|v| (v, n));
    Graph::undirected(n + 1, graph.edges().chain(spokes)).expect("the edges are in range")
}

fn is_forest(graph: &Graph) -> bool {
    graph.edge_count() + ops::components(graph).len() == graph.order()
}

/// Whether no two cycles of a connected graph share an edge, that is, whether it is a cactus. This
/// is so exactly if for each edge on a cycle, removing the edge leaves only one path between its
/// ends.
fn is_cactus(graph: &Graph) -> bool {
    graph.edges().all(|edge| {
        let rest = graph.edges().filter(move |&other| other != edge);
        let rest = Graph::undirected(graph.order(), rest).expect("part of a graph is a graph");
        paths(&rest, edge.0, edge.1, &mut vec![false; graph.order()]) <= 1
    })
}

/// The number of paths between two vertices, counted up to 2.
fn paths(graph: &Graph, from: usize, to: usize, used: &mut Vec<bool>) -> usize {
    if from == to {
        return 1;
    }
    used[from] = true;
    let mut found = 0;
    for next in graph.neighbours(from).collect::<Vec<_>>() {
        if found < 2 && !used[next] {
            found += paths(graph, next, to, used);
        }
    }
    used[from] = false;
    found
}

/// Cycles of `n` vertices with at least 3 and at most `leaves` leaves, at least three of them at
/// one vertex.
fn sunlets(n: usize, leaves: usize) -> Vec<Graph> {
    let ring = move || (0..n).map(move |v| (v, (v + 1) % n));
    // Three leaves at vertex 0, the others anywhere.
    let mut places: Vec<Vec<usize>> = vec![vec![0, 0, 0]];
    let mut found = Vec::new();
    while let Some(chosen) = places.pop() {
        let pending = chosen.iter().enumerate().map(|(i, &v)| (v, n + i));
        let edges = ring().chain(pending);
        found.push(Graph::undirected(n + chosen.len(), edges).expect("the edges are in range"));
        if chosen.len() < leaves {
            let from = chosen.last().copied().unwrap_or(0);
            places.extend((from..n).map(|v| [&chosen[..], &[v]].concat()));
        }
    }
    found
}
