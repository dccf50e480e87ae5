//! The named families: `path:7`, `grid:4x5`, `petersen:7,2`, …
//!
//! One table row a family; each builds its graph with natural coordinates.

mod boards;
mod directed;
mod random;
mod simple;
mod trees;

use crate::board::{Board, Point};
use crate::graph::{Graph, GraphError};
use crate::limit::{EDGES, PAIRS, Refused, VERTICES, rows};

/// A named family of graphs.
pub struct Family {
    /// The name in front of the colon.
    pub name: &'static str,
    /// How its parameters are written, by example.
    pub usage: &'static str,
    /// As `usage`, with names (in capitals) in place of the numbers.
    pub pattern: &'static str,
    /// One line that says what it is.
    pub summary: &'static str,
    build: fn(&[Number]) -> Result<Board, Refusal>,
}

/// A parameter as it was typed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Number {
    Whole(usize),
    Real(f64),
}

/// Why a family refuses its parameters.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The number of parameters is wrong.
    Count,
    /// The parameter with this index is out of its range, which the text describes.
    Range(usize, &'static str),
    /// The graph with these parameters would be too large.
    Graph(GraphError),
}

impl From<Refused> for Refusal {
    fn from(why: Refused) -> Refusal {
        Refusal::Graph(why.into())
    }
}

impl From<GraphError> for Refusal {
    fn from(error: GraphError) -> Refusal {
        Refusal::Graph(error)
    }
}

/// A row of the table: the usage and the pattern begin with the name.
const fn family(
    usage: &'static str,
    pattern: &'static str,
    summary: &'static str,
    build: fn(&[Number]) -> Result<Board, Refusal>,
) -> Family {
    let mut colon = 0;
    while usage.as_bytes()[colon] != b':' {
        colon += 1;
    }
    Family { name: usage.split_at(colon).0, usage, pattern, summary, build }
}

/// All families, in the order in which they are listed.
pub const FAMILIES: &[Family] = &[
    family("path:7", "path:N", "path on N vertices", simple::path),
    family("cycle:9", "cycle:N", "cycle on N ≥ 3 vertices", simple::cycle),
    family("complete:6", "complete:N", "complete graph K_N", simple::complete),
    family("empty:4", "empty:N", "N isolated vertices", simple::empty),
    family("star:5", "star:N", "star K_1,N: a centre (vertex 0) and N leaves", simple::star),
    family("wheel:6", "wheel:N", "wheel: a hub (vertex 0) and a rim of N ≥ 3", simple::wheel),
    family("bipartite:3,4", "bipartite:A,B", "complete bipartite graph K_A,B", simple::bipartite),
    family(
        "multipartite:2,2,3",
        "multipartite:A,B,C",
        "complete multipartite graph",
        simple::multipartite,
    ),
    family("hypercube:4", "hypercube:D", "D-dimensional cube, 2^D vertices", simple::hypercube),
    family(
        "petersen:7,2",
        "petersen:N,K",
        "generalised Petersen graph P(N,K): rim 0..N, star N..2N",
        simple::petersen,
    ),
    family(
        "circulant:9,1,3",
        "circulant:N,S,T",
        "vertices on a circle of N, joined at the given steps",
        simple::circulant,
    ),
    family("grid:4x5", "grid:RxC", "R×C grid, or of any dimension: grid:3x3x3", boards::grid),
    family("cylinder:4x7", "cylinder:RxC", "path P_R times cycle C_C", boards::cylinder),
    family("torus:5x5", "torus:RxC", "cycle C_R times cycle C_C", boards::torus),
    family("prism:5", "prism:N", "cycle C_N times K_2, the same as cylinder:2xN", boards::prism),
    family(
        "triangular:4x5",
        "triangular:RxC",
        "triangular lattice: the grid with a diagonal in each square; the board of Hex",
        boards::triangular,
    ),
    family(
        "hexagonal:4x5",
        "hexagonal:RxC",
        "hexagonal lattice: the grid without every other vertical edge",
        boards::hexagonal,
    ),
    family("king:3x5", "king:RxC", "squares of an R×C board, joined by king's moves", boards::king),
    family("queens:5", "queens:N", "joined by queen's moves; queens:4x6 too", boards::queens),
    family(
        "latin:3",
        "latin:N",
        "N×N cells joined along rows and columns (K_N × K_N)",
        boards::latin,
    ),
    family(
        "diagonal-latin:3",
        "diagonal-latin:N",
        "latin, and joined along both main diagonals",
        boards::diagonal_latin,
    ),
    family(
        "sudoku:2",
        "sudoku:N",
        "N²×N² cells joined along rows, columns, blocks",
        boards::sudoku,
    ),
    family("tree:2,3", "tree:ARITY,DEPTH", "complete tree of given arity and depth", trees::tree),
    family(
        "caterpillar:1,0,2",
        "caterpillar:A,B,C",
        "path with the given number of leaves at each vertex",
        trees::caterpillar,
    ),
    family(
        "random:20,0.3,1",
        "random:N,P,SEED",
        "G(N,P) from a seed: same seed, same graph",
        random::random,
    ),
    family(
        "random-tree:20,1",
        "random-tree:N,SEED",
        "uniform labelled tree from a seed",
        random::tree,
    ),
    family("dipath:9", "dipath:N", "directed path 0→1→…", directed::dipath),
    family("dicycle:9", "dicycle:N", "directed cycle on N ≥ 2 vertices", directed::dicycle),
    family(
        "tournament:5",
        "tournament:N",
        "transitive tournament (i→j for i<j); tournament:5,1 random from a seed",
        directed::tournament,
    ),
    family(
        "random-digraph:9,0.3,1",
        "random-digraph:N,P,SEED",
        "each arc with probability P, from a seed",
        random::digraph,
    ),
];

impl Family {
    /// The names of the parameters, in the order of the pattern.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> + use<> {
        let capitals = |c: char| c.is_ascii_uppercase();
        self.pattern.split(move |c: char| !capitals(c)).filter(|name| !name.is_empty())
    }

    /// Builds the member of the family with these parameters.
    pub(crate) fn build(&self, parameters: &[Number]) -> Result<Board, Refusal> {
        (self.build)(parameters)
    }
}

/// The parameters as exactly `N` whole numbers, each at least its minimum.
fn wholes<const N: usize>(
    parameters: &[Number],
    minima: [(usize, &'static str); N],
) -> Result<[usize; N], Refusal> {
    if parameters.len() != N {
        return Err(Refusal::Count);
    }
    let mut values = [0; N];
    for (i, (minimum, range)) in minima.into_iter().enumerate() {
        values[i] = whole(parameters, i, minimum, range)?;
    }
    Ok(values)
}

fn whole(
    parameters: &[Number],
    index: usize,
    minimum: usize,
    range: &'static str,
) -> Result<usize, Refusal> {
    match parameters.get(index) {
        Some(&Number::Whole(value)) if value >= minimum => Ok(value),
        Some(_) => Err(Refusal::Range(index, range)),
        None => Err(Refusal::Count),
    }
}

/// At least `least` whole numbers, as many as there are.
fn whole_list(
    parameters: &[Number],
    least: usize,
    minimum: usize,
    range: &'static str,
) -> Result<Vec<usize>, Refusal> {
    if parameters.len() < least {
        return Err(Refusal::Count);
    }
    (0..parameters.len()).map(|i| whole(parameters, i, minimum, range)).collect()
}

const ANY: (usize, &str) = (0, "a whole number");
const POSITIVE: (usize, &str) = (1, "a whole number, at least 1");

/// A board that the caller's expression will name.
fn board(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Result<Board, Refusal> {
    VERTICES.check(Some(n))?;
    Ok(Board::new(Graph::undirected_asking(n, edges)?, ""))
}

/// Refuses graphs with too many edges before they are built.
fn check_edges(count: Option<usize>) -> Result<(), Refusal> {
    EDGES.check(count)?;
    Ok(())
}

/// n(n-1)/2, without overflow.
fn pairs(n: usize) -> Option<usize> {
    n.checked_mul(n.saturating_sub(1)).map(|twice| twice / 2)
}

/// `n` points on a circle on which neighbours are at distance 1, the first one on top.
fn circle(n: usize) -> Vec<Point> {
    let radius = if n < 2 { 0.0 } else { 0.5 / (std::f64::consts::PI / n as f64).sin() };
    ring(n, radius.max(if n == 2 { 0.5 } else { 0.0 }))
}

/// `n` points on a circle of the given radius around the origin, clockwise from the top.
fn ring(n: usize, radius: f64) -> Vec<Point> {
    let angle = |i: usize| std::f64::consts::TAU * i as f64 / n as f64;
    (0..n).map(|i| (radius * angle(i).sin(), -radius * angle(i).cos())).collect()
}

/// `n` points on a line.
fn row(n: usize) -> Vec<Point> {
    (0..n).map(|x| (x as f64, 0.0)).collect()
}
