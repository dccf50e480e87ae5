//! The server over real HTTP, on loopback.
#![allow(clippy::unwrap_used, missing_docs)]

mod analysis;
mod bounds;
mod calls;
mod client;
mod crowd;
mod guard;
mod store;
