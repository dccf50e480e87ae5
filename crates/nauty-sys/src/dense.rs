//! nauty's data structures for dense graphs, built from plain Rust values.

use crate::Error;

/// Bits per word of a nauty set (`WORDSIZE`).
const WORD_BITS: usize = u64::BITS as usize;

/// The number of words that a set of `n` elements takes.
pub(crate) fn words_for(n: usize) -> usize {
    n.div_ceil(WORD_BITS)
}

/// Adds an element to a set, whose elements count from the high end of each
/// word.
fn insert(set: &mut [u64], element: usize) {
    set[element / WORD_BITS] |= 1 << (WORD_BITS - 1 - element % WORD_BITS);
}

/// A graph in nauty's form: one set of out-neighbours per vertex.
pub(crate) struct Graph {
    /// The number of vertices.
    pub(crate) vertices: usize,
    /// Whether nauty must be told that this is a digraph.
    pub(crate) digraph: bool,
    /// `vertices` rows of [`words_for`]`(vertices)` words each.
    pub(crate) rows: Vec<u64>,
}

impl Graph {
    pub(crate) fn new(
        vertices: usize,
        directed: bool,
        arcs: impl Iterator<Item = (usize, usize)>,
    ) -> Result<Self, Error> {
        let mut graph =
            Self { vertices, digraph: directed, rows: vec![0; vertices * words_for(vertices)] };
        for (from, to) in arcs {
            graph.add_arc(from, to)?;
            if !directed {
                graph.add_arc(to, from)?;
            }
            // nauty takes shortcuts in graphs that a loop would make wrong.
            graph.digraph |= from == to;
        }
        Ok(graph)
    }

    fn add_arc(&mut self, from: usize, to: usize) -> Result<(), Error> {
        if from.max(to) >= self.vertices {
            return Err(Error::ArcOutOfRange { arc: (from, to), vertices: self.vertices });
        }
        let width = words_for(self.vertices);
        insert(&mut self.rows[from * width..][..width], to);
        Ok(())
    }
}

/// An ordered partition of the vertices in nauty's form.
pub(crate) struct Partition {
    /// The vertices, cell by cell.
    pub(crate) lab: Vec<i32>,
    /// 0 where a cell ends, 1 elsewhere.
    pub(crate) ptn: Vec<i32>,
    /// The set of positions where a cell begins.
    pub(crate) active: Vec<u64>,
}

impl Partition {
    /// One cell per colour, in ascending order of colour.
    ///
    /// At most `i32::MAX` vertices, which the caller has checked.
    pub(crate) fn by_colour(colours: &[u32]) -> Self {
        let n = colours.len();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&v| colours[v]);
        let mut active = vec![0; words_for(n)];
        let mut ptn = vec![1; n];
        for i in 0..n {
            if i == 0 || colours[order[i - 1]] != colours[order[i]] {
                insert(&mut active, i);
            }
            if i + 1 == n || colours[order[i]] != colours[order[i + 1]] {
                ptn[i] = 0;
            }
        }
        let lab = order.into_iter().map(|v| v as i32).collect();
        Self { lab, ptn, active }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_follow_the_colours() {
        let p = Partition::by_colour(&[7, 2, 7, 2, 5]);
        assert_eq!(p.lab, [1, 3, 4, 0, 2]);
        assert_eq!(p.ptn, [1, 0, 0, 1, 0]);
        assert_eq!(p.active, [0b10110 << (WORD_BITS - 5)]);
    }

    #[test]
    fn no_vertices_make_no_cells() {
        let p = Partition::by_colour(&[]);
        assert!(p.lab.is_empty() && p.ptn.is_empty() && p.active.is_empty());
    }

    #[test]
    fn edges_go_both_ways_and_arcs_one_way() {
        let top = 1 << (WORD_BITS - 1);
        let edge = Graph::new(65, false, [(0, 64)].into_iter()).unwrap();
        assert_eq!((edge.rows[1], edge.rows[128]), (top, top));
        let arc = Graph::new(65, true, [(0, 64)].into_iter()).unwrap();
        assert_eq!((arc.rows[1], arc.rows[128]), (top, 0));
    }

    #[test]
    fn a_loop_makes_a_digraph() {
        let looped = Graph::new(2, false, [(0, 1), (1, 1)].into_iter()).unwrap();
        assert!(looped.digraph);
    }
}
