//! What is known about a value that is a number or a number plus star, in two bytes.

use chromex_values::Dyadic;

/// A number, or a number plus star.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cold {
    pub number: Dyadic,
    /// Whether star is added to the number.
    pub star: bool,
}

impl Cold {
    /// The sum of two.
    pub(super) fn plus(self, other: Cold) -> Cold {
        Cold { number: self.number + other.number, star: self.star != other.star }
    }

    /// The negative.
    pub(super) fn negative(self) -> Cold {
        Cold { number: -self.number, ..self }
    }

    /// Whether it is at most a number. A number plus star is neither above nor below that number.
    pub(super) fn is_at_most(self, number: Dyadic) -> bool {
        self.number < number || self.number == number && !self.star
    }
}

/// The value is the number itself, or the number plus star: bits of a [`Bound`].
const PLAIN: u16 = 1;
const STAR: u16 = 2;

/// A lower bound: the value is larger than a number, or it is this number in one of the allowed
/// ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bound {
    number: Dyadic,
    allowed: u16,
}

/// What is known about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Knowledge {
    /// A lower bound of the value.
    lower: Option<Bound>,
    /// A lower bound of its negative.
    upper: Option<Bound>,
}

impl Knowledge {
    pub(super) fn is(value: Cold) -> Knowledge {
        let allowed = if value.star { STAR } else { PLAIN };
        let bound = |number| Some(Bound { number, allowed });
        Knowledge { lower: bound(value.number), upper: bound(-value.number) }
    }

    /// The knowledge about the negative that follows.
    pub(super) fn negative(self) -> Knowledge {
        Knowledge { lower: self.upper, upper: self.lower }
    }

    /// The value, if it is known.
    pub(super) fn value(self) -> Option<Cold> {
        let (lower, upper) = (self.lower?, self.upper?);
        let number = Some(lower.number).filter(|&number| number == -upper.number)?;
        match lower.allowed & upper.allowed {
            PLAIN => Some(Cold { number, star: false }),
            STAR => Some(Cold { number, star: true }),
            _ => None,
        }
    }

    /// Whether the value is at least a number, if that is known.
    pub(super) fn is_at_least(self, number: Dyadic) -> Option<bool> {
        // A value is not at least a number if it is less than the number, or the number plus star.
        let excludes = |bound: Option<Bound>, number, ways| {
            bound.is_some_and(|bound| {
                bound.number > number || bound.number == number && bound.allowed & ways == 0
            })
        };
        if excludes(self.lower, number, STAR) {
            Some(true)
        } else if excludes(self.upper, -number, PLAIN) {
            Some(false)
        } else {
            None
        }
    }

    /// Adds the fact whether the value is at least a number.
    pub(super) fn learn(self, number: Dyadic, is_at_least: bool) -> Knowledge {
        match is_at_least {
            true => Knowledge { lower: Some(raised(self.lower, number, PLAIN)), ..self },
            false => Knowledge { upper: Some(raised(self.upper, -number, STAR)), ..self },
        }
    }

    /// The combined knowledge of two searches.
    pub(super) fn and(self, other: Knowledge) -> Knowledge {
        let higher = |ours: Option<Bound>, theirs: Option<Bound>| match theirs {
            Some(Bound { number, allowed }) => Some(raised(ours, number, allowed)),
            None => ours,
        };
        let (lower, upper) = (higher(self.lower, other.lower), higher(self.upper, other.upper));
        Knowledge { lower, upper }
    }

    /// Two bytes with this knowledge, or as much of it as fits; 0 if nothing is known.
    pub(super) fn code(self) -> u16 {
        self.value().and_then(code_of_value).unwrap_or_else(|| {
            let code = |bound: Option<Bound>| bound.map_or(0, code_of_bound);
            code(self.upper) << BOUND_BITS | code(self.lower)
        })
    }

    /// Reads two bytes.
    pub(super) fn from_code(code: u16) -> Knowledge {
        if code & VALUE != 0 {
            // The number is in the lowest bits, with its sign.
            let number = Dyadic::new(i64::from((code << 2) as i16 >> 2), VALUE_PLACES);
            let star = code & WITH_STAR != 0;
            return Knowledge::is(Cold { number: number.unwrap_or_default(), star });
        }
        let low = code & ((1 << BOUND_BITS) - 1);
        Knowledge { lower: bound_of_code(low), upper: bound_of_code(code >> BOUND_BITS) }
    }
}

fn raised(bound: Option<Bound>, number: Dyadic, ways: u16) -> Bound {
    match bound {
        Some(bound) if bound.number > number => bound,
        Some(bound) if bound.number == number => Bound { allowed: bound.allowed & ways, ..bound },
        _ => Bound { number, allowed: ways },
    }
}

/// The code of a value: this bit, a bit for star, and a number with that many binary places.
const VALUE: u16 = 1 << 15;
const WITH_STAR: u16 = 1 << 14;
const VALUE_PLACES: u32 = 6;
const VALUE_BITS: u32 = 14;

fn code_of_value(value: Cold) -> Option<u16> {
    let spare = VALUE_PLACES.checked_sub(value.number.exponent())?;
    let number = value.number.numerator() << spare;
    let room = 1_i64 << (VALUE_BITS - 1);
    if !(-room..room).contains(&number) {
        return None;
    }
    let star = if value.star { WITH_STAR } else { 0 };
    Some(VALUE | star | number as u16 & ((1 << VALUE_BITS) - 1))
}

/// The number of bits in the code of a bound: 0 for no bound, otherwise one more than three times
/// the index of its number, plus the allowed ways.
const BOUND_BITS: u32 = 7;

/// The numbers to which bounds are rounded, in units of one eighth: the numbers that are asked
/// about most often.
const EIGHTHS: [i64; 41] = [
    -64, -56, -48, -40, -32, -28, -24, -20, -16, -14, -12, -10, -8, -7, -6, -5, -4, -3, -2, -1, 0,
    1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64,
];

fn code_of_bound(bound: Bound) -> u16 {
    let exponent = bound.number.exponent();
    let (eighths, exact) = match 3_u32.checked_sub(exponent) {
        Some(spare) => (bound.number.numerator() << spare, true),
        None => (bound.number.numerator() >> (exponent - 3), false),
    };
    let below = EIGHTHS.partition_point(|&listed| listed <= eighths);
    let Some(place) = below.checked_sub(1) else { return 0 };
    let exact = exact && EIGHTHS[place] == eighths;
    1 + 3 * place as u16 + if exact { bound.allowed } else { 0 }
}

fn bound_of_code(code: u16) -> Option<Bound> {
    let code = code.checked_sub(1)?;
    let eighths = EIGHTHS.get(usize::from(code / 3))?;
    Some(Bound { number: Dyadic::new(*eighths, 3)?, allowed: code % 3 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> Vec<Dyadic> {
        (-160..=160).map(|n| Dyadic::new(n, 4).unwrap()).collect()
    }

    fn values() -> Vec<Cold> {
        let both = |number| [false, true].map(|star| Cold { number, star });
        numbers().into_iter().flat_map(both).collect()
    }

    /// The definition, unlike `Cold::is_at_most`: a number plus star is confused with the number.
    fn at_least(value: Cold, number: Dyadic) -> bool {
        value.number > number || value.number == number && !value.star
    }

    #[test]
    fn answers_add_up_to_the_value() {
        for value in values() {
            let mut knowledge = Knowledge::default();
            let opposite = value.negative();
            for number in numbers() {
                assert_eq!(opposite.is_at_most(-number), at_least(value, number));
                knowledge = knowledge.learn(number, at_least(value, number));
                let negative = knowledge.negative().learn(number, at_least(opposite, number));
                knowledge = negative.negative();
            }
            assert_eq!(knowledge.value(), Some(value));
            assert_eq!(knowledge, Knowledge::is(value));
        }
    }

    #[test]
    fn two_searches_know_together_what_one_would() {
        let numbers = numbers();
        for (i, &value) in values().iter().enumerate().step_by(3) {
            let (mut halves, mut whole) = ([Knowledge::default(); 2], Knowledge::default());
            for j in 0..6 {
                let number = numbers[(i * 37 + j * 101) % numbers.len()];
                let answer = at_least(value, number);
                halves[j % 2] = halves[j % 2].learn(number, answer);
                whole = whole.learn(number, answer);
                assert_eq!(halves[0].and(halves[1]), whole);
                assert_eq!(halves[1].and(halves[0]), whole);
            }
        }
    }

    #[test]
    fn a_code_tells_nothing_that_is_not_known() {
        let (numbers, values) = (numbers(), values());
        for (i, &value) in values.iter().enumerate().step_by(3) {
            let mut knowledge = Knowledge::default();
            for j in 0..4 {
                let number = numbers[(i * 37 + j * 101) % numbers.len()];
                knowledge = knowledge.learn(number, at_least(value, number));
                let decoded = Knowledge::from_code(knowledge.code());
                for &number in &numbers {
                    let answer = decoded.is_at_least(number);
                    assert!(
                        answer.is_none_or(|answer| answer == at_least(value, number)),
                        "{value:?}"
                    );
                }
                assert_eq!(decoded.code(), knowledge.code());
            }
            let all = Knowledge::is(value);
            assert_eq!(Knowledge::from_code(all.code()), all);
        }
        assert_eq!(Knowledge::from_code(0), Knowledge::default());
    }

    #[test]
    fn what_is_asked_most_is_told_exactly() {
        for eighths in EIGHTHS {
            let number = Dyadic::new(eighths, 3).unwrap();
            for answer in [true, false] {
                let knowledge = Knowledge::default().learn(number, answer);
                assert_eq!(Knowledge::from_code(knowledge.code()), knowledge);
                let decoded = Knowledge::from_code(knowledge.code());
                assert_eq!(decoded.is_at_least(number), Some(answer));
            }
        }
    }
}
