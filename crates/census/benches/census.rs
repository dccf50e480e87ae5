//! Graphs a second for each question, on one thread and on two, and the store with many entries.
//!
//! `cargo bench -p chromex-census` samples connected graphs on 7, 8 and 9 vertices;
//! `cargo bench -p chromex-census -- store 10000000` writes and reads that many entries in a
//! temporary file (the folder is `TMPDIR`).

use std::time::{Duration, Instant};

use chromex::Budget;
use chromex::graphs::generate::{GraphKind, Part, stream};
use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, all};
use chromex::rules::{Position, parse_game};
use chromex::{Answer, Sources, Statistics, Value};
use chromex_census::{Plan, Questions, Source, answer, run_into};
use chromex_store::Store;
use chromex_store::key::keyed;

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

/// About this many graphs of each size are asked.
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
        let count = stream(GraphKind::Connected, n, Part::WHOLE).count();
        let rate = count as f64 / started.elapsed().as_secs_f64();
        println!("generating connected:{n}: {count} graphs, {rate:.0} a second");
    }
}

/// Every n-th connected graph, for about [`SAMPLE`] of them.
fn sample(n: usize) -> Vec<Board> {
    let step = (stream(GraphKind::Connected, n, Part::WHOLE).count() / SAMPLE).max(1);
    stream(GraphKind::Connected, n, Part::WHOLE).step_by(step).map(all::board).collect()
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
        answer(board, &questions, &Budget::default(), Sources::SEARCH).expect("undirected");
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
    stream(GraphKind::Trees, 26, Part::WHOLE)
        .map(move |graph| Position::start(game.clone(), all::board(graph)).expect("undirected"))
}

/// The number of answers that are written in one transaction.
const BATCH: usize = 1000;

/// For this many entries the keys are kept, so that they can be read again.
const SAMPLED: usize = 20_000;

/// A stopwatch that can be paused.
#[derive(Default)]
struct Watch(Duration);

impl Watch {
    fn run<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = work();
        self.0 += started.elapsed();
        result
    }

    fn microseconds(&self, count: usize) -> f64 {
        self.0.as_secs_f64() * 1e6 / count as f64
    }
}

/// Microseconds in total and for the key, and the resulting number per second.
fn show(what: &str, whole: &Watch, keys: &Watch, count: usize) {
    let (whole, key) = (whole.microseconds(count), keys.microseconds(count));
    println!(
        "{what:<28}{:>10.0} a second: {whole:.1} µs, of which {key:.1} µs for the key; {:>10.0} a \
         second without it",
        1e6 / whole,
        1e6 / (whole - key).max(0.001),
    );
}

fn store(entries: usize) {
    let path = std::env::temp_dir().join(format!("chromex-bench-{}.sqlite", std::process::id()));
    let store = Store::open(&path).expect("a store").keeping_from(Duration::ZERO);
    let made = Answer {
        value: Some(Value::Nimber(1)),
        outcome: Some(Value::Nimber(1).outcome()),
        statistics: Statistics { positions: 1000, bytes: 1 << 20, time: Duration::from_millis(2) },
        ..Answer::default()
    };
    let mut random = SplitMix::new(1);
    let (mut all, mut sample) = (positions(), Vec::new());
    let (mut writes, mut keys, mut written) = (Watch::default(), Watch::default(), 0);
    let step = (entries / SAMPLED).max(1);
    while written < entries {
        let batch: Vec<Position> = all.by_ref().take(BATCH.min(entries - written)).collect();
        // The time for keys is measured separately, on a tenth of them.
        if (written / BATCH).is_multiple_of(10) {
            keys.run(|| batch.iter().for_each(|position| drop(keyed(position))));
        }
        writes
            .run(|| store.put_all(batch.iter().map(|position| (position, &made))))
            .expect("they are kept");
        written += batch.len();
        sample.extend(batch.into_iter().step_by(step.min(BATCH)));
        if written.is_multiple_of((entries / 5).max(BATCH)) {
            let of_tenth = Watch(keys.0 * 10);
            show(&format!("{written} written"), &writes, &of_tenth, written);
        }
    }
    println!("{:.0} bytes an entry", store.bytes() as f64 / entries as f64);
    for i in (1..sample.len()).rev() {
        sample.swap(i, random.below(i + 1));
    }
    for round in ["read at random", "again (warm)"] {
        let (mut reads, mut keys) = (Watch::default(), Watch::default());
        keys.run(|| sample.iter().for_each(|position| drop(keyed(position))));
        reads.run(|| {
            let known = |position| store.get(position).expect("a store").is_some();
            assert!(sample.iter().all(known));
        });
        show(round, &reads, &keys, sample.len());
    }
    let singles: Vec<Position> = all.take(2000).collect();
    let (mut one_by_one, mut keys) = (Watch::default(), Watch::default());
    keys.run(|| singles.iter().for_each(|position| drop(keyed(position))));
    one_by_one.run(|| {
        singles.iter().for_each(|position| {
            store.put(position, &made).expect("it is kept");
        });
    });
    show("written one by one", &one_by_one, &keys, singles.len());
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
}
