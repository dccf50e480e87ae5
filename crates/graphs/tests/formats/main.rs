//! The file formats: round trips, hostile input, streams, and agreement with nauty's own tools.

mod examples;

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use chromex_graphs::Graph;
use chromex_graphs::formats::{
    self, Entry, Format, FormatError, LineError, Reader, digraph6, dimacs, edge_list, graph6,
    sparse6,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Pairs of different vertices below n, for graphs and digraphs of any density.
fn order_and_pairs() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
    (0usize..=70, 0usize..=400).prop_flat_map(|(n, most)| {
        let most = if n < 2 { 0 } else { most };
        let top = n.max(1);
        let pairs = vec((0..top, 0..top), 0..=most);
        pairs.prop_map(move |pairs| (n, pairs.into_iter().filter(|(u, v)| u != v).collect()))
    })
}

fn graph() -> impl Strategy<Value = Graph> {
    order_and_pairs().prop_map(|(n, pairs)| Graph::undirected(n, pairs).expect("no loops"))
}

fn digraph() -> impl Strategy<Value = Graph> {
    order_and_pairs().prop_map(|(n, pairs)| Graph::directed(n, pairs).expect("no loops"))
}

/// Every reader; they may refuse, not panic.
fn read_by_all(text: &str) {
    let _ = graph6::read(text);
    let _ = sparse6::read(text);
    let _ = digraph6::read(text);
    let _ = dimacs::read(text);
    let _ = edge_list::read(text);
    let _ = formats::read_line(text);
}

fn entries(bytes: &[u8]) -> Vec<Result<Entry, LineError>> {
    Reader::new(bytes).collect()
}

fn round_trip(graph: &Graph, format: Format) {
    let text = formats::write(graph, format).expect("a small graph of the right kind");
    let entries = entries(text.as_bytes());
    assert_eq!(entries.len(), 1);
    let entry = entries[0].as_ref().expect("what was written can be read");
    assert_eq!((&entry.graph, entry.format, entry.line), (graph, format, 1));
    assert_eq!(entry.text.as_deref(), format.is_one_line().then_some(&*text));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn graphs_round_trip(graph in graph()) {
        for format in [Format::Graph6, Format::Sparse6, Format::Dimacs, Format::EdgeList] {
            round_trip(&graph, format);
        }
        prop_assert_eq!(digraph6::write(&graph), Err(FormatError::WrongKind(Format::Digraph6)));
    }

    #[test]
    fn digraphs_round_trip(graph in digraph()) {
        round_trip(&graph, Format::Digraph6);
        // Without arcs an edge list cannot tell a digraph from a graph.
        if graph.edge_count() > 0 {
            round_trip(&graph, Format::EdgeList);
        }
        for format in [Format::Graph6, Format::Sparse6, Format::Dimacs] {
            prop_assert_eq!(formats::write(&graph, format), Err(FormatError::WrongKind(format)));
        }
    }

    #[test]
    fn no_string_panics(text in any::<String>(), printable in "\\PC*") {
        read_by_all(&text);
        read_by_all(&printable);
        entries(text.as_bytes());
    }

    #[test]
    fn no_nauty_like_string_panics(text in "(>>(graph|sparse|digraph)6<<)?[:;&]?[?-O]?[?-~]{0,12}") {
        read_by_all(&text);
        entries(text.as_bytes());
    }

    #[test]
    fn no_line_format_panics(text in "([cpen#%]? ?(edge|col)?( [0-9]{0,3}| >| ->){0,4}\r?\n){0,6}") {
        read_by_all(&text);
        entries(text.as_bytes());
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..200)) {
        entries(&bytes);
    }
}

#[test]
fn hostile_sizes_are_refused() {
    for text in ["~~~~~~~~", ":~~~~~~~~", "&~~~~~~~~", "~~??DDDD", "&~~??DDDD", "~~~", "~", "&~~"] {
        assert!(formats::read_line(text).is_err(), "{text}");
    }
}

#[test]
fn a_million_edges_are_written_and_read() {
    let n = 500_000;
    let edges = (0..1_000_000).map(|i| (i % n, (i * 7919 + i / n + 1) % n));
    let graph = Graph::undirected(n, edges.filter(|(u, v)| u != v)).unwrap();
    for format in [Format::Sparse6, Format::Dimacs, Format::EdgeList] {
        round_trip(&graph, format);
    }
}

/// Runs nauty's `tool` on `input`; `None`, with a note, where it is not installed.
fn nauty(tool: &str, arguments: &[&str], input: &str) -> Option<String> {
    // Debian puts `nauty-` in front of the names.
    for name in [format!("nauty-{tool}"), tool.to_owned()] {
        let spawned = Command::new(&name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = spawned else { continue };
        let mut stdin = child.stdin.take().expect("it is piped");
        let output = thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input.as_bytes()).expect("the tool reads it all"));
            child.wait_with_output().expect("the tool runs")
        });
        assert!(output.status.success(), "{name} {arguments:?}: {}", output.status);
        return Some(String::from_utf8(output.stdout).expect("nauty writes ASCII"));
    }
    assert!(std::env::var_os("CHROMEX_REQUIRE_NAUTY").is_none(), "nauty's {tool} is missing");
    println!("note: nauty's {tool} is not installed; nothing compared");
    None
}

/// Every line of `lines`, read and then written again as `format` by our own code.
fn rewritten(lines: &str, format: Format) -> String {
    let rewrite = |entry: Result<Entry, LineError>| {
        formats::write(&entry.expect("nauty's lines are good").graph, format).expect("right kind")
    };
    Reader::new(lines.as_bytes()).map(|entry| rewrite(entry) + "\n").collect()
}

/// Compares line by line, to name the one that differs.
fn assert_same_lines(ours: &str, theirs: &str) {
    for (ours, theirs) in ours.lines().zip(theirs.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.lines().count(), theirs.lines().count());
}

/// Checks that reading and writing of graph6 and sparse6 agree for the undirected graphs in these
/// lines.
fn agree_on(lines: &str) {
    for (option, format) in [("-gq", Format::Graph6), ("-sq", Format::Sparse6)] {
        let Some(theirs) = nauty("copyg", &[option], lines) else {
            return;
        };
        assert_same_lines(&rewritten(lines, format), &theirs);
        assert_same_lines(&rewritten(&theirs, format), &theirs);
    }
}

#[test]
fn nauty_agrees_on_all_small_graphs() {
    for arguments in [&["1"][..], &["2"], &["3"], &["4"], &["5"], &["6"], &["-c", "7"], &["8"]] {
        let Some(lines) = nauty("geng", arguments, "") else {
            return;
        };
        assert!(!lines.is_empty());
        assert_same_lines(&rewritten(&lines, Format::Graph6), &lines);
        agree_on(&lines);
    }
}

#[test]
fn nauty_agrees_on_random_graphs() {
    for n in [1, 2, 4, 8, 15, 16, 17, 32, 61, 62, 63, 64, 65, 100, 256] {
        for sparsity in ["-P1/2", "-P1/10", "-P1/50"] {
            let arguments = ["-g", "-q", "-S7", sparsity, &n.to_string(), "25"];
            let Some(lines) = nauty("genrang", &arguments, "") else {
                return;
            };
            agree_on(&lines);
        }
    }
}

#[test]
fn nauty_agrees_on_the_padding_of_sparse6() {
    // Few edges, so that the last vertices often have none; most of these graphs end before n - 1.
    let mut lines = String::new();
    for n in [2usize, 4, 8, 16, 32, 64] {
        for seed in 0..400 {
            let pair = |i: usize| ((seed * 31 + i * i * 17) % n, (seed / 3 + i * 5 + n - 2) % n);
            let edges = (0..seed % 9).map(pair).filter(|&(u, v)| u != v && u.max(v) < n - 1);
            let graph = Graph::undirected(n, edges).unwrap();
            lines += &(graph6::write(&graph).unwrap() + "\n");
        }
    }
    agree_on(&lines);
}

#[test]
fn nauty_agrees_on_digraphs() {
    let Some(graphs) = nauty("geng", &["4"], "") else {
        return;
    };
    let Some(mut lines) = nauty("directg", &["-q"], &graphs) else {
        return;
    };
    for n in ["1", "5", "16", "62", "63", "64", "130"] {
        let Some(random) = nauty("genrang", &["-z", "-q", "-S7", n, "20"], "") else {
            return;
        };
        lines += &random;
    }
    assert!(lines.lines().count() > 218, "all 218 digraphs on 4 vertices and the random ones");
    let Some(theirs) = nauty("copyg", &["-zq"], &lines) else {
        return;
    };
    assert_same_lines(&rewritten(&lines, Format::Digraph6), &lines);
    assert_same_lines(&rewritten(&lines, Format::Digraph6), &theirs);
}

#[test]
fn nauty_headers_are_understood() {
    for option in ["-hgq", "-hsq"] {
        let Some(lines) = nauty("copyg", &[option], "DQc\nA_\n") else {
            return;
        };
        assert!(lines.starts_with(">>"));
        assert_eq!(rewritten(&lines, Format::Graph6), "DQc\nA_\n");
    }
}

#[test]
fn nauty_agrees_on_large_sparse_graphs() {
    // The size takes 4 bytes up to 258047 vertices and 8 bytes above; cubic graphs have even order.
    for n in ["4096", "258046", "258048"] {
        let Some(lines) = nauty("genrang", &["-s", "-q", "-S7", "-d3", n, "1"], "") else {
            return;
        };
        assert!(!lines.is_empty());
        assert_same_lines(&rewritten(&lines, Format::Sparse6), &lines);
    }
}
