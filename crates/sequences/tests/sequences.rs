//! Nimber sequences: the literature, the papers, and two independent ways for everything.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex_budget::Budget;
use chromex_sequences::analysis::Report;
use chromex_sequences::sparse::Sparse;
use chromex_sequences::{Code, Sequence, compute, period, plain};
use identities::REDUCED;

mod identities;

fn code(text: &str) -> Code {
    Code::parse(text).unwrap()
}

fn sparse(text: &str, to: usize, threads: usize) -> Vec<u16> {
    let mut engine = Sparse::new(&code(text), &[], threads).unwrap();
    while engine.last() < to {
        engine.advance(to).unwrap();
    }
    [&[0], &engine.values()[..to]].concat()
}

/// (code, period, last exception): Winning Ways, chapter 4, table 7; Flammenkamp.
const SOLVED: &[(&str, usize, usize)] = &[
    (".07", 34, 52),
    (".77", 12, 70),
    (".137", 34, 51),
    (".156", 349, 3478),
    (".055", 148, 258),
    (".165", 1550, 5180),
    (".356", 142, 7314),
];

/// The same, where it takes longer: run by `./test slow`.
const SOLVED_LATE: &[(&str, usize, usize)] =
    &[(".127", 4, 46577), (".16", 149_459, 105_350), (".56", 144, 326_639)];

fn proves(text: &str, to: usize) -> Option<period::Period> {
    let budget = Budget::default();
    let found = compute(&Sequence::parse(text).unwrap(), to, false, &budget, None).unwrap();
    period::find(&code(text), &found.values)
}

#[test]
fn solved_octal_games() {
    for &(text, period, last_exception) in SOLVED {
        let needed = 2 * (last_exception + 1) + 2 * period + 8;
        let found = proves(text, needed);
        let found = found.map(|found| (found.period, found.pre_period - 1));
        assert_eq!(found, Some((period, last_exception)), "{text}");
    }
}

#[test]
#[ignore = "minutes"]
fn octal_games_solved_late() {
    for &(text, period, last_exception) in SOLVED_LATE {
        let needed = 2 * (last_exception + 1) + 2 * period + 8;
        let found = proves(text, needed);
        let found = found.map(|found| (found.period, found.pre_period - 1));
        assert_eq!(found, Some((period, last_exception)), "{text}");
    }
}

#[test]
fn the_fast_engine_agrees_with_the_plain_one() {
    for text in [".007", ".06", ".16", ".37", ".644", ".165", "4.7", ".454", ".0006", ".24", ".511"]
    {
        let plain = plain::values(&code(text), 9000);
        assert_eq!(sparse(text, 9000, 1), plain, "{text}");
    }
    // Far enough for leaders to be chosen among the rare heaps.
    let plain = plain::values(&code(".007"), 24_000);
    assert_eq!(sparse(".007", 24_000, 1), plain);
    assert_eq!(sparse(".007", 24_000, 2), plain);
}

#[test]
#[ignore = "a minute"]
fn the_fast_engine_agrees_further_on() {
    for text in [".007", ".06", ".36"] {
        assert_eq!(sparse(text, 60_000, 2), plain::values(&code(text), 60_000), "{text}");
    }
}

#[test]
fn random_codes_agree() {
    let mut state = 12345_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    for _ in 0..30 {
        let digits: String =
            (0..1 + next() % 4).map(|_| char::from(b'0' + (next() % 8) as u8)).collect();
        let text = format!(".{digits}4");
        assert_eq!(sparse(&text, 5000, 1), plain::values(&code(&text), 5000), "{text}");
    }
}

#[test]
fn engines_go_on_from_known_values() {
    let all = sparse(".007", 8000, 1);
    let mut engine = Sparse::new(&code(".007"), &all[..6001], 1).unwrap();
    while engine.last() < 8000 {
        engine.advance(8000).unwrap();
    }
    assert_eq!(engine.values(), &all[1..]);
}

#[test]
fn the_recurrences_agree_with_search() {
    let games = [
        "icol",
        "icol/B.",
        "icol/BB",
        "icol/BW",
        "isnort",
        "isnort/W.",
        "isnort/BW",
        "proper:3",
        "proper:3/1.",
        "proper:3/11",
        "proper:3/12",
        "icol/cycle",
        "isnort/cycle",
        "proper:3/cycle",
        "proper:4/cycle",
        "proper:4",
    ];
    for name in games.iter().chain(REDUCED) {
        let checked = identities::against_search(name, 9).unwrap();
        assert!(checked.holds(), "{checked:?}");
    }
    for name in ["blue-red/D", "blue-red/A", "blue-red/C", "node-kayles", "icol"] {
        let checked = identities::against_search(name, 16).unwrap();
        assert!(checked.holds(), "{checked:?}");
    }
}

#[test]
fn the_identities_hold() {
    for name in REDUCED {
        let checked = identities::reduction(name, 2000).unwrap();
        assert!(checked.holds(), "{checked:?}");
    }
    for checked in [
        identities::option_sets(300),
        identities::proper_paths(2, 500),
        identities::proper_paths(3, 500),
        identities::snort_is_col(500),
    ] {
        assert!(checked.holds(), "{checked:?}");
    }
    // A check that cannot fail is none.
    let false_claim = identities::proper_paths(1, 10);
    assert_eq!(false_claim.counterexample, Some((2, 1, 0)));
}

#[test]
fn the_blue_red_values_of_the_issue() {
    let sequence = Sequence::parse("blue-red").unwrap();
    let first = [1, 2, 0, 3, 1, 0, 3, 3, 2, 4, 0, 5, 2, 3, 0, 0];
    assert_eq!(sequence.by_recurrence(16)[1..], first);
    let found = compute(&sequence, 3000, false, &Budget::default(), None).unwrap();
    assert_eq!(found.values, sequence.by_recurrence(3000));
}

#[test]
fn three_colours_stand_for_more() {
    let three = Sequence::parse("proper:3/12").unwrap().by_recurrence(60);
    assert_eq!(Sequence::parse("proper:7/56").unwrap().by_recurrence(60), three);
}

#[test]
fn checkpoints_are_continued() {
    let path = std::env::temp_dir().join(format!("chromex-run-{}", std::process::id()));
    let sequence = Sequence::parse(".007").unwrap();
    let (budget, file) = (Budget::default(), Some(path.as_path()));
    let first = compute(&sequence, 6000, false, &budget, file).unwrap();
    assert!(first.checksum.is_some());
    let second = compute(&sequence, 9000, false, &budget, file).unwrap();
    assert!(second.statistics.positions <= 3001);
    assert_eq!(second.values, plain::values(&code(".007"), 9000));
    let other = compute(&Sequence::parse(".77").unwrap(), 10, false, &budget, file);
    assert!(other.unwrap_err().to_string().contains("belongs to the sequence .007"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn recurrences_keep_to_the_budget() {
    for name in ["icol/BW", "proper:3/cycle", "distance:3:1", ".8F", "distance:2:1/cycle"] {
        let sequence = Sequence::parse(name).unwrap();
        let budget =
            Budget { time: Some(std::time::Duration::from_millis(200)), ..Budget::default() };
        let found = compute(&sequence, 1_000_000, true, &budget, None).unwrap();
        assert!(found.stopped.is_some() && found.values.len() > 60, "{name}");
        let to = (found.values.len() - 1).min(300);
        assert_eq!(found.values[..=to], sequence.by_recurrence(to), "{name}");
    }
}

#[test]
fn too_little_memory_is_said_beforehand() {
    let budget = Budget { memory: 1 << 20, ..Budget::default() };
    let failure =
        compute(&Sequence::parse(".007").unwrap(), 1 << 30, false, &budget, None).unwrap_err();
    assert!(failure.to_string().contains("2.0 GiB"), "{failure}");
}

#[test]
fn the_mask_of_treblecross_is_found() {
    let values = plain::values(&code(".007"), 8000);
    let report = Report::new(&values, 0);
    assert_eq!(report.mask & 0xFF, 0x7B8 & 0xFF);
}

#[test]
fn bad_names_are_refused() {
    for (text, part) in [
        ("distance:2:2", "does not fall apart"),
        ("colouring:3", "does not fall apart"),
        ("icoll", "did you mean `icol`?"),
        ("icol/B", "`B` are no ends of a path\n  icol/B\n       ^"),
        ("icol/BQ", "no ends"),
        ("icol/A", "no ends"),
        ("blue-red/", "no ends"),
        ("distance:2:1/1.", "only `cycle` can stand here"),
        (".9x", "`x` is no digit"),
        ("", "a game code has a point"),
    ] {
        let shown = Sequence::parse(text).unwrap_err().to_string();
        assert!(shown.contains(part), "{text}: {shown}");
    }
}
