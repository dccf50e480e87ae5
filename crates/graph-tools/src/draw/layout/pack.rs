//! Components side by side, in rows.

use crate::draw::cells::bounds;
use chromex_graphs::Point;

/// The space between the outermost vertices of two components.
const GAP: f64 = 1.25;
/// How much wider than tall the whole drawing should be.
const ASPECT: f64 = 1.6;

/// Where to put the upper left corner of each drawing, which is at the origin now.
///
/// The tallest go first so that the rows are well filled; equals keep their order.
pub(super) fn corners(drawings: &[Vec<Point>]) -> Vec<Point> {
    let sizes: Vec<Point> = drawings.iter().map(|drawing| bounds(drawing).1).collect();
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|&a, &b| sizes[b].1.total_cmp(&sizes[a].1).then(a.cmp(&b)));
    let limit = row_width(&sizes);
    let mut corners = vec![(0.0, 0.0); sizes.len()];
    let (mut x, mut y, mut tallest) = (0.0, 0.0, None);
    for &i in &order {
        if x > 0.0 && x + sizes[i].0 > limit {
            y += tallest.take().unwrap_or(0.0) + GAP;
            x = 0.0;
        }
        // The first of a row is its tallest; the others are centred beside it.
        let height = *tallest.get_or_insert(sizes[i].1);
        corners[i] = (x, y + (height - sizes[i].1) / 2.0);
        x += sizes[i].0 + GAP;
    }
    corners
}

/// The width of a row for which the whole drawing has the right shape.
fn row_width(sizes: &[Point]) -> f64 {
    let area: f64 = sizes.iter().map(|size| (size.0 + GAP) * (size.1 + GAP)).sum();
    let widest = sizes.iter().map(|size| size.0).fold(0.0, f64::max);
    (area * ASPECT).sqrt().max(widest)
}
