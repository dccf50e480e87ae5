//! A census: a stream of graphs times a list of questions makes a table.
//!
//! ```
//! use chromex::{Budget, Sources};
//! use chromex_census::{Cell, Questions, answer};
//! let questions = Questions::parse(&["icol", "chi_g", "is_cograph"])?;
//! let names: Vec<_> = questions.columns().into_iter().map(|(name, _)| name).collect();
//! assert_eq!(names, ["graph", "n", "m", "icol", "chi_g", "is_cograph"]);
//! let board = chromex::graphs::parse("path:4")?;
//! let row = answer(&board, &questions, &Budget::default(), Sources::default()).unwrap();
//! assert_eq!(row.cells[3..], [Cell::Int(0), Cell::Int(3), Cell::Bool(false)]);
//! # Ok::<(), chromex::graphs::TextError>(())
//! ```
//!
//! * [`Questions`]: what to ask, and [`answer`]: one row of the table.
//! * [`Source`]: where the graphs come from.
//! * [`run`]: in parallel, in order, into a file, resumable ([`log`]).
//! * [`expr`]: conditions such as `chi_g > chi + 1`; [`query`]: queries to a table.
//! * [`conjecture`]: formulas that hold for all graphs of a table.
//! * [`files`]: tables in Parquet, CSV and JSON lines; [`tables`]: several of them, read as one.

pub mod conjecture;
pub mod expr;
pub mod files;
pub mod log;
mod pool;
pub mod query;
mod questions;
mod run;
mod source;
pub mod tables;

pub use chromex_parquet::{Cell, ColumnType};
pub use expr::{Database, Expression, SqlError};
pub use questions::{INVARIANTS, Inapplicable, Questions, Row, answer};
pub use run::{CensusError, Plan, Progress, Summary, run, run_into};
pub use source::{Source, SourceError, read_graph};

/// The names and types of the columns of a table.
pub type Columns = Vec<(String, ColumnType)>;
