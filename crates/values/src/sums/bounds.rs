//! What the walls of thermographs say about the stops of a sum.
//!
//! Cooling keeps sums, left stops fall and right stops rise with the temperature, no faster than it does, and
//! `R(G) + R(H) ≤ R(G + H)` and `L(G) + R(H) ≤ L(G + H) ≤ L(G) + L(H)` (Siegel, chapter II). So at every temperature `t`, with the walls
//! `L` and `R` of the parts at `t`,
//!
//! * the left stop of the sum is at least `Σ R` plus the greatest width `L − R` of a part,
//! * and at most `Σ L + t`,
//!
//! and the same holds for Right. If the left stop is positive, Left wins moving first; if it is
//! negative, she loses.

use super::Parts;
use crate::dyadic::Dyadic;
use crate::store::Arena;
use crate::{OutOfRange, Side};

/// Bounds of a stop of the sum, in units of the last binary place; as integers, because sums may be
/// larger than a [`Dyadic`](crate::Dyadic) can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub least: i128,
    pub most: i128,
}

impl Arena {
    /// Whether the player wins moving first, if the walls settle it.
    pub(super) fn wins_by_walls(
        &mut self,
        parts: &Parts,
        side: Side,
    ) -> Result<Option<bool>, OutOfRange> {
        let Bounds { least, most } = self.stop_bounds(parts, side)?;
        Ok(match side {
            Side::Left if least > 0 => Some(true),
            Side::Left if most < 0 => Some(false),
            Side::Right if most < 0 => Some(true),
            Side::Right if least > 0 => Some(false),
            _ => None,
        })
    }

    /// Bounds of the stop that is reached when this player starts.
    pub(super) fn stop_bounds(&mut self, parts: &Parts, side: Side) -> Result<Bounds, OutOfRange> {
        let mut walls = Vec::with_capacity(parts.len());
        let mut bends = vec![Dyadic::ZERO];
        for &part in parts {
            let thermograph = self.thermograph(part)?;
            let points = thermograph.left.iter().chain(&thermograph.right);
            bends.extend(points.map(|&(t, _)| t));
            walls.push(thermograph);
        }
        // The bounds are linear between bends, so that the best bound of each kind is at a bend.
        bends.sort_unstable();
        bends.dedup();
        let (mut least, mut most) = (i128::MIN, i128::MAX);
        for t in bends {
            let (mut left, mut right, mut width) = (0_i128, 0_i128, 0_i128);
            for wall in &walls {
                let [l, r] = wall.stops_at(t).map(|stop| i128::from(stop.raw()));
                left += l;
                right += r;
                width = width.max(l - r);
            }
            let t = i128::from(t.raw());
            match side {
                Side::Left => {
                    least = least.max(right + width);
                    most = most.min(left + t);
                }
                Side::Right => {
                    least = least.max(right - t);
                    most = most.min(left - width);
                }
            }
        }
        Ok(Bounds { least, most })
    }
}
