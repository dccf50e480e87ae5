//! Positions that are equal up to a symmetry of the graph and renaming of the colours get the same
//! key.
//!
//! A symmetry of the graph maps a position to one with the same value, whether or not the start
//! position has that symmetry; so does a permutation of the colours, because in a proper colouring
//! all colours are interchangeable. The key is the smallest image, packed into words. It determines
//! the reduced position completely, so equal keys mean equal games.

use std::collections::HashSet;

use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Graph;
use chromex_rules::Player;
use smallvec::SmallVec;

use super::board::{Board, bits};
use super::state::Reduced;
use crate::model::word::sort_few;

/// A packed position.
pub(super) type Key = SmallVec<[u64; 8]>;

/// The bits for the player to move, whether there is a tempo, and whether the position is a part of
/// one near its patients.
const FLAG_BITS: usize = 3;

/// Groups are enumerated up to this order.
const MAX_GROUP: usize = 64;

/// Computes keys.
pub(super) struct Keys {
    order: usize,
    colours: usize,
    symmetries: Vec<Permutation>,
}

impl Keys {
    pub(super) fn new(board: &Board, colours: usize) -> Keys {
        let symmetries = group(board).iter().map(|images| Permutation::new(images)).collect();
        Keys { order: board.order(), colours, symmetries }
    }

    /// The number of words of a key.
    pub(super) fn words(&self) -> usize {
        (FLAG_BITS + self.order * (self.colours + 2)).div_ceil(64)
    }

    pub(super) fn key<const K: usize>(&self, state: &Reduced<K>, turn: Player) -> Key {
        let flags = u128::from(state.tempo) | turn_bit(turn);
        self.least(state, 0, flags)
    }

    /// The key of a part near its patients ([`super::nearby`]), in which patients have to be
    /// distinguished from other vertices.
    pub(super) fn local<const K: usize>(
        &self,
        state: &Reduced<K>,
        patients: u128,
        turn: Player,
    ) -> Key {
        self.least(state, patients, LOCAL | turn_bit(turn))
    }

    /// The least image, packed.
    fn least<const K: usize>(&self, state: &Reduced<K>, marked: u128, flags: u128) -> Key {
        let mut least = (sorted(state.lists), state.free, marked);
        for symmetry in &self.symmetries {
            let (free, marked) = (symmetry.apply(state.free), symmetry.apply(marked));
            if (free, marked) <= (least.1, least.2) {
                let image = sorted(state.lists.map(|list| symmetry.apply(list)));
                least = min(least, (image, free, marked));
            }
        }
        self.pack(&least, flags)
    }

    fn pack<const K: usize>(&self, (lists, free, marked): &Image<K>, flags: u128) -> Key {
        let mut packer = Packer { words: SmallVec::with_capacity(self.words()), last: 0, used: 0 };
        packer.push(flags, FLAG_BITS);
        packer.push(*free, self.order);
        packer.push(*marked, self.order);
        // Colours that the game does not have come first: their lists are empty.
        for &list in &lists[lists.len() - self.colours..] {
            packer.push(list, self.order);
        }
        packer.finish()
    }
}

/// The bit of a key that is set in keys of parts.
const LOCAL: u128 = 4;

fn turn_bit(turn: Player) -> u128 {
    u128::from(turn == Player::Left) << 1
}

/// Lists, free vertices and marked vertices.
type Image<const K: usize> = ([u128; K], u128, u128);

fn sorted<const K: usize>(mut lists: [u128; K]) -> [u128; K] {
    match K {
        0..=12 => sort_few(&mut lists, |&list| list),
        _ => lists.sort_unstable(),
    }
    lists
}

fn min<const K: usize>(a: Image<K>, b: Image<K>) -> Image<K> {
    if (b.1, b.2, b.0) < (a.1, a.2, a.0) { b } else { a }
}

/// Packs numbers one after the other into words.
struct Packer {
    words: Key,
    last: u64,
    used: usize,
}

impl Packer {
    fn push(&mut self, value: u128, width: usize) {
        let (low, high) = (value as u64, (value >> 64) as u64);
        self.push_word(low, width.min(64));
        if width > 64 {
            self.push_word(high, width - 64);
        }
    }

    fn push_word(&mut self, value: u64, width: usize) {
        self.last |= value << self.used;
        let room = 64 - self.used;
        if width < room {
            self.used += width;
            return;
        }
        self.words.push(self.last);
        self.last = if room == 64 { 0 } else { value >> room };
        self.used = width - room;
    }

    fn finish(mut self) -> Key {
        if self.used > 0 {
            self.words.push(self.last);
        }
        self.words
    }
}

/// A permutation of vertices that moves whole bytes of a set at a time.
struct Permutation {
    /// For each byte of a set and each value of it, the images of its members.
    images: Vec<[u128; 256]>,
}

impl Permutation {
    fn new(images: &[u8]) -> Permutation {
        let of_byte = |byte: &[u8]| {
            std::array::from_fn(|value| {
                bits(value as u128 & ((1 << byte.len()) - 1)).fold(0, |set, i| set | 1 << byte[i])
            })
        };
        Permutation { images: images.chunks(8).map(of_byte).collect() }
    }

    fn apply(&self, set: u128) -> u128 {
        let bytes = set.to_le_bytes();
        self.images.iter().zip(bytes).fold(0, |image, (of, byte)| image | of[usize::from(byte)])
    }
}

/// The symmetries of the graph other than the identity; if there are too many, those of a subgroup.
fn group(board: &Board) -> Vec<Vec<u8>> {
    let Some(symmetry) = symmetry(board) else { return Vec::new() };
    let mut known = Vec::new();
    let mut generators: Vec<Vec<u8>> = Vec::new();
    for generator in symmetry.generators() {
        generators.push(generator.iter().map(|&image| image as u8).collect());
        match closure(board.order(), &generators) {
            Some(elements) => known = elements,
            None => drop(generators.pop()),
        }
    }
    known.retain(|images| images.iter().enumerate().any(|(v, &image)| v != usize::from(image)));
    known
}

fn symmetry(board: &Board) -> Option<Symmetry> {
    let edges = (0..board.order())
        .flat_map(|v| bits(board.adjacent[v]).filter(move |&w| v < w).map(move |w| (v, w)));
    Symmetry::of_uncoloured(&Graph::undirected(board.order(), edges).ok()?)
}

/// The group generated by these permutations, unless it is too large.
fn closure(order: usize, generators: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    let identity: Vec<u8> = (0..order as u8).collect();
    let mut seen = HashSet::from([identity.clone()]);
    let mut elements = vec![identity];
    let mut next = 0;
    while next < elements.len() {
        for generator in generators {
            let product: Vec<u8> =
                elements[next].iter().map(|&v| generator[usize::from(v)]).collect();
            if seen.insert(product.clone()) {
                elements.push(product);
            }
        }
        if elements.len() > MAX_GROUP {
            return None;
        }
        next += 1;
    }
    Some(elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_exact() {
        for order in [1, 7, 63, 64, 65, 127, 128] {
            let keys = Keys { order, colours: 2, symmetries: Vec::new() };
            let state = Reduced { lists: [1, 0, 1 << (order - 1)], free: 1, tempo: true };
            let key = keys.key(&state, Player::Left);
            assert_eq!(key.len(), keys.words(), "{order}");
            let ones: u32 = key.iter().map(|word| word.count_ones()).sum();
            assert_eq!(ones, 5, "{order}");
        }
    }

    #[test]
    fn symmetric_positions_share_keys() {
        // A cycle of six has twelve symmetries.
        let adjacent = (0..6).map(|v| 1 << ((v + 1) % 6) | 1 << ((v + 5) % 6)).collect();
        let keys = Keys::new(&Board { adjacent }, 2);
        assert_eq!(keys.symmetries.len(), 11);
        let key = |a, b| keys.key(&Reduced { lists: [a, b], free: 0, tempo: false }, Player::Left);
        assert_eq!(key(0b000111, 0b000010), key(0b001000, 0b011100));
        assert_ne!(key(0b000111, 0b000010), key(0b001000, 0b111000));
    }
}
