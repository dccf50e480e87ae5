//! What can be found out about graphs, made of them and drawn: nothing that the rules or the checker
//! believe.
//!
//! * [`symmetry`]: canonical form and automorphism group through nauty.
//! * [`all`]: every graph, tree or cograph of a size, up to isomorphism.
//! * [`generate`]: the same as streams, also bipartite and cubic graphs.
//! * [`classes`]: recognisers with witnesses, for the classes that the papers use.
//! * [`facts`], [`invariants`]: diameter, girth, bipartite; chromatic number and the like;
//!   [`bits::BitGraph`]: a bitset view for up to 128 vertices.
//! * [`draw`]: layouts, SVG, DOT and TikZ.

pub mod all;
pub mod bits;
pub mod classes;
pub mod draw;
pub mod facts;
pub mod generate;
pub mod invariants;
pub mod symmetry;
