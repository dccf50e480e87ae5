//! Classes of graphs that the papers speak of, with recognisers that return a witness.

pub mod cograph;
pub mod involution;
pub mod reflection;
pub mod shape;
pub mod spider;
