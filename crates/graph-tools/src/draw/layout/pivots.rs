//! A first drawing from the distances to a few vertices (pivot MDS, after Brandes and Pich).

use super::Part;
use chromex_graphs::Point;

/// Rounds of power iteration; the drawing is improved later, so an approximate axis is enough.
const ROUNDS: usize = 60;

/// A few vertices that are spread over the graph.
pub(super) struct Pivots {
    pub vertices: Vec<usize>,
    /// For each pivot, the distances of all vertices from it.
    pub distances: Vec<Vec<usize>>,
}

impl Pivots {
    /// Up to `count` vertices, each as far as possible from the previous ones.
    pub(super) fn choose(part: &Part, count: usize) -> Pivots {
        let mut pivots = Pivots { vertices: Vec::new(), distances: Vec::new() };
        let mut nearest = vec![usize::MAX; part.order()];
        let mut next = part.by_distance(0).0.last().copied().unwrap_or(0);
        while pivots.vertices.len() < count.min(part.order()) {
            let distances = part.by_distance(next).1;
            nearest.iter_mut().zip(&distances).for_each(|(a, &b)| *a = (*a).min(b));
            pivots.vertices.push(next);
            pivots.distances.push(distances);
            // The first of the farthest vertices, so that the choice is always the same.
            next = (0..part.order()).rev().max_by_key(|&v| nearest[v]).unwrap_or(0);
        }
        pivots
    }

    /// The places of all vertices along the two directions in which the pivots differ most.
    pub(super) fn drawing(&self) -> Vec<Point> {
        let columns = self.centred_squares();
        let products = products(&columns);
        let first = main_axis(&products, None);
        let second = main_axis(&products, Some(&first));
        let n = columns.first().map_or(0, Vec::len);
        let along = |axis: &[f64], v: usize| -> f64 {
            axis.iter().zip(&columns).map(|(weight, column)| weight * column[v]).sum()
        };
        // Each vertex is moved slightly in a different direction, so that twins do not coincide.
        let nudge = |v: usize| ((2.4 * v as f64).cos() * 1e-3, (2.4 * v as f64).sin() * 1e-3);
        (0..n).map(|v| (along(&first, v) + nudge(v).0, along(&second, v) + nudge(v).1)).collect()
    }

    /// Squared distances with one column for each pivot, shifted so that every row and column has
    /// mean 0.
    fn centred_squares(&self) -> Vec<Vec<f64>> {
        let square = |column: &Vec<usize>| column.iter().map(|&d| (d * d) as f64).collect();
        let mut columns: Vec<Vec<f64>> = self.distances.iter().map(square).collect();
        for column in &mut columns {
            let mean = column.iter().sum::<f64>() / column.len() as f64;
            column.iter_mut().for_each(|x| *x -= mean);
        }
        let k = columns.len() as f64;
        for v in 0..columns.first().map_or(0, Vec::len) {
            let mean = columns.iter().map(|column| column[v]).sum::<f64>() / k;
            columns.iter_mut().for_each(|column| column[v] -= mean);
        }
        columns
    }
}

/// The inner products of the columns.
fn products(columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum();
    columns.iter().map(|a| columns.iter().map(|b| product(a, b)).collect()).collect()
}

/// The main eigenvector of a symmetric matrix, among those at right angles to `other`.
fn main_axis(matrix: &[Vec<f64>], other: Option<&[f64]>) -> Vec<f64> {
    let k = matrix.len();
    // Any start is fine that is not orthogonal to the result.
    let mut axis: Vec<f64> = (0..k).map(|i| (1.0 + i as f64).sin()).collect();
    for _ in 0..ROUNDS {
        let dot = |row: &Vec<f64>| row.iter().zip(&axis).map(|(x, y)| x * y).sum::<f64>();
        let mut next: Vec<f64> = matrix.iter().map(dot).collect();
        if let Some(other) = other {
            let share: f64 = next.iter().zip(other).map(|(x, y)| x * y).sum();
            next.iter_mut().zip(other).for_each(|(x, y)| *x -= share * y);
        }
        let length = next.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < 1e-9 {
            break;
        }
        axis = next.into_iter().map(|x| x / length).collect();
    }
    axis
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;

    #[test]
    fn pivots_are_far_apart() {
        let part = Part::split(parse("grid:3x9").unwrap().graph()).remove(0);
        let pivots = Pivots::choose(&part, 4);
        assert_eq!(pivots.vertices[..2], [26, 0]);
        let between = |p: usize, q: usize| pivots.distances[p][pivots.vertices[q]];
        assert!((0..4).all(|p| (0..p).all(|q| between(p, q) >= 4)));
        assert_eq!(Pivots::choose(&part, 100).vertices.len(), 27);
    }

    #[test]
    fn a_path_comes_out_in_order() {
        let part = Part::split(parse("path:20").unwrap().graph()).remove(0);
        let xs: Vec<f64> = Pivots::choose(&part, 5).drawing().iter().map(|p| p.0).collect();
        assert!(xs.is_sorted() || xs.iter().rev().is_sorted());
    }
}
