//! The graph itself: immutable, directed or undirected, of any size.

use std::fmt;

use crate::limit::{EDGES, Limit, Refused, VERTICES, go_on};

/// Why a graph could not be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge names a vertex that does not exist.
    #[error("edge {0}-{1} names a vertex outside 0..{2}")]
    NoSuchVertex(usize, usize, usize),
    /// An edge joins a vertex to itself.
    #[error("loop at vertex {0}: colouring games are played on graphs without loops")]
    Loop(usize),
    /// The graph would exceed the [`Limit`] that holds now.
    #[error(transparent)]
    Limit(#[from] Refused),
    /// A digraph and an undirected graph do not go together.
    #[error("a digraph and an undirected graph cannot be combined")]
    MixedKinds,
    /// An operation that is defined for undirected graphs only.
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
    /// The arcs reversed; empty for an undirected graph, where `out` serves both directions.
    into: Adjacency,
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Adjacency {
    offsets: Box<[usize]>,
    targets: Box<[u32]>,
}

impl Adjacency {
    /// Builds the lists from arcs in any order, by counting; repetitions are dropped. `arcs` is
    /// called twice and must yield the same both times.
    fn new<A: Iterator<Item = (u32, u32)>>(
        n: usize,
        arcs: impl Fn() -> A,
    ) -> Result<Self, GraphError> {
        let mut offsets = vec![0; n + 1];
        for (i, (u, _)) in arcs().enumerate() {
            now_and_then(i)?;
            offsets[u as usize + 1] += 1;
        }
        for v in 0..n {
            offsets[v + 1] += offsets[v];
        }
        let mut targets = vec![0; offsets[n]];
        let mut next = offsets.clone();
        for (i, (u, v)) in arcs().enumerate() {
            now_and_then(i)?;
            targets[next[u as usize]] = v;
            next[u as usize] += 1;
        }
        drop(next);
        let kept = sort_rows(&mut offsets, &mut targets)?;
        targets.truncate(kept);
        Ok(Adjacency { offsets: offsets.into(), targets: targets.into() })
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
        Limit::NONE.during(|| Graph::undirected_asking(n, edges))
    }

    /// As [`Graph::undirected`], for a graph that somebody has described: the [`Limit`] that holds
    /// now may refuse it.
    pub fn undirected_asking(
        n: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        Graph::of_arcs(n, false, &mut edges.into_iter())
    }

    /// A common function for all constructors, so that it is compiled only once.
    fn of_arcs(
        n: usize,
        directed: bool,
        arcs: &mut dyn Iterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        let arcs = checked_arcs(n, arcs)?;
        if !directed {
            let out = Adjacency::new(n, || arcs.iter().flat_map(|&(u, v)| [(u, v), (v, u)]))?;
            return Ok(Graph { directed, out, into: Adjacency::default() });
        }
        let out = Adjacency::new(n, || arcs.iter().copied())?;
        let into = Adjacency::new(n, || arcs.iter().map(|&(u, v)| (v, u)))?;
        Ok(Graph { directed, out, into })
    }

    /// The digraph on `0..n` with these arcs `(from, to)`.
    pub fn directed(
        n: usize,
        arcs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        Limit::NONE.during(|| Graph::directed_asking(n, arcs))
    }

    /// As [`Graph::directed`], for a digraph that somebody has described: the [`Limit`] that holds
    /// now may refuse it.
    pub fn directed_asking(
        n: usize,
        arcs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        Graph::of_arcs(n, true, &mut arcs.into_iter())
    }

    /// A graph of the same kind (directed or not) as `self` on `0..n` with other edges.
    pub fn same_kind(
        &self,
        n: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        Limit::NONE.during(|| self.same_kind_asking(n, edges))
    }

    /// As [`Graph::same_kind`], but the [`Limit`] that holds now may refuse the graph.
    pub(crate) fn same_kind_asking(
        &self,
        n: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, GraphError> {
        Graph::of_arcs(n, self.directed, &mut edges.into_iter())
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

    /// The graph with each vertex `v` renamed `image[v]`.
    ///
    /// # Panics
    /// If `image` is not a permutation of `0..n`.
    pub fn relabelled(&self, image: &[usize]) -> Graph {
        let edges = self.edges().map(|(u, v)| (image[u], image[v]));
        self.same_kind(self.order(), edges).expect("a permutation keeps edges legal")
    }
}

/// Asks at every 2^14th step whether to go on.
fn now_and_then(step: usize) -> Result<(), Refused> {
    if step.is_multiple_of(1 << 14) { go_on() } else { Ok(()) }
}

/// Sorts each row of targets and drops repetitions; the targets that are left stand in front, and
/// their number is returned.
fn sort_rows(offsets: &mut [usize], targets: &mut [u32]) -> Result<usize, Refused> {
    let mut kept = 0;
    for v in 0..offsets.len() - 1 {
        now_and_then(v)?;
        let row = offsets[v]..offsets[v + 1];
        targets[row.clone()].sort_unstable();
        offsets[v] = kept;
        for i in row.clone() {
            if i == row.start || targets[i] != targets[kept - 1] {
                targets[kept] = targets[i];
                kept += 1;
            }
        }
    }
    if let Some(end) = offsets.last_mut() {
        *end = kept;
    }
    Ok(kept)
}

fn checked_arcs(
    n: usize,
    arcs: &mut dyn Iterator<Item = (usize, usize)>,
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
        now_and_then(checked.len())?;
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
