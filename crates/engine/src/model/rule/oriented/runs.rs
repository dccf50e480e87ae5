//! Pieces on a path: runs of open vertices with one vertex between them, sorted as lists or, if
//! they are short, as words.

use smallvec::SmallVec;

use super::union;
use crate::model::word::{Word, each, sets};

/// On a path, the runs of open vertices, sorted and placed from the start of the path with one
/// vertex between them: they are not connected, so their places do not matter.
pub(super) fn sorted_runs<W: Word, const N: usize>(sets: &[W; N]) -> [W; N] {
    let rest = union(sets);
    if rest != W::EMPTY && (rest.greatest() + 1 - rest.least()) as u32 == rest.size() {
        return each(*sets, |set| set.moved_down(rest.least()));
    }
    sorted_short_runs(sets).unwrap_or_else(|| sorted_long_runs(sets))
}

/// As [`sorted_runs`], for runs of any length.
fn sorted_long_runs<W: Word, const N: usize>(sets: &[W; N]) -> [W; N] {
    let mut rest = union(sets);
    let mut runs: SmallVec<[(usize, [W; N]); 8]> = SmallVec::new();
    while rest != W::EMPTY {
        let start = rest.least();
        let shifted = rest.moved_down(start);
        let closed = !shifted;
        let length = if closed == W::EMPTY { W::BITS } else { closed.least() };
        let run = if length == W::BITS { shifted } else { W::first(length) };
        runs.push((length, each(*sets, |set| set.moved_down(start) & run)));
        rest &= !run.moved_up(start);
    }
    // Copies of the runs, as sort keys would need, are avoided.
    for end in 1..runs.len() {
        let mut i = end;
        while i > 0 && runs[i] < runs[i - 1] {
            runs.swap(i, i - 1);
            i -= 1;
        }
    }
    let (mut sorted, mut start) = ([W::EMPTY; N], 0);
    for (length, run) in &runs {
        for (all, set) in sorted.iter_mut().zip(run) {
            *all |= set.moved_up(start);
        }
        start += length + 1;
    }
    sorted
}

/// As [`sorted_runs`], if the path and its runs are short: half of the sets must fit into a word
/// side by side, and so must a run with its part of all sets. With the length in front, such words
/// are in the same order as the runs.
#[inline(always)]
fn sorted_short_runs<W: Word, const N: usize>(piece: &[W; N]) -> Option<[W; N]> {
    let mut rest = union(piece).limb(0);
    if W::LIMBS > 1 || rest >> Side::<N>::WIDTH != 0 {
        return None;
    }
    let [even, odd] = [0, 1].map(|first| {
        let sets = piece.iter().skip(first).step_by(2);
        sets.fold(0, |all, set| all << Side::<N>::WIDTH | set.limb(0))
    });
    let (mut runs, mut count) = ([0; 8], 0);
    while rest != 0 {
        let start = rest.trailing_zeros();
        let length = (!(rest >> start)).trailing_zeros();
        if length as usize > Side::<N>::WIDTH / 2 || count == runs.len() {
            return None;
        }
        let run = (1 << length) - 1;
        rest &= !(run << start);
        let everywhere = run * Side::<N>::BY_SIDE;
        let of_even = (even >> start & everywhere) << (Side::<N>::WIDTH / 2);
        let of_odd = odd >> start & everywhere;
        insert(&mut runs, count, u64::from(length) << SHORT_RUN_BITS | of_even | of_odd);
        count += 1;
    }
    let (mut even, mut odd, mut start) = (0, 0, 0);
    for &run in &runs[..count] {
        let length = run >> SHORT_RUN_BITS;
        let everywhere = ((1 << length) - 1) * Side::<N>::BY_SIDE;
        even |= (run >> (Side::<N>::WIDTH / 2) & everywhere) << start;
        odd |= (run & everywhere) << start;
        start += length + 1;
    }
    Some(sets(|i| {
        let all = if i % 2 == 0 { even } else { odd };
        W::from_limbs(|_| all >> ((N / 2 - 1 - i / 2) * Side::<N>::WIDTH) & Side::<N>::ONE)
    }))
}

/// The number of bits for the parts of a short run in all sets; the bits above contain its length.
const SHORT_RUN_BITS: usize = 60;

/// How half of `N` sets are placed side by side in a word.
struct Side<const N: usize>;

impl<const N: usize> Side<N> {
    /// The number of bits for each set; a run has half of them, so that the other half of the sets
    /// fits in between.
    const WIDTH: usize = SHORT_RUN_BITS / (N / 2);

    /// The bits of one set.
    const ONE: u64 = (1 << Self::WIDTH) - 1;

    /// The lowest bit of each set.
    const BY_SIDE: u64 = {
        let (mut all, mut i) = (0, 0);
        while i < N / 2 {
            all |= 1 << (i * Self::WIDTH);
            i += 1;
        }
        all
    };
}

/// The vertex in the middle of the last run of a set that is not empty.
pub(super) fn middle_of_last_run<W: Word>(set: W) -> usize {
    let last = set.greatest();
    let before = W::first(last) & !set;
    let first = if before == W::EMPTY { 0 } else { before.greatest() + 1 };
    (first + last) / 2
}

/// Inserts a number among the first `count` ones, which are sorted. It has no branch, because the
/// processor could not predict it.
#[inline(always)]
fn insert(sorted: &mut [u64], count: usize, mut number: u64) {
    for other in &mut sorted[..count] {
        (*other, number) = ((*other).min(number), (*other).max(number));
    }
    sorted[count] = number;
}

#[cfg(test)]
mod tests {
    use chromex_graphs::random::SplitMix;

    use super::*;

    fn short_runs_are_sorted_as_others<const N: usize>(length: usize, random: &mut SplitMix) {
        let mut found = 0;
        for _ in 0..20_000 {
            // Some vertices are in no set, so there are several runs.
            let open = random.next_bits() & (random.next_bits() | random.next_bits());
            let open = open & u64::first(length);
            let mut piece: [u64; N] = sets(|_| random.next_bits() & open);
            piece[random.next_bits() as usize % N] |= open;
            if open == 0 {
                continue;
            }
            let expected = sorted_long_runs(&piece);
            assert_eq!(sorted_runs(&piece), expected);
            if let Some(sorted) = sorted_short_runs(&piece) {
                assert_eq!(sorted, expected);
                found += 1;
            }
        }
        assert!(found > 500, "only {found} with short runs");
    }

    #[test]
    fn runs_are_sorted_alike_in_words_and_in_lists() {
        let mut random = SplitMix::new(1915);
        for length in [5, 11, 15, 20, 23] {
            short_runs_are_sorted_as_others::<4>(length, &mut random);
            short_runs_are_sorted_as_others::<6>(length.min(20), &mut random);
            short_runs_are_sorted_as_others::<8>(length.min(15), &mut random);
        }
    }

    #[test]
    fn the_last_run_has_a_middle() {
        for (set, middle) in [(0b1, 0), (0b111, 1), (0b11101, 3), (0b1000_0001, 7), (!0 << 60, 61)]
        {
            assert_eq!(middle_of_last_run::<u64>(set), middle);
        }
    }
}
