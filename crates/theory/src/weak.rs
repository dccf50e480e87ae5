//! Weak colouring on any graph (a sequel to section 4 of Beaulieu et al.; docs/open-problems.md has the proofs).
//!
//! Call a position *in company* if each coloured vertex has a neighbour of another colour. On a connected graph a player
//! can answer every move so that the position is in company again. If the move has no neighbour of another colour, then,
//! being legal, it has no coloured neighbour at all: he gives a neighbour of it another colour. Otherwise, as long as
//! a vertex is open, some open vertex is next to a coloured one: he gives it another colour than that one has. In
//! company every colouring is legal. So he is never stuck before all vertices are coloured, and a position in company
//! has the parity of its open vertices as its nimber, where something is coloured or the order is even: with a heap
//! of one beside it, if the parity is odd, the same answers win.
//!
//! A vertex that can take no colour has, for each colour, a neighbour of that colour without coloured neighbours. With more
//! colours than neighbours there is no such vertex, and all vertices get coloured.

use chromex_graphs::{Graph, ops};
use chromex_rules::{Colour, Game, Position, UNCOLOURED};

/// The number of colours, if a game is weak colouring with two and more.
pub(crate) fn colours_of_weak(game: &Game) -> Option<usize> {
    let colours = game.palette().len();
    let applies = colours >= 2 && Game::weak(colours).is_ok_and(|weak| *game == weak);
    applies.then_some(colours)
}

/// Whether each coloured vertex has a neighbour of another colour.
pub fn in_company(graph: &Graph, colouring: &[Colour]) -> bool {
    let coloured = (0..graph.order()).filter(|&v| colouring[v] != UNCOLOURED);
    coloured.into_iter().all(|v| sees_another(graph, colouring, v))
}

/// Whether a coloured vertex has a neighbour of another colour.
pub(crate) fn sees_another(graph: &Graph, colouring: &[Colour], v: usize) -> bool {
    graph.neighbours(v).any(|w| colouring[w] != UNCOLOURED && colouring[w] != colouring[v])
}

/// The nimber of a position, if what is said above tells it of each component.
pub(crate) fn nimber(position: &Position) -> Option<u32> {
    let colours = colours_of_weak(position.game())?;
    let (graph, colouring) = (position.board().graph(), position.colouring());
    let mut nimber = 0;
    for part in ops::components(graph) {
        let open = part.iter().filter(|&&v| colouring[v] == UNCOLOURED).count();
        let begun = open < part.len();
        let accompanied =
            |&v: &usize| colouring[v] == UNCOLOURED || sees_another(graph, colouring, v);
        let known = (begun || part.len() % 2 == 0) && part.iter().all(accompanied)
            || part.iter().all(|&v| graph.degree(v) < colours);
        if !known {
            return None;
        }
        nimber ^= open as u32 % 2;
    }
    Some(nimber)
}
