//! What is played on: graphs and digraphs of any size.
//!
//! * [`Graph`]: immutable adjacency; [`bits::BitGraph`]: its bitset view for up to 128 vertices.
//! * [`Board`]: a graph with its name, coordinates and rows.
//! * [`parse`]: graph expressions such as `grid:3x5`, `path:3*star:3` or `g6:DQc`;
//!   [`families`]: the named families; [`ops`]: products, unions, complements, …
//! * [`formats`]: graph6, sparse6, digraph6, DIMACS and edge lists, in and out, streaming.
//! * [`symmetry`]: canonical form and automorphism group through nauty.
//! * [`all`]: every graph, tree or cograph of a size, up to isomorphism.
//! * [`generate`]: the same as streams, also bipartite and cubic graphs.
//! * [`classes`]: recognisers with witnesses, for the classes that the papers use.
//! * [`facts`], [`invariants`]: diameter, girth, bipartite; chromatic number and the like.
//! * [`draw`]: layouts, SVG, DOT and TikZ.

pub mod all;
pub mod bits;
pub mod board;
pub mod classes;
pub mod draw;
mod expr;
pub mod facts;
pub mod families;
pub mod formats;
pub mod generate;
pub mod graph;
pub mod invariants;
pub mod ops;
pub mod random;
pub mod symmetry;
pub mod text;

pub use board::{Board, Point};
pub use expr::{expand, parse, parse_within};
pub use graph::{Graph, GraphError};
pub use text::TextError;
