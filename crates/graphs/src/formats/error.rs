//! What can be wrong with the text of a graph.

use std::fmt;
use std::io;

use super::Format;
use crate::GraphError;
use crate::limit::MAX_SIZE;

/// Why a text is no graph, or a graph cannot be written in a format.
///
/// Columns count the bytes of the line from 1, a header included.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Nothing to read, where graph6, sparse6 or digraph6 should be.
    #[error("{}: the text is empty; the graph without vertices is {}", .0.full_name(), empty(*.0))]
    Empty(Format),
    /// A byte that graph6, sparse6 and digraph6 never use.
    #[error("{}: byte {column} is {found:?}: only characters '?' to '~' are allowed",
        .format.full_name())]
    Character {
        /// The format being read.
        format: Format,
        /// The column of the byte.
        column: usize,
        /// The character found there.
        found: char,
    },
    /// The text ends inside the number of vertices.
    #[error("{} {text:?}: the size is cut short: its '~' announces {need} bytes, found {found}",
        .format.full_name())]
    SizeCutShort {
        /// The format being read.
        format: Format,
        /// The text, shortened.
        text: String,
        /// The number of bytes that the size needs after its marks `~` or `~~`.
        need: usize,
        /// The number of bytes that there are.
        found: usize,
    },
    /// More or fewer bytes than the number of vertices asks for.
    #[error("{} {text:?}: {}: {order} vertices need {} after the size, found {found}",
        .format.full_name(), if found < need { "too short" } else { "too long" }, bytes(*.need))]
    Length {
        /// The format being read.
        format: Format,
        /// The text, shortened.
        text: String,
        /// The number of vertices.
        order: usize,
        /// Bytes needed after the size.
        need: u64,
        /// The number of bytes that there are.
        found: u64,
    },
    /// An incremental sparse6 line, which only makes sense after the line before it.
    #[error(
        "incremental sparse6 (a line beginning with ';') is not supported: convert it to \
         sparse6 with nauty's `copyg -s`"
    )]
    Incremental,
    /// A header `>>…<<` other than those of graph6, sparse6 and digraph6.
    #[error("unknown header {0:?}: only >>graph6<<, >>sparse6<< and >>digraph6<< are read")]
    UnknownHeader(String),
    /// A text that begins like none of the formats.
    #[error(
        "{0:?} begins like no known format: expected graph6, sparse6, digraph6, DIMACS \
         (`p edge N M`) or an edge list (`u v`)"
    )]
    Unrecognised(String),
    /// The edges do not make a graph that can be played on.
    #[error("{}: {error}", .format.full_name())]
    Graph {
        /// The format being read.
        format: Format,
        /// What is wrong.
        error: GraphError,
    },
    /// A line of a DIMACS file or of an edge list is wrong.
    #[error("{} line {line}, column {column}: {problem}", .format.full_name())]
    Line {
        /// The format being read.
        format: Format,
        /// The line, from 1.
        line: usize,
        /// The byte within the line, from 1.
        column: usize,
        /// What is wrong there.
        problem: LineProblem,
    },
    /// A DIMACS text without its `p` line.
    #[error("DIMACS: no line `p edge N M` (N vertices, M edges)")]
    NoSizeLine,
    /// An edge list that names no vertex.
    #[error("edge list: no edges; for a graph without edges declare its vertices by a line `n N`")]
    NoEdges,
    /// The format cannot hold this kind of graph.
    #[error("{} cannot hold {}: write it as {}", .0.full_name(),
        if *.0 == Format::Digraph6 { "an undirected graph" } else { "a digraph" }, instead(*.0))]
    WrongKind(Format),
    /// The text would be unreasonably long.
    #[error("{} of {order} vertices takes {bytes} bytes: write it as {}", .format.full_name(),
        if *.format == Format::Graph6 { "sparse6 (s6)" } else { "an edge list (edges)" })]
    TextTooLong {
        /// The format to be written.
        format: Format,
        /// The number of vertices.
        order: usize,
        /// The length the text would have.
        bytes: u64,
    },
    /// No format has this name.
    #[error("unknown graph format {0:?}: use g6, s6, d6, dimacs or edges")]
    UnknownName(String),
    /// A line is not UTF-8.
    #[error("byte {column} is not UTF-8 text: is this a graph file?")]
    NotUtf8 {
        /// The position of the first byte that is not UTF-8.
        column: usize,
    },
    /// A line takes more memory than the [`Limit`](crate::Limit) of the moment leaves for it.
    #[error("the line is longer than {} bytes: is this a graph file?", .0)]
    LineTooLong(u64),
    /// The input could not be read.
    #[error("cannot read: {message}")]
    Io {
        /// The kind of failure.
        kind: io::ErrorKind,
        /// The message of the operating system.
        message: String,
    },
}

impl FormatError {
    /// The line of a DIMACS file or an edge list the error is about, if it is about one.
    pub fn line(&self) -> Option<usize> {
        match self {
            FormatError::Line { line, .. } => Some(*line),
            _ => None,
        }
    }
}

/// What is wrong with one line of a DIMACS file or of an edge list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// A word that should be a number.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What should stand here.
        expected: &'static str,
        /// The word that stands there.
        found: String,
    },
    /// The line ends too early.
    #[error("expected {0}, but the line ends")]
    Missing(&'static str),
    /// The line goes on too long.
    #[error("unexpected {0:?} after the end: remove it")]
    Extra(String),
    /// A number beyond [`MAX_SIZE`].
    #[error("{0} is too large (at most {MAX_SIZE} vertices or edges)")]
    TooLarge(String),
    /// A vertex that does not exist.
    #[error("vertex {vertex} is outside {first}..={last}")]
    NoSuchVertex {
        /// The vertex as written.
        vertex: usize,
        /// The first vertex of this format: 0 or 1.
        first: usize,
        /// The last vertex.
        last: usize,
    },
    /// The text declares no vertices, yet names this one.
    #[error("vertex {0} in a graph declared to have no vertices")]
    NoVertices(usize),
    /// An edge from a vertex, numbered as in the text, to itself.
    #[error("loop at vertex {0}: colouring games are played on graphs without loops")]
    Loop(usize),
    /// The number of vertices is declared again.
    #[error("the size is declared twice (first in line {0}): remove one")]
    SecondSize(usize),
    /// A DIMACS edge before the `p` line.
    #[error("an edge before the line `p edge N M`")]
    EdgeBeforeSize,
    /// A DIMACS file holds another number of edges than its `p` line says.
    #[error("{declared} edges are declared here but {found} follow: cut short? else correct it")]
    EdgeCount {
        /// The number in the `p` line.
        declared: usize,
        /// The number of `e` lines.
        found: usize,
    },
    /// Edges and arcs in one list.
    #[error("edges (u v) and arcs (u > v) in one list: use one kind, two arcs for an edge")]
    Mixed,
}

/// An error of a [`Reader`](super::Reader), with the line of the input it is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub cause: FormatError,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Errors within DIMACS files and edge lists name their line themselves.
        match self.cause.line() {
            Some(_) => write!(f, "{}", self.cause),
            None => write!(f, "line {}: {}", self.line, self.cause),
        }
    }
}

/// The graph without vertices in a one-line format.
fn empty(format: Format) -> &'static str {
    match format {
        Format::Graph6 => "\"?\"",
        Format::Sparse6 => "\":?\"",
        _ => "\"&?\"",
    }
}

fn instead(format: Format) -> &'static str {
    match format {
        Format::Digraph6 => "graph6 (g6) or sparse6 (s6)",
        _ => "digraph6 (d6) or an edge list (edges)",
    }
}

fn bytes(count: u64) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} byte{plural}")
}

/// The beginning of a text, short enough to be quoted in an error.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 32;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
