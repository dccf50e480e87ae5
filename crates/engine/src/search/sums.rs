//! Impartial games on boards that fall apart: an engine for each connected component, and the
//! nim-sum of what they find.
//!
//! A component is compiled to words as wide as it needs, so that small ones are fast and large ones
//! possible. Components of equal shape share an engine.

use std::sync::{Arc, Mutex, PoisonError};

use chromex_graphs::Point;
use chromex_rules::{Convention, Position};

use crate::engine::Unsearchable;
use crate::engine::{Engine, Setup};
use crate::model::lists::{Component, ListGame, Lists, TooMany};
use crate::model::word::{Wide, Word};
use crate::search::nimbers::{self, Nimbers, Resources};
use crate::search::plain::grundy::Grundy;
use crate::value::{Class, Outcome, Value};
use chromex_budget::{Meter, Stop};

/// The engines for the components of a position.
pub(crate) struct NimSum {
    parts: Vec<Box<dyn Summand>>,
}

/// A component with its engine.
trait Summand: Send {
    /// Its cells.
    fn cells(&self) -> &[usize];

    /// How many of its vertices are open.
    fn open(&self, position: &Position) -> u32;

    fn nimber(&self, position: &Position, meter: &mut Meter) -> Result<u32, Stop>;

    /// Whether it has this nimber.
    fn is(&self, nimber: u32, position: &Position, meter: &mut Meter) -> Result<bool, Stop>;
}

struct Part<G> {
    game: ListGame<G>,
    engine: SharedNimbers<G>,
}

type SharedNimbers<G> = Arc<Mutex<Box<dyn Nimbers<Lists<G>>>>>;

impl NimSum {
    fn new(position: &Position, reach: usize, setup: &Setup<'_>) -> Result<NimSum, Unsearchable> {
        let (mut narrow, mut wide, mut widest) = (Vec::new(), Vec::new(), Vec::new());
        for component in Component::all(position, reach) {
            match component.order() {
                0..=128 => narrow.push(component),
                129..=256 => wide.push(component),
                _ => widest.push(component),
            }
        }
        let narrow = shapes::<u128>(narrow, position)?;
        let wide = shapes::<Wide<4>>(wide, position)?;
        let widest = shapes::<Wide<8>>(widest, position)?;
        let sharers = narrow.len() + wide.len() + widest.len();
        let mut maker = Maker { position, setup, sharers, engines: 0, parts: Vec::new() };
        maker.make(narrow)?;
        maker.make(wide)?;
        maker.make(widest)?;
        Ok(NimSum { parts: maker.parts })
    }
}

/// The engine for impartial games whose rule is one on pairs of vertices.
pub(crate) fn engine(
    position: &Position,
    setup: &Setup<'_>,
) -> Option<Result<Box<dyn Engine>, Unsearchable>> {
    let game = position.game();
    let reach = game.pairwise_reach().filter(|_| game.convention() == Convention::Impartial)?;
    Some(NimSum::new(position, reach, setup).map(|engine| Box::new(engine) as Box<dyn Engine>))
}

impl Engine for NimSum {
    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let mut parts = self.parts.iter();
        let sum = parts.try_fold(0, |sum, part| Ok(sum ^ part.nimber(position, meter)?));
        sum.map(Value::Nimber)
    }

    fn outcome(&mut self, position: &Position, meter: &mut Meter) -> Result<Outcome, Stop> {
        let second_wins = self.is_nimber(0, position, meter)?;
        Ok(Outcome::Class(if second_wins { Class::P } else { Class::N }))
    }

    /// All components but the largest are solved; of that one, only the question is asked.
    fn is_nimber(
        &mut self,
        heap: u32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let mut parts: Vec<&dyn Summand> = self.parts.iter().map(|part| &**part).collect();
        parts.sort_by_cached_key(|part| part.open(position));
        let Some(largest) = parts.pop() else { return Ok(heap == 0) };
        let sum =
            parts.iter().try_fold(heap, |sum, part| Ok(sum ^ part.nimber(position, meter)?))?;
        largest.is(sum, position, meter)
    }

    fn components(
        &mut self,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Vec<(Vec<usize>, Value)>, Stop> {
        let value =
            |part: &dyn Summand, meter: &mut Meter| part.nimber(position, meter).map(Value::Nimber);
        let parts = self.parts.iter();
        parts.map(|part| Ok((part.cells().to_vec(), value(&**part, meter)?))).collect()
    }
}

impl<G: Word> Summand for Part<G> {
    fn cells(&self) -> &[usize] {
        self.game.cells()
    }

    fn open(&self, position: &Position) -> u32 {
        ListGame::open(&self.game.lists(position)).size()
    }

    fn nimber(&self, position: &Position, meter: &mut Meter) -> Result<u32, Stop> {
        self.engine
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .nimber(&self.game.lists(position), meter)
    }

    fn is(&self, nimber: u32, position: &Position, meter: &mut Meter) -> Result<bool, Stop> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).is(
            nimber,
            &self.game.lists(position),
            meter,
        )
    }
}

/// The compiled components, those of equal shape together.
fn shapes<G: Word>(
    components: Vec<Component>,
    position: &Position,
) -> Result<Vec<Vec<ListGame<G>>>, TooMany> {
    let mut shapes: Vec<(ListGame<G>, Vec<ListGame<G>>)> = Vec::new();
    for component in components {
        let game = component.compile(position.game())?;
        let shape = game.shape();
        match shapes.iter_mut().find(|(other, _)| *other == shape) {
            Some((_, alike)) => alike.push(game),
            None => shapes.push((shape, vec![game])),
        }
    }
    Ok(shapes.into_iter().map(|(_, alike)| alike).collect())
}

/// Makes the engines, which share the memory.
struct Maker<'a> {
    position: &'a Position,
    setup: &'a Setup<'a>,
    sharers: usize,
    engines: usize,
    parts: Vec<Box<dyn Summand>>,
}

impl Maker<'_> {
    fn make<G: Word>(&mut self, shapes: Vec<Vec<ListGame<G>>>) -> Result<(), Unsearchable> {
        for alike in shapes {
            let engine = Arc::new(Mutex::new(self.engine(&alike[0])?));
            for game in alike {
                self.parts.push(Box::new(Part { game, engine: Arc::clone(&engine) }));
            }
        }
        Ok(())
    }

    fn engine<G: Word>(
        &mut self,
        game: &ListGame<G>,
    ) -> Result<Box<dyn Nimbers<Lists<G>>>, Unsearchable> {
        let points: Option<Vec<Point>> = self
            .position
            .board()
            .points()
            .map(|points| game.cells().iter().map(|&cell| points[cell]).collect());
        let budget = self.setup.budget;
        let resources = Resources {
            bytes: budget.memory / self.sharers.max(1) as u64,
            threads: budget.threads,
        };
        let fast = match self.setup.plain {
            false => nimbers::engine(game, points.as_deref(), resources),
            true => None,
        };
        let mut engine = fast.unwrap_or_else(|| Box::new(Grundy::new(game.clone())));
        if let Some(checkpoint) = self.setup.checkpoint(self.engines) {
            engine.save_to(checkpoint)?;
        }
        self.engines += 1;
        Ok(engine)
    }
}
