//! A small cache of pieces seen recently, keyed before normalisation: their normal forms, and their
//! nimbers if they are known.
//!
//! The options of a piece and of similar pieces lead to the same pieces again and again. To find a
//! piece at its place on the board takes far less time than to compute its normal form and look it
//! up in the table.

use crate::model::key::{Key, hash};

/// The largest number of slots, as a power of two. With more slots, memory access becomes slow.
const MOST: u32 = 13;

/// Not used in web pages: the code would make the page larger for everybody who opens it.
const HERE: bool = cfg!(not(target_family = "wasm"));

/// The number of slots at first, as a power of two: most questions are small.
const FIRST: u32 = 5;

/// The result for a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Met<P> {
    /// The nimber of the piece.
    Nimber(u16),
    /// The normal form of the piece.
    Normal(P),
}

/// For each slot, the last piece that was looked up in it.
pub(crate) struct Recent<P> {
    slots: Vec<Option<(P, Met<P>)>>,
    bits: u32,
    /// The number of pieces that were not found since the number of slots last grew.
    missed: usize,
}

impl<P: Key + Copy + PartialEq> Recent<P> {
    /// What is known about a piece, and its slot. If the piece is not in the cache, its normal form
    /// is computed, or it is found to be lost for the player to move.
    #[inline(always)]
    pub(crate) fn meet(
        &mut self,
        piece: &P,
        normal: impl FnOnce(&P) -> Option<P>,
    ) -> (usize, Met<P>) {
        if !HERE {
            return (0, normal(piece).map_or(Met::Nimber(0), Met::Normal));
        }
        let slot = self.slot(piece);
        if let Some((other, met)) = &self.slots[slot]
            && other == piece
        {
            return (slot, *met);
        }
        let met = normal(piece).map_or(Met::Nimber(0), Met::Normal);
        self.missed += 1;
        if self.missed > 2 * self.slots.len() && self.bits < MOST {
            self.grow();
        }
        let slot = self.slot(piece);
        self.slots[slot] = Some((*piece, met));
        (slot, met)
    }

    /// Stores the nimber of a piece, given by its normal form, if it is still in its slot.
    #[inline(always)]
    pub(crate) fn learn(&mut self, slot: usize, normal: &P, nimber: u16) {
        if HERE
            && let Some((_, met)) = &mut self.slots[slot]
            && *met == Met::Normal(*normal)
        {
            *met = Met::Nimber(nimber);
        }
    }

    #[inline(always)]
    fn slot(&self, piece: &P) -> usize {
        (hash(piece) >> (u64::BITS - self.bits)) as usize
    }

    #[cold]
    fn grow(&mut self) {
        (self.bits, self.missed) = (self.bits + 1, 0);
        let old = std::mem::replace(&mut self.slots, vec![None; 1 << self.bits]);
        for (piece, met) in old.into_iter().flatten() {
            let slot = self.slot(&piece);
            self.slots[slot] = Some((piece, met));
        }
    }
}

impl<P: Copy> Default for Recent<P> {
    fn default() -> Self {
        let slots = if HERE { 1 << FIRST } else { 0 };
        Recent { slots: vec![None; slots], bits: FIRST, missed: 0 }
    }
}

#[cfg(test)]
mod tests {
    use chromex_graphs::random::SplitMix;

    use super::*;

    type Piece = [u64; 2];

    /// A normal form for tests: the smaller word comes first. Pieces with a 0 are lost.
    fn normal([a, b]: &Piece) -> Option<Piece> {
        (*a != 0 && *b != 0).then_some([*a.min(b), *a.max(b)])
    }

    /// Many more pieces than slots, so that they replace each other, and the number of slots grows.
    #[test]
    fn what_is_met_is_the_normal_form_or_the_nimber() {
        let nimber_of = |piece: &Piece| (piece[0] * 3 + piece[1]) as u16 % 7;
        let (mut recent, mut random) = (Recent::default(), SplitMix::new(1906));
        let mut nimbers = 0;
        for _ in 0..100_000 {
            let piece = [random.next_bits() % 60, random.next_bits() % 60];
            match (recent.meet(&piece, normal), normal(&piece)) {
                ((_, Met::Nimber(nimber)), None) => assert_eq!(nimber, 0),
                ((_, Met::Nimber(nimber)), Some(form)) => {
                    nimbers += 1;
                    assert_eq!(nimber, nimber_of(&form));
                }
                ((slot, Met::Normal(found)), form) => {
                    assert_eq!(Some(found), form);
                    recent.learn(slot, &found, nimber_of(&found));
                }
            }
        }
        assert!(nimbers > 10_000);
        assert!(recent.bits > FIRST);
    }

    #[test]
    fn a_slot_that_another_piece_has_taken_learns_nothing() {
        let mut recent = Recent::default();
        let (slot, _) = recent.meet(&[1, 2], normal);
        let shares_it = (3..).map(|b| [1, b]).find(|piece| recent.slot(piece) == slot).unwrap();
        recent.meet(&shares_it, normal);
        recent.learn(slot, &[1, 2], 5);
        assert_eq!(recent.meet(&shares_it, normal).1, Met::Normal(shares_it));
    }
}
