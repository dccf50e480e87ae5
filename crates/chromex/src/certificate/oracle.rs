//! Winning replies, from the solver.

use std::collections::HashMap;

use chromex_checker::{Choice, Keys, Positions, State, Target, Task, Turn, missing_doctors};
use chromex_rules::{Convention, Goal, MAX_COLOURS, Player};

use super::Unproved;
use chromex_budget::{Budget, Stop};
use chromex_engine::Solver;
use chromex_engine::Value;
use chromex_values::Form;

/// Which of the winning replies to prefer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranking {
    /// Replies that leave few different moves.
    Fewest,
    /// Replies that make the position symmetric again, under an involution with few fixed points:
    /// this finds the mirror strategies.
    Mirror,
    /// In the colouring game, replies after which few doctors are missing if Alice replies, and
    /// many if Bob does.
    Doctors,
}

impl Ranking {
    /// The rankings that may be good for these tasks.
    pub(super) fn for_tasks(tasks: &[Task]) -> &'static [Ranking] {
        let colour_all = |task: &Task| task.start.position.game().goal() == Goal::ColourAll;
        match tasks.iter().any(colour_all) {
            true => &[Ranking::Doctors, Ranking::Fewest, Ranking::Mirror],
            false => &[Ranking::Mirror, Ranking::Fewest],
        }
    }

    /// The rank of a state; smaller is better.
    fn rank(self, state: &State, keys: &Keys) -> (usize, usize) {
        let moves = state.choices().len();
        let fixed = |images: &[u8]| (0_u8..).zip(images).filter(|(v, image)| v == *image).count();
        let twice = |images: &[u8], v: u8| images[usize::from(images[usize::from(v)])];
        let is_involution = |images: &&[u8]| (0..images.len() as u8).all(|v| twice(images, v) == v);
        match self {
            Ranking::Fewest => (moves.div_ceil(keys.kept_by(state).count()), moves),
            Ranking::Mirror => {
                let order = state.position.board().order();
                let mirrors = keys.kept_by(state).filter(is_involution).map(fixed);
                (mirrors.filter(|&fixed| fixed < order).min().unwrap_or(order), moves)
            }
            Ranking::Doctors => {
                let (position, most) = (&state.position, state.position.cells() * MAX_COLOURS);
                let missing = missing_doctors(position);
                let alice_replied = position.turn() == Player::Right;
                (if alice_replied { missing } else { most.saturating_sub(missing) }, moves)
            }
        }
    }
}

/// Finds out whether the claimant of one task reaches the target.
pub(super) struct Oracle {
    task: Task,
    solver: Solver,
    /// The forms of the task in the solver's arena.
    forms: HashMap<u16, Form>,
}

impl Oracle {
    /// An oracle for a task.
    pub(super) fn new(task: Task, budget: &Budget) -> Result<Oracle, Unproved> {
        let solver = Solver::new(&task.start.position, budget)?;
        Ok(Oracle { task, solver, forms: HashMap::new() })
    }

    /// Whether the claimant can succeed in the task.
    pub(super) fn start_is_won(&mut self) -> Result<bool, Stop> {
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

    /// A reply that keeps the win: if possible, one that leads to the end or back into the set,
    /// which costs nothing; otherwise the best one by the ranking.
    pub(super) fn reply(
        &mut self,
        turn: &Turn<'_, Positions<'_>>,
        ranking: Ranking,
    ) -> Result<usize, Unproved> {
        self.solver.tick()?;
        let after = |&choice: &Choice| turn.state.play(choice);
        let states: Vec<State> = turn.choices.iter().map(after).collect();
        if let Some(known) = states.iter().position(|state| turn.set.holds(state)) {
            return Ok(known);
        }
        let ranked =
            states.iter().enumerate().map(|(i, s)| (ranking.rank(s, turn.set.played.keys), i));
        let mut order: Vec<_> = ranked.collect();
        order.sort_unstable();
        for (_, i) in order {
            if self.is_won(&states[i])? {
                return Ok(i);
            }
        }
        Err(Unproved::False(format!("the claim can be kept from {}", turn.state.position)))
    }

    /// Whether the claimant reaches the target when the opponent is to move.
    fn is_won(&mut self, state: &State) -> Result<bool, Stop> {
        if let Some(verdict) = state.verdict() {
            return Ok(self.task.satisfied_by(verdict));
        }
        let position = &state.position;
        let claimant = self.task.claimant;
        match (self.task.target, position.convention()) {
            (Target::AtLeast(goal), _) => self.solver.at_least(goal, position),
            (Target::AtMost(goal), _) => {
                Ok(!self.solver.at_least(goal.saturating_add(1), position)?)
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
            (Target::Win, Convention::Partisan | Convention::Misere) => {
                Ok(self.solver.outcome(position)?.winner(position.turn()) == Some(claimant))
            }
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
