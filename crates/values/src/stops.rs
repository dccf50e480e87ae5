//! Adorned stops: the number that play reaches, and who then has to move.
//!
//! They say everything about how a game compares with numbers, and settle most comparisons of
//! hot games with each other. See *Winning Ways*, chapter 6.

use super::dyadic::{Dyadic, PLACES};

/// A stop `x`, twice, and one more if the game just fails to be `≤ x` (left stops) or just manages
/// to be `≥ x` (right stops): so that a game is `≤ x` exactly if its left stop is at most `2x`, and
/// `≥ x` exactly if its right stop is at least `2x + 1`.
///
/// The left stop of `{L|R}` is then the greatest right stop in `L`, and so on: the adornment
/// follows without extra rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stop(i64);

impl Stop {
    pub(crate) fn new(stop: Dyadic, adorned: bool) -> Stop {
        Stop(2 * stop.raw() + i64::from(adorned))
    }

    /// The left and the right stop of a number.
    pub(crate) fn of_number(x: Dyadic) -> [Stop; 2] {
        [Stop::new(x, false), Stop::new(x, true)]
    }

    pub(crate) fn number(self) -> Dyadic {
        Dyadic::from_raw(self.0 >> 1)
    }

    pub(crate) fn is_adorned(self) -> bool {
        self.0 & 1 == 1
    }

    /// A number by which games can be put in order: the higher both stops are, the greater it is.
    pub(crate) fn sum([left, right]: [Stop; 2]) -> i64 {
        left.0 + right.0
    }

    pub(crate) fn shifted(self, by: i32) -> Stop {
        Stop(self.0 + (i64::from(by) << (PLACES + 1)))
    }

    pub(crate) fn plus(self, x: Dyadic) -> Stop {
        Stop(self.0 + 2 * x.raw())
    }

    /// For a left stop, the right stop of the negative game; for a right stop, the left stop of the
    /// negative game.
    pub(crate) fn mirrored(self) -> Stop {
        Stop(1 - self.0)
    }

    /// Whether one game is `≤` another, from their left and right stops. Stops are monotone, and if
    /// there is a number from the left stop of the first to the right stop of the second, it is
    /// between them (Siegel, chapter II). This settles all comparisons with numbers.
    pub(crate) fn tell(
        [left, right]: [Stop; 2],
        [other_left, other_right]: [Stop; 2],
    ) -> Option<bool> {
        if left > other_left || right > other_right {
            return Some(false);
        }
        (left < other_right).then_some(true)
    }

    /// The lower end of the interval of numbers that no option is `≥`, if this is the greatest
    /// right stop.
    pub(crate) fn lower_end(self) -> (Dyadic, bool) {
        (self.number(), !self.is_adorned())
    }

    /// The upper end of the interval of numbers that no option is `≤`, if this is the least left
    /// stop.
    pub(crate) fn upper_end(self) -> (Dyadic, bool) {
        (self.number(), self.is_adorned())
    }
}
