//! When no case helps: a search for a move that restores the induction hypothesis, first near Bob's
//! move, then among harmless moves anywhere.

use std::borrow::Cow;

use chromex_rules::{Colour, UNCOLOURED};

use super::FourRows;
use super::grid::Place;
use crate::strategy::Reply;

/// How many harmless moves are tried before giving up.
const TEMPO_TRIES: usize = 64;

impl FourRows {
    /// Whether the induction hypothesis holds again after this move.
    pub(super) fn restores(&mut self, place: Place, colour: Colour) -> bool {
        let bob = self.pending.as_ref().map(|((_, column), _)| *column);
        self.grid.set(place, colour);
        let saved = self.ledger.imagine(&self.grid, self.repairs, place.1);
        self.doctors.mark();
        let mut holds = true;
        for column in bob.into_iter().chain([place.1]) {
            let around = self.around(column);
            holds = holds
                && self.doctors.reassign(&self.ledger, around.clone()).is_none()
                && self.properties(around).is_ok();
        }
        self.doctors.undo();
        self.ledger.restore(saved);
        self.grid.set(place, UNCOLOURED);
        holds
    }

    /// A move that restores the induction hypothesis; if there is none, a harmless move; if there
    /// is none, any move.
    pub(super) fn escape(&mut self) -> Option<Reply> {
        let near = self.moves_near_bob();
        let far: Vec<_> = self.tempo_moves().take(TEMPO_TRIES).map(|reply| reply.play).collect();
        let far = far.into_iter().map(|play| (self.place(play.cell), play.colour));
        let tries: Vec<_> = near.iter().copied().chain(far).collect();
        let restoring = tries.iter().copied().find(|&(place, colour)| self.restores(place, colour));
        let (case, (place, colour)) = match restoring {
            Some(found) => ("escape", found),
            None => (
                "escape, not restoring",
                tries.into_iter().next_back().or_else(|| self.any_move())?,
            ),
        };
        let mut reply = Reply::by(Cow::Borrowed(case), self.cell(place), colour);
        reply.escaped = true;
        Some(reply)
    }

    /// The legal moves in Bob's column and the two on either side of it.
    fn moves_near_bob(&self) -> Vec<(Place, Colour)> {
        let Some(((_, bob), _)) = &self.pending else { return Vec::new() };
        let columns = [0, -1, 1, -2, 2].map(|step| bob + step);
        let places = columns.into_iter().flat_map(|c| (1..=4).map(move |row| (row, c)));
        let moves = places.flat_map(|place| self.colours.map(|colour| (place, colour)));
        moves.filter(|&(place, colour)| self.grid.legal(place, colour)).collect()
    }

    fn any_move(&self) -> Option<(Place, Colour)> {
        let mut moves = self.places().flat_map(|place| self.colours.map(|colour| (place, colour)));
        moves.find(|&(place, colour)| self.grid.legal(place, colour))
    }
}
