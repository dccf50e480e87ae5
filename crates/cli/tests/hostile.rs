//! Hostile sizes with a small budget: every command and every call of the server ends in time, within a hard
//! limit on its memory, with a message and without an abort.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;

use serde_json::{Value as Json, json};

/// Ends a program that waits for ever: these are seconds on the clock, however busy the machine is.
const WATCHDOG: u64 = 600;

/// The processor time that a command may take beyond what was typed after `--seconds`, in seconds: the kernel ends it then.
const BEYOND: u64 = 10;

/// The processor time of a command without `--seconds`.
const WITHOUT_SECONDS: u64 = 30;

/// The address space of a command; its stack alone takes 256 MiB of that.
const COMMAND_KIB: u64 = 1_500_000;

/// The address space of the server: two searches with their stacks, and little more.
const SERVER_KIB: u64 = 1_200_000;

/// The most memory that a server may take whose searches may take 64 MiB each, in MiB: two searches, and four graphs and pictures.
const SERVER_PEAK: u64 = 600;

/// `chromex` that may not have more address space than that, started by another program.
fn confined(kib: u64, by: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit -v {kib} && {by} \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_chromex"))
        .args(arguments)
        .env("CHROMEX_STORE", "off")
        .env("CHROMEX_TELL_PEAK", "on")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// How a program has ended.
struct Ended {
    output: Output,
    /// The most memory that it took, in MiB.
    peak: u64,
}

/// The most memory that a process has taken so far, in MiB.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib >> 10)
}

/// What a command says until it ends, or until the kernel ends it after so many seconds of processor time.
fn output_of(arguments: &[&str], seconds: u64, input: Input<'_>) -> Ended {
    let by = format!("ulimit -t {seconds} && exec timeout -s KILL {WATCHDOG}");
    let mut command = confined(COMMAND_KIB, &by, arguments);
    if let Input::File(path) = input {
        command.stdin(std::fs::File::open(path).unwrap());
    }
    let mut child = command.spawn().unwrap();
    if let (Input::Typed(text), Some(mut stdin)) = (input, child.stdin.take()) {
        let _ = stdin.write_all(text.as_bytes());
    }
    let mut output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let peak = told.rsplit_once("VmHWM:").and_then(|(said, peak)| {
        output.stderr.truncate(said.len());
        peak.split_whitespace().next()?.parse::<u64>().ok()
    });
    Ended { output, peak: peak.unwrap_or(0) >> 10 }
}

/// What a command reads.
#[derive(Clone, Copy)]
enum Input<'a> {
    Typed(&'a str),
    File(&'a str),
}

/// A table with more columns than anybody has questions.
const WIDE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/hostile.csv");

/// What is typed after the name of a command.
const ROWS: &[(&str, &[&str])] = &[
    (
        "solve",
        &[
            "node-kayles empty:1000000 --seconds 1 --memory 64M",
            "node-kayles empty:200000 --seconds 30 --memory 256M --ask value",
            "icol edges:0-49999999 --seconds 1",
            "icol edges:0-49999999 --memory 64M",
            "icol complete:10000 --memory 64M",
            "icol complete:10000 --seconds 1",
            "icol path:50000000 --seconds 1",
            "icol power(sudoku:9;7) --seconds 1 --memory 64M",
            "icol complement(path:7000) --seconds 1",
            "icol line(star:9000) --seconds 1 --memory 64M",
            "icol 1000000*path:40 --memory 64M",
            "icol cotree:u(49999999) --memory 64M",
            "icol @/dev/zero --memory 64M",
            "@/dev/zero path:3 --memory 64M",
            "snort star:100 --seconds 0.5 --by search",
            "colouring:4 latin:11 --seconds 0.5",
            "distance:3:4 grid:300x300 --seconds 1",
            "distance:1000000:2 grid:40x40 --seconds 1",
            "own:colours=3:forbid=same/1000000:end=coloured grid:200x200 --seconds 1",
            "own:colours=3:forbid=same/1000000:end=coloured path:200000 --seconds 1",
            "orthogonal:3 latin:8 --seconds 0.5 --memory 32M",
            "connected random:120,0.5,1 --seconds 0.5 --memory 32M",
            "weak:2 random:900,0.1,1 --seconds 0.5 --memory 32M",
            "marking:3 complete:5000 --seconds 1",
            "indicated:3 random:3000,0.1,1 --seconds 1",
            "labelling:5 grid:300x300 --seconds 1",
            "edge-colouring:4 complete:1500 --seconds 1 --memory 64M",
            "total-colouring:4 complete:1500 --seconds 1 --memory 64M",
            "connected-colouring:5 grid:300x300 --seconds 1",
            // Long lines of play, at each of whose moves there are many others.
            "orthogonal:9:normal grid:22x22 --seconds 3 --memory 32M",
            "orthogonal-parts:4:3 bipartite:500,500 --seconds 2 --memory 32M",
            "weak:61 random:500,0.9,1 --seconds 2 --memory 32M --by search",
            "connected bipartite:500,500 --seconds 3 --memory 32M --by search",
            "misere:weak:5 grid:22x22 --seconds 2 --memory 32M --by search",
            "misere:proper:61 random:120,0.9,1 --seconds 2 --memory 32M --by search",
            "own:colours=61:forbid=same,1-2 random:120,0.9,1 --seconds 2 --memory 32M --by search",
            // A rule with many colours takes more than its table.
            "distance:2:61 grid:22x22 --seconds 2 --memory 32M --by search",
            "icol path:3 --store off",
            "sequential:3 path:1000000 --seconds 1",
        ],
    ),
    ("moves", &["icol grid:200x200 --by search --seconds 1", "proper:3 empty:300000 --seconds 1"]),
    ("line", &["icol path:50000000 --seconds 1", "snort 20*cycle:6 --seconds 0.5 --memory 32M"]),
    (
        "chi",
        &[
            "complete:2000 --seconds 1",
            "path:300000 --nodes 1",
            "complete:400 --game marking:K --seconds 1",
            "complete:300 --game total-colouring:K --seconds 1 --memory 64M",
            "random:2000,0.5,1 --seconds 1 --memory 64M",
            "grid:40x40 --game own:colours=K:forbid=same/1000000:end=coloured --seconds 1",
            "grid:100x100 --game own:colours=K:forbid=same/1000000:end=coloured --seconds 1",
        ],
    ),
    (
        "play",
        &[
            "icol grid:22x22 --seconds 1",
            "icol path:50000000 --memory 64M",
            "icol grid:3x3 --seconds 1 --memory 64M < /dev/zero",
            "icol grid:100x100 --strategy mirror --me none --seconds 1 --memory 64M",
        ],
    ),
    (
        "verify",
        &[
            "--deep uiterwijk --seconds 1 --threads 1",
            "brosse/theorem-1 --seconds 1",
            "--seconds 1 --threads 1",
            "--seconds 1 --threads 1 --memory 64M",
        ],
    ),
    ("figures", &["no-such-figure"]),
    (
        "tints",
        &[
            "icol bowbowbowbowbowbowbowbowbowbowbowbow",
            "icol zzzz",
            "col path:1000000 --seconds 1",
            "icol power(sudoku:9;7) --seconds 1 --memory 64M",
            "icol complete:3000 --seconds 1",
        ],
    ),
    ("table", &["distance-paths --to 1000000 --seconds 1"]),
    (
        "duel",
        &[
            "mirror icol grid:301x301 --seconds 1",
            "mirror icol path:50000000 --seconds 1",
            "drawings colouring:4 grid:4x100000 --seconds 1",
            "side-by-side connected-colouring:3 grid:2x1000000 --seconds 1",
            "side-by-side colouring:4 grid:3x1000000 --seconds 1 --memory 64M",
        ],
    ),
    (
        "cograph",
        &[
            "cotree:u(49999999) --memory 64M",
            "complete:10000 --seconds 1",
            "cotree:@/dev/zero --memory 64M",
        ],
    ),
    (
        "reduce",
        &[
            "node-kayles path:9000000 --to proper:3 --memory 64M",
            "node-kayles complete:1500 --to distance:2:3 --memory 32M",
            "pos-cnf @/dev/zero --to connected --memory 64M",
            concat!(
                "pos-cnf @",
                env!("CARGO_TARGET_TMPDIR"),
                "/hostile.cnf --to connected --memory 64M"
            ),
        ],
    ),
    (
        "prove",
        &[
            "icol hypercube:7 --seconds 1 -o /dev/null",
            "icol complete:10000 --memory 64M -o /dev/null",
            "colouring:4 grid:7xN --seconds 1 --memory 64M -o /dev/null",
            "own:colours=6:forbid=same/2:end=coloured king:7xN --seconds 1 -o /dev/null",
            "connected-colouring:6 triangular:7xN --seconds 1 --memory 64M -o /dev/null",
            "colouring:4 grid:4xN --checkpoint /dev/zero --seconds 1 -o /dev/null",
        ],
    ),
    (
        "check",
        &[
            "/dev/zero --memory 16M",
            concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../examples/every-n/grid-4xN-four-colours.cert --seconds 1"
            ),
        ],
    ),
    (
        "sequence",
        &[
            "0.07 --to 2000000000 --seconds 1 --memory 64M",
            // Without a limit that was typed it keeps to what there is.
            ".6 --to 1000000000 --seconds 1 --report",
        ],
    ),
    (
        "census",
        &[
            "chi_g --graphs complete:10000 --seconds 0.1",
            "n --graphs complete:10000 --memory 16M",
            "n --graphs grid:1000x1000 --memory 16M",
            "chi_g --graphs random:60,0.5,1 --seconds 0.2 --memory 16M",
            "n --graphs path:1..10000000 --memory 16M --threads 1 --limit 3",
            "n --graphs @/dev/zero --memory 16M",
        ],
    ),
    (
        "value",
        &[
            "@/dev/zero --memory 16M",
            "1000*{3|1||-2}+999*{100|{50|{20|-30}}} --seconds 1 --memory 32M",
        ],
    ),
    (
        "query",
        &[
            "/dev/zero",
            WIDE,
            "/dev/zero --format csv --memory 64M",
            "/dev/zero --format jsonl",
            concat!(
                env!("CARGO_TARGET_TMPDIR"),
                "/hostile-rows.csv --sort -chi_g --seconds 1 --memory 64M"
            ),
            concat!(env!("CARGO_TARGET_TMPDIR"), "/hostile-rows.csv --count-by chi_g --memory 16M"),
        ],
    ),
    (
        "conjecture",
        &[
            "/dev/zero",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/hostile-rows.csv --about chi_g --memory 16M"),
            concat!(env!("CARGO_TARGET_TMPDIR"), "/hostile-rows.csv --about chi_g --seconds 1"),
        ],
    ),
    ("store", &["--store /dev/null", "--store off"]),
    ("store show", &["--store /dev/null", "--store /dev/zero"]),
    ("store verify", &["--store /dev/null", "--store /dev/zero --seconds 1"]),
    ("store export", &["--store /dev/null", "--store /dev/zero"]),
    (
        "store merge",
        &[
            concat!(
                "/dev/zero --memory 16M --store ",
                env!("CARGO_TARGET_TMPDIR"),
                "/hostile.sqlite"
            ),
            concat!(
                env!("CARGO_TARGET_TMPDIR"),
                "/hostile.txt --memory 16M --store ",
                env!("CARGO_TARGET_TMPDIR"),
                "/hostile.sqlite"
            ),
            concat!(
                env!("CARGO_TARGET_TMPDIR"),
                "/hostile.jsonl --unsummed --seconds 1 --memory 64M --store ",
                env!("CARGO_TARGET_TMPDIR"),
                "/hostile.sqlite"
            ),
        ],
    ),
    ("serve", &["--web /dev/null", "--port 0 --memory 4G", "--port 0 --searches 1000"]),
    ("site", &["/dev/null", "/dev/null --modules /dev/zero"]),
    (
        "graph",
        &[
            "path:50000000 --seconds 1",
            "complete:3000 --to svg --memory 64M",
            "random:4000,0.002,1 --to svg --seconds 1",
            "500*cycle:6 --canonical --to s6 --seconds 1",
            "complete:1000 --seconds 1",
            "power(path:100000;1000) --seconds 1",
            "path:3000*path:3000 --seconds 1",
            "@/dev/zero --memory 64M",
        ],
    ),
    (
        "all",
        &[
            "connected:14 --count --seconds 1",
            // All of these are made before the first is told.
            "cubic:20 --seconds 1",
            "cubic:20 --memory 4M",
            "strictly-matched:12 --count --seconds 1",
        ],
    ),
    ("games", &[""]),
    ("games check", &["@/dev/zero", "own:colours=61:forbid=same/1000000"]),
    ("families", &[""]),
    ("strategies", &[""]),
    ("completions", &["bash"]),
    ("man", &["/dev/null"]),
];

/// The commands that the program says it has, with those within a command.
fn commands(within: &str) -> BTreeSet<String> {
    let typed: Vec<&str> = within.split_whitespace().chain(["--help"]).collect();
    let help = output_of(&typed, WITHOUT_SECONDS, Input::Typed("")).output;
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| format!("{within} {name}").trim().to_owned())
    });
    names.flat_map(|name| commands(&name).into_iter().chain([name])).collect()
}

/// The memory that was typed after `--memory`, in MiB.
fn allowed(typed: &str) -> Option<u64> {
    let (_, rest) = typed.split_once("--memory ")?;
    rest.split('M').next()?.parse().ok()
}

/// The seconds of processor time that a command may take: not many more than were typed after `--seconds`.
fn seconds_for(typed: &str) -> u64 {
    let typed = typed.split_once("--seconds ").map(|(_, rest)| rest.split(' ').next());
    let seconds = typed.flatten().map(|seconds| seconds.parse::<f64>().unwrap());
    seconds.map_or(WITHOUT_SECONDS, |seconds| seconds.ceil() as u64 + BEYOND)
}

/// What a program takes that was allowed so many MiB, at most: itself, the graph, and the tables, which may just be growing.
fn peak_of(allowed: u64) -> u64 {
    100 + 2 * allowed
}

/// Answered, bad input, or stopped by its budget; with a message, and with no word of Rust's own.
fn check(command: &str, typed: &str) {
    let (words, input) = match typed.split_once(" < ") {
        Some((words, file)) => (words, Input::File(file)),
        None => (typed, Input::Typed("hint\nquit\n")),
    };
    let arguments: Vec<&str> = command.split_whitespace().chain(words.split_whitespace()).collect();
    let Ended { output, peak } = output_of(&arguments, seconds_for(words), input);
    let Output { status, stdout, stderr } = output;
    let end = String::from_utf8_lossy(&stderr[..stderr.len().min(2000)]).into_owned();
    assert!(status.signal().is_none(), "{command} {typed}: {status}: {end}");
    assert!(matches!(status.code(), Some(0 | 2 | 3)), "{command} {typed}: {status}: {end}");
    assert!(!(stdout.is_empty() && stderr.is_empty()), "{command} {typed} says nothing");
    assert!(!end.contains("panicked") && !end.contains("backtrace"), "{command} {typed}: {end}");
    if let Some(allowed) = allowed(typed) {
        assert!(peak > 0, "{command} {typed}: how much memory did it take?");
        assert!(peak <= peak_of(allowed), "{command} {typed}: {peak} MiB");
    }
}

/// The files that commands read.
fn write_files() {
    let write = |name: &str, text: String| {
        std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), text).unwrap();
    };
    let columns: Vec<String> = (0..100_000).map(|i| format!("c{i}")).collect();
    write("hostile.csv", format!("{}\n", columns.join(",")));
    let formula = "p cnf 9 200000\n".to_owned() + &"1 2 3 4 5 6 7 8 9 0\n".repeat(200_000);
    write("hostile.cnf", formula);
    // Short rows, all of them different; lines that are no entries of a store; and entries about large boards.
    let rows = (0..300_000).map(|i| format!("g{i},{},{},{}\n", i % 90, i % 997, i % 9973));
    write("hostile-rows.csv", "graph,n,m,chi_g\n".to_owned() + &rows.collect::<String>());
    write("hostile.txt", "x\n".repeat(1_500_000));
    let entry = |game: &str, order: &str, pairs: usize| {
        json!({
            "game": game, "graph": format!("~{order}{}", "~".repeat(pairs.div_ceil(6))), "colouring": "",
            "turn": 0, "value": "*0", "outcome": "P", "positions": 1, "bytes": 1, "seconds": 1.0,
            "engine": "0.1.0",
        })
    };
    let far = "own:colours=61:forbid=same/1000000:end=coloured";
    let entries = [entry("distance:1000000:3", "?mw", 4_498_500), entry(far, "?fC", 3_123_750)];
    write("hostile.jsonl", entries.map(|entry| format!("{entry}\n")).concat());
}

#[test]
fn no_command_escapes_its_budget() {
    write_files();
    let rows: BTreeSet<String> = ROWS.iter().map(|(command, _)| (*command).to_owned()).collect();
    assert_eq!(commands(""), rows, "every command has a row with hostile sizes");
    let typed =
        ROWS.iter().flat_map(|(command, rows)| rows.iter().map(move |row| (*command, *row)));
    let left = Mutex::new(typed);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some((command, typed)) = next else { return };
                    check(command, typed);
                }
            });
        }
    });
}

/// A server under a hard limit, ended with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let arguments =
            ["serve", "--port", "0", "--seconds", "1", "--memory", "64M", "--searches", "2"];
        let mut child = confined(SERVER_KIB, "exec", &arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Chromex is at http://").unwrap();
        Server { address: address.trim_end_matches('/').to_owned(), child }
    }

    /// The status and the body of an answer.
    fn call(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(WATCHDOG))).unwrap();
        let (host, length) = (&self.address, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("{method} {path}: no answer to {body}")), answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Graphs that are far too large, or far too dear to look at.
const GRAPHS: &[&str] = &[
    "cotree:u(49999999)",
    "edges:0-49999999",
    "complete:10000",
    "path:50000000",
    "power(sudoku:9;7)",
    "1000000*path:40",
    "300*cycle:6",
    "complete:440",
    "random:2000,0.05,1",
];

/// Games that are far too large for most boards, or whose rules are dear to compile.
const GAMES: &[&str] = &[
    "icol",
    "connected",
    "orthogonal:9:normal",
    "weak:61",
    "distance:9:5",
    "own:colours=61:forbid=same,1-2",
    "edge-colouring:3",
];

/// A text that is as long as the server reads.
fn long(piece: &str) -> String {
    piece.repeat(60_000 / piece.len())
}

/// Hostile values for everything that a call may be given, and what else must be said for them to be looked at. For `game`
/// and `graph` they are [`GAMES`] and [`GRAPHS`].
fn hostile(name: &str) -> Option<Vec<Json>> {
    Some(match name {
        "game" => {
            GAMES.iter().map(|&game| json!({ "game": game, "graph": "complete:440" })).collect()
        }
        "graph" => GRAPHS
            .iter()
            .zip(GAMES.iter().cycle())
            .map(|(graph, game)| json!({ "game": game, "graph": graph }))
            .chain([json!({ "game": "icol", "graph": long("(") })])
            .collect(),
        "line" => {
            ["icol path:50000000", "snort 300*cycle:6", &long("x"), &format!("icol {}", long("("))]
                .map(|line| json!({ "line": line }))
                .into()
        }
        "moves" => [json!(long("0=B,")), json!(vec![[0, 1]; 9000]), json!(vec!["0=B"; 9000])]
            .map(|moves| json!({ "moves": moves }))
            .into(),
        "played" => [json!(long("0=B,")), json!(vec![[0, 1]; 9000])]
            .map(|moves| json!({ "played": moves }))
            .into(),
        "start" | "colouring" => {
            [long("."), long("B"), long("0=B,")].map(|colouring| json!({ name: colouring })).into()
        }
        "turn" => vec![json!({ "turn": long("left") })],
        "by" => vec![json!({ "by": "search" }), json!({ "by": long("search") })],
        "seconds" => [json!(1e308), json!(-1), json!(0)].map(|s| json!({ "seconds": s })).into(),
        "value" => [
            &long("{"),
            &long("a={4|0};"),
            "1000*{3|1||-2}+999*{100|{50|{20|-30}}}",
            "9999999*^",
            "+_131072",
        ]
        .map(|value| json!({ "value": value, "seconds": 0.2 }))
        .into(),
        "text" => [("edges", "n 50000000"), ("g6", "~~~~~~~"), ("dimacs", "p edge 50000000 1\n")]
            .map(|(format, text)| json!({ "text": text, "format": format }))
            .into(),
        "format" => ["svg", "png", "tikz", "json", &long("svg")]
            .map(|format| json!({ "game": "icol", "graph": "complete:440", "format": format }))
            .into(),
        "edges" => [json!([[0, 4_000_000_000_u64]]), json!(vec![[0, 1]; 9000])]
            .map(|edges| json!({ "edges": edges }))
            .into(),
        "order" => vec![json!({ "edges": [], "order": u64::MAX })],
        "directed" => vec![json!({ "edges": [[0, 1]], "order": 50_000_000, "directed": true })],
        "claim" => ["uiterwijk/col", "andres/thm-1", &long("a")]
            .map(|claim| json!({ "claim": claim, "seconds": 0.2 }))
            .into(),
        "cell" => vec![json!({ "cell": u64::MAX, "colour": 1 })],
        "colour" => vec![json!({ "cell": 0, "colour": 255 })],
        "of" | "part" => vec![json!({ name: u64::MAX })],
        "strategy" => vec![json!({ "strategy": "mirror" }), json!({ "strategy": long("m") })],
        "side" => vec![json!({ "side": u64::MAX })],
        _ => return None,
    })
}

/// The names of what a call takes, by the description of the API.
fn names(description: &Json, call: &Json) -> BTreeSet<String> {
    fn collect(description: &Json, schema: &Json, names: &mut BTreeSet<String>) {
        if let Some(place) = schema["$ref"].as_str() {
            collect(description, description.pointer(&place[1..]).unwrap(), names);
        }
        let all = schema["allOf"].as_array().into_iter().flatten();
        all.for_each(|part| collect(description, part, names));
        names.extend(
            schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()),
        );
    }
    let mut names = BTreeSet::new();
    let schema = &call["requestBody"]["content"]["application/json"]["schema"];
    collect(description, schema, &mut names);
    names
}

/// Bodies for a call: each thing that it takes with hostile values, on a small board unless they say otherwise.
fn bodies(names: &BTreeSet<String>) -> Vec<String> {
    let usual = json!({
        "game": "icol", "graph": "grid:3x3", "seconds": 0.2, "cell": 0, "colour": 1, "format": "svg", "claim": "uiterwijk/col",
        "by": "search", "value": "*1",
    });
    let mut bodies = vec!["null".to_owned()];
    for name in names {
        let values =
            hostile(name).unwrap_or_else(|| panic!("there are no hostile values for `{name}`"));
        for value in values {
            let mut body = usual.as_object().unwrap().clone();
            // A line says what these two do, and so does a graph of another form.
            for (one, other) in
                [("line", "game"), ("line", "graph"), ("text", "graph"), ("edges", "graph")]
            {
                if value.get(one).is_some() {
                    body.remove(other);
                }
            }
            body.extend(value.as_object().unwrap().clone());
            body.retain(|name, _| names.contains(name));
            bodies.push(Json::Object(body).to_string());
        }
    }
    bodies
}

#[test]
fn no_call_of_the_server_escapes_its_budget() {
    let server = Server::start();
    let (status, description) = server.call("GET", "/api/v1/openapi.json", "");
    assert_eq!(status, 200);
    let description: Json =
        serde_json::from_str(&description[description.find("\r\n\r\n").unwrap()..]).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let name = if path.contains("sequences") { "0.07" } else { "distance-paths" };
            let path = path.replace("{name}", name);
            assert!(!path.contains('{'), "{path}: what should stand there?");
            if method == "get" {
                let path = format!("{path}?to=4000000000&seconds=0.2");
                calls.push(("GET", path, String::new()));
                continue;
            }
            let bodies = bodies(&names(&description, call));
            assert!(bodies.len() > 3, "{path} takes nothing");
            calls.extend(bodies.into_iter().map(|body| ("POST", path.clone(), body)));
        }
    }
    assert!(calls.len() > 200, "{}", calls.len());
    let left = Mutex::new(calls.into_iter());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some((method, path, body)) = next else { return };
                    let (status, answer) = server.call(method, &path, &body);
                    let body = &body[..body.len().min(300)];
                    assert!(status < 500, "{method} {path} {body}: {answer}");
                }
            });
        }
    });
    let small = r#"{"game": "icol", "graph": "path:5"}"#;
    let (status, answer) = server.call("POST", "/api/v1/analyse", small);
    assert!(status == 200 && answer.contains("*1"), "{answer}");
    let most = peak(server.child.id()).unwrap();
    assert!(most <= SERVER_PEAK, "{most} MiB");
}
