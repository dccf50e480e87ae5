//! Graphs, what is made from them, and the named families.

#![allow(clippy::unwrap_used, missing_docs)]

mod families {
    use chromex_graphs::families::FAMILIES;
    use chromex_graphs::parse;

    /// Every usage line builds a graph, and if it has points, it has one for each vertex.
    #[test]
    fn every_usage_line_builds() {
        for family in FAMILIES {
            let board = parse(family.usage).unwrap();
            assert_eq!(board.name(), family.usage);
            if let Some(points) = board.points() {
                assert_eq!(points.len(), board.order(), "{}", family.usage);
                assert!(points.iter().all(|p| p.0.is_finite() && p.1.is_finite()));
            }
            if let Some(length) = board.row_length() {
                assert_eq!(board.order() % length, 0, "{}", family.usage);
            }
        }
    }

    /// If the names in the pattern are replaced by the numbers of the usage line, the pattern
    /// equals that line.
    #[test]
    fn patterns_are_usage_lines_with_names() {
        for family in FAMILIES {
            let typed = family.usage.strip_prefix(family.name).unwrap();
            let numbers = typed.split([':', ',', 'x']).filter(|number| !number.is_empty());
            let mut line = family.pattern.to_owned();
            assert_eq!(family.parameters().count(), numbers.clone().count(), "{}", family.name);
            for (name, number) in family.parameters().zip(numbers) {
                let at = line.rfind(':').unwrap();
                let place = at + line[at..].find(name).unwrap();
                line.replace_range(place..place + name.len(), number);
            }
            assert_eq!(line, family.usage);
        }
    }

    /// (expression, vertices, edges) as the textbooks have them.
    const KNOWN: &[(&str, usize, usize)] = &[
        ("path:1", 1, 0),
        ("path:0", 0, 0),
        ("path:7", 7, 6),
        ("cycle:9", 9, 9),
        ("complete:6", 6, 15),
        ("star:5", 6, 5),
        ("wheel:6", 7, 12),
        ("bipartite:3,4", 7, 12),
        ("multipartite:2,2,2", 6, 12),
        ("hypercube:4", 16, 32),
        ("petersen:5,2", 10, 15),
        ("petersen:6,3", 12, 15),
        ("circulant:8,1,4", 8, 12),
        ("grid:3x3x3", 27, 54),
        ("grid:4x5", 20, 31),
        ("cylinder:4x7", 28, 49),
        ("torus:5x5", 25, 50),
        ("prism:5", 10, 15),
        ("triangular:3x4", 12, 23),
        ("triangular:1x4", 4, 3),
        ("hexagonal:3x4", 12, 13),
        ("hexagonal:2x3", 6, 6),
        ("king:3x3", 9, 20),
        ("queens:3", 9, 28),
        ("queens:8", 64, 728),
        ("latin:3", 9, 18),
        ("latin:2x3", 6, 9),
        ("diagonal-latin:3", 9, 24),
        ("diagonal-latin:4", 16, 60),
        ("sudoku:2", 16, 56),
        ("sudoku:3", 81, 810),
        ("tree:2,3", 15, 14),
        ("tree:1,4", 5, 4),
        ("caterpillar:1,0,2", 6, 5),
        ("random-tree:20,5", 20, 19),
        ("dipath:9", 9, 8),
        ("dicycle:2", 2, 2),
        ("tournament:5", 5, 10),
        ("tournament:5,7", 5, 10),
    ];

    #[test]
    fn sizes_of_known_graphs() {
        for &(text, order, edges) in KNOWN {
            let board = parse(text).unwrap();
            assert_eq!((board.order(), board.graph().edge_count()), (order, edges), "{text}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_graph() {
        let graph = |text| parse(text).unwrap().graph().clone();
        assert_eq!(graph("random:30,0.5,4"), graph("random:30,0.5,4"));
        assert_ne!(graph("random:30,0.5,4"), graph("random:30,0.5,5"));
        assert_eq!(graph("random:9,0,1").edge_count(), 0);
        assert_eq!(graph("random:9,1,1").edge_count(), 36);
    }

    #[test]
    fn absurd_sizes_are_refused_at_once() {
        for text in [
            "complete:99999999999",
            "grid:99999x99999x99999",
            "hypercube:64",
            "tree:9,99",
            "sudoku:5000",
            "queens:99999",
            "random:9999999,0.5,1",
            "path:99999999999999999999999",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}

mod graph {
    use chromex_graphs::{Graph, GraphError};

    #[test]
    fn edges_are_simple_and_sorted() {
        let g = Graph::undirected(4, [(3, 1), (1, 3), (0, 2), (2, 0)]).unwrap();
        assert_eq!(g.edges().collect::<Vec<_>>(), [(0, 2), (1, 3)]);
        assert_eq!((g.edge_count(), g.max_degree()), (2, 1));
        assert!(g.has_edge(2, 0) && !g.has_edge(0, 1));
    }

    #[test]
    fn digraphs_know_both_directions() {
        let g = Graph::directed(3, [(0, 1), (1, 0), (2, 1)]).unwrap();
        assert_eq!(g.out_neighbours(1).collect::<Vec<_>>(), [0]);
        assert_eq!(g.in_neighbours(1).collect::<Vec<_>>(), [0, 2]);
        assert_eq!((g.edge_count(), g.degree(1)), (3, 3));
        assert!(g.adjacent(1, 2) && !g.has_edge(1, 2));
    }

    #[test]
    fn illegal_edges_are_refused() {
        assert_eq!(Graph::undirected(2, [(0, 2)]), Err(GraphError::NoSuchVertex(0, 2, 2)));
        assert_eq!(Graph::directed(2, [(1, 1)]), Err(GraphError::Loop(1)));
        assert!(matches!(Graph::undirected(usize::MAX, []), Err(GraphError::Limit(_))));
    }

    #[test]
    fn the_graph_without_vertices_exists() {
        let g = Graph::undirected(0, []).unwrap();
        assert_eq!((g.order(), g.edge_count(), g.max_degree()), (0, 0, 0));
    }
}

mod ops {
    use chromex_graphs::ops::components;
    use chromex_graphs::{Graph, parse};

    fn graph(text: &str) -> Graph {
        parse(text).unwrap().graph().clone()
    }

    #[test]
    fn a_grid_is_a_product_of_paths() {
        assert_eq!(graph("path:3*path:4"), graph("grid:3x4"));
        assert_eq!(graph("cycle:4*cycle:5"), graph("torus:4x5"));
        assert_eq!(graph("complete:2*complete:2*complete:2"), graph("hypercube:3"));
    }

    #[test]
    fn complement_is_an_involution() {
        let petersen = graph("petersen:5,2");
        assert_eq!(graph("complement(complement(petersen:5,2))"), petersen);
        assert_eq!(graph("complement(complete:4)").edge_count(), 0);
        assert_eq!(graph("complement(dipath:3)").edge_count(), 4);
    }

    #[test]
    fn powers_and_line_graphs() {
        assert_eq!(graph("path:5^4"), graph("complete:5"));
        assert_eq!(graph("power(cycle:7;2)"), graph("circulant:7,1,2"));
        assert_eq!(graph("line(cycle:6)").edge_count(), 6);
        assert_eq!(graph("line(star:4)"), graph("complete:4"));
    }

    #[test]
    fn induced_renumbers() {
        assert_eq!(graph("induced(grid:3x3;0,1,2)"), graph("path:3"));
        assert_eq!(graph("induced(cycle:5;3,2,1)"), graph("path:3"));
    }

    #[test]
    fn components_of_a_union() {
        let parts = components(&graph("cycle:3+path:2+empty:1"));
        assert_eq!(parts, [vec![0, 1, 2], vec![3, 4], vec![5]]);
    }
}

mod random {
    use chromex_graphs::random::SplitMix;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut random = SplitMix::new(1234567);
        assert_eq!(random.next_bits(), 6457827717110365317);
        assert_eq!(random.next_bits(), 3203168211198807973);
    }

    #[test]
    fn bounds_are_kept() {
        let mut random = SplitMix::new(7);
        assert!((0..1000).all(|_| random.below(6) < 6 && random.unit() < 1.0));
        assert_eq!(random.below(0), 0);
    }
}
