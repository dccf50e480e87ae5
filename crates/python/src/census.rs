//! Censuses: one chunk of graphs for a cluster, a complete one into a file, and queries to tables.

use std::path::PathBuf;

use chromex::graphs::Board;
use chromex::graphs::generate::Part;
use chromex::{AnswerStore, Budget, Sources};
use chromex_census::conjecture::{self, Search};
use chromex_census::files::Format;
use chromex_census::query::Query;
use chromex_census::tables::Tables;
use chromex_census::{
    Cell, Columns, Database, Expression, Plan, Progress, Questions, Source, answer, read_graph,
    run as run_census,
};
use chromex_parquet::Writer;
use chromex_store::Store;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::run::{BudgetArgs, bad, run};
use crate::store;

/// A cell that is not null.
#[derive(IntoPyObject)]
pub(crate) enum PyCell {
    /// A whole number.
    Int(i64),
    /// A floating point number.
    Real(f64),
    /// A truth value.
    Bool(bool),
    /// A text.
    Text(String),
}

fn cell(cell: Cell) -> Option<PyCell> {
    match cell {
        Cell::Null => None,
        Cell::Int(number) => Some(PyCell::Int(number)),
        Cell::Real(number) => Some(PyCell::Real(number)),
        Cell::Bool(truth) => Some(PyCell::Bool(truth)),
        Cell::Text(text) => Some(PyCell::Text(text.into())),
    }
}

/// The words that a census understands, with explanations.
#[pyfunction]
pub(crate) fn census_questions() -> Vec<(String, String)> {
    Questions::every()
}

/// The columns for these questions.
#[pyfunction]
pub(crate) fn census_columns(questions: Vec<String>) -> PyResult<Vec<String>> {
    let questions = Questions::parse(&questions).map_err(bad)?;
    Ok(questions.columns().into_iter().map(|(name, _)| name).collect())
}

/// The number of graphs of a source, if it can be divided into parts and the number is known.
#[pyfunction]
pub(crate) fn census_total(source: &str) -> PyResult<Option<u64>> {
    let source = Source::parse(source).map_err(bad)?;
    Ok(source.is_ascending().then(|| source.total()).flatten())
}

/// The store, or nothing with a warning if it cannot be opened.
fn open_store(path: Option<PathBuf>) -> Option<Store> {
    let opened = store::open(&path?);
    opened.inspect_err(|error| store::note(&format!("answers are not kept: {error}"))).ok()
}

/// Which rows are kept: those for which a condition holds, or only the smallest of these, with at
/// most these numbers of vertices and edges.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct RowFilter {
    condition: Option<String>,
    smallest: bool,
    most: Option<Size>,
}

impl RowFilter {
    /// The condition in terms of the columns.
    fn condition(&self, questions: &Questions) -> PyResult<Option<Expression>> {
        let parse = |text: &String| Expression::condition(text, &questions.columns());
        self.condition.as_ref().map(parse).transpose().map_err(bad)
    }
}

/// Whether a condition makes sense with these questions.
#[pyfunction]
pub(crate) fn census_condition(questions: Vec<String>, condition: &str) -> PyResult<()> {
    let questions = Questions::parse(&questions).map_err(bad)?;
    Expression::condition(condition, &questions.columns()).map(|_| ()).map_err(bad)
}

/// Vertices and edges.
type Size = (usize, usize);

/// The bytes of a Parquet file, the number of graphs, and the size of the smallest row if only that
/// is kept.
type PyChunk<'py> = (Bound<'py, PyBytes>, usize, Option<Size>);

/// The answers about some graphs as the bytes of a Parquet file, the number of graphs, and the size
/// of the smallest row. The graphs are either given, or a part of a source: its text, the number of
/// the part, and the number of parts.
#[pyfunction]
#[pyo3(signature = (questions, graphs, part, filter, budget, store))]
pub(crate) fn census_chunk<'py>(
    py: Python<'py>,
    questions: Vec<String>,
    graphs: Vec<String>,
    part: Option<(String, u64, u64)>,
    filter: RowFilter,
    budget: BudgetArgs,
    store: Option<PathBuf>,
) -> PyResult<PyChunk<'py>> {
    let questions = Questions::parse(&questions).map_err(bad)?;
    let (theorems, budget, store) = (budget.theorems, budget.budget()?, open_store(store));
    let monitor = budget.monitor.clone();
    let chunk = run(py, &monitor, move || {
        let boards: Box<dyn Iterator<Item = PyResult<Board>>> = match part {
            None => Box::new(graphs.iter().map(|text| read_graph(text).map_err(bad))),
            Some((source, index, of)) => {
                let source = Source::parse(&source).map_err(bad)?.part(Part { index, of });
                Box::new(source.boards().map_err(bad)?.map(|board| board.map_err(bad)))
            }
        };
        let store = store.as_ref().map(|store| store as &dyn AnswerStore);
        table(&questions, boards, &filter, &budget, Sources { theorems, store, saved: None })
    });
    store::warn(py)?;
    let Chunk { bytes, graphs, smallest } = chunk??;
    Ok((PyBytes::new(py, &bytes), graphs, smallest))
}

/// The result for a chunk.
struct Chunk {
    bytes: Vec<u8>,
    graphs: usize,
    /// Vertices and edges of the smallest graph in it, if only that is kept.
    smallest: Option<Size>,
}

fn table(
    questions: &Questions,
    boards: impl Iterator<Item = PyResult<Board>>,
    filter: &RowFilter,
    budget: &Budget,
    sources: Sources<'_>,
) -> PyResult<Chunk> {
    let (condition, database) = (filter.condition(questions)?, Database::new().map_err(bad)?);
    let condition = condition.map(|condition| condition.evaluator(&database));
    let mut condition = condition.transpose().map_err(bad)?;
    let (mut rows, mut graphs, mut smallest) = (Vec::new(), 0, None);
    for board in boards {
        let board = board?;
        graphs += 1;
        let size = (board.order(), board.graph().edge_count());
        // If several are equally small, the first is kept here; which part comes first is decided
        // elsewhere.
        let larger = smallest.is_some_and(|s| size >= s) || filter.most.is_some_and(|m| size > m);
        if filter.smallest && larger {
            continue;
        }
        let row = answer(&board, questions, budget, sources)
            .map_err(|error| bad(format!("{}: {error}", board.name())))?;
        if row.cancelled {
            return Err(bad("cancelled"));
        }
        if condition.as_mut().is_some_and(|condition| !condition.holds(&row.cells)) {
            continue;
        }
        if filter.smallest {
            rows.clear();
            smallest = Some(size);
        }
        rows.push(row.cells);
    }
    let mut writer = Writer::new(Vec::new(), questions.columns()).map_err(bad)?;
    writer.group(&rows).map_err(bad)?;
    Ok(Chunk { bytes: writer.finish().map_err(bad)?, graphs, smallest })
}

/// A table of these questions without rows.
#[pyfunction]
pub(crate) fn census_empty(py: Python<'_>, questions: Vec<String>) -> PyResult<Bound<'_, PyBytes>> {
    let questions = Questions::parse(&questions).map_err(bad)?;
    let writer = Writer::new(Vec::new(), questions.columns()).map_err(bad)?;
    Ok(PyBytes::new(py, &writer.finish().map_err(bad)?))
}

/// The result of a census: graphs, graphs done before, rows, questions without an answer.
#[derive(IntoPyObject)]
pub(crate) struct PySummary {
    graphs: u64,
    resumed: u64,
    rows: u64,
    unanswered: u64,
    complete: bool,
    seconds: f64,
}

/// The source of graphs: a typed text, or a list.
#[derive(FromPyObject)]
pub(crate) enum PySource {
    /// `connected:8`, `@FILE`, …
    Typed(String),
    /// Expressions, and lines of graph6, sparse6 or digraph6.
    Listed(Vec<String>),
}

/// Calls Python after every chunk with the numbers of new chunks and graphs.
struct Listener {
    function: Option<Py<PyAny>>,
    monitor: chromex::Monitor,
    chunk: u64,
    chunks: u64,
    /// An exception raised by Python: it ends the census.
    raised: Option<PyErr>,
}

impl Listener {
    fn report(&mut self, progress: &Progress) {
        let fresh = progress.totals.graphs - progress.resumed;
        let last = progress.total == Some(progress.totals.graphs) && fresh > 0;
        let Some(function) = self.function.as_ref().filter(|_| self.raised.is_none()) else {
            return;
        };
        if fresh < (self.chunks + 1) * self.chunk && !last {
            return;
        }
        self.chunks += 1;
        let called = Python::attach(|py| function.call1(py, (self.chunks, fresh)).map(|_| ()));
        self.raised = called.err();
        if self.raised.is_some() {
            self.monitor.cancel();
        }
    }
}

/// Runs a whole census on this machine into one file; continues where an earlier run stopped.
#[pyfunction]
#[pyo3(signature = (questions, source, part, output, condition, smallest, force, chunk, progress, budget, store))]
#[expect(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn census_file(
    py: Python<'_>,
    questions: Vec<String>,
    source: PySource,
    part: Option<&str>,
    output: PathBuf,
    condition: Option<&str>,
    smallest: bool,
    force: bool,
    chunk: u64,
    progress: Option<Py<PyAny>>,
    budget: BudgetArgs,
    store: Option<PathBuf>,
) -> PyResult<PySummary> {
    let questions = Questions::parse(&questions).map_err(bad)?;
    let columns = questions.columns();
    let condition =
        condition.map(|text| Expression::condition(text, &columns)).transpose().map_err(bad)?;
    let format = Format::of(&output).map_err(bad)?;
    let (theorems, budget) = (budget.theorems, budget.budget()?);
    let monitor = budget.monitor.clone();
    let (threads, store) = (budget.threads, open_store(store));
    let budget = Budget { threads: 1, ..budget };
    let part = part.map(str::parse).transpose().map_err(bad)?.unwrap_or(Part::WHOLE);
    let source = match source {
        PySource::Typed(text) => Source::parse(&text).map_err(bad)?,
        PySource::Listed(graphs) => Source::listed(graphs),
    };
    let source = source.part(part);
    let plan = Plan {
        condition,
        smallest,
        budget,
        theorems,
        threads,
        store,
        force,
        ..Plan::new(source, questions)
    };
    let (listener, chunk) = (progress, chunk.max(1));
    let mut listening =
        Listener { function: listener, monitor: monitor.clone(), chunk, chunks: 0, raised: None };
    let (summary, listening) = run(py, &monitor, move || {
        let summary =
            run_census(&plan, &output, format, &mut |progress| listening.report(progress));
        (summary, listening)
    })?;
    store::warn(py)?;
    listening.raised.map_or(Ok(()), Err)?;
    let summary = summary.map_err(bad)?;
    Ok(PySummary {
        graphs: summary.progress.totals.graphs,
        resumed: summary.progress.resumed,
        rows: summary.progress.totals.rows,
        unanswered: summary.progress.totals.unanswered,
        complete: summary.complete,
        seconds: summary.progress.time.as_secs_f64(),
    })
}

/// The columns and the rows of an answer to a query.
type PyRows = (Vec<String>, Vec<Vec<Option<PyCell>>>);

/// The answer to a query to tables with the same columns, read one after the other.
#[pyfunction]
#[pyo3(signature = (tables, condition, select, count_by, sort, limit, smallest, incomplete))]
#[expect(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn query(
    py: Python<'_>,
    tables: Vec<PathBuf>,
    condition: Option<String>,
    select: Vec<String>,
    count_by: Vec<String>,
    sort: Vec<String>,
    limit: Option<usize>,
    smallest: bool,
    incomplete: bool,
) -> PyResult<PyRows> {
    let asked = Query { condition, select, count_by, sort, limit, smallest };
    let (columns, rows) =
        run(py, &chromex::Monitor::default(), move || look(&tables, &asked, incomplete))??;
    let names = columns.into_iter().map(|(name, _)| name).collect();
    Ok((names, rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect()))
}

/// Formulas that hold for all graphs of tables, in JSON.
#[pyfunction]
#[pyo3(signature = (tables, about, extra, known, formed_on, support, incomplete))]
#[expect(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn conjectures(
    py: Python<'_>,
    tables: Vec<PathBuf>,
    about: Vec<String>,
    extra: Vec<String>,
    known: Vec<String>,
    formed_on: Option<i64>,
    support: u64,
    incomplete: bool,
) -> PyResult<String> {
    let mut search = Search::default();
    (search.about, search.with, search.known) = (about, extra, known);
    (search.formed_on, search.support) = (formed_on, support);
    run(py, &chromex::Monitor::default(), move || {
        let tables = open(&tables, incomplete)?;
        let found = conjecture::conjectures(&tables, &search).map_err(bad)?;
        Ok(found.to_json().to_string())
    })?
}

fn open(tables: &[PathBuf], incomplete: bool) -> PyResult<Tables> {
    let tables = Tables::open(tables, None).map_err(bad)?;
    if !incomplete {
        tables.check_parts().map_err(bad)?;
    }
    Ok(tables)
}

fn look(
    tables: &[PathBuf],
    asked: &Query,
    incomplete: bool,
) -> PyResult<(Columns, Vec<Vec<Cell>>)> {
    let tables = open(tables, incomplete)?;
    let database = Database::new().map_err(bad)?;
    let mut answering = asked.prepare(tables.columns(), &database).map_err(bad)?;
    let mut rows = Vec::new();
    let mut each = |row: Vec<Cell>| {
        rows.extend(answering.push(&row));
        !answering.has_enough()
    };
    tables.for_each_row(&mut each).map_err(bad)?;
    let columns = answering.columns().clone();
    rows.extend(answering.finish().map_err(bad)?);
    Ok((columns, rows))
}
