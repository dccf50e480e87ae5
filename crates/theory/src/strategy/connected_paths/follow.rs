//! Lemmas 4.1 and 4.2: how to keep the opponent's components small, answering where he plays.
//!
//! Our places cut the row into regions, which are games of their own. When the opponent plays in one,
//! the answer goes into the same one, next to one of his components (the proofs say that we "follow" him).
//! Let s be the number of his places in a region when it is his turn. The answers below keep his
//! components there at order at most
//!
//! * s + 1, or 2 if s = 1, if an end of the region is his (Lemma 4.1 is the case s = 1);
//! * s + 2 in any region (Lemma 4.2, and with s = 0 its case x = 1).
//!
//! *Proof.* Let C be the component that contains his move, and x = s + 1 the number of his places
//! now. We cut next to C, towards an end E that is his, if E is outside C. Then both parts have an
//! end that is his and at most x - 1 = s of his places, and s + 1 is what we may allow. If E is in
//! C, then C is closed and has order e ≥ 2, and the rest has s + 1 - e ≤ s - 1 of his places. If no
//! end is his, we cut between C and another component, so that both parts have at most x - 1
//! places; if there is none, C is at the end of a part and the other part is empty of his places.
//!
//! This is not word for word the paper's Lemma 4.2, which cuts next to a largest component and
//! allows x whenever the x places are not connected: that is false for x = 2 (`.B...B..`, see
//! FINDINGS.md). Here the bound x is for regions with an end that is his, and there any component
//! will do; so the answer depends only on the surroundings of the last move.
//!
//! If both ends are his, either may be E. The choice by parity makes the bound of Lemma 4.4 for x = 3 true:
//! two components of order c ≥ c' at the ends and an even number of open places between them come to
//! order c + 1 at most, because a move between them leaves one gap even, the other odd, and we cut the odd
//! one. If the number is odd and at least 3, cutting on the side of the larger one allows c + 1 or c' + 2.

use super::line::{Line, Span};

/// The place that answers the opponent's last move; `None` if there is nothing to cut in its
/// region.
pub(super) fn cut(line: &Line, last: usize) -> Option<usize> {
    let around = Around::new(line, last)?;
    let Span { first, last } = around.run;
    let (before, after) = (first.wrapping_sub(1), last + 1);
    let (at_start, at_end) = (first == around.region.first, last == around.region.last);
    match (around.end_on_the_left(line), around.end_on_the_right(line)) {
        _ if at_start && at_end => None,
        (Some(left), Some(right)) => {
            Some(if around.cuts_left(left, right) { before } else { after })
        }
        (Some(_), None) => Some(before),
        (None, Some(_)) => Some(after),
        // A single place at an end is not closed off; it is taken as the end E.
        (None, None) if at_start => match around.right {
            Some(other) if first == last => Some(other.first - 1),
            _ => Some(after),
        },
        (None, None) if at_end => match around.left {
            Some(other) if first == last => Some(other.last + 1),
            _ => Some(before),
        },
        (None, None) if around.right.is_none() && around.left.is_some() => Some(before),
        (None, None) => Some(after),
    }
}

/// The surroundings of the opponent's last move.
struct Around {
    region: Span,
    /// The component with the move.
    run: Span,
    /// The next components of the region, on either side.
    left: Option<Span>,
    right: Option<Span>,
}

impl Around {
    fn new(line: &Line, last: usize) -> Option<Around> {
        let (region, run) = (line.region(last), line.theirs.holding(last)?);
        let inside = |run: &Span| region.holds(run.first);
        Some(Around {
            region,
            run,
            left: line.theirs.before(run.first).filter(inside),
            right: line.theirs.after(run.first).filter(inside),
        })
    }

    /// The component at the left end of the region, if it is a different one.
    fn end_on_the_left(&self, line: &Line) -> Option<Span> {
        self.left.and(line.theirs.holding(self.region.first))
    }

    fn end_on_the_right(&self, line: &Line) -> Option<Span> {
        self.right.and(line.theirs.holding(self.region.last))
    }

    /// Whether to cut on the left, if both ends belong to other components: in the odd gap, or
    /// towards the larger component.
    fn cuts_left(&self, left_end: Span, right_end: Span) -> bool {
        let odd_gap = |a: Option<Span>, b: Option<Span>| {
            a.zip(b).is_some_and(|(a, b)| (b.first - a.last - 1) % 2 == 1)
        };
        let run = Some(self.run);
        match (odd_gap(self.left, run), odd_gap(run, self.right)) {
            (true, false) => true,
            (false, true) => false,
            _ => left_end.len() >= right_end.len(),
        }
    }
}

/// The lemma that a cut after this move follows.
pub(super) fn lemma(line: &Line, last: usize) -> &'static str {
    let region = line.region(last);
    let runs: Vec<Span> = line.theirs.within(region).take(4).collect();
    let orders: Vec<usize> = runs.iter().map(|run| run.len()).collect();
    let at_start = line.theirs.holding(region.first).is_some();
    let at_end = line.theirs.holding(region.last).is_some();
    match (orders.as_slice(), at_start, at_end) {
        ([1, 1, 1] | [2, 1] | [1, 2], true, true) => "Lemma 4.4, x = 3",
        ([2] | [1, 1], true, _) | ([2] | [1, 1], _, true) => "Lemma 4.1",
        ([1], _, _) => "Lemma 4.2, x = 1",
        ([_], _, _) => "Lemma 4.2, y = x",
        _ => "Lemma 4.2, y < x",
    }
}

/// The order that the opponent's components in a region cannot exceed, when it is his turn.
pub(super) fn bound(line: &Line, region: Span) -> usize {
    let runs: Vec<Span> = line.theirs.within(region).collect();
    let his: usize = runs.iter().map(|run| run.len()).sum();
    let largest = runs.iter().map(|run| run.len()).max().unwrap_or(0);
    if his == region.len() {
        return largest;
    }
    let at_start = runs.first().is_some_and(|run| run.first == region.first);
    let at_end = runs.last().is_some_and(|run| run.last == region.last);
    match runs.as_slice() {
        [a, b] if at_start && at_end => match b.first - a.last - 1 {
            1 => his + 1,
            gap if gap % 2 == 0 => largest + 1,
            _ => (largest + 1).max(his - largest + 2),
        },
        _ if at_start || at_end => (his + 1).max(2),
        _ => his + 2,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const OPEN: u8 = b'.';
    const OURS: u8 = b'o';
    const HIS: u8 = b'h';

    fn line(row: &[u8]) -> Line {
        let mut line = Line::new(row.len());
        for (place, &sign) in row.iter().enumerate().filter(|(_, sign)| **sign != OPEN) {
            line.colour(place, sign == OURS);
        }
        line
    }

    /// The order of the largest component that any opponent can get, even if he decides where our
    /// spare moves go.
    fn worst(row: &[u8], known: &mut HashMap<Vec<u8>, usize>) -> usize {
        if let Some(&order) = known.get(row) {
            return order;
        }
        let components = row.split(|&sign| sign != HIS);
        let mut most = components.map(<[u8]>::len).max().unwrap_or(0);
        for place in (0..row.len()).filter(|&place| row[place] == OPEN) {
            let mut after = row.to_vec();
            after[place] = OURS;
            most = most.max(worst(&after, known));
            after[place] = HIS;
            if let Some(cut) = cut(&line(&after), place) {
                assert_eq!(after[cut], OPEN);
                after[cut] = OURS;
            }
            most = most.max(worst(&after, known));
        }
        known.insert(row.to_vec(), most);
        most
    }

    #[test]
    fn nobody_gets_more_than_the_bound_from_any_position() {
        let mut known = HashMap::new();
        for n in 1..=9 {
            for code in 0..3_usize.pow(n) {
                let sign = |place| [OPEN, OURS, HIS][code / 3_usize.pow(place) % 3];
                let row: Vec<u8> = (0..n).map(sign).collect();
                let line = line(&row);
                let bounds = line.regions().into_iter().map(|region| bound(&line, region));
                let (worst, bound) = (worst(&row, &mut known), bounds.max().unwrap_or(0));
                assert!(worst <= bound, "{}: {worst} > {bound}", String::from_utf8_lossy(&row));
            }
        }
        assert_eq!(known.len(), (1..=9).map(|n| 3_usize.pow(n)).sum::<usize>());
    }

    /// Lemma 4.1, and the cases of Lemma 4.2 that are used, cannot be improved beyond what `bound`
    /// says.
    #[test]
    fn bounds_are_met() {
        let mut known = HashMap::new();
        for (row, order) in
            [("h....", 2), (".....", 2), ("hh.....", 3), ("..h....", 3), ("h....h", 2)]
        {
            assert_eq!(worst(row.as_bytes(), &mut known), order, "{row}");
            let line = line(row.as_bytes());
            assert_eq!(bound(&line, line.region(0)), order, "{row}");
        }
    }
}
