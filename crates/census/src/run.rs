//! Runs a census: in parallel, in the order of the source, resumable.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chromex::graphs::limit::StopCheck;
use chromex::graphs::{Board, Limit};
use chromex::{AnswerStore, Budget, Sources};
use chromex_store::Store;

use crate::files::{Described, FileError, Format, Table, TableWriter};
use crate::log::{Log, LogError, Totals};
use crate::pool::ordered;
use crate::questions::{Questions, Row, answer};
use crate::source::{Boards, Source, SourceError};
use crate::{Cell, Database, Expression, SqlError};

/// At least this often, finished work is written to the disk.
const COMMIT_EVERY: Duration = Duration::from_millis(250);

/// At most this many rows wait in memory before they are written.
const COMMIT_ROWS: u64 = 1 << 16;

/// Why a census cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The source failed.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The table cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A question makes no sense for a graph.
    #[error("graph {number} ({name}): {why}")]
    Inapplicable {
        /// The number of the graph in its source, from 1.
        number: u64,
        /// The name of the graph.
        name: String,
        /// Why the question makes no sense for it.
        why: String,
    },
    /// The table already exists.
    #[error("`{path}` exists: remove it, use another file, or replace it with --force", path = .0.display())]
    Exists(PathBuf),
    /// The graphs before the place where the run continues have changed.
    #[error(
        "the source has changed: its first {0} graphs are not those that were done; begin afresh with \
         --force, or use another file"
    )]
    Changed(u64),
    /// The condition cannot be asked.
    #[error(transparent)]
    Condition(#[from] SqlError),
    /// Threads cannot be started.
    #[error("cannot start {0} threads: {1}; use fewer")]
    Threads(usize, std::io::Error),
    /// The receiver of the rows cannot take any more.
    #[error(transparent)]
    Output(std::io::Error),
}

/// The plan of a census.
#[derive(Debug)]
pub struct Plan {
    /// Where the graphs come from.
    pub source: Source,
    /// The questions about each graph.
    pub questions: Questions,
    /// Keep only rows for which this is true, an expression over the columns of the questions.
    pub condition: Option<Expression>,
    /// Keep only the first of the rows with the fewest vertices and, among these, the fewest edges.
    pub smallest: bool,
    /// The budget of each question. Its monitor can stop the census.
    pub budget: Budget,
    /// Whether theorems may answer questions.
    pub theorems: bool,
    /// The number of threads.
    pub threads: usize,
    /// The store for answers that took long to find.
    pub store: Option<Store>,
    /// Start from the beginning, even if there is a table or a log.
    pub force: bool,
}

impl Plan {
    /// A plan with one thread and no limits, in which theorems may answer.
    pub fn new(source: Source, questions: Questions) -> Plan {
        Plan {
            source,
            questions,
            condition: None,
            smallest: false,
            budget: Budget::default(),
            theorems: true,
            threads: 1,
            store: None,
            force: false,
        }
    }

    /// Where answers may come from.
    fn sources(&self) -> Sources<'_> {
        let store = self.store.as_ref().map(|store| store as &dyn AnswerStore);
        Sources { theorems: self.theorems, store, saved: None }
    }

    /// A text with everything that the table depends on, for these graphs.
    fn identity(&self, graphs: &str) -> String {
        let columns = self.questions.columns();
        let asked: Vec<&str> = columns.iter().skip(1).map(|(name, _)| name.as_str()).collect();
        let mut words = vec![format!("{} on {graphs}", asked.join(" "))];
        words.extend(self.condition.as_ref().map(|condition| format!("where {condition}")));
        words.extend(self.smallest.then(|| "smallest".to_owned()));
        words.extend(self.budget.nodes.map(|nodes| format!("nodes {nodes}")));
        words.extend(self.budget.time.map(|time| format!("seconds {}", time.as_secs_f64())));
        words.extend((!self.theorems).then(|| "by search".to_owned()));
        words.push(format!("chromex {}", env!("CARGO_PKG_VERSION")));
        words.join(", ")
    }

    /// The description of the census for its table.
    fn described(&self, totals: Totals) -> Described {
        let (asked, part) = (self.identity(self.source.text()), self.source.chosen_part());
        Described { asked, part, totals }
    }

    /// What was done, if the table at `path` is the one that this plan produces.
    fn done(&self, path: &Path, format: Format) -> Option<Totals> {
        let described = Table::open(path, Some(format)).ok()?.described().ok()??;
        let totals = described.totals.clone();
        (self.source.is_determined() && described == self.described(totals.clone()))
            .then_some(totals)
    }
}

/// The progress of a census.
#[derive(Debug, Clone)]
pub struct Progress {
    /// What has been done.
    pub totals: Totals,
    /// The number of graphs that were done before this run.
    pub resumed: u64,
    /// The number of all graphs, if it is known.
    pub total: Option<u64>,
    /// The time of this run so far, from the first graph that it had to examine.
    pub time: Duration,
}

impl Progress {
    fn start(plan: &Plan, done: Totals) -> Progress {
        let resumed = done.graphs;
        Progress { resumed, totals: done, total: plan.source.total(), time: Duration::ZERO }
    }
}

/// The end of a census.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The progress at the end.
    pub progress: Progress,
    /// Whether all graphs were examined that had to be.
    pub complete: bool,
}

/// The result for one graph.
struct Done {
    name: String,
    /// The row, unless the graph was too large to be among the smallest.
    row: Option<Row>,
}

/// Vertices and edges in one number, which sorts graphs by both.
fn size(board: &Board) -> u64 {
    (board.order() as u64) << 32 | (board.graph().edge_count() as u64).min(u32::MAX.into())
}

fn row_size(row: &[Cell]) -> u64 {
    match (&row[1], &row[2]) {
        (Cell::Int(n), Cell::Int(m)) => (*n as u64) << 32 | *m as u64,
        _ => u64::MAX,
    }
}

/// Runs a census into a table at `path`. Finished work is recorded in a log beside the table
/// (`FILE.part`); if the run is killed, the same plan continues where it stopped.
pub fn run(
    plan: &Plan,
    path: &Path,
    format: Format,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Summary, CensusError> {
    let beside = with_suffix(path, ".part");
    // If both the table and its log exist, the run was killed before the log was removed: the last
    // steps are repeated.
    if path.exists() && !beside.exists() && !plan.force {
        let done = plan.done(path, format).ok_or_else(|| CensusError::Exists(path.to_owned()))?;
        return Ok(Summary { progress: Progress::start(plan, done), complete: true });
    }
    let identity = plan.identity(&plan.source.identity());
    let mut log = Log::open(&plan.budget.disk, &beside, &identity, plan.force)?;
    let mut committed = Instant::now();
    let mut rows = 0;
    let start = log.totals().clone();
    let mut best = u64::MAX;
    log.for_each_row(|row| {
        best = row_size(&row);
        Ok::<_, LogError>(())
    })?;
    let outcome = go(
        plan,
        start,
        best,
        &mut |name, unanswered, undecided, row| {
            log.add(name, unanswered, undecided, row.as_deref());
            rows += u64::from(row.is_some());
            if committed.elapsed() >= COMMIT_EVERY || rows >= COMMIT_ROWS {
                log.commit()?;
                (committed, rows) = (Instant::now(), 0);
            }
            Ok(())
        },
        progress,
    );
    log.commit()?;
    // If the first line of the source is bad, no log is left behind.
    if outcome.is_err() && log.totals().graphs == 0 {
        log.remove()?;
        return outcome;
    }
    let summary = outcome?;
    if summary.complete {
        assemble(plan, &log, path, format)?;
        log.remove()?;
    }
    Ok(summary)
}

/// Runs a census and passes each row to `sink`, in order. Nothing is written to files.
pub fn run_into(
    plan: &Plan,
    sink: &mut dyn FnMut(Vec<Cell>) -> Result<(), CensusError>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Summary, CensusError> {
    go(
        plan,
        Totals::default(),
        u64::MAX,
        &mut |_, _, _, row| row.map_or(Ok(()), &mut *sink),
        progress,
    )
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Records a graph: its name, the number of questions given up, whether the condition could not be
/// decided, and the row to keep.
type Note<'a> = &'a mut dyn FnMut(&str, u64, bool, Option<Vec<Cell>>) -> Result<(), CensusError>;

/// Examines the graphs after the first ones, which are already done.
fn go(
    plan: &Plan,
    start: Totals,
    best: u64,
    note: Note<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Summary, CensusError> {
    let mut boards = boards(plan)?;
    let skipped = skip(&mut boards, &start);
    let is_cancelled = || plan.budget.monitor.check().is_err();
    if is_cancelled() {
        return Ok(Summary { progress: Progress::start(plan, start), complete: false });
    }
    skipped?;
    let mut state = Progress::start(plan, start);
    progress(&state);
    let started = Instant::now();
    let best = AtomicU64::new(best);
    let ascending = plan.source.is_ascending();
    // Only graphs that come later are compared with the best so far.
    let too_large = |board: &Board| plan.smallest && size(board) >= best.load(Ordering::Relaxed);
    let beyond = |board: &Board| {
        ascending && plan.smallest && size(board) >> 32 > best.load(Ordering::Relaxed) >> 32
    };
    let wanted = |board: &Result<Board, SourceError>| !board.as_ref().is_ok_and(beyond);
    let work = |board: Result<Board, SourceError>| -> Result<Done, CensusError> {
        let board = board?;
        let name = board.name().to_owned();
        if too_large(&board) {
            return Ok(Done { name, row: None });
        }
        match answer(&board, &plan.questions, &plan.budget, plan.sources()) {
            Ok(row) => Ok(Done { name, row: Some(row) }),
            Err(why) => Err(CensusError::Inapplicable { number: 0, name, why: why.to_string() }),
        }
    };
    let database = Database::new()?;
    let condition = plan.condition.as_ref().map(|condition| condition.evaluator(&database));
    let mut condition = condition.transpose()?;
    let mut failure = None;
    let mut complete = true;
    let mut sink = |done: Result<Done, CensusError>| -> bool {
        let done = match done {
            Ok(done) => done,
            Err(CensusError::Inapplicable { name, why, .. }) => {
                let number = state.totals.graphs + 1;
                failure = Some(CensusError::Inapplicable { number, name, why });
                return false;
            }
            Err(error) => {
                failure = Some(error);
                return false;
            }
        };
        if done.row.as_ref().is_some_and(|row| row.cancelled) {
            complete = false;
            return false;
        }
        let unanswered = done.row.as_ref().map_or(0, |row| row.unanswered as u64);
        let verdict = match (&mut condition, &done.row) {
            (Some(condition), Some(row)) => condition.value(&row.cells),
            _ => Cell::Bool(true),
        };
        let keep = verdict == Cell::Bool(true);
        let keep = |row: &Vec<Cell>| {
            keep && (!plan.smallest || row_size(row) < best.load(Ordering::Relaxed))
        };
        let row = done.row.map(|row| row.cells).filter(keep);
        if let (true, Some(row)) = (plan.smallest, &row) {
            best.store(row_size(row), Ordering::Relaxed);
        }
        state.totals.graphs += 1;
        state.totals.trail = Totals::after(state.totals.trail, &done.name);
        state.totals.rows += u64::from(row.is_some());
        state.totals.unanswered += unanswered;
        // A condition may also be null for other reasons than the budget: a graph may have no
        // girth, for example.
        let undecided = verdict.is_null() && unanswered > 0;
        state.totals.undecided += u64::from(undecided);
        state.time = started.elapsed();
        if let Err(error) = note(&done.name, unanswered, undecided, row) {
            failure = Some(error);
            return false;
        }
        progress(&state);
        // Somebody may have cancelled while no search was running.
        complete &= !is_cancelled();
        complete
    };
    ordered(boards.take_while(wanted), plan.threads.max(1), &work, &mut sink)
        .map_err(|error| CensusError::Threads(plan.threads, error))?;
    match failure {
        Some(error) => Err(error),
        // The stream ends early if somebody cancels while graphs are being generated.
        None => Ok(Summary { progress: state, complete: complete && !is_cancelled() }),
    }
}

/// The graphs, each within the memory of the budget. For some kinds, all graphs are generated when
/// the first is asked for; this stops when somebody cancels the census.
fn boards(plan: &Plan) -> Result<Boards, SourceError> {
    let mut boards = plan.source.boards()?;
    let budget = plan.budget.clone();
    let monitor = budget.monitor.clone();
    let stop: StopCheck = Arc::new(move || Some(monitor.check().err()?.to_string()));
    let stop = plan.source.is_ascending().then_some(stop);
    let next = move || {
        let limit = Limit { stop: stop.clone(), ..budget.graph_limit() };
        limit.during(|| boards.next())
    };
    Ok(Box::new(std::iter::from_fn(next)))
}

/// Skips the graphs that are done, and checks that they are the same as before.
fn skip(boards: &mut Boards, done: &Totals) -> Result<(), CensusError> {
    let mut trail = Totals::default().trail;
    let mut passed = 0;
    for board in boards.take(done.graphs as usize) {
        trail = Totals::after(trail, board?.name());
        passed += 1;
    }
    match (passed, trail) == (done.graphs, done.trail) {
        true => Ok(()),
        false => Err(CensusError::Changed(done.graphs)),
    }
}

/// Writes the table from the log.
fn assemble(plan: &Plan, log: &Log, path: &Path, format: Format) -> Result<(), CensusError> {
    let columns = plan.questions.columns();
    let mut table = TableWriter::create(&plan.budget.disk, path, format, columns)?;
    table.describe(&plan.described(log.totals().clone()));
    let mut smallest = None;
    log.for_each_row(|row| match plan.smallest {
        true => {
            smallest = Some(row);
            Ok(())
        }
        false => table.push(row).map_err(CensusError::from),
    })?;
    smallest.map_or(Ok(()), |row| table.push(row))?;
    Ok(table.finish()?)
}
