//! What five papers claim, put to the test.
//!
//! * [`claim`]: what a claim is and how it is checked; [`all`] lists them all. There is one module
//!   for each paper, named after its first author, with the claims of that paper.
//! * [`record`]: the verdicts of the last complete check, as data.
//! * [`STATEMENTS`]: every numbered statement of the papers, with the claims that put it to the test.
//! * [`tables`]: the tables of the papers, computed anew and continued; [`figures`](figures()): their figures as positions.

mod andres;
mod beaulieu;
mod bensmail;
mod brosse;
pub mod claim;
mod figures;
pub mod record;
mod statements;
pub mod tables;
mod uiterwijk;
mod verdict;

pub use claim::{Claim, verify, verify_all, verify_wrong};
pub use figures::{Figure, LOST, figures};
pub use record::all;
pub use statements::{STATEMENTS, Statement};
pub use verdict::{Reading, Verdict};
