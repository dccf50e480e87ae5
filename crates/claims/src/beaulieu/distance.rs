//! Section 5: 2-distance colouring.

use std::collections::HashMap;

use chromex_graphs::ops;
use chromex_rules::{Colour, Position};

use super::{boards_up_to, equal, equals_node_kayles, unpainted};
use crate::claim::{Checked, Claim, Trial, class, start, start_on};
use chromex_theory::reduce::node_kayles;

/// The published table after Theorem 16: the number of vertices of an odd path, and whether the second
/// player wins 2-distance 2-colouring.
const ODD_PATHS: [(usize, bool); 8] =
    [(3, true), (5, false), (7, false), (9, true), (11, true), (13, false), (15, true), (17, true)];

/// The claims of section 5.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "beaulieu/thm-16",
        place: "Theorem 16",
        statement: "2-distance 2-colouring is P on even paths and cycles.",
        range: "paths of up to 24 vertices, cycles of up to 28",
        deep: "paths of up to 32 vertices, cycles of up to 36",
        wrong: "It is P on even paths and N on even cycles.",
        check: thm_16,
    },
    Claim {
        id: "beaulieu/thm-16-square",
        place: "Proof of Theorem 16",
        statement: "2-distance 2-colouring on a graph is proper 2-colouring on its square.",
        range: "all graphs with up to 6 vertices",
        deep: "all graphs with up to 7 vertices",
        wrong: "It is proper 2-colouring on the graph itself.",
        check: square,
    },
    Claim {
        id: "beaulieu/odd-paths",
        place: "Table after Theorem 16",
        statement: "2-distance 2-colouring on paths of 3, 5, …, 17 vertices is P, N, N, P, P, N, P, P.",
        range: "the table",
        deep: "the table",
        wrong: "It is N, N, P, P, N, P, P, N.",
        check: |trial| {
            let table = ODD_PATHS;
            let shift = trial.stated(0, 1);
            (0..table.len()).try_for_each(|i| {
                let second_wins = table[(i + shift) % table.len()].1;
                outcome(trial, &format!("path:{}", table[i].0), second_wins)
            })
        },
    },
    Claim {
        id: "beaulieu/odd-cycles",
        place: "Section 5 (open)",
        statement: "The paper leaves 2-distance 2-colouring on odd cycles open; all of them are P, and so they are for every \
                    distance.",
        range: "up to 27 vertices; distances 3 and 4 up to 15",
        deep: "up to 35 vertices; distances 3 and 4 up to 21",
        wrong: "All of them are N.",
        check: |trial| {
            let second_wins = trial.stated(true, false);
            (3..=trial.up_to(27, 35))
                .step_by(2)
                .try_for_each(|n| outcome(trial, &format!("cycle:{n}"), second_wins))?;
            let longest = trial.up_to(15, 21);
            let orders = |d: usize| (3..=longest).step_by(2).map(move |n: usize| (d, n));
            for (distance, n) in [3, 4].into_iter().flat_map(orders) {
                let position = start(&format!("distance:{distance}:2"), &format!("cycle:{n}"));
                trial.case(&position, class(second_wins), |oracle| oracle.outcome(&position))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/prop-17",
        place: "Proposition 17",
        statement: "To win 2-distance 2-colouring on an odd path the first player must colour the middle vertex.",
        range: "winning first moves on up to 21 vertices; games in which he never does on up to 9",
        deep: "winning first moves on up to 27 vertices; games in which he never does on up to 13",
        wrong: "He must colour the first vertex, and can do without the middle one.",
        check: prop_17,
    },
    Claim {
        id: "beaulieu/prop-18",
        place: "Proposition 18",
        statement: "Node Kayles on a graph is 2-distance 2-colouring on the graph with each edge subdivided by a \
                    vertex with a painted tail.",
        range: "all graphs with up to 5 vertices",
        deep: "all graphs with up to 7 vertices",
        wrong: "The same with the tails left unpainted.",
        check: |trial| {
            let n = trial.up_to(5, 7);
            subdivided(trial, 2, n)
        },
    },
    Claim {
        id: "beaulieu/cor-19",
        place: "Corollary 19",
        statement: "The same with k colours and a painted leaf for each further colour.",
        range: "all graphs with up to 5 vertices, 1, 3 and 4 colours",
        deep: "all graphs with up to 6 vertices, 1 and 3 to 5 colours",
        wrong: "The same with tails and leaves left unpainted.",
        check: |trial| {
            let n = trial.up_to(5, 6);
            let colours = [1].into_iter().chain(3..=trial.up_to(4, 5));
            colours.into_iter().try_for_each(|k| subdivided(trial, k, n))
        },
    },
];

const GAME: &str = "distance:2:2";

fn outcome(trial: &mut Trial, graph: &str, second_wins: bool) -> Checked {
    let position = start(GAME, graph);
    trial.case(&position, class(second_wins), |oracle| oracle.outcome(&position))
}

fn thm_16(trial: &mut Trial) -> Checked {
    let (paths, cycles) = trial.up_to((24, 28), (32, 36));
    for n in (2..=paths).step_by(2) {
        outcome(trial, &format!("path:{n}"), true)?;
    }
    for n in (4..=cycles).step_by(2) {
        outcome(trial, &format!("cycle:{n}"), trial.stated(true, false))?;
    }
    Ok(())
}

fn square(trial: &mut Trial) -> Checked {
    let power = trial.stated(2, 1);
    for board in boards_up_to(trial.up_to(6, 7)) {
        let squared = ops::power(&board, power).expect("small enough");
        let squared = chromex_graph_tools::all::board(squared.graph().clone());
        equal(trial, &start_on(GAME, &board), &start_on("proper:2", &squared))?;
    }
    Ok(())
}

fn subdivided(trial: &mut Trial, colours: u8, n: usize) -> Checked {
    let painted = trial.stated(true, false);
    equals_node_kayles(trial, n, |board| {
        let image = node_kayles::to_distance_2(board.graph(), colours).expect("small enough");
        if painted { image } else { unpainted(&image) }
    })
}

fn prop_17(trial: &mut Trial) -> Checked {
    trial.reading("with the first move", |trial| {
        for n in (3..=trial.up_to(21, 27)).step_by(2) {
            let position = start(GAME, &format!("path:{n}"));
            let claimed = trial.stated(n / 2, 0);
            let name = format!("vertices other than {claimed} that win on path:{n}");
            trial.case(name, "none".to_owned(), |oracle| {
                let mut solver = oracle.solver(&position)?;
                for m in position.moves() {
                    let after = position.play(m).expect("listed moves are legal");
                    if m.cell != claimed && solver.outcome(&after)? == class(true) {
                        return Ok(format!("{}", m.cell));
                    }
                }
                Ok("none".to_owned())
            })?;
        }
        Ok(())
    })?;
    trial.reading("at some time", |trial| {
        for n in (3..=trial.up_to(9, 13)).step_by(2) {
            let position = start(GAME, &format!("path:{n}"));
            let name = format!("path:{n}: the first player wins without the middle vertex");
            let wins = Avoiding { cell: n / 2, known: HashMap::new() }.mover_wins(&position, true);
            trial.case(name, trial.stated(false, true), |_| Ok(wins))?;
        }
        Ok(())
    })
}

/// The game in which the first player may not colour one of the cells.
struct Avoiding {
    cell: usize,
    known: HashMap<(Vec<Colour>, bool), bool>,
}

impl Avoiding {
    fn mover_wins(&mut self, position: &Position, first: bool) -> bool {
        let key = (position.colouring().to_vec(), first);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let avoided = self.cell;
        let moves = position.moves().into_iter().filter(|m| !first || m.cell != avoided);
        let wins = moves.into_iter().any(|m| {
            let after = position.play(m).expect("listed moves are legal");
            !self.mover_wins(&after, !first)
        });
        self.known.insert(key, wins);
        wins
    }
}
