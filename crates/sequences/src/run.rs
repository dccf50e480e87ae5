//! Finds the values of a sequence within a budget.

use std::path::Path;

use chromex_budget::{Budget, Meter, Statistics, Stop};
use chromex_files::FileError;

use super::checkpoint::Checkpoint;
use super::code::Code;
use super::period::{self, Period};
use super::sparse::{Gpu, Sparse, Trouble};
use super::{Reduction, Sequence, plain};

/// Below this many heaps the plain engine is quick enough.
const PLAIN_TO: usize = 1 << 12;

/// The number of terms that the plain engine finds between two looks at the clock.
const PLAIN_STEP: usize = 64;

/// After this many heaps a period is looked for the first time; then after four times as many, and
/// so on.
const FIRST_LOOK: usize = 1 << 10;

/// After this many heaps a period is no longer looked for unless somebody has asked for one: each
/// look takes four bytes for each heap.
const LAST_LOOK: usize = 1 << 20;

/// How far [`compute`] goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// To the last term that is asked for. If a period is proved early, the terms that follow from
    /// it are not computed.
    Term,
    /// Until a period is proved, or to the last term.
    Period,
}

/// The values of a sequence.
#[derive(Debug, Clone)]
pub struct Found {
    /// g(0), g(1), …, as far as they are known; 0 below [`Sequence::first`].
    pub values: Vec<u16>,
    /// Why there are fewer than were asked for.
    pub stopped: Option<Stop>,
    /// The identity by which the values were read off another game, if one was used.
    pub identity: Option<String>,
    /// The least period, if one was proved. (For sequences that are not read off an octal game,
    /// none is.)
    pub period: Option<Period>,
    /// The checksum of the checkpoint that was written last.
    pub checksum: Option<u64>,
    /// What it cost; *positions* counts the terms that were found in this run.
    pub statistics: Statistics,
}

/// Why no values could be found.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
    /// The engine cannot go on.
    #[error(transparent)]
    Engine(#[from] Trouble),
    /// Not enough memory was allowed.
    #[error("the values up to {to} take {needed}: allow it with --memory")]
    Memory {
        /// The last term asked for.
        to: usize,
        /// The number of bytes needed.
        needed: chromex_text::Bytes,
    },
    /// Only octal games have checkpoints.
    #[error("checkpoints are for octal games and what is read off them")]
    NoCheckpoint,
}

/// The number of bytes that the values of a sequence up to g(to) take.
pub fn memory_needed(sequence: &Sequence, to: usize) -> u64 {
    let heaps = match sequence.code() {
        Some(_) => 0,
        None => sequence.reduction().map_or(0, |reduction| reduction.heap(to)),
    };
    2 * (heaps as u64 + to as u64) + (8 << 20)
}

/// Finds g(0), …, g(to), or as many terms as prove a period.
///
/// `by_recurrence` takes the plain recurrences of the game itself, which are quadratic. Otherwise,
/// if the sequence is known to come from an octal game, it is read off that game, whose values are
/// read from the checkpoint at the start and saved to it now and then.
pub fn compute(
    sequence: &Sequence,
    to: usize,
    until: Until,
    by_recurrence: bool,
    budget: &Budget,
    checkpoint: Option<&Path>,
) -> Result<Found, Failure> {
    let needed = memory_needed(sequence, to);
    if needed > budget.memory {
        return Err(Failure::Memory { to, needed: chromex_text::Bytes(needed) });
    }
    let mut meter = Meter::new(budget);
    meter.note(needed);
    match sequence.reduction().filter(|_| !by_recurrence) {
        Some(reduction) => read_off(sequence, &reduction, to, until, budget, &meter, checkpoint),
        None if checkpoint.is_some() => Err(Failure::NoCheckpoint),
        None => Ok(recur(sequence, to, until, &meter)),
    }
}

/// Computes the terms by the recurrences of the game itself.
fn recur(sequence: &Sequence, to: usize, until: Until, meter: &Meter) -> Found {
    let mut reach = if until == Until::Period { FIRST_LOOK.min(to) } else { to };
    loop {
        let mut stopped = None;
        let values = sequence.by_recurrence_while(reach, |done| {
            meter.monitor().report(done, to);
            stopped = meter.check().err();
            stopped.is_none()
        });
        if stopped.is_none() && values.len() <= reach {
            stopped = Some(Stop::OutOfRange);
        }
        let period = sequence.code().and_then(|code| period::find(code, &values));
        if reach == to || stopped.is_some() || period.is_some() {
            let statistics =
                Statistics { positions: values.len() as u64 - 1, ..meter.statistics() };
            return Found { values, stopped, identity: None, period, checksum: None, statistics };
        }
        reach = (4 * reach).min(to);
    }
}

/// Computes the terms from the octal game that has the same values.
fn read_off(
    sequence: &Sequence,
    reduction: &Reduction,
    to: usize,
    until: Until,
    budget: &Budget,
    meter: &Meter,
    checkpoint: Option<&Path>,
) -> Result<Found, Failure> {
    let heap = reduction.heap(to);
    let mut heaps = Heaps::start(&reduction.code, heap, budget, checkpoint)?;
    let (stopped, period) = heaps.run(heap, until, meter)?;
    let (resumed, checksum) = (heaps.resumed, heaps.checksum);
    let mut known = heaps.into_values();
    let positions = known.len().saturating_sub(resumed) as u64;
    if let (Until::Term, Some(Period { period, .. })) = (until, period) {
        (known.len()..=heap).for_each(|n| known.push(known[n - period]));
    }
    let statistics = Statistics { positions, ..meter.statistics() };
    if sequence.code().is_some() {
        known.truncate(to + 1);
        return Ok(Found { values: known, stopped, identity: None, period, checksum, statistics });
    }
    let value = |k: usize| match k < sequence.first() {
        true => Some(0),
        false => known.get(reduction.heap(k)).map(|&heap| reduction.value(heap)),
    };
    let values: Vec<u16> = (0..=to).map_while(value).collect();
    let period = period.and_then(|period| reduction.period(period, sequence.first(), &values));
    let identity = Some(reduction.describe());
    Ok(Found { values, stopped, identity, period, checksum, statistics })
}

/// The heaps of a code, with the engine that suits it.
struct Heaps {
    code: Code,
    engine: Engine,
    checkpoint: Option<Checkpoint>,
    checksum: Option<u64>,
    /// The number of values that were known from the start.
    resumed: usize,
}

enum Engine {
    Plain(Vec<u16>),
    Sparse(Box<Sparse>, Option<Box<Gpu>>),
}

impl Heaps {
    fn start(
        code: &Code,
        to: usize,
        budget: &Budget,
        checkpoint: Option<&Path>,
    ) -> Result<Heaps, Failure> {
        let open = |path| Checkpoint::new(path, &budget.disk, &budget.monitor);
        let checkpoint = checkpoint.map(open).transpose()?;
        let known = match &checkpoint {
            Some(checkpoint) => checkpoint.load(code)?,
            None => Vec::new(),
        };
        let resumed = known.len();
        let engine = match Sparse::takes(code) && (to >= PLAIN_TO || resumed >= PLAIN_TO) {
            true => {
                let sparse = Sparse::new(code, &known, budget.threads)?;
                let gpu = budget.gpu.then(|| Gpu::new(&sparse, to).map(Box::new)).transpose()?;
                Engine::Sparse(Box::new(sparse), gpu)
            }
            false => Engine::Plain(if known.is_empty() { vec![0] } else { known }),
        };
        Ok(Heaps { code: code.clone(), engine, checkpoint, checksum: None, resumed })
    }

    fn last(&self) -> usize {
        match &self.engine {
            Engine::Plain(values) => values.len() - 1,
            Engine::Sparse(engine, _) => engine.last(),
        }
    }

    fn into_values(self) -> Vec<u16> {
        match self.engine {
            Engine::Plain(values) => values,
            Engine::Sparse(engine, _) => engine.into_values(),
        }
    }

    fn save(&mut self) {
        // This is not a method because it would borrow the checkpoint as well.
        let values = match &self.engine {
            Engine::Plain(values) => &values[1..],
            Engine::Sparse(engine, _) => engine.values(),
        };
        if let Some(checkpoint) = &mut self.checkpoint {
            self.checksum = checkpoint.save(&self.code, values).or(self.checksum);
        }
    }

    /// The period that the values prove.
    fn period(&self) -> Option<Period> {
        match &self.engine {
            Engine::Plain(values) => period::find(&self.code, values),
            Engine::Sparse(engine, _) => period::find_from_one(&self.code, engine.values()),
        }
    }

    /// Continues to the heap `to`, until a period is proved, or until the budget is spent.
    fn run(&mut self, to: usize, until: Until, meter: &Meter) -> Result<Ended, Failure> {
        let mut look = FIRST_LOOK.min(to);
        let last_look = if until == Until::Period { usize::MAX } else { LAST_LOOK };
        loop {
            if (look..=last_look).contains(&self.last()) {
                let period = self.period();
                if period.is_some() || self.last() >= to {
                    self.save();
                    return Ok((None, period));
                }
                look = (4 * self.last()).min(to);
            }
            if self.last() >= to {
                self.save();
                return Ok((None, None));
            }
            meter.monitor().report(self.last(), to);
            if let Err(stop) = meter.check() {
                self.save();
                return Ok((Some(stop), None));
            }
            match &mut self.engine {
                Engine::Plain(values) => {
                    let next = (values.len() + PLAIN_STEP).min(to);
                    plain::extend(&self.code, values, next);
                    if values.len() <= next {
                        self.save();
                        return Ok((Some(Stop::OutOfRange), None));
                    }
                }
                Engine::Sparse(engine, Some(gpu)) => gpu.advance(engine, to)?,
                Engine::Sparse(engine, None) => engine.advance(to)?,
            }
            if self.checkpoint.as_ref().is_some_and(Checkpoint::is_due) {
                self.save();
            }
        }
    }
}

/// Why the work on heaps stopped early, if it did, and the period that was proved, if any.
type Ended = (Option<Stop>, Option<Period>);
