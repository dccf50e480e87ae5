//! How much work a question may cost, and the account of what it did cost.
//!
//! A [`Budget`] is one value that travels with a question: it applies [during](Budget::during) the
//! building and inspection of graphs, and a [`Meter`] counts what a search uses of it.

pub mod clock;
mod machine;

use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chromex_files::{Disk, FileError};
use chromex_graphs::Limit;
use chromex_text::{Bytes, counted, seconds};
use clock::Instant;

/// What a search may use before it has to give up.
#[derive(Debug, Clone)]
pub struct Budget {
    /// The most positions to search.
    pub nodes: Option<u64>,
    /// The most time to take.
    pub time: Option<Duration>,
    /// The most bytes that tables may take, and the most bytes of a graph.
    pub memory: u64,
    /// How many threads may work on the question, if the engine can use several.
    pub threads: usize,
    /// Whether a GPU may be used; only nimber sequences can use one.
    pub gpu: bool,
    /// When the time started to run; with `None` it starts when a search begins.
    pub started: Option<Instant>,
    /// The disk on which results are saved.
    pub disk: Disk,
    /// Watches the search from outside, and can stop it.
    pub monitor: Monitor,
}

impl Stop {
    /// Reports the limit of the whole question instead of the remainder that this search was given.
    pub fn of(self, budget: &Budget) -> Stop {
        match self {
            Stop::Nodes(left) => Stop::Nodes(budget.nodes.unwrap_or(left)),
            Stop::Time(left) => Stop::Time(budget.time.unwrap_or(left)),
            other => other,
        }
    }
}

/// Four gigabytes unless somebody says otherwise, and never more than half of the memory that the
/// process may have.
pub fn default_memory() -> u64 {
    const USUAL: u64 = 4 << 30;
    machine::memory().map_or(USUAL, |memory| USUAL.min(memory / 2))
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            nodes: None,
            time: None,
            memory: default_memory(),
            threads: 1,
            gpu: false,
            started: None,
            disk: Disk::real(),
            monitor: Monitor::default(),
        }
    }
}

impl Budget {
    /// A copy of the budget whose clock runs from now on, so that several searches share the time.
    pub fn running(&self) -> Budget {
        Budget { started: Some(self.started.unwrap_or_else(Instant::now)), ..self.clone() }
    }

    /// What is left of the budget after a search of this many positions; the time is left to the
    /// clock.
    pub fn less(&self, positions: u64) -> Budget {
        Budget { nodes: self.nodes.map(|nodes| nodes.saturating_sub(positions)), ..self.clone() }
    }

    /// An error if the time is up or somebody has cancelled the work.
    pub fn check(&self) -> Result<(), Stop> {
        self.monitor.check()?;
        match (self.time, self.started) {
            (Some(limit), Some(started)) if started.elapsed() >= limit => Err(Stop::Time(limit)),
            _ => Ok(()),
        }
    }

    /// Does work that builds or inspects graphs. This budget is checked before memory is taken and
    /// in loops. The clock starts now unless it is already running.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let budget = self.running();
        let limit = Limit {
            stop: Some(Arc::new(move || Some(budget.check().err()?.to_string()))),
            ..self.graph_limit()
        };
        limit.during(work)
    }

    /// The limit on the memory of a graph that this budget sets.
    pub fn graph_limit(&self) -> Limit {
        Limit { bytes: self.memory, advice: " (--memory allows more)", ..Limit::current() }
    }

    /// The remaining time, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let spent = self.started.map_or(Duration::ZERO, |started| started.elapsed());
        self.time.map(|time| time.saturating_sub(spent))
    }
}

/// Shows the progress of a running search and can cancel it; shared between the search and its
/// observers.
#[derive(Debug, Clone, Default)]
pub struct Monitor(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    nodes: AtomicU64,
    bytes: AtomicU64,
    memory: AtomicU64,
    moves_done: AtomicU64,
    moves: AtomicU64,
    cancelled: AtomicBool,
    unsaved: Mutex<Vec<FileError>>,
}

impl Monitor {
    /// The number of positions searched so far (with a small delay).
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// The number of bytes in tables so far.
    pub fn bytes(&self) -> u64 {
        self.0.bytes.load(Ordering::Relaxed)
    }

    /// The most bytes that tables of the search may take.
    pub fn memory(&self) -> u64 {
        self.0.memory.load(Ordering::Relaxed)
    }

    /// How many parts of the work are done, and how many there are: moves at the root, or claims.
    pub fn root(&self) -> Option<(u64, u64)> {
        let moves = self.0.moves.load(Ordering::Relaxed);
        (moves > 0).then(|| (self.0.moves_done.load(Ordering::Relaxed), moves))
    }

    /// Reports how many parts of the work are done, and how many there are.
    pub fn report(&self, done: usize, moves: usize) {
        self.0.moves_done.store(done as u64, Ordering::Relaxed);
        self.0.moves.store(moves as u64, Ordering::Relaxed);
    }

    /// Why results could not be saved to files; empty if all were saved.
    pub fn unsaved(&self) -> Vec<FileError> {
        self.unsaved_files().clone()
    }

    /// Records whether results could be saved to this file.
    pub fn note_save(&self, path: &Path, saved: Result<(), FileError>) {
        let mut unsaved = self.unsaved_files();
        unsaved.retain(|error| error.path() != path);
        unsaved.extend(saved.err());
    }

    fn unsaved_files(&self) -> MutexGuard<'_, Vec<FileError>> {
        self.0.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the search to stop soon.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// An error if somebody has cancelled the search.
    pub fn check(&self) -> Result<(), Stop> {
        if self.0.cancelled.load(Ordering::Relaxed) { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

/// Why a search gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The limit on positions is reached.
    #[error("the limit on positions ({0}) is reached")]
    Nodes(u64),
    /// The time is up.
    #[error("the time limit of {} s is reached", .0.as_secs_f64())]
    Time(Duration),
    /// The tables are full.
    #[error("the memory limit of {} is reached", Bytes(*.0))]
    Memory(u64),
    /// A value cannot be represented.
    #[error("a value came up whose numbers are out of range")]
    OutOfRange,
    /// Somebody cancelled it.
    #[error("the search was cancelled")]
    Cancelled,
}

/// Counts what a search uses and stops it when the budget is spent.
#[derive(Debug)]
pub struct Meter {
    /// What may be spent; its clock has been running since the question was asked.
    budget: Budget,
    /// When this search began.
    started: Instant,
    nodes: u64,
    bytes: u64,
    /// The largest number of bytes so far.
    peak: u64,
    /// The number of different positions in tables.
    remembered: u64,
    /// Set when another thread has found the answer.
    answered: Option<Arc<AtomicBool>>,
    /// When the clock was last read, the number of positions at that time, and the number at which
    /// it is read again.
    looked: Instant,
    reported: u64,
    pace: u64,
}

/// The clock is read, and the monitor updated, once in this number of positions.
const RARELY: u64 = 64;
/// If that number of positions takes longer than this, the clock is read more often.
const LONG: Duration = Duration::from_millis(1);

impl Meter {
    /// A new meter for this budget; its clock starts now.
    pub fn new(budget: &Budget) -> Meter {
        let shared = &budget.monitor.0;
        for counter in [&shared.nodes, &shared.bytes, &shared.moves_done, &shared.moves] {
            counter.store(0, Ordering::Relaxed);
        }
        shared.memory.store(budget.memory, Ordering::Relaxed);
        let (budget, started) = (budget.running(), Instant::now());
        Meter::begun(budget, started, None)
    }

    /// A new meter for a search that continues with the same tables, whose bytes still count.
    pub fn renewed(&self, budget: &Budget) -> Meter {
        let mut meter = Meter::new(budget);
        meter.note(self.bytes);
        meter
    }

    /// The meter of one of several threads, which may use its share of the positions.
    pub fn fork(&self, threads: usize, answered: &Arc<AtomicBool>) -> Meter {
        let left = |limit: u64| limit.saturating_sub(self.nodes).div_ceil(threads as u64);
        let budget = Budget { nodes: self.budget.nodes.map(left), ..self.budget.clone() };
        let answered = Some(Arc::clone(answered));
        Meter::begun(budget, self.started, answered)
    }

    fn begun(budget: Budget, started: Instant, answered: Option<Arc<AtomicBool>>) -> Meter {
        let looked = Instant::now();
        let (nodes, bytes, peak, remembered, reported, pace) = (0, 0, 0, 0, 0, 1);
        Meter { budget, started, nodes, bytes, peak, remembered, answered, looked, reported, pace }
    }

    /// Adds what another thread has used.
    pub fn join(&mut self, fork: &Meter) {
        self.nodes += fork.nodes;
        self.bytes += fork.bytes;
    }

    /// Counts one more position.
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if let Some(limit) = self.budget.nodes
            && self.nodes > limit
        {
            self.nodes = limit;
            return Err(Stop::Nodes(limit));
        }
        if self.nodes >= self.reported + self.pace { self.look_around() } else { Ok(()) }
    }

    /// Sets another limit on positions, and returns the previous one.
    pub fn limit(&mut self, positions: Option<u64>) -> Option<u64> {
        std::mem::replace(&mut self.budget.nodes, positions)
    }

    /// Whether the limit on positions is reached.
    pub fn is_at_limit(&self) -> bool {
        self.budget.nodes.is_some_and(|limit| self.nodes >= limit)
    }

    /// Counts bytes that are added to a table.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Stop> {
        self.bytes += bytes as u64;
        self.budget.monitor.0.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        self.room_for(0)
    }

    /// Stops if there is no room for this many more bytes.
    pub fn room_for(&self, bytes: usize) -> Result<(), Stop> {
        match self.bytes + bytes as u64 > self.budget.memory {
            true => Err(Stop::Memory(self.budget.memory)),
            false => Ok(()),
        }
    }

    /// Counts bytes of a table that observes its limit by itself.
    pub fn note(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.budget.monitor.0.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Sets the number of bytes that all tables together take, after something has been forgotten.
    pub fn shrink_to(&mut self, bytes: u64) {
        (self.peak, self.bytes) = (self.peak.max(self.bytes), bytes);
        self.budget.monitor.0.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Changes the count of different positions in tables by `more`.
    pub fn remember(&mut self, more: i64) {
        self.remembered = self.remembered.saturating_add_signed(more);
    }

    /// How many different positions tables hold; positions that symmetry makes equal count once.
    pub fn remembered(&self) -> u64 {
        self.remembered
    }

    fn look_around(&mut self) -> Result<(), Stop> {
        self.budget.monitor.0.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        let now = Instant::now();
        let quick = now - self.looked < LONG;
        self.pace = if quick { RARELY.min(2 * self.pace) } else { 1 };
        (self.reported, self.looked) = (self.nodes, now);
        self.check()
    }

    /// An error if the time is up or somebody has cancelled the search.
    pub fn check(&self) -> Result<(), Stop> {
        let answered = self.answered.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if answered { Err(Stop::Cancelled) } else { self.budget.check() }
    }

    /// The monitor through which this search is watched.
    pub fn monitor(&self) -> &Monitor {
        &self.budget.monitor
    }

    /// What was used so far.
    pub fn statistics(&self) -> Statistics {
        let bytes = self.bytes.max(self.peak);
        Statistics { positions: self.nodes, bytes, time: self.started.elapsed() }
    }
}

/// What a search cost.
#[derive(Debug, Clone, Copy, Default)]
pub struct Statistics {
    /// The number of positions searched: each is counted once, when its moves are looked at.
    pub positions: u64,
    /// The number of bytes in tables, estimated from the number of entries.
    pub bytes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// `12,431 positions, 3.1 MiB, 40 ms`
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = counted(self.positions, "position");
        write!(f, "{positions}, {}, {}", Bytes(self.bytes), seconds(self.time))
    }
}
