//! Is a sequence periodic? Found from its values, and proved.
//!
//! The octal periodicity theorem (Guy and Smith 1956): let no move take more than t counters and
//! none leave more than w heaps (w = 2 for octal games). If g(n + p) = g(n) for all n with
//! n₀ ≤ n < w n₀ + (w − 1) p + t, where n₀ ≥ 1, then g(n + p) = g(n) for all n ≥ n₀. For, by
//! induction, let N be at least that bound. The heaps that are left of N + p have a sum of at least
//! w (n₀ + p), so the largest of them is at least n₀ + p and can be made smaller by p: an
//! option of N with the same value. The other way round, the largest heap left of N is at least n₀
//! and can be made larger by p.

use super::code::Code;

/// A proved period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The least p.
    pub period: usize,
    /// The least n₀ ≥ 1 such that g(n + p) = g(n) for all n ≥ n₀.
    pub pre_period: usize,
    /// The theorem needs equality up to here; all these values were compared. (For a sequence that
    /// is read off an octal game, this counts heaps of that game.)
    pub checked_below: usize,
}

/// The least period that the values, from heap 0 on, prove.
pub fn find(code: &Code, values: &[u16]) -> Option<Period> {
    find_from_one(code, values.get(1..)?)
}

/// The least period that the values, from heap 1 on, prove.
pub(super) fn find_from_one(code: &Code, values: &[u16]) -> Option<Period> {
    let heaps = if code.is_octal() { 2 } else { 3 };
    let backwards: Vec<u16> = values.iter().rev().copied().collect();
    let equal = z_function(&backwards);
    let last = values.len();
    (1..backwards.len()).find_map(|period| {
        // g(n + p) = g(n) for n₀ ≤ n ≤ last − p.
        let pre_period = last + 1 - period - equal[period] as usize;
        let needed = heaps * pre_period + (heaps - 1) * period + code.longest();
        let proved = last + 1 - period >= needed;
        proved.then_some(Period { period, pre_period, checked_below: needed })
    })
}

/// For each i the length of the longest common prefix of the text and the text from i on.
fn z_function(text: &[u16]) -> Vec<u32> {
    // Four bytes for each heap, because there may be hundreds of millions of them.
    let mut z = vec![0; text.len()];
    let (mut left, mut right) = (0, 0);
    for i in 1..text.len() {
        let mut length = if i < right { (z[i - left] as usize).min(right - i) } else { 0 };
        while i + length < text.len() && text[length] == text[i + length] {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        z[i] = u32::try_from(length).unwrap_or(u32::MAX);
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes() {
        assert_eq!(z_function(&[1, 2, 1, 2, 1, 3]), [0, 0, 3, 0, 1, 0]);
        assert!(z_function(&[]).is_empty());
    }
}
