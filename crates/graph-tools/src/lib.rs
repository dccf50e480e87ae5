//! What can be found out about graphs, made of them and drawn: nothing that the rules or the checker
//! believe.
//!
//! * [`symmetry`]: canonical form and automorphism group through nauty.
//! * [`generate`]: streams of every graph of a kind and size, up to isomorphism; [`all`]: the same as lists.
//! * [`classes`]: recognisers with witnesses, for the classes that the papers use.
//! * [`facts`], [`invariants`]: diameter, girth, bipartite; chromatic number and the like;
//!   [`bits::BitGraph`]: a bitset view for up to 128 vertices; [`matching`]: sets and members of their own.
//! * [`draw`]: layouts, pictures, and the table of export formats.

pub mod all;
pub mod bits;
pub mod classes;
pub mod draw;
pub mod facts;
pub mod generate;
pub mod invariants;
pub mod matching;
pub mod symmetry;
