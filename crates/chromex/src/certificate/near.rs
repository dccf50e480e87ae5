//! Searches for closed reply sets near the patients (`near.rs` of the checker): Alice's wins in the
//! colouring game, even if Bob may skip, on boards with too many whole positions.
//!
//! Depth first, with memory: Bob's most dangerous moves first, and for Alice replies that are known
//! to win, then the least dangerous. A state is dangerous if many doctors are missing, and if
//! patients have few colours for many takers.

use std::cmp::Reverse;

use chromex_budget::{Budget, Meter, Stop};
use chromex_checker::{Keys, Lists, Near, Played, Ply, Task, Turn, replay};
use rustc_hash::FxHashMap;

use super::Unproved;

/// The replies of one task in the order of the replay, each with the number of choices.
pub(super) struct Script {
    pub(super) replies: Vec<(usize, usize)>,
    pub(super) positions: u64,
}

impl Script {
    /// The replies to a task, if Alice has a proof near the patients.
    pub(super) fn find(
        task: &Task,
        keys: &Keys,
        budget: &Budget,
    ) -> Result<Option<Script>, Unproved> {
        let near = Near::new(task, keys);
        let (known, recent) = (FxHashMap::default(), FxHashMap::default());
        let mut search = Search { near: &near, known, recent, meter: Meter::new(budget) };
        let start = near.start();
        let is_won = match search.look(&start) {
            Look::Known(won) => won,
            Look::Open(key) => search.is_won(&start, key)?,
        };
        if !is_won {
            return Ok(None);
        }
        let mut replies = Vec::new();
        let reply = |turn: &Turn<'_, Near<'_>>| {
            let chosen = search.reply(turn)?;
            replies.push((chosen, turn.choices.len()));
            Ok::<usize, Unproved>(chosen)
        };
        let positions = replay(&near, u64::MAX, || Ok(()), reply)?;
        Ok(Some(Script { replies, positions }))
    }
}

/// About how many bytes a state in memory takes besides its key.
const BYTES_OF_A_STATE: usize = 48;

/// Whose turn it is, and the checker's key.
type Key = (bool, Box<[u8]>);

struct Search<'a> {
    near: &'a Near<'a>,
    /// Whether Alice wins, for states that are not finished.
    known: FxHashMap<Key, bool>,
    /// When each move last was the right one, by the player to move: it may be right again.
    recent: FxHashMap<(bool, Ply), u64>,
    meter: Meter,
}

/// What is known of a state without any search.
enum Look {
    Known(bool),
    Open(Key),
}

impl Search<'_> {
    fn look(&self, state: &Lists) -> Look {
        if let finished @ (Ok(true) | Err(_)) = self.near.is_finished(state) {
            return Look::Known(finished.is_ok());
        }
        let key = (state.is_alices, self.near.key(state));
        self.known.get(&key).map_or_else(|| Look::Open(key.clone()), |&won| Look::Known(won))
    }

    /// Whether Alice has a proof from a state that is not finished.
    fn is_won(&mut self, state: &Lists, key: Key) -> Result<bool, Stop> {
        if let Some(&won) = self.known.get(&key) {
            return Ok(won);
        }
        self.meter.tick()?;
        let right = self.right_move(state)?;
        let won = right.is_some() == state.is_alices;
        if let Some(ply) = right {
            self.note(state, ply);
        }
        self.meter.grow(key.1.len() + BYTES_OF_A_STATE)?;
        self.known.insert(key, won);
        Ok(won)
    }

    /// A move after which the player to move gets what he wants.
    fn right_move(&mut self, state: &Lists) -> Result<Option<Ply>, Stop> {
        let aim = state.is_alices;
        let mut choices = self.near.choices(state);
        choices.retain(|&ply| is_first_of_its_kind(state, ply));
        choices.sort_by_cached_key(|&ply| self.newest_first(state, ply));
        let mut open = Vec::new();
        for ply in choices {
            let after = self.near.after(state, ply);
            match self.look(&after) {
                Look::Known(won) if won == aim => return Ok(Some(ply)),
                Look::Known(_) => {}
                Look::Open(key) => open.push((danger(self.near, &after), ply, after, key)),
            }
        }
        open.sort_by_key(|&(danger, ..)| if aim { danger } else { u32::MAX - danger });
        for (_, ply, after, key) in open {
            if self.is_won(&after, key)? == aim {
                return Ok(Some(ply));
            }
        }
        Ok(None)
    }

    /// A reply that wins: to the end or back into the set if possible, otherwise to the least
    /// dangerous state that is known to be won.
    fn reply(&mut self, turn: &Turn<'_, Near<'_>>) -> Result<usize, Stop> {
        self.meter.tick()?;
        let mut order: Vec<usize> = (0..turn.choices.len()).collect();
        order.sort_by_cached_key(|&i| self.newest_first(turn.state, turn.choices[i]));
        let mut open = Vec::new();
        for i in order {
            let after = self.near.after(turn.state, turn.choices[i]);
            if turn.set.holds(&after) {
                self.note(turn.state, turn.choices[i]);
                return Ok(i);
            }
            open.push((i, after));
        }
        open.sort_by_cached_key(|(i, after)| (danger(self.near, after), *i));
        let known = open.iter().find(|(_, after)| matches!(self.look(after), Look::Known(true)));
        if let Some(&(i, _)) = known {
            self.note(turn.state, turn.choices[i]);
            return Ok(i);
        }
        for (i, after) in open {
            if let Look::Open(key) = self.look(&after)
                && self.is_won(&after, key)?
            {
                return Ok(i);
            }
        }
        Ok(usize::MAX)
    }

    fn newest_first(&self, state: &Lists, ply: Ply) -> Reverse<Option<u64>> {
        Reverse(self.recent.get(&(state.is_alices, ply)).copied())
    }

    fn note(&mut self, state: &Lists, ply: Ply) {
        let now = self.meter.statistics().positions;
        self.recent.insert((state.is_alices, ply), now);
    }
}

/// Whether no smaller colour would do the same.
fn is_first_of_its_kind(state: &Lists, ply: Ply) -> bool {
    match ply {
        Ply::Colour(_, c) => !state.colours[..c].contains(&state.colours[c]),
        Ply::Skip => true,
    }
}

/// How dangerous a state is. The weights were tried on grids; with missing doctors the sets became
/// three times smaller.
fn danger(near: &Near<'_>, state: &Lists) -> u32 {
    let patients = (0..u128::BITS as usize).filter(|&v| state.patients >> v & 1 == 1);
    let dangers = patients.map(|v| match state.list(v).count() as u32 {
        0 | 1 => 64,
        2 => 8 * (near.takers(state, v).count_ones() - 1),
        colours => near.takers(state, v).count_ones() + 1 - colours,
    });
    6 * near.missing_doctors(state) as u32 + dangers.sum::<u32>() + state.core.count_ones()
}
