//! Recognisers: every witness is checked.

#![allow(clippy::unwrap_used, missing_docs)]

mod cograph {
    use chromex_graph_tools::all;
    use chromex_graph_tools::classes::cograph::{NotACograph, cotree, cotree_of_complement};
    use chromex_graphs::cotree::Cotree;
    use chromex_graphs::random::SplitMix;
    use chromex_graphs::{Graph, parse};

    fn is_induced_path(graph: &Graph, path: [usize; 4]) -> bool {
        let pairs = (0..4).flat_map(|j| (0..j).map(move |i| (i, j)));
        pairs
            .into_iter()
            .all(|(i, j)| path[i] != path[j] && graph.adjacent(path[i], path[j]) == (j == i + 1))
    }

    /// Tries all ways to choose four vertices.
    fn has_induced_path(graph: &Graph) -> bool {
        let n = graph.order();
        (0..n.pow(4)).any(|code| {
            is_induced_path(graph, [code % n, code / n % n, code / n / n % n, code / n / n / n])
        })
    }

    fn check(graph: &Graph) {
        match cotree(graph) {
            Ok(tree) => {
                assert_eq!(&tree.graph().unwrap(), graph);
                assert_eq!(tree.edge_count(), graph.edge_count() as u128);
                let complement = cotree_of_complement(graph).unwrap().graph().unwrap();
                let pairs = graph.order() * (graph.order() - 1) / 2;
                assert_eq!(complement.edge_count(), pairs - graph.edge_count());
            }
            Err(NotACograph::InducedPath(path)) => {
                assert!(is_induced_path(graph, path), "{path:?}")
            }
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn all_small_graphs() {
        for n in 1..=7 {
            for graph in all::graphs(n) {
                check(&graph);
                assert_eq!(
                    cotree(&graph).is_err(),
                    n >= 4 && has_induced_path(&graph),
                    "{graph:?}"
                );
            }
        }
    }

    #[test]
    fn random_graphs_nearly_cographs_and_their_complements() {
        for seed in 0..200 {
            let graph = parse(&format!("random:25,0.{},{seed}", 1 + seed % 9)).unwrap();
            check(graph.graph());
        }
        // A large cograph with one edge too many somewhere.
        for seed in 1..100 {
            let mut random = SplitMix::new(seed);
            let mut tree = "1".to_owned();
            for level in 0..12 {
                let label = if level % 2 == 0 { 'u' } else { 'j' };
                let width = 1 + random.below(3);
                tree = format!(
                    "{label}({width},{tree},{}({width}))",
                    if label == 'u' { 'j' } else { 'u' }
                );
            }
            let graph = tree.parse::<Cotree>().unwrap().graph().unwrap();
            check(&graph);
            let n = graph.order();
            let (u, v) = (random.below(n), random.below(n));
            if u != v {
                let more = graph.edges().filter(|&e| e != (u.min(v), u.max(v)));
                check(&Graph::undirected(n, more).unwrap());
                let more = graph.edges().chain([(u, v)]);
                check(&Graph::undirected(n, more).unwrap());
            }
        }
    }

    #[test]
    fn what_cannot_have_a_cotree() {
        assert_eq!(cotree(parse("dipath:3").unwrap().graph()), Err(NotACograph::Directed));
        assert_eq!(cotree(parse("path:0").unwrap().graph()), Err(NotACograph::NoVertices));
        let path = cotree_of_complement(parse("path:4").unwrap().graph()).unwrap_err();
        assert_eq!(path.to_string(), "no cograph: the vertices 2, 0, 3, 1 induce a path");
    }
}

mod reflection {
    use chromex_graph_tools::all;
    use chromex_graph_tools::classes::involution::USUAL_STEPS;
    use chromex_graph_tools::classes::reflection::{Reflection, reflection};
    use chromex_graphs::{Graph, parse};

    /// Tries all ways to pair the vertices.
    fn brute_force(graph: &Graph, pairs: &mut Vec<(usize, usize)>, left: &[usize]) -> bool {
        let Some((&u, rest)) = left.split_first() else {
            return Reflection { pairs: pairs.clone() }.fits(graph);
        };
        (0..rest.len()).any(|i| {
            let mut others = rest.to_vec();
            pairs.push((u, others.remove(i)));
            let found = brute_force(graph, pairs, &others);
            pairs.pop();
            found
        })
    }

    #[test]
    fn all_small_graphs() {
        for n in 0..=7 {
            for board in all::graphs(n).into_iter().map(all::board) {
                let found = reflection(&board, USUAL_STEPS).unwrap();
                let graph = board.graph();
                let vertices: Vec<usize> = (0..n).collect();
                let expected = n % 2 == 0 && brute_force(graph, &mut Vec::new(), &vertices);
                assert_eq!(found.is_some(), expected, "{graph:?}");
                assert!(found.is_none_or(|found| found.fits(graph)));
            }
        }
    }

    #[test]
    fn boards_of_forty_vertices() {
        for (text, expected) in [
            ("grid:5x8", true),
            ("king:5x8", true),
            ("cycle:40", true),
            ("path:40", true),
            ("torus:4x10", true),
            ("petersen:20,7", true),
            ("hypercube:5", true),
            ("complete:40", true),
            ("empty:40", true),
            ("8*cycle:5", true),
            ("complete:13+complete:27", false),
            ("star:39", false),
            ("random:40,0.5,1", false),
            ("random:40,0.1,7", false),
            ("star:3*path:10", true),
            ("star:3*path:11", false),
            ("grid:15x15+empty:1", false),
            ("grid:30x30", true),
        ] {
            let Ok(board) = parse(text) else { panic!("{text}") };
            let found = reflection(&board, USUAL_STEPS).unwrap();
            assert_eq!(found.is_some(), expected, "{text}");
            assert!(found.is_none_or(|found| found.fits(board.graph())), "{text}");
        }
    }
}

mod shape {
    use chromex_graph_tools::classes::shape::{Shape, cycle, path, shape};
    use chromex_graphs::parse;

    #[test]
    fn shapes_are_told_apart() {
        let shape_of = |name: &str| shape(&parse(name).unwrap());
        assert_eq!(shape_of("grid:4x5"), Some(Shape::Grid { rows: 4, columns: 5 }));
        assert_eq!(shape_of("latin:3"), Some(Shape::Rook { rows: 3, columns: 3 }));
        assert_eq!(shape_of("cylinder:4x3"), Some(Shape::Cylinder { rows: 4, columns: 3 }));
        assert_eq!(shape_of("king:3x5"), Some(Shape::King { rows: 3, columns: 5 }));
        assert_eq!(shape_of("king:2x2"), Some(Shape::King { rows: 2, columns: 2 }));
        assert_eq!(shape_of("triangular:2x7"), Some(Shape::Triangular { rows: 2, columns: 7 }));
        assert_eq!(shape_of("triangular:5x3"), Some(Shape::Triangular { rows: 5, columns: 3 }));
        // A board of one row, or of one column, is a grid.
        assert_eq!(shape_of("king:1x4"), Some(Shape::Grid { rows: 1, columns: 4 }));
        for other in [
            "empty:0",
            "torus:4x4",
            "petersen:5,2",
            "diagonal-latin:3",
            "queens:4",
            "hexagonal:3x3",
        ] {
            assert_eq!(shape_of(other), None, "{other}");
        }
    }

    #[test]
    fn paths_and_cycles() {
        let path_of = |name: &str| path(parse(name).unwrap().graph());
        let cycle_of = |name: &str| cycle(parse(name).unwrap().graph());
        assert_eq!(
            (path_of("path:1"), path_of("path:7"), path_of("star:3")),
            (Some(1), Some(7), None)
        );
        assert_eq!(
            (path_of("cycle:4"), path_of("cycle:3+path:1"), path_of("dipath:3")),
            (None, None, None)
        );
        assert_eq!((cycle_of("cycle:9"), cycle_of("dicycle:3")), (Some(9), Some(3)));
        assert_eq!(
            (cycle_of("2*cycle:3"), cycle_of("path:4"), cycle_of("dicycle:2")),
            (None, None, None)
        );
        assert_eq!(cycle_of("arcs:0>1,0>2,2>1"), None);
    }
}

mod spider {
    use chromex_graph_tools::all;
    use chromex_graph_tools::classes::spider::{
        Legs, PseudoSpider, Spider, build, pseudo_spider, spider,
    };
    use chromex_graphs::{Graph, parse};

    /// The subsets of `0..n` as lists.
    fn subsets(n: usize) -> impl Iterator<Item = Vec<usize>> {
        (0..1_usize << n).map(move |bits| (0..n).filter(|v| bits >> v & 1 == 1).collect())
    }

    /// Tries all S and K, and all ways to match them.
    fn is_spider(graph: &Graph) -> bool {
        let n = graph.order();
        let stable = |set: &[usize], edge: bool| {
            set.iter().all(|&u| set.iter().all(|&v| u == v || graph.adjacent(u, v) == edge))
        };
        let sets: Vec<Vec<usize>> = subsets(n).filter(|set| set.len() >= 2).collect();
        let cliques: Vec<&Vec<usize>> = sets.iter().filter(|k| stable(k, true)).collect();
        sets.iter().filter(|s| stable(s, false)).any(|s| {
            let fit =
                cliques.iter().filter(|k| k.len() == s.len() && k.iter().all(|v| !s.contains(v)));
            fit.into_iter().any(|k| {
                let rest: Vec<usize> =
                    (0..n).filter(|v| !s.contains(v) && !k.contains(v)).collect();
                orders(k).into_iter().any(|k| {
                    [Legs::Matching, Legs::Antimatching].into_iter().any(|kind| {
                        let legs = s.iter().copied().zip(k.iter().copied()).collect();
                        Spider { kind, legs, rest: rest.clone() }.fits(graph)
                    })
                })
            })
        })
    }

    fn orders(list: &[usize]) -> Vec<Vec<usize>> {
        if list.is_empty() {
            return vec![Vec::new()];
        }
        (0..list.len())
            .flat_map(|i| {
                let mut others = list.to_vec();
                let first = others.remove(i);
                orders(&others).into_iter().map(move |rest| [vec![first], rest].concat())
            })
            .collect()
    }

    #[test]
    fn all_small_graphs() {
        for n in 0..=6 {
            for graph in all::graphs(n) {
                let found = spider(&graph);
                assert_eq!(found.is_some(), is_spider(&graph), "{graph:?}");
                assert!(found.is_none_or(|found| found.fits(&graph)));
            }
        }
    }

    #[test]
    fn spiders_are_found_again() {
        for kind in [Legs::Matching, Legs::Antimatching] {
            for legs in 2..=6 {
                for text in
                    ["path:0", "path:1", "empty:3", "cycle:5", "complete:4", "random:9,0.5,3"]
                {
                    let rest = parse(text).unwrap();
                    let found = spider(&build(kind, legs, rest.graph())).unwrap();
                    assert_eq!((found.legs.len(), found.rest.len()), (legs, rest.order()));
                    assert!(found.kind == kind || legs == 2);
                }
            }
        }
    }

    #[test]
    fn pseudo_spiders_have_the_largest_rest() {
        for n in 0..=6 {
            for graph in all::graphs(n) {
                let fitting = subsets(n).filter(|rest| !rest.is_empty()).filter_map(|rest| {
                    let outside = (0..n).filter(|v| !rest.contains(v));
                    let (body, legs): (Vec<usize>, Vec<usize>) =
                        outside.partition(|&v| graph.adjacent(v, rest[0]));
                    let whole = !body.is_empty() && !legs.is_empty();
                    Some(PseudoSpider { legs, body, rest }).filter(|p| whole && p.fits(&graph))
                });
                let largest = fitting.map(|found| found.rest.len()).max();
                let found = pseudo_spider(&graph);
                assert!(found.as_ref().is_none_or(|found| found.fits(&graph)));
                assert_eq!(found.map(|found| found.rest.len()), largest, "{graph:?}");
            }
        }
    }
}

mod involution {
    use chromex_graph_tools::all;
    use chromex_graph_tools::classes::involution::{
        InvolutionKind, USUAL_STEPS, find, find_in_graph,
    };
    use chromex_graphs::{Graph, parse};

    const KINDS: [InvolutionKind; 5] = [
        InvolutionKind::FixedPointFree,
        InvolutionKind::FixedPointFreeApart,
        InvolutionKind::OneFixedPoint,
        InvolutionKind::OneFixedPointApart,
        InvolutionKind::StrictlyMatched,
    ];

    /// All ways to pair vertices or leave them alone.
    fn pairings(n: usize) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        let mut pending = vec![vec![u32::MAX; n]];
        while let Some(images) = pending.pop() {
            let Some(v) = images.iter().position(|&w| w == u32::MAX) else {
                all.push(images);
                continue;
            };
            for w in (v..n).filter(|&w| images[w] == u32::MAX) {
                let mut next = images.clone();
                (next[v], next[w]) = (w as u32, v as u32);
                pending.push(next);
            }
        }
        all
    }

    /// Whether this is an involution of that kind, by the definition.
    fn belongs(graph: &Graph, images: &[u32], kind: InvolutionKind) -> bool {
        let image = |v: usize| images[v] as usize;
        let (fixed, moved): (Vec<usize>, Vec<usize>) =
            (0..images.len()).partition(|&v| image(v) == v);
        let apart = || moved.iter().all(|&v| !graph.adjacent(v, image(v)));
        let matched = || moved.iter().all(|&v| graph.adjacent(v, image(v)));
        let clique =
            || fixed.iter().all(|v| fixed.iter().all(|w| v == w || graph.adjacent(*v, *w)));
        graph.edges().all(|(u, v)| graph.adjacent(image(u), image(v)))
            && match kind {
                InvolutionKind::FixedPointFree => fixed.is_empty(),
                InvolutionKind::FixedPointFreeApart => fixed.is_empty() && apart(),
                InvolutionKind::OneFixedPoint => fixed.len() == 1,
                InvolutionKind::OneFixedPointApart => fixed.len() == 1 && apart(),
                InvolutionKind::StrictlyMatched => clique() && matched(),
            }
    }

    #[test]
    fn the_search_finds_what_trying_all_pairings_finds() {
        for n in 0..=6 {
            let pairings = pairings(n);
            for graph in all::graphs(n) {
                for kind in KINDS {
                    let exists = pairings.iter().any(|images| belongs(&graph, images, kind));
                    let found = find_in_graph(&graph, kind, u64::MAX).unwrap();
                    assert_eq!(found.is_some(), exists, "{kind:?} {graph:?}");
                    assert!(found.is_none_or(|found| found.is(&graph, kind)));
                }
            }
        }
    }

    #[test]
    fn the_picture_tells_the_same_as_the_graph() {
        let boards =
            ["grid:4x5", "grid:5x5", "path:9", "cycle:8", "latin:3", "king:3x4", "torus:4x4"];
        for name in boards {
            let board = parse(name).unwrap();
            for kind in KINDS {
                let seen = find(&board, kind, USUAL_STEPS).unwrap();
                let searched = find_in_graph(board.graph(), kind, USUAL_STEPS).unwrap();
                assert_eq!(seen.is_some(), searched.is_some(), "{name} {kind:?}");
            }
        }
    }

    #[test]
    fn digraphs_keep_the_direction_of_their_arcs() {
        let path = parse("dipath:4").unwrap();
        assert_eq!(find(&path, InvolutionKind::FixedPointFree, USUAL_STEPS), Ok(None));
        let cycle = parse("dicycle:6").unwrap();
        let found = find(&cycle, InvolutionKind::FixedPointFree, USUAL_STEPS).unwrap().unwrap();
        assert_eq!(found.image(0), 3);
    }

    #[test]
    fn boards_of_forty_vertices_take_few_steps() {
        for (name, kind) in [
            ("grid:5x8", InvolutionKind::FixedPointFree),
            ("petersen:20,3", InvolutionKind::FixedPointFree),
            ("sudoku:2", InvolutionKind::StrictlyMatched),
            ("latin:6", InvolutionKind::StrictlyMatched),
            ("complete:2*complete:16", InvolutionKind::StrictlyMatched),
            ("complete:13*complete:15", InvolutionKind::StrictlyMatched),
            ("queens:6", InvolutionKind::StrictlyMatched),
            ("hypercube:5", InvolutionKind::FixedPointFreeApart),
        ] {
            let graph = parse(name).unwrap();
            assert!(find_in_graph(graph.graph(), kind, 2_000).is_ok(), "{name} {kind:?}");
        }
    }

    #[test]
    fn a_board_of_a_million_squares_is_seen_at_once() {
        let board = parse("grid:1001x999").unwrap();
        let found = find(&board, InvolutionKind::OneFixedPointApart, 1).unwrap().unwrap();
        assert_eq!(found.fixed_points().count(), 1);
    }
}

mod counted {
    use chromex_graph_tools::all;
    use chromex_graph_tools::classes::few_p4s::{induced_paths, least_q};
    use chromex_graph_tools::classes::interval::{interval, is_chordal};
    use chromex_graph_tools::classes::planar::{is_outerplanar, is_planar};
    use chromex_graphs::{Graph, parse};

    fn counts(kind: impl Fn(&Graph) -> bool) -> Vec<usize> {
        (1..=7).map(|n| all::graphs(n).iter().filter(|graph| kind(graph)).count()).collect()
    }

    /// The numbers in the OEIS: A005470, A048192 (chordal), A005975 (interval).
    #[test]
    fn planar_chordal_and_interval_graphs_are_as_many_as_is_known() {
        assert_eq!(counts(is_planar), [1, 2, 4, 11, 33, 142, 822]);
        assert_eq!(counts(is_chordal), [1, 2, 4, 10, 27, 94, 393]);
        assert_eq!(counts(|graph| interval(graph).is_ok()), [1, 2, 4, 10, 27, 92, 369]);
    }

    #[test]
    fn large_graphs_are_planar_or_not_without_deep_recursion() {
        for (name, planar) in [
            ("path:200000", true),
            ("grid:200x200", true),
            ("cylinder:100x100", true),
            ("torus:10x10", false),
            ("hypercube:4", false),
            ("2*petersen:5,2", false),
            ("wheel:5000", true),
        ] {
            assert_eq!(is_planar(parse(name).unwrap().graph()), planar, "{name}");
        }
    }

    #[test]
    fn outerplanar_graphs_have_no_complete_graph_of_four_and_no_two_by_three() {
        for (name, outer) in [
            ("complete:3", true),
            ("complete:4", false),
            ("bipartite:2,3", false),
            ("cycle:9", true),
        ] {
            assert_eq!(is_outerplanar(parse(name).unwrap().graph()), outer, "{name}");
        }
    }

    /// The definition: for each q, every set of q vertices.
    fn least_q_by_definition(graph: &Graph) -> Option<usize> {
        let n = graph.order();
        let paths = induced_paths(graph);
        let mut most = vec![0; n + 1];
        for set in 0..1_u128 << n {
            let inside = paths.iter().filter(|path| path.0 & !set == 0).count();
            let q = set.count_ones() as usize;
            most[q] = most[q].max(inside);
        }
        if paths.is_empty() { Some(4) } else { (4..=n).find(|&q| most[q] <= q - 4) }
    }

    #[test]
    fn the_least_q_is_that_of_the_definition() {
        for graph in (1..=7).flat_map(all::graphs) {
            assert_eq!(least_q(&graph), least_q_by_definition(&graph), "{graph:?}");
        }
        for name in [
            "2*cycle:5",
            "cycle:5+path:6",
            "3*path:4",
            "cycle:5*complete:2",
            "cycle:5+path:4+path:4",
            "2*cycle:6+2*path:1",
            "g6:EhEG+cycle:5",
        ] {
            let graph = parse(name).unwrap();
            assert_eq!(least_q(graph.graph()), least_q_by_definition(graph.graph()), "{name}");
        }
    }

    #[test]
    fn large_graphs_with_few_paths_are_known() {
        for (name, q) in [
            ("100*path:4", Some(5)),
            ("join(cycle:5+50*path:1;60*path:2)", Some(9)),
            ("cycle:7+100*path:2", Some(11)),
            ("path:100", None),
            ("grid:9x9", None),
        ] {
            assert_eq!(least_q(parse(name).unwrap().graph()), q, "{name}");
        }
    }
}

mod decomposed {
    use chromex_graph_tools::all;
    use chromex_graph_tools::classes::few_p4s::induced_paths;
    use chromex_graph_tools::classes::primeval::{Primeval, primeval};
    use chromex_graph_tools::classes::spider::spider;
    use chromex_graphs::{Graph, parse};

    fn vertices(part: &Primeval) -> Vec<usize> {
        match part {
            Primeval::Vertex(v) => vec![*v],
            Primeval::Union(all) | Primeval::Join(all) => all.iter().flat_map(vertices).collect(),
            Primeval::Connected(all) => all.clone(),
            Primeval::Front { body, legs, rest } => {
                [body.clone(), legs.clone(), vertices(rest)].concat()
            }
        }
    }

    /// Whether two vertices are adjacent, if the decomposition determines it.
    fn joined(part: &Primeval, u: usize, v: usize) -> Option<bool> {
        let both = |part: &Primeval| [u, v].iter().all(|w| vertices(part).contains(w));
        match part {
            Primeval::Vertex(_) | Primeval::Connected(_) => None,
            Primeval::Union(all) | Primeval::Join(all) => {
                match all.iter().find(|part| both(part)) {
                    Some(inside) => joined(inside, u, v),
                    None => Some(matches!(part, Primeval::Join(_))),
                }
            }
            Primeval::Front { rest, .. } if both(rest) => joined(rest, u, v),
            Primeval::Front { body, legs, .. } => {
                let front = [u, v].iter().filter(|w| body.contains(w) || legs.contains(w)).count();
                (front == 1).then(|| body.contains(&u) || body.contains(&v))
            }
        }
    }

    /// The definition: however the vertices are divided, an induced path has vertices on both
    /// sides.
    fn is_p_connected(graph: &Graph, part: &[usize]) -> bool {
        let all = part.iter().fold(0_u128, |set, v| set | 1 << v);
        let paths: Vec<u128> = induced_paths(graph).into_iter().map(|path| path.0).collect();
        let paths: Vec<u128> = paths.into_iter().filter(|path| path & !all == 0).collect();
        let first = all & all.wrapping_neg();
        // Proper subsets of the part that contain its first vertex.
        let mut sides = (0..all).filter(|side| side & !all == 0 && side & first != 0);
        sides.all(|side| paths.iter().any(|path| path & side != 0 && path & !side != 0))
    }

    fn parts_are_right(graph: &Graph, part: &Primeval) {
        match part {
            Primeval::Vertex(_) => {}
            Primeval::Union(all) | Primeval::Join(all) => {
                assert!(all.len() > 1);
                all.iter().for_each(|part| parts_are_right(graph, part));
            }
            Primeval::Connected(all) => assert!(is_p_connected(graph, all)),
            Primeval::Front { body, legs, rest } => {
                assert!(!body.is_empty() && !legs.is_empty());
                assert!(is_p_connected(graph, &[body.clone(), legs.clone()].concat()));
                parts_are_right(graph, rest);
            }
        }
    }

    #[test]
    fn every_small_graph_is_taken_apart_as_it_is_made() {
        for graph in (1..=7).flat_map(all::graphs) {
            let found = primeval(&graph).unwrap();
            let mut all = vertices(&found);
            all.sort_unstable();
            assert_eq!(all, (0..graph.order()).collect::<Vec<_>>());
            for (u, v) in (0..graph.order()).flat_map(|v| (0..v).map(move |u| (u, v))) {
                let told = joined(&found, u, v);
                assert!(told.is_none_or(|told| told == graph.adjacent(u, v)), "{found}");
            }
            parts_are_right(&graph, &found);
        }
    }

    /// Babel and Olariu: a p-connected graph with at least q vertices that is not a spider has q
    /// vertices with more than q - 4 paths.
    #[test]
    fn large_p_connected_graphs_have_many_paths() {
        let mut seen = 0;
        for graph in (5..=8).flat_map(all::connected) {
            let n = graph.order();
            if spider(&graph).is_some() || !matches!(primeval(&graph), Some(Primeval::Connected(_)))
            {
                continue;
            }
            let paths = induced_paths(&graph);
            for q in 5..=n {
                let mut sets = (0..1_u128 << n).filter(|set| set.count_ones() as usize == q);
                let many =
                    |set: u128| paths.iter().filter(|path| path.0 & !set == 0).count() > q - 4;
                assert!(sets.any(many), "{q} {graph:?}");
                seen += 1;
            }
        }
        assert!(seen > 10_000, "{seen}");
    }

    #[test]
    fn large_graphs_are_taken_apart() {
        let told =
            |name: &str| primeval(parse(name).unwrap().graph()).map(|found| found.to_string());
        assert!(told("500*path:4").unwrap().starts_with("union(p(0 1 2 3), p(4 5 6 7), "));
        assert!(told("grid:40x40").unwrap().starts_with("p(0 1 2"));
        assert_eq!(told("path:2001"), None);
    }
}
