//! Answers in the results store are not searched for again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chromex::{Ask, Question, Sources, ask};
use chromex_store::Store;
use serde_json::{Value as Json, json};

use crate::client::Running;

/// A file that is removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let name = format!("chromex-server-{name}-{}.sqlite", std::process::id());
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

/// A server with a store that keeps every answer.
fn server(path: &Path) -> Running {
    let store = Store::open(path).unwrap().keeping_from(Duration::ZERO);
    Running::with(|options| options.store = Some(Arc::new(store)))
}

/// The answer to an analysis, and the values of the moves by name.
fn analyse(server: &Running, line: &str, by: &str) -> (Json, Vec<(String, String)>) {
    let told = server.post("analyse", &json!({ "line": line, "by": by })).ok().lines();
    let text = |event: &Json, name: &str| event[name].as_str().unwrap().to_owned();
    let moves = told.iter().filter(|event| event["type"] == "move");
    let mut moves: Vec<_> = moves.map(|e| (text(e, "move"), text(e, "value"))).collect();
    moves.sort();
    (told.last().unwrap().clone(), moves)
}

fn is_stored(answer: &Json) -> bool {
    let words = answer["found"].as_str().unwrap();
    let (told, said) = (answer["stored"]["found"].is_string(), words.contains("from the store"));
    assert_eq!(told, said, "{answer}");
    said
}

#[test]
fn the_second_analysis_is_from_the_store() {
    let file = Temporary::new("second");
    let server = server(&file.0);
    let plain = Running::new();
    // Each with a position that a symmetry, or a renaming of colours, maps to it.
    for (one, other) in [
        ("icol grid:2x4 B.../.... left", "icol grid:2x4 ..../...W right"),
        ("icol path:7 .B..... left", "icol path:7 .....B. left"),
        ("node-kayles cycle:9 ......... left", "node-kayles cycle:9 ......... right"),
        ("col path:6 B..... left", "col path:6 .....B left"),
        ("snort cycle:6 B..... right", "snort cycle:6 ..B... right"),
        ("colouring:3 petersen:5,2 1......... left", "colouring:3 petersen:5,2 .....2.... left"),
        ("connected grid:2x3 R../... right", "connected grid:2x3 ..R/... right"),
    ] {
        let (first, first_moves) = analyse(&server, one, "search");
        assert!(!is_stored(&first), "{one}: {first}");
        let (again, again_moves) = analyse(&server, one, "search");
        assert!(is_stored(&again), "{one}: {again}");
        assert!(!first_moves.is_empty());
        assert_eq!(first_moves, again_moves, "{one}");
        let (turned, turned_moves) = analyse(&server, other, "search");
        assert!(is_stored(&turned), "{other}: {turned}");
        let (expected, expected_moves) = analyse(&plain, other, "search");
        assert!(!is_stored(&expected));
        assert_eq!(turned_moves, expected_moves, "{other}");
        for name in ["value", "outcome", "mean", "temperature", "complete", "provenance"] {
            assert_eq!(again[name], first[name], "{one}");
            assert_eq!(turned[name], expected[name], "{other}");
        }
        assert_eq!(again["positions"], first["positions"]);
    }
}

#[test]
fn components_and_theorems_are_told_all_the_same() {
    let file = Temporary::new("parts");
    let server = server(&file.0);
    let told = |by: &str| {
        let input = json!({ "line": "icol path:9 ....B.... left", "by": by });
        server.post("analyse", &input).ok().lines()
    };
    let parts = |told: &[Json]| told.iter().filter(|event| event["type"] == "component").count();
    let (first, again, by_theorem) = (told("search"), told("search"), told("theorem"));
    assert!(is_stored(again.last().unwrap()) && !is_stored(first.last().unwrap()));
    assert_eq!(parts(&first), parts(&again));
    assert_eq!(parts(&first), parts(&by_theorem));
    let grid = |by: &str| analyse(&server, "icol grid:2x4 ..../.... left", by).0;
    let words = grid("theorem")["found"].as_str().unwrap().to_owned();
    assert!(words.contains("Beaulieu") && words.contains("search of"), "{words}");
    let again = grid("theorem");
    assert_eq!(again["provenance"], "theorem");
    assert!(is_stored(&again) && again["found"].as_str().unwrap().contains("Beaulieu"), "{again}");
}

#[test]
fn servers_share_a_store() {
    let file = Temporary::new("shared");
    let (one, other) = (server(&file.0), server(&file.0));
    let line = "isnort grid:3x4 ..../..../.... left";
    let (first, first_moves) = analyse(&one, line, "search");
    let (again, again_moves) = analyse(&other, line, "search");
    assert!(!is_stored(&first) && is_stored(&again), "{again}");
    assert_eq!((&first["value"], first_moves), (&again["value"], again_moves));
    // Both write at the same time, and nothing is lost.
    std::thread::scope(|scope| {
        for (server, paths) in [(&one, 3..9), (&other, 6..12)] {
            scope.spawn(move || {
                for n in paths {
                    let line = format!("isnort path:{n} {} left", ".".repeat(n));
                    analyse(server, &line, "search");
                }
            });
        }
    });
    for n in 3..12 {
        let line = format!("isnort path:{n} {} left", ".".repeat(n));
        assert!(is_stored(&analyse(&one, &line, "search").0), "{line}");
    }
}

#[test]
fn replies_and_lines_use_what_is_known() {
    let file = Temporary::new("replies");
    let server = server(&file.0);
    let plain = Running::new();
    for line in [
        "icol grid:3x3 .../.../... left",
        "snort path:5 ..... left",
        "colouring:3 cycle:5 ..... left",
        "connected cycle:6 ...... left",
        "node-kayles path:4 .... left",
        // The player to move loses: the reply has to be searched for.
        "icol path:2 .. left",
    ] {
        let input = json!({ "line": line });
        let searched = plain.post("line", &input).ok().json();
        analyse(&server, line, "search");
        let known = server.post("line", &input).ok().json();
        for name in ["moves", "values", "complete"] {
            assert_eq!(searched[name], known[name], "{line}");
        }
        assert!(known["words"].as_str().unwrap().contains("from the store"), "{known}");
        let reply = server.post("reply", &input).ok().json();
        assert_eq!(reply["best"], true);
        let lost = reply["words"].as_str().unwrap().contains("is lost");
        assert_eq!(reply["words"].as_str().unwrap().contains("from the store"), !lost, "{reply}");
        let direct = plain.post("reply", &input).ok().json();
        let direct = direct["words"].as_str().unwrap();
        assert!(reply["words"].as_str().unwrap().starts_with(direct), "{reply}: {direct}");
    }
}

#[test]
fn a_value_known_elsewhere_stands_in_when_time_is_up() {
    let file = Temporary::new("value");
    let position: chromex::rules::Position =
        "icol grid:3x5 B..../...../..... left".parse().unwrap();
    let store = Store::open(&file.0).unwrap().keeping_from(Duration::ZERO);
    // Only the value: an analysis searches for the moves, and has no time to find any.
    let sources = Sources { store: Some(&store), ..Sources::SEARCH };
    let question = Question::new(&position, Ask::Value).from(sources);
    let value = ask(&question).unwrap().value.unwrap();
    let line = "icol grid:3x5 ...../...../....B left";
    let input = json!({ "line": line, "by": "search", "seconds": 0.000000001 });
    let analysed = |server: &Running| {
        let told = server.post("analyse", &input).ok().lines();
        assert!(told.iter().all(|event| event["type"] != "move"), "{told:?}");
        let last = told.last().unwrap().clone();
        assert_eq!(last["complete"], false, "{last}");
        last
    };
    let last = analysed(&server(&file.0));
    assert!(is_stored(&last) && last["value"] == value.to_string(), "{last}");
    // Without the store the answer is not known.
    let last = analysed(&Running::new());
    assert!(!is_stored(&last) && last["value"].is_null(), "{last}");
    let other = Temporary::new("empty");
    let last = analysed(&server(&other.0));
    assert!(!is_stored(&last) && last["value"].is_null(), "{last}");
}

#[test]
fn a_broken_store_is_no_harm() {
    let file = Temporary::new("broken");
    let server = server(&file.0);
    // Something overwrites the file.
    std::fs::write(&file.0, [7; 20_000]).unwrap();
    let _ = std::fs::remove_file(format!("{}-wal", file.0.display()));
    for _ in 0..2 {
        let (answer, moves) = analyse(&server, "icol path:6 ...... left", "search");
        assert_eq!((answer["complete"].as_bool(), moves.len()), (Some(true), 12), "{answer}");
    }
}
