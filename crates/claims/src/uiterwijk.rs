//! Claims of Uiterwijk, *Solving Bicoloring-Graph Games on Rectangular Boards, Part 2: impartial Col
//! and Snort*.

use chromex_graph_tools::all;
use chromex_graph_tools::classes::involution::{InvolutionKind, find_in_graph};
use chromex_rules::{Colour, Move, Position};

use super::claim::{Checked, Claim, Trial, class, position, start, start_on};

/// The claims, in the order of the paper.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "uiterwijk/thm-1",
        place: "Theorem 1",
        statement: "On a board with an even side the second player wins iCol.",
        range: "boards with up to 20 squares",
        deep: "boards with up to 28 squares",
        wrong: "On a board with an even side the first player wins iCol.",
        check: |trial| boards(trial, "icol", 0, true),
    },
    Claim {
        id: "uiterwijk/thm-2",
        place: "Theorem 2",
        statement: "On a board with two odd sides the first player wins iCol.",
        range: "boards with up to 21 squares",
        deep: "boards with up to 33 squares",
        wrong: "On a board with two odd sides the second player wins iCol.",
        check: |trial| boards(trial, "icol", 1, false),
    },
    Claim {
        id: "uiterwijk/thm-3",
        place: "Theorem 3",
        statement: "iCol on a chain is 0 if its length is even and * if it is odd.",
        range: "chains of up to 40 squares",
        deep: "chains of up to 100 squares",
        wrong: "iCol on a chain is 0 if its length is odd and * if it is even.",
        check: |trial| chains(trial, "icol"),
    },
    Claim {
        id: "uiterwijk/eq-1",
        place: "Equation 1",
        statement: "In iCol, chains with tinted ends are b…o = *k, b…b = * and b…w = 0, and so they are with b and w exchanged or \
                    read backwards; single squares b and w are *.",
        range: "chains of up to 30 squares",
        deep: "chains of up to 90 squares",
        wrong: "In iCol, chains with tinted ends are b…o = *k, b…b = 0 and b…w = *.",
        check: |trial| {
            let says = trial.stated((1, 0), (0, 1));
            tinted_chains(trial, "icol", ['W', 'B'], |_| says)
        },
    },
    Claim {
        id: "uiterwijk/thm-4",
        place: "Theorem 4",
        statement: "On a board with an even side the second player wins iSnort.",
        range: "boards with up to 20 squares",
        deep: "boards with up to 28 squares",
        wrong: "On a board with an even side the first player wins iSnort.",
        check: |trial| boards(trial, "isnort", 0, true),
    },
    Claim {
        id: "uiterwijk/thm-5",
        place: "Theorem 5",
        statement: "On a board with two odd sides the first player wins iSnort.",
        range: "boards with up to 21 squares",
        deep: "boards with up to 33 squares",
        wrong: "On a board with two odd sides the second player wins iSnort.",
        check: |trial| boards(trial, "isnort", 1, false),
    },
    Claim {
        id: "uiterwijk/thm-6",
        place: "Theorem 6",
        statement: "iSnort on a chain is 0 if its length is even and * if it is odd.",
        range: "chains of up to 40 squares",
        deep: "chains of up to 100 squares",
        wrong: "iSnort on a chain is 0 if its length is odd and * if it is even.",
        check: |trial| chains(trial, "isnort"),
    },
    Claim {
        id: "uiterwijk/eq-2",
        place: "Equation 2",
        statement: "In iSnort, chains with tinted ends are b…o = *k; b…b is 0 for even k and * for odd; \
                    b…w is * for even k and 0 for odd; and so they are with b and w exchanged or read backwards. Single \
                    squares b and w are *.",
        range: "chains of up to 30 squares",
        deep: "chains of up to 90 squares",
        wrong: "In iSnort, chains with tinted ends are b…o = *k; b…b is * for even k and 0 for odd; \
                b…w is 0 for even k and * for odd.",
        check: |trial| {
            let flip = trial.stated(0, 1);
            tinted_chains(trial, "isnort", ['B', 'W'], |k| ((k + flip) % 2, (k + 1 + flip) % 2))
        },
    },
    Claim {
        id: "uiterwijk/alternatives",
        place: "After Theorems 1 and 4",
        statement: "On boards with two even sides the second player can also answer in the same colour in iCol (centre-same) and \
                    in the other colour in iSnort (centre-opp); on boards with one odd side that may be illegal.",
        range: "all centre-symmetric positions on boards with up to 16 squares",
        deep: "all centre-symmetric positions on boards with up to 18 squares",
        wrong: "It is never illegal.",
        check: alternatives,
    },
    Claim {
        id: "uiterwijk/col",
        place: "Proof of Theorem 1",
        statement: "The centre strategy in the other colour wins Col for the second player, on boards with an even side and on every \
                    graph with an involution without fixed points.",
        range: "boards with up to 12 squares, all graphs with up to 6 vertices",
        deep: "boards with up to 16 squares, all graphs with up to 8 vertices",
        wrong: "The second player wins Col on every graph of even order.",
        check: col,
    },
    Claim {
        id: "uiterwijk/middle",
        place: "Conclusion of sections 3.2 and 3.4",
        statement: "On an odd chain the first player must colour the middle square.",
        range: "chains of up to 19 squares",
        deep: "chains of up to 41 squares",
        wrong: "On an odd chain the first player must colour an end.",
        check: middle,
    },
    Claim {
        id: "uiterwijk/mirror",
        place: "Theorems 4 and 5, on any graph",
        statement: "The mirror strategies for iSnort need no board: a graph with an involution without fixed \
                    points is P, one with exactly one fixed point N.",
        range: "all graphs with up to 6 vertices",
        deep: "all graphs with up to 7 vertices",
        wrong: "… one with exactly one fixed point P.",
        check: mirror,
    },
    Claim {
        id: "uiterwijk/table-1",
        place: "Table 1",
        statement: "iCol and iSnort are P on boards with an even side and N on the others.",
        range: "boards with up to 20 squares",
        deep: "boards with up to 28 squares",
        wrong: "iCol and iSnort are P exactly on boards with two even sides.",
        check: table_1,
    },
    Claim {
        id: "uiterwijk/table-2",
        place: "Table 2",
        statement: "Linear iCol and iSnort are 0 for even and * for odd length.",
        range: "chains of up to 40 squares",
        deep: "chains of up to 100 squares",
        wrong: "Linear iCol and iSnort are 0 for odd and * for even length.",
        check: |trial| ["icol", "isnort"].into_iter().try_for_each(|game| chains(trial, game)),
    },
    Claim {
        id: "uiterwijk/odd-boards",
        place: "Section 4 (open)",
        statement: "The paper leaves open which nimbers odd × odd boards have; the natural guess from \
                    chains would be * for all of them.",
        range: "iCol on boards with up to 21 squares",
        deep: "iCol on boards with up to 33 squares",
        wrong: "All odd × odd boards are *2.",
        check: odd_boards,
    },
];

/// The pairs (rows, columns) with at most as many rows as columns and up to this many squares,
/// sorted by the number of squares.
fn boards_of(squares: usize) -> Vec<(usize, usize)> {
    let mut sizes: Vec<(usize, usize)> =
        (1..=squares).flat_map(|r| (r..=squares / r).map(move |c| (r, c))).collect();
    sizes.sort_by_cached_key(|&(r, c)| (r * c, r));
    sizes
}

/// Checks who wins on the boards whose number of squares has this parity.
fn boards(trial: &mut Trial, game: &str, parity: usize, second_wins: bool) -> Checked {
    let squares = if parity == 0 { trial.up_to(20, 28) } else { trial.up_to(21, 33) };
    let claimed = trial.stated(class(second_wins), class(!second_wins));
    for (r, c) in boards_of(squares).into_iter().filter(|(r, c)| r * c % 2 == parity) {
        let board = format!("grid:{r}x{c}");
        trial.case(format!("{game} on {board}"), claimed, |o| o.outcome(&start(game, &board)))?;
    }
    Ok(())
}

fn chains(trial: &mut Trial, game: &str) -> Checked {
    let shift = trial.stated(0, 1);
    for n in 1..=trial.up_to(40, 100) {
        let path = format!("path:{n}");
        let claimed = nimber((n + shift) % 2);
        trial.case(format!("{game} on {path}"), claimed, |o| o.value(&start(game, &path)))?;
    }
    Ok(())
}

fn nimber(n: u32) -> chromex_engine::Value {
    chromex_engine::Value::Nimber(n)
}

/// Chains of k open squares with tinted ends: a tint shows the colour that a coloured neighbour
/// leaves possible. `ends` are the neighbours that leave a black and a white tint; `claimed` gives
/// the claims for b…b and b…w.
fn tinted_chains(
    trial: &mut Trial,
    game: &str,
    ends: [char; 2],
    claimed: impl Fn(u32) -> (u32, u32),
) -> Checked {
    let [black, white] = ends;
    for k in 1..=trial.up_to(30, 90) {
        let open = ".".repeat(k as usize);
        let (same, different) = claimed(k);
        let chains = [
            (format!("{black}{open}"), k),
            (format!("{white}{open}"), k),
            (format!("{open}{black}"), k),
            (format!("{open}{white}"), k),
            (format!("{black}{open}{black}"), same),
            (format!("{white}{open}{white}"), same),
            (format!("{black}{open}{white}"), different),
            (format!("{white}{open}{black}"), different),
        ];
        for (colouring, claimed) in chains {
            let line = format!("{game} path:{} {colouring} left", colouring.len());
            trial.case(&line, nimber(claimed), |o| o.value(&position(&line)))?;
        }
    }
    Ok(())
}

/// Checks that the answer to every legal move in every centre-symmetric position is legal.
fn alternatives(trial: &mut Trial) -> Checked {
    let never = trial.stated(false, true);
    let boards = boards_of(trial.up_to(16, 18));
    for (rows, columns) in boards.into_iter().filter(|(r, c)| r * c % 2 == 0) {
        for (game, exchanged) in [("icol", false), ("isnort", true)] {
            let empty = start(game, &format!("grid:{rows}x{columns}"));
            let claimed = never || rows % 2 == 0 && columns % 2 == 0;
            let name = format!("all answers on {} are legal in {game}", empty.board().name());
            trial.case(name, claimed, |_| Ok(answers_are_legal(&empty, exchanged)))?;
        }
    }
    Ok(())
}

fn answers_are_legal(empty: &Position, exchanged: bool) -> bool {
    let n = empty.cells();
    let answer = |colour: Colour| if exchanged && colour > 0 { 3 - colour } else { colour };
    (0..3_usize.pow(n as u32 / 2)).all(|code| {
        let half: Vec<Colour> =
            (0..n / 2).map(|v| (code / 3_usize.pow(v as u32) % 3) as Colour).collect();
        let rest = half.iter().rev().map(|&colour| answer(colour));
        let colouring = half.iter().copied().chain(rest).collect();
        let (game, board) = (empty.game().clone(), empty.board().clone());
        let Ok(position) = Position::new(game, board, colouring, empty.turn()) else { return true };
        position.moves().into_iter().all(|m| {
            let after = position.play(m).expect("listed moves are legal");
            let reply = Move { cell: n - 1 - m.cell, colour: answer(m.colour) };
            after.check(after.turn(), reply).is_ok()
        })
    })
}

fn col(trial: &mut Trial) -> Checked {
    let even_is_enough = trial.stated(false, true);
    let (squares, vertices) = trial.up_to((12, 6), (16, 8));
    for (r, c) in boards_of(squares).into_iter().filter(|(r, c)| r * c % 2 == 0) {
        let position = start("col", &format!("grid:{r}x{c}"));
        trial.case(&position, class(true), |o| o.outcome(&position))?;
    }
    for graph in (2..=vertices).step_by(2).flat_map(all::graphs) {
        let found = find_in_graph(&graph, InvolutionKind::FixedPointFree, u64::MAX);
        if !even_is_enough && !found.is_ok_and(|found| found.is_some()) {
            trial.aside();
            continue;
        }
        let position = start_on("col", &all::board(graph));
        trial.case(&position, class(true), |o| o.outcome(&position))?;
    }
    Ok(())
}

fn middle(trial: &mut Trial) -> Checked {
    for game in ["icol", "isnort"] {
        for n in (1..=trial.up_to(19, 41)).step_by(2) {
            let position = start(game, &format!("path:{n}"));
            let first = trial.stated(n / 2, 0);
            trial.case(
                format!("squares that win {game} on path:{n}"),
                format!("[{first}]"),
                |oracle| {
                    let mut solver = oracle.solver(&position)?;
                    let mut winning = Vec::new();
                    for m in position.moves() {
                        let after = position.play(m).expect("listed moves are legal");
                        if solver.value(&after)? == nimber(0) {
                            winning.push(m.cell);
                        }
                    }
                    winning.dedup();
                    Ok(format!("{winning:?}"))
                },
            )?;
        }
    }
    Ok(())
}

fn mirror(trial: &mut Trial) -> Checked {
    for graph in (1..=trial.up_to(6, 7)).flat_map(all::graphs) {
        let has = |kind| find_in_graph(&graph, kind, u64::MAX).is_ok_and(|found| found.is_some());
        let claims = [
            (has(InvolutionKind::FixedPointFree), class(true)),
            (has(InvolutionKind::OneFixedPoint), class(trial.stated(false, true))),
        ];
        let position = start_on("isnort", &all::board(graph));
        for (_, claimed) in claims.into_iter().filter(|(applies, _)| *applies) {
            trial.case(&position, claimed, |o| o.outcome(&position))?;
        }
    }
    Ok(())
}

fn table_1(trial: &mut Trial) -> Checked {
    for (r, c) in boards_of(trial.up_to(20, 28)) {
        let claimed = class(trial.stated(r * c % 2 == 0, r % 2 == 0 && c % 2 == 0));
        for game in ["icol", "isnort"] {
            let board = format!("grid:{r}x{c}");
            trial
                .case(format!("{game} on {board}"), claimed, |o| o.outcome(&start(game, &board)))?;
        }
    }
    Ok(())
}

fn odd_boards(trial: &mut Trial) -> Checked {
    let claimed = nimber(trial.stated(1, 2));
    for (r, c) in boards_of(trial.up_to(21, 33)).into_iter().filter(|(r, c)| r * c % 2 == 1) {
        let board = format!("grid:{r}x{c}");
        trial.case(format!("icol on {board}"), claimed.clone(), |o| {
            o.value(&start("icol", &board))
        })?;
    }
    Ok(())
}
