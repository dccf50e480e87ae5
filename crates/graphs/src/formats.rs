//! Graphs as text: graph6, sparse6, digraph6, DIMACS and edge lists, in and out.
//!
//! * [`graph6`], [`sparse6`], [`digraph6`]: nauty's one-line formats, defined in its
//!   `formats.txt` (<https://users.cecs.anu.edu.au/~bdm/data/formats.txt>). What is written here
//!   equals byte for byte what nauty's `copyg` writes.
//! * [`dimacs`]: the `.col` files of the second DIMACS challenge.
//! * [`edge_list`]: one edge or arc a line.
//! * [`Reader`]: streams the graphs of a file, whichever of these formats it is in.
//!
//! ```
//! use chromex_graphs::formats::{self, Format};
//! let path = formats::read_line("DQc").unwrap();
//! assert_eq!(path.edge_count(), 4);
//! assert_eq!(formats::write(&path, Format::Sparse6).unwrap(), ":DgH_~");
//! ```

mod error;
mod lines;
mod nauty;
mod reader;

pub mod digraph6;
pub mod dimacs;
pub mod edge_list;
pub mod graph6;
pub mod sparse6;

use std::fmt;
use std::str::FromStr;

use crate::Graph;

pub use error::{FormatError, LineError, LineProblem};
pub use reader::{Entry, Reader};

/// The text formats graphs come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// One line; undirected; the size grows with the square of the order.
    Graph6,
    /// One line; undirected; the size grows with the number of edges.
    Sparse6,
    /// One line; directed.
    Digraph6,
    /// A DIMACS `.col` file; undirected.
    Dimacs,
    /// One edge or arc a line.
    EdgeList,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 5] =
        [Format::Graph6, Format::Sparse6, Format::Digraph6, Format::Dimacs, Format::EdgeList];

    /// The name used in running text; [`Display`](fmt::Display) gives the short one.
    pub fn full_name(self) -> &'static str {
        match self {
            Format::Graph6 => "graph6",
            Format::Sparse6 => "sparse6",
            Format::Digraph6 => "digraph6",
            Format::Dimacs => "DIMACS",
            Format::EdgeList => "edge list",
        }
    }

    /// Whether a graph takes exactly one line, so that a file may hold many.
    pub fn is_one_line(self) -> bool {
        matches!(self, Format::Graph6 | Format::Sparse6 | Format::Digraph6)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Graph6 => "g6",
            Format::Sparse6 => "s6",
            Format::Digraph6 => "d6",
            Format::Dimacs => "dimacs",
            Format::EdgeList => "edges",
        })
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Format, FormatError> {
        match name {
            "g6" | "graph6" => Ok(Format::Graph6),
            "s6" | "sparse6" => Ok(Format::Sparse6),
            "d6" | "digraph6" => Ok(Format::Digraph6),
            "dimacs" | "col" => Ok(Format::Dimacs),
            "edges" | "edgelist" => Ok(Format::EdgeList),
            _ => Err(FormatError::UnknownName(name.to_owned())),
        }
    }
}

/// Reads one graph6, sparse6 or digraph6 line, told apart by its header (`>>graph6<<` etc.) or
/// else by its first byte. A line end is tolerated.
pub fn read_line(line: &str) -> Result<Graph, FormatError> {
    read_line_as(line).map(|(_, graph)| graph)
}

/// As [`read_line`], and also returns which format it was.
fn read_line_as(line: &str) -> Result<(Format, Graph), FormatError> {
    let format = nauty::format_of(line)?;
    let graph = match format {
        Format::Sparse6 => sparse6::read(line),
        Format::Digraph6 => digraph6::read(line),
        _ => graph6::read(line),
    }?;
    Ok((format, graph))
}

/// Writes `graph` in `format`: one line without its line end, or the lines of a DIMACS file or
/// an edge list, each with its line end.
pub fn write(graph: &Graph, format: Format) -> Result<String, FormatError> {
    match format {
        Format::Graph6 => graph6::write(graph),
        Format::Sparse6 => sparse6::write(graph),
        Format::Digraph6 => digraph6::write(graph),
        Format::Dimacs => dimacs::write(graph),
        Format::EdgeList => edge_list::write(graph),
    }
}

/// The shortest graph expression that gives just this graph again, in one of nauty's formats.
///
/// ```
/// use chromex_graphs::{Graph, formats::expression};
/// let path = Graph::undirected(3, [(0, 2), (2, 1)])?;
/// assert_eq!(expression(&path), "g6:BW");
/// # Ok::<(), chromex_graphs::GraphError>(())
/// ```
pub fn expression(graph: &Graph) -> String {
    let prefixed = [(Format::Digraph6, "d6:"), (Format::Graph6, "g6:"), (Format::Sparse6, "s6:")]
        .into_iter()
        .filter_map(|(format, prefix)| Some(format!("{prefix}{}", write(graph, format).ok()?)));
    prefixed.min_by_key(String::len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let cases = [
            ("DQc", Format::Graph6),
            (">>graph6<<DQc", Format::Graph6),
            (":DgH_~", Format::Sparse6),
            (">>sparse6<<:DgH_~\r\n", Format::Sparse6),
            ("&DI?AO?", Format::Digraph6),
            (">>digraph6<<&DI?AO?\n", Format::Digraph6),
        ];
        for (line, format) in cases {
            assert_eq!(read_line_as(line).unwrap().0, format, "{line}");
        }
        assert_eq!(read_line(";@"), Err(FormatError::Incremental));
        assert!(matches!(read_line(">>planar_code<<x"), Err(FormatError::UnknownHeader(_))));
    }
}
