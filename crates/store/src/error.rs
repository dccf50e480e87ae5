//! Why a store, or something in it, cannot be used.

use std::path::{Path, PathBuf};

use chromex::Stop;
use rusqlite::ErrorCode;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It cannot be opened or created.
    #[error("cannot open the store `{path}`: {why}", path = .0.display(), why = .1)]
    Open(PathBuf, String),
    /// It was made by a later version of the program.
    #[error(
        "the store `{path}` was made by a later version of chromex (its tables have version {found}, \
         this program knows {known}): update chromex, or use another store",
        path = .0.display(), found = .1, known = .2
    )]
    Newer(PathBuf, i64, i64),
    /// The file is a database of another program.
    #[error("`{path}` is a database, but no store of chromex", path = .0.display())]
    Foreign(PathBuf),
    /// Another answer is already stored for this position: one of the two is wrong.
    #[error("the store says {1} for {0}, but now it is {2}: run `chromex store verify`")]
    Conflict(String, String, String),
    /// An answer that was merged from a file differs from the result of a search.
    #[error("the store says {1} for {0}, merged from {2}, but it is {3}: the search is believed")]
    Refuted(String, String, String, String),
    /// Answers are used that were merged from another store and have not been confirmed here.
    #[error(
        "answers are used that were merged from {file} and are not proved here: \
         `chromex store verify --merged --store {path}` finds them again", path = .0.display(), file = .1
    )]
    Merged(PathBuf, String),
    /// The content of an entry does not match its checksum.
    #[error(
        "entries of the store `{path}` are damaged and not used, the first is {key}: \
         `chromex store verify --forget --store {path}` removes them", path = .0.display(), key = .1
    )]
    DamagedEntry(PathBuf, String),
    /// An entry, or a line of an export, that makes no sense.
    #[error("{0}")]
    Malformed(String),
    /// Another process keeps it locked.
    #[error("the store `{path}` is locked by another process", path = .0.display())]
    Busy(PathBuf),
    /// A file needed for exporting or merging cannot be used.
    #[error(transparent)]
    File(#[from] chromex_files::FileError),
    /// The file is damaged.
    #[error(
        "the store `{path}` is damaged ({why}): `chromex store verify --store {path}` tells what is lost; \
         move the file away, and a new one is made", path = .0.display(), why = .1
    )]
    Damaged(PathBuf, String),
    /// The time is up, the memory full, or somebody has cancelled it.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The database in this file failed.
    #[error("the store `{path}` failed: {error}", path = .0.display(), error = .1)]
    Failed(PathBuf, rusqlite::Error),
    /// The database failed; the file is not known.
    #[error("the store failed: {0}")]
    Sql(#[from] rusqlite::Error),
    /// Reading or writing a file failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl StoreError {
    /// Adds the name of the file, and advice what can be done, to an error.
    pub(crate) fn about(self, path: &Path) -> StoreError {
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
