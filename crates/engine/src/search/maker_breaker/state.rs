//! A position: for each colour the vertices that can still take it, and what has been forgotten
//! about the rest ([`super::reduce`]).

use super::board::{Board, bits};

/// A position of the reduced game. It does not say whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reduced<const K: usize> {
    /// For each colour, the uncoloured vertices that can take it. Colours that the game does not
    /// have are in no list.
    pub lists: [u128; K],
    /// Vertices that will always have some further colour, whose choice affects nobody.
    pub free: u128,
    /// Whether there is a move that only passes the turn.
    pub tempo: bool,
}

/// A move of the reduced game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ply {
    /// Colours a vertex with one of the listed colours.
    Colour(u8, u8),
    /// Colours a vertex with a colour that affects nobody.
    Free(u8),
    /// Does nothing, once.
    Tempo,
}

impl Ply {
    /// The vertex that is coloured.
    pub(super) fn vertex(self) -> Option<usize> {
        match self {
            Ply::Colour(v, _) | Ply::Free(v) => Some(v.into()),
            Ply::Tempo => None,
        }
    }
}

impl<const K: usize> Reduced<K> {
    pub(super) fn new(lists: &[u128]) -> Reduced<K> {
        let mut all = [0; K];
        all[..lists.len()].copy_from_slice(lists);
        Reduced { lists: all, free: 0, tempo: false }
    }

    /// The uncoloured vertices that can still take a colour.
    pub(super) fn open(&self) -> u128 {
        self.lists.iter().fold(self.free, |all, list| all | list)
    }

    /// The vertices with exactly one colour left.
    pub(super) fn single(&self) -> u128 {
        let (mut one, mut more) = (self.free, self.free);
        for list in self.lists {
            more |= one & list;
            one |= list;
        }
        one & !more
    }

    /// Whether this is a move of the position.
    pub(super) fn allows(&self, ply: Ply) -> bool {
        match ply {
            Ply::Colour(v, c) => self.lists[usize::from(c)] >> v & 1 == 1,
            Ply::Free(v) => self.free >> v & 1 == 1,
            Ply::Tempo => self.tempo,
        }
    }

    pub(super) fn play(&self, board: &Board, ply: Ply) -> Reduced<K> {
        let mut after = *self;
        match ply {
            Ply::Tempo => after.tempo = false,
            Ply::Free(v) => after.remove(v),
            Ply::Colour(v, c) => {
                after.remove(v);
                after.lists[usize::from(c)] &= !board.adjacent[usize::from(v)];
            }
        }
        after
    }

    fn remove(&mut self, v: u8) {
        let others = !(1 << v);
        self.lists.iter_mut().for_each(|list| *list &= others);
        self.free &= others;
    }

    /// The different moves. Colours with equal lists are interchangeable: swapping them is a
    /// symmetry of the game that maps the position to itself.
    pub(super) fn plies(&self) -> impl Iterator<Item = Ply> + '_ {
        self.distinct_colours().flat_map(|c| self.plies_of(c)).chain(self.uncoloured_plies())
    }

    fn plies_of(&self, c: usize) -> impl Iterator<Item = Ply> + use<K> {
        bits(self.lists[c]).map(move |v| Ply::Colour(v as u8, c as u8))
    }

    fn uncoloured_plies(&self) -> impl Iterator<Item = Ply> + use<K> {
        bits(self.free).map(|v| Ply::Free(v as u8)).chain(self.tempo.then_some(Ply::Tempo))
    }

    /// One colour of each group of interchangeable colours that some vertex can take.
    pub(super) fn distinct_colours(&self) -> impl Iterator<Item = usize> + '_ {
        (0..K).filter(|&c| self.lists[c] != 0 && !self.lists[..c].contains(&self.lists[c]))
    }
}
