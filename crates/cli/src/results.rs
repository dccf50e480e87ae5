//! The results store as commands use it: opened once, missed without harm.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use chromex::graphs::Board;
use chromex::rules::{Player, Position};
use chromex::{Budget, Chi, ChiError, Unsearchable};
use chromex_store::{AStar, Origin, Place, Remembered, Store, StoreError, default_place};

use crate::args::ResultsArgs;

/// Trouble with the store does not stand in the way of an answer, but people should know.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {text}");
}

/// The store, if there is one to use.
pub struct Results(pub Option<Store>);

impl Results {
    /// Opens the store that was asked for, or the user's. One that cannot be opened is no reason not
    /// to solve: unless it was named, a note is all. Nobody waits longer for it than for an answer.
    pub fn open(args: &ResultsArgs, seconds: Option<Duration>) -> anyhow::Result<Results> {
        let open = |path: &Path| {
            let store = Store::open_within(path, seconds.unwrap_or(Duration::MAX))?;
            Ok::<Store, StoreError>(store.telling(note))
        };
        let path = match (&args.store, args.no_store) {
            (_, true) => return Ok(Results(None)),
            (Some(path), _) => return Ok(Results(Some(open(path)?))),
            (None, _) => match default_place() {
                Place::File(path) => path,
                Place::Off | Place::Unknown => return Ok(Results(None)),
            },
        };
        match open(&path) {
            Ok(store) => Ok(Results(Some(store))),
            Err(error) => {
                note(&format!("answers are not kept: {error}"));
                Ok(Results(None))
            }
        }
    }

    /// As [`chromex::value`].
    pub fn value(&self, position: &Position, budget: &Budget) -> Result<Remembered, Unsearchable> {
        match &self.0 {
            Some(store) => store.value(position, budget),
            None => chromex::value(position, budget).map(Remembered::from),
        }
    }

    /// As [`chromex::outcome`].
    pub fn outcome(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Remembered, Unsearchable> {
        match &self.0 {
            Some(store) => store.outcome(position, budget),
            None => chromex::outcome(position, budget).map(Remembered::from),
        }
    }

    /// As [`chromex::moves`].
    pub fn moves(&self, position: &Position, budget: &Budget) -> Result<Remembered, Unsearchable> {
        match &self.0 {
            Some(store) => store.moves(position, budget),
            None => chromex::moves(position, budget).map(Remembered::from),
        }
    }

    /// As [`chromex::ask`].
    pub fn ask(&self, position: &Position, budget: &Budget) -> Result<Remembered, Unsearchable> {
        match &self.0 {
            Some(store) => store.ask(position, budget),
            None => chromex::ask(position, budget).map(Remembered::from),
        }
    }

    /// As [`chromex::in_a_star`], and where it came from if it was in the store.
    pub fn in_a_star(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Result<(AStar, Option<Origin>), Unsearchable> {
        match &self.0 {
            Some(store) => store.in_a_star(position, budget),
            None => chromex::in_a_star(position, budget).map(|found| (found, None)),
        }
    }

    /// As [`chromex::chi`].
    pub fn chi(
        &self,
        board: &Board,
        first: Player,
        all: bool,
        budget: &Budget,
    ) -> Result<Chi, ChiError> {
        match &self.0 {
            Some(store) => store.chi(board, first, all, budget),
            None => chromex::chi(board, first, all, budget),
        }
    }
}
