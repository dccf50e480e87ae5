//! Classes of graphs that the papers speak of, with recognisers that return a witness.

pub mod cograph;
pub mod few_p4s;
pub mod interval;
pub mod involution;
pub mod module;
pub mod planar;
pub mod primeval;
pub mod reflection;
pub mod shape;
pub mod spider;
