//! How many requests the server answers in a second, and how much memory it takes: `cargo bench -p
//! chromex-server`.
//!
//! Clients and server share the machine and this process, so the figures are lower bounds.
#![allow(clippy::unwrap_used, missing_docs)]

#[allow(dead_code)]
#[path = "../tests/api/client.rs"]
mod client;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use client::{JSON, Running};

/// Persistent connections, each with one request at a time.
const CONNECTIONS: usize = 16;

const TIME: Duration = Duration::from_secs(4);

/// (title, call, body)
const CALLS: &[(&str, &str, &str)] = &[
    ("about", "GET about", ""),
    ("position, 3×4 grid", "POST position", r#"{"line":"icol grid:3x4 B.../..../...W left"}"#),
    ("position, 1,000 vertices", "POST position", r#"{"game":"icol","graph":"grid:25x40"}"#),
    ("analyse, path of 5", "POST analyse", r#"{"game":"icol","graph":"path:5"}"#),
    ("analyse, 3×4 grid", "POST analyse", r#"{"game":"icol","graph":"grid:3x4","by":"search"}"#),
];

fn main() {
    // There are more connections than searches, and no request should be refused.
    let server = Arc::new(Running::with(|options| options.limits.waiting = 1000));
    println!("{:<26} {:>10} {:>10} {:>12}", "call", "a second", "median", "resident");
    for (title, call, body) in CALLS {
        let (method, path) = call.split_once(' ').unwrap();
        let request = server.request(method, &format!("/api/v1/{path}"), JSON, body);
        let request = request.replace("Connection: close\r\n", "");
        let clients: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                let (server, request) = (Arc::clone(&server), request.clone());
                std::thread::spawn(move || ask_again_and_again(server.connect(), &request))
            })
            .collect();
        let mut times: Vec<Duration> =
            clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
        times.sort_unstable();
        let rate = times.len() as f64 / TIME.as_secs_f64();
        let median = times[times.len() / 2].as_secs_f64() * 1e3;
        println!("{title:<26} {rate:>10.0} {median:>7.2} ms {:>8} MiB", resident() >> 10);
    }
}

/// The times of requests, one after the other.
fn ask_again_and_again(mut stream: TcpStream, request: &str) -> Vec<Duration> {
    let (started, mut times) = (Instant::now(), Vec::new());
    let mut buffer = vec![0; 1 << 20];
    while started.elapsed() < TIME {
        let asked = Instant::now();
        stream.write_all(request.as_bytes()).unwrap();
        let mut length = 0;
        while !is_whole(&buffer[..length]) {
            let read = stream.read(&mut buffer[length..]).unwrap();
            assert!(read > 0, "the server has hung up");
            length += read;
        }
        assert!(
            buffer.starts_with(b"HTTP/1.1 200"),
            "{}",
            String::from_utf8_lossy(&buffer[..length])
        );
        times.push(asked.elapsed());
    }
    times
}

/// Whether a complete answer has been received.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    match head.lines().find_map(|line| line.strip_prefix("content-length: ")) {
        Some(length) => bytes.len() >= end + 4 + length.parse::<usize>().unwrap(),
        None => bytes.ends_with(b"\r\n0\r\n\r\n"),
    }
}

/// The memory of this process in KiB, if the system tells it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
