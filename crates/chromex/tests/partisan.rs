//! Col and Snort: published values, and thermographs compared with an independent computation from
//! the literal rules, with temperatures in small steps and without canonical forms.

#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use std::collections::HashMap;

use chromex::graphs::random::SplitMix;
use chromex::rules::{Colour, Player, Position};
use chromex::values::{Arena, Dyadic};
use chromex::{Ask, FormValue, Question, Sources, Value, ask};
use common::{play_at_random, random_board, start, up_to_isomorphism};

/// Temperatures from −1 on in steps of 1/2^6, and stops in the same unit: fine enough for every bend of these games.
const FINENESS: u32 = 6;
const ONE: i64 = 1 << FINENESS;
const STEPS: usize = 9 << FINENESS;

/// The walls at every step, and where they meet.
#[derive(Clone)]
struct Walls {
    left: Vec<i64>,
    right: Vec<i64>,
    temperature: i64,
}

/// The walls of each position of one game on one board.
#[derive(Default)]
struct Plain {
    known: HashMap<Vec<Colour>, Walls>,
}

impl Plain {
    fn walls(&mut self, position: &Position) -> Walls {
        if let Some(known) = self.known.get(position.colouring()) {
            return known.clone();
        }
        let [left, right] = [Player::Left, Player::Right].map(|player| {
            let position = position.clone().with_turn(player);
            let moves = position.moves().into_iter();
            moves.map(|m| self.walls(&position.play(m).unwrap())).collect::<Vec<_>>()
        });
        let up = |t: i64| left.iter().map(|o| o.right[(t + ONE) as usize] - t).max();
        let down = |t: i64| right.iter().map(|o| o.left[(t + ONE) as usize] + t).min();
        let made = match integer(up(-ONE), down(-ONE)) {
            Some(n) => Walls { left: vec![n; STEPS], right: vec![n; STEPS], temperature: -ONE },
            None => grown(&|t| up(t).unwrap(), &|t| down(t).unwrap()),
        };
        self.known.insert(position.colouring().to_vec(), made.clone());
        made
    }
}

/// The integer next to 0 that both scaffolds allow at temperature −1, where all other numbers are hot.
fn integer(up: Option<i64>, down: Option<i64>) -> Option<i64> {
    let low = up.map_or(i64::MIN / 2, |up| -(-up).div_euclid(ONE));
    let high = down.map_or(i64::MAX / 2, |down| down.div_euclid(ONE));
    (low <= high).then(|| 0.clamp(low, high) * ONE)
}

/// The walls between scaffolds, up to where these meet.
fn grown(up: &dyn Fn(i64) -> i64, down: &dyn Fn(i64) -> i64) -> Walls {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut mast = None;
    for step in 0..STEPS {
        let t = step as i64 - ONE;
        if mast.is_none() && up(t) <= down(t) {
            assert_eq!(up(t), down(t), "the scaffolds meet at a step");
            mast = Some((t, up(t)));
        }
        left.push(mast.map_or_else(|| up(t), |(_, x)| x));
        right.push(mast.map_or_else(|| down(t), |(_, x)| x));
    }
    Walls { left, right, temperature: mast.unwrap().0 }
}

fn form(position: &Position) -> FormValue {
    let answer = ask(&Question::new(position, Ask::Value).from(Sources::SEARCH)).unwrap();
    let Some(Value::Form(form)) = answer.value else { panic!("{position}") };
    form
}

fn check(position: &Position) {
    let (plain, form) = (Plain::default().walls(position), form(position));
    let dyadic = |x: i64| Dyadic::new(x, FINENESS).unwrap();
    assert_eq!(form.temperature, dyadic(plain.temperature), "{position}");
    assert_eq!(form.mean, dyadic(*plain.left.last().unwrap()), "{position}");
    let mut arena = Arena::new();
    let read = arena.parse(form.text()).unwrap();
    let thermograph = arena.thermograph(read).unwrap();
    for step in ONE as usize..STEPS {
        let stops = [plain.left[step], plain.right[step]].map(dyadic);
        let t = dyadic(step as i64 - ONE);
        assert_eq!(thermograph.stops_at(t), stops, "{position} at {t}");
    }
}

#[test]
fn thermographs_of_positions_agree_with_the_literal_rules() {
    let random = &mut SplitMix::new(7);
    for round in 0..160 {
        let board = random_board(2 + round % 5, false, random);
        let game = ["snort", "col"][round % 2];
        let moves = random.below(3);
        check(&play_at_random(start(game, &board), moves, random, |_| false));
    }
    // The last two are the smallest graphs that are hotter than their maximum degree, 3.
    for graph in
        ["star:5", "path:6", "complete:6", "grid:2x3", "caterpillar:1,0,2", "g6:F?KuG", "g6:FoD_w"]
    {
        for game in ["snort", "col"] {
            check(&start(game, &chromex::graphs::parse(graph).unwrap()));
        }
    }
}

/// CGSuite (GameGraphTest.scala) and cgt-tools (snort.rs) have these values in their tests. There a vertex may belong to one
/// player only; here it has a coloured neighbour. The last is the caterpillar of Huntemann and Maciosowski, *Degrees are
/// useless in Snort when measuring temperature* (2024), whose temperature is larger than its degree.
#[test]
fn published_values_of_positions() {
    for (line, value) in [
        ("snort path:7 B.....B left", "{4|0,±1}"),
        ("snort caterpillar:1,2 ..... left", "±{3|2}"),
        ("col caterpillar:1,0,1,0,1,0,1,0,1,0 ..........WWBWW left", "7/8"),
        ("snort caterpillar:3,2,3 ........... left", "{5,{8|6*||0}|-5,{0||-6*|-8}}"),
    ] {
        let found = form(&line.parse::<Position>().unwrap());
        let mut arena = Arena::new();
        assert_eq!(arena.parse(found.text()), arena.parse(value), "{line}");
    }
}

/// The star K(1,n) has temperature n (the same paper). Winning Ways, chapter 2: a value of Col is a number, or a number
/// plus *; at the start, which is its own negative, it is 0 or *.
#[test]
fn stars_and_col() {
    for n in 1..8 {
        let star = chromex::graphs::parse(&format!("star:{n}")).unwrap();
        assert_eq!(form(&start("snort", &star)).temperature, Dyadic::new(n, 0).unwrap());
    }
    let random = &mut SplitMix::new(2);
    for board in (1..6).flat_map(|n| up_to_isomorphism(n, false)) {
        let begin = start("col", &board);
        assert!(["0", "*"].contains(&form(&begin).text()), "{begin}");
        let later = play_at_random(begin, 1 + random.below(2), random, |_| false);
        let later = form(&later);
        let text = later.text();
        let number = text.trim_end_matches('*');
        assert!(number.chars().all(|c| c.is_ascii_digit() || "-/".contains(c)), "{text}");
    }
}
