//! Graphs a second for each question, on one thread and on two, and the store with many entries.
//!
//! `cargo bench -p chromex-census` samples connected graphs on 7, 8 and 9 vertices;
//! `cargo bench -p chromex-census -- store 10000000` writes and reads that many entries in a
//! temporary file.

use std::time::{Duration, Instant};

use chromex::Budget;
use chromex::graphs::generate::{Kind, Part, stream};
use chromex::graphs::{Board, all};
use chromex::rules::{Position, parse_game};
use chromex::{Answer, Provenance, Statistics, Value};
use chromex_census::{Plan, Questions, Source, answer, run_into};
use chromex_store::Store;

const QUESTIONS: &[&str] = &[
    "n",
    "chi",
    "automorphisms",
    "is_cograph",
    "is_strictly_matched",
    "node-kayles",
    "icol",
    "isnort",
    "icol.outcome",
    "proper:3",
    "col",
    "colouring:3",
    "chi_g",
    "chi_g_bob",
    "connected",
    "a_star",
    "orthogonal:2",
];

/// About so many graphs of each size are asked.
const SAMPLE: usize = 800;

/// No question is measured longer than this at one size.
const LONGEST: Duration = Duration::from_secs(10);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|word| word == "store") {
        let entries = arguments.get(at + 1).and_then(|word| word.parse().ok()).unwrap_or(100_000);
        return store(entries);
    }
    generation();
    questions();
    threads();
}

fn generation() {
    for n in [8, 9] {
        let started = Instant::now();
        let count = stream(Kind::Connected, n, Part::WHOLE).count();
        let rate = count as f64 / started.elapsed().as_secs_f64();
        println!("generating connected:{n}: {count} graphs, {rate:.0} a second");
    }
}

/// Every so-manieth connected graph.
fn sample(n: usize) -> Vec<Board> {
    let step = (stream(Kind::Connected, n, Part::WHOLE).count() / SAMPLE).max(1);
    stream(Kind::Connected, n, Part::WHOLE).step_by(step).map(all::board).collect()
}

fn questions() {
    let samples: Vec<Vec<Board>> = [7, 8, 9].into_iter().map(sample).collect();
    println!(
        "{:<22}{:>14}{:>14}{:>14}   graphs a second, one thread",
        "question", "n = 7", "8", "9"
    );
    for question in QUESTIONS {
        print!("{question:<22}");
        for boards in &samples {
            print!("{:>14.0}", rate(boards, question));
        }
        println!();
    }
}

fn rate(boards: &[Board], question: &str) -> f64 {
    let questions = Questions::parse(&[question]).expect("it is listed");
    let started = Instant::now();
    let mut count = 0;
    for board in boards {
        answer(board, &questions, &Budget::default(), None).expect("undirected");
        count += 1;
        if started.elapsed() > LONGEST {
            break;
        }
    }
    f64::from(count) / started.elapsed().as_secs_f64()
}

fn threads() {
    for threads in [1, 2] {
        let source = Source::parse("connected:8").expect("a source");
        let questions = Questions::parse(&["chi_g", "icol"]).expect("questions");
        let plan = Plan { threads, ..Plan::new(source, questions) };
        let started = Instant::now();
        run_into(&plan, &mut |_| Ok(()), &mut |_| ()).expect("a census");
        let rate = 11_117.0 / started.elapsed().as_secs_f64();
        println!("connected:8, chi_g and icol, {threads} threads: {rate:.0} graphs a second");
    }
}

/// Positions of iCol on random trees, all different.
fn positions() -> impl Iterator<Item = Position> {
    let game = parse_game("icol").expect("a game");
    stream(Kind::Trees, 26, Part::WHOLE)
        .map(move |graph| Position::start(game.clone(), all::board(graph)).expect("undirected"))
}

fn store(entries: usize) {
    let path = std::env::temp_dir().join(format!("chromex-bench-{}.sqlite", std::process::id()));
    let store = Store::open(&path).expect("a store").worth_keeping(Duration::ZERO);
    let made = Answer {
        value: Some(Value::Nimber(1)),
        outcome: Some(Value::Nimber(1).outcome()),
        moves: Vec::new(),
        provenance: Provenance::Search,
        statistics: Statistics { positions: 1000, bytes: 1 << 20, time: Duration::from_millis(2) },
        stopped: None,
        known: None,
    };
    let (mut started, mut last) = (Instant::now(), 0);
    let mut kept = Vec::new();
    for (i, position) in positions().take(entries).enumerate() {
        store.put(&position, &made).expect("it is kept");
        if i % (entries / 1000).max(1) == 0 {
            kept.push(position);
        }
        if (i + 1) % (entries / 10).max(1) == 0 {
            let rate = (i + 1 - last) as f64 / started.elapsed().as_secs_f64();
            println!("{:>10} entries: {rate:.0} writes a second (generation included)", i + 1);
            (started, last) = (Instant::now(), i + 1);
        }
    }
    let started = Instant::now();
    let rounds = 10;
    for _ in 0..rounds {
        for position in &kept {
            assert!(store.get(position).expect("a store").is_some());
        }
    }
    let reads = (rounds * kept.len()) as f64 / started.elapsed().as_secs_f64();
    println!("{reads:.0} reads a second, {} bytes", store.bytes());
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
}
