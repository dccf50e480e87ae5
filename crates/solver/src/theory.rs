//! The papers as code: their theorems, algorithms and claims.
//!
//! * [`claim`]: what a claim is and how it is put to the test; [`claims`] lists them all.
//! * One module a paper, called by its first author, has the claims of that paper, and the answers
//!   that its theorems give ([`bensmail::winners`]).
//! * [`cographs`]: the largest connected subgraph game on cographs in linear time.
//! * [`reduce`]: the reductions.

pub mod bensmail;
pub mod claim;
pub mod cographs;
pub mod reduce;
mod uiterwijk;

pub use claim::{Claim, PAPERS, Paper, Verdict, claims, verify};
