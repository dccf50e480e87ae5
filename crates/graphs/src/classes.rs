//! Classes of graphs that the papers use, each recognised with a witness.

pub mod cograph;
pub mod reflection;
pub mod spider;
