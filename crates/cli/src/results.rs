//! The results store in commands: opened once; commands also work without it.

use std::io::Write;
use std::time::Duration;

use chromex::{AnswerStore, SavedPositions, Sources};
use chromex_store::{Place, Store, default_place, named_place};

use crate::args::{BudgetArgs, By, ResultsArgs};

/// Prints a note about a problem with the store that does not prevent an answer.
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
    /// Opens the store that was asked for, or the user's. If it cannot be opened, a note is printed
    /// and the question is solved without it. Waiting for the store never takes longer than the
    /// time for the answer.
    ///
    /// If a search saves its own positions, the store is not used, because then the search itself
    /// is wanted and not only its answer.
    pub(crate) fn open(
        args: &ResultsArgs,
        by: By,
        saved: Option<SavedPositions>,
        seconds: Option<Duration>,
    ) -> Results {
        let store = if saved.is_some() { None } else { open(args, seconds) };
        Results { store, theorems: by == By::Theorem, saved }
    }

    /// The sources given by the arguments of a command.
    pub(crate) fn of(budget: &BudgetArgs, args: &ResultsArgs, by: By) -> Results {
        Results::open(args, by, budget.saved(), budget.limits.seconds)
    }

    /// The sources of a question.
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
