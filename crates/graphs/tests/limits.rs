//! One limit for all functions that build graphs: sizes, bytes, and a reason to stop.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chromex_graphs::families::FAMILIES;
use chromex_graphs::formats::Reader;
use chromex_graphs::{Board, Limit, TextError, parse};

/// Far more than a limit of a mebibyte allows, each in its own way.
const LARGE: &[&str] = &[
    "complete:10000",
    "path:50000000",
    "empty:40000",
    "edges:0-49999999",
    "arcs:0>49999999",
    "cotree:u(49999999)",
    "cotree:j(1000)",
    "grid:300x300",
    "sudoku:5",
    "random:2000,0.5,1",
    "tournament:1000",
    "power(path:900;100)",
    "complement(path:900)",
    "line(star:600)",
    "join(empty:400;empty:400)",
    "1000*path:40",
    "path:300*path:300",
    "path:20000+path:20000",
    "g6:~~?@?????",
];

fn within_a_mebibyte(text: &str) -> Result<Board, TextError> {
    Limit { bytes: 1 << 20, advice: " (ask for more)", ..Limit::current() }.during(|| parse(text))
}

#[test]
fn what_takes_too_much_memory_is_refused() {
    for text in LARGE {
        let said = within_a_mebibyte(text).unwrap_err().to_string();
        let parts = [" take about ", ", more than the memory limit of 1.0 MiB (ask for more)"];
        assert!(parts.iter().all(|part| said.contains(part)), "{text}: {said}");
    }
    assert!(within_a_mebibyte("grid:90x90").is_ok());
}

#[test]
fn a_line_without_end_is_refused() {
    let limit = Limit { bytes: 1 << 20, ..Limit::current() };
    let mut graphs = Reader::new(std::io::BufReader::new(std::io::repeat(b'?')));
    let refused = limit.during(|| graphs.next().unwrap().unwrap_err().to_string());
    assert!(refused.contains("longer than 262144 bytes"), "{refused}");
    assert!(graphs.next().is_none());
}

/// A limit that says stop after it has been asked this many times.
fn stopping_after(times: usize) -> Limit {
    let asked = AtomicUsize::new(0);
    let stop = move || {
        let stopped = asked.fetch_add(1, Ordering::Relaxed) >= times;
        stopped.then(|| "enough".to_owned())
    };
    Limit { stop: Some(Arc::new(stop)), ..Limit::current() }
}

#[test]
fn whatever_is_built_can_be_stopped() {
    for family in FAMILIES {
        let said = stopping_after(0).during(|| parse(family.usage)).unwrap_err().to_string();
        assert!(said.contains("the graph was not finished: enough"), "{}: {said}", family.usage);
    }
}

/// Long work asks again and again, not only at its beginning.
#[test]
fn what_takes_long_can_be_stopped_on_the_way() {
    let long = [
        "power(grid:30x30;9)",
        "complement(path:900)",
        "queens:30",
        "random:900,0.001,1",
        "path:900000",
    ];
    for text in long {
        let said = stopping_after(20).during(|| parse(text)).unwrap_err().to_string();
        assert!(said.contains("not finished"), "{text}: {said}");
    }
}

#[test]
fn a_limit_ends_with_its_work() {
    let small = || Limit { size: 5, ..Limit::current() };
    let panicked = std::panic::catch_unwind(|| small().during(|| panic!("on purpose")));
    assert!(panicked.is_err());
    assert!(parse("path:6").is_ok());
    small().during(|| {
        assert!(parse("path:6").is_err());
        Limit { size: 9, ..Limit::current() }.during(|| assert!(parse("path:6").is_ok()));
        assert!(parse("path:6").is_err());
    });
}
