//! Points sorted into square cells, to find those near a segment without examining all of them.

use chromex_graphs::Point;

/// The points by cell.
pub(super) struct Cells<'a> {
    points: &'a [Point],
    corner: Point,
    /// The side of a cell, at least the requested one.
    side: f64,
    columns: usize,
    rows: usize,
    members: Vec<Vec<u32>>,
}

impl<'a> Cells<'a> {
    /// Sorts the points into cells at least `side` wide; the cells are wider if the points are so
    /// sparse that most cells would be empty.
    pub(super) fn new(points: &'a [Point], side: f64) -> Cells<'a> {
        let (corner, far) = bounds(points);
        let (width, height) = (far.0 - corner.0, far.1 - corner.1);
        let most = 8.0 * points.len().max(1) as f64;
        let side = side.max((width * height / most).sqrt()).max(width.max(height) / most);
        let columns = (width / side) as usize + 1;
        let rows = (height / side) as usize + 1;
        let members = vec![Vec::new(); columns * rows];
        let mut cells = Cells { points, corner, side, columns, rows, members };
        for (v, &point) in points.iter().enumerate() {
            let (column, row) = cells.cell(point);
            cells.members[row * columns + column].push(v as u32);
        }
        cells
    }

    /// The largest distance within which [`Cells::near_segment`] finds all points.
    pub(super) fn reach(&self) -> f64 {
        self.side / 2.0
    }

    fn cell(&self, point: Point) -> (usize, usize) {
        // The cast moves indices out of range to the nearest cell.
        let column = ((point.0 - self.corner.0) / self.side) as usize;
        let row = ((point.1 - self.corner.1) / self.side) as usize;
        (column.min(self.columns - 1), row.min(self.rows - 1))
    }

    /// Calls `visit` with at least the points within a cell's side of `point`.
    pub(super) fn near(&self, point: Point, mut visit: impl FnMut(usize)) {
        let (column, row) = self.cell(point);
        for r in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
            for c in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                self.members[r * self.columns + c].iter().for_each(|&v| visit(v as usize));
            }
        }
    }

    /// Calls `visit`, perhaps repeatedly, with at least the points within [`Cells::reach`] of
    /// the segment.
    pub(super) fn near_segment(&self, a: Point, b: Point, mut visit: impl FnMut(usize)) {
        let steps = (distance(a, b) / self.side).ceil().max(1.0) as usize;
        for step in 0..=steps {
            self.near(between(a, b, step as f64 / steps as f64), &mut visit);
        }
    }

    /// The least distance between two of the points; some larger number if it exceeds the side
    /// of a cell.
    pub(super) fn least_distance(&self) -> f64 {
        (0..self.points.len()).map(|v| self.nearest(v)).fold(f64::INFINITY, f64::min)
    }

    /// The distance from the point `v` to the nearest other point; some larger number if it exceeds
    /// the side of a cell.
    pub(super) fn nearest(&self, v: usize) -> f64 {
        let mut nearest = f64::INFINITY;
        self.near(self.points[v], |w| {
            if w != v {
                nearest = nearest.min(distance(self.points[v], self.points[w]));
            }
        });
        nearest
    }
}

/// The corners of the box around the points; the origin when there are none.
pub(super) fn bounds(points: &[Point]) -> (Point, Point) {
    let Some(&first) = points.first() else {
        return ((0.0, 0.0), (0.0, 0.0));
    };
    points.iter().fold((first, first), |(low, high), p| {
        ((low.0.min(p.0), low.1.min(p.1)), (high.0.max(p.0), high.1.max(p.1)))
    })
}

/// The distance between two points.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The point on the segment from `a` (`t` = 0) to `b` (`t` = 1).
pub(super) fn between(a: Point, b: Point, t: f64) -> Point {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

/// The distance from a point to a segment.
pub(super) fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let along = (b.0 - a.0, b.1 - a.1);
    let square = along.0 * along.0 + along.1 * along.1;
    if square == 0.0 {
        return distance(p, a);
    }
    let t = ((p.0 - a.0) * along.0 + (p.1 - a.1) * along.1) / square;
    distance(p, between(a, b, t.clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_find_what_is_near() {
        let points: Vec<Point> = (0..100).map(|v| ((v % 10) as f64, (v / 10) as f64)).collect();
        let cells = Cells::new(&points, 1.0);
        let (a, b) = ((0.0, 0.2), (9.0, 7.3));
        let mut found = Vec::new();
        cells.near_segment(a, b, |v| found.push(v));
        let close = |v: &usize| distance_to_segment(points[*v], a, b) <= cells.reach();
        assert!((0..100).filter(close).all(|v| found.contains(&v)));
    }

    #[test]
    fn least_distance_sees_coinciding_points() {
        let far = [(0.0, 0.0), (1e6, 3.0), (0.0, 5.0)];
        assert!(Cells::new(&far, 1.0).least_distance() >= 5.0);
        let twice = [(2.0, 2.0), (0.0, 0.0), (2.0, 2.0)];
        assert_eq!(Cells::new(&twice, 1.0).least_distance(), 0.0);
        assert_eq!(Cells::new(&[], 1.0).least_distance(), f64::INFINITY);
    }
}
