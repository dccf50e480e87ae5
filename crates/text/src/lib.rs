//! What people type and read: errors that mark the spot, numbers, durations and sizes; and the
//! checksum of texts and files.

mod checksum;
mod error;
mod numbers;
mod terminal;

pub use checksum::Checksum;
pub use error::{TextError, nearest};
pub use numbers::{Bytes, count, counted, read_number, seconds};
pub use terminal::{is_misleading, printable};
