//! The memories of searches: tables, bounds and checkpoints; sorting of vertices.

#![allow(clippy::unwrap_used, missing_docs)]

mod bounds {
    use chromex_engine::search::bounds::Bounds;

    #[test]
    fn packing_loses_nothing_small_and_lies_about_nothing_large() {
        for low in -140..=140 {
            for high in low..=140 {
                let bounds = Bounds { low, high };
                let again = Bounds::unpack(bounds.pack());
                assert!(again.low <= low && high <= again.high, "{bounds:?} {again:?}");
                if low >= -127 && high <= 127 && low <= 127 && high >= -127 {
                    assert_eq!(again, bounds);
                }
                assert!(bounds.pack() != 0 || high < -126);
            }
        }
    }

    #[test]
    fn answers() {
        let bounds = Bounds { low: -1, high: 3 };
        assert_eq!(
            [-1, 0, 3, 4].map(|goal| bounds.answer(goal)),
            [Some(true), None, None, Some(false)]
        );
        assert_eq!(bounds.after(2, true), Bounds { low: 2, high: 3 });
        assert_eq!(bounds.after(2, false), Bounds { low: -1, high: 1 });
    }
}

mod table {
    use chromex_engine::checkpoint::Records;
    use chromex_engine::search::table::Table;

    fn table(words: usize, max_bytes: u64) -> Table {
        Table::new(words, max_bytes, |ones, _| ones)
    }

    fn count(table: &Table) -> usize {
        let mut entries = 0;
        table.for_each(&mut |_| entries += 1);
        entries
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = table(2, 1 << 30);
        let value = |i: u64| 1 + (i % 251) as u16;
        (1..50_000).for_each(|i| table.insert(&[i, i * i], value(i)));
        assert_eq!(count(&table), 49_999);
        assert!((1..50_000).all(|i| table.get(&[i, i * i]) == Some(value(i))));
        assert!((1..50_000_u64).all(|i| table.get(&[i, i * i + 1]).is_none()));
        table.update(&[7_u64, 49], &|old| old | 1 << 12);
        assert_eq!(table.get(&[7_u64, 49]), Some(value(7) | 1 << 12));
        table.insert(&[7_u64, 49], 0);
        assert_eq!(table.get(&[7_u64, 49]), None);
    }

    #[test]
    fn the_table_fills_well_before_it_grows() {
        let table = table(1, 1 << 30);
        let mut fullest = 0.0_f64;
        let mut before = table.bytes();
        for i in 1..200_000_u64 {
            table.insert(&[i.wrapping_mul(0x2545_F491_4F6C_DD1D)], 1);
            if table.bytes() > before {
                fullest = fullest.max(i as f64 * 12.0 / before as f64);
                before = table.bytes();
            }
        }
        assert!(fullest > 0.75, "{fullest}");
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        for max_bytes in [0, 2000, 1 << 16] {
            let table = table(1, max_bytes);
            let value = |i: u64| 1 + (i % 200) as u16;
            for i in 1..100_000_u64 {
                table.insert(&[i], value(i));
                assert_eq!(table.get(&[i]), Some(value(i)));
            }
            assert!(table.bytes() <= max_bytes.max(96));
            let known: Vec<_> = (1..100_000).filter_map(|i| Some((i, table.get(&[i])?))).collect();
            assert!(known.iter().all(|&(i, found)| found == value(i)));
            assert!(known.len() <= max_bytes as usize / 10 + 8);
        }
    }

    #[test]
    fn what_is_worth_most_stays() {
        let table = Table::new(1, 100, |_, value| u32::from(value));
        table.insert(&[1_u64], 900);
        (2..1000_u64).for_each(|i| table.insert(&[i], 1));
        assert_eq!(table.get(&[1_u64]), Some(900));
    }

    /// Threads that write the same keys at the same time, with values that show to which key they
    /// belong; in a table that stays small and in one that grows all the time.
    #[test]
    fn threads_that_share_a_table_never_mix_entries_up() {
        let value = |i: u64| 1 + (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50) as u16;
        for max_bytes in [1000, 1 << 26] {
            let table = table(3, max_bytes);
            let key = |i: u64| [i, !i, i.rotate_left(20)];
            let found: usize = std::thread::scope(|scope| {
                let work = |thread: u64| {
                    let (table, mut found) = (&table, 0);
                    for round in 0..150_000_u64 {
                        let i = (round.wrapping_mul(1 + 2 * thread)) % 20_011;
                        if let Some(known) = table.get(&key(i)) {
                            assert_eq!(known, value(i), "key {i}");
                            found += 1;
                        }
                        table.insert(&key(i), value(i));
                    }
                    found
                };
                let threads: Vec<_> = (0..4).map(|t| scope.spawn(move || work(t))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).sum()
            });
            assert!(found > 0 && (max_bytes < 1 << 20 || found > 400_000), "{found}");
        }
    }
}

mod grundy {
    use chromex_engine::search::plain::grundy::mex;

    #[test]
    fn mex_is_the_least_number_missing() {
        assert_eq!(mex(&[]), 0);
        assert_eq!(mex(&[1, 2]), 0);
        assert_eq!(mex(&[0, 1, 3, 1, 900]), 2);
    }
}

mod checkpoint {
    use std::path::{Path, PathBuf};

    use chromex_budget::Budget;
    use chromex_engine::checkpoint::{Checkpoint, SavedPositions};
    use chromex_engine::search::table::Table;
    use chromex_files::FileError;
    use chromex_files::faults::at_every_operation;

    fn table(entries: u64) -> Table {
        let table = Table::new(2, 1 << 20, |ones, _| ones);
        (1..=entries).for_each(|i| table.insert(&[i, i * i], i as u16));
        table
    }

    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chromex-checkpoint-{}-{name}", std::process::id()))
    }

    /// A checkpoint of the rule 7 in a file, and what was saved there.
    fn resume(path: &Path, budget: &Budget) -> (Checkpoint, Table, Result<(), FileError>) {
        let mut checkpoint = Checkpoint::new(&SavedPositions::File(path.to_owned()), budget, 0);
        let table = table(0);
        let resumed = checkpoint.resume(7, &table);
        (checkpoint, table, resumed)
    }

    fn entries(table: &Table) -> usize {
        (1..=1000).filter(|&i: &u64| table.get(&[i, i * i]) == Some(i as u16)).count()
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let path = place("whole");
        let (mut checkpoint, _, resumed) = resume(&path, &Budget::default());
        assert_eq!(resumed, Ok(()));
        checkpoint.save(&table(1000));
        assert_eq!(entries(&resume(&path, &Budget::default()).1), 1000);
        let wider = Table::new(3, 1 << 20, |ones, _| ones);
        for other in [checkpoint.resume(8, &table(0)), checkpoint.resume(8, &wider)] {
            assert!(matches!(other, Err(FileError::OtherOwner { .. })), "{other:?}");
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let path = place("damaged");
        resume(&path, &Budget::default()).0.save(&table(100));
        let whole = std::fs::read(&path).unwrap();
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            resume(&path, &Budget::default()).2
        };
        let damaged = Err(FileError::Damaged { path: path.clone() });
        for at in [40, 200, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            assert_eq!(refused(&bytes), damaged);
        }
        assert_eq!(refused(&whole[..whole.len() / 2]), damaged);
        let foreign = refused(b"something else altogether");
        assert!(matches!(foreign, Err(FileError::Foreign { .. })));
        std::fs::remove_file(path).unwrap();
    }

    /// Bytes that version 0.1.0 wrote before there was a crate for files.
    #[test]
    fn the_format_has_not_changed() {
        let old: &[u8] = b"chromex-table-1\n\x07\0\0\0\0\0\0\0\
            \x01\0\0\0\0\0\0\0\x01\0\x04\0\0\0\0\0\0\0\x02\0\x09\0\0\0\0\0\0\0\x03\0\
            \x83\x82\x5a\x4a\x4f\x34\x01\x82";
        let path = place("old");
        std::fs::write(&path, old).unwrap();
        let table = Table::new(1, 1 << 20, |ones, _| ones);
        let (mut checkpoint, ..) = resume(&path, &Budget::default());
        assert_eq!(checkpoint.resume(7, &table), Ok(()));
        assert_eq!([1_u64, 4, 9].map(|key| table.get(&[key])), [Some(1), Some(2), Some(3)]);
        checkpoint.save(&table);
        assert_eq!(std::fs::read(&path).unwrap().len(), old.len());
        std::fs::remove_file(path).unwrap();
    }

    /// With every fault, what was saved stays, and the monitor is told of the failure.
    #[test]
    fn no_fault_costs_what_was_saved() {
        let happened = at_every_operation(
            &place("faults"),
            |folder| resume(&folder.join("file"), &Budget::default()).0.save(&table(100)),
            |folder, disk| {
                let budget = Budget { disk: disk.clone(), ..Budget::default() };
                let (mut checkpoint, loaded, resumed) = resume(&folder.join("file"), &budget);
                let loaded = entries(&loaded);
                checkpoint.save(&table(300));
                (resumed.map(|()| loaded), budget.monitor.unsaved())
            },
            |folder, fault, at, (resumed, unsaved)| {
                assert!(resumed.is_err() || resumed == Ok(100), "{fault:?} at {at}");
                let (_, table, resumed) = resume(&folder.join("file"), &Budget::default());
                let found = entries(&table);
                assert_eq!(resumed, Ok(()), "{fault:?} at {at}");
                assert!(found == 300 || found == 100 && !unsaved.is_empty(), "{fault:?} at {at}");
            },
        );
        assert!(happened.unwrap() > 50);
    }
}

mod twins {
    use chromex_engine::model::normal::elements;
    use chromex_engine::model::twins::Twins;
    use chromex_graph_tools::bits::{BitGraph, VertexSet};
    use chromex_graphs::parse;

    fn bits(text: &str) -> BitGraph {
        BitGraph::new(parse(text).unwrap().graph()).unwrap()
    }

    #[test]
    fn twins_are_put_in_order() {
        let twins = Twins::of(&bits("star:4"));
        assert_eq!(twins.in_order(0b10000, 0b00100), (0b00010, 0b00100));
        assert_eq!(twins.representatives(VertexSet(0b11101)), VertexSet(0b00101));
    }

    #[test]
    fn symmetries_keep_the_graph_and_the_order() {
        let graph = bits("2*star:3");
        let twins = Twins::of(&graph);
        let found = twins.symmetries(&graph, elements);
        assert_eq!(found, [[4, 5, 6, 7, 0, 1, 2, 3]]);
        let star = bits("star:6");
        assert!(Twins::of(&star).symmetries(&star, elements).is_empty());
    }
}

/// A solver may be created on one thread and used on another.
#[test]
fn solvers_can_be_sent_to_other_threads() {
    fn assert_send<T: Send>() {}
    assert_send::<chromex_engine::Solver>();
}
