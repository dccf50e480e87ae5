//! A block of terms at once.
//!
//! 1. *Leading* offsets mark the options of several terms together, in tables that stay in the cache;
//!    this is shared out to the threads. Rare heaps lead that have lately excluded most, and so do
//!    *anchors*: small common heaps, which exclude rare values.
//! 2. The first common value without a mark is the *candidate* of its term. Candidates are checked
//!    against all other offsets beyond the block, many terms together; where one is an option, the
//!    next common value without a mark takes its place.
//! 3. Term by term, the offsets within the block are added. The first value without a mark is the answer
//!    if it is common, because it has been checked against all offsets; if it is rare, all pairs are
//!    looked at.

use rayon::prelude::*;

use super::kernels::{self, LANES, Offset, TILE};
use super::mask::is_rare;
use super::{PAD, Sparse, Trouble};
use crate::sequence::plain::xor_bound;

/// Terms in a block: no more than `PAD`.
pub const BLOCK: usize = 128;

/// So many anchors lead, out of so many small heaps.
const ANCHORS: usize = 1 << 12;
const ANCHOR_POOL: usize = 1 << 14;

/// One in so many offsets leads.
const LEADING: usize = 3;

/// The leaders are chosen anew after so many terms, …
const TERM_OF_OFFICE: usize = 1 << 14;

/// … by what they do for so many terms.
const SAMPLE: usize = 48;

/// These terms are so far apart.
const SAMPLE_STRIDE: usize = 80;

/// Below this many offsets all of them lead.
const FEW: usize = 3000;

/// No candidate: the tables are too small for this term.
const NONE: u16 = u16::MAX;

/// The offsets beyond a block, in two parts.
#[derive(Debug, Default)]
pub struct Parts {
    leading: Vec<Offset>,
    others: Vec<Offset>,
    within: Vec<Offset>,
    /// How many offsets there were.
    known: usize,
    /// When the leaders are chosen anew.
    until: usize,
}

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
        let parts = self.parts(n);
        let mut tables = self.mark_beyond::<SIZE>(n, &parts);
        let candidates = self.candidates::<SIZE>(n, &parts, &mut tables);
        for (row, candidate) in tables.chunks_exact_mut(SIZE).zip(candidates) {
            let value = self.settle(row, candidate, &parts);
            self.push(value)?;
            // A value that the tables have no room for: the rest of the block is done afresh.
            if usize::from(value) >= SIZE {
                break;
            }
        }
        self.parts = Some(parts);
        self.work.block_terms += BLOCK as u64;
        Ok(())
    }

    /// The parts of the offsets; rare heaps that are new since the leaders were chosen are no leaders.
    fn parts(&mut self, n: usize) -> Parts {
        let beyond = |other: &&Offset| other.offset as usize >= BLOCK;
        let mut parts = match self.parts.take() {
            Some(parts) if n < parts.until && parts.known <= self.offsets.len() => parts,
            _ => self.choose_leaders(n),
        };
        let fresh = &self.offsets[parts.known..];
        parts.others.extend(fresh.iter().filter(beyond));
        parts.within.extend(fresh.iter().filter(|other| !beyond(other)));
        parts.known = self.offsets.len();
        parts
    }

    /// Offsets that exclude values which few others exclude lead.
    fn choose_leaders(&self, n: usize) -> Parts {
        let beyond = |other: &Offset| other.offset as usize >= BLOCK;
        let (others, within): (Vec<Offset>, _) = self.offsets.iter().copied().partition(beyond);
        // Only heaps that all terms to come can leave may lead.
        let (rare, mut others): (Vec<Offset>, Vec<Offset>) =
            others.into_iter().partition(|other| (other.offset as usize) < n);
        let count = if rare.len() < FEW { rare.len() } else { rare.len() / LEADING };
        let (mut leading, rest) = self.best(n, rare, count);
        others.extend(rest);
        leading.extend(self.best(n, self.anchor_pool(n), ANCHORS).0);
        let (known, until) = (self.offsets.len(), n + TERM_OF_OFFICE.min(n / 8));
        Parts { leading, others, within, known, until }
    }

    /// Small common heaps, as offsets.
    fn anchor_pool(&self, n: usize) -> Vec<Offset> {
        let k = self.splits[0];
        let heaps = BLOCK..(BLOCK + ANCHOR_POOL).min(n / 2);
        let offset = |a: usize| Offset { offset: (k + a) as u32, value: self.heap(a) };
        heaps.map(offset).filter(|other| !is_rare(other.value, self.mask)).collect()
    }

    /// The offsets that do most for the last terms, and the others, both in order.
    fn best(&self, n: usize, offsets: Vec<Offset>, count: usize) -> (Vec<Offset>, Vec<Offset>) {
        if offsets.len() <= count {
            return (offsets, Vec::new());
        }
        let mut scores = vec![0.0; offsets.len()];
        for i in 0..SAMPLE {
            self.score(n - 1 - i * SAMPLE_STRIDE, &offsets, &mut scores);
        }
        let mut order: Vec<usize> = (0..offsets.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let mut chosen = vec![false; offsets.len()];
        order[..count].iter().for_each(|&i| chosen[i] = true);
        let pick = |wanted: bool| -> Vec<Offset> {
            let picked = offsets.iter().zip(&chosen).filter(|(_, chosen)| **chosen == wanted);
            picked.map(|(other, _)| *other).collect()
        };
        (pick(true), pick(false))
    }

    /// Adds what each offset does for the term n.
    fn score(&self, n: usize, offsets: &[Offset], scores: &mut [f64]) {
        let value = self.heap(n);
        let mut covers = vec![0_u32; usize::from(value)];
        let sum = |other: &Offset| match (other.offset as usize) < n {
            true => usize::from(self.heap(n - other.offset as usize) ^ other.value),
            false => usize::MAX,
        };
        offsets
            .iter()
            .for_each(|other| covers.get_mut(sum(other)).into_iter().for_each(|c| *c += 1));
        for (other, score) in offsets.iter().zip(scores) {
            if let Some(&count) = covers.get(sum(other)) {
                *score += 1.0 / f64::from(count * count);
            }
        }
    }

    /// Marks the options that the leaders give to the terms of a block.
    fn mark_beyond<const SIZE: usize>(&self, n: usize, parts: &Parts) -> Vec<u8> {
        let mut tables = vec![0; BLOCK * SIZE];
        let mark = |(i, table): (usize, &mut [u8])| {
            kernels::mark::<SIZE>(&self.line, PAD + n + i * LANES, &parts.leading, table);
        };
        let chunks = tables.par_chunks_exact_mut(LANES * SIZE);
        self.threads.install(|| chunks.enumerate().for_each(mark));
        tables
    }

    /// For each term the first common value that no offset beyond the block gives.
    fn candidates<const SIZE: usize>(
        &self,
        n: usize,
        parts: &Parts,
        tables: &mut [u8],
    ) -> Vec<u16> {
        let mut candidates = vec![NONE; BLOCK];
        let tile = |(i, (candidates, rows)): (usize, (&mut [u16], &mut [u8]))| {
            let Ok(candidates) = <&mut [u16; TILE]>::try_from(candidates) else { return };
            for (row, candidate) in rows.chunks_exact(SIZE).zip(candidates.iter_mut()) {
                *candidate = self.next_common(row, 0);
            }
            let mut fallen = true;
            while fallen {
                fallen = false;
                let at = PAD + n + i * TILE;
                let hits = kernels::check(self.level, &self.line, at, &parts.others, candidates);
                for (j, row) in rows.chunks_exact_mut(SIZE).enumerate() {
                    if hits[j] != 0 && candidates[j] != NONE {
                        row[usize::from(candidates[j])] = 1;
                        candidates[j] = self.next_common(row, candidates[j]);
                        fallen = true;
                    }
                }
            }
        };
        let rows = tables.par_chunks_exact_mut(TILE * SIZE);
        let tiles = candidates.par_chunks_exact_mut(TILE).zip(rows).enumerate();
        self.threads.install(|| tiles.for_each(tile));
        candidates
    }

    /// The first common value without a mark, from `from` on.
    fn next_common(&self, row: &[u8], from: u16) -> u16 {
        let open = |v: &u16| row[usize::from(*v)] == 0 && !is_rare(*v, self.mask);
        (from..row.len() as u16).find(open).unwrap_or(NONE)
    }

    /// The value of the next heap, given its marks and its candidate.
    fn settle(&mut self, row: &mut [u8], candidate: u16, parts: &Parts) -> u16 {
        let n = self.last() + 1;
        let line = &self.line;
        let sum = |other: &Offset| line[PAD + n - other.offset as usize] ^ other.value;
        let before = |other: &&Offset| (other.offset as usize) < n;
        let new = &self.offsets[parts.known..];
        for other in parts.within.iter().chain(new).filter(before) {
            row.get_mut(usize::from(sum(other))).into_iter().for_each(|mark| *mark = 1);
        }
        let mut from = 0;
        while let Some(next) = row[from..].iter().position(|&mark| mark == 0) {
            from += next;
            let value = from as u16;
            let is_option = if is_rare(value, self.mask) {
                self.work.scans += 1;
                self.is_option(n, value)
            } else if value == candidate {
                false
            } else {
                self.work.single_checks += 1;
                parts.others.iter().filter(before).any(|other| sum(other) == value)
            };
            if !is_option {
                return value;
            }
            from += 1;
        }
        self.work.left_over += 1;
        self.term(n)
    }
}
