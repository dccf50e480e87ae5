//! Claims of Brosse, Martins, Nisse and Sampaio, *The Graph Coloring Game on 4×n-Grids*.

mod borders;
mod every_length;
mod quoted;
mod twins;

use chromex_graph_tools::all;
use chromex_rules::Player;

use super::claim::{Checked, Claim, Trial, start, start_on, winner};
use chromex_theory::strips;

use every_length::{confirm, confirm_attack, confirm_attacks, confirm_drawn};
use twins::{AliceFirst, Partner, on_three_columns};

/// The claims, in the order of the paper.
pub(super) fn claims() -> Vec<Claim> {
    let (introduction, rest) = CLAIMS.split_at(1);
    [introduction, quoted::CLAIMS, rest].concat()
}

const CLAIMS: &[Claim] = &[
    Claim {
        id: "brosse/enough-colours",
        place: "Introduction",
        statement: "χ_g(G) ≤ Δ(G) + 1 for any graph G with maximum degree Δ(G).",
        range: "all graphs with up to 6 vertices",
        deep: "all graphs with up to 8 vertices",
        wrong: "χ_g(G) ≤ Δ(G) for any graph G with maximum degree Δ(G) ≥ 1.",
        check: |trial| {
            let (last, more) = (trial.up_to(6, 8), trial.stated(1, 0));
            let graphs =
                (1..=last).flat_map(all::graphs).filter(|graph| graph.edges().next().is_some());
            for board in graphs.map(all::board) {
                let game = format!("colouring:{}", board.graph().max_degree() + more);
                let position = start_on(&game, &board);
                trial.case(&position, winner(true), |oracle| oracle.outcome(&position))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "brosse/one-row",
        place: "Abstract (Raspaud, Wu)",
        statement: "χ_g(P_1 □ P_n) = 3 for n ≥ 4.",
        range: "search for 4 ≤ n ≤ 24; Alice for every n by certificate",
        deep: "search for 4 ≤ n ≤ 60; Alice for every n by certificate",
        wrong: "χ_g(P_1 □ P_n) = 4 for n ≥ 4.",
        check: |trial| {
            let (last, chi) = (trial.up_to(24, 60), trial.stated(3, 4));
            chi_is(trial, (4..=last).map(|n| format!("grid:1x{n}")), chi, Player::Left)?;
            confirm(trial, strips::ONE_ROW)
        },
    },
    Claim {
        id: "brosse/two-rows",
        place: "Abstract (Raspaud, Wu)",
        statement: "χ_g(P_2 □ P_n) = 4 for n ≥ 4.",
        range: "search for 4 ≤ n ≤ 11; Alice for every n by certificate",
        deep: "search for 4 ≤ n ≤ 16; Alice for every n by certificate",
        wrong: "χ_g(P_2 □ P_n) = 3 for n ≥ 4.",
        check: |trial| {
            let (last, chi) = (trial.up_to(11, 16), trial.stated(4, 3));
            chi_is(trial, (4..=last).map(|n| format!("grid:2x{n}")), chi, Player::Left)?;
            confirm(trial, strips::TWO_ROWS)
        },
    },
    Claim {
        id: "brosse/three-rows",
        place: "Abstract (Raspaud, Wu)",
        statement: "χ_g(P_3 □ P_n) = 4 for n ≥ 4.",
        range: "search for 4 ≤ n ≤ 7; Alice for every n by certificate",
        deep: "search for 4 ≤ n ≤ 10; Alice for every n by certificate",
        wrong: "χ_g(P_3 □ P_n) = 4 for n ≥ 2.",
        check: |trial| {
            let (first, last) = (trial.stated(4, 2), trial.up_to(7, 10));
            chi_is(trial, (first..=last).map(|n| format!("grid:3x{n}")), 4, Player::Left)?;
            confirm(trial, strips::THREE_ROWS)
        },
    },
    Claim {
        id: "brosse/three-rows-around",
        place: "A sequel to the abstract",
        statement: "Alice wins with 4 colours on P_3 □ C_n for n ≥ 3, whoever begins, even if Bob may skip turns.",
        range: "search for n ≤ 5; every n by certificate",
        deep: "search for n ≤ 7; every n by certificate",
        wrong: "Alice wins with 3 colours on P_3 □ C_n for n ≥ 3, whoever begins.",
        check: |trial| {
            let (game, last) = (trial.stated("colouring:4", "colouring:3"), trial.up_to(5, 7));
            let boards = || (3..=last).map(|n| format!("cylinder:3x{n}"));
            wins(trial, game, boards(), true, Player::Left)?;
            wins(trial, game, boards(), true, Player::Right)?;
            confirm(trial, strips::THREE_ROWS_AROUND)
        },
    },
    Claim {
        id: "brosse/claim-1",
        place: "Claim 1",
        statement: "Alice wins with 5 colours on P_4 □ P_n and P_4 □ C_n.",
        range: "n ≤ 5",
        deep: "n ≤ 20",
        wrong: "Alice wins with 3 colours on P_4 □ P_n and P_4 □ C_n.",
        check: |trial| {
            let last = trial.up_to(5, 20);
            let game = trial.stated("colouring:5", "colouring:3");
            let grids = (1..=last).map(|n| format!("grid:4x{n}"));
            let cylinders = (3..=last).map(|n| format!("cylinder:4x{n}"));
            wins(trial, game, grids.chain(cylinders), true, Player::Left)
        },
    },
    Claim {
        id: "brosse/claim-2",
        place: "Claim 2",
        statement: "Bob wins with 3 colours on P_4 □ P_n and P_4 □ C_n for n ≥ 18.",
        range: "n = 18, 19, 20",
        deep: "18 ≤ n ≤ 30",
        wrong: "Bob wins with 4 colours on P_4 □ P_n, and so on from n = 5.",
        check: |trial| {
            let (game, first) = trial.stated(("colouring:3", 18), ("colouring:4", 5));
            let boards = four_rows(first..=trial.up_to(20, 30));
            wins(trial, game, boards, false, Player::Left)
        },
    },
    Claim {
        id: "brosse/claim-2-sharper",
        place: "Claim 2, sharpened",
        statement: "Bob wins with 3 colours already on P_4 □ P_n for n ≥ 2 and on P_4 □ C_n for n ≥ 3.",
        range: "n ≤ 17",
        deep: "n ≤ 17",
        wrong: "Bob wins with 3 colours on P_4 □ P_n for n ≥ 1.",
        check: |trial| {
            let grids = (trial.stated(2, 1)..=17).map(|n| format!("grid:4x{n}"));
            let cylinders = (3..=17).map(|n| format!("cylinder:4x{n}"));
            wins(trial, "colouring:3", grids.chain(cylinders), false, Player::Left)
        },
    },
    Claim {
        id: "brosse/three-colours",
        place: "A sequel to Claim 2",
        statement: "χ_g(P_m □ P_n) ≥ 4 for all m, n ≥ 3, and χ_g(P_4 □ C_n) ≥ 4 for all n ≥ 3: Bob wins with 3 colours.",
        range: "all m and n by certificates and, where they are below 10, by search",
        deep: "all m and n by certificates and, where they are below 10, by search",
        wrong: "Bob wins with 4 colours there.",
        check: |trial| {
            confirm_attacks(trial)?;
            let grids = (3..10).flat_map(|m| (m..10).map(move |n| format!("grid:{m}x{n}")));
            let cylinders = (3..6).map(|n| format!("cylinder:4x{n}"));
            let game = trial.stated("colouring:3", "colouring:4");
            wins(trial, game, grids.chain(cylinders), false, Player::Left)
        },
    },
    Claim {
        id: "brosse/lemma-1-lower",
        place: "Lemma 1, lower bound",
        statement: "Bob, moving first, wins with 3 colours on P_4 □ P_n and P_4 □ C_n for n ≥ 9.",
        range: "9 ≤ n ≤ 14",
        deep: "9 ≤ n ≤ 30",
        wrong: "Alice, when Bob moves first, wins with 3 colours there.",
        check: |trial| {
            let (boards, alice) = (four_rows(9..=trial.up_to(14, 30)), trial.stated(false, true));
            wins(trial, "colouring:3", boards, alice, Player::Right)
        },
    },
    Claim {
        id: "brosse/lemma-1-upper",
        place: "Lemma 1, upper bound",
        statement: "Alice, when Bob moves first, wins with 4 colours on P_4 □ P_n and P_4 □ C_n: she gives \
                    the vertex two rows away in the same column the same colour.",
        range: "every n by certificate, and in all colourings of three columns with alike twins, which is all that a move sees; \
                search for n ≤ 6",
        deep: "the same; search for n ≤ 7",
        wrong: "She gives the vertex in the mirrored row of the same column the same colour.",
        check: lemma_1_upper,
    },
    Claim {
        id: "brosse/twins-alice-first",
        place: "Section 2, after Lemma 1",
        statement: "The strategy of Lemma 1 does not work when Alice begins: wherever she does, Bob beats it on P_4 □ P_n for n \
                    ≥ 6. (Here: from n = 3 on, where she may play as she likes when there is no twin to colour.)",
        range: "n = 3, 4",
        deep: "n = 3, 4, 5",
        wrong: "Bob beats it for n ≥ 2.",
        check: |trial| {
            for n in trial.stated(3, 2)..=trial.up_to(4, 5) {
                let name = format!("a first move on grid:4x{n} after which Bob does not beat it");
                let found = AliceFirst::new(n).good_beginning();
                let found = found.map_or("none".to_owned(), |cell| cell.to_string());
                trial.case(name, "none".to_owned(), |_| Ok(found.clone()))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "brosse/observation-1",
        place: "Observation 1",
        statement: "Every vertex of a border of a block in configuration α, β, γ, δ or π is safe or sound.",
        range: "all colourings of a right border and the column before it in which it is in one of the configurations",
        deep: "all colourings of a right border and the column before it in which it is in one of the configurations",
        wrong: "Every vertex of such a border is safe.",
        check: borders::observation,
    },
    Claim {
        id: "brosse/theorem-1",
        place: "Theorem 1",
        statement: "χ_g(P_4 □ P_n) ≤ 4 for every n.",
        range: "search for n ≤ 7; every n by certificate",
        deep: "search for n ≤ 9; every n by certificate",
        wrong: "χ_g(P_4 □ P_n) ≤ 3 for every n.",
        check: |trial| {
            let game = trial.stated("colouring:4", "colouring:3");
            let boards = (1..=trial.up_to(7, 9)).map(|n| format!("grid:4x{n}"));
            wins(trial, game, boards, true, Player::Left)?;
            confirm_drawn(trial, strips::FOUR_ROWS_DRAWN)
        },
    },
    Claim {
        id: "brosse/connected-strips",
        place: "A sequel: connected colouring",
        statement: "Alice wins connected colouring with 3 colours on P_2 □ P_n, with 4 on P_3 □ P_n and on triangular strips of 2 rows, \
                    with 5 on triangular strips of 3 rows and with 6 on king's strips of 3 rows, whoever begins.",
        range: "search for n ≤ 4; every n by certificate",
        deep: "search for n ≤ 5; every n by certificate",
        wrong: "Alice wins all of them with one colour fewer.",
        check: |trial| {
            let (last, fewer) = (trial.up_to(4, 5), trial.stated(0, 1));
            for proof in strips::CONNECTED {
                let game = format!("connected-colouring:{}", proof.colours - fewer);
                let boards = || (2..=last).map(|n| format!("{}:{}x{n}", proof.boards, proof.rows));
                wins(trial, &game, boards(), true, Player::Left)?;
                wins(trial, &game, boards(), true, Player::Right)?;
                confirm(trial, proof.certificate)?;
            }
            Ok(())
        },
    },
    Claim {
        id: "brosse/other-strips",
        place: "A sequel to Claim 2, on other graphs",
        statement: "Bob wins with 3 colours on triangular strips of 2 rows for n ≥ 12 and with 4 on king's strips of 3 rows for n ≥ 10; if he \
                    begins, for n ≥ 6 and n ≥ 5.",
        range: "search for the smallest n when Bob begins; every n by certificate",
        deep: "search for the two smallest n when Bob begins; every n by certificate",
        wrong: "Bob, moving first, wins there with two colours more.",
        check: |trial| {
            let (more, colours) = (trial.up_to(0, 1), trial.stated(0, 2));
            for proof in strips::OTHER_ATTACKS {
                let game = format!("colouring:{}", proof.colours + colours);
                let lengths = proof.columns..=proof.columns + more;
                let boards = lengths.map(|n| format!("{}:{}x{n}", proof.boards, proof.rows));
                wins(trial, &game, boards, false, Player::Right)?;
                confirm_attack(trial, proof.attack)?;
            }
            Ok(())
        },
    },
];

fn four_rows(columns: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = String> {
    columns.flat_map(|n| [format!("grid:4x{n}"), format!("cylinder:4x{n}")])
}

/// Checks that Alice wins with `chi` colours, and Bob with one fewer.
fn chi_is(
    trial: &mut Trial,
    boards: impl Iterator<Item = String>,
    chi: usize,
    first: Player,
) -> Checked {
    for board in boards {
        for (colours, alice) in [(chi - 1, false), (chi, true)] {
            let game = format!("colouring:{colours}");
            wins(trial, &game, [board.clone()].into_iter(), alice, first)?;
        }
    }
    Ok(())
}

fn wins(
    trial: &mut Trial,
    game: &str,
    boards: impl Iterator<Item = String>,
    alice: bool,
    first: Player,
) -> Checked {
    for board in boards {
        let position = start(game, &board).with_turn(first);
        trial.case(&position, winner(alice), |oracle| oracle.outcome(&position))?;
    }
    Ok(())
}

fn lemma_1_upper(trial: &mut Trial) -> Checked {
    confirm(trial, strips::FOUR_ROWS)?;
    confirm(trial, strips::FOUR_ROWS_AROUND)?;
    let small = (1..=trial.up_to(6, 7)).map(|n| format!("grid:4x{n}"));
    let cylinders = (3..=trial.up_to(6, 7)).map(|n| format!("cylinder:4x{n}"));
    wins(trial, "colouring:4", small.chain(cylinders), true, Player::Right)?;
    let partner: Partner = trial.stated(|row| (row + 2) % 4, |row| 3 - row);
    on_three_columns(trial, partner)
}
