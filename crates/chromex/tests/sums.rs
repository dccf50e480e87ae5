//! Sums of positions of different games, compared with brute force over the literal rules of all of
//! them together, and long values that are read back.

#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use std::collections::HashMap;

use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, Graph};
use chromex::rules::{Colour, Player, Position};
use chromex::values::{Arena, Class, Form};
use chromex::{
    Ask, Budget, Calculation, FormValue, Part, Question, Sources, Sum, SumAnswer, Term, Value,
    add_up, ask,
};
use common::{play_at_random, random_board, start};

/// The terms of a sum in play: each position, and whether the players have changed roles in it.
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
        let position = play_at_random(start(game, &board), moves, random, |_| false);
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
        let value = arena.parse(answer.value.unwrap().text()).unwrap();
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
    fn text(answer: &SumAnswer) -> &str {
        answer.value.as_ref().unwrap().text()
    }
    let one = answer("snort path:5 - snort path:5", Player::Left);
    assert_eq!((one.class, text(&one)), (Some(Class::P), "0"));
    assert_eq!((one.moves.len(), one.moves_complete), (0, true));
    // A graph may contain signs and spaces.
    let two = answer("icol cycle:5+path:2 + {2 | -1} - *3", Player::Right);
    let words: Vec<String> = two.moves.iter().map(|found| found.played.clone()).collect();
    assert_eq!((two.class, two.components.len()), (Some(Class::N), 3));
    assert!(words.contains(&"to -1".to_owned()), "{words:?}");
    let three = answer("- {3|1} + 2", Player::Left);
    assert_eq!(text(&three), "±1");
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

/// A computed value is added directly; one from a file is parsed.
#[test]
fn values_that_were_found_add() {
    let position = start("snort", &chromex::graphs::parse("path:9").unwrap());
    let answer = ask(&Question::new(&position, Ask::Value).from(Sources::SEARCH)).unwrap();
    let Some(Value::Form(found)) = answer.value else { panic!("{position}") };
    let heat = [found.mean, found.temperature];
    let from_a_file = FormValue::from_text(found.text(), found.class, heat, found.birthday);
    assert_eq!(from_a_file, found);
    for value in [found, from_a_file] {
        let minus = Term { negative: true, part: Part::Value(Box::new(value)) };
        let plus = Term { negative: false, part: Part::position(position.clone()).unwrap() };
        let sum = Sum { terms: vec![plus, minus] };
        let answer = add_up(&sum, Player::Left, &Budget::default(), Sources::SEARCH).unwrap();
        assert_eq!((answer.value.unwrap().text(), answer.class), ("0", Some(Class::P)));
    }
}

/// If a budget is used up in the middle, everything known by then is reported.
#[test]
fn what_is_known_is_told_when_the_budget_is_spent() {
    let sum: Sum = "snort grid:3x4 + snort path:9 + snort cycle:9".parse().unwrap();
    let budget = Budget { nodes: Some(40), ..Budget::default() };
    let answer = add_up(&sum, Player::Left, &budget, Sources::SEARCH).unwrap();
    assert!(answer.stopped.is_some() && answer.value.is_none());
}

/// The loss from playing the hottest first is reported; there is none where the method is proved to
/// be right.
#[test]
fn the_hottest_first_and_what_it_loses() {
    let hottest = |text: &str| {
        let sum: Sum = text.parse().unwrap();
        let answer = add_up(&sum, Player::Left, &Budget::default(), Sources::SEARCH).unwrap();
        answer.hottest
    };
    assert_eq!(hottest("snort path:2 + *3 + 1/2"), None, "one hot component");
    let switches = hottest("snort path:2 + snort path:3 + {7|2} - ^").unwrap();
    let play = switches.play.unwrap();
    assert_eq!((switches.components, play.proved), (vec![2], true));
    // 7, then 2 of the path of three vertices for Right, then 1 of the path of two.
    assert_eq!((play.best.to_string(), play.loss().to_string()), ("6".into(), "0".into()));
    let lossy = hottest(LOSSY).unwrap();
    let play = lossy.play.unwrap();
    assert!(!play.proved && play.loss() > Default::default(), "{play:?}");
}

/// Left has to begin with the threat, which is less hot.
const LOSSY: &str = "snort path:3 + {10|1||0} - 5/2";

/// Sums that MCGS (github.com/ualberta-mueller-group/MCGS) solves in its own tests, with the winners that are given there
/// (input/autotests/basic_cgt_autotests/random_cgt_games1.test, sums 0 to 5, found by CGSuite 2.1.1): twenty
/// integers, fractions, nimbers, switches and multiples of ↑ each.
#[test]
fn sums_that_mcgs_solves() {
    for (text, class) in [
        (
            "5 + 5/4 - 39/2 - 1 + *4 + {-45/2|2} + ^4* + *3 + *6 + ^3 + ^6* + {-27/8|-11/2} - 12 + {-4|-21/16} - 23/16 \
             + 5/2 + *4 + *12 - ^9 + {-7/4|29/16}",
            Class::R,
        ),
        (
            "^17 + *4 + 39 - ^14 + {-9/4|9} + *6 + 3 - ^10* + {7/2|15/8} - 7 + ^4 + ^3* + ^* - 9/4 + *2 + 33/2 + *9 - ^12* \
             + {3|-1/8} + 4",
            Class::L,
        ),
        (
            "25/4 + {19/4|7/4} - 23/2 - 43 - 9 + {9/8|-13/8} + 5/4 + {33/16|3/4} + 6 + {32|-23/2} + *11 + * + {-3/32|-15/4} \
             + 2 + *9 - 43/32 - 43/32 - 9 + ^7 + ^11*",
            Class::R,
        ),
        (
            "5 - 1 - 21/16 - ^13 + {8|-44} + {-11|-8} + {39/2|22} - 1 + {38|10} + {-11/16|3/2} + *2 - 4 + {-1/4|-23/2} + *6 \
             + *14 + *12 + {5/2|-11} + 47/2 + 19/4 + *10",
            Class::L,
        ),
        (
            "- ^10* + 3/2 - 3/4 + 9/4 - ^20* + 19/8 + {-47/16|-7/4} + 2 + ^13* + *15 + ^11 + {-4|-4} + *7 - 8 - 1 + ^13* \
             + {-23/16|13/16} + 8 + 1/16 + {-1/2|-9/4}",
            Class::R,
        ),
        (
            "{29/8|1/8} + *4 + ^2 + *7 - 1 - ^* + *7 + * - 41/4 - 21 - ^13* - ^4 + 13/2 - 9 - 11/4 + *13 + {5/2|12} - ^10 \
             + {-1/32|5/4} + 10",
            Class::R,
        ),
    ] {
        let sum: Sum = text.parse().unwrap();
        let budget = Budget { nodes: Some(100), ..Budget::default() };
        let answer = add_up(&sum, Player::Left, &budget, Sources::SEARCH).unwrap();
        assert_eq!((answer.class, sum.terms.len()), (Some(class), 20), "{sum}");
    }
}

/// Sums of many hot positions are decided by walls and threats, far beyond canonical forms and
/// brute force.
#[test]
fn large_sums_have_winners() {
    let many = "snort path:3 + snort path:4 + snort star:4 + snort star:6 + snort cycle:5 + snort path:6 + {9|4} + {17|2||-5} \
                - snort path:5 - snort star:5 - {31|7} - {12||3|-8} + col path:4 + *2";
    let sum: Sum = many.parse().unwrap();
    let budget = Budget { nodes: Some(2_000_000), ..Budget::default() };
    let [left, right] = [Player::Left, Player::Right]
        .map(|first| add_up(&sum, first, &budget, Sources::SEARCH).unwrap());
    assert_eq!((left.class, left.class.is_some()), (right.class, true));
    assert!(left.moves_complete && right.moves_complete);
    let wins = |answer: &SumAnswer| !answer.moves.is_empty();
    assert_eq!(left.class, Some(Class::new(wins(&left), wins(&right))));
}

/// The value is written, read by a new arena, written in the same way, and can be added.
fn check_round_trip(form: &FormValue, name: &str) {
    let mut arena = Arena::new();
    let read = arena.parse(form.text()).unwrap();
    assert_eq!(arena.display_whole(read, 2000), form.text(), "{name}");
    let facts = (arena.mean(read), arena.temperature(read), arena.outcome(read));
    assert_eq!(facts, (Ok(form.mean), Ok(form.temperature), form.class), "{name}");
    assert_eq!(arena.birthday(read), form.birthday, "{name}");
    let taken = arena.unpack(form.form.as_ref().unwrap());
    assert_eq!(taken, Ok(read), "{name}: taken from the arena in which it was found");
    for other in ["{2|1}+1", "*2", "^", "-7/8"] {
        let other = arena.parse(other).unwrap();
        let sum = arena.add(read, other).unwrap();
        assert_eq!(arena.sub(sum, other), Ok(read), "{name}");
    }
    assert_eq!(arena.sub(read, read), Ok(Form::ZERO), "{name}");
}

/// The values of a position and of all its moves; returns the length of the longest text.
fn check_long_values(game: &str, board: &Board) -> usize {
    let (position, graph) = (start(game, board), board.name());
    let answer = ask(&Question::new(&position, Ask::AllMoves).from(Sources::SEARCH)).unwrap();
    let mut seen: Vec<FormValue> = Vec::new();
    for value in
        answer.moves.iter().map(|found| found.value.as_ref()).chain([answer.value.as_ref()])
    {
        let Some(Value::Form(form)) = value else { panic!("{game} {graph}: {value:?}") };
        if !seen.contains(form) {
            check_round_trip(form, &format!("{game} {graph}"));
            seen.push(form.clone());
        }
    }
    seen.iter().map(|form| form.text().len()).max().unwrap_or(0)
}

/// Values that are too long to be shown can be read back and added.
#[test]
fn long_values_are_read_back_and_add() {
    for (game, graph) in
        [("snort", "path:13"), ("snort", "grid:2x6"), ("snort", "cycle:11"), ("col", "grid:3x5")]
    {
        check_long_values(game, &chromex::graphs::parse(graph).unwrap());
    }
}

/// A cubic graph: three ends at each vertex are joined at random until the graph is simple.
fn random_cubic(order: usize, random: &mut SplitMix) -> Board {
    loop {
        let mut ends: Vec<usize> = (0..3 * order).map(|end| end / 3).collect();
        for i in (1..ends.len()).rev() {
            ends.swap(i, random.below(i + 1));
        }
        let mut edges: Vec<(usize, usize)> =
            ends.chunks(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
        edges.sort_unstable();
        edges.dedup();
        if edges.len() == 3 * order / 2 && edges.iter().all(|(u, v)| u != v) {
            let name = format!("cubic {edges:?}");
            return Board::new(Graph::undirected(order, edges).unwrap(), name);
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_longest_snort_values_are_read_back_and_add() {
    let paths = (1..=22).map(|n| format!("path:{n}"));
    let boards = ["grid:3x6", "grid:4x5"].map(str::to_owned);
    let random = &mut SplitMix::new(16);
    let cubic = (0..4).map(|_| random_cubic(16, random));
    let named = paths.chain(boards).map(|graph| chromex::graphs::parse(&graph).unwrap());
    for board in named.chain(cubic) {
        let longest = check_long_values("snort", &board);
        eprintln!("snort {}: the longest of its values has {longest} characters", board.name());
    }
}

#[test]
fn a_calculation_is_stopped_wherever_its_budget_ends() {
    let hot = "{900|{70|5||-60}} + {800||64|-3} + {700|{61|3}||-500} + {640|{50|49||-48}||-600}";
    for nodes in [1, 100, 10_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let stopped = Calculation::read(&format!("a={hot}; 99999·a"), &budget).err().unwrap();
        assert_eq!(stopped.to_string(), format!("the limit on positions ({nodes}) is reached"));
    }
}
