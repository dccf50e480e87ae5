//! Sums of positions of different games against brute force over the literal rules of all of them together, and long
//! values that are read back.

#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use std::collections::HashMap;

use chromex::graphs::random::SplitMix;
use chromex::rules::{Colour, Player, Position};
use chromex::values::{Arena, Class};
use chromex::{Ask, Budget, Part, Question, Sources, Sum, Term, Value, add_up, ask};
use common::{play_at_random, random_board, start};

/// The terms of a sum in play: each position, and whether the players have changed places in it.
type Terms = Vec<(Position, bool)>;

/// Who wins a sum of positions, by trying every move in every one of them.
#[derive(Default)]
struct Brute {
    known: HashMap<(Vec<Vec<Colour>>, Player), bool>,
}

impl Brute {
    /// The sums after each move of the player, with the component and the move.
    fn options(terms: &Terms, mover: Player) -> Vec<(usize, String, Terms)> {
        let mut all = Vec::new();
        for (i, (position, negative)) in terms.iter().enumerate() {
            let mover = if *negative { mover.opponent() } else { mover };
            let position = position.clone().with_turn(mover);
            for m in position.moves() {
                let mut after = terms.clone();
                after[i].0 = position.play(m).unwrap();
                all.push((i, position.write_move(m), after));
            }
        }
        all
    }

    fn wins(&mut self, terms: &Terms, mover: Player) -> bool {
        let colourings = terms.iter().map(|(position, _)| position.colouring().to_vec());
        let key = (colourings.collect(), mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut options = Brute::options(terms, mover).into_iter();
        let wins = options.any(|(_, _, after)| !self.wins(&after, mover.opponent()));
        self.known.insert(key, wins);
        wins
    }
}

const GAMES: [&str; 6] = ["snort", "col", "icol", "isnort", "node-kayles", "proper:3"];

fn random_terms(random: &mut SplitMix) -> Terms {
    let mut open = 7;
    let mut terms = Terms::new();
    for _ in 0..2 + random.below(2) {
        let size = 1 + random.below(open.min(4));
        open -= size;
        let board = random_board(size, false, random);
        let game = GAMES[random.below(GAMES.len())];
        let moves = random.below(2);
        let position = play_at_random(start(game, &board), moves, random, |_| true);
        terms.push((position, random.below(2) == 0));
        if open == 0 {
            break;
        }
    }
    terms
}

fn check(random: &mut SplitMix) {
    let terms = random_terms(random);
    let parts = terms.iter().map(|(position, negative)| Term {
        negative: *negative,
        part: Part::position(position.clone()).unwrap(),
    });
    let sum = Sum { terms: parts.collect() };
    let mut brute = Brute::default();
    let class = Class::new(brute.wins(&terms, Player::Left), brute.wins(&terms, Player::Right));
    for first in [Player::Left, Player::Right] {
        let answer = add_up(&sum, first, &Budget::default(), Sources::SEARCH).unwrap();
        assert_eq!(answer.class, Some(class), "{sum}");
        let mut arena = Arena::new();
        let value = arena.parse(answer.value.as_deref().unwrap()).unwrap();
        assert_eq!(arena.outcome(value), class, "{sum}: the value");
        let options = Brute::options(&terms, first).into_iter();
        let winning = options.filter(|(_, _, after)| !brute.wins(after, first.opponent()));
        let mut winning: Vec<(usize, String)> = winning.map(|(i, m, _)| (i, m)).collect();
        let mut told: Vec<(usize, String)> =
            answer.moves.into_iter().map(|found| (found.component, found.played)).collect();
        winning.sort();
        told.sort();
        assert_eq!(told, winning, "{sum}, {first:?} first");
    }
}

#[test]
fn random_sums_agree_with_brute_force() {
    let random = &mut SplitMix::new(18);
    for _ in 0..1500 {
        check(random);
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_random_sums_agree_with_brute_force() {
    let random = &mut SplitMix::new(19);
    for _ in 0..100_000 {
        check(random);
    }
}

#[test]
fn sums_are_typed_with_signs_and_values() {
    let answer = |text: &str, first| {
        let sum: Sum = text.parse().unwrap();
        add_up(&sum, first, &Budget::default(), Sources::default()).unwrap()
    };
    let one = answer("snort path:5 - snort path:5", Player::Left);
    assert_eq!((one.class, one.value.as_deref()), (Some(Class::P), Some("0")));
    assert_eq!((one.moves.len(), one.moves_complete), (0, true));
    // A graph may have signs and spaces of its own.
    let two = answer("icol cycle:5+path:2 + {2 | -1} - *3", Player::Right);
    let words: Vec<String> = two.moves.iter().map(|found| found.played.clone()).collect();
    assert_eq!((two.class, two.components.len()), (Some(Class::N), 3));
    assert!(words.contains(&"to -1".to_owned()), "{words:?}");
    let three = answer("- {3|1} + 2", Player::Left);
    assert_eq!(three.value.as_deref(), Some("±1"));
    assert_eq!(three.moves[0].played, "to -1", "Left moves to the negative of 1");
    for bad in [
        "",
        "+",
        "snort path:5 +",
        "snort path:5 + + *3",
        "snort path:x + 1",
        "snrt path:3 + 1",
        "connected path:3 + 1",
        "colouring:3 path:3 + 1",
        "icol path:3 ... left + 1",
        "- - 1",
        "icol path:3 BB. + 1",
        "{1| + 2",
        "blue-red path:3 + 1",
    ] {
        let sum = bad.parse::<Sum>().ok();
        let answer = sum.map(|sum| add_up(&sum, Player::Left, &Budget::default(), Sources::SEARCH));
        assert!(!matches!(answer, Some(Ok(_))), "{bad}");
    }
}

/// Nothing is lost of a budget that runs out in the middle.
#[test]
fn what_is_known_is_told_when_the_budget_is_spent() {
    let sum: Sum = "snort grid:3x4 + snort path:9 + snort cycle:9".parse().unwrap();
    let budget = Budget { nodes: Some(40), ..Budget::default() };
    let answer = add_up(&sum, Player::Left, &budget, Sources::SEARCH).unwrap();
    assert!(answer.stopped.is_some() && answer.value.is_none());
}

/// Values that are too long to be shown are read back, and add.
#[test]
fn long_values_are_read_back_and_add() {
    for (game, graph) in
        [("snort", "path:14"), ("snort", "grid:3x5"), ("snort", "cycle:13"), ("col", "grid:3x5")]
    {
        let position = start(game, &chromex::graphs::parse(graph).unwrap());
        let answer = ask(&Question::new(&position, Ask::Value).from(Sources::SEARCH)).unwrap();
        let Some(Value::Form(form)) = answer.value else { panic!("{game} {graph}") };
        let mut arena = Arena::new();
        let read = arena.parse(&form.text).unwrap();
        assert_eq!(arena.display_whole(read, 2000), *form.text, "{game} {graph}");
        assert_eq!(
            (arena.mean(read), arena.temperature(read)),
            (Ok(form.mean), Ok(form.temperature))
        );
        let moved = arena.parse(&format!("{}+1", "{2|1}")).unwrap();
        let sum = arena.add(read, moved).unwrap();
        assert_eq!(arena.sub(sum, moved), Ok(read), "{game} {graph}");
    }
}
