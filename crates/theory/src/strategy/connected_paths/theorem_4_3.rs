//! Theorem 4.3: Bob draws on paths of odd order n ≥ 11.
//!
//! Places are counted from 0 such that Alice's first, v_j, has at least 5 places on its left. The paper asks
//! for that, but then writes 5 ≤ j, counting from 1: with 4 places on the left there is no v_{j-5} for its
//! case 2, and Bob can lose on P_11.

use super::follow;
use super::line::Line;

/// The number of places that are needed to the left of Alice's first one.
pub(super) const ROOM: usize = 5;
/// The number of places there if 5 ≤ j is taken word for word.
pub(super) const LITERAL_ROOM: usize = 4;

/// Bob's answer to Alice's last move, and its case, if her first move was at `j`.
pub(super) fn answer(line: &Line, j: usize, last: usize) -> Option<(usize, &'static str)> {
    if line.ours.iter().next().is_none() {
        return Some((j - 1, "Theorem 4.3"));
    }
    let in_q = last < j;
    let planned = if in_q { in_q_answer(line, j, last) } else { None };
    let followed = || Some((follow::cut(line, last)?, follow::lemma(line, last)));
    planned.or_else(followed).or_else(|| Some((spare(line, j)?, "arbitrary")))
}

/// The part of the theorem about Q, which is everything to the left of v_j.
fn in_q_answer(line: &Line, j: usize, last: usize) -> Option<(usize, &'static str)> {
    let place = match is_case_2(line, j) {
        false => growth(line, j),
        true if last == j - 2 => Some(j - 4),
        true if last == j - 3 => j.checked_sub(5),
        true if last + 5 == j => Some(j - 3),
        true => None,
    };
    let case = if is_case_2(line, j) { "Theorem 4.3, case 2" } else { "Theorem 4.3, case 1" };
    place.filter(|&place| line.is_open(place)).map(|place| (place, case))
}

fn is_case_2(line: &Line, j: usize) -> bool {
    line.theirs.holding(j - 2).is_some()
}

/// The place next to the blue component of v_{j-1}, in case 1, if it is open.
pub(super) fn growth(line: &Line, j: usize) -> Option<usize> {
    let next = line.ours.holding(j - 1)?.first.checked_sub(1)?;
    line.is_open(next).then_some(next)
}

/// A move when nothing needs an answer: it enlarges a component if possible.
fn spare(line: &Line, j: usize) -> Option<usize> {
    let helpful = match is_case_2(line, j) {
        true => Some(j - 3).filter(|&place| line.is_open(place)),
        false => growth(line, j),
    };
    helpful.or_else(|| line.open.iter().next().map(|run| run.first))
}

/// Whether Alice's components stay within what the proof allows, after a move of Bob's.
pub(super) fn check(line: &Line, j: usize) -> Result<(), String> {
    let most = line.our_largest().max(2);
    let growing = growth(line, j).filter(|_| !is_case_2(line, j));
    for region in line.regions() {
        // Alice has fewer places in Q than the blue component as long as it grows.
        let in_q = growing.is_some_and(|place| region.holds(place));
        let bound = match in_q {
            true => line.theirs.within(region).map(|run| run.len()).sum::<usize>() + 1,
            false => follow::bound(line, region),
        };
        if bound > most {
            let (first, last) = (region.first + 1, region.last + 1);
            return Err(format!("Alice may get {bound} in v_{first}..v_{last}, Bob has {most}"));
        }
    }
    Ok(())
}
