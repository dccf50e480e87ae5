//! The tables of the database, and how tables of earlier versions are upgraded.
//!
//! Version 2 added the best moves, version 3 the checksum of each row and the file that it was
//! merged from.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use crate::error::StoreError;
use crate::row::{COLUMNS, Found, Row};

/// The version of the tables. A store of a later version is refused.
const SCHEMA: i64 = 3;

/// Marks the file as a store of this program (`PRAGMA application_id`): "Chrx".
const APPLICATION: i64 = 0x4368_7278;

const TABLES: &str = "
    CREATE TABLE answers (
        game TEXT NOT NULL, graph TEXT NOT NULL, colouring TEXT NOT NULL, turn INTEGER NOT NULL,
        value TEXT, outcome TEXT, moves TEXT,
        positions INTEGER NOT NULL, bytes INTEGER NOT NULL, seconds REAL NOT NULL,
        engine TEXT NOT NULL, found TEXT NOT NULL, best TEXT, merged TEXT, sum INTEGER NOT NULL,
        PRIMARY KEY (game, graph, colouring, turn)
    ) WITHOUT ROWID;";

/// Makes sure that the tables exist and have this version.
pub(crate) fn prepare(
    connection: &mut Connection,
    path: &Path,
    patience: Duration,
) -> Result<(), StoreError> {
    // This order matters: another process may create the tables, in one transaction, between the
    // two reads.
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    let (version, application) = (version(connection)?, number(connection, "application_id")?);
    if application == APPLICATION && version > SCHEMA {
        return Err(StoreError::Newer(path.to_owned(), version, SCHEMA));
    }
    if application != APPLICATION && tables > 0 {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    if application != APPLICATION || version != SCHEMA {
        write_ahead(connection, patience)?;
        bring_up_to_date(connection)?;
    }
    Ok(())
}

/// What is selected from the tables of a store that is only read: what [`COLUMNS`] say, as far as its version has it.
pub(crate) fn columns(connection: &Connection, path: &Path) -> Result<Columns, StoreError> {
    if number(connection, "application_id")? != APPLICATION {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    match version(connection)? {
        1 => Ok(Columns::Earlier(EARLIER.replace("BEST", "NULL"))),
        2 => Ok(Columns::Earlier(EARLIER.replace("BEST", "best"))),
        SCHEMA => Ok(Columns::Summed),
        version => Err(StoreError::Newer(path.to_owned(), version, SCHEMA)),
    }
}

/// The columns of a row, as they are selected.
#[derive(Debug)]
pub(crate) enum Columns {
    /// All of them, [`COLUMNS`].
    Summed,
    /// Those of a version whose rows have no checksums.
    Earlier(String),
}

impl Columns {
    pub(crate) fn text(&self) -> &str {
        match self {
            Columns::Summed => COLUMNS,
            Columns::Earlier(text) => text,
        }
    }

    /// What is in a row that was selected; `None` if an earlier version had written nothing there.
    pub(crate) fn read(&self, row: &rusqlite::Row<'_>) -> Option<Found> {
        match self {
            Columns::Summed => Some(Row::read(row)),
            Columns::Earlier(_) => {
                of_earlier_version(row).map(|row| Found::Unsummed(Box::new(row)))
            }
        }
    }
}

/// The columns of earlier versions.
const EARLIER: &str = "game, graph, colouring, turn, value, outcome, moves, positions, bytes, seconds, \
                       engine, found, BEST, NULL";

/// A row without a checksum. Rows that cannot be read are left out, and so are rows with neither
/// a value nor an outcome.
fn of_earlier_version(row: &rusqlite::Row<'_>) -> Option<Row> {
    let row = Row::read_unverified(row).ok()?.of_earlier_version();
    (row.value.is_some() || row.outcome.is_some()).then_some(row)
}

fn number(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    number(connection, "user_version")
}

/// Switches the write-ahead log on. SQLite does not wait for other processes during this change, so
/// this function does.
fn write_ahead(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    let deadline = Instant::now() + patience;
    loop {
        let mode = connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()));
        let busy = [Some(ErrorCode::DatabaseBusy), Some(ErrorCode::DatabaseLocked)];
        match mode {
            Err(error)
                if busy.contains(&error.sqlite_error_code()) && Instant::now() < deadline => {}
            mode => return mode,
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Creates the tables or upgrades those of an earlier version, in one transaction; does nothing if
/// another process has already done so.
fn bring_up_to_date(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    match version(&transaction)? {
        0 => transaction.execute_batch(TABLES)?,
        1 => copy_from(&transaction, "NULL")?,
        2 => copy_from(&transaction, "best")?,
        _ => return Ok(()),
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", SCHEMA)?;
    Ok(transaction.commit()?)
}

/// Copies rows without a checksum into a new table; `best` is the column with their best moves.
fn copy_from(transaction: &Transaction<'_>, best: &str) -> Result<(), StoreError> {
    transaction.execute_batch("ALTER TABLE answers RENAME TO earlier;")?;
    transaction.execute_batch(TABLES)?;
    let columns = EARLIER.replace("BEST", best);
    let mut statement = transaction.prepare(&format!("SELECT {columns} FROM earlier"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(row) = of_earlier_version(row) {
            row.write(transaction)?;
        }
    }
    drop(rows);
    drop(statement);
    Ok(transaction.execute_batch("DROP TABLE earlier;")?)
}
