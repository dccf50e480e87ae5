//! No engine, theorem, strategy, store key, certificate or front end knows a game by its name: neither in Rust nor in the Python
//! package or the page.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};

use chromex::rules::GAMES;

const CRATES: &[&str] = &[
    "engine",
    "sequences",
    "theory",
    "checker",
    "claims",
    "chromex",
    "store",
    "census",
    "lab",
    "server",
    "wasm",
    "cli",
    "python",
    "laws",
];

/// What is not written in Rust, with how the files end.
const OTHERS: &[(&str, &str)] = &[("python/python/chromex", "py"), ("server/web/assets", "js")];

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
    "game.split(':')",
    "name.split(':')",
    "GAMES.iter().find(",
    "parse_game(\"",
    "parse_game(&format!",
];

/// The same in any language, `NAME` being one of a listed game in quotation marks, and `NAME+` what begins with one.
const FORBIDDEN_OF_NAMES: &[&str] = &[
    "== NAME",
    "!= NAME",
    "== Some(NAME)",
    "NAME =>",
    "Some(NAME) =>",
    "case NAME",
    "? NAME",
    "with(NAME+",
    "With(NAME+",
    "prefix(NAME+",
];

/// Where that is right: the end of a file's path, what stands there, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("cli/src/args.rs", "parse_game(&format!(\"{}:{order}\"", "what was typed, with its order"),
    ("census/src/questions.rs", "name.split(':')", "what was typed, to suggest another spelling"),
    (
        "assets/gallery.js",
        "POINTS[game.split(':')[0]]",
        "starting points, by the entry of the list",
    ),
    ("assets/patterns.js", "name.split(':')", "read by the usage that the list tells"),
    ("chromex/_functions.py", ".end == \"misere\"", "a clause of a description"),
];

fn sources(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, end, found),
            false if path.extension().is_some_and(|found| found == end) => found.push(path),
            false => {}
        }
    }
}

/// The patterns with each name.
fn patterns() -> Vec<String> {
    let mut all = Vec::new();
    for (info, quote) in GAMES.iter().flat_map(|info| ['"', '\''].map(|quote| (info, quote))) {
        let name = info.name;
        let endings = [quote, ':'].map(|end| format!("{quote}{name}{end}"));
        all.extend(FORBIDDEN_OF_NAMES.iter().flat_map(|pattern| match pattern.contains('+') {
            true => endings.each_ref().map(|begun| pattern.replace("NAME+", begun)).to_vec(),
            false => vec![pattern.replace("NAME", &endings[0])],
        }));
    }
    all
}

/// The lines that recognise a name, tests and comments aside.
fn recognised<'a>(text: &'a str, of_names: &[String]) -> Vec<&'a str> {
    let code = text.split("#[cfg(test)]").next().unwrap();
    let comments = ["//", "*", "/*", "#", ">>>"];
    let lines = code.lines().map(str::trim);
    let lines = lines.filter(|line| !comments.iter().any(|begin| line.starts_with(begin)));
    let bad = |line: &&str| {
        FORBIDDEN.iter().any(|pattern| line.contains(pattern))
            || of_names.iter().any(|pattern| line.contains(pattern))
    };
    lines.filter(bad).collect()
}

#[test]
fn no_game_is_recognised_by_its_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    CRATES.iter().for_each(|name| sources(&crates.join(name).join("src"), "rs", &mut found));
    assert!(found.len() > 200, "{} files", found.len());
    OTHERS.iter().for_each(|(folder, end)| sources(&crates.join(folder), end, &mut found));
    let of_names = patterns();
    let mut used = vec![false; ALLOWED.len()];
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut lines = recognised(&text, &of_names);
        for ((file, what, _), used) in ALLOWED.iter().zip(&mut used) {
            let is_allowed = |line: &str| path.ends_with(file) && line.contains(what);
            *used |= lines.iter().any(|line| is_allowed(line));
            lines.retain(|line| !is_allowed(line));
        }
        assert!(lines.is_empty(), "{}: {lines:#?}", path.display());
    }
    assert_eq!(used, [true; ALLOWED.len()], "what is no longer there need not be allowed");
}

#[test]
fn recognised_names_are_seen() {
    let of_names = patterns();
    for line in [
        "if game.name() == \"icol\" {",
        "let k = game.name().strip_prefix(\"proper:\")?;",
        "let game = parse_game(\"connected\");",
        "let is_colouring = game.split(':').next() == Some(\"colouring\");",
        "let family = name.split(':').next().unwrap_or_default();",
        "let info = GAMES.iter().find(|info| info.name == family);",
        "_ if game == \"colouring\" || GameFamily::is_in(game) => Ok(Some(game.parse()?)),",
        "if about_chi and isinstance(game, str) and game.startswith(\"colouring\"):",
        "if text == \"isnort\":",
        "wish.game = directed ? 'blue-red' : 'icol';",
        "match text { \"icol\" => 2 }",
        "if let Some(k) = text.strip_prefix(\"proper:\") {",
    ] {
        assert_eq!(recognised(line, &of_names), [line]);
    }
    let fine = "/// game.name() == x\ngame.name()\nlet column = line.strip_prefix(\"column \");\n\
                #[cfg(test)]\nparse_game(\"icol\")";
    assert_eq!(recognised(fine, &of_names), [""; 0]);
}
