//! Every graph of a kind and size, one of each isomorphism class, as one lazy stream.
//!
//! The graphs come in the canonical labelling of [`crate::symmetry`], so that the same graph always
//! has the same graph6 text. Graphs of most kinds are made one after the other in little memory
//! (`grow`, `cographs`); cubic and strictly matched graphs are all made when the first is asked
//! for.
//!
//! To add a kind: a variant of [`GraphKind`], its row in `KINDS`, and its line in [`stream`].

mod cographs;
mod cubic;
mod grow;
mod matched;
mod small;

use std::fmt;
use std::iter::once_with;
use std::str::FromStr;

use chromex_graphs::{Graph, TextError};
use chromex_text::nearest;
use cographs::Cographs;
use grow::Grower;
use small::Small;

/// The kinds of graphs that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GraphKind {
    /// All undirected graphs.
    All,
    /// All connected graphs.
    Connected,
    /// Trees.
    Trees,
    /// Graphs without odd cycles.
    Bipartite,
    /// Connected graphs without odd cycles.
    ConnectedBipartite,
    /// Connected graphs in which every vertex has three neighbours.
    Cubic,
    /// Graphs without an induced path of four vertices.
    Cographs,
    /// Graphs with a strictly matched involution (Andres et al.).
    StrictlyMatched,
}

/// The description of a kind.
struct About {
    kind: GraphKind,
    name: &'static str,
    summary: &'static str,
    /// The largest number of vertices, and the reason for this limit.
    most: usize,
    limit: &'static str,
    /// The number of graphs for each number of vertices, as far as the list goes.
    counts: &'static [u64],
}

const TOO_MANY: &str = "there are more graphs than anybody can wait for";
const WORD: &str = "a set of vertices is a word of 32 bits";
const MEMORY: &str = "all of them are held in memory";

/// The counts are OEIS A000088, A001349, A000055, A033995, A005142 and A002851; strictly matched graphs were
/// counted here, cographs are counted by `Cographs`.
const KINDS: [About; 8] = [
    About {
        kind: GraphKind::All,
        name: "all",
        summary: "all undirected graphs",
        most: 16,
        limit: TOO_MANY,
        counts: &[1, 1, 2, 4, 11, 34, 156, 1044, 12346, 274668, 12005168, 1018997864],
    },
    About {
        kind: GraphKind::Connected,
        name: "connected",
        summary: "the connected ones",
        most: 16,
        limit: TOO_MANY,
        counts: &[1, 1, 1, 2, 6, 21, 112, 853, 11117, 261080, 11716571, 1006700565],
    },
    About {
        kind: GraphKind::Trees,
        name: "trees",
        summary: "trees",
        most: small::MOST,
        limit: WORD,
        counts: &[
            1, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159, 7741, 19320, 48629, 123867,
            317955, 823065,
        ],
    },
    About {
        kind: GraphKind::Bipartite,
        name: "bipartite",
        summary: "graphs without odd cycles",
        most: 16,
        limit: TOO_MANY,
        counts: &[1, 1, 2, 3, 7, 13, 35, 88, 303, 1119, 5479, 32303, 251135],
    },
    About {
        kind: GraphKind::ConnectedBipartite,
        name: "connected-bipartite",
        summary: "the connected ones of these",
        most: 16,
        limit: TOO_MANY,
        counts: &[1, 1, 1, 1, 3, 5, 17, 44, 182, 730, 4032, 25598, 212780],
    },
    About {
        kind: GraphKind::Cubic,
        name: "cubic",
        summary: "connected graphs with all degrees three",
        most: 20,
        limit: MEMORY,
        counts: &[0, 0, 0, 0, 1, 0, 2, 0, 5, 0, 19, 0, 85, 0, 509, 0, 4060, 0, 41301, 0, 510489],
    },
    About {
        kind: GraphKind::Cographs,
        name: "cographs",
        summary: "graphs without an induced path of four vertices",
        most: small::MOST,
        limit: WORD,
        counts: &[],
    },
    About {
        kind: GraphKind::StrictlyMatched,
        name: "strictly-matched",
        summary: "graphs with a strictly matched involution (Andres et al.)",
        most: 12,
        limit: MEMORY,
        counts: &[1, 1, 1, 2, 4, 9, 21, 65, 240, 1128, 6764, 53971],
    },
];

impl GraphKind {
    /// All kinds.
    pub fn every() -> impl Iterator<Item = GraphKind> {
        KINDS.iter().map(|about| about.kind)
    }

    fn about(self) -> &'static About {
        let found = KINDS.iter().find(|about| about.kind == self);
        found.expect("every kind is in the table")
    }

    /// The name of the kind, as it is typed.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// A description of the kind, in words.
    pub fn summary(self) -> &'static str {
        self.about().summary
    }

    /// The largest number of vertices for which [`stream`] works.
    pub fn most(self) -> usize {
        self.about().most
    }

    /// The number of graphs, if it is known beforehand.
    fn count(self, n: usize) -> Option<u64> {
        match self {
            GraphKind::Cographs => Some(Cographs::new(n).count(n)),
            _ => self.about().counts.get(n).copied(),
        }
    }
}

impl fmt::Display for GraphKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GraphKind {
    type Err = ();

    /// `graphs` is another name for `all`.
    fn from_str(text: &str) -> Result<GraphKind, ()> {
        let name = if text == "graphs" { GraphKind::All.name() } else { text };
        GraphKind::every().find(|kind| kind.name() == name).ok_or(())
    }
}

/// One of several parts of a stream, which together are the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 0.
    pub index: u64,
    /// The number of parts.
    pub of: u64,
}

impl Part {
    /// The only part: the whole stream.
    pub const WHOLE: Part = Part { index: 0, of: 1 };

    /// Whether the item with this number belongs to the part.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.index
    }
}

impl FromStr for Part {
    type Err = String;

    /// `3/8` is the third of eight parts.
    fn from_str(text: &str) -> Result<Part, String> {
        let number = |text: &str| text.parse::<u64>().ok();
        let numbers = text.split_once('/').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match numbers {
            Some((index, of)) if 1 <= index && index <= of => Ok(Part { index: index - 1, of }),
            _ => Err("expected a part such as 3/8".to_owned()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

/// The graphs of a kind with a number of vertices, or a range of them: `connected:7`, `trees:1..12`.
///
/// ```
/// use chromex_graph_tools::generate::{Part, Selection};
/// let small: Selection = "connected:1..6".parse()?;
/// assert_eq!(small.graphs(Part::WHOLE).count(), 1 + 1 + 2 + 6 + 21 + 112);
/// assert_eq!(small.count(), Some(143));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    kind: GraphKind,
    first: usize,
    last: usize,
}

impl Selection {
    /// Reads `KIND:N` or `KIND:N..N`; `None` if the text does not begin with a kind, or is a graph
    /// of a family, such as `bipartite:3,4`.
    pub fn recognise(text: &str) -> Result<Option<Selection>, TextError> {
        let Some((name, range)) = text.split_once(':') else { return Ok(None) };
        let Ok(kind) = name.parse::<GraphKind>() else { return Ok(None) };
        if range.contains(',') {
            return Ok(None);
        }
        let error = |message: String| TextError::new(text, name.len() + 1..text.len(), message);
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else {
            return Err(error("expected a number of vertices, or a range".to_owned())
                .help(format!("for example {name}:7 or {name}:1..7")));
        };
        let About { most, limit, .. } = *kind.about();
        if last > most {
            return Err(error(format!("at most {most} vertices for `{name}`: {limit}")));
        }
        if first > last {
            return Err(error("the range is empty".to_owned()));
        }
        Ok(Some(Selection { kind, first, last }))
    }

    /// The number of graphs, if it is known beforehand.
    pub fn count(self) -> Option<u64> {
        (self.first..=self.last).map(|n| self.kind.count(n)).sum()
    }

    /// The graphs that belong to a part, fewest vertices first, always in the same order.
    pub fn graphs(self, part: Part) -> impl Iterator<Item = Graph> + Send + 'static {
        (self.first..=self.last).flat_map(move |n| stream(self.kind, n, part))
    }
}

impl FromStr for Selection {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Selection, TextError> {
        Selection::recognise(text)?.ok_or_else(|| {
            let name = text.split(':').next().unwrap_or_default();
            let help = match nearest(name, GraphKind::every().map(GraphKind::name)) {
                _ if name.parse::<GraphKind>().is_ok() => {
                    format!("for example {name}:7 or {name}:1..7")
                }
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "kinds: {}",
                    GraphKind::every().map(GraphKind::name).collect::<Vec<_>>().join(", ")
                ),
            };
            TextError::whole(text, "expected a kind of graphs and a number of vertices").help(help)
        })
    }
}

/// A stream of graphs.
pub type Graphs = Box<dyn Iterator<Item = Graph> + Send>;

/// The graphs of a kind with `n` vertices that belong to a part, always in the same order.
///
/// ```
/// use chromex_graph_tools::generate::{GraphKind, Part, stream};
/// let connected = |n| stream(GraphKind::Connected, n, Part::WHOLE).count();
/// assert_eq!((1..=6).map(connected).collect::<Vec<_>>(), [1, 1, 2, 6, 21, 112]);
/// ```
///
/// # Panics
/// If there are more vertices than [`GraphKind::most`].
pub fn stream(kind: GraphKind, n: usize, part: Part) -> Graphs {
    assert!(n <= kind.most(), "at most {} vertices", kind.most());
    match (kind, n) {
        (GraphKind::Cubic, _) => part.pick(once_with(move || cubic::cubic(n)).flatten()),
        (GraphKind::StrictlyMatched, _) => {
            part.pick(once_with(move || matched::strictly_matched(n)).flatten())
        }
        (GraphKind::Cographs, _) => {
            let cographs = Cographs::new(n);
            let mine = (0..cographs.count(n)).filter(move |&number| part.has(number));
            Box::new(mine.map(move |number| cographs.numbered(n, number).canonical().graph()))
        }
        (_, 0) => part.pick(std::iter::once(Small::empty(0))),
        _ => Box::new(Grower::new(kind, n, part).map(|graph| graph.graph())),
    }
}

impl Part {
    /// The graphs of a list that belong to the part.
    fn pick(self, list: impl Iterator<Item = Small> + Send + 'static) -> Graphs {
        let numbered = list.zip(0..).filter(move |(_, number)| self.has(*number));
        Box::new(numbered.map(|(graph, _)| graph.graph()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_streams() {
        for kind in GraphKind::every() {
            for n in 0..=8 {
                let count = stream(kind, n, Part::WHOLE).count() as u64;
                assert_eq!(kind.count(n), Some(count), "{kind}:{n}");
            }
        }
    }
}
