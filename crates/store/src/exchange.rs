//! Checking, exporting and merging stores.

use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::path::Path;

use chromex::rules::{Move, Position, UNTOLD};
use chromex::{Ask, Budget, MoveValue, Outcome, Question, Sources, Value, ask, value_from_moves};
use chromex_files::{Disk, Replacement};
use serde_json::{Value as Json, json};

use crate::key::{Key, keyed};
use crate::value::{
    read_best, read_moves, read_outcome, read_value, write_best, write_moves, write_value,
};
use crate::{COLUMNS, NOT_IN_A_STAR, PATIENCE, Row, Store, StoreError, canonical, tells_a_star};

/// What a check of a store found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// Entries that were found again.
    pub confirmed: u64,
    /// Entries that could not be recomputed within the budget.
    pub undecided: u64,
    /// Entries that are wrong or make no sense, each with what is wrong.
    pub wrong: Vec<String>,
}

/// What a merge did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// Entries read.
    pub read: u64,
    /// Entries that were new here, or told more.
    pub added: u64,
}

/// Rows that are added in one transaction.
const BATCH: usize = 1000;

impl Store {
    /// Looks whether the file is sound, in the database's own opinion.
    pub fn integrity(&self) -> Result<Vec<String>, StoreError> {
        self.with(PATIENCE, |connection| {
            let mut statement = connection.prepare("PRAGMA integrity_check")?;
            let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
            let lines: Vec<String> = lines.collect::<Result<_, _>>()?;
            Ok(lines.into_iter().filter(|line| line != "ok").collect())
        })
    }

    /// Calls `each` with every entry, or with so many at random. Entries are read in pages, so that
    /// nobody waits meanwhile.
    fn for_each_row(
        &self,
        sample: Option<u64>,
        mut each: impl FnMut(Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if let Some(sample) = sample {
            let rows = self.select("ORDER BY random() LIMIT ?1", &[&(sample as i64)])?;
            return rows.into_iter().try_for_each(each);
        }
        let mut last: Option<Key> = None;
        loop {
            let rows = match &last {
                None => self.select("ORDER BY game, graph, colouring, turn LIMIT 1000", &[])?,
                Some(key) => self.select(
                    "WHERE (game, graph, colouring, turn) > (?1, ?2, ?3, ?4) \
                     ORDER BY game, graph, colouring, turn LIMIT 1000",
                    &[&key.game, &key.graph, &key.colouring, &key.turn],
                )?,
            };
            let Some(row) = rows.last() else { return Ok(()) };
            last = Some(row.key.clone());
            rows.into_iter().try_for_each(&mut each)?;
        }
    }

    fn select(
        &self,
        rest: &str,
        parameters: &[&dyn rusqlite::ToSql],
    ) -> Result<Vec<Row>, StoreError> {
        self.with(PATIENCE, |connection| {
            let mut statement =
                connection.prepare_cached(&format!("SELECT {COLUMNS} FROM answers {rest}"))?;
            let rows = statement.query_map(parameters, Row::read)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    fn forget(&self, key: &Key) -> Result<(), StoreError> {
        self.with(PATIENCE, |connection| {
            connection.execute(
                "DELETE FROM answers WHERE game=?1 AND graph=?2 AND colouring=?3 AND turn=?4",
                rusqlite::params![key.game, key.graph, key.colouring, key.turn],
            )?;
            Ok(())
        })
    }

    /// Recomputes entries by search, all or so many at random, and compares; forgets those that are
    /// wrong, if that is wanted.
    pub fn verify(
        &self,
        sample: Option<u64>,
        forget: bool,
        budget: &Budget,
        mut progress: impl FnMut(&Checked),
    ) -> Result<Checked, StoreError> {
        let mut checked = Checked::default();
        self.for_each_row(sample, |row| {
            match recompute(&row, budget) {
                Ok(true) => checked.confirmed += 1,
                Ok(false) => checked.undecided += 1,
                Err(wrong) => {
                    checked.wrong.push(format!("{}: {wrong}", row.key));
                    if forget {
                        self.forget(&row.key)?;
                    }
                }
            }
            progress(&checked);
            Ok(())
        })?;
        Ok(checked)
    }

    /// Writes every entry as a line of JSON.
    pub fn export(&self, out: &mut dyn Write) -> Result<u64, StoreError> {
        let mut count = 0;
        self.for_each_row(None, |row| {
            writeln!(out, "{}", write_line(&row))?;
            count += 1;
            Ok(())
        })?;
        Ok(count)
    }

    /// Replaces a file by every answer as a line of JSON; tells how many there are.
    pub fn export_to(&self, path: &Path) -> Result<u64, StoreError> {
        let mut file = Replacement::begin(&Disk::real(), path)?;
        let count = self.export(&mut file)?;
        file.finish()?;
        Ok(count)
    }

    /// Takes in another store, or an export.
    pub fn merge(&self, path: &Path) -> Result<Merged, StoreError> {
        let unusable = |error: std::io::Error| StoreError::Open(path.to_owned(), error.to_string());
        let mut file = std::fs::File::open(path).map_err(unusable)?;
        let mut start = Vec::new();
        Read::by_ref(&mut file).take(16).read_to_end(&mut start)?;
        if start == b"SQLite format 3\0" {
            let other = Store::open(path)?;
            let mut merge = Merge::into(self);
            other.for_each_row(None, |row| {
                let place = row.key.to_string();
                merge.add(&row, &format!("the entry {place}"))
            })?;
            return merge.finish();
        }
        file.rewind()?;
        self.import(BufReader::new(file))
    }

    /// Takes in the lines of an export.
    pub fn import(&self, lines: impl BufRead) -> Result<Merged, StoreError> {
        let mut merge = Merge::into(self);
        for (line, number) in lines.lines().zip(1..) {
            let line = line?;
            if line.trim().is_empty() {
                continue;
            }
            let row = read_line(&line).ok_or_else(|| {
                StoreError::Malformed(format!("line {number} is no entry of a store"))
            })?;
            merge.add(&row, &format!("line {number}"))?;
        }
        merge.finish()
    }
}

/// Rows on their way into a store.
struct Merge<'a> {
    store: &'a Store,
    waiting: Vec<Row>,
    merged: Merged,
}

impl<'a> Merge<'a> {
    fn into(store: &'a Store) -> Merge<'a> {
        Merge { store, waiting: Vec::new(), merged: Merged::default() }
    }

    /// The entry is filed under its own key anew, whatever it says; `place` is where it stands. Of a
    /// game that only its author knows nothing is known here but its key.
    fn add(&mut self, row: &Row, place: &str) -> Result<(), StoreError> {
        self.merged.read += 1;
        let wrong = |why: String| StoreError::Malformed(format!("{place}: {why}"));
        let row = refiled(row).map_err(wrong)?;
        self.waiting.push(row);
        if self.waiting.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.merged.added += self.store.add(&std::mem::take(&mut self.waiting), PATIENCE)?;
        Ok(())
    }

    fn finish(mut self) -> Result<Merged, StoreError> {
        self.flush()?;
        Ok(self.merged)
    }
}

fn refiled(row: &Row) -> Result<Row, String> {
    if row.key.game.starts_with(UNTOLD) {
        return Ok(row.clone());
    }
    let position = row.key.position()?;
    let convention = position.convention();
    sound(row, &position)?;
    let keyed = keyed(&position).ok_or("too large to be kept")?;
    let moves = row.moves.as_deref().and_then(|text| read_moves(convention, text));
    let moved = moves.map(|mut moves| {
        moves.iter_mut().for_each(|m| m.played = canonical(&keyed, m.played));
        moves
    });
    let moves = moved.as_deref().and_then(|moves| write_moves(convention, moves));
    let best = row.best.as_deref().and_then(read_best).map(|best| {
        let there = |m: Move| MoveValue { played: canonical(&keyed, m), value: None };
        best.into_iter().map(there).collect::<Vec<_>>()
    });
    let best = best.as_deref().and_then(write_best);
    Ok(Row { key: keyed.key, moves, best, ..row.clone() })
}

/// Refuses values that are no values of the game, moves that are none of its moves, and entries that
/// contradict themselves.
fn sound(row: &Row, position: &Position) -> Result<(), String> {
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
    let all_legal = |best: Vec<Move>| best.iter().all(|m| legal.contains(m));
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

/// Whether a value and an outcome go together. In the game in which Bob has nothing to win, the
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

/// Whether a value is that of a position with these moves, as far as they tell.
fn follows(position: &Position, value: &Value, moves: &[MoveValue]) -> bool {
    if moves.is_empty() {
        return true;
    }
    let mover = position.turn();
    match value_from_moves(position, moves) {
        Some(combined) => combined == *value,
        // The moves of a partisan game tell who wins moving first.
        None => {
            let wins = |m: &MoveValue| {
                m.value.as_ref().is_some_and(|v| v.winner(mover.opponent()) == Some(mover))
            };
            moves.iter().any(wins) == (value.winner(mover) == Some(mover))
        }
    }
}

/// Whether an entry is confirmed by a search; `false` if that was given up, or if only whoever made
/// the game knows its rules.
fn recompute(row: &Row, budget: &Budget) -> Result<bool, String> {
    if row.key.game.starts_with(UNTOLD) {
        return Ok(false);
    }
    let position = row.key.position()?;
    let convention = position.convention();
    sound(row, &position)?;
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
    compare(
        "value",
        &row.value,
        answer.value.as_ref().and_then(|value| write_value(convention, value)),
    )?;
    compare("outcome", &row.outcome, answer.outcome.map(|outcome| outcome.to_string()))?;
    compare("list of moves", &row.moves, write_moves(convention, &answer.moves))?;
    compare("list of best moves", &row.best, write_best(&answer.moves))?;
    Ok(true)
}

fn write_line(row: &Row) -> Json {
    json!({
        "game": row.key.game, "graph": row.key.graph, "colouring": row.key.colouring,
        "turn": row.key.turn, "value": row.value, "outcome": row.outcome, "moves": row.moves,
        "best": row.best,
        "positions": row.positions, "bytes": row.bytes, "seconds": row.seconds,
        "engine": row.engine, "found": row.found,
    })
}

fn read_line(line: &str) -> Option<Row> {
    let object: Json = serde_json::from_str(line).ok()?;
    let text = |name: &str| object[name].as_str().map(str::to_owned);
    Some(Row {
        key: Key {
            game: text("game")?,
            graph: text("graph")?,
            colouring: text("colouring")?,
            turn: object["turn"].as_i64()?,
        },
        // Earlier versions did not write out long values.
        value: text("value").filter(|value| !value.contains("\"form\":null")),
        outcome: text("outcome"),
        moves: text("moves").filter(|moves| !moves.contains("form\\\":null")),
        best: text("best"),
        positions: object["positions"].as_u64()?,
        bytes: object["bytes"].as_u64()?,
        seconds: object["seconds"].as_f64()?,
        engine: text("engine")?,
        found: text("found"),
    })
}
