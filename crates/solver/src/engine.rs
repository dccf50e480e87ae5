//! Chooses the engine for a game, and asks it.

use std::cell::RefCell;
use std::rc::Rc;

use chromex_graphs::bits::MAX_BITS;
use chromex_rules::{Convention, Player, Position};

use crate::budget::{Budget, Meter, Statistics, Stop};
use crate::model::lists::{ListGame, Lists, TooMany};
use crate::model::literal::Literal;
use crate::search::plain::grundy::Grundy;
use crate::search::plain::maker_breaker::MakerBreaker;
use crate::search::plain::partisan::Partisan;
use crate::search::plain::score::Score;
use crate::value::{Class, Value};

/// The literal engines recurse once a move; more open cells than this are refused.
pub const MAX_LITERAL: usize = 1000;

/// Why a question cannot be searched at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsearchable {
    /// Too large for bitsets.
    #[error(
        "{0} vertices that depend on each other are still open: search takes at most {MAX_BITS}"
    )]
    TooManyOpen(usize),
    /// Too large for the literal engines.
    #[error("{0} vertices are still open: search of this game takes at most {MAX_LITERAL}")]
    TooManyLiteral(usize),
}

impl From<TooMany> for Unsearchable {
    fn from(TooMany(count): TooMany) -> Unsearchable {
        Unsearchable::TooManyOpen(count)
    }
}

/// Answers questions about one position and everything that can be reached from it, and remembers
/// what it has found out.
pub struct Solver {
    engine: Engine,
    meter: Meter,
}

enum Engine {
    /// Impartial list games: nimbers of independent components add.
    NimSum(Vec<Component>),
    /// Impartial games with global state.
    Nimber(Grundy<Literal>),
    /// Partisan list games.
    Class(Partisan<ListGame>),
    /// Partisan games with global state.
    LiteralClass(Partisan<Literal>),
    /// The maker-breaker colouring game.
    MakerBreaker(MakerBreaker),
    /// Anything that ends with a verdict.
    Score(Score),
}

/// A connected component, with an engine that components of equal shape share.
struct Component {
    game: ListGame,
    engine: Rc<RefCell<Grundy<ListGame>>>,
}

impl Solver {
    /// A solver for this position and what follows from it.
    pub fn new(position: &Position, budget: &Budget) -> Result<Solver, Unsearchable> {
        Ok(Solver { engine: Engine::new(position)?, meter: Meter::new(budget) })
    }

    /// The exact value of a position, which must have been reached from the first one; who is to
    /// move is as it says.
    pub fn value(&mut self, position: &Position) -> Result<Value, Stop> {
        if let Some(verdict) = position.verdict()
            && position.convention() != Convention::Partisan
        {
            return Ok(Value::of_verdict(position.convention(), verdict));
        }
        self.engine.value(position, &mut self.meter)
    }

    /// Whether the score is at least `goal`; for scoring games only.
    pub fn at_least(&mut self, goal: i32, position: &Position) -> Result<Option<bool>, Stop> {
        let Engine::Score(engine) = &mut self.engine else { return Ok(None) };
        let state = engine.model().state(position);
        engine.at_least(goal, state, position.turn(), &mut self.meter).map(Some)
    }

    /// What has been used so far.
    pub fn statistics(&self) -> Statistics {
        self.meter.statistics()
    }
}

impl Engine {
    fn new(position: &Position) -> Result<Engine, Unsearchable> {
        let game = position.game();
        match (game.convention(), game.pairwise_reach()) {
            (Convention::Impartial, Some(reach)) => {
                Ok(Engine::NimSum(components(ListGame::compile_components(position, reach)?)))
            }
            (Convention::Partisan, Some(reach)) => {
                Ok(Engine::Class(Partisan::new(ListGame::compile(position, reach)?)))
            }
            (Convention::MakerBreaker, Some(reach)) if game.all_must_be_coloured() => {
                Ok(Engine::MakerBreaker(MakerBreaker::new(ListGame::compile(position, reach)?)))
            }
            (convention, _) => Ok(Engine::literal(convention, literal(position)?)),
        }
    }

    fn literal(convention: Convention, model: Literal) -> Engine {
        match convention {
            Convention::Impartial => Engine::Nimber(Grundy::new(model)),
            Convention::Partisan => Engine::LiteralClass(Partisan::new(model)),
            Convention::MakerBreaker | Convention::Scoring => Engine::Score(Score::new(model)),
        }
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let turn = position.turn();
        match self {
            Engine::NimSum(components) => nim_sum(components, position, meter),
            Engine::Nimber(engine) => {
                let state = engine.model().state(position);
                engine.nimber(state, meter).map(Value::Nimber)
            }
            Engine::Class(engine) => {
                let lists: Lists = engine.model().lists(position);
                class(|player| engine.wins(lists.clone(), player, meter))
            }
            Engine::LiteralClass(engine) => {
                let state = engine.model().state(position);
                class(|player| engine.wins(state.clone(), player, meter))
            }
            Engine::MakerBreaker(engine) => {
                let lists = engine.game().lists(position);
                let alice = engine.alice_wins(lists, turn, meter)?;
                Ok(Value::Winner(if alice { Player::Left } else { Player::Right }))
            }
            Engine::Score(engine) => {
                let state = engine.model().state(position);
                let score = engine.score(state, turn, meter)?;
                Ok(match position.convention() {
                    Convention::Scoring => Value::Score(score),
                    _ => Value::Winner(if score > 0 { Player::Left } else { Player::Right }),
                })
            }
        }
    }
}

fn literal(position: &Position) -> Result<Literal, Unsearchable> {
    let open = position.colouring().iter().filter(|&&c| c == chromex_rules::UNCOLOURED).count();
    if open > MAX_LITERAL {
        return Err(Unsearchable::TooManyLiteral(open));
    }
    Ok(Literal::new(position))
}

fn components(games: Vec<ListGame>) -> Vec<Component> {
    let mut engines: Vec<(ListGame, Rc<_>)> = Vec::new();
    let mut components = Vec::new();
    for game in games {
        let shape = game.shape();
        let engine = match engines.iter().find(|(other, _)| *other == shape) {
            Some((_, engine)) => Rc::clone(engine),
            None => {
                let engine = Rc::new(RefCell::new(Grundy::new(game.clone())));
                engines.push((shape, Rc::clone(&engine)));
                engine
            }
        };
        components.push(Component { game, engine });
    }
    components
}

fn nim_sum(
    components: &[Component],
    position: &Position,
    meter: &mut Meter,
) -> Result<Value, Stop> {
    let mut sum = 0;
    for component in components {
        let lists = component.game.lists(position);
        sum ^= component.engine.borrow_mut().nimber(lists, meter)?;
    }
    Ok(Value::Nimber(sum))
}

fn class(mut wins: impl FnMut(Player) -> Result<bool, Stop>) -> Result<Value, Stop> {
    Ok(Value::Class(Class::new(wins(Player::Left)?, wins(Player::Right)?)))
}
