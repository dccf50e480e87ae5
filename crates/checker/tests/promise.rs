//! What the checker promises about itself: its dependencies, and that it can be read in one sitting.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

const SOURCES: &[&str] =
    &["claim.rs", "coder.rs", "form.rs", "header.rs", "keys.rs", "lib.rs", "replay.rs", "state.rs"];

#[test]
fn the_dependencies_have_not_grown() {
    let manifest = include_str!("../Cargo.toml");
    let section = manifest.split("[dependencies]").nth(1).unwrap();
    let lines = section.lines().skip(1).take_while(|line| !line.starts_with('['));
    let names: Vec<&str> = lines
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|n| !n.is_empty())
        .collect();
    assert_eq!(names, ["chromex-graphs", "chromex-rules", "thiserror"]);
}

/// Lines that are neither empty nor comments, tests aside.
fn code_lines(text: &str) -> usize {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    code.lines().filter(is_code).count()
}

#[test]
fn it_stays_small_and_safe() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, SOURCES);
    let texts: Vec<String> =
        SOURCES.iter().map(|name| std::fs::read_to_string(folder.join(name)).unwrap()).collect();
    let lines: usize = texts.iter().map(|text| code_lines(text)).sum();
    println!("{lines} lines of code");
    assert!(lines <= 850, "{lines} lines of code");
    assert!(texts[5].contains("#![forbid(unsafe_code)]"));
}
