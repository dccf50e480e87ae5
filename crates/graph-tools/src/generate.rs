//! Streams of all graphs of a kind and size, one of each isomorphism class, in little memory.
//!
//! Graphs are grown vertex by vertex, depth first, by McKay's canonical construction path
//! (*Isomorph-free exhaustive generation*, 1998): a graph is reached only from the one graph that is
//! left when its canonical vertex is removed, so nothing needs to be remembered. Cubic graphs, cographs and
//! strictly matched graphs are made otherwise, and are held in memory. [`crate::all`] makes the same
//! graphs in lists sorted by edges.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use crate::all;
use chromex_graphs::Graph;

/// The kinds of graphs that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// All undirected graphs.
    All,
    /// The connected ones.
    Connected,
    /// Trees.
    Trees,
    /// Graphs without odd cycles.
    Bipartite,
    /// The connected ones of these.
    ConnectedBipartite,
    /// Connected graphs in which every vertex has three neighbours.
    Cubic,
    /// Graphs without an induced path of four vertices.
    Cographs,
    /// Graphs with a strictly matched involution (Andres et al.).
    StrictlyMatched,
}

/// What there is to know about a kind.
struct About {
    kind: Kind,
    name: &'static str,
    summary: &'static str,
    /// The most vertices for which a stream begins at all.
    most: usize,
    /// The most vertices for which all of them go into a list.
    listed: usize,
}

const fn about(
    kind: Kind,
    name: &'static str,
    (most, listed): (usize, usize),
    summary: &'static str,
) -> About {
    About { kind, name, summary, most, listed }
}

const KINDS: [About; 8] = [
    about(Kind::All, "all", (16, 9), "all undirected graphs"),
    about(Kind::Connected, "connected", (16, 9), "the connected ones"),
    about(Kind::Trees, "trees", (32, 16), "trees"),
    about(Kind::Bipartite, "bipartite", (16, 11), "graphs without odd cycles"),
    about(Kind::ConnectedBipartite, "connected-bipartite", (16, 11), "the connected ones of these"),
    about(Kind::Cubic, "cubic", (20, 16), "connected graphs with all degrees three"),
    about(Kind::Cographs, "cographs", (14, 14), "graphs without an induced path of four vertices"),
    about(
        Kind::StrictlyMatched,
        "strictly-matched",
        (11, 11),
        "graphs with a strictly matched involution (Andres et al.)",
    ),
];

impl Kind {
    /// All kinds.
    pub fn every() -> impl Iterator<Item = Kind> {
        KINDS.iter().map(|about| about.kind)
    }

    fn about(self) -> &'static About {
        let found = KINDS.iter().find(|about| about.kind == self);
        found.expect("every kind is in the table")
    }

    /// As it is typed.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// What it is, in words.
    pub fn summary(self) -> &'static str {
        self.about().summary
    }

    /// The most vertices that [`stream`] takes; the numbers of graphs are astronomical well before.
    pub fn most(self) -> usize {
        self.about().most
    }

    /// The most vertices that are sensible for [`crate::all::of_kind`], which holds all in memory.
    pub fn most_listed(self) -> usize {
        self.about().listed
    }

    fn is_connected(self) -> bool {
        matches!(self, Kind::Connected | Kind::ConnectedBipartite)
    }

    fn is_bipartite(self) -> bool {
        matches!(self, Kind::Bipartite | Kind::ConnectedBipartite)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Kind, ()> {
        Kind::every().find(|kind| kind.name() == text).ok_or(())
    }
}

/// One of several parts of a stream, which together are the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 0.
    pub index: u64,
    /// How many there are.
    pub of: u64,
}

impl Part {
    /// Everything.
    pub const WHOLE: Part = Part { index: 0, of: 1 };

    /// Whether the thing with this number belongs to the part.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.index
    }
}

/// The graphs of a kind with `n` vertices that belong to a part, always in the same order.
///
/// ```
/// use chromex_graph_tools::generate::{Kind, Part, stream};
/// let connected = |n| stream(Kind::Connected, n, Part::WHOLE).count();
/// assert_eq!((1..=6).map(connected).collect::<Vec<_>>(), [1, 1, 2, 6, 21, 112]);
/// ```
///
/// # Panics
/// If there are more vertices than [`Kind::most`].
pub fn stream(kind: Kind, n: usize, part: Part) -> Box<dyn Iterator<Item = Graph> + Send> {
    assert!(n <= kind.most(), "at most {} vertices", kind.most());
    match (kind, n) {
        (Kind::Cubic, _) => dealt(cubic(n).into_iter().map(|graph| graph.graph()), part),
        (Kind::Cographs, _) => dealt(all::cographs(n).into_iter(), part),
        (Kind::StrictlyMatched, _) => dealt(all::strictly_matched(n).into_iter(), part),
        (_, 0) => Box::new(part.has(0).then(|| Small::empty(0).graph()).into_iter()),
        _ => Box::new(Grower::new(kind, n, part).map(|graph| graph.graph())),
    }
}

/// The graphs of a list that belong to a part.
fn dealt(
    list: impl Iterator<Item = Graph> + Send + 'static,
    part: Part,
) -> Box<dyn Iterator<Item = Graph> + Send> {
    Box::new(list.zip(0..).filter(move |(_, i)| part.has(*i)).map(|(graph, _)| graph))
}

/// The most vertices of a [`Small`] graph.
const MOST: usize = 32;

/// A graph with a word of neighbours for each vertex.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Small {
    order: usize,
    rows: [u32; MOST],
}

/// The members of a set.
fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let v = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(v)
    })
}

impl Small {
    fn empty(order: usize) -> Small {
        Small { order, rows: [0; MOST] }
    }

    fn with_vertex(mut self, neighbours: u32) -> Small {
        members(neighbours).for_each(|v| self.rows[v] |= 1 << self.order);
        self.rows[self.order] = neighbours;
        self.order += 1;
        self
    }

    fn join(&mut self, u: usize, v: usize) {
        self.rows[u] |= 1 << v;
        self.rows[v] |= 1 << u;
    }

    fn degree(&self, v: usize) -> u32 {
        self.rows[v].count_ones()
    }

    fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.order).flat_map(|v| members(self.rows[v] & ((1 << v) - 1)).map(move |u| (u, v)))
    }

    fn graph(&self) -> Graph {
        Graph::undirected(self.order, self.edges()).expect("the vertices are in range")
    }

    fn symmetry(&self) -> nauty_sys::Symmetry {
        let colours = [0; MOST];
        nauty_sys::symmetry(self.order, false, self.edges(), &colours[..self.order])
            .expect("small graphs are no trouble")
    }

    /// The vertices that can be reached from `v`.
    fn component(&self, v: usize) -> u32 {
        let (mut reached, mut fresh) = (1 << v, 1 << v);
        while fresh != 0 {
            let next = members(fresh).fold(0, |next, u| next | self.rows[u]);
            fresh = next & !reached;
            reached |= fresh;
        }
        reached
    }

    /// The components, by least vertex.
    fn components(&self) -> Vec<u32> {
        let (mut rest, mut found) = ((1_u64 << self.order) as u32 - 1, Vec::new());
        while rest != 0 {
            let part = self.component(rest.trailing_zeros() as usize);
            rest &= !part;
            found.push(part);
        }
        found
    }

    /// The two sides of each component of a bipartite graph.
    fn sides(&self) -> Vec<(u32, u32)> {
        let sides = |part: u32| {
            let (mut near, mut far) = (1 << part.trailing_zeros(), 0);
            loop {
                let beyond = members(near).fold(far, |set, v| set | self.rows[v]);
                let back = members(beyond).fold(near, |set, v| set | self.rows[v]);
                if (back, beyond) == (near, far) {
                    return (near, far);
                }
                (near, far) = (back, beyond);
            }
        };
        self.components().into_iter().map(sides).collect()
    }
}

/// Vertices that may be the one to remove are told apart by this, as far as it is cheap.
fn signature(graph: &Small, v: usize) -> (u32, u32, u32) {
    let near = graph.rows[v];
    let (mut degrees, mut triangles) = (0, 0);
    for w in members(near) {
        degrees += graph.degree(w).pow(2);
        triangles += (graph.rows[w] & near).count_ones();
    }
    (near.count_ones(), degrees, triangles)
}

/// Walks the tree of graphs depth first.
struct Grower {
    kind: Kind,
    n: usize,
    part: Part,
    /// The subtrees at this number of vertices are dealt out to the parts.
    split: usize,
    dealt: u64,
    path: Vec<Level>,
}

/// A graph on the way down, and the sets of neighbours to give a new vertex.
struct Level {
    graph: Small,
    neighbourhoods: Vec<u32>,
}

impl Grower {
    fn new(kind: Kind, n: usize, part: Part) -> Grower {
        let split = n.saturating_sub(2).max(1);
        let root = Level { graph: Small::empty(0), neighbourhoods: vec![0] };
        Grower { kind, n, part, split, dealt: 0, path: vec![root] }
    }

    /// The neighbourhoods worth trying, one of each orbit, the last one first.
    fn level(&self, graph: Small) -> Level {
        let symmetry = graph.symmetry();
        let mut neighbourhoods = match self.kind {
            Kind::Trees => {
                let is_first = |v: &usize| symmetry.orbits[*v] as usize == *v;
                (0..graph.order).filter(is_first).map(|v| 1 << v).collect()
            }
            _ => orbits_of_sets(graph.order, &symmetry.generators, self.worthwhile(&graph)),
        };
        neighbourhoods.reverse();
        Level { graph, neighbourhoods }
    }

    /// Which sets of neighbours may lead to a graph of the kind whose canonical vertex is the new
    /// one, by tests that no symmetry changes.
    fn worthwhile(&self, graph: &Small) -> impl Fn(u32) -> bool + use<> {
        let largest = (0..graph.order).map(|v| graph.degree(v)).max().unwrap_or(0);
        let full = (0..graph.order).filter(|&v| graph.degree(v) == largest);
        let full = full.fold(0, |set, v| set | 1 << v);
        let last = graph.order + 1 == self.n;
        let components =
            if self.kind.is_connected() && last { graph.components() } else { Vec::new() };
        let sides = if self.kind.is_bipartite() { graph.sides() } else { Vec::new() };
        move |set: u32| {
            set.count_ones() >= largest + u32::from(set & full != 0)
                && components.iter().all(|part| set & part != 0)
                && sides.iter().all(|(near, far)| set & near == 0 || set & far == 0)
        }
    }

    /// Whether the last vertex is in the orbit of the canonical one: of the vertices that can be
    /// removed with the largest signature, the one that nauty puts last.
    fn is_canonical(&self, graph: &Small) -> bool {
        let new = graph.order - 1;
        let mine = signature(graph, new);
        let removable = |v: &usize| self.kind != Kind::Trees || graph.degree(*v) <= 1;
        let mut alike = 1_u32 << new;
        for v in (0..new).filter(removable) {
            match signature(graph, v).cmp(&mine) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => alike |= 1 << v,
                std::cmp::Ordering::Greater => return false,
            }
        }
        if alike == 1 << new {
            return true;
        }
        let symmetry = graph.symmetry();
        let chosen = symmetry.labelling.iter().rev().find(|&&v| alike >> v & 1 == 1);
        chosen.is_some_and(|&v| symmetry.orbits[v as usize] == symmetry.orbits[new])
    }

    /// Whether the subtree below a graph belongs to the part.
    fn is_mine(&mut self, graph: &Small) -> bool {
        if graph.order != self.split {
            return true;
        }
        self.dealt += 1;
        self.part.has(self.dealt - 1)
    }
}

impl Iterator for Grower {
    type Item = Small;

    fn next(&mut self) -> Option<Small> {
        while let Some(level) = self.path.last_mut() {
            let Some(neighbours) = level.neighbourhoods.pop() else {
                self.path.pop();
                continue;
            };
            let child = level.graph.with_vertex(neighbours);
            if !self.is_canonical(&child) || !self.is_mine(&child) {
                continue;
            }
            if child.order == self.n {
                return Some(child);
            }
            let next = self.level(child);
            self.path.push(next);
        }
        None
    }
}

/// The least set of each orbit of subsets of `0..order` among those that pass a test which is the
/// same for all of an orbit.
fn orbits_of_sets(
    order: usize,
    generators: &[Vec<u32>],
    worthwhile: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let all = (0..1_u32 << order).filter(|&set| worthwhile(set));
    if generators.is_empty() {
        return all.collect();
    }
    let mut seen = vec![false; 1 << order];
    let mut first = Vec::new();
    for set in all {
        if seen[set as usize] {
            continue;
        }
        first.push(set);
        seen[set as usize] = true;
        let mut waiting = vec![set];
        while let Some(set) = waiting.pop() {
            for images in generators {
                let image = members(set).fold(0, |image, v| image | 1_u32 << images[v]);
                if !std::mem::replace(&mut seen[image as usize], true) {
                    waiting.push(image);
                }
            }
        }
    }
    first
}

/// All connected cubic graphs on `n` vertices. Cubic graphs have no cubic subgraphs to grow from:
/// here one vertex after the other gets all its neighbours, and partial graphs are told apart by
/// their canonical form, a level at a time.
fn cubic(n: usize) -> Vec<Small> {
    if n < 4 || n % 2 == 1 {
        return Vec::new();
    }
    let is_finished = |graph: &Small| (0..n).all(|v| graph.degree(v) == 3);
    let mut level = vec![Small::empty(n)];
    // The same graph may be finished after different numbers of steps.
    let mut finished = HashSet::new();
    while !level.is_empty() {
        let mut seen = HashSet::new();
        for graph in &level {
            saturate(graph, &mut |grown| {
                seen.insert(canonical(&grown));
            });
        }
        let (whole, partial) = seen.into_iter().partition(is_finished);
        finished.extend::<Vec<Small>>(whole);
        level = partial;
    }
    let mut finished: Vec<Small> = finished.into_iter().collect();
    finished.sort_unstable_by_key(|graph| graph.rows);
    finished
}

fn canonical(graph: &Small) -> Small {
    let labelling = graph.symmetry().labelling;
    let mut place = [0; MOST];
    labelling.iter().enumerate().for_each(|(new, &old)| place[old as usize] = new);
    let mut result = Small::empty(graph.order);
    graph.edges().for_each(|(u, v)| result.join(place[u], place[v]));
    result
}

/// Gives one vertex of the part begun so far its missing neighbours, in every way. A part that is
/// finished before all vertices are in it is no connected graph.
fn saturate(graph: &Small, found: &mut dyn FnMut(Small)) {
    let degree = |v: &usize| graph.degree(*v);
    let begun = (0..graph.order).filter(|v| (1..3).contains(&degree(v)));
    let untouched: Vec<usize> = (0..graph.order).filter(|v| degree(v) == 0).collect();
    let at_start = untouched.len() == graph.order;
    let Some(v) = begun.max_by_key(degree).or(at_start.then_some(0)) else { return };
    let fresh = untouched.iter().copied().filter(|&u| u != v);
    let open = (0..graph.order)
        .filter(|u| *u != v && (1..3).contains(&degree(u)) && graph.rows[v] >> *u & 1 == 0);
    // Untouched vertices are all alike: of several, the first ones are taken.
    let open: Vec<usize> = open.collect();
    let fresh: Vec<usize> = fresh.take(3).collect();
    let missing = 3 - graph.degree(v) as usize;
    for old in 0..=missing.min(open.len()) {
        if missing - old <= fresh.len() {
            let mut grown = *graph;
            fresh[..missing - old].iter().for_each(|&u| grown.join(v, u));
            choose(&grown, v, &open, old, found);
        }
    }
}

/// Joins `v` to `count` of the vertices in every way.
fn choose(graph: &Small, v: usize, open: &[usize], count: usize, found: &mut dyn FnMut(Small)) {
    if count == 0 {
        return found(*graph);
    }
    for (i, &u) in open.iter().enumerate() {
        let mut grown = *graph;
        grown.join(v, u);
        choose(&grown, v, &open[i + 1..], count - 1, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts;
    use crate::symmetry::Symmetry;

    fn counts(kind: Kind, orders: impl IntoIterator<Item = usize>) -> Vec<usize> {
        orders.into_iter().map(|n| stream(kind, n, Part::WHOLE).count()).collect()
    }

    /// OEIS A000088, A001349, A000055, A033995, A005142, A002851.
    #[test]
    fn the_numbers_of_graphs_are_the_known_ones() {
        assert_eq!(counts(Kind::All, 0..=8), [1, 1, 2, 4, 11, 34, 156, 1044, 12346]);
        assert_eq!(counts(Kind::Connected, 1..=8), [1, 1, 2, 6, 21, 112, 853, 11117]);
        assert_eq!(
            counts(Kind::Trees, 1..=14),
            [1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159]
        );
        assert_eq!(counts(Kind::Bipartite, 1..=9), [1, 2, 3, 7, 13, 35, 88, 303, 1119]);
        assert_eq!(counts(Kind::ConnectedBipartite, 1..=9), [1, 1, 1, 3, 5, 17, 44, 182, 730]);
        assert_eq!(counts(Kind::Cubic, 0..=12), [0, 0, 0, 0, 1, 0, 2, 0, 5, 0, 19, 0, 85]);
        assert_eq!(counts(Kind::Cubic, [14]), [509]);
    }

    #[test]
    #[ignore = "slow: 261,080 and 4,060 graphs"]
    fn the_numbers_of_more_graphs() {
        assert_eq!(counts(Kind::Connected, [9]), [261_080]);
        assert_eq!(counts(Kind::Trees, [18]), [123_867]);
        assert_eq!(counts(Kind::Bipartite, [10, 11]), [5_479, 32_303]);
        assert_eq!(counts(Kind::Cubic, [16]), [4_060]);
    }

    fn canonical_set(graphs: impl Iterator<Item = Graph>) -> HashSet<Graph> {
        graphs.map(|g| Symmetry::of_uncoloured(&g).unwrap().canonical(&g)).collect()
    }

    #[test]
    fn streams_and_lists_have_the_same_graphs() {
        for n in 0..=6 {
            let whole = |kind| canonical_set(stream(kind, n, Part::WHOLE));
            assert_eq!(whole(Kind::All), canonical_set(all::graphs(n).into_iter()));
            let bipartite = all::graphs(n).into_iter().filter(facts::is_bipartite);
            assert_eq!(whole(Kind::Bipartite), canonical_set(bipartite));
            assert_eq!(whole(Kind::Connected), canonical_set(all::connected(n).into_iter()));
        }
        let trees = canonical_set(stream(Kind::Trees, 9, Part::WHOLE));
        assert_eq!(trees, canonical_set(all::trees(9).into_iter()));
        let cubic = all::connected(8).into_iter().filter(|g| (0..8).all(|v| g.degree(v) == 3));
        assert_eq!(canonical_set(stream(Kind::Cubic, 8, Part::WHOLE)), canonical_set(cubic));
    }

    #[test]
    fn the_parts_make_the_whole() {
        for kind in Kind::every() {
            let n = if kind == Kind::Cubic { 12 } else { 7 };
            let whole: Vec<Graph> = stream(kind, n, Part::WHOLE).collect();
            let parts: Vec<Graph> =
                (0..5).flat_map(|index| stream(kind, n, Part { index, of: 5 })).collect();
            assert_eq!(parts.len(), whole.len(), "{kind}");
            let set: HashSet<Graph> = parts.into_iter().collect();
            assert_eq!(set, whole.into_iter().collect(), "{kind}");
        }
    }

    #[test]
    fn names_are_read_back() {
        assert!(Kind::every().all(|kind| kind.to_string().parse() == Ok(kind)));
        assert!("cubes".parse::<Kind>().is_err());
    }
}
