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
}

/// The papers, in the order of their numbers.
pub const PAPERS: [Paper; 5] = [
    Paper {
        key: "brosse",
        short: "Brosse et al.",
        title: "Brosse, Martins, Nisse, Sampaio: The Graph Coloring Game on 4×n-Grids",
    },
    Paper {
        key: "beaulieu",
        short: "Beaulieu et al.",
        title: "Beaulieu, Burke, Duchêne: Impartial Coloring Games",
    },
    Paper {
        key: "bensmail",
        short: "Bensmail et al.",
        title: "Bensmail, Fioravantes, Mc Inerney, Nisse: The Largest Connected Subgraph Game",
    },
    Paper {
        key: "andres",
        short: "Andres et al.",
        title: "Andres, Huggan, Mc Inerney, Nowakowski: The Orthogonal Colouring Game",
    },
    Paper {
        key: "uiterwijk",
        short: "Uiterwijk",
        title: "Uiterwijk: Solving Bicoloring-Graph Games on Rectangular Boards, Part 2",
    },
];
