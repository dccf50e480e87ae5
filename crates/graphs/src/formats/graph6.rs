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
    body.graph(Graph::undirected(body.order, edges))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_documentation() {
        let graph = Graph::undirected(5, [(0, 2), (0, 4), (1, 3), (3, 4)]).unwrap();
        assert_eq!(write(&graph).unwrap(), "DQc");
        assert_eq!(read("DQc"), Ok(graph));
    }

    #[test]
    fn the_smallest_graphs() {
        for (n, text) in [(0, "?"), (1, "@"), (2, "A?")] {
            let graph = Graph::undirected(n, []).unwrap();
            assert_eq!(write(&graph).unwrap(), text);
            assert_eq!(read(text), Ok(graph));
        }
    }

    #[test]
    fn padding_may_be_anything() {
        assert_eq!(read("A~"), read("A_"));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let says = |text: &str| read(text).unwrap_err().to_string();
        let expected = "graph6 \"D?\": too short: 5 vertices need 2 bytes after the size, found 1";
        assert_eq!(says("D?"), expected);
        let expected = "graph6: byte 3 is ' ': only characters '?' to '~' are allowed";
        assert_eq!(says("D? "), expected);
        assert!(says(">>graph6<<D\u{e9}").starts_with("graph6: byte 12 is 'é'"));
        assert!(says("A_x").contains("too long: 2 vertices need 1 byte after the size, found 2"));
        assert!(says("").contains("empty"));
        assert!(says("~??").contains("cut short: its '~' announces 3 bytes, found 2"));
        assert!(says("~~~~~~~~").contains("too many vertices"));
        assert!(says("~~??DDDD").contains("too short"));
    }

    #[test]
    fn huge_matrices_are_not_written() {
        let graph = Graph::undirected(1_000_000, [(0, 1)]).unwrap();
        assert!(write(&graph).unwrap_err().to_string().contains("write it as sparse6"));
    }
}
