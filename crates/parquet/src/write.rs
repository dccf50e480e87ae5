//! Writes files, one group of rows at a time.

use std::io::Write;

use crate::thrift::{I32, I64, Struct};
use crate::{Cell, ColumnType, MAGIC, ParquetError, code};

/// A file that is being written.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    columns: Vec<(String, ColumnType)>,
    position: usize,
    rows: usize,
    groups: Vec<Struct>,
    notes: Vec<Struct>,
}

impl<W: Write> Writer<W> {
    /// Starts a file with these columns.
    pub fn new(mut out: W, columns: Vec<(String, ColumnType)>) -> Result<Writer<W>, ParquetError> {
        out.write_all(MAGIC)?;
        Ok(Writer {
            out,
            columns,
            position: MAGIC.len(),
            rows: 0,
            groups: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// Adds a text about the whole file, under a name: its key-value metadata.
    pub fn note(&mut self, name: &str, text: &str) {
        self.notes.push(Struct::default().text(1, name).text(2, text));
    }

    /// Writes a group of rows; an empty group is not written.
    pub fn group(&mut self, rows: &[Vec<Cell>]) -> Result<(), ParquetError> {
        if rows.is_empty() {
            return Ok(());
        }
        let start = self.position;
        let mut chunks = Vec::new();
        let mut whole = 0;
        for (i, (name, kind)) in self.columns.iter().enumerate() {
            let column: Vec<&Cell> = rows.iter().map(|row| &row[i]).collect();
            let plain = page(&column, name, *kind)?;
            let packed = snap::raw::Encoder::new()
                .compress_vec(&plain)
                .map_err(|_| ParquetError::Damaged("a page is too large"))?;
            let header = page_header(rows.len(), plain.len(), packed.len());
            self.out.write_all(&header)?;
            self.out.write_all(&packed)?;
            let bytes = header.len() + packed.len();
            let sizes = (header.len() + plain.len(), bytes);
            chunks.push(chunk(name, *kind, rows.len(), sizes, self.position));
            whole += sizes.0;
            self.position += bytes;
        }
        let group = Struct::default()
            .structs(1, chunks)
            .number(2, I64, whole as i64)
            .number(3, I64, rows.len() as i64)
            .number(5, I64, start as i64)
            .number(6, I64, (self.position - start) as i64);
        self.groups.push(group);
        self.rows += rows.len();
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        let root = Struct::default().text(4, "schema").number(5, I32, self.columns.len() as i64);
        let leaf = |(name, kind): &(String, ColumnType)| {
            let leaf = Struct::default()
                .number(1, I32, kind.code())
                .number(3, I32, code::OPTIONAL)
                .text(4, name);
            if *kind == ColumnType::Text { leaf.number(6, I32, code::UTF8) } else { leaf }
        };
        let footer = Struct::default()
            .number(1, I32, 1)
            .structs(2, std::iter::once(root).chain(self.columns.iter().map(leaf)).collect())
            .number(3, I64, self.rows as i64)
            .structs(4, self.groups);
        let footer = if self.notes.is_empty() { footer } else { footer.structs(5, self.notes) };
        let footer = footer.text(6, "chromex").end();
        self.out.write_all(&footer)?;
        self.out.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        Ok(self.out)
    }
}

/// The page of a column: which cells are present, and their values.
fn page(column: &[&Cell], name: &str, kind: ColumnType) -> Result<Vec<u8>, ParquetError> {
    let mut bytes = presence(column);
    let mut truths = Vec::new();
    for cell in column {
        match (kind, cell) {
            (_, Cell::Null) => {}
            (ColumnType::Int, Cell::Int(number)) => bytes.extend(number.to_le_bytes()),
            (ColumnType::Real, Cell::Real(number)) => bytes.extend(number.to_le_bytes()),
            (ColumnType::Real, Cell::Int(number)) => bytes.extend((*number as f64).to_le_bytes()),
            (ColumnType::Bool, Cell::Bool(truth)) => truths.push(*truth),
            (ColumnType::Text, Cell::Text(text)) => {
                bytes.extend((text.len() as u32).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
            _ => return Err(ParquetError::WrongKind(name.to_owned(), kind)),
        }
    }
    bytes.extend(packed(&truths));
    Ok(bytes)
}

/// Truth values, eight in a byte, the first in the lowest bit.
fn packed(truths: &[bool]) -> Vec<u8> {
    let byte = |eight: &[bool]| {
        eight.iter().enumerate().fold(0, |byte, (i, &truth)| byte | u8::from(truth) << i)
    };
    truths.chunks(8).map(byte).collect()
}

/// The definition levels: one run of ones if no cell is missing, otherwise one packed run.
fn presence(column: &[&Cell]) -> Vec<u8> {
    let present: Vec<bool> = column.iter().map(|cell| !cell.is_null()).collect();
    let whole = present.iter().all(|&present| present);
    let header = match whole {
        true => (column.len() as u64) << 1,
        false => (column.len() as u64).div_ceil(8) << 1 | 1,
    };
    let mut run = Vec::new();
    let mut rest = header;
    while rest >= 0x80 {
        run.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    run.push(rest as u8);
    run.extend(if whole { vec![1] } else { packed(&present) });
    let mut bytes = (run.len() as u32).to_le_bytes().to_vec();
    bytes.extend(run);
    bytes
}

fn page_header(values: usize, plain: usize, packed: usize) -> Vec<u8> {
    let data_page = Struct::default()
        .number(1, I32, values as i64)
        .number(2, I32, code::PLAIN)
        .number(3, I32, code::RLE)
        .number(4, I32, code::RLE);
    Struct::default()
        .number(1, I32, code::DATA_PAGE)
        .number(2, I32, plain as i64)
        .number(3, I32, packed as i64)
        .inner(5, data_page)
        .end()
}

fn chunk(name: &str, kind: ColumnType, values: usize, sizes: (usize, usize), at: usize) -> Struct {
    let data = Struct::default()
        .number(1, I32, kind.code())
        .numbers(2, &[code::PLAIN, code::RLE])
        .texts(3, &[name])
        .number(4, I32, code::SNAPPY)
        .number(5, I64, values as i64)
        .number(6, I64, sizes.0 as i64)
        .number(7, I64, sizes.1 as i64)
        .number(9, I64, at as i64);
    Struct::default().number(2, I64, at as i64).inner(3, data)
}
