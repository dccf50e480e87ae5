//! The figures of the papers as positions that can be opened. Where something had to be guessed,
//! the data say so.

use std::sync::OnceLock;

/// A figure, or one drawing of a figure, as a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    /// The paper and the figure: `brosse/figure-2-alpha`.
    pub id: &'static str,
    /// What the figure shows.
    pub about: &'static str,
    /// The position, as it is typed.
    pub position: &'static str,
    /// The move that is drawn as the answer, as it is typed.
    pub answer: Option<&'static str>,
}

/// Figures that cannot be opened, and why.
pub const LOST: &[(&str, &str)] = &[
    (
        "beaulieu/figure-5",
        "the order on the path of length 11 is lost: the text names only some of its numbers",
    ),
    ("beaulieu/figure-6", "the same path with two vertices removed"),
    (
        "bensmail/figure-1",
        "clauses with variables that are not named; `chromex reduce pos-cnf` builds the graph of any formula",
    ),
    ("andres/figure-3", "a sketch of the worst case of a proof, for any n"),
    ("andres/figure-5", "a sketch of the structure of a class of graphs"),
    ("uiterwijk/figure-3", "the numbers of the moves are lost"),
];

/// All figures that can be opened, paper by paper.
///
/// ```
/// let alpha = chromex_claims::figures().iter().find(|figure| figure.id == "brosse/figure-2-alpha");
/// assert_eq!(alpha.unwrap().position, "colouring:4 grid:4x3 .../1../.../1.. bob");
/// ```
pub fn figures() -> &'static [Figure] {
    static READ: OnceLock<Vec<Figure>> = OnceLock::new();
    READ.get_or_init(|| {
        let lines = include_str!("../figures.txt").lines();
        lines.filter(|line| !line.starts_with('#')).filter_map(read).collect()
    })
}

fn read(line: &'static str) -> Option<Figure> {
    let mut parts = line.split(" | ");
    Some(Figure {
        id: parts.next()?,
        about: parts.next()?,
        position: parts.next()?,
        answer: parts.next(),
    })
}
