//! Who wins the largest connected subgraph game, where a theorem of the paper tells.

use chromex_graphs::classes::cograph::cotree;
use chromex_graphs::classes::reflection::reflection;
use chromex_graphs::{Graph, ops};
use chromex_rules::Player;

use crate::theory::cographs;
use crate::value::Outcome;

/// What a theorem tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// Who wins when Alice begins on the uncoloured graph.
    pub outcome: Outcome,
    /// Which theorem.
    pub by: &'static str,
}

const ALICE: Outcome = Outcome::Winner(Player::Left);

/// Theorem 4.3: Alice wins on the paths of 1, 3, 5, 7 and 9 vertices; all others are drawn.
pub fn on_path(n: usize) -> Outcome {
    if n % 2 == 1 && n <= 9 { ALICE } else { Outcome::Draw }
}

/// Theorem 4.5: Alice wins on odd cycles; even ones are drawn.
pub fn on_cycle(n: usize) -> Outcome {
    if n % 2 == 1 { ALICE } else { Outcome::Draw }
}

/// Larger graphs are not searched for a reflection, which can take exponential time.
const MAX_REFLECTION: usize = 200;

/// The outcome of the game on a graph without colours, if a theorem of the paper tells it: on paths,
/// cycles, cographs and reflection graphs.
pub fn outcome(graph: &Graph) -> Option<Told> {
    if graph.is_directed() || graph.order() == 0 {
        return None;
    }
    let n = graph.order();
    let theorems: [(&'static str, &dyn Fn() -> Option<Outcome>); 4] = [
        ("Theorem 4.3 of Bensmail et al.", &|| is_path(graph).then(|| on_path(n))),
        ("Theorem 4.5 of Bensmail et al.", &|| is_cycle(graph).then(|| on_cycle(n))),
        ("Theorem 5.1 of Bensmail et al.", &|| {
            Some(cographs::settle(&cotree(graph).ok()?).outcome())
        }),
        ("Theorem 2.2 of Bensmail et al.", &|| {
            (n <= MAX_REFLECTION && reflection(graph).is_some()).then_some(Outcome::Draw)
        }),
    ];
    theorems.into_iter().find_map(|(by, tells)| Some(Told { outcome: tells()?, by }))
}

fn is_path(graph: &Graph) -> bool {
    graph.edge_count() + 1 == graph.order() && graph.max_degree() <= 2 && is_connected(graph)
}

fn is_cycle(graph: &Graph) -> bool {
    let n = graph.order();
    n >= 3 && (0..n).all(|v| graph.degree(v) == 2) && is_connected(graph)
}

fn is_connected(graph: &Graph) -> bool {
    ops::components(graph).len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;

    #[test]
    fn each_theorem_has_its_graphs() {
        for (text, expected) in [
            ("path:1", Some((true, "4.3"))),
            ("path:9", Some((true, "4.3"))),
            ("path:1001", Some((false, "4.3"))),
            ("cycle:3", Some((true, "4.5"))),
            ("cycle:1000", Some((false, "4.5"))),
            ("star:5", Some((true, "5.1"))),
            ("bipartite:100,200", Some((false, "5.1"))),
            ("2*cycle:7", Some((false, "2.2"))),
            ("grid:5x8", Some((false, "2.2"))),
            ("grid:3x5", None),
            ("star:3*path:3", None),
            ("path:0", None),
        ] {
            let told = outcome(parse(text).unwrap().graph());
            let short = told.map(|told| (told.outcome == ALICE, &told.by[8..11]));
            assert_eq!(short, expected, "{text}");
        }
    }
}
