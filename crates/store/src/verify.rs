//! Checks whether the answers in a store are right.

use chromex::rules::{Move, Position, UNTOLD};
use chromex::{Ask, Budget, MoveValue, Outcome, Question, Sources, Value, ask, value_from_moves};

use crate::answers::{NOT_IN_A_STAR, tells_a_star};
use crate::row::{Found, Row};
use crate::value::{
    read_best, read_moves, read_outcome, read_value, write_best, write_moves, write_value,
};
use crate::{PATIENCE, Store, StoreError};

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of entries that were confirmed.
    pub confirmed: u64,
    /// How many of the confirmed entries had been merged from elsewhere. From now on they count as
    /// found here.
    pub proved: u64,
    /// The number of entries that could not be recomputed within the budget.
    pub undecided: u64,
    /// Entries that are wrong or make no sense, each with the reason.
    pub wrong: Vec<String>,
    /// Entries that do not match their checksum, as far as they can be read.
    pub damaged: Vec<String>,
}

/// Which entries are checked, and what happens to wrong ones.
#[derive(Debug, Clone, Copy, Default)]
pub struct Verification {
    /// The number of random entries to check; `None` for all.
    pub sample: Option<u64>,
    /// Whether to check only entries that were merged from elsewhere.
    pub merged_only: bool,
    /// Whether to remove entries that are wrong or damaged.
    pub forget: bool,
}

impl Store {
    /// Asks the database to check its file; returns the problems that it finds.
    pub fn integrity(&self) -> Result<Vec<String>, StoreError> {
        self.with(PATIENCE, |connection| {
            let mut statement = connection.prepare("PRAGMA integrity_check")?;
            let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
            let lines: Vec<String> = lines.collect::<Result<_, _>>()?;
            Ok(lines.into_iter().filter(|line| line != "ok").collect())
        })
    }

    /// How many entries are damaged.
    pub fn count_damaged(&self) -> Result<u64, StoreError> {
        let mut damaged = 0;
        self.for_each_row(None, |found| {
            damaged += u64::from(matches!(found, Found::Damaged(_)));
            Ok(())
        })?;
        Ok(damaged)
    }

    /// The entries that are damaged, as far as they can be read.
    pub fn damaged(&self) -> Result<Vec<String>, StoreError> {
        let mut damaged = Vec::new();
        self.for_each_row(None, |found| {
            if let Found::Damaged(key) = found {
                damaged.push(key.to_string());
            }
            Ok(())
        })?;
        Ok(damaged)
    }

    /// Recomputes entries by search and compares.
    pub fn verify(
        &self,
        what: Verification,
        budget: &Budget,
        mut progress: impl FnMut(&Checked),
    ) -> Result<Checked, StoreError> {
        let mut checked = Checked::default();
        self.for_each_row(what.sample, |found| {
            self.verify_one(found, what, budget, &mut checked)?;
            progress(&checked);
            Ok(())
        })?;
        Ok(checked)
    }

    fn verify_one(
        &self,
        found: Found,
        what: Verification,
        budget: &Budget,
        checked: &mut Checked,
    ) -> Result<(), StoreError> {
        let row = match found {
            Found::Sound(row) | Found::Unsummed(row) => row,
            Found::Damaged(key) => {
                checked.damaged.push(key.to_string());
                return self.change(what.forget, |connection| key.forget(connection));
            }
        };
        if what.merged_only && row.merged.is_none() {
            return Ok(());
        }
        match recompute(&row, budget) {
            Ok(true) => {
                checked.confirmed += 1;
                checked.proved += u64::from(row.merged.is_some());
                self.change(row.merged.is_some(), |connection| row.unmark(connection))
            }
            Ok(false) => {
                checked.undecided += 1;
                Ok(())
            }
            Err(wrong) => {
                checked.wrong.push(format!("{}: {wrong}", row.key));
                self.change(what.forget, |connection| Row::forget(connection, &row.key))
            }
        }
    }

    /// Makes a change to the table, if changes are wanted.
    fn change(
        &self,
        wanted: bool,
        change: impl FnOnce(&rusqlite::Connection) -> rusqlite::Result<usize>,
    ) -> Result<(), StoreError> {
        if wanted {
            self.with(PATIENCE, |connection| Ok(change(connection)?))?;
        }
        Ok(())
    }
}

/// Refuses values that the game cannot have, moves that it does not have, and entries that
/// contradict themselves.
pub(crate) fn sound(row: &Row, position: &Position) -> Result<(), String> {
    let convention = position.convention();
    let bad = |name: &str, text: &Option<String>| format!("bad {name} {text:?}");
    let value = row.value.as_deref().map(|text| read_value(convention, text));
    let outcome = row.outcome.as_deref().map(read_outcome);
    if value == Some(None) || value.is_none() && outcome.is_none() {
        return Err(bad("value", &row.value));
    }
    if outcome == Some(None) {
        return Err(bad("outcome", &row.outcome));
    }
    let (value, outcome) = (value.flatten(), outcome.flatten());
    if let (Some(value), Some(outcome)) = (&value, outcome)
        && !agree(position, value, outcome)
    {
        return Err(contradiction("value", &row.value, "outcome", &row.outcome));
    }
    let legal = position.moves();
    let all_legal =
        |best: Vec<Move>| best.len() <= legal.len() && best.iter().all(|m| legal.contains(m));
    if row.best.as_deref().is_some_and(|text| !read_best(text).is_some_and(all_legal)) {
        return Err(bad("best moves", &row.best));
    }
    let Some(moves) = &row.moves else { return Ok(()) };
    let moves = read_moves(convention, moves).ok_or_else(|| bad("moves", &row.moves))?;
    if moves.len() != legal.len() || !moves.iter().all(|m| legal.contains(&m.played)) {
        return Err(bad("moves", &row.moves));
    }
    match value.is_none_or(|value| follows(position, &value, &moves)) {
        true => Ok(()),
        false => Err(contradiction("value", &row.value, "moves", &row.moves)),
    }
}

fn contradiction(a: &str, one: &Option<String>, b: &str, other: &Option<String>) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    format!("it contradicts itself: the {a} is {}, but the {b} {}", text(one), text(other))
}

/// Whether a value and an outcome are consistent. In the game in which Bob has nothing to win, the
/// outcome is about A*.
fn agree(position: &Position, value: &Value, outcome: Outcome) -> bool {
    match value {
        Value::Score(score) if tells_a_star(position) => {
            let all = chromex::reds_at_the_end(position) as i32;
            outcome != NOT_IN_A_STAR || *score < all
        }
        _ => value.outcome() == outcome,
    }
}

/// Whether a value is consistent with the values of the moves, as far as these determine it.
fn follows(position: &Position, value: &Value, moves: &[MoveValue]) -> bool {
    if moves.is_empty() {
        return true;
    }
    let mover = position.turn();
    match value_from_moves(position, moves) {
        Some(combined) => combined == *value,
        // The moves of a partisan game determine who wins moving first.
        None => {
            let wins = |m: &MoveValue| {
                m.value.as_ref().is_some_and(|v| v.winner(mover.opponent()) == Some(mover))
            };
            moves.iter().any(wins) == (value.winner(mover) == Some(mover))
        }
    }
}

/// Whether a search confirms an entry; `false` if the search was given up, or if the rules of the
/// game are known only to its author.
fn recompute(row: &Row, budget: &Budget) -> Result<bool, String> {
    if row.key.game.starts_with(UNTOLD) {
        return Ok(false);
    }
    let position = row.key.position()?;
    sound(row, &position)?;
    let write = |value: &Value| write_value(position.convention(), value);
    let compare = |name: &str, kept: &Option<String>, found: Option<String>| match (kept, found) {
        (Some(kept), Some(found)) if *kept != found => {
            Err(format!("the {name} is {found}, not {kept}"))
        }
        _ => Ok(()),
    };
    let about_a_star = tells_a_star(&position) && row.value.is_none();
    let what = match (&row.moves, &row.best, &row.value) {
        _ if about_a_star => Ask::AStar,
        (Some(_), ..) => Ask::AllMoves,
        (None, Some(_), _) => Ask::BestMoves,
        (None, None, Some(_)) => Ask::Value,
        (None, None, None) => Ask::Outcome,
    };
    let question = Question::new(&position, what).within(budget).from(Sources::SEARCH);
    let answer = ask(&question).map_err(|error| error.to_string())?;
    if answer.stopped.is_some() {
        return Ok(false);
    }
    if about_a_star {
        return match answer.a_star {
            Some(true) => Err("it is in A*, after all".to_owned()),
            member => Ok(member.is_some()),
        };
    }
    compare("value", &row.value, answer.value.as_ref().and_then(write))?;
    compare("outcome", &row.outcome, answer.outcome.map(|outcome| outcome.to_string()))?;
    compare("list of moves", &row.moves, write_moves(position.convention(), &answer.moves))?;
    if what == Ask::BestMoves {
        compare("list of best moves", &row.best, write_best(&answer.moves))?;
    }
    Ok(true)
}
