//! Section 5: cographs.

use chromex_graph_tools::all;
use chromex_graph_tools::classes::cograph::{Cotree, cotree};
use chromex_graphs::Graph;

use super::{boards, graphs, in_a_star, outcome};
use crate::claim::{Checked, Claim, Trial};
use chromex_engine::Outcome;
use chromex_theory::cographs::{OnCograph, solve};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "bensmail/cographs",
        place: "Section 5, definition of cographs",
        statement: "The graphs without an induced path of four vertices are those built from single \
                    vertices by unions and joins.",
        range: "all graphs with up to 7 vertices",
        deep: "all graphs with up to 8 vertices",
        wrong: "All graphs are built from single vertices by unions and joins.",
        check: definition,
    },
    Claim {
        id: "bensmail/thm-5.1",
        place: "Theorem 5.1",
        statement: "A case distinction along the cotree tells on which cographs Alice wins; all others are drawn.",
        range: "all cographs with up to 9 vertices",
        deep: "all cographs with up to 11 vertices",
        wrong: "Alice wins exactly on the cographs of odd order.",
        check: |trial| {
            let odd = |tree: &Cotree| {
                let alice_wins = tree.order() % 2 == 1;
                OnCograph { alice_wins, in_a_star: false }
            };
            let claimed: fn(&Cotree) -> OnCograph = trial.stated(solve, odd);
            cographs(trial, |trial, board, tree| {
                trial.case(board.name(), claimed(tree).outcome(), |o| outcome(o, board))
            })
        },
    },
    Claim {
        id: "bensmail/thm-5.1-a-star",
        place: "Theorem 5.1",
        statement: "The same case distinction tells which cographs are in A*: Alice can force a single red \
                    component.",
        range: "all cographs with up to 9 vertices",
        deep: "all cographs with up to 11 vertices",
        wrong: "The cographs in A* are those on which Alice wins.",
        check: |trial| {
            let of_winner = |tree: &Cotree| solve(tree).outcome() != Outcome::Draw;
            let claimed: fn(&Cotree) -> bool =
                trial.stated(|tree| solve(tree).in_a_star, of_winner);
            cographs(trial, |trial, board, tree| {
                trial.case(board.name(), claimed(tree), |o| in_a_star(o, board))
            })
        },
    },
];

/// The definition: some vertices a, b, c, d induce a path.
fn has_induced_path(graph: &Graph) -> bool {
    let n = graph.order();
    let edge = |u: usize, v: usize| graph.adjacent(u, v);
    let others = |v: usize| (0..n).filter(move |&w| w != v);
    (0..n).any(|b| {
        graph.neighbours(b).any(|c| {
            let mut ends = others(b).filter(|&a| edge(a, b) && a != c && !edge(a, c));
            ends.any(|a| {
                others(c).any(|d| d != b && edge(c, d) && !edge(d, b) && d != a && !edge(a, d))
            })
        })
    })
}

fn definition(trial: &mut Trial) -> Checked {
    let always = trial.stated(false, true);
    for board in graphs(1, trial.up_to(7, 8)) {
        let claimed = always || !has_induced_path(board.graph());
        let built = |graph: &Graph| {
            cotree(graph).is_ok_and(|tree| tree.graph().is_ok_and(|again| again == *graph))
        };
        trial.case(board.name(), claimed, |_| Ok(built(board.graph())))?;
    }
    Ok(())
}

fn cographs(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &chromex_graphs::Board, &Cotree) -> Checked,
) -> Checked {
    for board in boards(1, trial.up_to(9, 11), all::cographs) {
        let tree = cotree(board.graph()).expect("a cograph has a cotree");
        check(trial, &board, &tree)?;
    }
    Ok(())
}
