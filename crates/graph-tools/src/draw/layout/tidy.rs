//! The last steps of a drawing: it is rotated, scaled, and vertices that are too close are moved
//! apart.

use crate::draw::cells::{Cells, bounds, distance};
use chromex_graphs::Point;
use chromex_graphs::limit::rows;

/// The distance between vertices where there is enough space.
const APART: f64 = 0.85;
/// If vertices stay closer than this, the drawing is given up.
const TOO_CLOSE: f64 = 0.5;
/// How much longer than 1 edges may become to keep vertices apart.
const MOST_GROWTH: f64 = 1.6;

/// Moves the upper left corner to the origin.
pub(super) fn to_origin(points: &mut [Point]) {
    let corner = bounds(points).0;
    points.iter_mut().for_each(|p| *p = (p.0 - corner.0, p.1 - corner.1));
}

/// Rotates and reflects the drawing so that its edges run along the axes as far as possible, it is
/// wider than tall, and vertex 0 is in the upper left half.
pub(super) fn orient(points: &mut [Point], edges: &[(usize, usize)]) {
    // Four times the angle is the same for all edges of a grid: the sum of these directions gives
    // the rotation of the grid.
    let mut sum = (0.0, 0.0);
    for &(u, v) in edges {
        let angle = 4.0 * (points[v].1 - points[u].1).atan2(points[v].0 - points[u].0);
        sum = (sum.0 + angle.cos(), sum.1 + angle.sin());
    }
    let (sin, cos) = (-sum.1.atan2(sum.0) / 4.0).sin_cos();
    points.iter_mut().for_each(|p| *p = (p.0 * cos - p.1 * sin, p.0 * sin + p.1 * cos));
    let (low, high) = bounds(points);
    if high.1 - low.1 > (high.0 - low.0) * 1.001 {
        points.iter_mut().for_each(|p| *p = (p.1, p.0));
    }
    mirror(points);
}

/// Reflects the drawing so that vertex 0 is in the upper left half.
fn mirror(points: &mut [Point]) {
    let (low, high) = bounds(points);
    let Some(&first) = points.first() else { return };
    let side = |x: f64, low: f64, high: f64| {
        if x * 2.0 > low + high + 1e-6 { -1.0 } else { 1.0 }
    };
    let (sx, sy) = (side(first.0, low.0, high.0), side(first.1, low.1, high.1));
    points.iter_mut().for_each(|p| *p = (p.0 * sx, p.1 * sy));
}

/// Scales the drawing so that the median length of its edges is 1, or somewhat more if many
/// vertices would overlap; if only a few overlap, [`spread`] moves them.
pub(super) fn scale(points: &mut [Point], edges: &[(usize, usize)]) {
    let lengths = edges.iter().map(|&(u, v)| distance(points[u], points[v]));
    let median = quantile(lengths.collect(), 0.5).max(1e-6);
    points.iter_mut().for_each(|p| *p = (p.0 / median, p.1 / median));
    let cells = Cells::new(points, 1.0);
    // Vertices where many edges meet need more space between them.
    let degree = 2.0 * edges.len() as f64 / points.len().max(1) as f64;
    let comfortable = (degree / 6.0).clamp(1.0, 2.0);
    let gaps = (0..points.len()).map(|v| cells.nearest(v)).collect();
    let growth =
        (comfortable / quantile(gaps, 0.25).max(1e-6)).clamp(1.0, comfortable * MOST_GROWTH);
    points.iter_mut().for_each(|p| *p = (p.0 * growth, p.1 * growth));
}

/// The number below which the given share of the numbers lies; 1 if there are none.
fn quantile(mut numbers: Vec<f64>, share: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get((numbers.len() as f64 * share) as usize).copied().unwrap_or(1.0)
}

/// Moves vertices apart that are too close, for a few rounds; returns whether it succeeded.
pub(super) fn spread(points: &mut [Point]) -> bool {
    for round in rows(200) {
        let pushes = pushes(points);
        if pushes.is_empty() {
            break;
        }
        for (v, (x, y)) in pushes {
            points[v] = (points[v].0 + x, points[v].1 + y);
        }
        // If vertices stay crowded, the drawing is enlarged.
        if round % 10 == 9 {
            points.iter_mut().for_each(|p| *p = (p.0 * 1.1, p.1 * 1.1));
        }
    }
    let finite = points.iter().all(|p| p.0.is_finite() && p.1.is_finite());
    finite && Cells::new(points, 1.0).least_distance() >= TOO_CLOSE
}

/// For each vertex that is too close to others, the direction in which to move it.
fn pushes(points: &[Point]) -> Vec<(usize, Point)> {
    let cells = Cells::new(points, APART);
    let mut pushes = Vec::new();
    for (v, &here) in points.iter().enumerate() {
        let mut push = (0.0, 0.0);
        let mut crowded = false;
        cells.near(here, |w| {
            let gap = distance(here, points[w]);
            // Slightly less than the target, so that the rounds come to an end.
            if w == v || gap >= APART * 0.95 {
                return;
            }
            crowded = true;
            let (x, y) = away(v, w, here, points[w], gap);
            let strength = (APART - gap) / 2.0;
            push = (push.0 + x * strength, push.1 + y * strength);
        });
        if crowded {
            // A whole crowd of vertices moves a vertex no farther than one vertex would.
            let excess = (push.0.hypot(push.1) / APART).max(1.0);
            pushes.push((v, (push.0 / excess, push.1 / excess)));
        }
    }
    pushes
}

/// The direction from `there` (vertex `w`) to `here` (vertex `v`); if they coincide, one that
/// depends on their numbers.
fn away(v: usize, w: usize, here: Point, there: Point, gap: f64) -> Point {
    if gap > 1e-6 {
        return ((here.0 - there.0) / gap, (here.1 - there.1) / gap);
    }
    let angle = 2.4 * (v.min(w) + 3 * v.max(w)) as f64;
    let sign = if v < w { 1.0 } else { -1.0 };
    (sign * angle.cos(), sign * angle.sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coinciding_points_are_spread() {
        let mut points = vec![(3.0, 3.0); 40];
        assert!(spread(&mut points));
        assert!(!spread(&mut [(f64::NAN, 0.0), (1.0, 1.0)]));
    }

    #[test]
    fn slanted_squares_are_put_upright() {
        let mut points = vec![(5.0, 4.0), (6.0, 5.0), (5.0, 6.0), (4.0, 5.0)];
        let edges = [(0, 1), (1, 2), (2, 3), (3, 0)];
        orient(&mut points, &edges);
        scale(&mut points, &edges);
        to_origin(&mut points);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        assert!(points.iter().all(|p| corners.iter().any(|c| distance(*p, *c) < 1e-9)));
        assert!(distance(points[0], (0.0, 0.0)) < 1e-9);
    }
}
