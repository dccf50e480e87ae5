//! Weak colouring beyond paths and cycles, which section 4 asks about. docs/open-problems.md has the proofs.

use std::collections::HashMap;

use chromex_graph_tools::all;
use chromex_graph_tools::classes::involution::{InvolutionKind, USUAL_STEPS, find};
use chromex_graphs::Board;
use chromex_rules::{Colour, Position, UNCOLOURED};

use super::nimber;
use crate::claim::{Checked, Claim, Trial, class, start, start_on};
use chromex_theory::weak::{Cherries, cherries, lonely};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "beaulieu/def-5",
        place: "Definition 5",
        statement: "What weak 2-colouring is, so that it is P on even paths and cycles and N on odd ones, as section 4 says, and each position on \
                    an odd cycle has the parity of its uncoloured vertices as its nimber, as Corollary 15 says.",
        range: "paths and cycles of up to 8 vertices, by the rules as they are read, one position after the other; positions on cycles of \
                up to 7",
        deep: "paths and cycles of up to 10 vertices; positions on cycles of up to 9",
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
        statement: "On a connected graph, a position of weak colouring with k colours in which all coloured vertices but k − 2 at most \
                    are next to another colour has the parity of its open vertices as its nimber, if k > 2 or something is coloured. \
                    (Not in the paper.)",
        range: "all such positions on connected graphs with up to 5 vertices, 2 colours, and up to 4 vertices, 3 and 4 colours",
        deep: "all such positions on connected graphs with up to 6 vertices, 2 colours, up to 5 vertices, 3 colours, and up to 4 vertices, 4 colours",
        wrong: "The same of all positions.",
        check: |trial| {
            company(trial, 2, trial.up_to(5, 6))?;
            company(trial, 3, trial.up_to(4, 5))?;
            company(trial, 4, 4)
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
        id: "beaulieu/weak-trees",
        place: "Section 4 (open)",
        statement: "A tree of odd order is P in weak 2-colouring exactly if it consists of two adjacent centres with three leaves and more each, and of \
                    cherries: vertices with two leaves, each joined to a centre. (Not in the paper. That these are P is proved; that no \
                    other tree is, is not.)",
        range: "all trees of odd order up to 11",
        deep: "all trees of odd order up to 15",
        wrong: "The same with centres that have two leaves and more.",
        check: |trial| {
            let fewer = trial.stated(false, true);
            for board in (1..=trial.up_to(11, 15)).step_by(2).flat_map(all::trees).map(all::board) {
                let vertices: Vec<usize> = (0..board.order()).collect();
                let second = cherries(board.graph(), &vertices) == Some(Cherries::TwoBigCentres)
                    || fewer && is_double_star(&board, 2);
                let position = start_on("weak:2", &board);
                trial.case(&position, class(second), |oracle| oracle.outcome(&position))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/weak-three-colours",
        place: "Section 4 (open)",
        statement: "With three and more colours, weak colouring on a connected graph has the parity of the order as its nimber. \
                    (Not in the paper.)",
        range: "all connected graphs with up to 5 vertices, trees with 7 and 9; 3 and 4 colours",
        deep: "all connected graphs with up to 7 vertices, trees with 9 and 11; 3 and 4 colours",
        wrong: "The same with two colours.",
        check: |trial| {
            let colours = trial.stated(3..=4, 2..=2);
            let small = (1..=trial.up_to(5, 7)).flat_map(all::connected);
            let trees = trial.up_to([7, 9], [9, 11]).into_iter().flat_map(all::trees);
            for board in small.chain(trees).map(all::board) {
                for k in colours.clone() {
                    parity(trial, &start_on(&format!("weak:{k}"), &board))?;
                }
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

/// Checks who wins on all graphs, and on trees, with such an involution, up to these numbers of
/// vertices.
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

/// Whether all vertices except two are leaves, and each of the two has at least this many leaves.
fn is_double_star(board: &Board, leaves: usize) -> bool {
    let graph = board.graph();
    let centres = (0..graph.order()).map(|v| graph.degree(v)).filter(|&degree| degree > 1);
    let degrees: Vec<usize> = centres.collect();
    degrees.len() == 2 && degrees.iter().all(|degree| *degree > leaves)
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
        let vertices: Vec<usize> = (0..board.order()).collect();
        for position in positions(&board, colours) {
            let coloured = position.colouring().iter().any(|&colour| colour != UNCOLOURED);
            let lonely = lonely(board.graph(), position.colouring(), &vertices);
            if any || lonely + 2 <= colours && (colours > 2 || coloured) {
                parity(trial, &position)?;
            } else {
                trial.aside();
            }
        }
    }
    Ok(())
}

/// Whether a move to `v` leaves a legal position, in one reading.
type IsLegal = fn(&Board, after: &[Colour], v: usize) -> bool;

/// (There is no further reading about whether the neighbour of the other colour has to be there
/// before or after the move: the vertex that is being coloured has the same colour, so it cannot be
/// that neighbour.)
const READINGS: [(&str, IsLegal); 3] = [
    (
        "alike neighbours need a neighbour of the other colour each (as it is played here)",
        |board, after, v| {
            let fine = |w: usize| sees_other(board, after, w);
            twins(board, after, v).all(|w| fine(v) && fine(w))
        },
    ),
    (
        "only the vertex that is coloured needs a neighbour of the other colour",
        |board, after, v| twins(board, after, v).next().is_none() || sees_other(board, after, v),
    ),
    (
        "a vertex needs a neighbour of the other colour when it and all its neighbours are coloured",
        |board, after, v| {
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
            let most = trial.up_to(8, 10);
            let paths = (1..=most).map(|n| (n, "path"));
            for (n, family) in paths.chain((3..=most).map(|n| (n, "cycle"))) {
                let graph = format!("{family}:{n}");
                let board = start("weak:2", &graph).board().clone();
                let mut known = HashMap::new();
                let start = nimber_of(&board, is_legal, vec![UNCOLOURED; n], &mut known);
                trial
                    .case(&graph, class((n + flip).is_multiple_of(2)), |_| Ok(class(start == 0)))?;
                if family == "cycle" && n % 2 == 1 {
                    parities(trial, &graph, known)?;
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Checks Corollary 15 in positions whose nimbers were found, those with few coloured vertices
/// first.
fn parities(trial: &mut Trial, graph: &str, known: HashMap<Vec<Colour>, u32>) -> Checked {
    let open = |colouring: &[Colour]| colouring.iter().filter(|&&c| c == UNCOLOURED).count();
    let mut known: Vec<(Vec<Colour>, u32)> = known.into_iter().collect();
    known.sort_by_cached_key(|(colouring, _)| (usize::MAX - open(colouring), colouring.clone()));
    known.into_iter().try_for_each(|(colouring, found)| {
        let text: String =
            colouring.iter().map(|&colour| ['.', '1', '2'][usize::from(colour)]).collect();
        trial.case(format!("{graph} {text}"), nimber(open(&colouring) % 2), |_| {
            Ok(nimber(found as usize))
        })
    })
}

/// The nimber of a position by the rules alone; the nimbers of all following positions are stored.
fn nimber_of(
    board: &Board,
    is_legal: IsLegal,
    colouring: Vec<Colour>,
    known: &mut HashMap<Vec<Colour>, u32>,
) -> u32 {
    if let Some(&known) = known.get(&colouring) {
        return known;
    }
    let mut options = Vec::new();
    for v in (0..colouring.len()).filter(|&v| colouring[v] == UNCOLOURED) {
        for colour in 1..=2 {
            let mut after = colouring.clone();
            after[v] = colour;
            if is_legal(board, &after, v) {
                options.push(nimber_of(board, is_legal, after, known));
            }
        }
    }
    let nimber = (0..).find(|nimber| !options.contains(nimber)).expect("a mex");
    known.insert(colouring, nimber);
    nimber
}
