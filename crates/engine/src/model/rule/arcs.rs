//! Arc Kayles: players take two adjacent vertices of a graph.
//!
//! A vertex with a single neighbour is a *leaf*, and the neighbour is its *holder*. Taking a leaf
//! also takes its holder, and then all other leaves of that holder are isolated and can no longer
//! be taken. So it does not matter how many leaves a holder has, nor where they are: by induction
//! over moves, a position has the options of the position in which each holder has a single leaf.
//! More generally, a vertex v all of whose neighbours are holders can be ignored: taking v with a
//! holder h has the same effect as taking h with its leaf, and after moves elsewhere the other
//! neighbours of v are still holders. *Twins*, which are two or more vertices, not holders, with the
//! same two neighbours and no others, are as good as a leaf for each of these neighbours: as long
//! as one of the neighbours is left, so is a twin, since each move that takes a twin takes one of
//! the two neighbours with it. So a neighbour can always be taken together with a twin, whichever
//! that is, and twins take part in no other move. A position is two sets: the *inner* vertices,
//! which are neither leaves nor twins nor ignored, and the holders among them.

use super::mirror::is_mirror;
use super::{Pieces, Places, Rule, WORTH_A_MIRROR};
use crate::model::lists::{Lists, fingerprint};
use crate::model::piece::Piece;
use crate::model::word::{EVERY_WIDTH, Word, each, outwards, vertices};

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

    /// The vertices of `free`, which are not holders, that have the same two neighbours as another
    /// one of them and no others. At least those with a twin in `near` are found.
    ///
    /// If neighbours of twins are twins, too, these four are a whole cycle of nimber 0, and it is
    /// right to leave all of them out.
    fn twins(&self, inner: W, free: W, near: W) -> W {
        if let Some(twins) = self.graph.shifts.as_ref().and_then(|by| by.twins(inner, free)) {
            return twins;
        }
        let around = |v: usize| self.adjacent(v) & inner;
        let with_twins = |v: usize| {
            let pair = around(v);
            let second = pair.without_least();
            if second == W::EMPTY || second.without_least() != W::EMPTY {
                return W::EMPTY;
            }
            let beside_both = self.adjacent(pair.least()) & self.adjacent(second.least()) & free;
            let like_it = vertices(beside_both).filter(|&w| around(w) == pair);
            let all = like_it.fold(W::EMPTY, |all, w| all | W::single(w));
            if all.without_least() == W::EMPTY { W::EMPTY } else { all }
        };
        vertices(free & near).fold(W::EMPTY, |all, v| all | with_twins(v))
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
        let (leaves, mut held_by) = self.leaves(position, near);
        if leaves != W::EMPTY {
            // Two leaves of each other are an edge without adjacent edges.
            seen((leaves & held_by).size() as u16 / 2 % 2);
            rest &= !leaves;
            holders = (holders | held_by) & rest;
            // If a piece has only leaves in `near`, their holders count instead.
            near = (near | held_by) & rest;
        }
        // New twins, too; but web pages have to stay small, and positions may keep their twins.
        let twins = if EVERY_WIDTH { self.twins(rest, rest & !holders, near) } else { W::EMPTY };
        if twins != W::EMPTY {
            rest &= !twins;
            let beside = self.graph.around(twins) & rest;
            (holders, held_by) = (holders | beside, held_by | beside);
            near = (near | beside) & rest;
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
        fingerprint([self.graph.fingerprint, 5].into_iter())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use chromex_budget::{Budget, Meter};
    use chromex_graphs::parse;
    use chromex_graphs::random::SplitMix;
    use chromex_rules::{Position, parse_game};

    use super::*;
    use crate::model::lattice::Lattice;
    use crate::model::lists::ListGame;
    use crate::search::plain::grundy::mex;

    /// Arc Kayles on a board.
    fn rule_on(board: &str) -> Arcs<u64> {
        let board = parse(board).unwrap();
        let start = Position::start(parse_game("node-kayles").unwrap(), board).unwrap();
        let game: ListGame<u128> =
            ListGame::compile(&start, 1, &Meter::new(&Budget::default())).unwrap();
        let points = start.board().points();
        let lattice = points.and_then(|points| Lattice::find(&game, points, 64));
        Arcs::new(Rule::new(&game, lattice.as_ref()), Vec::new())
    }

    /// The nimber by trying all moves: two adjacent vertices, or a holder with a leaf.
    fn nimber(rule: &Arcs<u64>, piece: Inner<u64>, known: &mut HashMap<Inner<u64>, u32>) -> u32 {
        if let Some(&nimber) = known.get(&piece) {
            return nimber;
        }
        let [inner, holders] = piece;
        let mut options = Vec::new();
        for v in vertices(inner) {
            let others = vertices(rule.adjacent(v) & inner).filter(|&w| w > v);
            let with_leaf = holders.contains(v).then_some(v);
            for w in others.chain(with_leaf) {
                options.push(nimber(rule, piece.map(|set| set & !(1 << v | 1 << w)), known));
            }
        }
        let nimber = mex(&options);
        known.insert(piece, nimber);
        nimber
    }

    /// Checks what a position is taken apart into; returns the vertices that are left out.
    fn check(rule: &Arcs<u64>, position: Inner<u64>, known: &mut HashMap<Inner<u64>, u32>) -> u64 {
        let (mut sum, mut left, mut pieces) = (0, 0, Vec::new());
        rule.take_apart(
            &position,
            position[0],
            |nimber| sum ^= u32::from(nimber),
            |piece| pieces.push(piece),
        );
        for piece in pieces {
            left |= piece[0];
            sum ^= nimber(rule, piece, known);
        }
        assert_eq!(sum, nimber(rule, position, known), "{position:?}");
        position[0] & !left
    }

    #[test]
    fn what_is_left_has_the_nimber_of_the_whole() {
        let mut random = SplitMix::new(2015);
        let grids = ["grid:3x3", "grid:2x6", "grid:3x4", "grid:2x7", "grid:4x4"];
        let others = ["cylinder:3x4", "torus:3x4", "king:3x4", "petersen:5,2", "bipartite:3,5"];
        let random_graphs = (0..60).map(|seed| format!("random:9,0.3,{seed}"));
        let mut without = 0;
        for board in grids.iter().chain(&others).map(|&board| board.to_owned()).chain(random_graphs)
        {
            let (rule, mut known) = (rule_on(&board), HashMap::new());
            let all = rule.graph.places.iter().fold(0, |all, &v| all | 1 << v);
            for _ in 0..50 {
                let inner = (random.next_bits() | random.next_bits() & random.next_bits()) & all;
                let holders = inner & random.next_bits() & random.next_bits();
                without += check(&rule, [inner, holders], &mut known).size();
            }
        }
        assert!(without > 5_000, "only {without} vertices were left out");
    }
}
