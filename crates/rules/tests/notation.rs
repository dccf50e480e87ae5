//! Games and positions as they are typed.

#![allow(clippy::unwrap_used, missing_docs)]

mod notation {
    use chromex_rules::Position;

    fn error(text: &str) -> String {
        text.parse::<Position>().unwrap_err().to_string()
    }

    #[test]
    fn positions_print_as_they_are_typed() {
        for line in [
            "icol grid:2x3 B../..W left",
            "node-kayles path:4 1..1 right",
            "orthogonal:2 cycle:4 1.2.|..1. alice",
            "connected star:3 RB.. bob",
            "sequential:2:2,1,0 path:3 ..1 left",
            "proper:61 path:2 .Z left",
            "colouring:3 empty:0 - alice",
            "blue-red dipath:3 B.R left",
        ] {
            assert_eq!(line.parse::<Position>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn large_boards_of_strangers_are_refused() {
        let line = "icol path:200 - left".replace('-', &".".repeat(200));
        assert!(Position::parse_within(&line, 199).is_err());
        assert_eq!(Position::parse_within(&line, 200).unwrap().to_string(), line);
    }

    #[test]
    fn pairs_and_digits_are_understood() {
        let same = |a: &str, b: &str| {
            assert_eq!(
                a.parse::<Position>().unwrap().to_string(),
                b.parse::<Position>().unwrap().to_string()
            );
        };
        same("icol path:4 0=B,3=2 left", "icol path:4 B..W left");
        same("icol path:4 b00w left", "icol path:4 1..2 left");
        same("orthogonal:1 path:2 A0=1,B1=1 bob", "orthogonal:1 path:2 1..1 right");
    }

    #[test]
    fn bad_positions_are_refused_with_the_reason() {
        for (line, part) in [
            ("icol path:3 BB. left", "vertex 0 (Black) against vertex 1 (Black): adjacent"),
            ("isnort path:3 BW. left", "must be alike"),
            ("icol path:3 B. left", "2 symbols for 3 vertices"),
            ("icol path:3 BX. left", "`X` is no colour of this game"),
            ("icol grid:2x2 B/... left", "`/` must come at the end of a row (2 vertices)"),
            ("icol star:3 ../.. left", "star:3 has no rows"),
            ("icol path:3 0=B,0=W left", "given twice"),
            ("icol path:3 7=B left", "`7` is no vertex"),
            ("icol path:3 ... lft", "did you mean `left`?"),
            ("isnort dipath:3 ... left", "isnort is played on undirected graphs"),
            ("blue-red path:3 ... left", "blue-red is played on digraphs"),
            ("oriented:3 dipath:3 121 left", "arcs may not go from one colour to another and back"),
            ("weak:2 path:3 11. left", "only if each has a neighbour of another colour"),
            ("orthogonal:2 empty:2 11|22 alice", "no ordered pair of colours"),
            ("sequential:2:0,1 path:3 ... left", "the order names 2 of the 3 vertices"),
            ("icol path:3 ...", "a position is `GAME GRAPH COLOURING PLAYER`"),
        ] {
            let shown = error(line);
            assert!(shown.contains(part), "{line}: {shown}");
        }
    }
}

mod games {
    use chromex_rules::{GAMES, parse_game};

    #[test]
    fn every_example_parses_to_its_own_name() {
        for info in GAMES {
            assert_eq!(parse_game(info.example).unwrap().name(), info.example);
        }
    }

    #[test]
    fn bad_names_are_refused_with_the_fix() {
        for (text, start) in [
            ("", "unknown game ``"),
            ("icoll", "unknown game `icoll`\n  icoll\n  ^^^^^\n  did you mean `icol`?"),
            ("proper", "wrong number of parameters for `proper`"),
            ("proper:0", "the number of colours is a number from 1 to 61\n  proper:0\n         ^"),
            ("proper:x", "the number of colours"),
            ("distance:2", "wrong number of parameters"),
            ("icol:2", "wrong number of parameters for `icol`"),
            ("orthogonal:2:misère", "the only variant is `normal`"),
            ("sequential:2:0,0", "vertex 0 comes twice in the order"),
        ] {
            let shown = parse_game(text).map(|game| game.name()).unwrap_err().to_string();
            assert!(shown.starts_with(start), "{shown}");
        }
    }
}

mod palette {
    use chromex_rules::{MAX_COLOURS, Palette, UNCOLOURED};

    #[test]
    fn symbols_parse_back() {
        for palette in [
            Palette::BLACK_WHITE,
            Palette::Named(&["Red".into(), "Blue".into()]),
            Palette::Numbers(3),
            Palette::Numbers(MAX_COLOURS as u8),
        ] {
            for colour in std::iter::once(UNCOLOURED).chain(palette.colours()) {
                assert_eq!(palette.parse(palette.symbol(colour)), Some(colour), "{palette:?}");
            }
        }
    }

    #[test]
    fn named_colours_have_digits_too() {
        assert_eq!(Palette::BLACK_WHITE.parse('w'), Some(2));
        assert_eq!(Palette::BLACK_WHITE.parse('2'), Some(2));
        assert_eq!(Palette::BLACK_WHITE.parse('3'), None);
        assert_eq!(Palette::BLACK_WHITE.parse('r'), None);
        assert_eq!(Palette::Numbers(4).parse('5'), None);
    }
}
