//! Forgetting what no longer matters.
//!
//! Colour c at vertex v *matters* if the component of v among the vertices that can still take c
//! contains a patient. Otherwise c at v can never affect a patient through c: taking c at v removes
//! it only from neighbours in that component. But v itself may be able to take another colour from
//! some vertex, and giving v a harmless colour prevents this. So all that has to be remembered of
//! the harmless colours of v is whether there is one, now and later:
//!
//! * if they cannot be exhausted (as in [`super::exhaust`]), then v is permanently *free*;
//! * otherwise they are declared to matter, with their components, and this is repeated.
//!
//! This gives a reduced game: lists of colours that matter, and free vertices. Every move of the
//! game is a move of the reduced game and conversely: a colour that matters is removed from the
//! neighbours that have it, all of which are in the same component; a harmless colour removes only
//! its vertex, and free vertices stay free. The dead vertices are the same: those without a listed
//! colour that are not free. A safe vertex that loses only harmless colours never runs out of them.
//!
//! A vertex with only harmless colours is a *tempo*: it is coloured at some time (it is safe or
//! free, so this is always possible), and this passes the turn. Two tempi cancel: a player who wins
//! without them answers one by the other when the opponent uses one. So only their parity is kept.

use super::board::{Board, bits};
use super::exhaust::Patient;
use super::state::Reduced;

/// The position in the reduced game, given its exhaustible vertices.
pub(super) fn reduce<const K: usize>(
    state: &Reduced<K>,
    board: &Board,
    patients: u128,
) -> Reduced<K> {
    let mut matters = state.lists.map(|list| component(board, list, patients & list));
    while let Some((v, harmless)) = exhaustible_freedom(state, board, &matters) {
        for c in harmless {
            matters[c] |= component(board, state.lists[c], 1 << v);
        }
    }
    let listed = matters.iter().fold(0, |all, list| all | list);
    let harmless = (0..K).fold(state.free, |all, c| all | state.lists[c] & !matters[c]);
    let tempi = (harmless & !listed).count_ones() % 2 == 1;
    Reduced { lists: matters, free: harmless & listed, tempo: state.tempo ^ tempi }
}

/// The vertices of `among` that paths within it join to `start`.
fn component(board: &Board, among: u128, start: u128) -> u128 {
    let mut reached = start;
    let mut fresh = start;
    while fresh != 0 {
        let next = bits(fresh).fold(0, |next, v| next | board.adjacent[v]);
        fresh = next & among & !reached;
        reached |= fresh;
    }
    reached
}

/// A vertex with colours that matter whose harmless colours could run out, and those colours.
fn exhaustible_freedom<const K: usize>(
    state: &Reduced<K>,
    board: &Board,
    matters: &[u128; K],
) -> Option<(usize, Vec<usize>)> {
    let lists: [u128; K] = std::array::from_fn(|c| state.lists[c] & !matters[c]);
    let harmless = Reduced { lists, free: state.free, tempo: false };
    let listed = matters.iter().fold(0, |all, list| all | list);
    let doubtful = harmless.open() & listed & !state.free;
    let v = bits(doubtful).find(|&v| Patient::of(&harmless, board, v).is_some())?;
    Some((v, (0..K).filter(|&c| harmless.lists[c] >> v & 1 == 1).collect()))
}
