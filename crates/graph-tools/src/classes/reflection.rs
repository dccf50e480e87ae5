//! Reflection graphs (Bensmail et al., section 2): two copies of a graph, with edges between them that
//! come in mirrored pairs.
//!
//! Read as a map that exchanges uᵢ and vᵢ, the definition asks for an involution of the graph that moves
//! every vertex; which of the two is called u does not matter.

use super::involution::{GaveUp, Kind, find};
use chromex_graphs::{Board, Graph};

/// The pairs (uᵢ, vᵢ) of a reflection graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reflection {
    /// Every vertex is in one pair.
    pub pairs: Vec<(usize, usize)>,
}

impl Reflection {
    /// Whether these pairs make the graph a reflection graph, by the two conditions of the definition.
    pub fn fits(&self, graph: &Graph) -> bool {
        let mut ends: Vec<usize> = self.pairs.iter().flat_map(|&(u, v)| [u, v]).collect();
        ends.sort_unstable();
        let isomorphic = |(u, v): (usize, usize), (x, y): (usize, usize)| {
            graph.adjacent(u, x) == graph.adjacent(v, y)
        };
        let mirrored = |(u, v): (usize, usize), (x, y): (usize, usize)| {
            !graph.adjacent(u, y) || graph.adjacent(x, v)
        };
        let pairs = || self.pairs.iter().flat_map(|&p| self.pairs.iter().map(move |&q| (p, q)));
        ends == (0..graph.order()).collect::<Vec<_>>()
            && pairs().all(|(p, q)| isomorphic(p, q) && mirrored(p, q))
    }
}

/// The pairs of a reflection graph, found in at most so many steps; `None` if the graph is not one.
/// Digraphs are not.
///
/// ```
/// use chromex_graph_tools::classes::{involution::USUAL_STEPS, reflection::reflection};
/// let found = |name: &str| reflection(&chromex_graphs::parse(name).unwrap(), USUAL_STEPS);
/// assert_eq!(found("path:4").unwrap().unwrap().pairs, [(0, 3), (1, 2)]);
/// assert_eq!(found("star:3"), Ok(None));
/// ```
pub fn reflection(board: &Board, steps: u64) -> Result<Option<Reflection>, GaveUp> {
    if board.graph().is_directed() {
        return Ok(None);
    }
    let found = find(board, Kind::FixedPointFree, steps)?;
    Ok(found.map(|found| {
        let pairs = (0..board.order()).map(|v| (v, found.image(v)));
        Reflection { pairs: pairs.filter(|(u, v)| u < v).collect() }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::all;
    use crate::classes::involution::USUAL_STEPS;
    use chromex_graphs::parse;

    /// By trying all ways to pair the vertices.
    fn brute_force(graph: &Graph, pairs: &mut Vec<(usize, usize)>, left: &[usize]) -> bool {
        let Some((&u, rest)) = left.split_first() else {
            return Reflection { pairs: pairs.clone() }.fits(graph);
        };
        (0..rest.len()).any(|i| {
            let mut others = rest.to_vec();
            pairs.push((u, others.remove(i)));
            let found = brute_force(graph, pairs, &others);
            pairs.pop();
            found
        })
    }

    #[test]
    fn all_small_graphs() {
        for n in 0..=7 {
            for board in all::graphs(n).into_iter().map(all::board) {
                let found = reflection(&board, USUAL_STEPS).unwrap();
                let graph = board.graph();
                let vertices: Vec<usize> = (0..n).collect();
                let expected = n % 2 == 0 && brute_force(graph, &mut Vec::new(), &vertices);
                assert_eq!(found.is_some(), expected, "{graph:?}");
                assert!(found.is_none_or(|found| found.fits(graph)));
            }
        }
    }

    #[test]
    fn boards_of_forty_vertices() {
        for (text, expected) in [
            ("grid:5x8", true),
            ("king:5x8", true),
            ("cycle:40", true),
            ("path:40", true),
            ("torus:4x10", true),
            ("petersen:20,7", true),
            ("hypercube:5", true),
            ("complete:40", true),
            ("empty:40", true),
            ("8*cycle:5", true),
            ("complete:13+complete:27", false),
            ("star:39", false),
            ("random:40,0.5,1", false),
            ("random:40,0.1,7", false),
            ("star:3*path:10", true),
            ("star:3*path:11", false),
            ("grid:15x15+empty:1", false),
            ("grid:30x30", true),
        ] {
            let Ok(board) = parse(text) else { panic!("{text}") };
            let found = reflection(&board, USUAL_STEPS).unwrap();
            assert_eq!(found.is_some(), expected, "{text}");
            assert!(found.is_none_or(|found| found.fits(board.graph())), "{text}");
        }
    }
}
