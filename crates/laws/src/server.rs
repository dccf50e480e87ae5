//! A server with unknown clients.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

use chromex_server::{Options, Server};

/// A server in this process, with short time limits.
fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut options = Options::new("127.0.0.1:0".parse().unwrap());
            options.limits.question.time = Duration::from_millis(50);
            options.limits.question.vertices = 100;
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let server = Server::bind(options).await.unwrap();
                sender.send(server.address().unwrap()).unwrap();
                server.serve(std::future::pending()).await;
            });
        });
        receiver.recv().unwrap()
    })
}

/// Ends a run in which the server no longer answers.
const WATCHDOG: Duration = Duration::from_secs(60);

/// Sends bytes and reads the answer. If they need not be a complete request, the server is told
/// that no more will follow; it may then close the connection without an answer.
fn answer(bytes: &[u8], whole: bool) -> Vec<u8> {
    let mut stream = TcpStream::connect(address()).unwrap();
    stream.set_read_timeout(Some(WATCHDOG)).unwrap();
    // The server may stop reading before everything is sent.
    let _ = stream.write_all(bytes);
    if !whole {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("no answer"),
        _ => answer,
    }
}

fn request(line: &str, body: &[u8]) -> Vec<u8> {
    let (host, length) = (address(), body.len());
    let head = format!(
        "{line} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// Whatever is sent, directly or as the body of a call of the API (with a first line such as `POST
/// solve`), it gets an answer that is not a failure of the server, or the connection is closed; and
/// the next request is answered.
pub(crate) fn the_server_survives_any_request(data: &[u8]) {
    let (sent, whole) = match data.iter().position(|&byte| byte == b'\n') {
        Some(end) if data.starts_with(b"POST ") || data.starts_with(b"GET ") => {
            let line = String::from_utf8_lossy(&data[..end]);
            let (method, call) = line.split_once(' ').unwrap_or(("GET", "about"));
            let call: String = call.chars().filter(char::is_ascii_graphic).collect();
            (request(&format!("{method} /api/v1/{call}"), &data[end + 1..]), true)
        }
        _ => (data.to_vec(), false),
    };
    let answered = answer(&sent, whole);
    let served = !answered.is_empty() || !whole;
    assert!(
        served && !answered.starts_with(b"HTTP/1.1 500"),
        "{}\n{}",
        String::from_utf8_lossy(&sent),
        String::from_utf8_lossy(&answered)
    );
    let about = answer(&request("GET /api/v1/about", b""), true);
    assert!(about.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&about));
}
