//! Thrift's compact protocol, as far as Parquet's descriptions need it.

/// Types of fields.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
pub(crate) const I32: u8 = 5;
pub(crate) const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct that is written: its fields are added in the order of their numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Struct {
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

    pub(crate) fn number(self, field: u8, kind: u8, number: i64) -> Struct {
        self.header(field, kind).zigzag(number)
    }

    pub(crate) fn text(self, field: u8, text: &str) -> Struct {
        self.header(field, BINARY).raw_text(text)
    }

    pub(crate) fn inner(self, field: u8, inner: Struct) -> Struct {
        let mut outer = self.header(field, STRUCT);
        outer.bytes.extend(inner.end());
        outer
    }

    pub(crate) fn numbers(self, field: u8, numbers: &[i64]) -> Struct {
        let list = self.list(field, I32, numbers.len());
        numbers.iter().fold(list, |list, &number| list.zigzag(number))
    }

    pub(crate) fn texts(self, field: u8, texts: &[&str]) -> Struct {
        let list = self.list(field, BINARY, texts.len());
        texts.iter().fold(list, |list, text| list.raw_text(text))
    }

    pub(crate) fn structs(self, field: u8, structs: Vec<Struct>) -> Struct {
        let mut list = self.list(field, STRUCT, structs.len());
        structs.into_iter().for_each(|inner| list.bytes.extend(inner.end()));
        list
    }

    pub(crate) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// A value that was read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Thing {
    Number(i64),
    Bytes(Vec<u8>),
    List(Vec<Thing>),
    Struct(Vec<(i64, Thing)>),
}

impl Thing {
    pub(crate) fn field(&self, number: i64) -> Option<&Thing> {
        let Thing::Struct(fields) = self else { return None };
        fields.iter().find(|(n, _)| *n == number).map(|(_, thing)| thing)
    }

    pub(crate) fn number(&self, field: i64) -> Option<i64> {
        match self.field(field)? {
            Thing::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn text(&self, field: i64) -> Option<String> {
        match self.field(field)? {
            Thing::Bytes(bytes) => String::from_utf8(bytes.clone()).ok(),
            _ => None,
        }
    }

    pub(crate) fn list(&self, field: i64) -> Option<&[Thing]> {
        match self.field(field)? {
            Thing::List(things) => Some(things),
            _ => None,
        }
    }
}

/// Structs that are nested deeper than this are damage.
const DEEPEST: usize = 16;

/// Reads a struct from the beginning of these bytes; also returns the number of bytes that it took.
pub(crate) fn read_struct(bytes: &[u8]) -> Option<(Thing, usize)> {
    let mut input = Input { bytes, at: 0 };
    let thing = input.structure(0)?;
    Some((thing, input.at))
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Input<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.get(self.at - 1).copied()
    }

    fn varint(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn zigzag(&mut self) -> Option<i64> {
        let number = self.varint()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?.to_vec();
        self.at += count;
        Some(taken)
    }

    fn structure(&mut self, depth: usize) -> Option<Thing> {
        let mut fields = Vec::new();
        let mut number = 0;
        loop {
            let header = self.byte()?;
            if header == 0 {
                return Some(Thing::Struct(fields));
            }
            number = match header >> 4 {
                0 => self.zigzag()?,
                step => number + i64::from(step),
            };
            let thing = match header & 0xF {
                TRUE => Thing::Number(1),
                FALSE => Thing::Number(0),
                kind => self.thing(kind, depth)?,
            };
            fields.push((number, thing));
        }
    }

    fn thing(&mut self, kind: u8, depth: usize) -> Option<Thing> {
        if depth > DEEPEST {
            return None;
        }
        match kind {
            TRUE | FALSE | 3 => self.byte().map(|byte| Thing::Number(byte.into())),
            4 | I32 | I64 => self.zigzag().map(Thing::Number),
            DOUBLE => self.take(8).map(Thing::Bytes),
            BINARY => {
                let count = self.varint()?;
                self.take(count.try_into().ok()?).map(Thing::Bytes)
            }
            LIST | 10 => {
                let header = self.byte()?;
                let count = match header >> 4 {
                    15 => self.varint()?,
                    count => count.into(),
                };
                let mut things = Vec::new();
                for _ in 0..count {
                    things.push(self.thing(header & 0xF, depth + 1)?);
                }
                Some(Thing::List(things))
            }
            STRUCT => self.structure(depth + 1),
            _ => None,
        }
    }
}
