//! Bad input of any kind: a message, exit code 2, never a panic.

#![allow(clippy::unwrap_used)]

use assert_cmd::Command;
use proptest::prelude::*;

fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("chromex").unwrap();
    command.env("CHROMEX_STORE", "off");
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// (arguments, a part of the message)
const BAD: &[(&[&str], &str)] = &[
    (&["solve", "icoll", "path:3"], "did you mean `icol`?"),
    (&["solve", "icol", "pth:3"], "did you mean `path`?"),
    (&["solve", "icol", "path:x"], "expected a number"),
    (&["solve", "icol", "g6:"], "graph6"),
    (&["solve", "icol", "g6:D?"], "too short"),
    (&["solve", "icol", "@/no/such/file"], "cannot open `/no/such/file`"),
    (&["solve", "icol", "path:3", "--start", "BB."], "adjacent vertices must have different"),
    (&["solve", "icol", "path:3", "--start", "B"], "1 symbols for 3 vertices"),
    (&["solve", "icol", "path:3", "--start", "0=Q"], "`Q` is no colour of this game"),
    (&["solve", "icol", "path:3", "--first", "carol"], "there is no player `carol`"),
    (&["solve", "icol", "path:3", "--order", "0,1,2"], "--order is for the game `sequential`"),
    (&["solve", "sequential:2", "path:3", "--order", "0,1"], "names 2 of the 3 vertices"),
    (&["solve", "sequential:2", "path:3", "--order", "0,1,5"], "names vertex 5"),
    (&["solve", "blue-red", "path:3"], "blue-red is played on digraphs"),
    (&["solve", "isnort", "dipath:3"], "isnort is played on undirected graphs"),
    (&["solve", "icol", "path:600", "--by", "search"], "takes at most 512"),
    (&["solve", "weak:2", "path:2000", "--by", "search"], "at most 1000"),
    (&["solve", "icol", "complete:99999999"], "too many edges"),
    (&["solve", "icol", "path:3", "--nodes", "many"], "expected a positive number"),
    (
        &["solve", "icol", "path:3", "--ask", "a-star"],
        "are asked of the largest connected subgraph game, not of `icol`",
    ),
    (&["solve", "icol"], "required arguments"),
    (&["solve", "icol", "grid:3x4", "--checkpoint", "/no/such/x"], "cannot write `/no/such/x`"),
    (
        &["solve", "weak:5", "path:3", "--positions", "x", "--by", "search"],
        "solved positions are saved for",
    ),
    (&["solve", "connected:maker-breaker", "path:5", "--ask", "outcome"], "nobody wins"),
    (&["census", "connected:maker-breaker.outcome", "--graphs", "path:5"], "nobody wins"),
    (&["chi", "dipath:3"], "undirected"),
    (&["chi", "path:3", "--game", "proper:K"], "of games that Alice wins or loses"),
    (&["solve", "@/no/such.game", "path:3"], "cannot read `/no/such.game`"),
    (&["solve", "own:colours=2:forbid=sam", "path:3"], "did you mean `same`?"),
    (&["solve", "own:colours=2:forbid=1>2", "path:3"], "this game is played on digraphs"),
    (&["solve", "edge-colouring:2", "dipath:3"], "undirected"),
    (&["solve", "misere:connected", "path:3"], "connected is not lost by who cannot move"),
    (&["games", "check", "own:colours=2:end=soon"], "`soon` is no value of `end`"),
    (&["census", "own:colours=K:forbid=sam", "--graphs", "path:3"], "`sam` is no pair of colours"),
    (&["cograph", "cotree:j(1,u(3"], "expected `,` or `)`"),
    (&["cograph", "cotree:@no-such-file"], "cannot read `no-such-file`"),
    (&["graph", "cotree:u(0)"], "at least one vertex"),
    (&["graph", "dipath:3", "--to", "g6"], "d6"),
    (&["graph", "path:3", "--to", "pdf"], "unknown format `pdf`"),
    (&["play", "icol", "-"], "standard input"),
    (&["serve", "--vertices", "0"], "0 is not in 1.."),
    (&["census", "icol", "--graphs", "path:3", "--threads", "1000000"], "is not in 0..=1024"),
    (&["slove", "icol", "path:3"], "solve"),
];

#[test]
fn bad_input_is_named_and_exits_with_2() {
    for (arguments, part) in BAD {
        let (code, _, err) = run(arguments, b"");
        assert_eq!(code, Some(2), "{arguments:?}: {err}");
        assert!(err.contains(part), "{arguments:?}: {err}");
        assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    }
}

#[test]
fn what_cannot_be_written_is_named() {
    for arguments in [
        &["graph", "path:3", "--output", "/no/such/folder/x"][..],
        &["prove", "icol", "path:3", "-o", "/no/such/folder/x"],
        &["man", "/no/such/folder/x"],
        &["census", "icol", "--graphs", "path:3", "-o", "/no/such/folder/x"],
    ] {
        let (code, _, err) = run(arguments, b"");
        assert!(
            code == Some(2) && err.contains("`/no/such/folder/x"),
            "{arguments:?}: {code:?} {err}"
        );
    }
}

/// Words that make plausible but mostly broken arguments.
fn scrap() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "icol",
        "proper:",
        "proper:2",
        "path:3",
        "grid:",
        "2x3",
        ":",
        "*",
        "+",
        "(",
        ")",
        "^2",
        "..",
        "g6:",
        "DQc",
        "@",
        "-",
        "~",
        "&",
        "B",
        "W",
        ".",
        "/",
        "|",
        "=",
        "0",
        "7",
        "é",
        " ",
        "complement(",
        "line(",
        ";",
        "edges:0-1",
        "\u{0}x",
        "sequential:2:0,1",
        "--",
    ]);
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat().replace('\u{0}', ""))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn scraps_never_panic(game in scrap(), graph in scrap(), start in scrap()) {
        let start = format!("--start={start}");
        let arguments = ["solve", "--nodes=1000", &start, "--", &game, &graph];
        let (code, _, err) = run(&arguments, b"Bw\n");
        prop_assert!(matches!(code, Some(0 | 2 | 3)), "{:?}: {:?} {}", arguments, code, err);
    }

    #[test]
    fn any_bytes_on_standard_input_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let (code, _, err) = run(&["solve", "proper:2", "-", "--nodes=1000"], &bytes);
        prop_assert!(matches!(code, Some(0 | 2 | 3)), "{:?} {}", code, err);
    }

    #[test]
    fn any_typing_while_playing_never_panics(typed in "(\\PC{0,12}\n){0,8}") {
        let (code, _, err) = run(&["play", "icol", "grid:2x2"], typed.as_bytes());
        prop_assert_eq!(code, Some(0), "{}", err);
    }
}
