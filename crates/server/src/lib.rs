//! The laboratory in the browser: a local web server with a versioned JSON API and the page that
//! uses it.
//!
//! The server keeps no games: every request names its position in full, so that no crash and no
//! restart can lose one; dear answers go to the results store, if there is one. What it keeps is order: every request is bounded (body, vertices, seconds,
//! memory, searches at a time), a search ends when the client who wanted it goes away, and strangers
//! are kept out (loopback only, or a token; the host and the origin of requests are checked).
//!
//! * [`Options`] and [`Limits`]: how it is asked to run; [`Server`]: binds, answers, shuts down.
//! * `api`: the calls of `crates/lab` over HTTP; `body`: what is sent with them.
//! * `searches`: who may search, for how long, and how a search is stopped.
//! * [`site`]: the same page as a folder of files, with the engine in it.
//! * `guard`: who may come in; `patience`: clients that do not read; `pages`: the embedded page.

mod allocator;
mod api;
mod body;

mod guard;
mod pages;
mod patience;
mod respond;
mod searches;
mod serve;
pub mod site;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chromex_store::Store;

pub use chromex_lab::Limits as QuestionLimits;
pub use serve::{BindError, Server, memory_that_fits};

/// What a request may cost.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The most bytes of a request's body.
    pub body: usize,
    /// What a question may cost.
    pub question: chromex_lab::Limits,
    /// How many searches run at a time.
    pub searches: usize,
    /// How many more searches may wait for their turn.
    pub waiting: usize,
    /// The longest time that a search waits for its turn.
    pub patience: Duration,
    /// The longest time in which a client has to send the head of a request, or its body.
    pub sending: Duration,
    /// The longest time in which a client has to read what was sent.
    pub receiving: Duration,
    /// The most connections at a time.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Limits {
            body: 1 << 20,
            question: chromex_lab::Limits::default(),
            searches: cores.max(2),
            waiting: 32,
            patience: Duration::from_secs(20),
            sending: Duration::from_secs(10),
            receiving: Duration::from_secs(30),
            connections: 4_096,
        }
    }
}

/// The options of the server.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address to listen on; with port 0, any free port.
    pub address: SocketAddr,
    /// The secret that requests must contain. Without one, the address must be loopback.
    pub token: Option<String>,
    /// A folder with the page, in place of the embedded one.
    pub web: Option<PathBuf>,
    /// What a request may cost.
    pub limits: Limits,
    /// The store in which answers are looked up and stored, if there is one.
    pub store: Option<Arc<Store>>,
}

impl Options {
    /// The default options for this address: the usual limits, the embedded page, and a new token
    /// if strangers could reach the address.
    pub fn new(address: SocketAddr) -> Options {
        let token = (!address.ip().is_loopback()).then(guard::new_token);
        Options { address, token, web: None, limits: Limits::default(), store: None }
    }
}

/// The OpenAPI description of the API, made from the code; `openapi.json` has it.
#[cfg(feature = "openapi")]
pub fn describe() -> serde_json::Value {
    api::describe()
}
