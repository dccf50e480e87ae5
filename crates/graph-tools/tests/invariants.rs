//! Numbers and facts about graphs, and their symmetries: every number is the textbook's.

#![allow(clippy::unwrap_used, missing_docs)]

mod bits {
    use chromex_graph_tools::bits::{BitGraph, VertexSet};
    use chromex_graphs::Graph;

    #[test]
    fn components_of_a_cut_path() {
        let path = Graph::undirected(6, (0..5).map(|v| (v, v + 1))).unwrap();
        let bits = BitGraph::new(&path).unwrap();
        let among = bits.vertices().without(VertexSet::single(2));
        let sizes: Vec<_> = bits.components(among).map(VertexSet::len).collect();
        assert_eq!(sizes, [2, 3]);
        assert_eq!(bits.largest_component(among), 3);
        assert_eq!(bits.largest_component(VertexSet::EMPTY), 0);
    }

    #[test]
    fn a_graph_of_128_vertices_fits_and_129_do_not() {
        let full = BitGraph::new(&Graph::undirected(128, [(0, 127)]).unwrap()).unwrap();
        assert_eq!(full.vertices().len(), 128);
        assert!(full.neighbours(127).contains(0));
        assert!(BitGraph::new(&Graph::undirected(129, []).unwrap()).is_none());
    }

    #[test]
    fn arcs_connect_both_ways() {
        let bits = BitGraph::new(&Graph::directed(3, [(0, 1), (2, 1)]).unwrap()).unwrap();
        assert_eq!(bits.component(0, bits.vertices()).len(), 3);
        assert_eq!(bits.out_neighbours(1), VertexSet::EMPTY);
        assert_eq!(bits.in_neighbours(1).len(), 2);
    }
}

mod facts {
    use chromex_graph_tools::facts::{diameter, girth, is_bipartite};
    use chromex_graphs::parse;

    /// (graph, diameter, girth, bipartite)
    const KNOWN: &[(&str, Option<usize>, Option<usize>, bool)] = &[
        ("path:0", Some(0), None, true),
        ("path:5", Some(4), None, true),
        ("cycle:7", Some(3), Some(7), false),
        ("cycle:8", Some(4), Some(8), true),
        ("petersen:5,2", Some(2), Some(5), false),
        ("hypercube:4", Some(4), Some(4), true),
        ("complete:5", Some(1), Some(3), false),
        ("2*path:2", None, None, true),
        ("grid:3x4", Some(5), Some(4), true),
        ("dicycle:2", Some(1), None, true),
        ("dicycle:5", Some(2), Some(5), false),
        ("edges:0-1,1-2,2-3,3-4,4-2", Some(3), Some(3), false),
    ];

    #[test]
    fn textbook_values() {
        for &(text, far, cycle, sides) in KNOWN {
            let board = parse(text).unwrap();
            let graph = board.graph();
            assert_eq!(
                (diameter(graph), girth(graph), is_bipartite(graph)),
                (far, cycle, sides),
                "{text}"
            );
        }
    }
}

mod invariants {
    use chromex_graph_tools::all;
    use chromex_graph_tools::invariants::{
        chromatic_number, clique_number, degeneracy, independence_number, triangles,
    };
    use chromex_graphs::{Graph, parse};

    /// Tries all colourings and all sets.
    fn brute_force(graph: &Graph) -> (usize, usize, usize) {
        let n = graph.order();
        let proper = |k: usize| {
            (0..k.pow(n as u32)).any(|code| {
                let colour = |v: usize| code / k.pow(v as u32) % k;
                graph.edges().all(|(u, v)| colour(u) != colour(v))
            })
        };
        let largest = |wanted: bool| {
            let fits = |set: &u32| {
                let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
                pairs
                    .filter(|(u, v)| set >> u & 1 == 1 && set >> v & 1 == 1)
                    .all(|(u, v)| graph.adjacent(u, v) == wanted)
            };
            (0..1_u32 << n).filter(fits).map(u32::count_ones).max().unwrap_or(0) as usize
        };
        ((0..=n).find(|&k| proper(k)).unwrap(), largest(true), largest(false))
    }

    #[test]
    fn all_small_graphs() {
        for n in 0..=5 {
            for graph in all::graphs(n) {
                let number = |f: fn(&Graph, u64) -> Option<usize>| f(&graph, 100_000).unwrap();
                let found =
                    (number(chromatic_number), number(clique_number), number(independence_number));
                assert_eq!(found, brute_force(&graph), "{graph:?}");
            }
        }
    }

    #[test]
    fn textbook_values() {
        for (name, chi, clique, alpha, core, three) in [
            ("petersen:5,2", 3, 2, 4, 3, 0),
            ("hypercube:4", 2, 2, 8, 4, 0),
            ("grid:4x5", 2, 2, 10, 2, 0),
            ("complete:7", 7, 7, 1, 6, 35),
            ("dicycle:5", 3, 2, 2, 2, 0),
        ] {
            let board = parse(name).unwrap();
            let graph = board.graph();
            assert_eq!(chromatic_number(graph, 1_000_000), Some(chi), "{name}");
            assert_eq!(clique_number(graph, 1_000_000), Some(clique), "{name}");
            assert_eq!(independence_number(graph, 1_000_000), Some(alpha), "{name}");
            assert_eq!((degeneracy(graph), triangles(graph)), (core, three), "{name}");
        }
        assert_eq!(chromatic_number(parse("queens:8").unwrap().graph(), 10), None);
    }
}

mod symmetry {
    use chromex_graph_tools::symmetry::Symmetry;
    use chromex_graphs::{Graph, parse};

    fn order(text: &str) -> u128 {
        let board = parse(text).unwrap();
        Symmetry::of_uncoloured(board.graph()).unwrap().group_order().unwrap()
    }

    #[test]
    fn orders_of_known_groups() {
        for (text, expected) in [
            ("path:0", 1),
            ("path:7", 2),
            ("cycle:9", 18),
            ("dicycle:9", 9),
            ("grid:3x5", 4),
            ("grid:4x4", 8),
            ("hypercube:4", 384),
            ("complete:10", 3_628_800),
            ("dipath:5", 1),
            ("2*cycle:3", 72),
        ] {
            assert_eq!(order(text), expected, "{text}");
        }
    }

    #[test]
    fn colours_break_symmetry() {
        let path = parse("path:3").unwrap();
        let broken = Symmetry::of(path.graph(), &[1, 0, 0]).unwrap();
        assert_eq!((broken.group_order(), broken.orbit_count()), (Some(1), 3));
    }

    #[test]
    fn relabelled_graphs_have_the_same_canonical_form() {
        let board = parse("random:12,0.4,3").unwrap();
        let image: Vec<usize> = (0..12).map(|v| (5 * v + 3) % 12).collect();
        let other = board.graph().relabelled(&image);
        let canonical = |graph: &Graph| Symmetry::of_uncoloured(graph).unwrap().canonical(graph);
        assert_eq!(canonical(board.graph()), canonical(&other));
    }

    #[test]
    fn sparse_digraphs_are_quick() {
        for seed in 0..20 {
            let board = parse(&format!("random-digraph:40,0.02,{seed}")).unwrap();
            let image: Vec<usize> = (0..40).map(|v| (7 * v + 3) % 40).collect();
            let other = board.graph().relabelled(&image);
            let canonical =
                |graph: &Graph| Symmetry::of_uncoloured(graph).unwrap().canonical(graph);
            assert_eq!(canonical(board.graph()), canonical(&other));
        }
    }

    #[test]
    fn huge_graphs_are_declined() {
        let board = parse("path:20000").unwrap();
        assert!(Symmetry::of_uncoloured(board.graph()).is_none());
    }
}
