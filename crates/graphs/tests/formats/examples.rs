//! Each format by its examples: what is read, what is written, what is refused.

mod formats {
    use chromex_graphs::formats::Format;

    #[test]
    fn names_go_both_ways() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        for name in ["graph6", "sparse6", "digraph6", "col", "edgelist"] {
            assert!(name.parse::<Format>().is_ok(), "{name}");
        }
        assert_eq!(
            "dot".parse::<Format>().unwrap_err().to_string(),
            "unknown graph format \"dot\": use g6, s6, d6, dimacs or edges"
        );
    }
}

mod digraph6 {
    use chromex_graphs::formats::digraph6::{read, write};
    use chromex_graphs::formats::{Format, FormatError};
    use chromex_graphs::{Graph, GraphError};

    #[test]
    fn the_example_of_the_documentation() {
        let graph = Graph::directed(5, [(0, 2), (0, 4), (3, 1), (3, 4)]).unwrap();
        assert_eq!(write(&graph).unwrap(), "&DI?AO?");
        assert_eq!(read("&DI?AO?").as_ref(), Ok(&graph));
        assert_eq!(read("DI?AO?"), Ok(graph));
    }

    #[test]
    fn loops_are_refused() {
        let error = GraphError::Loop(1);
        assert_eq!(read("&AC"), Err(FormatError::Graph { format: Format::Digraph6, error }));
        assert_eq!(read("&AB"), read("&A?"), "padding may be anything");
    }

    #[test]
    fn undirected_graphs_are_refused() {
        let graph = Graph::undirected(2, [(0, 1)]).unwrap();
        let expected =
            "digraph6 cannot hold an undirected graph: write it as graph6 (g6) or sparse6 (s6)";
        assert_eq!(write(&graph).unwrap_err().to_string(), expected);
    }
}

mod dimacs {
    use chromex_graphs::Graph;
    use chromex_graphs::formats::dimacs::{read, write};

    #[test]
    fn a_file_goes_both_ways() {
        let graph = Graph::undirected(4, [(0, 1), (2, 3)]).unwrap();
        let text = "p edge 4 2\ne 1 2\ne 3 4\n";
        assert_eq!(write(&graph).unwrap(), text);
        assert_eq!(read(text), Ok(graph));
    }

    #[test]
    fn benchmark_files_are_tolerated() {
        let expected = Graph::undirected(3, [(0, 1), (1, 2)]);
        for count in [2, 4] {
            let text = format!("c\r\nc by hand\r\n\r\np col 3 {count}\r\ne 2 1\r\ne 2 3\r\n");
            assert_eq!(read(&text).ok(), expected.as_ref().ok().cloned());
            let text = format!("p edge 3 {count}\ne 2 1\ne 1 2\ne 2 3\ne 3 2");
            assert_eq!(read(&text).ok(), expected.as_ref().ok().cloned());
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases = [
            ("c nothing", "DIMACS: no line `p edge N M` (N vertices, M edges)"),
            ("e 1 2", "DIMACS line 1, column 1: an edge before the line `p edge N M`"),
            ("p edge 2 1\ne 1 3", "DIMACS line 2, column 5: vertex 3 is outside 1..=2"),
            ("p edge 2 1\ne 0 1", "DIMACS line 2, column 3: vertex 0 is outside 1..=2"),
            ("p edge 0 1\ne 1 2", "vertex 1 in a graph declared to have no vertices"),
            ("p edge 2 1\ne 1 1", "DIMACS line 2, column 1: loop at vertex 1"),
            ("p edge 2 1\ne 1", "column 4: expected a vertex (a number from 1), but the line ends"),
            ("p edge 2 1\ne 1 2 9", "column 7: unexpected \"9\" after the end"),
            ("p edge 2 1\na 1 2", "expected a line `c …`, `p edge N M` or `e u v`, found \"a\""),
            ("p edge 2 x", "expected the number of edges, found \"x\""),
            ("p sp 2 1", "expected `edge` or `col`, found \"sp\""),
            ("p edge 2 0\np edge 2 0", "line 2, column 1: the size is declared twice (first in l"),
            ("p edge 3 9\ne 1 2", "line 1, column 10: 9 edges are declared here but 1 follow"),
            ("p edge 99999999999999999999999 0", "column 8: 99999999999999999999999 is too large"),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn digraphs_are_refused() {
        let error = write(&Graph::directed(2, [(0, 1)]).unwrap()).unwrap_err().to_string();
        assert_eq!(
            error,
            "DIMACS cannot hold a digraph: write it as digraph6 (d6) or an edge list (edges)"
        );
    }
}

mod edge_list {
    use chromex_graphs::Graph;
    use chromex_graphs::formats::edge_list::{read, write};
    use chromex_graphs::limit::MAX_SIZE;

    #[test]
    fn lists_go_both_ways() {
        let graph = Graph::undirected(4, [(0, 1), (1, 2)]).unwrap();
        assert_eq!(write(&graph).unwrap(), "n 4\n0 1\n1 2\n");
        assert_eq!(read("n 4\n0 1\n1 2\n"), Ok(graph));
        let digraph = Graph::directed(2, [(0, 1), (1, 0)]).unwrap();
        assert_eq!(write(&digraph).unwrap(), "n 2\n0 > 1\n1 > 0\n");
        assert_eq!(read("0 > 1\n1 -> 0"), Ok(digraph));
    }

    #[test]
    fn the_grammar_is_free() {
        let expected = Graph::undirected(4, [(0, 1), (1, 2)]);
        for text in [
            "# a comment\r\n\r\n\t0   1 % an edge\r\n2 1\r\n1 2\r\n3\r\n",
            "0 1\n1 2\nn 4",
            "n 4#vertices\n0 1\n1 2\n0",
        ] {
            assert_eq!(read(text).ok(), expected.as_ref().ok().cloned(), "{text}");
        }
        assert_eq!(read("n 0").unwrap().order(), 0);
        assert_eq!(read("n 3").unwrap().order(), 3);
        assert_eq!(read("5").unwrap().order(), 6);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases = [
            ("", "edge list: no edges; "),
            ("# nothing", "edge list: no edges; "),
            ("0 1\n1 > 2", "edge list line 2, column 1: edges (u v) and arcs (u > v) in one list"),
            ("n 2\n0 2", "line 2, column 3: vertex 2 is outside 0..=1"),
            ("0 2\nn 2", "line 2, column 3: vertex 2 is outside 0..=1"),
            ("0\nn 0", "line 2, column 3: vertex 0 in a graph declared to have no vertices"),
            ("1 1", "line 1, column 1: loop at vertex 1"),
            ("0 x", "line 1, column 3: expected a vertex (a number from 0), found \"x\""),
            ("-1 2", "line 1, column 1: expected a vertex (a number from 0), found \"-1\""),
            ("0 >", "line 1, column 4: expected a vertex (a number from 0), but the line ends"),
            ("0 1 2.5", "line 1, column 5: unexpected \"2.5\" after the end"),
            ("n 1\nn 2", "line 2, column 1: the size is declared twice (first in line 1)"),
            ("n", "line 1, column 2: expected the number of vertices, but the line ends"),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_size_is_limited() {
        let too_large = [
            format!("0 {MAX_SIZE}"),
            format!("n {}", MAX_SIZE + 1),
            format!("n {}", "9".repeat(1000)),
        ];
        for text in too_large {
            let error = read(&text).unwrap_err().to_string();
            assert!(error.starts_with("edge list line 1, column 3: "), "{error}");
            assert!(error.contains("is too large") && error.len() < 200, "{error}");
        }
    }
}

mod graph6 {
    use chromex_graphs::Graph;
    use chromex_graphs::formats::graph6::{read, write};

    #[test]
    fn the_example_of_the_documentation() {
        let graph = Graph::undirected(5, [(0, 2), (0, 4), (1, 3), (3, 4)]).unwrap();
        assert_eq!(write(&graph).unwrap(), "DQc");
        assert_eq!(read("DQc"), Ok(graph));
    }

    #[test]
    fn the_smallest_graphs() {
        for (n, text) in [(0, "?"), (1, "@"), (2, "A?")] {
            let graph = Graph::undirected(n, []).unwrap();
            assert_eq!(write(&graph).unwrap(), text);
            assert_eq!(read(text), Ok(graph));
        }
    }

    #[test]
    fn padding_may_be_anything() {
        assert_eq!(read("A~"), read("A_"));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let says = |text: &str| read(text).unwrap_err().to_string();
        let expected = "graph6 \"D?\": too short: 5 vertices need 2 bytes after the size, found 1";
        assert_eq!(says("D?"), expected);
        let expected = "graph6: byte 3 is ' ': only characters '?' to '~' are allowed";
        assert_eq!(says("D? "), expected);
        assert!(says(">>graph6<<D\u{e9}").starts_with("graph6: byte 12 is 'é'"));
        assert!(says("A_x").contains("too long: 2 vertices need 1 byte after the size, found 2"));
        assert!(says("").contains("empty"));
        assert!(says("~??").contains("cut short: its '~' announces 3 bytes, found 2"));
        assert!(says("~~~~~~~~").contains("too many vertices"));
        assert!(says("~~??DDDD").contains("too short"));
    }

    #[test]
    fn huge_matrices_are_not_written() {
        let graph = Graph::undirected(1_000_000, [(0, 1)]).unwrap();
        assert!(write(&graph).unwrap_err().to_string().contains("write it as sparse6"));
    }
}

mod reader {
    use std::io;
    use std::io::{BufRead, BufReader, Read};

    use chromex_graphs::formats::{Entry, Format, FormatError, LineError, Reader};
    use chromex_graphs::{Graph, GraphError};

    fn entries(bytes: &[u8]) -> Vec<Result<Entry, LineError>> {
        Reader::new(bytes).collect()
    }

    #[test]
    fn streams_mix_the_one_line_formats_and_go_on_after_errors() {
        let text = b">>graph6<<DQc\r\n\n:Fa@x^\n;Fa\n&DI?AO?\nD?\n\xff\xfe\n  \n:@?\nA_";
        let entries = entries(text);
        let summary: Vec<_> = entries
            .iter()
            .map(|entry| match entry {
                Ok(Entry { graph, line, format, .. }) => (*line, Some((graph.order(), *format))),
                Err(error) => (error.line, None),
            })
            .collect();
        let expected = [
            (1, Some((5, Format::Graph6))),
            (3, Some((7, Format::Sparse6))),
            (4, None),
            (5, Some((5, Format::Digraph6))),
            (6, None),
            (7, None),
            (9, None),
            (10, Some((2, Format::Graph6))),
        ];
        assert_eq!(summary, expected);
        assert_eq!(entries[0].as_ref().unwrap().text.as_deref(), Some("DQc"));
        let loops = FormatError::Graph { format: Format::Sparse6, error: GraphError::Loop(0) };
        assert_eq!(entries[6].as_ref().unwrap_err().cause, loops);
        let says = |i: usize| entries[i].as_ref().unwrap_err().to_string();
        assert!(says(2).starts_with("line 4: incremental sparse6"));
        assert!(says(5).starts_with("line 7: byte 1 is not UTF-8"));
    }

    #[test]
    fn the_first_line_tells_the_format() {
        let cases = [
            ("\n\nc a comment\np edge 2 1\ne 1 2\n", Format::Dimacs, 3),
            ("c\np col 2 1\ne 1 2", Format::Dimacs, 1),
            ("0 1", Format::EdgeList, 1),
            ("  n 2\n0 1", Format::EdgeList, 1),
            ("#comment\n0 1\n", Format::EdgeList, 1),
            ("%\r\n0 1\r\n", Format::EdgeList, 1),
            ("A_", Format::Graph6, 1),
            (">>graph6<<\nA_\n", Format::Graph6, 2),
            (">>sparse6<<:An\n", Format::Sparse6, 1),
        ];
        let edge = Graph::undirected(2, [(0, 1)]).unwrap();
        for (text, format, line) in cases {
            let entries = entries(text.as_bytes());
            let [Ok(entry)] = &entries[..] else { panic!("{text:?}: {entries:?}") };
            assert_eq!((&entry.graph, entry.format, entry.line), (&edge, format, line), "{text:?}");
        }
        assert!(entries(b"").is_empty());
        assert!(entries(b"\n \r\n").is_empty());
        let strange = entries(b"!?\nA_\n");
        assert!(matches!(
            strange[0],
            Err(LineError { line: 1, cause: FormatError::Unrecognised(_) })
        ));
        assert_eq!(strange[1].as_ref().unwrap().line, 2);
    }

    #[test]
    fn errors_in_whole_files_name_their_line_once() {
        let says = |text: &[u8]| entries(text)[0].as_ref().unwrap_err().to_string();
        let expected = "DIMACS line 3, column 5: vertex 3 is outside 1..=2";
        assert_eq!(says(b"\np edge 2 1\ne 1 3\n"), expected);
        assert!(says(b"c only\n").starts_with("line 1: DIMACS: no line `p edge N M`"));
        assert!(says(b"0 1\n1 \xff\n").starts_with("line 2: byte 3 is not UTF-8"));
        assert!(says(b"# none\n").starts_with("line 1: edge list: no edges"));
        assert_eq!(entries(b"0 1\n1 x\n2 3\n").len(), 1, "no second graph after the error");
    }

    #[test]
    fn failures_to_read_are_reported_once() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        for text in ["A_\n", "0 1\n", ""] {
            let input = BufReader::new(text.as_bytes()).chain(BufReader::new(Broken));
            let last = Reader::new(input).last().unwrap().unwrap_err();
            assert_eq!(last.line, text.lines().count() + 1);
            assert!(last.to_string().contains("cannot read: the disk is gone"), "{last}");
        }
    }

    #[test]
    fn lines_are_read_one_at_a_time() {
        /// Endless input: reading it whole would never end.
        struct Endless;
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer.chunks_exact_mut(4).for_each(|line| line.copy_from_slice(b"DQc\n"));
                Ok(buffer.len() / 4 * 4)
            }
        }
        let input: &mut dyn BufRead = &mut BufReader::with_capacity(4096, Endless);
        assert_eq!(Reader::new(input).take(100_000).filter(|entry| entry.is_ok()).count(), 100_000);
    }
}

mod sparse6 {
    use chromex_graphs::formats::sparse6::{read, write};
    use chromex_graphs::formats::{Format, FormatError};
    use chromex_graphs::{Graph, GraphError};

    #[test]
    fn the_example_of_the_documentation() {
        let graph = Graph::undirected(7, [(0, 1), (0, 2), (1, 2), (5, 6)]).unwrap();
        assert_eq!(write(&graph).unwrap(), ":Fa@x^");
        assert_eq!(read(":Fa@x^").as_ref(), Ok(&graph));
        assert_eq!(read("Fa@x^").as_ref(), Ok(&graph));
        assert_eq!(read(">>sparse6<<:Fa@x^"), Ok(graph));
    }

    #[test]
    fn padding_makes_no_loop() {
        for n in [2, 4, 8, 16] {
            for v in 0..n - 1 {
                let edge = (v > 0).then_some((0, v));
                let graph = Graph::undirected(n, edge).unwrap();
                assert_eq!(read(&write(&graph).unwrap()), Ok(graph), "{n} {v}");
            }
        }
    }

    #[test]
    fn loops_are_refused_and_repeated_edges_count_once() {
        let error = GraphError::Loop(0);
        assert_eq!(read(":@?"), Err(FormatError::Graph { format: Format::Sparse6, error }));
        // 1 0 0 0: the edge 0-1 twice, then padding.
        assert_eq!(read(":Ab").unwrap().edge_count(), 1);
    }

    #[test]
    fn incremental_lines_and_hostile_sizes_are_refused() {
        assert!(read(";Fa").unwrap_err().to_string().contains("copyg -s"));
        assert!(read(":~~~~~~~~").unwrap_err().to_string().contains("too many"));
        assert!(read(":~~").unwrap_err().to_string().contains("6 bytes, found 0"));
    }
}
