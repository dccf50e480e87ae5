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
use crate::limit::MAX_SIZE;

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
            Graph::directed_asking(order, edges)
        } else {
            Graph::undirected_asking(order, edges)
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
