//! The trait that all engines implement: an engine searches the games of one kind.

use chromex_budget::{Budget, Meter, Stop};
use chromex_files::FileError;
use chromex_rules::Position;
use chromex_values::Form;

use crate::checkpoint::{Checkpoint, CheckpointError, SavedPositions};
use crate::model::lists::{NotCompiled, TooMany};
use crate::value::{Outcome, Tameness, Value};

/// Answers questions about one position and everything that can be reached from it, and remembers
/// what it has found out. No position that it is asked about is a finished game.
///
/// An engine has to tell values. It overrides the other questions where it can answer them with less
/// work.
pub trait Engine: Send {
    /// A description of the engine, in words.
    fn describe(&self) -> &'static str;

    /// The exact value of the position, whose player to move counts.
    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop>;

    /// Who wins.
    fn outcome(&mut self, position: &Position, meter: &mut Meter) -> Result<Outcome, Stop> {
        Ok(self.value(position, meter)?.outcome())
    }

    /// Whether the score is at least `goal`: false in games without a score.
    fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let value = self.value(position, meter)?;
        Ok(matches!(value, Value::Score(score) if score >= goal))
    }

    /// Whether the nimber of an impartial game is this one.
    fn is_nimber(
        &mut self,
        heap: u32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        Ok(self.value(position, meter)? == Value::Nimber(heap))
    }

    /// The independent parts of the first position, each with its cells and its value in the given
    /// position; empty if the engine does not decompose positions.
    fn components(
        &mut self,
        _position: &Position,
        _meter: &mut Meter,
    ) -> Result<Vec<(Vec<usize>, Value)>, Stop> {
        Ok(Vec::new())
    }

    /// For impartial games: if the nimber of the first position is wanted, whether it is this
    /// number is asked first. The others follow from 0 on.
    fn first_nimber(&self) -> u32 {
        0
    }

    /// How a position behaves in misère sums, if the engine can find out.
    fn tameness(
        &mut self,
        _position: &Position,
        _meter: &mut Meter,
    ) -> Result<Option<Tameness>, Stop> {
        Ok(None)
    }

    /// Exports about `most` of the most valuable positions solved since the last call, for each
    /// rule, for searches of the same position in other processes. Empty if the engine does not
    /// support this.
    fn found(&mut self, _most: usize) -> Vec<Findings> {
        Vec::new()
    }

    /// Imports positions that other searches have exported.
    fn take(&mut self, _findings: &Findings) {}

    /// Sets this search's number among several; each tries moves in a different order.
    fn stand_at(&mut self, _member: Member) {}

    /// The engine itself, if its values are canonical forms.
    fn forms(&mut self) -> Option<&mut dyn FormEngine> {
        None
    }
}

/// The number of this search among several searches of the same position in different processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Member {
    /// The number, from 0 on.
    pub number: usize,
    /// The number of searches; with a single one, moves are tried in the most promising order.
    pub of: usize,
}

/// Positions that a search exports to searches of the same position in other processes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Findings {
    /// Identifies the rule: an engine may have several rules, one for each component.
    pub rule: u64,
    /// Solved positions, as the table of the engine keeps them.
    pub entries: Vec<u8>,
}

/// Questions to an engine whose values are canonical forms.
pub trait FormEngine {
    /// Whether the value of a position is at least, and at most, a form of [`FormEngine::form`].
    fn compare(
        &mut self,
        position: &Position,
        form: Form,
        meter: &mut Meter,
    ) -> Result<(bool, bool), Stop>;

    /// The form with these options.
    fn form(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Stop>;

    /// The value written only with numbers, nimbers and braces, if it has at most `most`
    /// characters.
    fn value_as_form(
        &mut self,
        position: &Position,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<String>, Stop>;
}

/// The literal engines recurse once for each move; positions with more open cells are refused.
pub(crate) const MAX_LITERAL: usize = 1000;

/// Why a question cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsearchable {
    /// There are too many open vertices for the engine.
    #[error(
        "{} vertices are still open: search of this game takes at most {} (of impartial games, in \
         each component)", .0.open, .0.most
    )]
    TooManyOpen(TooMany),
    /// There are too many open cells for the literal engines.
    #[error("{0} vertices are still open: search of this game takes at most {MAX_LITERAL}")]
    TooManyLiteral(usize),
    /// The budget was used up before the search began.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// Results cannot be saved, or saved ones cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

impl From<FileError> for Unsearchable {
    fn from(error: FileError) -> Unsearchable {
        CheckpointError::File(error).into()
    }
}

impl From<TooMany> for Unsearchable {
    fn from(too_many: TooMany) -> Unsearchable {
        Unsearchable::TooManyOpen(too_many)
    }
}

impl From<NotCompiled> for Unsearchable {
    fn from(why: NotCompiled) -> Unsearchable {
        match why {
            NotCompiled::TooMany(too_many) => too_many.into(),
            NotCompiled::Stopped(stop) => stop.into(),
        }
    }
}

/// The resources of an engine.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// The memory and the threads.
    pub budget: &'a Budget,
    /// Counts what is used of the budget, also while the engine is being built.
    pub meter: &'a Meter,
    /// The place where solved positions are saved, and from which they are read at the start.
    pub saved: Option<&'a SavedPositions>,
    /// Whether to use the plain engines, with which the others are compared.
    pub plain: bool,
}

impl Setup<'_> {
    /// The checkpoint of the engine with this index, if positions are to be saved. If the engine
    /// was stopped while it was being built, it may know fewer symmetries and saves nothing.
    pub(crate) fn checkpoint(&self, index: usize) -> Result<Option<Checkpoint>, Stop> {
        self.meter.check()?;
        Ok(self.saved.map(|saved| Checkpoint::new(saved, self.budget, index)))
    }

    /// An error if positions are to be saved, for engines that cannot save.
    pub(crate) fn nothing_saved(&self) -> Result<(), CheckpointError> {
        if self.saved.is_some() { Err(CheckpointError::Unsupported) } else { Ok(()) }
    }
}
