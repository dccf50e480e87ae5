//! Files of a census: reading gives back what was written, and damage is noticed.

#![allow(clippy::unwrap_used, missing_docs)]

mod files {
    use std::path::Path;

    use chromex::{Budget, Stop};
    use chromex_census::files::{FileError, Format, Table, TableWriter};
    use chromex_census::{Cell, ColumnType, Columns};
    use chromex_files::Disk;
    use chromex_files::faults::at_every_operation;

    #[test]
    fn every_format_gives_the_rows_back() {
        let columns: Columns = [
            ("graph", ColumnType::Text),
            ("n", ColumnType::Int),
            ("is_tree", ColumnType::Bool),
            ("mean", ColumnType::Real),
            ("degrees", ColumnType::Text),
        ]
        .map(|(name, kind)| (name.to_owned(), kind))
        .to_vec();
        let row = |i: i64| {
            let degrees =
                if i == 3 { Cell::text("") } else { Cell::text(format!("{i},\"{i}\"\n")) };
            let mean = if i == 2 { Cell::Null } else { Cell::Real(i as f64 + 0.5) };
            vec![Cell::text("D?{"), Cell::Int(i), Cell::Bool(i > 2), mean, degrees]
        };
        let rows: Vec<Vec<Cell>> = (0..5).map(row).collect();
        for (format, ending) in
            [(Format::Parquet, "parquet"), (Format::Csv, "csv"), (Format::JsonLines, "jsonl")]
        {
            let name = format!("chromex-table-{}.{ending}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let mut table =
                TableWriter::create(&Disk::real(), &path, format, columns.clone()).unwrap();
            rows.iter().for_each(|row| table.push(row.clone()).unwrap());
            table.finish().unwrap();
            let table = Table::open(&path, None).unwrap();
            assert_eq!(*table.columns(), columns);
            let mut found = Vec::new();
            table
                .for_each_row(&mut |row| {
                    found.push(row);
                    true
                })
                .unwrap();
            assert_eq!(found, rows, "{ending}");
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn bad_files_are_refused_with_the_line() {
        let path = std::env::temp_dir().join(format!("chromex-bad-{}.csv", std::process::id()));
        std::fs::write(&path, "a,b\n1,2\n3\n").unwrap();
        let error = Table::open(&path, None).unwrap_err().to_string();
        assert!(error.contains("line 3: 1 field for 2 columns"), "{error}");
        std::fs::write(&path, "graph,n,m,n\nA_,2,1,2\n").unwrap();
        let error = Table::open(&path, None).unwrap_err().to_string();
        assert!(error.contains("line 1: two columns are called `n`"), "{error}");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn no_line_is_longer_than_the_memory_allows() {
        let path = std::env::temp_dir().join(format!("chromex-long-{}.csv", std::process::id()));
        let budget = Budget { memory: 1 << 16, ..Budget::default() };
        let open = |text: &str, format| {
            std::fs::write(&path, text).unwrap();
            Table::open_within(&path, Some(format), &budget)
        };
        let long = "a".repeat(1 << 13);
        let (quoted, object) =
            (format!("a\n\"{}", "b\n".repeat(1 << 13)), format!("{{\"a\": \"{long}\"}}"));
        for (text, format, line) in [
            (&long, Format::Csv, 1),
            (&format!("a\n{long}"), Format::Csv, 2),
            (&quoted, Format::Csv, 2),
            (&object, Format::JsonLines, 1),
        ] {
            let error = open(text, format).unwrap_err().to_string();
            assert!(error.contains(&format!("line {line}: it is longer than")), "{error}");
        }
        let many = format!("{}a", "a,".repeat(1 << 17));
        let error = open(&many, Format::Csv).unwrap_err().to_string();
        assert!(error.contains("longer than 8"), "{error}");
        std::fs::write(&path, &many).unwrap();
        let error = Table::open(&path, None).unwrap_err().to_string();
        assert!(error.contains("line 1: it has more than 131,072 fields"), "{error}");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn whoever_reads_a_table_keeps_to_the_time() {
        let path = std::env::temp_dir().join(format!("chromex-slow-{}.csv", std::process::id()));
        std::fs::write(&path, "a,b\n1,2\n3,4\n").unwrap();
        let budget = Budget::default();
        let table = Table::open_within(&path, None, &budget).unwrap();
        let mut rows = 0;
        let read = table.for_each_row(&mut |_| {
            rows += 1;
            budget.monitor.cancel();
            true
        });
        assert!(matches!(read, Err(FileError::Stopped(Stop::Cancelled))), "{read:?}");
        assert_eq!(rows, 1);
        std::fs::remove_file(path).unwrap();
    }

    /// A table is whole, or it is said why not.
    #[test]
    fn a_disk_that_fails_leaves_no_half_of_a_table() {
        let folder = std::env::temp_dir().join(format!("chromex-read-{}", std::process::id()));
        let prepare = |folder: &Path| {
            let text: String = (0..3_000).map(|i| format!("{i},{}\n", i * i)).collect();
            std::fs::write(folder.join("t.csv"), format!("a,b\n{text}")).unwrap();
        };
        let read = |folder: &Path, disk: &Disk| {
            let budget = Budget { disk: disk.clone(), ..Budget::default() };
            let (mut rows, path) = (0, folder.join("t.csv"));
            let table = Table::open_within(&path, None, &budget)?;
            table.for_each_row(&mut |_| {
                rows += 1;
                true
            })?;
            Ok::<i32, FileError>(rows)
        };
        let happened = at_every_operation(&folder, prepare, read, |_, _, _, rows| {
            assert!(rows.is_err() || rows.is_ok_and(|rows| rows == 3_000));
        });
        assert!(happened.unwrap() > 20);
    }
}

mod log {
    use std::path::{Path, PathBuf};

    use chromex_census::Cell;
    use chromex_census::log::{Log, LogError};
    use chromex_files::faults::at_every_operation;
    use chromex_files::{Disk, FileError};

    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chromex-log-{}-{name}", std::process::id()))
    }

    fn open(path: &Path, identity: &str, force: bool) -> Result<Log, LogError> {
        Log::open(&Disk::real(), path, identity, force)
    }

    fn rows(log: &Log) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        log.for_each_row(|row| {
            rows.push(row);
            Ok::<_, LogError>(())
        })
        .unwrap();
        rows
    }

    fn row(i: i64) -> Vec<Cell> {
        vec![Cell::text(format!("g{i}")), Cell::Int(i), Cell::Null, Cell::Bool(i % 2 == 0)]
    }

    /// Wherever the file is cut off, complete records stay and the rest is done again.
    #[test]
    fn a_cut_log_goes_on_where_it_was_whole() {
        let path = place("cut");
        let mut log = open(&path, "test", false).unwrap();
        let mut ends = vec![std::fs::metadata(&path).unwrap().len()];
        for i in 0..6 {
            log.add("g", 1, i == 3, Some(&row(i)));
            log.add("h", 0, false, None);
            log.commit().unwrap();
            ends.push(std::fs::metadata(&path).unwrap().len());
        }
        drop(log);
        let bytes = std::fs::read(&path).unwrap();
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let log = open(&path, "test", false).unwrap();
            let whole = ends.iter().filter(|&&end| end <= cut as u64).count().saturating_sub(1);
            assert_eq!(log.totals().graphs, 2 * whole as u64, "cut at {cut}");
            assert_eq!(rows(&log), (0..whole as i64).map(row).collect::<Vec<_>>());
        }
        // A changed bit in the last record costs only that record.
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        std::fs::write(&path, damaged).unwrap();
        assert_eq!(open(&path, "test", false).unwrap().totals().graphs, 10);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_files_are_left_alone() {
        let path = place("other");
        drop(open(&path, "begun by mistake", false).unwrap());
        let mut log = open(&path, "one", false).unwrap();
        log.add("g", 0, false, None);
        log.commit().unwrap();
        drop(log);
        assert!(matches!(open(&path, "two", false), Err(LogError::Other(..))));
        let busy = open(&path, "one", false).unwrap();
        assert!(matches!(open(&path, "one", false), Err(LogError::File(FileError::Busy { .. }))));
        drop(busy);
        assert!(open(&path, "two", true).is_ok());
        std::fs::write(&path, "my precious notes, not a log").unwrap();
        assert!(matches!(
            open(&path, "one", false),
            Err(LogError::File(FileError::Foreign { .. }))
        ));
        std::fs::remove_file(path).unwrap();
    }

    /// Bytes that version 0.1.0 wrote before there was a crate for files.
    #[test]
    fn the_format_has_not_changed() {
        let old: &[u8] = b"chromex-census-2\n\x04\0\0\0\x25\x2b\x7c\x19\xef\xe6\xe6\xf9test\
            \x4e\0\0\0\xba\xa2\xb5\x43\x3f\xaa\x2d\xe5\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\
            \x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x5f\x77\x82\xdf\x5a\x8b\x18\xb3\
            \x05\0\0\0\0\0\0\0\x05\x01\0\0\0\0\0\0\0g\x01\xfe\xff\xff\xff\xff\xff\xff\xff\
            \x02\0\0\0\0\0\0\xe0\x3f\0\x04";
        let row = [Cell::text("g"), Cell::Int(-2), Cell::Real(0.5), Cell::Null, Cell::Bool(true)];
        let path = place("old");
        std::fs::write(&path, old).unwrap();
        let log = open(&path, "test", false).unwrap();
        assert_eq!((rows(&log), log.totals().graphs), (vec![row.to_vec()], 2));
        log.remove().unwrap();
        let mut log = open(&path, "test", false).unwrap();
        log.add("g", 1, false, Some(&row));
        log.add("h", 0, true, None);
        log.commit().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), old);
        log.remove().unwrap();
    }

    /// Whatever fails: what was committed stays, and rows and totals are consistent.
    #[test]
    fn no_fault_costs_what_was_committed() {
        let work = |folder: &Path, disk: &Disk| {
            let Ok(mut log) = Log::open(disk, &folder.join("log"), "test", false) else { return 0 };
            let mut committed = 0;
            for i in 0..4 {
                log.add("g", 0, false, Some(&row(i)));
                // Like a census, which tries once more before it gives up.
                if log.commit().or_else(|_| log.commit()).is_err() {
                    break;
                }
                committed = i as u64 + 1;
            }
            committed
        };
        let happened = at_every_operation(
            &place("faults"),
            |_| (),
            work,
            |folder, fault, at, done| {
                let log = open(&folder.join("log"), "test", false).unwrap();
                let found = log.totals().graphs;
                assert!(found >= done, "{fault:?} at {at}");
                assert_eq!(
                    rows(&log),
                    (0..found as i64).map(row).collect::<Vec<_>>(),
                    "{fault:?} at {at}"
                );
            },
        );
        assert!(happened.unwrap() > 40);
    }
}
