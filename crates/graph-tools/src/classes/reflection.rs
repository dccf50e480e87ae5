//! Reflection graphs (Bensmail et al., section 2): two copies of a graph, with edges between them that
//! come in mirrored pairs.
//!
//! Read as a map that exchanges uᵢ and vᵢ, the definition asks for an involution of the graph that moves
//! every vertex; which of the two is called u does not matter.

use super::involution::{GaveUp, InvolutionKind, find};
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

/// The pairs of a reflection graph; `None` if the graph is not a reflection graph, as for all
/// digraphs. Gives up after `steps` steps.
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
    let found = find(board, InvolutionKind::FixedPointFree, steps)?;
    Ok(found.map(|found| {
        let pairs = (0..board.order()).map(|v| (v, found.image(v)));
        Reflection { pairs: pairs.filter(|(u, v)| u < v).collect() }
    }))
}
