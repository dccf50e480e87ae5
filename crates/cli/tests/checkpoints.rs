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

/// Kills a search when there is something in a file; false if it ends before. (An empty draft is only
/// a trial whether the file can be written.)
fn kill_at(mut child: Child, sight: &Path) -> bool {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if std::fs::metadata(sight).is_ok_and(|file| file.len() > 0) {
            child.kill().unwrap();
            child.wait().unwrap();
            return true;
        }
        std::thread::sleep(Duration::from_micros(200));
        assert!(started.elapsed() < Duration::from_secs(300), "it never saves");
    }
    false
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
    assert!(kill_at(start(question, &file), &file));
    let draft = PathBuf::from(format!("{}.part", file.display()));
    let _ = std::fs::remove_file(&draft);
    let twice = kill_at(start(question, &file), &draft);
    eprintln!("killed twice: {twice}; in the middle of a save: {}", draft.exists());
    let resumed = answer(chromex(question, Some(&file)));
    assert_eq!(resumed["value"], "0", "{resumed}");
    assert!(resumed["positions"].as_u64().unwrap() < 250_000, "{resumed}");
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
