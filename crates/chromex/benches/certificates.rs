//! `cargo bench --bench certificates`: the size of certificates, and the time for proving and
//! checking compared with solving. Prints the table of BENCHMARKS.md; times are CPU seconds of one
//! thread. With `-- near`, or `-- near grid:5x6`: the table of certificates near the patients.

use std::time::Duration;

use chromex::certificate::checker::{Statement, check};
use chromex::certificate::{prove, prove_near};
use chromex::graphs::parse;
use chromex::rules::{Position, parse_game};
use chromex::{Ask, Budget, Question, Sources, ask};
use cpu_time::ThreadTime;

const ROWS: &[(&str, &str, &str)] = &[
    ("colouring:4", "grid:4x4", "winner = alice"),
    ("colouring:4", "grid:4x5", "winner = alice"),
    ("colouring:4", "grid:5x5", "winner = alice"),
    ("colouring:3", "grid:3x4", "winner = bob"),
    ("colouring:3", "grid:4x4", "winner = bob"),
    ("connected", "cycle:11", "score = 1"),
    ("connected", "cycle:13", "score = 1"),
    ("connected", "cycle:15", "score = 1"),
    ("orthogonal:2", "cycle:4", "score = -2"),
    ("icol", "grid:3x5", "nimber = 3"),
    ("icol", "grid:3x7", "outcome = N"),
    ("icol", "grid:5x5", "outcome = N"),
    ("node-kayles", "grid:3x6", "outcome = N"),
    ("snort", "grid:3x3", "value = {{3|2}|{-2|-3}}"),
    ("col", "grid:3x4", "value = 0"),
];

const NEAR: &[&str] = &["grid:5x5", "grid:4x7", "grid:5x6", "grid:4x8", "grid:5x7", "grid:6x6"];

/// Alice's wins with four colours, near the patients.
fn near(boards: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    println!("| board | finding | states | replies | bytes | checking |");
    println!("|---|---|---|---|---|---|");
    for board in boards {
        let position = Position::start(parse_game("colouring:4")?, parse(board)?)?;
        let statement = Statement::about(&position, "winner = alice".parse()?);
        let clock = ThreadTime::now();
        let certificate = prove_near(statement, &Budget::default())?;
        let finding = seconds(clock.elapsed());
        let mut file = Vec::new();
        certificate.write(&mut file)?;
        let clock = ThreadTime::now();
        check(&mut file.as_slice(), u64::MAX, &mut |_| true)?;
        let checking = seconds(clock.elapsed());
        let (states, replies) = (certificate.header.positions, certificate.replies);
        println!("| {board} | {finding} | {states} | {replies} | {} | {checking} |", file.len());
    }
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.4} s", time.as_secs_f64())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["near"] => return near(NEAR),
        ["near", boards @ ..] => return near(boards),
        _ => {}
    }
    println!("| claim | solving | proving | positions | replies | bytes | checking |");
    println!("|---|---|---|---|---|---|---|");
    for (game, graph, claim) in ROWS {
        let shown = claim.replace('|', "\\|");
        let position = Position::start(parse_game(game)?, parse(graph)?)?;
        let clock = ThreadTime::now();
        let question = Question::new(&position, Ask::Value).from(Sources::SEARCH);
        ask(&question)?;
        let solving = seconds(clock.elapsed());
        let clock = ThreadTime::now();
        let proved = prove(Statement::about(&position, claim.parse()?), &Budget::default());
        let certificate = match proved {
            Ok(certificate) => certificate,
            Err(error) => {
                println!("| {game} {graph}: {shown} | {solving} | {error} | | | | |");
                continue;
            }
        };
        let proving = seconds(clock.elapsed());
        let mut file = Vec::new();
        certificate.write(&mut file)?;
        let clock = ThreadTime::now();
        check(&mut file.as_slice(), u64::MAX, &mut |_| true)?;
        let checking = seconds(clock.elapsed());
        let (positions, replies) = (certificate.header.positions, certificate.replies);
        let bytes = certificate.bytes();
        println!(
            "| {game} {graph}: {shown} | {solving} | {proving} | {positions} | {replies} | {bytes} | \
             {checking} |"
        );
    }
    Ok(())
}
