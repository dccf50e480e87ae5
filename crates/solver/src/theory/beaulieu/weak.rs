//! Section 4: weak 2-colouring.

use chromex_graphs::Graph;
use chromex_rules::{Position, UNCOLOURED};

use super::{boards_up_to, nimber};
use crate::theory::claim::{Checked, Claim, Trial, class, start};

/// The claims of section 4.
pub const CLAIMS: &[Claim] = &[
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
            let cycles = trial.says(class(true), class(false));
            for n in (2..=trial.upto(12, 16)).step_by(2) {
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
            let claimed = trial.says(class(false), class(true));
            (1..=trial.upto(13, 17))
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
            let claimed = trial.says(class(false), class(true));
            (3..=trial.upto(13, 17))
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
        wrong: "The same on all cycles.",
        check: cor_15,
    },
];

fn outcome(trial: &mut Trial, graph: &str, claimed: crate::Outcome) -> Checked {
    let position = start("weak:2", graph);
    trial.case(&position, claimed, |oracle| oracle.outcome(&position))
}

fn colourings(trial: &mut Trial) -> Checked {
    let isolated_too = trial.says(false, true);
    for board in boards_up_to(trial.upto(7, 8)) {
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

fn cor_15(trial: &mut Trial) -> Checked {
    let step = trial.says(2, 1);
    for n in (3..=trial.upto(7, 11)).step_by(step) {
        let empty = start("weak:2", &format!("cycle:{n}"));
        for code in 0..3_usize.pow(n) {
            let colouring: Vec<u8> = (0..n).map(|i| (code / 3_usize.pow(i) % 3) as u8).collect();
            let open = colouring.iter().filter(|&&colour| colour == UNCOLOURED).count();
            let (game, board) = (empty.game().clone(), empty.board().clone());
            let Ok(position) = Position::new(game, board, colouring, empty.turn()) else {
                continue;
            };
            trial.case(&position, nimber(open % 2), |oracle| oracle.value(&position))?;
        }
    }
    Ok(())
}
