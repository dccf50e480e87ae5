//! The arithmetic of values against the definitions, and the values of Col and Snort against brute
//! force over the literal rules.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use std::collections::HashMap;

use chromex_budget::Budget;
use chromex_budget::Meter;
use chromex_engine::model::lists::ListGame;
use chromex_engine::search::values::{Outcomes, Values};
use chromex_engine::{Class, Outcome};
use chromex_graphs::random::SplitMix;
use chromex_rules::{Player, Position};
use chromex_values::{Arena, Dyadic, Form};
use common::{Brute, options, play_at_random, random_board, start, start_on, up_to_isomorphism};

/// Game trees and the definitions of ≤, + and −, word for word.
#[derive(Default)]
struct Naive {
    games: Vec<[Vec<usize>; 2]>,
    orders: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
    trees: HashMap<Form, usize>,
    forms: HashMap<usize, Form>,
}

impl Naive {
    fn game(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        self.games.push([left, right]);
        self.games.len() - 1
    }

    fn le(&mut self, a: usize, b: usize) -> bool {
        if let Some(&known) = self.orders.get(&(a, b)) {
            return known;
        }
        let (left, right) = (self.games[a][0].clone(), self.games[b][1].clone());
        let le = !left.iter().any(|&l| self.le(b, l)) && !right.iter().any(|&r| self.le(r, a));
        self.orders.insert((a, b), le);
        le
    }

    fn add(&mut self, a: usize, b: usize) -> usize {
        if let Some(&known) = self.sums.get(&(a, b)) {
            return known;
        }
        let [left, right] = [0, 1].map(|side| {
            let (of_a, of_b) = (self.games[a][side].clone(), self.games[b][side].clone());
            let mut options: Vec<usize> = of_a.iter().map(|&o| self.add(o, b)).collect();
            options.extend(of_b.iter().map(|&o| self.add(a, o)));
            options
        });
        let sum = self.game(left, right);
        self.sums.insert((a, b), sum);
        sum
    }

    /// The tree of a canonical form.
    fn tree(&mut self, arena: &mut Arena, form: Form) -> usize {
        if let Some(&known) = self.trees.get(&form) {
            return known;
        }
        let left = arena.left_options(form).iter().map(|&o| self.tree(arena, o)).collect();
        let right = arena.right_options(form).iter().map(|&o| self.tree(arena, o)).collect();
        let tree = self.game(left, right);
        self.trees.insert(form, tree);
        tree
    }

    /// The canonical form of a tree.
    fn form(&mut self, arena: &mut Arena, tree: usize) -> Form {
        if let Some(&known) = self.forms.get(&tree) {
            return known;
        }
        let [left, right] = self.games[tree]
            .clone()
            .map(|side| side.iter().map(|&o| self.form(arena, o)).collect::<Vec<_>>());
        let form = arena.from_options(&left, &right).unwrap();
        self.forms.insert(tree, form);
        form
    }
}

fn subsets(of: &[usize]) -> Vec<Vec<usize>> {
    let chosen = |bits: usize| {
        of.iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1).map(|(_, &g)| g).collect()
    };
    (0..1 << of.len()).map(chosen).collect()
}

/// All games born by the second day, as trees, with repetitions.
fn second_day(naive: &mut Naive) -> Vec<usize> {
    let zero = naive.game(vec![], vec![]);
    let sides = [vec![], vec![zero]];
    let mut first = Vec::new();
    for (left, right) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        first.push(naive.game(sides[left].clone(), sides[right].clone()));
    }
    let sides = subsets(&first);
    let pairs = sides.iter().flat_map(|left| sides.iter().map(move |right| (left, right)));
    let pairs: Vec<_> = pairs.map(|(left, right)| (left.clone(), right.clone())).collect();
    pairs.into_iter().map(|(left, right)| naive.game(left, right)).collect()
}

/// Random games whose options are among `from`, at most `most` a side.
fn random_games(
    naive: &mut Naive,
    from: &[usize],
    most: usize,
    count: usize,
    random: &mut SplitMix,
) -> Vec<usize> {
    let mut side = || -> Vec<usize> {
        (0..random.below(most + 1)).map(|_| from[random.below(from.len())]).collect()
    };
    let sides: Vec<_> = (0..count).map(|_| (side(), side())).collect();
    sides.into_iter().map(|(left, right)| naive.game(left, right)).collect()
}

/// Compares order, equality, sums, negatives and notation of all pairs with the definitions.
fn agree(naive: &mut Naive, arena: &mut Arena, games: &[usize]) {
    let forms: Vec<Form> = games.iter().map(|&g| naive.form(arena, g)).collect();
    for (&g, &a) in games.iter().zip(&forms) {
        let canonical = naive.tree(arena, a);
        assert!(naive.le(g, canonical) && naive.le(canonical, g), "{}", arena.display(a));
        let text = arena.display(a);
        assert_eq!(arena.parse(&text).unwrap(), a, "{text}");
        let negative = arena.neg(a);
        assert_eq!(arena.neg(negative), a);
        assert_eq!(arena.add(a, negative), Ok(Form::ZERO), "{text}");
        for (&h, &b) in games.iter().zip(&forms) {
            let le = naive.le(g, h);
            assert_eq!(arena.le(a, b), le, "{text} ≤ {}", arena.display(b));
            assert_eq!(a == b, le && naive.le(h, g), "{text} = {}", arena.display(b));
        }
    }
}

fn sums_agree(naive: &mut Naive, arena: &mut Arena, games: &[usize]) {
    for (i, &g) in games.iter().enumerate() {
        for &h in &games[..=i] {
            let (a, b) = (naive.form(arena, g), naive.form(arena, h));
            let tree = naive.add(g, h);
            let sum = naive.form(arena, tree);
            let shown = format!("{} + {}", arena.display(a), arena.display(b));
            assert_eq!(arena.add(a, b), Ok(sum), "{shown}");
            assert_eq!(arena.add(b, a), Ok(sum), "{shown}");
        }
    }
}

#[test]
fn twenty_two_games_are_born_by_the_second_day() {
    let (mut naive, mut arena) = (Naive::default(), Arena::new());
    let games = second_day(&mut naive);
    agree(&mut naive, &mut arena, &games);
    let mut forms: Vec<Form> = games.iter().map(|&g| naive.form(&mut arena, g)).collect();
    forms.sort_unstable();
    forms.dedup();
    assert_eq!(forms.len(), 22);
    assert!(forms.iter().all(|&form| arena.birthday(form) <= 2));
    let trees: Vec<usize> = forms.iter().map(|&form| naive.tree(&mut arena, form)).collect();
    sums_agree(&mut naive, &mut arena, &trees);
}

#[test]
fn random_games_of_later_days() {
    let random = &mut SplitMix::new(3);
    for _ in 0..4 {
        let (mut naive, mut arena) = (Naive::default(), Arena::new());
        let second = second_day(&mut naive);
        let third = random_games(&mut naive, &second, 3, 70, random);
        agree(&mut naive, &mut arena, &third);
        sums_agree(&mut naive, &mut arena, &third[..18]);
        let fourth = random_games(&mut naive, &third, 3, 60, random);
        agree(&mut naive, &mut arena, &fourth);
        let fifth = random_games(&mut naive, &fourth, 2, 40, random);
        agree(&mut naive, &mut arena, &fifth);
        for i in 2..fifth.len() {
            let [a, b, c] = [i, i - 1, i - 2].map(|i| naive.form(&mut arena, fourth[i]));
            let (ab, bc) = (arena.add(a, b).unwrap(), arena.add(b, c).unwrap());
            assert_eq!(arena.add(ab, c), arena.add(a, bc));
            let means = [a, b, ab].map(|form| arena.mean(form).unwrap());
            assert_eq!(means[0] + means[1], means[2]);
            let heats = [a, b, ab].map(|form| arena.temperature(form).unwrap());
            assert!(heats[2] <= heats[0].max(heats[1]));
            let ac = arena.add(a, c).unwrap();
            assert_eq!(arena.le(a, b), arena.le(ac, bc));
        }
    }
}

#[test]
fn numbers_ups_and_nimbers_follow_the_definitions() {
    let (mut naive, mut arena) = (Naive::default(), Arena::new());
    let mut games = Vec::new();
    for text in ["0", "1", "-2", "1/2", "-3/4", "5/8"] {
        for ups in -3..=3 {
            for star in 0..4 {
                let zero = if ups == 0 { "+".to_owned() } else { format!("+^{ups}+") };
                let text = format!("{text}{zero}*{star}").replace("^-", "v");
                let form = arena.parse(&text).unwrap();
                games.push(naive.tree(&mut arena, form));
            }
        }
    }
    agree(&mut naive, &mut arena, &games);
    let every = games.iter().step_by(5).copied().collect::<Vec<_>>();
    sums_agree(&mut naive, &mut arena, &every);
}

#[test]
fn identities_of_the_literature() {
    let mut arena = Arena::new();
    for (a, b) in [
        ("↑+↑", "⇑"),
        ("*+*", "0"),
        ("±1+±1", "0"),
        ("{0|*}", "↑"),
        ("{*|*}", "0"),
        ("{0,*|0,*}", "*2"),
        ("{0,*|0}", "↑*"),
        ("{0|↑}", "⇑*"),
        ("{0|⇑*}", "↑3"),
        ("{↑|↓}", "*"),
        ("{↑|↑}", "⇑*"),
        ("{1/4|1}", "1/2"),
        ("{-5|7/2}", "0"),
        ("{5/2|}", "3"),
        ("{±1|±1}", "0"),
        ("{2|0}", "1+±1"),
        ("*2+*3", "*"),
        ("+_1 + -_1", "0"),
        ("{0|+_2}", "↑+{0|+_2}-↑"),
    ] {
        assert_eq!(arena.parse(a).unwrap(), arena.parse(b).unwrap(), "{a} = {b}");
    }
    let mut class = |text: &str| {
        let form = arena.parse(text).unwrap();
        arena.outcome(form)
    };
    assert_eq!(class("↑-*"), Class::N);
    assert_eq!(class("↑-*2"), Class::L);
    assert_eq!(class("⇓*"), Class::R);
    assert_eq!(class("↑-+_1"), Class::L);
    assert_eq!(class("+_1 - +_2"), Class::L);
    assert_eq!(class("{1|0} - 1/2"), Class::N);
    assert_eq!(class("↑*-*-↑"), Class::P);
}

#[test]
fn temperatures_means_and_walls() {
    let mut arena = Arena::new();
    for (text, mean, temperature) in [
        ("3", "3", "-1"),
        ("3/4", "3/4", "-1/4"),
        ("*", "0", "0"),
        ("↑3*2", "0", "0"),
        ("±3", "0", "3"),
        ("{4|1}", "5/2", "3/2"),
        ("+_5", "0", "0"),
        ("{5||1|-1}", "5/2", "5/2"),
        ("{10||1|-1}", "5", "5"),
        ("{2||1|-1}", "1", "1"),
        ("{3/2||1|-1}", "1", "1/2"),
        ("{1/2||1|-1}", "1", "-1"),
        ("{±1|-4}", "-2", "2"),
    ] {
        let form = arena.parse(text).unwrap();
        assert_eq!(arena.mean(form).unwrap().to_string(), mean, "mean of {text}");
        assert_eq!(arena.temperature(form).unwrap().to_string(), temperature, "{text}");
    }
    let form = arena.parse("{6||1|-5}").unwrap();
    let walls = arena.thermograph(form).unwrap();
    let points = |points: &[(i64, i64)]| -> Vec<(Dyadic, Dyadic)> {
        let number = |n| Dyadic::new(n, 0).unwrap();
        points.iter().map(|&(t, x)| (number(t), number(x))).collect()
    };
    assert_eq!(walls.left, points(&[(0, 6), (4, 2)]));
    assert_eq!(walls.right, points(&[(0, 1), (3, 1), (4, 2)]));
}

#[test]
fn what_is_out_of_range_is_refused_and_never_wrong() {
    let mut arena = Arena::new();
    for (text, times) in [("30000", 9), ("±30000", 9), ("↑600", 1), ("1/1099511627776", 1)] {
        let form = arena.parse(text).unwrap();
        let fine = text.starts_with("1/");
        let mut sum = form;
        let result = (0..times).try_for_each(|_| {
            sum = if fine {
                arena.from_options(&[Form::ZERO], &[sum])
            } else {
                arena.add(sum, form)
            }?;
            Ok::<(), chromex_values::OutOfRange>(())
        });
        assert_eq!(result.is_ok(), text == "±30000", "{text}");
    }
}

fn meter() -> Meter {
    Meter::new(&Budget::default())
}

fn compile(position: &Position) -> ListGame {
    ListGame::compile(position, position.game().pairwise_reach().unwrap(), &meter()).unwrap()
}

/// The value by the literal rules, over whole positions.
fn literal_value(
    position: &Position,
    arena: &mut Arena,
    known: &mut HashMap<Vec<u8>, Form>,
) -> Form {
    if let Some(&form) = known.get(position.colouring()) {
        return form;
    }
    let [left, right] = [Player::Left, Player::Right].map(|player| {
        let after = options(&position.clone().with_turn(player));
        after.iter().map(|(_, after)| literal_value(after, arena, known)).collect::<Vec<_>>()
    });
    let form = arena.from_options(&left, &right).unwrap();
    known.insert(position.colouring().to_vec(), form);
    form
}

/// Compares the engine and the outcome search, which values components of at most `small`
/// vertices, with the literal rules.
fn check(position: &Position, small: usize) {
    let game = compile(position);
    let lists = game.lists(position);
    let mut engine = Values::new(game.clone());
    let form = engine.value(lists.clone(), &mut meter()).unwrap();
    let literal = literal_value(position, engine.arena_mut(), &mut HashMap::new());
    assert_eq!(form, literal, "{position}");
    let class = engine.arena_mut().outcome(form);
    let mut brute = Brute::default();
    let mut outcomes = Outcomes::new(Values::new(game)).valuing(small);
    for player in [Player::Left, Player::Right] {
        let winner = brute.winner(&position.clone().with_turn(player));
        assert_eq!(Outcome::Class(class).winner(player), Some(winner), "{position}");
        let wins = outcomes.wins(lists.clone(), player, &mut meter()).unwrap();
        assert_eq!(wins, winner == player, "{position}, {player:?} first");
    }
}

#[test]
fn every_small_graph() {
    for n in 1..=5 {
        for board in up_to_isomorphism(n, false) {
            for game in ["col", "snort"] {
                check(&start(game, &board), n % 3);
            }
        }
    }
}

#[test]
fn random_positions() {
    let random = &mut SplitMix::new(11);
    // Within distance 2, and along arcs, from Left to Right and not the other way round.
    let far = "own:colours=2:left=1:right=2:forbid=1-2/2";
    let along = "own:colours=2:left=1:right=2:forbid=1>2";
    let games = [("col", false), ("snort", false), (far, false), (along, true)];
    for i in 0..400 {
        let (game, directed) = games[i % games.len()];
        let board = random_board(6 + random.below(5), directed, random);
        let moves = 2 + random.below(3);
        let go_on = |position: &Position| {
            position.colouring().iter().filter(|&&colour| colour == 0).count() > 6
        };
        check(&play_at_random(start(game, &board), moves, random, go_on), i % 5);
    }
}

fn value_of(game: &str, graph: &str) -> String {
    let position = start_on(game, graph);
    let game = compile(&position);
    let mut engine = Values::new(game.clone());
    let form = engine.value(game.lists(&position), &mut meter()).unwrap();
    engine.arena().display(form)
}

#[test]
fn known_values() {
    for game in ["col", "snort"] {
        assert_eq!(value_of(game, "path:1"), "*");
        assert_eq!(value_of(game, "empty:2"), "0");
        assert_eq!(value_of(game, "empty:3"), "*");
    }
    assert_eq!(value_of("snort", "path:2"), "±1");
    assert_eq!(value_of("snort", "complete:4"), "±3");
    assert_eq!(value_of("snort", "star:3"), "±3");
    assert_eq!(value_of("col", "path:2"), "0");
    assert_eq!(value_of("col", "complete:3"), "0");
}

#[test]
fn outcomes_agree_with_values_on_larger_boards() {
    for graph in ["path:13", "cycle:12", "grid:3x4", "tree:2,3", "king:3x3", "wheel:9"] {
        for name in ["col", "snort"] {
            let position = start_on(name, graph);
            let game = compile(&position);
            let lists = game.lists(&position);
            let mut engine = Values::new(game.clone());
            let form = engine.value(lists.clone(), &mut meter()).unwrap();
            let class = engine.arena_mut().outcome(form);
            for small in [0, 4, 8] {
                let mut outcomes = Outcomes::new(Values::new(game.clone())).valuing(small);
                let left = outcomes.wins(lists.clone(), Player::Left, &mut meter()).unwrap();
                let right = outcomes.wins(lists.clone(), Player::Right, &mut meter()).unwrap();
                assert_eq!(Class::new(left, right), class, "{name} on {graph}");
            }
        }
    }
}

#[test]
fn a_spent_budget_stops_and_the_work_is_kept() {
    let position = start_on("snort", "path:14");
    let game = compile(&position);
    let lists = game.lists(&position);
    let mut engine = Values::new(game.clone());
    let mut stops = 0;
    let form = loop {
        let mut meter = Meter::new(&Budget { nodes: Some(100), ..Budget::default() });
        match engine.value(lists.clone(), &mut meter) {
            Ok(form) => break form,
            Err(_) => stops += 1,
        }
    };
    assert!(stops > 0);
    let mut fresh = Values::new(game);
    let expected = fresh.value(lists, &mut Meter::new(&Budget::default())).unwrap();
    assert_eq!(engine.arena().display(form), fresh.arena().display(expected));
    let mut meter = Meter::new(&Budget { memory: 1000, ..Budget::default() });
    let position = start_on("snort", "path:12");
    let game = compile(&position);
    assert!(Values::new(game.clone()).value(game.lists(&position), &mut meter).is_err());
}
