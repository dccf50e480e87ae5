//! Certificates: written and checked.

use std::io::{self, BufRead, Cursor, Read};

use chromex::certificate::checker::{self, Claim, MAX_ORDER, Proved, Subject};
use chromex::certificate::{Certificate, Unproved, subject};
use chromex::{Budget, GameFamily, Monitor};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::graph::Graph;
use crate::position::Position;
use crate::run::{BudgetArgs, bad, run};

/// The content of a certificate.
#[derive(IntoPyObject)]
pub(crate) struct PyProved {
    says: String,
    claim: String,
    game: String,
    graph: String,
    positions: u64,
    replies: u64,
}

impl From<Proved> for PyProved {
    fn from(proved: Proved) -> PyProved {
        let statement = &proved.header.statement;
        PyProved {
            says: statement.sentence(),
            claim: statement.claim.to_string(),
            game: statement.game_name(),
            graph: statement.board.name().to_owned(),
            positions: proved.header.positions,
            replies: proved.replies,
        }
    }
}

/// A certificate of a claim about a position, or of its exact value: the file, or why there is
/// none.
#[pyfunction]
pub(crate) fn prove<'py>(
    py: Python<'py>,
    position: &Position,
    claim: Option<&str>,
    near: bool,
    budget: BudgetArgs,
) -> PyResult<(Option<Bound<'py, PyBytes>>, Option<String>)> {
    let position = position.0.clone();
    let claim = claim.map(str::parse::<Claim>).transpose().map_err(bad)?;
    certificate(py, position.board().order(), budget, move |budget| {
        chromex::certificate::prove_claim(&position, claim, near, budget)
    })
}

/// A certificate of a claim about the least number with which Alice wins one of these games, or of the number.
#[pyfunction]
pub(crate) fn prove_least<'py>(
    py: Python<'py>,
    games: &str,
    graph: &Graph,
    first: &str,
    claim: Option<&str>,
    near: bool,
    budget: BudgetArgs,
) -> PyResult<(Option<Bound<'py, PyBytes>>, Option<String>)> {
    let games: GameFamily = games.parse().map_err(bad)?;
    let (board, first) = (graph.0.clone(), first.parse().map_err(bad)?);
    let claim = claim.map(str::parse::<Claim>).transpose().map_err(bad)?;
    certificate(py, board.order(), budget, move |budget| {
        chromex::certificate::prove_least(games, board, first, claim, near, budget)
    })
}

/// The games with a number `K` that a claim about this game is about, if it is about the least number.
#[pyfunction]
pub(crate) fn family_claimed(game: &str, claim: Option<&str>) -> PyResult<Option<String>> {
    let claim = claim.map(str::parse::<Claim>).transpose().map_err(bad)?;
    Ok(match subject(game, claim.as_ref()).map_err(bad)? {
        Subject::Family(games) => Some(games.to_string()),
        Subject::Game(_) => None,
    })
}

/// The file that `prove` produces, or why there is none.
fn certificate(
    py: Python<'_>,
    order: usize,
    budget: BudgetArgs,
    prove: impl FnOnce(&Budget) -> Result<Certificate, Unproved> + Send + 'static,
) -> PyResult<(Option<Bound<'_, PyBytes>>, Option<String>)> {
    if order > MAX_ORDER {
        return Err(bad(format!("{order} vertices: a certificate has at most {MAX_ORDER}")));
    }
    let budget = budget.budget()?;
    let monitor = budget.monitor.clone();
    match run(py, &monitor, move || prove(&budget))? {
        Ok(certificate) => {
            let mut bytes = Vec::new();
            certificate.write(&mut bytes)?;
            Ok((Some(PyBytes::new(py, &bytes)), None))
        }
        Err(Unproved::Stopped(stop)) => Ok((None, Some(stop.to_string()))),
        Err(error) => Err(bad(error)),
    }
}

/// Checks a certificate with the independent checker: what it proves, or why it proves nothing.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    certificate: Vec<u8>,
    memory: u64,
) -> PyResult<(Option<PyProved>, Option<String>)> {
    let monitor = Monitor::default();
    let watched = monitor.clone();
    let result = run(py, &monitor, move || {
        let mut input = Cancellable { bytes: Cursor::new(certificate), monitor: watched };
        checker::check(&mut input, memory, &mut |_| true)
    })?;
    Ok(match result {
        Ok(proved) => (Some(proved.into()), None),
        Err(rejection) => (None, Some(rejection.to_string())),
    })
}

/// An input that cannot be read any further after a cancellation, so that the checker stops.
struct Cancellable {
    bytes: Cursor<Vec<u8>>,
    monitor: Monitor,
}

impl Read for Cancellable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.monitor.check().map_err(io::Error::other)?;
        self.bytes.read(buffer)
    }
}

impl BufRead for Cancellable {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.monitor.check().map_err(io::Error::other)?;
        self.bytes.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.consume(amount);
    }
}
