//! The graph of the orthogonal colouring game: neighbours, and what bounds and estimates want to know about sets of vertices. On small
//! graphs all sets are counted through in advance.

use chromex_graphs::Graph;

use crate::model::word::{Word, vertices};
use crate::search::bounds::Bounds;

use super::sets::Sets;

/// All sets of vertices are counted through in advance if they fit into words of so many bits.
const SMALL: usize = 16;

/// What is known about a set.
#[derive(Debug, Clone, Copy)]
struct OfSet<W> {
    around: W,
    size: u8,
    edges: u8,
    couples: u8,
}

/// A graph for the search.
pub(super) struct Board<W> {
    /// The neighbours of each vertex.
    pub(super) neighbours: Vec<W>,
    /// Disjoint edges and larger cliques: of each, every colour is used at most once.
    couples: Vec<W>,
    cliques: Vec<W>,
    /// For each set, as a number; empty for larger graphs.
    sets: Vec<OfSet<W>>,
}

impl<W: Word> Board<W> {
    pub(super) fn new(graph: &Graph) -> Board<W> {
        let around = |v| graph.neighbours(v).fold(W::EMPTY, |set, w| set | W::single(w));
        let neighbours: Vec<W> = (0..graph.order()).map(around).collect();
        let cliques = clique_partition(&neighbours).into_iter().filter(|clique| clique.size() > 1);
        let (couples, cliques) = cliques.partition(|clique| clique.size() == 2);
        let mut board = Board { neighbours, couples, cliques, sets: Vec::new() };
        if W::BITS <= SMALL {
            for set in 0..1 << board.neighbours.len() {
                let next = board.next(W::from_limbs(|_| set));
                board.sets.push(next);
            }
        }
        board
    }

    /// What there is to know about a set, from what is known about the same set without its least vertex.
    fn next(&self, set: W) -> OfSet<W> {
        let Some(less) = self.sets.get(set.without_least().limb(0) as usize).copied() else {
            return OfSet { around: W::EMPTY, size: 0, edges: 0, couples: 0 };
        };
        let (least, near) = (W::single(set.least()), self.neighbours[set.least()]);
        let completed = |&&couple: &&W| couple & least == least && couple & !set == W::EMPTY;
        OfSet {
            around: less.around | near,
            size: less.size + 1,
            edges: less.edges + (near & set).size() as u8,
            couples: less.couples + self.couples.iter().filter(completed).count() as u8,
        }
    }

    #[inline]
    fn known(&self, set: W) -> Option<&OfSet<W>> {
        if W::BITS <= SMALL { self.sets.get(set.limb(0) as usize) } else { None }
    }

    /// The neighbours of the vertices of a set.
    #[inline]
    pub(super) fn around(&self, set: W) -> W {
        self.known(set).map_or_else(|| self.count_around(set), |known| known.around)
    }

    fn count_around(&self, set: W) -> W {
        vertices(set).fold(W::EMPTY, |around, v| around | self.neighbours[v])
    }

    /// The number of vertices of a set.
    #[inline]
    pub(super) fn size(&self, set: W) -> u32 {
        self.known(set).map_or_else(|| set.size(), |known| known.size.into())
    }

    /// The number of vertices of a set, and of the edges within it.
    #[inline]
    pub(super) fn size_and_edges(&self, set: W) -> [u32; 2] {
        match self.known(set) {
            Some(known) => [known.size.into(), known.edges.into()],
            None => [set.size(), self.count_edges(set)],
        }
    }

    fn count_edges(&self, set: W) -> u32 {
        vertices(set).map(|v| (self.neighbours[v] & set).size()).sum::<u32>() / 2
    }

    /// How many of the disjoint edges lie within a set.
    #[inline]
    fn couples(&self, set: W) -> u32 {
        self.known(set).map_or_else(|| self.count_couples(set), |known| known.couples.into())
    }

    fn count_couples(&self, set: W) -> u32 {
        self.couples.iter().filter(|&&couple| couple & !set == W::EMPTY).count() as u32
    }

    /// What the score of a state with these lists can still be.
    pub(super) fn bounds<S: Sets<Set = W>>(&self, [own, other]: [S; 2]) -> Bounds {
        Bounds { low: -self.most(other), high: self.most(own) }
    }

    /// A bound on how many more vertices of a copy get a colour: in each clique, no more than there are colours.
    pub(super) fn most<S: Sets<Set = W>>(&self, lists: S) -> i16 {
        let (open, shared) = (lists.all(), lists.shared());
        let mut most = self.size(open);
        // Both ends of an edge can have one colour only, and the same.
        for c in 0..S::COLOURS {
            most -= self.couples(lists.of(c) & !shared);
        }
        for &clique in &self.cliques {
            let colours = (0..S::COLOURS).filter(|&c| lists.of(c) & clique != W::EMPTY);
            most -= (open & clique).size().saturating_sub(colours.count() as u32);
        }
        most as i16
    }
}

/// Cliques taken greedily until no vertex is left.
fn clique_partition<W: Word>(neighbours: &[W]) -> Vec<W> {
    let mut rest = W::first(neighbours.len());
    let mut cliques = Vec::new();
    while rest != W::EMPTY {
        let mut clique = W::single(rest.least());
        let mut common = neighbours[rest.least()] & rest;
        while common != W::EMPTY {
            let w = common.least();
            clique |= W::single(w);
            common &= neighbours[w];
        }
        rest &= !clique;
        cliques.push(clique);
    }
    cliques
}

#[cfg(test)]
mod tests {
    use chromex_graphs::random::SplitMix;

    use super::super::sets::{Apart, Together};
    use super::*;

    #[test]
    fn what_is_counted_in_advance_is_what_is_counted_later() {
        let mut random = SplitMix::new(1);
        for round in 0..40 {
            let order = round % 9;
            let pairs = (0..order).flat_map(|u| (0..u).map(move |v| (u, v)));
            let edges: Vec<_> = pairs.filter(|_| random.below(5) < 1 + round % 4).collect();
            let graph = Graph::undirected(order, edges).expect("edges are pairs of vertices");
            let (small, large) = (Board::<u16>::new(&graph), Board::<u64>::new(&graph));
            assert!(large.sets.is_empty());
            for set in 0..1_u16 << order {
                let wide = u64::from(set);
                assert_eq!(u64::from(small.around(set)), large.around(wide));
                assert_eq!(small.size(set), large.size(wide));
                assert_eq!(small.size_and_edges(set), large.size_and_edges(wide));
                assert_eq!(small.couples(set), large.couples(wide));
                let lists = [set, random.below(1 << order) as u16];
                let together = Together::<2>::from_fn(|c| lists[c]);
                let apart = Apart::<u64, 2>::from_fn(|c| u64::from(lists[c]));
                assert_eq!(small.most(together), large.most(apart));
            }
        }
    }
}
