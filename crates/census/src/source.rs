//! The sources of the graphs of a census.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use chromex::Budget;
use chromex::graphs::formats::{self, Entry, Format, Reader};
use chromex::graphs::generate::{GraphKind, Part, Selection};
use chromex::graphs::{Board, Graph, Limit, TextError, all, expand, parse};
use chromex_files::Disk;

/// Why a source gives no graphs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// What was typed was not understood.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A file cannot be opened.
    #[error("cannot open `{0}`: {1}")]
    Open(String, String),
    /// The text looks like a file name, but there is no such file.
    #[error("there is no file `{0}`")]
    NoFile(String),
    /// A line is not a graph.
    #[error("{0}, {1}")]
    Line(String, String),
}

/// A source of graphs, as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    text: String,
    from: From,
    part: Part,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum From {
    /// All graphs of a kind.
    Generated(Selection),
    File(PathBuf),
    Input,
    /// A graph expression, perhaps with ranges.
    Expression,
    Listed(Vec<String>),
}

/// Graphs one after the other.
pub(crate) type Boards = Box<dyn Iterator<Item = Result<Board, SourceError>> + Send>;

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
        let from = match Selection::recognise(text)? {
            Some(selection) => From::Generated(selection),
            None if text == "-" => From::Input,
            None => match text.strip_prefix('@') {
                Some(path) => From::File(path.into()),
                None => named(text)?,
            },
        };
        if let From::File(path) = &from {
            Disk::real()
                .open(path)
                .map_err(|e| SourceError::Open(path.display().to_string(), e.to_string()))?;
        }
        Ok(Source { text: text.to_owned(), from, part: Part::WHOLE })
    }

    /// Graphs that are listed, each as an expression or as a line of a graph6, sparse6 or digraph6 file.
    pub fn listed(graphs: Vec<String>) -> Source {
        let text = format!("a list of {} graphs", graphs.len());
        Source { text, from: From::Listed(graphs), part: Part::WHOLE }
    }

    /// Whether the text of the source alone determines its graphs.
    pub(crate) fn is_determined(&self) -> bool {
        matches!(self.from, From::Generated(_) | From::Expression)
    }

    /// What was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part of the source that is used.
    pub(crate) fn chosen_part(&self) -> Part {
        self.part
    }

    /// Uses only a part of the source.
    pub fn part(mut self, part: Part) -> Source {
        self.part = part;
        self
    }

    /// A text that identifies the source, so that a run is not continued with other graphs. Whether
    /// a file still contains the same graphs is checked when they are skipped.
    pub fn identity(&self) -> String {
        match self.part {
            Part { of: 1, .. } => self.text.clone(),
            Part { index, of } => format!("{} part {index}/{of}", self.text),
        }
    }

    /// Whether the graphs come sorted by number of vertices, fewest first.
    pub fn is_ascending(&self) -> bool {
        matches!(self.from, From::Generated(..))
    }

    /// The number of graphs, if it is known beforehand.
    pub fn total(&self) -> Option<u64> {
        let whole = match &self.from {
            From::Generated(selection) => selection.count()?,
            From::Expression => expand(&self.text).ok()?.count() as u64,
            From::Listed(graphs) => graphs.len() as u64,
            From::File(_) | From::Input => return None,
        };
        match self.part.of {
            1 => Some(whole),
            // The parts have about equal sizes.
            of => Some(whole.div_ceil(of)),
        }
    }

    /// Starts the stream of graphs.
    pub fn boards(&self) -> Result<Boards, SourceError> {
        let part = self.part;
        let mine = move |number: &u64| part.has(*number);
        match &self.from {
            From::Generated(selection) => {
                Ok(Box::new(selection.graphs(part).map(|graph| Ok(all::board(graph)))))
            }
            From::File(path) => {
                let name = path.display().to_string();
                let file = Disk::real()
                    .open(path)
                    .map_err(|error| SourceError::Open(name.clone(), error.to_string()))?;
                Ok(lines(BufReader::new(file), name, part))
            }
            From::Input => {
                Ok(lines(BufReader::new(io::stdin()), "standard input".to_owned(), part))
            }
            From::Expression => {
                let names = expand(&self.text)?.zip(0..).filter(move |(_, i)| mine(i));
                Ok(Box::new(names.map(|(name, _)| Ok(built(&name)?))))
            }
            From::Listed(graphs) => {
                let graphs = graphs.clone().into_iter().zip(0..).filter(move |(_, i)| mine(i));
                Ok(Box::new(graphs.map(|(text, _)| read_graph(&text))))
            }
        }
    }
}

/// A graph from a list: an expression, or a line of a file.
pub fn read_graph(text: &str) -> Result<Board, SourceError> {
    // Lines of sparse6 begin with a colon.
    if text.find(':').is_some_and(|at| at > 0) {
        return Ok(built(text)?);
    }
    let mut lines = Reader::new(text.as_bytes());
    let wrong = |why: String| SourceError::Line(format!("`{}`", text.escape_debug()), why);
    let entry = lines.next().ok_or_else(|| wrong("there is no graph".to_owned()))?;
    entry.map(board).map_err(|error| wrong(error.to_string()))
}

/// The graph of an expression, within the default limit on memory.
fn built(name: &str) -> Result<Board, TextError> {
    let current = Limit::current();
    Limit { bytes: current.bytes.min(Budget::default().memory), ..current }.during(|| parse(name))
}

/// A file that exists, or an expression; its first graph is built to see whether the expression can
/// be understood.
fn named(text: &str) -> Result<From, SourceError> {
    let first =
        expand(text).and_then(|mut names| names.next().map(|name| built(&name)).transpose());
    match first {
        Ok(_) => Ok(From::Expression),
        Err(_) if std::path::Path::new(text).is_file() => Ok(From::File(text.into())),
        Err(_) if looks_like_a_file(text) => Err(SourceError::NoFile(text.to_owned())),
        Err(error) => {
            let names: Vec<String> = GraphKind::every().map(|kind| kind.to_string()).collect();
            let typed = text.split(':').next().unwrap_or_default();
            Err(error.did_you_mean(typed, names.iter().map(String::as_str)).into())
        }
    }
}

/// Expressions contain a colon and no slash; file names usually have an ending.
fn looks_like_a_file(text: &str) -> bool {
    text.contains('/') || text.contains('.') && !text.contains(':')
}

fn lines(input: impl BufRead + Send + 'static, name: String, part: Part) -> Boards {
    let entries = Reader::new(input).zip(0..).filter(move |(_, i)| part.has(*i));
    Box::new(entries.map(move |(entry, _)| {
        entry.map(board).map_err(|error| SourceError::Line(name.clone(), error.to_string()))
    }))
}

/// A board whose name is an expression for the graph.
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
