//! The results store as commands use it: opened once, missed without harm.

use std::io::Write;
use std::time::Duration;

use chromex::{AnswerStore, SavedPositions, Sources};
use chromex_store::{Place, Store, default_place, named_place};

use crate::args::{BudgetArgs, By, ResultsArgs};

/// Trouble with the store does not stand in the way of an answer, but people should know.
pub(crate) fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {text}");
}

/// Where answers may come from, besides a search.
pub(crate) struct Results {
    /// The store, if there is one to use.
    pub store: Option<Store>,
    theorems: bool,
    saved: Option<SavedPositions>,
}

impl Results {
    /// Opens the store that was asked for, or the user's. One that cannot be opened is no reason not
    /// to solve: a note is all. Nobody waits longer for it than for an answer.
    ///
    /// A search that keeps its own positions is asked itself: it is the search that is wanted, not only
    /// its answer.
    pub(crate) fn open(
        args: &ResultsArgs,
        by: By,
        saved: Option<SavedPositions>,
        seconds: Option<Duration>,
    ) -> Results {
        let store = if saved.is_some() { None } else { open(args, seconds) };
        Results { store, theorems: by == By::Theorem, saved }
    }

    /// What the arguments of a question say.
    pub(crate) fn of(budget: &BudgetArgs, args: &ResultsArgs, by: By) -> Results {
        Results::open(args, by, budget.saved(), budget.limits.seconds)
    }

    /// For questions.
    pub(crate) fn sources(&self) -> Sources<'_> {
        Sources {
            theorems: self.theorems,
            store: self.store.as_ref().map(|store| store as &dyn AnswerStore),
            saved: self.saved.as_ref(),
        }
    }
}

fn open(args: &ResultsArgs, seconds: Option<Duration>) -> Option<Store> {
    if args.no_store {
        return None;
    }
    let Place::File(path) = args.store.as_deref().map_or_else(default_place, named_place) else {
        return None;
    };
    match Store::open_within(&path, seconds.unwrap_or(Duration::MAX)) {
        Ok(store) => Some(store.warning_with(note)),
        Err(error) => {
            note(&format!("answers are not kept: {error}"));
            None
        }
    }
}
