//! Theorems about the least number with which Alice wins are true on all small graphs, and are used
//! where search gives up.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::{all, parse};
use chromex::rules::Player;
use chromex::theory::number_bounds;
use chromex::{Budget, GameFamily, Sources, least};

const BOTH: [Player; 2] = [Player::Left, Player::Right];

#[test]
fn bounds_are_true() {
    let mut told = 0;
    for (family, most) in [
        ("colouring:K", 6),
        ("colouring:K:alice-skips", 5),
        ("colouring:K:bob-skips", 5),
        ("marking:K", 6),
        ("edge-colouring:K", 5),
        ("connected-colouring:K", 5),
        ("indicated:K", 4),
    ] {
        let games: GameFamily = family.parse().unwrap();
        for board in (1..=most).flat_map(all::connected).map(all::board) {
            for first in
                BOTH.into_iter().filter(|&first| family != "indicated:K" || first == Player::Left)
            {
                let found =
                    least(&games, &board, first, false, &Budget::default(), Sources::default());
                let number = found.unwrap().number().unwrap();
                for bound in number_bounds(&games, board.graph(), first) {
                    let holds = if bound.at_least {
                        number >= bound.number
                    } else {
                        number <= bound.number
                    };
                    assert!(holds, "{family} on {board:?}: {number}, {bound:?}");
                    told += 1;
                }
            }
        }
    }
    assert!(told > 1000, "{told}");
}

#[test]
fn where_search_gives_out_theorems_bound_the_number() {
    let budget = Budget { nodes: Some(1), ..Budget::default() };
    let bounds = |family: &str, graph: &str| {
        let (games, board) = (family.parse().unwrap(), parse(graph).unwrap());
        let found = least(&games, &board, Player::Left, false, &budget, Sources::SEARCH).unwrap();
        assert!(found.number().is_none() && found.stopped.is_some(), "{family} {graph}");
        found.bounds()
    };
    assert_eq!(bounds("marking:K", "tree:3,3").1, Some(4));
    assert_eq!(bounds("connected-colouring:K", "grid:3x3"), (2, Some(2)));
    assert_eq!(bounds("marking:K", "petersen:5,2"), (4, Some(4)));
}

/// The number that is reported to be enough is enough, also in games where vertices take colours
/// from far away.
#[test]
fn enough_is_enough() {
    let mut largest = 0;
    for (family, most) in [
        ("marking:K", 5),
        ("labelling:K", 3),
        ("own:colours=K:forbid=same/2:end=coloured", 4),
        ("own:colours=K:forbid=same/1000000:end=coloured", 4),
    ] {
        let games: GameFamily = family.parse().unwrap();
        for board in (1..=most).flat_map(all::connected).map(all::board) {
            for first in BOTH {
                let found = least(&games, &board, first, true, &Budget::default(), Sources::SEARCH)
                    .unwrap();
                let enough = found.enough.unwrap();
                assert_eq!(found.winners.len(), enough, "{family} {board:?}");
                assert_eq!(found.winners.last(), Some(&Some(Player::Left)), "{family} {board:?}");
                largest = largest.max(enough);
            }
        }
    }
    assert!(largest > 4, "{largest}");
}

/// Eighty other vertices can take more colours than there are.
#[test]
fn where_no_number_is_known_to_be_enough_no_bound_is_told() {
    let games: GameFamily = "own:colours=K:forbid=same/1000000:end=coloured".parse().unwrap();
    let budget = Budget { nodes: Some(1), ..Budget::default() };
    let board = parse("grid:9x9").unwrap();
    let found = least(&games, &board, Player::Left, false, &budget, Sources::SEARCH).unwrap();
    assert_eq!((found.enough, found.bounds().1), (None, None));
}

#[test]
fn in_indicated_colouring_alice_moves_first() {
    let (games, board) = ("indicated:K".parse().unwrap(), parse("path:3").unwrap());
    let asked = least(&games, &board, Player::Right, false, &Budget::default(), Sources::default());
    assert_eq!(asked.unwrap_err().to_string(), "Alice moves first in indicated:K");
}
