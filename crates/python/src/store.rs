//! The results store.

use std::ffi::{CString, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chromex::{Answer, Ask, Monitor, Recalled, Statistics};
use chromex_store::{
    Checked, GameSummary, Merging, Place, StoreError, Verification, default_place, read_outcome,
    read_value,
};
use pyo3::exceptions::{PyOSError, PyUserWarning, PyValueError};
use pyo3::prelude::*;

use crate::position::Position;
use crate::run::{BudgetArgs, bad, report, run};
use crate::searches::LossQuestion;

/// An open store.
#[pyclass(frozen, module = "chromex._chromex")]
pub struct Store(pub Arc<chromex_store::Store>);

/// The result of checking a store.
#[derive(IntoPyObject)]
pub(crate) struct PyChecked {
    confirmed: u64,
    proved: u64,
    undecided: u64,
    wrong: Vec<String>,
    damaged: Vec<String>,
}

/// Problems with stores that have not been reported yet.
static TROUBLE: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Records a problem, which [`warn`] reports.
pub(crate) fn note(text: &str) {
    TROUBLE.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
}

/// Opens a store whose problems [`warn`] reports.
pub(crate) fn open(path: &Path) -> Result<chromex_store::Store, StoreError> {
    Ok(chromex_store::Store::open(path)?.warning_with(note))
}

/// Warns about problems with a store that did not prevent an answer.
pub(crate) fn warn(py: Python<'_>) -> PyResult<()> {
    let trouble = std::mem::take(&mut *TROUBLE.lock().unwrap_or_else(PoisonError::into_inner));
    let category = py.get_type::<PyUserWarning>();
    trouble.into_iter().try_for_each(|text| {
        let text = CString::new(text)?;
        PyErr::warn(py, &category, &text, 3)
    })
}

/// The exception for an error of the file or its content.
pub(crate) fn failed(error: StoreError) -> PyErr {
    match error {
        StoreError::Conflict(..) | StoreError::Malformed(_) | StoreError::Newer(..) => {
            PyValueError::new_err(error.to_string())
        }
        _ => PyOSError::new_err(error.to_string()),
    }
}

/// The content of a store about a position, as an answer.
fn answer_of(known: Recalled) -> Answer {
    Answer {
        value: known.value,
        outcome: known.outcome,
        moves_complete: known.moves.is_some(),
        moves: known.moves.unwrap_or_default(),
        stored: Some(known.origin),
        statistics: known.statistics,
        ..Answer::default()
    }
}

#[pymethods]
impl Store {
    /// Opens a store, or creates it.
    #[new]
    fn new(path: PathBuf) -> PyResult<Store> {
        Ok(Store(Arc::new(open(&path).map_err(failed)?)))
    }

    #[getter]
    fn path(&self) -> OsString {
        self.0.path().as_os_str().to_owned()
    }

    /// The number of bytes of the file.
    fn size(&self) -> u64 {
        self.0.bytes()
    }

    fn get(&self, py: Python<'_>, position: &Position) -> PyResult<Option<String>> {
        let found = py.detach(|| self.0.get(&position.0)).map_err(failed)?;
        warn(py)?;
        found.map(|known| report(&position.0, Ask::AllMoves, &answer_of(known))).transpose()
    }

    /// Whether the player to move loses, if this store knows the value or the outcome from a search of its own. An
    /// answer that was merged would pass for our own if others followed from it.
    fn lost(&self, py: Python<'_>, question: &LossQuestion) -> PyResult<Option<bool>> {
        let answer = |position| -> Result<Option<bool>, StoreError> {
            let known = self.0.get(&position)?.filter(|known| known.origin.merged.is_none());
            Ok(known.and_then(|known| question.0.from_facts(known.value.as_ref(), known.outcome)))
        };
        let positions = question.0.with_the_same_value().into_iter();
        let found = py.detach(|| positions.map(answer).find_map(Result::transpose).transpose());
        warn(py)?;
        found.map_err(failed)
    }

    /// Stores the result of a search that was made elsewhere; returns whether it was worth storing.
    #[pyo3(signature = (position, value, outcome, positions, seconds))]
    fn put(
        &self,
        py: Python<'_>,
        position: &Position,
        value: Option<&str>,
        outcome: Option<&str>,
        positions: u64,
        seconds: f64,
    ) -> PyResult<bool> {
        let position = &position.0;
        let read = |text| {
            let value = read_value(position.convention(), text);
            value.ok_or_else(|| bad(format!("`{text}` is no value of {}", position.game().name())))
        };
        let outcome = outcome.filter(|_| position.game().has_outcome());
        let read_outcome =
            |text| read_outcome(text).ok_or_else(|| bad(format!("`{text}` is no outcome")));
        let time = Duration::try_from_secs_f64(seconds).map_err(bad)?;
        let answer = Answer {
            value: value.map(read).transpose()?,
            outcome: outcome.map(read_outcome).transpose()?,
            statistics: Statistics { positions, bytes: 0, time },
            ..Answer::default()
        };
        py.detach(|| self.0.put(position, &answer)).map_err(failed)
    }

    /// For each game, how many answers there are, how many of them were merged, and the seconds of search
    /// that they cost.
    fn summary(&self, py: Python<'_>) -> PyResult<Vec<(String, u64, u64, f64)>> {
        let games = py.detach(|| self.0.summary()).map_err(failed)?;
        let columns = |game: GameSummary| (game.game, game.entries, game.merged, game.seconds);
        Ok(games.into_iter().map(columns).collect())
    }

    /// Computes answers again: how many are confirmed, how many of these had been merged, how many
    /// are undecided, and which are wrong or damaged.
    #[pyo3(signature = (sample, merged, forget, budget))]
    fn verify(
        &self,
        py: Python<'_>,
        sample: Option<u64>,
        merged: bool,
        forget: bool,
        budget: BudgetArgs,
    ) -> PyResult<PyChecked> {
        let (store, budget) = (Arc::clone(&self.0), budget.budget()?);
        let monitor = budget.monitor.clone();
        let checked = run(py, &monitor, move || {
            let damage = store.integrity()?;
            let what = Verification { sample, merged_only: merged, forget };
            let Checked { confirmed, proved, undecided, wrong, damaged } =
                store.verify(what, &budget, |_| ())?;
            let damaged = [damage, damaged].concat();
            Ok(PyChecked { confirmed, proved, undecided, wrong, damaged })
        })?;
        checked.map_err(failed)
    }

    /// The answers that are damaged, as far as they can be read.
    fn damaged(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| self.0.damaged()).map_err(failed)
    }

    /// Writes every answer as a line of JSON.
    fn export(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let store = Arc::clone(&self.0);
        let count = run(py, &Monitor::default(), move || store.export_to(&path))?.map_err(failed);
        warn(py)?;
        count
    }

    /// Takes in another store or an export: how many answers were new, and which were refused; of those without
    /// checksums it is all unless they are wanted.
    fn merge(
        &self,
        py: Python<'_>,
        path: PathBuf,
        unsummed: bool,
    ) -> PyResult<(u64, u64, Vec<String>)> {
        let (store, how) = (Arc::clone(&self.0), Merging { unsummed });
        let merged = run(py, &Monitor::default(), move || store.merge(&path, how))?;
        let merged = merged.map_err(failed)?;
        Ok((merged.added, merged.refused, merged.reasons))
    }
}

/// The place of the user's store, unless it is switched off.
#[pyfunction]
pub(crate) fn default_store() -> Option<OsString> {
    match default_place() {
        Place::File(path) => Some(path.into_os_string()),
        Place::Off | Place::Unknown => None,
    }
}
