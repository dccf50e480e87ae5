//! The results store as commands use it: opened once, missed without harm.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use chromex::{AnswerStore, SavedPositions, Sources};
use chromex_store::{Place, Store, StoreError, default_place};

use crate::args::{BudgetArgs, By, ResultsArgs};

/// Trouble with the store does not stand in the way of an answer, but people should know.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {text}");
}

/// Where answers may come from, besides a search.
pub struct Results {
    /// The store, if there is one to use.
    pub store: Option<Store>,
    theorems: bool,
    saved: Option<SavedPositions>,
}

impl Results {
    /// Opens the store that was asked for, or the user's. One that cannot be opened is no reason not
    /// to solve: unless it was named, a note is all. Nobody waits longer for it than for an answer.
    ///
    /// A search that keeps its own positions is asked itself: it is the search that is wanted, not only
    /// its answer.
    pub fn open(
        args: &ResultsArgs,
        by: By,
        saved: Option<SavedPositions>,
        seconds: Option<Duration>,
    ) -> anyhow::Result<Results> {
        let store = if saved.is_some() { None } else { open(args, seconds)? };
        Ok(Results { store, theorems: by == By::Theorem, saved })
    }

    /// What the arguments of a question say.
    pub fn of(budget: &BudgetArgs, args: &ResultsArgs, by: By) -> anyhow::Result<Results> {
        Results::open(args, by, budget.saved(), budget.limits.seconds)
    }

    /// For questions.
    pub fn sources(&self) -> Sources<'_> {
        Sources {
            theorems: self.theorems,
            store: self.store.as_ref().map(|store| store as &dyn AnswerStore),
            saved: self.saved.as_ref(),
        }
    }
}

fn open(args: &ResultsArgs, seconds: Option<Duration>) -> anyhow::Result<Option<Store>> {
    let open = |path: &Path| {
        let store = Store::open_within(path, seconds.unwrap_or(Duration::MAX))?;
        Ok::<Store, StoreError>(store.warning_with(note))
    };
    let path = match (&args.store, args.no_store) {
        (_, true) => return Ok(None),
        (Some(path), _) => return Ok(Some(open(path)?)),
        (None, _) => match default_place() {
            Place::File(path) => path,
            Place::Off | Place::Unknown => return Ok(None),
        },
    };
    match open(&path) {
        Ok(store) => Ok(Some(store)),
        Err(error) => {
            note(&format!("answers are not kept: {error}"));
            Ok(None)
        }
    }
}
