//! A search that is killed with `kill -9`, twice, and goes on from its checkpoint.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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

fn start(arguments: &str, checkpoint: &Path) -> Child {
    let mut command = chromex(arguments, Some(checkpoint));
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Kills a search when `sight` is seen; false if it ends before.
fn kill_at(mut child: Child, sight: impl Fn() -> bool) -> bool {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if sight() {
            child.kill().unwrap();
            child.wait().unwrap();
            return true;
        }
        std::thread::sleep(Duration::from_micros(200));
        assert!(started.elapsed() < Duration::from_secs(300), "it never saves");
    }
    false
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
    let question = "solve col grid:4x6 --ask value";
    // Once after a save, once while the next one is being written.
    assert!(kill_at(start(question, &file), || file.exists()));
    let twice = kill_at(start(question, &file), || drafts(&file) > 0);
    eprintln!("killed twice: {twice}; in the middle of a save: {}", drafts(&file) > 0);
    let resumed = answer(chromex(question, Some(&file)));
    assert_eq!(resumed["value"], "0", "{resumed}");
    assert!(resumed["positions"].as_u64().unwrap() < 250_000, "{resumed}");
    assert_eq!(drafts(&file), 0, "what the killed ones left behind is cleared up");
    // Everything is known now, also by a search with little memory and for who wins.
    for more in ["", " --memory 1M"] {
        let again = answer(chromex(&format!("{question}{more}"), Some(&file)));
        assert_eq!((&again["value"], &again["complete"]), (&"0".into(), &true.into()), "{again}");
    }
    let other = chromex("solve snort grid:4x6", Some(&file)).output().unwrap();
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
        let shell = "ulimit -f 0; trap '' XFSZ; exec \"$@\"";
        let mut command = Command::new("bash");
        command.args(["-c", shell, "bash"]).arg(assert_cmd::cargo::cargo_bin("chromex"));
        command.env("CHROMEX_STORE", "off").args(question.split(' '));
        let output = command.arg("--checkpoint").arg(&file).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("warning: what was found is not saved: cannot write"), "{told}");
        assert!(output.status.success() && !output.stdout.is_empty(), "{question}: {told}");
        assert!(!file.exists() && drafts(&file) == 0, "{question}");
    }
}
