//! Weak colouring on any graph (a sequel to section 4 of Beaulieu et al.; docs/open-problems.md has the proofs).
//!
//! Call a coloured vertex *lonely* if it has no neighbour of another colour; in a legal position it
//! has no coloured neighbour at all. With k colours on a connected graph, a player can answer every
//! move so that at most k − 2 vertices are lonely again. After the opponent's move at most k − 1
//! vertices are lonely. If there is one, the player picks a neighbour of it and gives it a colour
//! that no lonely vertex has. If there is none but some vertex is open, some open vertex is next to
//! a coloured one: he gives it a different colour. Neighbours of equal colour are legal if they are
//! not lonely. So he is never stuck before all vertices are coloured, and the nimber is the parity
//! of the number of open vertices: if it is odd, the same answers win after a heap of one has been
//! added. With two colours this player cannot be the first to colour a vertex, so some vertex has
//! to be coloured already, or the order has to be even.
//!
//! With two colours on trees of odd order the second player wants an odd number of vertices left
//! over. On stars with cherries the first player prevents this; with two big centres the second
//! player succeeds.
//!
//! A vertex that can take no colour has, for each colour, a lonely neighbour of that colour. With more colours than
//! neighbours there is no such vertex, and all vertices get coloured.

use chromex_graphs::{Graph, ops};
use chromex_rules::{Colour, Condition, Game, Position, UNCOLOURED};

use crate::hypotheses::is_impartial_under;

/// The number of colours, if a game is weak colouring with two or more colours.
pub(crate) fn colours_of_weak(game: &Game) -> Option<usize> {
    let colours = game.palette().len();
    let applies = colours >= 2 && is_impartial_under(game, &Condition::Weak);
    applies.then_some(colours)
}

/// Whether a coloured vertex has a neighbour of another colour.
pub(crate) fn sees_another(graph: &Graph, colouring: &[Colour], v: usize) -> bool {
    graph.neighbours(v).any(|w| colouring[w] != UNCOLOURED && colouring[w] != colouring[v])
}

/// The number of these vertices that are coloured and have no neighbour of another colour.
pub fn lonely(graph: &Graph, colouring: &[Colour], among: &[usize]) -> usize {
    let is_lonely = |v: usize| colouring[v] != UNCOLOURED && !sees_another(graph, colouring, v);
    among.iter().filter(|&&v| is_lonely(v)).count()
}

/// Trees made of centres and *cherries*, a cherry being a vertex with exactly two leaves and one other neighbour, a centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cherries {
    /// One centre with at least one leaf.
    OneCentre,
    /// Two adjacent centres with at least three leaves each.
    TwoBigCentres,
}

/// Whether these vertices, a component of a graph, are such a tree.
pub fn cherries(graph: &Graph, part: &[usize]) -> Option<Cherries> {
    let leaves = |v: usize| graph.neighbours(v).filter(|&w| graph.degree(w) == 1).count();
    let is_cherry = |v: usize| graph.degree(v) == 3 && leaves(v) == 2;
    let mut centres = part.iter().filter(|&&v| graph.degree(v) > 1 && !is_cherry(v));
    // Leaves and cherries connect nothing, so that two centres are adjacent, and all cherries are at centres.
    match (centres.next(), centres.next(), centres.next()) {
        (Some(&x), None, None) if leaves(x) >= 1 => Some(Cherries::OneCentre),
        (Some(&x), Some(&y), None) if leaves(x) >= 3 && leaves(y) >= 3 => {
            Some(Cherries::TwoBigCentres)
        }
        _ => None,
    }
}

/// The nimber of a position, if the results above give the nimber of each component.
pub(crate) fn nimber(position: &Position) -> Option<u32> {
    let colours = colours_of_weak(position.game())?;
    let (graph, colouring) = (position.board().graph(), position.colouring());
    let parts = ops::components(graph);
    parts.iter().try_fold(0, |sum, part| Some(sum ^ component(graph, colouring, part, colours)?))
}

/// The nimber of a component, if these results give it.
fn component(graph: &Graph, colouring: &[Colour], part: &[usize], colours: usize) -> Option<u32> {
    let open = part.iter().filter(|&&v| colouring[v] == UNCOLOURED).count();
    let begun = open < part.len();
    let few_lonely = lonely(graph, colouring, part) + 2 <= colours
        && (colours > 2 || begun || part.len().is_multiple_of(2));
    if few_lonely || part.iter().all(|&v| graph.degree(v) < colours) {
        return Some(open as u32 % 2);
    }
    if begun || colours > 2 {
        return None;
    }
    cherries(graph, part).map(|tree| u32::from(tree == Cherries::OneCentre))
}
