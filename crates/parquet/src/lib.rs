//! Flat tables in Parquet files: nullable columns of numbers, truth values and texts.
//!
//! Each column of a row group is one plain page compressed with Snappy, which pyarrow, DuckDB and
//! pandas can read. The reader reads only what the writer writes, and refuses other files with a
//! message. (The usual crate for Parquet takes a minute and a half to build; this takes a few
//! hundred lines.)
//!
//! ```
//! use chromex_parquet::{Cell, ColumnType, Reader, Writer};
//! let columns = vec![("graph".to_owned(), ColumnType::Text), ("chi_g".to_owned(), ColumnType::Int)];
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
pub enum ColumnType {
    /// Whole numbers with 64 bits.
    Int,
    /// Floating point numbers with 64 bits.
    Real,
    /// Truth values.
    Bool,
    /// Texts in UTF-8.
    Text,
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ColumnType::Int => "whole number",
            ColumnType::Real => "number",
            ColumnType::Bool => "truth value",
            ColumnType::Text => "text",
        })
    }
}

/// One entry of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// No value, or an unknown one.
    Null,
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(Box<str>),
}

impl Cell {
    /// A cell with this text.
    pub fn text(text: impl Into<Box<str>>) -> Cell {
        Cell::Text(text.into())
    }

    /// Whether the cell has no value.
    pub fn is_null(&self) -> bool {
        *self == Cell::Null
    }

    /// The type of column that the cell belongs to; `None` if it has no value and fits into any
    /// column.
    pub fn kind(&self) -> Option<ColumnType> {
        match self {
            Cell::Null => None,
            Cell::Int(_) => Some(ColumnType::Int),
            Cell::Real(_) => Some(ColumnType::Real),
            Cell::Bool(_) => Some(ColumnType::Bool),
            Cell::Text(_) => Some(ColumnType::Text),
        }
    }
}

/// The cell as it is shown in tables; a cell without value is shown as an empty text.
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
#[non_exhaustive]
pub enum ParquetError {
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A cell has another type than its column.
    #[error("the column `{0}` holds a {1}, and this is none")]
    WrongKind(String, ColumnType),
    /// The file is not a Parquet file, or it is damaged.
    #[error("this is no Parquet file, or it is damaged ({0})")]
    Damaged(&'static str),
    /// The file uses a feature of Parquet that this reader does not support.
    #[error("this Parquet file uses {0}, which chromex does not read: use DuckDB or pandas")]
    Unknown(&'static str),
    /// A group of rows does not fit into the memory that reading may take ([`Reader::within`]).
    #[error("a group of rows may take {0} bytes, more than is allowed")]
    TooLarge(u64),
}

const MAGIC: &[u8; 4] = b"PAR1";

/// Constants of the format.
mod code {
    pub(crate) const BOOLEAN: i64 = 0;
    pub(crate) const INT64: i64 = 2;
    pub(crate) const DOUBLE: i64 = 5;
    pub(crate) const BYTE_ARRAY: i64 = 6;
    pub(crate) const REQUIRED: i64 = 0;
    pub(crate) const OPTIONAL: i64 = 1;
    pub(crate) const UTF8: i64 = 0;
    pub(crate) const PLAIN: i64 = 0;
    pub(crate) const RLE: i64 = 3;
    pub(crate) const UNCOMPRESSED: i64 = 0;
    pub(crate) const SNAPPY: i64 = 1;
    pub(crate) const DATA_PAGE: i64 = 0;
}

impl ColumnType {
    const ALL: [(ColumnType, i64); 4] = [
        (ColumnType::Int, code::INT64),
        (ColumnType::Real, code::DOUBLE),
        (ColumnType::Bool, code::BOOLEAN),
        (ColumnType::Text, code::BYTE_ARRAY),
    ];

    fn code(self) -> i64 {
        ColumnType::ALL.into_iter().find(|(kind, _)| *kind == self).map_or(0, |(_, code)| code)
    }

    fn from_code(code: i64) -> Option<ColumnType> {
        ColumnType::ALL.into_iter().find(|(_, c)| *c == code).map(|(kind, _)| kind)
    }
}
