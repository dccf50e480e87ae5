//! Positions as words, for tables.

use smallvec::SmallVec;

use super::piece::Piece;
use super::word::Word;

/// A position that can be looked up in a table, as words.
pub trait Key {
    /// The number of words.
    fn words(&self) -> usize;

    /// One of the words.
    fn word(&self, i: usize) -> u64;
}

/// Mixes the words of a key, two at a time (multiply and fold, as in wyhash).
#[inline]
pub(crate) fn hash<Q: Key + ?Sized>(key: &Q) -> u64 {
    let words = key.words();
    (0..words).step_by(2).fold(0x9E37_79B9_7F4A_7C15, |state, i| {
        let second = if i + 1 < words { key.word(i + 1) } else { 0 };
        let product = u128::from(state ^ key.word(i)) * u128::from(second ^ 0xD6E8_FEB8_6659_FD93);
        ((product as u64) ^ ((product >> 64) as u64)).wrapping_add(0x9E37_79B9_7F4A_7C15)
    })
}

impl<W: Word, const K: usize> Key for Piece<W, K> {
    #[inline]
    fn words(&self) -> usize {
        K * W::LIMBS
    }

    #[inline]
    fn word(&self, i: usize) -> u64 {
        self[i / W::LIMBS].limb(i % W::LIMBS)
    }
}

impl Key for [u64] {
    #[inline]
    fn words(&self) -> usize {
        self.len()
    }

    #[inline]
    fn word(&self, i: usize) -> u64 {
        self[i]
    }
}

impl<A: smallvec::Array<Item = u64>> Key for SmallVec<A> {
    #[inline]
    fn words(&self) -> usize {
        self.len()
    }

    #[inline]
    fn word(&self, i: usize) -> u64 {
        self[i]
    }
}
