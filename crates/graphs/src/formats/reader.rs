//! Streams the graphs of a text, whichever format it is in.

use std::io::{BufRead, Read};
use std::iter::FusedIterator;

use super::error::excerpt;
use super::lines::LineParser;
use super::{Format, FormatError, LineError, dimacs, edge_list, nauty, read_line_as};
use crate::{Graph, Limit};

/// A graph from a [`Reader`], and where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What was read.
    pub graph: Graph,
    /// The line of the input it began in, from 1.
    pub line: usize,
    /// The format it was in.
    pub format: Format,
    /// The line itself, for a one-line format, without header and line end.
    pub text: Option<String>,
}

/// Streams the graphs of a text.
///
/// The first line that is not blank decides: if it is graph6, sparse6 or digraph6, every line is
/// a graph in one of these and only one is in memory at a time; otherwise the whole text is one
/// DIMACS file or one edge list.
///
/// A bad line yields an error that names it, and the next call goes on with the line after it.
/// Only after a failure to read, or after an error within a DIMACS file or an edge list, the
/// stream ends.
///
/// ```
/// use chromex_graphs::formats::Reader;
/// let mut graphs = Reader::new("DQc\nD?\n:Fa@x^\n".as_bytes());
/// assert_eq!(graphs.next().unwrap().unwrap().graph.order(), 5);
/// assert_eq!(graphs.next().unwrap().unwrap_err().line, 2);
/// assert_eq!(graphs.next().unwrap().unwrap().graph.order(), 7);
/// assert!(graphs.next().is_none());
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: Lines<R>,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Stage {
    /// The format is still to be found out.
    Start,
    /// One graph a line.
    Lines,
    Done,
}

/// What the first line that is not blank says about the text.
enum FirstLine {
    Lines,
    Dimacs,
    EdgeList,
}

impl<R: BufRead> Reader<R> {
    /// Reads the graphs of `input`.
    pub fn new(input: R) -> Self {
        Reader { input: Lines { input, buffer: Vec::new(), number: 0 }, stage: Stage::Start }
    }

    /// The next graph, `None` at the end.
    fn advance(&mut self) -> Result<Option<Entry>, LineError> {
        while self.stage != Stage::Done && self.next_line()? {
            let line = self.input.text()?;
            if line.trim().is_empty() {
                continue;
            }
            let header_alone = nauty::without_header(line).trim().is_empty();
            if self.stage == Stage::Start {
                match first_line(line).map_err(|cause| self.input.error(cause))? {
                    FirstLine::Lines => self.stage = Stage::Lines,
                    FirstLine::Dimacs => return self.rest::<dimacs::Parser>().map(Some),
                    FirstLine::EdgeList => return self.rest::<edge_list::Parser>().map(Some),
                }
            }
            if !header_alone {
                return self.one_line().map(Some);
            }
        }
        Ok(None)
    }

    /// Whether there is a further line; after the last one, and after a failure, never again.
    fn next_line(&mut self) -> Result<bool, LineError> {
        let more = self.input.advance();
        if !matches!(more, Ok(true)) {
            self.stage = Stage::Done;
        }
        more
    }

    /// The graph of the current line.
    fn one_line(&self) -> Result<Entry, LineError> {
        let line = self.input.text()?;
        let (format, graph) = read_line_as(line).map_err(|cause| self.input.error(cause))?;
        let text = Some(nauty::without_header(line).to_owned());
        Ok(Entry { graph, line: self.input.number, format, text })
    }

    /// The graph of the current line and all after it.
    fn rest<P: LineParser>(&mut self) -> Result<Entry, LineError> {
        self.stage = Stage::Done;
        let (mut parser, start) = (P::default(), self.input.number);
        loop {
            let line = self.input.text()?;
            parser.line(self.input.number, line).map_err(|cause| self.input.error(cause))?;
            if !self.input.advance()? {
                break;
            }
        }
        let located = |cause: FormatError| LineError { line: cause.line().unwrap_or(start), cause };
        let graph = parser.finish().map_err(located)?;
        Ok(Entry { graph, line: start, format: P::FORMAT, text: None })
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}

/// Tells the formats apart: nauty's lines contain no white space, and none of them begins with a
/// digit, `#` or `%`.
fn first_line(line: &str) -> Result<FirstLine, FormatError> {
    let first = line.split_whitespace().next().unwrap_or_default();
    match (first, line.trim_start().bytes().next()) {
        // No graph6 line is as short as one of these letters.
        ("c" | "p" | "e", _) => Ok(FirstLine::Dimacs),
        ("n", _) | (_, Some(b'0'..=b'9' | b'#' | b'%')) => Ok(FirstLine::EdgeList),
        (_, Some(b'&' | b':' | b';' | b'>' | b'?'..=b'~')) => Ok(FirstLine::Lines),
        _ => Err(FormatError::Unrecognised(excerpt(line))),
    }
}

/// Numbered lines, one at a time in a buffer that is used again.
#[derive(Debug)]
struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// Goes to the next line; false if there is none.
    fn advance(&mut self) -> Result<bool, LineError> {
        self.buffer.clear();
        self.number += 1;
        // The list that holds the line may just have doubled, and the graph comes beside it.
        let most = Limit::current().bytes / 4;
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.buffer);
        let length = read.map_err(|error| {
            self.error(FormatError::Io { kind: error.kind(), message: error.to_string() })
        })?;
        if length as u64 == most {
            return Err(self.error(FormatError::LineTooLong(most)));
        }
        Ok(length > 0)
    }

    /// The current line without its end.
    fn text(&self) -> Result<&str, LineError> {
        match str::from_utf8(&self.buffer) {
            Ok(text) => Ok(text.trim_end_matches(['\r', '\n'])),
            Err(error) => Err(self.error(FormatError::NotUtf8 { column: error.valid_up_to() + 1 })),
        }
    }

    fn error(&self, cause: FormatError) -> LineError {
        LineError { line: self.number, cause }
    }
}
