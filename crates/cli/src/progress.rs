//! Shows that a search is running, and lets Ctrl-C stop it; then what is known is printed.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chromex::Monitor;
use chromex::text::Bytes;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

/// Nothing is shown for searches shorter than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// Watches a search until it is dropped.
pub(crate) struct Progress {
    monitor: Monitor,
    done: Arc<AtomicBool>,
    bar: SharedBar,
    thread: Option<JoinHandle<()>>,
}

/// The line that is shown, once there is something to show.
type SharedBar = Arc<Mutex<Option<ProgressBar>>>;

impl Progress {
    /// Watches the search that reports to this monitor.
    pub(crate) fn watch(monitor: &Monitor, what: &str) -> Progress {
        Progress::watch_with(monitor, what, |monitor, elapsed| positions(monitor, elapsed, "moves"))
    }

    /// Watches the checking of claims.
    pub(crate) fn watch_claims(monitor: &Monitor, what: &str) -> Progress {
        Progress::watch_with(monitor, what, |monitor, elapsed| {
            positions(monitor, elapsed, "claims")
        })
    }

    /// Watches a search for pairs of columns.
    pub(crate) fn watch_obligations(monitor: &Monitor, what: &str) -> Progress {
        Progress::watch_with(monitor, what, obligations)
    }

    /// Watches the search for an attack in windows of different sizes.
    pub(crate) fn watch_windows(monitor: &Monitor, what: &str) -> Progress {
        Progress::watch_with(monitor, what, |monitor, elapsed| {
            positions(monitor, elapsed, "windows")
        })
    }

    /// Watches a checker that distinguishes cases.
    pub(crate) fn watch_cases(monitor: &Monitor, what: &str) -> Progress {
        Progress::watch_with(monitor, what, |monitor, _| {
            format!("{} cases", HumanCount(monitor.nodes()))
        })
    }

    /// Watches a sequence whose terms are found one after the other.
    pub(crate) fn watch_terms(monitor: &Monitor, what: &str) -> Progress {
        Progress::watch_with(monitor, what, terms)
    }

    /// Lets Ctrl-C stop work that shows its progress itself.
    pub(crate) fn watch_quietly(monitor: &Monitor) -> Progress {
        cancel_on_interrupt(monitor);
        Progress {
            monitor: monitor.clone(),
            done: Arc::default(),
            bar: Arc::default(),
            thread: None,
        }
    }

    fn watch_with(monitor: &Monitor, what: &str, message: Message) -> Progress {
        cancel_on_interrupt(monitor);
        let (done, bar): (Arc<AtomicBool>, SharedBar) = Default::default();
        let thread = std::io::stderr().is_terminal().then(|| {
            let (done, bar) = (Arc::clone(&done), Arc::clone(&bar));
            let (monitor, what) = (monitor.clone(), what.to_owned());
            std::thread::spawn(move || show(&done, &bar, &monitor, &what, message))
        });
        Progress { monitor: monitor.clone(), done, bar, thread }
    }

    /// Prints something while the progress line is hidden.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.bar.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
        if let Ok(mut running) = running().lock() {
            *running = None;
        }
        for error in self.monitor.unsaved() {
            let _ = writeln!(std::io::stderr(), "warning: what was found is not saved: {error}");
        }
    }
}

/// The text about a running search, after this time.
type Message = fn(&Monitor, Duration) -> String;

fn positions(monitor: &Monitor, elapsed: Duration, parts: &str) -> String {
    let nodes = monitor.nodes();
    let rate = (nodes as f64 / elapsed.as_secs_f64()) as u64;
    let root = monitor.root().map(|(done, all)| format!("{done} of {all} {parts}, "));
    format!(
        "{}{} positions, {} a second, {} of {}",
        root.unwrap_or_default(),
        HumanCount(nodes),
        HumanCount(rate),
        Bytes(monitor.bytes()),
        Bytes(monitor.memory())
    )
}

/// The chosen pairs change with every solution of the clauses.
fn obligations(monitor: &Monitor, _: Duration) -> String {
    let (chosen, pairs) = monitor.root().unwrap_or_default();
    format!(
        "{} obligations, {} of {} pairs chosen, {} of {}",
        HumanCount(monitor.nodes()),
        HumanCount(chosen),
        HumanCount(pairs),
        Bytes(monitor.bytes()),
        Bytes(monitor.memory())
    )
}

/// The time for a term hardly depends on its index, once there are many terms.
fn terms(monitor: &Monitor, elapsed: Duration) -> String {
    let Some((done, all)) = monitor.root() else { return "starting".to_owned() };
    let left = elapsed.mul_f64((all - done) as f64 / done.max(1) as f64);
    format!(
        "{} of {} terms, {}, about {} to go",
        HumanCount(done),
        HumanCount(all),
        Bytes(monitor.bytes()),
        HumanDuration(left)
    )
}

fn show(done: &AtomicBool, shared: &SharedBar, monitor: &Monitor, what: &str, message: Message) {
    let started = Instant::now();
    while !done.load(Ordering::Relaxed) {
        std::thread::park_timeout(Duration::from_millis(100));
        if started.elapsed() < PATIENCE {
            continue;
        }
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = shared.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            ProgressBar::new_spinner()
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
                .with_elapsed(started.elapsed())
        });
        let unsaved = if monitor.unsaved().is_empty() { "" } else { ", not saved" };
        let message = message(monitor, started.elapsed());
        bar.set_message(format!("{what}: {message}{unsaved} (Ctrl-C stops)"));
        bar.tick();
    }
    if let Some(bar) = shared.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
}

/// The search that Ctrl-C should stop.
fn running() -> &'static Mutex<Option<Monitor>> {
    static RUNNING: OnceLock<Mutex<Option<Monitor>>> = OnceLock::new();
    RUNNING.get_or_init(|| Mutex::new(None))
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C has stopped a search: then no further work should be started.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Ctrl-C asks the search to stop; a second one, or one between searches, ends the program.
fn cancel_on_interrupt(monitor: &Monitor) {
    if let Ok(mut running) = running().lock() {
        *running = Some(monitor.clone());
    }
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let _ = ctrlc::set_handler(|| {
            let search = running().lock().ok().and_then(|mut running| running.take());
            match search {
                Some(monitor) => {
                    INTERRUPTED.store(true, Ordering::Relaxed);
                    monitor.cancel();
                }
                None => std::process::exit(130),
            }
        });
    });
}
