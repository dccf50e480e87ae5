//! Strategies keep their promises, and the referee that watches them agrees with the literal rules.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::HashMap;

use chromex::Budget;
use chromex::graphs::parse;
use chromex::graphs::random::SplitMix;
use chromex::rules::{Colour, GAMES, Move, Player, Position, UNCOLOURED, parse_game};
use chromex::strategy::duel::{Duel, Opponent, Tally, play};
use chromex::strategy::{Options, Referee, STRATEGIES, Strategy, create};

/// A few boards, of which each game can use some.
const BOARDS: &[&str] = &["grid:3x3", "path:7", "cycle:6", "dipath:6", "dicycle:5", "star:4"];

#[test]
fn the_referee_agrees_with_the_literal_rules() {
    let mut random = SplitMix::new(5);
    let mut played = 0;
    let skipping = ["colouring:3:bob-skips", "colouring:3:alice-skips"];
    for game in GAMES.iter().map(|info| info.example).chain(skipping) {
        for board in BOARDS {
            let (game, board) = (parse_game(game).unwrap(), parse(board).unwrap());
            let Ok(start) = Position::start(game, board) else { continue };
            for _ in 0..20 {
                played += follow(start.clone(), &mut random);
            }
        }
    }
    assert!(played > 5000, "{played}");
}

/// Plays one random game, and compares the referee with the position after each move.
fn follow(mut position: Position, random: &mut SplitMix) -> usize {
    let mut referee = Referee::new(&position);
    for played in 0.. {
        assert_eq!(referee.verdict(), position.verdict(), "{position}");
        assert_eq!(referee.moves(), position.moves(), "{position}");
        assert_eq!(referee.turn(), position.turn());
        let moves = position.moves();
        if moves.is_empty() {
            return played;
        }
        let m = moves[random.below(moves.len())];
        position = position.play(m).unwrap();
        referee.play(m).unwrap();
        assert!(referee.play(m).is_err(), "the cell is coloured now, and nobody skips in turn");
        assert_eq!(referee.colouring(), position.colouring());
    }
    unreachable!()
}

fn start(game: &str, graph: &str, first: Player) -> Position {
    let (game, board) = (parse_game(game).unwrap(), parse(graph).unwrap());
    Position::start(game, board).unwrap().with_turn(first)
}

fn four_rows(n: usize) -> Position {
    start("colouring:4", &format!("grid:4x{n}"), Player::Left)
}

fn without(repairs: &[&str]) -> Options {
    Options { without: repairs.iter().map(|&name| name.into()).collect(), ..Options::default() }
}

fn literal() -> Options {
    Options { literal: true, ..Options::default() }
}

/// Plays with the invariants checked after each move, unless the options leave something out.
fn contest(name: &str, start: &Position, options: &Options, opponent: &Opponent) -> Tally {
    let whole = !options.literal && options.without.is_empty();
    let duel = Duel::new(name, start, None, options).unwrap().checking(whole);
    play(&duel, opponent, &Budget::default())
}

fn assert_flawless(tally: &Tally) {
    assert!(tally.loss.is_none(), "{:?}", tally.loss);
    assert!(tally.escape.is_none(), "{:?}", tally.escape);
    assert!(tally.stopped.is_none(), "{:?}", tally.stopped);
}

/// The cell in row 1 (bottom) to 4 and column 1 to n of grid:4xN.
fn cell(n: usize, (row, column): (usize, usize)) -> usize {
    (4 - row) * n + column - 1
}

/// Bob's moves as (row, column, colour).
fn line(n: usize, moves: &[(usize, usize, Colour)]) -> Vec<Move> {
    let place = |&(row, column, colour)| Move { cell: cell(n, (row, column)), colour };
    moves.iter().map(place).collect()
}

#[test]
fn every_example_in_the_list_plays_and_keeps_its_promise() {
    for info in STRATEGIES {
        let words: Vec<&str> = info.example.split(' ').collect();
        let first = if words.contains(&"bob") { Player::Right } else { Player::Left };
        let start = start(words[0], words[1], first);
        let opponent = Opponent::Random(500, 3);
        let tally = contest(info.name, &start, &Options::default(), &opponent);
        assert!(tally.moves >= 500 && !info.summary.is_empty() && !info.source.is_empty());
        assert_flawless(&tally);
    }
}

#[test]
fn a_strategy_says_why_it_does_not_apply() {
    let reason = |name: &str, game: &str, graph: &str, first, side| {
        let start = start(game, graph, first);
        let made = create(name, &start, side, &Options::default());
        made.err().map(|error| error.to_string()).unwrap_or_default()
    };
    use Player::{Left, Right};
    for (name, game, graph, first, side, part) in [
        ("four-rows", "colouring:3", "grid:4x5", Left, None, "it is for colouring:4"),
        ("four-rows", "proper:4", "grid:4x5", Left, None, "it is for colouring:4"),
        ("four-rows", "colouring:4", "grid:5x5", Left, None, "a board of four rows"),
        ("four-rows", "colouring:4", "cylinder:4x5", Left, None, "a board of four rows"),
        ("four-rows", "colouring:4", "grid:4x5", Right, None, "Alice has to move first"),
        ("four-rows", "colouring:4", "grid:4x5", Left, Some(Right), "it plays for Alice"),
        ("column-twins", "colouring:4", "grid:4x5", Left, None, "Bob has to move first"),
        ("drawings", "colouring:5", "grid:4x5", Left, None, "it is for colouring:4"),
        ("drawings", "colouring:4", "cylinder:4x5", Left, None, "a board of four rows"),
        ("drawings", "colouring:4", "grid:4x5", Left, Some(Right), "it plays for Alice"),
        ("three-colours", "colouring:3", "grid:4x17", Left, None, "nine empty columns"),
        ("enough-colours", "colouring:4", "grid:3x3", Left, None, "colouring:K with K ≥ 5"),
        ("four-row", "colouring:4", "grid:4x5", Left, None, "did you mean `four-rows`?"),
    ] {
        let said = reason(name, game, graph, first, side);
        assert!(said.contains(part), "{name} {game} {graph}: {said}");
    }
    assert!(create("four-rows", &four_rows(5), None, &without(&["R99"])).is_err());
}

#[test]
fn four_rows_beats_every_opponent_on_short_boards() {
    for n in 1..=4 {
        let tally = contest("four-rows", &four_rows(n), &Options::default(), &Opponent::Every);
        assert_flawless(&tally);
        assert!(n < 4 || tally.positions.unwrap() > 5000);
    }
}

#[test]
fn four_rows_is_played_on_boards_numbered_by_columns_too() {
    let start = start("colouring:4", "grid:7x4", Player::Left);
    assert_flawless(&contest("four-rows", &start, &Options::default(), &Opponent::Random(3000, 1)));
}

#[test]
fn four_rows_never_loses_a_long_game() {
    for (n, seed) in [(5, 1), (6, 2), (9, 3), (13, 4), (40, 5), (100, 6)] {
        for opponent in [Opponent::Random(5000, seed), Opponent::Trouble(500, seed)] {
            let tally = contest("four-rows", &four_rows(n), &Options::default(), &opponent);
            assert_flawless(&tally);
        }
    }
}

/// Playing by the certificate for four rows: whoever begins, if Bob may skip turns, and if the
/// board is rotated.
#[test]
fn drawings_beat_every_opponent_on_short_boards() {
    for (game, longest) in [("colouring:4", 3), ("colouring:4:bob-skips", 3)] {
        for (n, first) in (1..=longest).flat_map(|n| [(n, Player::Left), (n, Player::Right)]) {
            let start = start(game, &format!("grid:4x{n}"), first);
            let tally = contest("drawings", &start, &Options::default(), &Opponent::Every);
            assert_flawless(&tally);
            assert!(n < 3 || tally.positions.unwrap() > 500, "{:?}", tally.positions);
        }
    }
}

#[test]
#[ignore = "minutes: every game on 4×4, also if Bob skips turns"]
fn drawings_beat_every_opponent_on_4x4() {
    for game in ["colouring:4", "colouring:4:bob-skips"] {
        let start = start(game, "grid:4x4", Player::Left);
        assert_flawless(&contest("drawings", &start, &Options::default(), &Opponent::Every));
    }
}

#[test]
fn drawings_never_lose_a_long_game() {
    for (graph, seed) in [
        ("grid:4x4", 1),
        ("grid:4x5", 2),
        ("grid:4x7", 3),
        ("grid:9x4", 4),
        ("grid:4x13", 5),
        ("grid:4x40", 6),
        ("grid:4x250", 7),
    ] {
        for game in ["colouring:4", "colouring:4:bob-skips"] {
            for first in [Player::Left, Player::Right] {
                let start = start(game, graph, first);
                for opponent in [Opponent::Random(3000, seed), Opponent::Trouble(500, seed)] {
                    let tally = contest("drawings", &start, &Options::default(), &opponent);
                    assert_flawless(&tally);
                    assert!(tally.moves >= 500);
                }
            }
        }
    }
    let tally = contest("drawings", &four_rows(6), &Options::default(), &Opponent::Engine(3, 1));
    assert_flawless(&tally);
}

/// Certificates for connected colouring play as well.
#[test]
fn pairs_of_columns_win_connected_colouring() {
    for (game, graph) in
        [("connected-colouring:3", "grid:2x"), ("connected-colouring:4", "grid:3x")]
    {
        for (n, first) in [(1, Player::Left), (2, Player::Right), (3, Player::Left)] {
            let start = start(game, &format!("{graph}{n}"), first);
            assert_flawless(&contest(
                "side-by-side",
                &start,
                &Options::default(),
                &Opponent::Every,
            ));
        }
        for (n, seed) in [(4, 1), (9, 2), (30, 3)] {
            for first in [Player::Left, Player::Right] {
                let start = start(game, &format!("{graph}{n}"), first);
                let opponent = Opponent::Random(400, seed);
                assert_flawless(&contest("side-by-side", &start, &Options::default(), &opponent));
            }
        }
    }
}

/// Each move says which drawing it restores or why it is harmless, and the marks show blocks,
/// borders and patients.
#[test]
fn drawings_say_what_they_follow() {
    let n = 12;
    let mut alice = create("drawings", &four_rows(n), None, &Options::default()).unwrap();
    assert_eq!(answer(&mut *alice).1, "opening");
    alice.played(Player::Right, Move { cell: cell(n, (2, 6)), colour: 2 });
    let (m, case) = answer(&mut *alice);
    assert_eq!((m, case.as_str()), (Move { cell: cell(n, (4, 6)), colour: 2 }, "border α"));
    let seen = alice.explain();
    let labels: Vec<_> = seen.marks.iter().map(|mark| (mark.kind, mark.label.as_ref())).collect();
    let (first, alpha) = (("border", "first column"), ("border", "α"));
    assert_eq!(labels, [("block", ""), ("block", ""), first, alpha]);
    // She can take over from any position that is in order, and from no other.
    let mut middle = four_rows(n).play(Move { cell: cell(n, (2, 6)), colour: 2 }).unwrap();
    assert!(create("drawings", &middle, None, &Options::default()).is_err());
    middle = middle.with_turn(Player::Left).play(m).unwrap();
    assert_flawless(&contest("drawings", &middle, &Options::default(), &Opponent::Random(200, 1)));
}

#[test]
#[ignore = "ten minutes: every game on 4×5"]
fn four_rows_beats_every_opponent_on_4x5() {
    let duel = Duel::new("four-rows", &four_rows(5), None, &Options::default()).unwrap();
    let tally = play(&duel, &Opponent::Every, &Budget::default());
    assert_flawless(&tally);
}

#[test]
#[ignore = "minutes: a million moves up to n = 100, with the invariants checked"]
fn four_rows_survives_a_million_moves() {
    let mut cases = std::collections::BTreeMap::new();
    for n in [5, 6, 7, 8, 9, 10, 12, 15, 20, 100] {
        let tally =
            contest("four-rows", &four_rows(n), &Options::default(), &Opponent::Random(100_000, 7));
        assert_flawless(&tally);
        for (case, times) in tally.cases {
            *cases.entry(case).or_insert(0) += times;
        }
    }
    println!("{cases:?}");
}

/// Figure 4 of the paper: Bob's moves and Alice's answers. It is drawn for n ≥ 10, but its Δ needs
/// n ≥ 11: a last column that is empty belongs to the block before it.
#[test]
fn the_example_of_the_paper_is_played() {
    let n = 11;
    let mut alice = create("four-rows", &four_rows(n), None, &Options::default()).unwrap();
    assert_eq!(answer(&mut *alice).0, Move { cell: cell(n, (3, 1)), colour: 1 });
    for ((row, column, colour), (answer_row, answer_column), case) in [
        ((2, 3, 1), (4, 3), "3-new"),
        ((3, 5, 1), (1, 5), "3-new"),
        ((2, 7, 1), (4, 7), "3-new"),
        ((3, 9, 1), (1, 9), "3-new"),
        ((1, 7, 2), (3, 8), "2α'6"),
        // The paper says 2α'6, but column 8 is not empty any more: it is 2α'5, the same move.
        ((4, 5, 2), (2, 6), "2α'5"),
        ((1, 3, 2), (1, 2), "2α'1"),
    ] {
        alice.played(Player::Right, Move { cell: cell(n, (row, column)), colour });
        let (play, used) = answer(&mut *alice);
        assert_eq!((play.cell, used.as_str()), (cell(n, (answer_row, answer_column)), case));
    }
    let seen = alice.explain();
    let count = |kind: &str| seen.marks.iter().filter(|mark| mark.kind == kind).count();
    assert_eq!((count("block"), count("sick")), (2, 2), "Δ and Λ₂ of Figure 4(d)");
    assert_eq!(seen.case.as_deref(), Some("2α'1"));
    let json = serde_json::to_value(&seen).unwrap();
    assert_eq!(json["marks"][0]["kind"], "block");
}

/// The strategy's answer, played.
fn answer(strategy: &mut dyn Strategy) -> (Move, String) {
    let reply = strategy.answer().unwrap();
    assert_eq!(strategy.answer().as_ref(), Some(&reply), "asked twice, answered alike");
    strategy.played(strategy.side(), reply.play);
    (reply.play, reply.case.into_owned())
}

/// Bob's lines that beat the text of the paper.
#[test]
fn bob_beats_the_text_without_the_first_two_repairs() {
    let r1 = line(5, &[(2, 3, 1), (1, 5, 1), (3, 3, 2), (4, 5, 3), (4, 4, 4)]);
    let r2 =
        line(9, &[(2, 3, 1), (3, 5, 1), (2, 7, 1), (3, 9, 1), (4, 5, 2), (4, 9, 3), (3, 7, 2)]);
    for (repair, n, moves) in [("R1", 5, r1), ("R2", 9, r2)] {
        for options in [without(&[repair]), literal()] {
            let opponent = Opponent::Line(moves.clone());
            let tally = contest("four-rows", &four_rows(n), &options, &opponent);
            let loss = tally.loss.unwrap_or_else(|| panic!("{repair}"));
            assert_eq!((loss.what.as_str(), loss.escapes()), ("the promise is broken", 0));
        }
    }
}

#[test]
fn the_text_has_no_move_where_it_was_repaired() {
    let r3: &[(usize, usize, Colour)] = &[(1, 3, 1), (2, 5, 1), (1, 5, 2)];
    let r4: &[_] = &[(1, 2, 1), (2, 3, 1)];
    let r5: &[_] = &[(2, 4, 2), (4, 3, 1), (2, 3, 1)];
    let r7: &[_] = &[(4, 1, 2), (2, 1, 2)];
    for (repair, moves) in [("R3", r3), ("R4", r4), ("R5", r5), ("R7", r7)] {
        let opponent = Opponent::Line(line(5, moves));
        let tally = contest("four-rows", &four_rows(5), &without(&[repair]), &opponent);
        let escape = tally.escape.unwrap_or_else(|| panic!("{repair}"));
        assert_eq!(escape.moves.len(), 2 * moves.len() + 1, "{repair}");
        let whole = contest("four-rows", &four_rows(5), &Options::default(), &opponent);
        assert_flawless(&whole);
    }
}

/// Renaming the colours of a game renames the answers, and the memory determines them.
#[test]
fn declarations_about_colours_and_memory_are_true() {
    let cases = [("four-rows", four_rows(5)), ("four-rows", four_rows(9))].into_iter().chain([
        ("column-twins", start("colouring:4", "cylinder:4x5", Player::Right)),
        ("three-colours", start("colouring:3", "grid:4x9", Player::Right)),
        ("drawings", four_rows(9)),
    ]);
    for (name, start) in cases {
        let mut random = SplitMix::new(11);
        let mut known: HashMap<(Vec<Colour>, Vec<u8>, Move), Move> = HashMap::new();
        for _ in 0..300 {
            compare_renamed(name, &start, &mut random, &mut known);
        }
        assert!(known.len() > 300);
    }
}

fn compare_renamed(
    name: &str,
    start: &Position,
    random: &mut SplitMix,
    known: &mut HashMap<(Vec<Colour>, Vec<u8>, Move), Move>,
) {
    let mut one = create(name, start, None, &Options::default()).unwrap();
    let mut two = one.fork();
    let mut names: Vec<Colour> = start.game().palette().colours().collect();
    for i in (1..names.len()).rev() {
        names.swap(i, random.below(i + 1));
    }
    let mut referee = Referee::new(start);
    let side = one.side();
    while referee.verdict().is_none() {
        let before = (referee.colouring().to_vec(), one.memory());
        if referee.turn() == side {
            let (m, _) = answer(&mut *one);
            referee.play(m).unwrap();
            let (other, _) = answer(&mut *two);
            if one.colours_alike() && !before.0.contains(&m.colour) {
                // When an unused colour is first used, it is decided which one it is.
                let at = names.iter().position(|&c| c == other.colour).unwrap();
                names.swap(at, usize::from(m.colour) - 1);
            }
            let renamed = names[usize::from(m.colour) - 1];
            if one.colours_alike() {
                assert_eq!((other.cell, other.colour), (m.cell, renamed), "{name}");
            }
            continue;
        }
        let moves = referee.moves();
        let m = moves[random.below(moves.len())];
        referee.play(m).unwrap();
        one.played(side.opponent(), m);
        let colour = if one.colours_alike() { names[usize::from(m.colour) - 1] } else { m.colour };
        two.played(side.opponent(), Move { cell: m.cell, colour });
        if referee.verdict().is_none() && referee.turn() == side {
            let play = one.answer().unwrap().play;
            let was = known.insert((before.0, before.1, m), play);
            assert!(was.is_none_or(|was| was == play), "{name} remembers more than it says");
        }
    }
}

/// She can take over from any position that she could have left behind.
#[test]
fn four_rows_takes_over_in_the_middle_of_a_game() {
    let (start, mut random) = (four_rows(12), SplitMix::new(3));
    let mut alice = create("four-rows", &start, None, &Options::default()).unwrap();
    let mut referee = Referee::new(&start);
    while referee.verdict().is_none() {
        let (m, _) = answer(&mut *alice);
        referee.play(m).unwrap();
        let middle = referee.position();
        let duel = Duel::new("four-rows", &middle, None, &Options::default());
        let tally = play(&duel.unwrap(), &Opponent::Random(50, 1), &Budget::default());
        assert_flawless(&tally);
        let moves = referee.moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len())];
        referee.play(m).unwrap();
        alice.played(Player::Right, m);
    }
    let mut spoilt = vec![UNCOLOURED; 48];
    spoilt[20] = 1;
    let middle = Position::new(start.game().clone(), start.board().clone(), spoilt, Player::Right);
    let refused = create("four-rows", &middle.unwrap(), None, &Options::default()).err().unwrap();
    assert!(refused.to_string().contains("Property"), "{refused}");
}

#[test]
fn lemma_1_and_claim_2_hold_against_every_opponent() {
    for (name, game, graph) in [
        ("enough-colours", "colouring:4", "petersen:3,1"),
        ("enough-colours", "colouring:5", "grid:3x3"),
        ("column-twins", "colouring:4", "grid:4x1..3"),
        ("column-twins", "colouring:5", "grid:4x2"),
        ("column-twins", "colouring:4", "cylinder:4x3"),
        ("three-colours", "colouring:3", "grid:4x9"),
        ("three-colours", "colouring:3", "cylinder:4x9"),
    ] {
        for graph in chromex::graphs::expand(graph).unwrap() {
            let start = start(game, &graph, Player::Right);
            assert_flawless(&contest(name, &start, &Options::default(), &Opponent::Every));
        }
    }
}

/// The text of Claim 2 lets Bob play 2 where Alice has made this useless.
#[test]
fn the_text_of_claim_2_has_a_gap() {
    let start = start("colouring:3", "grid:4x9", Player::Right);
    let tally = contest("three-colours", &start, &literal(), &Opponent::Every);
    let loss = tally.loss.unwrap();
    assert!(loss.what.starts_with("an illegal move"), "{loss:?}");
    assert_eq!((tally.losses, loss.moves.len()), (1, 7));
}

/// Two moves before the end of the line that beats the text, the engine finds the win.
#[test]
fn the_engine_finds_what_is_wrong_with_the_text() {
    let start = four_rows(5);
    let mut alice = create("four-rows", &start, None, &without(&["R1"])).unwrap();
    let mut referee = Referee::new(&start);
    referee.play(answer(&mut *alice).0).unwrap();
    for m in line(5, &[(2, 3, 1), (1, 5, 1), (3, 3, 2)]) {
        referee.play(m).unwrap();
        alice.played(Player::Right, m);
        referee.play(answer(&mut *alice).0).unwrap();
    }
    let (middle, opponent) = (referee.position(), Opponent::Engine(100, 1));
    assert!(contest("four-rows", &middle, &without(&["R1"]), &opponent).loss.is_some());
    assert_flawless(&contest("four-rows", &middle, &Options::default(), &opponent));
}
