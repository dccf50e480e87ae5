//! A server on a free port, and a client that is as small as possible.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use chromex_server::{Options, Server};
use serde_json::Value as Json;
use tokio::sync::oneshot;

/// Ends a test that would never end.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(600);

/// A server that runs until it is dropped or told to end.
pub(crate) struct Running {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new() -> Running {
        Running::with(|_| ())
    }

    /// A server with changed options.
    pub(crate) fn with(change: impl FnOnce(&mut Options)) -> Running {
        let mut options = Options::new("127.0.0.1:0".parse().unwrap());
        change(&mut options);
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::bind(options).await.unwrap();
                tell.send(server.address().unwrap()).unwrap();
                server.serve(async { drop(stopped.await) }).await;
            });
        });
        Running { address: told.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }

    /// Tells it to stop; `wait` waits until it has.
    pub(crate) fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }

    pub(crate) fn wait(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// Sends bytes as they are.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(WATCHDOG)).unwrap();
        stream
    }

    /// Begins a request and does not wait for the answer.
    pub(crate) fn begin(&self, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.request(method, path, headers, body).as_bytes()).unwrap();
        stream
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let (host, length) = (self.address, body.len());
        let host =
            if headers.contains("Host:") { String::new() } else { format!("Host: {host}\r\n") };
        format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        )
    }

    pub(crate) fn call(&self, method: &str, path: &str, headers: &str, body: &str) -> Response {
        Response::read(self.begin(method, path, headers, body))
    }

    pub(crate) fn get(&self, call: &str) -> Response {
        self.call("GET", &format!("/api/v1/{call}"), "", "")
    }

    pub(crate) fn post(&self, call: &str, body: &Json) -> Response {
        self.call("POST", &format!("/api/v1/{call}"), JSON, &body.to_string())
    }

    /// Waits until this many searches run, and this many requests wait for their turn.
    pub(crate) fn expect_load(&self, running: u64, waiting: u64) {
        let is_there = |load: &Json| load["running"] == running && load["waiting"] == waiting;
        while !is_there(&self.get("about").json()["load"]) {
            std::thread::yield_now();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

pub(crate) const JSON: &str = "Content-Type: application/json\r\n";

/// An answer.
#[derive(Debug)]
pub(crate) struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub(crate) fn read(mut stream: TcpStream) -> Response {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Response::parse(&bytes).unwrap_or_else(|| {
            panic!("no answer: {:?}", String::from_utf8_lossy(&bytes));
        })
    }

    pub(crate) fn parse(bytes: &[u8]) -> Option<Response> {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let rest = &bytes[end + 4..];
        let body = match head.contains("transfer-encoding: chunked") {
            true => dechunk(rest),
            false => rest.to_vec(),
        };
        // Pictures are not text; tests look at the texts in them.
        Some(Response { status, head, body: String::from_utf8_lossy(&body).into_owned() })
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub(crate) fn lines(&self) -> Vec<Json> {
        self.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The code of the error, which has this status.
    pub(crate) fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.body);
        let error = self.json()["error"].clone();
        assert!(!error["message"].as_str().unwrap().is_empty());
        error["code"].as_str().unwrap().to_owned()
    }

    pub(crate) fn ok(self) -> Response {
        assert_eq!(self.status, 200, "{}", self.body);
        self
    }
}

fn dechunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok();
        let size = size.and_then(|size| usize::from_str_radix(size, 16).ok()).unwrap_or(0);
        if size == 0 || rest.len() < end + 2 + size {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 2 + size + 2..).unwrap_or_default();
    }
    body
}
