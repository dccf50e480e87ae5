//! Paths, cycles, complete graphs and other classics.

use super::*;

/// `path:N`
pub(super) fn path(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [ANY])?;
    VERTICES.check(Some(n))?;
    let edges = (1..n).map(|v| (v - 1, v));
    Ok(board(n, edges)?.with_points(row(n)).with_rows(n.max(1)))
}

/// `cycle:N`
pub(super) fn cycle(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [(3, "a whole number, at least 3")])?;
    VERTICES.check(Some(n))?;
    Ok(board(n, rim(n))?.with_points(circle(n)).with_rows(n))
}

/// The edges of a cycle on `0..n`.
pub(super) fn rim(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).map(move |v| (v, (v + 1) % n))
}

/// `complete:N`
pub(super) fn complete(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [ANY])?;
    check_edges(pairs(n))?;
    let edges = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    Ok(board(n, edges)?.with_points(circle(n)))
}

/// `empty:N`
pub(super) fn empty(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [ANY])?;
    VERTICES.check(Some(n))?;
    Ok(board(n, [])?.with_points(row(n)).with_rows(n.max(1)))
}

/// `star:N`: a centre and N leaves.
pub(super) fn star(parameters: &[Number]) -> Result<Board, Refusal> {
    let [leaves] = wholes(parameters, [ANY])?;
    VERTICES.check(Some(leaves))?;
    let edges = (1..=leaves).map(|v| (0, v));
    Ok(board(leaves + 1, edges)?.with_points(around_centre(leaves)))
}

/// `wheel:N`: a hub and a rim of N.
pub(super) fn wheel(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [(3, "a whole number, at least 3")])?;
    VERTICES.check(Some(n))?;
    let spokes = (1..=n).map(|v| (0, v));
    let edges = spokes.chain(rim(n).map(|(u, v)| (u + 1, v + 1)));
    Ok(board(n + 1, edges)?.with_points(around_centre(n)))
}

fn around_centre(n: usize) -> Vec<Point> {
    let radius = if n < 2 { 1.0 } else { 0.5 / (std::f64::consts::PI / n as f64).sin() };
    std::iter::once((0.0, 0.0)).chain(ring(n, radius.max(1.0))).collect()
}

/// `bipartite:A,B`
pub(super) fn bipartite(parameters: &[Number]) -> Result<Board, Refusal> {
    wholes(parameters, [ANY, ANY])?;
    multipartite(parameters)
}

/// `multipartite:A,B,…`
pub(super) fn multipartite(parameters: &[Number]) -> Result<Board, Refusal> {
    let parts = whole_list(parameters, 1, ANY.0, ANY.1)?;
    let n = parts.iter().try_fold(0_usize, |sum, &part| sum.checked_add(part));
    let n = VERTICES.check(n)?;
    check_edges(pairs(n))?;
    let part_of: Vec<usize> =
        parts.iter().enumerate().flat_map(|(i, &part)| std::iter::repeat_n(i, part)).collect();
    let all = rows(n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges = all.filter(|&(u, v)| part_of[u] != part_of[v]);
    let made = board(n, edges)?;
    if parts.len() > 2 {
        return Ok(made.with_points(circle(n)));
    }
    let tallest = parts.iter().copied().max().unwrap_or(0) as f64;
    let column = |(i, &part): (usize, &usize)| {
        let top = (tallest - part as f64) / 2.0;
        (0..part).map(move |y| (2.0 * i as f64, top + y as f64))
    };
    Ok(made.with_points(parts.iter().enumerate().flat_map(column).collect()))
}

/// `hypercube:D`
pub(super) fn hypercube(parameters: &[Number]) -> Result<Board, Refusal> {
    let [d] = wholes(parameters, [ANY])?;
    let n = u32::try_from(d).ok().and_then(|d| 1_usize.checked_shl(d));
    let n = VERTICES.check(n.filter(|_| d < 40))?;
    check_edges(n.checked_mul(d))?;
    let edges = (0..n).flat_map(|v| (0..d).map(move |bit| (v, v ^ (1 << bit))));
    Ok(board(n, edges)?.with_points((0..n).map(|v| cube_corner(v, d)).collect()))
}

/// The projection of a corner of the cube onto the plane: each dimension has its own direction.
fn cube_corner(v: usize, d: usize) -> Point {
    const DIRECTIONS: [Point; 4] = [(2.0, 0.0), (0.0, -2.0), (0.8, -0.6), (0.5, 1.1)];
    (0..d).filter(|bit| v >> bit & 1 == 1).fold((0.0, 0.0), |p, bit| {
        let scale = 2.6_f64.powi((bit / 4) as i32);
        let (x, y) = DIRECTIONS[bit % 4];
        (p.0 + scale * x, p.1 + scale * y)
    })
}

/// `petersen:N,K`
pub(super) fn petersen(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n, k] = wholes(parameters, [(3, "a whole number, at least 3"), POSITIVE])?;
    if k > n / 2 {
        return Err(Refusal::Range(1, "a step of at most half the first number"));
    }
    VERTICES.check(n.checked_mul(2))?;
    let spokes = (0..n).map(|v| (v, v + n));
    let star = (0..n).map(|v| (n + v, n + (v + k) % n));
    let radius = 0.5 / (std::f64::consts::PI / n as f64).sin();
    let outer = ring(n, (2.0 * radius).max(radius + 1.0));
    let points = outer.into_iter().chain(ring(n, radius.max(1.0)));
    Ok(board(2 * n, rim(n).chain(spokes).chain(star))?.with_points(points.collect()))
}

/// `circulant:N,S,…`
pub(super) fn circulant(parameters: &[Number]) -> Result<Board, Refusal> {
    let list = whole_list(parameters, 1, 1, "a whole number, at least 1")?;
    let (n, steps) = (list[0], &list[1..]);
    if let Some(i) = steps.iter().position(|&step| step % n == 0) {
        return Err(Refusal::Range(i + 1, "a step that is no multiple of the first number"));
    }
    check_edges(n.checked_mul(steps.len()))?;
    VERTICES.check(Some(n))?;
    let edges = (0..n).flat_map(|v| steps.iter().map(move |step| (v, (v + step % n) % n)));
    Ok(board(n, edges)?.with_points(circle(n)).with_rows(n))
}
