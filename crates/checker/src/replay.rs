//! The closed reply set, replayed.
//!
//! The set holds states in which the claimant's opponent is to move. For each of his moves a reply
//! is asked for, which leads back into the set or to an end that satisfies the claim. A new state
//! joins the set and is looked at later. When no state is left to look at, the set is closed, and
//! the claimant reaches the target from each of its states: by induction on the length of the
//! longest play, which every move shortens, as it colours a vertex or replaces a form by one of its
//! options. (Only one player may skip, so the move after a skip does so for both.) So there are no
//! cycles to worry about, and the order of play does not matter.

use std::collections::HashSet;

use crate::Rejection;
use crate::keys::Keys;
use crate::state::{Choice, State, Task};

/// The states met so far, and the list of those not yet looked at.
pub struct ReplySet<'a> {
    task: &'a Task,
    /// Decides which states count as equal.
    pub keys: &'a Keys,
    seen: HashSet<Box<[u8]>>,
    pending: Vec<State>,
    limit: u64,
}

/// A state in which the claimant is to move and needs a reply.
pub struct Turn<'a> {
    /// The state in which the claimant is to move.
    pub state: &'a State,
    /// Her legal moves.
    pub choices: &'a [Choice],
    /// The set so far.
    pub set: &'a ReplySet<'a>,
}

/// Replays the game: asks `reply` for a reply (as an index into the choices) whenever one is
/// needed, and asks whether to go on before each move of the opponent. Returns the number of states
/// in the set, which may not exceed `limit`.
pub fn replay<E: From<Rejection>>(
    task: &Task,
    keys: &Keys,
    limit: u64,
    mut go_on: impl FnMut() -> Result<(), E>,
    mut reply: impl FnMut(&Turn<'_>) -> Result<usize, E>,
) -> Result<u64, E> {
    let mut set = ReplySet { task, keys, seen: HashSet::new(), pending: Vec::new(), limit };
    let start = task.start.clone();
    if start.position.turn() != task.claimant {
        set.add(start)?;
    } else if !set.is_finished(&start)? {
        set.answer(start, &mut reply)?;
    }
    while let Some(state) = set.pending.pop() {
        let mut answered = HashSet::new();
        for choice in state.choices() {
            go_on()?;
            let after = state.play(choice);
            if !set.is_finished(&after)? && answered.insert(keys.of(&after)) {
                set.answer(after, &mut reply)?;
            }
        }
    }
    Ok(set.seen.len() as u64)
}

impl ReplySet<'_> {
    /// Asks for the reply in an unfinished state in which the claimant is to move.
    fn answer<E: From<Rejection>>(
        &mut self,
        state: State,
        reply: &mut impl FnMut(&Turn<'_>) -> Result<usize, E>,
    ) -> Result<(), E> {
        let choices = state.choices();
        let chosen = reply(&Turn { state: &state, choices: &choices, set: self })?;
        let Some(&choice) = choices.get(chosen) else {
            let position = state.position.to_string();
            return Err(Rejection::NoSuchReply { position, chosen, of: choices.len() }.into());
        };
        Ok(self.add(state.play(choice))?)
    }

    /// Adds a state in which the opponent is to move.
    fn add(&mut self, state: State) -> Result<(), Rejection> {
        if self.is_finished(&state)? || !self.seen.insert(self.keys.of(&state)) {
            return Ok(());
        }
        if self.seen.len() as u64 > self.limit {
            return Err(Rejection::TooManyPositions(self.limit));
        }
        self.pending.push(state);
        Ok(())
    }

    /// Whether nothing more has to be shown here because play is over or settled. An end that
    /// contradicts the claim is an error.
    fn is_finished(&self, state: &State) -> Result<bool, Rejection> {
        match state.verdict() {
            Some(verdict) if self.task.satisfied_by(verdict) => Ok(true),
            Some(_) => Err(Rejection::WrongEnd(state.position.to_string())),
            None => Ok(self.task.is_settled(state)),
        }
    }

    /// Whether this state, in which the opponent is to move, is in the set or does not have to be.
    pub fn holds(&self, state: &State) -> bool {
        self.is_finished(state).unwrap_or(false) || self.seen.contains(&self.keys.of(state))
    }

    /// The number of states so far.
    pub fn len(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }
}
