//! When two states count as equal.
//!
//! Equal keys mean that two states are the same game up to renaming. There are three reasons; games
//! declare which of them hold ([`chromex_rules::Rules`]), and the tests of `rules` check what they
//! declare:
//!
//! * a symmetry of the graph is a symmetry of the game (`respects_symmetry`);
//! * colours are interchangeable on each copy of the graph (`colours_alike`);
//! * a colouring is legal if its pairs of vertices are (`pairwise_reach`): then what can still
//!   happen depends only on which colours each uncoloured vertex may take now.

use std::collections::HashSet;

use chromex_graphs::Graph;
use chromex_rules::{Game, Position, UNCOLOURED};

use crate::state::State;

/// Graphs with more vertices do not fit into a key.
pub const MAX_ORDER: usize = 128;

/// More symmetries are refused, because each state is compared under all of them.
pub const MAX_SYMMETRIES: usize = 1024;

/// Computes the keys of one game on one graph.
pub struct Keys {
    symmetries: Vec<Vec<u8>>,
    order: usize,
    colours: usize,
    alike: bool,
    pairwise: bool,
}

impl Keys {
    /// Keys under all symmetries in the group that these permutations of the vertices generate.
    ///
    /// Each generator is checked to be an automorphism. It does not matter how large the group is:
    /// with fewer symmetries fewer keys are equal, which is always correct.
    pub fn new(game: &Game, graph: &Graph, generators: &[Vec<u8>]) -> Result<Keys, String> {
        check_order(graph)?;
        let order = graph.order();
        if !generators.is_empty() && !game.respects_symmetry() {
            return Err(format!("symmetries of the graph are none of {}", game.name()));
        }
        if generators.len() > MAX_ORDER {
            return Err(format!("more than {MAX_ORDER} symmetries to begin with"));
        }
        if let Some(bad) = generators.iter().position(|images| !is_automorphism(graph, images)) {
            return Err(format!("permutation {bad}, from 0, is no symmetry of the graph"));
        }
        Ok(Keys {
            symmetries: group(order, generators)?,
            order,
            colours: game.palette().len(),
            alike: game.colours_alike(),
            pairwise: game.pairwise_reach().is_some(),
        })
    }

    /// The number of symmetries.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The number of bytes of a key of this game.
    pub(crate) fn bytes(&self, game: &Game) -> usize {
        game.copies() * game.palette().len() * self.order.div_ceil(8) + 2
    }

    /// The key of a state: the least image of its layers.
    pub fn of(&self, state: &State) -> Box<[u8]> {
        let least = self.least(&[], &self.layers(&state.position));
        least.chain(state.other.to_le_bytes()).collect()
    }

    /// The least image of some sets of vertices and then of the layers of all colours, which are
    /// sorted where colours are alike.
    pub(crate) fn least(&self, sets: &[u128], layers: &[u128]) -> impl Iterator<Item = u8> + use<> {
        let mut symmetries: Vec<&Vec<u8>> = self.symmetries.iter().collect();
        let mut least = Vec::new();
        for &set in sets {
            let image = |images: &&Vec<u8>| permuted(set, images);
            let first = symmetries.iter().map(image).min().unwrap_or_default();
            symmetries.retain(|images| image(images) == first);
            least.push(first);
        }
        let image = |images: &Vec<u8>| self.image(layers, images);
        least.extend(symmetries.into_iter().map(image).min().unwrap_or_default());
        let width = self.order.div_ceil(8);
        least.into_iter().flat_map(move |layer| layer.to_le_bytes().into_iter().take(width))
    }

    /// The symmetries that map a state to itself, as lists of images. Only the choice of replies
    /// may depend on them.
    pub fn kept_by<'a>(&'a self, state: &State) -> impl Iterator<Item = &'a [u8]> {
        let layers = self.layers(&state.position);
        let itself = self.symmetries.first().map(|images| self.image(&layers, images));
        let same = move |images: &&Vec<u8>| Some(self.image(&layers, images)) == itself;
        self.symmetries.iter().filter(same).map(Vec::as_slice)
    }

    /// For each copy and colour, a set of vertices: those where the colour may be put, if nothing
    /// else matters; otherwise those that have it.
    pub(crate) fn layers(&self, position: &Position) -> Vec<u128> {
        let mut layers = vec![0; position.game().copies() * self.colours];
        let mut colouring = position.colouring().to_vec();
        for cell in 0..colouring.len() {
            let (copy, vertex) = (cell / self.order, cell % self.order);
            let mut mark = |colour: u8| {
                layers[copy * self.colours + usize::from(colour) - 1] |= 1 << vertex;
            };
            if !self.pairwise && colouring[cell] != UNCOLOURED {
                mark(colouring[cell]);
            } else if self.pairwise && colouring[cell] == UNCOLOURED {
                for colour in position.game().palette().colours() {
                    colouring[cell] = colour;
                    let (game, graph) = (position.game(), position.board().graph());
                    if game.conflict(graph, &colouring, cell).is_none() {
                        mark(colour);
                    }
                }
                colouring[cell] = UNCOLOURED;
            }
        }
        layers
    }

    fn image(&self, layers: &[u128], images: &[u8]) -> Vec<u128> {
        let mut moved: Vec<u128> = layers.iter().map(|&layer| permuted(layer, images)).collect();
        if self.alike && self.colours > 0 {
            moved.chunks_mut(self.colours).for_each(<[u128]>::sort_unstable);
        }
        moved
    }
}

fn permuted(mut set: u128, images: &[u8]) -> u128 {
    let mut moved = 0;
    while set != 0 {
        moved |= 1 << images[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    moved
}

/// Whether these images are a permutation of the vertices that maps edges to edges. Because the
/// graph is finite, every edge is then the image of an edge.
fn is_automorphism(graph: &Graph, images: &[u8]) -> bool {
    let mut sorted = images.to_vec();
    sorted.sort_unstable();
    let image = |v: usize| usize::from(images[v]);
    sorted.iter().map(|&v| usize::from(v)).eq(0..graph.order())
        && graph.edges().all(|(u, v)| graph.has_edge(image(u), image(v)))
}

/// Refuses graphs that do not fit a key.
pub(crate) fn check_order(graph: &Graph) -> Result<(), String> {
    let too_many = || format!("{} vertices: a certificate has at most {MAX_ORDER}", graph.order());
    (graph.order() <= MAX_ORDER).then_some(()).ok_or_else(too_many)
}

/// All products of the generators.
fn group(order: usize, generators: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    let mut elements = vec![(0..order).map(|v| v as u8).collect::<Vec<u8>>()];
    let mut known: HashSet<Vec<u8>> = elements.iter().cloned().collect();
    let mut next = 0;
    while next < elements.len() {
        for generator in generators {
            let product: Vec<u8> =
                elements[next].iter().map(|&v| generator[usize::from(v)]).collect();
            if known.insert(product.clone()) {
                elements.push(product);
            }
        }
        if elements.len() > MAX_SYMMETRIES {
            return Err(format!("the symmetries generate more than {MAX_SYMMETRIES}"));
        }
        next += 1;
    }
    Ok(elements)
}
