//! The results store as commands use it: opened once, missed without harm.

use std::io::Write;

use chromex::graphs::Board;
use chromex::rules::{Player, Position};
use chromex::{Budget, Chi, ChiError, Unsearchable};
use chromex_store::{Place, Remembered, Store, default_place};

use crate::args::ResultsArgs;

/// The store, if there is one to use.
pub struct Results(pub Option<Store>);

impl Results {
    /// Opens the store that was asked for, or the user's. One that cannot be opened is no reason not
    /// to solve: unless it was named, a note is all.
    pub fn open(args: &ResultsArgs) -> anyhow::Result<Results> {
        let path = match (&args.store, args.no_store) {
            (_, true) => return Ok(Results(None)),
            (Some(path), _) => return Ok(Results(Some(Store::open(path)?))),
            (None, _) => match default_place() {
                Place::File(path) => path,
                Place::Off | Place::Unknown => return Ok(Results(None)),
            },
        };
        match Store::open(&path) {
            Ok(store) => Ok(Results(Some(store))),
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "note: answers are not kept: {error}");
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
