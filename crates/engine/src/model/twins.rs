//! Twins: vertices with the same neighbours, apart from each other. Exchanging them changes
//! nothing, so the coloured twins of a position can be put in a fixed order: a normal form for
//! groups far too large to be listed, such as those of stars.

use chromex_graph_tools::bits::{BitGraph, VertexSet};
use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Graph;

/// The classes of twins of a graph.
#[derive(Debug, Clone)]
pub struct Twins {
    /// All classes, including those with one vertex.
    classes: Vec<VertexSet>,
    /// For each class with several vertices, its first 0, 1, 2, … vertices.
    firsts: Vec<Vec<u128>>,
}

impl Twins {
    /// Finds the twins of a graph. The direction of arcs is ignored.
    pub fn of(graph: &BitGraph) -> Twins {
        let twins = |u: usize, v: usize| {
            let both = VertexSet::single(u) | VertexSet::single(v);
            graph.neighbours(u).without(both) == graph.neighbours(v).without(both)
        };
        let mut classes: Vec<VertexSet> = Vec::new();
        let mut rest = graph.vertices();
        while let Some(u) = rest.min() {
            let class: VertexSet = rest.iter().filter(|&v| v == u || twins(u, v)).collect();
            rest = rest.without(class);
            classes.push(class);
        }
        let several = classes.iter().filter(|class| class.len() > 1);
        Twins { firsts: several.map(|&class| firsts(class)).collect(), classes }
    }

    /// The position in which the vertices of each class are red first, then blue, then open.
    pub fn in_order(&self, mut red: u128, mut blue: u128) -> (u128, u128) {
        for first in &self.firsts {
            let all = first[first.len() - 1];
            let reds = (red & all).count_ones() as usize;
            let coloured = reds + (blue & all).count_ones() as usize;
            red = red & !all | first[reds];
            blue = blue & !all | first[coloured] & !first[reds];
        }
        (red, blue)
    }

    /// One vertex of each class of twins in a set of vertices.
    pub fn representatives(&self, mut set: VertexSet) -> VertexSet {
        for first in &self.firsts {
            let all = first[first.len() - 1];
            let here = set.0 & all;
            set = VertexSet(set.0 & !all | here & here.wrapping_neg());
        }
        set
    }

    /// The symmetries of the graph that preserve the order within classes, as a list of elements.
    pub fn symmetries(
        &self,
        graph: &BitGraph,
        elements: fn(&Symmetry, usize) -> Vec<Vec<usize>>,
    ) -> Vec<Vec<usize>> {
        let members: Vec<Vec<usize>> = self.classes.iter().map(|c| c.iter().collect()).collect();
        let count = members.len();
        let adjacent = |u: usize, v: usize| graph.neighbours(u).contains(v);
        let pairs = (0..count).flat_map(|j| (0..j).map(move |i| (i, j)));
        let edges = pairs.filter(|&(i, j)| adjacent(members[i][0], members[j][0]));
        let Ok(quotient) = Graph::undirected(count, edges) else { return Vec::new() };
        let kind = |class: &Vec<usize>| {
            let clique = class.len() > 1 && adjacent(class[0], class[1]);
            2 * class.len() as u32 + u32::from(clique)
        };
        let kinds: Vec<u32> = members.iter().map(kind).collect();
        let Some(symmetry) = Symmetry::of(&quotient, &kinds) else { return Vec::new() };
        let lifted = |element: Vec<usize>| {
            let mut image = vec![0; graph.order()];
            for (from, &to) in members.iter().zip(&element) {
                from.iter().zip(&members[to]).for_each(|(&v, &w)| image[v] = w);
            }
            image
        };
        elements(&symmetry, count).into_iter().map(lifted).collect()
    }
}

/// The first 0, 1, 2, … vertices of a set.
fn firsts(class: VertexSet) -> Vec<u128> {
    let mut sets = vec![0];
    sets.extend(class.iter().scan(0, |set, v| {
        *set |= 1 << v;
        Some(*set)
    }));
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;

    #[test]
    fn classes_of_known_graphs() {
        for (text, sizes) in [
            ("star:5", vec![1, 5]),
            ("complete:4", vec![4]),
            ("empty:4", vec![4]),
            ("bipartite:2,3", vec![2, 3]),
            ("path:4", vec![1, 1, 1, 1]),
            ("path:3+complete:2", vec![2, 1, 2]),
        ] {
            let bits = BitGraph::new(parse(text).unwrap().graph()).unwrap();
            let found: Vec<usize> = Twins::of(&bits).classes.iter().map(|c| c.len()).collect();
            assert_eq!(found, sizes, "{text}");
        }
    }
}
