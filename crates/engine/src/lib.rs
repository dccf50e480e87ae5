//! Exact search of colouring games: a position in, its value out, within a budget.
//!
//! A [`Solver`] chooses the engine for a game. `model` translates positions into a form that is
//! good for searching, `search` contains the engines. This crate uses no theorems about games on
//! graphs and no stored answers.

pub mod checkpoint;
mod solver;
mod value;

// Tests look inside models and searches, by the feature `internals`; nobody else does.
#[cfg_attr(not(feature = "internals"), allow(unreachable_pub))]
mod engine;
#[cfg(not(feature = "internals"))]
#[allow(unreachable_pub)]
mod model;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod model;
#[cfg(not(feature = "internals"))]
#[allow(unreachable_pub)]
mod search;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod search;

pub use checkpoint::{CheckpointError, SavedPositions};
pub use engine::{Findings, Member, Unsearchable};
pub use model::lists::Component;
pub use solver::{Solver, finished};
pub use value::{Class, FormValue, Genus, Outcome, Tameness, Value};
