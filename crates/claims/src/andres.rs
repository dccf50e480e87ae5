//! Claims of Andres, Huggan, Mc Inerney and Nowakowski, *The Orthogonal Colouring Game*.

mod counting;

use std::collections::HashSet;

use chromex_graph_tools::all;
use chromex_graph_tools::bits::{BitGraph, VertexSet};
use chromex_graph_tools::classes::involution::{
    Involution, InvolutionKind, USUAL_STEPS, find, find_in_graph,
};
use chromex_graphs::{Board, Graph, parse};
use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::claim::{Checked, Claim, Halt, Trial, class, start, start_on};

pub(super) use counting::bounds_on_matched;

/// The claims, in the order of the paper.
pub(super) fn claims() -> Vec<Claim> {
    [CLAIMS, counting::CLAIMS].concat()
}

const CLAIMS: &[Claim] = &[
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
        id: "andres/lemma-2",
        place: "Lemma 2",
        statement: "When Bob copies, Alice never makes a new pair of equal colours at a vertex.",
        range: "all positions of Bob's strategy on such graphs with up to 4 vertices, 1 and 2 colours",
        deep: "all positions of Bob's strategy on such graphs with up to 5 vertices, 1 and 2 colours",
        wrong: "When Bob copies, he never makes a new pair of equal colours at a vertex.",
        check: |trial| {
            let who = trial.stated(Player::Left, Player::Right);
            copied(trial, |position, m, answer| {
                let (before, play) = match who {
                    Player::Left => (position.clone(), m),
                    Player::Right => (position.play(m).ok()?, answer),
                };
                makes_equal_pair(&before, play).then(|| "an equal pair".to_owned())
            })
        },
    },
    Claim {
        id: "andres/lemma-3",
        place: "Lemma 3 and the proof of Theorem 1",
        statement: "When Bob copies, each of his answers is legal, those that make a pair of equal colours among them.",
        range: "all positions of Bob's strategy on such graphs with up to 4 vertices, 1 and 2 colours",
        deep: "all positions of Bob's strategy on such graphs with up to 5 vertices, 1 and 2 colours",
        wrong: "He could as well answer at the same vertex of the other copy.",
        check: |trial| {
            let same = trial.stated(false, true);
            copied(trial, |position, m, answer| {
                let n = position.cells() / 2;
                let own = Move { cell: (m.cell + n) % (2 * n), ..m };
                let after = position.play(m).ok()?;
                let checked = after.check(after.turn(), if same { own } else { answer });
                checked.is_err().then(|| "an illegal answer".to_owned())
            })
        },
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
        id: "andres/petersen",
        place: "Section 2 (Harary, Tuza)",
        statement: "Harary and Tuza found who wins proper k-colouring on the Petersen graph for every k; the paper does not say who. \
                    It is the first player for k = 1 and 2 and the second for k ≥ 3.",
        range: "1 to 5 colours; with 4 and more all ten vertices get coloured",
        deep: "1 to 6 colours",
        wrong: "The first player wins for every k.",
        check: |trial| {
            let wrong = trial.stated(false, true);
            (1..=trial.up_to(5, 6)).try_for_each(|k| {
                let position = start(&format!("proper:{k}"), "petersen:5,2");
                trial.case(&position, class(k > 2 && !wrong), |o| o.outcome(&position))
            })
        },
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
        range: "n = 1, 2 with up to two more colours; for n = 3 that no legal position leaves a vertex without a colour",
        deep: "n = 1, 2 with up to four more colours; for n = 3, 4 that no legal position leaves a vertex without a colour",
        wrong: "With at least n colours the game on K_n □ K_n is a draw.",
        check: corollary_6,
    },
    Claim {
        id: "andres/lemma-7",
        place: "Lemma 7",
        statement: "With one colour the game on K_n □ K_n is a draw.",
        range: "n ≤ 5",
        deep: "n ≤ 7",
        wrong: "With one colour Bob wins on K_n □ K_n for n ≥ 2.",
        check: |trial| {
            let other = trial.stated(0, -1);
            (1..=trial.up_to(5, 7)).try_for_each(|n| {
                let claimed = if n == 1 { 0 } else { other };
                let board = format!("latin:{n}");
                trial.case(format!("orthogonal:1 on {board}"), claimed, |o| {
                    o.score(&start("orthogonal:1", &board))
                })
            })
        },
    },
    Claim {
        id: "andres/lemma-7-scores",
        place: "Lemma 7, proof",
        statement: "With one colour the only scores on K_n □ K_n are n and n − 1, however it is played.",
        range: "every ending for 2 ≤ n ≤ 3",
        deep: "every ending for 2 ≤ n ≤ 4",
        wrong: "The only score is n.",
        check: |trial| {
            let wrong = trial.stated(false, true);
            for n in 2..=trial.up_to(3, 4) {
                for (ending, scores) in endings(start("orthogonal:1", &format!("latin:{n}"))) {
                    let expected = |score: usize| score == n || !wrong && score + 1 == n;
                    let fits = scores.into_iter().all(expected);
                    trial.case(format!("{ending} ({scores:?})"), true, |_| Ok(fits))?;
                }
            }
            Ok(())
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

/// Small graphs with a number of colours: those that have a strictly matched involution, or in the
/// wrong variant all.
fn matched_cases(trial: &Trial, sizes: &[(usize, usize)]) -> Vec<(Board, usize)> {
    let graphs = trial.stated(all::strictly_matched as fn(usize) -> Vec<Graph>, all::graphs);
    let mut cases: Vec<(Board, usize)> = Vec::new();
    for &(last, colours) in sizes {
        let boards = (1..=last).flat_map(graphs).map(all::board);
        cases.extend(boards.map(|board| (board, colours)));
    }
    cases.sort_by_cached_key(|(board, colours)| (board.order(), *colours));
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
            // If none was found within the limit of steps, that is not a counterexample.
            let found = find(&board, InvolutionKind::StrictlyMatched, USUAL_STEPS);
            Ok(found.map_err(|gave_up| Halt::Broken(gave_up.to_string()))?.is_some())
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
    // These cases are beyond search. If no vertex is ever left without a colour, all vertices get
    // coloured, and the scores are equal.
    for n in 3..=trial.up_to(3, 4) {
        let position = start(&format!("orthogonal:{}", 3 * n - 2), &format!("latin:{n}"));
        let name = format!("a vertex without a colour on {position}");
        trial.case(name, false, |_| Ok(can_be_stuck(&position)))?;
    }
    Ok(())
}

/// Whether some legal position leaves the first vertex, and so by symmetry any vertex, without a
/// colour. It is enough to colour the vertices that can take colours from it: its neighbours, and
/// the vertices whose twins have the colour of its twin.
fn can_be_stuck(start: &Position) -> bool {
    let graph = start.board().graph();
    let n = graph.order();
    let (near, far): (Vec<usize>, Vec<usize>) = (1..n).partition(|&v| graph.has_edge(0, v));
    (0..1_u32 << far.len()).any(|chosen| {
        let alike: Vec<usize> =
            (0..far.len()).filter(|i| chosen >> i & 1 == 1).map(|i| far[i]).collect();
        let mut colouring = vec![UNCOLOURED; 2 * n];
        for &v in alike.iter().chain([&0]) {
            colouring[n + v] = 1;
        }
        let cells = [near.clone(), alike].concat();
        with(start, &colouring).is_some() && stuck_beyond(start, &mut colouring, &cells, 0)
    })
}

fn with(start: &Position, colouring: &[Colour]) -> Option<Position> {
    let (game, board) = (start.game().clone(), start.board().clone());
    Position::new(game, board, colouring.to_vec(), start.turn()).ok()
}

/// Whether the first vertex can be left without a colour if these cells may still be coloured. The
/// first copy contains `used` colours; their names do not matter.
fn stuck_beyond(start: &Position, colouring: &mut [Colour], cells: &[usize], used: u8) -> bool {
    let Some((&cell, rest)) = cells.split_first() else {
        let position = with(start, colouring);
        return position.is_some_and(|position| position.moves().iter().all(|m| m.cell != 0));
    };
    let most = (start.game().palette().len() as u8).min(used + 1);
    let stuck = (UNCOLOURED..=most).any(|colour| {
        colouring[cell] = colour;
        stuck_beyond(start, colouring, rest, used.max(colour))
    });
    colouring[cell] = UNCOLOURED;
    stuck
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

/// One case for each position that arises when Bob copies: `wrong` says what is wrong with a move
/// of Alice and his answer there, if anything.
fn copied(trial: &mut Trial, wrong: impl Fn(&Position, Move, Move) -> Option<String>) -> Checked {
    for graph in (1..=trial.up_to(4, 5)).flat_map(all::strictly_matched) {
        let found = find_in_graph(&graph, InvolutionKind::StrictlyMatched, u64::MAX).ok().flatten();
        let involution = found.expect("it has one");
        let (n, board) = (graph.order(), all::board(graph));
        for colours in 1..=2 {
            let first = start_on(&format!("orthogonal:{colours}"), &board);
            let (mut seen, mut open) = (HashSet::new(), vec![first]);
            while let Some(position) = open.pop() {
                let mut found = "as claimed".to_owned();
                for m in position.moves() {
                    let image = involution.image(m.cell % n) + n * (1 - m.cell / n);
                    let answer = Move { cell: image, ..m };
                    found = wrong(&position, m, answer).unwrap_or(found);
                    let answered = position.play(m).and_then(|after| after.play(answer));
                    let fresh = answered.ok().filter(|p| seen.insert(p.colouring().to_vec()));
                    open.extend(fresh);
                }
                trial.case(&position, "as claimed".to_owned(), |_| Ok(found.clone()))?;
            }
        }
    }
    Ok(())
}

/// Whether a move gives a vertex the colour that it has in the other copy.
fn makes_equal_pair(before: &Position, m: Move) -> bool {
    let n = before.cells() / 2;
    before.colouring()[(m.cell + n) % (2 * n)] == m.colour
}

/// The positions in which nobody can move any more, with the scores of both players; each position
/// once.
fn endings(start: Position) -> Vec<(Position, [usize; 2])> {
    let (mut seen, mut open, mut ended) = (HashSet::new(), vec![start], Vec::new());
    while let Some(position) = open.pop() {
        let moves = position.moves();
        if moves.is_empty() {
            let (own, theirs) = position.colouring().split_at(position.cells() / 2);
            let coloured = |copy: &[Colour]| copy.iter().filter(|&&c| c != UNCOLOURED).count();
            let scores = [coloured(own), coloured(theirs)];
            ended.push((position, scores));
            continue;
        }
        let after = moves.into_iter().map(|m| position.play(m).expect("listed moves are legal"));
        open.extend(after.filter(|after| seen.insert(after.colouring().to_vec())));
    }
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lemma 5 cannot be improved by this argument: with one colour fewer, a vertex can be left
    /// without a colour.
    #[test]
    fn one_colour_less_can_leave_a_vertex_without_a_colour() {
        for n in 2..=3 {
            let board = format!("latin:{n}");
            let stuck =
                |colours: usize| can_be_stuck(&start(&format!("orthogonal:{colours}"), &board));
            assert!(stuck(3 * n - 3) && !stuck(3 * n - 2), "{n}");
        }
    }
}
