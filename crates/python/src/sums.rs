//! Sums of positions and values.

use std::sync::Arc;

use chromex::rules::Player;
use chromex::{AnswerStore, Hottest, Part, SavedPositions, Sources, Sum, Term, add_up};
use pyo3::prelude::*;

use crate::forms::{CanonicalForm, Number, pair};
use crate::position::Position;
use crate::run::{BudgetArgs, bad, run};
use crate::store::{Store, warn};

/// What is known about a sum.
#[derive(IntoPyObject)]
pub(crate) struct SumAnswer {
    outcome: Option<String>,
    value: Option<CanonicalForm>,
    mean: Option<Number>,
    components: Vec<CanonicalForm>,
    /// The winning moves, each with the number of its component.
    moves: Vec<(usize, String)>,
    hottest: Option<HottestFirst>,
    stopped: Option<String>,
}

/// The hottest components, and the result of playing them first.
#[derive(IntoPyObject)]
struct HottestFirst {
    components: Vec<usize>,
    temperature: Number,
    best: Option<Number>,
    reached: Option<Number>,
    proved: bool,
}

impl From<Hottest> for HottestFirst {
    fn from(hottest: Hottest) -> HottestFirst {
        let play = hottest.play;
        HottestFirst {
            components: hottest.components,
            temperature: pair(hottest.temperature),
            best: play.map(|play| pair(play.best)),
            reached: play.map(|play| pair(play.reached)),
            proved: play.is_some_and(|play| play.proved),
        }
    }
}

/// A term is a position or a value, with whether it is negative.
#[derive(FromPyObject)]
pub(crate) enum TermArg<'py> {
    /// A position.
    Position(PyRef<'py, Position>),
    /// A value.
    Value(PyRef<'py, CanonicalForm>),
}

/// Who wins a sum, its value, and the winning moves.
#[pyfunction]
#[pyo3(signature = (terms, first, budget, store))]
pub(crate) fn sum(
    py: Python<'_>,
    terms: Vec<(bool, TermArg<'_>)>,
    first: &str,
    budget: BudgetArgs,
    store: Option<&Store>,
) -> PyResult<SumAnswer> {
    let terms = terms.into_iter().map(|(negative, term)| {
        let part = match term {
            TermArg::Position(position) => Part::position(position.0.clone()).map_err(bad)?,
            TermArg::Value(form) => Part::Value(Box::new(form.found(py)?)),
        };
        Ok(Term { negative, part })
    });
    let sum = Sum { terms: terms.collect::<PyResult<_>>()? };
    let first: Player = first.parse().map_err(bad)?;
    let (limits, theorems) = (budget.budget()?, budget.theorems);
    let saved = budget.positions.map(SavedPositions::Folder);
    let store = store.map(|store| Arc::clone(&store.0));
    let monitor = limits.monitor.clone();
    let answer = run(py, &monitor, move || {
        let store = store.as_deref().map(|store| store as &dyn AnswerStore);
        add_up(&sum, first, &limits, Sources { theorems, store, saved: saved.as_ref() })
    })?;
    warn(py)?;
    let answer = answer.map_err(bad)?;
    Ok(SumAnswer {
        outcome: answer.class.map(|class| class.to_string()),
        value: answer.value.map(|value| CanonicalForm::take(py, value)).transpose()?,
        mean: answer.mean.map(pair),
        components: answer
            .components
            .into_iter()
            .map(|value| CanonicalForm::take(py, value))
            .collect::<PyResult<_>>()?,
        moves: answer.moves.into_iter().map(|found| (found.component, found.played)).collect(),
        hottest: answer.hottest.map(HottestFirst::from),
        stopped: answer.stopped.map(|stop| stop.to_string()),
    })
}
