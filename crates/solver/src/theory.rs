//! The papers as code: their theorems, algorithms and claims.
//!
//! * [`claim`]: what a claim is and how it is put to the test; [`claims`] lists them all.
//! * One module a paper, called by its first author, has the claims of that paper.
//! * [`sequential`]: who wins sequential 2-colouring on any graph, in near-linear time.
//! * [`reduce`]: the reductions, one game turned into another with the same value.

pub mod beaulieu;
pub mod claim;
pub mod reduce;
pub mod sequential;
mod uiterwijk;

pub use claim::{Claim, PAPERS, Paper, Verdict, claims, verify};
