//! Tests of stores that are locked, damaged, contradicted or wrong.

#![allow(clippy::unwrap_used, missing_docs)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use chromex::rules::Position;
use chromex::{Answer, AnswerStore, Ask, Budget, Question, Recalled, Sources, Stop, ask};
use chromex_store::{Merging, Store, StoreError, Verification};

/// A file that is removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let name = format!("chromex-store-{name}-{}.sqlite", std::process::id());
        Temporary(std::env::temp_dir().join(name))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", self.0.display()));
        }
    }
}

fn store(path: &Path) -> Store {
    Store::open(path).unwrap().keeping_from(Duration::ZERO)
}

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn asked(store: &Store, position: &Position, ask: Ask, budget: &Budget) -> Answer {
    let sources = Sources { store: Some(store), ..Sources::SEARCH };
    chromex::ask(&Question::new(position, ask).within(budget).from(sources)).unwrap()
}

fn value_of(store: &Store, position: &Position, budget: &Budget) -> Answer {
    asked(store, position, Ask::Value, budget)
}

fn moves_of(store: &Store, position: &Position, budget: &Budget) -> Answer {
    asked(store, position, Ask::AllMoves, budget)
}

#[test]
fn a_locked_store_is_not_waited_for_twice() {
    let file = Temporary::new("locked");
    let store = store(&file.0);
    let other = rusqlite::Connection::open(&file.0).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE; DELETE FROM answers;").unwrap();
    let start = position("icol path:5 ..... left");
    let answer = ask(&Question::new(&start, Ask::Value).from(Sources::SEARCH)).unwrap();
    store.keep(&start, &answer, Duration::ZERO);
    // A store that was locked the last time is not waited for again: this would take an hour.
    store.keep(&start, &answer, Duration::from_secs(3600));
    let budget = Budget::default();
    assert!(value_of(&store, &start, &budget).value.is_some(), "it is answered all the same");
    drop(other);
    value_of(&store, &position("icol path:6 ...... left"), &Budget::default());
    assert_eq!(store.len().unwrap(), 1, "it is used again as soon as it is free");
    // Opening a locked store does not wait either.
    let fresh = Temporary::new("locked-fresh");
    let other = rusqlite::Connection::open(&fresh.0).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE; CREATE TABLE t (x);").unwrap();
    let error = Store::open_within(&fresh.0, Duration::ZERO).unwrap_err();
    assert!(error.to_string().contains("is locked by another process"), "{error}");
}

/// A store that knows nothing and records how long it may wait.
#[derive(Default)]
struct Waiting(Mutex<Vec<Duration>>);

impl AnswerStore for Waiting {
    fn recall(&self, _: &Position, patience: Duration) -> Option<Recalled> {
        self.0.lock().unwrap().push(patience);
        None
    }

    fn keep(&self, _: &Position, _: &Answer, patience: Duration) {
        self.0.lock().unwrap().push(patience);
    }
}

#[test]
fn a_store_is_not_waited_for_beyond_the_budget() {
    let patience = |time: Option<Duration>, started: Option<Instant>| {
        let (store, budget) = (Waiting::default(), Budget { time, started, ..Budget::default() });
        let sources = Sources { store: Some(&store), ..Sources::SEARCH };
        let start = position("icol path:5 ..... left");
        ask(&Question::new(&start, Ask::Value).within(&budget).from(sources)).unwrap();
        store.0.into_inner().unwrap()
    };
    let (second, hour) = (Duration::from_secs(1), Duration::from_secs(3600));
    let long_ago = Instant::now().checked_sub(second).unwrap();
    assert!(patience(Some(second), None).iter().all(|&patience| patience <= second));
    assert_eq!(patience(Some(second), Some(long_ago)), [Duration::ZERO; 2]);
    // However much time there is, the wait for other processes has a limit.
    assert_eq!(patience(Some(hour), None), patience(None, None));
}

fn lines_of(store: &Store) -> Vec<serde_json::Value> {
    let mut export = Vec::new();
    store.export(&mut export).unwrap();
    let export = String::from_utf8(export).unwrap();
    export.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Takes in lines as an export of the second version, which has no checksums.
fn import(store: &Store, lines: &[serde_json::Value]) -> chromex_store::Merged {
    let unsummed = |line: &serde_json::Value| {
        let mut line = line.clone();
        line.as_object_mut().unwrap().remove("sum");
        format!("{line}\n")
    };
    let text: String = lines.iter().map(unsummed).collect();
    store.import(text.as_bytes(), "others.jsonl", Merging { unsummed: true }).unwrap()
}

fn verify(store: &Store, what: Verification) -> chromex_store::Checked {
    store.verify(what, &Budget::default(), |_| ()).unwrap()
}

/// A store in which one answer is wrong but has a right checksum, and the correct value.
fn lying(start: &Position) -> (Store, String) {
    let store = memory();
    let truth = value_of(&store, start, &Budget::default()).value.unwrap().to_string();
    let (value, outcome) = if truth == "*0" { ("*1", "N") } else { ("*0", "P") };
    let mut lie = lines_of(&store);
    (lie[0]["value"], lie[0]["outcome"]) = (value.into(), outcome.into());
    let lying = memory();
    assert_eq!(import(&lying, &lie).added, 1);
    (lying, truth)
}

fn memory() -> Store {
    Store::in_memory().unwrap().keeping_from(Duration::ZERO)
}

static REFUTED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A merged answer is replaced if a search contradicts it, with a warning.
#[test]
fn a_merged_answer_that_is_refuted_is_replaced() {
    let start = position("icol grid:2x3 B../... left");
    let (store, truth) = lying(&start);
    let store = store.warning_with(|text| REFUTED.lock().unwrap().push(text.to_owned()));
    for _ in 0..2 {
        // The moves are not known, so a search is made, and it finds something else.
        let moves = moves_of(&store, &start, &Budget::default());
        assert_eq!(moves.value.unwrap().to_string(), truth);
    }
    let told = REFUTED.lock().unwrap().clone();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("merged from others.jsonl and are not proved here"), "{told:?}");
    assert!(told[1].contains("merged from others.jsonl, but it is"), "{told:?}");
    let again = value_of(&store, &start, &Budget::default());
    assert_eq!((again.value.unwrap().to_string(), again.stored.unwrap().merged), (truth, None));
    assert_eq!(verify(&store, Verification::default()).confirmed, 1);
}

/// If a merged answer contradicts one that was found here, neither is replaced.
#[test]
fn an_answer_of_our_own_is_not_merged_over() {
    let start = position("icol grid:2x3 B../... left");
    let (liar, truth) = lying(&start);
    let store = memory();
    value_of(&store, &start, &Budget::default());
    let merged = import(&store, &lines_of(&liar));
    assert_eq!((merged.read, merged.added, merged.refused), (1, 0, 1));
    assert!(merged.reasons[0].starts_with("line 1: the store says"), "{:?}", merged.reasons);
    assert_eq!(value_of(&store, &start, &Budget::default()).value.unwrap().to_string(), truth);
    // A merged answer does not replace another merged answer either.
    let other = memory();
    assert_eq!(import(&other, &lines_of(&liar)).added, 1);
    assert_eq!(import(&other, &lines_of(&store)).refused, 1);
    assert_eq!(verify(&other, Verification::default()).wrong.len(), 1);
    let forget = Verification { forget: true, ..Verification::default() };
    assert_eq!(verify(&other, forget).wrong.len(), 1);
    assert_eq!(other.len().unwrap(), 0);
    assert_eq!(import(&other, &lines_of(&store)).added, 1);
}

#[test]
fn what_was_read_before_the_time_was_up_is_taken_in() {
    let store = memory();
    value_of(&store, &position("icol path:6 ...... left"), &Budget::default());
    let mut export = Vec::new();
    store.export(&mut export).unwrap();
    let long_ago = Instant::now().checked_sub(Duration::from_secs(2)).unwrap();
    let second = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
    let spent = Budget { started: Some(long_ago), ..second.clone() };
    let stopped = memory().within(&spent).unwrap().import(&export[..], "e", Merging::default());
    let stopped = stopped.unwrap();
    assert_eq!((stopped.read, stopped.stopped), (0, Some(Stop::Time(Duration::from_secs(1)))));
    assert!(matches!(
        store.within(&spent).unwrap().export(&mut Vec::new()),
        Err(StoreError::Stopped(_))
    ));
    // Somebody cancels it after the first line.
    let budget = Budget::default();
    let lines = std::io::BufReader::with_capacity(export.len(), Cancelling(&export, &budget));
    let stopped = memory().within(&budget).unwrap().import(lines, "e", Merging::default()).unwrap();
    assert_eq!((stopped.read, stopped.added, stopped.stopped), (1, 1, Some(Stop::Cancelled)));
}

/// A line again and again; from the second time on whoever reads it is asked to stop.
struct Cancelling<'a>(&'a [u8], &'a Budget);

impl std::io::Read for Cancelling<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            self.1.monitor.cancel();
            into.fill(b'\n');
            return Ok(into.len());
        }
        let length = self.0.len();
        into[..length].copy_from_slice(self.0);
        self.0 = &[];
        Ok(length)
    }
}

#[test]
fn another_store_is_only_read() {
    let (file, beside) = (Temporary::new("foreign"), |suffix: &str, file: &Temporary| {
        PathBuf::from(format!("{}{suffix}", file.0.display()))
    });
    let other = Store::open(&file.0).unwrap().keeping_from(Duration::ZERO);
    value_of(&other, &position("icol path:6 ...... left"), &Budget::default());
    // It is open elsewhere, with answers that stand in its log alone.
    let merged = memory().merge(&file.0, Merging::default()).unwrap();
    assert_eq!((merged.read, merged.added, merged.refused), (1, 1, 0));
    drop(other);
    let before = std::fs::read(&file.0).unwrap();
    let merged = memory().merge(&file.0, Merging::default()).unwrap();
    assert_eq!((merged.read, merged.added, merged.refused), (1, 1, 0));
    assert!(std::fs::read(&file.0).unwrap() == before);
    assert!(["-wal", "-shm", "-journal"].iter().all(|suffix| !beside(suffix, &file).exists()));
    // A store of an earlier version stays one, and its entries are taken in only if that is wanted.
    let old = rusqlite::Connection::open(&file.0).unwrap();
    old.execute_batch("ALTER TABLE answers DROP COLUMN sum; PRAGMA user_version = 2;").unwrap();
    drop(old);
    let before = std::fs::read(&file.0).unwrap();
    let merged = memory().merge(&file.0, Merging::default()).unwrap();
    assert_eq!((merged.read, merged.added, merged.refused), (1, 0, 1));
    assert!(merged.reasons[0].contains("it has no checksum"), "{:?}", merged.reasons);
    let merged = memory().merge(&file.0, Merging { unsummed: true }).unwrap();
    assert_eq!((merged.read, merged.added, merged.refused), (1, 1, 0));
    assert!(std::fs::read(&file.0).unwrap() == before);
}

#[test]
fn a_file_without_an_end_is_no_export() {
    let endless = std::io::BufReader::new(std::io::repeat(0));
    let refused =
        memory().import(endless, "/dev/zero", Merging::default()).unwrap_err().to_string();
    assert!(refused.contains("line 1 is too long for an export"), "{refused}");
}

#[test]
fn merged_answers_are_marked_until_they_are_proved() {
    let (store, other) = (memory(), memory());
    let budget = Budget::default();
    let (own, foreign) = (position("icol path:5 ..... left"), position("col path:5 B.... left"));
    moves_of(&store, &own, &budget);
    moves_of(&other, &foreign, &budget);
    assert_eq!(import(&store, &lines_of(&other)).added, 1);
    let merged = |position: &Position| store.get(position).unwrap().unwrap().origin.merged;
    assert_eq!((merged(&own), merged(&foreign)), (None, Some("others.jsonl".to_owned())));
    let answer = moves_of(&store, &foreign, &budget);
    assert!(answer.found_by().starts_with("from the store (merged from others.jsonl), found by"));
    let report = chromex::Report::new(&foreign, Ask::AllMoves, &answer);
    assert_eq!(serde_json::json!(report)["stored"]["merged"], "others.jsonl");
    assert_eq!(store.summary().unwrap().iter().map(|game| game.merged).sum::<u64>(), 1);
    let checked = verify(&store, Verification { merged_only: true, ..Verification::default() });
    assert_eq!((checked.confirmed, checked.proved), (1, 1));
    assert_eq!((merged(&foreign), store.damaged().unwrap().len()), (None, 0));
    assert_eq!(verify(&store, Verification::default()).confirmed, 2);
}

/// A search that adds to a merged answer does not confirm it; one that finds all of it again does.
#[test]
fn a_search_proves_what_it_finds_itself() {
    let (value, all) = (memory(), memory());
    let (start, budget) = (position("icol grid:2x3 B../... left"), Budget::default());
    value_of(&value, &start, &budget);
    moves_of(&all, &start, &budget);
    let merged = |store: &Store| store.get(&start).unwrap().unwrap().origin.merged.is_some();
    let store = memory();
    import(&store, &lines_of(&value));
    assert!(moves_of(&store, &start, &budget).moves_complete && merged(&store));
    let found = ask(&Question::new(&start, Ask::Value).from(Sources::SEARCH)).unwrap();
    assert!(store.put(&start, &found).unwrap() && merged(&store), "the moves are not found again");
    let found = ask(&Question::new(&start, Ask::AllMoves).from(Sources::SEARCH)).unwrap();
    assert!(store.put(&start, &found).unwrap() && !merged(&store));
    // An answer that was found here is marked as merged when something merged is added to it.
    let store = memory();
    value_of(&store, &start, &budget);
    assert_eq!(import(&store, &lines_of(&value)).added, 0);
    assert!(!merged(&store));
    assert_eq!(import(&store, &lines_of(&all)).added, 1);
    assert!(merged(&store) && store.get(&start).unwrap().unwrap().moves.is_some());
}

/// `solve` stores the best moves, `moves` later stores all of them.
#[test]
fn best_moves_and_all_moves_are_verified_alike() {
    let (store, start) = (memory(), position("icol path:3 ... left"));
    asked(&store, &start, Ask::BestMoves, &Budget::default());
    moves_of(&store, &start, &Budget::default());
    let checked = verify(&store, Verification::default());
    assert_eq!((checked.confirmed, checked.wrong), (1, vec![]));
}

/// Whatever bit of the file is changed, the store gives the right answer or none.
#[test]
fn a_flipped_bit_is_never_answered() {
    let file = Temporary::new("bits");
    let starts = [4, 5, 6].map(|n| position(&format!("icol path:{n} {} left", ".".repeat(n))));
    let kept = store(&file.0);
    let truth = starts.each_ref().map(|start| moves_of(&kept, start, &Budget::default()).moves);
    drop(kept);
    let whole = std::fs::read(&file.0).unwrap();
    let mut missed = 0;
    for (at, bit) in (0..whole.len()).step_by(5).zip((0..8).cycle()) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << bit;
        for suffix in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", file.0.display()));
        }
        std::fs::write(&file.0, &bytes).unwrap();
        let Ok(store) = Store::open_within(&file.0, Duration::ZERO) else { continue };
        for (start, truth) in starts.iter().zip(&truth) {
            match store.get(start) {
                Ok(Some(found)) => {
                    assert_eq!(found.moves.as_ref(), Some(truth), "bit {bit} of byte {at}")
                }
                _ => missed += 1,
            }
        }
    }
    assert!(missed > 50, "{missed}");
}

static DAMAGED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Whatever is changed in a row, the row is ignored, reported once, counted, and replaced by the
/// next search.
#[test]
fn a_damaged_row_is_a_miss() {
    let file = Temporary::new("rows");
    let starts = [3, 4, 5].map(|n| position(&format!("icol path:{n} {} left", ".".repeat(n))));
    for change in [
        "value = '*7'",
        "outcome = 'draw'",
        "moves = moves || ' '",
        "seconds = seconds + 1",
        "positions = positions + 1",
        "found = '2020'",
        "engine = engine || 'x'",
        "merged = 'x'",
        "value = CAST(x'ff2a' AS TEXT)",
        "value = 7.5",
        "sum = sum + 1",
        "sum = 'none'",
    ] {
        let kept = store(&file.0);
        let truth = starts.each_ref().map(|start| moves_of(&kept, start, &Budget::default()).value);
        drop(kept);
        let other = rusqlite::Connection::open(&file.0).unwrap();
        let changed = other.execute(
            &format!("UPDATE answers SET {change} WHERE graph != (SELECT max(graph) FROM answers)"),
            [],
        );
        assert_eq!(changed.unwrap(), 2, "{change}");
        drop(other);
        DAMAGED.lock().unwrap().clear();
        let damaged =
            store(&file.0).warning_with(|text| DAMAGED.lock().unwrap().push(text.to_owned()));
        assert_eq!(damaged.damaged().unwrap().len(), 2, "{change}");
        assert_eq!(verify(&damaged, Verification::default()).damaged.len(), 2, "{change}");
        let answers = starts.each_ref().map(|start| moves_of(&damaged, start, &Budget::default()));
        let stored = answers.iter().filter(|answer| answer.stored.is_some()).count();
        assert_eq!((stored, answers.map(|answer| answer.value)), (1, truth), "{change}");
        let told = DAMAGED.lock().unwrap().clone();
        assert!(told.len() == 1 && told[0].contains("are damaged and not used"), "{told:?}");
        assert_eq!(damaged.damaged().unwrap().len(), 0, "{change}: they are replaced");
    }
    // A key that cannot be read is damage too, and such rows can be removed.
    let other = rusqlite::Connection::open(&file.0).unwrap();
    let spoilt = "UPDATE answers SET graph = CAST(x'ff' || graph AS TEXT)";
    assert_eq!(other.execute(spoilt, []).unwrap(), 3);
    drop(other);
    let kept = store(&file.0);
    let forget = Verification { forget: true, ..Verification::default() };
    assert_eq!(verify(&kept, forget).damaged.len(), 3);
    assert_eq!(kept.len().unwrap(), 0);
}

#[test]
fn damage_is_named_with_its_file_and_the_fix() {
    let file = Temporary::new("damaged");
    std::fs::write(&file.0, "these are my notes, and no database at all").unwrap();
    let error = Store::open(&file.0).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(..)), "{error}");
    let words = error.to_string();
    let name = file.0.display().to_string();
    assert!(words.contains(&name) && words.contains("move the file away"), "{words}");
    assert!(words.contains("chromex store verify"), "{words}");
    // Overwrites pages in the middle of the file.
    std::fs::remove_file(&file.0).unwrap();
    let kept = store(&file.0);
    for n in 3..40 {
        let start = position(&format!("icol path:{n} {}B left", ".".repeat(n - 1)));
        value_of(&kept, &start, &Budget::default());
    }
    drop(kept);
    let mut bytes = std::fs::read(&file.0).unwrap();
    bytes[4096..].fill(0xa5);
    std::fs::File::create(&file.0).unwrap().write_all(&bytes).unwrap();
    let damaged = store(&file.0);
    let failed = damaged.get(&position("icol path:3 ..B left")).unwrap_err().to_string();
    assert!(failed.contains(&name) && failed.contains("is damaged"), "{failed}");
    // Solving continues without the store.
    let answer = value_of(&damaged, &position("icol path:3 ..B left"), &Budget::default());
    assert!(answer.stored.is_none() && answer.value.is_some());
}

/// Stores made by the first and second versions: their entries can still be read, except for values
/// that the first version had not written out, and all of them get a checksum.
#[test]
fn stores_of_earlier_versions_are_brought_up_to_date() {
    for version in [1, 2] {
        let file = Temporary::new(&format!("version-{version}"));
        let best = if version == 1 { "" } else { "best TEXT," };
        let old = rusqlite::Connection::open(&file.0).unwrap();
        old.execute_batch(&format!(
            "CREATE TABLE answers (
                game TEXT NOT NULL, graph TEXT NOT NULL, colouring TEXT NOT NULL, turn INTEGER NOT NULL,
                value TEXT, outcome TEXT, moves TEXT,
                positions INTEGER NOT NULL, bytes INTEGER NOT NULL, seconds REAL NOT NULL,
                engine TEXT NOT NULL, found TEXT NOT NULL, {best}
                PRIMARY KEY (game, graph, colouring, turn)
            ) WITHOUT ROWID;
            PRAGMA application_id = 1130918520; PRAGMA user_version = {version};"
        ))
        .unwrap();
        let unwritten =
            r#"{"class":"N","form":null,"mean":[0,0],"temperature":[1,0],"birthday":12}"#;
        let rows = [("icol", "*0", "P"), ("snort", unwritten, "N")];
        let starts = rows.map(|(game, ..)| position(&format!("{game} path:6 ...... left")));
        for ((game, value, outcome), start) in rows.iter().zip(&starts) {
            let key = chromex_store::key::keyed(start).unwrap().key;
            assert_eq!(key.game, *game);
            let best = if version == 1 { "" } else { ",'[]'" };
            old.execute(
                &format!(
                    "INSERT INTO answers VALUES \
                     (?1,?2,?3,?4,?5,?6,NULL,7,8,9.25,'0.1.0','2026-11-15T00:00:00Z'{best})"
                ),
                rusqlite::params![key.game, key.graph, key.colouring, key.turn, value, outcome],
            )
            .unwrap();
        }
        drop(old);
        for _ in 0..2 {
            let store = Store::open(&file.0).unwrap();
            let [icol, snort] = [0, 1].map(|i: usize| store.get(&starts[i]).unwrap().unwrap());
            assert_eq!(icol.value.unwrap().to_string(), "*0");
            assert_eq!((icol.statistics.positions, icol.origin.engine.as_str()), (7, "0.1.0"));
            assert_eq!((icol.best.is_some(), icol.origin.merged), (version == 2, None));
            assert_eq!((snort.value, snort.outcome.unwrap().to_string()), (None, "N".to_owned()));
            assert_eq!((store.len().unwrap(), store.damaged().unwrap().len()), (2, 0));
        }
    }
}

#[test]
fn a_line_that_contradicts_itself_is_refused_by_its_number() {
    let whole = memory();
    for text in [
        "icol path:4 .... left",
        "col path:4 B... left",
        "colouring:2 path:4 .... left",
        "connected path:4 .... left",
    ] {
        moves_of(&whole, &position(text), &Budget::default());
    }
    let lines = lines_of(&whole);
    assert_eq!(lines.len(), 4);
    let merged = |lines: &[serde_json::Value]| import(&memory(), lines);
    assert_eq!(merged(&lines).added, 4);
    for (number, line) in lines.iter().enumerate() {
        let game = line["game"].as_str().unwrap();
        let (value, outcome) = match game {
            "icol" => ("*7", "N"),
            "colouring:2" => ("Alice", "Alice"),
            "connected" => ("3", "Alice"),
            // For a partisan game, only the winner is compared.
            _ => ("", ""),
        };
        assert_ne!(line["value"], value, "{line}");
        let mut lies = lines.clone();
        let other = |outcome: &&&str| line["outcome"] != **outcome;
        lies[number]["outcome"] = (*["Bob", "Alice", "L"].iter().find(other).unwrap()).into();
        // Exactly one of these lines is refused.
        let refused = |lines: &[serde_json::Value]| {
            let merged = merged(lines);
            assert_eq!((merged.read, merged.added, merged.refused), (4, 3, 1), "{game}");
            merged.reasons[0].clone()
        };
        let error = refused(&lies);
        let place = format!("line {}: it contradicts itself", number + 1);
        assert!(error.starts_with(&place), "{game}: {error}");
        if !value.is_empty() {
            // Value and outcome agree, but they contradict the moves.
            lies[number]["value"] = value.into();
            lies[number]["outcome"] = outcome.into();
            let error = refused(&lies);
            assert!(error.starts_with(&place) && error.contains("moves"), "{game}: {error}");
            // Without the moves only a search can find out that the entry is wrong.
            lies[number]["moves"] = serde_json::Value::Null;
            assert_eq!(merged(&lies).added, 4);
        }
    }
}

/// A line that was changed has the wrong checksum, whatever was changed.
#[test]
fn a_tampered_line_is_refused_and_named() {
    let whole = memory();
    for n in 3..6 {
        value_of(
            &whole,
            &position(&format!("icol path:{n} {} left", ".".repeat(n))),
            &Budget::default(),
        );
    }
    let lines = lines_of(&whole);
    for (name, content) in lines[1].as_object().unwrap() {
        let mut tampered = lines.clone();
        tampered[1][name] = match content {
            serde_json::Value::String(text) => format!("{text}1").into(),
            serde_json::Value::Number(_) => 12_345.into(),
            _ => "x".into(),
        };
        let text: String = tampered.iter().map(|line| format!("{line}\n")).collect();
        let store = memory();
        let merged = store.import(text.as_bytes(), "e", Merging::default()).unwrap();
        assert_eq!((merged.read, merged.added, merged.refused), (3, 2, 1), "{name}");
        let refused = &merged.reasons[0];
        assert!(
            refused.starts_with("line 2: ") && refused.contains("checksum is wrong"),
            "{refused}"
        );
    }
    // A line whose checksum was removed could be anybody's.
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let text = text.replacen("\"sum\"", "\"some\"", 1);
    let merged = memory().import(text.as_bytes(), "e", Merging::default()).unwrap();
    assert_eq!((merged.read, merged.added, merged.refused), (3, 2, 1));
    assert!(merged.reasons[0].starts_with("line 1: it has no checksum"), "{:?}", merged.reasons);
    // Lines that are not entries are refused too, even if their bytes are not text.
    let merged = memory().import(&b"{}\n\xff\xfe\n\nnull"[..], "e", Merging::default()).unwrap();
    assert_eq!((merged.read, merged.added, merged.refused), (3, 0, 3));
    assert_eq!(merged.reasons[2], "line 4: it is no entry of a store");
}

/// Seconds are read exactly as they were written; otherwise some lines would have a wrong checksum.
#[test]
fn every_time_survives_an_export() {
    let start = position("icol path:5 ..... left");
    let mut answer = ask(&Question::new(&start, Ask::Value).from(Sources::SEARCH)).unwrap();
    let times = (1_000_000_000..).step_by(7_919).map(Duration::from_nanos);
    let long = times.filter(|time| time.as_secs_f64().to_string().len() > 16).take(200);
    for time in long {
        answer.statistics.time = time;
        let (store, other) = (memory(), memory());
        assert!(store.put(&start, &answer).unwrap());
        let mut export = Vec::new();
        store.export(&mut export).unwrap();
        let merged = other.import(&export[..], "e.jsonl", Merging::default()).unwrap();
        assert_eq!(merged.added, 1, "{}", String::from_utf8_lossy(&export));
    }
}

#[test]
fn a_star_is_kept() {
    let store = memory();
    let budget = Budget::default();
    for graph in ["star:5", "path:6", "grid:2x4", "cycle:7"] {
        let board = chromex::graphs::parse(graph).unwrap();
        let game = chromex::rules::parse_game("connected").unwrap();
        let start = Position::start(game, board).unwrap();
        let plain = ask(&Question::new(&start, Ask::AStar).from(Sources::SEARCH)).unwrap().a_star;
        let first = asked(&store, &start, Ask::AStar, &budget);
        assert!(first.a_star == plain && first.stored.is_none(), "{graph}");
        let again = asked(&store, &start, Ask::AStar, &budget);
        assert!(again.a_star == plain && again.stored.is_some(), "{graph}");
        // It neither hides the value nor counts as an outcome.
        let game = chromex::rules::parse_game("connected:maker-breaker").unwrap();
        let variant = Position::start(game, start.board().clone()).unwrap();
        let found = store.get(&variant).unwrap().unwrap();
        assert!(found.outcome.is_none());
        let value = value_of(&store, &variant, &budget).value.unwrap();
        let found = ask(&Question::new(&variant, Ask::Value).from(Sources::SEARCH)).unwrap();
        assert_eq!(value, found.value.unwrap(), "{graph}");
        assert_eq!(asked(&store, &start, Ask::AStar, &budget).a_star, plain);
    }
    let checked = verify(&store, Verification::default());
    assert_eq!((checked.wrong.as_slice(), checked.undecided), ([].as_slice(), 0));
    let mut export = Vec::new();
    store.export(&mut export).unwrap();
    assert_eq!(memory().import(export.as_slice(), "e", Merging::default()).unwrap().added, 4);
}

mod key {
    use chromex::rules::{Position, parse_game};
    use chromex_store::key::{Key, keyed};

    fn key(text: &str) -> Key {
        keyed(&text.parse().unwrap()).unwrap().key
    }

    #[test]
    fn symmetric_positions_have_one_key() {
        for (one, other) in [
            ("icol path:6 B....W left", "icol path:6 B....W right"),
            ("icol path:6 B..... left", "icol path:6 .....W left"),
            ("icol grid:2x3 B../..W left", "icol grid:2x3 ..W/B.. left"),
            ("proper:3 cycle:5 1.2.. left", "proper:3 cycle:5 ..3.1 right"),
            ("col path:4 B... left", "col path:4 ...B left"),
            ("connected cycle:6 RB.... alice", "connected cycle:6 ...BR. alice"),
            ("orthogonal:2 path:3 1..|..2 alice", "orthogonal:2 path:3 ..2|1.. alice"),
            ("blue-red dipath:4 B... left", "blue-red arcs:3>2,2>1,1>0 ...B left"),
            ("icol path:6 B....W left", "proper:2 path:6 2....1 left"),
            ("node-kayles path:4 1... left", "distance:1:1 path:4 ...1 left"),
        ] {
            assert_eq!(key(one), key(other), "{one} and {other}");
        }
    }

    #[test]
    fn different_positions_have_different_keys() {
        for (one, other) in [
            ("icol path:6 B....W left", "icol path:6 B....B left"),
            ("col path:4 B... left", "col path:4 W... left"),
            ("col path:4 B... left", "col path:4 B... right"),
            ("connected cycle:6 RB.... alice", "connected cycle:6 BR.... bob"),
            ("orthogonal:2 path:3 1..|... alice", "orthogonal:2 path:3 ...|1.. alice"),
            ("proper:2 path:4 1... left", "proper:3 path:4 1... left"),
            ("sequential:3:0,1,2 path:3 1.. left", "sequential:3:2,1,0 path:3 ..1 left"),
        ] {
            assert_ne!(key(one), key(other), "{one} and {other}");
        }
    }

    #[test]
    fn a_key_is_the_key_of_its_own_position() {
        for text in [
            "icol grid:3x3 B...W.... right",
            "distance:2:3 cycle:7 1..2... left",
            "orthogonal:3 cycle:4 1.2.|..3. bob",
            "oriented:3 dicycle:5 1.2.. left",
            "weak:2 star:4 1.... left",
        ] {
            let key = key(text);
            let again = keyed(&key.position().unwrap()).unwrap().key;
            assert_eq!(again, key, "{text}");
        }
        let board = chromex::graphs::parse("path:257").unwrap();
        let large = Position::start(parse_game("icol").unwrap(), board).unwrap();
        assert!(keyed(&large).is_none());
    }
}
