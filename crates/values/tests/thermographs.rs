//! Thermographs against an independent computation: temperatures in small steps, each game by the definition.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_values::{Arena, Dyadic, Form};
use common::any_game;
use proptest::prelude::*;

/// Temperatures and values are looked at in steps of 1/2^9: fine enough for every bend of these
/// games.
const FINENESS: u32 = 9;
const STEPS: usize = 12 << FINENESS;

/// The stops of a game cooled by every step, in units of 1/2^9, from those of its options: the best that each
/// player can do with the tax paid, until one does not gain any more; from then on the number reached.
struct Walls {
    left: Vec<i64>,
    right: Vec<i64>,
}

fn walls(arena: &mut Arena, form: Form) -> Walls {
    if let Some(number) = arena.as_number(form) {
        let x = number.numerator() << (FINENESS - number.exponent());
        return Walls { left: vec![x; STEPS], right: vec![x; STEPS] };
    }
    let left: Vec<Walls> = arena.left_options(form).into_iter().map(|o| walls(arena, o)).collect();
    let right: Vec<Walls> =
        arena.right_options(form).into_iter().map(|o| walls(arena, o)).collect();
    let mut made = Walls { left: Vec::new(), right: Vec::new() };
    let mut mast = None;
    for t in 0..STEPS {
        let up = left.iter().map(|option| option.right[t]).max().unwrap() - t as i64;
        let down = right.iter().map(|option| option.left[t]).min().unwrap() + t as i64;
        if mast.is_none() && up <= down {
            assert_eq!(up, down, "the walls meet at a step");
            mast = Some(up);
        }
        made.left.push(mast.unwrap_or(up));
        made.right.push(mast.unwrap_or(down));
    }
    made
}

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn walls_agree_with_the_definition(tree in any_game()) {
        let arena = &mut Arena::new();
        let form = tree.form(arena);
        let plain = walls(arena, form);
        let thermograph = arena.thermograph(form).unwrap();
        for step in 0..STEPS {
            let t = Dyadic::new(step as i64, FINENESS).unwrap();
            let stops = [plain.left[step], plain.right[step]];
            let stops = stops.map(|x| Dyadic::new(x, FINENESS).unwrap());
            prop_assert_eq!(thermograph.stops_at(t), stops, "at {}", t);
        }
    }
}

/// Pictures show the stops, the mean and the temperature; a mast alone is a picture too.
#[test]
fn pictures_of_thermographs() {
    let arena = &mut Arena::new();
    for (text, below, beside) in [
        ("{6||1|-5}", vec!["6", "2", "1"], vec!["0", "4"]),
        ("±3/2", vec!["3/2", "0", "-3/2"], vec!["0", "3/2"]),
        ("7", vec!["7"], vec!["0"]),
        ("↑*", vec!["0"], vec!["0"]),
    ] {
        let form = arena.parse(text).unwrap();
        let thermograph = arena.thermograph(form).unwrap();
        let lines = thermograph.lines();
        let numbers: Vec<&str> = lines.last().unwrap().split_whitespace().collect();
        assert_eq!(numbers, below, "{text}");
        let svg = thermograph.svg();
        for number in below.iter().chain(&beside) {
            assert!(svg.contains(&format!(">{number}</text>")), "{text}: {number} in {svg}");
        }
        assert!(lines.iter().all(|line| line.chars().count() < 80), "{text}");
        for temperature in beside {
            assert!(lines.iter().any(|line| line.trim_start().starts_with(temperature)), "{text}");
        }
    }
}
