//! Every request is bounded, and ends with the client who wanted it.

use std::io::{BufRead, BufReader, Read, Write};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::client::{JSON, Response, Running};

/// A search that nobody lives to see the end of.
fn endless() -> Json {
    json!({ "game": "icol", "graph": "grid:7x7", "by": "search", "seconds": 60 })
}

#[test]
fn a_stream_that_is_dropped_ends_its_search() {
    let server = Running::new();
    let stream = server.begin("POST", "/api/v1/analyse", JSON, &endless().to_string());
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    while !line.contains("progress") {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0, "the stream ended");
    }
    assert_eq!(server.running(), 1);
    let left = Instant::now();
    drop(reader);
    server.expect_running(0);
    assert!(left.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_question_that_is_dropped_ends_its_search() {
    let server = Running::new();
    let stream = server.begin("POST", "/api/v1/line", JSON, &endless().to_string());
    server.expect_running(1);
    drop(stream);
    server.expect_running(0);
}

#[test]
fn progress_comes_four_times_a_second() {
    let server = Running::new();
    let mut input = endless();
    input["seconds"] = json!(2.2);
    let told = server.post("analyse", &input).ok().lines();
    let progress: Vec<&Json> = told.iter().filter(|event| event["type"] == "progress").collect();
    assert!((4..=11).contains(&progress.len()), "{}", progress.len());
    let positions: Vec<u64> = progress.iter().map(|e| e["positions"].as_u64().unwrap()).collect();
    assert!(positions.is_sorted() && positions.last() > positions.first(), "{positions:?}");
    assert_eq!(told.last().unwrap()["complete"], false);
}

#[test]
fn the_longest_time_is_the_servers() {
    let server = Running::with(|options| options.limits.time = Duration::from_millis(300));
    let started = Instant::now();
    let told = server.post("analyse", &endless()).ok().lines();
    assert!(told.last().unwrap()["stopped"].as_str().unwrap().contains("0.3 s"), "{told:?}");
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn the_memory_of_a_search_is_bounded() {
    let server = Running::with(|options| options.limits.memory = 1 << 20);
    let input = json!({ "game": "weak:2", "graph": "grid:4x4", "by": "search", "seconds": 30 });
    let last = server.post("analyse", &input).ok().lines().pop().unwrap();
    assert!(last["stopped"].as_str().unwrap().contains("memory limit"), "{last}");
}

#[test]
fn bodies_are_bounded() {
    let server = Running::with(|options| options.limits.body = 2000);
    let input = json!({ "graph": "path:3", "format": "x".repeat(3000) });
    assert_eq!(server.post("graph", &input).error(413), "too_large");
    server.post("graph", &json!({ "graph": "path:3" })).ok();
}

#[test]
fn searches_wait_in_a_short_queue() {
    let server = Running::with(|options| {
        options.limits.searches = 1;
        options.limits.waiting = 1;
        options.limits.patience = Duration::from_millis(1500);
    });
    let first = server.begin("POST", "/api/v1/analyse", JSON, &endless().to_string());
    server.expect_running(1);
    let small = json!({ "game": "icol", "graph": "path:4" });
    let waiting = server.begin("POST", "/api/v1/analyse", JSON, &small.to_string());
    let started = Instant::now();
    while server.get("about").json()["load"]["waiting"] != 1 {
        assert!(started.elapsed() < Duration::from_secs(5));
    }
    // There is room for one only.
    let refused = server.post("analyse", &small);
    assert_eq!(refused.error(429), "busy");
    assert!(refused.head.contains("retry-after: 1"), "{}", refused.head);
    // What needs no search is answered all the time.
    server.post("position", &small).ok();
    // Patience ends.
    assert_eq!(Response::read(waiting).error(429), "busy");
    // When the first goes, the next has its turn.
    let waiting = server.begin("POST", "/api/v1/analyse", JSON, &small.to_string());
    drop(first);
    assert_eq!(Response::read(waiting).ok().lines().pop().unwrap()["complete"], true);
}

#[test]
fn slow_clients_are_let_go() {
    let server = Running::with(|options| options.limits.sending = Duration::from_millis(400));
    let mut head = server.connect();
    head.write_all(b"GET /api/v1/about HTTP/1.1\r\nHost: loc").unwrap();
    let mut rest = Vec::new();
    let started = Instant::now();
    let _ = head.read_to_end(&mut rest);
    assert!(started.elapsed() < Duration::from_secs(10));
    let mut silent = server.connect();
    let _ = silent.read_to_end(&mut rest);
    assert!(started.elapsed() < Duration::from_secs(20));
    let request = server.request("POST", "/api/v1/graph", JSON, "{\"graph\":\"path:3\"}");
    let mut body = server.connect();
    body.write_all(&request.as_bytes()[..request.len() - 3]).unwrap();
    assert_eq!(Response::read(body).error(408), "slow");
}

#[test]
fn what_has_begun_is_finished_at_the_end() {
    let mut server = Running::new();
    let analysis = server.begin("POST", "/api/v1/analyse", JSON, &endless().to_string());
    server.expect_running(1);
    let request = server.request("POST", "/api/v1/graph", JSON, "{\"graph\":\"path:3\"}");
    let mut half = server.connect();
    half.write_all(&request.as_bytes()[..request.len() - 3]).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    server.stop();
    // The search ends with what it knows.
    let last = Response::read(analysis).ok().lines().pop().unwrap();
    assert_eq!((&last["type"], &last["complete"]), (&json!("answer"), &json!(false)));
    assert!(last["stopped"].as_str().unwrap().contains("cancelled"), "{last}");
    half.write_all(&request.as_bytes()[request.len() - 3..]).unwrap();
    assert_eq!(Response::read(half).ok().json()["order"], 3);
    let started = Instant::now();
    server.wait();
    assert!(started.elapsed() < Duration::from_secs(9));
    assert!(std::net::TcpStream::connect(server.address).is_err());
}
