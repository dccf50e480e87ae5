//! Section 6: sequential 2-colouring.

use chromex_graph_tools::all;
use chromex_graphs::{Board, parse};
use chromex_rules::{Player, Position};

use crate::claim::{Checked, Claim, Trial, class, start_on};
use chromex_theory::sequential::{BadOrder, Ending, cycle, graph, path};

/// The claims of section 6.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "beaulieu/prop-21",
        place: "Proposition 21",
        statement: "On a path a player has a choice only at sources and can be stuck only at closed vertices.",
        range: "paths of up to 6 vertices, all orders and plays",
        deep: "paths of up to 8 vertices, all orders and plays",
        wrong: "A player has a choice only at sources and can be stuck only at the end of the path.",
        check: prop_21,
    },
    Claim {
        id: "beaulieu/thm-22",
        place: "Theorem 22",
        statement: "The algorithm tells who wins on a path (ends that come after their neighbour being \
                    constrained, not closed).",
        range: "paths of up to 6 vertices, all orders",
        deep: "paths of up to 8 vertices, all orders",
        wrong: "The first player wins exactly on odd paths.",
        check: |trial| {
            let n = trial.up_to(6, 8);
            orders_on(trial, "path", 1..=n, path)
        },
    },
    Claim {
        id: "beaulieu/thm-22-cycles",
        place: "Section 6, before Definition 8",
        statement: "There is a linear algorithm for cycles too: as on the path without the last vertex of the \
                    order, and if nobody is stuck there the second player wins.",
        range: "cycles of up to 6 vertices, all orders",
        deep: "cycles of up to 8 vertices, all orders",
        wrong: "The first player wins exactly on odd cycles.",
        check: |trial| {
            let n = trial.up_to(6, 8);
            orders_on(trial, "cycle", 3..=n, cycle)
        },
    },
    Claim {
        id: "beaulieu/bodlaender",
        place: "Section 6, on Bodlaender's algorithm",
        statement: "With two colours an algorithm in near-linear time tells who wins on any graph.",
        range: "all graphs with up to 5 vertices, all orders",
        deep: "all graphs with up to 6 vertices, all orders",
        wrong: "The first player wins exactly on graphs with an odd number of vertices.",
        check: |trial| {
            for n in 1..=trial.up_to(5, 6) {
                for board in all::graphs(n).into_iter().map(all::board) {
                    on_board(trial, &board, |order| graph(board.graph(), order))?;
                }
            }
            Ok(())
        },
    },
];

/// All orders of `0..n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for v in 0..n {
        let with_v = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=v).map(move |at| [&order[..at], &[v], &order[at..]].concat())
        };
        orders = orders.iter().flat_map(with_v).collect();
    }
    orders
}

fn position(board: &Board, order: &[usize]) -> Position {
    let list: Vec<String> = order.iter().map(usize::to_string).collect();
    start_on(&format!("sequential:2:{}", list.join(",")), board)
}

fn orders_on(
    trial: &mut Trial,
    family: &str,
    orders: std::ops::RangeInclusive<usize>,
    algorithm: fn(&[usize]) -> Result<Ending, BadOrder>,
) -> Checked {
    for n in orders {
        let board = parse(&format!("{family}:{n}")).expect("a family");
        on_board(trial, &board, algorithm)?;
    }
    Ok(())
}

fn on_board(
    trial: &mut Trial,
    board: &Board,
    algorithm: impl Fn(&[usize]) -> Result<Ending, BadOrder>,
) -> Checked {
    let n = board.order();
    for order in orders(n) {
        let position = position(board, &order);
        let second_wins = algorithm(&order).expect("an order").winner == Player::Right;
        let claimed = class(trial.stated(second_wins, n.is_multiple_of(2)));
        trial.case(&position, claimed, |oracle| oracle.outcome(&position))?;
    }
    Ok(())
}

fn prop_21(trial: &mut Trial) -> Checked {
    let ends = trial.stated(false, true);
    for n in 1..=trial.up_to(6, 8) {
        let board = parse(&format!("path:{n}")).expect("a family");
        for order in orders(n) {
            let start = position(&board, &order);
            let kinds = Kinds::new(&order, ends);
            trial.case(&start, "as claimed".to_owned(), |_| {
                Ok(kinds.surprise(&start, &order).unwrap_or_else(|| "as claimed".to_owned()))
            })?;
        }
    }
    Ok(())
}

/// Definition 8, word for word.
struct Kinds {
    source: Vec<bool>,
    may_be_stuck: Vec<bool>,
}

impl Kinds {
    fn new(order: &[usize], ends_only: bool) -> Kinds {
        let n = order.len();
        let turn = |v: usize| order.iter().position(|&w| w == v);
        let neighbours =
            |v: usize| [v.checked_sub(1), (v + 1 < n).then_some(v + 1)].into_iter().flatten();
        let source = |v: usize| neighbours(v).all(|w| turn(v) < turn(w));
        let closed =
            |v: usize| neighbours(v).count() == 2 && neighbours(v).all(|w| turn(v) > turn(w));
        let end = |v: usize| neighbours(v).count() < 2;
        Kinds {
            source: (0..n).map(source).collect(),
            may_be_stuck: (0..n).map(|v| if ends_only { end(v) } else { closed(v) }).collect(),
        }
    }

    /// Looks for a choice where there should be none, or a player who is stuck where he should not
    /// be, in any play.
    fn surprise(&self, position: &Position, order: &[usize]) -> Option<String> {
        let (&v, rest) = order.split_first()?;
        let moves = position.moves();
        if (moves.len() > 1) != self.source[v] {
            return Some(format!("{} choices at {v} in {position}", moves.len()));
        }
        if moves.is_empty() && !self.may_be_stuck[v] {
            return Some(format!("stuck at {v} in {position}"));
        }
        moves.into_iter().find_map(|m| {
            let after = position.play(m).expect("listed moves are legal");
            self.surprise(&after, rest)
        })
    }
}
