//! `cargo bench --bench theory`: the time of the papers' algorithms for large inputs.
//!
//! Times are CPU seconds of one thread, without building the graph and the order.
//! `cargo bench --bench theory -- NAME` runs the tables whose title contains NAME.

use chromex_graphs::Graph;
use chromex_graphs::random::SplitMix;
use chromex_theory::sequential::{self, BadOrder, Ending};
use cpu_time::ThreadTime;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let title = "Sequential 2-colouring of ten million vertices";
    if wanted.is_empty() || wanted.iter().any(|name| title.contains(name.as_str())) {
        println!("## {title}\n\n| graph | order | algorithm | time | vertices coloured |");
        println!("|---|---|---|---|---|");
        sequential_2_colouring(10_000_000);
    }
}

fn row(
    [graph, order, algorithm]: [&str; 3],
    vertices: &[usize],
    run: impl Fn(&[usize]) -> Result<Ending, BadOrder>,
) {
    let started = ThreadTime::now();
    let ending = run(vertices).expect("an order of the vertices");
    let time = started.elapsed().as_secs_f64();
    let coloured = match ending.stuck_at {
        None => "all".to_owned(),
        Some(v) => vertices.iter().take_while(|&&w| w != v).count().to_string(),
    };
    println!("| {graph} | {order} | {algorithm} | {time:.2} s | {coloured} |");
}

fn sequential_2_colouring(n: usize) {
    let random = shuffled(n, 1);
    {
        let path = Graph::undirected(n, (1..n).map(|v| (v - 1, v))).expect("a path");
        row(["path", "random", "Theorem 22"], &random, sequential::path);
        row(["path", "random", "any graph"], &random, |o| sequential::graph(&path, o));
    }
    {
        let cycle = Graph::undirected(n, (0..n).map(|v| (v, (v + 1) % n))).expect("a cycle");
        row(["cycle", "random", "Theorem 22"], &random, sequential::cycle);
        row(["cycle", "random", "any graph"], &random, |o| sequential::graph(&cycle, o));
    }
    {
        let columns = 4000;
        let down = (columns..n).map(|v| (v - columns, v));
        let along = (0..n).filter(|v| v % columns > 0).map(|v| (v - 1, v));
        let grid = Graph::undirected(n, down.chain(along)).expect("a grid");
        let by_rows: Vec<usize> = (0..n).collect();
        row(["grid", "random", "any graph"], &random, |o| sequential::graph(&grid, o));
        row(["grid", "row by row", "any graph"], &by_rows, |o| sequential::graph(&grid, o));
    }
    {
        let (path, order) = fought(n / 4, |i| i + 1);
        row(["path", "fought to the end", "Theorem 22"], &order, sequential::path);
        row(["path", "fought to the end", "any graph"], &order, |o| sequential::graph(&path, o));
    }
    let mut random = SplitMix::new(3);
    let sources = n / 4;
    let (sparse, order) = fought(sources, |i| (i + 1 + random.below(sources - 1)) % sources);
    row(["random sparse", "fought to the end", "any graph"], &order, |o| {
        sequential::graph(&sparse, o)
    });
}

fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut random = SplitMix::new(seed);
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}

/// A graph and an order in which a quarter of the vertices are sources and a quarter closed, all of
/// them the first player's, so that nobody is ever stuck. Each source s = 4i but the last has an
/// edge to the source of number `target(i)`, subdivided three times; all vertices are in random
/// order.
fn fought(sources: usize, mut target: impl FnMut(usize) -> usize) -> (Graph, Vec<usize>) {
    let last = sources - 1;
    let subdivided = (0..last).flat_map(|i| {
        let s = 4 * i;
        [(s, s + 1), (s + 1, s + 2), (s + 2, s + 3), (s + 3, 4 * target(i))]
    });
    let edges: Vec<(usize, usize)> = subdivided.chain([(4 * last, 4 * last + 1)]).collect();
    let (one, two) = (shuffled(last, 4), shuffled(last, 5));
    let at =
        |of: &[usize], offset: usize| of.iter().map(move |i| 4 * i + offset).collect::<Vec<_>>();
    // A vertex between comes after its source and before the closed one.
    let first = [at(&one, 0), vec![4 * last], at(&two, 2)].concat();
    let second = [at(&one, 1), at(&two, 3), vec![4 * last + 1]].concat();
    let order = first.into_iter().zip(second).flat_map(|(a, b)| [a, b]).collect();
    (Graph::undirected(4 * last + 2, edges).expect("a graph"), order)
}
