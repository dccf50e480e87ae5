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
    body.graph(Graph::directed_asking(body.order, arcs))
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
