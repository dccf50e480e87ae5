//! The strategies on cographs, in sequential 2-colouring and on Latin boards keep their promises: against every
//! opponent where that is feasible, against random and troublesome ones on large boards.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use chromex::Budget;
use chromex::graphs::classes::cograph::cotree;
use chromex::graphs::{Board, all, parse};
use chromex::rules::{Player, Position, parse_game};
use chromex::strategy::duel::{Duel, Opponent, Tally, play};
use chromex::strategy::{Options, Promise};
use chromex::theory;

fn start(game: &str, board: &Board) -> Position {
    Position::start(parse_game(game).unwrap(), board.clone()).unwrap()
}

/// The strategy from here on, for whichever side it plays, against this opponent: never a loss.
fn keeps_its_promise(name: &str, start: &Position, opponent: &Opponent) -> Tally {
    let duel = Duel::new(name, start, None, &Options::default()).unwrap();
    let tally = play(&duel, opponent, &Budget::default());
    assert_eq!((tally.losses, &tally.stopped), (0, &None), "{name}: {start}: {:?}", tally.loss);
    tally
}

/// Against every opponent on all cographs of these orders; the cases that were used.
fn on_all_cographs(orders: std::ops::RangeInclusive<usize>) -> BTreeSet<String> {
    let mut cases = BTreeSet::new();
    for graph in orders.flat_map(all::cographs) {
        let alice_wins = theory::cographs::solve(&cotree(&graph).unwrap()).alice_wins;
        let board = all::board(graph);
        for first in [Player::Left, Player::Right] {
            let start = start("connected", &board).with_turn(first);
            let duel = Duel::new("cographs", &start, None, &Options::default()).unwrap();
            let side = if alice_wins { first } else { first.opponent() };
            let promise = if alice_wins { Promise::Win } else { Promise::Score(0) };
            assert_eq!((duel.strategy.side(), duel.strategy.promise()), (side, promise), "{start}");
            let tally = keeps_its_promise("cographs", &start, &Opponent::Every);
            cases.extend(tally.cases.into_keys().map(|case| case.into_owned()));
        }
    }
    cases
}

#[test]
fn cographs_are_played_as_the_theorem_promises() {
    let cases = on_all_cographs(1..=7);
    for case in ["1(a)", "1(b)", "1(c)i", "1(c)ii", "2(a)", "2(b)", "2(c)", "2(e)i", "2(e)iii"] {
        let name = format!("Thm 5.1, case {case}");
        assert!(
            cases.contains(&name) || cases.contains(&format!("{name}, move to spare")),
            "{case}: {cases:?}"
        );
    }
}

#[test]
#[ignore = "slow: a minute or more"]
fn cographs_with_eight_vertices_are_played_as_the_theorem_promises() {
    on_all_cographs(8..=8);
}
