//! Section 4: paths and cycles.

use chromex_graphs::parse;
use chromex_rules::{Game, Player, Position};

use crate::claim::{Checked, Claim, Halt, Oracle, Trial, start, winner};
use chromex_engine::Outcome;
use chromex_theory::paths::{on_cycle, on_path};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "bensmail/lem-4.1",
        place: "Lemma 4.1",
        statement: "On a path Bob can keep the red components at order at most 2, even if an end is red already \
                    and it is Alice's turn.",
        range: "paths of up to 15 vertices",
        deep: "paths of up to 19 vertices",
        wrong: "On a path Bob can keep the red components at order 1.",
        check: |trial| {
            let most = trial.stated(2, 1);
            for n in 1..=trial.up_to(15, 19) {
                for ends in [0, 1] {
                    let red: Vec<usize> = (0..ends).collect();
                    bounded(trial, n, &red, Player::Left, most)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/lem-4.2",
        place: "Lemma 4.2",
        statement: "On a path with x blue vertices Alice, beginning, can keep the blue components at order at most \
                    x, or x + 1 if the blue vertices are connected and x = 1 or no end is blue.",
        range: "all sets of blue vertices on paths of up to 9 vertices",
        deep: "all sets of blue vertices on paths of up to 13 vertices",
        wrong: "Alice can always keep the blue components at order at most x.",
        check: |trial| {
            let exception = trial.stated(1, 0);
            for n in 1..=trial.up_to(9, 13) {
                for set in sets(n).into_iter().filter(|set| !set.is_empty()) {
                    let x = set.len();
                    let connected = set[x - 1] - set[0] + 1 == x;
                    let at_end = set[0] == 0 || set[x - 1] == n - 1;
                    let more = connected && (!at_end || x == 1);
                    let most = x + if more { exception } else { 0 };
                    bounded(trial, n, &set, Player::Right, most)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/lem-4.2-mended",
        place: "Lemma 4.2",
        statement: "On a path with x blue vertices Alice, beginning, can keep the blue components at order at most \
                    x + 1, and at most x if x ≥ 2 and an end is blue (which is how the lemma is used).",
        range: "all sets of blue vertices on paths of up to 9 vertices",
        deep: "all sets of blue vertices on paths of up to 13 vertices",
        wrong: "She can keep them at order at most x if x ≥ 2 and no end is blue.",
        check: |trial| {
            let wrong = trial.stated(false, true);
            for n in 1..=trial.up_to(9, 13) {
                for set in sets(n).into_iter().filter(|set| !set.is_empty()) {
                    let x = set.len();
                    let at_end = set[0] == 0 || set[x - 1] == n - 1;
                    let few = x >= 2 && at_end != wrong;
                    bounded(trial, n, &set, Player::Right, if few { x } else { x + 1 })?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/thm-4.3",
        place: "Theorem 4.3",
        statement: "Alice wins on the paths of 1, 3, 5, 7 and 9 vertices; all other paths are drawn.",
        range: "paths of up to 15 vertices",
        deep: "paths of up to 19 vertices",
        wrong: "Alice wins on the paths of 1, 3, 5 and 7 vertices; all other paths are drawn.",
        check: |trial| {
            let exception = trial.stated(0, 9);
            for n in 1..=trial.up_to(15, 19) {
                let path = format!("path:{n}");
                let claimed = if n == exception { Outcome::Draw } else { on_path(n) };
                trial.case(&path, claimed, |o| o.outcome(&start("connected", &path)))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/centre",
        place: "Theorem 4.3, proof",
        statement: "On the paths of 3, 5 and 7 vertices Alice wins by colouring the centre first.",
        range: "these paths",
        deep: "these paths",
        wrong: "On the paths of 3, 5 and 7 vertices Alice wins by colouring an end first.",
        check: |trial| {
            for n in [3, 5, 7] {
                let position = start("connected", &format!("path:{n}"));
                let first = trial.stated(n / 2, 0);
                let m = position.moves().into_iter().find(|m| m.cell == first).expect("it is open");
                let after = position.play(m).expect("it is legal");
                trial.case(&after, winner(true), |o| o.outcome(&after))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/lem-4.4",
        place: "Lemma 4.4",
        statement: "On a path with x ≥ 3 blue vertices, both ends among them, and an odd number of others, Alice, \
                    beginning, can keep the blue components at order at most x - 1.",
        range: "all such sets of blue vertices on paths of up to 11 vertices",
        deep: "all such sets of blue vertices on paths of up to 15 vertices",
        wrong: "The same with an even number of others.",
        check: |trial| {
            let odd = trial.stated(1, 0);
            for n in 4..=trial.up_to(11, 15) {
                for inside in sets(n - 2) {
                    let set: Vec<usize> = [0]
                        .into_iter()
                        .chain(inside.iter().map(|v| v + 1))
                        .chain([n - 1])
                        .collect();
                    let x = set.len();
                    if x >= 3 && n > x && (n - x) % 2 == odd {
                        bounded(trial, n, &set, Player::Right, x - 1)?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/thm-4.5",
        place: "Theorem 4.5",
        statement: "Alice wins on the cycles of odd length; the others are drawn.",
        range: "cycles of up to 16 vertices",
        deep: "cycles of up to 19 vertices",
        wrong: "Alice wins on the cycles of 3, 5, 7 and 9 vertices only.",
        check: |trial| {
            let largest = trial.stated(usize::MAX, 9);
            for n in 3..=trial.up_to(16, 19) {
                let cycle = format!("cycle:{n}");
                let claimed = if n > largest { Outcome::Draw } else { on_cycle(n) };
                trial.case(&cycle, claimed, |o| o.outcome(&start("connected", &cycle)))?;
            }
            Ok(())
        },
    },
];

/// The sets of vertices of a path, small sets first.
fn sets(n: usize) -> Vec<Vec<usize>> {
    let set = |bits: usize| (0..n).filter(|v| bits >> v & 1 == 1).collect();
    let mut sets: Vec<Vec<usize>> = (0..1 << n).map(set).collect();
    sets.sort_by_cached_key(Vec::len);
    sets
}

/// Checks whether Red's opponent can keep the red components of a path at most this large, when
/// some vertices are already red. The paper's lemmas about blue vertices are stated about red ones
/// here, with the players exchanged.
fn bounded(trial: &mut Trial, n: usize, red: &[usize], turn: Player, most: usize) -> Checked {
    let game = Game::connected_maker_breaker();
    let board = parse(&format!("path:{n}")).expect("a graph");
    let colouring = (0..n).map(|v| u8::from(red.contains(&v))).collect();
    let position = Position::new(game, board, colouring, turn).expect("a position");
    let name = format!("more than {most} at {position}");
    trial.case(name, false, |oracle| exceeds(oracle, &position, most))
}

fn exceeds(oracle: &Oracle, position: &Position, most: usize) -> Result<bool, Halt> {
    let goal = most as i32 + 1;
    Ok(oracle.solver(position)?.at_least(goal, position)?)
}
