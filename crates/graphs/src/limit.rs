//! Limits on the size of graphs: checked before memory is requested, and while loops run.
//!
//! A [`Limit`] holds for all that a thread builds [during](Limit::during) some work, so that
//! families, operations, formats and whatever works on the graphs obey the same limit. A budget
//! provides it (`chromex-budget`); where nobody has set one, only [`MAX_SIZE`] holds.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use chromex_text::Bytes;

/// More vertices or edges than this are refused before any memory is asked for.
pub const MAX_SIZE: usize = 50_000_000;

/// How much the graphs that a thread builds may take.
///
/// ```
/// use chromex_graphs::{Limit, parse};
/// let small = Limit { size: 1000, ..Limit::current() };
/// assert!(small.during(|| parse("hypercube:20")).is_err());
/// assert!(parse("hypercube:10").is_ok());
/// ```
#[derive(Clone)]
pub struct Limit {
    /// The most vertices or edges, also of a graph on the way to the result.
    pub size: usize,
    /// The most bytes for one graph, approximately.
    pub bytes: u64,
    /// How a person gets more bytes: the end of a message; may be empty.
    pub advice: &'static str,
    /// Returns the reason to stop, once there is one.
    pub stop: Option<StopCheck>,
}

/// Returns the reason to stop, once there is one; it is called often.
pub type StopCheck = Arc<dyn Fn() -> Option<String> + Send + Sync>;

thread_local! {
    static CURRENT: RefCell<Limit> = const { RefCell::new(Limit::NONE) };
}

/// Why something was not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There would be more vertices or edges than allowed.
    #[error("too many {what} (at most {most})")]
    TooLarge {
        /// What there would be too many of.
        what: &'static str,
        /// How many are allowed.
        most: usize,
    },
    /// It would take more memory than allowed.
    #[error(
        "{size} {what} take about {}, more than the memory limit of {}{advice}",
        Bytes(*.bytes), Bytes(*.most)
    )]
    TooMuchMemory {
        /// How many there would be.
        size: usize,
        /// What there would be too many of.
        what: &'static str,
        /// The bytes that they take, approximately.
        bytes: u64,
        /// How many bytes it may take.
        most: u64,
        /// How to get more; may be empty.
        advice: &'static str,
    },
    /// The time is up, or somebody has cancelled the work.
    #[error("the graph was not finished: {0}")]
    Stopped(String),
}

/// Restores the limit that held before, also when the work panics.
struct Restore(Limit);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.with(|current| std::mem::swap(&mut *current.borrow_mut(), &mut self.0));
    }
}

impl Limit {
    /// No limit except [`MAX_SIZE`].
    pub const NONE: Limit = Limit { size: MAX_SIZE, bytes: u64::MAX, advice: "", stop: None };

    /// The limit that holds now.
    pub fn current() -> Limit {
        CURRENT.with(|current| current.borrow().clone())
    }

    /// Works under this limit.
    pub fn during<T>(mut self, work: impl FnOnce() -> T) -> T {
        self.size = self.size.min(MAX_SIZE);
        let _restore = Restore(CURRENT.with(|current| current.replace(self)));
        work()
    }

    fn with<T>(ask: impl FnOnce(&Limit) -> T) -> T {
        CURRENT.with(|current| ask(&current.borrow()))
    }
}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limit { size, bytes, stop, .. } = self;
        write!(f, "Limit {{ size: {size}, bytes: {bytes}, stop: {} }}", stop.is_some())
    }
}

/// Whether to stop what is being built or looked at: the time is up, or somebody has cancelled it.
pub fn is_stopped() -> bool {
    go_on().is_err()
}

/// An error if it is time to stop.
pub fn go_on() -> Result<(), Refused> {
    let why = Limit::with(|limit| limit.stop.as_ref().and_then(|stop| stop()));
    why.map_or(Ok(()), |why| Err(Refused::Stopped(why)))
}

/// The numbers below `n`; the sequence ends early when it is time to stop. A
/// [`Graph`](crate::Graph) that is built from them, and a picture that is drawn by them, is then
/// refused.
pub fn rows(n: usize) -> impl Iterator<Item = usize> + Clone {
    (0..n).take_while(|_| !is_stopped())
}

/// What is counted, and about how many bytes each takes while a graph is built.
#[derive(Debug, Clone, Copy)]
pub struct Unit {
    name: &'static str,
    bytes: u64,
}

/// An offset, a point, and a copy of both.
pub const VERTICES: Unit = Unit { name: "vertices", bytes: 32 };
/// Its ends, and both arcs while they are sorted, in lists that may just have grown.
pub(crate) const EDGES: Unit = Unit { name: "edges", bytes: 40 };
/// A node of a cotree, its place among the parts, and a copy of both.
pub(crate) const LEAVES: Unit = Unit { name: "vertices", bytes: 64 };
/// Pairs are looked at one by one and need no memory.
pub(crate) const PAIRS: Unit = Unit { name: "pairs of vertices", bytes: 0 };
/// Copies are counted before any of them is made.
pub(crate) const COPIES: Unit = Unit { name: "copies", bytes: 0 };

impl Unit {
    /// Any other thing that takes memory.
    pub const fn new(name: &'static str, bytes: u64) -> Unit {
        Unit { name, bytes }
    }

    /// How many of them may be built at most now.
    pub fn most(self) -> usize {
        Limit::with(|limit| limit.size.min(self.room(limit)))
    }

    fn room(self, limit: &Limit) -> usize {
        let room = limit.bytes.checked_div(self.bytes).unwrap_or(u64::MAX);
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// Refuses sizes that overflow or exceed the limit, before anything is built.
    pub fn check(self, size: Option<usize>) -> Result<usize, Refused> {
        go_on()?;
        let size = size.unwrap_or(usize::MAX);
        Limit::with(|limit| {
            if size > limit.size {
                return Err(Refused::TooLarge { what: self.name, most: limit.size });
            }
            if size > self.room(limit) {
                let bytes = self.bytes * size as u64;
                let (most, advice) = (limit.bytes, limit.advice);
                return Err(Refused::TooMuchMemory { size, what: self.name, bytes, most, advice });
            }
            Ok(size)
        })
    }
}
