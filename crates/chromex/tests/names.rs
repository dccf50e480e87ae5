//! No engine, theorem, strategy, store key or certificate knows a game by its name.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};

const CRATES: &[&str] =
    &["engine", "sequences", "theory", "checker", "chromex", "store", "census", "server"];

/// Code that would recognise a name, or build a game from a fixed name.
const FORBIDDEN: &[&str] = &[
    ".name() ==",
    ".name() !=",
    ".name().as_str()",
    ".name().starts_with(",
    ".name().ends_with(",
    ".name().strip_prefix(",
    ".name().contains(",
    ".name().split",
    "parse_game(\"",
    "parse_game(&format!",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|end| end == "rs") => found.push(path),
            false => {}
        }
    }
}

/// The lines that recognise a name, except in tests and comments.
fn recognised(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let bad = |line: &&str| FORBIDDEN.iter().any(|pattern| line.contains(pattern));
    lines.filter(bad).map(str::to_owned).collect()
}

#[test]
fn no_game_is_recognised_by_its_name() {
    let mut found = Vec::new();
    for name in CRATES {
        sources(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"),
            &mut found,
        );
    }
    assert!(found.len() > 100, "{} files", found.len());
    for path in found {
        let lines = recognised(&std::fs::read_to_string(&path).unwrap());
        assert!(lines.is_empty(), "{}: {lines:#?}", path.display());
    }
}

#[test]
fn recognised_names_are_seen() {
    assert_eq!(recognised("if game.name() == \"icol\" {").len(), 1);
    assert_eq!(recognised("let k = game.name().strip_prefix(\"proper:\")?;").len(), 1);
    assert_eq!(recognised("let game = parse_game(\"connected\");").len(), 1);
    assert!(
        recognised("/// game.name() == x\ngame.name()\n#[cfg(test)]\nparse_game(\"icol\")")
            .is_empty()
    );
}
