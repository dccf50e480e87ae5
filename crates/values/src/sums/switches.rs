//! Sums of switches: here it is right to play the hottest first.
//!
//! A switch is `{x|y}` with numbers `x > y`: its mean `m` and `±t`, where `t` is its temperature.
//! Two switches of the same temperature cancel, except for their means, so let `t₁ > t₂ > … > tₖ >
//! 0` be the temperatures that are left, and `f = t₁ − t₂ + t₃ − …` the gain of the player who
//! starts if both always take the hottest switch. Then every other move is strictly worse. Write
//! `f(T)` for what is gained in a set `T` of switches. Moving in `tⱼ` instead of `t₁`, answered in
//! `t₁`, gains `tⱼ − t₁ + f(T∖{1,j})`, which is
//!
//! ```text
//! f(T) − (tⱼ − t₁ + f(T∖{1,j})) = 2(t₁ − t₂) + f(T∖{1,2}) + f(T∖{1,2,j}) − tⱼ  ≥  2(t₁ − t₂)  >  0
//! ```
//!
//! less (for `j = 2` it is just `2(t₁ − t₂)`): by induction `f(T∖{1,2})` is at least what moving in `tⱼ` gains there, `tⱼ − f(T∖{1,2,j})`. A move in a number or
//! in an infinitesimal loses a turn, and with it `2f > 0`, or more. So the stop of the sum is the sum of the means and `f`; if it is zero, neither can
//! afford another move until all switches are gone, and then the infinitesimal decides.

use super::Parts;
use crate::dyadic::Dyadic;
use crate::simple::Simple;
use crate::store::Arena;
use crate::{Form, OutOfRange, Side};

/// A switch `{x|y}`: `x + y` and `x − y`, in units of the last binary place.
struct Switch {
    ends: i128,
    width: i128,
}

/// A sum of switches and a simple value.
pub(super) struct SwitchSum {
    /// Twice the sum of all means.
    means: i128,
    /// Twice the temperatures of the switches that do not cancel, hottest first.
    widths: Vec<i128>,
    /// The infinitesimal part.
    rest: Simple,
}

impl SwitchSum {
    /// Twice the stop that is reached when this player starts.
    pub(super) fn doubled_stop(&self, side: Side) -> i128 {
        let signs = [1, -1].into_iter().cycle();
        let gained: i128 = self.widths.iter().zip(signs).map(|(width, sign)| width * sign).sum();
        match side {
            Side::Left => self.means + gained,
            Side::Right => self.means - gained,
        }
    }

    fn wins(&self, side: Side) -> bool {
        let stop = self.doubled_stop(side);
        if stop != 0 {
            return (stop > 0) == (side == Side::Left);
        }
        let last = if self.widths.len().is_multiple_of(2) { side } else { side.opponent() };
        let last_wins = match last {
            Side::Left => !self.rest.negative().is_at_least_zero(),
            Side::Right => !self.rest.is_at_least_zero(),
        };
        last_wins == (last == side)
    }
}

impl Arena {
    /// Whether the player wins moving first, if there are only switches and simple parts.
    pub(super) fn wins_switches(
        &mut self,
        parts: &Parts,
        side: Side,
    ) -> Result<Option<bool>, OutOfRange> {
        Ok(self.as_switches(parts)?.map(|sum| sum.wins(side)))
    }

    /// The sum, if there are only switches and simple parts.
    pub(super) fn as_switches(&mut self, parts: &[Form]) -> Result<Option<SwitchSum>, OutOfRange> {
        let (mut means, mut widths) = (0, Vec::new());
        let mut rest = Simple::number(Dyadic::ZERO);
        for &part in parts {
            if let Some(simple) = self.as_simple(part) {
                means += 2 * i128::from(simple.number.raw());
                rest = rest.plus(Simple { number: Dyadic::ZERO, ..simple });
            } else if let Some(Switch { ends, width }) = self.as_switch(part) {
                means += ends;
                widths.push(width);
            } else {
                return Ok(None);
            }
        }
        widths.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Some(SwitchSum { means, widths: without_pairs(&widths), rest }))
    }

    fn as_switch(&mut self, form: Form) -> Option<Switch> {
        let ends = [Side::Left, Side::Right].map(|side| match self.options_of(form, side)[..] {
            [option] => self.as_number(option).map(|x| i128::from(x.raw())),
            _ => None,
        });
        match ends {
            [Some(x), Some(y)] if x > y => Some(Switch { ends: x + y, width: x - y }),
            _ => None,
        }
    }
}

/// The numbers that occur an odd number of times in a sorted list, each once.
fn without_pairs(sorted: &[i128]) -> Vec<i128> {
    let mut odd: Vec<i128> = Vec::new();
    for &width in sorted {
        match odd.last() == Some(&width) {
            true => drop(odd.pop()),
            false => odd.push(width),
        }
    }
    odd
}
