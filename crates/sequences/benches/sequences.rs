//! `cargo bench -p chromex --bench sequences`: the time per term of the plain and of the fast
//! engine.
//!
//! CPU time of one thread; the machine may be busy with other things.

use chromex_sequences::sparse::Sparse;
use chromex_sequences::{Code, plain};
use cpu_time::ProcessTime;

/// The plain engine computes this many terms.
const PLAIN_TO: usize = 20_000;

fn fast(code: &Code, to: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Sparse::new(code, &[], 1)?;
    let (mut started, mut from) = (ProcessTime::now(), engine.last());
    let mut step = 1 << 14;
    while engine.last() < to {
        while engine.last() < step.min(to) {
            engine.advance(to)?;
        }
        let terms = engine.last() - from;
        let each = started.elapsed().as_secs_f64() * 1e6 / terms as f64;
        let (last, rare, mask) = (engine.last(), engine.rare_heaps(), engine.mask());
        println!("| {code} to {last} | {each:.2} µs | {rare} | {mask:#x} |");
        (started, from, step) = (ProcessTime::now(), engine.last(), 2 * step);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let to = wanted.and_then(|to| to.parse::<f64>().ok()).unwrap_or(5e5) as usize;
    println!("| sequence | CPU time a term, since the row above | rare heaps | mask |");
    println!("|---|---|---|---|");
    for text in [".007", ".06", ".37"] {
        fast(&Code::parse(text)?, to)?;
    }
    let started = ProcessTime::now();
    let values = plain::values(&Code::parse(".007")?, PLAIN_TO);
    let each = started.elapsed().as_secs_f64() * 1e6 / values.len() as f64;
    println!("| .007 to {PLAIN_TO}, plain engine | {each:.2} µs | | |");
    Ok(())
}
