//! Drawings in which distances on paper resemble distances in the graph: stress majorisation.
//!
//! Up to [`SMALL`] vertices every pair counts; for larger graphs, neighbours, some second
//! neighbours and a few pivots that represent the vertices around them (after Ortmann, Klimenta and
//! Brandes).

use super::pivots::Pivots;
use super::{Part, shapes};
use crate::draw::cells::distance;
use chromex_graphs::Point;
use chromex_graphs::limit::rows;

/// Up to this many vertices all distances are used.
const SMALL: usize = 300;
/// Up to this many vertices, several initial drawings are tried.
const TINY: usize = 60;
const PIVOTS: usize = 50;
/// How many second neighbours of a vertex count, and how many are examined to find them.
const SECOND_NEIGHBOURS: (usize, usize) = (30, 300);

/// A target: the distance that a vertex should have from another one.
struct Target {
    target: u32,
    distance: f64,
    weight: f64,
}

/// Draws a connected graph.
pub(super) fn layout(part: &Part) -> Vec<Point> {
    let n = part.order();
    let pivots = Pivots::choose(part, PIVOTS);
    let targets = if n <= SMALL { all_pairs(part) } else { some_pairs(part, &pivots) };
    let rounds = if n <= SMALL { 200 } else { 60 };
    let mut starts = vec![pivots.drawing()];
    if n <= TINY {
        starts.push(shapes::circle(n));
        starts.extend((1..=6).map(|seed| scatter(n, seed)));
    }
    let mut best = (f64::INFINITY, Vec::new());
    for mut points in starts {
        settle(&mut points, &targets, rounds);
        let stress = stress(&points, &targets);
        // A later start must be clearly better, so that rounding does not decide.
        if best.1.is_empty() || stress < best.0 * 0.999 {
            best = (stress, points);
        }
    }
    best.1
}

/// `n` points that look scattered but are always the same.
fn scatter(n: usize, seed: u64) -> Vec<Point> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    let side = (n as f64).sqrt();
    (0..n).map(|_| (side * next(), side * next())).collect()
}

fn all_pairs(part: &Part) -> Vec<Vec<Target>> {
    let target = |(v, d): (usize, usize)| Target::new(v, d, 1.0);
    let from = |u| part.by_distance(u).1.into_iter().enumerate();
    (0..part.order()).map(|u| from(u).filter(|&(v, _)| u != v).map(target).collect()).collect()
}

fn some_pairs(part: &Part, pivots: &Pivots) -> Vec<Vec<Target>> {
    let crowds = crowds(pivots);
    let mut targets: Vec<Vec<Target>> = Vec::with_capacity(part.order());
    for (v, near) in part.near.iter().enumerate() {
        let mut own: Vec<_> = near.iter().map(|&w| Target::new(w, 1, 1.0)).collect();
        own.extend(second_neighbours(part, v).into_iter().map(|w| Target::new(w, 2, 1.0)));
        for (p, &pivot) in pivots.vertices.iter().enumerate() {
            let d = pivots.distances[p][v];
            if d > 2 {
                own.push(Target::new(pivot, d, crowds[p][(d / 2).min(crowds[p].len() - 1)]));
            }
        }
        targets.push(own);
    }
    targets
}

/// For each pivot and distance, how many of the vertices that the pivot represents are within that
/// distance.
fn crowds(pivots: &Pivots) -> Vec<Vec<f64>> {
    let n = pivots.distances[0].len();
    let mut crowds = vec![vec![0.0]; pivots.vertices.len()];
    for v in 0..n {
        let nearest = (0..crowds.len()).min_by_key(|&p| pivots.distances[p][v]).unwrap_or(0);
        let d = pivots.distances[nearest][v];
        let crowd = &mut crowds[nearest];
        crowd.resize(crowd.len().max(d + 1), 0.0);
        crowd[d] += 1.0;
    }
    for crowd in &mut crowds {
        (1..crowd.len()).for_each(|d| crowd[d] += crowd[d - 1]);
    }
    crowds
}

fn second_neighbours(part: &Part, v: usize) -> Vec<usize> {
    let (most, looks) = SECOND_NEIGHBOURS;
    let around = part.near[v].iter().flat_map(|&w| &part.near[w]).copied().take(looks);
    let is_second = |w: &usize| *w != v && part.near[v].binary_search(w).is_err();
    let mut seconds: Vec<_> = around.filter(is_second).collect();
    seconds.sort_unstable();
    seconds.dedup();
    seconds.truncate(most);
    seconds
}

impl Target {
    fn new(target: usize, distance: usize, crowd: f64) -> Target {
        let distance = distance as f64;
        Target { target: target as u32, distance, weight: crowd / (distance * distance) }
    }
}

/// Moves each vertex in turn to the mean of the places that its targets want, until the changes are
/// small.
fn settle(points: &mut [Point], targets: &[Vec<Target>], rounds: usize) {
    for _ in rows(rounds) {
        let mut farthest: f64 = 0.0;
        for v in 0..points.len() {
            let wanted = wanted(points, v, &targets[v]);
            farthest = farthest.max(distance(points[v], wanted));
            points[v] = wanted;
        }
        if farthest < 1e-3 {
            break;
        }
    }
}

/// The weighted mean of the places that the targets of `v` want.
fn wanted(points: &[Point], v: usize, targets: &[Target]) -> Point {
    let here = points[v];
    let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
    for target in targets {
        let there = points[target.target as usize];
        let (dx, dy) = (here.0 - there.0, here.1 - there.1);
        // This is far below any target distance; it only keeps the quotient finite.
        let stretch = target.distance / (dx * dx + dy * dy).sqrt().max(1e-9);
        x += target.weight * (there.0 + dx * stretch);
        y += target.weight * (there.1 + dy * stretch);
        total += target.weight;
    }
    if total > 0.0 { (x / total, y / total) } else { here }
}

/// How much the distances differ from the targets.
fn stress(points: &[Point], targets: &[Vec<Target>]) -> f64 {
    let miss = |v: usize, target: &Target| {
        let gap = distance(points[v], points[target.target as usize]) - target.distance;
        target.weight * gap * gap
    };
    let of =
        |(v, own): (usize, &Vec<Target>)| own.iter().map(|target| miss(v, target)).sum::<f64>();
    targets.iter().enumerate().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;

    #[test]
    fn large_grids_come_out_flat() {
        let board = parse("grid:20x30").unwrap();
        let part = Part::split(board.graph()).remove(0);
        let points = layout(&part);
        let lengths: Vec<_> = part.edges().map(|(u, v)| distance(points[u], points[v])).collect();
        let close = lengths.iter().filter(|l| (0.6..1.6).contains(*l)).count();
        assert!(close * 10 > lengths.len() * 9, "{close} of {}", lengths.len());
    }

    #[test]
    fn settling_lowers_the_stress() {
        let part = Part::split(parse("petersen:5,2").unwrap().graph()).remove(0);
        let targets = all_pairs(&part);
        let mut points = scatter(10, 5);
        let before = stress(&points, &targets);
        settle(&mut points, &targets, 200);
        assert!(stress(&points, &targets) < before);
    }
}
