//! The files of this crate, byte by byte.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex_parquet::{Cell, ColumnType, Reader, Writer};
use proptest::prelude::*;

fn cell(kind: ColumnType) -> BoxedStrategy<Cell> {
    let some = match kind {
        ColumnType::Int => any::<i64>().prop_map(Cell::Int).boxed(),
        ColumnType::Real => (-1e9..1e9).prop_map(Cell::Real).boxed(),
        ColumnType::Bool => any::<bool>().prop_map(Cell::Bool).boxed(),
        ColumnType::Text => ".{0,12}".prop_map(Cell::text).boxed(),
    };
    prop_oneof![1 => Just(Cell::Null), 4 => some].boxed()
}

const KINDS: [ColumnType; 5] =
    [ColumnType::Text, ColumnType::Int, ColumnType::Bool, ColumnType::Real, ColumnType::Int];

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
    let mut writer = Writer::new(Vec::new(), vec![("n".to_owned(), ColumnType::Int)]).unwrap();
    let wrong = writer.group(&[vec![Cell::Bool(true)]]).unwrap_err();
    assert_eq!(wrong.to_string(), "the column `n` holds a whole number, and this is none");
}

#[test]
fn a_small_file_of_many_rows_keeps_to_its_memory() {
    let columns = || vec![("n".to_owned(), ColumnType::Int), ("text".to_owned(), ColumnType::Text)];
    let mut writer = Writer::new(Vec::new(), columns()).unwrap();
    writer.group(&vec![vec![Cell::Null, Cell::Null]; 100_000]).unwrap();
    let bytes = writer.finish().unwrap();
    assert!(bytes.len() < 10_000, "{}", bytes.len());
    let read = |memory| {
        let reader = Reader::new(std::io::Cursor::new(bytes.clone())).unwrap();
        reader.within(memory).group(0)
    };
    assert_eq!(read(64 << 20).unwrap().len(), 100_000);
    let error = read(1 << 20).unwrap_err().to_string();
    assert!(error.ends_with("more than is allowed"), "{error}");
    // One long text, which is much shorter in the file.
    let mut writer = Writer::new(Vec::new(), columns()).unwrap();
    writer.group(&[vec![Cell::Null, Cell::text("x".repeat(4 << 20))]]).unwrap();
    let bytes = writer.finish().unwrap();
    let reader = Reader::new(std::io::Cursor::new(bytes)).unwrap();
    assert!(reader.within(1 << 20).group(0).is_err());
}
