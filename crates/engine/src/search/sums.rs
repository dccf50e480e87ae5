//! Impartial games on disconnected boards: an engine for each connected component, and the nim-sum
//! of their results.
//!
//! A component is compiled to words as wide as it needs, so that small ones are fast and large ones
//! possible. Components of equal shape share an engine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chromex_graphs::Point;
use chromex_rules::{Convention, Position};

use crate::engine::Unsearchable;
use crate::engine::{Engine, Findings, Member, Setup};
use crate::model::lists::{Component, ListGame, Lists, NotCompiled, open_colours};
use crate::model::word::{Wide, Word};
use crate::search::nimbers::{self, Nimbers, Resources};
use crate::search::plain::grundy::Grundy;
use crate::value::{Class, Outcome, Value};
use chromex_budget::{Meter, Stop};

/// The words for components with more than 128 vertices if [`Wide<8>`] is not needed. A module for
/// a web page is loaded by everybody who opens the page, so it does not contain this width.
#[cfg(not(target_family = "wasm"))]
type Narrower = Wide<4>;
#[cfg(target_family = "wasm")]
type Narrower = Wide<8>;

/// The engines for the components of a position.
pub(crate) struct NimSum {
    parts: Vec<Box<dyn Summand>>,
}

/// A component with its engine; `legal` are the legal colours of all cells of the board.
trait Summand: Send {
    /// The cells of the component.
    fn cells(&self) -> &[usize];

    fn nimber(&self, legal: &[u64], meter: &mut Meter) -> Result<u32, Stop>;

    /// Whether it has this nimber.
    fn is(&self, nimber: u32, legal: &[u64], meter: &mut Meter) -> Result<bool, Stop>;

    /// The nimber to ask about first.
    fn first_nimber(&self) -> u32;

    /// Exports about `most` positions for searches in other processes, if the engine supports this.
    fn found(&self, most: usize) -> Option<Findings>;

    /// Imports positions that other searches have exported.
    fn take(&self, findings: &Findings);

    /// Sets this search's number among several.
    fn stand_at(&self, member: Member);
}

struct Part<G> {
    cells: Vec<usize>,
    shape: Arc<Shape<G>>,
}

/// The common data of components of equal shape: the rule, on cells without names, and an engine.
struct Shape<G> {
    game: ListGame<G>,
    engine: Mutex<Box<dyn Nimbers<Lists<G>>>>,
}

impl NimSum {
    fn new(position: &Position, reach: usize, setup: &Setup<'_>) -> Result<NimSum, Unsearchable> {
        let components = Component::all(position, reach, setup.meter)?;
        let (small, large) = components.into_iter().partition(|c| c.order() <= u128::BITS as usize);
        let small = shapes::<u128>(small, position, setup.meter)?;
        let large = shapes::<Wide<8>>(large, position, setup.meter)?;
        let sharers = small.len() + large.len();
        let mut maker = Maker { position, setup, sharers, engines: 0, parts: Vec::new() };
        maker.make::<u128, u64>(small)?;
        maker.make::<Wide<8>, Narrower>(large)?;
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
    fn describe(&self) -> &'static str {
        "nimbers of the components of a list game"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let legal = open_colours(position, meter)?;
        let mut parts = self.parts.iter();
        let sum = parts.try_fold(0, |sum, part| Ok(sum ^ part.nimber(&legal, meter)?));
        sum.map(Value::Nimber)
    }

    fn outcome(&mut self, position: &Position, meter: &mut Meter) -> Result<Outcome, Stop> {
        let second_wins = self.is_nimber(0, position, meter)?;
        Ok(Outcome::Class(if second_wins { Class::P } else { Class::N }))
    }

    /// All components except the largest are solved; about the largest one, only this question is
    /// asked.
    fn is_nimber(
        &mut self,
        heap: u32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let legal = open_colours(position, meter)?;
        let mut parts: Vec<&dyn Summand> = self.parts.iter().map(|part| &**part).collect();
        let open =
            |part: &&dyn Summand| part.cells().iter().filter(|&&cell| legal[cell] != 0).count();
        parts.sort_by_cached_key(open);
        let Some(largest) = parts.pop() else { return Ok(heap == 0) };
        let sum = parts.iter().try_fold(heap, |sum, part| Ok(sum ^ part.nimber(&legal, meter)?))?;
        largest.is(sum, &legal, meter)
    }

    /// If there are several components, it is not known beforehand what will be asked about the
    /// largest.
    fn first_nimber(&self) -> u32 {
        match self.parts.as_slice() {
            [part] => part.first_nimber(),
            _ => 0,
        }
    }

    fn components(
        &mut self,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Vec<(Vec<usize>, Value)>, Stop> {
        let legal = open_colours(position, meter)?;
        let value =
            |part: &dyn Summand, meter: &mut Meter| part.nimber(&legal, meter).map(Value::Nimber);
        let parts = self.parts.iter();
        parts.map(|part| Ok((part.cells().to_vec(), value(&**part, meter)?))).collect()
    }

    fn found(&mut self, most: usize) -> Vec<Findings> {
        self.parts.iter().filter_map(|part| part.found(most)).collect()
    }

    fn take(&mut self, findings: &Findings) {
        self.parts.iter().for_each(|part| part.take(findings));
    }

    fn stand_at(&mut self, member: Member) {
        self.parts.iter().for_each(|part| part.stand_at(member));
    }
}

impl<G: Word> Summand for Part<G> {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn nimber(&self, legal: &[u64], meter: &mut Meter) -> Result<u32, Stop> {
        meter.check()?;
        let Shape { game, engine } = &*self.shape;
        let lists = game.lists_of(&self.cells, legal);
        engine.lock().unwrap_or_else(PoisonError::into_inner).nimber(&lists, meter)
    }

    fn first_nimber(&self) -> u32 {
        self.shape.engine.lock().unwrap_or_else(PoisonError::into_inner).first_nimber()
    }

    fn found(&self, most: usize) -> Option<Findings> {
        self.shape.engine.lock().unwrap_or_else(PoisonError::into_inner).found(most)
    }

    fn take(&self, findings: &Findings) {
        self.shape.engine.lock().unwrap_or_else(PoisonError::into_inner).take(findings);
    }

    fn stand_at(&self, member: Member) {
        self.shape.engine.lock().unwrap_or_else(PoisonError::into_inner).stand_at(member);
    }

    fn is(&self, nimber: u32, legal: &[u64], meter: &mut Meter) -> Result<bool, Stop> {
        let Shape { game, engine } = &*self.shape;
        let lists = game.lists_of(&self.cells, legal);
        engine.lock().unwrap_or_else(PoisonError::into_inner).is(nimber, &lists, meter)
    }
}

/// The rules of components, each with the cells of all components of that shape.
type Shapes<G> = Vec<(ListGame<G>, Vec<Vec<usize>>)>;

fn shapes<G: Word>(
    components: Vec<Component>,
    position: &Position,
    meter: &Meter,
) -> Result<Shapes<G>, NotCompiled> {
    let (mut shapes, mut places): (Shapes<G>, HashMap<ListGame<G>, usize>) = Default::default();
    for component in components {
        meter.check()?;
        let (cells, shape) = component.compile(position.game(), meter)?.into_shape();
        match places.get(&shape) {
            Some(&place) => shapes[place].1.push(cells),
            None => {
                places.insert(shape.clone(), shapes.len());
                shapes.push((shape, vec![cells]));
            }
        }
    }
    Ok(shapes)
}

/// Creates the engines, which share the memory.
struct Maker<'a> {
    position: &'a Position,
    setup: &'a Setup<'a>,
    sharers: usize,
    engines: usize,
    parts: Vec<Box<dyn Summand>>,
}

impl Maker<'_> {
    fn make<G: Word, N: Word>(&mut self, shapes: Shapes<G>) -> Result<(), Unsearchable> {
        for (game, alike) in shapes {
            self.setup.meter.check()?;
            let engine = Mutex::new(self.engine::<G, N>(&game, &alike[0])?);
            let shape = Arc::new(Shape { game, engine });
            let part = |cells| Box::new(Part { cells, shape: Arc::clone(&shape) }) as Box<_>;
            self.parts.extend(alike.into_iter().map(part));
        }
        Ok(())
    }

    fn engine<G: Word, N: Word>(
        &mut self,
        game: &ListGame<G>,
        cells: &[usize],
    ) -> Result<Box<dyn Nimbers<Lists<G>>>, Unsearchable> {
        let points: Option<Vec<Point>> = self
            .position
            .board()
            .points()
            .map(|points| cells.iter().map(|&cell| points[cell]).collect());
        let budget = self.setup.budget;
        let resources = Resources {
            bytes: budget.memory / self.sharers.max(1) as u64,
            threads: budget.threads,
        };
        let fast = match self.setup.plain {
            false => nimbers::engine::<G, N>(game, points.as_deref(), resources),
            true => None,
        };
        let mut engine = fast.unwrap_or_else(|| Box::new(Grundy::new(game.clone())));
        if let Some(checkpoint) = self.setup.checkpoint(self.engines)? {
            engine.save_to(checkpoint)?;
        }
        self.engines += 1;
        Ok(engine)
    }
}
