//! The definitions of the games in the words of the papers.

use chromex_rules::GameInfo;

use super::Quotation;

/// The words of the paper that defines the games of an entry.
pub(super) fn definition(info: &GameInfo) -> Option<Quotation> {
    let &(_, words, source) = DEFINITIONS.iter().find(|(entry, ..)| *entry == info.name)?;
    Some(Quotation { words, source })
}

/// (entry of the list of games, words, place)
const DEFINITIONS: &[(&str, &str, &str)] = &[
    ("node-kayles", PROPER, "Beaulieu, Burke, Duchêne, Definition 2, here with one colour"),
    ("proper", PROPER, "Beaulieu, Burke, Duchêne, Definition 2"),
    (
        "icol",
        PROPER,
        "Beaulieu, Burke, Duchêne, Definition 2, here with two colours; Uiterwijk, Definition 1",
    ),
    (
        "isnort",
        ALIKE,
        "Uiterwijk, Definition 1, of neighbouring nodes; both players use either colour",
    ),
    (
        "distance",
        "two vertices at distance less than or equal to d cannot be painted the same color",
        "Beaulieu, Burke, Duchêne, Definition 6",
    ),
    (
        "blue-red",
        "if both u and v are colored, then u must be Blue, and v must be Red",
        "Beaulieu, Burke, Duchêne, Definition 4, of an arc (u, v)",
    ),
    (
        "oriented",
        "there is no other arc (v′, u′) where u is painted the same as u′ and v the same as v′",
        "Beaulieu, Burke, Duchêne, Definition 3, of an arc (u, v) whose ends are painted differently",
    ),
    (
        "weak",
        "two adjacent vertices can be colored with the same color if and only if each vertex is also adjacent to a \
         vertex of the opposite color",
        "Beaulieu, Burke, Duchêne, Definition 5; judged after each move, on the vertices that are coloured",
    ),
    (
        "sequential",
        "the only legal moves must paint the uncolored vertex with the lowest index",
        "Beaulieu, Burke, Duchêne, Definition 7; properly",
    ),
    (
        "col",
        PROPER,
        "Beaulieu, Burke, Duchêne, Definition 2; Left uses only black, Right only white: Uiterwijk, section 1",
    ),
    (
        "snort",
        ALIKE,
        "Uiterwijk, Definition 1, of neighbouring nodes; Left uses only black, Right only white: section 1",
    ),
    (
        "colouring",
        "at every turn, the partial coloring must be proper […] Alice wins if, eventually, all vertices of G are colored; \
         Bob wins otherwise, i.e., if at some turn, there exists an uncolored vertex that has, for each 1 ≤ i ≤ k, a \
         neighbor already colored with color i",
        "Brosse, Martins, Nisse, Sampaio, section 1",
    ),
    (
        "connected",
        "If there is a connected red subgraph such that its order (number of vertices) is strictly greater than the \
         order of any connected blue subgraph, then Alice wins",
        "Bensmail, Fioravantes, Mc Inerney, Nisse, section 1; the score is the difference of the two orders",
    ),
    (
        "orthogonal",
        "two players alternately colour vertices (from a choice of m ∈ ℕ colours) of a pair of isomorphic graphs while \
         respecting the properness and the orthogonality of the colouring",
        "Andres, Huggan, Mc Inerney, Nowakowski, abstract; the score is the difference of the numbers of coloured vertices",
    ),
    (
        "orthogonal-parts",
        "two players alternately colour vertices (from a choice of m ∈ ℕ colours) of a pair of isomorphic graphs while \
         respecting the properness and the orthogonality of the colouring",
        "Andres, Huggan, Mc Inerney, Nowakowski, abstract; here the graphs may be different ones of the same order, and more than two",
    ),
];

const PROPER: &str = "no two adjacent vertices of the graph may be painted the same color";
const ALIKE: &str = "may not be colored differently";

#[cfg(test)]
mod tests {
    use super::definition;
    use chromex_rules::GAMES;

    #[test]
    fn every_game_of_the_five_papers_is_quoted() {
        let authors = ["Beaulieu", "Uiterwijk", "Brosse", "Bensmail", "Andres"];
        let mut games = GAMES.iter().filter(|i| authors.iter().any(|a| i.paper.starts_with(a)));
        let without = games.find(|info| definition(info).is_none());
        assert_eq!(without.map(|info| info.name), None);
    }
}
