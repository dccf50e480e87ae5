//! `chromex sequence`, from outside: output, errors, and a run that is killed.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use assert_cmd::Command;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("chromex").unwrap();
    command.env("CHROMEX_STORE", "off");
    let output = command.arg("sequence").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("chromex-sequence-{}-{name}", std::process::id()))
}

#[test]
fn values_periods_and_lists() {
    let (code, out, _) = run(&["blue-red", "--to", "16"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("0 1 2 0 3 1 0 3 3 2 4 0 5 2 3 0 0"), "{out}");
    assert!(out.contains("g(k) = h(2k + 2), h the nim-sequence of .007"), "{out}");
    let (code, out, _) = run(&[".77", "--period"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("12, pre-period 71 (last exception 70): proved"), "{out}");
    let (code, out, _) = run(&[".007", "--period", "--to", "2000"]);
    assert_eq!(code, Some(3));
    assert!(out.contains("none is proved by the values up to 2000"), "{out}");
    let (code, out, _) = run(&["node-kayles", "--period"]);
    assert_eq!(code, Some(0));
    assert!(
        out.contains("34, pre-period 52 (last exception 51): proved, as that of .137 is"),
        "{out}"
    );
    let (_, out, _) = run(&["--list"]);
    assert!(out.contains("blue-red/cycle"), "{out}");
}

#[test]
fn json_has_the_report() {
    let (_, out, _) = run(&[".77", "--to", "150", "--report", "--period", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["sequence"], ".77");
    assert_eq!(object["p_positions"], serde_json::json!([0]));
    assert_eq!(object["complete"], true);
    let (_, out, _) = run(&[".77", "--to", "300", "--period", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["period"]["period"], 12);
}

#[test]
fn bad_input_is_marked_and_exits_with_2() {
    for (arguments, part) in [
        (&[".00x"][..], "`x` is no digit of a game code\n  .00x\n     ^"),
        (&["blue-redd"], "did you mean `blue-red`?"),
        (&["icol/B"], "no ends of a path"),
        (&["distance:2:2"], "does not fall apart"),
        (&[], "which sequence?"),
        (&[".77", "--to", "x"], "expected a positive number"),
        (&[".77", "-o", "values.pdf"], "the ending says the format"),
        (&["icol", "--period"], "--period is for codes"),
        (&["node-kayles", "--period", "--recurrence"], "--period is for codes"),
        (&[".007", "--to", "1e10", "--memory", "1G"], "18.6 GiB"),
        (&[".77", "--checkpoint", "/no/such/x"], "cannot write `/no/such/x`"),
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {err}");
        assert!(err.contains(part), "{arguments:?}: {err}");
    }
}

#[test]
fn recurrences_keep_to_their_time() {
    let (code, out, err) = run(&["icol", "--to", "1e9", "--seconds", "0"]);
    assert_eq!(code, Some(3), "{err}");
    assert!(out.contains("the time limit of 0 s is reached"), "{out}");
}

#[test]
fn files_in_all_formats() {
    for (ending, start, end) in [
        ("csv", &b"k,nimber\n0,0\n1,1\n"[..], &b"50,2\n"[..]),
        ("txt", b"# Nimbers of .77", b"50 2\n"),
        ("svg", b"<svg", b"</svg>\n"),
        ("png", b"\x89PNG", b"IEND\xAE\x42\x60\x82"),
        ("parquet", b"PAR1", b"PAR1"),
    ] {
        let path = place(&format!("values.{ending}"));
        let (code, _, err) = run(&[".77", "--to", "50", "-o", path.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{err}");
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(start) && bytes.ends_with(end), "{ending}");
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_killed_run_goes_on_from_its_checkpoint() {
    let path = place("killed");
    let file = path.to_str().unwrap();
    let (code, _, err) = run(&[".007", "--to", "5000", "--checkpoint", file]);
    assert_eq!(code, Some(0), "{err}");
    // The system kills the next run in the middle of its save: no file may have a second kilobyte.
    let killed = std::process::Command::new("bash")
        .args(["-c", "ulimit -f 1; exec \"$0\" \"$@\""])
        .arg(assert_cmd::cargo::cargo_bin("chromex"))
        .args(["sequence", ".007", "--to", "6000", "--checkpoint", file])
        .output()
        .unwrap();
    assert_eq!(killed.status.code(), None, "{killed:?}");
    let (code, out, err) = run(&[".007", "--to", "5500", "--checkpoint", file, "--json"]);
    assert_eq!(code, Some(0), "{err}");
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(object["positions"].as_u64().unwrap() < 600, "{out}");
    // A damaged file is refused.
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let (code, _, err) = run(&[".007", "--to", "10", "--checkpoint", file]);
    assert_eq!(code, Some(2));
    assert!(err.contains("damaged"), "{err}");
    std::fs::remove_file(path).unwrap();
}
