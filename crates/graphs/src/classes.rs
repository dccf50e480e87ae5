//! Classes of graphs that the papers speak of, with recognisers that return a witness.

pub mod involution;
pub mod shape;
