//! Sets of vertices as words: 64 bits if they are enough, otherwise 128 bits or several words; 16 bits for boards whose sets are
//! counted through in advance.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Whether engines are compiled for every useful width and number of colours. A module for a web
/// page is loaded by everybody who opens the page, so it only contains those that cannot be
/// replaced by others.
pub(crate) const EVERY_WIDTH: bool = !cfg!(target_family = "wasm");

/// A word that holds a set of vertices.
pub trait Word:
    Copy
    + Debug
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
    + 'static
{
    /// The number of vertices that fit.
    const BITS: usize = 64 * Self::LIMBS;

    /// The number of 64-bit words.
    const LIMBS: usize;

    /// The empty set.
    const EMPTY: Self;

    /// The set that holds just `v`.
    fn single(v: usize) -> Self;

    /// The set with these words of 64 bits, lowest first.
    fn from_limbs(limb: impl FnMut(usize) -> u64) -> Self;

    /// The vertices `64·i` to `64·i + 63`.
    fn limb(self, i: usize) -> u64;

    /// The least vertex of a set that is not empty.
    fn least(self) -> usize;

    /// The greatest vertex of a set that is not empty.
    fn greatest(self) -> usize;

    /// The set without its least vertex.
    fn without_least(self) -> Self;

    /// The number of vertices.
    fn size(self) -> u32;

    /// Every vertex moved down by `by`, which must be less than [`Word::BITS`].
    fn moved_down(self, by: usize) -> Self;

    /// Every vertex moved up by `by`, which must be less than [`Word::BITS`]; vertices that do not
    /// fit are dropped.
    fn moved_up(self, by: usize) -> Self;

    /// The set counted from the other end: `v` becomes [`Word::BITS`]` - 1 - v`.
    fn reversed(self) -> Self;

    /// Whether `v` is in the set.
    #[inline]
    fn contains(self, v: usize) -> bool {
        self & Self::single(v) != Self::EMPTY
    }

    /// The bits `8·i` to `8·i + 7`.
    #[inline]
    fn byte(self, i: usize) -> u8 {
        (self.limb(i / 8) >> (8 * (i % 8))) as u8
    }

    /// The set in a word of another size, which must have room for it.
    #[inline]
    fn cast<V: Word>(self) -> V {
        debug_assert!((V::LIMBS..Self::LIMBS).all(|i| self.limb(i) == 0));
        V::from_limbs(|i| if i < Self::LIMBS { self.limb(i) } else { 0 })
    }

    /// The vertices `0..n`.
    #[inline]
    fn first(n: usize) -> Self {
        (0..n).fold(Self::EMPTY, |set, v| set | Self::single(v))
    }
}

/// An array of sets, computed from their indices. (A loop, because `std::array::from_fn` takes far
/// longer to compile, and this is compiled for each width and number of colours.)
#[inline(always)]
pub(crate) fn sets<W: Word, const K: usize>(mut set: impl FnMut(usize) -> W) -> [W; K] {
    let mut sets = [W::EMPTY; K];
    for (c, place) in sets.iter_mut().enumerate() {
        *place = set(c);
    }
    sets
}

/// An array with each set changed.
#[inline(always)]
pub(crate) fn each<W: Word, const K: usize>(of: [W; K], mut change: impl FnMut(W) -> W) -> [W; K] {
    sets(|c| change(of[c]))
}

/// Sorts a few items in place by a key; use [`std::cmp::Reverse`] for descending order. Items with
/// equal keys stay in their order.
///
/// The sorts of the standard library do the same for few items, but contain, for each type, the
/// code for many items: that was an eighth of the program.
#[inline]
pub(crate) fn sort_few<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    for end in 1..items.len() {
        let mut i = end;
        while i > 0 && key(&items[i]) < key(&items[i - 1]) {
            items.swap(i, i - 1);
            i -= 1;
        }
    }
}

macro_rules! word {
    ($word:ty, $bits:expr, $limbs:expr) => {
        impl Word for $word {
            const BITS: usize = $bits;
            const LIMBS: usize = $limbs;
            const EMPTY: Self = 0;

            #[inline]
            fn single(v: usize) -> Self {
                1 << v
            }

            #[inline]
            fn first(n: usize) -> Self {
                if n < Self::BITS as usize { (1 << n) - 1 } else { !0 }
            }

            #[inline]
            fn from_limbs(mut limb: impl FnMut(usize) -> u64) -> Self {
                (0..$limbs).fold(0, |set, i| set | (limb(i) as $word) << (64 * i))
            }

            #[inline]
            fn limb(self, i: usize) -> u64 {
                (self >> (64 * i)) as u64
            }

            #[inline]
            fn least(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn greatest(self) -> usize {
                self.ilog2() as usize
            }

            #[inline]
            fn without_least(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn moved_down(self, by: usize) -> Self {
                self >> by
            }

            #[inline]
            fn moved_up(self, by: usize) -> Self {
                self << by
            }

            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            fn byte(self, i: usize) -> u8 {
                (self >> (8 * i)) as u8
            }
        }
    };
}

word!(u16, 16, 1);
word!(u64, 64, 1);
word!(u128, 128, 2);

/// A set of up to `64·N` vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// The set with these words. (A loop, because `std::array::from_fn` takes far longer to
    /// compile.)
    #[inline(always)]
    fn of(mut limb: impl FnMut(usize) -> u64) -> Self {
        let mut limbs = [0; N];
        for (i, place) in limbs.iter_mut().enumerate() {
            *place = limb(i);
        }
        Wide(limbs)
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Wide::of(|i| self.0[i] & other.0[i])
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Wide::of(|i| self.0[i] | other.0[i])
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Wide::of(|i| !self.0[i])
    }
}

impl<const N: usize> Word for Wide<N> {
    const LIMBS: usize = N;
    const EMPTY: Self = Wide([0; N]);

    #[inline]
    fn single(v: usize) -> Self {
        Wide::of(|i| if v / 64 == i { 1 << (v % 64) } else { 0 })
    }

    #[inline]
    fn from_limbs(limb: impl FnMut(usize) -> u64) -> Self {
        Wide::of(limb)
    }

    #[inline]
    fn limb(self, i: usize) -> u64 {
        self.0[i]
    }

    #[inline]
    fn least(self) -> usize {
        let limb = self.0.iter().position(|&limb| limb != 0).unwrap_or(0);
        64 * limb + self.0[limb].trailing_zeros() as usize
    }

    #[inline]
    fn greatest(self) -> usize {
        let limb = self.0.iter().rposition(|&limb| limb != 0).unwrap_or(0);
        64 * limb + self.0[limb].ilog2() as usize
    }

    #[inline]
    fn without_least(mut self) -> Self {
        if let Some(limb) = self.0.iter_mut().find(|limb| **limb != 0) {
            *limb &= *limb - 1;
        }
        self
    }

    #[inline]
    fn size(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }

    #[inline]
    fn moved_down(self, by: usize) -> Self {
        let (limbs, bits) = (by / 64, by % 64);
        let at = |i: usize| self.0.get(i).copied().unwrap_or(0);
        // Two shifts, because a shift by 64 does nothing.
        Wide::of(|i| at(i + limbs) >> bits | at(i + limbs + 1) << 1 << (63 - bits))
    }

    #[inline]
    fn moved_up(self, by: usize) -> Self {
        let (limbs, bits) = (by / 64, by % 64);
        let at = |i: usize, back: usize| i.checked_sub(back).map_or(0, |i| self.0[i]);
        Wide::of(|i| at(i, limbs) << bits | at(i, limbs + 1) >> 1 >> (63 - bits))
    }

    #[inline]
    fn reversed(self) -> Self {
        Wide::of(|i| self.0[N - 1 - i].reverse_bits())
    }
}

/// The vertices of a set in increasing order.
#[inline]
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

/// The set of the images of all vertices of a set.
#[inline]
pub fn image<V: Word, W: Word>(set: V, of: impl Fn(usize) -> usize) -> W {
    vertices(set).fold(W::EMPTY, |image, v| image | W::single(of(v)))
}

/// The vertices of a set from `from` upwards, then from there downwards.
#[inline]
pub fn outwards<W: Word>(set: W, from: usize) -> impl Iterator<Item = usize> {
    let above = set.moved_down(from);
    let mut below = set & !above.moved_up(from);
    let downwards = std::iter::from_fn(move || {
        if below == W::EMPTY {
            return None;
        }
        let v = below.greatest();
        below &= !W::single(v);
        Some(v)
    });
    vertices(above).map(move |v| v + from).chain(downwards)
}
