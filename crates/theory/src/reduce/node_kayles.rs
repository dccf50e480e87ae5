//! Node Kayles in disguise (Beaulieu et al.): positions of other games in which only the vertices of
//! the given graph can be coloured, each with one colour, and no two that are adjacent in it.
//!
//! Those vertices keep their numbers; new vertices come after them.

use chromex_graphs::limit::VERTICES;
use chromex_graphs::{Graph, GraphError};
use chromex_rules::{Colour, Game, Position, UNCOLOURED};

use super::{NotReduced, position};

/// Refuses digraphs, and graphs whose image is too large before anything is built.
fn check(graph: &Graph, colours: u8) -> Result<(), NotReduced> {
    if graph.is_directed() {
        return Err(NotReduced::Directed("node-kayles"));
    }
    let each = usize::from(colours) + 3;
    let size = (graph.order() + graph.edge_count()).saturating_mul(each);
    VERTICES.check(Some(size)).map_err(GraphError::from)?;
    Ok(())
}

/// Proposition 1: each vertex gets a neighbour of every colour except the last.
pub fn to_proper(graph: &Graph, colours: u8) -> Result<Position, NotReduced> {
    check(graph, colours)?;
    let (n, edges, colouring) = with_painted_neighbours(graph, colours);
    position(Game::proper(colours.into())?, Graph::undirected_asking(n, edges)?, colouring)
}

/// Corollary 12: as [`to_proper`], with arcs from each vertex to its painted neighbours.
pub fn to_oriented(graph: &Graph, colours: u8) -> Result<Position, NotReduced> {
    check(graph, colours)?;
    let (n, arcs, colouring) = with_painted_neighbours(graph, colours);
    position(Game::oriented(colours.into())?, Graph::directed_asking(n, arcs)?, colouring)
}

type Painted = (usize, Vec<(usize, usize)>, Vec<Colour>);

/// The order, edges and colouring of the graph in which each vertex has a new neighbour of each
/// colour except the last.
fn with_painted_neighbours(graph: &Graph, colours: u8) -> Painted {
    let painted: Vec<Colour> = (1..colours).collect();
    let n = graph.order();
    let mut edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut colouring = vec![UNCOLOURED; n];
    for v in 0..n {
        edges.extend((0..painted.len()).map(|i| (v, colouring.len() + i)));
        colouring.extend(&painted);
    }
    (colouring.len(), edges, colouring)
}

/// Proposition 13: two vertices joined by arcs in both directions cannot both be coloured.
pub fn to_blue_red(graph: &Graph) -> Result<Position, NotReduced> {
    check(graph, 2)?;
    let n = graph.order();
    let arcs = graph.edges().flat_map(|(u, v)| [(u, v), (v, u)]);
    position(Game::blue_red(), Graph::directed_asking(n, arcs)?, vec![UNCOLOURED; n])
}

/// Proposition 18, Corollary 19: between adjacent vertices u and w comes a vertex e0 with a tail
/// e0–e2–e1 and a leaf for each colour from 3 on. e1 is painted with 1, e2 with 2, and each leaf
/// with its colour: then e0 sees all colours, and u and w see all colours except 1 and have
/// distance 2.
///
/// With a single colour, which the paper does not discuss, e2 stays unpainted and sees e1.
pub fn to_distance_2(graph: &Graph, colours: u8) -> Result<Position, NotReduced> {
    check(graph, colours)?;
    let mut edges = Vec::new();
    let mut colouring = vec![UNCOLOURED; graph.order()];
    for (u, w) in graph.edges() {
        let [e0, e1, e2] = [0, 1, 2].map(|i| colouring.len() + i);
        edges.extend([(u, e0), (w, e0), (e0, e2), (e2, e1)]);
        colouring.extend([UNCOLOURED, 1, if colours >= 2 { 2 } else { UNCOLOURED }]);
        for colour in 3..=colours {
            edges.push((e0, colouring.len()));
            colouring.push(colour);
        }
    }
    let image = Graph::undirected_asking(colouring.len(), edges)?;
    position(Game::distance(2, colours.into())?, image, colouring)
}
