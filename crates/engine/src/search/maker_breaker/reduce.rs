//! Forgetting what no longer matters.
//!
//! Colour c at vertex v *matters* if the component of v among the vertices that can still take c
//! contains a patient. Nothing else about c at v can ever reach a patient: taking c at v removes it
//! from neighbours in that component only. But v itself may be somebody's taker of another colour,
//! and giving it a harmless colour takes it out of the game. So what has to be remembered of the
//! harmless colours of v is whether there is one, now and later:
//!
//! * if they cannot be exhausted (as in [`super::exhaust`]), then v is *free* for good;
//! * otherwise they are made to matter, with their components, and we look again.
//!
//! This gives a reduced game: lists of colours that matter, and free vertices. Every move of the
//! game is a move of the reduced game and the other way round: a colour that matters is removed
//! from the neighbours that have it, all of which are in the same component; a harmless colour
//! removes nothing but its vertex, and frees nobody from being free. The dead vertices are the
//! same: those with neither a listed colour nor freedom. A safe vertex that loses nothing but
//! harmless colours never runs out of them.
//!
//! A vertex with harmless colours only is a *tempo*: it is coloured some time (it is safe or free,
//! so it always can be), which passes the turn. Two tempi are none: whoever wins without
//! them answers the one by the other when the opponent starts on them. So only their parity stays.

use super::board::{Board, bits};
use super::exhaust::Patient;
use super::state::State;

/// The position in the reduced game, given its exhaustible vertices.
pub(super) fn reduce<const K: usize>(state: &State<K>, board: &Board, patients: u128) -> State<K> {
    let mut matters = state.lists.map(|list| component(board, list, patients & list));
    while let Some((v, harmless)) = exhaustible_freedom(state, board, &matters) {
        for c in harmless {
            matters[c] |= component(board, state.lists[c], 1 << v);
        }
    }
    let listed = matters.iter().fold(0, |all, list| all | list);
    let harmless = (0..K).fold(state.free, |all, c| all | state.lists[c] & !matters[c]);
    let tempi = (harmless & !listed).count_ones() % 2 == 1;
    State { lists: matters, free: harmless & listed, tempo: state.tempo ^ tempi }
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
    state: &State<K>,
    board: &Board,
    matters: &[u128; K],
) -> Option<(usize, Vec<usize>)> {
    let lists: [u128; K] = std::array::from_fn(|c| state.lists[c] & !matters[c]);
    let harmless = State { lists, free: state.free, tempo: false };
    let listed = matters.iter().fold(0, |all, list| all | list);
    let doubtful = harmless.open() & listed & !state.free;
    let v = bits(doubtful).find(|&v| Patient::of(&harmless, board, v).is_some())?;
    Some((v, (0..K).filter(|&c| harmless.lists[c] >> v & 1 == 1).collect()))
}
