//! The solver, compared with a brute force that uses only the rules: every game on every small
//! graph, and on random positions of larger ones.

#![allow(clippy::unwrap_used, missing_docs)]

mod asking;
#[path = "../../engine/tests/common/mod.rs"]
mod common;

use chromex::graphs::Board;
use chromex::graphs::random::SplitMix;
use chromex::rules::{
    Boards, Convention, Game, Move, Player, Position, UNCOLOURED, Verdict, parse_game,
};
use chromex::{Answer, Budget, Value};
use common::{
    Brute, labelled_boards, play_at_random, random_board, random_orientation, start,
    up_to_isomorphism,
};

const BOTH: [Player; 2] = [Player::Left, Player::Right];

/// The games of the random tests. Sequential colouring with orders has its own tests.
const GAMES: &[&str] = &[
    "node-kayles",
    "proper:2",
    "proper:3",
    "icol",
    "isnort",
    "distance:2:2",
    "distance:2:3",
    "distance:3:2",
    "blue-red",
    "oriented:2",
    "oriented:3",
    "oriented:4",
    "weak:2",
    "weak:3",
    "sequential:2",
    "sequential:3",
    "col",
    "snort",
    "colouring:1",
    "colouring:2",
    "colouring:3",
    "colouring:4",
    "connected",
    "connected:maker-breaker",
    "connected:when-winning",
    "orthogonal:1",
    "orthogonal:2",
    "orthogonal:1:normal",
    "orthogonal:2:normal",
];

/// Whether the board should be a digraph; if the game takes both kinds, every other board is one.
fn on_digraph(game: &str, random: &mut SplitMix) -> bool {
    match parse_game(game).unwrap().boards() {
        Boards::Undirected => false,
        Boards::Directed => true,
        Boards::Either => random.below(2) == 0,
    }
}

/// The brute force examines at most about this many positions of a random game.
const PATIENCE: usize = 20_000;

/// A bound on the number of positions that can follow.
fn positions_ahead(position: &Position) -> usize {
    let open = position.colouring().iter().filter(|&&c| c == UNCOLOURED).count();
    (position.game().palette().len() + 1).saturating_pow(open as u32)
}

/// A position reached by random play on a random graph of up to seven vertices.
fn random_position(game: &str, random: &mut SplitMix) -> Position {
    let n = 1 + random.below(7);
    let board = match (on_digraph(game, random), random.below(2)) {
        (true, 0) => random_orientation(n, random),
        (directed, _) => random_board(n, directed, random),
    };
    let from = start(game, &board).with_turn(BOTH[random.below(2)]);
    let moves = random.below(4);
    play_at_random(from, moves, random, |here| positions_ahead(here) > PATIENCE)
}

fn unlimited() -> Budget {
    Budget::default()
}

fn is_complete(answer: &Answer) -> bool {
    answer.is_complete()
}

/// What the brute force can find of a value: for a canonical form, its class.
fn seen(value: Option<&Value>) -> Option<Value> {
    match value {
        Some(Value::Form(form)) => Some(Value::Class(form.class)),
        other => other.cloned(),
    }
}

fn seen_moves(answer: &Answer) -> Vec<(Move, Value)> {
    answer.moves.iter().map(|m| (m.played, seen(m.value.as_ref()).unwrap())).collect()
}

/// All four questions get the right answer.
fn check_position(position: &Position, brute: &mut Brute) {
    let (right, outcome) = (Some(brute.value(position)), brute.outcome(position));
    let said = |answer: &Answer| (seen(answer.value.as_ref()), answer.outcome);
    let bare = asking::value(position, &unlimited()).unwrap();
    assert_eq!(said(&bare), (right.clone(), outcome), "value of {position}");
    if let Some(outcome) = outcome {
        let only = asking::outcome(position, &unlimited()).unwrap();
        assert_eq!(only.outcome, Some(outcome), "outcome of {position}");
    }

    let all = asking::moves(position, &unlimited()).unwrap();
    assert_eq!(seen_moves(&all), brute.moves(position), "moves of {position}");
    assert_eq!(said(&all), (right.clone(), outcome), "moves of {position}");

    let best = asking::best_moves(position, &unlimited()).unwrap();
    assert_eq!(seen_moves(&best), brute.best_moves(position), "best moves of {position}");
    assert_eq!(said(&best), (right, outcome), "best moves of {position}");

    assert!([bare, all, best].iter().all(is_complete), "{position}");
}

/// A game from its start on a board, whoever moves first.
fn check_board(game: &str, board: &Board) {
    let mut brute = Brute::default();
    for first in BOTH {
        check_position(&start(game, board).with_turn(first), &mut brute);
    }
}

/// A game on all graphs with up to `most` vertices.
fn check_graphs(game: &str, most: usize) {
    for board in (0..=most).flat_map(|n| up_to_isomorphism(n, false)) {
        check_board(game, &board);
    }
}

/// A game on all digraphs with up to four vertices, and on some with five.
fn check_digraphs(game: &str) {
    for board in (0..=4).flat_map(|n| up_to_isomorphism(n, true)) {
        check_board(game, &board);
    }
    let mut random = SplitMix::new(5);
    for _ in 0..20 {
        check_board(game, &random_orientation(5, &mut random));
        check_board(game, &random_board(5, true, &mut random));
    }
}

#[test]
fn there_are_as_many_small_graphs_and_digraphs_as_are_known() {
    let graphs: Vec<_> = (0..=5).map(|n| up_to_isomorphism(n, false).len()).collect();
    let digraphs: Vec<_> = (0..=4).map(|n| up_to_isomorphism(n, true).len()).collect();
    assert_eq!(graphs, [1, 1, 2, 4, 11, 34]);
    assert_eq!(digraphs, [1, 1, 3, 16, 218]);
}

#[test]
fn proper_colouring_is_solved_on_all_small_graphs() {
    for game in ["node-kayles", "proper:2", "proper:3", "icol"] {
        check_graphs(game, 5);
    }
}

#[test]
fn isnort_is_solved_on_all_small_graphs() {
    check_graphs("isnort", 5);
}

#[test]
fn distance_colouring_is_solved_on_all_small_graphs() {
    for game in ["distance:2:2", "distance:2:3", "distance:3:2"] {
        check_graphs(game, 5);
    }
}

#[test]
fn blue_red_is_solved_on_small_digraphs() {
    check_digraphs("blue-red");
}

#[test]
fn oriented_colouring_is_solved_on_small_digraphs() {
    for game in ["oriented:2", "oriented:3", "oriented:4"] {
        check_digraphs(game);
    }
}

#[test]
fn weak_colouring_is_solved_on_all_small_graphs() {
    for game in ["weak:2", "weak:3"] {
        check_graphs(game, 5);
    }
}

/// The natural order, its reverse, and every other vertex first.
fn orders(n: usize) -> [Vec<usize>; 3] {
    let odd_first = (1..n).step_by(2).chain((0..n).step_by(2));
    [(0..n).collect(), (0..n).rev().collect(), odd_first.collect()]
}

/// The numbers of vertices matter here, so isomorphic graphs are different: all graphs with up to
/// four vertices.
#[test]
fn sequential_colouring_is_solved_on_all_small_graphs_in_several_orders() {
    for n in 0..=5 {
        let classes = if n == 5 { up_to_isomorphism(5, false) } else { Vec::new() };
        let all = if n < 5 { labelled_boards(n).collect() } else { Vec::new() };
        for board in classes.into_iter().chain(all) {
            for k in [2, 3] {
                check_board(&format!("sequential:{k}"), &board);
                for order in orders(n).iter().filter(|order| !order.is_empty()) {
                    let list: Vec<_> = order.iter().map(usize::to_string).collect();
                    check_board(&format!("sequential:{k}:{}", list.join(",")), &board);
                }
            }
        }
    }
}

#[test]
fn col_and_snort_are_solved_on_all_small_graphs() {
    check_graphs("col", 5);
    check_graphs("snort", 5);
}

#[test]
fn the_colouring_game_is_solved_on_all_small_graphs() {
    for k in 1..=4 {
        check_graphs(&format!("colouring:{k}"), 5);
    }
}

#[test]
fn the_connected_game_is_solved_on_all_small_graphs() {
    check_graphs("connected", 5);
    check_graphs("connected:maker-breaker", 5);
}

/// Two copies: five vertices are ten cells, too many for two colours.
#[test]
fn the_orthogonal_game_is_solved_on_all_small_graphs() {
    for (game, most) in [
        ("orthogonal:1", 5),
        ("orthogonal:1:normal", 5),
        ("orthogonal:2", 4),
        ("orthogonal:2:normal", 4),
        ("orthogonal:3", 3),
        ("orthogonal:3:normal", 3),
    ] {
        check_graphs(game, most);
    }
}

#[test]
fn random_positions_of_every_game_are_solved() {
    let mut random = SplitMix::new(1);
    for game in GAMES {
        for _ in 0..400 {
            check_position(&random_position(game, &mut random), &mut Brute::default());
        }
    }
}

/// Sorting the lists of interchangeable colours is correct only if the rule is compiled for all of
/// them.
#[test]
fn alike_colours_stay_alike_when_only_one_is_left() {
    for (position, value) in [
        ("proper:2 complete:3 1.. left", "*1"),
        ("proper:2 complete:3 2.. left", "*1"),
        ("icol path:3 ..W left", "*2"),
        ("isnort path:3 ..B left", "*2"),
        ("distance:2:2 path:3 .2. left", "*1"),
        ("colouring:3 complete:4 .2.. alice", "Bob"),
    ] {
        let position: Position = position.parse().unwrap();
        assert_eq!(Brute::default().value(&position).to_string(), value, "{position}");
        check_position(&position, &mut Brute::default());
    }
}

/// Who wins with each number of colours up to the maximum degree plus one.
fn winners(board: &Board, first: Player) -> Vec<Player> {
    let colours = 1..=board.graph().max_degree() + 1;
    let start = |k| start(&format!("colouring:{k}"), board).with_turn(first);
    colours.map(|k| Brute::default().winner(&start(k))).collect()
}

#[test]
fn chi_is_right_on_all_small_graphs() {
    let nothing = asking::chi(&up_to_isomorphism(0, false)[0], Player::Left, false, &unlimited());
    assert_eq!(nothing.unwrap().number(), Some(0), "nothing needs no colour");
    for board in (1..=5).flat_map(|n| up_to_isomorphism(n, false)) {
        for first in BOTH {
            let right = winners(&board, first);
            let number = right.iter().position(|&w| w == Player::Left).unwrap() + 1;
            let some = asking::chi(&board, first, false, &unlimited()).unwrap();
            assert_eq!(some.number(), Some(number), "{first:?} first on {}", board.name());
            assert_eq!(some.bounds(), (number, Some(number)));
            assert_eq!(some.winners.len(), number);
            let all = asking::chi(&board, first, true, &unlimited()).unwrap();
            assert_eq!(all.number(), Some(number));
            assert_eq!(all.winners, right.into_iter().map(Some).collect::<Vec<_>>());
        }
    }
}

/// How many vertices Alice has coloured at the end, whatever is played.
fn reds_at_the_end(mut position: Position) -> i32 {
    while let Some(&m) = position.moves().first() {
        position = position.play(m).unwrap();
    }
    position.colouring().iter().filter(|&&colour| colour == 1).count() as i32
}

/// Alice forces all her vertices into one component.
fn is_in_a_star(position: &Position) -> bool {
    let game = Game::connected_maker_breaker();
    let colouring = position.colouring().to_vec();
    let same = Position::new(game, position.board().clone(), colouring, position.turn()).unwrap();
    Brute::default().score(&same) >= reds_at_the_end(position.clone())
}

#[test]
fn a_star_is_recognised_on_all_small_graphs() {
    for board in (0..=5).flat_map(|n| up_to_isomorphism(n, false)) {
        for first in BOTH {
            let position = start("connected", &board).with_turn(first);
            let found = asking::a_star(&position, &unlimited()).unwrap();
            let expected = (Some(is_in_a_star(&position)), None);
            assert_eq!((found.a_star, found.stopped), expected, "{position}");
        }
    }
}

#[test]
fn a_star_is_recognised_from_random_positions() {
    let mut random = SplitMix::new(2);
    for game in ["connected", "connected:maker-breaker"] {
        for _ in 0..200 {
            let position = random_position(game, &mut random);
            let found = asking::a_star(&position, &unlimited()).unwrap();
            assert_eq!(found.a_star, Some(is_in_a_star(&position)), "{position}");
        }
    }
}

fn same_position(a: &Position, b: &Position) -> bool {
    a.colouring() == b.colouring() && a.turn() == b.turn()
}

/// The value of a finished game agrees with its verdict.
fn verdict_agrees(value: &Value, end: &Position) -> bool {
    match end.verdict() {
        None => false,
        Some(Verdict::Score(score)) => *value == Value::Score(score),
        Some(Verdict::Wins(player)) => value.winner(end.turn()) == Some(player),
    }
}

/// Neither player makes a move that worsens his result.
fn check_line(position: &Position) {
    let line = asking::line(position, &unlimited()).unwrap();
    assert!(line.stopped.is_none());
    assert_eq!(line.positions.len(), line.moves.len() + 1, "{position}");
    assert_eq!(line.values.len(), line.positions.len(), "{position}");
    assert!(same_position(&line.positions[0], position));

    let mut brute = Brute::default();
    for (here, value) in line.positions.iter().zip(&line.values) {
        assert_eq!(seen(Some(value)), Some(brute.value(here)), "{here}, from {position}");
    }
    for (i, &m) in line.moves.iter().enumerate() {
        let after = line.positions[i].play(m).unwrap();
        assert!(same_position(&after, &line.positions[i + 1]));
        let (before, after) = (&line.values[i], &line.values[i + 1]);
        match position.convention() {
            Convention::Impartial if *before != Value::Nimber(0) => {
                assert_eq!(*after, Value::Nimber(0), "move {i} from {position}");
            }
            Convention::Scoring | Convention::MakerBreaker => {
                assert_eq!(before, after, "move {i} from {position}");
            }
            _ => {}
        }
    }
    let winner = |(here, value): (&Position, &Value)| value.winner(here.turn());
    let mut winners = line.positions.iter().zip(&line.values).map(winner);
    let first = winners.next().unwrap();
    assert!(winners.all(|winner| winner == first), "{position}");
    let (end, value) = (line.positions.last().unwrap(), line.values.last().unwrap());
    assert!(verdict_agrees(value, end), "{end}, from {position}");
}

#[test]
fn lines_of_best_play_keep_the_value_to_the_end() {
    let mut random = SplitMix::new(3);
    for game in GAMES {
        for _ in 0..60 {
            check_line(&random_position(game, &mut random));
        }
    }
}

/// The number that follows `phrase` in the text about what is known, if it is there.
fn said(known: &str, phrase: &str) -> Option<i32> {
    let from = known.find(phrase)? + phrase.len();
    let rest = known[from..].trim_start_matches('*');
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '+' && c != '-');
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

/// Checks that the bounds in the text are true.
fn check_known(known: &str, right: Value) {
    match right {
        Value::Score(score) => {
            assert!(said(known, "at least ").is_none_or(|bound| score >= bound), "{known}");
            assert!(said(known, "at most ").is_none_or(|bound| score <= bound), "{known}");
        }
        Value::Nimber(nimber) => {
            assert!(said(known, "at most ").is_none_or(|most| nimber as i32 <= most), "{known}");
            assert!(said(known, "at least ").is_none_or(|least| nimber as i32 >= least), "{known}");
        }
        Value::Class(_) | Value::Form(_) | Value::Winner(_) => {}
    }
}

/// An answer within a budget is right, or says that it gave up and what it knows.
fn check_answer(answer: &Answer, position: &Position, brute: &mut Brute) {
    let right = brute.value(position);
    match seen(answer.value.as_ref()) {
        Some(value) => {
            assert_eq!(value, right, "{position}");
        }
        None => {
            assert!(answer.stopped.is_some(), "{position}");
            check_known(&answer.known().unwrap(), right);
        }
    }
    assert!(answer.outcome.is_none() || answer.outcome == brute.outcome(position), "{position}");
    let moves = brute.moves(position);
    for m in &answer.moves {
        let (_, right) = moves.iter().find(|(played, _)| *played == m.played).unwrap();
        assert!(seen(m.value.as_ref()).is_none_or(|value| value == *right), "{position}");
    }
}

fn nodes(limit: u64) -> Budget {
    Budget { nodes: Some(limit), ..Budget::default() }
}

fn check_budget(position: &Position, limit: u64, brute: &mut Brute) {
    for question in [asking::value, asking::moves, asking::best_moves] {
        let answer = question(position, &nodes(limit)).unwrap();
        assert!(answer.statistics.positions <= limit, "{position}");
        check_answer(&answer, position, brute);
    }
    let line = asking::line(position, &nodes(limit)).unwrap();
    for (here, value) in line.positions.iter().zip(&line.values) {
        assert_eq!(seen(Some(value)).unwrap(), brute.value(here), "{here}");
    }
    let end = line.positions.last().unwrap();
    assert!(line.stopped.is_some() || end.verdict().is_some(), "{position}");
}

#[test]
fn a_search_out_of_budget_never_says_anything_wrong() {
    let mut random = SplitMix::new(4);
    for game in GAMES {
        for _ in 0..12 {
            let position = random_position(game, &mut random);
            let mut brute = Brute::default();
            for limit in [0, 1, 2, 3, 5, 8, 12, 20, 30, 50] {
                check_budget(&position, limit, &mut brute);
            }
        }
    }
}

#[test]
fn chi_out_of_budget_gives_true_bounds() {
    for board in (1..=5).flat_map(|n| up_to_isomorphism(n, false)) {
        for first in BOTH {
            let right = winners(&board, first);
            let number = right.iter().position(|&w| w == Player::Left).unwrap() + 1;
            for limit in [0, 1, 2, 5, 10, 20, 50] {
                let chi = asking::chi(&board, first, true, &nodes(limit)).unwrap();
                let told = chi.winners.iter().zip(&right);
                assert!(told.clone().all(|(w, right)| w.is_none_or(|w| w == *right)));
                assert!(chi.number().is_none_or(|found| found == number));
                assert!(chi.stopped.is_some() || chi.number() == Some(number));
                let (least, most) = chi.bounds();
                assert!(least <= number && most.is_none_or(|most| number <= most));
            }
        }
    }
}

#[test]
fn a_star_out_of_budget_is_right_or_unknown() {
    let mut random = SplitMix::new(6);
    for _ in 0..40 {
        let position = random_position("connected", &mut random);
        let right = is_in_a_star(&position);
        for limit in [0, 1, 2, 5, 10, 20, 50] {
            let answer = asking::a_star(&position, &nodes(limit)).unwrap();
            let (found, stopped) = (answer.a_star, answer.stopped);
            assert_eq!(found.is_none(), stopped.is_some(), "{position}");
            assert!(found.is_none_or(|found| found == right), "{position}");
        }
    }
}
