//! The clock that budgets are measured by.
//!
//! Under an operating system, this is the clock of the standard library. In a web page, the page
//! tells the module the time (`crates/wasm`), through a function that was set.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use given::{Instant, set};

#[cfg(any(target_family = "wasm", test))]
#[cfg_attr(not(target_family = "wasm"), allow(dead_code, unreachable_pub))]
mod given {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Uses this function as the clock; it must never go back, and only the first one is used.
    /// Without any, time stands still.
    pub fn set(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, like `std::time::Instant`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::atomic::{AtomicU64, Ordering};

        use super::*;

        #[test]
        fn moments_are_as_far_apart_as_the_clock_says() {
            static SECONDS: AtomicU64 = AtomicU64::new(5);
            assert_eq!(Instant::now().elapsed(), Duration::ZERO);
            set(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed)));
            let then = Instant::now();
            SECONDS.store(8, Ordering::Relaxed);
            assert_eq!(then.elapsed(), Duration::from_secs(3));
            assert_eq!(then - Instant::now(), Duration::ZERO);
            assert!(then + Duration::from_secs(3) == Instant::now() && then < Instant::now());
        }
    }
}
