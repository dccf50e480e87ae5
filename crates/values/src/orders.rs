//! The memory of comparisons.
//!
//! Most comparisons are repeated soon or never. Remembering all of them fills memory far beyond the
//! cache of the processor, and looking one up there takes longer than comparing again: on a random
//! cubic graph of 22 vertices, Snort needs twice as long with 19 million remembered comparisons as
//! with 50 million repeated ones. So there are few slots, and a new comparison replaces an older
//! one. The number of slots doubles after very many comparisons, for questions that need more.

/// For which integers `n` the comparison `A ≤ B + n` is known: it is true from `yes` on and false
/// up to `no`.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The two cores, which differ: no pair is 0.
    cores: u64,
    no: i32,
    yes: i32,
}

const NOTHING: Known = Known { cores: 0, no: i32::MIN, yes: i32::MAX };

/// Comparisons of cores with translates of others.
#[derive(Debug, Default)]
pub(super) struct Orders {
    /// The number of slots is a power of two, or 0 before the first comparison.
    slots: Vec<Known>,
    /// How many comparisons have been made since the last growth.
    made: usize,
}

/// The number of slots after the first comparison.
const FIRST: usize = 1 << 12;

/// After this many comparisons for each slot, the number of slots doubles.
const PATIENCE: usize = 256;

impl Orders {
    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Known>()
    }

    /// The additional bytes of the next growth if it is near, otherwise 0.
    pub(super) fn soon(&self) -> usize {
        let limit = PATIENCE * self.slots.len();
        if self.made * 16 >= limit * 15 { 2 * self.bytes() } else { 0 }
    }

    fn place(&self, cores: u64) -> usize {
        (cores.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (self.slots.len() - 1)
    }

    /// Whether the first core is at most the second plus `n`, if that is known.
    pub(super) fn get(&self, a: u32, b: u32, n: i32) -> Option<bool> {
        let cores = pair(a, b);
        if self.slots.is_empty() {
            return None;
        }
        match self.slots[self.place(cores)] {
            known if known.cores != cores => None,
            known if n >= known.yes => Some(true),
            known if n <= known.no => Some(false),
            _ => None,
        }
    }

    /// Remembers whether the first core is at most the second plus `n`.
    pub(super) fn insert(&mut self, a: u32, b: u32, n: i32, is_at_most: bool) {
        self.made += 1;
        if self.made > PATIENCE * self.slots.len() {
            self.grow();
        }
        let (cores, place) = (pair(a, b), self.place(pair(a, b)));
        let known = &mut self.slots[place];
        if known.cores != cores {
            *known = Known { cores, ..NOTHING };
        }
        match is_at_most {
            true => known.yes = known.yes.min(n),
            false => known.no = known.no.max(n),
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(FIRST);
        let old = std::mem::replace(&mut self.slots, vec![NOTHING; size]);
        self.made = 0;
        for known in old {
            let place = self.place(known.cores);
            self.slots[place] = known;
        }
    }
}

fn pair(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_was_said() {
        // Core `a` is at most core `b` plus `n` exactly if `a ≤ b + n`.
        let mut orders = Orders::default();
        let (mut known, mut unknown) = (0, 0);
        let mut number = 1_u32;
        for step in 0..3 * PATIENCE * FIRST {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (a, b) = (number >> 8 & 63, number >> 14 & 63);
            let n = (number >> 20 & 127) as i32 - 64;
            let is_at_most = i64::from(a) <= i64::from(b) + i64::from(n);
            if a == b {
                continue;
            }
            match orders.get(a, b, n) {
                Some(said) => {
                    assert_eq!(said, is_at_most);
                    known += 1;
                }
                None => unknown += 1,
            }
            if step % 3 > 0 {
                orders.insert(a, b, n, is_at_most);
            }
        }
        assert!(known > 1_000_000 && unknown > 1_000, "{known} {unknown}");
        assert_eq!(orders.slots.len(), 2 * FIRST);
    }
}
