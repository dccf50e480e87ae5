//! What an engine is: the search for the games of one kind, behind one face.

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
    /// What it does, in words.
    fn describe(&self) -> &'static str;

    /// The exact value, with the player to move that the position says.
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

    /// The independent parts of the first position, each by its cells and with its value in this one;
    /// none if the engine does not take positions apart.
    fn components(
        &mut self,
        _position: &Position,
        _meter: &mut Meter,
    ) -> Result<Vec<(Vec<usize>, Value)>, Stop> {
        Ok(Vec::new())
    }

    /// The nimber that is asked for first if the nimber of the first position is wanted, for impartial games. The others follow from 0 on.
    fn first_nimber(&self) -> u32 {
        0
    }

    /// How a position behaves in misère sums, if the engine finds that out.
    fn tameness(
        &mut self,
        _position: &Position,
        _meter: &mut Meter,
    ) -> Result<Option<Tameness>, Stop> {
        Ok(None)
    }

    /// What searches of the same position in other processes may want to know: about so many of the most important positions that were
    /// solved, of each rule, since this was last asked. Nothing if the engine does not share what it finds.
    fn found(&mut self, _most: usize) -> Vec<Findings> {
        Vec::new()
    }

    /// Takes in what they have found.
    fn take(&mut self, _findings: &Findings) {}

    /// Says which of several searches this is: each tries moves in another order.
    fn stand_at(&mut self, _member: Member) {}

    /// The engine itself, if its values are canonical forms.
    fn forms(&mut self) -> Option<&mut dyn FormEngine> {
        None
    }
}

/// Which one it is of several searches of the same position, in as many processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Member {
    /// From 0 on.
    pub number: usize,
    /// How many there are; whoever is alone tries moves in the order that promises most.
    pub of: usize,
}

/// What a search tells others that work at the same position in other processes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Findings {
    /// Tells the rule from others: an engine may have several, one for each component.
    pub rule: u64,
    /// Solved positions, as the table of the engine keeps them.
    pub entries: Vec<u8>,
}

/// What engines answer whose values are canonical forms.
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

    /// The value by numbers, nimbers and braces alone, if it is not longer than `most`.
    fn value_as_form(
        &mut self,
        position: &Position,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<String>, Stop>;
}

/// The literal engines recurse once a move; more open cells than this are refused.
pub(crate) const MAX_LITERAL: usize = 1000;

/// Why a question cannot be searched at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsearchable {
    /// Too large for bitsets.
    #[error(
        "{} vertices are still open: search of this game takes at most {} (of impartial games, in \
         each component)", .0.open, .0.most
    )]
    TooManyOpen(TooMany),
    /// Too large for the literal engines.
    #[error("{0} vertices are still open: search of this game takes at most {MAX_LITERAL}")]
    TooManyLiteral(usize),
    /// The budget was spent before the search began.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// What is found cannot be saved, or what an earlier search saved cannot be used.
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

/// What an engine is given to work with.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// Memory and threads.
    pub budget: &'a Budget,
    /// Counts what is used of it, also while the engine is made.
    pub meter: &'a Meter,
    /// Where solved positions are saved, and read from at the start.
    pub saved: Option<&'a SavedPositions>,
    /// Whether the plain engines are wanted: the baseline that the others are compared with.
    pub plain: bool,
}

impl Setup<'_> {
    /// The checkpoint of the engine with this index, if there is to be one. An engine that was stopped while
    /// it was made may know less of its symmetries, and saves nothing.
    pub(crate) fn checkpoint(&self, index: usize) -> Result<Option<Checkpoint>, Stop> {
        self.meter.check()?;
        Ok(self.saved.map(|saved| Checkpoint::new(saved, self.budget, index)))
    }

    /// Refuses to save positions, for engines that cannot.
    pub(crate) fn nothing_saved(&self) -> Result<(), CheckpointError> {
        if self.saved.is_some() { Err(CheckpointError::Unsupported) } else { Ok(()) }
    }
}
