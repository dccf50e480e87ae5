//! The laws of the group and of the order, and those of every operation, on random games.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_values::{Arena, Class, Dyadic, Form, Side, Unwatched, ValueKind, ascii};
use common::{all_small_game, any_game};
use proptest::prelude::*;

fn number(n: i64, exponent: u32) -> Dyadic {
    Dyadic::new(n, exponent).unwrap()
}

/// Whether two games differ by an infinitesimal.
fn nearly_equal(arena: &mut Arena, a: Form, b: Form) -> bool {
    let difference = arena.sub(a, b).unwrap();
    arena.is_infinitesimal(difference)
}

/// The result of a sum if one player always plays the hottest part, computed directly from the
/// definition.
fn hottest_first(arena: &mut Arena, parts: &[Form], stubborn: Side, mover: Side) -> Dyadic {
    let temperatures: Vec<Dyadic> = parts.iter().map(|&p| arena.temperature(p).unwrap()).collect();
    // Numbers plus multiples of ↑ plus nimbers are left alone; they are written without braces.
    let settled: Vec<bool> =
        parts.iter().map(|&p| !arena.display(p).contains(['{', '±', '_'])).collect();
    let open = || (0..parts.len()).filter(|&i| !settled[i]);
    let Some(hottest) = open().map(|i| temperatures[i]).max() else {
        let numbers = parts.iter().map(|&part| arena.left_stop(part));
        return numbers.fold(Dyadic::ZERO, |sum, x| sum + x);
    };
    let other = if mover == Side::Left { Side::Right } else { Side::Left };
    let mut found = Vec::new();
    for i in open() {
        let options = match mover == stubborn {
            true if temperatures[i] < hottest => continue,
            true => arena.best_moves_at(parts[i], mover, hottest).unwrap(),
            false => arena.options_of(parts[i], mover),
        };
        for option in options {
            let mut after = parts.to_vec();
            after[i] = option;
            found.push(hottest_first(arena, &after, stubborn, other));
        }
    }
    let best = if mover == Side::Left { found.iter().max() } else { found.iter().min() };
    *best.unwrap()
}

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn games_are_a_group(a in any_game(), b in any_game(), c in any_game()) {
        let arena = &mut Arena::new();
        let [a, b, c] = [a, b, c].map(|tree| tree.form(arena));
        let sum = arena.add(a, b).unwrap();
        prop_assert_eq!(arena.add(b, a), Ok(sum));
        let left = arena.add(sum, c).unwrap();
        let right = arena.add(b, c).and_then(|sum| arena.add(a, sum)).unwrap();
        prop_assert_eq!(left, right);
        prop_assert_eq!(arena.sub(a, a), Ok(Form::ZERO));
        prop_assert_eq!(arena.add(a, Form::ZERO), Ok(a));
        prop_assert_eq!(arena.sub(sum, b), Ok(a));
        let negative = arena.neg(a);
        prop_assert_eq!(arena.neg(negative), a);
    }

    #[test]
    fn multiples_are_repeated_sums(a in any_game(), n in -3_i64..4) {
        let arena = &mut Arena::new();
        let a = a.form(arena);
        let one = if n < 0 { arena.neg(a) } else { a };
        let repeated = (0..n.abs()).try_fold(Form::ZERO, |sum, _| arena.add(sum, one)).unwrap();
        prop_assert_eq!(arena.times(n, a), Ok(repeated));
    }

    #[test]
    fn the_order_is_one_and_sums_keep_it(a in any_game(), b in any_game(), c in any_game()) {
        let arena = &mut Arena::new();
        let [a, b, c] = [a, b, c].map(|tree| tree.form(arena));
        let le = arena.le(a, b);
        prop_assert_eq!(le && arena.le(b, a), a == b);
        prop_assert!(!(le && arena.le(b, c)) || arena.le(a, c));
        let (more, less) = (arena.add(b, c).unwrap(), arena.add(a, c).unwrap());
        prop_assert_eq!(arena.le(less, more), le);
        let difference = arena.sub(a, b).unwrap();
        prop_assert_eq!(matches!(arena.outcome(difference), Class::R | Class::P), le);
    }

    #[test]
    fn what_is_written_is_read(a in any_game()) {
        let arena = &mut Arena::new();
        let a = a.form(arena);
        let text = arena.display(a);
        prop_assert_eq!(arena.parse(&text), Ok(a));
        prop_assert_eq!(arena.parse(&ascii(&text)), Ok(a));
        let whole = arena.display_whole(a, 0);
        prop_assert_eq!(arena.parse(&whole), Ok(a));
        let (left, right) = (arena.left_options(a), arena.right_options(a));
        prop_assert_eq!(arena.from_options(&left, &right), Ok(a), "its options make it");
    }

    #[test]
    fn cooling_keeps_sums_and_shows_the_walls(a in any_game(), b in any_game(), t in 0_i64..12) {
        let arena = &mut Arena::new();
        let (a, b) = (a.form(arena), b.form(arena));
        let t = number(t, 2);
        let cooled = arena.cooled(a, t, &mut Unwatched).unwrap();
        let walls = arena.thermograph(a).unwrap().stops_at(t);
        prop_assert_eq!([arena.left_stop(cooled), arena.right_stop(cooled)], walls);
        let other = arena.cooled(b, t, &mut Unwatched).unwrap();
        let sum = arena.add(a, b).unwrap();
        prop_assert_eq!(arena.cooled(sum, t, &mut Unwatched).ok(), arena.add(cooled, other).ok());
        let twice = arena.cooled(cooled, t, &mut Unwatched).unwrap();
        prop_assert_eq!(arena.cooled(a, t + t, &mut Unwatched), Ok(twice));
    }

    #[test]
    fn heating_is_undone_by_cooling(a in any_game(), t in 1_i64..9) {
        let arena = &mut Arena::new();
        let a = a.form(arena);
        let t = number(t, 2);
        let bonus = arena.number(t).unwrap();
        let heated = arena.heated(a, bonus, &mut Unwatched).unwrap();
        prop_assert_eq!(arena.cooled(heated, t, &mut Unwatched), Ok(a));
        // With integers that stay as they are, and no bonus, overheating changes nothing.
        let one = arena.parse("1").unwrap();
        prop_assert_eq!(arena.overheated(a, one, Form::ZERO, &mut Unwatched), Ok(a));
    }

    #[test]
    fn means_add_up_and_sums_are_no_hotter(a in any_game(), b in any_game()) {
        let arena = &mut Arena::new();
        let (a, b) = (a.form(arena), b.form(arena));
        let sum = arena.add(a, b).unwrap();
        let mean = arena.mean(a).unwrap() + arena.mean(b).unwrap();
        prop_assert_eq!(arena.mean(sum), Ok(mean));
        let hottest = arena.temperature(a).unwrap().max(arena.temperature(b).unwrap());
        prop_assert!(arena.temperature(sum).unwrap() <= hottest);
        prop_assert!(arena.birthday(sum) <= arena.birthday(a) + arena.birthday(b));
    }

    #[test]
    fn reduced_forms_forget_infinitesimals_and_nothing_else(
        a in any_game(), b in any_game(), small in all_small_game(),
    ) {
        let arena = &mut Arena::new();
        let [a, b, small] = [a, b, small].map(|tree| tree.form(arena));
        let reduced = arena.reduced(a, &mut Unwatched).unwrap();
        prop_assert!(nearly_equal(arena, a, reduced));
        prop_assert_eq!(arena.reduced(reduced, &mut Unwatched), Ok(reduced));
        prop_assert!(arena.birthday(reduced) <= arena.birthday(a));
        let moved = arena.add(a, small).unwrap();
        prop_assert_eq!(arena.reduced(moved, &mut Unwatched), Ok(reduced));
        let other = arena.reduced(b, &mut Unwatched).unwrap();
        prop_assert_eq!(nearly_equal(arena, a, b), other == reduced);
    }

    #[test]
    fn atomic_weights_add_up_and_decide(a in all_small_game(), b in all_small_game()) {
        let arena = &mut Arena::new();
        let (a, b) = (a.form(arena), b.form(arena));
        let sum = arena.add(a, b).unwrap();
        let [of_a, of_b, of_sum] =
            [a, b, sum].map(|form| arena.atomic_weight(form, &mut Unwatched).unwrap().unwrap());
        prop_assert_eq!(arena.add(of_a, of_b), Ok(of_sum));
        // The two-ahead rule (Siegel, chapter II.7).
        let (one, two) = (arena.parse("1").unwrap(), arena.parse("2").unwrap());
        if arena.le(two, of_a) {
            prop_assert_eq!(arena.outcome(a), Class::L);
        }
        if arena.le(one, of_a) {
            prop_assert!(matches!(arena.outcome(a), Class::L | Class::N));
        }
    }

    #[test]
    fn kinds_and_intervals_are_what_they_say(a in any_game(), n in -12_i64..13) {
        let arena = &mut Arena::new();
        let a = a.form(arena);
        let x = number(n, 1);
        let form = arena.number(x).unwrap();
        let confused = !arena.le(a, form) && !arena.le(form, a);
        let inside = arena.confusion_interval(a).is_some_and(|interval| {
            let above = x > interval.low || x == interval.low && interval.low_belongs;
            above && (x < interval.high || x == interval.high && interval.high_belongs)
        });
        prop_assert_eq!(inside, confused);
        let temperature = arena.temperature(a).unwrap();
        prop_assert_eq!(arena.kind(a) == ValueKind::Hot, temperature > Dyadic::ZERO);
        prop_assert_eq!(arena.kind(a) == ValueKind::Number, temperature < Dyadic::ZERO);
        prop_assert_eq!(arena.is_infinitesimal(a), nearly_equal(arena, a, Form::ZERO));
        let small = arena.atomic_weight(a, &mut Unwatched).unwrap();
        prop_assert_eq!(small.is_some(), arena.is_all_small(a));
        prop_assert!(small.is_none() || arena.is_infinitesimal(a));
    }

    #[test]
    fn incentives_are_gains_and_best_moves_reach_the_walls(a in any_game()) {
        let arena = &mut Arena::new();
        let a = a.form(arena);
        for side in [Side::Left, Side::Right] {
            let options = arena.options_of(a, side);
            let incentives = arena.incentives(a, side, &mut Unwatched).unwrap();
            for (&option, &incentive) in options.iter().zip(&incentives) {
                prop_assert!(!arena.le(Form::ZERO, incentive) || !arena.is_number(a));
                let gain = if side == Side::Left { incentive } else { arena.neg(incentive) };
                prop_assert_eq!(arena.add(a, gain), Ok(option));
            }
            let best = arena.best_moves_at(a, side, Dyadic::ZERO).unwrap();
            prop_assert_eq!(best.is_empty(), arena.is_number(a));
            for option in best {
                let stops = [arena.left_stop(a), arena.right_stop(a)];
                let reached = [arena.right_stop(option), arena.left_stop(option)];
                prop_assert_eq!(reached[side as usize], stops[side as usize]);
            }
        }
    }

    #[test]
    fn sums_are_won_as_their_canonical_forms(trees in prop::collection::vec(any_game(), 0..6)) {
        let arena = &mut Arena::new();
        let parts: Vec<Form> = trees.iter().map(|tree| tree.form(arena)).collect();
        let sum = parts.iter().try_fold(Form::ZERO, |sum, &part| arena.add(sum, part)).unwrap();
        let outcome = arena.outcome(sum);
        prop_assert_eq!(arena.sum_outcome(&parts, &mut Unwatched), Ok(outcome));
    }

    /// The hottest first is right for switches: with it, who wins is told without a search, however many there are.
    #[test]
    fn switches_are_won_as_their_canonical_forms(
        switches in prop::collection::vec((-6_i64..7, 0_i64..7), 0..7),
        simple in prop::sample::select(vec!["0", "*", "↑", "1/2", "-1", "1↓*2", "-3/4*3", "⇑"]),
    ) {
        let arena = &mut Arena::new();
        let mut parts = vec![arena.parse(simple).unwrap()];
        for (low, width) in switches {
            let ends = [low + width, low].map(|x| arena.number(number(x, 1)).unwrap());
            parts.push(arena.from_options(&ends[..1], &ends[1..]).unwrap());
        }
        let sum = parts.iter().try_fold(Form::ZERO, |sum, &part| arena.add(sum, part)).unwrap();
        let outcome = arena.outcome(sum);
        prop_assert_eq!(arena.sum_outcome(&parts, &mut Unwatched), Ok(outcome));
        let found = arena.hottest_first(&parts, Side::Left, &mut Unwatched).unwrap();
        prop_assert_eq!((found.best, found.proved), (arena.left_stop(sum), true));
        prop_assert_eq!(hottest_first(arena, &parts, Side::Left, Side::Left), found.best);
    }

    #[test]
    fn playing_the_hottest_first_loses_what_is_told(
        trees in prop::collection::vec(any_game(), 1..4), left_starts in any::<bool>(),
    ) {
        let arena = &mut Arena::new();
        let parts: Vec<Form> = trees.iter().map(|tree| tree.form(arena)).collect();
        let sum = parts.iter().try_fold(Form::ZERO, |sum, &part| arena.add(sum, part)).unwrap();
        let (side, stop) = match left_starts {
            true => (Side::Left, arena.left_stop(sum)),
            false => (Side::Right, arena.right_stop(sum)),
        };
        let found = arena.hottest_first(&parts, side, &mut Unwatched).unwrap();
        prop_assert_eq!(found.best, stop);
        prop_assert_eq!(found.reached, hottest_first(arena, &parts, side, side));
        prop_assert!(found.reached == stop || left_starts == (found.reached < stop));
    }
}
