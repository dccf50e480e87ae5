//! The five papers.

/// One of the papers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paper {
    /// The prefix of the ids of its claims: the first author.
    pub key: &'static str,
    /// The short form that answers cite.
    pub short: &'static str,
    /// Authors and title.
    pub title: &'static str,
    /// The game that all of it is about, if it is one, as it is typed.
    pub game: Option<&'static str>,
}

/// The papers, in the order of their numbers.
pub const PAPERS: [Paper; 5] = [
    Paper {
        key: "brosse",
        short: "Brosse et al.",
        title: "Brosse, Martins, Nisse, Sampaio: The Graph Coloring Game on 4×n-Grids",
        game: None,
    },
    Paper {
        key: "beaulieu",
        short: "Beaulieu et al.",
        title: "Beaulieu, Burke, Duchêne: Impartial Coloring Games",
        game: None,
    },
    Paper {
        key: "bensmail",
        short: "Bensmail et al.",
        title: "Bensmail, Fioravantes, Mc Inerney, Nisse: The Largest Connected Subgraph Game",
        game: Some("connected"),
    },
    Paper {
        key: "andres",
        short: "Andres et al.",
        title: "Andres, Huggan, Mc Inerney, Nowakowski: The Orthogonal Colouring Game",
        game: None,
    },
    Paper {
        key: "uiterwijk",
        short: "Uiterwijk",
        title: "Uiterwijk: Solving Bicoloring-Graph Games on Rectangular Boards, Part 2",
        game: None,
    },
];
