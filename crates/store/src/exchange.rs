//! Exporting and merging stores.

use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::path::Path;

use chromex::MoveValue;
use chromex::rules::{Move, UNTOLD};
use chromex_files::{Disk, Replacement};
use serde_json::{Value as Json, json};

use crate::answers::canonical;
use crate::key::{Key, keyed};
use crate::row::{Found, Row};
use crate::value::{read_best, read_moves, write_best, write_moves};
use crate::verify::sound;
use crate::{PATIENCE, Store, StoreError};

/// The result of a merge.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// Entries read.
    pub read: u64,
    /// Entries that were new here, or added something to what is known.
    pub added: u64,
    /// Entries that were refused, each with its place and the reason.
    pub refused: Vec<String>,
}

/// The number of rows that are added in one transaction.
const BATCH: usize = 1000;

/// If a line is longer than this, the file is not an export, and may have no end.
const LONGEST_LINE: u64 = 1 << 24;

impl Store {
    /// Writes every entry as a line of JSON. Damaged entries are left out, with a warning.
    pub fn export(&self, out: &mut dyn Write) -> Result<u64, StoreError> {
        let mut count = 0;
        self.for_each_row(None, |found| {
            match found {
                Found::Sound(row) => {
                    writeln!(out, "{}", write_line(&row))?;
                    count += 1;
                }
                Found::Damaged(key) => self.damaged_entry(&key),
            }
            Ok(())
        })?;
        Ok(count)
    }

    /// Replaces a file by an export of all entries, one line of JSON each; returns their number.
    pub fn export_to(&self, path: &Path) -> Result<u64, StoreError> {
        let mut file = Replacement::begin(&Disk::real(), path)?;
        let count = self.export(&mut file)?;
        file.finish()?;
        Ok(count)
    }

    /// Takes in another store, or an export. New entries are marked as merged from there; entries
    /// that are damaged, make no sense or contradict what is known here are refused one by one.
    /// When this has succeeded, the result is safely on the disk.
    pub fn merge(&self, path: &Path) -> Result<Merged, StoreError> {
        let unusable = |error: std::io::Error| StoreError::Open(path.to_owned(), error.to_string());
        let from = path.display().to_string().replace(char::is_control, "·");
        let mut file = std::fs::File::open(path).map_err(unusable)?;
        let mut start = Vec::new();
        Read::by_ref(&mut file).take(16).read_to_end(&mut start).map_err(unusable)?;
        if start == b"SQLite format 3\0" {
            let other = Store::open(path)?;
            let mut merge = Merge::into(self, &from)?;
            other.for_each_row(None, |found| match found {
                Found::Sound(row) => {
                    let place = format!("the entry {}", row.key);
                    merge.add(Ok(*row), place)
                }
                Found::Damaged(key) => {
                    merge.add(Err(WRONG_SUM.to_owned()), format!("the entry {key}"))
                }
            })?;
            return merge.finish();
        }
        file.rewind().map_err(unusable)?;
        self.import(BufReader::new(file), &from)
    }

    /// Takes in the lines of an export; `from` is its name.
    pub fn import(&self, lines: impl BufRead, from: &str) -> Result<Merged, StoreError> {
        let mut merge = Merge::into(self, from)?;
        let (mut lines, mut line) = (lines, Vec::new());
        for number in 1_u64.. {
            line.clear();
            if lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.len() as u64 == LONGEST_LINE {
                let why = format!("line {number} is too long for an export of a store");
                return Err(StoreError::Open(from.into(), why));
            }
            let entry = line.strip_suffix(b"\n").unwrap_or(&line);
            if !entry.trim_ascii().is_empty() {
                merge.add(read_line(entry), format!("line {number}"))?;
            }
        }
        merge.finish()
    }
}

const WRONG_SUM: &str = "it has been changed: its checksum is wrong";

/// Rows that are being merged into a store.
struct Merge<'a> {
    store: &'a Store,
    from: &'a str,
    /// Rows that have not been added yet, each with its place in the input.
    waiting: Vec<(Row, String)>,
    merged: Merged,
}

impl<'a> Merge<'a> {
    fn into(store: &'a Store, from: &'a str) -> Result<Merge<'a>, StoreError> {
        // A user who is told that answers were taken in may delete the file that they came from.
        store.synchronous("FULL")?;
        Ok(Merge { store, from, waiting: Vec::new(), merged: Merged::default() })
    }

    /// Computes the key of the entry again, whatever key the entry has; `place` says where it
    /// stands in the input. For games that are not listed only the key is known here.
    fn add(&mut self, row: Result<Row, String>, place: String) -> Result<(), StoreError> {
        self.merged.read += 1;
        match row.and_then(|row| refiled(&row)) {
            Ok(row) => {
                let merged = Some(self.from.to_owned());
                self.waiting.push((Row { merged, ..row }, place));
            }
            Err(why) => self.refuse(&place, &why),
        }
        if self.waiting.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    fn refuse(&mut self, place: &str, why: &str) {
        self.merged.refused.push(format!("{place}: {why}").replace(char::is_control, "·"));
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        let (rows, places): (Vec<Row>, Vec<String>) =
            std::mem::take(&mut self.waiting).into_iter().unzip();
        let added = self.store.add(&rows, PATIENCE)?;
        self.merged.added += added.new;
        for (row, conflict) in added.refused {
            self.refuse(&places[row], &conflict.to_string());
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Merged, StoreError> {
        self.flush()?;
        self.store.synchronous("NORMAL")?;
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

fn write_line(row: &Row) -> Json {
    json!({
        "game": row.key.game, "graph": row.key.graph, "colouring": row.key.colouring,
        "turn": row.key.turn, "value": row.value, "outcome": row.outcome, "moves": row.moves,
        "best": row.best,
        "positions": row.positions, "bytes": row.bytes, "seconds": row.seconds,
        "engine": row.engine, "found": row.found, "merged": row.merged, "sum": row.sum(),
    })
}

/// The row in a line. Lines of earlier versions have no checksum.
fn read_line(line: &[u8]) -> Result<Row, String> {
    let object = serde_json::from_slice(line).ok();
    let (row, sum) = object.as_ref().and_then(read_object).ok_or("it is no entry of a store")?;
    match sum {
        None => Ok(row.of_earlier_version()),
        Some(sum) if sum == row.sum() => Ok(row),
        Some(_) => Err(format!("{}: {WRONG_SUM}", row.key)),
    }
}

/// A row and its checksum, if it has one.
fn read_object(object: &Json) -> Option<(Row, Option<i64>)> {
    let text = |name: &str| object[name].as_str().map(str::to_owned);
    let row = Row {
        key: Key {
            game: text("game")?,
            graph: text("graph")?,
            colouring: text("colouring")?,
            turn: object["turn"].as_i64()?,
        },
        value: text("value"),
        outcome: text("outcome"),
        moves: text("moves"),
        best: text("best"),
        positions: object["positions"].as_u64()?,
        bytes: object["bytes"].as_u64()?,
        seconds: object["seconds"].as_f64()?,
        engine: text("engine")?,
        found: text("found"),
        merged: text("merged"),
    };
    match &object["sum"] {
        Json::Null => Some((row, None)),
        sum => Some((row, Some(sum.as_i64()?))),
    }
}
