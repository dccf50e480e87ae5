//! Chooses the engine for a game, and asks it.

use chromex_budget::{Budget, Meter, Statistics, Stop};
use chromex_rules::{Convention, Position};
use chromex_values::Form;

use crate::checkpoint::SavedPositions;
use crate::engine::{Engine, Findings, Member, Setup, Unsearchable};
use crate::search::{components, maker_breaker, orthogonal, partisan, plain, stateful, sums};
use crate::value::{Outcome, Tameness, Value};

/// Answers questions about one position and everything that can be reached from it, and remembers
/// what it has found out.
pub struct Solver {
    engine: Box<dyn Engine>,
    meter: Meter,
}

/// Makes an engine for a position if it is made for games of this kind.
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
    /// A solver for this position and what follows from it.
    pub fn new(position: &Position, budget: &Budget) -> Result<Solver, Unsearchable> {
        Solver::with(position, budget, None, false)
    }

    /// A solver that begins with the positions that are saved there, and saves what it finds.
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

    /// The same solver, with all that it remembers, under another budget, whose clock starts now. Its tables may grow to
    /// what the first budget allowed.
    pub fn renewed(self, budget: &Budget) -> Solver {
        Solver { engine: self.engine, meter: self.meter.renewed(budget) }
    }

    /// What the engine does that was chosen, in words.
    pub fn engine(&self) -> &'static str {
        self.engine.describe()
    }

    /// The exact value of a position, which must have been reached from the first one; who is to
    /// move is as it says.
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

    /// The nimber that is best asked for first, for impartial games: knowing that the first position has another one makes it
    /// cheaper to ask for the others, from 0 on.
    pub fn first_nimber(&self) -> u32 {
        self.engine.first_nimber()
    }

    /// The components of a position of a sum, each by its cells and with its value; empty for games
    /// that are not taken apart. The position must be the first one.
    pub fn components(&mut self, position: &Position) -> Result<Vec<(Vec<usize>, Value)>, Stop> {
        let mut parts = self.engine.components(position, &mut self.meter)?;
        parts.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(parts)
    }

    /// How a position of an impartial game in misère play behaves in sums, where that is found out.
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

    /// The value of a partisan list game by numbers, nimbers and braces alone, if it is not longer
    /// than `most`.
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

    /// Asks something that may take at most so many positions more; `None` if they were not enough. What was found
    /// out meanwhile is remembered, so that asking again goes on from there.
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

    /// What solvers of the same position in other processes may want to know: about so many of the most important positions that were solved since
    /// this was last asked. Nothing if the engine does not share what it finds.
    pub fn found(&mut self, most: usize) -> Vec<Findings> {
        self.engine.found(most)
    }

    /// Takes in what they have found. It is believed.
    pub fn take(&mut self, findings: &Findings) {
        self.engine.take(findings);
    }

    /// Says which of the solvers in several processes this is: each tries moves in another order, so that they do not all do the same.
    pub fn stand_at(&mut self, member: Member) {
        self.engine.stand_at(member);
    }

    /// Tells who watches how many of how many moves are solved.
    pub fn report_root(&self, done: usize, moves: usize) {
        self.meter.monitor().report(done, moves);
    }

    /// Accounts for a position that was looked at outside, and stops if the budget is spent.
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.meter.tick()
    }

    /// What has been used so far, and what stops it.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// How many different positions are remembered: what symmetry makes equal is one.
    pub fn remembered(&self) -> u64 {
        self.meter.remembered()
    }

    /// What has been used so far.
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
