//! Several threads work on a stream; the results come in the order of the stream.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// The time that a batch should take, approximately.
const BATCH_TIME: Duration = Duration::from_millis(20);

/// The largest number of items in a batch.
const LARGEST: usize = 512;

/// The number of batches that may be in progress for each thread: this limits the memory that a
/// slow batch can fill.
const AHEAD: usize = 4;

/// A large stack, because the engines recurse once for each move.
const STACK_BYTES: usize = 256 << 20;

/// Counts the batches that may still be started.
struct Tickets {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Tickets {
    fn take(&self, stopped: &AtomicBool) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 && !stopped.load(Ordering::Relaxed) {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free = free.saturating_sub(1);
    }

    fn give(&self) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.freed.notify_one();
    }
}

/// Applies `work` to each item, and calls `sink` with the results in order until it returns false.
pub(crate) fn ordered<T: Send, R: Send>(
    mut things: impl Iterator<Item = T> + Send,
    threads: usize,
    work: &(dyn Fn(T) -> R + Sync),
    sink: &mut dyn FnMut(R) -> bool,
) -> std::io::Result<()> {
    let tickets = Tickets { free: Mutex::new(AHEAD * threads), freed: Condvar::new() };
    let (stopped, size) = (AtomicBool::new(false), AtomicUsize::new(1));
    let (tickets, stopped, size) = (&tickets, &stopped, &size);
    let (to_work, waiting) = mpsc::channel::<(u64, Vec<T>)>();
    let (done, results) = mpsc::channel::<(u64, Vec<R>)>();
    let waiting = &Mutex::new(waiting);
    std::thread::scope(|scope| {
        let thread = || std::thread::Builder::new().stack_size(STACK_BYTES);
        for _ in 0..threads {
            let done = done.clone();
            thread().spawn_scoped(scope, move || {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((index, batch)) = next else { return };
                    let (count, started) = (batch.len(), Instant::now());
                    let wanted = |_: &T| !stopped.load(Ordering::Relaxed);
                    let results: Vec<R> = batch.into_iter().take_while(wanted).map(work).collect();
                    adapt(size, count, started.elapsed());
                    if done.send((index, results)).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(done);
        thread().spawn_scoped(scope, move || {
            for index in 0.. {
                tickets.take(stopped);
                let wanted = || !stopped.load(Ordering::Relaxed);
                let most = size.load(Ordering::Relaxed);
                let batch: Vec<T> =
                    std::iter::from_fn(|| if wanted() { things.next() } else { None })
                        .take(most)
                        .collect();
                if batch.is_empty() || to_work.send((index, batch)).is_err() {
                    return;
                }
            }
        })?;
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (index, results) in results {
            early.insert(index, results);
            while let Some(results) = early.remove(&next) {
                next += 1;
                for result in results {
                    if !stopped.load(Ordering::Relaxed) && !sink(result) {
                        stopped.store(true, Ordering::Relaxed);
                    }
                }
                tickets.give();
            }
        }
        Ok(())
    })
}

/// Makes batches larger while they are fast, and smaller as soon as they are slow.
fn adapt(size: &AtomicUsize, count: usize, time: Duration) {
    let old = size.load(Ordering::Relaxed);
    let new = match time {
        _ if time > 2 * BATCH_TIME => old / 2,
        _ if time < BATCH_TIME && count >= old => old * 2,
        _ => old,
    };
    size.store(new.clamp(1, LARGEST), Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 7] {
            let (release, released) = mpsc::channel();
            let released = Mutex::new(released);
            let work = |i: u64| {
                match i {
                    // If there are several threads, the first item is finished after the third.
                    0 if threads > 1 => released.lock().unwrap().recv().unwrap(),
                    2 => release.send(()).unwrap(),
                    _ => {}
                }
                i * i
            };
            let mut found = Vec::new();
            let mut sink = |square| {
                found.push(square);
                true
            };
            ordered(0..5000, threads, &work, &mut sink).unwrap();
            assert_eq!(found, (0..5000).map(|i| i * i).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn a_sink_that_has_enough_ends_an_endless_stream() {
        let mut count = 0;
        ordered(0_u64.., 3, &|i| i, &mut |i| {
            count += 1;
            i < 1000
        })
        .unwrap();
        assert_eq!(count, 1001);
    }
}
