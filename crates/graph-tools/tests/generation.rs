//! The streams of graphs: known numbers, brute force, parts that add up to the whole, and refused
//! input.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::HashSet;

use chromex_graph_tools::classes::involution;
use chromex_graph_tools::facts;
use chromex_graph_tools::generate::{GraphKind, Part, Selection, stream};
use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Graph;

fn counts(kind: GraphKind, orders: impl IntoIterator<Item = usize>) -> Vec<usize> {
    orders.into_iter().map(|n| stream(kind, n, Part::WHOLE).count()).collect()
}

/// OEIS A000088, A001349, A000055, A033995, A005142, A002851.
#[test]
fn the_numbers_of_graphs_are_the_known_ones() {
    assert_eq!(counts(GraphKind::All, 0..=8), [1, 1, 2, 4, 11, 34, 156, 1044, 12346]);
    assert_eq!(counts(GraphKind::Connected, 1..=8), [1, 1, 2, 6, 21, 112, 853, 11117]);
    assert_eq!(
        counts(GraphKind::Trees, 1..=14),
        [1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159]
    );
    assert_eq!(counts(GraphKind::Bipartite, 1..=9), [1, 2, 3, 7, 13, 35, 88, 303, 1119]);
    assert_eq!(counts(GraphKind::ConnectedBipartite, 1..=9), [1, 1, 1, 3, 5, 17, 44, 182, 730]);
    assert_eq!(counts(GraphKind::Cubic, 0..=12), [0, 0, 0, 0, 1, 0, 2, 0, 5, 0, 19, 0, 85]);
    assert_eq!(counts(GraphKind::Cubic, [14]), [509]);
}

#[test]
#[ignore = "slow: 261,080 and 4,060 graphs"]
fn the_numbers_of_more_graphs() {
    assert_eq!(counts(GraphKind::Connected, [9]), [261_080]);
    assert_eq!(counts(GraphKind::Trees, [18]), [123_867]);
    assert_eq!(counts(GraphKind::Bipartite, [10, 11]), [5_479, 32_303]);
    assert_eq!(counts(GraphKind::Cubic, [16]), [4_060]);
}

/// Every labelled graph on `n` vertices, and so every graph, in canonical labelling.
fn by_brute_force(n: usize) -> HashSet<Graph> {
    let pairs: Vec<_> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    let labelled = (0..1_u32 << pairs.len()).map(|choice| {
        let chosen = pairs.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
        Graph::undirected(n, chosen.map(|(_, pair)| *pair)).unwrap()
    });
    labelled.map(|graph| Symmetry::of_uncoloured(&graph).unwrap().canonical(&graph)).collect()
}

fn is_cograph(graph: &Graph) -> bool {
    let n = graph.order();
    let joined = |pair: [usize; 2]| graph.adjacent(pair[0], pair[1]);
    let is_path = |[a, b, c, d]: [usize; 4]| {
        let pairs = [[a, b], [b, c], [c, d], [a, c], [b, d], [a, d]];
        pairs.map(joined) == [true, true, true, false, false, false]
    };
    !(0..n.pow(4)).any(|code| is_path([1, n, n * n, n.pow(3)].map(|power| code / power % n)))
}

/// Every graph occurs, in canonical labelling, and none occurs twice.
#[test]
fn the_streams_are_what_brute_force_finds() {
    let is_connected = |graph: &Graph| chromex_graphs::ops::components(graph).len() <= 1;
    let is_tree = |g: &Graph| is_connected(g) && g.edge_count() == g.order().saturating_sub(1);
    let is_cubic =
        |g: &Graph| g.order() > 0 && is_connected(g) && (0..g.order()).all(|v| g.degree(v) == 3);
    let is_matched = |graph: &Graph| {
        let matched = involution::InvolutionKind::StrictlyMatched;
        involution::find_in_graph(graph, matched, u64::MAX).unwrap().is_some()
    };
    for n in 0..=6 {
        let graphs = by_brute_force(n);
        let check = |kind, belongs: &dyn Fn(&Graph) -> bool| {
            let found: Vec<Graph> = stream(kind, n, Part::WHOLE).collect();
            let expected: HashSet<Graph> = graphs.iter().filter(|g| belongs(g)).cloned().collect();
            assert_eq!(found.len(), expected.len(), "{kind}:{n}");
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected, "{kind}:{n}");
        };
        check(GraphKind::All, &|_| true);
        check(GraphKind::Connected, &is_connected);
        check(GraphKind::Trees, &is_tree);
        check(GraphKind::Bipartite, &facts::is_bipartite);
        check(GraphKind::ConnectedBipartite, &|g| is_connected(g) && facts::is_bipartite(g));
        check(GraphKind::Cubic, &is_cubic);
        check(GraphKind::Cographs, &is_cograph);
        check(GraphKind::StrictlyMatched, &is_matched);
    }
}

/// The first graph of the largest size comes at once: a test that waited for all graphs would never
/// end.
#[test]
fn streams_are_lazy() {
    let held_in_memory = [GraphKind::Cubic, GraphKind::StrictlyMatched];
    for kind in GraphKind::every().filter(|kind| !held_in_memory.contains(kind)) {
        let first = stream(kind, kind.most(), Part::WHOLE).next().unwrap();
        assert_eq!(first.order(), kind.most(), "{kind}");
    }
}

#[test]
fn the_parts_make_the_whole() {
    for kind in GraphKind::every() {
        let n = if kind == GraphKind::Cubic { 12 } else { 7 };
        let whole: Vec<Graph> = stream(kind, n, Part::WHOLE).collect();
        let parts: Vec<Graph> =
            (0..5).flat_map(|index| stream(kind, n, Part { index, of: 5 })).collect();
        assert_eq!(parts.len(), whole.len(), "{kind}");
        let set: HashSet<Graph> = parts.into_iter().collect();
        assert_eq!(set, whole.into_iter().collect(), "{kind}");
    }
}

#[test]
fn selections_are_read_and_refused() {
    assert!(GraphKind::every().all(|kind| kind.to_string().parse() == Ok(kind)));
    assert_eq!("graphs:5".parse::<Selection>(), "all:5..5".parse());
    assert_eq!(Selection::recognise("bipartite:3,4"), Ok(None));
    let error = |text: &str| text.parse::<Selection>().unwrap_err().to_string();
    assert!(error("cubes:3").contains("did you mean `cubic`?"), "{}", error("cubes:3"));
    assert!(error("xyzzy").contains("strictly-matched"));
    assert!(error("trees").contains("for example trees:7"));
    assert!(error("trees:x").contains("expected a number of vertices"));
    assert!(error("trees:5..3").contains("the range is empty"));
    assert!(error("cubic:99").contains("at most 20 vertices for `cubic`: all of them are held"));
}
