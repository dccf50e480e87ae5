//! Streams the graphs of a text, whichever format it is in.

use std::io::BufRead;
use std::iter::FusedIterator;

use super::error::excerpt;
use super::lines::LineParser;
use super::{Format, FormatError, LineError, dimacs, edge_list, nauty, read_line_as};
use crate::Graph;

/// A graph from a [`Reader`], and where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The graph.
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
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    /// The format is still to be found out.
    Start,
    /// One graph a line.
    Lines,
    Done,
}

/// What the first line that is not blank says about the text.
enum Kind {
    Lines,
    Dimacs,
    EdgeList,
}

impl<R: BufRead> Reader<R> {
    /// Reads the graphs of `input`.
    pub fn new(input: R) -> Self {
        Reader { input: Lines { input, buffer: Vec::new(), number: 0 }, state: State::Start }
    }

    /// The next graph, `None` at the end.
    fn advance(&mut self) -> Result<Option<Entry>, LineError> {
        while self.state != State::Done && self.next_line()? {
            let line = self.input.text()?;
            if line.trim().is_empty() {
                continue;
            }
            let header_alone = nauty::without_header(line).trim().is_empty();
            if self.state == State::Start {
                match kind(line).map_err(|cause| self.input.error(cause))? {
                    Kind::Lines => self.state = State::Lines,
                    Kind::Dimacs => return self.rest::<dimacs::Parser>().map(Some),
                    Kind::EdgeList => return self.rest::<edge_list::Parser>().map(Some),
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
            self.state = State::Done;
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
        self.state = State::Done;
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
fn kind(line: &str) -> Result<Kind, FormatError> {
    let first = line.split_whitespace().next().unwrap_or_default();
    match (first, line.trim_start().bytes().next()) {
        // No graph6 line is as short as one of these letters.
        ("c" | "p" | "e", _) => Ok(Kind::Dimacs),
        ("n", _) | (_, Some(b'0'..=b'9' | b'#' | b'%')) => Ok(Kind::EdgeList),
        (_, Some(b'&' | b':' | b';' | b'>' | b'?'..=b'~')) => Ok(Kind::Lines),
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
        let read = self.input.read_until(b'\n', &mut self.buffer);
        read.map(|bytes| bytes > 0).map_err(|error| {
            self.error(FormatError::Io { kind: error.kind(), message: error.to_string() })
        })
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

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::*;
    use crate::GraphError;

    fn entries(bytes: &[u8]) -> Vec<Result<Entry, LineError>> {
        Reader::new(bytes).collect()
    }

    #[test]
    fn streams_mix_the_one_line_formats_and_go_on_after_errors() {
        let text = b">>graph6<<DQc\r\n\n:Fa@x^\n;Fa\n&DI?AO?\nD?\n\xff\xfe\n  \n:@?\nA_";
        let entries = entries(text);
        let summary: Vec<_> = entries
            .iter()
            .map(|entry| match entry {
                Ok(Entry { graph, line, format, .. }) => (*line, Some((graph.order(), *format))),
                Err(error) => (error.line, None),
            })
            .collect();
        let expected = [
            (1, Some((5, Format::Graph6))),
            (3, Some((7, Format::Sparse6))),
            (4, None),
            (5, Some((5, Format::Digraph6))),
            (6, None),
            (7, None),
            (9, None),
            (10, Some((2, Format::Graph6))),
        ];
        assert_eq!(summary, expected);
        assert_eq!(entries[0].as_ref().unwrap().text.as_deref(), Some("DQc"));
        let loops = FormatError::Graph { format: Format::Sparse6, error: GraphError::Loop(0) };
        assert_eq!(entries[6].as_ref().unwrap_err().cause, loops);
        let says = |i: usize| entries[i].as_ref().unwrap_err().to_string();
        assert!(says(2).starts_with("line 4: incremental sparse6"));
        assert!(says(5).starts_with("line 7: byte 1 is not UTF-8"));
    }

    #[test]
    fn the_first_line_tells_the_format() {
        let cases = [
            ("\n\nc a comment\np edge 2 1\ne 1 2\n", Format::Dimacs, 3),
            ("c\np col 2 1\ne 1 2", Format::Dimacs, 1),
            ("0 1", Format::EdgeList, 1),
            ("  n 2\n0 1", Format::EdgeList, 1),
            ("#comment\n0 1\n", Format::EdgeList, 1),
            ("%\r\n0 1\r\n", Format::EdgeList, 1),
            ("A_", Format::Graph6, 1),
            (">>graph6<<\nA_\n", Format::Graph6, 2),
            (">>sparse6<<:An\n", Format::Sparse6, 1),
        ];
        let edge = Graph::undirected(2, [(0, 1)]).unwrap();
        for (text, format, line) in cases {
            let entries = entries(text.as_bytes());
            let [Ok(entry)] = &entries[..] else { panic!("{text:?}: {entries:?}") };
            assert_eq!((&entry.graph, entry.format, entry.line), (&edge, format, line), "{text:?}");
        }
        assert!(entries(b"").is_empty());
        assert!(entries(b"\n \r\n").is_empty());
        let strange = entries(b"!?\nA_\n");
        assert!(matches!(
            strange[0],
            Err(LineError { line: 1, cause: FormatError::Unrecognised(_) })
        ));
        assert_eq!(strange[1].as_ref().unwrap().line, 2);
    }

    #[test]
    fn errors_in_whole_files_name_their_line_once() {
        let says = |text: &[u8]| entries(text)[0].as_ref().unwrap_err().to_string();
        let expected = "DIMACS line 3, column 5: vertex 3 is outside 1..=2";
        assert_eq!(says(b"\np edge 2 1\ne 1 3\n"), expected);
        assert!(says(b"c only\n").starts_with("line 1: DIMACS: no line `p edge N M`"));
        assert!(says(b"0 1\n1 \xff\n").starts_with("line 2: byte 3 is not UTF-8"));
        assert!(says(b"# none\n").starts_with("line 1: edge list: no edges"));
        assert_eq!(entries(b"0 1\n1 x\n2 3\n").len(), 1, "no second graph after the error");
    }

    #[test]
    fn failures_to_read_are_reported_once() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        for text in ["A_\n", "0 1\n", ""] {
            let input = BufReader::new(text.as_bytes()).chain(BufReader::new(Broken));
            let last = Reader::new(input).last().unwrap().unwrap_err();
            assert_eq!(last.line, text.lines().count() + 1);
            assert!(last.to_string().contains("cannot read: the disk is gone"), "{last}");
        }
    }

    #[test]
    fn lines_are_read_one_at_a_time() {
        /// Endless input: reading it whole would never end.
        struct Endless;
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer.chunks_exact_mut(4).for_each(|line| line.copy_from_slice(b"DQc\n"));
                Ok(buffer.len() / 4 * 4)
            }
        }
        let input: &mut dyn BufRead = &mut BufReader::with_capacity(4096, Endless);
        assert_eq!(Reader::new(input).take(100_000).filter(|entry| entry.is_ok()).count(), 100_000);
    }
}
