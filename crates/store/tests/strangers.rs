//! Exports of strangers: what is refused, and at what cost.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex_store::{Merging, REASONS, Store};

fn memory() -> Store {
    Store::in_memory().unwrap()
}

#[test]
fn of_many_refused_lines_the_first_are_told() {
    let merged = memory().import(&b"x\n".repeat(1000)[..], "e", Merging::default()).unwrap();
    assert_eq!((merged.read, merged.added, merged.refused), (1000, 0, 1000));
    assert_eq!((merged.reasons.len(), merged.stopped), (REASONS, None));
    assert_eq!(merged.reasons[REASONS - 1], format!("line {REASONS}: it is no entry of a store"));
}

#[test]
fn boards_that_are_not_kept_are_refused_before_they_are_built() {
    for (game, vertices) in [
        ("distance:1000000:3", 3000),
        ("own:colours=61:forbid=same/1000000:end=coloured", 2500),
        ("orthogonal:3", 129),
        // It would be of gigabytes.
        ("icol", 40_000_000),
    ] {
        let graph = format!(":{}", sparse6_order(vertices));
        let line = serde_json::json!({
            "game": game, "graph": graph, "colouring": "", "turn": 0, "value": "*0", "outcome": "P",
            "positions": 1, "bytes": 1, "seconds": 1.0, "engine": "0.1.0",
        });
        let text = line.to_string();
        let merged = memory().import(text.as_bytes(), "e", Merging { unsummed: true }).unwrap();
        let why = &merged.reasons[0];
        assert!(why.contains("too large to be kept") || why.contains("memory limit"), "{why}");
    }
}

/// How sparse6 writes a number of vertices.
fn sparse6_order(vertices: u64) -> String {
    let digits = |digits: u32| (0..digits).rev().map(move |i| (vertices >> (6 * i)) & 63);
    let text = |digits: &mut dyn Iterator<Item = u64>| -> String {
        digits.map(|digit| char::from(digit as u8 + 63)).collect()
    };
    match vertices {
        0..=62 => text(&mut digits(1)),
        63..=258_047 => format!("~{}", text(&mut digits(3))),
        _ => format!("~~{}", text(&mut digits(6))),
    }
}
