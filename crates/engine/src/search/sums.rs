//! Impartial games on boards that fall apart: an engine for each connected component, and the
//! nim-sum of what they find.
//!
//! A component is compiled to words as wide as it needs, so that small ones are fast and large ones
//! possible. Components of equal shape share an engine.

use std::cell::RefCell;
use std::rc::Rc;

use chromex_graphs::Point;
use chromex_rules::Position;

use crate::model::lists::{Component, ListGame, TooMany};
use crate::model::word::{Wide, Word};
use crate::search::checkpoint::Checkpoint;
use crate::search::nimbers::{self, Means, Nimbers};
use crate::search::plain::grundy::Grundy;
use crate::solver::Unsearchable;
use chromex_budget::{Budget, Meter, Stop};

/// The engines for the components of a position.
pub struct NimSum {
    parts: Vec<Box<dyn Summand>>,
}

/// A component with its engine.
trait Summand {
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

type SharedNimbers<G> = Rc<RefCell<Box<dyn Nimbers<G>>>>;

impl NimSum {
    /// The fast engines within a budget, or the plain ones.
    pub fn new(
        position: &Position,
        reach: usize,
        fast: Option<&Budget>,
    ) -> Result<NimSum, Unsearchable> {
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
        let mut maker = Maker { position, budget: fast, sharers, engines: 0, parts: Vec::new() };
        maker.make(narrow)?;
        maker.make(wide)?;
        maker.make(widest)?;
        Ok(NimSum { parts: maker.parts })
    }

    /// The nimber of a position.
    pub fn nimber(&self, position: &Position, meter: &mut Meter) -> Result<u32, Stop> {
        self.parts.iter().try_fold(0, |sum, part| Ok(sum ^ part.nimber(position, meter)?))
    }

    /// The cells of each component of the first position, and its nimber in this one.
    pub fn components(
        &self,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Vec<(Vec<usize>, u32)>, Stop> {
        let parts = self.parts.iter();
        parts.map(|part| Ok((part.cells().to_vec(), part.nimber(position, meter)?))).collect()
    }

    /// Whether a position has this nimber: 0 means that the player to move loses. All components but
    /// the largest are solved; of that one, only the question is asked.
    pub fn is(&self, heap: u32, position: &Position, meter: &mut Meter) -> Result<bool, Stop> {
        let mut parts: Vec<&dyn Summand> = self.parts.iter().map(|part| &**part).collect();
        parts.sort_by_cached_key(|part| part.open(position));
        let Some(largest) = parts.pop() else { return Ok(heap == 0) };
        let sum =
            parts.iter().try_fold(heap, |sum, part| Ok(sum ^ part.nimber(position, meter)?))?;
        largest.is(sum, position, meter)
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
        self.engine.borrow_mut().nimber(&self.game.lists(position), meter)
    }

    fn is(&self, nimber: u32, position: &Position, meter: &mut Meter) -> Result<bool, Stop> {
        self.engine.borrow_mut().is(nimber, &self.game.lists(position), meter)
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
    budget: Option<&'a Budget>,
    sharers: usize,
    engines: usize,
    parts: Vec<Box<dyn Summand>>,
}

impl Maker<'_> {
    fn make<G: Word>(&mut self, shapes: Vec<Vec<ListGame<G>>>) -> Result<(), Unsearchable> {
        for alike in shapes {
            let engine = Rc::new(RefCell::new(self.engine(&alike[0])?));
            for game in alike {
                self.parts.push(Box::new(Part { game, engine: Rc::clone(&engine) }));
            }
        }
        Ok(())
    }

    fn engine<G: Word>(&mut self, game: &ListGame<G>) -> Result<Box<dyn Nimbers<G>>, Unsearchable> {
        let points: Option<Vec<Point>> = self
            .position
            .board()
            .points()
            .map(|points| game.cells().iter().map(|&cell| points[cell]).collect());
        let fast = self.budget.and_then(|budget| {
            let bytes = budget.memory / self.sharers.max(1) as u64;
            nimbers::engine(game, points.as_deref(), Means { bytes, threads: budget.threads })
        });
        let mut engine = fast.unwrap_or_else(|| Box::new(Grundy::new(game.clone())));
        if let Some(checkpoint) = self.budget.and_then(|b| Checkpoint::new(b, self.engines)) {
            engine.save_to(checkpoint)?;
        }
        self.engines += 1;
        Ok(engine)
    }
}
