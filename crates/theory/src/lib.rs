//! The papers as code: theorems that answer, strategies that play, reductions. The crate `claims`
//! checks what the papers claim.
//!
//! * [`THEOREMS`]: theorems that answer; [`settle`] applies them. [`number_bounds`]: theorems about
//!   χ_g and similar numbers.
//! * [`strategy`]: theorems that play, and duels against them; [`safety`]: what is safe, threatened or dead in the maker-breaker
//!   game.
//! * [`cographs`]: the largest connected subgraph game on cographs in linear time; [`paths`], [`spiders`], [`modules`]: on other graphs.
//! * [`sequential`]: who wins sequential 2-colouring on any graph, in near-linear time; [`weak`]: weak colouring.
//! * [`reduce`]: the reductions, one game turned into another with the same value.
//! * [`strips`]: results for boards of every length, proved by certificates.

pub mod cographs;
mod hypotheses;
mod mirroring;
pub mod modules;
mod numbers;
mod papers;
pub mod parts;
pub mod paths;
pub mod reduce;
pub mod safety;
pub mod sequential;
pub mod spiders;
pub mod strategy;
pub mod strips;
mod theorems;
pub mod weak;

pub use mirroring::Mirror;
pub use numbers::{NumberBound, larger_than_degree_is_enough, number_bounds};
pub use papers::{PAPERS, Paper};
pub use theorems::{Settled, THEOREMS, Theorem, settle, settle_a_star};
