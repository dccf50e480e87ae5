//! Exporting and merging stores.

use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::path::Path;

use chromex::rules::{Move, UNTOLD};
use chromex::text::printable;
use chromex::{MoveValue, Stop};
use chromex_files::{Disk, Replacement};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::answers::canonical;
use crate::key::{Key, TOO_LARGE, keyed};
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
    /// How many entries were not taken in.
    pub refused: u64,
    /// The first [`REASONS`] of these, each by its place, with the reason.
    pub reasons: Vec<String>,
    /// Why it was stopped before the end, if it was. What was read is taken in.
    pub stopped: Option<Stop>,
}

/// What a merge takes in.
#[derive(Debug, Clone, Copy, Default)]
pub struct Merging {
    /// Entries without checksums too, as earlier versions wrote them: nobody can tell whether they were changed.
    pub unsummed: bool,
}

/// Of so many entries it is told why they were refused.
pub const REASONS: usize = 20;

/// The number of rows that are added in one transaction.
const BATCH: usize = 1000;

/// Rows of so many bytes are added though they are fewer.
const BATCH_BYTES: usize = 1 << 22;

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
                Found::Unsummed(row) => self.damaged_entry(&row.key),
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
    /// When this has succeeded, the result is safely on the disk. The other store is only read.
    pub fn merge(&self, path: &Path, how: Merging) -> Result<Merged, StoreError> {
        let unusable = |error: std::io::Error| StoreError::Open(path.to_owned(), error.to_string());
        let from = path.display().to_string().replace(char::is_control, "·");
        let mut file = Disk::real().open(path).map_err(unusable)?;
        let mut start = Vec::new();
        Read::by_ref(&mut file).take(16).read_to_end(&mut start).map_err(unusable)?;
        if start == b"SQLite format 3\0" {
            let other = Store::open_to_read(path, &self.budget)?;
            let mut merge = Merge::into(self, &from, how)?;
            let read = other.for_each_row(None, |found| match found {
                Found::Sound(row) => {
                    let place = format!("the entry {}", row.key);
                    merge.add(Ok((*row, true)), place)
                }
                Found::Unsummed(row) => {
                    let place = format!("the entry {}", row.key);
                    merge.add(Ok((*row, false)), place)
                }
                Found::Damaged(key) => {
                    merge.add(Err(WRONG_SUM.to_owned()), format!("the entry {key}"))
                }
            });
            return merge.finish(read);
        }
        file.rewind().map_err(unusable)?;
        self.import(BufReader::new(file), &from, how)
    }

    /// Takes in the lines of an export; `from` is its name.
    pub fn import(
        &self,
        lines: impl BufRead,
        from: &str,
        how: Merging,
    ) -> Result<Merged, StoreError> {
        let mut merge = Merge::into(self, from, how)?;
        let read = self.read_lines(lines, from, &mut merge);
        merge.finish(read)
    }

    fn read_lines(
        &self,
        mut lines: impl BufRead,
        from: &str,
        merge: &mut Merge<'_>,
    ) -> Result<(), StoreError> {
        let (mut line, longest) = (Vec::new(), LONGEST_LINE.min(self.budget.memory / 8));
        for number in 1_u64.. {
            self.budget.check()?;
            line.clear();
            if lines.by_ref().take(longest).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.len() as u64 == longest {
                let why = format!("line {number} is too long for an export of a store");
                return Err(StoreError::Open(from.into(), why));
            }
            let entry = line.strip_suffix(b"\n").unwrap_or(&line);
            if !entry.trim_ascii().is_empty() {
                merge.add(read_line(entry), format!("line {number}"))?;
            }
        }
        Ok(())
    }
}

const WRONG_SUM: &str = "it has been changed: its checksum is wrong";

const NO_SUM: &str = "it has no checksum, by which a change would be seen: \
                      --unsummed takes in what the first versions wrote, if you trust where it comes from";

/// Rows that are being merged into a store.
struct Merge<'a> {
    store: &'a Store,
    from: &'a str,
    how: Merging,
    /// Rows that have not been added yet, each with its place in the input.
    waiting: Vec<(Row, String)>,
    /// The bytes of their texts.
    bytes: usize,
    merged: Merged,
}

impl<'a> Merge<'a> {
    fn into(store: &'a Store, from: &'a str, how: Merging) -> Result<Merge<'a>, StoreError> {
        // A user who is told that answers were taken in may delete the file that they came from.
        store.synchronous("FULL")?;
        Ok(Merge { store, from, how, waiting: Vec::new(), bytes: 0, merged: Merged::default() })
    }

    /// Computes the key of the entry again, whatever key the entry has; `place` says where it
    /// stands in the input, and the row comes with whether it had a checksum. For games that are
    /// not listed only the key is known here.
    fn add(&mut self, row: Result<(Row, bool), String>, place: String) -> Result<(), StoreError> {
        let budget = &self.store.budget;
        let refiled = row.and_then(|(row, summed)| match summed || self.how.unsummed {
            true => budget.during(|| refiled(&row)),
            false => Err(NO_SUM.to_owned()),
        });
        // What was not finished says nothing about the entry.
        budget.check()?;
        self.merged.read += 1;
        match refiled {
            Ok(row) => {
                let merged = Some(self.from.to_owned());
                self.bytes += row.length();
                self.waiting.push((Row { merged, ..row }, place));
            }
            Err(why) => self.refuse(&place, &why),
        }
        let full = self.waiting.len() >= BATCH || self.bytes >= BATCH_BYTES;
        if full { self.flush() } else { Ok(()) }
    }

    fn refuse(&mut self, place: &str, why: &str) {
        self.merged.refused += 1;
        if self.merged.reasons.len() < REASONS {
            let why = printable(&format!("{place}: {why}"));
            self.merged.reasons.push(why.replace(char::is_control, "·"));
        }
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        let (rows, places): (Vec<Row>, Vec<String>) =
            std::mem::take(&mut self.waiting).into_iter().unzip();
        self.bytes = 0;
        let added = self.store.add(&rows, PATIENCE)?;
        self.merged.added += added.new;
        for (row, conflict) in added.refused {
            self.refuse(&places[row], &conflict.to_string());
        }
        Ok(())
    }

    /// `read` is how the reading ended: what was read before the budget was spent is taken in.
    fn finish(mut self, read: Result<(), StoreError>) -> Result<Merged, StoreError> {
        match read {
            Err(StoreError::Stopped(stop)) => self.merged.stopped = Some(stop),
            read => read?,
        }
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
    let keyed = keyed(&position).ok_or(TOO_LARGE)?;
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

/// The row in a line, and whether it has a checksum: lines of earlier versions have none.
fn read_line(line: &[u8]) -> Result<(Row, bool), String> {
    let line: Line =
        serde_json::from_slice(line).map_err(|_| "it is no entry of a store".to_owned())?;
    let (row, sum) = line.into_row();
    match sum {
        None => Ok((row.of_earlier_version(), false)),
        Some(sum) if sum == row.sum() => Ok((row, true)),
        Some(_) => Err(format!("{}: {WRONG_SUM}", row.key)),
    }
}

/// What stands in a line. Whatever else stands there takes no memory.
#[derive(Deserialize)]
struct Line {
    game: String,
    graph: String,
    colouring: String,
    turn: i64,
    value: Option<String>,
    outcome: Option<String>,
    moves: Option<String>,
    best: Option<String>,
    positions: u64,
    bytes: u64,
    seconds: f64,
    engine: String,
    found: Option<String>,
    merged: Option<String>,
    sum: Option<i64>,
}

impl Line {
    /// A row and its checksum, if there is one.
    fn into_row(self) -> (Row, Option<i64>) {
        let Line { game, graph, colouring, turn, value, outcome, moves, best, .. } = self;
        let Line { positions, bytes, seconds, engine, found, merged, sum, .. } = self;
        let key = Key { game, graph, colouring, turn };
        let row = Row {
            key,
            value,
            outcome,
            moves,
            positions,
            bytes,
            seconds,
            engine,
            found,
            best,
            merged,
        };
        (row, sum)
    }
}
