//! graph6: the upper triangle of the adjacency matrix, six bits a character.
//!
//! Defined in nauty's `formats.txt`. Best for small or dense graphs.

use super::nauty::{Body, write_matrix};
use super::{Format, FormatError};
use crate::Graph;

/// Reads one graph; a header `>>graph6<<` and a line end are tolerated.
///
/// As with nauty, the padding bits of the last byte may be anything.
pub fn read(text: &str) -> Result<Graph, FormatError> {
    let body = Body::new(text, Format::Graph6, "")?;
    let bits = triangle(body.order);
    body.expect_bits(bits)?;
    // The bits run down the columns: column v holds the pairs (0, v) to (v - 1, v).
    let (mut v, mut column) = (1, 0);
    let edges = body.ones().take_while(|&bit| bit < bits).map(|bit| {
        while bit >= column + v {
            column += v;
            v += 1;
        }
        ((bit - column) as usize, v as usize)
    });
    body.graph(Graph::undirected_asking(body.order, edges))
}

/// Writes an undirected graph, without header and line end.
pub fn write(graph: &Graph) -> Result<String, FormatError> {
    if graph.is_directed() {
        return Err(FormatError::WrongKind(Format::Graph6));
    }
    let ones = graph.edges().map(|(u, v)| triangle(v) + u as u64);
    write_matrix(Format::Graph6, "", graph.order(), triangle(graph.order()), ones)
}

/// The number of pairs of `n` vertices.
fn triangle(n: usize) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}
