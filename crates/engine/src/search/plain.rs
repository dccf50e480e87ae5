//! The plain engines: memoised search, one for each way of winning, simple enough to be trusted.
//!
//! They answer if no faster engine applies, and the fast engines are tested against them and
//! compared with them.

pub mod grundy;
pub mod maker_breaker;
pub(crate) mod partisan;
pub(crate) mod score;

use chromex_budget::{Meter, Stop};
use chromex_rules::{Convention, Player, Position, UNCOLOURED};

use crate::engine::{Engine, Setup};
use crate::engine::{MAX_LITERAL, Unsearchable};
use crate::model::lists::ListGame;
use crate::model::literal::Literal;
use crate::value::{Class, Value};

/// The engine for any game, over the rules as they are.
pub fn engine(
    position: &Position,
    setup: &Setup<'_>,
) -> Option<Result<Box<dyn Engine>, Unsearchable>> {
    Some(setup.nothing_saved().map_err(Unsearchable::from).and_then(|()| literal(position)))
}

fn literal(position: &Position) -> Result<Box<dyn Engine>, Unsearchable> {
    let open = position.colouring().iter().filter(|&&colour| colour == UNCOLOURED).count();
    if open > MAX_LITERAL {
        return Err(Unsearchable::TooManyLiteral(open));
    }
    let model = Literal::new(position);
    Ok(match position.convention() {
        Convention::Impartial => Box::new(grundy::Grundy::new(model)),
        Convention::Partisan => Box::new(partisan::Partisan::new(model)),
        Convention::Misere => Box::new(partisan::Partisan::misere(model)),
        Convention::MakerBreaker | Convention::Scoring => Box::new(score::Score::new(model)),
    })
}

impl Engine for grundy::Grundy<Literal> {
    fn describe(&self) -> &'static str {
        "plain search by the literal rules (slow): nimbers"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let state = self.model().state(position);
        self.nimber(state, meter).map(Value::Nimber)
    }
}

impl Engine for partisan::Partisan<Literal> {
    fn describe(&self) -> &'static str {
        "plain search by the literal rules (slow): outcomes"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let state = self.model().state(position);
        class(|player| self.wins(state.clone(), player, meter))
    }
}

impl Engine for partisan::Partisan<ListGame> {
    fn describe(&self) -> &'static str {
        "outcomes of a list game"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let lists = self.model().lists(position);
        class(|player| self.wins(lists.clone(), player, meter))
    }
}

fn class(mut wins: impl FnMut(Player) -> Result<bool, Stop>) -> Result<Value, Stop> {
    Ok(Value::Class(Class::new(wins(Player::Left)?, wins(Player::Right)?)))
}

impl Engine for maker_breaker::MakerBreaker {
    fn describe(&self) -> &'static str {
        "plain search of the maker-breaker game on lists"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let lists = self.game().lists(position);
        self.alice_wins(lists, position.turn(), meter).map(Value::won_by_alice)
    }
}

impl Engine for score::Score {
    fn describe(&self) -> &'static str {
        "plain search by the literal rules (slow): alpha-beta"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let state = self.model().state(position);
        let score = self.score(state, position.turn(), meter)?;
        Ok(match position.convention() {
            Convention::Scoring => Value::Score(score),
            _ => Value::won_by_alice(score > 0),
        })
    }

    fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let state = self.model().state(position);
        score::Score::at_least(self, goal, state, position.turn(), meter)
    }
}
