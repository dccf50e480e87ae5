//! Values that are in print: Siegel, *Combinatorial Game Theory* (2013); Berlekamp, Conway and Guy, *Winning Ways*
//! (2nd edition); Siegel, *On the structure of games and their posets* (2011).

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use chromex_values::{Arena, Dyadic, Form, Unwatched, ValueKind};

fn shown(arena: &mut Arena, text: &str) -> String {
    let form = arena.parse(text).unwrap();
    arena.display(form)
}

/// All sets of games in which no game is at least another.
fn antichains(arena: &mut Arena, games: &[Form]) -> Vec<Vec<Form>> {
    let mut sets: Vec<Vec<Form>> = vec![Vec::new()];
    for &game in games {
        let mut more = Vec::new();
        for set in &sets {
            if set.iter().all(|&other| !arena.le(game, other) && !arena.le(other, game)) {
                more.push(set.iter().copied().chain([game]).collect());
            }
        }
        sets.append(&mut more);
    }
    sets
}

fn next_day(arena: &mut Arena, games: &[Form]) -> Vec<Form> {
    let sets = antichains(arena, games);
    let mut born = BTreeSet::new();
    for left in &sets {
        for right in &sets {
            born.insert(arena.from_options(left, right).unwrap());
        }
    }
    born.into_iter().collect()
}

/// 1, 4, 22 and 1474 games are born by days 0 to 3, of them 1, 2, 7 and 67 all-small ones.
#[test]
fn games_born_by_the_third_day() {
    let arena = &mut Arena::new();
    let mut games = vec![Form::ZERO];
    let mut counts = Vec::new();
    for day in 0..=3 {
        assert!(games.iter().all(|&game| arena.birthday(game) <= day));
        let small = games.iter().filter(|&&game| arena.is_all_small(game)).count();
        counts.push((games.len(), small));
        if day < 3 {
            games = next_day(arena, &games);
        }
    }
    assert_eq!(counts, [(1, 1), (4, 2), (22, 7), (1474, 67)]);
}

#[test]
fn kinds_of_well_known_games() {
    let arena = &mut Arena::new();
    for (text, kind) in [
        ("0", ValueKind::Number),
        ("-7/8", ValueKind::Number),
        ("*5", ValueKind::AllSmall),
        ("^2*", ValueKind::AllSmall),
        ("+_1", ValueKind::Infinitesimal),
        ("+_1 + *", ValueKind::Infinitesimal),
        ("1/2 + -_3", ValueKind::Numberish),
        ("3v", ValueKind::Numberish),
        ("{1|0}", ValueKind::Hot),
        ("+-1 + ^", ValueKind::Hot),
    ] {
        let form = arena.parse(text).unwrap();
        assert_eq!(arena.kind(form), kind, "{text}");
    }
}

/// Siegel, chapter II.7, and Winning Ways, chapter 8: ↑ has weight 1, nimbers and ↑² = {0|↓*} have weight 0,
/// {0|↑} = ⇑* has weight 2, {⇑|⇓} has weight *.
#[test]
fn atomic_weights() {
    let arena = &mut Arena::new();
    for (text, weight) in [
        ("0", "0"),
        ("*4", "0"),
        ("^", "1"),
        ("v*", "-1"),
        ("{0|^}", "2"),
        ("{0|v*}", "0"),
        ("{0|v*} + ^3", "3"),
        ("{^^|vv}", "*"),
        ("{^3|^}", "{1|3}"),
        ("{^^*|0}", "{0|2}"),
        ("{^4|vv}", "{2|0}"),
    ] {
        let form = arena.parse(text).unwrap();
        let found = arena.atomic_weight(form, &mut Unwatched).unwrap().unwrap();
        assert_eq!(arena.display(found), shown(arena, weight), "{text}");
    }
    for text in ["1", "+_1", "{1|-1}", "1/2^"] {
        let form = arena.parse(text).unwrap();
        assert_eq!(arena.atomic_weight(form, &mut Unwatched), Ok(None), "{text}");
    }
}

/// Winning Ways, chapter 6: cooled by 1, {2|-2} is ±1, and {4|0} turns into the number 2 above temperature 2.
#[test]
fn cooled_and_heated_games() {
    let arena = &mut Arena::new();
    for (text, t, cooled) in [
        ("+-2", 1, "+-1"),
        ("+-2", 2, "*"),
        ("+-2", 3, "0"),
        ("{4|0}", 3, "2"),
        ("{5||1|-1}", 1, "{4|1*}"),
        ("^", 1, "0"),
    ] {
        let form = arena.parse(text).unwrap();
        let t = Dyadic::new(t, 0).unwrap();
        let found = arena.cooled(form, t, &mut Unwatched).unwrap();
        assert_eq!(arena.display(found), shown(arena, cooled), "{text} cooled by {t}");
    }
    let one = arena.parse("1").unwrap();
    let half = arena.parse("1/2").unwrap();
    let star = arena.parse("1*").unwrap();
    let overheated = arena.overheated(half, star, one, &mut Unwatched).unwrap();
    assert_eq!(arena.display(overheated), "{1|*}");
    let below = Dyadic::new(-1, 1).unwrap();
    assert!(arena.cooled(half, below, &mut Unwatched).is_err());
}

/// What CGSuite (github.com/aaron-siegel/cgsuite) tells of these values in its own tests
/// (CanonicalShortGameTestCase.scala): birthday, temperature, left options, right options.
#[test]
fn values_as_cgsuite_tells_them() {
    let arena = &mut Arena::new();
    for (text, birthday, temperature, left, right) in [
        ("0", 0, "-1", vec![], vec![]),
        ("5", 5, "-1", vec!["4"], vec![]),
        ("-1/2", 2, "-1/2", vec!["-1"], vec!["0"]),
        ("25/16", 6, "-1/16", vec!["3/2"], vec!["13/8"]),
        (
            "*8",
            8,
            "0",
            vec!["0", "*", "*2", "*3", "*4", "*5", "*6", "*7"],
            vec!["0", "*", "*2", "*3", "*4", "*5", "*6", "*7"],
        ),
        ("^", 2, "0", vec!["0"], vec!["*"]),
        ("v*", 2, "0", vec!["0"], vec!["0", "*"]),
        ("6+^*", 8, "0", vec!["6", "6*"], vec!["6"]),
        ("^*6", 8, "0", vec!["0"], vec!["*7"]),
        ("73/16+v9*8", 27, "0", vec!["73/16v8*9"], vec!["73/16"]),
        ("{0|*||*|||*||||*}", 5, "0", vec!["{^|*||*}"], vec!["*"]),
        ("{0||0|v*}", 4, "0", vec!["0"], vec!["{0|v*}"]),
    ] {
        let form = arena.parse(text).unwrap();
        assert_eq!(arena.birthday(form), birthday, "{text}");
        assert_eq!(arena.temperature(form).unwrap().to_string(), temperature, "{text}");
        let options = [arena.left_options(form), arena.right_options(form)];
        for (found, told) in options.into_iter().zip([left, right]) {
            let found: BTreeSet<Form> = found.into_iter().collect();
            let told = told.into_iter().map(|text| arena.parse(text).unwrap()).collect();
            assert_eq!(found, told, "{text}");
        }
    }
}
