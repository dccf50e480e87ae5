//! Files that must survive: whatever happens to the process, the disk or the power, a file is as it
//! was saved last, and whoever could not save is told.
//!
//! * [`Replacement`] replaces a file as a whole: there is always the old one or the new one.
//! * [`Format`] puts a magic word with a version in front of what is saved and a checksum behind it, and
//!   verifies both before anything is believed.
//! * [`Log`] is a file that grows by records. Cut anywhere, it goes on after its last whole record.
//! * [`Disk`] is the way to all of them. Tests make it fail at any point (`faults`).
//!
//! It is not for data that somebody may have forged: the checksum is against accidents.

#![forbid(unsafe_code)]

mod disk;
mod error;
#[cfg(feature = "faults")]
pub mod faults;
mod format;
mod log;
mod pace;
mod replacement;

pub use chromex_text::Checksum;
pub use disk::{Disk, DiskFile, Faults, Operation};
pub use error::FileError;
pub use format::{Format, Payload};
pub use log::Log;
pub use pace::Pace;
pub use replacement::{Replacement, check_writable};
