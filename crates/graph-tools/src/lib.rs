//! Properties, constructions and drawings of graphs. The rules and the checker do not depend on
//! this crate.
//!
//! * [`symmetry`]: canonical form and automorphism group through nauty.
//! * [`generate`]: streams of every graph of a kind and size, up to isomorphism; [`all`]: the
//!   graphs of a kind as lists.
//! * [`classes`]: recognisers with witnesses, for the classes that the papers use.
//! * [`facts`], [`invariants`]: diameter, girth, bipartite; chromatic number and similar numbers;
//!   [`bits::BitGraph`]: a bitset view for up to 128 vertices; [`matching`]: bipartite matching.
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
