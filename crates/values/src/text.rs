//! Values in the notation of the literature, written and read.

mod read;
mod shared;
mod write;

/// The marks of multiples of ↑ that have one.
const UP: char = '↑';
const DOUBLE_UP: char = '⇑';
const DOWN: char = '↓';
const DOUBLE_DOWN: char = '⇓';
