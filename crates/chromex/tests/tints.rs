//! Tint symbols are read and written, and tinted chains have the values of the paper.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::rules::{Game, Position, parse_game};
use chromex::{Budget, Solver, Value, read_tints, tints};

const GAMES: [&str; 4] = ["icol", "isnort", "col", "snort"];

/// The symbols of the squares that were typed, computed from the position that they stand for.
fn again(position: &Position, squares: usize) -> String {
    let all = tints(position).unwrap();
    assert!(!all.contains('/'));
    all[..squares].to_owned()
}

#[test]
fn every_short_chain_is_read_or_refused_by_its_neighbours() {
    for game in GAMES.map(|name| parse_game(name).unwrap()) {
        let (mut read, mut refused) = (0, 0);
        for code in 0..6_usize.pow(4) {
            let symbol = |i: u32| "oxbwBW".as_bytes()[code / 6_usize.pow(i) % 6] as char;
            let text: String = (0..4).map(symbol).collect();
            match read_tints(&game, &text) {
                Ok(position) => {
                    assert_eq!(again(&position, 4), text, "{game}");
                    read += 1;
                }
                Err(error) => {
                    // A square next to a coloured one says more than its neighbour allows, or two
                    // coloured ones conflict.
                    assert!(text.contains(['B', 'W']), "{game} {text}: {error}");
                    refused += 1;
                }
            }
        }
        assert!(read > 300 && refused > 300, "{game}: {read} {refused}");
    }
}

#[test]
fn boards_are_written_as_they_are_read() {
    let position: Position = "isnort grid:2x3 B../... left".parse().unwrap();
    assert_eq!(tints(&position).unwrap(), "Bbo/boo");
    let read = read_tints(&Game::isnort(), "Bbo/boo").unwrap();
    assert_eq!(again(&read, 6), "Bboboo");
    let nimber = |position: &Position| {
        Solver::new(position, &Budget::default()).unwrap().value(position).unwrap()
    };
    assert_eq!(nimber(&read), nimber(&position));
    assert_eq!(tints(&"proper:2 path:2 .. left".parse().unwrap()), None);
    assert_eq!(tints(&"distance:2:2 path:2 .. left".parse().unwrap()), None);
}

/// Equation 1 of Uiterwijk: in iCol b…o = *k, b…b = * and b…w = 0 for k squares.
#[test]
fn tinted_chains_have_the_values_of_the_paper() {
    for k in 2..=7 {
        for (ends, wanted) in [(('b', 'o'), k as u32), (('b', 'b'), 1), (('b', 'w'), 0)] {
            let text = format!("{}{}{}", ends.0, "o".repeat(k - 2), ends.1);
            let position = read_tints(&Game::icol(), &text).unwrap();
            let found =
                Solver::new(&position, &Budget::default()).unwrap().value(&position).unwrap();
            assert_eq!(found, Value::Nimber(wanted), "{text}");
        }
    }
}

#[test]
fn what_is_no_tint_is_refused_with_its_place() {
    let refused = |game: &str, text: &str| {
        read_tints(&parse_game(game).unwrap(), text).unwrap_err().to_string()
    };
    assert!(refused("icol", "boq").contains("`q` is no tint"));
    assert!(refused("icol", "bo/b").contains("rows of equal length"));
    assert!(refused("icol", "Bo").contains("cannot take B"));
    assert!(refused("proper:3", "oo").contains("has no tints"));
}
