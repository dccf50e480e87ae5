//! Weak and oriented colouring: impartial games whose positions are more than the colours that each
//! vertex may still take. The search for nimbers is the one for list games; [`Weak`] and
//! [`Oriented`] define positions and how they are decomposed.

use chromex_rules::{Colour, Condition, Convention, Game, Goal, Places, Position};

use crate::engine::{Engine, Findings, Member, Setup, Unsearchable};
use crate::model::lattice::Lattice;
use crate::model::lists::ListGame;
use crate::model::rule::{Oriented, Rule, Weak};
use crate::model::word::{Wide, Word};
use crate::search::nimbers::{self, Nimbers, Resources, lattice};
use crate::value::{Class, Outcome, Value};
use chromex_budget::{Meter, Stop};

/// The words for boards that need more than 64 bits: such boards are rarely solved, so there is no
/// width in between.
type Words = Wide<8>;

/// The search for nimbers of positions given by their colouring.
type ByColouring = Box<dyn Nimbers<[Colour]>>;

/// The engine for impartial games whose condition is that of weak or of oriented colouring.
pub(crate) fn engine(
    position: &Position,
    setup: &Setup<'_>,
) -> Option<Result<Box<dyn Engine>, Unsearchable>> {
    let game = position.game();
    let fits = game.convention() == Convention::Impartial
        && game.goal() == Goal::LastMove
        && game.places() == Places::Any
        && game.copies() == 1
        && game.colours_are_shared()
        && game.skips().is_none();
    if setup.plain || !fits || position.board().graph().order() > Words::BITS {
        return None;
    }
    search(position, setup).and_then(|nimbers| saving(nimbers, setup)).transpose()
}

fn saving(
    nimbers: Option<ByColouring>,
    setup: &Setup<'_>,
) -> Result<Option<Box<dyn Engine>>, Unsearchable> {
    let Some(mut nimbers) = nimbers else { return Ok(None) };
    if let Some(checkpoint) = setup.checkpoint(0)? {
        nimbers.save_to(checkpoint)?;
    }
    Ok(Some(Box::new(nimbers)))
}

/// The search, if the condition is one of the two and there are not too many colours.
fn search(position: &Position, setup: &Setup<'_>) -> Result<Option<ByColouring>, Unsearchable> {
    let resources = Resources { bytes: setup.budget.memory, threads: setup.budget.threads };
    let (colours, points) = (position.game().palette().len(), position.board().points());
    // Games that are used for adjacency, and for the direction of arcs.
    let graph = match position.game().condition() {
        Condition::Weak => Game::node_kayles(),
        Condition::Oriented => Game::blue_red(),
        _ => return Ok(None),
    };
    let is_weak = graph.palette().len() == 1;
    let Ok(start) = Position::start(graph, position.board().clone()) else { return Ok(None) };
    let graph: ListGame<Words> = ListGame::compile(&start, 1, setup.meter)?;
    let (lattice, narrow) = lattice(&graph, points, u64::BITS as usize);
    let lattice = lattice.as_ref();
    Ok(match (is_weak, narrow) {
        (true, true) => weak::<u64>(&graph, lattice, colours, resources),
        (false, true) => oriented::<u64>(&graph, lattice, colours, resources),
        // In web pages, boards with more than 64 vertices are left to the plain engine, to keep the
        // page small.
        #[cfg(target_family = "wasm")]
        (_, false) => None,
        #[cfg(not(target_family = "wasm"))]
        (true, false) => weak::<Words>(&graph, lattice, colours, resources),
        #[cfg(not(target_family = "wasm"))]
        (false, false) => oriented::<Words>(&graph, lattice, colours, resources),
    })
}

fn weak<W: Word>(
    graph: &ListGame<Words>,
    lattice: Option<&Lattice<Words>>,
    colours: usize,
    resources: Resources,
) -> Option<ByColouring> {
    let graph = Rule::<W, 1>::new(graph, lattice);
    Some(match colours {
        2 => Box::new(nimbers::Engine::new(Weak::<W, 3>::new(graph), resources)),
        3 => Box::new(nimbers::Engine::new(Weak::<W, 4>::new(graph), resources)),
        4 => Box::new(nimbers::Engine::new(Weak::<W, 5>::new(graph), resources)),
        _ => return None,
    })
}

fn oriented<W: Word>(
    graph: &ListGame<Words>,
    lattice: Option<&Lattice<Words>>,
    colours: usize,
    resources: Resources,
) -> Option<ByColouring> {
    let graph = Rule::<W, 2>::new(graph, lattice);
    Some(match colours {
        2 => Box::new(nimbers::Engine::new(Oriented::<W, 2, 4>::new(graph), resources)),
        3 => Box::new(nimbers::Engine::new(Oriented::<W, 3, 6>::new(graph), resources)),
        4 => Box::new(nimbers::Engine::new(Oriented::<W, 4, 8>::new(graph), resources)),
        _ => return None,
    })
}

impl Engine for ByColouring {
    fn describe(&self) -> &'static str {
        "nimbers of the parts of a position of weak or oriented colouring"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        self.nimber(position.colouring(), meter).map(Value::Nimber)
    }

    fn outcome(&mut self, position: &Position, meter: &mut Meter) -> Result<Outcome, Stop> {
        let second_wins = self.is(0, position.colouring(), meter)?;
        Ok(Outcome::Class(if second_wins { Class::P } else { Class::N }))
    }

    fn is_nimber(
        &mut self,
        heap: u32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.is(heap, position.colouring(), meter)
    }

    fn found(&mut self, most: usize) -> Vec<Findings> {
        Nimbers::found(&mut **self, most).into_iter().collect()
    }

    fn take(&mut self, findings: &Findings) {
        Nimbers::take(&mut **self, findings);
    }

    fn stand_at(&mut self, member: Member) {
        Nimbers::stand_at(&mut **self, member);
    }
}
