//! What DIMACS files and edge lists share: they are parsed line by line and word by word.

use super::error::excerpt;
use super::{Format, FormatError, LineProblem};
use crate::Graph;
use crate::limit::{EDGES, MAX_SIZE};

/// Builds a graph from the lines of a text as they come.
pub(super) trait LineParser: Default {
    /// The format parsed.
    const FORMAT: Format;

    /// Takes in the line with this number, without its line end.
    fn line(&mut self, number: usize, line: &str) -> Result<(), FormatError>;

    /// The graph, after the last line.
    fn finish(self) -> Result<Graph, FormatError>;
}

/// Parses a complete text.
pub(super) fn read<P: LineParser>(text: &str) -> Result<Graph, FormatError> {
    let mut parser = P::default();
    for (i, line) in text.lines().enumerate() {
        parser.line(i + 1, line)?;
    }
    parser.finish()
}

/// A place in a text, to report problems at.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) format: Format,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    pub(super) fn error(self, problem: LineProblem) -> FormatError {
        let Place { format, line, column } = self;
        FormatError::Line { format, line, column, problem }
    }
}

/// One word of a line and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) place: Place,
}

impl Word<'_> {
    /// An error that says what was expected in place of this word.
    pub(super) fn unexpected(self, expected: &'static str) -> FormatError {
        let found = excerpt(self.text);
        self.place.error(LineProblem::Unexpected { expected, found })
    }

    /// The value of this word as a number: decimal digits only, at most [`MAX_SIZE`].
    pub(super) fn number(self, expected: &'static str) -> Result<usize, FormatError> {
        if !self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.unexpected(expected));
        }
        let number = self.text.parse().ok().filter(|&number| number <= MAX_SIZE);
        number.ok_or_else(|| self.place.error(LineProblem::TooLarge(excerpt(self.text))))
    }
}

/// The words of a line.
pub(super) struct Words<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Words<'a> {
    pub(super) fn new(format: Format, line: usize, text: &'a str) -> Self {
        Words { rest: text, place: Place { format, line, column: 1 } }
    }

    /// The next word, which must be there.
    pub(super) fn expect(&mut self, expected: &'static str) -> Result<Word<'a>, FormatError> {
        self.next().ok_or_else(|| self.place.error(LineProblem::Missing(expected)))
    }

    /// The next word, which must be a number.
    pub(super) fn number(&mut self, expected: &'static str) -> Result<usize, FormatError> {
        self.expect(expected)?.number(expected)
    }

    /// Refuses any further word.
    pub(super) fn end(mut self) -> Result<(), FormatError> {
        match self.next() {
            Some(word) => Err(word.place.error(LineProblem::Extra(excerpt(word.text)))),
            None => Ok(()),
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.place.column += bytes;
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        self.skip(self.rest.len() - self.rest.trim_start().len());
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let word = Word { text: &self.rest[..end], place: self.place };
        self.skip(end);
        (end > 0).then_some(word)
    }
}

/// Edges on their way into a graph; half the size of pairs of `usize`.
#[derive(Default)]
pub(super) struct EdgeBuffer(Vec<(u32, u32)>);

impl EdgeBuffer {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds an edge between vertices below [`MAX_SIZE`], unless there are too many already.
    pub(super) fn push(&mut self, u: usize, v: usize, format: Format) -> Result<(), FormatError> {
        // The limit is checked whenever the list would have to grow.
        if self.0.len() == self.0.capacity() {
            let more = EDGES.check(Some(self.0.len() + 1));
            more.map_err(|why| FormatError::Graph { format, error: why.into() })?;
        }
        self.0.push((u as u32, v as u32));
        Ok(())
    }

    pub(super) fn into_edges(self) -> impl Iterator<Item = (usize, usize)> {
        self.0.into_iter().map(|(u, v)| (u as usize, v as usize))
    }
}
