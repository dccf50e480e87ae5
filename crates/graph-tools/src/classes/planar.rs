//! Whether a graph can be drawn in the plane without crossings, in time linear in its size (times a
//! logarithm for sorting): the left-right criterion of de Fraysseix and Rosenstiehl, as presented
//! by Brandes (*The left-right planarity test*, 2009).
//!
//! A depth-first search directs the edges: tree edges away from the root, back edges towards it. A
//! graph is planar exactly if the back edges can be called left and right so that, wherever the
//! tree branches, those which return above the branching are on one side where they interlace and
//! on both sides where they are nested. The second search stores the decisions so far as a stack of
//! pairs of intervals, one on each side.

use chromex_graphs::Graph;

/// Whether the graph is planar; directions of arcs do not matter.
///
/// ```
/// use chromex_graph_tools::classes::planar::is_planar;
/// let planar = |name: &str| is_planar(chromex_graphs::parse(name).unwrap().graph());
/// assert!(planar("grid:20x30") && planar("complete:4"));
/// assert!(!planar("complete:5") && !planar("petersen:5,2") && !planar("bipartite:3,3"));
/// ```
pub fn is_planar(graph: &Graph) -> bool {
    let n = graph.order();
    let edges = (0..n).map(|v| graph.neighbours(v).filter(|&w| v < w).count()).sum::<usize>();
    // Euler's formula.
    if n > 2 && edges > 3 * n - 6 {
        return false;
    }
    Orientation::new(graph).is_some_and(|found| Sides::new(found).fit())
}

/// Whether the graph can be drawn with every vertex on the outer face: whether it stays planar when
/// a vertex is added that is adjacent to all.
pub fn is_outerplanar(graph: &Graph) -> bool {
    let n = graph.order();
    let own = (0..n).flat_map(|v| graph.neighbours(v).filter(move |&w| v < w).map(move |w| (v, w)));
    let apex = (0..n).map(|v| (v, n));
    Graph::undirected(n + 1, own.chain(apex)).is_ok_and(|graph| is_planar(&graph))
}

type Edge = usize;
type Vertex = usize;

/// The results of the first search.
struct Orientation {
    /// The start and the end of each edge.
    ends: Vec<(Vertex, Vertex)>,
    /// The distance of each vertex from its root in the search tree.
    height: Vec<usize>,
    /// The tree edge by which each vertex was reached.
    parent: Vec<Option<Edge>>,
    /// For each edge, the heights of the lowest and the second lowest vertex to which back edges
    /// return from its end or from below.
    low: Vec<usize>,
    second: Vec<usize>,
    /// The edges that leave each vertex; those that have to be nested outside come first.
    leaving: Vec<Vec<Edge>>,
    roots: Vec<Vertex>,
}

impl Orientation {
    /// The results of the first search; `None` if there are too many edges to be numbered.
    fn new(graph: &Graph) -> Option<Orientation> {
        let n = graph.order();
        let mut numbers: Vec<Vec<(Vertex, Edge)>> = vec![Vec::new(); n];
        let mut count = 0_usize;
        for v in 0..n {
            for w in graph.neighbours(v).filter(|&w| v < w) {
                numbers[v].push((w, count));
                numbers[w].push((v, count));
                count = count.checked_add(1)?;
            }
        }
        let mut found = Orientation {
            ends: vec![(n, n); count],
            height: vec![usize::MAX; n],
            parent: vec![None; n],
            low: vec![0; count],
            second: vec![0; count],
            leaving: vec![Vec::new(); n],
            roots: Vec::new(),
        };
        let mut next = vec![0; n];
        for root in 0..n {
            if found.height[root] == usize::MAX {
                found.height[root] = 0;
                found.roots.push(root);
                found.search(root, &numbers, &mut next);
            }
        }
        let depth = |edge: &Edge| {
            let nested = found.second[*edge] < found.height[found.ends[*edge].0];
            2 * found.low[*edge] + usize::from(nested)
        };
        let mut leaving = std::mem::take(&mut found.leaving);
        leaving.iter_mut().for_each(|edges| edges.sort_by_key(depth));
        found.leaving = leaving;
        Some(found)
    }

    fn search(&mut self, root: Vertex, numbers: &[Vec<(Vertex, Edge)>], next: &mut [usize]) {
        let mut path = vec![root];
        while let Some(&v) = path.last() {
            let Some(&(w, edge)) = numbers[v].get(next[v]) else {
                path.pop();
                if let Some(edge) = self.parent[v] {
                    self.finish(edge);
                }
                continue;
            };
            next[v] += 1;
            if self.ends[edge].0 < self.height.len() {
                continue;
            }
            self.ends[edge] = (v, w);
            self.leaving[v].push(edge);
            (self.low[edge], self.second[edge]) = (self.height[v], self.height[v]);
            if self.height[w] == usize::MAX {
                self.parent[w] = Some(edge);
                self.height[w] = self.height[v] + 1;
                path.push(w);
            } else {
                self.low[edge] = self.height[w];
                self.finish(edge);
            }
        }
    }

    /// Everything about an edge is known now: updates the edge before it.
    fn finish(&mut self, edge: Edge) {
        let Some(before) = self.parent[self.ends[edge].0] else { return };
        let (low, second) = (self.low[edge], self.second[edge]);
        let (own, other) = (self.low[before], self.second[before]);
        (self.low[before], self.second[before]) = match low.cmp(&own) {
            std::cmp::Ordering::Less => (low, own.min(second)),
            std::cmp::Ordering::Greater => (own, other.min(low)),
            std::cmp::Ordering::Equal => (own, other.min(second)),
        };
    }
}

/// Back edges on one side, from the lowest to the highest, chained by `below`.
#[derive(Debug, Clone, Copy, Default)]
struct Interval {
    low: Option<Edge>,
    high: Option<Edge>,
}

impl Interval {
    fn is_empty(self) -> bool {
        self.low.is_none() && self.high.is_none()
    }
}

/// Intervals that must be on different sides.
#[derive(Debug, Clone, Copy, Default)]
struct Pair {
    left: Interval,
    right: Interval,
}

impl Pair {
    fn swapped(self) -> Pair {
        Pair { left: self.right, right: self.left }
    }
}

/// The back edges cannot be divided between the two sides.
struct Crossing;

/// The second search.
struct Sides {
    tree: Orientation,
    stack: Vec<Pair>,
    /// The height of the stack when each edge was begun.
    bottom: Vec<usize>,
    /// The next lower back edge of the same interval.
    below: Vec<Option<Edge>>,
    /// The back edge that returns lowest from the end of an edge or from below.
    lowest: Vec<Option<Edge>>,
}

impl Sides {
    fn new(tree: Orientation) -> Sides {
        let count = tree.ends.len();
        Sides {
            tree,
            stack: Vec::new(),
            bottom: vec![0; count],
            below: vec![None; count],
            lowest: vec![None; count],
        }
    }

    fn fit(mut self) -> bool {
        let roots = self.tree.roots.clone();
        roots.into_iter().all(|root| self.search(root).is_ok())
    }

    fn search(&mut self, root: Vertex) -> Result<(), Crossing> {
        // The vertices on the current path, each with the number of its edges that have been begun.
        let mut path: Vec<(Vertex, usize)> = vec![(root, 0)];
        while let Some((v, begun)) = path.last().copied() {
            let Some(&edge) = self.tree.leaving[v].get(begun) else {
                path.pop();
                if let Some(edge) = self.tree.parent[v] {
                    self.leave(edge);
                    if let Some(&(u, begun)) = path.last() {
                        self.join(u, begun - 1, edge)?;
                    }
                }
                continue;
            };
            if let Some(top) = path.last_mut() {
                top.1 += 1;
            }
            self.bottom[edge] = self.stack.len();
            let to = self.tree.ends[edge].1;
            if self.tree.parent[to] == Some(edge) {
                path.push((to, 0));
            } else {
                self.lowest[edge] = Some(edge);
                let right = Interval { low: Some(edge), high: Some(edge) };
                self.stack.push(Pair { right, left: Interval::default() });
                self.join(v, begun, edge)?;
            }
        }
        Ok(())
    }

    /// The back edges from the end of this edge are known: they have to be consistent with those of
    /// the earlier edges of `v`.
    fn join(&mut self, v: Vertex, number: usize, edge: Edge) -> Result<(), Crossing> {
        if self.tree.low[edge] >= self.tree.height[v] {
            return Ok(());
        }
        // A root is lowest, so v has an edge that leads to it.
        let Some(before) = self.tree.parent[v] else { return Ok(()) };
        if number == 0 {
            self.lowest[before] = self.lowest[edge];
            return Ok(());
        }
        self.constrain(edge, before)
    }

    fn low_of(&self, edge: Option<Edge>) -> usize {
        edge.map_or(usize::MAX, |edge| self.tree.low[edge])
    }

    fn conflicts(&self, interval: Interval, edge: Edge) -> bool {
        interval.high.is_some_and(|high| self.tree.low[high] > self.tree.low[edge])
    }

    /// Records that `upper` comes directly above `lower` in an interval.
    fn chain(&mut self, upper: Option<Edge>, lower: Option<Edge>) {
        if let Some(upper) = upper {
            self.below[upper] = lower;
        }
    }

    fn constrain(&mut self, edge: Edge, before: Edge) -> Result<(), Crossing> {
        let mut merged = Pair::default();
        // The back edges of this edge, all on the right.
        while self.stack.len() > self.bottom[edge] {
            let Some(mut pair) = self.stack.pop() else { break };
            if !pair.left.is_empty() {
                pair = pair.swapped();
            }
            if !pair.left.is_empty() {
                return Err(Crossing);
            }
            if self.low_of(pair.right.low) > self.tree.low[before] {
                if merged.right.is_empty() {
                    merged.right.high = pair.right.high;
                } else {
                    self.chain(merged.right.low, pair.right.high);
                }
                merged.right.low = pair.right.low;
            } else {
                self.chain(pair.right.low, self.lowest[before]);
            }
        }
        // The back edges of earlier edges that interlace with them, on the left.
        while let Some(&top) = self.stack.last() {
            if !self.conflicts(top.left, edge) && !self.conflicts(top.right, edge) {
                break;
            }
            self.stack.pop();
            let pair = if self.conflicts(top.right, edge) { top.swapped() } else { top };
            if self.conflicts(pair.right, edge) {
                return Err(Crossing);
            }
            self.chain(merged.right.low, pair.right.high);
            if pair.right.low.is_some() {
                merged.right.low = pair.right.low;
            }
            if merged.left.is_empty() {
                merged.left.high = pair.left.high;
            } else {
                self.chain(merged.left.low, pair.left.high);
            }
            merged.left.low = pair.left.low;
        }
        if !merged.left.is_empty() || !merged.right.is_empty() {
            self.stack.push(merged);
        }
        Ok(())
    }

    /// The search returns over a tree edge: back edges that end where it begins are finished.
    fn leave(&mut self, edge: Edge) {
        let u = self.tree.ends[edge].0;
        let lowest = |sides: &Sides, pair: &Pair| {
            sides.low_of(pair.left.low).min(sides.low_of(pair.right.low))
        };
        while self.stack.last().is_some_and(|pair| lowest(self, pair) == self.tree.height[u]) {
            self.stack.pop();
        }
        if let Some(mut pair) = self.stack.pop() {
            pair.left = self.trimmed(pair.left, u, pair.right.low);
            pair.right = self.trimmed(pair.right, u, pair.left.low);
            self.stack.push(pair);
        }
        if self.tree.low[edge] < self.tree.height[u]
            && let Some(&top) = self.stack.last()
        {
            let left_is_higher = top.left.high.is_some()
                && (top.right.high.is_none()
                    || self.low_of(top.left.high) > self.low_of(top.right.high));
            self.below[edge] = if left_is_higher { top.left.high } else { top.right.high };
        }
    }

    /// An interval without the back edges that end at `u`; if none is left, its lowest edge is
    /// attached to the other side.
    fn trimmed(&mut self, mut interval: Interval, u: Vertex, other: Option<Edge>) -> Interval {
        while let Some(high) = interval.high.filter(|&high| self.tree.ends[high].1 == u) {
            interval.high = self.below[high];
        }
        if interval.high.is_none() {
            self.chain(interval.low, other);
            interval.low = None;
        }
        interval
    }
}
