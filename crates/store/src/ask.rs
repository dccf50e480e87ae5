//! The questions of [`chromex`], answered from the store where it knows.
//!
//! Theorems come first where they are welcome, as they do without a store. A store that fails is as
//! good as one that knows nothing.

use chromex::answer::{keep_best, with_theorem};
use chromex::graphs::Board;
use chromex::rules::{Player, Position};
use chromex::words::provenance;
use chromex::{Answer, Budget, Chi, ChiError, Line, MoveValue, Provenance, Unsearchable};

use crate::{Found, Origin, Store, StoreError};

/// An answer, and where it came from if it was in the store.
#[derive(Debug, Clone)]
pub struct Remembered {
    /// The answer.
    pub answer: Answer,
    /// When it was found, if it was found in the store.
    pub origin: Option<Origin>,
}

impl Remembered {
    /// Where the answer comes from and what it cost, in words; and since when it is in the store.
    pub fn words(&self) -> String {
        let found = provenance(&self.answer);
        match &self.origin {
            None => found,
            Some(origin) => origin.words(&found),
        }
    }
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
        let (searched, origin) = match self.moves(position, budget) {
            Ok(Remembered { answer, origin }) => (Ok(answer), origin),
            Err(unsearchable) => (Err(unsearchable), None),
        };
        let mut answer = with_theorem(position, budget, searched)?;
        keep_best(position, &mut answer);
        Ok(Remembered { answer, origin })
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
            let Remembered { answer, origin } = self.value(position, budget)?;
            Ok((answer, origin.is_some()))
        })
    }

    /// What is known about a position whose moves are all known; `None` as well where the game is
    /// over or the store fails.
    pub fn all_moves(&self, position: &Position) -> Option<Found> {
        if position.verdict().is_some() {
            return None;
        }
        let found = self.get(position).ok().flatten()?;
        (found.answer.value.is_some() && found.has_moves).then_some(found)
    }

    /// The first of the best moves, if the moves are known: `None` as well where no move wins.
    pub fn best_move(&self, position: &Position) -> Option<(MoveValue, Remembered)> {
        let mut found = self.all_moves(position)?;
        keep_best(position, &mut found.answer);
        let best = found.answer.moves.first()?.clone();
        Some((best, found.into()))
    }

    /// As [`chromex::line`]: by the store as long as it knows the moves, then by search. Tells whence
    /// the first move comes if it is from the store, and keeps the value where the search began.
    pub fn line(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Result<(Line, Option<Remembered>), Unsearchable> {
        let (mut here, mut known, mut first) = (position.clone(), Vec::new(), None);
        while let Some(mut found) = self.all_moves(&here) {
            let value = found.answer.value.clone();
            let any = found.answer.moves.first().cloned();
            keep_best(&here, &mut found.answer);
            // A player who cannot win plays the first move that there is.
            let best = found.answer.moves.first().cloned().or(any);
            let (Some(value), Some(best)) = (value, best) else { break };
            let Ok(after) = here.play(best.played) else { break };
            known.push((here, best.played, value));
            first.get_or_insert_with(|| found.into());
            here = after;
        }
        let mut line = chromex::line(&here, budget)?;
        let _ = self.put_start(&line);
        for (before, played, value) in known.into_iter().rev() {
            line.positions.insert(0, before);
            line.moves.insert(0, played);
            line.values.insert(0, value);
        }
        Ok((line, first))
    }

    /// Keeps the value of the position in which a line begins.
    fn put_start(&self, line: &Line) -> Result<bool, StoreError> {
        let (Some(start), Some(value)) = (line.positions.first(), line.values.first()) else {
            return Ok(false);
        };
        if start.verdict().is_some() {
            return Ok(false);
        }
        let answer = Answer {
            value: Some(value.clone()),
            outcome: None,
            moves: Vec::new(),
            provenance: Provenance::Search,
            statistics: line.statistics,
            stopped: None,
            known: None,
        };
        self.put(start, &answer)
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

/// Whether a theorem tells the value. Where it tells who wins and no more, there is something to keep.
fn is_settled(position: &Position, budget: &Budget) -> bool {
    let value = || chromex::theory::settle(position).is_some_and(|(_, by)| by.value().is_some());
    budget.theorems && value()
}
