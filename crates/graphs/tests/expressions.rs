//! Graphs as they are typed, and the notation of cotrees.

#![allow(clippy::unwrap_used, missing_docs)]

mod expr {
    use chromex_graphs::{expand, parse};

    fn size(text: &str) -> (usize, usize) {
        let board = parse(text).unwrap();
        (board.order(), board.graph().edge_count())
    }

    #[test]
    fn operators_bind_as_in_arithmetic() {
        assert_eq!(size("cycle:5+path:2"), (7, 6));
        assert_eq!(size("path:3*star:3"), (12, 17));
        assert_eq!(size("2*path:3*path:2+path:1"), (13, 14));
        assert_eq!(size("2*(path:3+path:2)"), (10, 6));
        assert_eq!(size("path:4^2*path:2"), (8, 14));
        assert_eq!(size("0*path:4"), (0, 0));
        assert_eq!(size("1000*path:5").0, 5000);
    }

    #[test]
    fn notations() {
        assert_eq!(size("g6:DQc"), (5, 4));
        assert_eq!(size("g6:DQc+g6:DQc"), (10, 8));
        assert_eq!(size("s6::An"), size("s6:An"));
        assert_eq!(size("edges:0-1,1-2,4"), (5, 2));
        assert!(parse("arcs:0>1,1>0").unwrap().graph().is_directed());
        assert_eq!(size("join(empty:2;empty:3)"), size("bipartite:2,3"));
    }

    #[test]
    fn short_names_are_those_of_the_books() {
        for (short, long) in [
            ("K5", "complete:5"),
            ("K3,4", "bipartite:3,4"),
            ("C7", "cycle:7"),
            ("P4", "path:4"),
            ("Q3", "hypercube:3"),
            ("Petersen", "petersen:5,2"),
            ("petersen", "petersen:5,2"),
            ("2*K3+P2", "2*complete:3+path:2"),
            ("join(K2;C4)", "join(complete:2;cycle:4)"),
        ] {
            let (board, same) = (parse(short).unwrap(), parse(long).unwrap());
            assert_eq!(board.graph(), same.graph(), "{short}");
            assert_eq!(board.name(), short);
        }
        assert_eq!(expand("K3..4").unwrap().collect::<Vec<_>>(), ["K3", "K4"]);
        for bad in ["K", "K3,", "C2", "K5x", "X5", "k5", "P4,2"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn ranges() {
        let all = |text| expand(text).unwrap().collect::<Vec<_>>();
        assert_eq!(all("path:3"), ["path:3"]);
        assert_eq!(all("path:9..11"), ["path:9", "path:10", "path:11"]);
        assert_eq!(all("path:3..8..2"), ["path:3", "path:5", "path:7"]);
        assert_eq!(all("random:20,0.3,1..2"), ["random:20,0.3,1", "random:20,0.3,2"]);
        assert_eq!(all("1..2*path:2"), ["1*path:2", "2*path:2"]);
        for bad in ["path:3..2", "path:3..", "path:1..9..0", "path:0..99999999x0..99999999"] {
            assert!(expand(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn errors_point_at_the_spot() {
        for (text, start) in [
            ("cycle:2", "`cycle` needs a whole number, at least 3 here\n  cycle:2\n        ^"),
            ("path", "wrong number of parameters for `path`\n  path\n      ^"),
            ("path:3+", "expected a graph\n  path:3+\n         ^"),
            ("grid:3xy", "expected a number\n  grid:3xy\n         ^"),
            ("7", "a number alone is no graph\n  7\n  ^"),
            (
                "path:3 path:4",
                "this does not continue a graph expression\n  path:3 path:4\n        ^",
            ),
            ("path:2+dipath:2", "a digraph and an undirected graph cannot be combined"),
            ("edges:1-1", "loop at vertex 1"),
            ("((path:3)", "expected `)`"),
        ] {
            let shown = parse(text).unwrap_err().to_string();
            assert!(shown.starts_with(start), "{shown}");
        }
        assert!(parse("grdi:3x4").unwrap_err().to_string().ends_with("did you mean `grid`?"));
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(parse(&"(".repeat(100_000)).is_err());
        assert!(parse(&format!("{}path:2", "complement(".repeat(100_000))).is_err());
    }
}

mod notation {
    use chromex_graphs::cotree::Cotree;
    use chromex_graphs::parse;

    fn tree(text: &str) -> Cotree {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn known_graphs() {
        for (text, expression) in [
            ("1", "complete:1"),
            ("j(5)", "complete:5"),
            ("u(3)", "empty:3"),
            ("j(1,u(4))", "star:4"),
            ("j(u(3),u(4))", "bipartite:3,4"),
            ("u(j(2),1,j(3))", "complete:2+complete:1+complete:3"),
        ] {
            let graph = parse(expression).unwrap().graph().clone();
            assert_eq!(tree(text).graph().unwrap(), graph, "{text}");
            assert_eq!(parse(&format!("cotree:{text}")).unwrap().graph(), &graph, "{text}");
            assert_eq!(tree(text).to_string(), text);
        }
    }

    #[test]
    fn labels_alternate_after_reading() {
        assert_eq!(tree("u(u(1),u(1,u(2)),j(j(3)))").to_string(), "u(4,j(3))");
        assert_eq!(tree("j(u(1))").to_string(), "1");
        assert_eq!(tree("u(j(u(1,1)),1)").to_string(), "u(3)");
    }

    #[test]
    fn it_is_part_of_graph_expressions() {
        let complement = parse("complement(cotree:j(1,u(4)))+path:1").unwrap();
        assert_eq!(complement.graph(), parse("complement(star:4)+path:1").unwrap().graph());
    }

    #[test]
    fn errors_mark_the_spot() {
        for (text, expected) in [
            ("", "expected `u(…)`"),
            ("x(3)", "expected `u(…)`"),
            ("u3", "expected `(`"),
            ("u(3", "expected `,` or `)`"),
            ("u(3))", "after the end"),
            ("u()", "expected `u(…)`"),
            ("u(0)", "at least one vertex"),
            ("4", "union or a join"),
            ("u(99999999999999999999)", "too many vertices"),
            ("u(50000000,50000000)", "too many vertices"),
        ] {
            let error = text.parse::<Cotree>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    /// The limit is asked before anything is built.
    #[test]
    fn cotrees_of_strangers_are_refused_before_they_are_built() {
        for text in ["cotree:u(49999999)", "cotree:j(600,u(500))", "cotree:j(1001)"] {
            let error = chromex_graphs::parse_within(text, 1000).unwrap_err().to_string();
            assert!(error.contains("too many vertices (at most 1000)"), "{text}: {error}");
        }
        let error = chromex_graphs::parse_within("cotree:j(100)", 1000).unwrap_err().to_string();
        assert!(error.contains("too many edges (at most 1000)"), "{error}");
    }

    #[test]
    fn a_million_levels_are_no_problem() {
        let half = 200_000;
        let text = format!("{}1{}", "j(1,u(1,".repeat(half), "))".repeat(half));
        let tree = tree(&text);
        assert_eq!(tree.order(), 2 * half + 1);
        assert_eq!(tree.to_string().parse::<Cotree>().unwrap().order(), tree.order());
    }
}
