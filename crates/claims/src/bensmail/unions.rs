//! Section 6, cases 1 and 2a: unions and joins of any graphs. (Every graph is a (q, q-4)-graph for large q.)

use chromex_graph_tools::all;
use chromex_graph_tools::bits::{BitGraph, VertexSet};
use chromex_graphs::{Board, ops};
use chromex_rules::Player;
use rustc_hash::FxHashMap;

use super::{a_mu, a_mu_star, boards, graphs, in_a_star, outcome};
use crate::claim::{Checked, Claim, Halt, Oracle, Trial, winner};
use chromex_engine::Outcome;
use chromex_theory::parts;

const RANGE: &str =
    "all disconnected graphs with up to 7 vertices, and unions of two connected ones with 9 or 10";
const DEEP: &str =
    "all disconnected graphs with up to 8 vertices, and unions of two connected ones with 9 or 10";

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "bensmail/case-1-alice",
        place: "Section 6, case 1",
        statement: "If A_µ(G₁) is greater than A_µ of all other components, and G₁ is Alice's, then the whole graph \
                    is Alice's. (An author's note doubts it.)",
        range: RANGE,
        deep: DEEP,
        wrong: "If A_µ(G₁) is greater than A_µ of all other components, the whole graph is Alice's.",
        check: |trial| {
            let any = trial.stated(false, true);
            leaders(
                trial,
                |o, leader, _| Ok(any || outcome(o, leader)? == winner(true)),
                |o, _, board| Ok(outcome(o, board)? == winner(true)),
            )
        },
    },
    Claim {
        id: "bensmail/a-mu-star",
        place: "Section 6, case 1 (an author's note)",
        statement: "On a graph on which Alice wins she can win and reach A_µ(G) at the same time: A_µ*(G) = A_µ(G). (The note doubts it.)",
        range: "all graphs with up to 6 vertices, connected ones with 7",
        deep: "all graphs with up to 7 vertices, connected ones with 8",
        wrong: "A_µ*(G) is smaller than A_µ(G).",
        check: |trial| {
            let smaller = trial.stated(false, true);
            let most = trial.up_to(6, 7);
            for board in graphs(1, most).chain(boards(most + 1, most + 1, all::connected)) {
                if outcome(&trial.oracle(), &board)? != winner(true) {
                    trial.aside();
                    continue;
                }
                trial.case(board.name(), true, |o| {
                    let (plain, star) = (a_mu(o, &board)?, a_mu_star(o, &board)?);
                    Ok(if smaller { star < plain } else { star == plain })
                })?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/case-1-mended",
        place: "Section 6, case 1",
        statement: "If Alice wins on G₁ and A_µ*(G₁) is greater than A_µ of all other components, the whole graph is Alice's. (Not in the \
                    paper; docs/open-problems.md has the proof.)",
        range: RANGE,
        deep: DEEP,
        wrong: "If A_µ(G₁) is greater than A_µ of all other components, the whole graph is Alice's.",
        check: |trial| {
            let any = trial.stated(false, true);
            leaders(
                trial,
                |o, leader, second| {
                    let wins = any || outcome(o, leader)? == winner(true);
                    Ok(wins && (any || a_mu_star(o, leader)? > second))
                },
                |o, _, board| Ok(outcome(o, board)? == winner(true)),
            )
        },
    },
    Claim {
        id: "bensmail/unions",
        place: "Section 6, case 1",
        statement: "Who wins on a union of joins, spiders and small graphs, by the rules that are left of case 1 and of Theorem 5.1. (Not in \
                    the paper; docs/open-problems.md has them with their proofs.)",
        range: RANGE,
        deep: DEEP,
        wrong: "All unions are drawn.",
        check: |trial| {
            let drawn = trial.stated(false, true);
            for board in unions_of_all(trial) {
                let Some(stated) = parts::on_union(board.graph()) else {
                    trial.aside();
                    continue;
                };
                let claimed = if drawn { Outcome::Draw } else { stated };
                trial.case(board.name(), claimed, |o| outcome(o, &board))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/a-star",
        place: "Section 6, cases 1 to 2b",
        statement: "Which joins, spiders, graphs with a large module and unions of odd order are in A*, by the rules that solve them. (Partly in \
                    the paper; docs/open-problems.md has the proofs.)",
        range: "all graphs with up to 7 vertices",
        deep: "all graphs with up to 8 vertices",
        wrong: "None of them is.",
        check: |trial| {
            let none = trial.stated(false, true);
            for board in graphs(1, trial.up_to(7, 8)) {
                let Some(stated) = parts::in_a_star(board.graph()) else {
                    trial.aside();
                    continue;
                };
                trial.case(board.name(), stated && !none, |o| in_a_star(o, &board))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/case-1-a-mu",
        place: "Section 6, case 1",
        statement: "In the same case A_µ(G) = A_µ(G₁).",
        range: RANGE,
        deep: DEEP,
        wrong: "In the same case A_µ(G) = A_µ(G₁) + 1.",
        check: |trial| {
            let more = trial.stated(0, 1);
            leaders(
                trial,
                |o, leader, _| Ok(outcome(o, leader)? == winner(true)),
                |o, leader, board| Ok(a_mu(o, board)? == a_mu(o, leader)? + more),
            )
        },
    },
    Claim {
        id: "bensmail/case-1-draw",
        place: "Section 6, case 1",
        statement: "If A_µ(G₁) is greater than A_µ of all other components, and Bob can draw on G₁ and keep red at \
                    A_µ(G₁) at the same time, then the whole graph is drawn.",
        range: RANGE,
        deep: DEEP,
        wrong: "If A_µ(G₁) is greater than A_µ of all other components, the whole graph is drawn.",
        check: |trial| {
            let any = trial.stated(false, true);
            leaders(
                trial,
                |o, leader, _| Ok(any || draws_small(leader, a_mu(o, leader)? as usize)),
                |o, _, board| Ok(outcome(o, board)? == Outcome::Draw),
            )
        },
    },
    Claim {
        id: "bensmail/case-2a",
        place: "Section 6, case 2a (left empty)",
        statement: "Case 1 of the proof of Theorem 5.1 is right for joins of any graphs: they are in A*, and Alice's \
                    exactly if their order is odd or they are a universal vertex and a graph of odd order not in A*.",
        range: "all joins with up to 7 vertices",
        deep: "all joins with up to 8 vertices",
        wrong: "Joins are Alice's exactly if their order is odd.",
        check: joins,
    },
];

/// Disconnected graphs with one component whose A_µ is greater than that of all others. The claim
/// is checked for those in which `wanted` accepts this component, which may depend on the second
/// greatest A_µ.
fn leaders(
    trial: &mut Trial,
    wanted: impl Fn(&Oracle, &Board, i32) -> Result<bool, Halt>,
    claim: impl Fn(&Oracle, &Board, &Board) -> Result<bool, Halt>,
) -> Checked {
    for board in unions_of_all(trial) {
        let parts = components(&board);
        let found = leader(&trial.oracle(), &parts, &wanted)?;
        let Some(fast) = found else {
            trial.aside();
            continue;
        };
        trial.case(board.name(), true, |o| {
            // The second opinion finds the component again by itself.
            let found = match o.is_second_opinion() {
                true => leader(o, &parts, &wanted)?,
                false => Some(fast),
            };
            found.map_or(Ok(true), |i| claim(o, &parts[i], &board))
        })?;
    }
    Ok(())
}

/// Disconnected graphs: all small ones, and unions of two connected ones.
fn unions_of_all(trial: &Trial) -> impl Iterator<Item = Board> + use<> {
    let several = |board: &Board| ops::components(board.graph()).len() > 1;
    let small = graphs(2, trial.up_to(7, 8)).filter(several);
    let pairs = [(3, 6), (4, 5), (3, 7), (4, 6), (5, 5)];
    small.chain(pairs.into_iter().flat_map(|(a, b)| unions(a, b)))
}

/// The component whose A_µ is greater than that of all others, if `wanted` accepts it.
fn leader(
    oracle: &Oracle,
    parts: &[Board],
    wanted: &impl Fn(&Oracle, &Board, i32) -> Result<bool, Halt>,
) -> Result<Option<usize>, Halt> {
    let orders = parts.iter().map(|part| a_mu(oracle, part)).collect::<Result<Vec<i32>, Halt>>()?;
    let most = orders.iter().max().copied().unwrap_or(0);
    let leads: Vec<usize> = (0..parts.len()).filter(|&i| orders[i] == most).collect();
    let second = orders.iter().filter(|&&order| order < most).max().copied().unwrap_or(0);
    match leads[..] {
        [i] if wanted(oracle, &parts[i], second)? => Ok(Some(i)),
        _ => Ok(None),
    }
}

fn unions(a: usize, b: usize) -> impl Iterator<Item = Board> {
    let second: Vec<Board> = boards(b, b, all::connected).collect();
    boards(a, a, all::connected).flat_map(move |first| {
        let sums = second.iter().map(|second| ops::disjoint_union(&first, second));
        sums.map(|sum| all::board(sum.expect("it is small").graph().clone())).collect::<Vec<_>>()
    })
}

fn components(board: &Board) -> Vec<Board> {
    let part = |vertices: &Vec<usize>| ops::induced(board, vertices).expect("they are vertices");
    let parts = ops::components(board.graph());
    parts.iter().map(|vertices| all::board(part(vertices).graph().clone())).collect()
}

/// Whether Bob, moving second, can at the same time draw and keep the red components at most this
/// large.
fn draws_small(board: &Board, most: usize) -> bool {
    let graph = BitGraph::new(board.graph()).expect("it is small");
    let good = |red: VertexSet, blue: VertexSet| {
        let (red, blue) = (graph.largest_component(red), graph.largest_component(blue));
        red <= most && red <= blue
    };
    let mut known = FxHashMap::default();
    bob_forces(&graph, (VertexSet::EMPTY, VertexSet::EMPTY), Player::Left, &good, &mut known)
}

fn bob_forces(
    graph: &BitGraph,
    (red, blue): (VertexSet, VertexSet),
    turn: Player,
    good: &impl Fn(VertexSet, VertexSet) -> bool,
    known: &mut FxHashMap<(VertexSet, VertexSet), bool>,
) -> bool {
    let open = graph.vertices().without(red | blue);
    if open.is_empty() {
        return good(red, blue);
    }
    if let Some(&found) = known.get(&(red, blue)) {
        return found;
    }
    let mut moves = open.iter();
    let found = match turn {
        Player::Left => moves.all(|v| {
            bob_forces(graph, (red | VertexSet::single(v), blue), Player::Right, good, known)
        }),
        Player::Right => moves.any(|v| {
            bob_forces(graph, (red, blue | VertexSet::single(v)), Player::Left, good, known)
        }),
    };
    known.insert((red, blue), found);
    found
}

fn joins(trial: &mut Trial) -> Checked {
    let by_parity = trial.stated(false, true);
    for board in graphs(2, trial.up_to(7, 8)) {
        let graph = board.graph();
        let complement = ops::complement(&board).expect("it is small");
        if ops::components(complement.graph()).len() == 1 {
            continue;
        }
        let n = board.order();
        let universal = (0..n).find(|&v| graph.degree(v) == n - 1);
        let others = universal.map(|u| {
            let others: Vec<usize> = (0..n).filter(|&v| v != u).collect();
            ops::induced(&board, &others).expect("they are vertices")
        });
        trial.case(board.name(), true, |o| {
            let lonely = match &others {
                Some(others) if n % 2 == 0 && !by_parity => !in_a_star(o, others)?,
                _ => false,
            };
            let claimed = if n % 2 == 1 || lonely { winner(true) } else { Outcome::Draw };
            Ok(outcome(o, &board)? == claimed && in_a_star(o, &board)?)
        })?;
    }
    Ok(())
}
