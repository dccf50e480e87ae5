//! Reflection graphs (Bensmail et al., section 2): two copies of a graph, with edges between them that
//! come in mirrored pairs.
//!
//! Read as a map that exchanges uᵢ and vᵢ, the definition asks for a symmetry of the graph that is its
//! own inverse and moves every vertex; which of the two is called u does not matter. [`reflection()`]
//! searches for such a symmetry: it pairs a vertex with each that could be its image, and draws
//! consequences by refining colours, until all vertices are paired.

use std::collections::BTreeMap;

use crate::Graph;

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

/// The pairs of a reflection graph; `None` if the graph is not one. Digraphs are not.
///
/// ```
/// use chromex_graphs::{classes::reflection::reflection, parse};
/// assert!(reflection(parse("grid:4x5")?.graph()).is_some());
/// assert!(reflection(parse("star:3")?.graph()).is_none());
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn reflection(graph: &Graph) -> Option<Reflection> {
    if graph.is_directed() || graph.order() % 2 == 1 {
        return None;
    }
    let start = Mirror { colour: vec![0; graph.order()], opposite: vec![0] };
    let done = start.refined(graph)?.completed(graph)?;
    let image = done.images();
    let pairs = (0..graph.order()).filter(|&v| v < image[v]).map(|v| (v, image[v])).collect();
    Some(Reflection { pairs })
}

/// A colouring of the vertices such that a symmetry of the kind looked for takes each colour to its
/// opposite.
struct Mirror {
    colour: Vec<usize>,
    /// The opposite of each colour; a colour may be its own.
    opposite: Vec<usize>,
}

impl Mirror {
    /// How many vertices have each colour.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.opposite.len()];
        self.colour.iter().for_each(|&colour| sizes[colour] += 1);
        sizes
    }

    /// Tells vertices apart by the colours of their neighbours, as long as that makes a difference.
    /// `None` if some colour has no opposite of the same size, or an odd one that is its own opposite.
    fn refined(mut self, graph: &Graph) -> Option<Mirror> {
        loop {
            let known = self.opposite.len();
            let view = |v: usize, of: &dyn Fn(usize) -> usize| {
                let mut around: Vec<usize> =
                    graph.neighbours(v).map(|w| of(self.colour[w])).collect();
                around.sort_unstable();
                (of(self.colour[v]), around)
            };
            let views: Vec<_> = (0..graph.order()).map(|v| view(v, &|colour| colour)).collect();
            let mut number: BTreeMap<_, usize> = views.iter().map(|view| (view, 0)).collect();
            number.values_mut().zip(0..).for_each(|(slot, next)| *slot = next);
            let mut opposite = vec![usize::MAX; number.len()];
            for (v, mine) in views.iter().enumerate() {
                let slot = &mut opposite[number[mine]];
                if *slot == usize::MAX {
                    *slot = *number.get(&view(v, &|colour| self.opposite[colour]))?;
                }
            }
            let colour = views.iter().map(|view| number[view]).collect();
            self = Mirror { colour, opposite };
            let sizes = self.sizes();
            let fits = |colour: usize| {
                let other = self.opposite[colour];
                sizes[colour] == sizes[other] && (colour != other || sizes[colour] % 2 == 0)
            };
            if !(0..sizes.len()).all(fits) {
                return None;
            }
            if self.opposite.len() == known {
                return Some(self);
            }
        }
    }

    /// A colouring in which every vertex has a colour of its own, if a symmetry has these colours.
    fn completed(self, graph: &Graph) -> Option<Mirror> {
        let sizes = self.sizes();
        let several = (0..sizes.len()).filter(|&colour| sizes[colour] > 1);
        let Some(colour) = several.min_by_key(|&colour| sizes[colour]) else { return Some(self) };
        let v = self.colour.iter().position(|&c| c == colour)?;
        let images = (0..graph.order()).filter(|&w| self.colour[w] == self.opposite[colour]);
        images.filter(|&w| w != v).find_map(|w| self.paired(v, w).refined(graph)?.completed(graph))
    }

    /// The same with two vertices that are images of each other.
    fn paired(&self, v: usize, w: usize) -> Mirror {
        let (mut colour, mut opposite) = (self.colour.clone(), self.opposite.clone());
        (colour[v], colour[w]) = (opposite.len(), opposite.len() + 1);
        opposite.extend([colour[w], colour[v]]);
        // A colour that nobody has any more is harmless: refining drops it.
        Mirror { colour, opposite }
    }

    /// The image of each vertex, when all colours are different.
    fn images(&self) -> Vec<usize> {
        let mut vertex = vec![0; self.opposite.len()];
        self.colour.iter().enumerate().for_each(|(v, &colour)| vertex[colour] = v);
        self.colour.iter().map(|&colour| vertex[self.opposite[colour]]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{all, parse};

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
            for graph in all::graphs(n) {
                let found = reflection(&graph);
                let vertices: Vec<usize> = (0..n).collect();
                let expected = n % 2 == 0 && brute_force(&graph, &mut Vec::new(), &vertices);
                assert_eq!(found.is_some(), expected, "{graph:?}");
                assert!(found.is_none_or(|found| found.fits(&graph)));
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
            let found = reflection(board.graph());
            assert_eq!(found.is_some(), expected, "{text}");
            assert!(found.is_none_or(|found| found.fits(board.graph())), "{text}");
        }
    }
}
