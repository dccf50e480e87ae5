//! Facts about the values of a sequence.

use super::sparse::mask::{best_mask, is_rare};

/// Facts about g(first), …, g(last).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The first k.
    pub first: usize,
    /// The last k.
    pub last: usize,
    /// The k with g(k) = 0: the P-positions.
    pub zeros: Vec<usize>,
    /// Each value larger than all before it, with its k.
    pub records: Vec<(usize, u16)>,
    /// How often each value occurs: (value, how often, first k, last k).
    pub histogram: Vec<Count>,
    /// The mask under which the fewest values are rare.
    pub mask: u16,
    /// How many values are rare under it.
    pub rare: usize,
    /// The last k with a rare value, and this value.
    pub last_rare: Option<(usize, u16)>,
}

/// How often a value occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The nimber that is counted.
    pub value: u16,
    /// For how many k it is the value.
    pub count: u64,
    /// The first k with this value.
    pub first: usize,
    /// The last k with this value.
    pub last: usize,
}

impl Report {
    /// The facts about g(first), …; `values[k]` is g(k).
    pub fn new(values: &[u16], first: usize) -> Report {
        let terms = || values.iter().copied().enumerate().skip(first);
        let mut counts: Vec<Option<Count>> = Vec::new();
        let mut records: Vec<(usize, u16)> = Vec::new();
        for (k, value) in terms() {
            if records.last().is_none_or(|&(_, largest)| value > largest) {
                records.push((k, value));
            }
            let at = usize::from(value);
            if counts.len() <= at {
                counts.resize(at + 1, None);
            }
            let count = counts[at].get_or_insert(Count { value, count: 0, first: k, last: k });
            count.count += 1;
            count.last = k;
        }
        let histogram: Vec<Count> = counts.iter().flatten().copied().collect();
        let tally: Vec<u64> = counts.iter().map(|count| count.map_or(0, |c| c.count)).collect();
        let (mask, rare) = best_mask(&tally);
        let rare_counts = histogram.iter().filter(|count| is_rare(count.value, mask));
        let last_rare = rare_counts.max_by_key(|count| count.last).map(|c| (c.last, c.value));
        Report {
            first,
            last: values.len().saturating_sub(1),
            zeros: terms().filter(|&(_, value)| value == 0).map(|(k, _)| k).collect(),
            records,
            histogram,
            mask,
            rare: rare as usize,
            last_rare,
        }
    }

    /// The largest value and its first k.
    pub fn largest(&self) -> Option<(usize, u16)> {
        self.records.last().copied()
    }
}
