//! Section 4: weak 2-colouring.

use chromex_graphs::Graph;
use chromex_rules::{Position, UNCOLOURED};

use super::{boards_up_to, nimber};
use crate::claim::{Checked, Claim, Trial, class, start};

/// The claims of section 4.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "beaulieu/weak-colourings",
        place: "Section 4, after Definition 5",
        statement: "Every graph has a weak 2-colouring: each vertex that is not isolated has a neighbour of the \
                    other colour.",
        range: "all graphs with up to 7 vertices",
        deep: "all graphs with up to 8 vertices",
        wrong: "Every graph has a 2-colouring in which each vertex has a neighbour of the other colour.",
        check: colourings,
    },
    Claim {
        id: "beaulieu/weak-even",
        place: "Section 4, before Theorem 14",
        statement: "Weak 2-colouring is P on even paths and cycles.",
        range: "up to 12 vertices",
        deep: "up to 16 vertices",
        wrong: "It is P on even paths and N on even cycles.",
        check: |trial| {
            let cycles = trial.stated(class(true), class(false));
            for n in (2..=trial.up_to(12, 16)).step_by(2) {
                outcome(trial, &format!("path:{n}"), class(true))?;
                if n >= 4 {
                    outcome(trial, &format!("cycle:{n}"), cycles)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/weak-odd-paths",
        place: "Section 4, before Theorem 14",
        statement: "Weak 2-colouring is N on odd paths.",
        range: "up to 13 vertices",
        deep: "up to 17 vertices",
        wrong: "It is P there.",
        check: |trial| {
            let claimed = trial.stated(class(false), class(true));
            (1..=trial.up_to(13, 17))
                .step_by(2)
                .try_for_each(|n| outcome(trial, &format!("path:{n}"), claimed))
        },
    },
    Claim {
        id: "beaulieu/thm-14",
        place: "Theorem 14",
        statement: "Weak 2-colouring is N on odd cycles.",
        range: "up to 13 vertices",
        deep: "up to 17 vertices",
        wrong: "It is P there.",
        check: |trial| {
            let claimed = trial.stated(class(false), class(true));
            (3..=trial.up_to(13, 17))
                .step_by(2)
                .try_for_each(|n| outcome(trial, &format!("cycle:{n}"), claimed))
        },
    },
    Claim {
        id: "beaulieu/cor-15",
        place: "Corollary 15",
        statement: "Each position of weak 2-colouring on an odd cycle has the parity of its uncoloured vertices \
                    as its nimber.",
        range: "all legal positions on up to 7 vertices",
        deep: "all legal positions on up to 11 vertices",
        wrong: "It has the opposite parity as its nimber.",
        check: |trial| {
            let n = trial.up_to(7, 11);
            parity(trial, "cycle", (3..=n).step_by(2))
        },
    },
    Claim {
        id: "beaulieu/cor-15-where",
        place: "Corollary 15",
        statement: "Where else each position of weak 2-colouring has the parity of its uncoloured vertices as \
                    its nimber.",
        range: "all legal positions on up to 8 vertices",
        deep: "all legal positions on up to 12 vertices",
        wrong: "It has the opposite parity as its nimber.",
        check: cor_15_where,
    },
];

fn outcome(trial: &mut Trial, graph: &str, claimed: chromex_engine::Outcome) -> Checked {
    let position = start("weak:2", graph);
    trial.case(&position, claimed, |oracle| oracle.outcome(&position))
}

fn colourings(trial: &mut Trial) -> Checked {
    let isolated_too = trial.stated(false, true);
    for board in boards_up_to(trial.up_to(7, 8)) {
        let graph = board.graph();
        let content = |v: usize| isolated_too || graph.degree(v) > 0;
        let found = (0..1_u32 << graph.order()).any(|colours| {
            (0..graph.order()).all(|v| !content(v) || sees_other(graph, colours, v))
        });
        trial.case(format!("{} has one", board.name()), true, |_| Ok(found))?;
    }
    Ok(())
}

fn sees_other(graph: &Graph, colours: u32, v: usize) -> bool {
    graph.neighbours(v).any(|w| (colours >> v ^ colours >> w) & 1 == 1)
}

/// Checks that the nimber of every legal position is the parity of the number of its uncoloured
/// vertices.
fn parity(trial: &mut Trial, family: &str, orders: impl Iterator<Item = u32>) -> Checked {
    for n in orders {
        let empty = start("weak:2", &format!("{family}:{n}"));
        for code in 0..3_usize.pow(n) {
            let colouring: Vec<u8> = (0..n).map(|i| (code / 3_usize.pow(i) % 3) as u8).collect();
            let open = colouring.iter().filter(|&&colour| colour == UNCOLOURED).count();
            let (game, board) = (empty.game().clone(), empty.board().clone());
            let Ok(position) = Position::new(game, board, colouring, empty.turn()) else {
                continue;
            };
            let claimed = nimber((open + trial.stated(0, 1)) % 2);
            trial.case(&position, claimed, |oracle| oracle.value(&position))?;
        }
    }
    Ok(())
}

/// If a vertex stays uncoloured at the end, then every other vertex is uncoloured, counted from it
/// in both directions, and the vertices between have alternating colours, all around the cycle or
/// up to both ends of the path. So a cycle has 4m vertices, of which 2m stay uncoloured; a path has
/// 2m + 1, of which m stay uncoloured.
fn cor_15_where(trial: &mut Trial) -> Checked {
    let n = trial.up_to(8, 12);
    let paths = |remainder: u32| (1..=n).filter(move |n| n % 4 == remainder);
    trial.reading("even cycles", |trial| parity(trial, "cycle", (4..=n).step_by(2)))?;
    trial.reading("even paths", |trial| parity(trial, "path", (2..=n).step_by(2)))?;
    trial.reading("paths of 4m + 1 vertices", |trial| parity(trial, "path", paths(1)))?;
    trial.reading("paths of 4m + 3 vertices", |trial| parity(trial, "path", paths(3)))
}
