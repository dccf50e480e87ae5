//! Reductions of the papers: one game turned into another with the same value.
//!
//! Proofs of hardness consist of them. [`REDUCTIONS`] lists them all; the command is `chromex
//! reduce`.

pub mod isomorphism;
pub mod node_kayles;
pub mod pos_cnf;

use chromex_graphs::{Board, Graph, GraphError, formats};
use chromex_rules::{Colour, Game, IllegalPosition, NoSuchGame, Player, Position};

/// A way to turn the instances of one problem into positions of a game.
#[derive(Debug, Clone, Copy)]
pub struct Reduction {
    /// The problem that is reduced.
    pub from: &'static str,
    /// The game to which it is reduced, as it is typed; `K` stands for any number of colours.
    pub to: &'static str,
    /// The source of the reduction.
    pub by: &'static str,
    /// The game with this number of colours.
    pub game: fn(usize) -> Result<Game, NoSuchGame>,
    /// A description in one sentence.
    pub how: &'static str,
    /// The function that does it.
    pub build: Build,
}

/// The instance from which a reduction starts.
#[derive(Debug, Clone, Copy)]
pub enum Build {
    /// A graph, and the number of colours of the wanted game.
    Graph(fn(&Graph, u8) -> Result<Position, NotReduced>),
    /// The text of a file.
    Text(fn(&str) -> Result<Position, NotReduced>),
}

/// All reductions.
pub const REDUCTIONS: &[Reduction] = &[
    Reduction {
        from: "node-kayles",
        to: "proper:K",
        game: Game::proper,
        by: "Beaulieu et al., Proposition 1",
        how: "each vertex gets K−1 neighbours, painted with all colours but the last",
        build: Build::Graph(node_kayles::to_proper),
    },
    Reduction {
        from: "node-kayles",
        to: "oriented:K",
        game: Game::oriented,
        by: "Beaulieu et al., Corollary 12",
        how: "as for proper:K, with arcs from each vertex to its painted neighbours",
        build: Build::Graph(node_kayles::to_oriented),
    },
    Reduction {
        from: "node-kayles",
        to: "blue-red",
        game: |_| Ok(Game::blue_red()),
        by: "Beaulieu et al., Proposition 13",
        how: "each edge becomes two arcs, one each way",
        build: Build::Graph(|graph, _| node_kayles::to_blue_red(graph)),
    },
    Reduction {
        from: "node-kayles",
        to: "distance:2:K",
        game: |colours| Game::distance(2, colours),
        by: "Beaulieu et al., Proposition 18 and Corollary 19",
        how: "each edge is subdivided by a vertex that sees all colours, the first from afar",
        build: Build::Graph(node_kayles::to_distance_2),
    },
    Reduction {
        from: "pos-cnf",
        to: "connected",
        game: |_| Ok(Game::connected()),
        by: "Bensmail et al., Theorem 3.2",
        how: "a DIMACS CNF file: one vertex a variable, six a clause, and a part in which both do as well",
        build: Build::Text(pos_cnf::to_connected),
    },
];

/// Why a reduction was not done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotReduced {
    /// Node Kayles is not played on digraphs.
    #[error("{0} is played on undirected graphs")]
    Directed(&'static str),
    /// The image is too large.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The image is not a position of the game.
    #[error(transparent)]
    Position(#[from] IllegalPosition),
    /// The formula cannot be read.
    #[error(transparent)]
    Formula(#[from] pos_cnf::CnfError),
    /// There is no game with this number of colours.
    #[error(transparent)]
    Game(#[from] NoSuchGame),
    /// There is no such reduction.
    #[error("{0}")]
    Unknown(String),
}

/// The reduction from a problem to a game.
///
/// ```
/// use chromex_theory::reduce;
/// let game = chromex_rules::parse_game("distance:2:3")?;
/// assert!(reduce::find("node-kayles", &game).unwrap().by.contains("Corollary 19"));
/// assert!(reduce::find("node-kayles", &chromex_rules::parse_game("col")?).is_err());
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn find(from: &str, to: &Game) -> Result<&'static Reduction, NotReduced> {
    let mut known = REDUCTIONS.iter().filter(|reduction| reduction.from == from).peekable();
    if known.peek().is_none() {
        let mut problems: Vec<&str> = REDUCTIONS.iter().map(|reduction| reduction.from).collect();
        problems.dedup();
        let problems = problems.join(", ");
        return Err(NotReduced::Unknown(format!(
            "nothing is reduced from `{from}`, but {problems}"
        )));
    }
    let targets: Vec<&str> = known.clone().map(|reduction| reduction.to).collect();
    let is_wanted =
        |reduction: &&Reduction| (reduction.game)(to.palette().len()).as_ref() == Ok(to);
    known.find(is_wanted).ok_or_else(|| {
        let targets = targets.join(", ");
        NotReduced::Unknown(format!("{from} is not reduced to `{to}`, but to {targets}"))
    })
}

/// A position of the game; the board's name is its graph6, sparse6 or digraph6 string, so that the
/// position can be typed.
fn position(game: Game, graph: Graph, colouring: Vec<Colour>) -> Result<Position, NotReduced> {
    let name = name(&graph);
    Ok(Position::new(game, Board::new(graph, name), colouring, Player::Left)?)
}

/// Up to this number of vertices graph6 is the shorter format, and the one that most programs read.
const GRAPH6_UP_TO: usize = 62;

fn name(graph: &Graph) -> String {
    let (prefix, format) = match graph {
        graph if graph.is_directed() => ("d6", formats::Format::Digraph6),
        graph if graph.order() <= GRAPH6_UP_TO => ("g6", formats::Format::Graph6),
        _ => ("s6", formats::Format::Sparse6),
    };
    match formats::write(graph, format) {
        Ok(text) => format!("{prefix}:{}", text.trim_end()),
        Err(_) => "graph".to_owned(),
    }
}
