//! Errors that mark the spot, numbers for people, checksums.

#![allow(clippy::unwrap_used, missing_docs)]

mod checksum {
    use chromex_text::Checksum;

    /// From the reference of Fowler, Noll and Vo.
    #[test]
    fn it_is_fnv_1a() {
        assert_eq!(Checksum::of(b"").0, 0xcbf2_9ce4_8422_2325);
        assert_eq!(Checksum::of(b"a").0, 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Checksum::of(b"foobar").0, 0x8594_4171_f739_67e8);
    }
}

mod error {
    use chromex_text::{TextError, nearest};

    #[test]
    fn long_texts_are_shown_around_the_spot() {
        let text = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let shown = TextError::new(&text, 500..501, "bad").to_string();
        assert!(shown.lines().all(|line| line.chars().count() < 70), "{shown}");
        assert!(shown.contains("aaXbb"));
        let caret = shown.lines().nth(2).unwrap().find('^').unwrap();
        assert_eq!(shown.lines().nth(1).unwrap().chars().nth(caret), Some('X'));
    }

    #[test]
    fn empty_and_whole_spans_have_a_caret() {
        assert_eq!(TextError::whole("", "empty").to_string(), "empty\n  \n  ^");
        assert!(TextError::whole(&"x".repeat(999), "long").to_string().contains('…'));
    }

    #[test]
    fn nearest_word() {
        assert_eq!(nearest("gird", ["grid", "path"]), Some("grid"));
        assert_eq!(nearest("zebra", ["grid", "path"]), None);
    }
}

mod numbers {
    use chromex_text::{Bytes, count, counted, read_number};

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(count(0), "0");
        assert_eq!(count(1234567), "1,234,567");
        assert_eq!(count(123), "123");
        assert_eq!(counted(1, "row"), "1 row");
        assert_eq!(counted(1200, "row"), "1,200 rows");
        assert_eq!(read_number("1e6", 1000.0), Some(1_000_000));
    }

    #[test]
    fn bytes_are_readable() {
        assert_eq!(Bytes(17).to_string(), "17 B");
        assert_eq!(Bytes(4 << 30).to_string(), "4.0 GiB");
        assert_eq!(Bytes(1536).to_string(), "1.5 KiB");
    }
}
