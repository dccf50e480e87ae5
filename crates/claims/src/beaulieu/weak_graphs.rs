//! Weak colouring beyond paths and cycles, which section 4 asks about. docs/open-problems.md has the proofs.

use chromex_graph_tools::all;
use chromex_graph_tools::classes::involution::{InvolutionKind, USUAL_STEPS, find};
use chromex_graphs::Board;
use chromex_rules::{Colour, Position, UNCOLOURED};

use super::nimber;
use crate::claim::{Checked, Claim, Trial, class, start, start_on};
use chromex_theory::weak::in_company;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "beaulieu/def-5",
        place: "Definition 5",
        statement: "What weak 2-colouring is, so that it is P on even paths and cycles and N on odd ones, as section 4 says.",
        range: "paths and cycles of up to 8 vertices, by the rules as they are read, one position after the other",
        deep: "paths and cycles of up to 10 vertices",
        wrong: "… so that it is N on even paths and cycles and P on odd ones.",
        check: definition,
    },
    Claim {
        id: "beaulieu/weak-even-order",
        place: "Section 4 (open)",
        statement: "Weak colouring with two and more colours is P on every connected graph of even order. (Not in the paper.)",
        range: "all connected graphs with up to 6 vertices, 2 and 3 colours",
        deep: "all connected graphs with up to 8 vertices, 2 and 3 colours",
        wrong: "It is P on every connected graph with several vertices.",
        check: |trial| {
            let step = trial.stated(2, 1);
            for board in
                (2..=trial.up_to(6, 8)).step_by(step).flat_map(all::connected).map(all::board)
            {
                for k in 2..=3 {
                    let position = start_on(&format!("weak:{k}"), &board);
                    trial.case(&position, class(true), |oracle| oracle.outcome(&position))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/weak-company",
        place: "Section 4 (open)",
        statement: "On a connected graph, a position of weak colouring in which something is coloured, and each coloured vertex \
                    next to another colour, has the parity of its open vertices as its nimber. (Not in the paper.)",
        range: "all such positions on connected graphs with up to 5 vertices, 2 colours, and up to 4 vertices, 3 colours",
        deep: "all such positions on connected graphs with up to 6 vertices, 2 colours, and up to 5 vertices, 3 colours",
        wrong: "The same of all positions in which something is coloured.",
        check: |trial| {
            company(trial, 2, trial.up_to(5, 6))?;
            company(trial, 3, trial.up_to(4, 5))
        },
    },
    Claim {
        id: "beaulieu/weak-few-neighbours",
        place: "Section 4 (open)",
        statement: "With more colours than any vertex has neighbours, each position of weak colouring has the parity of its open \
                    vertices as its nimber. (Not in the paper.)",
        range: "all positions on connected graphs with up to 4 vertices, up to 4 colours",
        deep: "all positions on connected graphs with up to 5 vertices, up to 4 colours",
        wrong: "The same with as many colours as a vertex has neighbours.",
        check: |trial| {
            let fewer = trial.stated(0, 1);
            for board in (1..=trial.up_to(4, 5)).flat_map(all::connected).map(all::board) {
                for colours in 2..=4_usize {
                    if colours + fewer <= board.graph().max_degree() {
                        trial.aside();
                        continue;
                    }
                    for position in positions(&board, colours) {
                        parity(trial, &position)?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/weak-zero-or-one",
        place: "Section 4 (open)",
        statement: "The start of weak colouring on a connected graph has nimber 0 or 1. (Not in the paper.)",
        range: "all connected graphs of odd order up to 5, and trees with 7 and 9; 2 and 3 colours",
        deep: "all connected graphs of odd order up to 7, and trees with 9; 2 and 3 colours",
        wrong: "It has nimber 0.",
        check: |trial| {
            let most = trial.stated(1, 0);
            let small = (1..=trial.up_to(5, 7)).step_by(2).flat_map(all::connected);
            let trees = [7, 9].into_iter().flat_map(all::trees);
            for board in small.chain(trees).map(all::board) {
                for k in 2..=3 {
                    let position = start_on(&format!("weak:{k}"), &board);
                    let name = format!("{position} is at most *{most}");
                    trial.case(name, true, |oracle| Ok(oracle.nimber(&position)? <= most))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/weak-odd-order",
        place: "Section 4 (open)",
        statement: "Weak 2-colouring has nimber 1 on every connected graph of odd order. (Not in the paper; the nimber is 0 or 1.)",
        range: "all connected graphs with up to 5 vertices, and trees with 7 and 9",
        deep: "all connected graphs with up to 7 vertices, and trees with 9",
        wrong: "It has nimber 0 there.",
        check: |trial| {
            let claimed = nimber(trial.stated(1, 0));
            let small = (1..=trial.up_to(5, 7)).step_by(2).flat_map(all::connected);
            let trees = [7, 9].into_iter().flat_map(all::trees);
            for board in small.chain(trees).map(all::board) {
                let position = start_on("weak:2", &board);
                trial.case(&position, claimed.clone(), |oracle| oracle.value(&position))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/weak-opposite",
        place: "Section 4, on any graph",
        statement: "Weak colouring with an even number of colours is P on every graph with an involution without fixed points: the \
                    second player answers with the image, in the opposite colour. (Not in the paper.)",
        range: "all such graphs with up to 6 vertices, trees with up to 10, 2 and 4 colours",
        deep: "all such graphs with up to 7 vertices, trees with up to 12, 2 and 4 colours",
        wrong: "The first player wins.",
        check: |trial| {
            let sizes = trial.up_to((6, 10), (7, 12));
            mirrored(trial, sizes, InvolutionKind::FixedPointFree, &[2, 4], true)
        },
    },
    Claim {
        id: "beaulieu/weak-same",
        place: "Section 4, on any graph",
        statement: "Weak colouring is P on every graph with an involution without fixed points under which no vertex is adjacent to its \
                    image: the second player answers with the image, in the same colour. (Not in the paper.)",
        range: "all such graphs with up to 6 vertices, trees with up to 10, 2 and 3 colours",
        deep: "all such graphs with up to 8 vertices, trees with up to 12, 2 and 3 colours",
        wrong: "The first player wins.",
        check: |trial| {
            let sizes = trial.up_to((6, 10), (8, 12));
            mirrored(trial, sizes, InvolutionKind::FixedPointFreeApart, &[2, 3], true)
        },
    },
    Claim {
        id: "beaulieu/weak-centre",
        place: "Section 4, on any graph",
        statement: "Weak colouring is N on every graph with an involution with exactly one fixed point under which no other vertex is \
                    adjacent to its image: the first player begins there and answers with the image, in the same colour. (Not in the paper.)",
        range: "all such graphs with up to 7 vertices, trees with up to 11, 2 and 3 colours",
        deep: "all such graphs with up to 8 vertices, trees with up to 13, 2 and 3 colours",
        wrong: "The second player wins.",
        check: |trial| {
            let sizes = trial.up_to((7, 11), (8, 13));
            mirrored(trial, sizes, InvolutionKind::OneFixedPointApart, &[2, 3], false)
        },
    },
];

/// Who wins on all graphs, and on trees, with such an involution; up to these numbers of vertices.
fn mirrored(
    trial: &mut Trial,
    (graphs, trees): (usize, usize),
    kind: InvolutionKind,
    colours: &[usize],
    second_wins: bool,
) -> Checked {
    let second_wins = second_wins == trial.stated(true, false);
    let larger = (graphs + 1..=trees).flat_map(all::trees);
    for board in (1..=graphs).flat_map(all::graphs).chain(larger).map(all::board) {
        if !matches!(find(&board, kind, USUAL_STEPS), Ok(Some(_))) {
            trial.aside();
            continue;
        }
        for k in colours {
            let position = start_on(&format!("weak:{k}"), &board);
            trial.case(&position, class(second_wins), |oracle| oracle.outcome(&position))?;
        }
    }
    Ok(())
}

/// All legal positions of weak colouring on a board.
fn positions(board: &Board, colours: usize) -> impl Iterator<Item = Position> + '_ {
    let empty = start_on(&format!("weak:{colours}"), board);
    let n = board.order() as u32;
    (0..(colours + 1).pow(n)).filter_map(move |code| {
        let colour = |v: u32| (code / (colours + 1).pow(v) % (colours + 1)) as Colour;
        let (game, board) = (empty.game().clone(), empty.board().clone());
        Position::new(game, board, (0..n).map(colour).collect(), empty.turn()).ok()
    })
}

fn parity(trial: &mut Trial, position: &Position) -> Checked {
    let open = position.colouring().iter().filter(|&&colour| colour == UNCOLOURED).count();
    trial.case(position, nimber(open % 2), |oracle| oracle.value(position))
}

fn company(trial: &mut Trial, colours: usize, largest: usize) -> Checked {
    let any = trial.stated(false, true);
    for board in (2..=largest).flat_map(all::connected).map(all::board) {
        for position in positions(&board, colours) {
            let coloured = position.colouring().iter().any(|&colour| colour != UNCOLOURED);
            let fits = any || in_company(board.graph(), position.colouring());
            if coloured && fits {
                parity(trial, &position)?;
            } else {
                trial.aside();
            }
        }
    }
    Ok(())
}

/// Whether a move to `v` leaves a legal position, in some reading; `before` is without it.
type IsLegal = fn(&Board, before: &[Colour], after: &[Colour], v: usize) -> bool;

const READINGS: [(&str, IsLegal); 4] = [
    (
        "alike neighbours need, after the move, a neighbour of the other colour each (as it is played here)",
        |board, _, after, v| {
            let fine = |w: usize| sees_other(board, after, w);
            twins(board, after, v).all(|w| fine(v) && fine(w))
        },
    ),
    (
        "alike neighbours need, before the move, a neighbour of the other colour each",
        |board, before, after, v| {
            let fine = |w: usize| {
                let mut around = board.graph().neighbours(w);
                around.any(|x| before[x] != UNCOLOURED && before[x] != after[w])
            };
            twins(board, after, v).all(|w| fine(v) && fine(w))
        },
    ),
    (
        "only the vertex that is coloured needs a neighbour of the other colour",
        |board, _, after, v| twins(board, after, v).next().is_none() || sees_other(board, after, v),
    ),
    (
        "a vertex needs a neighbour of the other colour when it and all its neighbours are coloured",
        |board, _, after, v| {
            let whole = |w: &usize| {
                after[*w] != UNCOLOURED
                    && board.graph().neighbours(*w).all(|x| after[x] != UNCOLOURED)
            };
            let near = board.graph().neighbours(v).chain([v]);
            near.filter(whole).all(|w| board.graph().degree(w) == 0 || sees_other(board, after, w))
        },
    ),
];

fn sees_other(board: &Board, colouring: &[Colour], v: usize) -> bool {
    let mut around = board.graph().neighbours(v);
    around.any(|w| colouring[w] != UNCOLOURED && colouring[w] != colouring[v])
}

/// The neighbours of `v` that have its colour.
fn twins<'a>(
    board: &'a Board,
    colouring: &'a [Colour],
    v: usize,
) -> impl Iterator<Item = usize> + 'a {
    board.graph().neighbours(v).filter(move |&w| colouring[w] == colouring[v])
}

fn definition(trial: &mut Trial) -> Checked {
    let flip = trial.stated(0, 1);
    for (name, is_legal) in READINGS {
        trial.reading(name, |trial| {
            for n in 1..=trial.up_to(8, 10) {
                let graphs = [Some(format!("path:{n}")), (n > 2).then(|| format!("cycle:{n}"))];
                for graph in graphs.into_iter().flatten() {
                    let board = start("weak:2", &graph).board().clone();
                    trial.case(&graph, class((n + flip) % 2 == 0), |_| {
                        let mut known = std::collections::HashMap::new();
                        let empty = vec![UNCOLOURED; board.order()];
                        Ok(class(!mover_wins(&board, is_legal, empty, &mut known)))
                    })?;
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn mover_wins(
    board: &Board,
    is_legal: IsLegal,
    colouring: Vec<Colour>,
    known: &mut std::collections::HashMap<Vec<Colour>, bool>,
) -> bool {
    if let Some(&known) = known.get(&colouring) {
        return known;
    }
    let open = (0..colouring.len()).filter(|&v| colouring[v] == UNCOLOURED);
    let moves: Vec<(usize, Colour)> = open.flat_map(|v| [(v, 1), (v, 2)]).collect();
    let wins = moves.into_iter().any(|(v, colour)| {
        let mut after = colouring.clone();
        after[v] = colour;
        is_legal(board, &colouring, &after, v) && !mover_wins(board, is_legal, after, known)
    });
    known.insert(colouring, wins);
    wins
}
