//! What graph6, sparse6 and digraph6 share: headers, six bits a byte, the size in front.
//!
//! Defined in nauty's `formats.txt`.

use super::error::excerpt;
use super::{Format, FormatError};
use crate::limit::VERTICES;
use crate::{Graph, GraphError};

/// A byte is this plus six bits.
pub(super) const BIAS: u8 = 63;
const LAST: u8 = 126;
/// Matrices longer than this are not written: sparse formats serve better.
const LONGEST_TEXT: u64 = 1 << 30;

const HEADERS: [(&str, Format); 3] = [
    (">>graph6<<", Format::Graph6),
    (">>sparse6<<", Format::Sparse6),
    (">>digraph6<<", Format::Digraph6),
];

/// The header `line` begins with, and its format.
pub(super) fn header_of(line: &str) -> Option<(&'static str, Format)> {
    HEADERS.into_iter().find(|(header, _)| line.starts_with(header))
}

/// `line` without line end and header.
pub(super) fn without_header(line: &str) -> &str {
    let line = line.trim_end_matches(['\r', '\n']);
    let skip = header_of(line).map_or(0, |(header, _)| header.len());
    &line[skip..]
}

/// Which format a line is in, by its header or else by its first byte.
pub(super) fn format_of(line: &str) -> Result<Format, FormatError> {
    if let Some((_, format)) = header_of(line) {
        return Ok(format);
    }
    match line.bytes().next() {
        Some(b':') => Ok(Format::Sparse6),
        Some(b'&') => Ok(Format::Digraph6),
        Some(b';') => Err(FormatError::Incremental),
        Some(b'>') if line.starts_with(">>") => {
            let end = line.find("<<").map_or(line.len(), |at| at + 2);
            Err(FormatError::UnknownHeader(excerpt(&line[..end])))
        }
        _ => Ok(Format::Graph6),
    }
}

/// A checked line, taken apart.
pub(super) struct Body<'a> {
    format: Format,
    text: &'a str,
    pub(super) order: usize,
    /// What follows the size.
    pub(super) data: &'a [u8],
}

impl<'a> Body<'a> {
    /// Strips line end, header and `mark`, checks the characters and reads the size.
    pub(super) fn new(line: &'a str, format: Format, mark: &str) -> Result<Self, FormatError> {
        let line = line.trim_end_matches(['\r', '\n']);
        let own_header = header_of(line).filter(|&(_, of)| of == format);
        let text = &line[own_header.map_or(0, |(header, _)| header.len())..];
        let digits = text.strip_prefix(mark).unwrap_or(text);
        if digits.is_empty() {
            return Err(FormatError::Empty(format));
        }
        check_characters(line, line.len() - digits.len(), format)?;
        let (order, data) = size(digits.as_bytes())
            .map_err(|(need, found)| cut_short(format, text, need, found))?;
        let order = VERTICES.check(usize::try_from(order).ok());
        let order = order.map_err(|why| FormatError::Graph { format, error: why.into() })?;
        Ok(Body { format, text, order, data })
    }

    /// Refuses anything but `bits` bits of data, padded to whole bytes.
    pub(super) fn expect_bits(&self, bits: u64) -> Result<(), FormatError> {
        let (need, found) = (bits.div_ceil(6), self.data.len() as u64);
        if need == found {
            return Ok(());
        }
        let (format, text, order) = (self.format, excerpt(self.text), self.order);
        Err(FormatError::Length { format, text, order, need, found })
    }

    /// Where the one bits are, in increasing order, padding included.
    pub(super) fn ones(&self) -> impl Iterator<Item = u64> + 'a {
        let sextets = self.data.iter().map(|byte| byte - BIAS);
        (0u64..).step_by(6).zip(sextets).filter(|&(_, sextet)| sextet != 0).flat_map(
            |(start, sextet)| {
                (0..6).filter(move |i| sextet & (32 >> i) != 0).map(move |i| start + i)
            },
        )
    }

    /// Turns an error of [`Graph`] into one of this format.
    pub(super) fn graph(&self, built: Result<Graph, GraphError>) -> Result<Graph, FormatError> {
        built.map_err(|error| FormatError::Graph { format: self.format, error })
    }
}

fn check_characters(line: &str, from: usize, format: Format) -> Result<(), FormatError> {
    let alien = |byte: &u8| !(BIAS..=LAST).contains(byte);
    let Some(at) = line.as_bytes()[from..].iter().position(alien) else {
        return Ok(());
    };
    // Everything before it is ASCII, so a character begins here.
    let found = line[from + at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    Err(FormatError::Character { format, column: from + at + 1, found })
}

fn cut_short(format: Format, text: &str, need: usize, found: usize) -> FormatError {
    FormatError::SizeCutShort { format, text: excerpt(text), need, found }
}

/// The number of vertices and the bytes after it, or how many bytes it needs and has.
fn size(bytes: &[u8]) -> Result<(u64, &[u8]), (usize, usize)> {
    let (digits, length) = match bytes {
        [LAST, LAST, rest @ ..] => (rest, 6),
        [LAST, rest @ ..] => (rest, 3),
        _ => (bytes, 1),
    };
    if digits.len() < length {
        return Err((length, digits.len()));
    }
    let (digits, rest) = digits.split_at(length);
    Ok((digits.iter().fold(0, |n, byte| n << 6 | u64::from(byte - BIAS)), rest))
}

/// Appends the number of vertices, which the limit on graphs keeps far below the largest possible one.
pub(super) fn push_size(text: &mut Vec<u8>, order: usize) {
    let (marks, length) = match order {
        0..=62 => (0, 1),
        63..=258_047 => (1, 3),
        _ => (2, 6),
    };
    text.extend(std::iter::repeat_n(LAST, marks));
    text.extend((0..length).rev().map(|i| BIAS + (order as u64 >> (6 * i) & 63) as u8));
}

/// The text of a bit matrix: `mark`, size, then `bits` bits of which `ones` are set, each once.
pub(super) fn write_matrix(
    format: Format,
    mark: &str,
    order: usize,
    bits: u64,
    ones: impl Iterator<Item = u64>,
) -> Result<String, FormatError> {
    let bytes = bits.div_ceil(6);
    if bytes > LONGEST_TEXT {
        return Err(FormatError::TextTooLong { format, order, bytes });
    }
    let mut text = mark.as_bytes().to_vec();
    push_size(&mut text, order);
    let start = text.len();
    text.resize(start + bytes as usize, BIAS);
    for bit in ones {
        text[start + (bit / 6) as usize] += 32 >> (bit % 6);
    }
    Ok(into_string(text))
}

/// These bytes, which are ASCII, as text.
pub(super) fn into_string(text: Vec<u8>) -> String {
    String::from_utf8(text).expect("only a mark and the bytes '?' to '~', all ASCII, are pushed")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(order: usize) -> Vec<u8> {
        let mut text = Vec::new();
        push_size(&mut text, order);
        text
    }

    #[test]
    fn sizes_of_the_documentation() {
        assert_eq!(written(30), [93]);
        assert_eq!(written(12345), [126, 66, 63, 120]);
        assert_eq!(written(460_175_067), [126, 126, 63, 90, 90, 90, 90, 90]);
    }

    #[test]
    fn sizes_go_both_ways() {
        for order in [0, 1, 61, 62, 63, 64, 4095, 4096, 258_047, 258_048, crate::limit::MAX_SIZE] {
            assert_eq!(size(&written(order)), Ok((order as u64, &[][..])), "{order}");
        }
        assert_eq!(written(62).len(), 1);
        assert_eq!(written(63).len(), 4);
        assert_eq!(written(258_047).len(), 4);
        assert_eq!(written(258_048).len(), 8);
        assert_eq!(size(b"~??D"), Ok((5, &[][..])), "longer than need be, as nauty takes it");
    }
}
