//! A block of terms at once.
//!
//! All offsets beyond the block, and a stretch of *anchors* (heaps far from both ends, as witnesses
//! for rare values), mark the options of several terms together, in tables that stay in the cache;
//! this is shared out to the threads. Then, term by term, the few offsets within the block are
//! added. The first value without a mark is the answer if it is common, because its offsets are
//! complete; if it is rare, all pairs are looked at.

use rayon::prelude::*;

use super::kernels::{self, LANES, Offset};
use super::mask::is_rare;
use super::{PAD, Sparse, Trouble};
use crate::sequence::plain::xor_bound;

/// Terms in a block: no more than `PAD`.
pub const BLOCK: usize = 128;

/// Fewest and most anchors.
const ANCHORS: (usize, usize) = (256, 1 << 15);

/// Scans of all pairs that a term may need on average before there are more anchors, or fewer.
const SCANS: (f64, f64) = (2.0, 5.0);

impl Sparse {
    /// The next block of terms.
    pub(super) fn block(&mut self) -> Result<(), Trouble> {
        match xor_bound(self.largest) {
            ..=512 => self.block_of::<512>(),
            1024 => self.block_of::<1024>(),
            2048 => self.block_of::<2048>(),
            4096 => self.block_of::<4096>(),
            _ => self.block_of::<16384>(),
        }
    }

    fn block_of<const SIZE: usize>(&mut self) -> Result<(), Trouble> {
        let n = self.last() + 1;
        let (mut tables, within) = self.mark_beyond::<SIZE>(n);
        let known = self.offsets.len();
        let scans = self.work.scans;
        for row in tables.chunks_exact_mut(SIZE) {
            let value = self.settle(row, &within, known);
            self.push(value)?;
            // A value that the tables have no room for: the rest of the block is done afresh.
            if usize::from(value) >= SIZE {
                break;
            }
        }
        self.work.block_terms += BLOCK as u64;
        self.adjust_anchors((self.work.scans - scans) as f64 / BLOCK as f64);
        Ok(())
    }

    /// Marks the options that known heaps give to the terms of a block, and returns the offsets
    /// that must wait.
    fn mark_beyond<const SIZE: usize>(&self, n: usize) -> (Vec<u8>, Vec<Offset>) {
        let beyond = |other: &&Offset| (BLOCK..n).contains(&(other.offset as usize));
        let (beyond, within): (Vec<&Offset>, Vec<&Offset>) = self.offsets.iter().partition(beyond);
        let beyond: Vec<Offset> = beyond.into_iter().copied().collect();
        let (k, first) = (self.splits[0], BLOCK);
        let anchors = &self.line[PAD + first..PAD + first + self.anchors.min(n / 4)];
        let mut tables = vec![0; BLOCK * SIZE];
        let mark = |(i, table): (usize, &mut [u8])| {
            let at = PAD + n + i * LANES;
            kernels::mark::<SIZE>(&self.line, at, &beyond, table);
            kernels::mark_pairs::<SIZE>(&self.line, at - k - first, anchors, table);
        };
        let chunks = tables.par_chunks_exact_mut(LANES * SIZE);
        self.threads.install(|| chunks.enumerate().for_each(mark));
        (tables, within.into_iter().copied().collect())
    }

    /// The value of the next heap, given the marks of all offsets but `within` and those of rare
    /// heaps found in this block.
    fn settle(&mut self, row: &mut [u8], within: &[Offset], known: usize) -> u16 {
        let n = self.last() + 1;
        for other in within.iter().chain(&self.offsets[known..]) {
            let offset = other.offset as usize;
            if offset < n {
                let sum = usize::from(other.value ^ self.heap(n - offset));
                row.get_mut(sum).into_iter().for_each(|mark| *mark = 1);
            }
        }
        let mut from = 0;
        while let Some(next) = row[from..].iter().position(|&mark| mark == 0) {
            let value = (from + next) as u16;
            if !is_rare(value, self.mask) {
                return value;
            }
            self.work.scans += 1;
            if !self.is_option(n, value) {
                return value;
            }
            from += next + 1;
        }
        self.work.left_over += 1;
        self.term(n)
    }

    /// As many anchors as pay: marking them costs about what the scans cost that they save.
    fn adjust_anchors(&mut self, scans: f64) {
        let factor = match scans {
            _ if scans < SCANS.0 => 0.98,
            _ if scans > SCANS.1 => 1.05,
            _ => 1.0,
        };
        let count = (self.anchors as f64 * factor) as usize;
        self.anchors = count.clamp(ANCHORS.0, ANCHORS.1);
    }
}
