//! Exact search of colouring games: a position in, its value out, within a budget.
//!
//! A [`Solver`] chooses the engine for a game. `model` translates positions into a form that is
//! good for searching, `search` contains the engines. This crate uses no theorems about games on
//! graphs and no stored answers.

#![warn(unreachable_pub)]

pub mod checkpoint;
mod engine;
// Only the tests of this crate use models and searches directly.
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod search;
mod solver;
mod value;

pub use checkpoint::{CheckpointError, SavedPositions};
pub use engine::{Findings, Member, Unsearchable};
pub use model::lists::Component;
pub use solver::{Solver, finished};
pub use value::{Class, FormValue, Genus, Outcome, Tameness, Value};
