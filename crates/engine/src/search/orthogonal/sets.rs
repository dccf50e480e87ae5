//! Sets of vertices, one for each colour of a copy. Up to four sets of 16 bits share a word, so that one operation does the same to all
//! of them; others are kept apart.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::model::word::{Word, sets};

/// A set of vertices for each colour. Those of the first colours matter most in comparisons.
pub(super) trait Sets:
    Copy
    + Debug
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + 'static
{
    type Set: Word;

    /// The number of colours.
    const COLOURS: usize;

    const EMPTY: Self;

    /// The set of a colour.
    fn of(self, colour: usize) -> Self::Set;

    /// This set for one colour, none for the others.
    fn only(colour: usize, set: Self::Set) -> Self;

    /// The same set for each colour.
    fn each(set: Self::Set) -> Self;

    /// Each colour gets the set of the colour so many places after it, the first one after the last.
    fn rotated(self, by: usize) -> Self;

    /// All vertices for those colours whose sets have two vertices or more.
    fn where_several(self) -> Self;

    /// The vertices of all sets.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn all(self) -> Self::Set {
        (0..Self::COLOURS).fold(Self::Set::EMPTY, |all, c| all | self.of(c))
    }

    /// The vertices that are in two sets or more.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn shared(self) -> Self::Set {
        let (mut all, mut shared) = (Self::Set::EMPTY, Self::Set::EMPTY);
        for c in 0..Self::COLOURS {
            shared |= all & self.of(c);
            all |= self.of(c);
        }
        shared
    }

    /// A set for each colour.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn from_fn(set: impl Fn(usize) -> Self::Set) -> Self {
        (0..Self::COLOURS).fold(Self::EMPTY, |sets, c| sets | Self::only(c, set(c)))
    }

    /// The same set for those colours that are among these bits.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn among(colours: u8, set: Self::Set) -> Self {
        Self::from_fn(|c| if colours >> c & 1 == 1 { set } else { Self::Set::EMPTY })
    }
}

/// Sets in words of their own.
#[derive(Debug, Clone, Copy, Eq, PartialOrd, Ord)]
pub(super) struct Apart<W: Word, const M: usize>([W; M]);

/// Sets are compared one by one, as processors wait if they read together what was just written in parts.
impl<W: Word, const M: usize> PartialEq for Apart<W, M> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).fold(true, |equal, (&a, b)| equal & (a == b))
    }
}

impl<W: Word, const M: usize> BitAnd for Apart<W, M> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bitand(self, other: Self) -> Self {
        Apart(sets(|c| self.0[c] & other.0[c]))
    }
}

impl<W: Word, const M: usize> BitOr for Apart<W, M> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bitor(self, other: Self) -> Self {
        Apart(sets(|c| self.0[c] | other.0[c]))
    }
}

impl<W: Word, const M: usize> BitAndAssign for Apart<W, M> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<W: Word, const M: usize> BitOrAssign for Apart<W, M> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<W: Word, const M: usize> Not for Apart<W, M> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn not(self) -> Self {
        Apart(sets(|c| !self.0[c]))
    }
}

impl<W: Word, const M: usize> Sets for Apart<W, M> {
    type Set = W;
    const COLOURS: usize = M;
    const EMPTY: Self = Apart([W::EMPTY; M]);

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn of(self, colour: usize) -> W {
        self.0[colour]
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn only(colour: usize, set: W) -> Self {
        let mut only = Self::EMPTY;
        only.0[colour] = set;
        only
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn each(set: W) -> Self {
        Apart([set; M])
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rotated(self, by: usize) -> Self {
        Apart(sets(|c| self.0[(c + by) % M]))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn where_several(self) -> Self {
        let several = |set: W| set.without_least() != W::EMPTY;
        Apart(sets(|c| if several(self.0[c]) { !W::EMPTY } else { W::EMPTY }))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn from_fn(set: impl Fn(usize) -> W) -> Self {
        Apart(sets(set))
    }
}

/// Up to four sets of 16 bits in one word, the first one in the highest of the bits that are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Together<const M: usize>(u64);

impl<const M: usize> Together<M> {
    /// The lowest and the highest vertex of each set.
    const LOWEST: u64 = 0x0001_0001_0001_0001 & Self::EVERY;
    const HIGHEST: u64 = Self::LOWEST << 15;

    /// All vertices of all sets.
    const EVERY: u64 = {
        assert!(1 <= M && M <= 4, "a word has room for four sets");
        u64::MAX >> (64 - 16 * M)
    };

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn place(colour: usize) -> usize {
        16 * (M - 1 - colour)
    }
}

impl<const M: usize> BitAnd for Together<M> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bitand(self, other: Self) -> Self {
        Together(self.0 & other.0)
    }
}

impl<const M: usize> BitOr for Together<M> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bitor(self, other: Self) -> Self {
        Together(self.0 | other.0)
    }
}

impl<const M: usize> BitAndAssign for Together<M> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl<const M: usize> BitOrAssign for Together<M> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl<const M: usize> Not for Together<M> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn not(self) -> Self {
        Together(!self.0 & Self::EVERY)
    }
}

impl<const M: usize> Sets for Together<M> {
    type Set = u16;
    const COLOURS: usize = M;
    const EMPTY: Self = Together(0);

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn of(self, colour: usize) -> u16 {
        (self.0 >> Self::place(colour)) as u16
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn only(colour: usize, set: u16) -> Self {
        Together(u64::from(set) << Self::place(colour))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn each(set: u16) -> Self {
        Together(Self::LOWEST * u64::from(set))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rotated(self, by: usize) -> Self {
        match by {
            0 => self,
            _ => Together((self.0 << (16 * by) | self.0 >> (16 * (M - by))) & Self::EVERY),
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn where_several(self) -> Self {
        // A subtraction in each set: its highest vertex is set before, so that it takes nothing from the next set.
        let less = ((self.0 | Self::HIGHEST) - Self::LOWEST) ^ (!self.0 & Self::HIGHEST);
        let rest = self.0 & less;
        // A set is not empty if adding all lower vertices to its lower vertices gives its highest one, or it has that.
        let lower = Self::EVERY & !Self::HIGHEST;
        let several = (((rest & lower) + lower) | rest) & Self::HIGHEST;
        Together(several | (several - (several >> 15)))
    }
}

#[cfg(test)]
mod tests {
    use chromex_graphs::random::SplitMix;

    use super::*;

    fn agree<const M: usize>(random: &mut SplitMix) {
        type Wide<const M: usize> = Apart<u64, M>;
        let mut sets = || -> (Together<M>, Wide<M>) {
            // Some sets have one vertex or none, others most of them.
            let few = random.below(3);
            let sets: [u16; M] = std::array::from_fn(|_| match few {
                0 => 1_u16.rotate_left(random.below(16) as u32) & random.below(1 << 16) as u16,
                1 => random.below(1 << 16) as u16 & random.below(1 << 16) as u16,
                _ => !(random.below(1 << 16) as u16 & random.below(1 << 16) as u16),
            });
            (Together::from_fn(|c| sets[c]), Apart::from_fn(|c| sets[c].into()))
        };
        let same = |together: Together<M>, apart: Wide<M>| {
            (0..M).all(|c| u64::from(together.of(c)) == apart.of(c) & 0xFFFF)
        };
        for _ in 0..1000 {
            let ((a, wide_a), (b, wide_b)) = (sets(), sets());
            assert!(same(a & b, wide_a & wide_b) && same(a | b, wide_a | wide_b));
            assert!(same(!a, !wide_a) && same(a & !b, wide_a & !wide_b));
            assert!((0..M).all(|by| same(a.rotated(by), wide_a.rotated(by))));
            assert!(same(a.where_several(), wide_a.where_several()));
            assert_eq!(u64::from(a.all()), wide_a.all());
            assert_eq!(u64::from(a.shared()), wide_a.shared());
            assert_eq!(a.cmp(&b), wide_a.cmp(&wide_b));
            assert_eq!(a == b, wide_a == wide_b);
            assert!(same(Together::each(b.of(0)), Apart::each(wide_b.of(0))));
            assert!(same(Together::among(5, b.of(0)), Apart::among(5, wide_b.of(0))));
        }
    }

    #[test]
    fn sets_in_one_word_are_as_sets_apart() {
        let mut random = SplitMix::new(2);
        agree::<1>(&mut random);
        agree::<2>(&mut random);
        agree::<3>(&mut random);
        agree::<4>(&mut random);
    }
}
