//! Winning replies, from the solver.
//!
//! Which winning reply is chosen decides how large the reply set becomes. A reply to the end, or to a
//! position that is in the set already, costs nothing and comes first; among the others the one that
//! leaves the opponent the fewest moves.

use std::collections::HashMap;

use chromex_checker::{Choice, State, Target, Task, Turn};
use chromex_rules::{Convention, Player};

use super::Unproved;
use crate::budget::{Budget, Stop};
use crate::engine::Solver;
use crate::value::{Outcome, Value};
use crate::values::Form;

/// Knows whether the claimant of one task reaches the target.
pub struct Oracle {
    task: Task,
    solver: Solver,
    /// The forms of the task, as the solver knows them.
    forms: HashMap<u16, Form>,
}

impl Oracle {
    /// An oracle for a task.
    pub fn new(task: Task, budget: &Budget) -> Result<Oracle, Unproved> {
        let solver = Solver::new(&task.start.position, budget)?;
        Ok(Oracle { task, solver, forms: HashMap::new() })
    }

    /// Whether the task can be done.
    pub fn start_is_won(&mut self) -> Result<bool, Stop> {
        let start = self.task.start.clone();
        if start.position.turn() != self.task.claimant || start.verdict().is_some() {
            return self.is_won(&start);
        }
        for choice in start.choices() {
            if self.is_won(&start.play(choice))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A reply that keeps the win.
    pub fn reply(&mut self, turn: &Turn<'_>) -> Result<usize, Unproved> {
        let after = |&choice: &Choice| turn.state.play(choice);
        let states: Vec<State> = turn.choices.iter().map(after).collect();
        if let Some(known) = states.iter().position(|state| turn.set.holds(state)) {
            return Ok(known);
        }
        let mut order: Vec<(usize, usize)> =
            states.iter().enumerate().map(|(i, state)| (state.choices().len(), i)).collect();
        order.sort_unstable();
        for (_, i) in order {
            if self.is_won(&states[i])? {
                return Ok(i);
            }
        }
        Err(Unproved::False(turn.state.position.to_string()))
    }

    /// Whether the claimant reaches the target when the opponent is to move.
    fn is_won(&mut self, state: &State) -> Result<bool, Stop> {
        if let Some(verdict) = state.verdict() {
            return Ok(self.task.satisfied_by(verdict));
        }
        let position = &state.position;
        let claimant = self.task.claimant;
        match (self.task.target, position.convention()) {
            (Target::AtLeast(goal), _) => Ok(self.solver.at_least(goal, position)? == Some(true)),
            (Target::AtMost(goal), _) => {
                Ok(self.solver.at_least(goal.saturating_add(1), position)? == Some(false))
            }
            // The table of the forms of *k has *j at index j.
            (Target::Win, Convention::Impartial) => {
                self.solver.is_nimber(state.other.into(), position)
            }
            (Target::Win, Convention::Partisan) if self.task.start.other != 0 => {
                let form = self.form(state, state.other)?;
                let (at_least, at_most) = self.solver.compare(position, form)?;
                Ok(if claimant == Player::Left { at_least } else { at_most })
            }
            (Target::Win, Convention::Partisan) => match self.solver.outcome(position)? {
                Outcome::Class(class) => Ok(class.winner(position.turn()) == claimant),
                _ => Ok(false),
            },
            (Target::Win, _) => Ok(self.solver.value(position)? == Value::Winner(claimant)),
        }
    }

    fn form(&mut self, state: &State, index: u16) -> Result<Form, Stop> {
        if let Some(&form) = self.forms.get(&index) {
            return Ok(form);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for &option in state.forms.options(index, player) {
                side.push(self.form(state, option)?);
            }
        }
        let form = self.solver.form(&sides[0], &sides[1])?;
        self.forms.insert(index, form);
        Ok(form)
    }
}
