//! The papers as code: their theorems, algorithms and claims.
//!
//! * [`claim`]: what a claim is and how it is put to the test; [`claims`] lists them all.
//! * One module a paper, called by its first author, has the claims of that paper.

pub mod claim;
mod uiterwijk;

pub use claim::{Claim, PAPERS, Paper, Verdict, claims, verify};
