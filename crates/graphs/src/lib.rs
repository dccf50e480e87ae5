//! What is played on: graphs and digraphs of any size.
//!
//! * [`Graph`]: immutable adjacency.
//! * [`Board`]: a graph with its name, coordinates and rows.
//! * [`parse`]: graph expressions such as `grid:3x5`, `path:3*star:3` or `g6:DQc`;
//!   [`families`]: the named families; [`ops`]: products, unions, complements, …; [`cotree`]: cographs.
//! * [`Limit`]: how much memory and time all of these may take.
//! * [`formats`]: graph6, sparse6, digraph6, DIMACS and edge lists, in and out, streaming.
//!
//! The rules of the games and the checker stand on this crate, so it has no C code, no search and no
//! drawing. Symmetry, classes, generation and pictures are in `chromex-graph-tools`.

pub mod board;
pub mod cotree;
mod expr;
pub mod families;
pub mod formats;
pub mod graph;
pub mod limit;
pub mod ops;
pub mod random;

pub use board::{Board, Point};
pub use chromex_text::TextError;
pub use expr::{expand, parse, parse_within};
pub use graph::{Graph, GraphError};
pub use limit::Limit;
