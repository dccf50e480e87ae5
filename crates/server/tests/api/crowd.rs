//! A thousand clients at the same time, some of them sending garbage.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Barrier, Condvar, Mutex};

use chromex::graphs::random::SplitMix;
use serde_json::json;

use crate::client::{JSON, Response, Running, WATCHDOG};

const CLIENTS: usize = 1000;

/// How often each bad client sends something at least.
const NUISANCES: usize = 3;

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

/// Sends something that is not a request, and checks the answer.
fn nonsense(server: &Running, random: &mut SplitMix) {
    let Ok(mut stream) = std::net::TcpStream::connect(server.address) else { return };
    let _ = stream.set_read_timeout(Some(WATCHDOG));
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

/// The number of clients that have been answered. A client that finds the server busy tries again
/// when this number has grown.
#[derive(Default)]
struct Turns {
    answered: Mutex<usize>,
    another: Condvar,
}

impl Turns {
    fn now(&self) -> usize {
        *self.answered.lock().unwrap()
    }

    fn next(&self) {
        *self.answered.lock().unwrap() += 1;
        self.another.notify_one();
    }

    fn wait_beyond(&self, seen: usize) {
        let answered = self.answered.lock().unwrap();
        drop(self.another.wait_while(answered, |answered| *answered == seen).unwrap());
    }
}

fn visit(server: &Running, turns: &Turns, number: usize) {
    let length = 3 + number % 5;
    let board = json!({ "game": "icol", "graph": format!("path:{length}") });
    server.get("about").ok();
    let position = server.post("position", &board).ok().json();
    assert_eq!(position["cells"], length);
    let answer = loop {
        let seen = turns.now();
        let answer = server.call("POST", "/api/v1/analyse", JSON, &board.to_string());
        if answer.status != 429 {
            break answer;
        }
        turns.wait_beyond(seen);
    };
    turns.next();
    let last = answer.ok().lines().pop().unwrap();
    // Theorem 3 of Uiterwijk.
    assert_eq!(last["value"], if length % 2 == 1 { "*1" } else { "*0" });
}

#[test]
fn a_thousand_clients_are_answered() {
    let (server, turns, begin) = (Running::new(), Turns::default(), Barrier::new(CLIENTS));
    let (server, turns, begin, done) = (&server, &turns, &begin, &AtomicBool::new(false));
    std::thread::scope(|scope| {
        for seed in 0..8 {
            scope.spawn(move || {
                let mut random = SplitMix::new(seed);
                let mut sent = 0;
                while sent < NUISANCES || !done.load(Ordering::Relaxed) {
                    nonsense(server, &mut random);
                    sent += 1;
                }
            });
        }
        let client = |number| {
            let small = std::thread::Builder::new().stack_size(256 << 10);
            let work = move || {
                begin.wait();
                visit(server, turns, number);
            };
            small.spawn_scoped(scope, work).unwrap()
        };
        let clients: Vec<_> = (0..CLIENTS).map(client).collect();
        let failed = clients.into_iter().filter_map(|client| client.join().err()).count();
        done.store(true, Ordering::Relaxed);
        assert_eq!(failed, 0, "clients without an answer");
    });
    server.expect_load(0, 0);
    server.get("about").ok();
}
