//! The graph itself: immutable, directed or undirected, of any size.

use std::fmt;

use crate::limit::{EDGES, Refused, VERTICES, go_on};

/// Why a graph could not be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// An edge names a vertex that does not exist.
    #[error("edge {0}-{1} names a vertex outside 0..{2}")]
    NoSuchVertex(usize, usize, usize),
    /// An edge joins a vertex to itself.
    #[error("loop at vertex {0}: colouring games are played on graphs without loops")]
    Loop(usize),
    /// It would exceed the [`Limit`](crate::Limit) of the moment.
    #[error(transparent)]
    Limit(#[from] Refused),
    /// A digraph and an undirected graph do not go together.
    #[error("a digraph and an undirected graph cannot be combined")]
    MixedKinds,
    /// Something that is defined for undirected graphs only.
    #[error("{0} is defined for undirected graphs only")]
    Undirected(&'static str),
    /// A vertex number that is too large.
    #[error("there is no vertex {0}: the graph has {1} vertices, numbered from 0")]
    NotAVertex(usize, usize),
    /// A vertex that is named twice.
    #[error("vertex {0} is named twice")]
    Repeated(usize),
}

/// A simple graph or digraph on the vertices `0..n`, in compressed adjacency form.
///
/// Repeated edges count once; loops are refused. A digraph may hold both `u→v` and `v→u`.
///
/// ```
/// use chromex_graphs::Graph;
/// let triangle = Graph::undirected(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
/// assert_eq!(triangle.neighbours(0).collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(triangle.edge_count(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Graph {
    directed: bool,
    out: Adjacency,
    /// Arcs reversed; empty for an undirected graph, where `out` serves both ways.
    into: Adjacency,
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Adjacency {
    offsets: Box<[usize]>,
    targets: Box<[u32]>,
}

impl Adjacency {
    /// Sorts `arcs` and drops repetitions.
    fn new(n: usize, mut arcs: Vec<(u32, u32)>) -> Self {
        arcs.sort_unstable();
        arcs.dedup();
        let mut offsets = vec![0; n + 1];
        for &(u, _) in &arcs {
            offsets[u as usize + 1] += 1;
        }
        for v in 0..n {
            offsets[v + 1] += offsets[v];
        }
        let targets = arcs.into_iter().map(|(_, v)| v).collect();
        Adjacency { offsets: offsets.into(), targets }
    }

    fn of(&self, v: usize) -> &[u32] {
        &self.targets[self.offsets[v]..self.offsets[v + 1]]
    }
}

impl Graph {
    /// The undirected graph on `0..n` with these edges.
    pub fn undirected(
        n: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        let mut arcs = checked_arcs(n, edges)?;
        arcs.extend_from_within(..);
        let half = arcs.len() / 2;
        for arc in &mut arcs[half..] {
            *arc = (arc.1, arc.0);
        }
        Ok(Graph { directed: false, out: Adjacency::new(n, arcs), into: Adjacency::default() })
    }

    /// The digraph on `0..n` with these arcs `(from, to)`.
    pub fn directed(
        n: usize,
        arcs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        let arcs = checked_arcs(n, arcs)?;
        let reversed = arcs.iter().map(|&(u, v)| (v, u)).collect();
        Ok(Graph {
            directed: true,
            out: Adjacency::new(n, arcs),
            into: Adjacency::new(n, reversed),
        })
    }

    /// A graph of the same kind (directed or not) as `self` on `0..n` with other edges.
    pub fn same_kind(
        &self,
        n: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        if self.directed { Graph::directed(n, edges) } else { Graph::undirected(n, edges) }
    }

    /// Whether the edges have a direction.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.out.offsets.len() - 1
    }

    /// The number of edges, or of arcs.
    pub fn edge_count(&self) -> usize {
        if self.directed { self.out.targets.len() } else { self.out.targets.len() / 2 }
    }

    /// The vertices that `v` has an edge (an arc) to, in increasing order.
    pub fn out_neighbours(&self, v: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.out.of(v).iter().map(|&w| w as usize)
    }

    /// The vertices that have an edge (an arc) to `v`, in increasing order.
    pub fn in_neighbours(&self, v: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        let side = if self.directed { &self.into } else { &self.out };
        side.of(v).iter().map(|&w| w as usize)
    }

    /// The vertices joined to `v` by an edge or by an arc either way; in a digraph one that is
    /// joined both ways comes twice.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        let back: &[u32] = if self.directed { self.into.of(v) } else { &[] };
        self.out.of(v).iter().chain(back).map(|&w| w as usize)
    }

    /// Whether there is an edge, or an arc from `u` to `v`.
    pub fn has_edge(&self, u: usize, v: usize) -> bool {
        self.out.of(u).binary_search(&(v as u32)).is_ok()
    }

    /// Whether some edge or arc joins `u` and `v`, either way.
    pub fn adjacent(&self, u: usize, v: usize) -> bool {
        self.has_edge(u, v) || (self.directed && self.has_edge(v, u))
    }

    /// The number of edges or arcs at `v`.
    pub fn degree(&self, v: usize) -> usize {
        self.out.of(v).len() + if self.directed { self.into.of(v).len() } else { 0 }
    }

    /// The largest degree; 0 for the graph without vertices.
    pub fn max_degree(&self) -> usize {
        (0..self.order()).map(|v| self.degree(v)).max().unwrap_or(0)
    }

    /// Every edge once as `(u, v)` with `u < v`, or every arc as `(from, to)`, sorted.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.order()).flat_map(move |u| {
            self.out_neighbours(u).filter(move |&v| self.directed || u < v).map(move |v| (u, v))
        })
    }

    /// The same graph with the vertex `v` renamed `image[v]`.
    ///
    /// # Panics
    /// If `image` is not a permutation of `0..n`.
    pub fn relabelled(&self, image: &[usize]) -> Graph {
        let edges = self.edges().map(|(u, v)| (image[u], image[v]));
        self.same_kind(self.order(), edges).expect("a permutation keeps edges legal")
    }
}

/// Once in so many edges the clock is read.
const CHECK_EVERY: usize = 1 << 14;

fn checked_arcs(
    n: usize,
    arcs: impl IntoIterator<Item = (usize, usize)>,
) -> Result<Vec<(u32, u32)>, GraphError> {
    VERTICES.check(Some(n))?;
    let most = EDGES.most();
    let mut checked = Vec::new();
    for (u, v) in arcs {
        if u >= n || v >= n {
            return Err(GraphError::NoSuchVertex(u, v, n));
        }
        if u == v {
            return Err(GraphError::Loop(u));
        }
        if checked.len() == most {
            EDGES.check(Some(most + 1))?;
        }
        if checked.len().is_multiple_of(CHECK_EVERY) {
            go_on()?;
        }
        checked.push((u as u32, v as u32));
    }
    go_on()?;
    Ok(checked)
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joint = if self.directed { "→" } else { "-" };
        write!(f, "Graph({};", self.order())?;
        for (u, v) in self.edges() {
            write!(f, " {u}{joint}{v}")?;
        }
        write!(f, ")")
    }
}
