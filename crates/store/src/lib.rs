//! The results store: exact answers that were dear, kept between runs.
//!
//! One SQLite file, which several processes may use at once. An answer is found again for every
//! position that symmetry of the graph or a permutation of alike colours turns into the one it was
//! found for: [`key`] says which position stands for all of them. Only finished answers of searches
//! that took at least [`Store::least_time`] are kept, and what cannot be kept or found never stands in
//! the way of solving.
//!
//! ```
//! use chromex::{Ask, Question, Sources, ask, rules::Position};
//! use chromex_store::Store;
//! let store = Store::in_memory()?.keeping_from(std::time::Duration::ZERO);
//! let sources = Sources { store: Some(&store), ..Sources::SEARCH };
//! let position: Position = "icol path:6 B....W left".parse().unwrap();
//! let turned: Position = "icol path:6 B....W right".parse().unwrap();
//! let first = ask(&Question::new(&position, Ask::Value).from(sources)).unwrap();
//! let again = ask(&Question::new(&turned, Ask::Value).from(sources)).unwrap();
//! assert!(first.stored.is_none() && again.stored.is_some());
//! assert_eq!(first.value, again.value);
//! # Ok::<(), chromex_store::StoreError>(())
//! ```

mod exchange;
pub mod key;
mod place;
mod value;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chromex::rules::{Goal, Move, Player, Position};
use chromex::{
    Answer, AnswerStore, MoveValue, Origin, Outcome, Provenance, Recalled, Statistics, Value,
    reds_at_the_end,
};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

pub use exchange::{Checked, Merged};
pub use place::{Place, default_place};
pub use value::{read_outcome, read_value};

use key::Key;
use value::{read_best, read_moves, write_best, write_moves, write_value};

/// The version of the tables. A store of a later version is refused.
const SCHEMA: i64 = 2;

/// Marks the file as ours (`PRAGMA application_id`): "Chrx".
const APPLICATION: i64 = 0x4368_7278;

/// Answers are kept if their search took this long, unless told otherwise.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// How long a process waits for another one to finish writing. Questions wait less.
const PATIENCE: Duration = Duration::from_secs(20);

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS answers (
        game TEXT NOT NULL, graph TEXT NOT NULL, colouring TEXT NOT NULL, turn INTEGER NOT NULL,
        value TEXT, outcome TEXT, moves TEXT,
        positions INTEGER NOT NULL, bytes INTEGER NOT NULL, seconds REAL NOT NULL,
        engine TEXT NOT NULL, found TEXT NOT NULL, best TEXT,
        PRIMARY KEY (game, graph, colouring, turn)
    ) WITHOUT ROWID;";

/// What makes tables of the first version into those of the second. Values that the first version did
/// not write out are forgotten; who wins is still known.
const FROM_VERSION_1: &str = "
    ALTER TABLE answers ADD COLUMN best TEXT;
    UPDATE answers SET value = NULL WHERE value LIKE '%\"form\":null%';
    UPDATE answers SET moves = NULL WHERE moves LIKE '%form\\\":null%';";

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be opened or made.
    #[error("cannot open the store `{path}`: {why}", path = .0.display(), why = .1)]
    Open(PathBuf, String),
    /// A later version of the program made it.
    #[error(
        "the store `{path}` was made by a later version of chromex (its tables have version {found}, \
         this program knows {SCHEMA}): update chromex, or use another store", path = .0.display(), found = .1
    )]
    Newer(PathBuf, i64),
    /// It is a database of something else.
    #[error("`{path}` is a database, but no store of chromex", path = .0.display())]
    Foreign(PathBuf),
    /// Another answer is already kept for this position: one of them is wrong.
    #[error("the store says {1} for {0}, but now it is {2}: run `chromex store verify`")]
    Conflict(String, String, String),
    /// An entry, or a line of an export, that makes no sense.
    #[error("{0}")]
    Malformed(String),
    /// Another process does not let go of it.
    #[error("the store `{path}` is locked by another process", path = .0.display())]
    Busy(PathBuf),
    /// A file beside it cannot be used.
    #[error(transparent)]
    File(#[from] chromex_files::FileError),
    /// Something has written over it.
    #[error(
        "the store `{path}` is damaged ({why}): `chromex store verify --store {path}` tells what is lost; \
         move the file away, and a new one is made", path = .0.display(), why = .1
    )]
    Damaged(PathBuf, String),
    /// The database failed.
    #[error("the store `{path}` failed: {error}", path = .0.display(), error = .1)]
    Failed(PathBuf, rusqlite::Error),
    /// The database failed, wherever it is.
    #[error("the store failed: {0}")]
    Sql(#[from] rusqlite::Error),
    /// A file failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl StoreError {
    /// The same with the file named, and with what can be done about it.
    fn about(self, path: &Path) -> StoreError {
        let StoreError::Sql(error) = self else { return self };
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                StoreError::Busy(path.to_owned())
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Damaged(path.to_owned(), error.to_string())
            }
            _ => StoreError::Failed(path.to_owned(), error),
        }
    }
}

/// How much is kept about one game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameSummary {
    /// The game.
    pub game: String,
    /// The number of positions.
    pub entries: u64,
    /// The seconds of search that they cost.
    pub seconds: f64,
}

/// An open store; threads may share it.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
    path: PathBuf,
    least_time: Duration,
    /// Nobody waits again for a store that was locked, until something could be written.
    locked: AtomicBool,
    /// Who hears of trouble that does not stand in the way of an answer, …
    tell: fn(&str),
    /// … and what has been told, once each.
    warned: Mutex<HashSet<String>>,
}

/// A row as it is in the table.
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
    pub found: Option<String>,
    pub best: Option<String>,
}

const COLUMNS: &str = "game, graph, colouring, turn, value, outcome, moves, positions, bytes, \
                       seconds, engine, found, best";

impl Row {
    fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
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
        })
    }
}

impl Store {
    /// Opens the store in this file, or makes it, with its folder.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_within(path, PATIENCE)
    }

    /// As [`Store::open`], without waiting longer for other processes.
    pub fn open_within(path: &Path, patience: Duration) -> Result<Store, StoreError> {
        let unusable = |why: String| StoreError::Open(path.to_owned(), why);
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
        }
        let connection = Connection::open(path).map_err(|error| unusable(error.to_string()))?;
        let store = Store::make(connection, path, patience.min(PATIENCE));
        store.map_err(|error| match error.about(path) {
            StoreError::Failed(_, error) => unusable(error.to_string()),
            other => other,
        })
    }

    /// A store that is forgotten when it is dropped.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::make(Connection::open_in_memory()?, Path::new(":memory:"), PATIENCE)
    }

    fn make(connection: Connection, path: &Path, patience: Duration) -> Result<Store, StoreError> {
        connection.busy_timeout(patience)?;
        // In this order: another process may make the tables, all in one transaction, between the two.
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
        let (version, application): (i64, i64) =
            (number("user_version")?, number("application_id")?);
        if application == APPLICATION && version > SCHEMA {
            return Err(StoreError::Newer(path.to_owned(), version));
        }
        if application != APPLICATION && tables > 0 {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        if application != APPLICATION || version != SCHEMA {
            create(&connection, version, patience)?;
        }
        // With a write-ahead log a commit survives the end of the process, if not that of power,
        // and readers do not wait for writers.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.set_prepared_statement_cache_capacity(16);
        Ok(Store {
            connection: Mutex::new(connection),
            path: path.to_owned(),
            least_time: LEAST_TIME,
            locked: AtomicBool::new(false),
            tell: |_| (),
            warned: Mutex::default(),
        })
    }

    /// Has `tell` hear, once each, of answers that contradict each other and of failures while
    /// questions are answered, which go on without the store.
    pub fn warning_with(mut self, tell: fn(&str)) -> Store {
        self.tell = tell;
        self
    }

    fn trouble(&self, error: &StoreError) {
        let text = error.to_string();
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.insert(text.clone()) {
            (self.tell)(&text);
        }
    }

    /// Keeps answers whose search took at least so long.
    pub fn keeping_from(mut self, least: Duration) -> Store {
        self.least_time = least;
        self
    }

    /// The least time of a search whose answer is kept.
    pub fn least_time(&self) -> Duration {
        self.least_time
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Does something with the database, waiting so long for other processes to let go of it.
    fn with<T>(
        &self,
        patience: Duration,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let locked = self.locked.load(Ordering::Relaxed);
        connection.busy_timeout(if locked { Duration::ZERO } else { patience })?;
        let result = work(&mut connection).map_err(|error| error.about(&self.path));
        if let Err(StoreError::Busy(_)) = result {
            self.locked.store(true, Ordering::Relaxed);
        }
        result
    }

    /// What is known about a position; `None` too where no key is made for it (see [`key`]).
    pub fn get(&self, position: &Position) -> Result<Option<Recalled>, StoreError> {
        self.get_within(position, PATIENCE)
    }

    fn get_within(
        &self,
        position: &Position,
        patience: Duration,
    ) -> Result<Option<Recalled>, StoreError> {
        let Some(keyed) = key::keyed(position) else { return Ok(None) };
        let Some(row) = self.row(&keyed.key, patience)? else { return Ok(None) };
        let malformed = || StoreError::Malformed(format!("the entry {} is damaged", keyed.key));
        recalled(position, &keyed, row).ok_or_else(malformed).map(Some)
    }

    fn row(&self, key: &Key, patience: Duration) -> Result<Option<Row>, StoreError> {
        self.with(patience, |connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM answers WHERE game=?1 AND graph=?2 AND colouring=?3 AND turn=?4"
            ))?;
            let key = params![key.game, key.graph, key.colouring, key.turn];
            Ok(statement.query_row(key, Row::read).optional()?)
        })
    }

    /// Keeps an answer if it is worth it: found by a search that was finished and took some time.
    /// The moves are kept if all legal ones are listed. Returns whether it was kept.
    pub fn put(&self, position: &Position, answer: &Answer) -> Result<bool, StoreError> {
        self.put_all([(position, answer)]).map(|kept| kept > 0)
    }

    /// As [`Store::put`], many in one transaction, which is much faster; returns how many were kept.
    pub fn put_all<'a>(
        &self,
        answers: impl IntoIterator<Item = (&'a Position, &'a Answer)>,
    ) -> Result<usize, StoreError> {
        let row = |(position, answer)| self.row_for(position, answer);
        let rows: Vec<Row> = answers.into_iter().filter_map(row).collect();
        if !rows.is_empty() {
            self.add(&rows, PATIENCE)?;
        }
        Ok(rows.len())
    }

    /// The row of an answer that is worth keeping.
    fn row_for(&self, position: &Position, answer: &Answer) -> Option<Row> {
        let searched = answer.provenance != Provenance::Rules;
        if !searched || answer.statistics.time < self.least_time {
            return None;
        }
        let keyed = key::keyed(position)?;
        let by_theorem =
            matches!(answer.provenance, Provenance::Theorem(_)) && !answer.moves_complete;
        let value = answer.value.as_ref().filter(|_| !by_theorem);
        let value = value.and_then(|value| write_value(position.convention(), value));
        let outcome = match answer.a_star {
            None => answer.outcome.filter(|_| !by_theorem),
            Some(member) => (!member).then_some(NOT_IN_A_STAR),
        };
        let value = match answer.a_star {
            Some(true) => Some(Value::Score(reds_at_the_end(position) as i32).to_string()),
            _ => value,
        };
        if value.is_none() && outcome.is_none() {
            return None;
        }
        let moves: Vec<MoveValue> = answer
            .moves
            .iter()
            .map(|m| MoveValue { played: canonical(&keyed, m.played), value: m.value.clone() })
            .collect();
        let all = !moves.is_empty() && moves.len() == position.moves().len();
        let listed = answer.moves_complete && value.is_some();
        Some(Row {
            key: keyed.key,
            moves: if all && listed { write_moves(position.convention(), &moves) } else { None },
            best: if !all && listed { write_best(&moves) } else { None },
            value,
            outcome: outcome.map(|outcome| outcome.to_string()),
            positions: answer.statistics.positions,
            bytes: answer.statistics.bytes,
            seconds: answer.statistics.time.as_secs_f64(),
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            found: None,
        })
    }

    /// Adds rows in one transaction, and says how many were new. What is known already stays;
    /// something else about the same position is an error, and then nothing is added.
    pub(crate) fn add(&self, rows: &[Row], patience: Duration) -> Result<u64, StoreError> {
        let added = self.with(patience, |connection| add(connection, rows))?;
        self.locked.store(false, Ordering::Relaxed);
        Ok(added)
    }

    /// The number of positions.
    pub fn len(&self) -> Result<u64, StoreError> {
        self.with(PATIENCE, |connection| {
            let count = connection
                .query_row("SELECT count(*) FROM answers", [], |row| row.get::<_, i64>(0))?;
            Ok(count as u64)
        })
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }

    /// How much is kept, game by game.
    pub fn summary(&self) -> Result<Vec<GameSummary>, StoreError> {
        self.with(PATIENCE, |connection| {
            let mut statement = connection.prepare(
                "SELECT game, count(*), sum(seconds) FROM answers GROUP BY game ORDER BY game",
            )?;
            let rows = statement.query_map([], |row| {
                Ok(GameSummary {
                    game: row.get(0)?,
                    entries: row.get::<_, i64>(1)? as u64,
                    seconds: row.get(2)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// The bytes that the file takes, with what is written ahead of it.
    pub fn bytes(&self) -> u64 {
        let beside = |suffix: &str| {
            let mut name = self.path.as_os_str().to_owned();
            name.push(suffix);
            std::fs::metadata(PathBuf::from(name)).map_or(0, |data| data.len())
        };
        beside("") + beside("-wal")
    }
}

/// Adds rows in one transaction, and says how many were new.
fn add(connection: &mut Connection, rows: &[Row]) -> Result<u64, StoreError> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let before = transaction.query_row("SELECT total_changes()", [], |row| row.get::<_, i64>(0))?;
    for row in rows {
        refuse_conflict(&transaction, row)?;
        let mut statement = transaction.prepare_cached(&format!(
                "INSERT INTO answers ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
                 ?11, coalesce(?12, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')), ?13)
                 ON CONFLICT DO UPDATE SET value = coalesce(value, excluded.value),
                 outcome = coalesce(outcome, excluded.outcome), moves = coalesce(moves, excluded.moves),
                 best = coalesce(best, excluded.best)
                 WHERE value IS NULL AND excluded.value IS NOT NULL
                    OR outcome IS NULL AND excluded.outcome IS NOT NULL
                    OR moves IS NULL AND excluded.moves IS NOT NULL
                    OR best IS NULL AND excluded.best IS NOT NULL"
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
            row.best
        ])?;
    }
    let after = transaction.query_row("SELECT total_changes()", [], |row| row.get::<_, i64>(0))?;
    transaction.commit()?;
    Ok((after - before) as u64)
}

/// Makes the tables, or brings those of an earlier version up to date, unless another process is faster.
fn create(connection: &Connection, version: i64, patience: Duration) -> Result<(), StoreError> {
    // The change of mode does not wait for other processes by itself.
    let deadline = std::time::Instant::now() + patience;
    loop {
        let mode: rusqlite::Result<String> =
            connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0));
        match mode {
            Ok(_) => break,
            Err(_) if std::time::Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => return Err(error.into()),
        }
    }
    connection.execute_batch("BEGIN IMMEDIATE;")?;
    let now: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables = if version == 1 && now == 1 { FROM_VERSION_1 } else { TABLES };
    connection.execute_batch(&format!(
        "{tables} PRAGMA application_id = {APPLICATION}; \
         PRAGMA user_version = {SCHEMA}; COMMIT;"
    ))?;
    Ok(())
}

/// Two different values for one position: something is wrong, and it must be seen.
fn refuse_conflict(connection: &Connection, row: &Row) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT value, outcome FROM answers WHERE game=?1 AND graph=?2 AND colouring=?3 AND turn=?4",
    )?;
    let key = &row.key;
    let known: Option<(Option<String>, Option<String>)> = statement
        .query_row(params![key.game, key.graph, key.colouring, key.turn], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let Some((value, outcome)) = known else { return Ok(()) };
    for (old, new) in [(value, &row.value), (outcome, &row.outcome)] {
        if let (Some(old), Some(new)) = (old, new)
            && old != *new
        {
            return Err(StoreError::Conflict(key.to_string(), old, new.clone()));
        }
    }
    Ok(())
}

/// How it is kept that Alice cannot get all her vertices into one component: as an outcome, which that
/// game does not have otherwise. If she can, that is the value of the position.
pub(crate) const NOT_IN_A_STAR: Outcome = Outcome::Winner(Player::Right);

/// Whether outcomes of this game tell about A*.
pub(crate) fn tells_a_star(position: &Position) -> bool {
    position.game().goal() == Goal::LargestComponent { both_count: false }
}

/// What a row tells about a position; `None` if it makes no sense.
fn recalled(position: &Position, keyed: &key::Keyed, row: Row) -> Option<Recalled> {
    let convention = position.convention();
    let value = match &row.value {
        Some(text) => Some(read_value(convention, text)?),
        None => None,
    };
    let outcome = match &row.outcome {
        Some(text) => Some(read_outcome(text)?),
        None => None,
    };
    let a_star = match (&value, outcome) {
        _ if !tells_a_star(position) => None,
        (Some(Value::Score(score)), _) => Some(*score >= reds_at_the_end(position) as i32),
        (_, Some(outcome)) => (outcome == NOT_IN_A_STAR).then_some(false),
        _ => None,
    };
    let moves = match &row.moves {
        Some(text) => Some(own_moves(position, keyed, &read_moves(convention, text)?)?),
        None => None,
    };
    let best = match &row.best {
        Some(text) => Some(own_best(position, keyed, &read_best(text)?)),
        None => None,
    };
    Some(Recalled {
        value,
        outcome: outcome.filter(|_| !tells_a_star(position)),
        a_star,
        best,
        moves,
        statistics: Statistics {
            positions: row.positions,
            bytes: row.bytes,
            time: Duration::try_from_secs_f64(row.seconds).unwrap_or_default(),
        },
        origin: Origin { engine: row.engine, found: row.found.unwrap_or_default() },
    })
}

/// What a move of a position becomes in the position that stands for it. Which symmetry that is does
/// not matter: values are the same for all.
fn canonical(keyed: &key::Keyed, m: Move) -> Move {
    if m.is_skip() {
        return m;
    }
    Move { cell: keyed.cell(m.cell), colour: keyed.colour(m) }
}

/// The moves of a position, with the values of the moves they become.
fn own_moves(
    position: &Position,
    keyed: &key::Keyed,
    known: &[MoveValue],
) -> Option<Vec<MoveValue>> {
    let value_of = |m: Move| {
        let there = canonical(keyed, m);
        known.iter().find(|known| known.played == there)?.value.clone()
    };
    let moves = position.moves();
    moves.into_iter().map(|m| Some(MoveValue { played: m, value: Some(value_of(m)?) })).collect()
}

/// The moves of a position that become one of these.
fn own_best(position: &Position, keyed: &key::Keyed, best: &[Move]) -> Vec<Move> {
    let moves = position.moves().into_iter();
    moves.filter(|m| best.contains(&canonical(keyed, *m))).collect()
}

/// A store that fails is as good as one that knows nothing; what is the matter with it is told (see
/// [`Store::warning_with`]).
impl AnswerStore for Store {
    fn recall(&self, position: &Position, patience: Duration) -> Option<Recalled> {
        self.get_within(position, patience).unwrap_or_else(|error| {
            self.trouble(&error);
            None
        })
    }

    fn keep(&self, position: &Position, answer: &Answer, patience: Duration) {
        let Some(row) = self.row_for(position, answer) else { return };
        if let Err(error) = self.add(&[row], patience) {
            self.trouble(&error);
        }
    }
}
