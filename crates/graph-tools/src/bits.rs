//! The bitset view: graphs of at most 128 vertices as machine words, for search.

use chromex_graphs::Graph;

/// The most vertices a [`BitGraph`] can hold.
pub const MAX_BITS: usize = 128;

/// A set of vertices of a small graph, one bit each.
///
/// ```
/// use chromex_graph_tools::bits::VertexSet;
/// let set: VertexSet = [1, 5, 3].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [1, 3, 5]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct VertexSet(pub u128);

impl VertexSet {
    /// No vertices.
    pub const EMPTY: VertexSet = VertexSet(0);

    /// The vertices `0..n`.
    pub fn first(n: usize) -> VertexSet {
        debug_assert!(n <= MAX_BITS);
        if n == MAX_BITS { VertexSet(u128::MAX) } else { VertexSet((1 << n) - 1) }
    }

    /// The set that holds just `v`.
    pub fn single(v: usize) -> VertexSet {
        VertexSet(1 << v)
    }

    /// Whether `v` is in the set.
    pub fn contains(self, v: usize) -> bool {
        self.0 >> v & 1 == 1
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of vertices in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The least vertex.
    pub fn min(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    /// The vertices in `self` but not in `other`.
    pub fn without(self, other: VertexSet) -> VertexSet {
        VertexSet(self.0 & !other.0)
    }

    /// The vertices in increasing order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let v = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(v)
        })
    }
}

impl std::ops::BitAnd for VertexSet {
    type Output = VertexSet;
    fn bitand(self, other: VertexSet) -> VertexSet {
        VertexSet(self.0 & other.0)
    }
}

impl std::ops::BitOr for VertexSet {
    type Output = VertexSet;
    fn bitor(self, other: VertexSet) -> VertexSet {
        VertexSet(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for VertexSet {
    fn bitor_assign(&mut self, other: VertexSet) {
        self.0 |= other.0;
    }
}

impl FromIterator<usize> for VertexSet {
    fn from_iter<I: IntoIterator<Item = usize>>(vertices: I) -> VertexSet {
        VertexSet(vertices.into_iter().fold(0, |set, v| set | 1 << v))
    }
}

/// A graph of at most [`MAX_BITS`] vertices with one word of neighbours a vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitGraph {
    out: Vec<VertexSet>,
    into: Vec<VertexSet>,
}

impl BitGraph {
    /// The bitset view, if the graph is small enough.
    pub fn new(graph: &Graph) -> Option<BitGraph> {
        if graph.order() > MAX_BITS {
            return None;
        }
        Some(BitGraph {
            out: (0..graph.order()).map(|v| graph.out_neighbours(v).collect()).collect(),
            into: (0..graph.order()).map(|v| graph.in_neighbours(v).collect()).collect(),
        })
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.out.len()
    }

    /// All vertices.
    pub fn vertices(&self) -> VertexSet {
        VertexSet::first(self.order())
    }

    /// The heads of arcs from `v` (its neighbours, if undirected).
    pub fn out_neighbours(&self, v: usize) -> VertexSet {
        self.out[v]
    }

    /// The tails of arcs to `v` (its neighbours, if undirected).
    pub fn in_neighbours(&self, v: usize) -> VertexSet {
        self.into[v]
    }

    /// The vertices joined to `v` by an edge or by an arc in either direction.
    pub fn neighbours(&self, v: usize) -> VertexSet {
        self.out[v] | self.into[v]
    }

    /// The connected component of `v` within `among` (direction of arcs ignored).
    pub fn component(&self, v: usize, among: VertexSet) -> VertexSet {
        let mut reached = VertexSet::single(v);
        let mut fresh = reached;
        while !fresh.is_empty() {
            let mut next = VertexSet::EMPTY;
            for u in fresh.iter() {
                next |= self.neighbours(u);
            }
            fresh = (next & among).without(reached);
            reached |= fresh;
        }
        reached
    }

    /// The connected components of `among`, by least vertex.
    pub fn components(&self, among: VertexSet) -> impl Iterator<Item = VertexSet> + '_ {
        let mut rest = among;
        std::iter::from_fn(move || {
            let part = self.component(rest.min()?, rest);
            rest = rest.without(part);
            Some(part)
        })
    }

    /// The order of the largest connected component of `among`.
    pub fn largest_component(&self, among: VertexSet) -> usize {
        self.components(among).map(VertexSet::len).max().unwrap_or(0)
    }
}
