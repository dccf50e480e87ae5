//! Hostile sizes with a small budget: every command and every call of the server ends in time, within a hard
//! limit on its memory, with a message and without an abort.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// Ends a program that would run on for ever.
const WATCHDOG: Duration = Duration::from_secs(120);

/// The address space of a command; its stack alone takes 256 MiB of that.
const COMMAND_KIB: u64 = 1_500_000;

/// The address space of the server, whose threads reserve far more than they use.
const SERVER_KIB: u64 = 4_000_000;

/// `chromex` that may not have more address space than that.
fn confined(kib: u64, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit -v {kib} && exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_chromex"))
        .args(arguments)
        .env("CHROMEX_STORE", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What a program says until it ends, or until the watchdog ends it.
fn output_of(mut command: Command, input: &str) -> Output {
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let read = |from: &mut dyn Read| {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        bytes
    };
    std::thread::scope(|scope| {
        let stderr = scope.spawn(move || read(&mut err));
        let stdout = scope.spawn(move || read(&mut out));
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > WATCHDOG {
                child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
    })
}

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
            "sequential:3 path:1000000 --seconds 1",
        ],
    ),
    ("moves", &["icol grid:200x200 --by search --seconds 1", "proper:3 empty:300000 --seconds 1"]),
    ("line", &["icol path:50000000 --seconds 1", "snort 20*cycle:6 --seconds 0.5 --memory 32M"]),
    (
        "chi",
        &[
            "complete:2000 --seconds 1",
            "complete:400 --game marking:K --seconds 1",
            "complete:300 --game total-colouring:K --seconds 1 --memory 64M",
            "random:2000,0.5,1 --seconds 1 --memory 64M",
            "grid:40x40 --game own:colours=K:forbid=same/1000000:end=coloured --seconds 1",
            "grid:100x100 --game own:colours=K:forbid=same/1000000:end=coloured --seconds 1",
        ],
    ),
    ("play", &["icol grid:22x22 --seconds 1", "icol path:50000000 --memory 64M"]),
    (
        "verify",
        &[
            "--deep uiterwijk --seconds 1 --threads 1",
            "brosse/theorem-1 --seconds 1",
            "--seconds 1 --threads 1",
        ],
    ),
    ("figures", &["no-such-figure"]),
    ("tints", &["icol bowbowbowbowbowbowbowbowbowbowbowbow", "icol zzzz"]),
    ("table", &["distance-paths --to 1000000 --seconds 1"]),
    (
        "duel",
        &[
            "mirror icol grid:301x301 --seconds 1",
            "mirror icol path:50000000 --seconds 1",
            "drawings colouring:4 grid:4x100000 --seconds 1",
            "side-by-side connected-colouring:3 grid:2x1000000 --seconds 1",
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
            "pos-cnf @/dev/zero --to connected --memory 64M",
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
    ("sequence", &["0.07 --to 2000000000 --seconds 1 --memory 64M"]),
    (
        "census",
        &[
            "chi_g --graphs complete:10000 --seconds 0.1",
            "chi_g --graphs random:60,0.5,1 --seconds 0.2 --memory 16M",
        ],
    ),
    (
        "value",
        &[
            "@/dev/zero --memory 16M",
            "1000*{3|1||-2}+999*{100|{50|{20|-30}}} --seconds 1 --memory 32M",
        ],
    ),
    ("query", &["/dev/zero"]),
    ("conjecture", &["/dev/zero"]),
    (
        "store",
        &[
            "show --store /dev/null",
            concat!("merge /dev/zero --store ", env!("CARGO_TARGET_TMPDIR"), "/hostile.sqlite"),
        ],
    ),
    ("serve", &["--web /dev/null"]),
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
    ("all", &["connected:14 --count --seconds 1"]),
    ("games", &["", "check @/dev/zero"]),
    ("families", &[""]),
    ("strategies", &[""]),
    ("completions", &["bash"]),
    ("man", &["/dev/null"]),
];

/// The commands that the program says it has.
fn commands() -> BTreeSet<String> {
    let help = output_of(confined(COMMAND_KIB, &["--help"]), "");
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_owned())
    });
    names.collect()
}

/// Answered, bad input, or stopped by its budget; with a message, and with no word of Rust's own.
fn check(command: &str, typed: &str) {
    let arguments: Vec<&str> = [command].into_iter().chain(typed.split_whitespace()).collect();
    let Output { status, stdout, stderr } =
        output_of(confined(COMMAND_KIB, &arguments), "hint\nquit\n");
    let end = String::from_utf8_lossy(&stderr[..stderr.len().min(2000)]).into_owned();
    assert!(status.signal().is_none(), "{command} {typed}: {status}: {end}");
    assert!(matches!(status.code(), Some(0 | 2 | 3)), "{command} {typed}: {status}: {end}");
    assert!(!(stdout.is_empty() && stderr.is_empty()), "{command} {typed} says nothing");
    assert!(!end.contains("panicked") && !end.contains("backtrace"), "{command} {typed}: {end}");
}

#[test]
fn no_command_escapes_its_budget() {
    let rows: BTreeSet<String> = ROWS.iter().map(|(command, _)| (*command).to_owned()).collect();
    assert_eq!(commands(), rows, "every command has a row with hostile sizes");
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
        let arguments = ["serve", "--port", "0", "--seconds", "1", "--memory", "64M"];
        let mut child = confined(SERVER_KIB, &arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Chromex is at http://").unwrap();
        Server { address: address.trim_end_matches('/').to_owned(), child }
    }

    /// The status and the body of an answer.
    fn call(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(WATCHDOG)).unwrap();
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

/// Bodies for a call: hostile values for everything that it may be given.
fn bodies() -> Vec<Json> {
    let positions = GRAPHS.iter().flat_map(|graph| {
        ["icol", "connected"].map(|game| {
            json!({
                "game": game, "graph": graph, "by": "search", "seconds": 0.2, "cell": u32::MAX,
                "colour": 200, "format": "svg", "strategy": "mirror", "side": 0,
            })
        })
    });
    let graphs = GRAPHS.iter().map(|graph| json!({ "graph": graph }));
    let others = [
        json!({ "edges": [[0, 4_000_000_000_u64]] }),
        json!({ "edges": [], "order": u64::MAX }),
        json!({ "text": "n 50000000", "format": "edges" }),
        json!({ "code": "0.07", "to": 4_000_000_000_u64, "terms": 4_000_000_000_u64, "seconds": 0.2 }),
        json!({ "name": "distance-paths", "to": 4_000_000_000_u64, "seconds": 0.2 }),
        json!({ "claims": ["uiterwijk"], "deep": true, "seconds": 0.2 }),
        Json::Null,
    ];
    positions.chain(graphs).chain(others).collect()
}

#[test]
fn no_call_of_the_server_escapes_its_budget() {
    let server = Server::start();
    let (status, description) = server.call("GET", "/api/v1/openapi.json", "");
    assert_eq!(status, 200);
    let description: Json =
        serde_json::from_str(&description[description.find("\r\n\r\n").unwrap()..]).unwrap();
    let bodies: Vec<String> = bodies().iter().map(Json::to_string).collect();
    let mut calls = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let name = if path.contains("sequences") { "0.07" } else { "distance-paths" };
            let path = path.replace("{name}", name);
            assert!(!path.contains('{'), "{path}: what should stand there?");
            match method.as_str() {
                "get" => calls.push(("GET", format!("{path}?to=4000000000&seconds=0.2"), "")),
                _ => calls.extend(bodies.iter().map(|body| ("POST", path.clone(), body.as_str()))),
            }
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
                    let (status, answer) = server.call(method, &path, body);
                    assert!(status < 500, "{method} {path} {body}: {answer}");
                }
            });
        }
    });
    let small = r#"{"game": "icol", "graph": "path:5"}"#;
    let (status, answer) = server.call("POST", "/api/v1/analyse", small);
    assert!(status == 200 && answer.contains("*1"), "{answer}");
}
