//! Sets of vertices as machine words: 64 bits where they suffice, else 128.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A machine word that holds a set of vertices.
pub trait Word:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
{
    /// How many vertices fit.
    const BITS: usize;

    /// The empty set.
    const EMPTY: Self;

    /// The set that holds just `v`.
    fn single(v: usize) -> Self;

    /// The low bits of a set; the rest must be empty.
    fn from_wide(wide: u128) -> Self;

    /// The set in 128 bits.
    fn to_wide(self) -> u128;

    /// The least vertex of a set that is not empty.
    fn least(self) -> usize;

    /// The set without its least vertex.
    fn without_least(self) -> Self;

    /// The number of vertices.
    fn size(self) -> u32;

    /// Every vertex moved down by `by`, which must be less than [`Word::BITS`].
    fn moved_down(self, by: usize) -> Self;

    /// The bits `8·i` to `8·i + 7`.
    fn byte(self, i: usize) -> u8;

    /// A number to hash by.
    fn folded(self) -> u64;
}

macro_rules! word {
    ($word:ty, $fold:expr) => {
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            fn single(v: usize) -> Self {
                1 << v
            }

            fn from_wide(wide: u128) -> Self {
                wide as $word
            }

            fn to_wide(self) -> u128 {
                self as u128
            }

            fn least(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn without_least(self) -> Self {
                self & self.wrapping_sub(1)
            }

            fn size(self) -> u32 {
                self.count_ones()
            }

            fn moved_down(self, by: usize) -> Self {
                self >> by
            }

            fn byte(self, i: usize) -> u8 {
                (self >> (8 * i)) as u8
            }

            fn folded(self) -> u64 {
                let fold: fn($word) -> u64 = $fold;
                fold(self)
            }
        }
    };
}

word!(u64, |w| w);
word!(u128, |w| (w as u64) ^ ((w >> 64) as u64).wrapping_mul(0x9FB2_1C65_1E98_DF25));

/// The vertices of a set in increasing order.
pub fn vertices<W: Word>(set: W) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        if rest == W::EMPTY {
            return None;
        }
        let v = rest.least();
        rest = rest.without_least();
        Some(v)
    })
}
