//! Section 2: proper k-colouring.

use chromex_graph_tools::classes::involution::{InvolutionKind, USUAL_STEPS, find};
use chromex_graph_tools::classes::planar::is_planar;
use chromex_graphs::{Board, Graph};

use super::{boards_up_to, equals_node_kayles, nimber, trees_up_to, unpainted};
use crate::claim::{Checked, Claim, Trial, class, start, start_on};
use chromex_theory::reduce::node_kayles;

/// The claims of section 2.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "beaulieu/prop-1",
        place: "Proposition 1",
        statement: "Node Kayles on a graph is proper k-colouring on the graph in which each vertex has a \
                    painted neighbour of each colour but one.",
        range: "all graphs with up to 6 vertices, 2 and 3 colours",
        deep: "all graphs with up to 7 vertices, 2 to 4 colours",
        wrong: "The same with the new neighbours left unpainted.",
        check: prop_1,
    },
    Claim {
        id: "beaulieu/prop-1-planar",
        place: "Proposition 1, proof",
        statement: "The reduction keeps planar graphs planar (and the others as they are).",
        range: "all graphs with up to 6 vertices, 2 and 3 colours",
        deep: "all graphs with up to 8 vertices, 2 and 3 colours",
        wrong: "The reduction makes every graph planar.",
        check: |trial| {
            let always = trial.stated(false, true);
            for board in boards_up_to(trial.up_to(6, 8)) {
                for colours in [2, 3] {
                    let image =
                        node_kayles::to_proper(board.graph(), colours).expect("it is small");
                    let claimed = always || is_planar(board.graph());
                    let name = format!("{} with {colours} colours is planar", board.name());
                    trial.case(name, claimed, |_| Ok(is_planar(image.board().graph())))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/prop-2",
        place: "Proposition 2",
        statement: "If a graph has an involution with exactly one fixed point and no vertex adjacent to its \
                    image, the first player wins proper k-colouring.",
        range: "all graphs with up to 7 vertices, all trees with up to 10, 1 to 3 colours",
        deep: "all graphs with up to 9 vertices, all trees with up to 13, 1 to 3 colours",
        wrong: "The same with vertices allowed to be adjacent to their images.",
        check: prop_2,
    },
    Claim {
        id: "beaulieu/prop-3",
        place: "Proposition 3",
        statement: "If a graph has an involution without fixed points, the second player wins proper \
                    2-colouring.",
        range: "all graphs with up to 7 vertices, all trees with up to 10",
        deep: "all graphs with up to 8 vertices, all trees with up to 14",
        wrong: "The second player wins on any graph with an even number of vertices.",
        check: prop_3,
    },
    Claim {
        id: "beaulieu/cor-4",
        place: "Corollary 4",
        statement: "Proper 2-colouring is N on odd paths and P on even ones.",
        range: "paths of up to 40 vertices",
        deep: "paths of up to 100 vertices",
        wrong: "It is P on odd paths and N on even ones.",
        check: |trial| {
            let odd = trial.stated(1, 0);
            let paths = (1..=trial.up_to(40, 100)).map(|n| (format!("path:{n}"), n % 2 != odd));
            outcomes(trial, &[2], paths)
        },
    },
    Claim {
        id: "beaulieu/cor-5",
        place: "Corollary 5",
        statement: "Proper 2-colouring is P on all cycles.",
        range: "cycles of up to 40 vertices",
        deep: "cycles of up to 100 vertices",
        wrong: "It is P on even cycles and N on odd ones.",
        check: |trial| {
            let wrong = trial.stated(false, true);
            let cycles =
                (3..=trial.up_to(40, 100)).map(|n| (format!("cycle:{n}"), !wrong || n % 2 == 0));
            outcomes(trial, &[2], cycles)
        },
    },
    Claim {
        id: "beaulieu/list-1-grids",
        place: "First list after Corollary 5",
        statement: "Proper k-colouring is N on n×m grids with nm odd.",
        range: "up to 21 squares, 1 to 3 colours",
        deep: "up to 27 squares, 1 and 2 colours, up to 21 squares, 3 colours",
        wrong: "It is P there.",
        check: |trial| {
            boxes(trial, &[1, 2], 2, trial.up_to(21, 27), true)?;
            boxes(trial, &[3], 2, 21, true)
        },
    },
    Claim {
        id: "beaulieu/list-1-boxes",
        place: "First list after Corollary 5",
        statement: "Proper k-colouring is N on grids of any dimension all of whose sides are odd.",
        range: "search of 3×3×3 (the next box is 3×3×5), 1 and 2 colours; the involution of Proposition 2 on all boxes of 3 to 6 \
                dimensions with up to 1,000 cells",
        deep: "search of 3×3×3, 1 and 2 colours, and of 3×3×5, 1 colour; the involution on all boxes of 3 to 7 dimensions with up \
               to 3,000 cells",
        wrong: "It is P there.",
        check: odd_boxes,
    },
    Claim {
        id: "beaulieu/list-1-binary-trees",
        place: "First list after Corollary 5",
        statement: "Proper k-colouring is N on complete binary trees.",
        range: "up to 31 vertices, 1 to 4 colours",
        deep: "up to 31 vertices, 1 to 4 colours; 63 vertices, 1 and 2 colours; up to 15 vertices, 5 and 6 colours",
        wrong: "It is P there.",
        check: |trial| {
            let second = trial.stated(false, true);
            let tree = |depth: usize| (format!("tree:2,{depth}"), second);
            outcomes(trial, &[1, 2, 3, 4], (0..=4).map(tree))?;
            if trial.up_to(false, true) {
                outcomes(trial, &[1, 2], std::iter::once(tree(5)))?;
                outcomes(trial, &[5, 6], (0..=3).map(tree))?;
            }
            Ok(())
        },
    },
    Claim {
        id: "beaulieu/list-1-k-trees",
        place: "First list after Corollary 5",
        statement: "Proper colouring is N on k-complete trees with k odd.",
        range: "k up to 5, up to 21 vertices, 1 to 3 colours",
        deep: "k up to 9, up to 31 vertices, 1 to 3 colours",
        wrong: "It is P on k-complete trees with k odd.",
        check: k_trees,
    },
    Claim {
        id: "beaulieu/list-1-paths",
        place: "First list after Corollary 5",
        statement: "Proper k-colouring is N on odd paths.",
        range: "up to 21 vertices, 1 to 4 colours",
        deep: "up to 41 vertices, 1 to 4 colours",
        wrong: "It is P on odd paths.",
        check: |trial| {
            let second = trial.stated(false, true);
            let paths = (1..=trial.up_to(21, 41)).step_by(2).map(|n| (format!("path:{n}"), second));
            outcomes(trial, &[1, 2, 3, 4], paths)
        },
    },
    Claim {
        id: "beaulieu/list-2-hypercubes",
        place: "Second list after Corollary 5",
        statement: "Proper 2-colouring is P on hypercubes (of dimension 1 and more).",
        range: "dimension up to 4",
        deep: "dimension up to 4",
        wrong: "It is N there.",
        check: |trial| {
            let second = trial.stated(true, false);
            outcomes(trial, &[2], (1..=4).map(|d| (format!("hypercube:{d}"), second)))
        },
    },
    Claim {
        id: "beaulieu/list-2-grids",
        place: "Second list after Corollary 5",
        statement: "Proper 2-colouring is P on n×m grids with nm even.",
        range: "up to 20 squares",
        deep: "up to 28 squares",
        wrong: "It is N there.",
        check: |trial| boxes(trial, &[2], 2, trial.up_to(20, 28), false),
    },
    Claim {
        id: "beaulieu/list-2-boxes",
        place: "Second list after Corollary 5",
        statement: "Proper 2-colouring is P on grids of any dimension with an even side.",
        range: "dimension 3, up to 18 cells",
        deep: "dimension 3, up to 24 cells",
        wrong: "It is N there.",
        check: |trial| boxes(trial, &[2], 3, trial.up_to(18, 24), false),
    },
    Claim {
        id: "beaulieu/list-2-paths-and-cycles",
        place: "Second list after Corollary 5",
        statement: "Proper 2-colouring is P on even paths and cycles.",
        range: "up to 40 vertices",
        deep: "up to 100 vertices",
        wrong: "It is N there.",
        check: |trial| {
            let second = trial.stated(true, false);
            let both = (2..=trial.up_to(40, 100)).step_by(2).flat_map(|n| {
                let cycle = (n >= 4).then(|| format!("cycle:{n}"));
                [Some(format!("path:{n}")), cycle].into_iter().flatten()
            });
            outcomes(trial, &[2], both.map(|graph| (graph, second)))
        },
    },
    Claim {
        id: "beaulieu/prop-6",
        place: "Proposition 6",
        statement: "Proper colouring on an odd path has nimber 1; the number of colours is not told.",
        range: "up to 21 vertices, 1 to 4 colours",
        deep: "up to 41 vertices, 1 to 6 colours",
        wrong: "It has nimber 2.",
        check: prop_6,
    },
];

fn prop_1(trial: &mut Trial) -> Checked {
    for colours in 2..=trial.up_to(3, 4) {
        let painted = trial.stated(true, false);
        equals_node_kayles(trial, trial.up_to(6, 7), |board| {
            let image = node_kayles::to_proper(board.graph(), colours).expect("small enough");
            if painted { image } else { unpainted(&image) }
        })?;
    }
    Ok(())
}

fn has(board: &Board, kind: InvolutionKind) -> bool {
    find(board, kind, USUAL_STEPS).expect("few steps are enough for small graphs").is_some()
}

fn prop_2(trial: &mut Trial) -> Checked {
    let kind = trial.stated(InvolutionKind::OneFixedPointApart, InvolutionKind::OneFixedPoint);
    let (graphs, trees) = trial.up_to((7, 10), (9, 13));
    let boards = boards_up_to(graphs).chain(trees_up_to(trees).filter(|b| b.order() > graphs));
    for board in boards.filter(|board| board.order() % 2 == 1 && has(board, kind)) {
        for k in 1..=3 {
            let position = start_on(&format!("proper:{k}"), &board);
            trial.case(&position, class(false), |oracle| oracle.outcome(&position))?;
        }
    }
    Ok(())
}

fn prop_3(trial: &mut Trial) -> Checked {
    let even_is_enough = trial.stated(false, true);
    let (graphs, trees) = trial.up_to((7, 10), (8, 14));
    let boards = boards_up_to(graphs).chain(trees_up_to(trees).filter(|b| b.order() > graphs));
    let even = boards.filter(|board| board.order() % 2 == 0);
    for board in even.filter(|board| even_is_enough || has(board, InvolutionKind::FixedPointFree)) {
        let position = start_on("proper:2", &board);
        trial.case(&position, class(true), |oracle| oracle.outcome(&position))?;
    }
    Ok(())
}

/// Checks the outcomes of proper colouring with these numbers of colours on graphs; each graph
/// comes with the claim whether the second player wins.
fn outcomes(
    trial: &mut Trial,
    colours: &[u8],
    graphs: impl Iterator<Item = (String, bool)>,
) -> Checked {
    for (graph, second_wins) in graphs {
        for k in colours {
            let position = start(&format!("proper:{k}"), &graph);
            trial.case(&position, class(second_wins), |oracle| oracle.outcome(&position))?;
        }
    }
    Ok(())
}

/// Checks grids of this dimension with up to `cells` cells: N if all sides are odd, P if one is
/// even.
fn boxes(trial: &mut Trial, colours: &[u8], dimension: u32, cells: usize, odd: bool) -> Checked {
    let mut sides: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..dimension {
        let longer = |sides: &Vec<usize>| {
            let (least, product) =
                (sides.last().copied().unwrap_or(2), sides.iter().product::<usize>());
            let sides = sides.clone();
            (least..=cells / product).map(move |side| [sides.as_slice(), &[side]].concat())
        };
        sides = sides.iter().flat_map(longer).collect();
    }
    sides.retain(|sides| sides.iter().all(|side| side % 2 == 1) == odd);
    sides.sort_by_cached_key(|sides| sides.iter().product::<usize>());
    let second_wins = trial.stated(!odd, odd);
    let name =
        |sides: &Vec<usize>| sides.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
    let grids = sides.iter().map(|sides| (format!("grid:{}", name(sides)), second_wins));
    outcomes(trial, colours, grids)
}

fn odd_boxes(trial: &mut Trial) -> Checked {
    boxes(trial, &[1, 2], 3, 27, true)?;
    boxes(trial, &[1], 3, trial.up_to(27, 45), true)?;
    let (most, cells) = trial.up_to((6, 1_000), (7, 3_000));
    let mut boxes: Vec<Vec<usize>> = vec![Vec::new()];
    for dimension in 1..=most {
        let longer = |sides: &Vec<usize>| {
            let (least, product) =
                (sides.last().copied().unwrap_or(3), sides.iter().product::<usize>());
            let sides = sides.clone();
            let next = (least..=cells / product).step_by(2);
            next.map(move |side| [sides.as_slice(), &[side]].concat())
        };
        boxes = boxes.iter().flat_map(longer).collect();
        for sides in boxes.iter().filter(|_| dimension >= 3) {
            let sides = sides.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
            let board = start("node-kayles", &format!("grid:{sides}")).board().clone();
            let name = format!("the involution on grid:{sides}");
            trial.case(name, true, |_| Ok(has(&board, InvolutionKind::OneFixedPointApart)))?;
        }
    }
    Ok(())
}

/// “k-complete” is not defined in the paper. The involution of Proposition 2 needs a root with an even
/// number of children.
fn k_trees(trial: &mut Trial) -> Checked {
    // The children of the root and of the other inner vertices.
    type Children = fn(usize) -> [usize; 2];
    let (most, vertices) = trial.up_to((5, 21), (9, 31));
    let readings: [(&str, Children); 3] = [
        ("each inner vertex has k children", |k| [k, k]),
        ("each inner vertex has degree k", |k| [k, k - 1]),
        ("each inner vertex but the root has degree k, the root k − 1", |k| [k - 1, k - 1]),
    ];
    for (name, children) in readings {
        trial.reading(name, |trial| {
            for k in (3..=most).step_by(2) {
                for depth in 0.. {
                    let board = regular_tree(children(k), depth);
                    if board.order() > vertices {
                        break;
                    }
                    for colours in 1..=3 {
                        let position = start_on(&format!("proper:{colours}"), &board);
                        let claimed = trial.stated(class(false), class(true));
                        let name = format!("{position} (k = {k}, depth {depth})");
                        trial.case(name, claimed, |oracle| oracle.outcome(&position))?;
                    }
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The tree of this depth in which the root and the other inner vertices have these numbers of
/// children.
fn regular_tree([root, inner]: [usize; 2], depth: usize) -> Board {
    let mut edges = Vec::new();
    let (mut level, mut order) = (vec![0], 1);
    for below in 0..depth {
        let children = if below == 0 { root } else { inner };
        let mut next = Vec::new();
        for &parent in &level {
            next.extend(order..order + children);
            edges.extend((order..order + children).map(|child| (parent, child)));
            order += children;
        }
        level = next;
    }
    chromex_graph_tools::all::board(Graph::undirected(order, edges).expect("a tree is a graph"))
}

fn prop_6(trial: &mut Trial) -> Checked {
    for k in 1..=trial.up_to(4, 6) {
        trial.reading(format!("{k} colour{}", if k == 1 { "" } else { "s" }), |trial| {
            for n in (1..=trial.up_to(21, 41)).step_by(2) {
                let position = start(&format!("proper:{k}"), &format!("path:{n}"));
                let claimed = nimber(trial.stated(1, 2));
                trial.case(&position, claimed, |oracle| oracle.value(&position))?;
            }
            Ok(())
        })?;
    }
    Ok(())
}
