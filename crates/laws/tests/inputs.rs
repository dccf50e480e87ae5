//! Every law on a fixed number of inputs: those of `fuzz/corpus`, and mutations of them with a fixed seed.
//!
//! `CHROMEX_LAWS_SEED` takes another seed, `CHROMEX_LAWS_TIMES` so many times as many inputs:
//!
//! ```text
//! CHROMEX_LAWS_SEED=7 CHROMEX_LAWS_TIMES=50 cargo test --release -p chromex-laws
//! ```

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use chromex::graphs::random::SplitMix;
use chromex_laws::{LAWS, check};

fn corpus(law: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(law);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// A change of the kind that a fuzzer makes.
fn mutate(bytes: &mut Vec<u8>, all: &[Vec<u8>], random: &mut SplitMix) {
    let at = random.below(bytes.len() + 1);
    let other = &all[random.below(all.len())];
    let from = random.below(other.len() + 1);
    let piece = other[from..other.len().min(from + random.below(24))].to_vec();
    match random.below(6) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        // Another character of the same kind, so that something else is read rather than nothing.
        1 if at < bytes.len() => {
            let kinds = [&b"0123456789"[..], b"-+=<>*/:;,.|&^", b"(){}[]", b".BWRB12", b" \n\t"];
            let kind = kinds.iter().find(|kind| kind.contains(&bytes[at])).unwrap_or(&kinds[3]);
            bytes[at] = kind[random.below(kind.len())];
        }
        2 if at < bytes.len() => drop(bytes.remove(at)),
        3 => bytes.truncate(at),
        4 => bytes.insert(at, random.below(256) as u8),
        _ => drop(bytes.splice(at..at, piece)),
    }
}

/// A number from an environment variable, or the default.
fn told(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap())
}

fn try_law(law: &str, inputs: usize) {
    assert!(LAWS.iter().any(|(name, _)| *name == law));
    let inputs = inputs * told("CHROMEX_LAWS_TIMES", 1) as usize;
    let (all, mut random) = (corpus(law), SplitMix::new(told("CHROMEX_LAWS_SEED", 16)));
    all.iter().for_each(|input| check(law, input));
    for _ in 0..inputs {
        let mut input = all[random.below(all.len())].clone();
        for _ in 0..1 + random.below(2) {
            mutate(&mut input, &all, &mut random);
        }
        let shown = String::from_utf8_lossy(&input).into_owned();
        let result = std::panic::catch_unwind(|| check(law, &input));
        assert!(result.is_ok(), "{law} is broken by {shown:?}, bytes {input:?}");
    }
}

#[test]
fn a_parsed_graph_prints_and_parses_back() {
    try_law("a_parsed_graph_prints_and_parses_back", 20_000);
}

#[test]
fn a_value_reads_back() {
    try_law("a_value_reads_back", 20_000);
}

#[test]
fn a_compiled_position_has_the_moves_of_the_rules() {
    try_law("a_compiled_position_has_the_moves_of_the_rules", 20_000);
}

#[test]
fn what_the_checker_accepts_is_true() {
    try_law("what_the_checker_accepts_is_true", 10_000);
}

#[test]
fn a_census_log_cut_anywhere_resumes() {
    try_law("a_census_log_cut_anywhere_resumes", 200);
}

#[test]
fn the_server_survives_any_request() {
    try_law("the_server_survives_any_request", 1_000);
}

#[test]
fn every_law_has_inputs_and_a_target() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    for (law, _) in LAWS {
        assert!(corpus(law).len() > 3, "{law}");
        let target = std::fs::read_to_string(targets.join(format!("{law}.rs"))).unwrap();
        assert!(target.contains(&format!("check(\"{law}\", data)")), "{law}");
    }
}
