//! Questions about positions.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chromex::rules::{self, Convention, Player};
use chromex::{
    AnswerStore, Ask, Budget, Findings, GameFamily, Member, NumberReport, Question, RedQuestion,
    SavedPositions, Solver, Sources, Stop, ValueReport,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::graph::Graph;
use crate::position::Position;
use crate::run::{BudgetArgs, bad, report, run};
use crate::store::{Store, warn};

/// The data of a question, owned by the thread that searches.
struct Asking {
    position: rules::Position,
    budget: Budget,
    theorems: bool,
    saved: Option<SavedPositions>,
    store: Option<Arc<chromex_store::Store>>,
}

impl Asking {
    fn new(
        position: &rules::Position,
        args: BudgetArgs,
        store: Option<&Store>,
    ) -> PyResult<Asking> {
        Ok(Asking {
            position: position.clone(),
            budget: args.budget()?,
            theorems: args.theorems,
            saved: args.positions.map(SavedPositions::Folder),
            store: store.map(|store| Arc::clone(&store.0)),
        })
    }

    fn sources(&self) -> Sources<'_> {
        let store = self.store.as_deref().map(|store| store as &dyn AnswerStore);
        Sources { theorems: self.theorems, store, saved: self.saved.as_ref() }
    }

    fn question(&self, ask: Ask) -> Question<'_> {
        Question::new(&self.position, ask).within(&self.budget).from(self.sources())
    }
}

fn what(name: &str) -> PyResult<Ask> {
    Ok(match name {
        "outcome" => Ask::Outcome,
        "value" => Ask::Value,
        "best moves" => Ask::BestMoves,
        "all moves" => Ask::AllMoves,
        _ => return Err(bad(format!("there is no question `{name}`"))),
    })
}

/// Answers a question with a report, in JSON. Those about Alice's component are asked of a variant of the game.
#[pyfunction]
#[pyo3(signature = (position, ask, budget, store))]
pub(crate) fn ask(
    py: Python<'_>,
    position: &Position,
    ask: &str,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<String> {
    let (position, ask) = match RedQuestion::named(ask) {
        Some(red) => (red.position(&position.0).map_err(bad)?, red.variant().1),
        None => (position.0.clone(), what(ask)?),
    };
    let asking = Asking::new(&position, budget, store)?;
    let monitor = asking.budget.monitor.clone();
    let answer = run(py, &monitor, move || chromex::ask(&asking.question(ask)))?;
    warn(py)?;
    report(&position, ask, &answer.map_err(bad)?)
}

/// A line of best play in JSON: the moves, the values, and why it ends early.
#[pyfunction]
#[pyo3(signature = (position, budget, store))]
pub(crate) fn line(
    py: Python<'_>,
    position: &Position,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<(Vec<String>, Vec<String>, Option<String>)> {
    let asking = Asking::new(&position.0, budget, store)?;
    let monitor = asking.budget.monitor.clone();
    let line = run(py, &monitor, move || chromex::line(&asking.question(Ask::BestMoves)))?;
    warn(py)?;
    let line = line.map_err(bad)?;
    let moves = line.moves.iter().map(|&m| position.0.write_move(m)).collect();
    let value = |value| serde_json::to_string(&ValueReport::from(value)).map_err(bad);
    let values = line.values.iter().map(value).collect::<PyResult<_>>()?;
    Ok((moves, values, line.stopped.map(|stop| stop.to_string())))
}

/// The game chromatic number, or the least K of other games, in JSON.
#[pyfunction]
#[pyo3(signature = (games, graph, first, all, budget, store))]
pub(crate) fn chi(
    py: Python<'_>,
    games: &str,
    graph: &Graph,
    first: &str,
    all: bool,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<String> {
    let first: Player = first.parse().map_err(bad)?;
    let games: GameFamily = games.parse().map_err(bad)?;
    let (board, limits, theorems) = (graph.0.clone(), budget.budget()?, budget.theorems);
    let (saved, store) =
        (budget.positions.map(SavedPositions::Folder), store.map(|store| Arc::clone(&store.0)));
    let monitor = limits.monitor.clone();
    let found = run(py, &monitor, move || {
        let store = store.as_deref().map(|store| store as &dyn AnswerStore);
        let sources = Sources { theorems, store, saved: saved.as_ref() };
        chromex::least(&games, &board, first, all, &limits, sources)
    })?;
    warn(py)?;
    serde_json::to_string(&NumberReport::from(&found.map_err(bad)?)).map_err(bad)
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
    ///
    /// `number` is the size of a nim-heap that is played along with an impartial game; in a scoring game
    /// Alice wins with a score of at least `number`.
    fn lost(
        &self,
        py: Python<'_>,
        position: &Position,
        number: i32,
        budget: BudgetArgs,
    ) -> PyResult<(Option<bool>, Option<String>, u64)> {
        let (root, position, budget) = (self.root.clone(), position.0.clone(), budget.budget()?);
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
            let found = decide(&mut solver, &position, number);
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

fn decide(solver: &mut Solver, position: &rules::Position, number: i32) -> Result<bool, Stop> {
    let mover = position.turn();
    match position.convention() {
        Convention::Impartial => solver.is_nimber(number.unsigned_abs(), position),
        Convention::Scoring => Ok(solver.at_least(number, position)? != (mover == Player::Left)),
        Convention::Partisan | Convention::Misere => {
            Ok(solver.outcome(position)?.winner(mover) != Some(mover))
        }
        Convention::MakerBreaker => Ok(solver.value(position)?.winner(mover) != Some(mover)),
    }
}
