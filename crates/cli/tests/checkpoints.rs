//! A search that is stopped, then killed, and goes on from its checkpoint.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

/// The same under a limit on the size of files.
fn limited(limit: &str, arguments: &str, checkpoint: &Path) -> Output {
    let mut command = Command::new("bash");
    command.args(["-c", &format!("{limit}; exec \"$@\""), "bash"]);
    command.arg(assert_cmd::cargo::cargo_bin("chromex")).args(arguments.split(' '));
    command.env("CHROMEX_STORE", "off").arg("--checkpoint").arg(checkpoint).output().unwrap()
}

/// The drafts of a file that have something in them. (An empty one is only a trial whether the file can
/// be written.)
fn drafts(file: &Path) -> usize {
    let prefix = format!("{}.draft-", file.file_name().unwrap().to_str().unwrap());
    let entries = std::fs::read_dir(file.parent().unwrap()).unwrap().flatten();
    let drafts = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    drafts.filter(|draft| draft.metadata().is_ok_and(|draft| draft.len() > 0)).count()
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
    assert_eq!(limited("ulimit -f 1", question, &file).status.code(), None);
    assert_eq!((std::fs::read(&file).unwrap() == saved, drafts(&file)), (true, 1));
    let resumed = answer(chromex(question, Some(&file)));
    assert_eq!(resumed["value"], "0", "{resumed}");
    assert!(resumed["positions"].as_u64().unwrap() < whole, "{resumed}");
    assert_eq!(drafts(&file), 0, "what the killed one left behind is cleared up");
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

/// The answer is given and the old file stays when the disk is full, and somebody is told.
#[test]
fn a_full_disk_costs_no_answer() {
    let file = place("full");
    for question in ["solve col grid:2x4 --ask value", "sequence .77 --to 50"] {
        // The trial succeeds, the save does not: no file may grow beyond nothing.
        let output = limited("ulimit -f 0; trap '' XFSZ", question, &file);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("warning: what was found is not saved: cannot write"), "{told}");
        assert!(output.status.success() && !output.stdout.is_empty(), "{question}: {told}");
        assert!(!file.exists() && drafts(&file) == 0, "{question}");
    }
}
