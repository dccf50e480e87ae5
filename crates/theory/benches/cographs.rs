//! `cargo bench -p chromex --bench cographs`: the largest connected subgraph game on cographs of a million
//! vertices (Bensmail et al., Theorem 5.1), from a cotree and from edge lists.
//!
//! Prints the table of BENCHMARKS.md. Times are CPU seconds of one thread.

use std::time::Duration;

use chromex_graph_tools::classes::cograph::{Cotree, NotACograph, cotree, cotree_of_complement};
use chromex_graphs::Graph;
use chromex_theory::cographs::solve;
use cpu_time::ThreadTime;

/// Pseudorandom numbers, always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// A random cotree in the notation: parts of random sizes, until they are small.
fn random_cotree(n: u64, numbers: &mut Numbers) -> String {
    fn write(n: u64, join: bool, numbers: &mut Numbers, text: &mut String) {
        if n == 1 {
            text.push('1');
            return;
        }
        text.push_str(if join { "j(" } else { "u(" });
        let parts = (2 + numbers.below(4)).min(n);
        let mut left = n;
        for part in 0..parts {
            let size =
                if part + 1 == parts { left } else { 1 + numbers.below(left - (parts - part - 1)) };
            left -= size;
            write(size, !join, numbers, text);
            text.push(if part + 1 == parts { ')' } else { ',' });
        }
    }
    let mut text = String::new();
    write(n, true, numbers, &mut text);
    text
}

/// A threshold graph, whose cotree is as deep as possible.
fn deep_cotree(n: usize) -> String {
    let half = n / 2;
    format!("{}1{}", "j(1,u(1,".repeat(half), "))".repeat(half))
}

/// The disjoint union of small random cographs: the edges of a sparse cograph, or of the complement
/// of a dense one.
fn sparse_edges(n: usize, numbers: &mut Numbers) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    let mut first = 0;
    while first + 8 <= n {
        let block: Cotree = random_cotree(8, numbers).parse().expect("a cotree");
        let block = block.graph().expect("it is small");
        edges.extend(block.edges().map(|(u, v)| (first + u, first + v)));
        first += 8;
    }
    edges
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = ThreadTime::now();
    let result = work();
    (result, started.elapsed())
}

fn row(given: &str, n: usize, m: usize, times: [Duration; 2], answer: &str) {
    let [tree, game] = times.map(|time| format!("{:.3} s", time.as_secs_f64()));
    println!("| {given} | {n} | {m} | {tree} | {game} | {answer} |");
}

fn answer(tree: &Cotree) -> (String, Duration) {
    let (told, time) = timed(|| solve(tree));
    (format!("{}, A*: {}", told.outcome(), if told.in_a_star { "yes" } else { "no" }), time)
}

type Recognise = fn(&Graph) -> Result<Cotree, NotACograph>;

fn main() {
    println!("### Largest connected subgraph game on cographs\n");
    println!("| given as | vertices | edges given | cotree | game | answer |");
    println!("|---|---|---|---|---|---|");
    for n in [10_000, 100_000, 1_000_000] {
        let mut numbers = Numbers(n as u64);
        let texts = [
            ("random cotree", random_cotree(n as u64, &mut numbers)),
            ("deep cotree (threshold graph)", deep_cotree(n)),
        ];
        for (name, text) in texts {
            let (tree, reading) = timed(|| text.parse::<Cotree>().expect("a cotree"));
            let (told, time) = answer(&tree);
            row(name, tree.order(), 0, [reading, time], &told);
        }
        let edges = sparse_edges(n, &mut numbers);
        let graph = Graph::undirected(n, edges).expect("it is small enough");
        let kinds: [(&str, Recognise); 2] =
            [("edges of a sparse cograph", cotree), ("sparse complement", cotree_of_complement)];
        for (name, recognise) in kinds {
            let (tree, finding) = timed(|| recognise(&graph).expect("a cograph"));
            let (told, time) = answer(&tree);
            row(name, n, graph.edge_count(), [finding, time], &told);
        }
        // One edge between two blocks makes an induced path.
        let spoilt = graph.edges().chain([(3, n - 5)]);
        let spoilt = Graph::undirected(n, spoilt).expect("it is small enough");
        let (path, finding) = timed(|| cotree(&spoilt).err());
        let found = path.map_or("a cograph".to_owned(), |path| path.to_string());
        row(
            "no cograph: one edge too many",
            n,
            spoilt.edge_count(),
            [finding, Duration::ZERO],
            &found,
        );
    }
}
