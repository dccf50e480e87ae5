//! The strongest claim about a position, the exact answer, and proofs of what is claimed if anything is.

use chromex_checker::{Claim, Relation, Statement};
use chromex_graphs::Board;
use chromex_rules::{Convention, GameFamily, Player, Position};

use super::{Certificate, Unproved, prove, prove_near};
use crate::chi::least;
use crate::{Ask, Question, Sources, ask};
use chromex_budget::Budget;
use chromex_engine::Solver;
use chromex_engine::{Class, Outcome, Value};

/// A value whose form has more characters than this is not claimed, only its outcome.
const MAX_FORM: usize = 200;

/// The claim of the exact value of this position or, if the value is too complicated, of its
/// outcome.
pub fn suggest(position: &Position, budget: &Budget) -> Result<Claim, Unproved> {
    if position.convention() == Convention::Partisan {
        let mut solver = Solver::new(position, budget)?;
        if let Some(text) = solver.value_as_form(position, MAX_FORM)? {
            return Ok(Claim::Value(Relation::Exactly, text));
        }
        let Outcome::Class(class) = solver.outcome(position)? else {
            return Err(Unproved::Claim("a partisan game without an outcome".to_owned()));
        };
        return Ok(outcome_claim(class));
    }
    let question = Question::new(position, Ask::Value).within(budget).from(Sources::SEARCH);
    let answer = ask(&question)?;
    match (answer.value, answer.stopped) {
        (Some(Value::Nimber(heap)), _) => Ok(Claim::Nimber(heap)),
        (Some(Value::Winner(player)), _) => Ok(Claim::Winner(player)),
        (Some(Value::Class(class)), _) => Ok(outcome_claim(class)),
        (Some(Value::Score(score)), _) => Ok(Claim::Score(Relation::Exactly, score)),
        (_, Some(stop)) => Err(stop.into()),
        (value, None) => Err(Unproved::Claim(format!("no claim can be made of {value:?}"))),
    }
}

fn outcome_claim(class: Class) -> Claim {
    Claim::Outcome(class.to_string().chars().next().unwrap_or('N'))
}

/// The claim of the exact least number with which Alice wins one of these games.
pub fn suggest_least(
    games: &GameFamily,
    board: &Board,
    first: Player,
    budget: &Budget,
) -> Result<Claim, Unproved> {
    let found = least(games, board, first, false, budget, Sources::SEARCH)?;
    match (found.number(), found.stopped) {
        (Some(number), _) => Ok(Claim::Chi(Relation::Exactly, number as u8)),
        (None, Some(stop)) => Err(stop.into()),
        (None, None) => Err(Unproved::Claim("the least number is not known".to_owned())),
    }
}

/// Proves a claim about a position; without one, its exact value, or, near the patients, that Alice
/// wins.
pub fn prove_claim(
    position: &Position,
    claim: Option<Claim>,
    near: bool,
    budget: &Budget,
) -> Result<Certificate, Unproved> {
    let budget = &budget.running();
    let claim = claim.or(near.then_some(Claim::Winner(Player::Left)));
    let claim = claim.map_or_else(|| suggest(position, budget), Ok)?;
    prove_statement(Statement::about(position, claim), near, budget)
}

/// Proves a claim about the least number with which Alice wins one of these games; without one,
/// which number it is.
pub fn prove_least(
    games: GameFamily,
    board: Board,
    first: Player,
    claim: Option<Claim>,
    near: bool,
    budget: &Budget,
) -> Result<Certificate, Unproved> {
    let budget = &budget.running();
    let claim = claim.map_or_else(|| suggest_least(&games, &board, first, budget), Ok)?;
    let statement = Statement::about_least(games, board, first, claim);
    prove_statement(statement.map_err(Unproved::Claim)?, near, budget)
}

fn prove_statement(
    statement: Statement,
    near: bool,
    budget: &Budget,
) -> Result<Certificate, Unproved> {
    if near { prove_near(statement, budget) } else { prove(statement, budget) }
}
