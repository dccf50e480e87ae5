//! Who may come in.
//!
//! A page of some stranger's site, open in the same browser, can send requests to this machine. It
//! must not get far: the host must be this machine's (against DNS rebinding), the origin must be
//! the host's own, the browser must not say that another site asks (`Sec-Fetch-Site`), and what is posted must be declared as JSON, which other sites cannot do without
//! asking first. Where strangers can reach the server itself, they need the token.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::respond::Refusal;

/// The conditions that a request must satisfy.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    /// The secret, if there is one.
    pub token: Option<String>,
}

/// 128 random bits, as hexadecimal digits.
pub(crate) fn new_token() -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Refuses requests that are not allowed, and adds headers to all answers.
pub(crate) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let refused = guard.refuses(request.uri(), request.headers());
    let mut response = match refused {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in MARKS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

const MARKS: [(header::HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Pages may only load what the server itself sends; pictures may also come from memory, where the
/// page paints PNG.
const POLICY: &str = "default-src 'self'; img-src 'self' blob:; object-src 'none'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

impl Guard {
    fn refuses(&self, uri: &Uri, headers: &HeaderMap) -> Option<Refusal> {
        let hosts: Vec<_> = headers.get_all(header::HOST).iter().collect();
        let [host] = hosts.as_slice() else {
            return Some(malformed("a request names its host, and names it once"));
        };
        let host = host.to_str().unwrap_or_default();
        if uri.authority().is_some_and(|other| other.as_str() != host) {
            return Some(malformed("the request names two different hosts"));
        }
        // A stranger's page cannot know the token, whatever host name it uses for this machine.
        if self.token.is_none() && !is_loopback(host) {
            let message = format!("`{host}` is not this machine");
            let error = Refusal::new(StatusCode::MISDIRECTED_REQUEST, "host", message);
            return Some(error.help("open http://localhost or http://127.0.0.1 with the port"));
        }
        let foreign = match only(headers, header::ORIGIN.as_str()) {
            Ok(origin) => origin.is_some_and(|origin| !is_same(origin, host)),
            Err(Unclear) => true,
        };
        if foreign || comes_from_elsewhere(uri, headers) {
            let message = "requests from other sites are not answered";
            return Some(Refusal::new(StatusCode::FORBIDDEN, "origin", message));
        }
        let secret = uri.path().starts_with("/api/");
        if secret && !self.knows_token(headers) {
            let message = "the token is missing or wrong";
            let error = Refusal::new(StatusCode::UNAUTHORIZED, "token", message);
            return Some(error.help("open the address that `chromex serve` has printed"));
        }
        None
    }

    fn knows_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let sent = sent.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        same_secret(sent.trim().as_bytes(), token.as_bytes())
    }
}

fn malformed(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "malformed", message)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    only(headers, name).ok().flatten()
}

/// A header that is there more than once, or is no text.
struct Unclear;

/// The only header of this name, if there is one.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, Unclear> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (None, _) => Ok(None),
        (Some(one), None) => one.to_str().map(Some).map_err(|_| Unclear),
        (Some(_), Some(_)) => Err(Unclear),
    }
}

/// Whether a page of another site (also one on another port of this machine) makes this request
/// without the user's knowledge. Following a link to a page is allowed.
fn comes_from_elsewhere(uri: &Uri, headers: &HeaderMap) -> bool {
    let elsewhere = match only(headers, "sec-fetch-site") {
        Ok(site) => site.is_some_and(|site| site != "same-origin" && site != "none"),
        Err(Unclear) => true,
    };
    let follows_link = text(headers, "sec-fetch-mode") == Some("navigate")
        && text(headers, "sec-fetch-dest") == Some("document");
    elsewhere && (uri.path().starts_with("/api/") || !follows_link)
}

/// Compares in a time that does not depend on where the secrets differ.
fn same_secret(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// Whether a host, with or without a port, can only be this machine.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    let is_address = |address: &str| {
        address.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
    };
    name.eq_ignore_ascii_case("localhost") || is_address(address)
}

fn is_same(origin: &str, host: &str) -> bool {
    let site = origin.split_once("://").map_or(origin, |(_, site)| site);
    site.eq_ignore_ascii_case(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_this_machine() {
        for host in ["localhost", "localhost:80", "127.0.0.1:8765", "[::1]:8765", "LOCALHOST:1"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:8765", "10.0.0.1", "", "127.0.0.1.x"] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn what_is_said_twice_or_unreadably_is_foreign() {
        let guard = Guard { token: None };
        let refused = |lines: &[(&'static str, &[u8])]| {
            let mut headers = HeaderMap::new();
            headers.append(header::HOST, HeaderValue::from_static("localhost:80"));
            for (name, value) in lines {
                headers.append(*name, HeaderValue::from_bytes(value).unwrap());
            }
            guard.refuses(&Uri::from_static("/api/v1/games"), &headers).is_some()
        };
        let (own, same): (&[u8], &[u8]) = (b"http://localhost:80", b"same-origin");
        assert!(!refused(&[]) && !refused(&[("origin", own), ("sec-fetch-site", same)]));
        for lines in [
            &[("origin", own), ("origin", b"http://evil.example")][..],
            &[("origin", own), ("origin", own)],
            &[("origin", b"http://\xff")],
            &[("sec-fetch-site", same), ("sec-fetch-site", b"cross-site")],
            &[("sec-fetch-site", b"cross-site\xe9")],
            &[("sec-fetch-site", b"cross-site")],
        ] {
            assert!(refused(lines), "{lines:?}");
        }
    }

    #[test]
    fn tokens_are_long_and_different() {
        let (a, b) = (new_token(), new_token());
        assert!(a.len() == 32 && a != b);
        assert!(same_secret(a.as_bytes(), a.as_bytes()));
        assert!(!same_secret(a.as_bytes(), b.as_bytes()) && !same_secret(b"", a.as_bytes()));
    }
}
