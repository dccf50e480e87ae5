//! A search that is divided among several programs: the questions that they ask each other, and a search that
//! answers them.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chromex::{Findings, Member, NextStep, Solver, Stop, ValueReport, rules};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::position::Position;
use crate::run::{BudgetArgs, bad, run};

/// The question whether the player to move loses.
#[pyclass(frozen, module = "chromex._chromex")]
pub struct LossQuestion(pub chromex::LossQuestion);

#[pymethods]
impl LossQuestion {
    /// `number` is the size of a nim-heap that is played along with an impartial game; in a scoring game
    /// Alice wins with a score of at least `number`.
    #[new]
    fn new(position: &Position, number: i32) -> LossQuestion {
        LossQuestion(chromex::LossQuestion { position: position.0.clone(), number })
    }

    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position.clone())
    }

    #[getter]
    fn number(&self) -> i32 {
        self.0.number
    }

    /// The answer, if the game is over.
    fn at_the_end(&self) -> Option<bool> {
        self.0.at_the_end()
    }

    /// The questions after each move: the player to move loses if none of them is answered by yes.
    fn options(&self) -> Vec<LossQuestion> {
        self.0.options().into_iter().map(LossQuestion).collect()
    }
}

/// The next question that has to be answered to find the value of a position, or only its outcome; `None` if
/// the answers so far are enough.
#[pyfunction]
pub(crate) fn next_question(
    answers: Vec<bool>,
    position: &Position,
    outcome_only: bool,
) -> Option<LossQuestion> {
    match NextStep::after(&answers, &position.0, outcome_only) {
        NextStep::Ask(question) => Some(LossQuestion(question)),
        NextStep::Found { .. } => None,
    }
}

/// The value in JSON, and the outcome, as far as they follow from these answers.
#[pyfunction]
pub(crate) fn found_by_answers(
    answers: Vec<bool>,
    position: &Position,
    outcome_only: bool,
) -> PyResult<(Option<String>, Option<String>)> {
    let (value, outcome) = match NextStep::after(&answers, &position.0, outcome_only) {
        NextStep::Ask(_) => (None, None),
        NextStep::Found { value, outcome } => (value, outcome),
    };
    let json = |value| serde_json::to_string(&ValueReport::from(value)).map_err(bad);
    Ok((value.as_ref().map(json).transpose()?, outcome.map(|outcome| outcome.to_string())))
}

/// One of the searches that work on a position together, on a cluster: it remembers its results
/// from one question to the next.
#[pyclass(frozen, module = "chromex._chromex")]
pub struct Searcher {
    root: rules::Position,
    solver: Arc<Mutex<Option<Solver>>>,
}

#[pymethods]
impl Searcher {
    /// A search for positions that can be reached from this one.
    #[new]
    fn new(py: Python<'_>, root: &Position, budget: BudgetArgs) -> PyResult<Searcher> {
        let (root, budget) = (root.0.clone(), budget.budget()?);
        let solver = py.detach(|| Solver::new(&root, &budget)).map_err(bad)?;
        Ok(Searcher { root, solver: Arc::new(Mutex::new(Some(solver))) })
    }

    /// Whether the player to move loses, or why this is not known; and how many positions were
    /// searched.
    fn lost(
        &self,
        py: Python<'_>,
        question: &LossQuestion,
        budget: BudgetArgs,
    ) -> PyResult<(Option<bool>, Option<String>, u64)> {
        let (root, question, budget) = (self.root.clone(), question.0.clone(), budget.budget()?);
        let position = &question.position;
        if root.game() != position.game() || root.board().graph() != position.board().graph() {
            return Err(bad("a search is for positions of one game on one board"));
        }
        let (solver, monitor) = (Arc::clone(&self.solver), budget.monitor.clone());
        run(py, &monitor, move || {
            let mut kept = solver.lock().unwrap_or_else(PoisonError::into_inner);
            let mut solver = match kept.take() {
                Some(solver) => solver.renewed(&budget),
                None => Solver::new(&root, &budget).map_err(|error| error.to_string())?,
            };
            let found = question.decide(&mut solver);
            let stopped = found.as_ref().err().map(Stop::to_string);
            let positions = solver.statistics().positions;
            // An engine that cannot forget starts again when its memory is full.
            *kept = Some(solver).filter(|_| !matches!(found, Err(Stop::Memory(_))));
            Ok((found.ok(), stopped, positions))
        })?
        .map_err(|error: String| bad(error))
    }

    /// Sets the number of this search among several, from 0 on: each tries moves in a different
    /// order.
    fn stand_at(&self, number: usize, of: usize) {
        self.locked().iter_mut().for_each(|solver| solver.stand_at(Member { number, of }));
    }

    /// Exports about `most` of the most valuable positions solved since the last call, for each
    /// rule of the engine, as `(rule id, entries)`. Empty if the engine does not support this.
    fn found(&self, py: Python<'_>, most: usize) -> Vec<(u64, Cow<'static, [u8]>)> {
        let found = py.detach(|| {
            let mut solver = self.locked();
            solver.as_mut().map_or_else(Vec::new, |solver| solver.found(most))
        });
        found.into_iter().map(|found| (found.rule, found.entries.into())).collect()
    }

    /// Imports what another search has exported.
    fn take(&self, py: Python<'_>, rule: u64, entries: PyBackedBytes) {
        let findings = Findings { rule, entries: entries.to_vec() };
        py.detach(|| self.locked().iter_mut().for_each(|solver| solver.take(&findings)));
    }
}

impl Searcher {
    fn locked(&self) -> MutexGuard<'_, Option<Solver>> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
