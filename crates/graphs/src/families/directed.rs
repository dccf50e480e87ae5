//! Digraph families.

use super::*;
use crate::random::SplitMix;

fn digraph(n: usize, arcs: impl IntoIterator<Item = (usize, usize)>) -> Result<Board, Refusal> {
    VERTICES.check(Some(n))?;
    Ok(Board::new(Graph::directed_asking(n, arcs)?, ""))
}

/// `dipath:N`
pub(super) fn dipath(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [ANY])?;
    VERTICES.check(Some(n))?;
    Ok(digraph(n, (1..n).map(|v| (v - 1, v)))?.with_points(row(n)).with_rows(n.max(1)))
}

/// `dicycle:N`
pub(super) fn dicycle(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [(2, "a whole number, at least 2")])?;
    VERTICES.check(Some(n))?;
    Ok(digraph(n, simple::rim(n))?.with_points(circle(n)).with_rows(n))
}

/// `tournament:N` (transitive) or `tournament:N,SEED` (random)
pub(super) fn tournament(parameters: &[Number]) -> Result<Board, Refusal> {
    let seed = match parameters.len() {
        1 => None,
        2 => Some(whole(parameters, 1, 0, ANY.1)?),
        _ => return Err(Refusal::Count),
    };
    let n = whole(parameters, 0, ANY.0, ANY.1)?;
    check_edges(pairs(n))?;
    let mut random = seed.map(|seed| SplitMix::new(seed as u64));
    let all = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let arcs: Vec<_> = all
        .map(|(u, v)| {
            let backwards = random.as_mut().is_some_and(|random| random.below(2) == 0);
            if backwards { (v, u) } else { (u, v) }
        })
        .collect();
    Ok(digraph(n, arcs)?.with_points(circle(n)))
}
