//! Values in the notation of the literature, written and read.

mod read;
mod shared;
mod write;

pub use read::ReadError;

/// A text of [`Arena::display`](crate::Arena::display) with only those signs that are on a
/// keyboard, as CGSuite writes them.
///
/// ```
/// assert_eq!(chromex_values::ascii("{⇑*|±1}"), "{^^*|+-1}");
/// ```
pub fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            UP => plain.push('^'),
            DOWN => plain.push('v'),
            DOUBLE_UP => plain.push_str("^^"),
            DOUBLE_DOWN => plain.push_str("vv"),
            '±' => plain.push_str("+-"),
            c => plain.push(c),
        }
    }
    plain
}

/// The marks of multiples of ↑ that have one.
const UP: char = '↑';
const DOUBLE_UP: char = '⇑';
const DOWN: char = '↓';
const DOUBLE_DOWN: char = '⇓';
