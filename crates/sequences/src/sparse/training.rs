//! Which offsets to try first: a greedy choice that leaves the fewest values open.
//!
//! An offset is worth as many values as it excludes, in a sample of known terms, that no chosen one
//! excludes yet. The choice stays good for millions of terms, because the sequences are
//! quasi-periodic; it affects only the speed.

use std::collections::BinaryHeap;

use super::kernels::Offset;

/// A sample of terms, each with the values that have to be excluded and are not excluded yet.
pub(super) struct Sample<'a> {
    /// The array of values, from which the values of options are read.
    line: &'a [u16],
    /// The place of each term in the array.
    terms: Vec<usize>,
    /// One bit set for each term, `words` words long.
    open: Vec<u64>,
    words: usize,
}

impl<'a> Sample<'a> {
    /// The sample of these terms; of each term the values below its own that are `wanted`. All
    /// values are below `bound`.
    pub(super) fn new(
        line: &'a [u16],
        terms: Vec<usize>,
        bound: usize,
        wanted: impl Fn(u16) -> bool,
    ) -> Sample<'a> {
        let words = bound.div_ceil(64);
        let mut open = vec![0; words * terms.len()];
        for (&term, set) in terms.iter().zip(open.chunks_exact_mut(words)) {
            for value in (0..line[term]).filter(|&value| wanted(value)) {
                set[usize::from(value) / 64] |= 1 << (value % 64);
            }
        }
        Sample { line, terms, open, words }
    }

    /// Removes the values that these offsets exclude.
    pub(super) fn exclude(&mut self, offsets: &[Offset]) {
        for other in offsets {
            for (i, &term) in self.terms.iter().enumerate() {
                let option = usize::from(self.line[term - other.offset as usize] ^ other.value);
                self.open[i * self.words + option / 64] &= !(1 << (option % 64));
            }
        }
    }

    /// The best offsets, best first; fewer than `count` if nothing is left to exclude. From every
    /// term of the sample, all of them lead back to known heaps.
    pub(super) fn best(&self, offsets: &[Offset], count: usize) -> Vec<usize> {
        let excludes = self.excludes(offsets);
        let by = excludes.transposed();
        let mut gains: Vec<u32> = (0..offsets.len()).map(|i| excludes.of(i).len() as u32).collect();
        let mut done = vec![false; excludes.columns];
        let mut queue: BinaryHeap<(u32, usize)> = gains.iter().copied().zip(0..).collect();
        let mut chosen = Vec::with_capacity(count);
        while let Some((gain, i)) = queue.pop().filter(|_| chosen.len() < count) {
            if gain != gains[i] {
                queue.push((gains[i], i));
            } else if gain > 0 {
                chosen.push(i);
                for &item in excludes.of(i) {
                    if !std::mem::replace(&mut done[item as usize], true) {
                        by.of(item as usize).iter().for_each(|&other| gains[other as usize] -= 1);
                    }
                }
            }
        }
        chosen
    }

    /// For each offset the open values that it excludes; the open values of the whole sample are
    /// numbered.
    fn excludes(&self, offsets: &[Offset]) -> Relation {
        let mut items = 0;
        let mut count = |word: &u64| {
            items += word.count_ones();
            items - word.count_ones()
        };
        let before: Vec<u32> = self.open.iter().map(&mut count).collect();
        let mut relation =
            Relation { ends: Vec::new(), entries: Vec::new(), columns: items as usize };
        for other in offsets {
            for (i, &term) in self.terms.iter().enumerate() {
                let option = usize::from(self.line[term - other.offset as usize] ^ other.value);
                let (at, bit) = (i * self.words + option / 64, option % 64);
                if self.open[at] >> bit & 1 == 1 {
                    let below = self.open[at] & ((1 << bit) - 1);
                    relation.entries.push(before[at] + below.count_ones());
                }
            }
            relation.ends.push(relation.entries.len());
        }
        relation
    }
}

/// A relation between two sets of numbers, by lists.
struct Relation {
    /// Where the list of each row ends.
    ends: Vec<usize>,
    entries: Vec<u32>,
    columns: usize,
}

impl Relation {
    fn of(&self, row: usize) -> &[u32] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.entries[start..self.ends[row]]
    }

    fn transposed(&self) -> Relation {
        let mut ends = vec![0; self.columns];
        self.entries.iter().for_each(|&column| ends[column as usize] += 1);
        let mut sum = 0;
        for end in &mut ends {
            (sum, *end) = (sum + *end, sum);
        }
        let mut entries = vec![0; self.entries.len()];
        for row in 0..self.ends.len() {
            for &column in self.of(row) {
                let end = &mut ends[column as usize];
                entries[*end] = row as u32;
                *end += 1;
            }
        }
        Relation { ends, entries, columns: self.ends.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_excludes_all_is_chosen_first() {
        // Terms of value 3; the options are worked out below.
        let line = vec![7, 7, 7, 0, 1, 2, 3, 3];
        let at = |offset, value| Offset { offset, value };
        let offsets = [at(2, 8), at(7, 5), at(5, 0), at(4, 1)];
        let sample = Sample::new(&line, vec![7], 16, |_| true);
        // g(2) ⊕ 8 = 10, 7 ⊕ 5 = 2, 7 ⊕ 0 = 7 and 0 ⊕ 1 = 1: only 2 and 1 are below 3.
        let mut chosen = sample.best(&offsets, 4);
        chosen.sort_unstable();
        assert_eq!(chosen, [1, 3]);
    }
}
