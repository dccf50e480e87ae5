//! What can still be coloured in the orthogonal colouring game, and what of it can be forgotten.

use smallvec::SmallVec;

use crate::model::key::Key;
use crate::model::normal::Permutation;
use crate::model::word::{EVERY_WIDTH, Word, sort_few};

use super::PLACES;
use super::board::Board;
use super::pairs::Pairs;
use super::sets::Sets;

/// What can still be coloured. The copy of the player to move is copy 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Remaining<S> {
    /// For each copy and colour, the vertices that can still take it.
    pub(super) lists: [S; 2],
    /// For each copy and colour, the vertices that have it and whose twin is open.
    pub(super) halves: [S; 2],
    /// The pairs of colours that have been used.
    pub(super) used: Pairs,
    /// Whether there is a spare move.
    pub(super) spare: bool,
}

/// A state as words for a table, bit after bit: on up to 16 vertices, a set takes a quarter of a word or less.
#[derive(Default)]
pub(super) struct Packed {
    words: SmallVec<[u64; 4]>,
    /// What does not yet fill a word, and how many bits that is.
    last: u64,
    bits: usize,
}

impl Packed {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn push(&mut self, value: u64, width: usize) {
        self.last |= value << self.bits;
        self.bits += width;
        if self.bits >= 64 {
            self.words.push(self.last);
            self.bits -= 64;
            // Two shifts, because a shift by 64 does nothing.
            self.last = value >> 1 >> (width - 1 - self.bits);
        }
    }

    fn finished(mut self) -> Packed {
        if self.bits > 0 {
            self.words.push(self.last);
        }
        self
    }
}

impl Key for Packed {
    fn words(&self) -> usize {
        self.words.len()
    }

    fn word(&self, i: usize) -> u64 {
        self.words[i]
    }
}

impl<S: Sets> Remaining<S> {
    /// How many words a state on so many vertices takes.
    pub(super) fn packed_words(vertices: usize) -> usize {
        let colours = S::COLOURS;
        ((2 * colours + 2) * vertices + colours * colours + 1).div_ceil(64)
    }

    /// The state on so many vertices, for a table. No vertex of a copy both has a colour and can take one, so lists and halves
    /// share their bits, and another set says which of them are halves.
    pub(super) fn packed(&self, vertices: usize) -> Packed {
        let mut packed = Packed::default();
        for (lists, halves) in self.lists.into_iter().zip(self.halves) {
            let concerned = lists | halves;
            for c in 0..S::COLOURS {
                packed.push(concerned.of(c).limb(0), vertices);
            }
            packed.push(halves.all().limb(0), vertices);
        }
        for c in 0..S::COLOURS {
            packed.push(self.used.partners(0, c).into(), S::COLOURS);
        }
        packed.push(self.spare.into(), 1);
        packed.finished()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn open(&self, copy: usize) -> S::Set {
        self.lists[copy].all()
    }

    /// For each colour, the vertices of a copy that have it or can still get it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn concerned(&self, copy: usize) -> S {
        self.lists[copy] | self.halves[copy]
    }

    /// For each copy and colour, the vertices that may lose it because of a pair that others may make: together with what the twin has or
    /// may get.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn contested(&self) -> [S; 2] {
        let (own, other) = (self.concerned(0), self.concerned(1));
        let mut contested = [S::EMPTY; 2];
        for by in 0..S::COLOURS {
            let partners = other.rotated(by);
            let several = (own & partners).where_several();
            contested[0] |= partners & several;
            contested[1] |= (own & several).rotated((S::COLOURS - by) % S::COLOURS);
        }
        contested
    }

    /// For each copy and colour, the vertices that may lose it because of a pair that is used, together with what the twin has or may get.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn lost_by_used_pairs(&self) -> [S; 2] {
        let (own, other) = (self.concerned(0), self.concerned(1));
        let mut lost = [S::EMPTY; 2];
        for (c, d) in self.used.pairs() {
            lost[0] |= S::only(c, other.of(d));
            lost[1] |= S::only(d, own.of(c));
        }
        lost
    }

    /// Colours a vertex; nothing is forgotten yet.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn colour(&mut self, copy: usize, v: usize, colour: usize, board: &Board<S::Set>) {
        let (other, vertex) = (1 - copy, S::Set::single(v));
        let everywhere = S::each(vertex);
        self.lists[copy] &= !(everywhere | S::only(colour, board.neighbours[v]));
        let twin = self.halves[other] & everywhere;
        if twin == S::EMPTY {
            let lost = S::among(self.used.partners(copy, colour), vertex);
            self.lists[other] &= !lost;
            self.halves[copy] |= S::only(colour, vertex & self.open(other));
            return;
        }
        // A sum, as the twin has one colour: without a branch, which processors would often foresee wrongly.
        let partner = (0..S::COLOURS).filter(|&d| twin.of(d) != S::Set::EMPTY).sum::<usize>();
        self.lists[copy] &= !S::only(colour, self.halves[other].of(partner));
        self.lists[other] &= !S::only(partner, self.halves[copy].of(colour));
        self.halves[other] &= !twin;
        let (c, d) = if copy == 0 { (colour, partner) } else { (partner, colour) };
        self.used.insert(c, d);
    }

    /// Forgets what cannot matter any more, except free cells. Returns, for each copy and colour, the vertices that may lose it because of
    /// a pair that others may make.
    ///
    /// The colour of a vertex that shares no possible pair with others is forgotten: it is not contested where the twin, which is open,
    /// could complete a pair. No other vertex counted on it, so that nothing else changes.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn forget(&mut self) -> [S; 2] {
        for copy in 0..2 {
            self.halves[copy] &= S::each(self.open(1 - copy));
        }
        let [own, other] = self.lists;
        self.used.retain(|c, d| own.of(c) & other.of(d) != S::Set::EMPTY);
        let contested = self.contested();
        self.halves = [self.halves[0] & contested[0], self.halves[1] & contested[1]];
        contested
    }

    /// Removes the free cells of a copy and counts them.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn take_free(&mut self, copy: usize, board: &Board<S::Set>) -> i16 {
        let lists = self.lists[copy];
        let alone = lists.all() & !self.concerned(1 - copy).all();
        if alone == S::Set::EMPTY {
            return 0;
        }
        let bound = (0..S::COLOURS)
            .fold(S::Set::EMPTY, |bound, c| bound | lists.of(c) & board.around(lists.of(c)));
        let free = alone & !bound;
        self.lists[copy] &= !S::each(free);
        board.size(free) as i16
    }

    /// Reduces the state. Returns how many free cells it finds in either copy, and what [`Remaining::forget`] returns.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn reduce(&mut self, board: &Board<S::Set>) -> ([i16; 2], [S; 2]) {
        let contested = self.forget();
        let free = [self.take_free(0, board), self.take_free(1, board)];
        self.spare ^= (free[0] + free[1]) % 2 == 1;
        (free, contested)
    }

    /// The same state seen by the other player.
    pub(super) fn turned(&self) -> Remaining<S> {
        Remaining {
            lists: [self.lists[1], self.lists[0]],
            halves: [self.halves[1], self.halves[0]],
            used: self.used.turned(),
            spare: self.spare,
        }
    }

    /// The state on these vertices only.
    pub(super) fn restricted(&self, to: S::Set) -> Remaining<S> {
        let within = |sets: S| sets & S::each(to);
        Remaining { lists: self.lists.map(within), halves: self.halves.map(within), ..*self }
    }

    /// Whether another colour before this one plays the same part in everything.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn has_earlier_twin(&self, copy: usize, colour: usize) -> bool {
        let (lists, halves) = (self.lists[copy], self.halves[copy]);
        (0..colour).any(|c| {
            lists.of(c) == lists.of(colour)
                && halves.of(c) == halves.of(colour)
                && self.used.are_alike(copy, c, colour)
        })
    }

    /// Sorts the colours of a copy by their vertices, then by `rank` of their used partners. Says whether there are colours with the same
    /// vertices.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn sort_colours(&mut self, copy: usize, rank: fn(u8) -> u8) -> bool {
        let (lists, halves) = (self.lists[copy], self.halves[copy]);
        let rank = |c: usize| rank(self.used.partners(copy, c));
        if EVERY_WIDTH && S::Set::BITS <= 16 {
            // One number says all: then no branches are needed.
            let vertices = |c: usize| lists.of(c).limb(0) << 16 | halves.of(c).limb(0);
            let keys = sorted::<S, _>(|c| vertices(c) << 32 | u64::from(rank(c)) << 8 | c as u64);
            self.lists[copy] = S::from_fn(|c| S::Set::from_limbs(|_| keys[c] >> 48));
            self.halves[copy] = S::from_fn(|c| S::Set::from_limbs(|_| keys[c] >> 32 & 0xFFFF));
            self.reorder_used(copy, |c| usize::from(keys[c] as u8));
            (1..S::COLOURS).fold(false, |any, c| any | (keys[c - 1] >> 32 == keys[c] >> 32))
        } else {
            let keys = sorted::<S, _>(|c| (lists.of(c), halves.of(c), rank(c), c));
            self.lists[copy] = S::from_fn(|c| keys[c].0);
            self.halves[copy] = S::from_fn(|c| keys[c].1);
            self.reorder_used(copy, |c| keys[c].3);
            (1..S::COLOURS).any(|c| (keys[c - 1].0, keys[c - 1].1) == (keys[c].0, keys[c].1))
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn reorder_used(&mut self, copy: usize, from: impl Fn(usize) -> usize) {
        if self.used != Pairs::NONE {
            self.used = self.used.reordered(copy, S::COLOURS, from);
        }
    }

    /// The state with its colours sorted. Where many pairs are used, states that differ by
    /// permutations of colours may remain different: that costs time, not correctness.
    pub(super) fn with_colours_sorted(mut self) -> Remaining<S> {
        let alike = self.sort_colours(0, |_| 0) | self.sort_colours(1, |_| 0);
        if alike && self.used != Pairs::NONE {
            (0..2).for_each(|copy| {
                _ = self.sort_colours(copy, |partners| partners.count_ones() as u8)
            });
            (0..2).for_each(|copy| _ = self.sort_colours(copy, |partners| partners));
        }
        self
    }
}

/// The keys of the colours in order; what follows in the array says nothing.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn sorted<S: Sets, K: Ord + Copy>(key: impl Fn(usize) -> K) -> [K; PLACES] {
    let mut keys = [key(0); PLACES];
    for (c, place) in keys.iter_mut().enumerate().take(S::COLOURS) {
        *place = key(c);
    }
    if !EVERY_WIDTH {
        sort_few(&mut keys[..S::COLOURS], |&key| key);
        return keys;
    }
    for end in (1..S::COLOURS).rev() {
        for c in 0..end {
            let (a, b) = (keys[c], keys[c + 1]);
            (keys[c], keys[c + 1]) = (a.min(b), a.max(b));
        }
    }
    keys
}

/// The state under a symmetry of the graph.
#[inline]
pub(super) fn image<S: Sets>(g: &Permutation<S::Set>, state: &Remaining<S>) -> Remaining<S> {
    let image = |sets: S| S::from_fn(|c| g.apply(sets.of(c)));
    let ([own, other], [own_halves, other_halves]) = (state.lists, state.halves);
    Remaining {
        lists: [image(own), image(other)],
        halves: [image(own_halves), image(other_halves)],
        ..*state
    }
}
