//! Chooses the engine for a game and passes questions on to it.

use chromex_budget::{Budget, Meter, Statistics, Stop};
use chromex_rules::{Convention, Position};
use chromex_values::Form;

use crate::checkpoint::SavedPositions;
use crate::engine::{Engine, Findings, Member, Setup, Unsearchable};
use crate::search::{components, maker_breaker, orthogonal, partisan, plain, stateful, sums};
use crate::value::{Outcome, Tameness, Value};

/// Answers questions about one position and everything that can be reached from it, and remembers
/// the results.
pub struct Solver {
    engine: Box<dyn Engine>,
    meter: Meter,
}

/// Creates an engine for a position, if the engine is for games of this kind.
type Choose = fn(&Position, &Setup<'_>) -> Option<Result<Box<dyn Engine>, Unsearchable>>;

/// The engines; the first one that fits is taken. The last one fits every game.
const ENGINES: [Choose; 7] = [
    components::engine,
    orthogonal::engine,
    sums::engine,
    stateful::engine,
    partisan::engine,
    maker_breaker::engine,
    plain::engine,
];

impl Solver {
    /// A solver for this position and everything that can be reached from it.
    pub fn new(position: &Position, budget: &Budget) -> Result<Solver, Unsearchable> {
        Solver::with(position, budget, None, false)
    }

    /// A solver that starts with the positions saved at this place, and saves what it finds.
    pub fn saving(
        position: &Position,
        budget: &Budget,
        saved: Option<&SavedPositions>,
    ) -> Result<Solver, Unsearchable> {
        Solver::with(position, budget, saved, false)
    }

    /// A solver that uses the plain engines only: the baseline.
    pub fn plain(position: &Position, budget: &Budget) -> Result<Solver, Unsearchable> {
        Solver::with(position, budget, None, true)
    }

    fn with(
        position: &Position,
        budget: &Budget,
        saved: Option<&SavedPositions>,
        plain: bool,
    ) -> Result<Solver, Unsearchable> {
        let meter = Meter::new(budget);
        let setup = Setup { budget, meter: &meter, saved, plain };
        let mut fitting = ENGINES.iter().filter_map(|choose| choose(position, &setup));
        let engine = fitting.next().expect("the plain engines take every game")?;
        Ok(Solver { engine, meter })
    }

    /// This solver, with everything that it remembers, under another budget, whose clock starts
    /// now. Its tables may grow up to the limit of the first budget.
    pub fn renewed(self, budget: &Budget) -> Solver {
        Solver { engine: self.engine, meter: self.meter.renewed(budget) }
    }

    /// A description of the chosen engine, in words.
    pub fn engine(&self) -> &'static str {
        self.engine.describe()
    }

    /// The exact value of a position, which must be reachable from the first one; its player to
    /// move counts.
    pub fn value(&mut self, position: &Position) -> Result<Value, Stop> {
        self.meter.check()?;
        match finished(position) {
            Some(value) => Ok(value),
            None => self.engine.value(position, &mut self.meter),
        }
    }

    /// Who wins, without the value, which can be much cheaper.
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Stop> {
        self.meter.check()?;
        match finished(position) {
            Some(value) => Ok(value.outcome()),
            None => self.engine.outcome(position, &mut self.meter),
        }
    }

    /// Whether the score is at least `goal`; for scoring games only.
    pub fn at_least(&mut self, goal: i32, position: &Position) -> Result<bool, Stop> {
        self.meter.check()?;
        match finished(position) {
            Some(value) => Ok(matches!(value, Value::Score(score) if score >= goal)),
            None => self.engine.at_least(goal, position, &mut self.meter),
        }
    }

    /// Whether the nimber of a position of an impartial game is this one.
    pub fn is_nimber(&mut self, heap: u32, position: &Position) -> Result<bool, Stop> {
        self.meter.check()?;
        match finished(position) {
            Some(value) => Ok(value == Value::Nimber(heap)),
            None => self.engine.is_nimber(heap, position, &mut self.meter),
        }
    }

    /// For impartial games, the nimber to ask about first: once it is known that the first position
    /// has a different one, asking about the others, from 0 on, is faster.
    pub fn first_nimber(&self) -> u32 {
        self.engine.first_nimber()
    }

    /// The components of a position that is a sum, each with its cells and its value; empty for
    /// games that are not decomposed. The position must be the first one.
    pub fn components(&mut self, position: &Position) -> Result<Vec<(Vec<usize>, Value)>, Stop> {
        let mut parts = self.engine.components(position, &mut self.meter)?;
        parts.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(parts)
    }

    /// How a position of an impartial game in misère play behaves in sums, if the engine can find
    /// out.
    pub fn tameness(&mut self, position: &Position) -> Result<Option<Tameness>, Stop> {
        self.meter.check()?;
        self.engine.tameness(position, &mut self.meter)
    }

    /// Whether the value of a position of a partisan list game is at least, and at most, a form.
    pub fn compare(&mut self, position: &Position, form: Form) -> Result<(bool, bool), Stop> {
        let engine = self.engine.forms().ok_or(Stop::OutOfRange)?;
        engine.compare(position, form, &mut self.meter)
    }

    /// The form with these options, for [`Solver::compare`].
    pub fn form(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Stop> {
        self.engine.forms().ok_or(Stop::OutOfRange)?.form(left, right)
    }

    /// The value of a partisan list game written only with numbers, nimbers and braces, if it has
    /// at most `most` characters.
    pub fn value_as_form(
        &mut self,
        position: &Position,
        most: usize,
    ) -> Result<Option<String>, Stop> {
        match self.engine.forms() {
            Some(engine) => engine.value_as_form(position, most, &mut self.meter),
            None => Ok(None),
        }
    }

    /// Asks a question that may take at most this many further positions; `None` if they were not
    /// enough. Results found meanwhile are remembered, so asking again continues from there.
    pub fn within<T>(
        &mut self,
        positions: u64,
        ask: impl FnOnce(&mut Solver) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let limit = self.meter.statistics().positions.saturating_add(positions);
        let whole = self.meter.limit(None);
        self.meter.limit(Some(whole.map_or(limit, |whole| whole.min(limit))));
        let answer = ask(self);
        self.meter.limit(whole);
        match answer {
            Err(Stop::Nodes(_)) if !self.meter.is_at_limit() => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Exports about `most` of the most valuable positions solved since the last call, for solvers
    /// of the same position in other processes. Empty if the engine does not support this.
    pub fn found(&mut self, most: usize) -> Vec<Findings> {
        self.engine.found(most)
    }

    /// Imports positions that other solvers have exported. They are trusted.
    pub fn take(&mut self, findings: &Findings) {
        self.engine.take(findings);
    }

    /// Sets this solver's number among several in different processes: each tries moves in a
    /// different order, so that they do different work.
    pub fn stand_at(&mut self, member: Member) {
        self.engine.stand_at(member);
    }

    /// Reports to the monitor how many moves are solved, and how many there are.
    pub fn report_root(&self, done: usize, moves: usize) {
        self.meter.monitor().report(done, moves);
    }

    /// Counts a position that was examined by the caller; an error if the budget is used up.
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.meter.tick()
    }

    /// The meter, which counts what is used and stops the search.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// How many different positions are remembered; positions that symmetry makes equal count once.
    pub fn remembered(&self) -> u64 {
        self.meter.remembered()
    }

    /// Statistics of the work so far.
    pub fn statistics(&self) -> Statistics {
        self.meter.statistics()
    }
}

/// The value of a finished game. A partisan or misère game is not finished while the other player can move.
pub fn finished(position: &Position) -> Option<Value> {
    if matches!(position.convention(), Convention::Partisan | Convention::Misere) {
        return None;
    }
    position.verdict().map(|verdict| Value::of_verdict(position.convention(), verdict))
}
