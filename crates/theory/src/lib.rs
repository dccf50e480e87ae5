//! The papers as code: their theorems, algorithms and claims.
//!
//! * [`claim`]: what a claim is and how it is put to the test; [`claims`] lists them all. One module a
//!   paper, called by its first author, has the claims of that paper.
//! * [`THEOREMS`]: theorems that answer; [`settle`] asks them. [`number_bounds`]: theorems about χ_g and its like.
//! * [`cographs`]: the largest connected subgraph game on cographs in linear time.
//! * [`sequential`]: who wins sequential 2-colouring on any graph, in near-linear time.
//! * [`reduce`]: the reductions, one game turned into another with the same value.
//! * [`strips`]: what certificates prove for boards of every length.
//! * [`STATEMENTS`]: every numbered statement of the papers, with the claims that put it to the test.
//! * [`tables`]: the tables of the papers, computed anew and continued.

#![warn(unreachable_pub)]

mod andres;
mod beaulieu;
mod bensmail;
mod brosse;
pub mod claim;
pub mod cographs;
mod figures;
mod hypotheses;
mod mirroring;
mod modules;
mod numbers;
mod papers;
mod parts;
pub mod record;
pub mod reduce;
pub mod safety;
pub mod sequential;
mod spiders;
mod statements;
pub mod strategy;
pub mod strips;
pub mod tables;
mod theorems;
mod uiterwijk;
mod verdict;
mod weak;

pub use claim::{Claim, verify, verify_all};
pub use figures::{Figure, LOST, figures};
pub use mirroring::Mirror;
pub use numbers::{NumberBound, number_bounds};
pub use papers::{PAPERS, Paper};
pub use record::claims;
pub use statements::{STATEMENTS, Statement};
pub use theorems::{Settled, THEOREMS, Theorem, settle, settle_a_star};
pub use verdict::{Reading, Verdict};
