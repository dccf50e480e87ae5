//! The primeval decomposition (Jamison and Olariu): unions, joins, and parts that are connected by
//! induced paths of four vertices.
//!
//! A graph is p-connected if, however its vertices are divided in two, some induced path of four
//! vertices has vertices on both sides. Jamison and Olariu's theorem: a graph with several vertices
//! is a union, or a join, or p-connected, or it has exactly one part H that is largest among the
//! p-connected ones and of which every vertex outside H sees the same vertices, some but not all.

use std::fmt;

use chromex_graphs::Graph;
use chromex_graphs::limit::is_stopped;

/// Larger graphs are not decomposed.
pub const MAX_ORDER: usize = 2000;

/// The decomposition of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Primeval {
    /// A single vertex.
    Vertex(usize),
    /// No edges between the parts.
    Union(Vec<Primeval>),
    /// All edges between the parts.
    Join(Vec<Primeval>),
    /// A p-connected graph.
    Connected(Vec<usize>),
    /// A p-connected part and the rest; each vertex of the rest sees all of `body` and nothing of
    /// `legs`.
    Front {
        /// The vertices that the rest sees.
        body: Vec<usize>,
        /// The vertices that the rest does not see.
        legs: Vec<usize>,
        /// The decomposition of the rest.
        rest: Box<Primeval>,
    },
}

/// Decomposes an undirected graph with up to [`MAX_ORDER`] vertices; `None` if it is larger,
/// without vertices or a digraph, or if the work is stopped.
///
/// ```
/// use chromex_graph_tools::classes::primeval::primeval;
/// let decomposed = |name: &str| primeval(chromex_graphs::parse(name).unwrap().graph()).unwrap().to_string();
/// assert_eq!(decomposed("star:2"), "join(0, union(1, 2))");
/// assert_eq!(decomposed("path:5"), "p(0 1 2 3 4)");
/// assert_eq!(decomposed("edges:0-1,1-2,2-3,1-4,2-4"), "front(1 2; 0 3; 4)");
/// ```
pub fn primeval(graph: &Graph) -> Option<Primeval> {
    if graph.is_directed() || graph.order() == 0 || graph.order() > MAX_ORDER {
        return None;
    }
    let rows = Rows::new(graph);
    let parts = p_components(graph)?;
    take_apart(&rows, &parts, (0..graph.order()).collect())
}

fn take_apart(rows: &Rows, parts: &[usize], vertices: Vec<usize>) -> Option<Primeval> {
    if is_stopped() {
        return None;
    }
    if let [v] = vertices[..] {
        return Some(Primeval::Vertex(v));
    }
    let all = |parts: Vec<Vec<usize>>, apart: fn(Vec<Primeval>) -> Primeval, rows, labels| {
        let taken = parts.into_iter().map(|part| take_apart(rows, labels, part));
        taken.collect::<Option<Vec<_>>>().map(apart)
    };
    for (joined, apart) in [(true, Primeval::Union as fn(_) -> _), (false, Primeval::Join)] {
        let found = rows.components(&vertices, joined);
        if found.len() > 1 {
            return all(found, apart, rows, parts);
        }
    }
    let mut labels: Vec<usize> = vertices.iter().map(|&v| parts[v]).collect();
    labels.sort_unstable();
    labels.dedup();
    if labels.len() == 1 {
        return Some(Primeval::Connected(vertices));
    }
    labels
        .into_iter()
        .find_map(|label| {
            let (front, rest): (Vec<usize>, Vec<usize>) =
                vertices.iter().partition(|&&v| parts[v] == label);
            let (body, legs): (Vec<usize>, Vec<usize>) =
                front.iter().partition(|&&v| rows.sees(rest[0], v));
            let is_seen = |v: &usize| rest.iter().all(|&r| rows.sees(r, *v));
            let is_unseen = |v: &usize| !rest.iter().any(|&r| rows.sees(r, *v));
            let separates = !body.is_empty()
                && !legs.is_empty()
                && body.iter().all(is_seen)
                && legs.iter().all(is_unseen);
            separates.then_some((body, legs, rest))
        })
        .and_then(|(body, legs, rest)| {
            Some(Primeval::Front { body, legs, rest: Box::new(take_apart(rows, parts, rest)?) })
        })
}

/// For each vertex, the number of its p-connected component: vertices on a common induced path of
/// four vertices are in the same component. `None` if the work is stopped.
pub(super) fn p_components(graph: &Graph) -> Option<Vec<usize>> {
    let rows = Rows::new(graph);
    let n = graph.order();
    let mut classes = Classes { parent: (0..n).collect(), count: n };
    for (b, c) in graph.edges() {
        if classes.count == 1 {
            break;
        }
        if is_stopped() {
            return None;
        }
        // Paths a, b, c, d.
        let beyond = |v: usize, other: usize| -> Vec<u64> {
            let mut set: Vec<u64> =
                rows.0[v].iter().zip(&rows.0[other]).map(|(near, far)| near & !far).collect();
            set[other / 64] &= !(1 << (other % 64));
            set
        };
        let (before, behind) = (beyond(b, c), beyond(c, b));
        let mut reached = vec![0; before.len()];
        for a in members(&before) {
            let mut any = 0;
            for (word, reached) in reached.iter_mut().enumerate() {
                let ends = behind[word] & !rows.0[a][word];
                any |= ends;
                *reached |= ends;
            }
            if any != 0 {
                classes.join(a, b);
                classes.join(b, c);
            }
        }
        for d in members(&reached) {
            classes.join(b, d);
        }
    }
    Some((0..n).map(|v| classes.find(v)).collect())
}

/// Which vertices see each other, one bit for each pair.
struct Rows(Vec<Vec<u64>>);

impl Rows {
    fn new(graph: &Graph) -> Rows {
        let words = graph.order().div_ceil(64);
        let row = |v| {
            let mut row = vec![0; words];
            graph.neighbours(v).for_each(|w| row[w / 64] |= 1 << (w % 64));
            row
        };
        Rows((0..graph.order()).map(row).collect())
    }

    fn sees(&self, v: usize, w: usize) -> bool {
        self.0[v][w / 64] >> (w % 64) & 1 == 1
    }

    /// The components of the induced subgraph, or of its complement.
    fn components(&self, vertices: &[usize], joined: bool) -> Vec<Vec<usize>> {
        let mut left = vec![0; self.0[0].len()];
        vertices.iter().for_each(|&v| left[v / 64] |= 1 << (v % 64));
        let mut found = Vec::new();
        for &start in vertices {
            if left[start / 64] >> (start % 64) & 1 == 0 {
                continue;
            }
            left[start / 64] &= !(1 << (start % 64));
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&v) = part.get(next) {
                next += 1;
                let row = self.0[v].iter().map(|&row| if joined { row } else { !row });
                let near: Vec<u64> = row.zip(&left).map(|(row, left)| row & left).collect();
                left.iter_mut().zip(&near).for_each(|(left, near)| *left &= !near);
                part.extend(members(&near));
            }
            part.sort_unstable();
            found.push(part);
        }
        found
    }
}

/// The bits of a set, in increasing order.
fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(64 * word + bit)
        })
    })
}

/// Vertices in classes that grow together.
struct Classes {
    parent: Vec<usize>,
    count: usize,
}

impl Classes {
    fn find(&mut self, v: usize) -> usize {
        let mut top = v;
        while self.parent[top] != top {
            self.parent[top] = self.parent[self.parent[top]];
            top = self.parent[top];
        }
        top
    }

    fn join(&mut self, v: usize, w: usize) {
        let (v, w) = (self.find(v), self.find(w));
        if v != w {
            self.parent[v.max(w)] = v.min(w);
            self.count -= 1;
        }
    }
}

impl fmt::Display for Primeval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |vertices: &[usize]| {
            vertices.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let parts = |parts: &[Primeval]| {
            parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        match self {
            Primeval::Vertex(v) => write!(f, "{v}"),
            Primeval::Union(all) => write!(f, "union({})", parts(all)),
            Primeval::Join(all) => write!(f, "join({})", parts(all)),
            Primeval::Connected(vertices) => write!(f, "p({})", listed(vertices)),
            Primeval::Front { body, legs, rest } => {
                write!(f, "front({}; {}; {rest})", listed(body), listed(legs))
            }
        }
    }
}
