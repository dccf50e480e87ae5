//! What an engine is: the search for the games of one kind, behind one face.

use chromex_budget::{Budget, Meter, Stop};
use chromex_rules::Position;

use crate::partisan::PartisanEngine;
use crate::search::keep::{Keep, Unreadable};
use crate::value::{Outcome, Value};

/// Answers questions about one position and everything that can be reached from it, and remembers
/// what it has found out. No position that it is asked about is a finished game.
///
/// An engine has to tell values. It overrides the other questions where it can answer them with less
/// work.
pub trait Engine: Send {
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

    /// The engine itself, if its values are canonical forms.
    fn as_partisan(&mut self) -> Option<&mut PartisanEngine> {
        None
    }
}

/// What an engine is given to work with.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// Memory and threads.
    pub budget: &'a Budget,
    /// Where solved positions are saved, and read from at the start.
    pub saved: Option<&'a Keep>,
    /// Whether the plain engines are wanted: the baseline that the others are compared with.
    pub plain: bool,
}

impl Setup<'_> {
    /// Refuses to save positions, for engines that cannot.
    pub fn nothing_saved(&self) -> Result<(), Unreadable> {
        if self.saved.is_some() { Err(Unreadable::NotKept) } else { Ok(()) }
    }
}
