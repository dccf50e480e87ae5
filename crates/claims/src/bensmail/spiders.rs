//! Section 6, case 2b: spiders.

use chromex_graph_tools::all;
use chromex_graph_tools::classes::spider::{Legs, build};
use chromex_graphs::Board;

use super::first_results::is_reflection;
use super::{a_mu, graphs, in_a_star, outcome};
use crate::claim::{Checked, Claim, Halt, Oracle, Trial, winner};
use chromex_engine::Outcome;

const RANGE: &str = "all spiders with up to 10 vertices, of them up to 5 in R";
const DEEP: &str = "all spiders with up to 13 vertices, of them up to 6 in R";

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "bensmail/case-2b-antimatching-1",
        place: "Section 6, case 2b, antimatching, 1",
        statement: "A spider with an antimatching, |K| ≥ 3 and |R| odd is Alice's and in A*.",
        range: RANGE,
        deep: DEEP,
        wrong: "It is Alice's and not in A*.",
        check: |trial| {
            let star = trial.stated(true, false);
            antimatching(trial, |k, r| k >= 3 && r % 2 == 1, (winner(true), star))
        },
    },
    Claim {
        id: "bensmail/case-2b-antimatching-2",
        place: "Section 6, case 2b, antimatching, 2",
        statement: "A spider with an antimatching, |K| > 3 and |R| even is drawn and in A*.",
        range: RANGE,
        deep: DEEP,
        wrong: "A spider with an antimatching, |K| ≥ 3 and |R| even is drawn and in A*.",
        check: |trial| {
            let least = trial.stated(4, 3);
            antimatching(trial, |k, r| k >= least && r % 2 == 0, (Outcome::Draw, true))
        },
    },
    Claim {
        id: "bensmail/case-2b-antimatching-3",
        place: "Section 6, case 2b, antimatching, 3",
        statement: "A spider with an antimatching, |K| = 3 and |R| even is Alice's and in A*.",
        range: RANGE,
        deep: DEEP,
        wrong: "A spider with an antimatching, |K| = 3 and |R| even is drawn and in A*.",
        check: |trial| {
            let claimed = trial.stated(winner(true), Outcome::Draw);
            antimatching(trial, |k, r| k == 3 && r % 2 == 0, (claimed, true))
        },
    },
    Claim {
        id: "bensmail/case-2b-reflection",
        place: "Section 6, case 2b, matching",
        statement: "A spider with a matching, |K| even and no rest is a reflection graph.",
        range: "|K| up to 16",
        deep: "|K| up to 40",
        wrong: "A spider with a matching, |K| odd and no rest is a reflection graph.",
        check: |trial| {
            let odd = trial.stated(0, 1);
            let empty = all::graphs(0).swap_remove(0);
            for k in (2 + odd..=trial.up_to(16, 40)).step_by(2) {
                let board = all::board(build(Legs::Matching, k, &empty));
                let name = format!("{k} legs");
                trial.case(name, true, |o| is_reflection(o, &board))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/case-2b-matching-even-even",
        place: "Section 6, case 2b, matching, |K| even, 1",
        statement: "A spider with a matching, |K| and |R| even is drawn.",
        range: RANGE,
        deep: DEEP,
        wrong: "A spider with a matching and |R| even is drawn.",
        check: |trial| {
            let any = trial.stated(false, true);
            matching(trial, |k, r| (any || k % 2 == 0) && r % 2 == 0, Outcome::Draw)
        },
    },
    Claim {
        id: "bensmail/case-2b-matching-a-mu",
        place: "Section 6, case 2b, matching, |K| even, 1",
        statement: "On a spider with a matching, |K| and |R| even, Alice can force a red component of order |V|/2 - \
                    ⌊|S|/4⌋ and no larger one.",
        range: RANGE,
        deep: DEEP,
        wrong: "She can force one of order |V|/2.",
        check: |trial| {
            let lost = trial.stated(4, usize::MAX);
            spiders(
                trial,
                Legs::Matching,
                |k, r| k % 2 == 0 && r % 2 == 0,
                |trial, k, board, name| {
                    let claimed = board.order() / 2 - k / lost;
                    trial.case(name, claimed as i32, |o| a_mu(o, board))
                },
            )
        },
    },
    Claim {
        id: "bensmail/case-2b-matching-even-odd",
        place: "Section 6, case 2b, matching, |K| even, 2",
        statement: "A spider with a matching, |K| even and |R| odd is Alice's.",
        range: RANGE,
        deep: DEEP,
        wrong: "It is drawn.",
        check: |trial| {
            let claimed = trial.stated(winner(true), Outcome::Draw);
            matching(trial, |k, r| k % 2 == 0 && r % 2 == 1, claimed)
        },
    },
    Claim {
        id: "bensmail/case-2b-matching-odd-odd",
        place: "Section 6, case 2b, matching, |K| odd, 1",
        statement: "A spider with a matching, |K| and |R| odd is Alice's.",
        range: RANGE,
        deep: DEEP,
        wrong: "It is drawn.",
        check: |trial| {
            let claimed = trial.stated(winner(true), Outcome::Draw);
            matching(trial, |k, r| k % 2 == 1 && r % 2 == 1, claimed)
        },
    },
    Claim {
        id: "bensmail/case-2b-matching-odd-even",
        place: "Section 6, case 2b, matching, |K| odd, 2",
        statement: "A spider with a matching, |K| odd and |R| even is Alice's.",
        range: RANGE,
        deep: DEEP,
        wrong: "It is drawn.",
        check: |trial| {
            let claimed = trial.stated(winner(true), Outcome::Draw);
            matching(trial, |k, r| k % 2 == 1 && r % 2 == 0, claimed)
        },
    },
];

/// All spiders with these legs and these orders of K and R, the small ones first.
fn spiders(
    trial: &mut Trial,
    kind: Legs,
    wanted: impl Fn(usize, usize) -> bool,
    mut check: impl FnMut(&mut Trial, usize, &Board, &str) -> Checked,
) -> Checked {
    let largest = trial.up_to(10, 13);
    // All rests with more vertices would be too many.
    let largest_rest = trial.up_to(5, 6);
    let mut sizes: Vec<(usize, usize)> = (2..=largest / 2)
        .flat_map(|k| (0..=largest_rest.min(largest - 2 * k)).map(move |r| (k, r)))
        .filter(|&(k, r)| wanted(k, r))
        .collect();
    sizes.sort_by_cached_key(|&(k, r)| (2 * k + r, k));
    for (k, r) in sizes {
        for rest in graphs(r, r) {
            let board = all::board(build(kind, k, rest.graph()));
            let name = format!("{} (|K| = {k}, R = {})", board.name(), rest.name());
            check(trial, k, &board, &name)?;
        }
    }
    Ok(())
}

fn antimatching(
    trial: &mut Trial,
    wanted: impl Fn(usize, usize) -> bool,
    claimed: (Outcome, bool),
) -> Checked {
    let text = |(outcome, star): (Outcome, bool)| {
        format!("{outcome}, {}in A*", if star { "" } else { "not " })
    };
    let found = |oracle: &Oracle, board: &Board| -> Result<String, Halt> {
        Ok(text((outcome(oracle, board)?, in_a_star(oracle, board)?)))
    };
    spiders(trial, Legs::Antimatching, wanted, |trial, _, board, name| {
        trial.case(name, text(claimed), |o| found(o, board))
    })
}

fn matching(trial: &mut Trial, wanted: impl Fn(usize, usize) -> bool, claimed: Outcome) -> Checked {
    spiders(trial, Legs::Matching, wanted, |trial, _, board, name| {
        trial.case(name, claimed, |o| outcome(o, board))
    })
}
