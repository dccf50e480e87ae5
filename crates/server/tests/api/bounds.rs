//! Every request has limits, and ends when its client goes away.

use std::io::{BufRead, BufReader, Read, Write};
use std::time::Duration;

use chromex_server::Options;
use serde_json::{Value as Json, json};

use crate::client::{JSON, Response, Running};

/// So long that only the test itself can end a search or a wait.
const FOR_EVER: Duration = Duration::from_secs(1_000_000);

/// A search that never ends.
fn endless() -> Json {
    json!({ "game": "icol", "graph": "grid:7x7", "by": "search", "seconds": FOR_EVER.as_secs() })
}

/// A server that lets a search run, and a request wait, without limit.
fn patient(change: impl FnOnce(&mut Options)) -> Running {
    Running::with(|options| {
        options.limits.question.time = FOR_EVER;
        options.limits.patience = FOR_EVER;
        change(options);
    })
}

#[test]
fn a_stream_that_is_dropped_ends_its_search() {
    let server = patient(|_| ());
    let stream = server.begin("POST", "/api/v1/analyse", JSON, &endless().to_string());
    server.expect_load(1, 0);
    drop(stream);
    server.expect_load(0, 0);
}

#[test]
fn a_question_that_is_dropped_ends_its_search() {
    let server = patient(|_| ());
    let stream = server.begin("POST", "/api/v1/line", JSON, &endless().to_string());
    server.expect_load(1, 0);
    drop(stream);
    server.expect_load(0, 0);
}

#[test]
fn progress_is_told_again_and_again() {
    let server = patient(|_| ());
    let stream = server.begin("POST", "/api/v1/analyse", JSON, &endless().to_string());
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    let progress = lines.filter_map(|line| serde_json::from_str::<Json>(&line).ok());
    let mut progress = progress.filter(|event| event["type"] == "progress");
    let first = progress.next().unwrap()["positions"].as_u64().unwrap();
    assert!(progress.any(|event| event["positions"].as_u64().unwrap() > first));
}

#[test]
fn the_longest_time_is_the_servers() {
    let server = Running::with(|options| options.limits.question.time = Duration::ZERO);
    let refused = server.post("analyse", &endless());
    assert!(refused.body.contains("the time limit of 0 s is reached"), "{}", refused.body);
    assert_eq!(refused.error(422), "bad_graph");
}

#[test]
fn the_memory_of_a_search_is_bounded() {
    let server = patient(|options| options.limits.question.memory = 1 << 20);
    let input = json!({ "game": "weak:5", "graph": "grid:4x4", "by": "search" });
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
    let server = patient(|options| (options.limits.searches, options.limits.waiting) = (1, 1));
    let first = server.begin("POST", "/api/v1/analyse", JSON, &endless().to_string());
    server.expect_load(1, 0);
    let small = json!({ "game": "icol", "graph": "path:4" });
    let waiting = server.begin("POST", "/api/v1/analyse", JSON, &small.to_string());
    server.expect_load(1, 1);
    // There is room for only one.
    let refused = server.post("analyse", &small);
    assert_eq!(refused.error(429), "busy");
    assert!(refused.head.contains("retry-after: 1"), "{}", refused.head);
    // Calls without a search are answered all the time.
    server.post("position", &small).ok();
    // When the first goes, it is the turn of the next.
    drop(first);
    assert_eq!(Response::read(waiting).ok().lines().pop().unwrap()["complete"], true);
}

#[test]
fn patience_ends() {
    let server = patient(|options| {
        (options.limits.searches, options.limits.patience) = (1, Duration::ZERO);
    });
    let _first = server.begin("POST", "/api/v1/analyse", JSON, &endless().to_string());
    server.expect_load(1, 0);
    let small = json!({ "game": "icol", "graph": "path:4" });
    assert_eq!(server.post("analyse", &small).error(429), "busy");
}

#[test]
fn slow_clients_are_let_go() {
    let server = Running::with(|options| options.limits.sending = Duration::from_millis(1));
    for sent in ["GET /api/v1/about HTTP/1.1\r\nHost: loc", ""] {
        let mut stream = server.connect();
        stream.write_all(sent.as_bytes()).unwrap();
        // The server closes the connection; otherwise this would end with the watchdog's error.
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
}

#[test]
fn clients_that_do_not_read_are_let_go() {
    let server = Running::with(|options| {
        options.limits.receiving = Duration::from_millis(1);
        options.limits.connections = 1;
    });
    // A picture that is too large for any buffer between the two.
    let picture = json!({ "game": "icol", "graph": "complete:447", "format": "svg" });
    let deaf = server.begin("POST", "/api/v1/export", JSON, &picture.to_string());
    // Only one connection is allowed: this one is answered when the other has gone.
    server.get("about").ok();
    drop(deaf);
}

#[test]
fn what_has_begun_is_finished_at_the_end() {
    let mut server = patient(|options| options.limits.sending = FOR_EVER);
    let analysis = server.begin("POST", "/api/v1/analyse", JSON, &endless().to_string());
    server.expect_load(1, 0);
    let body = "{\"graph\":\"path:3\"}";
    let request =
        server.request("POST", "/api/v1/graph", &format!("{JSON}Expect: 100-continue\r\n"), body);
    let mut half = server.connect();
    half.write_all(&request.as_bytes()[..request.len() - 3]).unwrap();
    // The server says so when it has started to read the body.
    let mut go_on = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    half.read_exact(&mut go_on).unwrap();
    assert!(go_on.starts_with(b"HTTP/1.1 100"));
    server.stop();
    // The search ends and reports what it knows.
    let last = Response::read(analysis).ok().lines().pop().unwrap();
    assert_eq!((&last["type"], &last["complete"]), (&json!("answer"), &json!(false)));
    assert!(last["stopped"].as_str().unwrap().contains("cancelled"), "{last}");
    half.write_all(&request.as_bytes()[request.len() - 3..]).unwrap();
    assert_eq!(Response::read(half).ok().json()["order"], 3);
    server.wait();
    assert!(std::net::TcpStream::connect(server.address).is_err());
}
