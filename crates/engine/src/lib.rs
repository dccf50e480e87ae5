//! Exact search of colouring games: a position in, its value out, within a budget.
//!
//! A [`Solver`] chooses the engine for a game. [`model`] puts positions into the form that search likes,
//! [`search`] has the engines. Nothing here knows a theorem about a game on a graph, or a file of answers.

pub mod checkpoint;
pub mod engine;
pub mod model;
pub mod search;
pub mod solver;
pub mod value;

pub use checkpoint::{CheckpointError, SavedPositions};
pub use engine::Unsearchable;
pub use solver::{Solver, finished};
pub use value::{Class, FormValue, Outcome, Value};
