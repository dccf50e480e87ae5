//! Nimber sequences.

use chromex::sequence::{LIST, Sequence, Until, compute};
use chromex::sequence::{period, plot};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::run::{BudgetArgs, bad, run};

/// The plain recurrences are quadratic: more terms than this would take hours.
const RECURRENCE_LIMIT: usize = 300_000;

/// The values of a sequence as 16-bit numbers in the byte order of the machine.
#[derive(IntoPyObject)]
pub(crate) struct PySequence<'py> {
    name: String,
    first: usize,
    values: Bound<'py, PyBytes>,
    identity: Option<String>,
    period: Option<(usize, usize)>,
    stopped: Option<String>,
    seconds: f64,
}

/// What can be asked for, with an explanation.
#[pyfunction]
pub(crate) fn sequences() -> Vec<(&'static str, &'static str)> {
    LIST.to_vec()
}

/// The values of a sequence, 16 bits each in the byte order of the machine, as a picture in SVG.
#[pyfunction]
pub(crate) fn sequence_plot(name: &str, first: usize, values: &[u8]) -> PyResult<String> {
    let values: Vec<u16> =
        values.chunks_exact(2).map(|two| u16::from_ne_bytes([two[0], two[1]])).collect();
    let mut svg = Vec::new();
    plot::svg(&mut svg, name, first, &values).map_err(bad)?;
    String::from_utf8(svg).map_err(bad)
}

/// The values of a sequence, and a period that they prove: its length and where it begins.
#[pyfunction]
pub(crate) fn sequence<'py>(
    py: Python<'py>,
    name: &str,
    to: usize,
    recurrence: bool,
    budget: BudgetArgs,
) -> PyResult<PySequence<'py>> {
    let sequence = Sequence::parse(name).map_err(bad)?;
    if (recurrence || sequence.reduction().is_none()) && to > RECURRENCE_LIMIT {
        return Err(bad(format!(
            "{name} is found by its recurrences, which are quadratic: at most to={RECURRENCE_LIMIT}"
        )));
    }
    let budget = budget.budget()?;
    let (monitor, wanted) = (budget.monitor.clone(), sequence.clone());
    let (found, period) = run(py, &monitor, move || {
        let found = compute(&wanted, to, Until::Term, recurrence, &budget, None)?;
        // For many terms a period is only looked for if it was asked for.
        let prove = || wanted.code().and_then(|code| period::find(code, &found.values));
        let period = found.period.or_else(prove);
        Ok((found, period))
    })?
    .map_err(|failure: chromex::sequence::Failure| bad(failure))?;
    let bytes: Vec<u8> = found.values.iter().flat_map(|value| value.to_ne_bytes()).collect();
    Ok(PySequence {
        name: sequence.name().to_owned(),
        first: sequence.first(),
        values: PyBytes::new(py, &bytes),
        identity: found.identity,
        period: period.map(|period| (period.period, period.pre_period)),
        stopped: found.stopped.map(|stop| stop.to_string()),
        seconds: found.statistics.time.as_secs_f64(),
    })
}
