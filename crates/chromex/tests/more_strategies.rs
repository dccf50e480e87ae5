//! The strategies on cographs, in sequential 2-colouring and on Latin boards keep their promises:
//! against every opponent if that is feasible, and against random and troublesome ones on large
//! boards.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use chromex::Budget;
use chromex::graphs::classes::cograph::cotree;
use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, all, parse};
use chromex::rules::{Player, Position, parse_game};
use chromex::strategy::duel::{Duel, Opponent, Tally, play};
use chromex::strategy::{Options, Promise};
use chromex::theory;

fn start(game: &str, board: &Board) -> Position {
    Position::start(parse_game(game).unwrap(), board.clone()).unwrap()
}

/// Plays the strategy from this position, on the side that it can play, against this opponent: it
/// never loses.
fn keeps_its_promise(name: &str, start: &Position, opponent: &Opponent) -> Tally {
    let duel = Duel::new(name, start, None, &Options::default()).unwrap();
    let tally = play(&duel, opponent, &Budget::default());
    assert_eq!((tally.losses, &tally.stopped), (0, &None), "{name}: {start}: {:?}", tally.loss);
    tally
}

/// Plays against every opponent on all cographs of these orders; returns the cases that were used.
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
            cases.extend(tally.cases.into_keys().map(String::from));
        }
    }
    cases
}

#[test]
fn cographs_are_played_as_the_theorem_promises() {
    let cases = on_all_cographs(1..=8);
    for case in ["1(a)", "1(b)", "1(c)i", "1(c)ii", "2(a)", "2(b)", "2(c)", "2(e)i", "2(e)iii"] {
        assert!(
            cases.iter().any(|used| used.contains(&format!("case {case}"))),
            "{case}: {cases:?}"
        );
    }
}

#[test]
#[ignore = "slow: minutes"]
fn cographs_with_ten_vertices_are_played_as_the_theorem_promises() {
    let cases = on_all_cographs(9..=10);
    assert!(cases.contains("Thm 5.1, case 2(e)ii"), "{cases:?}");
}

/// The cases that only occur on larger graphs, or whose small instances are too simple.
#[test]
fn unions_of_several_large_parts_are_played_as_the_theorem_promises() {
    for (tree, case) in [
        ("u(j(1,u(3)),j(3),j(3))", "2(e)ii"),
        ("u(j(1,u(3)),j(1,u(2)),j(3),1)", "2(e)ii"),
        ("u(j(1,u(1,j(2))),j(1,u(2)),j(3),j(2))", "2(e)ii"),
        ("u(j(1,u(5)),j(5))", "2(e)iii"),
        ("u(j(1,u(3)),j(1,u(2)),j(2),1)", "2(e)iii"),
        ("u(j(1,u(2,j(3))),j(2),j(2))", "2(e)i"),
        ("u(j(3),j(1,u(2)),j(3),1)", "2(a)"),
        ("u(j(u(2),u(2)),j(1,u(3)),j(2),1)", "2(a)"),
        ("u(j(u(2),u(2)),j(3),j(3),1)", "2(c)"),
        ("u(j(1,u(4)),j(4),j(2))", "2(b)"),
    ] {
        let start = start("connected", &parse(&format!("cotree:{tree}")).unwrap());
        let tally = keeps_its_promise("cographs", &start, &Opponent::Every);
        assert!(tally.cases.contains_key(format!("Thm 5.1, case {case}").as_str()), "{tree}");
    }
}

/// A random cotree with this number of leaves, as it is typed.
fn random_cotree(n: usize, join: bool, random: &mut SplitMix) -> String {
    let mut parts = Vec::new();
    let mut left = n;
    while left > 0 {
        let most = if parts.is_empty() { n - 1 } else { left };
        let order = 1 + random.below(most.max(1));
        let part = if order == 1 { "1".into() } else { random_cotree(order, !join, random) };
        parts.push(part);
        left -= order;
    }
    format!("{}({})", if join { "j" } else { "u" }, parts.join(","))
}

#[test]
fn random_cographs_are_played_without_a_loss() {
    let mut random = SplitMix::new(7);
    let fixed = ["u(j(1,u(29)),j(29),j(1,u(28)),j(5))", "u(j(1,u(19,j(10))),j(1,u(28)),j(9))"];
    let trees = (0..120).map(|i| random_cotree(6 + random.below(60), i % 3 == 0, &mut random));
    for tree in trees.chain(fixed.map(String::from)) {
        let start = start("connected", &parse(&format!("cotree:{tree}")).unwrap());
        for opponent in [Opponent::Random(300, 1), Opponent::Trouble(60, 1)] {
            keeps_its_promise("cographs", &start, &opponent);
        }
    }
}

#[test]
fn strategies_say_why_they_do_not_apply() {
    let refusal = |name: &str, line: &str| {
        let start: Position = line.parse().unwrap();
        let duel = Duel::new(name, &start, None, &Options::default());
        duel.err().unwrap().to_string()
    };
    for (name, line, why) in [
        ("cographs", "connected path:4 .... left", "not a cograph"),
        ("cographs", "connected path:3 R.. right", "from the start"),
        ("cographs", "icol path:3 ... left", "game connected"),
        ("sequential", "sequential:3 path:3 ... left", "sequential:2"),
        ("latin", "orthogonal:1 path:4 ......../ left", "Latin board"),
        ("latin", "orthogonal:2 latin:2 ......../ left", "orthogonal:1"),
    ] {
        let line = line.replace("/", "");
        assert!(refusal(name, &line).contains(why), "{line}: {}", refusal(name, &line));
    }
}

/// All orders of 0..n.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let Some(last) = n.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |order: Vec<usize>| {
        (0..n).map(move |place| {
            let mut order = order.clone();
            order.insert(place, last);
            order
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

fn shuffled(n: usize, random: &mut SplitMix) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    (1..n).rev().for_each(|i| order.swap(i, random.below(i + 1)));
    order
}

fn in_order(board: &Board, order: &[usize]) -> Position {
    let list: Vec<String> = order.iter().map(usize::to_string).collect();
    start(&format!("sequential:2:{}", list.join(",")), board)
}

/// The player who wins by the theory also wins with the strategy; returns the cases that were used.
fn sequential(start: &Position, opponent: &Opponent) -> BTreeSet<String> {
    let winner = theory::sequential::position(start).unwrap().unwrap().winner;
    let loser = Some(winner.opponent());
    assert!(Duel::new("sequential", start, loser, &Options::default()).is_err(), "{start}");
    let tally = keeps_its_promise("sequential", start, opponent);
    tally.cases.into_keys().map(String::from).collect()
}

#[test]
fn sequential_colouring_is_won_on_all_small_graphs_in_all_orders() {
    let mut cases = BTreeSet::new();
    for board in (1..=5).flat_map(all::graphs).map(all::board) {
        for order in orders(board.order()) {
            cases.extend(sequential(&in_order(&board, &order), &Opponent::Every));
        }
    }
    assert_eq!(cases.len(), 4, "{cases:?}");
}

/// Orders that are decided late need sources that meet late, and therefore sparse graphs.
#[test]
fn sequential_colouring_is_won_on_larger_graphs() {
    let mut random = SplitMix::new(3);
    for i in 0..600 {
        let n = 6 + random.below(8);
        let density = [0.15, 0.25, 0.4][i % 3];
        let board = parse(&format!("random:{n},{density},{i}")).unwrap();
        sequential(&in_order(&board, &shuffled(n, &mut random)), &Opponent::Every);
    }
    for graph in ["path:150", "grid:8x15", "hypercube:6", "caterpillar:3,0,2,5,1,9,4"] {
        let board = parse(graph).unwrap();
        for seed in 0..10 {
            let start = in_order(&board, &shuffled(board.order(), &mut random));
            sequential(&start, &Opponent::Random(100, seed));
        }
        sequential(&start("sequential:2", &board), &Opponent::Random(100, 1));
    }
}

/// Vertices coloured before the start count as one class.
#[test]
fn sequential_colouring_is_won_from_any_position() {
    let mut random = SplitMix::new(11);
    for i in 0..300 {
        let n = 5 + random.below(6);
        let board = parse(&format!("random:{n},0.25,{i}")).unwrap();
        let mut position = in_order(&board, &shuffled(n, &mut random));
        for _ in 0..random.below(n) {
            let moves = position.moves();
            let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
            position = position.play(m).unwrap();
        }
        if !position.moves().is_empty() {
            keeps_its_promise("sequential", &position, &Opponent::Every);
        }
    }
}

#[test]
fn the_first_player_draws_on_latin_boards() {
    for n in 1..=5 {
        let board = parse(&format!("latin:{n}")).unwrap();
        for first in [Player::Left, Player::Right] {
            let start = start("orthogonal:1", &board).with_turn(first);
            let tally = keeps_its_promise("latin", &start, &Opponent::Every);
            assert!(tally.games > 0);
        }
    }
    // The same graph with its vertices in a different order.
    let start = start("orthogonal:1", &parse("line(multipartite:3,3)").unwrap());
    keeps_its_promise("latin", &start, &Opponent::Every);
}

#[test]
#[ignore = "slow"]
fn the_first_player_draws_on_the_latin_board_of_order_six() {
    let start = start("orthogonal:1", &parse("latin:6").unwrap());
    let tally = keeps_its_promise("latin", &start, &Opponent::Every);
    for case in ["case 1", "case 2", "case 3.1", "case 3.2, equal"] {
        assert!(tally.cases.contains_key(format!("Lemma 7, {case}").as_str()), "{:?}", tally.cases);
    }
}

#[test]
fn the_first_player_draws_on_large_latin_boards() {
    let mut cases = BTreeSet::new();
    for n in [4, 5, 6, 7, 8, 12, 20, 30] {
        let start = start("orthogonal:1", &parse(&format!("latin:{n}")).unwrap());
        for opponent in [Opponent::Random(3000, n), Opponent::Trouble(100, n)] {
            let tally = keeps_its_promise("latin", &start, &opponent);
            cases.extend(tally.cases.into_keys().map(String::from));
        }
    }
    for case in ["case 1", "case 2", "case 3.1", "case 3.2, disjoint", "case 3.2, in common"] {
        assert!(cases.contains(&format!("Lemma 7, {case}")), "{case}: {cases:?}");
    }
}
