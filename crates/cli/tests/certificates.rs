//! `prove` and `check` on the command line: words, JSON, exit codes.

#![allow(clippy::unwrap_used)]

use assert_cmd::Command;
use chromex::rules::Position;

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
fn a_win_is_proved_near_the_patients() {
    let prove = |arguments: &[&str]| {
        let command = ["prove", "--near", "-o", "near.cert"];
        run(&[&command, arguments].concat())
    };
    let (code, out, err) = prove(&["colouring:4", "grid:4x6"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("proved   Alice wins colouring:4 on grid:4x6 when Alice"), "{out}");
    let (code, out, _) = run(&["check", "--explain", "near.cert"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("near the patients only") && out.contains("(near.rs)"), "{out}");
    let (code, _, err) = prove(&["colouring:3", "grid:4x4"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("no proof near the patients") && err.contains("does not mean"), "{err}");
    let (code, out, _) = prove(&["colouring:4", "grid:5x6", "--nodes", "20"]);
    assert_eq!(code, Some(3));
    assert!(out.contains("nothing is proved: the limit on positions (20)"), "{out}");
    let (code, _, err) = prove(&["colouring:4", "grid:4xN"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("--near is for one board"), "{err}");
    let (code, _, err) = prove(&["connected", "cycle:7", "--claim=score >= 1"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("nothing else is proved near the patients"), "{err}");
}

#[test]
fn a_variant_is_not_exchanged_for_the_plain_game() {
    let prove = |game: &str, claim: &str| {
        run(&["prove", game, "cycle:5", &format!("--claim=chi {claim}"), "-o", "skips.cert"])
    };
    let (code, out, err) = prove("colouring:4:bob-skips", "<= 3");
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("χ_[A,B] of cycle:5, the least K of colouring:K:bob-skips"), "{out}");
    let file = std::fs::read(in_temporary_folder("skips.cert")).unwrap();
    assert!(String::from_utf8_lossy(&file).contains("\ngame: colouring:K:bob-skips\n"));
    let (code, out, err) = prove("colouring:9", "<= 3");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("the game chromatic number χ_g of cycle:5"), "{out}");
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
            "it is not true that the nimber of icol on grid:3x3 is exactly *5",
        ),
        (&["prove", "icol", "grid:3x3", "--claim=nonsense", "-o", "x"], "is no claim: write"),
        (
            &["prove", "icol", "grid:3x3", "--claim=score = 1", "-o", "x"],
            "cannot be claimed of icol",
        ),
        (
            &["prove", "colouring:4:nonsense", "cycle:5", "--claim=chi = 3", "-o", "x"],
            "the variants are",
        ),
        (&["prove", "colouring:x", "cycle:5", "--claim=chi = 3", "-o", "x"], "number of colours"),
        (&["prove", "icol", "cycle:5", "--claim=chi = 3", "-o", "x"], "games with a number K"),
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
        (["colouring:4", "grid:3xN", "--claim=chi = 4"], "only who wins from the start"),
        (["colouring:3", "grid:2xN", "--first=bob"], "no set of pairs"),
        (["icol", "grid:3xN", "--claim=winner = bob"], "Alice wants all coloured"),
        (["colouring:3", "torus:MxN", "--claim=winner = bob"], "write grid:4xN or cylinder:4xN"),
    ] {
        let [game, graph, option] = arguments;
        let (code, _, err) = run(&["prove", game, graph, option, "-o", "none.cert"]);
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(reason), "{err}");
    }
}

fn in_temporary_folder(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A file of 2.4 KB that declares more positions than anybody can wait for.
fn endless() -> Vec<u8> {
    let head = format!(
        "chromex certificate 1\nsays: the outcome of icol on empty:40 is P: the player who moves first loses\n\
         claim: outcome = P\ngame: icol\ngraph: empty:40\nedges: 40 vertices, 0 edges: \nstart: {}\n\
         first: left\nsymmetries: none\npositions: 15000000\nbytes: 2000\n",
        ".".repeat(40)
    );
    let body = [255; 2000];
    let mut checksum = chromex::text::Checksum::default();
    checksum.add(head.as_bytes());
    checksum.add(&body);
    [format!("{head}checksum: {:016x}\n", checksum.0).as_bytes(), &body].concat()
}

#[test]
fn a_check_takes_no_more_than_it_may() {
    std::fs::write(in_temporary_folder("endless.cert"), endless()).unwrap();
    for (limit, reason) in [
        ("--seconds=0", "replies: nothing is proved"),
        ("--memory=16M", "15000000 positions may take 3780000000 bytes, more than is allowed"),
    ] {
        let mut command = Command::cargo_bin("chromex").unwrap();
        command.current_dir(env!("CARGO_TARGET_TMPDIR"));
        // A watchdog, for a check that does not end.
        command.timeout(std::time::Duration::from_secs(300));
        let output = command.args(["check", limit, "endless.cert"]).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(3), "{limit}: {out}");
        assert!(
            out.starts_with("rejected endless.cert: ") && out.contains(reason),
            "{limit}: {out}"
        );
    }
}

#[cfg(unix)]
#[test]
fn no_file_writes_to_the_terminal_what_it_likes() {
    let name = "\u{1b}[2J\u{202e}.cert";
    let text = "chromex certificate 1\nsays: \u{1b}[32mproved\u{202e}\n";
    std::fs::write(in_temporary_folder(name), text).unwrap();
    for arguments in
        [&["check", name][..], &["check", "/no/\u{1b}[2J"], &["solve", "\u{9b}2J", "path:3"]]
    {
        let (code, out, err) = run(arguments);
        assert_eq!(code, Some(2), "{out}{err}");
        let all = out + &err;
        assert!(!all.contains(|c| c != '\n' && chromex::text::is_misleading(c)), "{all:?}");
        assert!(all.contains("\\u{1b}[2J") || all.contains("2J"), "{all}");
    }
}

const TWO_ROWS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/every-n/grid-2xN-four-colours.cert");

/// A search for boards of every length is stopped and resumed, and one that fails shows the board where it does.
#[test]
fn a_search_for_every_length_goes_on_and_explains_its_failure() {
    let search = concat!(env!("CARGO_TARGET_TMPDIR"), "/every.search");
    let _ = std::fs::remove_file(search);
    let prove = |boards: &str, more: &[&str]| {
        let command = ["prove", "colouring:4", boards, "--every", "-o", "every.cert"];
        run(&[&command[..], more].concat())
    };
    let (code, out, _) = prove("cylinder:3x5", &["--checkpoint", search, "--nodes", "300"]);
    assert!(code == Some(3) && out.contains("goes on from"), "{out}");
    let (code, out, error) = prove("cylinder:3xN", &["--checkpoint", search]);
    assert!(code == Some(0) && out.contains("cylinder:3xN for every N ≥ 3"), "{out}{error}");
    let (code, _, error) = prove("petersen:5,2", &[]);
    assert!(code == Some(2) && error.contains("no board of rows and columns"), "{error}");
    let (code, _, error) =
        run(&["prove", "colouring:3", "grid:2xN", "--first", "bob", "-o", "every.cert"]);
    assert!(code == Some(2) && error.contains("obligations contradict each other"), "{error}");
    let (_, link) = error.split_once("/#/play?line=").unwrap();
    let (line, moves) = link.trim().split_once("&moves=").unwrap();
    let position: Position = line.replace('+', " ").parse().unwrap();
    assert!(position.play(position.read_move(moves).unwrap()).is_ok(), "{link}");
    let drawn =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/every-n/grid-4xN-four-colours.cert");
    for limit in [["--seconds", "0"], ["--memory", "1000"]] {
        let (code, out, _) = run(&[&["check", drawn], &limit[..]].concat());
        assert!(code == Some(3) && out.contains("rejected"), "{out}");
    }
}

#[test]
fn a_certificate_for_every_length_is_explained() {
    let (code, out, _) = run(&["check", "--explain", TWO_ROWS]);
    assert_eq!(code, Some(0), "{out}");
    for line in [
        "proved   Alice wins colouring:4 on grid:2xN for every N ≥ 1 whoever moves first, even if Bob may skip turns\n",
        "graph    grid:2xN: each vertex is joined to the one below it and to the one on its right\n",
        "paper    “at every turn, the partial coloring must be proper […]",
        "start    uncoloured, either player moves first\n",
        "checked  The 11 pairs of columns of the file are legal.",
        "trust    The conditions in strip.rs",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    let (code, ..) = run(&["check", "--explain", "-o", "two-rows.html", TWO_ROWS]);
    assert_eq!(code, Some(0));
    let page = std::fs::read_to_string(in_temporary_folder("two-rows.html")).unwrap();
    assert!(page.contains("<p>grid:2xN.</p><p><code>each vertex is joined"), "{page}");
    assert!(!page.contains("What was shown"), "{page}");
}

#[cfg(unix)]
#[test]
fn a_second_checker_confirms_what_holds_for_every_length() {
    let says = "proved   Alice wins colouring:4 on grid:2xN for every N ≥ 1 whoever moves first, even if Bob may skip turns";
    for (name, answer, exit, expected) in [
        ("same-strip", format!("{says}\ngraph    P_2 □ P_N"), 0, Some(0)),
        ("other-strip", "proved   something else\ngraph    P_2 □ P_N".to_owned(), 0, Some(2)),
        ("no-strip", "rejected it: the checksum is wrong".to_owned(), 2, Some(2)),
        ("late-strip", "rejected it: stopped after 64 replies".to_owned(), 3, Some(3)),
    ] {
        let mut command = Command::cargo_bin("chromex").unwrap();
        command.env("CHROMEX_VERIFIED", stand_in(name, &answer, exit));
        let output = command.args(["check", "--verified", "--json", TWO_ROWS]).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), expected, "{name}: {out}");
        assert_eq!(out.contains("\"verified\":true"), expected == Some(0), "{name}: {out}");
    }
}

#[cfg(unix)]
#[test]
fn a_second_checker_confirms_that_bob_wins_on_large_boards() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/every-n/grid-3xN-three-colours-bob.cert"
    );
    let says = "proved   Bob wins colouring:3 on grid:3xN for every N ≥ 10 whoever moves first, and for every N ≥ 5 when Bob \
                moves first, even if Alice may skip turns\ngraph    P_3 □ P_N";
    for (name, answer, exit, expected) in [
        ("same-window", says, 0, Some(0)),
        ("other-window", "proved   Bob wins\ngraph    P_3 □ P_N", 0, Some(2)),
        ("no-window", "rejected it: Bob has no first move into one of the positions", 2, Some(2)),
    ] {
        let mut command = Command::cargo_bin("chromex").unwrap();
        command.env("CHROMEX_VERIFIED", stand_in(name, answer, exit));
        let output = command.args(["check", "--verified", "--explain", file]).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), expected, "{name}: {out}");
        let trust = "trust    The definitions of the games in verified/proofs/Rules.v";
        assert_eq!(out.contains(trust), expected == Some(0), "{name}: {out}");
    }
}

/// Both checkers are asked about drawings, which takes seconds, so once is enough.
#[cfg(unix)]
#[test]
fn a_second_checker_confirms_drawings_of_blocks() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/every-n/cylinder-4xN-from-18-bob-first-skips.cert"
    );
    let says = "proved   Alice wins colouring:4 on cylinder:4xN for every N ≥ 18 when Bob moves first, even if he may skip any turn \
                but the first\ngraph    P_4 □ C_N";
    let mut command = Command::cargo_bin("chromex").unwrap();
    command.env("CHROMEX_VERIFIED", stand_in("around-blocks", says, 0));
    let output = command.args(["check", "--verified", "--explain", file]).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{out}");
    for line in [
        "cylinder:4xN for every N ≥ 18 when Bob moves first",
        "Bob moves first\n",
        "if he skips",
        "trust    The definitions of the games in verified/proofs/Rules.v",
        "edges    P_4 □ C_N\nverified",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
}

#[test]
fn a_certificate_is_explained() {
    let (code, _, err) = run(&["prove", "colouring", "petersen:5,2", "-o", "petersen.cert"]);
    assert_eq!(code, Some(0), "{err}");
    let (code, out, _) = run(&["check", "--explain", "petersen.cert"]);
    assert_eq!(code, Some(0));
    for line in [
        "proved   the game chromatic number χ_g of petersen:5,2 (when Alice moves first) is exactly 4\n",
        "graph    petersen:5,2: 10 vertices, 15 edges: 0-1 0-4 0-5 1-2",
        "paper    “at every turn, the partial coloring must be proper […]",
        "shown    Bob, moving second, wins colouring:3: 5 positions\n",
        "shown    Alice, moving first, wins colouring:4: 0 positions\n",
        "under the 120 symmetries of the group",
        "trust    The lemma on doctors",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    let (_, out, _) = run(&["check", "--explain", "--json", "petersen.cert"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let explanation = &json["explanation"];
    assert_eq!(explanation["tasks"].as_array().unwrap().len(), 4);
    assert_eq!(explanation["graph"]["edges"], 15);
    let (code, ..) = run(&["check", "--explain", "-o", "petersen.html", "petersen.cert"]);
    assert_eq!(code, Some(0));
    let page = std::fs::read_to_string(in_temporary_folder("petersen.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg "), "{page}");
    assert!(page.contains("<h2>What must be trusted</h2>"), "{page}");
    let elsewhere = ["href", "src", "@import", "url("].map(|link| page.contains(link));
    assert_eq!(elsewhere, [false; 4], "the page needs nothing but itself");
    let (code, _, err) = run(&["check", "-o", "page.html", "petersen.cert"]);
    assert_eq!((code, err.contains("--explain")), (Some(2), true), "{err}");
}
