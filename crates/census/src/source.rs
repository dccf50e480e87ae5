//! Where the graphs of a census come from.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use chromex::graphs::formats::{self, Entry, Format, Reader};
use chromex::graphs::generate::{Kind, Part, stream};
use chromex::graphs::{Board, Graph, TextError, all, expand, parse};

/// Why graphs cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// What was typed was not understood.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A file cannot be opened.
    #[error("cannot open `{0}`: {1}")]
    Open(String, String),
    /// It looks like a file, and there is none.
    #[error("there is no file `{0}`")]
    NoFile(String),
    /// A line is no graph.
    #[error("{0}, {1}")]
    Line(String, String),
}

/// A stream of graphs, not yet begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    text: String,
    from: From,
    part: Part,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum From {
    /// All of a kind, with each number of vertices from … to ….
    Generated(Kind, usize, usize),
    File(PathBuf),
    Input,
    /// A graph expression, perhaps with ranges.
    Expression,
}

/// Graphs one after the other.
pub type Boards = Box<dyn Iterator<Item = Result<Board, SourceError>> + Send>;

impl Source {
    /// Reads a source as it is typed: `connected:8`, `trees:1..12`, `@FILE`, the name of a file that
    /// exists, `-` for standard input, or a graph expression, which may have ranges.
    ///
    /// ```
    /// use chromex_census::Source;
    /// let count = |text: &str| Source::parse(text).unwrap().boards().unwrap().count();
    /// assert_eq!((count("connected:1..5"), count("cubic:8"), count("path:1..7")), (31, 5, 7));
    /// ```
    pub fn parse(text: &str) -> Result<Source, SourceError> {
        let from = match generated(text)? {
            Some((kind, first, last)) => From::Generated(kind, first, last),
            None if text == "-" => From::Input,
            None => match text.strip_prefix('@') {
                Some(path) => From::File(path.into()),
                None => named(text)?,
            },
        };
        if let From::File(path) = &from {
            File::open(path)
                .map_err(|e| SourceError::Open(path.display().to_string(), e.to_string()))?;
        }
        Ok(Source { text: text.to_owned(), from, part: Part::WHOLE })
    }

    /// Only a part of it: number `index`, from 0, of so many.
    pub fn part(mut self, part: Part) -> Source {
        self.part = part;
        self
    }

    /// What it is, so that a run is not continued with other graphs. Whether a file still holds the
    /// graphs that were done is seen when they are passed over.
    pub fn identity(&self) -> String {
        match self.part {
            Part { of: 1, .. } => self.text.clone(),
            Part { index, of } => format!("{} part {index}/{of}", self.text),
        }
    }

    /// Whether the graphs come by number of vertices, fewest first.
    pub fn is_ascending(&self) -> bool {
        matches!(self.from, From::Generated(..))
    }

    /// How many graphs there are, if that is known beforehand (OEIS A000088, A001349, A000055,
    /// A033995, A005142, A002851, A000084; strictly matched graphs as they were counted here).
    pub fn total(&self) -> Option<u64> {
        let whole = match &self.from {
            From::Generated(kind, first, last) => {
                (*first..=*last).map(|n| known_count(*kind, n)).sum::<Option<u64>>()?
            }
            From::Expression => expand(&self.text).ok()?.count() as u64,
            From::File(_) | From::Input => return None,
        };
        match self.part.of {
            1 => Some(whole),
            // The parts are about equal.
            of => Some(whole.div_ceil(of)),
        }
    }

    /// Begins the stream.
    pub fn boards(&self) -> Result<Boards, SourceError> {
        let part = self.part;
        let mine = move |number: &u64| part.has(*number);
        match &self.from {
            From::Generated(kind, first, last) => {
                let kind = *kind;
                let graphs = (*first..=*last).flat_map(move |n| stream(kind, n, part));
                Ok(Box::new(graphs.map(|graph| Ok(all::board(graph)))))
            }
            From::File(path) => {
                let name = path.display().to_string();
                let file = File::open(path)
                    .map_err(|error| SourceError::Open(name.clone(), error.to_string()))?;
                Ok(lines(BufReader::new(file), name, part))
            }
            From::Input => {
                Ok(lines(BufReader::new(io::stdin()), "standard input".to_owned(), part))
            }
            From::Expression => {
                let names = expand(&self.text)?.collect::<Vec<_>>();
                let names = names.into_iter().zip(0..).filter(move |(_, i)| mine(i));
                Ok(Box::new(names.map(|(name, _)| Ok(parse(&name)?))))
            }
        }
    }
}

/// A file that exists, or an expression, of which the first graph tells whether it is understood.
fn named(text: &str) -> Result<From, SourceError> {
    let first =
        expand(text).and_then(|mut names| names.next().map(|name| parse(&name)).transpose());
    match first {
        Ok(_) => Ok(From::Expression),
        Err(_) if std::path::Path::new(text).is_file() => Ok(From::File(text.into())),
        Err(_) if looks_like_a_file(text) => Err(SourceError::NoFile(text.to_owned())),
        Err(error) => {
            let names: Vec<String> = Kind::every().map(|kind| kind.to_string()).collect();
            let typed = text.split(':').next().unwrap_or_default();
            Err(error.did_you_mean(typed, names.iter().map(String::as_str)).into())
        }
    }
}

/// Expressions have a colon and no slash; a file usually has an ending.
fn looks_like_a_file(text: &str) -> bool {
    text.contains('/') || text.contains('.') && !text.contains(':')
}

/// `KIND:N` or `KIND:N..N`
fn generated(text: &str) -> Result<Option<(Kind, usize, usize)>, TextError> {
    let Some((name, range)) = text.split_once(':') else { return Ok(None) };
    let Ok(kind) = name.parse::<Kind>() else { return Ok(None) };
    if range.contains(',') {
        // `bipartite:3,4` is one graph, of a family.
        return Ok(None);
    }
    let span = name.len() + 1..text.len();
    let (first, last) = range.split_once("..").unwrap_or((range, range));
    let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else {
        return Err(TextError::new(text, span, "expected a number of vertices, or a range")
            .help(format!("for example {name}:7 or {name}:1..7")));
    };
    if last > kind.most() {
        let most = kind.most();
        return Err(TextError::new(text, span, format!("at most {most} vertices for `{name}`")));
    }
    if first > last {
        return Err(TextError::new(text, span, "the range is empty"));
    }
    Ok(Some((kind, first, last)))
}

fn lines(input: impl BufRead + Send + 'static, name: String, part: Part) -> Boards {
    let entries = Reader::new(input).zip(0..).filter(move |(_, i)| part.has(*i));
    Box::new(entries.map(move |(entry, _)| {
        entry.map(board).map_err(|error| SourceError::Line(name.clone(), error.to_string()))
    }))
}

/// A board whose name is an expression that gives the graph again.
fn board(entry: Entry) -> Board {
    let name = match (entry.format, entry.text) {
        (Format::Graph6, Some(text)) => format!("g6:{text}"),
        (Format::Sparse6, Some(text)) => format!("s6:{text}"),
        (Format::Digraph6, Some(text)) => format!("d6:{text}"),
        _ => encoded(&entry.graph),
    };
    Board::new(entry.graph, name)
}

fn encoded(graph: &Graph) -> String {
    let (format, prefix) = match graph.is_directed() {
        true => (Format::Digraph6, "d6"),
        false => (Format::Graph6, "g6"),
    };
    formats::write(graph, format).map_or_else(|_| "graph".to_owned(), |t| format!("{prefix}:{t}"))
}

/// The numbers of graphs, for estimates only.
fn known_count(kind: Kind, n: usize) -> Option<u64> {
    const ALL: &[u64] = &[1, 1, 2, 4, 11, 34, 156, 1044, 12346, 274668, 12005168, 1018997864];
    const CONNECTED: &[u64] = &[1, 1, 1, 2, 6, 21, 112, 853, 11117, 261080, 11716571, 1006700565];
    const TREES: &[u64] = &[
        1, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159, 7741, 19320, 48629, 123867,
        317955, 823065,
    ];
    const BIPARTITE: &[u64] = &[1, 1, 2, 3, 7, 13, 35, 88, 303, 1119, 5479, 32303, 251135];
    const CONNECTED_BIPARTITE: &[u64] = &[1, 1, 1, 1, 3, 5, 17, 44, 182, 730, 4032, 25598, 212780];
    const CUBIC: &[u64] =
        &[0, 0, 0, 0, 1, 0, 2, 0, 5, 0, 19, 0, 85, 0, 509, 0, 4060, 0, 41301, 0, 510489];
    const COGRAPHS: &[u64] =
        &[1, 1, 2, 4, 10, 24, 66, 180, 522, 1532, 4624, 14136, 43930, 137908, 444444];
    const STRICTLY_MATCHED: &[u64] = &[1, 1, 1, 2, 4, 9, 21, 65, 240, 1128, 6764, 53971];
    let counts = match kind {
        Kind::All => ALL,
        Kind::Connected => CONNECTED,
        Kind::Trees => TREES,
        Kind::Bipartite => BIPARTITE,
        Kind::ConnectedBipartite => CONNECTED_BIPARTITE,
        Kind::Cubic => CUBIC,
        Kind::Cographs => COGRAPHS,
        Kind::StrictlyMatched => STRICTLY_MATCHED,
    };
    counts.get(n).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_streams() {
        for kind in Kind::every() {
            for n in 0..=7 {
                let source = Source::parse(&format!("{kind}:{n}")).unwrap();
                let count = source.boards().unwrap().count() as u64;
                assert_eq!(source.total(), Some(count), "{kind}:{n}");
            }
        }
    }

    #[test]
    fn families_and_kinds_keep_apart() {
        assert_eq!(Source::parse("bipartite:3,4").unwrap().total(), Some(1));
        assert_eq!(Source::parse("bipartite:5").unwrap().total(), Some(13));
        let error = |text: &str| Source::parse(text).unwrap_err().to_string();
        assert!(
            error("conected:7").contains("did you mean `connected`?"),
            "{}",
            error("conected:7")
        );
        assert!(error("connected:99").contains("at most 16 vertices"));
        assert!(error("connected:5..3").contains("the range is empty"));
        assert!(error("trees:x").contains("expected a number of vertices"));
        assert!(error("@/no/such/file").contains("cannot open"));
        for missing in ["nowhere.g6", "/no/such/file", "folder/connected:7"] {
            assert_eq!(error(missing), format!("there is no file `{missing}`"));
        }
    }
}
