//! Several threads that answer one question together, by searching the same tree and sharing a
//! table.
//!
//! To avoid doing the same work, each thread leaves positions that others have begun until the end
//! (after T. Kerrigan's simplification of ABDADA). The first option of a position is an exception:
//! it settles the question most often, and searching others meanwhile would be wasted work. These
//! are only hints: they decide which thread searches what and when, never what the answer is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chromex_budget::{Meter, Stop};
use crossbeam_utils::CachePadded;

/// More threads than this are not started.
const MAX_THREADS: usize = 256;

/// The searches recurse once for each move.
const STACK: usize = 1 << 24;

/// Lets a thread for each worker answer the same question. The first answer is returned; all
/// answers are correct. (The question is `dyn`, so that this is compiled once and not for each
/// engine.)
pub(crate) fn ask<T: Send, W: Send>(
    mut workers: Vec<W>,
    meter: &mut Meter,
    question: &(dyn Fn(W, &mut Meter) -> Result<T, Stop> + Sync),
) -> Result<T, Stop> {
    if workers.len() == 1
        && let Some(worker) = workers.pop()
    {
        return question(worker, meter);
    }
    let answer = Mutex::new(None);
    let workers: Vec<_> = workers.into_iter().map(|worker| Mutex::new(Some(worker))).collect();
    let stopped = in_threads(workers.len(), meter, &|i, meter| {
        let Some(worker) = locked(&workers[i]).take() else { return Err(Stop::Cancelled) };
        let found = question(worker, meter)?;
        locked(&answer).get_or_insert(found);
        Ok(())
    });
    answer.into_inner().unwrap_or_else(PoisonError::into_inner).ok_or(stopped)
}

/// Does the same work in several threads, each with its number and meter, until one of them has
/// finished; otherwise returns the reason.
fn in_threads(
    threads: usize,
    meter: &mut Meter,
    work: &(dyn Fn(usize, &mut Meter) -> Result<(), Stop> + Sync),
) -> Stop {
    let done = Arc::new(AtomicBool::new(false));
    // Each counts all the time, so no two may lie in one cache line.
    let fork = |_| CachePadded::new(meter.fork(threads, &done));
    let mut forks: Vec<CachePadded<Meter>> = (0..threads).map(fork).collect();
    let results: Vec<Result<(), Stop>> = std::thread::scope(|scope| {
        let done = &done;
        let start = |(i, fork)| {
            let work = move || {
                let result = work(i, fork);
                done.fetch_or(result.is_ok(), Ordering::Relaxed);
                result
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
        };
        let handles: Vec<_> =
            forks.iter_mut().map(|fork| &mut **fork).enumerate().filter_map(start).collect();
        handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
    });
    forks.iter().for_each(|fork| meter.join(fork));
    results.into_iter().filter_map(Result::err).next_back().unwrap_or(Stop::Cancelled)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of threads to start when `wanted` are asked for; in a web page there is only one.
pub(crate) fn threads(wanted: usize) -> usize {
    let most = if cfg!(target_family = "wasm") { 1 } else { MAX_THREADS };
    wanted.clamp(1, most)
}

/// The positions that threads are working on, by their hashes.
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
}

/// Few positions are worked on at a time: the depth of the searches times the number of threads.
const SLOTS: usize = 1 << 10;

impl Busy {
    /// At the start no thread works on anything; with a single thread, nothing has to be recorded.
    pub(crate) fn new(threads: usize) -> Busy {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Busy { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether another thread could be working.
    pub(crate) fn is_shared(&self) -> bool {
        !self.slots.is_empty()
    }

    fn slot(&self, hash: u64) -> Option<&AtomicU64> {
        self.slots.get((hash >> 20) as usize % SLOTS)
    }

    /// Records that this thread works on a position.
    pub(crate) fn begin(&self, hash: u64) {
        self.set(hash, hash);
    }

    /// Records that this thread no longer works on it.
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
