//! Claims of Andres, Huggan, Mc Inerney and Nowakowski, *The Orthogonal Colouring Game*.

use chromex_graph_tools::all;
use chromex_graph_tools::bits::{BitGraph, VertexSet};
use chromex_graph_tools::classes::involution::{
    Involution, InvolutionKind, USUAL_STEPS, find, find_in_graph,
};
use chromex_graphs::{Board, Graph, parse};

use super::claim::{Checked, Claim, Halt, Trial, class, start, start_on};

/// The claims, in the order of the paper.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "andres/intro-2k1",
        place: "Introduction",
        statement: "The smallest graph on which Alice wins is 2K_1, with one colour.",
        range: "all graphs with up to 2 vertices, up to 3 colours",
        deep: "all graphs with up to 2 vertices, up to 5 colours",
        wrong: "The smallest graph on which Alice wins is K_2, with one colour.",
        check: intro_2k1,
    },
    Claim {
        id: "andres/intro-c4",
        place: "Introduction",
        statement: "With two colours Bob wins on C_4 by 2 points.",
        range: "C_4",
        deep: "C_4",
        wrong: "With two colours the game on C_4 is a draw.",
        check: |trial| {
            let claimed = trial.stated(-2, 0);
            trial.case("orthogonal:2 on cycle:4", claimed, |o| {
                o.score(&start("orthogonal:2", "cycle:4"))
            })
        },
    },
    Claim {
        id: "andres/thm-1",
        place: "Theorem 1",
        statement: "On a graph with a strictly matched involution Bob has at least a draw, with any number \
                    of colours.",
        range: "all such graphs with up to 6 vertices, up to 2 colours, and up to 5 vertices, 3 colours",
        deep: "all such graphs with up to 7 vertices, up to 2 colours, and up to 6 vertices, 3 colours",
        wrong: "On any graph Bob has at least a draw.",
        check: theorem_1,
    },
    Claim {
        id: "andres/normal-play",
        place: "Section 2",
        statement: "On a graph with a strictly matched involution the second player wins under normal play.",
        range: "all such graphs with up to 5 vertices, up to 3 colours",
        deep: "all such graphs with up to 6 vertices, up to 3 colours",
        wrong: "On any graph the second player wins under normal play.",
        check: normal_play,
    },
    Claim {
        id: "andres/cor-4",
        place: "Corollary 4",
        statement: "Bob has at least a draw on Latin rectangles and squares, also with the double diagonal or \
                    the sudoku condition.",
        range: "the involution on boards with sides up to 9; search on boards with up to 9 cells",
        deep: "the involution on boards with sides up to 16; search on boards with up to 12 cells",
        wrong: "Alice wins on Latin rectangles.",
        check: corollary_4,
    },
    Claim {
        id: "andres/lemma-5",
        place: "Lemma 5",
        statement: "With at least Δ(G) + α(G) colours the game is a draw.",
        range: "all graphs with up to 4 vertices, with Δ + α and one more colour",
        deep: "all graphs with up to 5 vertices, with Δ + α colours",
        wrong: "With at least α(G) colours the game is a draw.",
        check: lemma_5,
    },
    Claim {
        id: "andres/cor-6",
        place: "Corollary 6",
        statement: "With at least 3n − 2 colours the game on K_n □ K_n is a draw.",
        range: "n = 1, 2 with up to two more colours",
        deep: "n = 1, 2 with up to four more colours",
        wrong: "With at least n colours the game on K_n □ K_n is a draw.",
        check: corollary_6,
    },
    Claim {
        id: "andres/lemma-7",
        place: "Lemma 7",
        statement: "With one colour the game on K_n □ K_n is a draw.",
        range: "n ≤ 3",
        deep: "n ≤ 4",
        wrong: "With one colour Bob wins on K_n □ K_n for n ≥ 2.",
        check: |trial| {
            let other = trial.stated(0, -1);
            (1..=trial.up_to(3, 4)).try_for_each(|n| {
                let claimed = if n == 1 { 0 } else { other };
                let board = format!("latin:{n}");
                trial.case(format!("orthogonal:1 on {board}"), claimed, |o| {
                    o.score(&start("orthogonal:1", &board))
                })
            })
        },
    },
    Claim {
        id: "andres/thm-8",
        place: "Theorem 8",
        statement: "A graph has a strictly matched involution exactly if its vertices fall into a clique and \
                    a perfect matching whose edges meet each other in 2K_2, C_4 or K_4 and the clique in \
                    K_1 ∪ K_2 or K_3.",
        range: "all graphs with up to 7 vertices",
        deep: "all graphs with up to 8 vertices",
        wrong: "… whose edges meet each other in 2K_2 or K_4 and the clique in K_1 ∪ K_2 or K_3.",
        check: theorem_8,
    },
    Claim {
        id: "andres/cor-9",
        place: "Corollary 9",
        statement: "The graphs with a strictly matched involution are those built from a clique and two \
                    matched copies of a graph by the rules of the corollary.",
        range: "all graphs with up to 7 vertices",
        deep: "all graphs with up to 8 vertices",
        wrong: "They are those built without a clique.",
        check: corollary_9,
    },
    Claim {
        id: "andres/fact-10",
        place: "Fact 10",
        statement: "The number g(n) of graphs lies between 2^C(n,2) / n! and 2^C(n,2).",
        range: "n ≤ 7",
        deep: "n ≤ 8",
        wrong: "… between 2^C(n,2) / (n−1)! and 2^C(n,2).",
        check: fact_10,
    },
    Claim {
        id: "andres/thm-11",
        place: "Theorem 11",
        statement: "A(n) ≤ Σ_k g(k) 2^C(k,2) 2^((n−2k)k), where A(n) counts graphs with a strictly matched \
                    involution.",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≤ Σ_k 2^C(k,2).",
        check: |trial| {
            let bound = trial.stated(upper_11 as fn(usize) -> f64, |n| {
                halves(n).map(|k| power(choose(k, 2))).sum()
            });
            bounds(trial, bound, Side::Upper)
        },
    },
    Claim {
        id: "andres/cor-12",
        place: "Corollary 12",
        statement: "A(n) ≤ Σ_k 2^(k(n−1−k)).",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≤ Σ_k 2^k.",
        check: |trial| {
            let bound = trial.stated(upper_12 as fn(usize) -> f64, |n| halves(n).map(power).sum());
            bounds(trial, bound, Side::Upper)
        },
    },
    Claim {
        id: "andres/cor-13",
        place: "Corollary 13",
        statement: "A(n) ≤ 1 + ⌊n/2⌋ · 2^(((n−1)/2)²).",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≤ 1 + ⌊n/2⌋.",
        check: |trial| {
            let bound = trial.stated(upper_13 as fn(usize) -> f64, |n| 1.0 + (n / 2) as f64);
            bounds(trial, bound, Side::Upper)
        },
    },
    Claim {
        id: "andres/thm-15",
        place: "Theorem 15",
        statement: "A(n) ≥ Σ_k g(k) 2^((n−2k)k) − ⌊n/2⌋ C(n,2).",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≥ Σ_k g(k) 2^((n−2k)k).",
        check: |trial| {
            let bound = trial.stated(lower_15 as fn(usize) -> f64, |n| lower_15(n) + lost(n));
            bounds(trial, bound, Side::Lower)
        },
    },
    Claim {
        id: "andres/cor-16",
        place: "Corollary 16",
        statement: "A(n) ≥ Σ_k 2^((n−1/2)k − 3k²/2) / k! − ⌊n/2⌋ C(n,2).",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≥ Σ_k 2^((n−1/2)k − 3k²/2) / k!.",
        check: |trial| {
            let bound = trial.stated(lower_16 as fn(usize) -> f64, |n| lower_16(n) + lost(n));
            bounds(trial, bound, Side::Lower)
        },
    },
];

fn intro_2k1(trial: &mut Trial) -> Checked {
    let smallest = trial.stated("2*path:1", "path:2");
    for graph in ["path:1", "path:2", "2*path:1"] {
        for colours in 1..=trial.up_to(3, 5) {
            let game = format!("orthogonal:{colours}");
            let claimed = graph == smallest && colours == 1;
            trial.case(format!("Alice wins {game} on {graph}"), claimed, |oracle| {
                Ok(oracle.score(&start(&game, graph))? > 0)
            })?;
        }
    }
    Ok(())
}

/// Small graphs with a number of colours to play with: those with a strictly matched involution, or in
/// the wrong variant all.
fn matched_cases(trial: &Trial, sizes: &[(usize, usize)]) -> Vec<(Board, usize)> {
    let graphs = trial.stated(all::strictly_matched as fn(usize) -> Vec<Graph>, all::graphs);
    let mut cases: Vec<(Board, usize)> = Vec::new();
    for &(last, colours) in sizes {
        let boards = (1..=last).flat_map(graphs).map(all::board);
        cases.extend(boards.map(|board| (board, colours)));
    }
    cases.sort_by_key(|(board, colours)| (board.order(), *colours));
    cases
}

fn theorem_1(trial: &mut Trial) -> Checked {
    let sizes = trial.up_to([(6, 1), (6, 2), (5, 3)], [(7, 1), (7, 2), (6, 3)]);
    for (board, colours) in matched_cases(trial, &sizes) {
        let position = start_on(&format!("orthogonal:{colours}"), &board);
        trial.case(format!("Alice wins {position}"), false, |o| Ok(o.score(&position)? > 0))?;
    }
    Ok(())
}

fn normal_play(trial: &mut Trial) -> Checked {
    let sizes = trial.up_to([(5, 1), (5, 2), (5, 3)], [(6, 1), (6, 2), (6, 3)]);
    for (board, colours) in matched_cases(trial, &sizes) {
        let position = start_on(&format!("orthogonal:{colours}:normal"), &board);
        trial.case(&position, class(true), |o| o.outcome(&position))?;
    }
    Ok(())
}

fn corollary_4(trial: &mut Trial) -> Checked {
    let side = trial.up_to(9, 16);
    let rectangles =
        (1..=side).flat_map(|r| (1..=side).map(move |c| format!("complete:{r}*complete:{c}")));
    let squares = (1..=side).flat_map(|n| [format!("latin:{n}"), format!("diagonal-latin:{n}")]);
    let sudokus = (1..=trial.up_to(3, 4)).map(|k| format!("sudoku:{k}"));
    for name in rectangles.chain(squares).chain(sudokus) {
        let board = parsed(&name);
        trial.case(format!("{name} has a strictly matched involution"), true, |_| {
            Ok(find(&board, InvolutionKind::StrictlyMatched, USUAL_STEPS)
                .is_ok_and(|found| found.is_some()))
        })?;
    }
    let boards = [
        "latin:1",
        "complete:2*complete:1",
        "latin:2",
        "diagonal-latin:2",
        "complete:3*complete:2",
        "complete:4*complete:2",
        "latin:3",
        "diagonal-latin:3",
        "complete:4*complete:3",
    ];
    let sizes = boards.into_iter().take(trial.up_to(8, 9));
    let alice_wins = trial.stated(false, true);
    for board in sizes {
        for colours in 1..=2 {
            let position = start(&format!("orthogonal:{colours}"), board);
            trial.case(format!("Alice wins {position}"), alice_wins, |o| {
                Ok(o.score(&position)? > 0)
            })?;
        }
    }
    Ok(())
}

fn parsed(name: &str) -> Board {
    parse(name).unwrap_or_else(|error| panic!("{error}"))
}

fn lemma_5(trial: &mut Trial) -> Checked {
    for graph in (1..=trial.up_to(4, 5)).flat_map(all::graphs) {
        let (delta, alpha) = (graph.max_degree(), stability_number(&graph));
        let board = all::board(graph);
        let enough = trial.stated(delta + alpha, alpha);
        for colours in enough..=enough + trial.up_to(1, 0) {
            let position = start_on(&format!("orthogonal:{colours}"), &board);
            trial.case(&position, 0, |o| o.score(&position))?;
        }
    }
    Ok(())
}

/// The size of a largest set of vertices no two of which are adjacent.
fn stability_number(graph: &Graph) -> usize {
    let bits = BitGraph::new(graph).expect("small graphs have bitsets");
    let stable = |set: VertexSet| set.iter().all(|v| (bits.neighbours(v).0 & set.0) == 0);
    let sets = (0..1u128 << graph.order()).map(VertexSet);
    sets.filter(|&set| stable(set)).map(VertexSet::len).max().unwrap_or(0)
}

fn corollary_6(trial: &mut Trial) -> Checked {
    for n in 1..=2 {
        let enough = trial.stated(3 * n - 2, n);
        for colours in enough..=enough + trial.up_to(2, 4) {
            let position = start(&format!("orthogonal:{colours}"), &format!("latin:{n}"));
            trial.case(&position, 0, |o| o.score(&position))?;
        }
    }
    Ok(())
}

fn theorem_8(trial: &mut Trial) -> Checked {
    let c4_allowed = trial.stated(true, false);
    for graph in (0..=trial.up_to(7, 8)).flat_map(all::graphs) {
        let partition = clique_and_matching_exist(&graph, c4_allowed);
        let board = all::board(graph);
        trial.case(board.name(), partition, |_| has_strictly_matched(board.graph()))?;
    }
    Ok(())
}

fn has_strictly_matched(graph: &Graph) -> Result<bool, Halt> {
    let found = find_in_graph(graph, InvolutionKind::StrictlyMatched, u64::MAX);
    let sound = |found: &Involution| found.is(graph, InvolutionKind::StrictlyMatched);
    Ok(found.ok().flatten().is_some_and(|found| sound(&found)))
}

/// Tries all partitions into a clique and a matching, as the theorem states them.
fn clique_and_matching_exist(graph: &Graph, c4_allowed: bool) -> bool {
    fn edges_fit(graph: &Graph, (v, w): (usize, usize), (x, y): (usize, usize), c4: bool) -> bool {
        let between = [(v, x), (v, y), (w, x), (w, y)].map(|(a, b)| graph.adjacent(a, b));
        match between {
            // Two disjoint edges, or all four vertices joined.
            [false, false, false, false] | [true, true, true, true] => true,
            // A cycle of four vertices, in two ways.
            [true, false, false, true] | [false, true, true, false] => c4,
            _ => false,
        }
    }
    fn extend(
        graph: &Graph,
        clique: &mut Vec<usize>,
        matching: &mut Vec<(usize, usize)>,
        open: &[usize],
        c4: bool,
    ) -> bool {
        let Some((&v, rest)) = open.split_first() else { return true };
        let sees_both =
            |z: usize, (a, b): (usize, usize)| graph.adjacent(z, a) == graph.adjacent(z, b);
        if clique.iter().all(|&z| graph.adjacent(z, v)) && matching.iter().all(|&e| sees_both(v, e))
        {
            clique.push(v);
            let found = extend(graph, clique, matching, rest, c4);
            clique.pop();
            if found {
                return true;
            }
        }
        for &w in rest.iter().filter(|&&w| graph.adjacent(v, w)) {
            let fits = clique.iter().all(|&z| sees_both(z, (v, w)))
                && matching.iter().all(|&other| edges_fit(graph, (v, w), other, c4));
            if !fits {
                continue;
            }
            let without: Vec<usize> = rest.iter().copied().filter(|&u| u != w).collect();
            matching.push((v, w));
            let found = extend(graph, clique, matching, &without, c4);
            matching.pop();
            if found {
                return true;
            }
        }
        false
    }
    let all: Vec<usize> = (0..graph.order()).collect();
    extend(graph, &mut Vec::new(), &mut Vec::new(), &all, c4_allowed)
}

fn corollary_9(trial: &mut Trial) -> Checked {
    let without_clique = trial.stated(false, true);
    for n in 0..=trial.up_to(7, 8) {
        let built = all::strictly_matched(n);
        for graph in all::graphs(n) {
            let claimed = built.contains(&graph) && !(without_clique && n % 2 == 1);
            let board = all::board(graph);
            trial.case(board.name(), claimed, |_| has_strictly_matched(board.graph()))?;
        }
    }
    Ok(())
}

fn fact_10(trial: &mut Trial) -> Checked {
    let fewer = trial.stated(0, 1);
    for n in 1..=trial.up_to(7, 8) {
        let (g, most) = (graph_count(n), power(choose(n, 2)));
        trial.case(format!("g({n}) = {g} lies between the bounds"), true, |_| {
            Ok(most / factorial(n - fewer) <= g && g <= most)
        })?;
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Side {
    Upper,
    Lower,
}

/// Compares a bound with the true number of graphs that have a strictly matched involution.
fn bounds(trial: &mut Trial, bound: fn(usize) -> f64, side: Side) -> Checked {
    for n in 0..=trial.up_to(9, 10) {
        let said = bound(n);
        let claimed = match side {
            Side::Upper => format!("at most {said:.1}"),
            Side::Lower => format!("at least {said:.1}"),
        };
        trial.case(format!("A({n})"), claimed.clone(), |oracle| {
            let count = matched_count(n, oracle.is_second_opinion())?;
            let holds = match side {
                Side::Upper => count <= said,
                Side::Lower => count >= said,
            };
            Ok(if holds { claimed.clone() } else { count.to_string() })
        })?;
    }
    Ok(())
}

/// A(n), by building the graphs or by asking each graph.
fn matched_count(n: usize, by_asking: bool) -> Result<f64, Halt> {
    if !by_asking {
        return Ok(all::strictly_matched(n).len() as f64);
    }
    let answers: Result<Vec<bool>, Halt> =
        all::graphs(n).iter().map(has_strictly_matched).collect();
    Ok(answers?.into_iter().filter(|&matched| matched).count() as f64)
}

/// The bounds on A(n): two from below (Theorem 15, Corollary 16), three from above (Theorem 11,
/// Corollaries 12 and 13).
pub(super) fn bounds_on_matched(n: usize) -> [f64; 5] {
    [lower_15(n), lower_16(n), upper_11(n), upper_12(n), upper_13(n)]
}

fn halves(n: usize) -> impl Iterator<Item = usize> {
    0..=n / 2
}

fn power(exponent: usize) -> f64 {
    (exponent as f64).exp2()
}

fn choose(n: usize, k: usize) -> usize {
    debug_assert_eq!(k, 2);
    n * n.saturating_sub(1) / k
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

fn graph_count(n: usize) -> f64 {
    all::graphs(n).len() as f64
}

fn upper_11(n: usize) -> f64 {
    halves(n).map(|k| graph_count(k) * power(choose(k, 2) + (n - 2 * k) * k)).sum()
}

fn upper_12(n: usize) -> f64 {
    halves(n).map(|k| power(k * n.saturating_sub(1 + k))).sum()
}

fn upper_13(n: usize) -> f64 {
    1.0 + (n / 2) as f64 * ((n as f64 - 1.0) / 2.0).powi(2).exp2()
}

/// What the lower bounds take away for graphs that come up twice.
fn lost(n: usize) -> f64 {
    (n / 2 * choose(n, 2)) as f64
}

fn lower_15(n: usize) -> f64 {
    halves(n).map(|k| graph_count(k) * power((n - 2 * k) * k)).sum::<f64>() - lost(n)
}

fn lower_16(n: usize) -> f64 {
    let term = |k: usize| {
        let (n, k_) = (n as f64, k as f64);
        ((n - 0.5) * k_ - 1.5 * k_ * k_).exp2() / factorial(k)
    };
    halves(n).map(term).sum::<f64>() - lost(n)
}
