//! The questions of [`chromex`], answered from the store where it knows.
//!
//! Theorems come first where they are welcome, as they do without a store. A store that fails is as
//! good as one that knows nothing; what is the matter with it is told (see [`Store::telling`]). Nobody
//! waits longer for a locked store than the budget allows, or than [`PATIENCE`].

use std::time::{Duration, Instant};

use chromex::answer::{keep_best, with_theorem};
use chromex::graphs::Board;
use chromex::rules::{Game, Player, Position};
use chromex::{
    Answer, Budget, Chi, ChiError, Line, MoveValue, Outcome, Provenance, Statistics, Stop,
    Unsearchable, Value, reds_at_the_end,
};

use crate::value::read_value;
use crate::{Found, Origin, Store, key};

/// The longest that a question waits for other processes to let go of the store.
const PATIENCE: Duration = Duration::from_secs(5);

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
        let found = self.answer.words();
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

/// Whether a graph is in A*, as [`chromex::in_a_star`] tells it.
pub type AStar = (Option<bool>, Statistics, Option<Stop>);

/// How it is kept that Alice cannot get all her vertices into one component.
pub(crate) const NOT_IN_A_STAR: Outcome = Outcome::Winner(Player::Right);

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
        let found = self.known(position)?;
        (found.answer.value.is_some() && found.has_moves).then_some(found)
    }

    /// As [`Store::get`]; a store that fails knows nothing, and that is told.
    pub fn known(&self, position: &Position) -> Option<Found> {
        self.known_within(position, PATIENCE)
    }

    fn known_within(&self, position: &Position, patience: Duration) -> Option<Found> {
        let found = self.get_within(position, patience);
        found.unwrap_or_else(|error| {
            self.trouble(&error);
            None
        })
    }

    /// As [`Store::put`]; that it fails, or contradicts what is there, is told.
    pub fn keep(&self, position: &Position, answer: &Answer) {
        self.keep_within(position, answer, PATIENCE);
    }

    fn keep_within(&self, position: &Position, answer: &Answer, patience: Duration) {
        let Some(row) = self.row_for(position, answer) else { return };
        if let Err(error) = self.add(&[row], patience) {
            self.trouble(&error);
        }
    }

    /// As [`chromex::in_a_star`], and where it came from if it was in the store.
    ///
    /// If Alice gets all her vertices into one component, that is the value of the position. If not,
    /// that alone is kept, as an outcome, which that game does not have otherwise.
    pub fn in_a_star(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Result<(AStar, Option<Origin>), Unsearchable> {
        let (board, colouring) = (position.board().clone(), position.colouring().to_vec());
        let game = Game::connected_maker_breaker();
        let Ok(same) = Position::new(game, board, colouring, position.turn()) else {
            return Ok((chromex::in_a_star(position, budget)?, None));
        };
        let started = Instant::now();
        if let Some((member, statistics, origin)) = self.known_a_star(&same, budget) {
            return Ok(((Some(member), statistics, None), Some(origin)));
        }
        let (member, statistics, stopped) =
            chromex::in_a_star(&same, &without(budget, started.elapsed()))?;
        let value = Value::Score(reds_at_the_end(&same) as i32);
        if let Some(member) = member {
            let answer = Answer {
                value: member.then_some(value),
                outcome: (!member).then_some(NOT_IN_A_STAR),
                moves: Vec::new(),
                provenance: Provenance::Search,
                statistics,
                stopped: None,
                known: None,
            };
            self.keep_within(&same, &answer, patience(budget, started));
        }
        Ok(((member, statistics, stopped.map(|stop| whole(stop, budget))), None))
    }

    fn known_a_star(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Option<(bool, Statistics, Origin)> {
        let keyed = key::keyed(position)?;
        let row = self.row(&keyed.key, patience(budget, Instant::now()));
        let row = row.unwrap_or_else(|error| {
            self.trouble(&error);
            None
        })?;
        let value = row.value.as_deref().and_then(|text| read_value(position.convention(), text));
        let member = match (value, row.outcome) {
            (Some(Value::Score(score)), _) => score >= reds_at_the_end(position) as i32,
            (_, Some(outcome)) if outcome == NOT_IN_A_STAR.to_string() => false,
            _ => return None,
        };
        let time = Duration::try_from_secs_f64(row.seconds).unwrap_or_default();
        let statistics = Statistics { positions: row.positions, bytes: row.bytes, time };
        let origin = Origin { engine: row.engine, found: row.found.unwrap_or_default() };
        Some((member, statistics, origin))
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
        self.keep_start(&line);
        for (before, played, value) in known.into_iter().rev() {
            line.positions.insert(0, before);
            line.moves.insert(0, played);
            line.values.insert(0, value);
        }
        Ok((line, first))
    }

    /// Keeps the value of the position in which a line begins.
    fn keep_start(&self, line: &Line) {
        let (Some(start), Some(value)) = (line.positions.first(), line.values.first()) else {
            return;
        };
        if start.verdict().is_some() {
            return;
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
        self.keep(start, &answer);
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
        let started = Instant::now();
        if let Some(found) = self.known_within(position, patience(budget, started))
            && knows(&found)
        {
            return Ok(found.into());
        }
        let mut answer = question(position, &without(budget, started.elapsed()))?;
        answer.stopped = answer.stopped.map(|stop| whole(stop, budget));
        self.keep_within(position, &answer, patience(budget, started));
        Ok(answer.into())
    }
}

/// How long to wait for the store, in a question that was begun then.
fn patience(budget: &Budget, started: Instant) -> Duration {
    let left = budget.time.map(|time| time.saturating_sub(started.elapsed()));
    left.map_or(PATIENCE, |left| left.min(PATIENCE))
}

/// What is left of a budget after so long.
fn without(budget: &Budget, spent: Duration) -> Budget {
    Budget { time: budget.time.map(|time| time.saturating_sub(spent)), ..budget.clone() }
}

/// The limit that was set, rather than what was left of it.
fn whole(stop: Stop, budget: &Budget) -> Stop {
    match (stop, budget.time) {
        (Stop::Time(_), Some(time)) => Stop::Time(time),
        _ => stop,
    }
}

/// Whether a theorem tells the value. Where it tells who wins and no more, there is something to keep.
fn is_settled(position: &Position, budget: &Budget) -> bool {
    let value = || chromex::theory::settle(position).is_some_and(|(_, by)| by.value().is_some());
    budget.theorems && value()
}
