//! The certificate for four rows of every length: it is accepted, each of its drawings is needed,
//! and it is true of boards that can be searched.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::certificate::checker::blocks::{Blocks, Drawing, Failure, Kept};
use chromex::certificate::checker::{BlocksCertificate, Checksum, Rejection};
use chromex::certificate::prove_blocks;
use chromex::graphs::{parse, random::SplitMix};
use chromex::rules::{Game, Move, Player, Position, Verdict, parse_game};
use chromex::theory::strips::FOUR_ROWS_DRAWN;
use chromex::{Ask, Budget, Question, Sources, Value};

fn blocks(drawings: Vec<Drawing>) -> Blocks {
    Blocks::new(parse_game("colouring:4").unwrap(), "grid:4xN", drawings).unwrap()
}

/// The drawings of the file, read by hand.
fn drawings() -> Vec<Drawing> {
    let lines: Vec<&str> = FOUR_ROWS_DRAWN.text.lines().collect();
    let heads = lines.iter().enumerate().filter(|(_, line)| line.starts_with("drawing: "));
    let read = |(at, head): (usize, &&str)| {
        let parts: Vec<&str> = head["drawing: ".len()..].split("; ").collect();
        let column = parts[2]["column ".len()..].parse().unwrap();
        Drawing::read(parts[0], parts[1], column, &lines[at + 1..at + 5]).unwrap()
    };
    heads.map(read).collect()
}

fn with_checksum(text: &str) -> String {
    format!("{text}checksum: {:016x}\n", Checksum::of(text.as_bytes()).0)
}

/// The answer of the checker if it may distinguish this many cases.
fn check(text: &str, cases: u64) -> Result<BlocksCertificate, Rejection> {
    BlocksCertificate::check(&mut text.as_bytes(), &parse_game, 1 << 22, &mut |case| case < cases)
}

#[test]
fn four_colours_on_four_rows_of_every_length() {
    let game = parse_game("colouring:4").unwrap();
    let found = prove_blocks(&game, "grid:4xN", &Budget::default()).unwrap().unwrap();
    assert_eq!(
        found.blocks.sentence(),
        "Alice wins colouring:4 on grid:4xN for every N ≥ 1 whoever moves first, even if Bob may skip turns"
    );
    assert_eq!(found.to_string(), FOUR_ROWS_DRAWN.text);
    assert_eq!(found.blocks.drawings(), drawings());
    let page = include_str!("../../../docs/certificates.md");
    let row = page.lines().find(|line| line.contains(&format!("`{}`", FOUR_ROWS_DRAWN.file)));
    let size = format!("| {} | {} |", drawings().len(), FOUR_ROWS_DRAWN.text.len());
    assert!(row.unwrap().contains(&size), "{size}");
    assert!(prove_blocks(&game, "grid:5xN", &Budget::default()).is_none());
    assert!(prove_blocks(&game, "cylinder:4xN", &Budget::default()).is_none());
}

/// Without any one of them there is a position that Alice cannot answer. (For Δ'₂ this was not
/// decided within three minutes.)
#[test]
fn no_drawing_can_be_left_out() {
    let all = drawings();
    for left_out in (0..all.len()).filter(|&at| all[at].name() != "Δ'2") {
        let mut fewer = all.clone();
        let drawing = fewer.remove(left_out);
        let mut cases = 0;
        let proved = blocks(fewer).prove(&mut || {
            cases += 1;
            cases < 600_000
        });
        assert!(matches!(proved, Err(Failure::Unmet(_))), "without {}: {proved:?}", drawing.name());
    }
}

/// Drawings that allow too much, among them δ as the text of the paper describes it (repair R6).
#[test]
fn unsound_drawings_are_rejected() {
    let wrong = [
        ("δ", "border", 2, ["?a", "a?", "?b", "??"]),
        ("any column", "border", 1, ["?", "?", "?", "?"]),
        ("full", "right border without doctors", 1, ["b", "a", "b", "a"]),
        ("two", "left border without doctors", 1, ["b", "a", "b", "a"]),
        ("sick for no reason", "sick", 1, ["?", "#", ".", "?"]),
    ];
    for (name, role, column, lines) in wrong {
        let mut more = drawings();
        more.push(Drawing::read(name, role, column, &lines).unwrap());
        let mut cases = 0;
        let proved = blocks(more).prove(&mut || {
            cases += 1;
            cases < 1_000_000
        });
        assert!(matches!(proved, Err(Failure::Unmet(_))), "with {name}: {proved:?}");
    }
}

/// Alice plays any move after which everything is in order, against random moves of Bob, who may
/// skip: there always is one, no vertex is ever left without a colour, and the exact engine agrees
/// that she wins.
#[test]
fn what_is_in_order_is_won() {
    let blocks = blocks(drawings());
    let skipping = Game::colouring_with_skips(4, Player::Right).unwrap();
    let mut random = SplitMix::new(19);
    for round in 0..60 {
        let columns = 1 + round % 7;
        let board = parse(&format!("grid:4x{columns}")).unwrap();
        let start = Position::start(parse_game("colouring:4").unwrap(), board.clone());
        let (mut position, mut searched) = (start.unwrap(), 0);
        while position.verdict().is_none() {
            // Bob skips now and then.
            if random.below(5) > 0 {
                position = position.with_turn(Player::Right);
                let moves = position.moves();
                position = position.play(moves[random.below(moves.len())]).unwrap();
            }
            if position.verdict().is_some() {
                break;
            }
            position = position.with_turn(Player::Left);
            let good = good_moves(&blocks, &position, columns);
            assert!(!good.is_empty(), "{position}");
            position = position.play(good[random.below(good.len())]).unwrap();
            if columns <= 5 && searched < 3 && position.verdict().is_none() {
                searched += 1;
                let colouring = position.colouring().to_vec();
                let same = Position::new(skipping.clone(), board.clone(), colouring, Player::Right);
                let same = same.unwrap();
                let question = Question::new(&same, Ask::Value).from(Sources::SEARCH);
                let answer = chromex::ask(&question).unwrap();
                assert_eq!(answer.value, Some(Value::Winner(Player::Left)), "{same}");
            }
        }
        assert_eq!(position.verdict(), Some(Verdict::Wins(Player::Left)));
    }
}

fn good_moves(blocks: &Blocks, position: &Position, columns: usize) -> Vec<Move> {
    let is_good = |m: &Move| is_in_order(blocks, &position.play(*m).unwrap(), columns);
    position.moves().into_iter().filter(is_good).collect()
}

/// Whether doctors can be chosen such that everything is in order. The boards are so short that one
/// place is near all others.
fn is_in_order(blocks: &Blocks, position: &Position, columns: usize) -> bool {
    let mut kept = Kept::new(blocks, columns).unwrap();
    for (cell, &colour) in position.colouring().iter().enumerate().filter(|(_, c)| **c > 0) {
        kept.colour((cell / columns, cell % columns), colour);
    }
    kept.name_doctors(columns / 2) && kept.disorder().is_none()
}

/// Drawings that are too wide to play with are refused, not played wrongly.
#[test]
fn wide_drawings_do_not_play() {
    let mut more = drawings();
    let lines = ["???????", "??????a", "???????", "???????"];
    more.push(Drawing::read("wide", "border", 7, &lines).unwrap());
    assert!(Kept::new(&blocks(drawings()), 9).is_ok());
    assert!(Kept::new(&blocks(more), 9).is_err());
}

#[test]
fn bad_files_are_rejected() {
    let text = FOUR_ROWS_DRAWN.text;
    let body = &text[..text.rfind("checksum").unwrap()];
    let says = |text: &str| check(text, 10).unwrap_err().to_string();
    let changed = |from: &str, to: &str| says(&with_checksum(&body.replacen(from, to, 1)));
    assert!(matches!(check(text, 10), Err(Rejection::Stopped(10))));
    let cramped =
        BlocksCertificate::check(&mut text.as_bytes(), &parse_game, 1 << 12, &mut |_| true);
    assert!(matches!(cramped, Err(Rejection::Room(_))));
    assert!(says(&text.replacen("a.", ".a", 1)).contains("checksum"));
    assert!(changed("grid:4xN for", "grid:5xN for").contains("but claims"));
    assert!(changed("boards: grid:4xN", "boards: grid:9xN").contains("R from 2 to"));
    assert!(changed("boards: grid:4xN", "boards: cylinder:4xN").contains("R from 2 to"));
    assert!(changed("game: colouring:4", "game: colouring:5").contains("four colours"));
    assert!(changed("game: colouring:4", "game: icol").contains("four colours"));
    assert!(changed("drawings: 14", "drawings: 9999999").contains("more than"));
    assert!(changed("; border;", "; boarder;").contains("no role"));
    assert!(changed("column 2", "column 9").contains("columns"));
    assert!(changed("column 2", "column 0").contains("from 1"));
    assert!(changed("??", "?!").contains("no sign `!`"));
    assert!(changed("??", "???").contains("different lengths"));
    assert!(changed("a#..", "a...").contains("one sick vertex"));
    assert!(says(&format!("{text}more")).contains("left over"));
    assert!(check(body, 10).is_err());
}
