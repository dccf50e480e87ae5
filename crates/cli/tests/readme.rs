//! What the README and the pages under `docs/` show is what the program prints.
//!
//! `UPDATE_DOCS=1 cargo test -p chromex-cli --test readme` writes what it prints today into them. Examples that take minutes
//! are marked `console slow` and replayed by a test that is left out by default.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    [root.join("README.md")].into_iter().chain(docs.filter(is_page)).collect()
}

/// What is measured: the word before one of these is another one on another machine or by another search.
const UNITS: [&str; 11] =
    ["µs", "ms", "s", "bytes", "KiB", "MiB", "GiB", "position", "positions", "reply", "replies"];

/// The line without what is measured; in a table that ends with positions, also without its last word.
fn without_measures(line: &str, in_table: bool) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if in_table {
        words.pop();
    }
    for i in 1..words.len() {
        if UNITS.contains(&words[i].trim_end_matches(',')) {
            words[i - 1] = "SOME";
            words[i] = "";
        }
    }
    words.join(" ")
}

/// The words of a command line; quotes keep spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' | '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// What `chromex ARGUMENTS` prints today; the lines that are shown, where only what is measured differs.
fn printed(arguments: &str, shown: &[&str]) -> Vec<String> {
    let mut command = Command::cargo_bin("chromex").unwrap();
    command.env("CHROMEX_STORE", "off");
    // Certificates and the like are written to files.
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    let output = command.args(words(arguments)).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let lines = printed.trim_end().lines().map(str::trim_end).enumerate();
    let in_table = printed.lines().next().is_some_and(|heads| heads.ends_with(" positions"));
    let stable = |line: &str| without_measures(line, in_table);
    let kept = |(i, line): (usize, &str)| match shown.get(i) {
        Some(shown) if stable(shown) == stable(line) => (*shown).to_owned(),
        _ => line.to_owned(),
    };
    lines.map(kept).collect()
}

/// The page with the output of the commands in its blocks that begin with this mark, and how many there are.
fn replayed(page: &str, mark: &str) -> (String, usize) {
    let lines: Vec<&str> = page.lines().collect();
    let (mut result, mut count, mut inside, mut i) = (Vec::new(), 0, false, 0);
    while i < lines.len() {
        let line = lines[i];
        i += 1;
        result.push(line.to_owned());
        if line.starts_with("```") {
            inside = line == mark;
        }
        let Some(arguments) = line.strip_prefix("$ chromex ").filter(|_| inside) else { continue };
        let ends = |line: &&str| line.starts_with("```") || line.starts_with("$ ");
        let shown: Vec<&str> = lines[i..].iter().copied().take_while(|line| !ends(line)).collect();
        i += shown.len();
        result.extend(printed(arguments, &shown));
        count += 1;
    }
    (result.join("\n") + "\n", count)
}

/// Replays all pages, and tells how many examples they have.
fn check_pages(mark: &str) -> usize {
    let mut examples = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let (replayed, count) = replayed(&page, mark);
        examples += count;
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, replayed).unwrap();
        } else {
            assert_eq!(page, replayed, "{}: see the top of this test", path.display());
        }
    }
    examples
}

#[test]
fn the_documents_know_how_long_the_rules_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let lines = read("verified/proofs/Rules.v").lines().count();
    let page = read("docs/verified.md");
    for said in [format!("`Rules.v` has {lines} lines"), format!("`Rules.v` ({lines} lines)")] {
        assert!(page.contains(&said), "docs/verified.md does not say: {said}");
    }
}

#[test]
fn the_pages_show_real_output() {
    assert!(check_pages("```console") >= 5, "the README has a tour");
}

/// The JSON object without the parts that are measured.
fn unmeasured(text: &str) -> serde_json::Value {
    let mut object: serde_json::Value = serde_json::from_str(text).unwrap();
    for measured in ["found", "positions", "bytes", "seconds"] {
        assert!(object.get(measured).is_some(), "{measured}");
        object[measured] = serde_json::Value::Null;
    }
    object
}

/// The JSON in the guide is what the command before it prints.
#[test]
fn the_guide_shows_the_real_json() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide.md");
    let guide = fs::read_to_string(guide).unwrap();
    let (before, after) = guide.split_once("```json\n").unwrap();
    let command = before.rsplit('`').find(|span| span.starts_with("chromex ")).unwrap();
    let arguments = command.strip_prefix("chromex ").unwrap();
    let shown = unmeasured(after.split("```").next().unwrap());
    assert_eq!(shown, unmeasured(&printed(arguments, &[]).join("\n")), "{command}");
}

#[test]
#[ignore = "takes an hour"]
fn the_tables_show_real_output() {
    assert!(check_pages("```console slow") >= 5, "the tables of Col and Snort");
}

/// The commands that stand in the text of a page, `chromex …`, but those for a shell or for another machine.
fn commands_in_text(page: &str) -> Vec<String> {
    let text = page.replace('\n', " ");
    let spans = text.split('`').skip(1).step_by(2);
    let commands = spans.filter_map(|span| span.strip_prefix("chromex "));
    let only_here = |command: &&str| {
        !["&&", " | ", "{", "…", "--gpu", "--verified", "--open"]
            .iter()
            .any(|part| command.contains(part))
    };
    // `chromex prove` alone is a name, not a command.
    commands.filter(only_here).filter(|command| command.contains(' ')).map(str::to_owned).collect()
}

/// The words of a command with a limit on its time. That of a census is for each graph, so that it is asked about a small one.
fn in_a_moment(line: &str) -> Vec<String> {
    let mut words = words(line);
    if let Some(i) = words.iter().position(|word| word == "--graphs") {
        words[i + 1] = "path:2".to_owned();
    }
    words.extend(["--seconds", "0.02"].map(str::to_owned));
    words
}

/// What is mistyped, or asks what there is not, ends with code 2.
#[test]
fn commands_in_the_text_are_understood() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands-in-text");
    let mut count = 0;
    for page in ["docs/open-problems.md", "docs/for-authors.md"] {
        let page = fs::read_to_string(root.join(page)).unwrap();
        for line in commands_in_text(&page) {
            // What is written must not exist, and what is read lies in the repository.
            let _ = fs::remove_dir_all(&files);
            fs::create_dir_all(&files).unwrap();
            let writes = line.contains(" -o ") || line.contains("--checkpoint");
            let mut command = Command::cargo_bin("chromex").unwrap();
            command.env("CHROMEX_STORE", "off").current_dir(if writes { &files } else { &root });
            let output = command.args(in_a_moment(&line)).output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1 | 3..=9)), "chromex {line}: {error}");
            count += 1;
        }
    }
    assert!(count > 70, "{count}");
}
