//! The certificate for cylinders of four rows when Bob begins: it is accepted, each of its drawings
//! and its least number of columns are needed, and it is true in play by the literal rules.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::certificate::checker::blocks::{Blocks, Drawing, Failure, Kept};
use chromex::certificate::checker::{BlocksCertificate, Checksum, Rejection};
use chromex::graphs::{parse, random::SplitMix};
use chromex::rules::{Player, Position, Verdict, parse_game};

const FILE: &str = "cylinder-4xN-bob-first-skips.cert";
const TEXT: &str = include_str!("../../../examples/every-n/cylinder-4xN-bob-first-skips.cert");

/// The least number of columns that it is about.
const LEAST: usize = 11;

/// Name, role, column from 1, and lines of every drawing of the file, read by hand.
fn drawn() -> Vec<(&'static str, &'static str, usize, Vec<&'static str>)> {
    let lines: Vec<&str> = TEXT.lines().collect();
    let heads = lines.iter().enumerate().filter(|(_, line)| line.starts_with("drawing: "));
    let read = |(at, head): (usize, &&'static str)| {
        let parts: Vec<&str> = head["drawing: ".len()..].split("; ").collect();
        let column = parts[2]["column ".len()..].parse().unwrap();
        (parts[0], parts[1], column, lines[at + 1..at + 5].to_vec())
    };
    heads.map(read).collect()
}

fn drawings() -> Vec<Drawing> {
    let read = |(name, role, column, lines): (&str, &str, usize, Vec<&str>)| {
        Drawing::read(name, role, column, &lines).unwrap()
    };
    drawn().into_iter().map(read).collect()
}

fn around(least: usize, drawings: Vec<Drawing>) -> Blocks {
    Blocks::around(parse_game("colouring:4").unwrap(), "cylinder:4xN", least, drawings).unwrap()
}

/// The answer of the checker if it may distinguish this many cases.
fn check(text: &str, cases: u64) -> Result<BlocksCertificate, Rejection> {
    BlocksCertificate::check(&mut text.as_bytes(), &parse_game, 1 << 22, &mut |case| case < cases)
}

fn proved(blocks: &Blocks, most: u64) -> Result<(), Failure> {
    let mut cases = 0;
    blocks.prove(&mut || {
        cases += 1;
        cases < most
    })
}

#[test]
fn four_colours_on_cylinders_of_four_rows() {
    let found = check(TEXT, u64::MAX).unwrap();
    assert_eq!(
        found.blocks.sentence(),
        "Alice wins colouring:4 on cylinder:4xN for every N ≥ 11 when Bob moves first, even if he may skip any turn but the first"
    );
    assert_eq!(found.to_string(), TEXT);
    let page = include_str!("../../../docs/certificates.md");
    let row = page.lines().find(|line| line.contains(&format!("`{FILE}`"))).unwrap();
    assert!(row.contains(&format!("| {} | {} |", drawings().len(), TEXT.len())), "{row}");
    assert!(row.contains("683,733 cases") && found.cases == 683_733, "{}", found.cases);
}

/// Columns that are asked about have to be different, or Bob's move would be seen in one place
/// only.
#[test]
fn fewer_columns_are_refused() {
    for least in [9, 10] {
        let why = proved(&around(least, drawings()), u64::MAX);
        let too_few = |why: &str| why.contains("more columns would have to be looked at");
        assert!(matches!(&why, Err(Failure::Unmet(why)) if too_few(why)), "{least}: {why:?}");
    }
}

/// Without any one of them there is a position that Alice cannot answer.
#[test]
fn no_drawing_can_be_left_out() {
    let all = drawings();
    for left_out in 0..all.len() {
        let mut fewer = all.clone();
        let drawing = fewer.remove(left_out);
        let why = proved(&around(LEAST, fewer), 2_000_000);
        assert!(matches!(why, Err(Failure::Unmet(_))), "without {}: {why:?}", drawing.name());
    }
}

/// Drawings that allow too much. The last one is what Alice's first move would leave: a column that
/// she cannot always put in order.
#[test]
fn unsound_drawings_are_rejected() {
    let wrong = [
        ("δ", "border", 2, ["?a", "a?", "?b", "??"]),
        ("any column", "border", 1, ["?", "?", "?", "?"]),
        ("full", "right border without doctors", 1, ["b", "a", "b", "a"]),
        ("sick for no reason", "sick", 1, ["?", "#", ".", "?"]),
        ("alone", "block of one column", 1, [".", "a", ".", "."]),
    ];
    for (name, role, column, lines) in wrong {
        let mut more = drawings();
        more.push(Drawing::read(name, role, column, &lines).unwrap());
        if name == "alone" {
            more.push(Drawing::read(name, "sick", 2, &["...", ".a.", ".#.", "..."]).unwrap());
        }
        let why = proved(&around(LEAST, more), 1_000_000);
        assert!(matches!(why, Err(Failure::Unmet(_))), "with {name}: {why:?}");
    }
}

/// Seven drawings without a sick vertex answer every move of Bob, but leave Alice without a spare
/// move between `1212` and `2121`.
#[test]
fn seven_drawings_answer_every_move() {
    let few: [(&str, usize, &[&str]); 7] = [
        ("border", 1, &["?", "*", "*", "?"]),
        ("block of one column", 1, &["?", "*", "*", "?"]),
        ("border without doctors", 1, &[".", "*", "s", "?"]),
        ("block of one column", 1, &[".", "*", "s", "?"]),
        ("border without doctors", 1, &["a", "*", "s", "a"]),
        ("block of one column", 1, &["a", "*", "s", "a"]),
        ("border", 2, &["?a", "a.", "?.", "?a"]),
    ];
    let read = |(role, column, lines): &(&str, usize, &[&str])| {
        Drawing::read("few", role, *column, lines).unwrap()
    };
    let all: Vec<Drawing> = few.iter().map(read).collect();
    let mut cases = 0;
    let mut count = || {
        cases += 1;
        true
    };
    around(LEAST, all.clone()).prove_answers(&mut count).unwrap();
    assert_eq!(cases, 46_600);
    let why = proved(&around(LEAST, all.clone()), u64::MAX);
    assert!(matches!(&why, Err(Failure::Unmet(why)) if why.contains("to spare at a border")));
    // With a border that may be half coloured in any way there is a move without an answer.
    let mut more = all;
    more.push(Drawing::read("half", "border", 1, &["?", "*", ".", "?"]).unwrap());
    let why = around(LEAST, more).prove_answers(&mut || true);
    assert!(matches!(why, Err(Failure::Unmet(_))), "{why:?}");
}

#[test]
fn bad_files_are_rejected() {
    let body = &TEXT[..TEXT.rfind("checksum").unwrap()];
    let says = |body: &str| {
        let text = format!("{body}checksum: {:016x}\n", Checksum::of(body.as_bytes()).0);
        check(&text, 10).unwrap_err().to_string()
    };
    let changed = |from: &str, to: &str| says(&body.replacen(from, to, 1));
    assert!(changed("boards: cylinder:4xN", "boards: grid:4xN").contains("is not cylinder:RxN"));
    assert!(changed("blocks around certificate", "blocks certificate").contains("is not grid:RxN"));
    assert!(changed("columns: 11", "columns: 10").contains("but claims"));
    assert!(changed("columns: 11\n", "").contains("expected a line `columns: …`"));
    assert!(changed("columns: 11", "columns: 3").contains("of at least 9 to 33 columns"));
    assert!(changed("columns: 11", "columns: 34").contains("of at least 9 to 33 columns"));
    assert!(changed("Bob moves first", "Alice moves first").contains("but claims"));
    assert!(Kept::new(&around(LEAST, drawings()), LEAST).is_err(), "they do not play");
}

/// A position on a cylinder, with the definitions of docs/certificates.md implemented a second
/// time, without regard to speed.
struct Cylinder {
    /// The columns, each from the top; 0 is uncoloured.
    columns: Vec<[u8; 4]>,
}

impl Cylinder {
    fn of(position: &Position, columns: usize) -> Cylinder {
        let colour = |row: usize, column: usize| position.colouring()[row * columns + column];
        let column = |column| [0, 1, 2, 3].map(|row| colour(row, column));
        Cylinder { columns: (0..columns).map(column).collect() }
    }

    /// The colour of a place; nothing above and below the board.
    fn at(&self, (row, column): (i32, i32)) -> Option<u8> {
        let column = column.rem_euclid(self.columns.len() as i32);
        self.columns[column as usize].get(usize::try_from(row).ok()?).copied()
    }

    fn near(&self, (row, column): (i32, i32)) -> Vec<(i32, i32)> {
        let all = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        let here = all.into_iter().filter(|&place| self.at(place).is_some());
        here.map(|(r, c)| (r, c.rem_euclid(self.columns.len() as i32))).collect()
    }

    fn in_block(&self, column: i32) -> bool {
        (0..4).any(|row| self.at((row, column)) != Some(0))
    }

    fn is_safe(&self, place: (i32, i32)) -> bool {
        let near = self.near(place);
        let seen = |colour| near.iter().filter(|&&near| self.at(near) == Some(colour)).count();
        if self.at(place) != Some(0) || near.len() < 4 || (1..=4).any(|colour| seen(colour) > 1) {
            return true;
        }
        let missing: Vec<u8> = (1..=4).filter(|&colour| seen(colour) == 0).collect();
        let open: Vec<_> = near.iter().filter(|&&near| self.at(near) == Some(0)).collect();
        let [last] = open.as_slice() else { return false };
        missing.len() == 1 && self.near(**last).iter().any(|&far| self.at(far) == Some(missing[0]))
    }

    fn fits(&self, lines: &[&str], zero: usize, column: i32, mirrored: bool, down: bool) -> bool {
        let mut letters = std::collections::BTreeMap::new();
        let mut fits = true;
        for (row, line) in (0..).zip(lines) {
            for (c, sign) in (1 - zero as i32..).zip(line.chars()) {
                let row = if down { 3 - row } else { row };
                let place = (row, column + if mirrored { -c } else { c });
                let colour = self.at(place).unwrap();
                fits &= match sign {
                    '?' | 'o' => true,
                    '.' | '#' => colour == 0,
                    '*' => colour > 0,
                    's' => colour == 0 && self.is_safe(place),
                    'a'..='d' => colour > 0 && *letters.entry(sign).or_insert(colour) == colour,
                    _ => unreachable!("no other sign is drawn"),
                };
            }
        }
        let mut colours: Vec<u8> = letters.into_values().collect();
        colours.sort_unstable();
        colours.dedup();
        let drawn = |letter: &char| lines.iter().any(|line| line.contains(*letter));
        fits && colours.len() == ('a'..='d').filter(drawn).count()
    }

    /// Whether a drawing with one of these roles fits this column.
    fn looks(&self, roles: &[(&str, bool)], column: i32) -> bool {
        drawn().iter().any(|(_, role, zero, lines)| {
            let mut sides = roles.iter().filter(|(wanted, _)| wanted == role);
            sides.any(|&(_, mirrored)| {
                [false, true].iter().any(|&down| self.fits(lines, *zero, column, mirrored, down))
            })
        })
    }

    fn is_sick(&self, (row, column): (i32, i32)) -> bool {
        drawn().iter().filter(|(_, role, ..)| role.starts_with("sick")).any(|drawing| {
            let (_, role, zero, lines) = drawing;
            let sick = (0..).zip(lines).find(|(_, line)| line.contains('#')).unwrap().0;
            let down =
                [false, true].into_iter().filter(|&d| row == if d { 3 - sick } else { sick });
            let mirrors = if *role == "sick" { 1 } else { 2 };
            down.into_iter().any(|down| {
                let mut sides = [false, true][..mirrors].iter();
                sides.any(|&mirrored| self.fits(lines, *zero, column, mirrored, down))
            })
        })
    }

    /// Whether all borders look like drawings and every patient can be given two doctors that no
    /// other patient has.
    fn is_in_order(&self) -> bool {
        let mut without = Vec::new();
        let columns = 0..self.columns.len() as i32;
        for column in columns.clone().filter(|&column| self.in_block(column)) {
            let ends = [self.in_block(column - 1), self.in_block(column + 1)].map(|block| !block);
            let (with, none): (&[_], &[_]) = match ends {
                [false, false] => continue,
                [true, true] => (&[], &[("block of one column", false)]),
                [true, false] => (
                    &[("border", true)],
                    &[("border without doctors", true), ("left border without doctors", false)],
                ),
                [false, true] => (
                    &[("border", false), ("right border", false)],
                    &[("border without doctors", false), ("right border without doctors", false)],
                ),
            };
            if !self.looks(with, column) {
                if !self.looks(none, column) {
                    return false;
                }
                without.push(column);
            }
        }
        let inner = columns.filter(|&column| self.in_block(column));
        let inner = inner.flat_map(|column| [(1, column), (2, column)]);
        let patients = inner.filter(|&place| !self.is_safe(place) && !self.is_sick(place));
        let could = |&(row, column): &(i32, i32)| {
            let open = self.at((row, column)) == Some(0) && self.is_safe((row, column));
            open && self.in_block(column) && !without.contains(&column)
        };
        let needs: Vec<Vec<_>> =
            patients.map(|place| self.near(place).into_iter().filter(could).collect()).collect();
        treated(&needs, &mut Vec::new())
    }
}

/// Whether each need can be met by two of its doctors, with no doctor used twice.
fn treated(needs: &[Vec<(i32, i32)>], taken: &mut Vec<(i32, i32)>) -> bool {
    let Some((could, rest)) = needs.split_first() else { return true };
    let pairs = (0..could.len()).flat_map(|i| (0..i).map(move |j| [could[i], could[j]]));
    pairs.collect::<Vec<_>>().into_iter().any(|pair| {
        let free = pair.iter().all(|doctor| !taken.contains(doctor));
        taken.extend(pair);
        let done = free && treated(rest, taken);
        taken.truncate(taken.len() - 2);
        done
    })
}

/// Bob plays at random and sometimes skips. Alice always has a move after which everything is in
/// order, and in the end everything is coloured.
#[test]
fn alice_keeps_cylinders_in_order() {
    let mut random = SplitMix::new(4);
    for columns in [11, 12, 11, 13, 11, 14] {
        let board = parse(&format!("cylinder:4x{columns}")).unwrap();
        let start = Position::start(parse_game("colouring:4").unwrap(), board).unwrap();
        let mut position = start.with_turn(Player::Right);
        let mut turns = 0;
        while position.verdict().is_none() {
            if turns == 0 || random.below(6) > 0 {
                position = position.with_turn(Player::Right);
                let moves = position.moves();
                position = position.play(moves[random.below(moves.len())]).unwrap();
            }
            if position.verdict().is_some() {
                break;
            }
            position = position.with_turn(Player::Left);
            let mut moves = position.moves();
            let first = random.below(moves.len());
            moves.rotate_left(first);
            let mut after = moves.into_iter().map(|m| position.play(m).unwrap());
            let kept = after.find(|after| Cylinder::of(after, columns).is_in_order());
            position = kept.unwrap_or_else(|| panic!("{position}"));
            turns += 1;
        }
        assert_eq!(position.verdict(), Some(Verdict::Wins(Player::Left)));
    }
}
