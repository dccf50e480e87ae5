//! Strangers are kept out.

use std::io::Write;

use chromex_server::{BindError, Options, Server};

use crate::client::{JSON, Response, Running};

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = Running::new();
    let call = |headers: &str| server.call("GET", "/api/v1/about", headers, "");
    assert_eq!(call("Host: evil.example:8765\r\n").error(421), "host");
    assert_eq!(server.call("GET", "/", "Host: evil.example\r\n", "").error(421), "host");
    assert_eq!(call("Host: localhost:1\r\n").status, 200);
    assert_eq!(call("Host: [::1]:8765\r\n").status, 200);
    assert_eq!(call("Origin: http://evil.example\r\n").error(403), "origin");
    assert_eq!(call("Origin: null\r\n").error(403), "origin");
    let own = format!("Origin: http://{}\r\n", server.address);
    assert_eq!(call(&own).status, 200);
    // Requests that other sites can send without permission are not accepted.
    let simple = "Content-Type: text/plain\r\n";
    assert_eq!(server.call("POST", "/api/v1/line", simple, "{}").error(415), "media_type");
    assert_eq!(server.call("OPTIONS", "/api/v1/line", JSON, "").status, 405);
}

#[test]
fn pages_of_other_sites_get_nothing_but_links() {
    let server = Running::new();
    let call = |path: &str, headers: &str| server.call("GET", path, headers, "");
    for site in ["cross-site", "same-site", "Cross-Site"] {
        let fetch = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: no-cors\r\n");
        for path in ["/api/v1/table/orthogonal-paths", "/api/v1/about", "/", "/assets/main.js"] {
            assert_eq!(call(path, &fetch).error(403), "origin", "{path} {site}");
        }
        let link = format!(
            "Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"
        );
        assert_eq!(call("/", &link).status, 200);
        assert_eq!(call("/api/v1/about", &link).error(403), "origin");
        let frame = link.replace("document", "iframe");
        assert_eq!(call("/", &frame).error(403), "origin");
    }
    for site in ["same-origin", "none"] {
        let own = format!("Sec-Fetch-Site: {site}\r\n");
        assert_eq!(call("/api/v1/about", &own).status, 200);
    }
}

#[test]
fn a_request_names_one_host() {
    let server = Running::new();
    let call = |head: &str| {
        let mut stream = server.connect();
        write!(stream, "{head}Connection: close\r\n\r\n").unwrap();
        Response::read(stream)
    };
    let about = "GET /api/v1/about HTTP/1.1\r\n";
    assert_eq!(call(&format!("{about}Host: localhost\r\n")).status, 200);
    for hosts in ["", "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nHost: evil\r\n"]
    {
        assert_eq!(call(&format!("{about}{hosts}")).error(400), "malformed", "{hosts:?}");
    }
    let absolute = "GET http://evil.example/api/v1/about HTTP/1.1\r\nHost: localhost\r\n";
    assert_eq!(call(absolute).error(400), "malformed");
}

#[test]
fn a_token_is_asked_for() {
    let server = Running::with(|options| options.token = Some("correct-horse".into()));
    let call = |headers: &str| server.call("GET", "/api/v1/about", headers, "");
    for headers in ["", "Authorization: Bearer wrong-horse\r\n", "Authorization: correct-horse\r\n"]
    {
        let refused = call(headers);
        assert_eq!(refused.error(401), "token");
        assert!(refused.head.contains("www-authenticate: bearer"));
    }
    assert_eq!(call("Authorization: Bearer correct-horse\r\n").status, 200);
    let elsewhere = "Host: lab.example\r\nAuthorization: Bearer correct-horse\r\n";
    assert_eq!(call(elsewhere).status, 200);
    // The page itself is no secret.
    assert_eq!(server.call("GET", "/", "", "").status, 200);
}

#[test]
fn other_machines_need_a_token() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let open = "0.0.0.0:0".parse().unwrap();
        let usual = Options::new(open);
        assert!(usual.token.as_ref().is_some_and(|token| token.len() == 32));
        let bare = Options { token: None, ..usual.clone() };
        assert!(matches!(Server::bind(bare).await, Err(BindError::Open(_))));
        let server = Server::bind(usual).await.unwrap();
        assert!(server.url().unwrap().contains("/?token="));
        let taken = Options::new(([127, 0, 0, 1], server.address().unwrap().port()).into());
        let busy = Server::bind(taken).await.unwrap_err().to_string();
        assert!(busy.contains("is in use") && busy.contains("--port"), "{busy}");
        let folder = std::env::temp_dir().join("chromex-no-such-folder");
        let web = Options { web: Some(folder), ..Options::new("127.0.0.1:0".parse().unwrap()) };
        assert!(matches!(Server::bind(web).await, Err(BindError::NoPage(_))));
        server.serve(std::future::ready(())).await;
    });
}
