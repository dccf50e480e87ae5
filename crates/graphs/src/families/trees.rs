//! Trees with a regular shape.

use super::*;

/// `tree:ARITY,DEPTH`: each vertex above the last level has ARITY children; numbered level by level.
pub(super) fn tree(parameters: &[Number]) -> Result<Board, Refusal> {
    let [arity, depth] = wholes(parameters, [POSITIVE, ANY])?;
    let mut levels = vec![1_usize];
    let mut n = 1_usize;
    for _ in 0..depth {
        let next = levels.last().and_then(|last| last.checked_mul(arity));
        let next = VERTICES.check(next)?;
        n = VERTICES.check(n.checked_add(next))?;
        levels.push(next);
    }
    let edges = (1..n).map(|child| ((child - 1) / arity, child));
    let width = levels.last().copied().unwrap_or(1) as f64;
    let points = levels.iter().enumerate().flat_map(|(y, &size)| {
        let gap = width / size as f64;
        (0..size).map(move |i| ((i as f64 + 0.5) * gap, y as f64))
    });
    Ok(board(n, edges)?.with_points(points.collect()))
}

/// `caterpillar:A,B,…`: a spine with that many leaves at its vertices; spine first.
pub(super) fn caterpillar(parameters: &[Number]) -> Result<Board, Refusal> {
    let leaves = whole_list(parameters, 1, ANY.0, ANY.1)?;
    let spine = leaves.len();
    let n = leaves.iter().try_fold(spine, |sum, &count| sum.checked_add(count));
    let n = VERTICES.check(n)?;
    let owners = leaves.iter().enumerate().flat_map(|(v, &count)| std::iter::repeat_n(v, count));
    let legs = owners.enumerate().map(|(i, v)| (v, spine + i));
    let edges = (1..spine).map(|v| (v - 1, v)).chain(legs);
    let made = board(n, edges)?;
    let mut points = Vec::with_capacity(n);
    let mut hanging = Vec::new();
    let mut x = 0.0;
    for &count in &leaves {
        let width = count.max(1) as f64;
        points.push((x + (width - 1.0) / 2.0, 0.0));
        hanging.extend((0..count).map(|i| (x + i as f64, 1.0)));
        x += width;
    }
    points.extend(hanging);
    Ok(made.with_points(points))
}
