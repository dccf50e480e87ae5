//! `chromex serve` as a program: it says where it is, answers, and ends when asked to.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

fn chromex(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chromex"));
    command
        .env("CHROMEX_STORE", "off")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Starts the server and waits for its address.
fn start(arguments: &[&str]) -> (Child, String) {
    let mut child = chromex(&[&["serve", "--port", "0"], arguments].concat()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("Chromex is at http://").unwrap().to_owned();
    (child, url)
}

fn get(address: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "GET /api/v1/about HTTP/1.1\r\nHost: {address}\r\n{headers}Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[cfg(unix)]
#[test]
fn it_serves_and_ends_when_asked_to() {
    for signal in ["-INT", "-TERM"] {
        let (mut child, url) = start(&["--seconds", "5"]);
        let answer = get(url.trim_end_matches('/'), "");
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains("\"seconds\":5.0"),
            "{answer}"
        );
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn a_token_is_kept() {
    let (mut child, url) = start(&["--token", "sesame-street"]);
    let (address, token) = url.split_once("/?token=").unwrap();
    assert_eq!(token, "sesame-street");
    assert!(get(address, "").starts_with("HTTP/1.1 401"));
    let known = get(address, "Authorization: Bearer sesame-street\r\n");
    assert!(known.starts_with("HTTP/1.1 200"), "{known}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What the program has found, the server knows.
#[test]
fn the_store_is_shared_with_the_program() {
    let file = format!("{}/served.sqlite", env!("CARGO_TARGET_TMPDIR"));
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{file}{suffix}"));
    }
    let solved = chromex(&["moves", "icol", "grid:4x4", "--store", &file]).output().unwrap();
    assert!(solved.status.success());
    let (mut child, url) = start(&["--store", &file]);
    let address = url.trim_end_matches('/');
    let body = r#"{"game": "icol", "graph": "grid:4x4", "by": "search"}"#;
    let head = "POST /api/v1/analyse HTTP/1.1";
    let length = body.len();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "{head}\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: \
         {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("from the store, found by search of"), "{answer}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_cannot_be_served_is_said_with_the_fix() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, parts) in [
        (&["serve", "--port", &port][..], &[port.as_str(), "is in use", "--port"][..]),
        (&["serve", "--host", "no.such.host.invalid"], &["--host", "127.0.0.1"]),
        (&["serve", "--port", "0", "--web", "/no/such/folder"], &["index.html", "--web"]),
        (&["serve", "--token", "short"], &["at least 8"]),
        (&["serve", "--port", "99999"], &["--port"]),
    ] {
        let output = chromex(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{arguments:?}: {error}");
    }
    let help = chromex(&["serve", "--help"]).output().unwrap();
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(help.contains("Examples:") && help.contains("chromex serve --open"), "{help}");
}

#[test]
fn a_site_is_the_page_with_its_modules() {
    let folder = std::env::temp_dir().join(format!("chromex-site-{}", std::process::id()));
    let (modules, site) = (folder.join("modules"), folder.join("site"));
    std::fs::create_dir_all(&modules).unwrap();
    let write = || {
        let paths = [site.to_str().unwrap(), modules.to_str().unwrap()];
        chromex(&["site", paths[0], "--modules", paths[1]]).output().unwrap()
    };
    let output = write();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("chromex.wasm") && error.contains("crates/wasm/build"), "{error}");
    assert!(!site.exists(), "nothing is written without the modules");
    for name in ["chromex.wasm", "checker.wasm"] {
        std::fs::write(modules.join(name), name).unwrap();
    }
    let output = write();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &str| std::fs::read_to_string(site.join(name)).unwrap();
    assert!(read("index.html").contains(r#"<meta name="chromex-engine" content="page">"#));
    assert!(read("service-worker.js").contains(r#""assets/main.js""#));
    assert_eq!(read("checker.wasm"), "checker.wasm");
    assert!(read("answers.json").contains("GET /families"));
    assert!(!site.join("guide").exists() && !read("index.html").contains("chromex-guide"));
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let paths = [site.to_str().unwrap(), modules.to_str().unwrap(), docs];
    let with_guide = chromex(&["site", paths[0], "--modules", paths[1], "--guide", paths[2]]);
    assert!({ with_guide }.status().unwrap().success());
    assert!(
        read("guide/guide.md").starts_with("# ") && read("index.html").contains("chromex-guide")
    );
    let nowhere = chromex(&["site", paths[0], "--modules", paths[1], "--guide", paths[1]]).output();
    let nowhere = nowhere.unwrap();
    let error = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert!(nowhere.status.code() == Some(2) && error.contains("guide.md"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}
