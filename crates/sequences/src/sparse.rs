//! The sparse-space algorithm (*Winning Ways*, chapter 4; Flammenkamp): most octal games that have
//! been looked at have a mask under which nearly all nimbers are *common* (see `mask.rs`).
//!
//! Rare values are closed under ⊕, and common ⊕ common is rare, so a common option of the heap n is
//! the sum of a rare and a common value: the few rare heaps r give all of them, as g(r) ⊕ g(n − k −
//! r). The smallest common value that is no option is the *candidate*. The value of n is the
//! candidate unless a smaller rare value is no option either, and for each such value a witness is
//! sought: a pair of heaps with that sum. If none is found at once, all pairs are looked at. So
//! every value is proved; the rarity of rare values only makes it fast.
//!
//! `sparse.rs` does one term at a time, `block.rs` many together: `training.rs` chooses the heaps
//! to begin with, `sieve.rs` decides what these leave open, `single.rs` decides the rest one by
//! one, `kernels.rs` has the inner loops. `gpu.rs` does very many terms on a GPU.

mod block;
#[cfg(feature = "cuda")]
mod gpu;
#[cfg(not(feature = "cuda"))]
#[path = "sparse/no_gpu.rs"]
mod gpu;
mod kernels;
pub mod mask;
mod sieve;
mod single;
mod training;

use super::code::Code;
use super::plain::{self, Seen, xor_bound};
pub use gpu::Gpu;
use kernels::{Level, NO_HEAP, Offset};
use mask::{best_mask, is_rare};

/// The number of heaps below 0 that the blocks may read.
const PAD: usize = kernels::MAX_BLOCK;

/// The plain engine computes this many values first, from which the mask is found.
const PLAIN_START: usize = 1 << 11;

/// From here on terms are computed in blocks.
const BLOCK_START: usize = 1 << 12;

/// Larger values would collide with the sentinels.
const MAX_VALUE: u16 = 1 << 14;

/// The known values of an octal game, and what is needed to continue.
#[derive(Debug)]
pub struct Sparse {
    /// All k such that k counters may be taken and two heaps left, or one.
    splits: Vec<usize>,
    singles: Vec<usize>,
    /// The values from heap −PAD on; heaps up to 0 are `NO_HEAP`.
    line: Vec<u16>,
    histogram: Vec<u64>,
    largest: u16,
    mask: u16,
    /// When the mask is chosen again.
    choose_next: usize,
    /// For each rare heap r and each split k: k + r and g(r). The single heaps come first.
    offsets: Vec<Offset>,
    rare_heaps: usize,
    level: Level,
    /// A pool of threads, if several are wanted.
    threads: Option<rayon::ThreadPool>,
    seen: Seen,
    /// The offsets as the blocks use them.
    parts: Option<block::Parts>,
    /// Statistics of the work done: see [`Work`].
    work: Work,
}

/// Statistics of the work in blocks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Work {
    /// Terms found in blocks.
    pub block_terms: u64,
    /// Candidates that were checked one by one.
    pub single_checks: u64,
    /// Rare values for which all pairs were looked at.
    pub scans: u64,
    /// Terms that were left to the term-by-term algorithm.
    pub left_over: u64,
}

/// Why the engine cannot go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The engine does not handle this code.
    #[error("the fast engine is for octal games whose moves can leave two heaps")]
    NotOctal,
    /// A nimber beyond 16383.
    #[error("a nimber beyond 16383 came up at heap {0}")]
    TooLarge(usize),
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// There is no GPU, or it failed.
    #[error("cannot use a GPU: {0}")]
    Gpu(String),
}

impl Sparse {
    /// Whether the engine handles this code.
    pub fn takes(code: &Code) -> bool {
        code.is_octal() && code.digits().any(|(_, d)| d & 4 != 0)
    }

    /// A new engine that computes the first values, or continues known values (from heap 0 on).
    pub fn new(code: &Code, known: &[u16], threads: usize) -> Result<Sparse, Trouble> {
        if !Sparse::takes(code) {
            return Err(Trouble::NotOctal);
        }
        let pool =
            (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let with = |bit: u8| code.digits().filter(move |(_, d)| d & bit != 0).map(|(k, _)| k);
        let mut engine = Sparse {
            splits: with(4).collect(),
            singles: with(2).collect(),
            line: vec![NO_HEAP; PAD + 1],
            histogram: Vec::new(),
            largest: 0,
            mask: 0,
            choose_next: 0,
            offsets: Vec::new(),
            rare_heaps: 0,
            level: Level::best(),
            threads: pool.transpose().map_err(|error| Trouble::Threads(error.to_string()))?,
            seen: Seen::default(),
            parts: None,
            work: Work::default(),
        };
        let start = PLAIN_START.max(4 * code.longest());
        let plain = if known.len() < start { plain::values(code, start) } else { known.to_vec() };
        plain[1..].iter().for_each(|&value| engine.note(value));
        engine.choose_mask();
        Ok(engine)
    }

    /// The number of the last known heap.
    pub fn last(&self) -> usize {
        self.line.len() - PAD - 1
    }

    /// The values from heap 1 on.
    pub fn values(&self) -> &[u16] {
        &self.line[PAD + 1..]
    }

    /// The values from heap 0 on, without a copy.
    pub fn into_values(mut self) -> Vec<u16> {
        self.line.drain(..PAD);
        self.line[0] = 0;
        self.line
    }

    /// The mask in use.
    pub fn mask(&self) -> u16 {
        self.mask
    }

    /// How many heaps have a rare value.
    pub fn rare_heaps(&self) -> usize {
        self.rare_heaps
    }

    /// Statistics of the work in blocks so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// Finds some more values, up to the heap `to` at most; returns after a short time.
    pub fn advance(&mut self, to: usize) -> Result<(), Trouble> {
        let next = self.last() + 1;
        self.reserve(to);
        if next >= BLOCK_START && to >= next + self.block_length() - 1 {
            if next >= self.choose_next {
                self.choose_mask();
                self.choose_next = next + next / 8;
            }
            return self.block();
        }
        let value = self.term(next);
        self.push(value)
    }

    /// Reserves memory for the values up to heap `to`.
    fn reserve(&mut self, to: usize) {
        self.line.reserve_exact((to + PAD + 1).saturating_sub(self.line.len()));
    }

    fn heap(&self, n: usize) -> u16 {
        self.line[PAD + n]
    }

    /// Adds the value of the next heap, without its offsets.
    fn note(&mut self, value: u16) {
        self.line.push(value);
        self.largest = self.largest.max(value);
        if self.histogram.len() <= usize::from(value) {
            self.histogram.resize(xor_bound(value), 0);
        }
        self.histogram[usize::from(value)] += 1;
    }

    /// Adds the value of the next heap.
    fn push(&mut self, value: u16) -> Result<(), Trouble> {
        let n = self.last() + 1;
        if value >= MAX_VALUE {
            return Err(Trouble::TooLarge(n));
        }
        self.note(value);
        if is_rare(value, self.mask) {
            self.add_rare(n, value);
        }
        Ok(())
    }

    fn add_rare(&mut self, n: usize, value: u16) {
        self.rare_heaps += 1;
        self.offsets.extend(self.splits.iter().map(|&k| Offset { offset: (k + n) as u32, value }));
    }

    /// Changes to the mask that makes the fewest heaps rare.
    fn choose_mask(&mut self) {
        let (mask, rare) = best_mask(&self.histogram);
        let worthwhile = rare + rare / 16 < self.rare_heaps as u64;
        if !(self.offsets.is_empty() || (mask != self.mask && worthwhile)) {
            return;
        }
        self.mask = mask;
        self.rare_heaps = 0;
        self.parts = None;
        self.offsets =
            self.singles.iter().map(|&k| Offset { offset: k as u32, value: 0 }).collect();
        for n in 1..=self.last() {
            if is_rare(self.heap(n), mask) {
                self.add_rare(n, self.heap(n));
            }
        }
    }

    /// The value of the next heap, computed without blocks.
    fn term(&mut self, n: usize) -> u16 {
        self.seen.clear(xor_bound(self.largest));
        let heaps = &self.line[..PAD + n];
        for other in &self.offsets {
            let offset = other.offset as usize;
            if offset < n {
                self.seen.add(other.value ^ heaps[PAD + n - offset]);
            }
        }
        let common = (0..).find(|&v| !is_rare(v, self.mask) && !self.seen.has(usize::from(v)));
        let candidate = common.unwrap_or(MAX_VALUE);
        let doubtful = (0..candidate).filter(|&v| is_rare(v, self.mask));
        let doubtful = doubtful.filter(|&v| !self.seen.has(usize::from(v)));
        doubtful.filter(|&v| !self.is_option(n, v)).min().unwrap_or(candidate)
    }

    /// Whether some pair of heaps that n can be turned into has the sum `value`; single heaps
    /// are among the offsets.
    fn is_option(&self, n: usize, value: u16) -> bool {
        let pair = |&k: &usize| {
            n > k && kernels::any_pair(self.level, &self.line[PAD + 1..PAD + n - k], value)
        };
        self.splits.iter().any(pair)
            || self.singles.iter().any(|&k| n > k && self.heap(n - k) == value)
    }
}
