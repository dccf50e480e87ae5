//! What can still be coloured in the orthogonal colouring game, and what of it can be forgotten.

use smallvec::SmallVec;

use crate::model::key::Key;
use crate::model::normal::Permutation;
use crate::model::word::vertices;

/// What can still be coloured. The copy of the player to move is copy 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Remaining<const M: usize> {
    /// For each copy and colour, the vertices that can still take it.
    pub(super) lists: [[u64; M]; 2],
    /// For each copy and colour, the vertices that have it and whose twin is open.
    pub(super) halves: [[u64; M]; 2],
    /// For each colour of copy 0, the colours of copy 1 that have been its partner.
    pub(super) used: [u8; M],
    /// Whether there is a spare move.
    pub(super) spare: bool,
}

/// A state as words for a table, bit after bit: on up to 16 vertices, a set takes a quarter of a word or less.
#[derive(Default)]
pub(super) struct Packed {
    words: SmallVec<[u64; 4]>,
    bits: usize,
}

impl Packed {
    fn push(&mut self, value: u64, width: usize) {
        let used = self.bits % 64;
        match self.words.last_mut().filter(|_| used > 0) {
            Some(last) => *last |= value << used,
            None => self.words.push(value),
        }
        if used > 0 && used + width > 64 {
            self.words.push(value >> (64 - used));
        }
        self.bits += width;
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

/// All vertices of some sets.
pub(super) fn all<const M: usize>(sets: &[u64; M]) -> u64 {
    sets.iter().fold(0, |all, set| all | set)
}

impl<const M: usize> Remaining<M> {
    /// How many words a state on so many vertices takes.
    pub(super) fn packed_words(vertices: usize) -> usize {
        (4 * M * vertices + M * M + 1).div_ceil(64)
    }

    /// The state on so many vertices, for a table.
    pub(super) fn packed(&self, vertices: usize) -> Packed {
        let mut packed = Packed::default();
        let sets = self.lists.iter().chain(&self.halves).flatten();
        sets.for_each(|&set| packed.push(set, vertices));
        self.used.iter().for_each(|&partners| packed.push(partners.into(), M));
        packed.push(self.spare.into(), 1);
        packed
    }

    /// How many colours the cells of a copy can take, all together.
    pub(super) fn size(&self, copy: usize) -> u32 {
        self.lists[copy].iter().map(|list| list.count_ones()).sum()
    }

    pub(super) fn open(&self, copy: usize) -> u64 {
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
    pub(super) fn pairing(&self, copy: usize, colour: usize, partner: usize) -> u64 {
        let other = 1 - copy;
        (self.lists[copy][colour] | self.halves[copy][colour])
            & (self.lists[other][partner] | self.halves[other][partner])
    }

    /// Whether a vertex can lose a colour because of a pair: one that is used, or that others may use, together with what its twin has
    /// or may get.
    pub(super) fn can_lose_by_pairs(&self, copy: usize, v: usize, colour: usize) -> bool {
        let (other, vertex) = (1 - copy, 1 << v);
        (0..M).any(|d| {
            let partner = (self.lists[other][d] | self.halves[other][d]) & vertex != 0;
            let (c, e) = if copy == 0 { (colour, d) } else { (d, colour) };
            partner && (self.used[c] >> e & 1 == 1 || self.pairing(copy, colour, d) & !vertex != 0)
        })
    }

    /// Colours a vertex whose neighbours are given; nothing is forgotten yet.
    pub(super) fn colour(&mut self, copy: usize, v: usize, colour: usize, neighbours: u64) {
        let (other, vertex) = (1 - copy, 1 << v);
        self.lists[copy].iter_mut().for_each(|list| *list &= !vertex);
        self.lists[copy][colour] &= !neighbours;
        match (0..M).find(|&d| self.halves[other][d] & vertex != 0) {
            Some(partner) => {
                self.lists[copy][colour] &= !self.halves[other][partner];
                self.lists[other][partner] &= !self.halves[copy][colour];
                self.halves[other][partner] &= !vertex;
                self.use_up(copy, colour, partner);
            }
            None => {
                let partners = self.partners(copy, colour);
                for d in (0..M).filter(|d| partners >> d & 1 == 1) {
                    self.lists[other][d] &= !vertex;
                }
                self.halves[copy][colour] |= vertex & self.open(other);
            }
        }
    }

    /// Forgets what cannot matter any more, except free cells.
    pub(super) fn forget(&mut self) {
        for copy in 0..2 {
            let open = self.open(1 - copy);
            self.halves[copy].iter_mut().for_each(|half| *half &= open);
        }
        if self.used != [0; M] {
            for c in 0..M {
                let matters = |d: &usize| self.lists[0][c] & self.lists[1][*d] != 0;
                self.used[c] &= (0..M).filter(matters).fold(0, |set, d| set | 1 << d);
            }
        }
        while self.halves != [[0; M]; 2] && self.forget_lonely() {}
    }

    /// Forgets the colours of vertices in one copy that share no possible pair with others; says
    /// whether there were any.
    fn forget_lonely(&mut self) -> bool {
        let mut related = [[0; M]; 2];
        for (c, d) in (0..M).flat_map(|c| (0..M).map(move |d| (c, d))) {
            let sharing = self.pairing(0, c, d);
            if sharing & sharing.wrapping_sub(1) != 0 {
                related[0][c] |= self.lists[1][d];
                related[1][d] |= self.lists[0][c];
            }
        }
        let halves = self.halves.iter_mut().flatten().zip(related.iter().flatten());
        halves.fold(false, |changed, (half, related)| {
            let lonely = *half & !related;
            *half &= related;
            changed | (lonely != 0)
        })
    }

    /// Removes the free cells of a copy and counts them.
    fn take_free(&mut self, copy: usize, neighbours: &[u64]) -> u32 {
        let twins = self.open(1 - copy) | all(&self.halves[1 - copy]);
        let lists = &mut self.lists[copy];
        let quarrels = |v: usize| lists.iter().any(|l| l >> v & 1 == 1 && l & neighbours[v] != 0);
        let alone = vertices(all(lists) & !twins).filter(|&v| !quarrels(v));
        let free: u64 = alone.fold(0, |set, v| set | 1 << v);
        lists.iter_mut().for_each(|list| *list &= !free);
        free.count_ones()
    }

    /// Reduces the state; returns what copy 0 gets more than copy 1 from free cells.
    pub(super) fn reduce(&mut self, neighbours: &[u64]) -> i16 {
        self.forget();
        let free = [0, 1].map(|copy| self.take_free(copy, neighbours));
        self.spare ^= (free[0] + free[1]) % 2 == 1;
        free[0] as i16 - free[1] as i16
    }

    /// The same state seen by the other player.
    pub(super) fn turned(&self) -> Remaining<M> {
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
    pub(super) fn restricted(&self, to: u64) -> Remaining<M> {
        let mut part = *self;
        let sets = part.lists.iter_mut().chain(&mut part.halves).flatten();
        sets.for_each(|set| *set &= to);
        part
    }

    /// Whether another colour before this one plays the same part in everything.
    pub(super) fn has_earlier_twin(&self, copy: usize, colour: usize) -> bool {
        let role = |c: usize| (self.lists[copy][c], self.halves[copy][c], self.partners(copy, c));
        (0..colour).any(|c| role(c) == role(colour))
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
    pub(super) fn with_colours_sorted(mut self) -> Remaining<M> {
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
pub(super) fn image<const M: usize>(g: &Permutation<u64>, state: &Remaining<M>) -> Remaining<M> {
    let mut image = *state;
    let sets = image.lists.iter_mut().chain(&mut image.halves).flatten();
    sets.for_each(|set| *set = g.apply(*set));
    image
}
