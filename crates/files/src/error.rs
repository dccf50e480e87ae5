//! Why a file cannot be used.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read `{}`: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It cannot be written.
    #[error("cannot write `{}`: {why}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It is something else.
    #[error("`{}` is no {expected}: remove it, or use another file", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it should be.
        expected: &'static str,
    },
    /// It is of the right kind, but its format is that of another version.
    #[error(
        "`{}` was written by another version of Chromex: use that version, or remove it to start \
         afresh", path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
    },
    /// It belongs to other work.
    #[error("`{}` belongs to {owner}: use another file", path.display())]
    OtherOwner {
        /// The file.
        path: PathBuf,
        /// What it belongs to.
        owner: String,
    },
    /// It is damaged.
    #[error("`{}` is damaged (its checksum is wrong): remove it to start afresh", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Another process has it.
    #[error("another process is working on `{}`", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

impl FileError {
    /// The file that it is about.
    pub fn path(&self) -> &Path {
        match self {
            FileError::Read { path, .. }
            | FileError::Write { path, .. }
            | FileError::Foreign { path, .. }
            | FileError::OtherVersion { path }
            | FileError::OtherOwner { path, .. }
            | FileError::Damaged { path }
            | FileError::Busy { path } => path,
        }
    }

    /// What a failure to read this file is told as.
    pub fn reading(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |error| FileError::Read { path: path.to_owned(), why: error.to_string() }
    }

    /// What a failure to write this file is told as.
    pub fn writing(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |error| FileError::Write { path: path.to_owned(), why: error.to_string() }
    }
}
