//! Edge lists: one edge `u v` or one arc `u > v` a line, vertices from 0.
//!
//! No standard defines them; this is the grammar:
//!
//! * words are separated by white space; `#` or `%` begins a comment up to the end of the line;
//! * `u v` is an edge, `u > v` or `u -> v` an arc; a list holds edges or arcs, not both;
//! * `u` alone is a vertex, with or without edges elsewhere;
//! * `n N` declares the number of vertices, which else is the largest vertex plus one.

use std::fmt::Write;

use super::lines::{self, EdgeBuffer, LineParser, Place, Word, Words};
use super::{Format, FormatError, LineProblem};
use crate::Graph;
use crate::graph::MAX_SIZE;

const VERTEX: &str = "a vertex (a number from 0)";

/// Reads one graph, or one digraph if the list holds arcs. Repeated edges count once.
pub fn read(text: &str) -> Result<Graph, FormatError> {
    lines::read::<Parser>(text)
}

/// Writes the line `n N`, then one edge or arc a line.
///
/// A digraph without arcs comes back as a graph without edges: nothing in the list tells them
/// apart.
pub fn write(graph: &Graph) -> Result<String, FormatError> {
    let joint = if graph.is_directed() { " > " } else { " " };
    let mut text = format!("n {}\n", graph.order());
    for (u, v) in graph.edges() {
        writeln!(text, "{u}{joint}{v}").expect("a String takes everything");
    }
    Ok(text)
}

/// Reads a list line by line.
#[derive(Default)]
pub(super) struct Parser {
    declared: Option<Size>,
    /// The number of vertices if none is declared.
    order: usize,
    directed: Option<bool>,
    edges: EdgeBuffer,
}

/// What the line `n N` says.
struct Size {
    order: usize,
    place: Place,
}

impl LineParser for Parser {
    const FORMAT: Format = Format::EdgeList;

    fn line(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let line = line.split(['#', '%']).next().unwrap_or_default();
        let mut words = Words::new(Self::FORMAT, number, line);
        match words.next() {
            None => Ok(()),
            Some(word) if word.text == "n" => self.size_line(word, words),
            Some(word) => self.edge_line(word, words),
        }
    }

    fn finish(self) -> Result<Graph, FormatError> {
        let order = match self.declared {
            Some(Size { order, .. }) => order,
            None if self.order == 0 => return Err(FormatError::NoEdges),
            None => self.order,
        };
        let edges = self.edges.into_edges();
        let built = if self.directed == Some(true) {
            Graph::directed(order, edges)
        } else {
            Graph::undirected(order, edges)
        };
        built.map_err(|error| FormatError::Graph { format: Self::FORMAT, error })
    }
}

impl Parser {
    fn size_line(&mut self, first: Word, mut words: Words) -> Result<(), FormatError> {
        if let Some(size) = &self.declared {
            return Err(first.place.error(LineProblem::SecondSize(size.place.line)));
        }
        const EXPECTED: &str = "the number of vertices";
        let word = words.expect(EXPECTED)?;
        let order = word.number(EXPECTED)?;
        words.end()?;
        // The declaration may follow the edges.
        if self.order > order {
            return Err(outside(word.place, self.order - 1, order));
        }
        self.declared = Some(Size { order, place: first.place });
        Ok(())
    }

    fn edge_line(&mut self, first: Word, mut words: Words) -> Result<(), FormatError> {
        let u = self.vertex(first)?;
        let Some(second) = words.next() else {
            return Ok(());
        };
        let directed = matches!(second.text, ">" | "->");
        let v = self.vertex(if directed { words.expect(VERTEX)? } else { second })?;
        words.end()?;
        if u == v {
            return Err(first.place.error(LineProblem::Loop(u)));
        }
        if *self.directed.get_or_insert(directed) != directed {
            return Err(first.place.error(LineProblem::Mixed));
        }
        self.edges.push(u, v, Self::FORMAT)
    }

    /// The vertex `word` names, which is counted in.
    fn vertex(&mut self, word: Word) -> Result<usize, FormatError> {
        let vertex = word.number(VERTEX)?;
        if vertex == MAX_SIZE {
            return Err(word.place.error(LineProblem::TooLarge(vertex.to_string())));
        }
        match &self.declared {
            Some(size) if vertex >= size.order => Err(outside(word.place, vertex, size.order)),
            _ => {
                self.order = self.order.max(vertex + 1);
                Ok(vertex)
            }
        }
    }
}

fn outside(place: Place, vertex: usize, order: usize) -> FormatError {
    place.error(match order {
        0 => LineProblem::NoVertices(vertex),
        _ => LineProblem::NoSuchVertex { vertex, first: 0, last: order - 1 },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_go_both_ways() {
        let graph = Graph::undirected(4, [(0, 1), (1, 2)]).unwrap();
        assert_eq!(write(&graph).unwrap(), "n 4\n0 1\n1 2\n");
        assert_eq!(read("n 4\n0 1\n1 2\n"), Ok(graph));
        let digraph = Graph::directed(2, [(0, 1), (1, 0)]).unwrap();
        assert_eq!(write(&digraph).unwrap(), "n 2\n0 > 1\n1 > 0\n");
        assert_eq!(read("0 > 1\n1 -> 0"), Ok(digraph));
    }

    #[test]
    fn the_grammar_is_free() {
        let expected = Graph::undirected(4, [(0, 1), (1, 2)]);
        for text in [
            "# a comment\r\n\r\n\t0   1 % an edge\r\n2 1\r\n1 2\r\n3\r\n",
            "0 1\n1 2\nn 4",
            "n 4#vertices\n0 1\n1 2\n0",
        ] {
            assert_eq!(read(text).ok(), expected.as_ref().ok().cloned(), "{text}");
        }
        assert_eq!(read("n 0").unwrap().order(), 0);
        assert_eq!(read("n 3").unwrap().order(), 3);
        assert_eq!(read("5").unwrap().order(), 6);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases = [
            ("", "edge list: no edges; "),
            ("# nothing", "edge list: no edges; "),
            ("0 1\n1 > 2", "edge list line 2, column 1: edges (u v) and arcs (u > v) in one list"),
            ("n 2\n0 2", "line 2, column 3: vertex 2 is outside 0..=1"),
            ("0 2\nn 2", "line 2, column 3: vertex 2 is outside 0..=1"),
            ("0\nn 0", "line 2, column 3: vertex 0 in a graph declared to have no vertices"),
            ("1 1", "line 1, column 1: loop at vertex 1"),
            ("0 x", "line 1, column 3: expected a vertex (a number from 0), found \"x\""),
            ("-1 2", "line 1, column 1: expected a vertex (a number from 0), found \"-1\""),
            ("0 >", "line 1, column 4: expected a vertex (a number from 0), but the line ends"),
            ("0 1 2.5", "line 1, column 5: unexpected \"2.5\" after the end"),
            ("n 1\nn 2", "line 2, column 1: the size is declared twice (first in line 1)"),
            ("n", "line 1, column 2: expected the number of vertices, but the line ends"),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_size_is_limited() {
        let too_large = [
            format!("0 {MAX_SIZE}"),
            format!("n {}", MAX_SIZE + 1),
            format!("n {}", "9".repeat(1000)),
        ];
        for text in too_large {
            let error = read(&text).unwrap_err().to_string();
            assert!(error.starts_with("edge list line 1, column 3: "), "{error}");
            assert!(error.contains("is too large") && error.len() < 200, "{error}");
        }
    }
}
