//! What searches keep: tables and bounds.

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
        table.update(&[7_u64, 49], |old| old | 1 << 12);
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

    /// Threads that write the same keys at the same time, with values that tell to which key they
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
