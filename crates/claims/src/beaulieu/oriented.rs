//! Section 3: oriented and blue-red colouring.

use chromex_graph_tools::all;
use chromex_graphs::formats::digraph6;
use chromex_graphs::{Board, Graph};
use chromex_rules::Position;

use super::blue_red::{Literal, Nimbers};
use super::{equal, equals_node_kayles, nimber, unpainted};
use crate::claim::{Checked, Claim, Trial, class, position, start, start_on};
use chromex_theory::reduce::node_kayles;

/// The claims of section 3.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "beaulieu/classes",
        place: "Section 3, before Proposition 7",
        statement: "Any blue-red position on a directed path is a sum of paths of the classes A, B, C and D.",
        range: "all positions on up to 7 vertices",
        deep: "all positions on up to 10 vertices",
        wrong: "The same without a dead vertex before Blue and after Red.",
        check: classes,
    },
    Claim {
        id: "beaulieu/prop-7",
        place: "Proposition 7",
        statement: "A_k and B_k have the same nimber.",
        range: "k up to 40",
        deep: "k up to 100",
        wrong: "A_k and D_k have the same nimber.",
        check: |trial| {
            let other = trial.stated('B', 'D');
            (1..=trial.up_to(40, 100))
                .try_for_each(|k| equal(trial, &path('A', k), &path(other, k)))
        },
    },
    Claim {
        id: "beaulieu/prop-7-proof",
        place: "Proof of Proposition 7",
        statement: "Red on v_i cuts A_k into C_i and D_{k−(i+2)}.",
        range: "k up to 12",
        deep: "k up to 25",
        wrong: "It leaves C_i and D_{k−i}.",
        check: prop_7_proof,
    },
    Claim {
        id: "beaulieu/prop-8",
        place: "Proposition 8",
        statement: "C_{k+3} and D_k have the same nimber.",
        range: "k up to 40",
        deep: "k up to 100",
        wrong: "C_{k+2} and D_k have the same nimber.",
        check: |trial| {
            let more = trial.stated(3, 2);
            (1..=trial.up_to(40, 100))
                .try_for_each(|k| equal(trial, &path('C', k + more), &path('D', k)))
        },
    },
    Claim {
        id: "beaulieu/prop-8-proof",
        place: "Proof of Proposition 8",
        statement: "Blue on v_i of C_{k+3} amounts to Blue on v_{i−2} of D_k, Red on v_i to Red on v_{k−i+2}.",
        range: "k up to 12",
        deep: "k up to 25",
        wrong: "Each amounts to Blue on v_i of D_k.",
        check: prop_8_proof,
    },
    Claim {
        id: "beaulieu/prop-9",
        place: "Proposition 9",
        statement: "The three recurrences give the nimbers of A_k, C_k and D_k (and their mirror image that of \
                    B_k), if paths of length 0 and −1 count as empty.",
        range: "k up to 40",
        deep: "k up to 100",
        wrong: "The same with no vertex lost after Red.",
        check: prop_9,
    },
    Claim {
        id: "beaulieu/prop-10",
        place: "Proposition 10",
        statement: "A_k and B_k are N for k > 3.",
        range: "k up to 30, by search",
        deep: "k up to 80, by search",
        wrong: "A_k and B_k are N for k > 0.",
        check: |trial| {
            for k in trial.stated(4, 1)..=trial.up_to(30, 80) {
                for position in ['A', 'B'].map(|letter| path(letter, k)) {
                    trial.case(&position, class(false), |oracle| oracle.outcome(&position))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/prop-10-moves",
        place: "Proof of Proposition 10",
        statement: "Blue on v_{(k+3)/2} wins on A_k with k odd, Blue on v_{k/2+1} with k even.",
        range: "k from 4 to 20",
        deep: "k from 4 to 40",
        wrong: "Red on the last vertex always wins on A_k.",
        check: prop_10_moves,
    },
    Claim {
        id: "beaulieu/cor-11",
        place: "Corollary 11",
        statement: "Blue-red colouring is P on directed cycles of length l > 3.",
        range: "l up to 30",
        deep: "l up to 80",
        wrong: "It has nimber 2 there.",
        check: |trial| dicycles(trial, 4, trial.up_to(30, 80)),
    },
    Claim {
        id: "beaulieu/cor-11-which",
        place: "Corollary 11",
        statement: "Which cycles the corollary could speak of, beyond directed ones of length l > 3.",
        range: "all orientations of cycles of length up to 9",
        deep: "all orientations of cycles of length up to 13",
        wrong: "All of them have nimber 2.",
        check: cor_11_which,
    },
    Claim {
        id: "beaulieu/cor-12",
        place: "Corollary 12",
        statement: "Node Kayles on a graph is oriented k-colouring on the graph of Proposition 1 with its edges \
                    oriented, those to painted vertices towards them.",
        range: "all graphs with up to 5 vertices, 2 and 3 colours",
        deep: "all graphs with up to 6 vertices, 2 to 4 colours",
        wrong: "The same with the new neighbours left unpainted.",
        check: cor_12,
    },
    Claim {
        id: "beaulieu/prop-13",
        place: "Proposition 13",
        statement: "Node Kayles on a graph is blue-red colouring on the digraph with each edge as two arcs.",
        range: "all graphs with up to 6 vertices",
        deep: "all graphs with up to 7 vertices",
        wrong: "The same with each edge as one arc.",
        check: prop_13,
    },
    Claim {
        id: "beaulieu/oriented-mirror",
        place: "Section 3, on any digraph",
        statement: "Oriented k-colouring is P on every digraph with an involution without fixed vertices under which no vertex is adjacent \
                    to its image; so it is on all even directed cycles of length 4 and more. (Not in the paper.)",
        range: "even cycles up to 12; two copies of each orientation of each graph with up to 3 vertices, 2 and 3 colours, and with 4, 2 colours",
        deep: "even cycles up to 18; two copies of each orientation of each graph with up to 4 vertices; 2 and 3 colours",
        wrong: "The first player wins there.",
        check: |trial| {
            let p = trial.stated(true, false);
            for n in (4..=trial.up_to(12, 18)).step_by(2) {
                oriented(trial, &start("oriented:2", &format!("dicycle:{n}")), p)?;
                if n <= 8 {
                    oriented(trial, &start("oriented:3", &format!("dicycle:{n}")), p)?;
                }
            }
            for half in (1..=4).flat_map(orientations) {
                let board = beside_itself(&half, &[]);
                for k in 2..=trial.up_to(if half.order() < 4 { 3 } else { 2 }, 3) {
                    oriented(trial, &start_on(&format!("oriented:{k}"), &board), p)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/oriented-centre",
        place: "Section 3, on any digraph",
        statement: "Oriented k-colouring is N on every digraph with an involution with exactly one fixed vertex under which no other vertex \
                    is adjacent to its image. (Not in the paper.)",
        range: "two copies of each orientation of each graph with up to 3 vertices, joined to a centre in every way; 2 and 3 colours",
        deep: "the same with up to 4 vertices and 2 colours, and with up to 3 vertices and 3 colours",
        wrong: "The second player wins there.",
        check: |trial| {
            let p = trial.stated(false, true);
            for half in (1..=trial.up_to(3, 4)).flat_map(orientations) {
                let n = half.order();
                // Each vertex is not joined to the centre, or joined by an arc to it, or by an arc
                // from it.
                for code in 0..3_usize.pow(n as u32) {
                    let joints: Vec<usize> =
                        (0..n as u32).map(|v| code / 3_usize.pow(v) % 3).collect();
                    let board = beside_itself(&half, &joints);
                    for k in 2..=(if n < 4 { 3 } else { 2 }) {
                        oriented(trial, &start_on(&format!("oriented:{k}"), &board), p)?;
                    }
                }
            }
            Ok(())
        },
    },
];

fn oriented(trial: &mut Trial, position: &Position, second_wins: bool) -> Checked {
    trial.case(position, class(second_wins), |oracle| oracle.outcome(position))
}

/// Every orientation of every graph with this number of vertices.
fn orientations(n: usize) -> impl Iterator<Item = Graph> {
    all::graphs(n).into_iter().flat_map(move |graph| {
        let edges: Vec<(usize, usize)> = graph.edges().collect();
        (0..1_u32 << edges.len()).map(move |turned| {
            let arc = |(i, &(u, v)): (usize, &(usize, usize))| match turned >> i & 1 {
                0 => (u, v),
                _ => (v, u),
            };
            let arcs: Vec<_> = edges.iter().enumerate().map(arc).collect();
            Graph::directed(n, arcs).expect("the arcs are in range")
        })
    })
}

/// Two copies of a digraph. If `joints` is not empty, there is a vertex between them, and `joints`
/// says how each vertex is joined to it: not at all (0), by an arc to it (1) or from it (2).
fn beside_itself(half: &Graph, joints: &[usize]) -> Board {
    let n = half.order();
    let centre = 2 * n;
    let copies = half.edges().flat_map(|(u, v)| [(u, v), (u + n, v + n)]);
    let spokes = joints.iter().enumerate().flat_map(|(v, &joint)| {
        let arc = |w: usize| match joint {
            0 => None,
            1 => Some((w, centre)),
            _ => Some((centre, w)),
        };
        [arc(v), arc(v + n)].into_iter().flatten()
    });
    let order = if joints.is_empty() { centre } else { centre + 1 };
    let arcs: Vec<_> = copies.chain(spokes).collect();
    let graph = Graph::directed(order, arcs).expect("the arcs are in range");
    let name = digraph6::write(&graph).map_or("digraph".to_owned(), |text| format!("d6:{text}"));
    Board::new(graph, name)
}

/// The path of a class and a length, as a position.
pub(super) fn path(class: char, k: usize) -> Position {
    let (first, last) = match class {
        'A' => ("B", ""),
        'B' => ("", "R"),
        'C' => ("B", "R"),
        _ => ("", ""),
    };
    let open = ".".repeat(k - first.len() - last.len());
    position(&format!("blue-red dipath:{k} {first}{open}{last} left"))
}

/// The position after colouring v_i, numbered from 1; `None` if that is not allowed.
fn play(position: &Position, i: usize, colour: char) -> Option<Position> {
    let m = position.read_move(&format!("{}={colour}", i.checked_sub(1)?)).ok()?;
    position.play(m).ok().map(|after| after.with_turn(position.turn()))
}

fn classes(trial: &mut Trial) -> Checked {
    let n = trial.up_to(7, 10);
    let nimbers = Nimbers::up_to(n + 2);
    let dead = trial.stated(1, 0);
    for k in 1..=n {
        for code in 0..3_usize.pow(k as u32) {
            let symbols: String =
                (0..k as u32).map(|i| ['.', 'B', 'R'][code / 3_usize.pow(i) % 3]).collect();
            let line = format!("blue-red dipath:{k} {symbols} left");
            let Ok(position) = line.parse::<Position>() else { continue };
            let sum =
                split(&symbols, dead).map(|piece| piece.nimber(&nimbers)).fold(0, |a, b| a ^ b);
            trial.case(&line, nimber(sum.into()), |oracle| oracle.value(&position))?;
        }
    }
    Ok(())
}

/// A path of one of the four classes: its open vertices, and whether it begins Blue and ends Red.
struct Piece {
    open: usize,
    blue: bool,
    red: bool,
}

impl Piece {
    fn nimber(&self, nimbers: &Nimbers) -> u16 {
        match (self.blue, self.red) {
            (true, false) => nimbers.a(self.open + 1),
            (false, true) => nimbers.b(self.open + 1),
            (true, true) => nimbers.c(self.open + 2),
            (false, false) => nimbers.d(self.open),
        }
    }
}

/// The pieces of a coloured path: runs of open vertices, without `dead` vertices after Red and
/// before Blue.
fn split(symbols: &str, dead: usize) -> impl Iterator<Item = Piece> {
    let padded = format!("|{symbols}|");
    let coloured: Vec<(usize, char)> = padded.char_indices().filter(|&(_, c)| c != '.').collect();
    let piece = move |pair: &[(usize, char)]| {
        let [(from, left), (to, right)] = [pair[0], pair[1]];
        let lost = dead * (usize::from(left == 'R') + usize::from(right == 'B'));
        let open = (to - from - 1).saturating_sub(lost);
        Piece { open, blue: left == 'B', red: right == 'R' }
    };
    coloured.windows(2).map(piece).collect::<Vec<_>>().into_iter()
}

/// The nimber of a path of a class; 0 if the length is less than the number of coloured ends.
fn nimber_of(nimbers: &Nimbers, class: char, k: isize) -> u16 {
    match (class, usize::try_from(k)) {
        (_, Err(_) | Ok(0)) => 0,
        ('A' | 'B', Ok(k)) => nimbers.a(k),
        ('C', Ok(k)) => nimbers.c(k.max(2)),
        (_, Ok(k)) => nimbers.d(k),
    }
}

fn prop_7_proof(trial: &mut Trial) -> Checked {
    let n = trial.up_to(12, 25);
    let nimbers = Nimbers::up_to(n);
    let readings = [("D_{k−(i+2)}, as printed", 2), ("D_{k−(i+1)}, as in Proposition 9", 1)];
    for (name, gap) in readings {
        let gap = trial.stated(gap, 0);
        trial.reading(name, |trial| {
            for (k, i) in (2..=n).flat_map(|k| (2..=k).map(move |i| (k, i))) {
                let after = play(&path('A', k), i, 'R').expect("Red may follow Blue");
                let rest = nimber_of(&nimbers, 'D', k as isize - (i + gap) as isize);
                let claimed = nimber(usize::from(nimber_of(&nimbers, 'C', i as isize) ^ rest));
                trial.case(format!("Red on v_{i} of A_{k}"), claimed, |o| o.value(&after))?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn prop_8_proof(trial: &mut Trial) -> Checked {
    // Maps each move on v_i of C_{k+3} to the corresponding move on D_k.
    type Twin = fn(usize, usize) -> (usize, char);
    let readings: [(&str, char, Twin); 4] = [
        ("Blue on v_i as Blue on v_{i−2}, as printed", 'B', |_, i| (i - 2, 'B')),
        ("Blue on v_i as Red on v_{i−2}", 'B', |_, i| (i - 2, 'R')),
        ("Blue on v_i as Blue on v_{k−i+3}", 'B', |k, i| (k + 3 - i, 'B')),
        ("Red on v_i as Red on v_{k−i+2}, as printed", 'R', |k, i| (k + 2 - i, 'R')),
    ];
    for (name, colour, twin) in readings {
        let twin: Twin = trial.stated(twin, |_, i| (i, 'B'));
        trial.reading(name, |trial| {
            for (k, i) in (1..=trial.up_to(12, 25)).flat_map(|k| (2..k + 3).map(move |i| (k, i))) {
                let Some(after) = play(&path('C', k + 3), i, colour) else { continue };
                let (j, other) = twin(k, i);
                let Some(image) = play(&path('D', k), j, other) else { continue };
                equal(trial, &after, &image)?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn prop_9(trial: &mut Trial) -> Checked {
    let n = trial.up_to(40, 100);
    let recurrence = Literal::up_to(n, trial.stated(1, 0));
    for k in 1..=n {
        let values = [('A', recurrence.a[k]), ('B', recurrence.b[k]), ('D', recurrence.d[k])];
        let c = (k >= 2).then(|| ('C', recurrence.c[k]));
        for (letter, claimed) in values.into_iter().chain(c) {
            let position = path(letter, k);
            trial.case(format!("{letter}_{k}"), nimber(claimed.into()), |o| o.value(&position))?;
        }
    }
    Ok(())
}

fn prop_10_moves(trial: &mut Trial) -> Checked {
    type Moves = fn(usize) -> (usize, char);
    let readings: [(&str, Moves); 2] = [
        ("Blue in both cases, as printed", |k| {
            if k % 2 == 1 { ((k + 3) / 2, 'B') } else { (k / 2 + 1, 'B') }
        }),
        ("Red for even k", |k| if k % 2 == 1 { ((k + 3) / 2, 'B') } else { (k / 2 + 1, 'R') }),
    ];
    for (name, winning) in readings {
        let winning: Moves = trial.stated(winning, |k| (k, 'R'));
        trial.reading(name, |trial| {
            for k in 4..=trial.up_to(20, 40) {
                let (i, colour) = winning(k);
                let position = path('A', k);
                let name = format!("A_{k} after {colour} on v_{i}");
                match play(&position, i, colour) {
                    Some(after) => trial.case(name, class(true), |o| o.outcome(&after))?,
                    None => trial.case(name, "legal", |_| Ok("illegal"))?,
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Checks that the position is a P-position: its nimber is 0.
fn is_zero(trial: &mut Trial, position: &Position) -> Checked {
    let claimed = nimber(trial.stated(0, 2));
    trial.case(position, claimed, |oracle| oracle.value(position))
}

fn dicycles(trial: &mut Trial, from: usize, to: usize) -> Checked {
    (from..=to).try_for_each(|l| is_zero(trial, &start("blue-red", &format!("dicycle:{l}"))))
}

fn cor_11_which(trial: &mut Trial) -> Checked {
    trial.reading("the directed cycle of length 3", |trial| dicycles(trial, 3, 3))?;
    trial.reading("the directed cycle of length 2", |trial| dicycles(trial, 2, 2))?;
    trial.reading("every orientation of a cycle of length l > 3", |trial| {
        for l in 4..=trial.up_to(9, 13) {
            (0..1 << (l - 1)).try_for_each(|turned| {
                is_zero(trial, &start_on("blue-red", &turned_cycle(l, turned)))
            })?;
        }
        Ok(())
    })
}

/// The cycle of length l, in which arcs are reversed where a binary digit of `turned` is 1.
fn turned_cycle(l: usize, turned: usize) -> Board {
    let arc = |v: usize| {
        let next = (v + 1) % l;
        if turned >> v & 1 == 0 { (v, next) } else { (next, v) }
    };
    let arcs: Vec<(usize, usize)> = (0..l).map(arc).collect();
    let name: Vec<String> = arcs.iter().map(|(u, v)| format!("{u}>{v}")).collect();
    let graph = Graph::directed(l, arcs).expect("a cycle is a graph");
    Board::new(graph, format!("arcs:{}", name.join(",")))
}

fn cor_12(trial: &mut Trial) -> Checked {
    for colours in 2..=trial.up_to(3, 4) {
        let painted = trial.stated(true, false);
        equals_node_kayles(trial, trial.up_to(5, 6), |board| {
            let image = node_kayles::to_oriented(board.graph(), colours).expect("small enough");
            if painted { image } else { unpainted(&image) }
        })?;
    }
    Ok(())
}

fn prop_13(trial: &mut Trial) -> Checked {
    let one_arc = trial.stated(false, true);
    equals_node_kayles(trial, trial.up_to(6, 7), |board| {
        if !one_arc {
            return node_kayles::to_blue_red(board.graph()).expect("small enough");
        }
        let arcs = Graph::directed(board.order(), board.graph().edges());
        start_on(
            "blue-red",
            &Board::new(arcs.expect("a graph"), format!("one-way {}", board.name())),
        )
    })
}
