//! The reductions of the papers: one problem translated into another, so that the answers agree.

pub mod isomorphism;
pub mod pos_cnf;
