//! Positions as words, for tables.

use smallvec::SmallVec;

use super::normal::Piece;
use super::word::Word;

/// What a table is asked about, as words.
pub trait Key {
    /// The number of words.
    fn words(&self) -> usize;

    /// One of the words.
    fn word(&self, i: usize) -> u64;
}

impl<W: Word, const K: usize> Key for Piece<W, K> {
    fn words(&self) -> usize {
        K * W::LIMBS
    }

    fn word(&self, i: usize) -> u64 {
        self[i / W::LIMBS].limb(i % W::LIMBS)
    }
}

impl Key for [u64] {
    fn words(&self) -> usize {
        self.len()
    }

    fn word(&self, i: usize) -> u64 {
        self[i]
    }
}

impl<A: smallvec::Array<Item = u64>> Key for SmallVec<A> {
    fn words(&self) -> usize {
        self.len()
    }

    fn word(&self, i: usize) -> u64 {
        self[i]
    }
}
