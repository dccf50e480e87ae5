//! Beaulieu, Burke, Duchêne, *Impartial Coloring Games*: their theorems as functions, and their claims
//! section by section.
//!
//! * [`blue_red`]: the nimbers of directed paths in blue-red colouring, by Proposition 9.
//!
//! The theorems about paths and cycles are in [`theorems`](super::theorems), the algorithm of
//! Theorem 22 in [`sequential`](super::sequential), the reductions in [`reduce`](super::reduce).

pub(crate) mod blue_red;
mod distance;
mod facts;
mod oriented;
mod proper;
mod sequential;
mod weak;
mod weak_graphs;

use chromex_graph_tools::all;
use chromex_graphs::Board;
use chromex_rules::Position;

use super::claim::{Checked, Claim, Trial, start_on};
use chromex_engine::Value;

/// The claims, in the order of the paper.
pub(crate) fn claims() -> Vec<Claim> {
    let sections = [
        proper::CLAIMS,
        oriented::CLAIMS,
        facts::CLAIMS,
        weak::CLAIMS,
        weak_graphs::CLAIMS,
        distance::CLAIMS,
        sequential::CLAIMS,
    ];
    sections.concat()
}

fn nimber(n: usize) -> Value {
    Value::Nimber(n as u32)
}

/// All graphs with up to `n` vertices, at least one.
fn boards_up_to(n: usize) -> impl Iterator<Item = Board> {
    (1..=n).flat_map(all::graphs).map(all::board)
}

/// All trees with up to `n` vertices.
fn trees_up_to(n: usize) -> impl Iterator<Item = Board> {
    (1..=n).flat_map(all::trees).map(all::board)
}

/// Checks that on all graphs with up to `n` vertices, the position `image` has the nimber of Node
/// Kayles on the graph.
fn equals_node_kayles(trial: &mut Trial, n: usize, image: impl Fn(&Board) -> Position) -> Checked {
    for board in boards_up_to(n) {
        let (source, image) = (start_on("node-kayles", &board), image(&board));
        equal(trial, &source, &image)?;
    }
    Ok(())
}

/// Checks that two positions have the same nimber.
fn equal(trial: &mut Trial, a: &Position, b: &Position) -> Checked {
    trial.case(format!("{a} against {b}"), "equal".to_owned(), |oracle| {
        let (x, y) = (oracle.nimber(a)?, oracle.nimber(b)?);
        Ok(if x == y { "equal".to_owned() } else { format!("*{x} and *{y}") })
    })
}

/// The position without its colours.
fn unpainted(position: &Position) -> Position {
    Position::start(position.game().clone(), position.board().clone())
        .expect("the game is played on this board")
}
