//! `prove` and `check` on the command line: words, JSON, exit codes.

#![allow(clippy::unwrap_used)]

use assert_cmd::Command;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("chromex").unwrap();
    command.env("CHROMEX_STORE", "off");
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    let output = command.args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_is_proved_is_checked() {
    let claim = "--claim=score >= 1";
    let (code, out, err) = run(&["prove", "connected", "cycle:7", claim, "-o", "c7.cert"]);
    assert_eq!(code, Some(0), "{err}");
    let says =
        "the score of connected on cycle:7 under best play when Alice moves first is at least 1";
    assert!(out.starts_with(&format!("proved   {says}\n")), "{out}");
    let (code, out, _) = run(&["check", "c7.cert"]);
    assert_eq!(code, Some(0));
    assert!(out.contains(says) && out.contains("cycle:7: 7 vertices, 7 edges"), "{out}");
    let (code, out, _) = run(&["check", "--json", "c7.cert"]);
    assert_eq!(code, Some(0));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((json["proved"].as_bool(), json["says"].as_str()), (Some(true), Some(says)));
}

#[test]
fn a_damaged_certificate_is_rejected_with_the_reason() {
    let (code, _, err) = run(&["prove", "icol", "path:4", "--json", "-o", "icol4.cert"]);
    assert_eq!(code, Some(0), "{err}");
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/icol4.cert");
    let mut bytes = std::fs::read(path).unwrap();
    let end = bytes.len() - 2;
    bytes.truncate(end);
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/short.cert"), bytes).unwrap();
    let (code, out, _) = run(&["check", "icol4.cert", "short.cert"]);
    assert_eq!(code, Some(2));
    assert!(out.contains("rejected short.cert: a reply is missing"), "{out}");
    let (code, out, _) = run(&["check", "--json", "short.cert"]);
    assert_eq!(code, Some(2));
    assert!(out.contains("\"proved\":false") && out.contains("\"reason\""), "{out}");
    let (code, out, _) = run(&["check", "--memory", "100", "icol4.cert"]);
    assert_eq!(code, Some(3), "{out}");
}

/// A stand-in for the verified checker, which need not be built here, that always gives this answer.
#[cfg(unix)]
fn stand_in(name: &str, answer: &str, code: i32) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, format!("#!/bin/sh\ncat <<'END'\n{answer}\nEND\nexit {code}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn a_second_checker_must_prove_the_same_claim() {
    let (code, _, err) = run(&["prove", "icol", "path:3", "-o", "icol3.cert"]);
    assert_eq!(code, Some(0), "{err}");
    let says = "proved   the nimber of icol on path:3 is exactly *1";
    let edges = "graph    3 vertices, 2 edges: 0-1 1-2";
    let check = |program: &std::path::Path, file: &str| {
        let mut command = Command::cargo_bin("chromex").unwrap();
        command.env("CHROMEX_VERIFIED", program).current_dir(env!("CARGO_TARGET_TMPDIR"));
        let output = command.args(["check", "--verified", file]).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let (code, out) = check(&stand_in("same", &format!("{says}\n{edges}"), 0), "icol3.cert");
    assert_eq!(code, Some(0), "{out}");
    assert!(
        out.contains("edges    3 vertices, 2 edges: 0-1 1-2\nverified by chromex-verified"),
        "{out}"
    );
    for (name, answer, exit) in [
        ("other", format!("proved   something else\n{edges}"), 0),
        ("no", "rejected icol3.cert: the checksum is wrong".to_owned(), 2),
        ("lost", format!("{says}\n{edges}"), 1),
        ("mute", String::new(), 0),
    ] {
        let (code, out) = check(&stand_in(name, &answer, exit), "icol3.cert");
        assert_eq!(code, Some(2), "{name}: {out}");
        assert!(out.contains("chromex-verified does not prove this"), "{name}: {out}");
    }
    let (code, out) = check(std::path::Path::new("/no/such/program"), "icol3.cert");
    assert_eq!(code, Some(2), "{out}");
    assert!(out.contains("CHROMEX_VERIFIED names `/no/such/program`, which is no file"), "{out}");
}

#[test]
fn mistakes_are_named() {
    for (arguments, part) in [
        (
            &["prove", "icol", "grid:3x3", "--claim=nimber = 5", "-o", "x"][..],
            "this is not true: the nimber",
        ),
        (&["prove", "icol", "grid:3x3", "--claim=nonsense", "-o", "x"], "is no claim: write"),
        (
            &["prove", "icol", "grid:3x3", "--claim=score = 1", "-o", "x"],
            "cannot be claimed of icol",
        ),
        (&["prove", "icol", "path:1..3", "-o", "x"], "about one graph"),
        (&["prove", "icol", "grid:3x3"], "--output"),
        (&["check", "/no/such/file"], "cannot open `/no/such/file`"),
        (&["check"], "required"),
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {err}");
        assert!(err.contains(part), "{arguments:?}: {err}");
    }
    let (code, ..) = run(&["prove", "icol", "grid:3x3", "-o", "/no/such/folder/x"]);
    assert_eq!(code, Some(2));
    let (code, ..) = run(&["prove", "icol", "grid:4x4", "--nodes", "5", "-o", "x"]);
    assert_eq!(code, Some(3));
}

#[test]
fn boards_of_every_length() {
    let says = "Alice wins colouring:4 on grid:2xN for every N ≥ 1 whoever moves first, even if Bob may skip turns";
    let (code, out, err) = run(&["prove", "colouring:4", "grid:2xN", "-o", "2xN.cert"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with(&format!("proved   {says}\n")), "{out}");
    let (code, out, _) = run(&["check", "2xN.cert"]);
    assert_eq!(code, Some(0));
    assert!(out.contains(says) && out.contains("pairs of columns"), "{out}");
    let (code, out, _) = run(&["check", "--json", "2xN.cert"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, json["says"].as_str()), (Some(0), Some(says)));
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/2xN.cert");
    let text = std::fs::read_to_string(path).unwrap();
    let broken = concat!(env!("CARGO_TARGET_TMPDIR"), "/2xN-broken.cert");
    std::fs::write(broken, text.replacen("1.", ".1", 1)).unwrap();
    let (code, out, _) = run(&["check", "2xN-broken.cert"]);
    assert_eq!(code, Some(2));
    assert!(out.starts_with("rejected 2xN-broken.cert"), "{out}");
}

#[test]
fn boards_of_every_length_that_make_no_sense() {
    for (arguments, reason) in [
        (["colouring:4", "torus:3xN", "--first=alice"], "write grid:4xN or cylinder:4xN"),
        (["colouring:4", "grid:0xN", "--first=alice"], "1 to 7 rows"),
        (["icol", "grid:3xN", "--first=alice"], "Alice wants all coloured"),
        (["colouring:4", "grid:3xN", "--claim=chi = 4"], "only a win for Alice"),
        (["colouring:3", "grid:2xN", "--first=bob"], "no set of pairs"),
    ] {
        let [game, graph, option] = arguments;
        let (code, _, err) = run(&["prove", game, graph, option, "-o", "none.cert"]);
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(reason), "{err}");
    }
}
