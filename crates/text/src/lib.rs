//! What people type and read: errors that mark the spot, numbers, durations and sizes.

mod error;
mod numbers;

pub use error::{TextError, nearest};
pub use numbers::{Bytes, count, counted, read_number, seconds};
