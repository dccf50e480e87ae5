//! How long work is done: on a separate thread with a deep stack, without the interpreter's lock,
//! and so that Ctrl-C can end it.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use chromex::rules::Position;
use chromex::{Answer, Ask, Budget, Monitor, Report};
use pyo3::exceptions::{PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;

/// A large stack, because the engines recurse once for each move.
const STACK_BYTES: usize = 256 << 20;

/// How often the calling thread checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// How long a cancelled search may take to stop; after that it is abandoned.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does `work` while other Python threads run. On Ctrl-C the work that reports to `monitor` is
/// cancelled and the exception is passed on.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    monitor: &Monitor,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::sync_channel(1);
    let work = move || {
        // After Ctrl-C nobody receives the result.
        let _ = sender.send(work());
    };
    let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let wait = |receiver: mpsc::Receiver<T>, time| {
        py.detach(move || {
            let result = receiver.recv_timeout(time);
            (receiver, result)
        })
    };
    loop {
        let result;
        (receiver, result) = wait(receiver, POLL);
        match result {
            Ok(result) => return warn_unsaved(py, monitor).map(|()| result),
            Err(RecvTimeoutError::Disconnected) => return Err(panicked(worker)),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interrupt) = py.check_signals() {
            monitor.cancel();
            let _ = wait(receiver, PATIENCE);
            return Err(interrupt);
        }
    }
}

/// Warns that results could not be saved.
fn warn_unsaved(py: Python<'_>, monitor: &Monitor) -> PyResult<()> {
    let category = py.get_type::<PyUserWarning>();
    monitor.unsaved().iter().try_for_each(|error| {
        let text = CString::new(format!("what was found is not saved: {error}"))?;
        PyErr::warn(py, &category, &text, 3)
    })
}

/// A panic is a mistake of this program; it becomes an exception.
fn panicked(worker: thread::JoinHandle<()>) -> PyErr {
    let message = match worker.join() {
        Err(panic) => match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
            (Some(text), _) => (*text).to_owned(),
            (_, Some(text)) => text.clone(),
            _ => "for no stated reason".to_owned(),
        },
        Ok(()) => "without a result".to_owned(),
    };
    PyRuntimeError::new_err(format!("the search broke down, please report this: {message}"))
}

/// An exception for wrong input.
pub(crate) fn bad(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(in_python(&error.to_string()))
}

/// Options of the command line that messages mention, and their names in Python.
const OPTIONS: [(&str, &str); 7] = [
    ("--about", "about="),
    ("--count-by", "count_by="),
    ("--first bob", "turn='bob'"),
    ("--force", "force=True"),
    ("--incomplete", "incomplete=True"),
    ("--literal", "literal=True"),
    ("--memory", "memory="),
];

/// A message whose advice works in Python.
fn in_python(message: &str) -> String {
    let renamed = |text: String, (option, name): &(&str, &str)| text.replace(option, name);
    OPTIONS.iter().fold(message.to_owned(), renamed)
}

/// An answer for `_answers.py`: the same report as that of the command line.
pub(crate) fn report(position: &Position, ask: Ask, answer: &Answer) -> PyResult<String> {
    serde_json::to_string(&Report::new(position, ask, answer)).map_err(bad)
}

/// A budget as Python passes it: see `_budget.py`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct BudgetArgs {
    seconds: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: usize,
    /// Whether theorems may answer.
    pub theorems: bool,
    /// The folder in which solved positions are saved.
    pub positions: Option<PathBuf>,
}

impl BudgetArgs {
    /// The budget, with a new monitor.
    pub(crate) fn budget(&self) -> PyResult<Budget> {
        let time = self.seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| bad("seconds must be a number that is not negative"))?;
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let default = Budget::default();
        Ok(Budget {
            nodes: self.nodes,
            time,
            memory: self.memory.unwrap_or(default.memory),
            threads: if self.threads == 0 { cores() } else { self.threads },
            ..default
        })
    }
}
