//! The commands that write files.

use std::path::Path;

use chromex_store::Store;
use serde_json::Value as Json;

use crate::harness::{Left, Scenario, at_calls, program};

/// Calls that are tried for each kind of fault in the quick tests. Which ones they are, `CHROMEX_FAULTS_SEED` tells; they are
/// always the same without it.
const SOME: usize = 10;

macro_rules! scenarios {
    ($($name:ident: $scenario:expr;)*) => {
        $(#[test]
        fn $name() {
            at_calls(&$scenario, Some(SOME));
        })*

        mod every_call {
            use super::*;

            $(#[test]
            #[ignore = "every call of the command fails once for each kind of fault"]
            fn $name() {
                at_calls(&$scenario, None);
            })*
        }
    };
}

scenarios! {
    a_store_is_made: Scenario {
        name: "new-store",
        before: &[],
        check: |left, _| known(&left.folder.join("s.sqlite"), &[], false),
        ..KEPT
    };
    a_store_keeps_an_answer: KEPT;
    a_store_recalls_an_answer: Scenario {
        name: "recall",
        before: &["solve icol grid:3x7 --by search --store {}/s.sqlite"],
        check: |left, _| known(&left.folder.join("s.sqlite"), &[("icol", false)], true),
        ..KEPT
    };
    a_store_of_an_earlier_version_is_brought_up_to_date: Scenario {
        name: "version",
        prepare: |folder| {
            let store = rusqlite::Connection::open(folder.join("s.sqlite")).unwrap();
            let second = "ALTER TABLE answers DROP COLUMN sum; ALTER TABLE answers DROP COLUMN merged; \
                          PRAGMA user_version = 2;";
            store.execute_batch(second).unwrap();
        },
        ..KEPT
    };
    a_store_is_merged_into: Scenario {
        name: "merge",
        before: &[
            "solve isnort grid:3x7 --by search --store {}/s.sqlite",
            "solve icol grid:3x7 --by search --store {}/other.sqlite",
            "store export --store {}/other.sqlite -o {}/e.jsonl",
        ],
        command: "store merge {}/e.jsonl --store {}/s.sqlite",
        check: |left, saved| {
            let file = left.folder.join("s.sqlite");
            known(&file, &[("isnort", false)], true);
            if saved {
                known(&file, &[("icol", true)], true);
            }
        },
        ..WRITTEN
    };
    a_store_is_exported: Scenario {
        name: "export",
        before: &[
            "solve icol grid:3x7 --by search --store {}/s.sqlite",
            "store export --store {}/s.sqlite -o {}/e.jsonl",
            "solve isnort grid:3x7 --by search --store {}/s.sqlite",
        ],
        command: "store export --store {}/s.sqlite -o {}/e.jsonl",
        check: |left, saved| replaced(left, "e.jsonl", saved),
        ..WRITTEN
    };
    a_certificate_is_read: Scenario {
        name: "check",
        before: &["prove icol grid:2x3 -o {}/p.cert"],
        command: "check {}/p.cert",
        answer: |out| out.lines().take(3).collect(),
        check: |left, _| replaced(left, "p.cert", false),
        ..WRITTEN
    };
    a_certificate_is_written: Scenario {
        name: "prove",
        before: &["prove icol path:4 -o {}/p.cert"],
        command: "prove icol grid:2x3 -o {}/p.cert",
        check: |left, saved| replaced(left, "p.cert", saved),
        ..WRITTEN
    };
    a_drawing_is_written: Scenario {
        name: "graph",
        before: &["graph path:4 -o {}/g.svg"],
        command: "graph petersen:5,2 -o {}/g.svg",
        check: |left, saved| replaced(left, "g.svg", saved),
        ..WRITTEN
    };
    a_page_explains_a_certificate: Scenario {
        name: "page",
        before: &[
            "prove icol path:4 -o {}/p.cert",
            "check {}/p.cert --explain -o {}/page.html",
            "prove icol grid:2x3 -o {}/p.cert",
        ],
        command: "check {}/p.cert --explain -o {}/page.html",
        check: |left, saved| replaced(left, "page.html", saved),
        ..WRITTEN
    };
    a_thermograph_is_drawn: Scenario {
        name: "value",
        before: &["value 1/2 -o {}/t.svg"],
        command: "value ^^* -o {}/t.svg",
        check: |left, saved| replaced(left, "t.svg", saved),
        ..WRITTEN
    };
    a_sequence_is_written: Scenario {
        name: "sequence",
        before: &["sequence .7 --to 50 -o {}/s.csv"],
        command: "sequence .07 --to 300 -o {}/s.csv -o {}/s.png",
        check: |left, saved| {
            replaced(left, "s.csv", saved);
            new_or_missing(left, "s.png", saved);
        },
        ..WRITTEN
    };
    a_sequence_is_saved: Scenario {
        name: "heaps",
        before: &["sequence .007 --to 1000 --checkpoint {}/c"],
        command: "sequence .007 --to 2000 --json --checkpoint {}/c",
        answer: |out| serde_json::from_str::<Json>(out).unwrap()["values"].to_string(),
        check: |left, saved| replaced(left, "c", saved),
        ..WRITTEN
    };
    man_pages_are_written: Scenario {
        name: "man",
        before: &[],
        command: "man {}",
        check: |left, saved| left.whole.keys().for_each(|name| new_or_missing(left, name, saved)),
        ..WRITTEN
    };
    solved_positions_are_saved: Scenario {
        name: "positions",
        before: &[],
        command: "solve connected grid:2x4 --by search --ask value --json --positions {}",
        answer: value_and_outcome,
        check: |left, saved| left.whole.keys().for_each(|name| new_or_missing(left, name, saved)),
        ..WRITTEN
    };
    a_query_is_written: Scenario {
        name: "query",
        before: &[
            "census icol --graphs connected:1..4 -o {}/t.csv",
            "query {}/t.csv --limit 2 -o {}/q.csv",
        ],
        command: "query {}/t.csv -o {}/q.csv",
        check: |left, saved| replaced(left, "q.csv", saved),
        ..WRITTEN
    };
    a_part_of_a_census_is_taken: Scenario {
        name: "part",
        before: &[],
        command: "census icol --graphs connected:1..4 -o {}/t.parquet --part 1/2 --threads 1",
        is_done: |folder| folder.join("t.parquet").exists(),
        check: |left, saved| replaced(left, "t.parquet", saved),
        ..WRITTEN
    };
    a_census_is_taken: Scenario {
        name: "census",
        before: &[],
        command: "census icol chi_g --graphs connected:1..4 -o {}/t.csv --threads 1",
        is_done: |folder| folder.join("t.csv").exists(),
        check: |left, saved| replaced(left, "t.csv", saved),
        ..WRITTEN
    };
    a_store_is_verified: Scenario {
        name: "verify",
        before: &[
            "solve isnort grid:3x7 --by search --store {}/s.sqlite",
            "solve icol grid:3x7 --by search --store {}/other.sqlite",
            "store merge {}/other.sqlite --store {}/s.sqlite",
        ],
        command: "store verify --merged --store {}/s.sqlite",
        // The second time there is nothing left to prove.
        is_done: |folder| merged_in(&folder.join("s.sqlite")) == Some(0),
        check: |left, saved| {
            let file = left.folder.join("s.sqlite");
            known(&file, &[("isnort", false)], true);
            let merged = merged_in(&file).unwrap();
            assert!(if saved { merged == 0 } else { merged <= 1 }, "{merged} are not proved");
            known(&file, &[("icol", merged == 1)], true);
        },
        ..WRITTEN
    };
    a_damaged_answer_is_forgotten: Scenario {
        name: "forget",
        before: &[
            "solve isnort grid:3x7 --by search --store {}/s.sqlite",
            "solve icol grid:3x7 --by search --store {}/s.sqlite",
        ],
        prepare: |folder| {
            let store = rusqlite::Connection::open(folder.join("s.sqlite")).unwrap();
            store.execute_batch("UPDATE answers SET sum = sum + 1 WHERE game = 'icol'").unwrap();
        },
        command: "store verify --forget --store {}/s.sqlite",
        success: 1,
        is_done: |folder| damaged_in(&folder.join("s.sqlite")) == 0,
        check: |left, saved| {
            let file = left.folder.join("s.sqlite");
            let damaged = damaged_in(&file);
            assert!(if saved { damaged == 0 } else { damaged <= 1 }, "{damaged} are still there");
            knows(&Store::open(&file).unwrap(), &[("isnort", false)]);
        },
        ..WRITTEN
    };
    a_search_for_a_proof_is_saved: Scenario {
        name: "search",
        before: &["prove colouring:4 grid:3xN --nodes 20 --checkpoint {}/c -o {}/p.cert"],
        command: "prove colouring:4 grid:3xN --nodes 60 --checkpoint {}/c -o {}/p.cert",
        success: 3,
        check: |left, saved| replaced(left, "c", saved),
        ..WRITTEN
    };
    a_sequence_is_read: Scenario {
        name: "read-heaps",
        before: &["sequence .007 --to 2000 --checkpoint {}/c"],
        command: "sequence .007 --to 2000 --json --checkpoint {}/c",
        answer: |out| serde_json::from_str::<Json>(out).unwrap()["values"].to_string(),
        check: |left, _| replaced(left, "c", false),
        ..WRITTEN
    };
    a_checkpoint_is_saved: Scenario {
        name: "checkpoint",
        before: &["solve col grid:2x5 --ask value --nodes 50 --checkpoint {}/c"],
        command: "solve col grid:2x5 --ask value --json --checkpoint {}/c",
        answer: value_and_outcome,
        check: resumes,
        ..WRITTEN
    };
}

/// The store knows an answer, and gets another one.
const KEPT: Scenario = Scenario {
    name: "store",
    before: &["solve isnort grid:3x7 --by search --store {}/s.sqlite"],
    prepare: |_| (),
    command: "solve icol grid:3x7 --by search --json --store {}/s.sqlite",
    answer: value_and_outcome,
    always_answers: true,
    success: 0,
    // A search that is lost with the power can be made again.
    is_durable: false,
    is_done: |_| false,
    check: |left, _| known(&left.folder.join("s.sqlite"), &[("isnort", false)], true),
};

/// A file is replaced as a whole, and is on the disk when the command has succeeded.
const WRITTEN: Scenario = Scenario {
    name: "",
    before: &[],
    prepare: |_| (),
    command: "",
    answer: |_| String::new(),
    always_answers: false,
    success: 0,
    is_durable: true,
    is_done: |_| false,
    check: |_, _| (),
};

fn value_and_outcome(out: &str) -> String {
    let found: Json = serde_json::from_str(out).unwrap();
    format!("{} {}", found["value"], found["outcome"])
}

/// Sees that a store, which may be missing, knows these games on the 3 × 7 grid, each merged or not, and
/// that nothing it knows is wrong.
fn known(file: &Path, games: &[(&str, bool)], must_exist: bool) {
    if !file.exists() && !must_exist {
        return;
    }
    let store = Store::open(file).unwrap();
    assert_eq!(store.damaged().unwrap(), [""; 0]);
    knows(&store, games);
}

/// How many answers of a store were merged and not found again; `None` if they cannot be counted.
fn merged_in(file: &Path) -> Option<u64> {
    let summary = Store::open(file).ok()?.summary().ok()?;
    Some(summary.iter().map(|game| game.merged).sum())
}

/// How many answers of a store are damaged.
fn damaged_in(file: &Path) -> usize {
    Store::open(file).unwrap().damaged().unwrap().len()
}

/// As [`known`], whatever else is in the store.
fn knows(store: &Store, games: &[(&str, bool)]) {
    assert_eq!(store.integrity().unwrap(), [""; 0]);
    for (game, merged) in games {
        let start = format!("{game} grid:3x7 ......./......./....... left").parse().unwrap();
        let found = store.get(&start).unwrap();
        let found = found.unwrap_or_else(|| panic!("{game} is lost"));
        assert_eq!(found.origin.merged.is_some(), *merged, "{game}");
        let expected = chromex::solve(game, "grid:3x7").unwrap();
        assert_eq!(found.value, expected.value, "{game}");
    }
}

/// Sees that a file is the old one or the new one, and whole.
fn replaced(left: &Left<'_>, name: &str, saved: bool) {
    let found = std::fs::read(left.folder.join(name)).ok();
    let is = |expected: Option<&Vec<u8>>| found.as_ref() == expected;
    let (old, new) = (is(left.before.get(name)), is(left.whole.get(name)));
    assert!(
        new || old && !saved,
        "`{name}` is neither the old file nor the new one, or not the new one although that was said"
    );
}

/// Sees that a file that was not there before is missing or whole.
fn new_or_missing(left: &Left<'_>, name: &str, saved: bool) {
    let found = std::fs::read(left.folder.join(name)).ok();
    assert!(
        found.as_ref() == left.whole.get(name) || found.is_none() && !saved,
        "`{name}` is not whole, or not there although that was said"
    );
}

/// Sees that a checkpoint, the old one or the new one, saves work.
fn resumes(left: &Left<'_>, saved: bool) {
    let question = "solve col grid:2x5 --ask value --json";
    let positions = |more: &str| {
        let output = program(left.folder, &format!("{question}{more}")).output().unwrap();
        let found: Json = serde_json::from_slice(&output.stdout).unwrap();
        found["positions"].as_u64().unwrap()
    };
    let (alone, resumed) = (positions(""), positions(" --checkpoint {}/c"));
    assert!(resumed < alone, "the checkpoint is lost");
    assert!(resumed * 2 < alone || !saved, "{resumed} of {alone} positions are searched again");
}
