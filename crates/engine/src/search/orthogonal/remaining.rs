//! What can still be coloured in the orthogonal colouring game, and what of it can be forgotten.

use smallvec::SmallVec;

use crate::model::key::Key;
use crate::model::normal::Permutation;
use crate::model::word::Word;

use super::board::Board;

/// What can still be coloured. The copy of the player to move is copy 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Remaining<W, const M: usize> {
    /// For each copy and colour, the vertices that can still take it.
    pub(super) lists: [[W; M]; 2],
    /// For each copy and colour, the vertices that have it and whose twin is open.
    pub(super) halves: [[W; M]; 2],
    /// For each colour of copy 0, the colours of copy 1 that have been its partner.
    pub(super) used: [u8; M],
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
    #[inline(always)]
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

/// A set if this is so, otherwise none of it: without a branch, which processors would often foresee wrongly.
#[inline(always)]
fn all_if<W: Word>(set: W, so: bool) -> W {
    if so { set } else { W::EMPTY }
}

/// All vertices of some sets.
pub(super) fn all<W: Word, const M: usize>(sets: &[W; M]) -> W {
    sets.iter().fold(W::EMPTY, |all, &set| all | set)
}

impl<W: Word, const M: usize> Remaining<W, M> {
    /// How many words a state on so many vertices takes.
    pub(super) fn packed_words(vertices: usize) -> usize {
        ((2 * M + 2) * vertices + M * M + 1).div_ceil(64)
    }

    /// The state on so many vertices, for a table. No vertex of a copy both has a colour and can take one, so lists and halves
    /// share their bits, and another set says which of them are halves.
    pub(super) fn packed(&self, vertices: usize) -> Packed {
        let mut packed = Packed::default();
        for copy in 0..2 {
            for c in 0..M {
                packed.push((self.lists[copy][c] | self.halves[copy][c]).limb(0), vertices);
            }
            packed.push(all(&self.halves[copy]).limb(0), vertices);
        }
        self.used.iter().for_each(|&partners| packed.push(partners.into(), M));
        packed.push(self.spare.into(), 1);
        packed.finished()
    }

    pub(super) fn open(&self, copy: usize) -> W {
        all(&self.lists[copy])
    }

    /// The partners that a colour has had, as bits.
    fn partners(&self, copy: usize, colour: usize) -> u8 {
        match copy {
            0 => self.used[colour],
            _ => (0..M).fold(0, |set, c| set | (self.used[c] >> colour & 1) << c),
        }
    }

    fn use_up(&mut self, copy: usize, colour: usize, partner: usize) {
        let (c, d) = if copy == 0 { (colour, partner) } else { (partner, colour) };
        self.used[c] |= 1 << d;
    }

    /// The vertices that have or can still get this colour in one copy and this in the other.
    pub(super) fn pairing(&self, copy: usize, colour: usize, partner: usize) -> W {
        let other = 1 - copy;
        (self.lists[copy][colour] | self.halves[copy][colour])
            & (self.lists[other][partner] | self.halves[other][partner])
    }

    /// For each colour of copy 0 and each of copy 1, all vertices if two or more may still make this pair, otherwise none.
    #[inline(always)]
    fn contested(&self) -> [[W; M]; M] {
        let mut contested = [[W::EMPTY; M]; M];
        for (c, row) in contested.iter_mut().enumerate() {
            for (d, place) in row.iter_mut().enumerate() {
                let several = self.pairing(0, c, d).without_least() != W::EMPTY;
                *place = all_if(!W::EMPTY, several);
            }
        }
        contested
    }

    /// For each copy and colour, the vertices that may lose it because of a pair: one that is used, or that others may use, together with
    /// what the twin has or may get.
    pub(super) fn lost_by_pairs(&self) -> [[W; M]; 2] {
        let (mut lost, contested) = ([[W::EMPTY; M]; 2], self.contested());
        for c in 0..M {
            for d in 0..M {
                let matters = all_if(!W::EMPTY, self.used[c] >> d & 1 == 1) | contested[c][d];
                lost[0][c] |= (self.lists[1][d] | self.halves[1][d]) & matters;
                lost[1][d] |= (self.lists[0][c] | self.halves[0][c]) & matters;
            }
        }
        lost
    }

    /// Colours a vertex; nothing is forgotten yet.
    #[inline]
    pub(super) fn colour(&mut self, copy: usize, v: usize, colour: usize, board: &Board<W>) {
        let (other, vertex) = (1 - copy, W::single(v));
        self.lists[copy].iter_mut().for_each(|list| *list &= !vertex);
        self.lists[copy][colour] &= !board.neighbours[v];
        if all(&self.halves[other]) & vertex == W::EMPTY {
            let partners = self.partners(copy, colour);
            for (d, list) in self.lists[other].iter_mut().enumerate() {
                *list &= !all_if(vertex, partners >> d & 1 == 1);
            }
            self.halves[copy][colour] |= vertex & self.open(other);
            return;
        }
        // A sum, as the twin has one colour: again without a branch.
        let has = |&d: &usize| self.halves[other][d] & vertex != W::EMPTY;
        let partner = (0..M).filter(has).sum::<usize>();
        self.lists[copy][colour] &= !self.halves[other][partner];
        self.lists[other][partner] &= !self.halves[copy][colour];
        self.halves[other][partner] &= !vertex;
        self.use_up(copy, colour, partner);
    }

    /// Forgets what cannot matter any more, except free cells.
    pub(super) fn forget(&mut self) {
        for copy in 0..2 {
            let open = self.open(1 - copy);
            self.halves[copy].iter_mut().for_each(|half| *half &= open);
        }
        if self.used != [0; M] {
            for c in 0..M {
                let matters = |d: &usize| self.lists[0][c] & self.lists[1][*d] != W::EMPTY;
                self.used[c] &= (0..M).filter(matters).fold(0, |set, d| set | 1 << d);
            }
        }
        while all(&self.halves[0]) | all(&self.halves[1]) != W::EMPTY && self.forget_lonely() {}
    }

    /// Forgets the colours of vertices in one copy that share no possible pair with others; says
    /// whether there were any.
    fn forget_lonely(&mut self) -> bool {
        let (mut related, contested) = ([[W::EMPTY; M]; 2], self.contested());
        for c in 0..M {
            for d in 0..M {
                related[0][c] |= self.lists[1][d] & contested[c][d];
                related[1][d] |= self.lists[0][c] & contested[c][d];
            }
        }
        let halves = self.halves.iter_mut().flatten().zip(related.iter().flatten());
        let lonely = halves.fold(W::EMPTY, |lonely, (half, &related)| {
            let before = *half;
            *half &= related;
            lonely | before & !related
        });
        lonely != W::EMPTY
    }

    /// Removes the free cells of a copy and counts them.
    fn take_free(&mut self, copy: usize, board: &Board<W>) -> u32 {
        let lists = &mut self.lists[copy];
        let bound = lists.iter().fold(W::EMPTY, |all, &list| all | list & board.around(list));
        let free = all(lists) & !bound & !all(&self.halves[1 - copy]);
        if free == W::EMPTY {
            return 0;
        }
        let free = free & !self.open(1 - copy);
        self.lists[copy].iter_mut().for_each(|list| *list &= !free);
        board.size(free)
    }

    /// Reduces the state; returns how many free cells it finds in either copy.
    pub(super) fn reduce(&mut self, board: &Board<W>) -> [i16; 2] {
        self.forget();
        let free = [0, 1].map(|copy| self.take_free(copy, board) as i16);
        self.spare ^= (free[0] + free[1]) % 2 == 1;
        free
    }

    /// The same state seen by the other player.
    pub(super) fn turned(&self) -> Remaining<W, M> {
        Remaining {
            lists: [self.lists[1], self.lists[0]],
            halves: [self.halves[1], self.halves[0]],
            used: if self.used == [0; M] {
                self.used
            } else {
                std::array::from_fn(|d| self.partners(1, d))
            },
            spare: self.spare,
        }
    }

    /// The state on these vertices only.
    pub(super) fn restricted(&self, to: W) -> Remaining<W, M> {
        let mut part = *self;
        let sets = part.lists.iter_mut().chain(&mut part.halves).flatten();
        sets.for_each(|set| *set &= to);
        part
    }

    /// Whether another colour before this one plays the same part in everything.
    pub(super) fn has_earlier_twin(&self, copy: usize, colour: usize) -> bool {
        (0..colour).any(|c| {
            self.lists[copy][c] == self.lists[copy][colour]
                && self.halves[copy][c] == self.halves[copy][colour]
                && self.partners(copy, c) == self.partners(copy, colour)
        })
    }

    fn swap_colours(&mut self, copy: usize, a: usize, b: usize) {
        self.lists[copy].swap(a, b);
        self.halves[copy].swap(a, b);
        if copy == 0 {
            self.used.swap(a, b);
            return;
        }
        for row in &mut self.used {
            let differ = (*row >> a ^ *row >> b) & 1;
            *row ^= differ << a | differ << b;
        }
    }

    /// Sorts the colours of a copy by their vertices, then by `rank` of their used partners.
    #[inline]
    fn sort_colours(&mut self, copy: usize, rank: impl Fn(u8) -> u32) {
        let mut roles: [_; M] = std::array::from_fn(|c| {
            (self.lists[copy][c], self.halves[copy][c], rank(self.partners(copy, c)))
        });
        for end in 1..M {
            let mut c = end;
            while c > 0 && roles[c] < roles[c - 1] {
                roles.swap(c, c - 1);
                self.swap_colours(copy, c, c - 1);
                c -= 1;
            }
        }
    }

    /// The state with its colours sorted. Where many pairs are used, states that differ by
    /// permutations of colours may remain different: that costs time, not correctness.
    pub(super) fn with_colours_sorted(mut self) -> Remaining<W, M> {
        if self.used == [0; M] {
            (0..2).for_each(|copy| self.sort_colours(copy, |_| 0));
            return self;
        }
        (0..2).for_each(|copy| self.sort_colours(copy, u8::count_ones));
        (0..2).for_each(|copy| self.sort_colours(copy, u32::from));
        self
    }
}

/// The state under a symmetry of the graph.
#[inline]
pub(super) fn image<W: Word, const M: usize>(
    g: &Permutation<W>,
    state: &Remaining<W, M>,
) -> Remaining<W, M> {
    let mut image = *state;
    let sets = image.lists.iter_mut().chain(&mut image.halves).flatten();
    sets.for_each(|set| *set = g.apply(*set));
    image
}
