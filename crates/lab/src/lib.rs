//! What the page of Chromex asks, and the answers: a path and JSON in, JSON out.
//!
//! No web server is needed: `crates/server` carries calls over HTTP, with many searches at a time, and `crates/wasm`
//! answers them inside the page itself. Nothing is kept between calls but pictures of graphs: every call names its
//! position in full.
//!
//! * [`Lab`]: what calls are answered with: [`Limits`], and a store of results if there is one.
//! * [`Call::find`]: the call that a method and a path name; [`CALLS`] lists them; with the feature `openapi`, `openapi` describes them.
//! * [`Work`]: what a call amounts to: an answer at once, or a [`Search`] to be run where and when the caller likes.

mod calls;
mod error;
mod input;
mod views;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chromex::rules::Position;
use chromex::{AnswerStore, Budget, Sources};

pub use calls::catalogue::About;
#[cfg(feature = "openapi")]
pub use calls::openapi;
pub use calls::{Asked, CALLS, Call, File, Method, Reply, Run, Search, Work};
pub use error::{Answered, ApiError, ErrorBody, Problem};

/// What a question may cost.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The most vertices of a graph.
    pub vertices: usize,
    /// The most edges of a graph.
    pub edges: usize,
    /// The longest time for a search.
    pub time: Duration,
    /// The most bytes of tables for a search.
    pub memory: u64,
    /// The most terms of a sequence.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            vertices: 2_000,
            edges: 100_000,
            time: Duration::from_secs(60),
            memory: 512 << 20,
            terms: 100_000,
        }
    }
}

/// The time of a search if the question does not say.
const USUAL_SECONDS: f64 = 10.0;

/// The context in which calls are answered.
#[derive(Default)]
pub struct Lab {
    /// What a question may cost.
    pub limits: Limits,
    /// The store in which answers are looked up and stored, if there is one.
    pub store: Option<Arc<dyn AnswerStore>>,
    views: views::Views,
}

impl fmt::Debug for Lab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lab").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Lab {
    /// A laboratory without earlier questions.
    pub fn new(limits: Limits, store: Option<Arc<dyn AnswerStore>>) -> Lab {
        Lab { limits, store, ..Lab::default() }
    }

    /// The answer of `/position` about a position, as JSON.
    pub fn view(&self, position: &Position) -> String {
        calls::view(position, self)
    }

    /// Where answers may come from, besides a search.
    fn sources(&self) -> Sources<'_> {
        Sources { store: self.store.as_deref(), ..Sources::default() }
    }

    /// The budget of a search that asks for this many seconds.
    pub fn budget(&self, seconds: Option<f64>) -> Answered<Budget> {
        let seconds = seconds.unwrap_or(USUAL_SECONDS);
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
        let Some(time) = time else {
            return Err(ApiError::invalid("bad_seconds", "`seconds` is a positive number"));
        };
        let time = time.min(self.limits.time);
        Ok(Budget { time: Some(time), memory: self.limits.memory, ..Budget::default() })
    }
}
