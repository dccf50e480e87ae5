//! Why a file cannot be used.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    #[error("cannot read `{}`: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The message of the operating system.
        why: String,
    },
    /// The file cannot be written.
    #[error("cannot write `{}`: {why}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The message of the operating system.
        why: String,
    },
    /// The file is of another kind.
    #[error("`{}` is no {expected}: remove it, or use another file", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The kind of file that was expected.
        expected: &'static str,
    },
    /// The file is of the right kind, but was written in the format of another version.
    #[error(
        "`{}` was written by another version of Chromex: use that version, or remove it to start \
         afresh", path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
    },
    /// The file belongs to other work.
    #[error("`{}` belongs to {owner}: use another file", path.display())]
    OtherOwner {
        /// The file.
        path: PathBuf,
        /// The work that it belongs to.
        owner: String,
    },
    /// The file is damaged.
    #[error("`{}` is damaged (its checksum is wrong): remove it to start afresh", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Another process uses the file.
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

    /// Turns a failure to read this file into an error.
    pub fn reading(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |error| FileError::Read { path: path.to_owned(), why: error.to_string() }
    }

    /// Turns a failure to write this file into an error.
    pub fn writing(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |error| FileError::Write { path: path.to_owned(), why: error.to_string() }
    }
}
