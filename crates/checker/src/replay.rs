//! The closed reply set, replayed.
//!
//! The set holds states in which the claimant's opponent is to move. For each of his moves a reply
//! is asked for, which leads back into the set or to an end that satisfies the claim. A new state
//! joins the set and is looked at later. When no state is left to look at, the set is closed, and
//! the claimant reaches the target from each of its states: by induction on the length of the
//! longest play, which every move shortens, as it colours a vertex or replaces a form by one of its
//! options. (Only one player may skip, so the move after a skip does so for both.) So there are no
//! cycles to worry about, and the order of play does not matter. The same holds near the patients
//! (`near.rs`), where Alice colours a vertex in each of her moves.

use std::collections::HashSet;

use crate::Rejection;
use crate::keys::Keys;
use crate::state::{Choice, State, Task};

/// What a proof plays: states, moves, and which states count as equal.
pub trait Played {
    /// What is known of the play so far, and whose turn it is.
    type State: Clone;
    /// A move.
    type Choice: Copy;

    /// The state in which play begins.
    fn start(&self) -> Self::State;
    /// Whether the claimant is to move.
    fn asks_claimant(&self, state: &Self::State) -> bool;
    /// The moves of the player to move.
    fn choices(&self, state: &Self::State) -> Vec<Self::Choice>;
    /// The state after one of these moves.
    fn after(&self, state: &Self::State, choice: Self::Choice) -> Self::State;
    /// Whether nothing more has to be shown here because play is over or settled. An end that
    /// contradicts the claim is an error.
    fn is_finished(&self, state: &Self::State) -> Result<bool, Rejection>;
    /// The same bytes for states that count as equal.
    fn key(&self, state: &Self::State) -> Box<[u8]>;
    /// The state for people.
    fn write(&self, state: &Self::State) -> String;
}

/// The game itself: whole positions.
pub struct Positions<'a> {
    /// Who wants what, from where.
    pub task: &'a Task,
    /// Decides which states count as equal.
    pub keys: &'a Keys,
}

impl Played for Positions<'_> {
    type State = State;
    type Choice = Choice;

    fn start(&self) -> State {
        self.task.start.clone()
    }

    fn asks_claimant(&self, state: &State) -> bool {
        state.position.turn() == self.task.claimant
    }

    fn choices(&self, state: &State) -> Vec<Choice> {
        state.choices()
    }

    fn after(&self, state: &State, choice: Choice) -> State {
        state.play(choice)
    }

    fn is_finished(&self, state: &State) -> Result<bool, Rejection> {
        match state.verdict() {
            Some(verdict) if self.task.satisfied_by(verdict) => Ok(true),
            Some(_) => Err(Rejection::WrongEnd(state.position.to_string())),
            None => Ok(self.task.is_settled(state)),
        }
    }

    fn key(&self, state: &State) -> Box<[u8]> {
        self.keys.of(state)
    }

    fn write(&self, state: &State) -> String {
        state.position.to_string()
    }
}

/// The states met so far, and the list of those not yet looked at.
pub struct ReplySet<'a, P: Played> {
    /// What is played.
    pub played: &'a P,
    seen: HashSet<Box<[u8]>>,
    pending: Vec<P::State>,
    limit: u64,
}

/// A state in which the claimant is to move and needs a reply.
pub struct Turn<'a, P: Played> {
    /// The state in which the claimant is to move.
    pub state: &'a P::State,
    /// Her legal moves.
    pub choices: &'a [P::Choice],
    /// The set so far.
    pub set: &'a ReplySet<'a, P>,
}

/// Replays the game: asks `reply` for a reply (as an index into the choices) whenever one is
/// needed, and asks whether to go on before each move of the opponent. Returns the number of states
/// in the set, which may not exceed `limit`.
pub fn replay<P: Played, E: From<Rejection>>(
    played: &P,
    limit: u64,
    mut go_on: impl FnMut() -> Result<(), E>,
    mut reply: impl FnMut(&Turn<'_, P>) -> Result<usize, E>,
) -> Result<u64, E> {
    let mut set = ReplySet { played, seen: HashSet::new(), pending: Vec::new(), limit };
    let start = played.start();
    if !played.asks_claimant(&start) {
        set.add(start)?;
    } else if !played.is_finished(&start)? {
        set.answer(start, &mut reply)?;
    }
    while let Some(state) = set.pending.pop() {
        let mut answered = HashSet::new();
        for choice in played.choices(&state) {
            go_on()?;
            let after = played.after(&state, choice);
            if !played.is_finished(&after)? && answered.insert(played.key(&after)) {
                set.answer(after, &mut reply)?;
            }
        }
    }
    Ok(set.seen.len() as u64)
}

impl<P: Played> ReplySet<'_, P> {
    /// Asks for the reply in an unfinished state in which the claimant is to move.
    fn answer<E: From<Rejection>>(
        &mut self,
        state: P::State,
        reply: &mut impl FnMut(&Turn<'_, P>) -> Result<usize, E>,
    ) -> Result<(), E> {
        let choices = self.played.choices(&state);
        let chosen = reply(&Turn { state: &state, choices: &choices, set: self })?;
        let Some(&choice) = choices.get(chosen) else {
            let position = self.played.write(&state);
            return Err(Rejection::NoSuchReply { position, chosen, of: choices.len() }.into());
        };
        Ok(self.add(self.played.after(&state, choice))?)
    }

    /// Adds a state in which the opponent is to move.
    fn add(&mut self, state: P::State) -> Result<(), Rejection> {
        if self.played.is_finished(&state)? || !self.seen.insert(self.played.key(&state)) {
            return Ok(());
        }
        if self.seen.len() as u64 > self.limit {
            return Err(Rejection::TooManyPositions(self.limit));
        }
        self.pending.push(state);
        Ok(())
    }

    /// Whether this state, in which the opponent is to move, is in the set or does not have to be.
    pub fn holds(&self, state: &P::State) -> bool {
        let is_finished = self.played.is_finished(state);
        is_finished.unwrap_or(false) || self.seen.contains(&self.played.key(state))
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
