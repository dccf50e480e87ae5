//! Spiders and pseudo-spiders (Bensmail et al., section 6).
//!
//! A spider has a clique K, a stable set S of the same order, at least two, and the rest R. R is
//! joined to K and not to S; the edges between S and K are a matching, or all edges except a
//! matching. A pseudo-spider only has to satisfy this: R is joined to K and not to S.

use chromex_graphs::Graph;

/// The edges between S and K.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Legs {
    /// Each vertex of S sees only its partner.
    Matching,
    /// Each vertex of S sees all of K except its partner.
    Antimatching,
}

/// The parts of a spider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spider {
    /// The edges between S and K. With two legs both kinds are equal, and it is called a matching.
    pub kind: Legs,
    /// Each vertex s of S with its partner f(s) in K.
    pub legs: Vec<(usize, usize)>,
    /// The vertices of R.
    pub rest: Vec<usize>,
}

impl Spider {
    /// Whether the graph is a spider with these parts, by the three conditions of the definition.
    pub fn fits(&self, graph: &Graph) -> bool {
        let place = self.places(graph.order());
        let joined = |u: usize, v: usize| match (place[u], place[v]) {
            (Place::S(i), Place::K(j)) | (Place::K(j), Place::S(i)) => {
                (i == j) == (self.kind == Legs::Matching)
            }
            (Place::K(_), Place::K(_)) => true,
            (Place::K(_), Place::R) | (Place::R, Place::K(_)) => true,
            (Place::R, Place::R) => graph.adjacent(u, v),
            (Place::S(_), Place::S(_)) => false,
            (Place::S(_), Place::R) | (Place::R, Place::S(_)) => false,
            (Place::Nowhere, _) | (_, Place::Nowhere) => !graph.adjacent(u, v),
        };
        let pairs = (0..graph.order()).flat_map(|v| (0..v).map(move |u| (u, v)));
        let everyone_once = 2 * self.legs.len() + self.rest.len() == graph.order()
            && !place.contains(&Place::Nowhere);
        everyone_once
            && self.legs.len() >= 2
            && pairs.into_iter().all(|(u, v)| graph.adjacent(u, v) == joined(u, v))
    }

    fn places(&self, n: usize) -> Vec<Place> {
        let mut place = vec![Place::Nowhere; n];
        for (i, &(s, k)) in self.legs.iter().enumerate() {
            place[s] = Place::S(i);
            place[k] = Place::K(i);
        }
        self.rest.iter().for_each(|&r| place[r] = Place::R);
        place
    }
}

/// The part of a spider to which a vertex belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    S(usize),
    K(usize),
    R,
    Nowhere,
}

/// The parts of a spider; `None` if the graph is not a spider, as for all digraphs.
///
/// ```
/// use chromex_graph_tools::classes::spider::{Legs, spider};
/// use chromex_graphs::parse;
/// let found = spider(parse("path:4")?.graph()).unwrap();
/// assert_eq!((found.kind, found.legs), (Legs::Matching, vec![(0, 1), (3, 2)]));
/// assert!(spider(parse("path:5")?.graph()).is_none());
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn spider(graph: &Graph) -> Option<Spider> {
    let n = graph.order();
    if graph.is_directed() || n < 4 {
        return None;
    }
    // With a matching, S consists of the vertices of degree 1, because those of R see all of K. The
    // complement of a spider is a spider in which S and K are exchanged and a matching becomes an
    // antimatching.
    let matched = (0..n).filter(|&v| graph.degree(v) == 1);
    let matched = matched.filter_map(|s| Some((s, graph.neighbours(s).next()?)));
    let antimatched = (0..n).filter(|&v| graph.degree(v) == n - 2);
    let antimatched = antimatched.filter_map(|k| Some((stranger(graph, k)?, k)));
    let candidates =
        [(Legs::Matching, matched.collect()), (Legs::Antimatching, antimatched.collect())];
    candidates.into_iter().find_map(|(kind, legs): (Legs, Vec<(usize, usize)>)| {
        let mut used = vec![false; n];
        legs.iter().for_each(|&(s, k)| (used[s], used[k]) = (true, true));
        let rest = (0..n).filter(|&v| !used[v]).collect();
        Some(Spider { kind, legs, rest }).filter(|spider| spider.fits(graph))
    })
}

/// The first vertex that `v` does not see.
fn stranger(graph: &Graph, v: usize) -> Option<usize> {
    (0..graph.order()).find(|&w| w != v && !graph.adjacent(v, w))
}

/// The spider with this number of legs and this rest: first K, then S, then R.
pub fn build(kind: Legs, legs: usize, rest: &Graph) -> Graph {
    let clique = (0..legs).flat_map(|j| (0..j).map(move |i| (i, j)));
    let between = (0..legs)
        .flat_map(|k| (0..legs).map(move |s| (k, s)))
        .filter(move |(k, s)| (k == s) == (kind == Legs::Matching))
        .map(move |(k, s)| (k, legs + s));
    let head = (0..legs).flat_map(|k| (0..rest.order()).map(move |r| (k, 2 * legs + r)));
    let inside = rest.edges().map(|(u, v)| (2 * legs + u, 2 * legs + v));
    let edges = clique.chain(between).chain(head).chain(inside);
    Graph::undirected(2 * legs + rest.order(), edges).expect("these edges are in range")
}

/// The parts of a pseudo-spider: R is joined to K and not to S.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PseudoSpider {
    /// The vertices of S.
    pub legs: Vec<usize>,
    /// The vertices of K.
    pub body: Vec<usize>,
    /// The vertices of R.
    pub rest: Vec<usize>,
}

impl PseudoSpider {
    /// Whether the graph is a pseudo-spider with these parts, by the first two conditions of the
    /// definition.
    pub fn fits(&self, graph: &Graph) -> bool {
        let mut all = [self.legs.clone(), self.body.clone(), self.rest.clone()].concat();
        all.sort_unstable();
        let seen = |part: &[usize], expected: bool| {
            let pairs = || part.iter().flat_map(|&v| self.rest.iter().map(move |&r| (v, r)));
            pairs().all(|(v, r)| graph.adjacent(v, r) == expected)
        };
        all == (0..graph.order()).collect::<Vec<_>>()
            && seen(&self.body, true)
            && seen(&self.legs, false)
    }
}

/// Divides a graph as a pseudo-spider with the largest possible rest, such that no part is empty.
///
/// With the paper's definition every graph is a pseudo-spider, because R may be empty. This
/// function looks for a nonempty R that every other vertex sees completely or not at all (a
/// module), with vertices of both kinds.
pub fn pseudo_spider(graph: &Graph) -> Option<PseudoSpider> {
    if graph.is_directed() {
        return None;
    }
    // The largest module avoids some vertex.
    let modules = (0..graph.order()).flat_map(|v| modules_without(graph, v));
    let taken_apart = modules.map(|rest| {
        let outside = (0..graph.order()).filter(|v| !rest.contains(v));
        let (body, legs) = outside.partition(|&v| graph.adjacent(v, rest[0]));
        PseudoSpider { legs, body, rest }
    });
    taken_apart
        .filter(|found| !found.legs.is_empty() && !found.body.is_empty())
        .max_by_key(|found| (found.rest.len(), std::cmp::Reverse(found.rest.clone())))
}

/// The largest modules that do not contain `v`; they are a partition of the other vertices.
fn modules_without(graph: &Graph, v: usize) -> Vec<Vec<usize>> {
    let others: Vec<usize> = (0..graph.order()).filter(|&w| w != v).collect();
    let mut parts = vec![others];
    // A vertex outside a part that sees some of it but not all splits it.
    let split = |part: &[usize]| {
        (0..graph.order()).filter(|w| !part.contains(w)).find_map(|w| {
            let (seen, unseen): (Vec<usize>, Vec<usize>) =
                part.iter().partition(|&&x| graph.adjacent(w, x));
            (!seen.is_empty() && !unseen.is_empty()).then_some([seen, unseen])
        })
    };
    let mut whole = Vec::new();
    while let Some(part) = parts.pop() {
        match split(&part) {
            Some(halves) => parts.extend(halves),
            None if part.is_empty() => {}
            None => whole.push(part),
        }
    }
    whole
}
