//! Nimber sequences: compared with the literature, with the papers, and each computed in two
//! independent ways.

#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use chromex_budget::{Budget, Stop};
use chromex_sequences::analysis::Report;
use chromex_sequences::sparse::Sparse;
use chromex_sequences::{Code, Sequence, Until, compute, period, plain};
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

/// Solved games whose check takes longer: run by `./test slow`.
const SOLVED_LATE: &[(&str, usize, usize)] =
    &[(".127", 4, 46577), (".16", 149_459, 105_350), (".56", 144, 326_639)];

fn proves(text: &str, to: usize) -> Option<period::Period> {
    let budget = Budget::default();
    let found =
        compute(&Sequence::parse(text).unwrap(), to, Until::Term, false, &budget, None).unwrap();
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
    // Far enough that leaders are chosen among the rare heaps.
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
    // A check that cannot fail would prove nothing.
    let false_claim = identities::proper_paths(1, 10);
    assert_eq!(false_claim.counterexample, Some((2, 1, 0)));
}

#[test]
fn the_blue_red_values_of_the_issue() {
    let sequence = Sequence::parse("blue-red").unwrap();
    let first = [1, 2, 0, 3, 1, 0, 3, 3, 2, 4, 0, 5, 2, 3, 0, 0];
    assert_eq!(sequence.by_recurrence(16)[1..], first);
    let found = compute(&sequence, 3000, Until::Term, false, &Budget::default(), None).unwrap();
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
    let first = compute(&sequence, 6000, Until::Term, false, &budget, file).unwrap();
    assert!(first.checksum.is_some());
    let second = compute(&sequence, 9000, Until::Term, false, &budget, file).unwrap();
    assert!(second.statistics.positions <= 3001);
    assert_eq!(second.values, plain::values(&code(".007"), 9000));
    let other = compute(&Sequence::parse(".77").unwrap(), 10, Until::Term, false, &budget, file);
    assert!(other.unwrap_err().to_string().contains("belongs to the sequence .007"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn recurrences_keep_to_the_budget() {
    for name in ["icol/BW", "proper:3/cycle", "distance:3:1", ".8F", "distance:2:1/cycle"] {
        let sequence = Sequence::parse(name).unwrap();
        // Nobody would wait for so many terms.
        let to = 1 << 30;
        let some = sequence.by_recurrence_while(to, |done| done < 100);
        assert!((101..1000).contains(&some.len()), "{name}: {}", some.len());
        assert_eq!(some, sequence.by_recurrence(some.len() - 1), "{name}");
        let budget = Budget { time: Some(Duration::ZERO), memory: 1 << 40, ..Budget::default() };
        let found = compute(&sequence, to, Until::Term, true, &budget, None).unwrap();
        assert_eq!(found.stopped, Some(Stop::Time(Duration::ZERO)), "{name}");
        assert!(some.starts_with(&found.values), "{name}");
    }
}

#[test]
fn too_little_memory_is_said_beforehand() {
    let budget = Budget { memory: 1 << 20, ..Budget::default() };
    let failure =
        compute(&Sequence::parse(".007").unwrap(), 1 << 30, Until::Term, false, &budget, None)
            .unwrap_err();
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
        ("", "a code without a move"),
    ] {
        let shown = Sequence::parse(text).unwrap_err().to_string();
        assert!(shown.contains(part), "{text}: {shown}");
    }
}

mod analysis {
    use chromex_sequences::analysis::{Count, Report};

    #[test]
    fn a_small_sequence() {
        let report = Report::new(&[9, 0, 1, 2, 0, 3, 1], 1);
        assert_eq!(report.zeros, [1, 4]);
        assert_eq!(report.records, [(1, 0), (2, 1), (3, 2), (5, 3)]);
        assert_eq!(report.largest(), Some((5, 3)));
        assert_eq!(report.histogram[1], Count { value: 1, count: 2, first: 2, last: 6 });
        assert_eq!(report.last, 6);
    }
}

mod checkpoint {
    use std::path::{Path, PathBuf};

    use chromex_budget::Monitor;
    use chromex_files::faults::at_every_operation;
    use chromex_files::{Disk, FileError};
    use chromex_sequences::Code;
    use chromex_sequences::checkpoint::Checkpoint;

    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chromex-sequence-{}-{name}", std::process::id()))
    }

    fn open(path: &Path) -> Checkpoint {
        Checkpoint::new(path, &Disk::real(), &Monitor::default()).unwrap()
    }

    #[test]
    fn what_is_saved_is_loaded_and_damage_is_noticed() {
        let path = place("whole");
        let code = Code::parse(".007").unwrap();
        let values: Vec<u16> = (1..60_000_u32).map(|i| (i * i % 1021) as u16).collect();
        let mut checkpoint = open(&path);
        assert_eq!(checkpoint.load(&code), Ok(Vec::new()));
        checkpoint.save(&code, &values).unwrap();
        let loaded = checkpoint.load(&code).unwrap();
        assert_eq!((loaded[0], &loaded[1..]), (0, &values[..]));
        let other = checkpoint.load(&Code::parse(".77").unwrap());
        assert!(matches!(other, Err(FileError::OtherOwner { .. })), "{other:?}");
        let whole = std::fs::read(&path).unwrap();
        let damaged = Err(FileError::Damaged { path: path.clone() });
        for at in [17, 22, 30, 1000, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(checkpoint.load(&code), damaged, "{at}");
        }
        std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(checkpoint.load(&code), damaged);
        std::fs::write(&path, "something else altogether").unwrap();
        assert!(matches!(checkpoint.load(&code), Err(FileError::Foreign { .. })));
        std::fs::remove_file(path).unwrap();
    }

    /// Bytes that version 0.1.0 wrote before there was a crate for files.
    #[test]
    fn the_format_has_not_changed() {
        let old: &[u8] = b"chromex-nimber1\n\x04.007\x0a\0\0\0\0\0\0\0\
            \0\0\0\0\0\0\x01\0\x01\0\x01\0\x02\0\x02\0\0\0\x03\0\
            \x38\x45\xf1\xb6\xe5\x62\xec\xba";
        let path = place("old");
        std::fs::write(&path, old).unwrap();
        let (code, values) = (Code::parse(".007").unwrap(), [0, 0, 0, 1, 1, 1, 2, 2, 0, 3]);
        let mut checkpoint = open(&path);
        assert_eq!(checkpoint.load(&code), Ok(values.to_vec()));
        assert_eq!(checkpoint.save(&code, &values[1..]), Some(0xbaec_62e5_b6f1_4538));
        assert_eq!(std::fs::read(&path).unwrap(), old);
        std::fs::remove_file(path).unwrap();
    }

    /// With every fault, what was saved stays, and the monitor is told of the failure.
    #[test]
    fn no_fault_costs_what_was_saved() {
        let code = Code::parse(".007").unwrap();
        let happened = at_every_operation(
            &place("faults"),
            |folder| assert!(open(&folder.join("file")).save(&code, &[1; 100]).is_some()),
            |folder, disk| {
                let monitor = Monitor::default();
                let mut checkpoint = Checkpoint::new(&folder.join("file"), disk, &monitor)?;
                assert_eq!(checkpoint.load(&code)?.len(), 101);
                let saved = checkpoint.save(&code, &[1; 20_000]).is_some();
                assert_eq!(saved, monitor.unsaved().is_empty());
                Ok(saved)
            },
            |folder, fault, at, result: Result<bool, FileError>| {
                let found = open(&folder.join("file")).load(&code).unwrap().len();
                let expected = found == 20_001 || found == 101 && result != Ok(true);
                assert!(expected, "{fault:?} at {at}: {found}");
            },
        );
        assert!(happened.unwrap() > 50);
    }
}

mod code {
    use chromex_sequences::Code;

    #[test]
    fn codes_print_as_they_are_read() {
        for text in [".007", ".77", "4.7", ".137", ".8F", "C.1", "4."] {
            assert_eq!(Code::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Code::parse("0.1370").unwrap().to_string(), ".137");
        assert_eq!(Code::parse(".137").unwrap().longest(), 3);
        assert!(!Code::parse(".08").unwrap().is_octal());
    }

    #[test]
    fn bad_codes_are_marked() {
        for (text, start) in [
            ("", "a code without a move"),
            (".00g", "`g` is no digit of a game code\n  .00g\n     ^"),
            ("3.7", "only 0, 4, 8 or C can stand here\n  3.7\n  ^"),
            ("44.7", "only 0, 4, 8 or C"),
            (".", "a code without a move"),
            (".000", "a code without a move"),
            (".0é", "`é` is no digit"),
            ("4.7.7", "`.` is no digit"),
        ] {
            let shown = Code::parse(text).unwrap_err().to_string();
            assert!(shown.starts_with(start), "{shown}");
        }
        assert!(Code::parse(&format!(".{}", "7".repeat(99))).is_err());
    }
}

mod export {
    use chromex_sequences::export::{b_file, csv};

    #[test]
    fn lines_begin_where_the_sequence_begins() {
        let mut text = Vec::new();
        csv(&mut text, 1, &[7, 0, 2]).unwrap();
        assert_eq!(text, b"k,nimber\n1,0\n2,2\n");
        let mut text = Vec::new();
        b_file(&mut text, ".77", 0, &[0, 1]).unwrap();
        assert_eq!(text, b"# Nimbers of .77, computed by chromex\n0 0\n1 1\n");
    }
}

mod periods {
    use chromex_budget::Budget;
    use chromex_sequences::period::find;
    use chromex_sequences::{Code, Found, Sequence, Until, compute, plain};

    fn found(name: &str, to: usize, until: Until) -> Found {
        compute(&Sequence::parse(name).unwrap(), to, until, false, &Budget::default(), None)
            .unwrap()
    }

    #[test]
    fn what_is_read_off_a_periodic_game_is_periodic() {
        for name in ["node-kayles", "node-kayles/1.", "node-kayles/cycle"] {
            let until_proved = found(name, 100_000, Until::Period);
            let proved = until_proved.period.unwrap();
            assert!(until_proved.values.len() < 100_000, "{name}");
            // The least one, from the first place on, by the recurrence of the game itself.
            let sequence = Sequence::parse(name).unwrap();
            let values = sequence.by_recurrence(3 * (proved.pre_period + proved.period));
            let repeats = |period: usize, from: usize| {
                (from..values.len() - period).all(|k| values[k] == values[k + period])
            };
            assert!(repeats(proved.period, proved.pre_period), "{name}");
            assert!(!(1..proved.period).any(|p| repeats(p, proved.pre_period)), "{name}");
            let before = proved.pre_period - 1;
            assert!(before < sequence.first().max(1) || !repeats(proved.period, before), "{name}");
        }
        let kayles = found("node-kayles", 1000, Until::Term).period.unwrap();
        assert_eq!((kayles.period, kayles.pre_period), (34, 52));
        assert_eq!(found("icol", 200, Until::Term).period, None);
    }

    #[test]
    fn what_a_proved_period_tells_is_not_computed() {
        let dawson = found(".137", 1_000_000, Until::Term);
        assert_eq!(dawson.values.len(), 1_000_001);
        assert!(dawson.statistics.positions < 10_000, "{:?}", dawson.statistics);
        let early = found(".137", 20_000, Until::Term).values;
        assert_eq!(early, plain::values(&Code::parse(".137").unwrap(), 20_000));
        assert_eq!(dawson.values[999_999], early[999_999 - 34 * 29_000]);
    }

    #[test]
    fn a_code_needs_no_point() {
        for (text, code) in [("77", ".77"), ("4", ".4"), ("007", ".007")] {
            assert_eq!(Sequence::parse(text), Sequence::parse(code));
        }
    }

    #[test]
    fn kayles_has_period_12() {
        let code = Code::parse(".77").unwrap();
        let values = plain::values(&code, 400);
        let found = find(&code, &values).unwrap();
        assert_eq!((found.period, found.pre_period), (12, 71));
        assert_eq!(found.checked_below, 2 * 71 + 12 + 2);
        // With one value fewer than the theorem needs, nothing is proved.
        let enough = found.checked_below + found.period;
        assert_eq!(find(&code, &values[..enough]), Some(found));
        assert_eq!(find(&code, &values[..enough - 1]), None);
    }

    #[test]
    fn a_changed_value_is_no_period() {
        let code = Code::parse(".77").unwrap();
        let mut values = plain::values(&code, 400);
        values[399] ^= 1;
        assert_eq!(find(&code, &values), None);
    }
}

mod definitions {
    use chromex_sequences::Code;
    use chromex_sequences::plain::{extend, values};

    fn first(code: &str, to: usize) -> Vec<u16> {
        values(&Code::parse(code).unwrap(), to)
    }

    /// The definition, literally, with every list of heaps written out.
    fn literal(code: &Code, n: usize, values: &[u16]) -> u16 {
        let mut options = Vec::new();
        for (k, d) in code.digits().filter(|&(k, _)| k <= n) {
            for a in 0..=n - k {
                for b in a..=n - k - a {
                    let c = n - k - a - b;
                    let heaps = [a, b, c].iter().filter(|&&heap| heap > 0).count();
                    if c >= b && d >> heaps & 1 == 1 && a.max(b).max(c) < n {
                        options.push(values[a] ^ values[b] ^ values[c]);
                    }
                }
            }
        }
        (0..).find(|v| !options.contains(v)).unwrap()
    }

    #[test]
    fn the_definition_is_followed() {
        for code in [".07", ".77", ".137", "4.", "4.3", ".8", ".0F", "C.1", "8.3", ".165"] {
            let parsed = Code::parse(code).unwrap();
            let found = values(&parsed, 40);
            for (n, &value) in found.iter().enumerate() {
                assert_eq!(value, literal(&parsed, n, &found[..n.max(1)]), "{code} at {n}");
            }
        }
    }

    #[test]
    fn values_of_the_literature() {
        // Winning Ways: Dawson's Chess .137, Kayles .77, Grundy-like splitting 4.0, Nim .3.
        assert_eq!(first(".137", 12), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2]);
        assert_eq!(first(".77", 12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert_eq!(first(".007", 10), [0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3]);
        assert_eq!(first("4.", 6), [0, 0, 1, 0, 1, 0, 1]);
    }

    #[test]
    fn extending_is_the_same_as_starting_afresh() {
        for code in [".007", ".0F"] {
            let parsed = Code::parse(code).unwrap();
            let mut grown = values(&parsed, 10);
            extend(&parsed, &mut grown, 90);
            assert_eq!(grown, values(&parsed, 90));
        }
    }
}

mod mask {
    use chromex_sequences::sparse::mask::{best_mask, is_rare};

    #[test]
    fn the_transform_counts_what_the_definition_counts() {
        let histogram: Vec<u64> = (0..64_u64).map(|v| (v * v * 7 + 3) % 11).collect();
        let rare = |mask: u16| -> u64 {
            (0..64_u16).filter(|&v| is_rare(v, mask)).map(|v| histogram[usize::from(v)]).sum()
        };
        let (mask, count) = best_mask(&histogram);
        assert_eq!(count, rare(mask));
        assert!((0..64).all(|other| rare(other) >= count));
    }
}
