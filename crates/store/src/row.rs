//! Rows of the table: reading, verifying, merging with later results, and writing.

use std::fmt;

use chromex_files::Checksum;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::StoreError;
use crate::key::Key;

/// A row of the table, without its checksum.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub key: Key,
    pub value: Option<String>,
    pub outcome: Option<String>,
    pub moves: Option<String>,
    pub positions: u64,
    pub bytes: u64,
    pub seconds: f64,
    pub engine: String,
    /// The date when it was found; `None` before it is written.
    pub found: Option<String>,
    /// The best moves, if the values of all moves are not known.
    pub best: Option<String>,
    /// The file from which it was merged; `None` once a search here has confirmed it.
    pub merged: Option<String>,
}

/// The columns, in the order that [`Row::read`] expects.
pub(crate) const COLUMNS: &str = "game, graph, colouring, turn, value, outcome, moves, positions, bytes, \
                           seconds, engine, found, best, merged, sum";

/// Selects one row by its key.
pub(crate) const OF_KEY: &str = "WHERE game=?1 AND graph=?2 AND colouring=?3 AND turn=?4";

/// A row as it was read.
#[derive(Debug)]
pub(crate) enum Found {
    /// A row whose checksum is right.
    Sound(Box<Row>),
    /// A row of an earlier version, which had no checksums.
    Unsummed(Box<Row>),
    /// A damaged row.
    Damaged(DamagedKey),
}

/// The key of a damaged row, byte by byte, because it may not be valid text.
#[derive(Debug)]
pub(crate) struct DamagedKey([Vec<u8>; 4]);

impl fmt::Display for DamagedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.0.each_ref().map(|part| String::from_utf8_lossy(part));
        write!(f, "{}", parts.join(" ").replace(char::is_control, "·"))
    }
}

impl DamagedKey {
    fn of(row: &rusqlite::Row<'_>) -> DamagedKey {
        DamagedKey([0, 1, 2, 3].map(|column| match row.get_ref(column) {
            Ok(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => bytes.to_vec(),
            Ok(ValueRef::Integer(number)) => number.to_string().into_bytes(),
            _ => Vec::new(),
        }))
    }

    /// Removes the row. Its place in the index may be wrong, so all rows are looked at.
    pub(crate) fn forget(&self, connection: &Connection) -> rusqlite::Result<usize> {
        let [game, graph, colouring, turn] = &self.0;
        connection.execute(
            "DELETE FROM answers WHERE CAST(game AS BLOB) = ?1 AND CAST(graph AS BLOB) = ?2 \
             AND CAST(colouring AS BLOB) = ?3 AND CAST(turn AS BLOB) = ?4",
            params![game, graph, colouring, turn],
        )
    }
}

/// The result of adding a row.
#[derive(Debug)]
pub(crate) enum Filed {
    /// Everything in it was known.
    Known,
    /// It was new, or added something to what is known.
    Added,
    /// It replaced a merged row that contradicts it.
    Replaced(StoreError),
}

impl Row {
    /// Reads and verifies a row with the columns [`COLUMNS`].
    pub(crate) fn read(row: &rusqlite::Row<'_>) -> Found {
        match Row::read_unverified(row).and_then(|found| Ok((found, row.get::<_, i64>(14)?))) {
            Ok((found, sum)) if found.sum() == sum => Found::Sound(Box::new(found)),
            _ => Found::Damaged(DamagedKey::of(row)),
        }
    }

    /// Reads a row of a table without checksums.
    pub(crate) fn read_unverified(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
        Ok(Row {
            key: Key {
                game: row.get(0)?,
                graph: row.get(1)?,
                colouring: row.get(2)?,
                turn: row.get(3)?,
            },
            value: row.get(4)?,
            outcome: row.get(5)?,
            moves: row.get(6)?,
            positions: row.get::<_, i64>(7)? as u64,
            bytes: row.get::<_, i64>(8)? as u64,
            seconds: row.get(9)?,
            engine: row.get(10)?,
            found: row.get(11)?,
            best: row.get(12)?,
            merged: row.get(13)?,
        })
    }

    /// The row with this key.
    pub(crate) fn with_key(connection: &Connection, key: &Key) -> rusqlite::Result<Option<Found>> {
        let mut statement =
            connection.prepare_cached(&format!("SELECT {COLUMNS} FROM answers {OF_KEY}"))?;
        let key = params![key.game, key.graph, key.colouring, key.turn];
        statement.query_row(key, |row| Ok(Row::read(row))).optional()
    }

    /// The bytes of its texts, about.
    pub(crate) fn length(&self) -> usize {
        let Row { value, moves, best, key, .. } = self;
        let texts = [value, moves, best].map(|text| text.as_ref().map_or(0, String::len));
        texts.iter().sum::<usize>() + key.graph.len()
    }

    /// The checksum of key and content. Each text counts with its length; a missing text is marked
    /// as missing.
    pub(crate) fn sum(&self) -> i64 {
        let mut sum = Checksum::default();
        let Key { game, graph, colouring, turn } = &self.key;
        for text in [game, graph, colouring, &self.engine] {
            add_text(&mut sum, Some(text));
        }
        let Row { value, outcome, moves, found, best, merged, .. } = self;
        for text in [value, outcome, moves, found, best, merged] {
            add_text(&mut sum, text.as_ref());
        }
        sum.add(&turn.to_le_bytes());
        // The database does not distinguish negative zero from zero.
        let seconds = (self.seconds + 0.0).to_bits();
        for number in [self.positions, self.bytes, seconds] {
            sum.add(&number.to_le_bytes());
        }
        sum.0 as i64
    }

    /// Adds the row to the table, merged with the existing row about the same position. A damaged
    /// row is replaced.
    pub(crate) fn file(&self, connection: &Connection) -> Result<Filed, StoreError> {
        let old = match Row::with_key(connection, &self.key)? {
            Some(Found::Sound(old)) => *old,
            Some(Found::Damaged(_) | Found::Unsummed(_)) | None => {
                self.write(connection)?;
                return Ok(Filed::Added);
            }
        };
        if let Some((kept, now)) = old.contradiction(self) {
            let (key, kept, now) = (self.key.to_string(), kept.to_owned(), now.to_owned());
            return match (&old.merged, &self.merged) {
                (Some(file), None) => {
                    self.write(connection)?;
                    let file = file.clone();
                    Ok(Filed::Replaced(StoreError::Refuted(key, kept, file, now)))
                }
                _ => Err(StoreError::Conflict(key, kept, now)),
            };
        }
        let joined = old.joined(self);
        if joined == old {
            return Ok(Filed::Known);
        }
        joined.write(connection)?;
        Ok(Filed::Added)
    }

    /// The first contradiction: two different values for one position, or two different outcomes.
    fn contradiction<'a>(&'a self, new: &'a Row) -> Option<(&'a str, &'a str)> {
        let pairs = [(&self.value, &new.value), (&self.outcome, &new.outcome)];
        let known = pairs.into_iter().filter_map(|(a, b)| Some((a.as_deref()?, b.as_deref()?)));
        known.into_iter().find(|(a, b)| a != b)
    }

    /// Merges this row with a later, consistent one. The result counts as found here only if
    /// nothing in it is known from a merge alone.
    fn joined(&self, new: &Row) -> Row {
        if self.merged.is_some() && new.merged.is_none() && new.tells_all_of(self) {
            return new.clone();
        }
        if self.tells_all_of(new) {
            return self.clone();
        }
        let or = |a: &Option<String>, b: &Option<String>| a.clone().or_else(|| b.clone());
        let moves = or(&self.moves, &new.moves);
        Row {
            value: or(&self.value, &new.value),
            outcome: or(&self.outcome, &new.outcome),
            best: or(&self.best, &new.best).filter(|_| moves.is_none()),
            moves,
            merged: or(&self.merged, &new.merged),
            ..self.clone()
        }
    }

    fn tells_all_of(&self, other: &Row) -> bool {
        let tells = |a: &Option<String>, b: &Option<String>| a.is_some() || b.is_none();
        tells(&self.value, &other.value)
            && tells(&self.outcome, &other.outcome)
            && tells(&self.moves, &other.moves)
            && (self.moves.is_some() || tells(&self.best, &other.best))
    }

    /// Writes the row with its checksum and replaces any row with the same key.
    pub(crate) fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        let found = match &self.found {
            Some(found) => found.clone(),
            None => connection
                .prepare_cached("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')")?
                .query_row([], |row| row.get(0))?,
        };
        let row = Row { found: Some(found), ..self.clone() };
        let mut statement = connection.prepare_cached(&format!(
            "INSERT OR REPLACE INTO answers ({COLUMNS}) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
        ))?;
        statement.execute(params![
            row.key.game,
            row.key.graph,
            row.key.colouring,
            row.key.turn,
            row.value,
            row.outcome,
            row.moves,
            row.positions as i64,
            row.bytes as i64,
            row.seconds,
            row.engine,
            row.found,
            row.best,
            row.merged,
            row.sum(),
        ])?;
        Ok(())
    }

    /// Marks the row as found here, unless it has changed meanwhile.
    pub(crate) fn unmark(&self, connection: &Connection) -> rusqlite::Result<usize> {
        let own = Row { merged: None, ..self.clone() };
        let Key { game, graph, colouring, turn } = &self.key;
        let statement = format!("UPDATE answers SET merged = NULL, sum = ?5 {OF_KEY} AND sum = ?6");
        let values = params![game, graph, colouring, turn, own.sum(), self.sum()];
        connection.execute(&statement, values)
    }

    /// Removes the row with this key.
    pub(crate) fn forget(connection: &Connection, key: &Key) -> rusqlite::Result<usize> {
        let statement = format!("DELETE FROM answers {OF_KEY}");
        connection.execute(&statement, params![key.game, key.graph, key.colouring, key.turn])
    }

    /// The row without long values, which the first version did not write out, and without best
    /// moves if all moves are known: these follow from them.
    pub(crate) fn of_earlier_version(self) -> Row {
        let written =
            |text: &String| !text.contains("form\":null") && !text.contains("form\\\":null");
        let moves = self.moves.filter(written);
        Row {
            value: self.value.filter(written),
            best: self.best.filter(|_| moves.is_none()),
            moves,
            ..self
        }
    }
}

fn add_text(sum: &mut Checksum, text: Option<&String>) {
    match text {
        None => sum.add(&[0]),
        Some(text) => {
            sum.add(&[1]);
            sum.add(&(text.len() as u64).to_le_bytes());
            sum.add(text.as_bytes());
        }
    }
}
