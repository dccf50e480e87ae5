//! Questions about positions.

use std::sync::Arc;

use chromex::rules::{self, Player};
use chromex::{
    AnswerStore, Ask, Budget, GameFamily, NumberReport, Question, RedQuestion, SavedPositions,
    Sources, ValueReport,
};
use pyo3::prelude::*;

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
