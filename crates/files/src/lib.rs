//! Files that must survive: whatever happens to the process, the disk or the power, a file is as it
//! was saved last, and a failure to save is reported.
//!
//! * [`Replacement`] replaces a file as a whole: there is always the old one or the new one.
//! * [`Format`] puts a magic word with a version in front of the saved data and a checksum behind
//!   them, and verifies both when it reads.
//! * [`Log`] is a file that grows by records. If it is cut off anywhere, it continues after its
//!   last complete record.
//! * [`Disk`] does all the work on the disk. Tests make it fail at any point (`faults`).
//!
//! It does not protect against forged data: the checksum only finds accidents.

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
