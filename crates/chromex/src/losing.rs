//! Does the player to move lose? Programs that divide one search among them ask each other only this, and the value of a
//! position follows from a few such questions.

use chromex_engine::{Class, Outcome, Solver, Value};
use chromex_rules::{Convention, Player, Position, Verdict};

use crate::Stop;
use crate::answer::has_outcome;

/// The question whether the player to move loses.
#[derive(Debug, Clone)]
pub struct LossQuestion {
    /// The position.
    pub position: Position,
    /// In an impartial game, the size of a nim-heap that is played along: the player to move loses the sum exactly if
    /// the nimber of the position is this number. In a scoring game, Alice wins if the score is at least this
    /// number. In other games it has no meaning.
    pub number: i32,
}

impl LossQuestion {
    /// The answer, if the game is over.
    pub fn at_the_end(&self) -> Option<bool> {
        if self.position.convention() == Convention::Impartial && self.number > 0 {
            return None;
        }
        Some(match self.position.verdict()? {
            Verdict::Wins(winner) => winner != self.position.turn(),
            Verdict::Score(score) => self.lost_with_score(score),
        })
    }

    /// The answer that follows from the value or the outcome of the position, if one does.
    pub fn from_facts(&self, value: Option<&Value>, outcome: Option<Outcome>) -> Option<bool> {
        let outcome = outcome.or_else(|| value.map(Value::outcome));
        match (self.position.convention(), value) {
            (Convention::Impartial, Some(&Value::Nimber(heap))) => {
                Some(i64::from(heap) == i64::from(self.number))
            }
            (Convention::Impartial, _) if self.number != 0 => None,
            (Convention::Scoring, Some(&Value::Score(score))) => Some(self.lost_with_score(score)),
            (Convention::Scoring, _) => None,
            _ => outcome.map(|outcome| self.lost_with(outcome)),
        }
    }

    /// Positions of which the value is that of this one, so that either may be known: that of a partisan game does not
    /// depend on whose turn it is.
    pub fn with_the_same_value(&self) -> Vec<Position> {
        match self.position.convention() {
            Convention::Partisan | Convention::Misere => [Player::Left, Player::Right]
                .map(|turn| self.position.clone().with_turn(turn))
                .into(),
            _ => vec![self.position.clone()],
        }
    }

    /// The questions after each move, also in the heap: the player to move loses if none of them is answered by yes.
    pub fn options(&self) -> Vec<LossQuestion> {
        let after = |played| {
            let position = self.position.play(played).expect("listed moves are legal");
            LossQuestion { position, number: self.number }
        };
        let moves = self.position.moves().into_iter().map(after);
        let heaps = match self.position.convention() {
            Convention::Impartial => 0..self.number,
            _ => 0..0,
        };
        let smaller = |number| LossQuestion { position: self.position.clone(), number };
        moves.chain(heaps.map(smaller)).collect()
    }

    /// The answer of a search.
    pub fn decide(&self, solver: &mut Solver) -> Result<bool, Stop> {
        let LossQuestion { position, number } = self;
        Ok(match position.convention() {
            Convention::Impartial => solver.is_nimber(number.unsigned_abs(), position)?,
            Convention::Scoring => self.lost_if(solver.at_least(*number, position)?),
            Convention::Partisan | Convention::Misere => self.lost_with(solver.outcome(position)?),
            Convention::MakerBreaker => self.lost_with(solver.value(position)?.outcome()),
        })
    }

    fn lost_with(&self, outcome: Outcome) -> bool {
        let mover = self.position.turn();
        outcome.winner(mover) != Some(mover)
    }

    fn lost_with_score(&self, score: i32) -> bool {
        self.lost_if(score >= self.number)
    }

    fn lost_if(&self, alice_wins: bool) -> bool {
        alice_wins != (self.position.turn() == Player::Left)
    }
}

/// What is to be done next to find the value of a position by [`LossQuestion`]s.
#[derive(Debug, Clone)]
pub enum NextStep {
    /// This question is to be answered.
    Ask(LossQuestion),
    /// Everything is found.
    Found {
        /// The exact value; of a partisan game, or if only the outcome was asked for, it may be missing.
        value: Option<Value>,
        /// Who wins, if the game has an outcome.
        outcome: Option<Outcome>,
    },
}

impl NextStep {
    /// The step after the questions before it were answered in this way, in order.
    pub fn after(answers: &[bool], position: &Position, outcome_only: bool) -> NextStep {
        let series = Series { position, answers };
        let outcome_only = outcome_only && has_outcome(position);
        match position.convention() {
            Convention::Impartial if outcome_only => series.impartial_outcome(),
            Convention::Impartial => series.nimber(),
            Convention::Scoring if outcome_only => series.sign_of_score(),
            Convention::Scoring => series.score(),
            Convention::Partisan | Convention::Misere => series.class(),
            Convention::MakerBreaker => series.winner(),
        }
    }
}

/// The answers so far to the questions about a position.
struct Series<'a> {
    position: &'a Position,
    answers: &'a [bool],
}

impl Series<'_> {
    fn ask(&self, number: i32) -> NextStep {
        NextStep::Ask(LossQuestion { position: self.position.clone(), number })
    }

    fn found(&self, value: Value) -> NextStep {
        let outcome = has_outcome(self.position).then(|| value.outcome());
        NextStep::Found { value: Some(value), outcome }
    }

    fn impartial_outcome(&self) -> NextStep {
        let class = match self.answers {
            [] => return self.ask(0),
            [lost, ..] => {
                if *lost {
                    Class::P
                } else {
                    Class::N
                }
            }
        };
        NextStep::Found { value: None, outcome: Some(Outcome::Class(class)) }
    }

    /// Is it *0, *1, …? A position with m moves has at most the nimber m.
    fn nimber(&self) -> NextStep {
        let most = self.position.moves().len();
        match self.answers.iter().position(|&lost| lost) {
            Some(heap) => self.found(Value::Nimber(heap as u32)),
            None if self.answers.len() == most => self.found(Value::Nimber(most as u32)),
            None => self.ask(self.answers.len() as i32),
        }
    }

    /// Does Alice win, and if not, is it a draw?
    fn sign_of_score(&self) -> NextStep {
        let outcome = match *self.answers {
            [] => return self.ask(1),
            [first, ..] if self.at_least(first) => Outcome::Winner(Player::Left),
            [_] => return self.ask(0),
            [_, second, ..] if self.at_least(second) => Outcome::Draw,
            _ => Outcome::Winner(Player::Right),
        };
        NextStep::Found { value: None, outcome: Some(outcome) }
    }

    /// Bisection: nobody scores more than there are cells.
    fn score(&self) -> NextStep {
        let most = self.position.cells() as i32;
        let (mut low, mut high) = (-most, most);
        let middle = |low: i32, high: i32| low + (high - low + 1) / 2;
        for &lost in self.answers {
            match self.at_least(lost) {
                true => low = middle(low, high),
                false => high = middle(low, high) - 1,
            }
        }
        if low < high { self.ask(middle(low, high)) } else { self.found(Value::Score(low)) }
    }

    /// Whether the score is at least the number that was asked about.
    fn at_least(&self, lost: bool) -> bool {
        lost != (self.position.turn() == Player::Left)
    }

    /// Who wins if Left begins, and if Right begins?
    fn class(&self) -> NextStep {
        let turn = match self.answers {
            [] => Player::Left,
            [_] => Player::Right,
            [left_loses, right_loses, ..] => return self.in_class(*left_loses, *right_loses),
        };
        let position = self.position.clone().with_turn(turn);
        NextStep::Ask(LossQuestion { position, number: 0 })
    }

    fn in_class(&self, left_loses: bool, right_loses: bool) -> NextStep {
        let class = match (left_loses, right_loses) {
            (false, false) => Class::N,
            (false, true) => Class::L,
            (true, false) => Class::R,
            (true, true) => Class::P,
        };
        // In misère play, the class is all there is to know.
        let misere = self.position.convention() == Convention::Misere;
        let value = misere.then_some(Value::Class(class));
        NextStep::Found { value, outcome: Some(Outcome::Class(class)) }
    }

    fn winner(&self) -> NextStep {
        match self.answers {
            [] => self.ask(0),
            [lost, ..] => self.found(Value::won_by_alice(self.at_least(*lost))),
        }
    }
}
