//! Section 2: no graph is Bob's, reflection graphs are drawn, recognising them is hard; and similar
//! remarks of section 7.

use chromex_graph_tools::all;
use chromex_graph_tools::classes::reflection::{Reflection, reflection};
use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::{Board, Graph, ops, parse};
use chromex_rules::{Game, Player, Position};

use super::{boards, graphs, in_a_star, outcome};
use crate::claim::{Checked, Claim, Halt, Oracle, Trial, start, winner};
use chromex_engine::Outcome;
use chromex_theory::reduce::isomorphism::to_reflection;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "bensmail/extra-turn",
        place: "Section 2, before Theorem 2.1",
        statement: "In no position is it a disadvantage to be on the move.",
        range: "all positions on graphs with up to 5 vertices",
        deep: "all positions on graphs with up to 6 vertices",
        wrong: "In no position is it an advantage to be on the move.",
        check: extra_turn,
    },
    Claim {
        id: "bensmail/thm-2.1",
        place: "Theorem 2.1",
        statement: "Bob wins on no graph.",
        range: "all graphs with up to 7 vertices",
        deep: "all graphs with up to 8 vertices",
        wrong: "The game is a draw on no graph.",
        check: |trial| {
            let never = trial.stated(winner(false), Outcome::Draw);
            for board in graphs(1, trial.up_to(7, 8)) {
                let name = format!("{never} on {}", board.name());
                trial.case(name, false, |o| Ok(outcome(o, &board)? == never))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/stars",
        place: "Section 2, after Theorem 2.1",
        statement: "Alice wins on every star.",
        range: "stars with up to 30 leaves",
        deep: "stars with up to 100 leaves",
        wrong: "Stars with an even number of leaves are drawn.",
        check: stars,
    },
    Claim {
        id: "bensmail/margin",
        place: "Section 2, after Theorem 2.1",
        statement: "Alice can win by any margin: on the star with n leaves it is ⌊n/2⌋.",
        range: "stars with up to 30 leaves",
        deep: "stars with up to 100 leaves",
        wrong: "On stars Alice wins by at most 3.",
        check: |trial| {
            let most = trial.stated(usize::MAX, 3);
            for n in 1..=trial.up_to(30, 100) {
                let star = format!("star:{n}");
                let claimed = most.min(n / 2) as i32;
                trial.case(&star, claimed, |o| o.score(&start("connected", &star)))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/two-universal",
        place: "Section 2, after Theorem 2.1",
        statement: "A graph of even order with two universal vertices is drawn.",
        range: "all such graphs with up to 8 vertices",
        deep: "all such graphs with up to 10 vertices",
        wrong: "A graph of odd order with two universal vertices is drawn.",
        check: |trial| {
            let odd = trial.stated(0, 1);
            for rest in graphs(0, trial.up_to(6, 8)).filter(|rest| rest.order() % 2 == odd) {
                let board = with_universal(&rest, 2);
                trial.case(board.name(), Outcome::Draw, |o| outcome(o, &board))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/isolated",
        place: "Section 2, after Theorem 2.1",
        statement: "A graph of even order with two universal vertices is drawn also with an isolated vertex \
                    added.",
        range: "all such graphs with up to 7 vertices",
        deep: "all such graphs with up to 9 vertices",
        wrong: "A graph of even order with one universal vertex is drawn also with an isolated vertex added.",
        check: |trial| {
            let count = trial.stated(2, 1);
            for rest in graphs(0, trial.up_to(4, 6)).filter(|rest| (rest.order() + count) % 2 == 0)
            {
                let connected = with_universal(&rest, count);
                let board = union(&connected, &parse("empty:1").expect("a graph"));
                trial.case(board.name(), Outcome::Draw, |o| outcome(o, &board))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/even-paths-and-cycles",
        place: "Section 2, after the definition of reflection graphs",
        statement: "Paths and cycles of even order are reflection graphs.",
        range: "up to 60 vertices",
        deep: "up to 200 vertices",
        wrong: "Paths and cycles of odd order are reflection graphs.",
        check: |trial| {
            let odd = trial.stated(0, 1);
            for n in (4 + odd..=trial.up_to(60, 200)).step_by(2) {
                for name in [format!("path:{n}"), format!("cycle:{n}")] {
                    let board = parse(&name).expect("a graph");
                    trial.case(&name, true, |o| is_reflection(o, &board))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/products",
        place: "Section 2, after the definition of reflection graphs",
        statement: "Cartesian products of even order are reflection graphs.",
        range: "products of two graphs with at least two vertices, up to 15 vertices",
        deep: "products of two graphs with at least two vertices, up to 16 vertices",
        wrong: "Cartesian products of odd order are reflection graphs.",
        check: |trial| {
            let odd = trial.stated(0, 1);
            products(trial, |a, b| a.order() * b.order() % 2 == odd)
        },
    },
    Claim {
        id: "bensmail/products-mended",
        place: "Section 2, after the definition of reflection graphs",
        statement: "Cartesian products are reflection graphs if one of the factors is (what the grids of \
                    section 7 need).",
        range: "products of two graphs with at least two vertices, up to 15 vertices",
        deep: "products of two graphs with at least two vertices, up to 16 vertices",
        wrong: "Cartesian products are reflection graphs if one of the factors is not.",
        check: |trial| {
            let wanted = trial.stated(true, false);
            products(trial, |a, b| (has_mirror(a) || has_mirror(b)) == wanted)
        },
    },
    Claim {
        id: "bensmail/thm-2.2",
        place: "Theorem 2.2",
        statement: "Reflection graphs are drawn.",
        range: "all graphs with up to 6 vertices, and boards with 8 to 14",
        deep: "all graphs with up to 8 vertices, and boards with 8 to 16",
        wrong: "All graphs of even order are drawn.",
        check: |trial| {
            let every = trial.stated(false, true);
            let named =
                ["grid:2x4", "grid:2x5", "petersen:5,2", "king:3x4", "torus:3x4", "grid:2x7"];
            let named = named.iter().chain(trial.up_to(&[][..], &["grid:4x4", "hypercube:4"]));
            let named = named.map(|name| parse(name).expect("a graph"));
            for board in graphs(2, trial.up_to(6, 8)).chain(named) {
                if board.order() % 2 == 0 && (every || has_mirror(&board)) {
                    trial.case(board.name(), Outcome::Draw, |o| outcome(o, &board))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/thm-2.3",
        place: "Theorem 2.3",
        statement: "The union of two connected graphs of odd order is a reflection graph exactly if they are \
                    isomorphic; other graphs become such by adding one or two universal vertices to both.",
        range: "all pairs of graphs with up to 4 vertices, and of connected ones with 5",
        deep: "all pairs of graphs with up to 5 vertices, and connected ones with 7 against some others",
        wrong: "The union is a reflection graph exactly if the graphs have equally many edges.",
        check: isomorphism,
    },
];

/// Similar remarks of section 7.
pub(super) const OUTLOOK: &[Claim] = &[
    Claim {
        id: "bensmail/grids",
        place: "Section 7",
        statement: "Square grids and king grids of even order are drawn.",
        range: "up to 14 vertices",
        deep: "up to 18 vertices",
        wrong: "Square grids and king grids of odd order are drawn.",
        check: |trial| {
            let odd = trial.stated(0, 1);
            let cells = trial.up_to(14, 18);
            let mut sizes: Vec<(usize, usize)> =
                (1..=cells).flat_map(|r| (r..=cells / r).map(move |c| (r, c))).collect();
            sizes.sort_by_cached_key(|&(r, c)| (r * c, r));
            for (r, c) in sizes.into_iter().filter(|(r, c)| r * c % 2 == odd) {
                for name in [format!("grid:{r}x{c}"), format!("king:{r}x{c}")] {
                    trial.case(&name, Outcome::Draw, |o| o.outcome(&start("connected", &name)))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/odd-a-star",
        place: "Section 7",
        statement: "Alice wins on the graphs of odd order in A*.",
        range: "all graphs with up to 7 vertices",
        deep: "all graphs with up to 7 vertices, and 500 random ones with 9",
        wrong: "Alice wins on the graphs of even order in A*.",
        check: |trial| {
            let odd = trial.stated(1, 0);
            let small = graphs(1, 7).chain(boards(9, trial.up_to(8, 9), random));
            for board in small {
                if board.order() % 2 != odd || !in_a_star(&trial.oracle(), &board)? {
                    trial.aside();
                    continue;
                }
                trial.case(board.name(), winner(true), |o| outcome(o, &board))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/branches",
        place: "Section 7, on trees",
        statement: "Alice wins on every connected graph in which taking away one vertex leaves more components than any \
                    of them has vertices. (Not in the paper.)",
        range: "all connected graphs with up to 7 vertices, all trees with up to 11",
        deep: "all connected graphs with up to 8 vertices, all trees with up to 13",
        wrong: "Alice wins on every connected graph in which taking away one vertex leaves at least as many components \
                as any of them has vertices.",
        check: |trial| {
            let as_many = trial.stated(false, true);
            let (most, most_in_trees) = trial.up_to((7, 11), (8, 13));
            let small = boards(1, most, all::connected);
            for board in small.chain(boards(most + 1, most_in_trees, all::trees)) {
                if !has_branches(&board, as_many) {
                    trial.aside();
                    continue;
                }
                trial.case(board.name(), winner(true), |o| outcome(o, &board))?;
            }
            Ok(())
        },
    },
];

/// Whether removing some vertex leaves more components than any of them has vertices, or (if
/// `as_many`) at least as many.
fn has_branches(board: &Board, as_many: bool) -> bool {
    let n = board.order();
    (0..n).any(|v| {
        let others: Vec<usize> = (0..n).filter(|&w| w != v).collect();
        let rest = ops::induced(board, &others).expect("a part of a graph");
        let parts = ops::components(rest.graph());
        let largest = parts.iter().map(Vec::len).max().unwrap_or(n);
        largest < parts.len() + usize::from(as_many)
    })
}

/// Some random graphs.
fn random(n: usize) -> Vec<Graph> {
    let board =
        |seed: usize| parse(&format!("random:{n},0.{},{seed}", 1 + seed % 9)).expect("a graph");
    (0..500).map(|seed| board(seed).graph().clone()).collect()
}

fn has_mirror(board: &Board) -> bool {
    reflection(board, u64::MAX).is_ok_and(|found| found.is_some())
}

/// The second opinion tries all ways to pair the vertices.
pub(super) fn is_reflection(oracle: &Oracle, board: &Board) -> Result<bool, Halt> {
    if oracle.is_second_opinion() {
        let vertices: Vec<usize> = (0..board.order()).collect();
        return Ok(some_pairing_fits(board.graph(), &mut Vec::new(), &vertices));
    }
    let found = reflection(board, u64::MAX).expect("there is no limit");
    Ok(found.is_some_and(|found| found.fits(board.graph())))
}

fn some_pairing_fits(graph: &Graph, pairs: &mut Vec<(usize, usize)>, left: &[usize]) -> bool {
    let Some((&u, rest)) = left.split_first() else {
        return Reflection { pairs: pairs.clone() }.fits(graph);
    };
    (0..rest.len()).any(|i| {
        let mut others = rest.to_vec();
        pairs.push((u, others.remove(i)));
        let found = some_pairing_fits(graph, pairs, &others);
        pairs.pop();
        found
    })
}

/// The join with a clique of this many vertices.
fn with_universal(rest: &Board, count: usize) -> Board {
    let clique = parse(&format!("complete:{count}")).expect("a graph");
    all::board(ops::join(&clique, rest).expect("it is small").graph().clone())
}

fn union(a: &Board, b: &Board) -> Board {
    all::board(ops::disjoint_union(a, b).expect("it is small").graph().clone())
}

fn extra_turn(trial: &mut Trial) -> Checked {
    let game = Game::connected();
    let (on_move, waiting) =
        trial.stated((Player::Left, Player::Right), (Player::Right, Player::Left));
    for board in graphs(1, trial.up_to(5, 6)) {
        let n = board.order() as u32;
        for code in 0..3_usize.pow(n) {
            let colouring: Vec<u8> = (0..n).map(|v| (code / 3_usize.pow(v) % 3) as u8).collect();
            let position =
                |turn| Position::new(game.clone(), board.clone(), colouring.clone(), turn);
            let position = |turn| position(turn).expect("any colouring is a position");
            trial.case(format!("both turns at {}", position(Player::Left)), true, |o| {
                Ok(o.score(&position(on_move))? >= o.score(&position(waiting))?)
            })?;
        }
    }
    Ok(())
}

fn stars(trial: &mut Trial) -> Checked {
    let drawn = trial.stated(false, true);
    let from = |trial: &mut Trial, least: usize| {
        for n in least..=trial.up_to(30, 100) {
            let claimed = if drawn && n % 2 == 0 { Outcome::Draw } else { winner(true) };
            let star = format!("star:{n}");
            trial.case(&star, claimed, |o| o.outcome(&start("connected", &star)))?;
        }
        Ok(())
    };
    trial.reading("a star has at least two leaves", |trial| from(trial, 2))?;
    trial.reading("the path of two vertices is a star", |trial| from(trial, 1))
}

/// Checks products of two graphs with at least two vertices each, of those that are `wanted`.
fn products(trial: &mut Trial, wanted: impl Fn(&Board, &Board) -> bool) -> Checked {
    let largest = trial.up_to(15, 16);
    let mut sizes: Vec<(usize, usize)> =
        (2..=largest).flat_map(|a| (a..=largest / a).map(move |b| (a, b))).collect();
    sizes.sort_by_cached_key(|&(a, b)| (a * b, a));
    for (a, b) in sizes {
        let factors = graphs(b, b).collect::<Vec<_>>();
        for first in graphs(a, a) {
            for second in factors.iter().filter(|second| wanted(&first, second)) {
                let board = ops::product(&first, second).expect("it is small");
                let name = format!("{}*{}", first.name(), second.name());
                trial.case(name, true, |o| is_reflection(o, &board))?;
            }
        }
    }
    Ok(())
}

fn isomorphism(trial: &mut Trial) -> Checked {
    let loose = trial.stated(false, true);
    let small: Vec<Board> = graphs(1, trial.up_to(4, 5)).collect();
    pairs(trial, loose, &small, &small)?;
    let connected: Vec<Board> = boards(5, 5, all::connected).collect();
    pairs(trial, loose, &connected, &connected)?;
    let large: Vec<Board> = boards(7, trial.up_to(6, 7), all::connected).collect();
    let some: Vec<Board> = large.iter().step_by(40).cloned().collect();
    pairs(trial, loose, &some, &large)
}

fn pairs(trial: &mut Trial, loose: bool, first: &[Board], second: &[Board]) -> Checked {
    let canonical = |board: &Board| {
        let graph = board.graph();
        Symmetry::of_uncoloured(graph).expect("it is small").canonical(graph)
    };
    for a in first {
        for b in second {
            let claimed = match loose {
                true => a.order() == b.order() && a.graph().edge_count() == b.graph().edge_count(),
                false => canonical(a) == canonical(b),
            };
            let image = to_reflection(a, b).expect("it is small");
            let name = format!("{} and {}", a.name(), b.name());
            trial.case(name, claimed, |o| is_reflection(o, &image))?;
        }
    }
    Ok(())
}
