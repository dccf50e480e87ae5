//! A search that is stopped, then killed, and goes on from its checkpoint.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("chromex-killed-{}-{name}", std::process::id()))
}

fn chromex(arguments: &str, checkpoint: Option<&Path>) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("chromex"));
    command.env("CHROMEX_STORE", "off").args(arguments.split(' '));
    if let Some(file) = checkpoint {
        command.arg("--checkpoint").arg(file);
    }
    command
}

fn answer(mut command: Command) -> Json {
    let output = command.arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_killed_search_goes_on() {
    let file = place("col");
    let question = "solve col grid:3x6 --ask value";
    let whole = answer(chromex(question, None))["positions"].as_u64().unwrap();
    // One search ends half way …
    let half = answer(chromex(&format!("{question} --nodes {}", whole / 2), Some(&file)));
    assert_eq!(half["complete"], false, "{half}");
    let saved = std::fs::read(&file).unwrap();
    // … and the next is killed by the system in the middle of its save: no file may have a second
    // kilobyte.
    let mut killed = Command::new("bash");
    let program = assert_cmd::cargo::cargo_bin("chromex");
    killed.args(["-c", "ulimit -f 1; exec \"$0\" \"$@\""]).arg(program).args(question.split(' '));
    killed.env("CHROMEX_STORE", "off").arg("--checkpoint").arg(&file);
    assert_eq!(killed.output().unwrap().status.code(), None);
    assert_eq!(std::fs::read(&file).unwrap(), saved, "the last whole save is still there");
    let resumed = answer(chromex(question, Some(&file)));
    assert_eq!(resumed["value"], "0", "{resumed}");
    assert!(resumed["positions"].as_u64().unwrap() < whole, "{resumed}");
    // Everything is known now, also by a search with little memory and for who wins.
    for more in ["", " --memory 1M"] {
        let again = answer(chromex(&format!("{question}{more}"), Some(&file)));
        assert_eq!((&again["value"], &again["complete"]), (&"0".into(), &true.into()), "{again}");
    }
    let other = chromex("solve snort grid:3x6", Some(&file)).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("belongs to another game"));
    std::fs::remove_file(file).unwrap();
}
