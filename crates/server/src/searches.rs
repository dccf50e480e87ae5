//! Who may search, for how long, and how a search is stopped.
//!
//! A few searches run at a time, each on a thread of its own (the engines recurse once a move and
//! want a large stack); a few more requests wait in the order in which they came; the rest is told
//! to come again. Whoever waits for an answer holds a [`CancelOnDrop`]: when it is dropped, because the
//! client has gone, the search is cancelled.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use chromex::{Budget, Monitor};
use chromex_lab::{Answered, ApiError, Lab, Search, Work};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use crate::Limits;
use crate::allocator;
use crate::respond::{Refusal, respond};

/// The engines recurse once for each move.
pub(crate) const STACK_BYTES: usize = 256 << 20;

/// How often progress is reported.
const TICK: Duration = Duration::from_millis(250);

/// A search that observes its own clock ends in time; one that does not is cancelled after this
/// additional time.
const GRACE: Duration = Duration::from_millis(500);

/// Smaller tables are left to the allocator.
const WORTH_GIVING_BACK: u64 = 1 << 20;

/// The value of `Retry-After` when there are too many searches.
const RETRY_SECONDS: u32 = 1;

/// The searches of a server.
#[derive(Debug)]
pub(crate) struct Searches {
    slots: Arc<Semaphore>,
    most: usize,
    /// Those that run, and those that have freed their slot and are about to end.
    threads: Mutex<Vec<JoinHandle<()>>>,
    waiting: AtomicUsize,
    most_waiting: usize,
    patience: Duration,
    running: Mutex<HashMap<u64, Monitor>>,
    next: AtomicU64,
    closing: AtomicBool,
}

/// A running search: its place among the others, freed when it ends.
struct Slot {
    searches: Arc<Searches>,
    number: u64,
    monitor: Monitor,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.searches.lock().remove(&self.number);
    }
}

/// A client's interest in some work; when this is dropped, the work is cancelled.
pub(crate) struct CancelOnDrop(pub Monitor);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Searches {
    /// Starts without running searches.
    pub(crate) fn new(limits: &Limits) -> Searches {
        Searches {
            slots: Arc::new(Semaphore::new(limits.searches)),
            most: limits.searches,
            threads: Mutex::default(),
            waiting: AtomicUsize::new(0),
            most_waiting: limits.waiting,
            patience: limits.patience,
            running: Mutex::default(),
            next: AtomicU64::new(0),
            closing: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Monitor>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The threads, of which there is room for one more. On a busy machine a thread that has freed
    /// its slot may not have ended yet, and still have its stack: then this waits for it.
    fn threads(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        while threads.len() >= self.most {
            match threads.iter().position(JoinHandle::is_finished) {
                Some(ended) => drop(threads.swap_remove(ended).join()),
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        threads
    }

    /// How many searches run, and how many requests wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        (self.lock().len(), self.waiting.load(Ordering::Relaxed))
    }

    /// Cancels all searches and starts no new ones.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.lock().values().for_each(Monitor::cancel);
    }

    /// Waits for a free slot, in the order of arrival.
    async fn slot(self: &Arc<Self>, monitor: &Monitor) -> Answered<Slot> {
        if self.closing.load(Ordering::SeqCst) {
            return Err(ApiError::closing());
        }
        let permit = match Arc::clone(&self.slots).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => self.wait().await?,
        };
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.lock().insert(number, monitor.clone());
        // A request that arrived while the server was closing must not be missed.
        if self.closing.load(Ordering::SeqCst) {
            monitor.cancel();
        }
        let (searches, monitor) = (Arc::clone(self), monitor.clone());
        Ok(Slot { searches, number, monitor, _permit: permit })
    }

    async fn wait(&self) -> Answered<OwnedSemaphorePermit> {
        struct Waiting<'a>(&'a AtomicUsize);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::SeqCst);
        let _waiting = Waiting(&self.waiting);
        let busy = || ApiError::busy("too many searches are running", RETRY_SECONDS);
        if before >= self.most_waiting {
            return Err(busy());
        }
        match timeout(self.patience, Arc::clone(&self.slots).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }

    /// Runs a search and answers with its result, or with what it reports on the way.
    pub(crate) async fn run(
        self: &Arc<Self>,
        lab: &Arc<Lab>,
        search: Search,
    ) -> Result<Response, Refusal> {
        let (lab, budget) = (Arc::clone(lab), search.budget);
        match search.work {
            Work::Answer(work) => {
                let answer = self.ask(budget, move |budget| work(&lab, budget)).await?;
                Ok(respond(answer?))
            }
            Work::Events { progress, failed, work } => {
                let work = move |budget: &Budget, send: &dyn Fn(String)| work(&lab, budget, send);
                Ok(self.stream(budget, progress, failed, work).await?)
            }
        }
    }

    /// Runs a search and waits for its result.
    async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        budget: Budget,
        work: impl FnOnce(&Budget) -> T + Send + 'static,
    ) -> Answered<T> {
        let guard = CancelOnDrop(budget.monitor.clone());
        let slot = self.slot(&guard.0).await?;
        let deadline = deadline(&budget);
        let (sender, mut result) = oneshot::channel();
        spawn(slot, move || work(&budget), move |done| drop(sender.send(done)))?;
        loop {
            tokio::select! {
                biased;
                done = &mut result => return done.ok().flatten().ok_or_else(ApiError::broken),
                () = sleep_until(deadline), if guard.0.check().is_ok() => guard.0.cancel(),
            }
        }
    }

    /// Runs a search and streams what it reports, one JSON object on each line, with progress in
    /// between.
    async fn stream(
        self: &Arc<Self>,
        budget: Budget,
        progress: fn(&Monitor, Duration) -> String,
        failed: fn(&ApiError) -> String,
        work: impl FnOnce(&Budget, &dyn Fn(String)) + Send + 'static,
    ) -> Answered<Response> {
        let guard = CancelOnDrop(budget.monitor.clone());
        let slot = self.slot(&guard.0).await?;
        let deadline = deadline(&budget);
        // Not bounded: a slow reader must not stop a search, and a search reports little.
        let (sender, events) = mpsc::unbounded_channel();
        let last = sender.clone();
        let send = move |event: String| drop(sender.send(event));
        spawn(
            slot,
            move || work(&budget, &send),
            move |done| {
                if done.is_none() {
                    let _ = last.send(failed(&ApiError::broken()));
                }
            },
        )?;
        let mut ticks = interval_at(Instant::now() + TICK, TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let state =
            EventStream { events, ticks, deadline, started: Instant::now(), guard, progress };
        let lines = futures_util::stream::unfold(state, |mut state| async move {
            let event = state.next().await? + "\n";
            Some((Ok::<Bytes, std::convert::Infallible>(event.into()), state))
        });
        let mut response = Body::from_stream(lines).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Ok(response)
    }
}

/// A stream on its way to the client; dropped with the response's body.
struct EventStream {
    events: mpsc::UnboundedReceiver<String>,
    ticks: tokio::time::Interval,
    deadline: Instant,
    started: Instant,
    guard: CancelOnDrop,
    progress: fn(&Monitor, Duration) -> String,
}

impl EventStream {
    async fn next(&mut self) -> Option<String> {
        tokio::select! {
            biased;
            event = self.events.recv() => event,
            _ = self.ticks.tick() => {
                if Instant::now() >= self.deadline {
                    self.guard.0.cancel();
                }
                Some((self.progress)(&self.guard.0, self.started.elapsed()))
            }
        }
    }
}

fn deadline(budget: &Budget) -> Instant {
    Instant::now() + budget.time.unwrap_or_default() + GRACE
}

/// Runs work on a new thread; `done` is called with the result, or with nothing if the work
/// panicked.
fn spawn<T>(
    slot: Slot,
    work: impl FnOnce() -> T + Send + 'static,
    done: impl FnOnce(Option<T>) + Send + 'static,
) -> Answered<()> {
    let searches = Arc::clone(&slot.searches);
    let run = move || {
        let result = catch_unwind(AssertUnwindSafe(work)).ok();
        if slot.monitor.bytes() > WORTH_GIVING_BACK {
            allocator::give_back();
        }
        drop(slot);
        done(result);
    };
    let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
    let mut threads = searches.threads();
    match thread.spawn(run) {
        Ok(thread) => {
            threads.push(thread);
            Ok(())
        }
        Err(_) => Err(ApiError::busy("no thread could be started", RETRY_SECONDS)),
    }
}
