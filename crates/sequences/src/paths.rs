//! Colouring games on paths and cycles as systems of coupled recurrences.
//!
//! If a rule concerns only adjacent vertices, a coloured vertex cuts a path. What remains are
//! *pieces*: m uncoloured vertices in a row, with a coloured vertex or the end of the path on
//! either side. Colouring the i-th vertex of the piece (l, m, r) with c leaves (l, i − 1, c) and
//! (c, m − i, r); so with K colours there are (K + 1)² coupled sequences. Beaulieu, Burke and
//! Duchêne do this for the blue-red game (their Proposition 9: D, A, B, C are four of the nine).

use super::plain::{Seen, xor_bound};

/// A game on paths whose rule concerns adjacent vertices only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Adjacent vertices differ; the number of colours.
    Proper(u8),
    /// Adjacent vertices are alike; two colours.
    Snort,
    /// On directed paths: both ends of an arc are coloured only as Blue (1) → Red (2).
    BlueRed,
}

/// What stands beside a piece: 0 for the end of the path, otherwise the colour there.
pub type End = u8;

impl Rule {
    /// The number of colours that need telling apart on a path.
    ///
    /// A piece knows at most two colours, those at its ends, so that three colours stand for any
    /// larger number of them: one like the left end, one like the right, and one like neither.
    pub fn colours(self) -> u8 {
        match self {
            Rule::Proper(k) => k.min(3),
            Rule::Snort | Rule::BlueRed => 2,
        }
    }

    fn allows(self, left: End, right: End) -> bool {
        match self {
            _ if left == 0 || right == 0 => true,
            Rule::Proper(_) => left != right,
            Rule::Snort => left == right,
            Rule::BlueRed => left == 1 && right == 2,
        }
    }
}

/// The nimbers of all pieces of a game, up to some length.
#[derive(Debug, Clone)]
pub struct Pieces {
    rule: Rule,
    /// Indexed by left end, right end and number of uncoloured vertices.
    values: Vec<Vec<u16>>,
    largest: u16,
}

impl Pieces {
    /// All pieces with up to `to` uncoloured vertices, by the recurrence.
    pub fn new(rule: Rule, to: usize) -> Pieces {
        let ends = usize::from(rule.colours()) + 1;
        let mut pieces = Pieces { rule, values: vec![vec![0]; ends * ends], largest: 0 };
        pieces.extend(to);
        pieces
    }

    /// The largest number of uncoloured vertices for which the nimbers are known.
    pub fn last(&self) -> usize {
        self.values[0].len() - 1
    }

    /// Continues up to `to` uncoloured vertices, or as far as nimbers fit into 16 bits.
    pub fn extend(&mut self, to: usize) {
        let mut seen = Seen::default();
        for m in self.last() + 1..=to {
            let ends = self.all_ends();
            let row: Option<Vec<u16>> = ends.map(|(l, r)| self.mex(&mut seen, l, m, r)).collect();
            let Some(row) = row else { return };
            self.largest = row.iter().copied().max().unwrap_or(0).max(self.largest);
            self.values.iter_mut().zip(row).for_each(|(sequence, value)| sequence.push(value));
        }
    }

    fn all_ends(&self) -> impl Iterator<Item = (End, End)> + use<> {
        let k = self.rule.colours();
        (0..=k).flat_map(move |l| (0..=k).map(move |r| (l, r)))
    }

    fn sequence(&self, left: End, right: End) -> &[u16] {
        let ends = usize::from(self.rule.colours()) + 1;
        &self.values[usize::from(left) * ends + usize::from(right)]
    }

    /// The nimber of the piece of m uncoloured vertices between these ends.
    pub fn value(&self, left: End, m: usize, right: End) -> u16 {
        self.sequence(left, right)[m]
    }

    fn mex(&self, seen: &mut Seen, left: End, m: usize, right: End) -> Option<u16> {
        seen.clear(xor_bound(self.largest));
        for c in 1..=self.rule.colours() {
            let (before, after) = (self.sequence(left, c), self.sequence(c, right));
            let first = if self.rule.allows(left, c) { 1 } else { 2 };
            let last = if self.rule.allows(c, right) { m } else { m - 1 };
            (first..=last).for_each(|i| seen.add(before[i - 1] ^ after[m - i]));
        }
        seen.mex()
    }

    /// The nimber of the cycle with n ≥ 3 vertices (n ≥ 2 if directed), uncoloured.
    ///
    /// The first move makes it a piece of n − 1 vertices with the same colour on both sides.
    pub fn cycle(&self, n: usize) -> u16 {
        let mut seen = Seen::default();
        seen.clear(xor_bound(self.largest));
        (1..=self.rule.colours()).for_each(|c| seen.add(self.value(c, n - 1, c)));
        seen.mex().expect("there are at most 255 colours")
    }

    /// The values of the path with k vertices in all, for k = 0, 1, …, as many as are known. If
    /// ends are given, the first and the last vertex are coloured. The value is 0 where the path is
    /// too short.
    pub fn path(&self, left: End, right: End) -> Vec<u16> {
        let coloured = usize::from(left > 0) + usize::from(right > 0);
        let mut values = vec![0; coloured];
        values.extend_from_slice(self.sequence(left, right));
        values
    }
}
