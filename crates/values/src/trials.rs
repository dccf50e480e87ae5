//! Sums with a few small games, which settle most comparisons.
//!
//! If `G ≤ H`, then `G + T ≤ H + T` whatever `T` is, and stops are monotone; and if a number lies between two sums, it tells which is the
//! greater one. So a form keeps the adorned stops of its sums with * and a few switches. They follow from those of its options: no sum is
//! ever worked out. In Snort they settle about two thirds of the comparisons that the stops of the forms themselves leave open.
//!
//! Stops are rounded so far that those of all sums fit into half of a line of the processor's cache and are compared at once:
//! to sixteenths, and what lies between two of these is one value between theirs. That keeps their order, so what they tell is true.

use super::dyadic::PLACES;
use super::stops::Stop;

/// Twice the number of sixteenths, plus one if the stop is adorned or lies above them.
type Rounded = i16;

/// One in rounded stops.
const ONE: Rounded = 32;

/// How many games there are.
const GAMES: usize = 8;

/// The games that are added: `{x|−x}`, or `{x*|−x*}` if it says so. The first is *.
const SWITCHES: [(Rounded, bool); GAMES] = [
    (0, false),
    (ONE / 2, false),
    (ONE, false),
    (ONE + ONE / 2, false),
    (ONE / 2, true),
    (ONE, true),
    (ONE + ONE / 2, true),
    (2 * ONE, true),
];

/// Left stops and right stops, of the sum with each of the games.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trials {
    left: [Rounded; GAMES],
    right: [Rounded; GAMES],
}

/// What is known of forms whose stops are too far away to be rounded: nothing.
const UNKNOWN: Trials = Trials { left: [Rounded::MAX; GAMES], right: [Rounded::MIN; GAMES] };

/// Forms that are moved further than this, either way, are not compared here.
const FARTHEST: u32 = 200;

impl Trials {
    /// Those of a form with these stops, from those of its options, each with an integer by which it is moved.
    pub(super) fn new<'a>(
        stops: [Stop; 2],
        left: impl Iterator<Item = (&'a Trials, i32)>,
        right: impl Iterator<Item = (&'a Trials, i32)>,
    ) -> Trials {
        Trials::from_options(stops, left, right).unwrap_or(UNKNOWN)
    }

    fn from_options<'a>(
        stops: [Stop; 2],
        left: impl Iterator<Item = (&'a Trials, i32)>,
        right: impl Iterator<Item = (&'a Trials, i32)>,
    ) -> Option<Trials> {
        let mut sums = Trials { left: [Rounded::MIN; GAMES], right: [Rounded::MAX; GAMES] };
        for (option, by) in left {
            let by = option.distance(by)?;
            for (most, stop) in sums.left.iter_mut().zip(option.right) {
                *most = (*most).max(stop + by);
            }
        }
        for (option, by) in right {
            let by = option.distance(by)?;
            for (least, stop) in sums.right.iter_mut().zip(option.left) {
                *least = (*least).min(stop + by);
            }
        }
        sums.add_moves_in_games([rounded(stops[0])?, rounded(stops[1])?]);
        Some(sums)
    }

    /// Takes into account what the players can do in the games.
    fn add_moves_in_games(&mut self, stops: [Rounded; 2]) {
        for (i, (x, starred)) in SWITCHES.into_iter().enumerate() {
            let [left, right] = if starred { [self.left[0], self.right[0]] } else { stops };
            self.left[i] = self.left[i].max(right + x);
            self.right[i] = self.right[i].min(left - x);
            if self.left[i] < self.right[i] {
                [self.left[i], self.right[i]] = of_number(self.left[i], self.right[i]);
            }
        }
    }

    /// An integer in rounded stops, if this may be moved by it.
    fn distance(&self, by: i32) -> Option<Rounded> {
        let is_near = !self.is_unknown() && by.unsigned_abs() <= FARTHEST;
        is_near.then(|| by as Rounded * ONE)
    }

    fn is_unknown(&self) -> bool {
        self.left[0] == Rounded::MAX
    }

    /// Whether a form with these trials is at most one with the others plus `n`, as far as they tell.
    pub(super) fn tell(&self, other: &Trials, n: i32) -> Option<bool> {
        if self.is_unknown() {
            return None;
        }
        let n = other.distance(n)?;
        let (mut no, mut yes) = (false, false);
        for i in 0..GAMES {
            let (left, right) = (other.left[i] + n, other.right[i] + n);
            no |= (self.left[i] > left) | (self.right[i] > right);
            yes |= self.left[i] < right;
        }
        if no { Some(false) } else { yes.then_some(true) }
    }
}

/// A stop, rounded, if it is not too far away.
fn rounded(stop: Stop) -> Option<Rounded> {
    let (number, places) = (stop.number().raw(), PLACES - 4);
    let sixteenths = number >> places;
    let is_between = stop.is_adorned() || sixteenths << places != number;
    let is_near = number.unsigned_abs() <= (FARTHEST as u64) << PLACES;
    is_near.then(|| 2 * sixteenths as Rounded + Rounded::from(is_between))
}

/// The stops of a sum that is a number, whose options have these greatest and least stops.
///
/// It is the simplest number between them; with a finer one than sixteenths, both are between the same two.
fn of_number(low: Rounded, high: Rounded) -> [Rounded; 2] {
    let sixteenths = (low + 1) >> 1..=(high - 1) >> 1;
    let simplest = sixteenths.max_by_key(|x| if *x == 0 { 16 } else { x.trailing_zeros() });
    simplest.map_or([low; 2], |x| [2 * x, 2 * x + 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arena, Dyadic, Form};

    /// Numbers of which each is far away, or fine, or small; and in the end games of a few moves.
    fn forms(arena: &mut Arena) -> Vec<Form> {
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % n
        };
        let numbers = ["0", "1", "-1", "3/2", "-1/4", "5/64", "-7/1024", "2", "-3", "150", "-260"];
        let mut forms: Vec<Form> =
            numbers.map(|text| arena.parse(text).expect("a number")).to_vec();
        for _ in 0..400 {
            let mut some = || {
                let newest = forms.len().min(numbers.len() + below(forms.len()));
                (0..=below(2)).map(|_| forms[below(newest)]).collect::<Vec<_>>()
            };
            let (left, right) = (some(), some());
            forms.push(arena.from_options(&left, &right).expect("nothing is out of range"));
        }
        forms
    }

    #[test]
    fn trials_are_the_stops_of_sums() {
        let mut arena = Arena::new();
        let mut unknown = 0;
        let games: Vec<Form> = SWITCHES
            .into_iter()
            .map(|(x, starred)| {
                let number = arena.number(Dyadic::new(x.into(), 5).expect("in range"));
                let star = arena.nimber(starred.into()).expect("small");
                let left = arena.add(number.expect("in range"), star).expect("in range");
                let right = arena.neg(left);
                arena.from_options(&[left], &[right]).expect("in range")
            })
            .collect();
        for form in forms(&mut arena) {
            let trials = arena.core(form).trials;
            if trials.is_unknown() {
                unknown += 1;
                continue;
            }
            for (i, &game) in games.iter().enumerate() {
                let sum = arena.add(Form { shift: 0, ..form }, game).expect("in range");
                let stops = arena.stops(sum).map(|stop| rounded(stop).expect("near"));
                assert_eq!([trials.left[i], trials.right[i]], stops, "{}", arena.display(sum));
            }
        }
        assert!((1..300).contains(&unknown), "{unknown}");
    }

    /// By the definition alone.
    fn is_at_most(arena: &mut Arena, a: Form, b: Form) -> bool {
        !arena.left_options(a).into_iter().any(|option| is_at_most(arena, b, option))
            && !arena.right_options(b).into_iter().any(|option| is_at_most(arena, option, a))
    }

    #[test]
    fn what_is_told_is_true() {
        let mut arena = Arena::new();
        let mut forms = forms(&mut arena);
        forms.retain(|&form| arena.birthday(form) <= 8);
        let mut told = [0; 3];
        for &a in &forms {
            for &b in &forms {
                let found = arena.core(a).trials.tell(&arena.core(b).trials, b.shift - a.shift);
                let truth = is_at_most(&mut arena, a, b);
                assert!(found.is_none_or(|said| said == truth));
                assert_eq!(arena.le(a, b), truth);
                told[found.map_or(2, usize::from)] += 1;
            }
        }
        assert!(told.iter().all(|&times| times > 100), "{told:?}");
    }
}
