//! Arc Kayles: players take two adjacent vertices of a graph.
//!
//! A vertex with a single neighbour is a *leaf*, and the neighbour is its *holder*. Taking a leaf
//! also takes its holder, and then all other leaves of that holder are isolated and can no longer
//! be taken. So it does not matter how many leaves a holder has, nor where they are: by induction
//! over moves, a position has the options of the position in which each holder has a single leaf.
//! More generally, a vertex v all of whose neighbours are holders can be ignored: taking v with a
//! holder h has the same effect as taking h with its leaf, and after moves elsewhere the other
//! neighbours of v are still holders. A position is two sets: the *inner* vertices, which are
//! neither leaves nor ignored, and the holders among them.

use super::mirror::is_mirror;
use super::{Pieces, Places, Rule, WORTH_A_MIRROR};
use crate::model::lists::{Lists, fingerprint};
use crate::model::piece::Piece;
use crate::model::word::{Word, each, outwards, vertices};

/// The inner vertices and the holders among them.
type Inner<W> = Piece<W, 2>;

/// The rule of Arc Kayles on a graph.
pub(crate) struct Arcs<W> {
    /// Node Kayles on the same graph: used for adjacency.
    graph: Rule<W, 1>,
    /// For each vertex of the list game, the two vertices of the graph that it joins.
    ends: Vec<[usize; 2]>,
}

impl<W: Word> Arcs<W> {
    /// The rule on the graph of `graph`; `ends` are the two vertices that each vertex of the list
    /// game joins.
    pub(crate) fn new(graph: Rule<W, 1>, ends: Vec<[usize; 2]>) -> Arcs<W> {
        Arcs { graph, ends }
    }

    #[cfg(test)]
    pub(super) fn graph(&self) -> &Rule<W, 1> {
        &self.graph
    }

    pub(super) fn adjacent(&self, v: usize) -> W {
        self.graph.kills[v][0][0]
    }

    /// The leaves among these vertices, and their holders.
    fn leaves(&self, [inner, holders]: &Inner<W>, among: W) -> (W, W) {
        let perhaps = among & *inner & !*holders;
        if let Some(shifts) = &self.graph.shifts {
            let leaves = perhaps & !shifts.around_twice(*inner);
            return (leaves, shifts.around(leaves) & *inner);
        }
        let (mut leaves, mut held_by) = (W::EMPTY, W::EMPTY);
        for v in vertices(perhaps) {
            let around = self.adjacent(v) & *inner;
            if around.without_least() == W::EMPTY {
                leaves |= W::single(v);
                held_by |= around;
            }
        }
        (leaves, held_by)
    }

    /// The vertices all of whose neighbours are holders, out of those that are not holders
    /// themselves. At least the vertices near what was taken and beside new holders are examined.
    fn idle(&self, free: W, near: W, new_holders: W) -> W {
        if let Some(shifts) = &self.graph.shifts {
            return free & !shifts.around(free);
        }
        let perhaps = free & (near | self.graph.around(new_holders));
        let alone = vertices(perhaps).filter(|&v| self.adjacent(v) & free == W::EMPTY);
        alone.fold(W::EMPTY, |all, v| all | W::single(v))
    }

    /// Whether the second player wins by a mirror symmetry in which no vertex is equal or adjacent
    /// to its image: then no move is in the way of its image, and taking both leaves such a piece
    /// again. Taking a leaf has the same effect as taking its holder. The piece lies in the corner.
    pub(super) fn is_mirrored(&self, &[inner, holders]: &Inner<W>) -> bool {
        self.has_mirror_without([inner, holders], |v, w| self.adjacent(v).contains(w))
    }

    /// Whether a piece has a mirror symmetry that maps no vertex to itself or to a vertex for which
    /// `bad` holds.
    fn has_mirror_without(
        &self,
        [inner, holders]: Inner<W>,
        bad: impl Fn(usize, usize) -> bool,
    ) -> bool {
        let in_the_way =
            |&(v, w): &(usize, usize)| bad(v, w) || holders.contains(v) != holders.contains(w);
        let mirrors = self.graph.normaliser.symmetries_of(inner);
        mirrors.iter().any(|pairs| is_mirror(pairs) && !pairs.iter().any(in_the_way))
    }

    /// The nimber of a holder with its leaves, which is one move, or of two adjacent holders, a
    /// path of three edges. The piece is not empty.
    fn at_sight(part: W) -> Option<u16> {
        let others = part.without_least();
        let nimber = if others == W::EMPTY { 1 } else { 2 };
        (nimber == 1 || others.without_least() == W::EMPTY).then_some(nimber)
    }

    /// The vertices among `rest` that are connected with the first one of `near`, a set that meets
    /// every component of `rest`.
    fn connected(&self, near: W, rest: W) -> W {
        match &self.graph.shifts {
            Some(shifts) => shifts.connected(near, rest),
            None => self.graph.connected(&[rest], near, rest),
        }
    }
}

impl<G: Word, W: Word> Places<Lists<G>> for Arcs<W> {
    fn placed(&self, lists: &Lists<G>) -> (Inner<W>, W) {
        let ends = vertices(lists[0]).flat_map(|edge| self.ends[edge]);
        let open = ends.fold(W::EMPTY, |all, v| all | W::single(self.graph.places[v]));
        ([open, W::EMPTY], open)
    }
}

impl<W: Word> Pieces for Arcs<W> {
    type Piece = Inner<W>;
    type Set = W;
    const WORDS: usize = 2 * W::LIMBS;
    const LOOKS_AHEAD: bool = true;

    fn take_apart(
        &self,
        position: &Inner<W>,
        near: W,
        mut seen: impl FnMut(u16),
        mut piece: impl FnMut(Inner<W>),
    ) {
        let mut rest = position[0];
        let (mut holders, mut near) = (position[1], near & rest);
        // New leaves have lost neighbours.
        let (leaves, held_by) = self.leaves(position, near);
        if leaves != W::EMPTY {
            // Two leaves of each other are an edge without adjacent edges.
            seen((leaves & held_by).size() as u16 / 2 % 2);
            rest &= !leaves;
            holders = (holders | held_by) & rest;
            // If a piece has only leaves in `near`, their holders count instead.
            near = (near | held_by) & rest;
        }
        let idle = self.idle(rest & !holders, near, held_by);
        if idle != W::EMPTY {
            // Vertices that were connected only through idle vertices may become disconnected.
            rest &= !idle;
            near = (near | self.graph.around(idle)) & rest;
        }
        while near != W::EMPTY {
            let part = self.connected(near, rest);
            (rest, near) = (rest & !part, near & !part);
            match Arcs::at_sight(part) {
                Some(nimber) => seen(nimber),
                None => piece([part, holders & part]),
            }
        }
    }

    fn normal(&self, piece: &Inner<W>) -> Option<Inner<W>> {
        let (normal, symmetric) = self.graph.normaliser.nested_normal_form(*piece);
        let may_be_lost = symmetric && piece[0].size() >= WORTH_A_MIRROR;
        (!may_be_lost || !self.is_mirrored(&normal)).then_some(normal)
    }

    fn options(&self, piece: &Inner<W>, mut option: impl FnMut(Inner<W>, W) -> bool) {
        let [inner, holders] = *piece;
        let mut rest = inner;
        // Moves in the middle leave smaller pieces, and are more often good.
        for v in outwards(inner, inner.greatest() / 2) {
            let (one, around) = (W::single(v), self.adjacent(v));
            rest &= !one;
            for w in vertices(around & rest) {
                let both = one | W::single(w);
                if !option(each(*piece, |set| set & !both), around | self.adjacent(w)) {
                    return;
                }
            }
        }
        for v in vertices(holders) {
            if !option(each(*piece, |set| set & !W::single(v)), self.adjacent(v)) {
                return;
            }
        }
    }

    /// The number of moves plus the number of inner vertices: measured to be better than either of
    /// them, and than other weights.
    fn work(&self, &[inner, holders]: &Inner<W>) -> u32 {
        let degree = |v: usize| (self.adjacent(v) & inner).size();
        let edges = match &self.graph.shifts {
            Some(shifts) => shifts.pairs(inner),
            None => vertices(inner).map(degree).sum::<u32>() / 2,
        };
        edges + holders.size() + inner.size()
    }

    fn has_mirror(&self, piece: &Inner<W>) -> bool {
        self.has_mirror_without(*piece, |_, _| false)
    }

    fn fingerprint(&self) -> u64 {
        // The last number distinguishes this form of positions from earlier ones.
        fingerprint([self.graph.fingerprint, 4].into_iter())
    }
}
