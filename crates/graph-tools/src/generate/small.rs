//! Graphs with at most 32 vertices, with one word of neighbours for each vertex.

use nauty_sys::Symmetry;

use chromex_graphs::Graph;

/// The largest number of vertices of a [`Small`] graph.
pub(super) const MOST: usize = u32::BITS as usize;

/// A graph with one word of neighbours for each vertex.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Small {
    pub order: usize,
    pub rows: [u32; MOST],
}

/// The members of a set.
pub(super) fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let v = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(v)
    })
}

impl Small {
    pub(super) fn empty(order: usize) -> Small {
        Small { order, rows: [0; MOST] }
    }

    pub(super) fn complete(order: usize) -> Small {
        Small::empty(order).complement()
    }

    pub(super) fn with_vertex(mut self, neighbours: u32) -> Small {
        members(neighbours).for_each(|v| self.rows[v] |= 1 << self.order);
        self.rows[self.order] = neighbours;
        self.order += 1;
        self
    }

    pub(super) fn join(&mut self, u: usize, v: usize) {
        self.rows[u] |= 1 << v;
        self.rows[v] |= 1 << u;
    }

    pub(super) fn union(mut self, other: &Small) -> Small {
        for (row, neighbours) in self.rows[self.order..].iter_mut().zip(&other.rows[..other.order])
        {
            *row = neighbours << self.order;
        }
        self.order += other.order;
        self
    }

    pub(super) fn complement(mut self) -> Small {
        let everyone = self.vertices();
        for (v, row) in self.rows[..self.order].iter_mut().enumerate() {
            *row = everyone & !*row & !(1 << v);
        }
        self
    }

    fn vertices(&self) -> u32 {
        ((1_u64 << self.order) - 1) as u32
    }

    pub(super) fn degree(&self, v: usize) -> u32 {
        self.rows[v].count_ones()
    }

    fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.order).flat_map(|v| members(self.rows[v] & ((1 << v) - 1)).map(move |u| (u, v)))
    }

    pub(super) fn graph(&self) -> Graph {
        Graph::undirected(self.order, self.edges()).expect("the vertices are in range")
    }

    pub(super) fn symmetry(&self) -> Symmetry {
        self.coloured_symmetry(&[0; MOST][..self.order])
    }

    fn coloured_symmetry(&self, colours: &[u32]) -> Symmetry {
        nauty_sys::symmetry(self.order, false, self.edges(), colours)
            .expect("small graphs are no trouble")
    }

    /// The canonical graph, the same as [`crate::symmetry::Symmetry::canonical`] gives.
    pub(super) fn canonical(&self) -> Small {
        self.relabelled(&self.symmetry())
    }

    /// The canonical form of the graph with these colours of its vertices: only graphs with
    /// corresponding colours have the same one.
    pub(super) fn coloured_canonical(&self, colours: &[u32]) -> Small {
        self.relabelled(&self.coloured_symmetry(colours))
    }

    /// The canonical graph, computed from the symmetry of this one.
    pub(super) fn relabelled(&self, symmetry: &Symmetry) -> Small {
        let mut place = [0; MOST];
        symmetry.labelling.iter().enumerate().for_each(|(new, &old)| place[old as usize] = new);
        let mut result = Small::empty(self.order);
        self.edges().for_each(|(u, v)| result.join(place[u], place[v]));
        result
    }

    /// The vertices that can be reached from `v`.
    fn component(&self, v: usize) -> u32 {
        let (mut reached, mut fresh) = (1 << v, 1 << v);
        while fresh != 0 {
            let next = members(fresh).fold(0, |next, u| next | self.rows[u]);
            fresh = next & !reached;
            reached |= fresh;
        }
        reached
    }

    /// The components, by least vertex.
    pub(super) fn components(&self) -> Vec<u32> {
        let (mut rest, mut found) = (self.vertices(), Vec::new());
        while rest != 0 {
            let part = self.component(rest.trailing_zeros() as usize);
            rest &= !part;
            found.push(part);
        }
        found
    }

    /// The two sides of each component of a bipartite graph.
    pub(super) fn sides(&self) -> Vec<(u32, u32)> {
        let sides = |part: u32| {
            let (mut near, mut far) = (1 << part.trailing_zeros(), 0);
            loop {
                let beyond = members(near).fold(far, |set, v| set | self.rows[v]);
                let back = members(beyond).fold(near, |set, v| set | self.rows[v]);
                if (back, beyond) == (near, far) {
                    return (near, far);
                }
                (near, far) = (back, beyond);
            }
        };
        self.components().into_iter().map(sides).collect()
    }
}
