//! The pairs of colours that are used up.

use crate::model::word::vertices;

/// Pairs of a colour of copy 0 and one of copy 1, at most 8 of each: a byte for each colour of copy 0, the first one highest, that holds
/// its partners as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pairs(u64);

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

impl Pairs {
    pub(super) const NONE: Pairs = Pairs(0);

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bit(c: usize, d: usize) -> u64 {
        1 << (8 * (7 - c) + d)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn contains(self, c: usize, d: usize) -> bool {
        self.0 & Self::bit(c, d) != 0
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn insert(&mut self, c: usize, d: usize) {
        self.0 |= Self::bit(c, d);
    }

    /// Those pairs for which this is so.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn retain(&mut self, mut keep: impl FnMut(usize, usize) -> bool) {
        for (c, d) in self.pairs() {
            if !keep(c, d) {
                self.0 &= !Self::bit(c, d);
            }
        }
    }

    /// One after the other.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        vertices(self.0).map(|bit| (7 - bit / 8, bit % 8))
    }

    /// The partners of a colour of a copy, as bits.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn partners(self, copy: usize, colour: usize) -> u8 {
        match copy {
            0 => (self.0 >> (8 * (7 - colour))) as u8,
            // The product brings bit `8·i` of the column to bit `63 - i`, and no two bits to the same place.
            _ => ((self.column(colour).wrapping_mul(0x8040_2010_0804_0201)) >> 56) as u8,
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn column(self, colour: usize) -> u64 {
        self.0 >> colour & LOWEST
    }

    /// Whether two colours of a copy have the same partners.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn are_alike(self, copy: usize, a: usize, b: usize) -> bool {
        match copy {
            0 => self.partners(0, a) == self.partners(0, b),
            _ => self.column(a) == self.column(b),
        }
    }

    /// The same pairs with the copies exchanged: blocks of four times four bits change places, then those of two times two, then bits.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn turned(self) -> Pairs {
        const BLOCKS: [(u32, u64); 3] =
            [(36, 0xF0F0_F0F0_0000_0000), (18, 0xCCCC_0000_CCCC_0000), (9, 0xAA00_AA00_AA00_AA00)];
        Pairs(BLOCKS.into_iter().fold(self.0, |pairs, (by, mask)| {
            let differ = (pairs ^ pairs << by) & mask;
            pairs ^ differ ^ differ >> by
        }))
    }

    /// The pairs after each of so many colours of a copy gets the partners of another one.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn reordered(
        self,
        copy: usize,
        colours: usize,
        from: impl Fn(usize) -> usize,
    ) -> Pairs {
        Pairs(match copy {
            0 => (0..colours)
                .fold(0, |all, c| all | u64::from(self.partners(0, from(c))) << (8 * (7 - c))),
            _ => (0..colours).fold(0, |all, d| all | self.column(from(d)) << d),
        })
    }
}

#[cfg(test)]
mod tests {
    use chromex_graphs::random::SplitMix;

    use super::*;

    #[test]
    fn rows_and_columns_change_places() {
        let mut random = SplitMix::new(3);
        for _ in 0..100 {
            let mut pairs = Pairs::NONE;
            for _ in 0..random.below(40) {
                pairs.insert(random.below(8), random.below(8));
            }
            let turned = pairs.turned();
            let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
            order.rotate_left(random.below(8));
            order.swap(random.below(8), random.below(8));
            let rows = pairs.reordered(0, 8, |c| order[c]);
            let columns = pairs.reordered(1, 8, |d| order[d]);
            for (c, d) in (0..8).flat_map(|c| (0..8).map(move |d| (c, d))) {
                let so = pairs.contains(c, d);
                assert_eq!(turned.contains(d, c), so);
                assert_eq!(pairs.partners(0, c) >> d & 1 == 1, so);
                assert_eq!(pairs.partners(1, d) >> c & 1 == 1, so);
                assert_eq!(pairs.pairs().any(|pair| pair == (c, d)), so);
                assert_eq!(rows.contains(c, d), pairs.contains(order[c], d));
                assert_eq!(columns.contains(c, d), pairs.contains(c, order[d]));
                for copy in 0..2 {
                    let alike = pairs.partners(copy, c) == pairs.partners(copy, d);
                    assert_eq!(pairs.are_alike(copy, c, d), alike);
                }
            }
        }
    }
}
