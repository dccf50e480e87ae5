//! The questions of [`chromex`], answered from the store where it knows.
//!
//! Theorems come first where they are welcome, as they do without a store. A store that fails is as
//! good as one that knows nothing.

use chromex::graphs::Board;
use chromex::rules::{Player, Position};
use chromex::{Answer, Budget, Chi, ChiError, Unsearchable};

use crate::{Found, Origin, Store};

/// An answer, and where it came from if it was in the store.
#[derive(Debug, Clone)]
pub struct Remembered {
    /// The answer.
    pub answer: Answer,
    /// When it was found, if it was found in the store.
    pub origin: Option<Origin>,
}

impl From<Answer> for Remembered {
    fn from(answer: Answer) -> Remembered {
        Remembered { answer, origin: None }
    }
}

impl From<Found> for Remembered {
    fn from(found: Found) -> Remembered {
        Remembered { answer: found.answer, origin: Some(found.origin) }
    }
}

type Question = fn(&Position, &Budget) -> Result<Answer, Unsearchable>;

impl Store {
    /// As [`chromex::value`].
    pub fn value(&self, position: &Position, budget: &Budget) -> Result<Remembered, Unsearchable> {
        let known = |found: &Found| found.answer.value.is_some();
        let mut remembered = self.remember(position, budget, chromex::value, known)?;
        remembered.answer.moves.clear();
        Ok(remembered)
    }

    /// As [`chromex::outcome`].
    pub fn outcome(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Remembered, Unsearchable> {
        let known = |found: &Found| found.answer.outcome.is_some();
        let Remembered { answer, origin } =
            self.remember(position, budget, chromex::outcome, known)?;
        Ok(Remembered { answer: Answer { value: None, moves: Vec::new(), ..answer }, origin })
    }

    /// As [`chromex::moves`].
    pub fn moves(&self, position: &Position, budget: &Budget) -> Result<Remembered, Unsearchable> {
        let known = |found: &Found| found.answer.value.is_some() && found.has_moves;
        self.remember(position, budget, chromex::moves, known)
    }

    /// As [`chromex::ask`].
    pub fn ask(&self, position: &Position, budget: &Budget) -> Result<Remembered, Unsearchable> {
        if is_settled(position, budget) {
            return Ok(chromex::ask(position, budget)?.into());
        }
        let mut remembered = self.moves(position, budget)?;
        chromex::answer::keep_best(position, &mut remembered.answer);
        Ok(remembered)
    }

    /// As [`chromex::chi`], with the winner for each number of colours from the store.
    pub fn chi(
        &self,
        board: &Board,
        first: Player,
        all: bool,
        budget: &Budget,
    ) -> Result<Chi, ChiError> {
        chromex::chi_by(board, first, all, budget, &|position, budget| {
            self.value(position, budget).map(|remembered| remembered.answer)
        })
    }

    fn remember(
        &self,
        position: &Position,
        budget: &Budget,
        question: Question,
        knows: impl Fn(&Found) -> bool,
    ) -> Result<Remembered, Unsearchable> {
        let over = position.verdict().is_some();
        if over || is_settled(position, budget) {
            return Ok(question(position, budget)?.into());
        }
        if let Ok(Some(found)) = self.get(position)
            && knows(&found)
        {
            return Ok(found.into());
        }
        let answer = question(position, budget)?;
        let _ = self.put(position, &answer);
        Ok(answer.into())
    }
}

/// Whether a theorem answers.
fn is_settled(position: &Position, budget: &Budget) -> bool {
    budget.theorems && chromex::theory::settle(position).is_some()
}
