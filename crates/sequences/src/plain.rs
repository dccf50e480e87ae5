//! The plain engine: every option of every heap, as the definition says. Its time is quadratic for
//! octal codes; the fast engine is compared with it.

use super::code::Code;

/// A set of small numbers that can be emptied in constant time.
#[derive(Debug, Default)]
pub(super) struct Seen {
    stamps: Vec<u64>,
    now: u64,
}

impl Seen {
    /// Empties the set; the numbers that follow are below `bound`.
    pub(crate) fn clear(&mut self, bound: usize) {
        self.now += 1;
        if self.stamps.len() < bound {
            self.stamps.resize(bound, 0);
        }
    }

    pub(crate) fn add(&mut self, number: u16) {
        self.stamps[usize::from(number)] = self.now;
    }

    pub(crate) fn has(&self, number: usize) -> bool {
        self.stamps.get(number) == Some(&self.now)
    }

    /// The smallest number that is not in the set, if it fits.
    pub(crate) fn mex(&self) -> Option<u16> {
        (0..u16::MAX).find(|&v| !self.has(usize::from(v)))
    }
}

/// One more than the largest possible exclusive or of values up to `largest`.
pub(super) fn xor_bound(largest: u16) -> usize {
    (usize::from(largest) + 1).next_power_of_two()
}

/// Continues the values of a code (from the heap of 0 on) up to the heap of `to`, or as far as they fit.
pub fn extend(code: &Code, values: &mut Vec<u16>, to: usize) {
    if values.is_empty() {
        values.push(0);
    }
    let mut seen = Seen::default();
    let mut largest = values.iter().copied().max().unwrap_or(0);
    let mut pairs = Pairs::new(code, values);
    for n in values.len()..=to {
        seen.clear(xor_bound(largest));
        for (k, digit) in code.digits().filter(|&(k, _)| k <= n) {
            let left = n - k;
            if (digit & 1 != 0 && left == 0) || (digit & 2 != 0 && left > 0) {
                seen.add(values[left]);
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|a| seen.add(values[a] ^ values[left - a]));
            }
            if digit & 8 != 0 {
                pairs.three(values, left, &mut seen);
            }
        }
        let Some(value) = seen.mex() else { return };
        largest = largest.max(value);
        values.push(value);
        pairs.push(values);
    }
}

/// The values of a code for heaps 0 to `to`.
pub fn values(code: &Code, to: usize) -> Vec<u16> {
    let mut found = Vec::with_capacity(to + 1);
    extend(code, &mut found, to);
    found
}

/// For games that leave three heaps: for each size, the values of all ways to split it into two
/// heaps.
struct Pairs {
    sets: Option<Vec<Vec<u16>>>,
}

impl Pairs {
    fn new(code: &Code, values: &[u16]) -> Pairs {
        let mut pairs = Pairs { sets: (!code.is_octal()).then(Vec::new) };
        (1..=values.len()).for_each(|n| pairs.push(&values[..n]));
        pairs
    }

    /// Records the heap that was just added.
    fn push(&mut self, values: &[u16]) {
        let Some(sets) = &mut self.sets else { return };
        let n = values.len() - 1;
        let mut set: Vec<u16> = (1..=n / 2).map(|a| values[a] ^ values[n - a]).collect();
        set.sort_unstable();
        set.dedup();
        sets.push(set);
    }

    fn three(&self, values: &[u16], left: usize, seen: &mut Seen) {
        // d_0 splits the heap itself: its parts are smaller, so their pairs are known.
        for (a, value) in values.iter().enumerate().take(left.saturating_sub(1)).skip(1) {
            let pairs = self.sets.iter().filter_map(|sets| sets.get(left - a)).flatten();
            pairs.for_each(|pair| seen.add(pair ^ value));
        }
    }
}
