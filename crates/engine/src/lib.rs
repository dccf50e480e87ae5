//! Exact search of colouring games: a position in, its value out, within a budget.
//!
//! A [`Solver`] chooses the engine for a game. `model` puts positions into the form that search likes,
//! `search` has the engines. Nothing here knows a theorem about a game on a graph, or a file of answers.

pub mod checkpoint;
mod solver;
mod value;

// Tests look inside models and searches, by the feature `internals`; nobody else does.
#[cfg_attr(not(feature = "internals"), allow(unreachable_pub))]
mod engine;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unreachable_pub)]
mod model;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod model;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unreachable_pub)]
mod search;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod search;

pub use checkpoint::{CheckpointError, SavedPositions};
pub use engine::{Findings, Member, Unsearchable};
pub use model::lists::Component;
pub use solver::{Solver, finished};
pub use value::{Class, FormValue, Genus, Outcome, Tameness, Value};
