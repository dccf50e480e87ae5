//! Lemma 4.4: a path with x ≥ 3 places of the opponent, both ends among them, and an odd number of open
//! places. Playing first, we keep his components at order at most x - 1.
//!
//! This is the first move; after it, `follow` continues. Where the proof cites Lemma 4.2 for a part
//! with a component of order x - 2 at one end, one more place at the other, and x - 1 to be kept,
//! that lemma allows x; the bound in `follow` for two ends is what is needed there.

use super::line::{Line, Span};

/// Where to cut, and the case. `region` has `x` places of the opponent.
pub(super) fn first_cut(line: &Line, region: Span, x: usize) -> Option<(usize, &'static str)> {
    let mut from_left = line.theirs.within(region);
    let (first, second) = (from_left.next()?, from_left.next()?);
    let last = line.theirs.within(region).next_back()?;
    let cut = match (first.len(), second.len()) {
        (order, _) if order == x - 1 => (first.last + 1, "Lemma 4.4, x - 1 at an end"),
        _ if last.len() == x - 1 => (last.first - 1, "Lemma 4.4, x - 1 at an end"),
        (1, 1) if x == 3 => (next_to(first, second, last, odd), "Lemma 4.4, x = 3"),
        (1, order) if order == x - 2 => {
            (next_to(first, second, last, |left, right| left <= right), "Lemma 4.4, x - 2 between")
        }
        // At least two places of the opponent on each side.
        (1, _) => (second.last + 1, "Lemma 4.4, a cut between"),
        _ => (first.last + 1, "Lemma 4.4, a cut between"),
    };
    Some(cut)
}

/// The place on the left of the middle component if `left` accepts the two gaps, otherwise the
/// place on its right.
fn next_to(first: Span, middle: Span, last: Span, left: impl Fn(usize, usize) -> bool) -> usize {
    let gaps = (middle.first - first.last - 1, last.first - middle.last - 1);
    if left(gaps.0, gaps.1) { middle.first - 1 } else { middle.last + 1 }
}

fn odd(left: usize, _right: usize) -> bool {
    left % 2 == 1
}
