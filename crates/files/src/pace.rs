//! How often long work is saved.

use std::time::{Duration, Instant};

/// Saving takes at most one part in this many of the time.
const SHARE: u32 = 20;

/// Tells when it is time to save again.
#[derive(Debug)]
pub struct Pace {
    interval: Duration,
    next: Instant,
}

impl Pace {
    /// Saves with at least this interval between them, and a longer one if saving takes long.
    pub fn new(interval: Duration) -> Pace {
        Pace { interval, next: Instant::now() + interval }
    }

    /// Whether it is time to save.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Saves by calling `save`, and sets the time of the next save.
    pub fn save<T>(&mut self, save: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let saved = save();
        self.next = Instant::now() + self.interval.max(started.elapsed() * SHARE);
        saved
    }
}
