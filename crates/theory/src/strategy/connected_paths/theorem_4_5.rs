//! Theorem 4.5: Alice wins on cycles of odd order.
//!
//! Places are counted around the cycle from Alice's first vertex, 0, in the direction in which Bob's first
//! one comes in the second half.

use super::line::Line;
use super::{follow, lemma_4_4};

/// How far the proof has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing is coloured, or only the first vertex.
    Begin,
    /// For t rounds Bob has played next to Alice: 0, 2, …, 2t - 2 are red, the last place and
    /// 1, 3, …, 2t - 3 are blue, and 2t may be red already.
    Zigzag { t: usize },
    /// The red component from `first` to `last`, around the cycle, grows.
    Grow { first: usize, last: usize },
    /// It cannot grow any more and has order x: Bob is kept below x.
    Follow { x: usize },
}

impl Stage {
    /// The stage after a move of Bob's.
    pub(super) fn after_bob(self, line: &Line, place: usize) -> Stage {
        match self {
            Stage::Begin if place == line.length - 1 => Stage::Zigzag { t: 1 },
            Stage::Begin => Stage::Grow { first: 0, last: 0 },
            Stage::Zigzag { t } if place == 2 * t - 1 => Stage::Zigzag { t: t + 1 },
            stage => stage,
        }
    }
}

/// A move of Alice's, its case, and the stage after it.
pub(super) struct Step {
    pub place: usize,
    pub case: &'static str,
    pub then: Stage,
}

/// Alice's move, if Bob's last one was at `last`.
pub(super) fn step(line: &Line, stage: Stage, last: Option<usize>) -> Option<Step> {
    match stage {
        Stage::Begin => Some(Step { place: 0, case: "Theorem 4.5", then: stage }),
        Stage::Zigzag { t } => Some(zigzag(line, t)),
        Stage::Grow { first, last } => grow(line, first, last),
        Stage::Follow { .. } => follow(line, stage, last?),
    }
}

fn zigzag(line: &Line, t: usize) -> Step {
    let case = "Theorem 4.5, zigzag";
    // Bob has left the place between two red ones open, or it is the last one of all.
    if !line.is_open(2 * t) {
        let then = Stage::Grow { first: 2 * t - 2, last: 2 * t };
        return Step { place: 2 * t - 1, case, then };
    }
    Step { place: 2 * t, case, then: Stage::Zigzag { t } }
}

fn grow(line: &Line, first: usize, last: usize) -> Option<Step> {
    let n = line.length;
    let (before, after) = ((first + n - 1) % n, (last + 1) % n);
    let case = "Theorem 4.5, growing";
    if line.is_open(after) {
        return Some(Step { place: after, case, then: Stage::Grow { first, last: after } });
    }
    if line.is_open(before) {
        return Some(Step { place: before, case, then: Stage::Grow { first: before, last } });
    }
    let x = (last + n - first) % n + 1;
    let (place, case) = lemma_4_4::first_cut(line, line.region(after), x)?;
    Some(Step { place, case, then: Stage::Follow { x } })
}

fn follow(line: &Line, then: Stage, last: usize) -> Option<Step> {
    if let Some(place) = follow::cut(line, last) {
        return Some(Step { place, case: follow::lemma(line, last), then });
    }
    let place = line.open.iter().next()?.first;
    Some(Step { place, case: "arbitrary", then })
}

/// Whether Bob's components stay below Alice's, after a move of hers.
pub(super) fn check(line: &Line, stage: Stage) -> Result<(), String> {
    let Stage::Follow { x } = stage else { return Ok(()) };
    let bounds = line.regions().into_iter().map(|region| follow::bound(line, region));
    match bounds.max().filter(|&bound| bound >= x) {
        Some(bound) => Err(format!("Bob may get a component of order {bound}, Alice has {x}")),
        None => Ok(()),
    }
}
