//! Certificates: written and checked.

use std::io::{self, BufRead, Cursor, Read};

use chromex::Monitor;
use chromex::certificate::checker::{self, Claim, MAX_ORDER, Proved, Statement};
use chromex::certificate::{Unproved, suggest, suggest_chi};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::position::Position;
use crate::run::{BudgetArgs, bad, run};

/// What a certificate says.
#[derive(IntoPyObject)]
pub struct PyProved {
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
            says: statement.words(),
            claim: statement.claim.to_string(),
            game: statement.game_name(),
            graph: statement.board.name().to_owned(),
            positions: proved.header.positions,
            replies: proved.replies,
        }
    }
}

/// A certificate of a claim about a position, or of its exact value: the file, or why there is none.
#[pyfunction]
#[pyo3(signature = (position, claim, chi, budget))]
pub fn prove<'py>(
    py: Python<'py>,
    position: &Position,
    claim: Option<&str>,
    chi: bool,
    budget: BudgetArgs,
) -> PyResult<(Option<Bound<'py, PyBytes>>, Option<String>)> {
    let position = position.0.clone();
    if position.board().order() > MAX_ORDER {
        let order = position.board().order();
        return Err(bad(format!("{order} vertices: a certificate has at most {MAX_ORDER}")));
    }
    let claim = claim.map(str::parse::<Claim>).transpose().map_err(bad)?;
    let budget = budget.budget()?;
    let monitor = budget.monitor.clone();
    let proved = run(py, &monitor, move || {
        let claim = match claim {
            Some(claim) => claim,
            None if chi => suggest_chi(position.board(), position.turn(), &budget)?,
            None => suggest(&position, &budget)?,
        };
        chromex::certificate::prove(Statement::about(&position, claim), &budget)
    })?;
    match proved {
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
pub fn check(
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

/// Bytes that cannot be read any further once somebody has cancelled: so the checker stops.
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
