//! digraph6: `&`, then the adjacency matrix row by row, six bits a character.
//!
//! Defined in nauty's `formats.txt`.

use super::nauty::{Body, write_matrix};
use super::{Format, FormatError};
use crate::Graph;

const MARK: &str = "&";

/// Reads one digraph; a header `>>digraph6<<` and a line end are tolerated, the leading `&` may
/// be missing.
pub fn read(text: &str) -> Result<Graph, FormatError> {
    let body = Body::new(text, Format::Digraph6, MARK)?;
    let n = body.order as u64;
    body.expect_bits(n * n)?;
    let arcs = body
        .ones()
        .take_while(|&bit| bit < n * n)
        .map(|bit| ((bit / n) as usize, (bit % n) as usize));
    body.graph(Graph::directed(body.order, arcs))
}

/// Writes a digraph with its leading `&`, without header and line end.
pub fn write(graph: &Graph) -> Result<String, FormatError> {
    if !graph.is_directed() {
        return Err(FormatError::WrongKind(Format::Digraph6));
    }
    let n = graph.order() as u64;
    let ones = graph.edges().map(|(u, v)| u as u64 * n + v as u64);
    write_matrix(Format::Digraph6, MARK, graph.order(), n * n, ones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GraphError;

    #[test]
    fn the_example_of_the_documentation() {
        let graph = Graph::directed(5, [(0, 2), (0, 4), (3, 1), (3, 4)]).unwrap();
        assert_eq!(write(&graph).unwrap(), "&DI?AO?");
        assert_eq!(read("&DI?AO?").as_ref(), Ok(&graph));
        assert_eq!(read("DI?AO?"), Ok(graph));
    }

    #[test]
    fn loops_are_refused() {
        let error = GraphError::Loop(1);
        assert_eq!(read("&AC"), Err(FormatError::Graph { format: Format::Digraph6, error }));
        assert_eq!(read("&AB"), read("&A?"), "padding may be anything");
    }

    #[test]
    fn undirected_graphs_are_refused() {
        let graph = Graph::undirected(2, [(0, 1)]).unwrap();
        let expected =
            "digraph6 cannot hold an undirected graph: write it as graph6 (g6) or sparse6 (s6)";
        assert_eq!(write(&graph).unwrap_err().to_string(), expected);
    }
}
