//! Classes of graphs that occur in the papers. Each recogniser returns a witness.

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
