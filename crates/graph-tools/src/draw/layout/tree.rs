//! Trees in levels from their centre, after Reingold and Tilford, in linear time.

use super::Part;
use chromex_graphs::Point;

/// How much wider than tall a tree may be before the distance between levels grows.
const ASPECT: f64 = 3.0;
/// The largest distance between levels.
const WIDEST_LEVEL: f64 = 3.0;

/// The tree in levels, each parent centred above its children.
pub(super) fn layered(part: &Part) -> Vec<Point> {
    let (order, depths) = part.by_distance(centre(part));
    let xs = abscissas(part, &order, &depths);
    let (least, most) = xs.iter().fold((0.0, 0.0), |(a, b): (f64, f64), &x| (a.min(x), b.max(x)));
    let deepest = depths.iter().copied().max().unwrap_or(0).max(1);
    let level = ((most - least) / (ASPECT * deepest as f64)).clamp(1.0, WIDEST_LEVEL);
    xs.iter().zip(depths).map(|(&x, depth)| (x, depth as f64 * level)).collect()
}

/// The vertex in the middle of a longest path.
fn centre(part: &Part) -> usize {
    let farthest = |start| part.by_distance(start).0.last().copied().unwrap_or(start);
    let start = farthest(0);
    let (order, depths) = part.by_distance(start);
    let mut v = order.last().copied().unwrap_or(start);
    let middle = depths[v] / 2;
    while depths[v] > middle {
        v = part.near[v].iter().copied().find(|&w| depths[w] < depths[v]).unwrap_or(start);
    }
    v
}

/// The outline of a subtree, relative to its root: for each level, deepest first, how far it
/// extends to the left and to the right, less `shift`.
#[derive(Default)]
struct Outline {
    shift: f64,
    levels: Vec<(f64, f64)>,
}

impl Outline {
    /// How far to the right `other` has to move to stand beside this subtree; both start at the
    /// same level.
    fn room_for(&self, other: &Outline) -> f64 {
        let pairs = self.levels.iter().rev().zip(other.levels.iter().rev());
        let overlap = |(here, there): (&(f64, f64), &(f64, f64))| {
            here.1 + self.shift - (there.0 + other.shift) + 1.0
        };
        pairs.map(overlap).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The outline of this and of `right`, which stands to its right.
    ///
    /// The deeper of the two is changed, so that all joins together take linear time.
    fn join(mut self, mut right: Outline) -> Outline {
        if self.levels.len() >= right.levels.len() {
            let shift = right.shift - self.shift;
            for (here, there) in self.levels.iter_mut().rev().zip(right.levels.iter().rev()) {
                here.1 = there.1 + shift;
            }
            return self;
        }
        let shift = self.shift - right.shift;
        for (here, there) in self.levels.iter().rev().zip(right.levels.iter_mut().rev()) {
            there.0 = here.0 + shift;
        }
        right
    }
}

/// The x coordinate of every vertex, the root's being 0.
fn abscissas(part: &Part, order: &[usize], depths: &[usize]) -> Vec<f64> {
    let mut outlines: Vec<Outline> = (0..part.order()).map(|_| Outline::default()).collect();
    // First the offset of each vertex from its parent, from the leaves up …
    let mut offsets = vec![0.0; part.order()];
    for &v in order.iter().rev() {
        let children = part.near[v].iter().copied().filter(|&w| depths[w] > depths[v]);
        outlines[v] = above(children.collect(), &mut outlines, &mut offsets);
    }
    // Then the sums of the offsets, from the root down.
    for &v in order {
        for &w in part.near[v].iter().filter(|&&w| depths[w] > depths[v]) {
            offsets[w] += offsets[v];
        }
    }
    offsets
}

/// Places the children side by side and returns the outline of their parent.
fn above(children: Vec<usize>, outlines: &mut [Outline], offsets: &mut [f64]) -> Outline {
    let mut whole = Outline::default();
    let mut last = 0.0;
    for (i, &child) in children.iter().enumerate() {
        let mut outline = std::mem::take(&mut outlines[child]);
        if i > 0 {
            last = whole.room_for(&outline);
            outline.shift += last;
            whole = whole.join(outline);
        } else {
            whole = outline;
        }
        offsets[child] = last;
    }
    // The parent stands in the middle between its outermost children.
    children.iter().for_each(|&child| offsets[child] -= last / 2.0);
    whole.shift -= last / 2.0;
    whole.levels.push((-whole.shift, -whole.shift));
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::Graph;

    fn part(n: usize, edges: &[(usize, usize)]) -> Part {
        Part::split(&Graph::undirected(n, edges.iter().copied()).unwrap()).remove(0)
    }

    #[test]
    fn the_centre_is_in_the_middle() {
        assert_eq!(centre(&part(5, &[(4, 0), (0, 2), (2, 1), (1, 3)])), 2);
        assert_eq!(centre(&part(1, &[])), 0);
    }

    #[test]
    fn deep_and_shallow_subtrees_share_room() {
        // A root with a leaf, a chain, and a leaf again, twice as wide at the bottom.
        let tree = part(9, &[(0, 1), (0, 2), (0, 3), (2, 4), (4, 5), (4, 6), (0, 7), (7, 8)]);
        let (order, depths) = tree.by_distance(0);
        let xs = abscissas(&tree, &order, &depths);
        assert_eq!((xs[1], xs[2], xs[3], xs[7]), (-1.5, -0.5, 0.5, 1.5));
        assert_eq!((xs[5] + xs[6]) / 2.0, xs[4]);
    }

    #[test]
    fn no_two_vertices_of_a_level_are_closer_than_one() {
        let edges: Vec<_> = (1..400).map(|v: usize| (v, (v * v + 3 * v) % 7 * v / 7)).collect();
        let tree = part(400, &edges);
        let points = layered(&tree);
        for (v, p) in points.iter().enumerate() {
            let clash = |q: &&Point| q.1 == p.1 && (q.0 - p.0).abs() < 1.0 - 1e-9;
            assert_eq!(points[..v].iter().find(clash), None);
        }
    }
}
