//! Promises of the checker: its dependencies, and that it is short enough to be read in one
//! sitting.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

const SOURCES: &[&str] = &[
    "blocks.rs",
    "blocks_file.rs",
    "claim.rs",
    "coder.rs",
    "column.rs",
    "form.rs",
    "header.rs",
    "keys.rs",
    "lib.rs",
    "near.rs",
    "replay.rs",
    "state.rs",
    "strip.rs",
    "strip_file.rs",
    "window.rs",
    "window_file.rs",
];

#[test]
fn the_dependencies_have_not_grown() {
    let manifest = include_str!("../Cargo.toml");
    let section = manifest.split("[dependencies]").nth(1).unwrap();
    let lines = section.lines().skip(1).take_while(|line| !line.starts_with('['));
    let names: Vec<&str> = lines
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|n| !n.is_empty())
        .collect();
    assert_eq!(names, ["chromex-text", "chromex-graphs", "chromex-rules", "thiserror"]);
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
    found.retain(|name| name != "blocks");
    found.sort();
    assert_eq!(found, SOURCES);
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let lines = |names: &[&str]| names.iter().map(|name| code_lines(&text(name))).sum::<usize>();
    // The proof itself; the rest is about claims and about reading files.
    let (proof, all) = (lines(&["replay.rs", "state.rs", "keys.rs"]), lines(SOURCES));
    let strips = lines(&["column.rs", "strip.rs", "strip_file.rs", "window.rs", "window_file.rs"]);
    let files = ["cases", "facts", "invariant", "picture", "reply", "view"];
    let files = files.map(|name| format!("blocks/{name}.rs"));
    let inside = lines(&files.each_ref().map(String::as_str));
    let outside = lines(&["blocks.rs", "blocks_file.rs"]);
    // No proof uses `kept.rs`; it is only for playing with a certificate.
    assert_eq!(std::fs::read_dir(folder.join("blocks")).unwrap().count(), files.len() + 1);
    assert!(lines(&["blocks/kept.rs"]) <= 330);
    assert!(inside + outside <= 1570, "{} lines of code for blocks", inside + outside);
    let all = all - outside;
    let near = lines(&["near.rs"]);
    assert!(near <= 160, "{near} lines of code near the patients");
    let rest = all - strips - near;
    assert!(proof <= 400 && rest <= 1180, "{proof} and {rest} lines of code");
    assert!(strips <= 930, "{strips} lines of code for boards of every length");
    assert!(text("lib.rs").contains("#![forbid(unsafe_code)]"));
}
