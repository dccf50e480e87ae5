//! Section 6: (q, q-4)-graphs, and case 2c: pseudo-spiders.

use chromex_graph_tools::all;
use chromex_graph_tools::bits::{BitGraph, VertexSet};
use chromex_graph_tools::classes::cograph::cotree;
use chromex_graph_tools::classes::few_p4s::induced_paths;
use chromex_graph_tools::classes::primeval::{Primeval, primeval};
use chromex_graph_tools::classes::spider::{pseudo_spider, spider};
use chromex_graphs::{Board, Graph, ops, parse};
use chromex_rules::Player;

use super::{a_mu, boards, graphs, outcome};
use crate::claim::{Checked, Claim, Trial, start_on};
use chromex_engine::Outcome;
use chromex_theory::modules;

pub(super) const DEFINITION: &[Claim] = &[
    Claim {
        id: "bensmail/q-graphs",
        place: "Section 6, definition of (q, q-4)-graphs",
        statement: "The (4, 0)-graphs are the cographs.",
        range: "all graphs with up to 6 vertices",
        deep: "all graphs with up to 7 vertices",
        wrong: "The (5, 1)-graphs are the cographs.",
        check: |trial| {
            let q = trial.stated(4, 5);
            for (name, is_q_graph) in READINGS {
                trial.reading(name, |trial| {
                    for board in graphs(1, trial.up_to(6, 7)) {
                        let claimed = cotree(board.graph()).is_ok();
                        trial.case(board.name(), claimed, |_| Ok(is_q_graph(board.graph(), q)))?;
                    }
                    Ok(())
                })?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/q-graphs-unions",
        place: "Section 6, recursive definition of (q, q-4)-graphs",
        statement: "Unions and joins of two (q, q-4)-graphs are (q, q-4)-graphs.",
        range: "q from 4 to 9, connected graphs with up to 9 vertices together, and their complements",
        deep: "q from 4 to 9, connected graphs with up to 10 vertices together, and their complements",
        wrong: "Cartesian products of two (q, q-4)-graphs are (q, q-4)-graphs.",
        check: |trial| {
            for (name, is_q_graph) in READINGS {
                trial.reading(name, |trial| closure(trial, is_q_graph))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/thm-6.1",
        place: "Theorem 6.1",
        statement: "A (q, q-4)-graph with several vertices is a union, a join, a spider, or a pseudo-spider whose S and K \
                    have at most q vertices together.",
        range: "q from 4 to 8, graphs with up to 8 vertices; counted are those that are no union, join or spider",
        deep: "q from 4 to 9, graphs with up to 9 vertices",
        wrong: "A (q, q-4)-graph with several vertices is a union, a join or a spider.",
        check: |trial| {
            for (name, is_q_graph) in READINGS {
                trial.reading(name, |trial| structure(trial, is_q_graph))?;
            }
            Ok(())
        },
    },
];

const ALICE: Outcome = Outcome::Winner(Player::Left);
const BOB: Outcome = Outcome::Winner(Player::Right);
const DRAW: Outcome = Outcome::Draw;

const RANGE: &str = "all S and K with up to 4 vertices, q = 4; R empty, complete or a star of 9 or 10; neither unions nor \
                     joins, which are other cases";
const DEEP: &str = "the same, and R a path of 9 or 10";

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "bensmail/modules",
        place: "Section 6, case 2c, mended",
        statement: "On a graph with a large module the value lies between that of the game in which the module is without edges for red and complete \
                    for blue, and that of the game in which it is the other way round. (Not in the paper.)",
        range: "all connected graphs with up to 7 vertices that have a module which some vertex sees",
        deep: "all connected graphs with up to 8 vertices that have a module which some vertex sees",
        wrong: "The value is the greater one of these two.",
        check: |trial| {
            let upper_only = trial.stated(false, true);
            for board in boards(3, trial.up_to(7, 8), all::connected) {
                let Some((least, most)) = modules::bounds(board.graph()) else {
                    trial.aside();
                    continue;
                };
                let least = if upper_only { most } else { least };
                let name = format!("connected on {}: from {least} to {most}", board.name());
                trial.case(name, true, |o| {
                    let value = o.score(&start_on("connected", &board))?;
                    Ok((least..=most).contains(&value))
                })?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/fronts",
        place: "Section 6, case 2c, mended",
        statement: "These two games have the same winner on every pseudo-spider of the primeval decomposition, where S and K are \
                    p-connected: who wins does not depend on the edges inside R. (Not in the paper, and not proved.)",
        range: "all S and K with up to 6 vertices that are p-connected; R of 2, 3, 8 or 9",
        deep: "the same with up to 7 vertices",
        wrong: "It is always drawn.",
        check: |trial| {
            let drawn = trial.stated(false, true);
            let mut tried: Vec<(usize, usize)> =
                (4..=trial.up_to(6, 7)).flat_map(|h| [2, 3, 8, 9].map(|r| (h, r))).collect();
            tried.sort_by_cached_key(|(h, r)| h + r);
            for (h, r) in tried {
                let rest = parse(&format!("empty:{r}")).expect("a graph");
                for front in graphs(h, h) {
                    for bits in 1..(1_u128 << h) - 1 {
                        let case = case(&front, VertexSet(bits), &rest);
                        if front_of(case.board.graph()) != Some(h) {
                            continue;
                        }
                        let found = modules::outcome(case.board.graph());
                        let agrees = |found: Option<Outcome>| match found {
                            Some(_) if drawn => found == Some(DRAW),
                            found => found.is_some(),
                        };
                        trial.case(&case.name, true, |_| Ok(agrees(found)))?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/case-2c-a-mu",
        place: "Section 6, case 2c",
        statement: "On a pseudo-spider with |R| > 2q, A_µ is ⌈|R|/2⌉ more than what Alice can force on S and K, when K is \
                    made a clique.",
        range: RANGE,
        deep: DEEP,
        wrong: "A_µ is ⌊|R|/2⌋ - 1 more.",
        check: |trial| {
            let shift = trial.stated(1, -2);
            for (name, odd) in [("|R| even", 0), ("|R| odd", 1)] {
                trial.reading(name, |trial| {
                    pseudo_spiders(trial, 4, |trial, case| {
                        if case.rest % 2 != odd {
                            return Ok(());
                        }
                        trial.case(&case.name, true, |o| {
                            let claimed = (case.rest as i32 + shift) / 2 + a_mu(o, &case.front)?;
                            Ok(a_mu(o, &case.board)? == claimed)
                        })
                    })
                })?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/case-2c-0-even",
        place: "Section 6, case 2c, d = 0, |R| even",
        statement: "A pseudo-spider with |R| > 2q even is drawn if d = 0: nobody wins on S and K, when K is made a clique.",
        range: RANGE,
        deep: DEEP,
        wrong: "It is Alice's.",
        check: |trial| {
            winner_by_d(trial, 4, |case, d| d == 0 && case.rest % 2 == 0, |_| DRAW, ALICE)
        },
    },
    Claim {
        id: "bensmail/case-2c-0-odd",
        place: "Section 6, case 2c, d = 0, |R| odd",
        statement: "A pseudo-spider with |R| > 2q odd is Alice's if d = 0.",
        range: RANGE,
        deep: DEEP,
        wrong: "It is drawn.",
        check: |trial| {
            winner_by_d(trial, 4, |case, d| d == 0 && case.rest % 2 == 1, |_| ALICE, DRAW)
        },
    },
    Claim {
        id: "bensmail/case-2c-1-even",
        place: "Section 6, case 2c, d = 1, |R| even",
        statement: "A pseudo-spider with |R| > 2q even is Alice's if d = 1: she wins by 1 on S and K, when K is made a \
                    clique.",
        range: RANGE,
        deep: DEEP,
        wrong: "It is drawn.",
        check: |trial| {
            winner_by_d(trial, 4, |case, d| d == 1 && case.rest % 2 == 0, |_| ALICE, DRAW)
        },
    },
    Claim {
        id: "bensmail/case-2c-1-odd-odd",
        place: "Section 6, case 2c, d = 1, |R| odd",
        statement: "A pseudo-spider with |R| > 2q odd is drawn if d = 1 and |S ∪ K| is odd.",
        range: RANGE,
        deep: DEEP,
        wrong: "It is Bob's.",
        check: |trial| {
            let odd = |case: &Case| case.rest % 2 == 1 && case.front.order() % 2 == 1;
            winner_by_d(trial, 4, |case, d| d == 1 && odd(case), |_| DRAW, BOB)
        },
    },
    Claim {
        id: "bensmail/case-2c-1-odd-even",
        place: "Section 6, case 2c, d = 1, |R| odd",
        statement: "A pseudo-spider with |R| > 2q odd and |S ∪ K| even is drawn if d = 1 and Alice wins by no more on S \
                    and K though Bob skips one turn; otherwise it is Alice's.",
        range: "all S and K with up to 4 vertices, q = 4; R empty, complete or a star of 9 or 10; for the drawn half, if d counts all components, up to 6 \
                vertices, q = 6, and R of 13 or 14, since fewer never meet it; neither unions nor joins, which are other cases",
        deep: "the same, and R a path",
        wrong: "It is Bob's.",
        check: |trial| {
            let fits = |case: &Case| case.rest % 2 == 1 && case.front.order().is_multiple_of(2);
            let winner = |front: &Front| if front.value(true) >= 2 { ALICE } else { DRAW };
            for (name, counts) in COUNTS {
                for (half, outcome) in [("the drawn half", DRAW), ("Alice's half", ALICE)] {
                    let never_met_below_6 = outcome == DRAW && counts == Counts::All;
                    trial.reading(format!("{half}; {name}"), |trial| {
                        let applies = |case: &Case, d: i32, front: &Front| {
                            d == 1 && fits(case) && winner(front) == outcome
                        };
                        let largest = if never_met_below_6 { 6 } else { 4 };
                        winner_among(trial, largest, counts, applies, winner, BOB)
                    })?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/case-2c-2",
        place: "Section 6, case 2c, d ≥ 2",
        statement: "A pseudo-spider with |R| > 2q is Alice's if d ≥ 2.",
        range: "all S and K with up to 5 vertices, q = 5; R empty or complete of 11 or 12; neither unions nor joins",
        deep: "the same, and R a star or a path of 11 or 12",
        wrong: "It is drawn.",
        check: |trial| winner_by_d(trial, 5, |_, d| d >= 2, |_| ALICE, DRAW),
    },
];

type IsQGraph = fn(&Graph, usize) -> bool;

const READINGS: [(&str, IsQGraph); 2] = [
    ("a (q, q-4)-graph has at most q induced P₄'s (as the text says)", |graph, q| {
        induced_paths(graph).len() <= q
    }),
    (
        "no q vertices of a (q, q-4)-graph induce more than q-4 P₄'s (as Babel and Olariu have it)",
        |graph, q| {
            let paths = induced_paths(graph);
            let n = graph.order();
            let sets = (0..1_u128 << n).filter(|set| set.count_ones() as usize == q.min(n));
            sets.into_iter()
                .all(|set| paths.iter().filter(|path| path.0 & !set == 0).count() <= q - 4)
        },
    ),
];

fn closure(trial: &mut Trial, is_q_graph: IsQGraph) -> Checked {
    let wrong = trial.stated(false, true);
    let largest = trial.up_to(9, 10);
    for q in 4..=9 {
        let members: Vec<Board> = boards(2, largest - 4, all::connected)
            .filter(|board| is_q_graph(board.graph(), q))
            .collect();
        let mut pairs: Vec<(&Board, &Board)> = members
            .iter()
            .flat_map(|a| members.iter().map(move |b| (a, b)))
            .filter(|(a, b)| a.order() <= b.order() && a.order() + b.order() <= largest)
            // With fewer than four vertices no induced path is added.
            .filter(|(a, _)| wrong || a.order() >= 4)
            .collect();
        pairs.sort_by_cached_key(|(a, b)| a.order() + b.order());
        for (a, b) in pairs.into_iter().filter(|(a, b)| !wrong || a.order() * b.order() <= 12) {
            let name = format!("q = {q}, {} and {}", a.name(), b.name());
            let combined = if wrong { ops::product(a, b) } else { ops::disjoint_union(a, b) };
            let combined = combined.expect("it is small");
            let complement = ops::complement(&combined).expect("it is small");
            trial.case(name, true, |_| {
                Ok(is_q_graph(combined.graph(), q) && is_q_graph(complement.graph(), q))
            })?;
        }
    }
    Ok(())
}

fn structure(trial: &mut Trial, is_q_graph: IsQGraph) -> Checked {
    let allowed = trial.stated(true, false);
    let largest = trial.up_to(8, 9);
    for board in graphs(2, largest) {
        let graph = board.graph();
        if !is_connected_both_ways(&board) || spider(graph).is_some() {
            trial.aside();
            continue;
        }
        let n = board.order();
        let front = pseudo_spider(graph).map_or(n, |found| n - found.rest.len());
        for q in (4..=largest).filter(|&q| is_q_graph(graph, q)) {
            let fits = allowed && front <= q;
            trial.case(format!("q = {q}, {}", board.name()), true, |_| Ok(fits))?;
        }
    }
    Ok(())
}

/// A pseudo-spider with a large rest.
struct Case {
    name: String,
    board: Board,
    /// S and K, with K made a clique.
    front: Board,
    k: VertexSet,
    /// The order of R.
    rest: usize,
}

/// Which components of S and K count for d.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// All of them.
    All,
    /// Components that meet K and therefore grow with R.
    OnK,
}

const COUNTS: [(&str, Counts); 2] = [
    ("d is the value of the game on S and K", Counts::All),
    (
        "d is the value of the game on S and K in which only components that meet K count",
        Counts::OnK,
    ),
];

/// Checks a claim about pseudo-spiders with certain values of d, in both readings of what d is.
fn winner_by_d(
    trial: &mut Trial,
    largest: usize,
    applies: impl Fn(&Case, i32) -> bool,
    winner: impl Fn(&Front) -> Outcome,
    mistaken: Outcome,
) -> Checked {
    for (name, counts) in COUNTS {
        trial.reading(name, |trial| {
            let half = |case: &Case, d: i32, _: &Front| applies(case, d);
            winner_among(trial, largest, counts, half, &winner, mistaken)
        })?;
    }
    Ok(())
}

/// Checks the claim in one reading of what d is; whether it applies may also depend on the front.
fn winner_among(
    trial: &mut Trial,
    largest: usize,
    counts: Counts,
    applies: impl Fn(&Case, i32, &Front) -> bool,
    winner: impl Fn(&Front) -> Outcome,
    mistaken: Outcome,
) -> Checked {
    pseudo_spiders(trial, largest, |trial, case| {
        let graph = BitGraph::new(case.front.graph()).expect("it is small");
        let front = Front { graph, k: case.k, counts };
        if !applies(case, front.value(false), &front) {
            return Ok(());
        }
        let claimed = trial.stated(winner(&front), mistaken);
        trial.case(&case.name, claimed, |o| {
            // The graph is too large for the plain engine: it solves the two games between which
            // the value lies.
            if o.is_second_opinion()
                && case.board.order() > 16
                && let Some(found) = modules::outcome(case.board.graph())
            {
                return Ok(found);
            }
            outcome(o, &case.board)
        })
    })
}

/// S and K alone, with K made a clique.
struct Front {
    graph: BitGraph,
    k: VertexSet,
    counts: Counts,
}

impl Front {
    /// How much more Alice gets than Bob, who must skip one turn (or none).
    fn value(&self, skip: bool) -> i32 {
        self.best(VertexSet::EMPTY, VertexSet::EMPTY, true, skip)
    }

    fn best(&self, red: VertexSet, blue: VertexSet, alice_moves: bool, skip: bool) -> i32 {
        let open = self.graph.vertices().without(red | blue);
        if open.is_empty() {
            // Bob can no longer skip the turn that he has to skip.
            return if skip { i32::MAX } else { self.order(red) - self.order(blue) };
        }
        if alice_moves {
            let after = |v| self.best(red | VertexSet::single(v), blue, false, skip);
            return open.iter().map(after).max().expect("a vertex is open");
        }
        let after = |v| self.best(red, blue | VertexSet::single(v), true, skip);
        let skipped = skip.then(|| self.best(red, blue, true, false));
        open.iter().map(after).chain(skipped).min().expect("a vertex is open")
    }

    fn order(&self, set: VertexSet) -> i32 {
        let parts = self.graph.components(set);
        let parts = parts.filter(|&part| self.counts == Counts::All || !(part & self.k).is_empty());
        parts.map(VertexSet::len).max().unwrap_or(0) as i32
    }
}

/// Pseudo-spiders that are neither unions nor joins (those are other cases), with S and K of up to
/// `largest` vertices and |R| > 2q, where q is at least 4 and at least `largest`.
fn pseudo_spiders(
    trial: &mut Trial,
    largest: usize,
    mut check: impl FnMut(&mut Trial, &Case) -> Checked,
) -> Checked {
    // There are many of them with 5 vertices and more, and their rests are large.
    let kinds = match largest {
        ..5 => {
            trial.up_to(&["empty", "complete", "star"][..], &["empty", "complete", "star", "path"])
        }
        5.. => trial.up_to(&["empty", "complete"][..], &["empty", "complete", "star", "path"]),
    };
    let rest = |r: usize, kind: &str| {
        let parameter = if kind == "star" { r - 1 } else { r };
        parse(&format!("{kind}:{parameter}")).expect("a graph")
    };
    let q = largest.max(4);
    let sizes = [2 * q + 1, 2 * q + 2];
    let rests: Vec<Board> =
        sizes.into_iter().flat_map(|r| kinds.iter().map(move |kind| rest(r, kind))).collect();
    for front in graphs(3, largest) {
        for bits in 1..(1_u128 << front.order()) - 1 {
            let cases = rests.iter().map(|rest| case(&front, VertexSet(bits), rest));
            for case in cases.filter(|case| is_connected_both_ways(&case.board)) {
                check(trial, &case)?;
            }
        }
    }
    Ok(())
}

/// The order of the front in the primeval decomposition of a graph, if it begins with one.
fn front_of(graph: &Graph) -> Option<usize> {
    match primeval(graph)? {
        Primeval::Front { body, legs, .. } => Some(body.len() + legs.len()),
        _ => None,
    }
}

fn is_connected_both_ways(board: &Board) -> bool {
    let complement = ops::complement(board).expect("it is small");
    [board, &complement].iter().all(|board| ops::components(board.graph()).len() == 1)
}

fn case(front: &Board, k: VertexSet, rest: &Board) -> Case {
    let h = front.order();
    let inside = rest.graph().edges().map(|(u, v)| (u + h, v + h));
    let between = k.iter().flat_map(|u| (0..rest.order()).map(move |v| (u, v + h)));
    let edges = front.graph().edges().chain(inside).chain(between);
    let board = all::board(Graph::undirected(h + rest.order(), edges).expect("it is small"));
    let clique = k.iter().flat_map(|u| k.iter().filter(move |&v| u < v).map(move |v| (u, v)));
    let completed = Graph::undirected(h, front.graph().edges().chain(clique)).expect("it is small");
    let name = format!(
        "{} (K = {:?} in {}, R = {})",
        board.name(),
        k.iter().collect::<Vec<_>>(),
        front.name(),
        rest.name()
    );
    Case { name, board, front: all::board(completed), k, rest: rest.order() }
}
