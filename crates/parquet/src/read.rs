//! Reads files, one group of rows at a time.

use std::io::{Read, Seek, SeekFrom};

use crate::thrift::{Thing, read_struct};
use crate::{Cell, ColumnType, MAGIC, ParquetError, code};

/// A file that is being read.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    columns: Vec<(String, ColumnType)>,
    optional: Vec<bool>,
    groups: Vec<Group>,
    notes: Vec<(String, String)>,
    memory: u64,
}

#[derive(Debug)]
struct Group {
    rows: usize,
    chunks: Vec<Chunk>,
}

impl Group {
    /// The most bytes that its cells take while they are read, but for the texts in them.
    fn memory(&self, width: usize) -> u64 {
        // Each cell is held in its column and in its row.
        let row = 2 * width * size_of::<Cell>() + size_of::<Vec<Cell>>();
        let stored: u64 = self.chunks.iter().map(|chunk| chunk.bytes).max().unwrap_or(0);
        (self.rows as u64).saturating_mul(row as u64).saturating_add(stored)
    }
}

/// Where the pages of a column are.
#[derive(Debug)]
struct Chunk {
    codec: i64,
    at: u64,
    bytes: u64,
}

type Columns = (Vec<(String, ColumnType)>, Vec<bool>);

impl<R: Read + Seek> Reader<R> {
    /// Opens a file by reading its description at the end.
    pub fn new(mut input: R) -> Result<Reader<R>, ParquetError> {
        let damaged = ParquetError::Damaged;
        let length = input.seek(SeekFrom::End(0))?;
        if length < 12 {
            return Err(damaged("it is too short"));
        }
        let mut tail = [0; 8];
        input.seek(SeekFrom::Start(length - 8))?;
        input.read_exact(&mut tail)?;
        let (size, magic) = tail.split_at(4);
        if magic != MAGIC {
            return Err(damaged("its end is not that of one"));
        }
        let size = u64::from(u32::from_le_bytes([size[0], size[1], size[2], size[3]]));
        let start = (length - 8).checked_sub(size).ok_or(damaged("its description is cut off"))?;
        let footer = bytes_at(&mut input, start, size, length)?;
        let (footer, _) = read_struct(&footer).ok_or(damaged("its description"))?;
        let (columns, optional) = schema(footer.list(2).ok_or(damaged("no columns"))?)?;
        let groups = footer.list(4).unwrap_or_default().iter();
        let groups = groups.map(|g| group(g, columns.len(), length)).collect::<Result<_, _>>()?;
        let notes = footer.list(5).unwrap_or_default().iter();
        let notes = notes.filter_map(|note| Some((note.text(1)?, note.text(2)?))).collect();
        Ok(Reader { input, columns, optional, groups, notes, memory: u64::MAX })
    }

    /// Refuses groups of rows that may take more bytes of memory than this: a few bytes of a file
    /// can stand for very many rows.
    pub fn within(self, memory: u64) -> Reader<R> {
        Reader { memory, ..self }
    }

    /// The metadata text of the file with this name.
    pub fn note(&self, name: &str) -> Option<&str> {
        self.notes.iter().find(|note| note.0 == name).map(|note| note.1.as_str())
    }

    /// The names and types of the columns.
    pub fn columns(&self) -> &[(String, ColumnType)] {
        &self.columns
    }

    /// The number of groups of rows.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.groups.iter().map(|group| group.rows).sum()
    }

    /// The rows of a group.
    pub fn group(&mut self, index: usize) -> Result<Vec<Vec<Cell>>, ParquetError> {
        let group = &self.groups[index];
        let width = self.columns.len();
        fits(group.memory(width), self.memory)?;
        let mut columns = Vec::with_capacity(width);
        for (i, chunk) in group.chunks.iter().enumerate() {
            let bytes = bytes_at(&mut self.input, chunk.at, chunk.bytes, u64::MAX)?;
            let kind = self.columns[i].1;
            let (optional, rows, room) = (self.optional[i], group.rows, self.memory);
            let column = pages(&bytes, chunk.codec, kind, optional, rows, room)?;
            columns.push(column.into_iter());
        }
        let row = |_| columns.iter_mut().map(|c| c.next().unwrap_or(Cell::Null)).collect();
        Ok((0..group.rows).map(row).collect())
    }
}

/// An error if this many bytes are more than reading may take.
fn fits(bytes: u64, room: u64) -> Result<(), ParquetError> {
    if bytes <= room { Ok(()) } else { Err(ParquetError::TooLarge(bytes)) }
}

fn bytes_at<R: Read + Seek>(
    input: &mut R,
    at: u64,
    count: u64,
    length: u64,
) -> Result<Vec<u8>, ParquetError> {
    if at.checked_add(count).is_none_or(|end| end > length) {
        return Err(ParquetError::Damaged("something is outside"));
    }
    input.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    input.take(count).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == count {
        true => Ok(bytes),
        false => Err(ParquetError::Damaged("it is cut off")),
    }
}

/// The columns, which must be flat.
fn schema(elements: &[Thing]) -> Result<Columns, ParquetError> {
    let (mut columns, mut optional) = (Vec::new(), Vec::new());
    for element in elements.iter().skip(1) {
        if element.number(5).is_some_and(|children| children > 0) {
            return Err(ParquetError::Unknown("nested columns"));
        }
        let name = element.text(4).ok_or(ParquetError::Damaged("a column without a name"))?;
        let kind = element.number(1).and_then(ColumnType::from_code);
        let kind = kind.ok_or(ParquetError::Unknown("types other than its own"))?;
        optional.push(match element.number(3) {
            Some(code::OPTIONAL) => true,
            Some(code::REQUIRED) => false,
            _ => return Err(ParquetError::Unknown("repeated columns")),
        });
        columns.push((name, kind));
    }
    Ok((columns, optional))
}

fn group(group: &Thing, columns: usize, length: u64) -> Result<Group, ParquetError> {
    let damaged = || ParquetError::Damaged("a group of rows");
    let size = |thing: &Thing, field| thing.number(field).and_then(|n| u64::try_from(n).ok());
    let rows = size(group, 3).ok_or_else(damaged)?;
    let mut chunks = Vec::new();
    for chunk in group.list(1).ok_or_else(damaged)? {
        let data = chunk.field(3).ok_or_else(damaged)?;
        if data.field(11).is_some() {
            return Err(ParquetError::Unknown("dictionaries"));
        }
        let (at, bytes) = (size(data, 9).ok_or_else(damaged)?, size(data, 7).ok_or_else(damaged)?);
        if at.checked_add(bytes).is_none_or(|end| end > length) {
            return Err(damaged());
        }
        chunks.push(Chunk { codec: data.number(4).ok_or_else(damaged)?, at, bytes });
    }
    // A row takes at least one bit somewhere, and compression shrinks the file at most two hundred
    // times.
    let possible = rows <= length.saturating_mul(8 * 256);
    match chunks.len() == columns && possible {
        true => Ok(Group { rows: rows as usize, chunks }),
        false => Err(damaged()),
    }
}

/// The cells of one column in a group.
fn pages(
    mut bytes: &[u8],
    codec: i64,
    kind: ColumnType,
    optional: bool,
    rows: usize,
    room: u64,
) -> Result<Vec<Cell>, ParquetError> {
    let damaged = || ParquetError::Damaged("a page");
    let mut cells = Vec::new();
    while cells.len() < rows {
        let (header, size) = read_struct(bytes).ok_or_else(damaged)?;
        let data = header.field(5).filter(|_| header.number(1) == Some(code::DATA_PAGE));
        let data = data.ok_or(ParquetError::Unknown("other kinds of pages"))?;
        if data.number(2) != Some(code::PLAIN) || data.number(3) != Some(code::RLE) {
            return Err(ParquetError::Unknown("other encodings"));
        }
        let number = |n: Option<i64>| n.and_then(|n| usize::try_from(n).ok()).ok_or_else(damaged);
        let (packed, values) = (number(header.number(3))?, number(data.number(1))?);
        let end = size.checked_add(packed).ok_or_else(damaged)?;
        let body = bytes.get(size..end).ok_or_else(damaged)?;
        bytes = &bytes[end..];
        let plain = match codec {
            code::UNCOMPRESSED => body.to_vec(),
            code::SNAPPY => {
                let unpacked = snap::raw::decompress_len(body).map_err(|_| damaged())?;
                fits(unpacked as u64, room)?;
                snap::raw::Decoder::new().decompress_vec(body).map_err(|_| damaged())?
            }
            _ => return Err(ParquetError::Unknown("another compression")),
        };
        if values == 0 || values > rows - cells.len() {
            return Err(damaged());
        }
        cells.extend(page(&plain, kind, optional, values).ok_or_else(damaged)?);
    }
    Ok(cells)
}

fn page(mut bytes: &[u8], kind: ColumnType, optional: bool, values: usize) -> Option<Vec<Cell>> {
    let present = if optional { presence(&mut bytes, values)? } else { vec![true; values] };
    let mut bit = 0;
    let mut cells = Vec::with_capacity(values);
    for present in present {
        cells.push(match present {
            false => Cell::Null,
            true => value(&mut bytes, kind, &mut bit)?,
        });
    }
    Some(cells)
}

fn value(bytes: &mut &[u8], kind: ColumnType, bit: &mut usize) -> Option<Cell> {
    Some(match kind {
        ColumnType::Int => Cell::Int(i64::from_le_bytes(taken(bytes)?)),
        ColumnType::Real => Cell::Real(f64::from_le_bytes(taken(bytes)?)),
        ColumnType::Bool => {
            let byte = bytes.get(*bit / 8)?;
            *bit += 1;
            Cell::Bool(byte >> ((*bit - 1) % 8) & 1 == 1)
        }
        ColumnType::Text => {
            let count = u32::from_le_bytes(taken(bytes)?) as usize;
            let (text, rest) = bytes.split_at_checked(count)?;
            *bytes = rest;
            Cell::text(std::str::from_utf8(text).ok()?)
        }
    })
}

fn taken<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

/// Reads which cells are present: runs of one value, and runs with eight cells in a byte.
fn presence(bytes: &mut &[u8], values: usize) -> Option<Vec<bool>> {
    let count = u32::from_le_bytes(taken(bytes)?) as usize;
    let (mut levels, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    let mut present = Vec::new();
    while present.len() < values {
        let (mut header, mut shift) = (0_u64, 0);
        loop {
            let [byte] = taken(&mut levels)?;
            header |= u64::from(byte & 0x7F).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        let left = values - present.len();
        if header & 1 == 0 {
            let [level] = taken(&mut levels)?;
            present.extend(std::iter::repeat_n(level != 0, left.min((header >> 1) as usize)));
            if header == 0 {
                return None;
            }
        } else {
            let (run, rest) = levels.split_at_checked((header >> 1) as usize)?;
            levels = rest;
            let bits = run.iter().flat_map(|byte| (0..8).map(move |i| byte >> i & 1 == 1));
            present.extend(bits.take(left));
            if run.is_empty() {
                return None;
            }
        }
    }
    Some(present)
}
