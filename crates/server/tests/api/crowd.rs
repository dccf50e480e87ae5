//! A thousand clients at a time, and garbage in between.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use chromex::graphs::random::SplitMix;
use serde_json::json;

use crate::client::{JSON, Response, Running};

const CLIENTS: usize = 1000;

/// How often a client comes again when the server is busy.
const PATIENCE: usize = 400;

const GARBAGE: &[&[u8]] = &[
    b"\r\n\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n{}",
    b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"GET /api/v1/about HTTP/1.1\r\n\r\n",
    b"GET /\x00\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
];

/// Sends something that is no request, and looks at what comes back.
fn nonsense(server: &Running, random: &mut SplitMix) {
    let Ok(mut stream) = std::net::TcpStream::connect(server.address) else { return };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
    let bytes: Vec<u8> = match random.below(4) {
        0 => (0..random.below(5000)).map(|_| random.below(256) as u8).collect(),
        1 => format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "y".repeat(1_000_000))
            .into(),
        _ => GARBAGE[random.below(GARBAGE.len())].to_vec(),
    };
    let _ = stream.write_all(&bytes);
    let mut answer = Vec::new();
    if random.below(2) == 0 {
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut answer);
    }
    if let Some(answer) = Response::parse(&answer) {
        assert!((400..500).contains(&answer.status), "{}: {}", answer.status, answer.body);
    }
}

fn visit(server: &Running, number: usize) {
    let length = 3 + number % 5;
    let board = json!({ "game": "icol", "graph": format!("path:{length}") });
    server.get("about").ok();
    let position = server.post("position", &board).ok().json();
    assert_eq!(position["cells"], length);
    for _ in 0..PATIENCE {
        let answer = server.call("POST", "/api/v1/analyse", JSON, &board.to_string());
        if answer.status == 429 {
            std::thread::sleep(Duration::from_millis(50 + (number % 7) as u64 * 20));
            continue;
        }
        let last = answer.ok().lines().pop().unwrap();
        // Theorem 3 of Uiterwijk.
        assert_eq!(last["value"], if length % 2 == 1 { "*1" } else { "*0" });
        return;
    }
    panic!("client {number} was never answered");
}

#[test]
fn a_thousand_clients_are_answered() {
    let server = Arc::new(Running::new());
    let (begin, done) = (Arc::new(Barrier::new(CLIENTS)), Arc::new(AtomicBool::new(false)));
    let sent = Arc::new(AtomicUsize::new(0));
    let vandals: Vec<_> = (0..8)
        .map(|seed| {
            let (server, done, sent) = (Arc::clone(&server), Arc::clone(&done), Arc::clone(&sent));
            std::thread::spawn(move || {
                let mut random = SplitMix::new(seed);
                while !done.load(Ordering::Relaxed) {
                    nonsense(&server, &mut random);
                    sent.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|number| {
            let (server, begin) = (Arc::clone(&server), Arc::clone(&begin));
            let small = std::thread::Builder::new().stack_size(256 << 10);
            let work = move || {
                begin.wait();
                visit(&server, number);
            };
            small.spawn(work).unwrap()
        })
        .collect();
    let failed = clients.into_iter().filter_map(|client| client.join().err()).count();
    done.store(true, Ordering::Relaxed);
    vandals.into_iter().for_each(|vandal| vandal.join().unwrap());
    assert_eq!(failed, 0, "clients without an answer");
    assert!(sent.load(Ordering::Relaxed) > 20);
    server.expect_running(0);
    server.get("about").ok();
}
