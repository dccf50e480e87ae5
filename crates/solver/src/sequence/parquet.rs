//! Parquet files with two columns, `k` (64-bit) and `nimber` (32-bit), for data frames.
//!
//! Row groups of plain, uncompressed pages. The description at the end of the file is in Thrift's
//! compact protocol, of which this needs little: structs of numbers, strings, lists and structs.
//! (The crates for Parquet take minutes to build.)

use std::io::{self, Write};

const MAGIC: &[u8; 4] = b"PAR1";

/// Rows in a group.
const GROUP: usize = 1 << 20;

/// Types of the format, by their numbers.
const INT32: i64 = 1;
const INT64: i64 = 2;
const REQUIRED: i64 = 0;
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const UNCOMPRESSED: i64 = 0;
const DATA_PAGE: i64 = 0;

/// A column: its name, type and the bytes of its value for a term.
type Column = (&'static str, i64, fn(usize, u16) -> Vec<u8>);

const COLUMNS: [Column; 2] = [
    ("k", INT64, |k, _| (k as i64).to_le_bytes().to_vec()),
    ("nimber", INT32, |_, value| i32::from(value).to_le_bytes().to_vec()),
];

/// Writes g(first), ….
pub fn write(out: &mut dyn Write, first: usize, values: &[u16]) -> io::Result<()> {
    out.write_all(MAGIC)?;
    let mut position = MAGIC.len();
    let terms = values.get(first..).unwrap_or_default();
    let mut groups = Vec::new();
    for (i, group) in terms.chunks(GROUP).enumerate() {
        let mut chunks = Vec::new();
        let start = position;
        for (name, kind, encode) in COLUMNS {
            let encode_term = |(j, &value): (usize, &u16)| encode(first + i * GROUP + j, value);
            let data: Vec<u8> = group.iter().enumerate().flat_map(encode_term).collect();
            let page = page_header(data.len(), group.len());
            out.write_all(&page)?;
            out.write_all(&data)?;
            let bytes = page.len() + data.len();
            chunks.push(column_chunk(name, kind, group.len(), bytes, position));
            position += bytes;
        }
        let group = Struct::default()
            .structs(1, chunks)
            .number(2, I64, (position - start) as i64)
            .number(3, I64, group.len() as i64);
        groups.push(group);
    }
    let footer = Struct::default()
        .number(1, I32, 1)
        .structs(2, schema())
        .number(3, I64, terms.len() as i64)
        .structs(4, groups)
        .text(6, "chromex")
        .end();
    out.write_all(&footer)?;
    out.write_all(&(footer.len() as u32).to_le_bytes())?;
    out.write_all(MAGIC)
}

fn page_header(bytes: usize, values: usize) -> Vec<u8> {
    let data_page = Struct::default()
        .number(1, I32, values as i64)
        .number(2, I32, PLAIN)
        .number(3, I32, RLE)
        .number(4, I32, RLE);
    Struct::default()
        .number(1, I32, DATA_PAGE)
        .number(2, I32, bytes as i64)
        .number(3, I32, bytes as i64)
        .inner(5, data_page)
        .end()
}

fn schema() -> Vec<Struct> {
    let root = Struct::default().text(4, "schema").number(5, I32, COLUMNS.len() as i64);
    let leaf = |(name, kind, _): Column| {
        Struct::default().number(1, I32, kind).number(3, I32, REQUIRED).text(4, name)
    };
    std::iter::once(root).chain(COLUMNS.map(leaf)).collect()
}

fn column_chunk(name: &str, kind: i64, values: usize, bytes: usize, at: usize) -> Struct {
    let data = Struct::default()
        .number(1, I32, kind)
        .numbers(2, &[PLAIN])
        .texts(3, &[name])
        .number(4, I32, UNCOMPRESSED)
        .number(5, I64, values as i64)
        .number(6, I64, bytes as i64)
        .number(7, I64, bytes as i64)
        .number(9, I64, at as i64);
    Struct::default().number(2, I64, at as i64).inner(3, data)
}

/// Thrift's compact protocol: types of fields.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct whose fields are added in the order of their numbers.
#[derive(Default)]
struct Struct {
    bytes: Vec<u8>,
    field: u8,
}

impl Struct {
    fn header(mut self, field: u8, kind: u8) -> Struct {
        self.bytes.push((field - self.field) << 4 | kind);
        self.field = field;
        self
    }

    fn varint(mut self, mut number: u64) -> Struct {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
        self
    }

    fn zigzag(self, number: i64) -> Struct {
        self.varint(((number << 1) ^ (number >> 63)) as u64)
    }

    fn raw_text(mut self, text: &str) -> Struct {
        self = self.varint(text.len() as u64);
        self.bytes.extend(text.as_bytes());
        self
    }

    fn list(self, field: u8, kind: u8, count: usize) -> Struct {
        let mut list = self.header(field, LIST);
        if count < 15 {
            list.bytes.push((count as u8) << 4 | kind);
            return list;
        }
        list.bytes.push(0xF0 | kind);
        list.varint(count as u64)
    }

    fn number(self, field: u8, kind: u8, number: i64) -> Struct {
        self.header(field, kind).zigzag(number)
    }

    fn text(self, field: u8, text: &str) -> Struct {
        self.header(field, BINARY).raw_text(text)
    }

    fn inner(self, field: u8, inner: Struct) -> Struct {
        let mut outer = self.header(field, STRUCT);
        outer.bytes.extend(inner.end());
        outer
    }

    fn numbers(self, field: u8, numbers: &[i64]) -> Struct {
        let list = self.list(field, I32, numbers.len());
        numbers.iter().fold(list, |list, &number| list.zigzag(number))
    }

    fn texts(self, field: u8, texts: &[&str]) -> Struct {
        let list = self.list(field, BINARY, texts.len());
        texts.iter().fold(list, |list, text| list.raw_text(text))
    }

    fn structs(self, field: u8, structs: Vec<Struct>) -> Struct {
        let mut list = self.list(field, STRUCT, structs.len());
        structs.into_iter().for_each(|inner| list.bytes.extend(inner.end()));
        list
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}
