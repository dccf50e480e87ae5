//! Flat tables in Parquet files: nullable columns of numbers, truth values and texts.
//!
//! Row groups of one plain, Snappy-compressed page a column, which pyarrow, DuckDB and pandas read. The
//! reader reads what the writer writes, and says so of other files. (The usual crate for Parquet takes
//! a minute and a half to build; this takes a few hundred lines.)
//!
//! ```
//! use chromex_parquet::{Cell, Kind, Reader, Writer};
//! let columns = vec![("graph".to_owned(), Kind::Text), ("chi_g".to_owned(), Kind::Int)];
//! let mut file = Writer::new(Vec::new(), columns)?;
//! file.group(&[vec![Cell::text("Bw"), Cell::Int(3)], vec![Cell::text("BW"), Cell::Null]])?;
//! let bytes = file.finish()?;
//! let mut file = Reader::new(std::io::Cursor::new(bytes))?;
//! assert_eq!(file.group(0)?[0], [Cell::text("Bw"), Cell::Int(3)]);
//! # Ok::<(), chromex_parquet::ParquetError>(())
//! ```

mod read;
mod thrift;
mod write;

use std::fmt;

pub use read::Reader;
pub use write::Writer;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Whole numbers.
    Int,
    /// Numbers.
    Real,
    /// True or false.
    Bool,
    /// Texts.
    Text,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Int => "whole number",
            Kind::Real => "number",
            Kind::Bool => "truth value",
            Kind::Text => "text",
        })
    }
}

/// One entry of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing, or not known.
    Null,
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(Box<str>),
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<Box<str>>) -> Cell {
        Cell::Text(text.into())
    }

    /// Whether there is nothing.
    pub fn is_null(&self) -> bool {
        *self == Cell::Null
    }

    /// What kind of column it belongs to; nothing belongs to any.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Cell::Null => None,
            Cell::Int(_) => Some(Kind::Int),
            Cell::Real(_) => Some(Kind::Real),
            Cell::Bool(_) => Some(Kind::Bool),
            Cell::Text(_) => Some(Kind::Text),
        }
    }
}

/// As it is shown in tables; nothing for nothing.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Null => Ok(()),
            Cell::Int(number) => write!(f, "{number}"),
            Cell::Real(number) => write!(f, "{number}"),
            Cell::Bool(truth) => write!(f, "{truth}"),
            Cell::Text(text) => f.write_str(text),
        }
    }
}

/// Why a file cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ParquetError {
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A cell is not of the kind of its column.
    #[error("the column `{0}` holds a {1}, and this is none")]
    WrongKind(String, Kind),
    /// It is no Parquet file, or a damaged one.
    #[error("this is no Parquet file, or it is damaged ({0})")]
    Damaged(&'static str),
    /// It uses what only full readers know.
    #[error("this Parquet file uses {0}, which chromex does not read: use DuckDB or pandas")]
    Unknown(&'static str),
}

const MAGIC: &[u8; 4] = b"PAR1";

/// Numbers of the format.
mod code {
    pub const BOOLEAN: i64 = 0;
    pub const INT64: i64 = 2;
    pub const DOUBLE: i64 = 5;
    pub const BYTE_ARRAY: i64 = 6;
    pub const REQUIRED: i64 = 0;
    pub const OPTIONAL: i64 = 1;
    pub const UTF8: i64 = 0;
    pub const PLAIN: i64 = 0;
    pub const RLE: i64 = 3;
    pub const UNCOMPRESSED: i64 = 0;
    pub const SNAPPY: i64 = 1;
    pub const DATA_PAGE: i64 = 0;
}

impl Kind {
    const ALL: [(Kind, i64); 4] = [
        (Kind::Int, code::INT64),
        (Kind::Real, code::DOUBLE),
        (Kind::Bool, code::BOOLEAN),
        (Kind::Text, code::BYTE_ARRAY),
    ];

    fn code(self) -> i64 {
        Kind::ALL.into_iter().find(|(kind, _)| *kind == self).map_or(0, |(_, code)| code)
    }

    fn from_code(code: i64) -> Option<Kind> {
        Kind::ALL.into_iter().find(|(_, c)| *c == code).map(|(kind, _)| kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cell(kind: Kind) -> BoxedStrategy<Cell> {
        let some = match kind {
            Kind::Int => any::<i64>().prop_map(Cell::Int).boxed(),
            Kind::Real => (-1e9..1e9).prop_map(Cell::Real).boxed(),
            Kind::Bool => any::<bool>().prop_map(Cell::Bool).boxed(),
            Kind::Text => ".{0,12}".prop_map(Cell::text).boxed(),
        };
        prop_oneof![1 => Just(Cell::Null), 4 => some].boxed()
    }

    const KINDS: [Kind; 5] = [Kind::Text, Kind::Int, Kind::Bool, Kind::Real, Kind::Int];

    fn written(groups: &[Vec<Vec<Cell>>]) -> Vec<u8> {
        let columns = KINDS.iter().enumerate().map(|(i, &kind)| (format!("c{i}"), kind)).collect();
        let mut writer = Writer::new(Vec::new(), columns).unwrap();
        groups.iter().for_each(|group| writer.group(group).unwrap());
        writer.finish().unwrap()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            groups in prop::collection::vec(
                prop::collection::vec(KINDS.map(cell).to_vec(), 1..40), 0..4)
        ) {
            let mut reader = Reader::new(std::io::Cursor::new(written(&groups))).unwrap();
            prop_assert_eq!(reader.groups(), groups.len());
            let names: Vec<_> = reader.columns().iter().map(|(_, kind)| *kind).collect();
            prop_assert_eq!(names, KINDS);
            for (i, group) in groups.iter().enumerate() {
                prop_assert_eq!(&reader.group(i).unwrap(), group);
            }
        }

        #[test]
        fn damage_is_no_panic(at in 0_usize..400, bit in 0_u8..8) {
            let row = vec![Cell::text("Bw"), Cell::Int(3), Cell::Null, Cell::Real(0.5), Cell::Int(-1)];
            let mut bytes = written(&[vec![row; 5]]);
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            if let Ok(mut reader) = Reader::new(std::io::Cursor::new(bytes)) {
                for i in 0..reader.groups().min(3) {
                    let _ = reader.group(i);
                }
            }
        }
    }

    #[test]
    fn other_files_are_refused() {
        for bytes in [&b""[..], b"PAR1", b"graph,n\nBw,3\n", b"PAR1\xff\xff\xff\x7fPAR1"] {
            assert!(Reader::new(std::io::Cursor::new(bytes)).is_err());
        }
        let mut writer = Writer::new(Vec::new(), vec![("n".to_owned(), Kind::Int)]).unwrap();
        let wrong = writer.group(&[vec![Cell::Bool(true)]]).unwrap_err();
        assert_eq!(wrong.to_string(), "the column `n` holds a whole number, and this is none");
    }
}
