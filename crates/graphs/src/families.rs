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
use crate::ops::check_size;

/// A named family of graphs.
pub struct Family {
    /// The name in front of the colon.
    pub name: &'static str,
    /// How its parameters are written, by example.
    pub usage: &'static str,
    /// The same with names (in capitals) in place of the numbers.
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
    /// They make too large a graph.
    Graph(GraphError),
}

impl From<GraphError> for Refusal {
    fn from(error: GraphError) -> Refusal {
        Refusal::Graph(error)
    }
}

const fn family(
    name: &'static str,
    usage: &'static str,
    pattern: &'static str,
    summary: &'static str,
    build: fn(&[Number]) -> Result<Board, Refusal>,
) -> Family {
    Family { name, usage, pattern, summary, build }
}

/// All families, in the order in which they are listed.
pub const FAMILIES: &[Family] = &[
    family("path", "path:7", "path:N", "path on N vertices", simple::path),
    family("cycle", "cycle:9", "cycle:N", "cycle on N ≥ 3 vertices", simple::cycle),
    family("complete", "complete:6", "complete:N", "complete graph K_N", simple::complete),
    family("empty", "empty:4", "empty:N", "N isolated vertices", simple::empty),
    family(
        "star",
        "star:5",
        "star:N",
        "star K_1,N: a centre (vertex 0) and N leaves",
        simple::star,
    ),
    family(
        "wheel",
        "wheel:6",
        "wheel:N",
        "wheel: a hub (vertex 0) and a rim of N ≥ 3",
        simple::wheel,
    ),
    family(
        "bipartite",
        "bipartite:3,4",
        "bipartite:A,B",
        "complete bipartite graph K_A,B",
        simple::bipartite,
    ),
    family(
        "multipartite",
        "multipartite:2,2,3",
        "multipartite:A,B,C",
        "complete multipartite graph",
        simple::multipartite,
    ),
    family(
        "hypercube",
        "hypercube:4",
        "hypercube:D",
        "D-dimensional cube, 2^D vertices",
        simple::hypercube,
    ),
    family(
        "petersen",
        "petersen:7,2",
        "petersen:N,K",
        "generalised Petersen graph P(N,K): rim 0..N, star N..2N",
        simple::petersen,
    ),
    family(
        "circulant",
        "circulant:9,1,3",
        "circulant:N,S,T",
        "vertices on a circle of N, joined at the given steps",
        simple::circulant,
    ),
    family(
        "grid",
        "grid:4x5",
        "grid:RxC",
        "R×C grid, or of any dimension: grid:3x3x3",
        boards::grid,
    ),
    family(
        "cylinder",
        "cylinder:4x7",
        "cylinder:RxC",
        "path P_R times cycle C_C",
        boards::cylinder,
    ),
    family("torus", "torus:5x5", "torus:RxC", "cycle C_R times cycle C_C", boards::torus),
    family(
        "king",
        "king:3x5",
        "king:RxC",
        "squares of an R×C board, joined by king's moves",
        boards::king,
    ),
    family(
        "queens",
        "queens:5",
        "queens:N",
        "joined by queen's moves; queens:4x6 too",
        boards::queens,
    ),
    family(
        "latin",
        "latin:3",
        "latin:N",
        "N×N cells joined along rows and columns (K_N × K_N)",
        boards::latin,
    ),
    family(
        "diagonal-latin",
        "diagonal-latin:3",
        "diagonal-latin:N",
        "latin, and joined along both main diagonals",
        boards::diagonal_latin,
    ),
    family(
        "sudoku",
        "sudoku:2",
        "sudoku:N",
        "N²×N² cells joined along rows, columns, blocks",
        boards::sudoku,
    ),
    family(
        "tree",
        "tree:2,3",
        "tree:ARITY,DEPTH",
        "complete tree of given arity and depth",
        trees::tree,
    ),
    family(
        "caterpillar",
        "caterpillar:1,0,2",
        "caterpillar:A,B,C",
        "path with the given number of leaves at each vertex",
        trees::caterpillar,
    ),
    family(
        "random",
        "random:20,0.3,1",
        "random:N,P,SEED",
        "G(N,P) from a seed: same seed, same graph",
        random::random,
    ),
    family(
        "random-tree",
        "random-tree:20,1",
        "random-tree:N,SEED",
        "uniform labelled tree from a seed",
        random::tree,
    ),
    family("dipath", "dipath:9", "dipath:N", "directed path 0→1→…", directed::dipath),
    family(
        "dicycle",
        "dicycle:9",
        "dicycle:N",
        "directed cycle on N ≥ 2 vertices",
        directed::dicycle,
    ),
    family(
        "tournament",
        "tournament:5",
        "tournament:N",
        "transitive tournament (i→j for i<j); tournament:5,1 random from a seed",
        directed::tournament,
    ),
    family(
        "random-digraph",
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
    check_size(Some(n), "vertices")?;
    Ok(Board::new(Graph::undirected(n, edges)?, ""))
}

/// Refuses graphs with too many edges before they are built.
fn check_edges(count: Option<usize>) -> Result<(), Refusal> {
    check_size(count, "edges")?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// Every usage line builds, with as many points as vertices where it has points.
    #[test]
    fn every_usage_line_builds() {
        for family in FAMILIES {
            let board = parse(family.usage).unwrap();
            assert_eq!(board.name(), family.usage);
            if let Some(points) = board.points() {
                assert_eq!(points.len(), board.order(), "{}", family.usage);
                assert!(points.iter().all(|p| p.0.is_finite() && p.1.is_finite()));
            }
            if let Some(length) = board.row_length() {
                assert_eq!(board.order() % length, 0, "{}", family.usage);
            }
        }
    }

    /// With the numbers of the usage line in the places of the names, the pattern is that line.
    #[test]
    fn patterns_are_usage_lines_with_names() {
        for family in FAMILIES {
            let typed = family.usage.strip_prefix(family.name).unwrap();
            let numbers = typed.split([':', ',', 'x']).filter(|number| !number.is_empty());
            let mut line = family.pattern.to_owned();
            assert_eq!(family.parameters().count(), numbers.clone().count(), "{}", family.name);
            for (name, number) in family.parameters().zip(numbers) {
                let at = line.rfind(':').unwrap();
                let place = at + line[at..].find(name).unwrap();
                line.replace_range(place..place + name.len(), number);
            }
            assert_eq!(line, family.usage);
        }
    }

    /// (expression, vertices, edges) as the textbooks have them.
    const KNOWN: &[(&str, usize, usize)] = &[
        ("path:1", 1, 0),
        ("path:0", 0, 0),
        ("path:7", 7, 6),
        ("cycle:9", 9, 9),
        ("complete:6", 6, 15),
        ("star:5", 6, 5),
        ("wheel:6", 7, 12),
        ("bipartite:3,4", 7, 12),
        ("multipartite:2,2,2", 6, 12),
        ("hypercube:4", 16, 32),
        ("petersen:5,2", 10, 15),
        ("petersen:6,3", 12, 15),
        ("circulant:8,1,4", 8, 12),
        ("grid:3x3x3", 27, 54),
        ("grid:4x5", 20, 31),
        ("cylinder:4x7", 28, 49),
        ("torus:5x5", 25, 50),
        ("king:3x3", 9, 20),
        ("queens:3", 9, 28),
        ("queens:8", 64, 728),
        ("latin:3", 9, 18),
        ("latin:2x3", 6, 9),
        ("diagonal-latin:3", 9, 24),
        ("diagonal-latin:4", 16, 60),
        ("sudoku:2", 16, 56),
        ("sudoku:3", 81, 810),
        ("tree:2,3", 15, 14),
        ("tree:1,4", 5, 4),
        ("caterpillar:1,0,2", 6, 5),
        ("random-tree:20,5", 20, 19),
        ("dipath:9", 9, 8),
        ("dicycle:2", 2, 2),
        ("tournament:5", 5, 10),
        ("tournament:5,7", 5, 10),
    ];

    #[test]
    fn sizes_of_known_graphs() {
        for &(text, order, edges) in KNOWN {
            let board = parse(text).unwrap();
            assert_eq!((board.order(), board.graph().edge_count()), (order, edges), "{text}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_graph() {
        let graph = |text| parse(text).unwrap().graph().clone();
        assert_eq!(graph("random:30,0.5,4"), graph("random:30,0.5,4"));
        assert_ne!(graph("random:30,0.5,4"), graph("random:30,0.5,5"));
        assert_eq!(graph("random:9,0,1").edge_count(), 0);
        assert_eq!(graph("random:9,1,1").edge_count(), 36);
    }

    #[test]
    fn absurd_sizes_are_refused_at_once() {
        for text in [
            "complete:99999999999",
            "grid:99999x99999x99999",
            "hypercube:64",
            "tree:9,99",
            "sudoku:5000",
            "queens:99999",
            "random:9999999,0.5,1",
            "path:99999999999999999999999",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
