//! Canonical labelling and automorphism groups of vertex-coloured graphs and
//! digraphs, by a vendored copy of [nauty] 2.8.6.
//!
//! There is one function, [`symmetry`] (and [`symmetry_until`], which can be stopped). It may be called from several threads
//! at once, and its answer depends on its arguments only. Applying the
//! labelling it returns gives, byte for byte, the canonical graph that
//! `labelg` of the same nauty version prints (`labelg -f` when there are
//! colours).
//!
//! ```
//! let path = [(0, 1), (1, 2)];
//! let found = nauty_sys::symmetry(3, false, path.into_iter(), &[0; 3])?;
//! assert_eq!(found.orbits, [0, 1, 0]);
//! assert_eq!(found.order_factors, [2]);
//! # Ok::<(), nauty_sys::Error>(())
//! ```
//!
//! All `unsafe` of the crate is in the private module `ffi`, and in `memory` where there is no C library.
//!
//! [nauty]: https://pallini.di.uniroma1.it/

#![deny(missing_docs)]
#![deny(unsafe_code)]

use std::fmt;

mod dense;
mod ffi;
#[cfg(target_family = "wasm")]
mod memory;

use dense::{Graph, Partition};

/// The most vertices that [`symmetry`] accepts.
///
/// The graph is held as a bit matrix, so memory grows with the square of the
/// number of vertices: 12.5 MB here, and as much again for the canonical
/// graph. The generators may need far more (see [`Symmetry::generators`]).
pub const MAX_VERTICES: usize = 10_000;

/// The results of nauty for a vertex-coloured graph or digraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// `labelling[i]` is the vertex that becomes number `i` in the canonical
    /// graph (nauty's `lab`). Colours ascend along it.
    ///
    /// Of the labellings that give the canonical graph, which one is returned
    /// depends on how the input is numbered; the graph it gives does not.
    pub labelling: Vec<u32>,
    /// Generators of the automorphism group, each a permutation: vertex to
    /// image. There are fewer than `n`, and none if the group is trivial.
    pub generators: Vec<Vec<u32>>,
    /// `orbits[v]` is the least vertex in the orbit of `v`.
    pub orbits: Vec<u32>,
    /// Factors, each at least 2, whose product is exactly the order of the
    /// group. The caller may multiply them in any width; none means order 1.
    pub order_factors: Vec<u32>,
}

/// Why [`symmetry`] refused its input, or could not run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There are more than [`MAX_VERTICES`] vertices.
    TooManyVertices {
        /// The number of vertices asked for.
        vertices: usize,
    },
    /// The number of colours is not the number of vertices.
    ColourCount {
        /// The number of vertices.
        vertices: usize,
        /// The number of colours.
        colours: usize,
    },
    /// An arc has an end that is not a vertex.
    ArcOutOfRange {
        /// From where to where it goes.
        arc: (usize, usize),
        /// The number of vertices.
        vertices: usize,
    },
    /// The operating system refused the thread whose deep stack a graph of
    /// this size needs.
    NoThread(String),
    /// The search was stopped.
    Stopped,
    /// nauty returned this error status. For valid input this does not happen.
    Nauty(i32),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyVertices { vertices } => {
                write!(f, "{vertices} vertices are more than {MAX_VERTICES}")
            }
            Self::ColourCount { vertices, colours } => {
                write!(f, "{colours} colours for {vertices} vertices")
            }
            Self::ArcOutOfRange { arc, vertices } => {
                write!(f, "arc {arc:?} in a graph of {vertices} vertices")
            }
            Self::NoThread(reason) => write!(f, "cannot start a thread: {reason}"),
            Self::Stopped => write!(f, "the search for symmetries was stopped"),
            Self::Nauty(status) => write!(f, "nauty failed with status {status}"),
        }
    }
}

impl std::error::Error for Error {}

/// Finds the automorphism group and a canonical labelling of a graph or
/// digraph on the vertices `0..n`.
///
/// * `arcs`: in an undirected graph an edge may be given in either direction
///   or in both. Repeated arcs count once. Loops are allowed.
/// * `colours[v]`: vertices of different colours are never exchanged. In the
///   canonical graph the vertices are in ascending order of colour, so two
///   graphs with the same number of vertices of each colour are isomorphic,
///   colours included, exactly if their canonical graphs are equal.
///
/// Whether a graph is `directed` is not visible in the canonical graph, yet
/// nauty searches digraphs differently: compare like with like.
///
/// # Errors
///
/// If there are more than [`MAX_VERTICES`] vertices, if `colours` has not one
/// entry per vertex, if an arc leads outside `0..n`, or if a large graph needs
/// a thread and none can be started.
///
/// # Limits
///
/// The time is exponential in the worst case ([`symmetry_until`] can be
/// stopped). Beware of sparse digraphs: nauty, used as `labelg` uses it,
/// begins by telling vertices apart by their out-degrees only, so that a
/// digraph of 20 vertices and 13 arcs may already take for ever. Finer
/// colours help.
///
/// If memory runs out the process ends, as it does elsewhere in Rust.
pub fn symmetry(
    n: usize,
    directed: bool,
    arcs: impl Iterator<Item = (usize, usize)>,
    colours: &[u32],
) -> Result<Symmetry, Error> {
    symmetry_until(n, directed, arcs, colours, &|| false)
}

/// Says when to stop; it is called at every node of the search.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// As [`symmetry`], but stops when `stop` says so: then the error is [`Error::Stopped`].
pub fn symmetry_until(
    n: usize,
    directed: bool,
    arcs: impl Iterator<Item = (usize, usize)>,
    colours: &[u32],
    stop: Stop<'_>,
) -> Result<Symmetry, Error> {
    check_sizes(n, colours)?;
    let graph = Graph::new(n, directed, arcs)?;
    let partition = Partition::by_colour(colours);
    if n == 0 {
        return Ok(Symmetry::of_nothing());
    }
    ffi::canonise(graph, partition, stop)
}

fn check_sizes(n: usize, colours: &[u32]) -> Result<(), Error> {
    if n > MAX_VERTICES {
        return Err(Error::TooManyVertices { vertices: n });
    }
    if colours.len() != n {
        return Err(Error::ColourCount { vertices: n, colours: colours.len() });
    }
    Ok(())
}

impl Symmetry {
    /// The answer for the graph without vertices, for which nauty is not needed.
    fn of_nothing() -> Self {
        Self {
            labelling: Vec::new(),
            generators: Vec::new(),
            orbits: Vec::new(),
            order_factors: Vec::new(),
        }
    }
}
