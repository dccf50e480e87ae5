//! Random graphs that are the same for everybody who uses the same seed.

use super::*;
use crate::random::SplitMix;

/// N, P and the seed of `random:N,P,SEED`; the seed is 0 when left out.
fn random_parameters(parameters: &[Number]) -> Result<(usize, f64, SplitMix), Refusal> {
    if !(2..=3).contains(&parameters.len()) {
        return Err(Refusal::Count);
    }
    let n = whole(parameters, 0, ANY.0, ANY.1)?;
    let p = match parameters[1] {
        Number::Whole(p) if p <= 1 => p as f64,
        Number::Real(p) if (0.0..=1.0).contains(&p) => p,
        _ => return Err(Refusal::Range(1, "a probability from 0 to 1")),
    };
    let seed = if parameters.len() == 3 { whole(parameters, 2, 0, ANY.1)? } else { 0 };
    PAIRS.check(n.checked_mul(n))?;
    Ok((n, p, SplitMix::new(seed as u64)))
}

/// `random:N,P,SEED`
pub(super) fn random(parameters: &[Number]) -> Result<Board, Refusal> {
    let (n, p, mut random) = random_parameters(parameters)?;
    let all = rows(n).flat_map(|v| (0..v).map(move |u| (u, v)));
    board(n, all.filter(|_| random.unit() < p))
}

/// `random-digraph:N,P,SEED`
pub(super) fn digraph(parameters: &[Number]) -> Result<Board, Refusal> {
    let (n, p, mut random) = random_parameters(parameters)?;
    let all = rows(n).flat_map(|v| (0..n).filter(move |&u| u != v).map(move |u| (u, v)));
    Ok(Board::new(Graph::directed_asking(n, all.filter(|_| random.unit() < p))?, ""))
}

/// `random-tree:N,SEED`: decoded from a random Prüfer sequence, hence uniform.
pub(super) fn tree(parameters: &[Number]) -> Result<Board, Refusal> {
    let n = whole(parameters, 0, ANY.0, ANY.1)?;
    VERTICES.check(Some(n))?;
    let seed = match parameters.len() {
        1 => 0,
        2 => whole(parameters, 1, 0, ANY.1)?,
        _ => return Err(Refusal::Count),
    };
    let mut random = SplitMix::new(seed as u64);
    let code: Vec<usize> = (0..n.saturating_sub(2)).map(|_| random.below(n)).collect();
    board(n, decode_pruefer(n, &code))
}

fn decode_pruefer(n: usize, code: &[usize]) -> Vec<(usize, usize)> {
    let mut degree = vec![1_usize; n];
    for &v in code {
        degree[v] += 1;
    }
    let mut leaves: std::collections::BinaryHeap<_> =
        (0..n).filter(|&v| degree[v] == 1).map(std::cmp::Reverse).collect();
    let mut edges = Vec::new();
    for &v in code {
        let Some(std::cmp::Reverse(leaf)) = leaves.pop() else { break };
        edges.push((leaf, v));
        degree[v] -= 1;
        if degree[v] == 1 {
            leaves.push(std::cmp::Reverse(v));
        }
    }
    let mut last = leaves.into_iter().map(|leaf| leaf.0);
    if let (Some(u), Some(v)) = (last.next(), last.next()) {
        edges.push((u, v));
    }
    edges
}
