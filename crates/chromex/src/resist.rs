//! How long a lost game can be drawn out: the loser plays for length, the winner for a quick end.

use chromex_engine::Solver;
use chromex_rules::{Colour, Player, Position, UNCOLOURED};
use rustc_hash::FxHashMap;

/// At most this many moves are tried.
const MOST_TRIED: usize = 20_000;

/// If more than this many cells are open, none are tried, because the length would not be found.
const MOST_OPEN: usize = 32;

/// The lengths of games that this player has lost.
pub(crate) struct Resistance<'a> {
    solver: &'a mut Solver,
    loser: Player,
    left: usize,
    known: FxHashMap<(Vec<Colour>, Player), usize>,
}

impl<'a> Resistance<'a> {
    /// Starts without any known lengths.
    pub(crate) fn new(loser: Player, solver: &'a mut Solver) -> Resistance<'a> {
        Resistance { solver, loser, left: MOST_TRIED, known: FxHashMap::default() }
    }

    /// The number of moves to the end of a game; `None` if it takes too long to find out.
    pub(crate) fn length(&mut self, position: &Position) -> Option<usize> {
        let open = position.colouring().iter().filter(|&&colour| colour == UNCOLOURED).count();
        if open > MOST_OPEN { None } else { self.lasts(position) }
    }

    fn lasts(&mut self, position: &Position) -> Option<usize> {
        if position.verdict().is_some() {
            return Some(0);
        }
        let key = (position.colouring().to_vec(), position.turn());
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let loses = position.turn() == self.loser;
        let mut best: Option<usize> = None;
        for m in position.moves() {
            self.left = self.left.checked_sub(1)?;
            let after = position.play(m).ok()?;
            if !loses && !self.is_lost(&after)? {
                continue;
            }
            let length = 1 + self.lasts(&after)?;
            best = Some(
                best.map_or(length, |best| if loses { best.max(length) } else { best.min(length) }),
            );
        }
        self.known.insert(key, best?);
        best
    }

    /// Whether the loser still loses after a move of the winner.
    fn is_lost(&mut self, after: &Position) -> Option<bool> {
        let winner = self.solver.outcome(after).ok()?.winner(after.turn());
        Some(winner == Some(self.loser.opponent()))
    }
}
