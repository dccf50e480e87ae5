//! Chooses the engine for a game, and asks it.

use chromex_rules::{Convention, Goal, Player, Position};

use crate::model::lists::{ListGame, Lists, TooMany};
use crate::model::literal::Literal;
use crate::partisan::PartisanEngine;
use crate::search::components::Components;
use crate::search::keep::{Keeper, Unreadable};
use crate::search::maker_breaker::MakerBreaker;
use crate::search::orthogonal::Orthogonal;
use crate::search::plain::grundy::Grundy;
use crate::search::plain::maker_breaker::MakerBreaker as PlainMakerBreaker;
use crate::search::plain::partisan::Partisan;
use crate::search::plain::score::Score;
use crate::search::sums::NimSum;
use crate::value::{Class, Outcome, Value};
use chromex_budget::{Budget, Meter, Statistics, Stop};
use chromex_values::Form;

/// The literal engines recurse once a move; more open cells than this are refused.
pub const MAX_LITERAL: usize = 1000;

/// Why a question cannot be searched at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsearchable {
    /// Too large for bitsets.
    #[error(
        "{} vertices are still open: search of this game takes at most {} (of impartial games, in \
         each component)", .0.open, .0.most
    )]
    TooManyOpen(TooMany),
    /// Too large for the literal engines.
    #[error("{0} vertices are still open: search of this game takes at most {MAX_LITERAL}")]
    TooManyLiteral(usize),
    /// What an earlier search saved cannot be used.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

impl From<TooMany> for Unsearchable {
    fn from(too_many: TooMany) -> Unsearchable {
        Unsearchable::TooManyOpen(too_many)
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
    NimSum(NimSum),
    /// Impartial games with global state.
    Nimber(Grundy<Literal>),
    /// Partisan list games, with their values.
    Values(Box<PartisanEngine>),
    /// Partisan list games, plainly.
    Class(Partisan<ListGame>),
    /// Partisan games with global state.
    LiteralClass(Partisan<Literal>),
    /// The maker-breaker colouring game.
    MakerBreaker(Box<MakerBreaker>),
    /// The maker-breaker colouring game, plainly.
    PlainMakerBreaker(PlainMakerBreaker),
    /// The largest connected subgraph game.
    Components(Box<Components>),
    /// The orthogonal colouring game, scored or with normal play.
    Orthogonal(Box<Orthogonal>),
    /// Anything that ends with a verdict.
    Score(Score),
}

impl Solver {
    /// A solver for this position and what follows from it.
    pub fn new(position: &Position, budget: &Budget) -> Result<Solver, Unsearchable> {
        Ok(Solver { engine: Engine::new(position, Some(budget))?, meter: Meter::new(budget) })
    }

    /// A solver that uses the plain engines only: the baseline.
    pub fn plain(position: &Position, budget: &Budget) -> Result<Solver, Unsearchable> {
        Ok(Solver { engine: Engine::new(position, None)?, meter: Meter::new(budget) })
    }

    /// The exact value of a position, which must have been reached from the first one; who is to
    /// move is as it says.
    pub fn value(&mut self, position: &Position) -> Result<Value, Stop> {
        self.meter.check()?;
        if let Some(verdict) = position.verdict()
            && position.convention() != Convention::Partisan
        {
            return Ok(Value::of_verdict(position.convention(), verdict));
        }
        self.engine.value(position, &mut self.meter)
    }

    /// Whether the score is at least `goal`; for scoring games only.
    pub fn at_least(&mut self, goal: i32, position: &Position) -> Result<Option<bool>, Stop> {
        let meter = &mut self.meter;
        match &mut self.engine {
            Engine::Components(engine) => engine.at_least(goal, position, meter).map(Some),
            Engine::Orthogonal(engine) => engine.at_least(goal, position, meter).map(Some),
            Engine::Score(engine) => {
                let state = engine.model().state(position);
                engine.at_least(goal, state, position.turn(), meter).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether the nimber of a position of an impartial game is this one.
    pub fn is_nimber(&mut self, heap: u32, position: &Position) -> Result<bool, Stop> {
        self.meter.check()?;
        match &mut self.engine {
            Engine::NimSum(sum) => sum.is(heap, position, &mut self.meter),
            _ => Ok(self.value(position)? == Value::Nimber(heap)),
        }
    }

    /// Whether the value of a position of a partisan list game is at least, and at most, a form.
    pub fn compare(&mut self, position: &Position, form: Form) -> Result<(bool, bool), Stop> {
        match &mut self.engine {
            Engine::Values(engine) => engine.compare(position, form, &mut self.meter),
            _ => Err(Stop::OutOfRange),
        }
    }

    /// The form with these options, for [`Solver::compare`].
    pub fn form(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Stop> {
        match &mut self.engine {
            Engine::Values(engine) => engine.form(left, right),
            _ => Err(Stop::OutOfRange),
        }
    }

    /// The value of a partisan list game by numbers, nimbers and braces alone, if it is not longer
    /// than `most`.
    pub fn value_as_form(
        &mut self,
        position: &Position,
        most: usize,
    ) -> Result<Option<String>, Stop> {
        match &mut self.engine {
            Engine::Values(engine) => engine.value_as_form(position, most, &mut self.meter),
            _ => Ok(None),
        }
    }

    /// Who wins, without the value, which can be much cheaper.
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Stop> {
        let meter = &mut self.meter;
        match &mut self.engine {
            Engine::NimSum(sum) if position.verdict().is_none() => {
                let zero = sum.is(0, position, meter)?;
                Ok(Value::Nimber(u32::from(!zero)).outcome())
            }
            Engine::Values(engine) => engine.class(position, meter).map(Outcome::Class),
            Engine::Components(engine) if position.verdict().is_none() => {
                if engine.at_least(1, position, meter)? {
                    return Ok(Outcome::Winner(Player::Left));
                }
                let draw = engine.at_least(0, position, meter)?;
                Ok(if draw { Outcome::Draw } else { Outcome::Winner(Player::Right) })
            }
            _ => Ok(self.value(position)?.outcome()),
        }
    }

    /// The components of a position of a sum, each by its cells and with its value; empty for games
    /// that are not taken apart. The position must be the first one.
    pub fn components(&mut self, position: &Position) -> Result<Vec<(Vec<usize>, Value)>, Stop> {
        let meter = &mut self.meter;
        let mut parts: Vec<(Vec<usize>, Value)> = match &mut self.engine {
            Engine::NimSum(sum) => {
                let parts = sum.components(position, meter)?.into_iter();
                parts.map(|(cells, nimber)| (cells, Value::Nimber(nimber))).collect()
            }
            Engine::Values(engine) => {
                let parts = engine.components(position, meter)?.into_iter();
                parts.map(|(cells, form)| (cells, Value::Form(form))).collect()
            }
            _ => Vec::new(),
        };
        parts.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(parts)
    }

    /// Tells who watches how many of how many moves are solved.
    pub fn report_root(&self, done: usize, moves: usize) {
        self.meter.monitor().report(done, moves);
    }

    /// Accounts for a position that was looked at outside, and stops if the budget is spent.
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.meter.tick()
    }

    /// What has been used so far.
    pub fn statistics(&self) -> Statistics {
        self.meter.statistics()
    }
}

impl Engine {
    /// The fast engine for the game within a budget, or the plain one.
    fn new(position: &Position, fast: Option<&Budget>) -> Result<Engine, Unsearchable> {
        let game = position.game();
        if let Some(engine) = fast.and_then(|budget| Engine::scoring(position, budget)) {
            return Ok(engine?);
        }
        let keeps = match game.convention() {
            Convention::Impartial | Convention::Partisan => game.pairwise_reach().is_some(),
            _ => game.goal() == Goal::ColourAll && game.different_within().is_some(),
        };
        if !keeps && fast.is_some_and(|budget| budget.keep.is_some()) {
            return Err(Unreadable::NotKept.into());
        }
        match (game.convention(), game.pairwise_reach()) {
            (Convention::Impartial, Some(reach)) => {
                Ok(Engine::NimSum(NimSum::new(position, reach, fast)?))
            }
            (Convention::Partisan, Some(reach)) => {
                let compiled = ListGame::compile(position, reach)?;
                Ok(match fast {
                    Some(budget) => Engine::Values(Box::new(partisan(compiled, position, budget)?)),
                    None => Engine::Class(Partisan::new(compiled)),
                })
            }
            (_, Some(reach)) if game.goal() == Goal::ColourAll => {
                let compiled = ListGame::compile(position, reach)?;
                // The fast engine relies on vertices losing no colour but that of a neighbour.
                Ok(match fast.filter(|_| game.different_within().is_some()) {
                    Some(budget) => {
                        Engine::MakerBreaker(Box::new(maker_breaker(compiled, budget)?))
                    }
                    None => Engine::PlainMakerBreaker(PlainMakerBreaker::new(compiled)),
                })
            }
            (convention, _) => Ok(Engine::literal(convention, literal(position)?)),
        }
    }

    /// The fast engine for a game that is decided by counting, if there is one.
    fn scoring(position: &Position, budget: &Budget) -> Option<Result<Engine, Unreadable>> {
        let (game, graph) = (position.game(), position.board().graph());
        let keeper = budget.keep.clone().map(|place| Keeper::new(place, 0));
        Some(match game.goal() {
            Goal::LargestComponent { both_count } => {
                let mut engine = Components::new(graph, both_count, budget.memory)?;
                let kept = keeper.map_or(Ok(()), |keeper| engine.keep(keeper));
                kept.map(|()| Engine::Components(Box::new(engine)))
            }
            Goal::Orthogonal => {
                let colours = game.palette().len() as u8;
                let mut engine = Orthogonal::new(graph, colours, budget.memory)?;
                let kept =
                    keeper.map_or(Ok(()), |keeper| engine.keep(keeper, position.convention()));
                kept.map(|()| Engine::Orthogonal(Box::new(engine)))
            }
            _ => return None,
        })
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
            Engine::NimSum(sum) => sum.nimber(position, meter).map(Value::Nimber),
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
            Engine::Values(engine) => engine.value(position, meter).map(Value::Form),
            Engine::MakerBreaker(engine) => {
                let lists = engine.game().lists(position);
                engine.alice_wins(lists, turn, meter).map(winner)
            }
            Engine::PlainMakerBreaker(engine) => {
                let lists = engine.game().lists(position);
                engine.alice_wins(lists, turn, meter).map(winner)
            }
            Engine::Components(engine) => engine.score(position, meter).map(Value::Score),
            Engine::Orthogonal(engine) => match position.convention() {
                Convention::Scoring => engine.score(position, meter).map(Value::Score),
                _ => engine.nimber(position, meter).map(Value::Nimber),
            },
            Engine::Score(engine) => {
                let state = engine.model().state(position);
                let score = engine.score(state, turn, meter)?;
                Ok(match position.convention() {
                    Convention::Scoring => Value::Score(score),
                    _ => winner(score > 0),
                })
            }
        }
    }
}

fn partisan(
    game: ListGame,
    position: &Position,
    budget: &Budget,
) -> Result<PartisanEngine, Unreadable> {
    let mut engine = PartisanEngine::new(game, position);
    if let Some(place) = budget.keep.clone() {
        engine.keep(Keeper::new(place, 0))?;
    }
    Ok(engine)
}

fn maker_breaker(game: ListGame, budget: &Budget) -> Result<MakerBreaker, Unreadable> {
    let mut engine = MakerBreaker::new(game, budget.memory, budget.threads);
    if let Some(place) = budget.keep.clone() {
        engine.keep(Keeper::new(place, 0))?;
    }
    Ok(engine)
}

fn winner(alice_wins: bool) -> Value {
    Value::Winner(if alice_wins { Player::Left } else { Player::Right })
}

fn literal(position: &Position) -> Result<Literal, Unsearchable> {
    let open = position.colouring().iter().filter(|&&c| c == chromex_rules::UNCOLOURED).count();
    if open > MAX_LITERAL {
        return Err(Unsearchable::TooManyLiteral(open));
    }
    Ok(Literal::new(position))
}

fn class(mut wins: impl FnMut(Player) -> Result<bool, Stop>) -> Result<Value, Stop> {
    Ok(Value::Class(Class::new(wins(Player::Left)?, wins(Player::Right)?)))
}
