//! The results store: exact answers that were expensive to find, kept between runs.
//!
//! One SQLite file, which several processes may use at once. An answer is found again for every
//! position that a symmetry of the graph or a permutation of interchangeable colours turns into the
//! position of the answer: [`key`] chooses one position to represent all of them. Only finished
//! answers of searches that took at least [`Store::least_time`] are kept, and a store that cannot
//! be read or written never prevents solving.
//!
//! Every row has a checksum, which is verified when it is read: a damaged row is ignored. Answers
//! that were merged from elsewhere are marked until a search here has found them again. Neither
//! protects against somebody who forges the file itself: what others have to believe needs a
//! certificate.
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

mod answers;
mod error;
mod exchange;
pub mod key;
mod place;
mod row;
mod schema;
mod value;
mod verify;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chromex::rules::Position;
use chromex::{Answer, AnswerStore, Budget, Recalled, Stop};
use chromex_files::Disk;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

pub use error::StoreError;
pub use exchange::{Merged, Merging, REASONS};
pub use place::{Place, default_place, named_place};
pub use value::{read_outcome, read_value};
pub use verify::{Checked, Verification};

use key::Key;
use row::{Filed, Found, Row};
use schema::Columns;

/// By default, an answer is stored if its search took at least this long.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// How long a process waits for another one to finish writing. Questions wait for a shorter time.
const PATIENCE: Duration = Duration::from_secs(20);

/// How much is stored about one game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameSummary {
    /// The name under which the game is stored.
    pub game: String,
    /// The number of positions.
    pub entries: u64,
    /// How many of the entries were merged from elsewhere and have not been confirmed here.
    pub merged: u64,
    /// The seconds of search that the entries cost.
    pub seconds: f64,
}

/// An open store; threads may share it.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
    path: PathBuf,
    least_time: Duration,
    /// Whether the store was locked at the last attempt: then nobody waits for it again until
    /// something could be written.
    locked: AtomicBool,
    /// Is told of problems that do not prevent an answer.
    warn: fn(&str),
    /// The messages that have been given; each is given only once.
    warned: Mutex<HashSet<String>>,
    columns: Columns,
    /// What going through all of it may cost.
    budget: Budget,
}

/// The result of adding rows.
#[derive(Debug, Default)]
struct Added {
    /// How many rows were new, or added something to what is known.
    new: u64,
    /// Merged rows that were replaced because a search here found something else.
    refuted: Vec<StoreError>,
    /// Rows that were left out because they contradict what is known, each with its index and the
    /// contradiction.
    refused: Vec<(usize, StoreError)>,
}

impl Store {
    /// Opens the store in this file. Creates it, and its folder, if they do not exist.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_within(path, PATIENCE)
    }

    /// As [`Store::open`], but waits for other processes at most this long.
    pub fn open_within(path: &Path, patience: Duration) -> Result<Store, StoreError> {
        let unusable = |why: String| StoreError::Open(path.to_owned(), why);
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let made = Disk::real().create_folder(folder);
            made.map_err(|error| unusable(error.to_string()))?;
        }
        let connection = Connection::open(path).map_err(|error| unusable(error.to_string()))?;
        let store = Store::make(connection, path, patience.min(PATIENCE));
        store.map_err(|error| match error.about(path) {
            StoreError::Failed(_, error) => unusable(error.to_string()),
            other => other,
        })
    }

    /// Opens somebody else's store, of this version or an earlier one, in which nothing is changed.
    fn open_to_read(path: &Path, budget: &Budget) -> Result<Store, StoreError> {
        let unusable = |why: String| StoreError::Open(path.to_owned(), why);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = match unchanging(path) {
            Some(uri) => Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI),
            None => Connection::open_with_flags(path, flags),
        };
        let connection = opened.map_err(|error| unusable(error.to_string()))?;
        connection.busy_timeout(PATIENCE)?;
        let columns = schema::columns(&connection, path);
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_FIELD)?;
        let columns = columns.map_err(|error| error.about(path))?;
        Store { columns, ..Store::with_connection(connection, path) }.within(budget)
    }

    /// The same store, through all of which only so much may be spent to go: time, and the bytes that the database
    /// takes in this process, for all of its stores.
    pub fn within(mut self, budget: &Budget) -> Result<Store, StoreError> {
        self.budget = budget.running();
        let (ours, memory) =
            (self.budget.clone(), i64::try_from(budget.memory).unwrap_or(i64::MAX));
        self.with(PATIENCE, |connection| {
            connection.progress_handler(10_000, Some(move || ours.check().is_err()))?;
            connection.query_row(&format!("PRAGMA hard_heap_limit = {memory}"), [], |_| Ok(()))?;
            Ok(())
        })?;
        Ok(self)
    }

    /// A store that lives in memory and is lost when it is dropped.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::make(Connection::open_in_memory()?, Path::new(":memory:"), PATIENCE)
    }

    fn make(
        mut connection: Connection,
        path: &Path,
        patience: Duration,
    ) -> Result<Store, StoreError> {
        connection.busy_timeout(patience)?;
        schema::prepare(&mut connection, path, patience)?;
        // With a write-ahead log, a commit survives the end of the process (though not a loss of
        // power), and readers do not wait for writers.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.set_prepared_statement_cache_capacity(16);
        Ok(Store::with_connection(connection, path))
    }

    fn with_connection(connection: Connection, path: &Path) -> Store {
        Store {
            connection: Mutex::new(connection),
            path: path.to_owned(),
            least_time: LEAST_TIME,
            locked: AtomicBool::new(false),
            warn: |_| (),
            warned: Mutex::default(),
            columns: Columns::Summed,
            budget: Budget { memory: u64::MAX, ..Budget::default() },
        }
    }

    /// Calls `warn`, once for each message, about damage, about answers that contradict each other
    /// or were merged from elsewhere, and about failures while questions are answered, which then
    /// continue without the store.
    pub fn warning_with(mut self, warn: fn(&str)) -> Store {
        self.warn = warn;
        self
    }

    fn trouble(&self, error: &StoreError) {
        let text = error.to_string();
        // One damaged entry is enough for a message.
        let about = match error {
            StoreError::DamagedEntry(..) => "damaged entries".to_owned(),
            _ => text.clone(),
        };
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.insert(about) {
            (self.warn)(&text);
        }
    }

    /// Stores answers whose search took at least this long.
    pub fn keeping_from(mut self, least: Duration) -> Store {
        self.least_time = least;
        self
    }

    /// An answer is stored only if its search took at least this long.
    pub fn least_time(&self) -> Duration {
        self.least_time
    }

    /// The file of the store.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Does something with the database, and waits for other processes at most this long.
    fn with<T>(
        &self,
        patience: Duration,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let locked = self.locked.load(Ordering::Relaxed);
        connection.busy_timeout(if locked { Duration::ZERO } else { patience })?;
        let result = work(&mut connection).map_err(|error| self.stopped(error).about(&self.path));
        if let Err(StoreError::Busy(_)) = result {
            self.locked.store(true, Ordering::Relaxed);
        }
        result
    }

    /// What made the database stop, if it was the budget.
    fn stopped(&self, error: StoreError) -> StoreError {
        let StoreError::Sql(sql) = &error else { return error };
        match (sql.sqlite_error_code(), self.budget.check()) {
            (Some(ErrorCode::OperationInterrupted), Err(stop)) => StoreError::Stopped(stop),
            (Some(ErrorCode::OutOfMemory), _) => {
                StoreError::Stopped(Stop::Memory(self.budget.memory))
            }
            _ => error,
        }
    }

    /// Sets when commits reach the disk: at once (`FULL`) or when the log is merged into the file
    /// (`NORMAL`).
    fn synchronous(&self, mode: &str) -> Result<(), StoreError> {
        self.with(PATIENCE, |connection| Ok(connection.pragma_update(None, "synchronous", mode)?))
    }

    /// What is known about a position. `None` also if it has no key (see [`key`]), and if the entry
    /// is damaged, which gives a warning.
    pub fn get(&self, position: &Position) -> Result<Option<Recalled>, StoreError> {
        self.get_within(position, PATIENCE)
    }

    fn get_within(
        &self,
        position: &Position,
        patience: Duration,
    ) -> Result<Option<Recalled>, StoreError> {
        let Some(keyed) = key::keyed(position) else { return Ok(None) };
        let found = self.with(patience, |connection| Ok(Row::with_key(connection, &keyed.key)?))?;
        let known = match found {
            None => return Ok(None),
            Some(Found::Sound(row)) => answers::recalled(position, &keyed, *row),
            Some(Found::Damaged(_) | Found::Unsummed(_)) => None,
        };
        if known.is_none() {
            self.damaged_entry(&keyed.key);
        }
        Ok(known)
    }

    fn damaged_entry(&self, key: &dyn std::fmt::Display) {
        self.trouble(&StoreError::DamagedEntry(self.path.clone(), key.to_string()));
    }

    /// Stores an answer if it is worth it: found by a search that was finished and took some time.
    /// The moves are stored if all legal ones are listed. Returns whether the answer was stored.
    pub fn put(&self, position: &Position, answer: &Answer) -> Result<bool, StoreError> {
        self.put_all([(position, answer)]).map(|kept| kept > 0)
    }

    /// As [`Store::put`], for many answers in one transaction, which is much faster. Returns how
    /// many were stored. Answers that contradict earlier ones are left out and reported as an
    /// error.
    pub fn put_all<'a>(
        &self,
        answers: impl IntoIterator<Item = (&'a Position, &'a Answer)>,
    ) -> Result<usize, StoreError> {
        let row = |(position, answer)| self.row_of(position, answer);
        let rows: Vec<Row> = answers.into_iter().filter_map(row).collect();
        if !rows.is_empty() {
            self.keep_rows(&rows, PATIENCE)?;
        }
        Ok(rows.len())
    }

    /// The row of an answer, if the answer is worth storing.
    fn row_of(&self, position: &Position, answer: &Answer) -> Option<Row> {
        let worth = answer.statistics.time >= self.least_time;
        worth.then(|| answers::row_of(position, answer)).flatten()
    }

    fn keep_rows(&self, rows: &[Row], patience: Duration) -> Result<(), StoreError> {
        let added = self.add(rows, patience)?;
        added.refuted.iter().for_each(|refuted| self.trouble(refuted));
        added.refused.into_iter().next().map_or(Ok(()), |(_, conflict)| Err(conflict))
    }

    /// Adds rows in one transaction. Existing rows stay; a new row that contradicts the existing
    /// one about the same position is left out.
    fn add(&self, rows: &[Row], patience: Duration) -> Result<Added, StoreError> {
        let added = self.with(patience, |connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut added = Added::default();
            for (number, row) in rows.iter().enumerate() {
                match row.file(&transaction) {
                    Ok(Filed::Known) => {}
                    Ok(Filed::Added) => added.new += 1,
                    Ok(Filed::Replaced(refuted)) => added.refuted.push(refuted),
                    Err(conflict @ StoreError::Conflict(..)) => {
                        added.refused.push((number, conflict))
                    }
                    Err(error) => return Err(error),
                }
            }
            transaction.commit()?;
            Ok(added)
        })?;
        self.locked.store(false, Ordering::Relaxed);
        Ok(added)
    }

    /// Calls `each` with every entry, or with this number of random entries. Entries are read in
    /// pages, so that no other process has to wait.
    fn for_each_row(
        &self,
        sample: Option<u64>,
        mut each: impl FnMut(Found) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut each = |found| {
            self.budget.check()?;
            each(found)
        };
        if let Some(sample) = sample {
            let rows = self.select("ORDER BY random() LIMIT ?1", &[&(sample as i64)])?;
            return rows.into_iter().try_for_each(&mut each);
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
            // The key of a damaged row may be out of order, so the place to continue from always
            // moves forward.
            let keys = rows.iter().filter_map(|found| match found {
                Found::Sound(row) | Found::Unsummed(row) => Some(&row.key),
                Found::Damaged(_) => None,
            });
            let Some(next) = keys.max().filter(|key| Some(*key) > last.as_ref()).cloned() else {
                return rows.into_iter().try_for_each(&mut each);
            };
            last = Some(next);
            rows.into_iter().try_for_each(&mut each)?;
        }
    }

    fn select(
        &self,
        rest: &str,
        parameters: &[&dyn rusqlite::ToSql],
    ) -> Result<Vec<Found>, StoreError> {
        self.with(PATIENCE, |connection| {
            let columns = self.columns.text();
            let mut statement =
                connection.prepare_cached(&format!("SELECT {columns} FROM answers {rest}"))?;
            let (mut rows, mut found, mut bytes) = (statement.query(parameters)?, Vec::new(), 0);
            while let Some(row) = rows.next()? {
                bytes += length(row);
                found.extend(self.columns.read(row));
                // Of long rows fewer make a page.
                if bytes > PAGE_BYTES {
                    break;
                }
            }
            Ok(found)
        })
    }

    /// The number of positions.
    pub fn len(&self) -> Result<u64, StoreError> {
        self.with(PATIENCE, |connection| {
            let count = connection
                .query_row("SELECT count(*) FROM answers", [], |row| row.get::<_, i64>(0))?;
            Ok(count as u64)
        })
    }

    /// Whether the store has no entries.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }

    /// How much is stored about each game.
    pub fn summary(&self) -> Result<Vec<GameSummary>, StoreError> {
        self.with(PATIENCE, |connection| {
            let mut statement = connection.prepare(
                "SELECT game, count(*), count(merged), sum(seconds) FROM answers \
                 GROUP BY game ORDER BY game",
            )?;
            let rows = statement.query_map([], |row| {
                Ok(GameSummary {
                    game: row.get(0)?,
                    entries: row.get::<_, i64>(1)? as u64,
                    merged: row.get::<_, i64>(2)? as u64,
                    seconds: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// The number of bytes of the file and of its write-ahead log.
    pub fn bytes(&self) -> u64 {
        let beside = |suffix: &str| {
            let mut name = self.path.as_os_str().to_owned();
            name.push(suffix);
            std::fs::metadata(PathBuf::from(name)).map_or(0, |data| data.len())
        };
        beside("") + beside("-wal")
    }
}

/// The text of a field in somebody else's store may be as long as a line of an export.
const LONGEST_FIELD: i32 = 1 << 24;

/// Rows are read until they have taken so many bytes.
const PAGE_BYTES: usize = 1 << 22;

/// The bytes of the texts in a row.
fn length(row: &rusqlite::Row<'_>) -> usize {
    let fields = (0..).map_while(|column| row.get_ref(column).ok());
    fields.filter_map(|field| field.as_bytes().ok()).map(<[u8]>::len).sum()
}

/// A name of the file under which SQLite makes no files beside it, for nobody changes it. If a log is
/// there already, somebody may be writing, and what is in the log counts.
fn unchanging(path: &Path) -> Option<String> {
    let beside = |suffix: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    if cfg!(not(unix)) || ["-wal", "-journal"].iter().any(|log| beside(log).exists()) {
        return None;
    }
    let path = std::path::absolute(path).ok()?;
    let name = path.to_str()?.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    Some(format!("file:{name}?immutable=1"))
}

/// A store that fails is treated as one that knows nothing; the failure is reported once (see
/// [`Store::warning_with`]).
impl AnswerStore for Store {
    fn recall(&self, position: &Position, patience: Duration) -> Option<Recalled> {
        let known = self.get_within(position, patience).unwrap_or_else(|error| {
            self.trouble(&error);
            None
        })?;
        if let Some(file) = &known.origin.merged {
            self.trouble(&StoreError::Merged(self.path.clone(), file.clone()));
        }
        Some(known)
    }

    fn keep(&self, position: &Position, answer: &Answer, patience: Duration) {
        let Some(row) = self.row_of(position, answer) else { return };
        if let Err(error) = self.keep_rows(&[row], patience) {
            self.trouble(&error);
        }
    }
}
