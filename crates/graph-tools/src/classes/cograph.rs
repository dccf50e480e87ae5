//! Finds the cotree of a graph, or an induced path of four vertices, in linear time (expected; times a
//! logarithm for the path).
//!
//! A graph is a cograph exactly if it can be brought down to one vertex by leaving out twins (two
//! vertices with the same neighbours besides each other) one after the other; read backwards, this
//! builds the cotree. Twins are found by hashing neighbourhoods: the hash is a sum of random words,
//! so leaving out a vertex changes the hash of each neighbour by one subtraction. Equal hashes are
//! only a hint; the neighbourhoods are then compared, which costs no more than leaving the vertex
//! out.

use rustc_hash::FxHashMap;

pub use chromex_graphs::cotree::{Cotree, Label, Node, notation};

use chromex_graphs::Graph;
use chromex_graphs::cotree::Draft;

/// Why a graph has no cotree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotACograph {
    /// These four vertices induce a path, in this order.
    #[error("no cograph: the vertices {}, {}, {}, {} induce a path", .0[0], .0[1], .0[2], .0[3])]
    InducedPath([usize; 4]),
    /// Cographs are undirected.
    #[error("no cograph: the graph is directed")]
    Directed,
    /// Cographs have at least one vertex.
    #[error("no cograph: there are no vertices")]
    NoVertices,
}

/// The cotree of a graph, or an induced path of four vertices.
///
/// ```
/// use chromex_graph_tools::classes::cograph::{NotACograph, cotree};
/// use chromex_graphs::parse;
/// let tree = cotree(parse("bipartite:2,3")?.graph()).unwrap();
/// assert_eq!(tree.to_string(), "j(u(3),u(2))");
/// let path = cotree(parse("cycle:5")?.graph()).unwrap_err();
/// assert!(matches!(path, NotACograph::InducedPath(_)));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn cotree(graph: &Graph) -> Result<Cotree, NotACograph> {
    if graph.is_directed() {
        return Err(NotACograph::Directed);
    }
    if graph.order() == 0 {
        return Err(NotACograph::NoVertices);
    }
    let (tree, core) = without_twins(graph);
    match core.as_slice() {
        [last] => Ok(tree.draft.reduced(tree.node[*last])),
        _ => Err(NotACograph::InducedPath(induced_path(graph, &core))),
    }
}

/// The cotree of the complement of a graph: for dense cographs that are given by their missing
/// edges. An induced path is a path of the complement.
pub fn cotree_of_complement(graph: &Graph) -> Result<Cotree, NotACograph> {
    match cotree(graph) {
        // The complement of a path a-b-c-d is the path b-d-a-c.
        Err(NotACograph::InducedPath([a, b, c, d])) => Err(NotACograph::InducedPath([b, d, a, c])),
        other => other.map(Cotree::complement),
    }
}

/// The trees of the vertices into which others were merged.
struct Merged {
    draft: Draft,
    node: Vec<u32>,
}

/// Leaves out twins as long as there are any; returns the remaining vertices.
fn without_twins(graph: &Graph) -> (Merged, Vec<usize>) {
    // Different neighbourhoods with the same hash are noticed; then other random words are used.
    let attempt = |seed: u64| Twins::new(graph, |v| mixed(seed << 32 | v as u64)).run().ok();
    (1..).find_map(attempt).expect("some words tell the neighbourhoods apart")
}

/// SplitMix64's finaliser: words that look random.
fn mixed(mut word: u64) -> u64 {
    word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// Two different neighbourhoods have the same hash.
struct Collision;

/// A graph from which twins are being left out.
struct Twins {
    /// The neighbours of `v` are `targets[begin[v]..end[v]]`, in increasing order; some of them may
    /// have been left out meanwhile.
    begin: Vec<usize>,
    end: Vec<usize>,
    targets: Vec<u32>,
    gone: Vec<bool>,
    /// A random word for each vertex, and for each vertex the sum of the words of its neighbours.
    word: Vec<u64>,
    sum: Vec<u64>,
    /// For each hash, the vertex with these neighbours, and the vertex for which it and its
    /// neighbours have this hash. Vertices that are `waiting` are in neither map, all others are in
    /// both.
    open: FxHashMap<u64, u32>,
    closed: FxHashMap<u64, u32>,
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    merged: Merged,
}

impl Twins {
    fn new(graph: &Graph, word: impl Fn(usize) -> u64) -> Twins {
        let n = graph.order();
        let mut targets = Vec::with_capacity(2 * graph.edge_count());
        let (mut begin, mut end) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for v in 0..n {
            begin.push(targets.len());
            targets.extend(graph.neighbours(v).map(|w| w as u32));
            end.push(targets.len());
        }
        let word: Vec<u64> = (0..n).map(word).collect();
        let add = |sum: u64, w: usize| sum.wrapping_add(word[w]);
        let sum = (0..n).map(|v| graph.neighbours(v).fold(0, add)).collect();
        let mut draft = Draft::default();
        let node = (0..n).map(|v| draft.vertex(v)).collect();
        Twins {
            begin,
            end,
            targets,
            gone: vec![false; n],
            word,
            sum,
            open: FxHashMap::default(),
            closed: FxHashMap::default(),
            waiting: (0..n as u32).rev().collect(),
            is_waiting: vec![true; n],
            merged: Merged { draft, node },
        }
    }

    fn run(mut self) -> Result<(Merged, Vec<usize>), Collision> {
        while let Some(v) = self.waiting.pop() {
            let v = v as usize;
            self.is_waiting[v] = false;
            if self.gone[v] {
                continue;
            }
            if let Some(&twin) = self.open.get(&self.open_hash(v)) {
                self.merge(twin as usize, v, Label::Union)?;
            } else if let Some(&twin) = self.closed.get(&self.closed_hash(v)) {
                self.merge(twin as usize, v, Label::Join)?;
            } else {
                self.open.insert(self.open_hash(v), v as u32);
                self.closed.insert(self.closed_hash(v), v as u32);
            }
        }
        let left = (0..self.gone.len()).filter(|&v| !self.gone[v]).collect();
        Ok((self.merged, left))
    }

    fn open_hash(&self, v: usize) -> u64 {
        self.sum[v]
    }

    fn closed_hash(&self, v: usize) -> u64 {
        self.sum[v].wrapping_add(self.word[v])
    }

    /// Leaves out `v`, which is in no map; from now on its twin stands for both.
    fn merge(&mut self, twin: usize, v: usize, label: Label) -> Result<(), Collision> {
        self.forget_gone(v);
        self.forget_gone(twin);
        let others = |u: usize| {
            let neighbours = &self.targets[self.begin[u]..self.end[u]];
            neighbours.iter().map(|&w| w as usize).filter(|&w| w != v && w != twin)
        };
        let adjacent =
            self.targets[self.begin[v]..self.end[v]].binary_search(&(twin as u32)).is_ok();
        if !others(v).eq(others(twin)) || adjacent != (label == Label::Join) {
            return Err(Collision);
        }
        self.gone[v] = true;
        for i in self.begin[v]..self.end[v] {
            let w = self.targets[i] as usize;
            if !std::mem::replace(&mut self.is_waiting[w], true) {
                self.open.remove(&self.open_hash(w));
                self.closed.remove(&self.closed_hash(w));
                self.waiting.push(w as u32);
            }
            self.sum[w] = self.sum[w].wrapping_sub(self.word[v]);
        }
        let parts = [self.merged.node[twin], self.merged.node[v]];
        self.merged.node[twin] = self.merged.draft.inner(label, &parts);
        Ok(())
    }

    /// Removes vertices that have been left out from the list of neighbours of `v`. Each is removed
    /// only once.
    fn forget_gone(&mut self, v: usize) {
        let mut kept = self.begin[v];
        for i in self.begin[v]..self.end[v] {
            let w = self.targets[i];
            if !self.gone[w as usize] {
                self.targets[kept] = w;
                kept += 1;
            }
        }
        self.end[v] = kept;
    }
}

/// An induced path of four vertices among the given ones, of which there are at least two and which
/// have no twins.
fn induced_path(graph: &Graph, among: &[usize]) -> [usize; 4] {
    // The first vertex that, added to those before it, gives a graph that is not a cograph lies on
    // a path; the others need not.
    let is_cograph = |count: usize| without_twins(&induced(graph, &among[..count])).1.len() == 1;
    let (mut good, mut bad) = (1, among.len());
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        if is_cograph(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    let path = path_through(&induced(graph, &among[..bad]), bad - 1);
    path.expect("the last vertex is on an induced path").map(|v| among[v])
}

/// The subgraph on these vertices, which are given in increasing order.
fn induced(graph: &Graph, vertices: &[usize]) -> Graph {
    let mut number = vec![None; graph.order()];
    for (new, &old) in vertices.iter().enumerate() {
        number[old] = Some(new);
    }
    let edges = vertices.iter().flat_map(|&u| graph.neighbours(u).map(move |v| (u, v)));
    let edges = edges.filter(|(u, v)| u < v).filter_map(|(u, v)| number[u].zip(number[v]));
    Graph::undirected(vertices.len(), edges).expect("part of a graph is a graph")
}

/// An induced path of four vertices that contains `x`, in linear time.
fn path_through(graph: &Graph, x: usize) -> Option<[usize; 4]> {
    let mut near = vec![false; graph.order()];
    graph.neighbours(x).for_each(|v| near[v] = true);
    let far: Vec<usize> = (0..graph.order()).filter(|&v| v != x && !near[v]).collect();
    // x at an end: x-a-b-c with a near and b, c far. If a sees part of a component of the far
    // vertices, it sees one end of some edge b-c of it.
    let components = components(graph, &far);
    let at_end = torn(graph, &components, |v| near[v]).map(|(a, part)| {
        let inside = mask(graph, part);
        let edge = |b: usize| {
            graph.neighbours(b).find(|&c| inside[c] && !graph.has_edge(a, c)).map(|c| [x, a, b, c])
        };
        part.iter().filter(|&&b| graph.has_edge(a, b)).find_map(|&b| edge(b))
    });
    if let Some(path) = at_end {
        return path;
    }
    // x inside the path: a-x-b-c with a, b near and c far; this is the first case in the
    // complement.
    let components = components_of_complement(graph, graph.neighbours(x).collect());
    let (c, part) = torn(graph, &components, |v| v != x && !near[v])?;
    let (seen, unseen): (Vec<usize>, Vec<usize>) =
        part.iter().partition(|&&v| graph.has_edge(c, v));
    let pair = |&b: &usize| unseen.iter().find(|&&a| !graph.has_edge(a, b)).map(|&a| [a, x, b, c]);
    seen.iter().find_map(pair)
}

fn mask(graph: &Graph, part: &[usize]) -> Vec<bool> {
    let mut inside = vec![false; graph.order()];
    part.iter().for_each(|&v| inside[v] = true);
    inside
}

/// An eligible vertex that sees some but not all vertices of one of the parts.
fn torn<'a>(
    graph: &Graph,
    parts: &'a [Vec<usize>],
    eligible: impl Fn(usize) -> bool,
) -> Option<(usize, &'a Vec<usize>)> {
    let mut seen = vec![0; graph.order()];
    for part in parts {
        let neighbours = || part.iter().flat_map(|&v| graph.neighbours(v)).filter(|&a| eligible(a));
        neighbours().for_each(|a| seen[a] += 1);
        if let Some(a) = neighbours().find(|&a| seen[a] < part.len()) {
            return Some((a, part));
        }
        neighbours().for_each(|a| seen[a] = 0);
    }
    None
}

/// The connected components of the graph on these vertices.
fn components(graph: &Graph, vertices: &[usize]) -> Vec<Vec<usize>> {
    let mut fresh = mask(graph, vertices);
    let mut parts = Vec::new();
    for &start in vertices {
        if !std::mem::replace(&mut fresh[start], false) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&v) = part.get(next) {
            next += 1;
            part.extend(graph.neighbours(v).filter(|&w| std::mem::replace(&mut fresh[w], false)));
        }
        parts.push(part);
    }
    parts
}

/// The connected components of the complement on these vertices, in time linear in the size of the
/// graph: each unsuccessful look at a vertex belongs to an edge.
fn components_of_complement(graph: &Graph, mut vertices: Vec<usize>) -> Vec<Vec<usize>> {
    let mut parts = Vec::new();
    while let Some(start) = vertices.pop() {
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&v) = part.get(next) {
            next += 1;
            let mut adjacent = vertices.clone();
            adjacent.retain(|&w| graph.has_edge(v, w));
            vertices.retain(|&w| !graph.has_edge(v, w));
            part.append(&mut vertices);
            vertices = adjacent;
        }
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;

    #[test]
    fn equal_hashes_are_not_believed() {
        let path = parse("path:4").unwrap();
        assert!(Twins::new(path.graph(), |_| 0).run().is_err());
        let tree = parse("star:6").unwrap();
        assert!(Twins::new(tree.graph(), |_| 0).run().is_err());
    }
}
