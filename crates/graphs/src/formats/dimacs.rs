//! DIMACS `.col` files: `c` comments, one line `p edge N M`, then `e u v` with vertices from 1.
//!
//! Defined for the second DIMACS implementation challenge
//! (<https://mat.tepper.cmu.edu/COLOR/instances.html>). They hold undirected graphs only.

use std::fmt::Write;

use super::lines::{self, EdgeBuffer, LineParser, Place, Word, Words};
use super::{Format, FormatError, LineProblem};
use crate::Graph;

/// Reads one graph. `p col` is read as `p edge`, repeated edges count once.
///
/// The benchmark files disagree on whether M counts an edge once or in both directions, listed
/// or not. Any of these is right; any other number means that the file is damaged.
pub fn read(text: &str) -> Result<Graph, FormatError> {
    lines::read::<Parser>(text)
}

/// Writes an undirected graph: the `p` line, then one edge a line.
pub fn write(graph: &Graph) -> Result<String, FormatError> {
    if graph.is_directed() {
        return Err(FormatError::WrongKind(Format::Dimacs));
    }
    let mut text = format!("p edge {} {}\n", graph.order(), graph.edge_count());
    for (u, v) in graph.edges() {
        writeln!(text, "e {} {}", u + 1, v + 1).expect("a String takes everything");
    }
    Ok(text)
}

/// Reads a file line by line.
#[derive(Default)]
pub(super) struct Parser {
    size: Option<Size>,
    edges: EdgeBuffer,
}

/// What the `p` line says.
struct Size {
    order: usize,
    edges: usize,
    /// Where the number of edges stands.
    place: Place,
}

impl LineParser for Parser {
    const FORMAT: Format = Format::Dimacs;

    fn line(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let mut words = Words::new(Self::FORMAT, number, line);
        let Some(first) = words.next() else {
            return Ok(());
        };
        match first.text {
            "c" => Ok(()),
            "p" => self.size_line(first, words),
            "e" => self.edge_line(first, words),
            _ => Err(first.unexpected("a line `c …`, `p edge N M` or `e u v`")),
        }
    }

    fn finish(self) -> Result<Graph, FormatError> {
        let Parser { size, edges } = self;
        let size = size.ok_or(FormatError::NoSizeLine)?;
        let (declared, found) = (size.edges, edges.len());
        let graph = Graph::undirected_asking(size.order, edges.into_edges())
            .map_err(|error| FormatError::Graph { format: Self::FORMAT, error })?;
        let distinct = graph.edge_count();
        if [found, distinct, 2 * found, 2 * distinct].contains(&declared) {
            return Ok(graph);
        }
        Err(size.place.error(LineProblem::EdgeCount { declared, found }))
    }
}

impl Parser {
    fn size_line(&mut self, first: Word, mut words: Words) -> Result<(), FormatError> {
        if let Some(size) = &self.size {
            return Err(first.place.error(LineProblem::SecondSize(size.place.line)));
        }
        let kind = words.expect("`edge`")?;
        if !matches!(kind.text, "edge" | "edges" | "col") {
            return Err(kind.unexpected("`edge` or `col`"));
        }
        let order = words.number("the number of vertices")?;
        let edges = words.expect("the number of edges")?;
        let place = edges.place;
        self.size = Some(Size { order, edges: edges.number("the number of edges")?, place });
        words.end()
    }

    fn edge_line(&mut self, first: Word, mut words: Words) -> Result<(), FormatError> {
        let Some(size) = &self.size else {
            return Err(first.place.error(LineProblem::EdgeBeforeSize));
        };
        let u = vertex(&mut words, size.order)?;
        let v = vertex(&mut words, size.order)?;
        words.end()?;
        if u == v {
            return Err(first.place.error(LineProblem::Loop(u)));
        }
        self.edges.push(u - 1, v - 1, Self::FORMAT)
    }
}

fn vertex(words: &mut Words, order: usize) -> Result<usize, FormatError> {
    const EXPECTED: &str = "a vertex (a number from 1)";
    let word = words.expect(EXPECTED)?;
    let vertex = word.number(EXPECTED)?;
    if order == 0 {
        return Err(word.place.error(LineProblem::NoVertices(vertex)));
    }
    if vertex == 0 || vertex > order {
        let (first, last) = (1, order);
        return Err(word.place.error(LineProblem::NoSuchVertex { vertex, first, last }));
    }
    Ok(vertex)
}
