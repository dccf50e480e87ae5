//! Several threads that answer one question together, by searching the same tree and sharing a
//! table.
//!
//! So that they do not all do the same, each leaves to others what they have begun and comes back to
//! it last (after T. Kerrigan's simplification of ABDADA). These are hints: they decide who looks at
//! what when, never what is true.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chromex_budget::{Meter, Stop};

/// More threads than this are not started.
const MAX_THREADS: usize = 256;

/// Searches recurse once a move.
const STACK: usize = 1 << 24;

/// Lets a thread for each worker answer the same question; the first answer counts, and all are
/// right.
pub(crate) fn ask<T: Send, W: Send>(
    mut workers: Vec<W>,
    meter: &mut Meter,
    question: impl Fn(W, &mut Meter) -> Result<T, Stop> + Sync,
) -> Result<T, Stop> {
    let threads = workers.len();
    if threads == 1
        && let Some(worker) = workers.pop()
    {
        return question(worker, meter);
    }
    let answered = Arc::new(AtomicBool::new(false));
    let mut forks: Vec<Meter> = (0..threads).map(|_| meter.fork(threads, &answered)).collect();
    let results: Vec<Result<T, Stop>> = std::thread::scope(|scope| {
        let (answered, question) = (&answered, &question);
        let work = move |worker, meter: &mut Meter| {
            let result = question(worker, meter);
            answered.fetch_or(result.is_ok(), Ordering::Relaxed);
            result
        };
        let start = |(worker, fork)| {
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, move || work(worker, fork)).ok()
        };
        let handles: Vec<_> = workers.into_iter().zip(&mut forks).filter_map(start).collect();
        handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
    });
    forks.iter().for_each(|fork| meter.join(fork));
    let mut stopped = Stop::Cancelled;
    for result in results {
        match result {
            Ok(answer) => return Ok(answer),
            Err(stop) => stopped = stop,
        }
    }
    Err(stopped)
}

/// The number of threads to start when so many are asked for; in a page there is only one.
pub(crate) fn threads(wanted: usize) -> usize {
    let most = if cfg!(target_family = "wasm") { 1 } else { MAX_THREADS };
    wanted.clamp(1, most)
}

/// The positions that threads are working on, by their hashes.
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
}

/// Few positions are in work at a time: as many as searches are deep, times threads.
const SLOTS: usize = 1 << 10;

impl Busy {
    /// Nobody works on anything yet; with a single thread, nothing has to be written down.
    pub(crate) fn new(threads: usize) -> Busy {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Busy { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether anybody else could be working.
    pub(crate) fn is_shared(&self) -> bool {
        !self.slots.is_empty()
    }

    fn slot(&self, hash: u64) -> Option<&AtomicU64> {
        self.slots.get((hash >> 20) as usize % SLOTS)
    }

    /// Says that this thread works on a position.
    pub(crate) fn begin(&self, hash: u64) {
        self.set(hash, hash);
    }

    /// Says that it does no longer.
    pub(crate) fn end(&self, hash: u64) {
        self.set(hash, 0);
    }

    fn set(&self, hash: u64, state: u64) {
        if let Some(slot) = self.slot(hash) {
            slot.store(state, Ordering::Relaxed);
        }
    }

    /// Whether some thread works on a position.
    pub(crate) fn is(&self, hash: u64) -> bool {
        self.slot(hash).is_some_and(|slot| slot.load(Ordering::Relaxed) == hash)
    }
}
