//! Questions about positions.

use std::sync::Arc;

use chromex::rules::{self, Convention, Player};
use chromex::theory::cographs;
use chromex::{Budget, MoveValue, Provenance, Solver, Statistics, Stop, Unsearchable, Value};
use chromex_store::Remembered;
use pyo3::prelude::*;

use crate::graph::Graph;
use crate::position::Position;
use crate::run::{BudgetArgs, bad, run};
use crate::store::{Store, warn};

/// A value: its kind, a number where it is one, and for forms all about it.
#[derive(IntoPyObject)]
pub struct PyValue {
    kind: &'static str,
    number: Option<i64>,
    text: Option<String>,
    form: Option<PyForm>,
}

/// A canonical form; numbers are numerator and binary exponent.
#[derive(IntoPyObject)]
pub struct PyForm {
    pub text: Option<String>,
    pub outcome: String,
    pub mean: (i64, u32),
    pub temperature: (i64, u32),
    pub birthday: u32,
}

/// What a search cost.
#[derive(IntoPyObject)]
pub struct PyStatistics {
    positions: u64,
    bytes: u64,
    seconds: f64,
}

/// An answer, as `_answers.py` reads it.
#[derive(IntoPyObject)]
pub struct PyAnswer {
    value: Option<PyValue>,
    outcome: Option<String>,
    moves: Vec<(String, Option<PyValue>)>,
    provenance: &'static str,
    theorem: Option<String>,
    statistics: PyStatistics,
    stopped: Option<String>,
    known: Option<String>,
    /// Since when it is in the store, if it came from there.
    stored: Option<String>,
}

impl PyAnswer {
    /// An answer about this position.
    pub fn new(position: &rules::Position, remembered: Remembered) -> PyAnswer {
        let Remembered { answer, origin } = remembered;
        let theorem = match &answer.provenance {
            Provenance::Theorem(theorem) => Some(theorem.citation()),
            Provenance::Rules | Provenance::Search => None,
        };
        let written =
            |m: &MoveValue| (position.write_move(m.played), m.value.as_ref().map(PyValue::from));
        PyAnswer {
            value: answer.value.as_ref().map(PyValue::from),
            outcome: answer.outcome.map(|outcome| outcome.to_string()),
            moves: answer.moves.iter().map(written).collect(),
            provenance: match answer.provenance {
                Provenance::Rules => "rules",
                Provenance::Search => "search",
                Provenance::Theorem(_) => "theorem",
            },
            theorem,
            statistics: answer.statistics.into(),
            stopped: answer.stopped.map(|stop| stop.to_string()),
            known: answer.known,
            stored: origin.map(|origin| origin.found),
        }
    }
}

impl From<&Value> for PyValue {
    fn from(value: &Value) -> PyValue {
        let (kind, number) = match value {
            Value::Nimber(heap) => ("nimber", Some(i64::from(*heap))),
            Value::Score(score) => ("score", Some(i64::from(*score))),
            Value::Form(_) => ("form", None),
            Value::Class(_) => ("class", None),
            Value::Winner(_) => ("winner", None),
        };
        let form = match value {
            Value::Form(form) => Some(PyForm {
                text: form.text.as_deref().map(str::to_owned),
                outcome: form.class.to_string(),
                mean: (form.mean.numerator(), form.mean.exponent()),
                temperature: (form.temperature.numerator(), form.temperature.exponent()),
                birthday: form.birthday,
            }),
            _ => None,
        };
        PyValue { kind, number, text: Some(value.to_string()), form }
    }
}

impl From<Statistics> for PyStatistics {
    fn from(statistics: Statistics) -> PyStatistics {
        PyStatistics {
            positions: statistics.positions,
            bytes: statistics.bytes,
            seconds: statistics.time.as_secs_f64(),
        }
    }
}

/// A question of the library, …
type Question = fn(&rules::Position, &Budget) -> Result<chromex::Answer, Unsearchable>;

/// … and the same of a store.
type Stored =
    fn(&chromex_store::Store, &rules::Position, &Budget) -> Result<Remembered, Unsearchable>;

fn ask(
    py: Python<'_>,
    position: &Position,
    budget: BudgetArgs,
    store: Option<&Store>,
    (question, stored): (Question, Stored),
) -> PyResult<PyAnswer> {
    let (position, budget) = (position.0.clone(), budget.budget()?);
    let (monitor, store) = (budget.monitor.clone(), store.map(|store| Arc::clone(&store.0)));
    let answer = run(py, &monitor, move || {
        let remembered = match store {
            Some(store) => stored(&store, &position, &budget)?,
            None => question(&position, &budget)?.into(),
        };
        Ok(PyAnswer::new(&position, remembered))
    })?;
    warn(py)?;
    answer.map_err(|error: Unsearchable| bad(error))
}

/// The value and the best moves.
#[pyfunction]
#[pyo3(signature = (position, budget, store))]
pub fn solve(
    py: Python<'_>,
    position: &Position,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<PyAnswer> {
    ask(py, position, budget, store, (chromex::ask, chromex_store::Store::ask))
}

/// The value.
#[pyfunction]
#[pyo3(signature = (position, budget, store))]
pub fn value(
    py: Python<'_>,
    position: &Position,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<PyAnswer> {
    ask(py, position, budget, store, (chromex::value, chromex_store::Store::value))
}

/// Who wins.
#[pyfunction]
#[pyo3(signature = (position, budget, store))]
pub fn outcome(
    py: Python<'_>,
    position: &Position,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<PyAnswer> {
    ask(py, position, budget, store, (chromex::outcome, chromex_store::Store::outcome))
}

/// All moves with the values they lead to.
#[pyfunction]
#[pyo3(signature = (position, budget, store))]
pub fn moves(
    py: Python<'_>,
    position: &Position,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<PyAnswer> {
    ask(py, position, budget, store, (chromex::moves, chromex_store::Store::moves))
}

/// A line of best play: moves, values, why it breaks off, cost.
type PyLine = (Vec<String>, Vec<PyValue>, Option<String>, PyStatistics);

/// A line of best play.
#[pyfunction]
#[pyo3(signature = (position, budget, store))]
pub fn line(
    py: Python<'_>,
    position: &Position,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<PyLine> {
    let (position, budget) = (position.0.clone(), budget.budget()?);
    let (monitor, store) = (budget.monitor.clone(), store.map(|store| Arc::clone(&store.0)));
    let found = run(py, &monitor, move || {
        let line = match store {
            Some(store) => store.line(&position, &budget)?.0,
            None => chromex::line(&position, &budget)?,
        };
        let moves = line.moves.iter().map(|&m| position.write_move(m)).collect();
        let values = line.values.iter().map(PyValue::from).collect();
        let stopped = line.stopped.map(|stop| stop.to_string());
        Ok((moves, values, stopped, line.statistics.into()))
    })?;
    warn(py)?;
    found.map_err(|error: Unsearchable| bad(error))
}

/// χ_g: the winners with 1, 2, … colours, the number, its bounds.
#[derive(IntoPyObject)]
pub struct PyChi {
    number: Option<usize>,
    bounds: (usize, usize),
    winners: Vec<Option<&'static str>>,
    remembered: usize,
    statistics: PyStatistics,
    stopped: Option<String>,
}

/// The game chromatic number.
#[pyfunction]
#[pyo3(signature = (graph, first, all, budget, store))]
pub fn chi(
    py: Python<'_>,
    graph: &Graph,
    first: &str,
    all: bool,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<PyChi> {
    let (board, budget) = (graph.0.clone(), budget.budget()?);
    let first: Player = first.parse().map_err(bad)?;
    let (monitor, store) = (budget.monitor.clone(), store.map(|store| Arc::clone(&store.0)));
    let chi = run(py, &monitor, move || match store {
        Some(store) => store.chi(&board, first, all, &budget),
        None => chromex::chi(&board, first, all, &budget),
    })?;
    warn(py)?;
    let chi = chi.map_err(bad)?;
    let name = |player| Convention::MakerBreaker.player_name(player);
    Ok(PyChi {
        number: chi.number(),
        bounds: chi.bounds(),
        winners: chi.winners.iter().map(|winner| winner.map(name)).collect(),
        remembered: chi.remembered,
        statistics: chi.statistics.into(),
        stopped: chi.stopped.map(|stop| stop.to_string()),
    })
}

/// Whether Alice can force a single red component, and why it is not known.
#[pyfunction]
#[pyo3(signature = (position, budget, store))]
pub fn a_star(
    py: Python<'_>,
    position: &Position,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<(Option<bool>, Option<String>)> {
    let (position, budget) = (position.0.clone(), budget.budget()?);
    let (monitor, store) = (budget.monitor.clone(), store.map(|store| Arc::clone(&store.0)));
    let found = run(py, &monitor, move || {
        let theorem = if budget.theorems { cographs::in_a_star(&position) } else { None };
        match (theorem, store) {
            (Some(member), _) => Ok((Some(member), Statistics::default(), None)),
            (None, Some(store)) => store.in_a_star(&position, &budget).map(|found| found.0),
            (None, None) => chromex::in_a_star(&position, &budget),
        }
    })?;
    warn(py)?;
    let (member, _, stopped) = found.map_err(bad)?;
    Ok((member, stopped.map(|stop| stop.to_string())))
}

/// Whether the player to move loses, the unit of work of a distributed search; and why it is not known.
///
/// `number` is the size of a nim-heap that is played along with an impartial game; in a scoring game
/// Alice wins with a score of at least `number`.
#[pyfunction]
pub fn lost(
    py: Python<'_>,
    position: &Position,
    number: i32,
    budget: BudgetArgs,
) -> PyResult<(Option<bool>, Option<String>, u64)> {
    let (position, budget) = (position.0.clone(), budget.budget()?);
    let monitor = budget.monitor.clone();
    run(py, &monitor, move || {
        let mut solver = Solver::new(&position, &budget).map_err(|error| error.to_string())?;
        let found = decide(&mut solver, &position, number);
        let stopped = found.as_ref().err().map(Stop::to_string);
        Ok((found.ok(), stopped, solver.statistics().positions))
    })?
    .map_err(|error: String| bad(error))
}

fn decide(solver: &mut Solver, position: &rules::Position, number: i32) -> Result<bool, Stop> {
    let mover = position.turn();
    match position.convention() {
        Convention::Impartial => solver.is_nimber(number.unsigned_abs(), position),
        Convention::Scoring => {
            let reached = match solver.at_least(number, position)? {
                Some(reached) => reached,
                None => matches!(solver.value(position)?, Value::Score(score) if score >= number),
            };
            Ok(reached != (mover == Player::Left))
        }
        Convention::Partisan => Ok(solver.outcome(position)?.winner(mover) != Some(mover)),
        Convention::MakerBreaker => Ok(solver.value(position)?.winner(mover) != Some(mover)),
    }
}
