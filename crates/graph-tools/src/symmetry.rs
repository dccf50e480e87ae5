//! Canonical form and automorphism group of vertex-coloured graphs and digraphs, through nauty.
//!
//! The canonical form of an undirected graph is the one that nauty's `labelg` prints. Digraphs are
//! handed to nauty as undirected graphs with three layers, because its own digraph mode, which
//! refines along outgoing arcs only, can take minutes on sparse digraphs of twenty vertices.

use chromex_graphs::{Graph, Limit};

/// The symmetry of a graph whose vertices carry colours that no symmetry may change.
///
/// ```
/// use chromex_graph_tools::symmetry::Symmetry;
/// use chromex_graphs::parse;
/// let petersen = parse("petersen:5,2")?;
/// let symmetry = Symmetry::of(petersen.graph(), &[0; 10]).unwrap();
/// assert_eq!(symmetry.group_order(), Some(120));
/// assert_eq!(symmetry.orbit_count(), 1);
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Symmetry {
    found: nauty_sys::Symmetry,
}

/// Graphs with more vertices than this are not handed to nauty, whose dense form is quadratic.
pub const MAX_ORDER: usize = nauty_sys::MAX_VERTICES / 3;

impl Symmetry {
    /// Asks nauty; `None` if the graph has more than [`MAX_ORDER`] vertices, or if the
    /// [`Limit`] of the moment stops it.
    ///
    /// # Panics
    /// If there is not one colour for each vertex.
    pub fn of(graph: &Graph, colours: &[u32]) -> Option<Symmetry> {
        assert_eq!(colours.len(), graph.order(), "one colour a vertex");
        if graph.order() > MAX_ORDER {
            return None;
        }
        if graph.is_directed() {
            return Symmetry::of_layers(graph, colours);
        }
        let found = ask_nauty(graph.order(), graph.edges(), colours)?;
        Some(Symmetry { found })
    }

    /// A vertex `v` becomes a path `n + v`, `v`, `2n + v` across three layers, and an arc `u→v` an
    /// edge from `n + u` to `2n + v`. The symmetries that preserve the layers correspond to those
    /// of the digraph.
    fn of_layers(graph: &Graph, colours: &[u32]) -> Option<Symmetry> {
        let n = graph.order();
        let ranks = ranks(colours);
        let last = ranks.iter().max().map_or(0, |last| last + 1);
        let outer = (1..=2).flat_map(|layer| std::iter::repeat_n(last + layer, n));
        let layered: Vec<u32> = ranks.iter().copied().chain(outer).collect();
        let spokes = (0..n).flat_map(|v| [(v, n + v), (v, 2 * n + v)]);
        let edges = spokes.chain(graph.edges().map(|(u, v)| (n + u, 2 * n + v)));
        let mut found = ask_nauty(3 * n, edges, &layered)?;
        // The labelling is ordered by colours, so the layer of the vertices comes first.
        found.labelling.truncate(n);
        found.orbits.truncate(n);
        found.generators.iter_mut().for_each(|images| images.truncate(n));
        Some(Symmetry { found })
    }

    /// The symmetry of a graph without colours.
    pub fn of_uncoloured(graph: &Graph) -> Option<Symmetry> {
        Symmetry::of(graph, &vec![0; graph.order()])
    }

    /// `labelling()[i]` is the vertex that becomes number `i` in the canonical graph.
    pub fn labelling(&self) -> &[u32] {
        &self.found.labelling
    }

    /// The canonical graph. It is the same for two graphs exactly if some bijection of the vertices
    /// that preserves colours maps one graph to the other.
    ///
    /// # Panics
    /// If `graph` is not the one this symmetry was computed for.
    pub fn canonical(&self, graph: &Graph) -> Graph {
        let mut image = vec![0; graph.order()];
        for (new, &old) in self.found.labelling.iter().enumerate() {
            image[old as usize] = new;
        }
        graph.relabelled(&image)
    }

    /// Generators of the automorphism group, each a list of images.
    pub fn generators(&self) -> &[Vec<u32>] {
        &self.found.generators
    }

    /// The least vertex of the orbit of `v`.
    pub fn orbit(&self, v: usize) -> usize {
        self.found.orbits[v] as usize
    }

    /// The number of orbits.
    pub fn orbit_count(&self) -> usize {
        (0..self.found.orbits.len()).filter(|&v| self.orbit(v) == v).count()
    }

    /// The order of the group; `None` if it does not fit 128 bits.
    pub fn group_order(&self) -> Option<u128> {
        let factors = self.found.order_factors.iter();
        factors.copied().try_fold(1_u128, |product, factor| product.checked_mul(factor.into()))
    }

    /// The decimal logarithm of the order of the group, which may be huge.
    pub fn group_order_log10(&self) -> f64 {
        self.found.order_factors.iter().map(|&factor| f64::from(factor).log10()).sum()
    }
}

/// The symmetry of an undirected graph, unless the limit that holds now stops the work.
fn ask_nauty(
    n: usize,
    edges: impl Iterator<Item = (usize, usize)>,
    colours: &[u32],
) -> Option<nauty_sys::Symmetry> {
    // nauty may run on another thread, where a different limit holds.
    let stop = Limit::current().stop;
    let is_stopped = || stop.as_ref().is_some_and(|stop| stop().is_some());
    nauty_sys::symmetry_until(n, false, edges, colours, &is_stopped).ok()
}

/// The colours replaced by their ranks 0, 1, 2, …
fn ranks(colours: &[u32]) -> Vec<u32> {
    let distinct: std::collections::BTreeSet<u32> = colours.iter().copied().collect();
    let rank: std::collections::HashMap<u32, u32> = distinct.into_iter().zip(0..).collect();
    colours.iter().map(|colour| rank[colour]).collect()
}
