//! A game near the patients, which is divided into parts, and whose wins are wins of Alice in the
//! real game.
//!
//! In [`super::reduce`] a colour matters as far as it can spread, which is usually the whole board.
//! Here everything far from the patients is left to Bob, who may also skip: if Alice wins this
//! game, she wins the real one; if she does not, the real game has to be searched in another way.
//! Only the patients and the vertices next to them that share a colour with them, the *core*, are
//! represented exactly:
//!
//! * A vertex of the core may be *free*: it permanently has harmless colours, more than could be
//!   taken from it. A colour is harmless at a vertex if no neighbour in the core has it. For a free
//!   vertex, the colours that it shares with patients next to it are exact; for each other vertex
//!   of the core, all its colours are exact.
//! * For each exact pair of a vertex and a colour, all neighbours that could take the colour from
//!   the vertex are listed; some of these may be *phantoms*, which can no longer do so.
//!
//! Alice plays exact pairs, or gives a free vertex a harmless colour. Bob plays any listed pair,
//! gives a free vertex a harmless colour, or skips. She wins when no vertex is exhaustible.
//!
//! **Why her wins are wins of the real game, even if Bob may skip there.** She plays as in this
//! game, and three facts stay true: exact pairs are really possible; all vertices that can really
//! take an exact pair away are listed; every exhaustible vertex is a patient. Her moves are
//! possible in both games and change exact pairs in the same way. If Bob takes a listed colour at a
//! vertex, that is a move here. If he takes a colour that is not listed, no neighbour has it as an
//! exact pair: at a free vertex it is a harmless colour (or one with the same effect), at another
//! vertex of the core there is no such colour, and elsewhere it counts as a skip, since a vertex
//! that remains as a phantom only gives him more moves. Patients and their neighbours are exact, so
//! the same vertices are dead and exhaustible in both games. The core only shrinks, because no
//! vertex becomes a patient and no vertex gains a colour; so what was exact and is still in the
//! core is exact, and a harmless colour stays harmless. When a vertex becomes free, all vertices
//! that could take its harmless colours are listed, and they cannot take all of them: one remains.
//! At the start everything is listed and exact.
//!
//! **Parts.** Keep each vertex of the core together, divide the others into pairs of vertex and
//! colour, and join pairs of the same colour at neighbours if one of the two is exact. The
//! connected parts are played separately: no move changes exact pairs of two parts. If Alice wins
//! each part with Bob to move, she wins all of them: she answers in the part in which he moved and,
//! when he skips, in any part that has patients; in each part she is prepared for a skip.

use smallvec::SmallVec;

use super::board::{Board, bits};
use super::exhaust::Patient;
use super::node::Node;
use super::state::{Ply, Reduced};

/// The facts that Alice may rely on.
pub(super) struct Reliable<const K: usize> {
    /// For each colour, the vertices that certainly have it.
    exact: [u128; K],
    free: u128,
}

impl<const K: usize> Reliable<K> {
    pub(super) fn allows(&self, ply: Ply) -> bool {
        match ply {
            Ply::Colour(v, c) => self.exact[usize::from(c)] >> v & 1 == 1,
            Ply::Free(v) => self.free >> v & 1 == 1,
            Ply::Tempo => false,
        }
    }
}

/// The vertices next to these.
fn next_to(board: &Board, set: u128) -> u128 {
    bits(set).fold(0, |next, v| next | board.adjacent[v])
}

/// The vertices in any of the lists.
fn in_any<const K: usize>(lists: &[u128; K]) -> u128 {
    lists.iter().fold(0, |all, list| all | list)
}

impl<const K: usize> Node<K> {
    /// The colours of patients, and where their neighbours have the same colours.
    fn shared(&self, board: &Board) -> [u128; K] {
        let patients = self.unsafe_vertices();
        self.state.lists.map(|list| list & patients | next_to(board, list & patients) & list)
    }

    /// The facts that Alice may rely on in a position that [`Node::localised`] returned.
    pub(super) fn reliable(&self, board: &Board) -> Reliable<K> {
        let shared = self.shared(board);
        let free = self.state.free;
        Reliable { exact: self.exact(&shared, free), free }
    }

    fn exact(&self, shared: &[u128; K], free: u128) -> [u128; K] {
        let told_whole = in_any(shared) & !free;
        std::array::from_fn(|c| shared[c] | self.state.lists[c] & told_whole)
    }

    /// The game near the patients.
    pub(super) fn localised(&self, board: &Board) -> Node<K> {
        let lists = &self.state.lists;
        let shared = self.shared(board);
        let core = in_any(&shared);
        let becomes_free = |&v: &usize| self.becomes_free(board, core, v);
        let free = bits(core & !self.unsafe_vertices() & !self.state.free).filter(becomes_free);
        let free = free.fold(self.state.free & core, |free, v| free | 1 << v);
        let exact = self.exact(&shared, free);
        let listed = std::array::from_fn(|c| exact[c] | next_to(board, exact[c]) & lists[c]);
        Node {
            state: Reduced { lists: listed, free, tempo: false },
            patients: self.patients.clone(),
        }
    }

    /// Whether a vertex of the core has harmless colours that cannot be exhausted.
    fn becomes_free(&self, board: &Board, core: u128, v: usize) -> bool {
        let near = board.adjacent[v] & core;
        let harmless = self.state.lists.map(|list| match list & near {
            0 => list,
            _ => list & !(1 << v),
        });
        let harmless = Reduced { lists: harmless, free: 0, tempo: false };
        harmless.open() >> v & 1 == 1 && Patient::of(&harmless, board, v).is_none()
    }

    /// The parts into which a localised position falls.
    pub(super) fn parts(&self, board: &Board) -> SmallVec<[Node<K>; 4]> {
        let exact = self.reliable(board).exact;
        let mut left = self.unsafe_vertices();
        let mut parts = SmallVec::new();
        while left != 0 {
            let (lists, core) = self.part_of(board, &exact, left.trailing_zeros() as usize);
            left &= !core;
            let own = |patient: &&Patient| core >> patient.vertex & 1 == 1;
            let patients = self.patients.iter().filter(own).copied().collect();
            let state = Reduced { lists, free: self.state.free & core, tempo: false };
            parts.push(Node { state, patients });
        }
        parts
    }

    /// The pairs in the part of a patient, and its vertices of the core.
    fn part_of(&self, board: &Board, exact: &[u128; K], patient: usize) -> ([u128; K], u128) {
        let lists = &self.state.lists;
        let core = in_any(exact);
        let (mut reached, mut inside) = ([0; K], 0);
        let mut fresh: u128 = 1 << patient;
        while fresh != 0 {
            let v = fresh.trailing_zeros() as usize;
            inside |= 1 << v;
            for c in (0..K).filter(|&c| lists[c] >> v & 1 == 1) {
                let joined = if exact[c] >> v & 1 == 1 { lists[c] } else { exact[c] };
                let pairs = joined & board.adjacent[v] & !reached[c];
                reached[c] |= pairs | 1 << v;
                // Other vertices join those of the core next to them.
                fresh |= pairs & core | next_to(board, pairs & !core) & exact[c];
            }
            fresh &= !inside;
        }
        (reached, inside)
    }
}

#[cfg(test)]
mod tests {
    use chromex_graphs::random::SplitMix;

    use super::super::node::tests::random_node_of_four;

    #[test]
    fn parts_are_disjoint_and_lose_nothing_that_is_exact() {
        let mut random = SplitMix::new(7);
        let mut several = 0;
        for seed in 0..3000 {
            let (_, board, node) = random_node_of_four(seed, &mut random);
            let node = node.localised(&board);
            assert_eq!(node.state, node.localised(&board).state);
            let exact = node.reliable(&board).exact;
            let parts = node.parts(&board);
            several += usize::from(parts.len() > 1);
            let mut all = [0; 4];
            for part in &parts {
                let own = part.reliable(&board).exact;
                for c in 0..4 {
                    assert_eq!(all[c] & own[c], 0, "{:?}", node.state);
                    all[c] |= own[c];
                }
                assert_eq!(part.state, part.localised(&board).state);
            }
            assert_eq!(all, exact, "{:?}", node.state);
            assert_eq!(
                parts.iter().map(|part| part.patients.len()).sum::<usize>(),
                node.patients.len()
            );
        }
        assert!(several > 100, "{several}");
    }
}
