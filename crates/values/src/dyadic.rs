//! Dyadic rationals: the numbers that short games can be.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use super::OutOfRange;

/// The finest numbers that can be told apart have this many binary places.
pub const PLACES: u32 = 40;

/// Forms may not be numbers larger than this, nor have larger stops; the same holds for their
/// negatives.
pub const LARGEST: i32 = 1 << 17;

/// A dyadic rational `m / 2^e` with `e ≤ 40`, exactly.
///
/// The binary point is fixed, so that order and sum are those of integers. The stops of forms are
/// within ±[`LARGEST`], those of cores and their options within a few times that, so the additions
/// of a comparison cannot overflow.
///
/// ```
/// use chromex_values::Dyadic;
/// assert_eq!(Dyadic::new(-6, 2).unwrap().to_string(), "-3/2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Dyadic(i64);

/// One end of an interval: `None` stands for infinity; otherwise a number and whether it belongs to
/// the interval.
pub(super) type End = Option<(Dyadic, bool)>;

const ONE: i64 = 1 << PLACES;

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(0);

    /// `numerator / 2^exponent`, if that is neither too large nor too fine.
    pub fn new(numerator: i64, exponent: u32) -> Option<Dyadic> {
        let spare = exponent.saturating_sub(PLACES);
        if numerator != 0 && numerator.trailing_zeros() < spare {
            return None;
        }
        let numerator = i128::from(numerator.checked_shr(spare).unwrap_or(0));
        let fixed = numerator << PLACES.saturating_sub(exponent);
        i64::try_from(fixed).ok().map(Dyadic).filter(|x| x.is_in_range())
    }

    /// The integer `n`, within ±2^20.
    pub fn integer(n: i32) -> Dyadic {
        Dyadic(i64::from(n) << PLACES)
    }

    /// The number as a multiple of the smallest unit, which has [`PLACES`] binary places.
    pub(super) fn raw(self) -> i64 {
        self.0
    }

    pub(super) fn from_raw(raw: i64) -> Dyadic {
        Dyadic(raw)
    }

    /// Whether a form may have this number as a stop.
    pub(super) fn is_in_range(self) -> bool {
        self.0.unsigned_abs() <= (LARGEST as u64) << PLACES
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.0 >> (PLACES - self.exponent())
    }

    /// The binary logarithm of the denominator in lowest terms.
    pub fn exponent(self) -> u32 {
        PLACES - self.0.trailing_zeros().min(PLACES)
    }

    /// The nearest floating point number, for drawing.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / ONE as f64
    }

    /// Whether it is an integer.
    pub fn is_integer(self) -> bool {
        self.exponent() == 0
    }

    /// The largest integer that is not larger.
    pub(super) fn floor(self) -> i32 {
        (self.0 >> PLACES) as i32
    }

    /// The smallest integer that is not smaller.
    pub fn ceil(self) -> i32 {
        -(-self).floor()
    }

    /// Half of the number, unless that is too fine.
    pub(super) fn half(self) -> Option<Dyadic> {
        (self.0 & 1 == 0).then_some(Dyadic(self.0 >> 1))
    }

    /// The unit in its last binary place: `1/2^e`.
    pub(super) fn last_place(self) -> Dyadic {
        Dyadic(ONE >> self.exponent())
    }

    /// The left option of the canonical form of this number, if it has one.
    pub fn left_option(self) -> Option<Dyadic> {
        (self.0 > 0 || !self.is_integer()).then(|| self - self.last_place())
    }

    /// The simplest number that is greater than the first number and less than the second; either
    /// may be missing.
    pub fn simplest_between(
        above: Option<Dyadic>,
        below: Option<Dyadic>,
    ) -> Result<Dyadic, OutOfRange> {
        let end = |x| (x, false);
        Dyadic::simplest(above.map(end), below.map(end))?.ok_or(OutOfRange)
    }

    /// The simplest number in an interval, the one that is born first; `None` if the interval is
    /// empty (the simplest number theorem).
    pub(super) fn simplest(lower: End, upper: End) -> Result<Option<Dyadic>, OutOfRange> {
        if let (Some((low, from)), Some((high, to))) = (lower, upper)
            && (low > high || low == high && !(from && to))
        {
            return Ok(None);
        }
        match (lower, upper) {
            (Some(low), _) if !reaches_zero(low) => simplest_positive(low, upper).map(Some),
            (_, Some(high)) if !reaches_zero(mirror(high)) => {
                simplest_positive(mirror(high), lower.map(mirror)).map(|x| Some(-x))
            }
            _ => Ok(Some(Dyadic::ZERO)),
        }
    }
}

fn mirror((x, belongs): (Dyadic, bool)) -> (Dyadic, bool) {
    (-x, belongs)
}

/// Whether an interval with this lower end reaches down to zero.
fn reaches_zero((low, belongs): (Dyadic, bool)) -> bool {
    low.0 < 0 || low.0 == 0 && belongs
}

/// The simplest number in a nonempty interval of positive numbers: the smallest of those with the
/// fewest binary places.
fn simplest_positive((low, belongs): (Dyadic, bool), upper: End) -> Result<Dyadic, OutOfRange> {
    for places in 0..=PLACES {
        let step = ONE >> places;
        let mut x = low.0 & !(step - 1);
        if x < low.0 || !belongs && x == low.0 {
            x += step;
        }
        let x = Dyadic(x);
        if upper.is_none_or(|(high, to)| x < high || to && x == high) {
            return if x.is_in_range() { Ok(x) } else { Err(OutOfRange) };
        }
    }
    Err(OutOfRange)
}

impl Add for Dyadic {
    type Output = Dyadic;
    fn add(self, other: Dyadic) -> Dyadic {
        Dyadic(self.0 + other.0)
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;
    fn sub(self, other: Dyadic) -> Dyadic {
        Dyadic(self.0 - other.0)
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        Dyadic(-self.0)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent() {
            0 => write!(f, "{}", self.numerator()),
            exponent => write!(f, "{}/{}", self.numerator(), 1_i64 << exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplest(lower: Option<(i64, u32)>, upper: Option<(i64, u32)>, belong: bool) -> String {
        let end = |(n, e): (i64, u32)| (Dyadic::new(n, e).unwrap(), belong);
        let found = Dyadic::simplest(lower.map(end), upper.map(end)).unwrap();
        found.map_or("none".to_owned(), |x| x.to_string())
    }

    #[test]
    fn simplest_numbers() {
        assert_eq!(simplest(None, None, false), "0");
        assert_eq!(simplest(Some((0, 0)), None, false), "1");
        assert_eq!(simplest(Some((5, 1)), None, false), "3");
        assert_eq!(simplest(Some((5, 1)), Some((4, 0)), false), "3");
        assert_eq!(simplest(Some((0, 0)), Some((1, 0)), false), "1/2");
        assert_eq!(simplest(Some((-1, 0)), Some((-1, 1)), false), "-3/4");
        assert_eq!(simplest(Some((1, 2)), Some((1, 0)), false), "1/2");
        assert_eq!(simplest(None, Some((-7, 2)), false), "-2");
        assert_eq!(simplest(Some((3, 3)), Some((3, 3)), true), "3/8");
        assert_eq!(simplest(Some((3, 3)), Some((3, 3)), false), "none");
        assert_eq!(simplest(Some((1, 0)), Some((0, 0)), true), "none");
    }

    #[test]
    fn too_large_and_too_fine_are_refused() {
        assert_eq!(Dyadic::new(1, 41), None);
        assert_eq!(Dyadic::new(1 << 30, 70).map(|x| x.exponent()), Some(40));
        assert_eq!(Dyadic::new(0, 99), Some(Dyadic::ZERO));
        assert_eq!(Dyadic::new(1 << 18, 0), None);
        assert_eq!(Dyadic::new(-(1 << 17), 0).unwrap().to_string(), "-131072");
        let tiny = Dyadic::new(1, 40).unwrap();
        let found = Dyadic::simplest(Some((Dyadic::ZERO, false)), Some((tiny, false)));
        assert_eq!(found, Err(OutOfRange));
        let top = Dyadic::integer(LARGEST);
        assert_eq!(Dyadic::simplest(Some((top, false)), None), Err(OutOfRange));
    }
}
