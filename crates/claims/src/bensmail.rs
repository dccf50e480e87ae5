//! Claims of Bensmail, Fioravantes, Mc Inerney, Nisse, *The Largest Connected Subgraph Game*, section by
//! section.

mod cographs;
mod complexity;
mod first_results;
mod paths;
mod pseudo_spiders;
mod spiders;
mod unions;

use chromex_graph_tools::all;
use chromex_graphs::{Board, Graph};

use super::claim::{Claim, Halt, Oracle, start_on};
use chromex_engine::Outcome;

/// The claims, in the order of the paper.
pub(super) fn claims() -> Vec<Claim> {
    [
        first_results::CLAIMS,
        complexity::CLAIMS,
        paths::CLAIMS,
        cographs::CLAIMS,
        pseudo_spiders::DEFINITION,
        unions::CLAIMS,
        spiders::CLAIMS,
        pseudo_spiders::CLAIMS,
        first_results::OUTLOOK,
    ]
    .concat()
}

/// Who wins the game on a board.
fn outcome(oracle: &Oracle, board: &Board) -> Result<Outcome, Halt> {
    oracle.outcome(&start_on("connected", board))
}

/// The best order of a red component that Alice can force: the paper's A_µ.
fn a_mu(oracle: &Oracle, board: &Board) -> Result<i32, Halt> {
    oracle.score(&start_on("connected:maker-breaker", board))
}

/// The best order of a red component that Alice can force while she wins, and 0 if she does not win: the paper's A_µ*.
fn a_mu_star(oracle: &Oracle, board: &Board) -> Result<i32, Halt> {
    oracle.score(&start_on("connected:when-winning", board))
}

/// Whether Alice can force a single red component: whether the graph is in A*.
fn in_a_star(oracle: &Oracle, board: &Board) -> Result<bool, Halt> {
    let position = start_on("connected:maker-breaker", board);
    let all = board.order().div_ceil(2) as i32;
    Ok(oracle.solver(&position)?.at_least(all, &position)?)
}

/// All graphs with `from` to `to` vertices.
fn graphs(from: usize, to: usize) -> impl Iterator<Item = Board> {
    boards(from, to, all::graphs)
}

/// All graphs of a kind with `from` to `to` vertices.
fn boards(from: usize, to: usize, kind: fn(usize) -> Vec<Graph>) -> impl Iterator<Item = Board> {
    (from..=to).flat_map(kind).map(all::board)
}
