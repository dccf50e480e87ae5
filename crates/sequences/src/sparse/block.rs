//! A block of terms at once: tiles of terms, each by one thread.
//!
//! 1. *Leading* offsets mark the options of a tile of terms together, in tables that stay in the cache. Rare
//!    heaps lead that exclude many common values, and so do *anchors*: small common heaps, which
//!    exclude rare values. `training.rs` chooses them.
//! 2. The first common value without a mark that no other rare heap beyond the block gives is the
//!    *candidate* of its term (`sieve.rs`; this is where it is proved that it is no option).
//! 3. Rare values below the candidate that have no mark yet are tried with more anchors.
//! 4. Term by term, the offsets within the block are added. The first value without a mark is the answer
//!    if it is the candidate; if it is another common value it is checked by itself; if it is rare,
//!    all pairs are looked at.

use rayon::prelude::*;

use super::kernels::{self, MAX_BLOCK, Offset, Offsets, TILE};
use super::mask::is_rare;
use super::sieve::{NONE, Sieve, Tile, first_open, mark};
use super::training::Sample;
use super::{PAD, Sparse, Trouble};
use crate::plain::xor_bound;

/// How many rare heaps lead, and how many come second.
const LEADING: usize = 4000;
const SECOND: usize = 2048;

/// How many anchors lead and how many come second, chosen out of a pool of heaps. A quarter of the
/// pool are the smallest heaps; the others are spread out, because a rare value that small heaps do
/// not give may be given by larger ones.
const LEADING_ANCHORS: usize = 3000;
const SECOND_ANCHORS: usize = 2048;
const ANCHOR_POOL: usize = 1 << 15;
const ANCHOR_REACH: usize = 1 << 17;

/// With fewer rare heaps than this, all of them lead.
const FEW: usize = 3000;

/// Stages of the choice (terms in the sample, offsets chosen at the end of the stage): the sample
/// grows as less is left to do.
const STAGES: &[(usize, usize)] = &[(256, 1500), (1024, 2000), (2048, usize::MAX)];

/// Limits the sample so that the choice takes a small part of the time until the next one: at most
/// this many tests for each known term.
const EFFORT: usize = 64;

/// The distance between terms of the sample; smaller while there are few terms.
const SAMPLE_STRIDE: usize = 97;

/// The offsets, as the blocks use them.
#[derive(Debug, Default)]
pub(super) struct Parts {
    leading: Offsets,
    common: Sieve,
    rare: Sieve,
    within: Vec<Offset>,
    /// How many offsets there were when the leaders were chosen.
    known: usize,
    /// When the leaders are chosen again.
    until: usize,
    /// The marks of a block.
    tables: Vec<u64>,
}

impl Sparse {
    /// Terms in a block: a tile for each thread.
    pub(super) fn block_length(&self) -> usize {
        let threads = self.threads.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
        (TILE * threads).min(MAX_BLOCK)
    }

    /// The next block of terms.
    pub(super) fn block(&mut self) -> Result<(), Trouble> {
        match xor_bound(self.largest) {
            ..=512 => self.block_of::<8>(),
            1024 => self.block_of::<16>(),
            2048 => self.block_of::<32>(),
            4096 => self.block_of::<64>(),
            _ => self.block_of::<256>(),
        }
    }

    fn block_of<const WORDS: usize>(&mut self) -> Result<(), Trouble> {
        let n = self.last() + 1;
        let mut parts = self.parts(n, WORDS);
        let mut tables = std::mem::take(&mut parts.tables);
        tables.clear();
        tables.resize(self.block_length() * WORDS, 0);
        let candidates = self.candidates::<WORDS>(n, &parts, &mut tables);
        for (row, candidate) in tables.chunks_exact_mut(WORDS).zip(candidates) {
            let value = self.settle(row, candidate, &parts);
            self.push(value)?;
            self.work.block_terms += 1;
            // The tables have no room for this value: the rest of the block is computed again.
            if usize::from(value) >= 64 * WORDS {
                break;
            }
        }
        parts.tables = tables;
        self.parts = Some(parts);
        Ok(())
    }

    /// The offsets, divided into parts; rare heaps that were found after the leaders were chosen do
    /// not lead.
    fn parts(&mut self, n: usize, words: usize) -> Parts {
        let mut parts = match self.parts.take() {
            Some(parts) if n < parts.until && parts.known <= self.offsets.len() => parts,
            _ => self.choose(n),
        };
        let beyond = |other: &&Offset| other.offset as usize >= self.block_length();
        let fresh = &self.offsets[parts.known..];
        parts.common.extend(fresh.iter().filter(beyond).copied());
        parts.within.extend(fresh.iter().filter(|other| !beyond(other)));
        parts.known = self.offsets.len();
        if parts.common.blind.len() != words {
            let mut rare = vec![0; words];
            let values = (0..64 * words as u16).filter(|&value| is_rare(value, self.mask));
            values.for_each(|value| mark(&mut rare, value));
            parts.rare.blind = rare.iter().map(|word| !word).collect();
            parts.common.blind = rare;
        }
        parts
    }

    /// Chooses the leaders.
    fn choose(&self, n: usize) -> Parts {
        let beyond = |other: &Offset| other.offset as usize >= self.block_length();
        let (beyond, within): (Vec<Offset>, _) = self.offsets.iter().copied().partition(beyond);
        let mut parts =
            Parts { within, known: self.offsets.len(), until: 2 * n, ..Parts::default() };
        let anchors = self.anchor_pool(n);
        if beyond.len() < FEW {
            // Only heaps that all future terms can leave may lead.
            let below = |other: &Offset| (other.offset as usize) < n;
            let (leading, rest): (Vec<Offset>, _) = beyond.into_iter().partition(below);
            parts.leading.extend(leading);
            parts.common.set(Vec::new(), rest, n);
        } else {
            let leaders = self.divide(n, beyond, false, (LEADING, SECOND), &mut parts.common);
            parts.leading.extend(leaders);
        }
        let counts = (LEADING_ANCHORS, SECOND_ANCHORS);
        let leaders = self.divide(n, anchors, true, counts, &mut parts.rare);
        parts.leading.extend(leaders);
        parts
    }

    /// Small common heaps, as offsets.
    fn anchor_pool(&self, n: usize) -> Vec<Offset> {
        let k = self.splits[0];
        let (pool, reach) = (ANCHOR_POOL.min(n / 8), ANCHOR_REACH.min(n / 2));
        let near = MAX_BLOCK..(MAX_BLOCK + pool / 4).min(reach);
        let stride = (reach / (pool / 4 * 3).max(1)).max(1);
        let heaps = near.clone().chain((near.end..reach).step_by(stride));
        let offset = |a: usize| Offset { offset: (k + a) as u32, value: self.heap(a) };
        heaps.map(offset).filter(|other| !is_rare(other.value, self.mask)).collect()
    }

    /// Divides offsets by their use against the common or the rare values: returns those that lead,
    /// and puts the others into the sieve. Each part is sorted, which suits the cache.
    fn divide(
        &self,
        n: usize,
        offsets: Vec<Offset>,
        rare: bool,
        (leading, second): (usize, usize),
        sieve: &mut Sieve,
    ) -> Vec<Offset> {
        let usable = |other: &Offset| (other.offset as usize) < n - n / 4;
        let (mut offsets, late): (Vec<Offset>, Vec<Offset>) = offsets.into_iter().partition(usable);
        let mut chosen: Vec<Offset> = Vec::new();
        for &(terms, count) in STAGES {
            let terms = terms.min(EFFORT * n / offsets.len().max(1)).clamp(1, n / 4);
            let stride = (n / 4 / terms).min(SAMPLE_STRIDE);
            let terms: Vec<usize> = (0..terms).map(|i| PAD + n - 1 - i * stride).collect();
            let wanted = |value| is_rare(value, self.mask) == rare;
            let mut sample = Sample::new(&self.line, terms, xor_bound(self.largest), wanted);
            sample.exclude(&chosen);
            let best = sample.best(&offsets, count.min(leading + second - chosen.len()));
            chosen.extend(best.iter().map(|&i| offsets[i]));
            let mut taken = vec![false; offsets.len()];
            best.iter().for_each(|&i| taken[i] = true);
            let mut taken = taken.into_iter();
            offsets.retain(|_| !taken.next().unwrap_or(false));
        }
        let mut second = chosen.split_off(leading.min(chosen.len()));
        let mut rest = [offsets, late, second.clone()].concat();
        for part in [&mut chosen, &mut second, &mut rest] {
            part.sort_by_key(|other| other.offset);
        }
        sieve.set(second, rest, n);
        chosen
    }

    /// Marks options in the tables, and finds for each term the first common value that no offset
    /// beyond the block gives.
    fn candidates<const WORDS: usize>(
        &self,
        n: usize,
        parts: &Parts,
        tables: &mut [u64],
    ) -> Vec<u16> {
        let mut candidates = vec![NONE; self.block_length()];
        let tile = |(i, (candidates, rows)): (usize, (&mut [u16], &mut [u64]))| {
            candidates.copy_from_slice(&self.tile::<WORDS>(n, i, parts, rows));
        };
        match self.threads.as_ref().filter(|_| tables.len() > TILE * WORDS) {
            None => {
                let rows = tables.chunks_exact_mut(TILE * WORDS);
                candidates.chunks_exact_mut(TILE).zip(rows).enumerate().for_each(tile);
            }
            Some(threads) => {
                let rows = tables.par_chunks_exact_mut(TILE * WORDS);
                let tiles = candidates.par_chunks_exact_mut(TILE).zip(rows).enumerate();
                threads.install(|| tiles.for_each(tile));
            }
        }
        candidates
    }

    /// Marks options and finds the candidates of one tile.
    fn tile<const WORDS: usize>(
        &self,
        n: usize,
        i: usize,
        parts: &Parts,
        rows: &mut [u64],
    ) -> [u16; TILE] {
        let at = PAD + n + i * TILE;
        kernels::mark::<WORDS>(self.level, &self.line, at, parts.leading.all(), rows);
        for (j, row) in rows.chunks_exact_mut(WORDS).enumerate() {
            // Offsets within the block lead to known heaps from its first terms.
            let known = |other: &&Offset| (other.offset as usize) > i * TILE + j;
            for other in parts.within.iter().filter(known) {
                mark(row, self.line[at + j - other.offset as usize] ^ other.value);
            }
        }
        let (level, line) = (self.level, &self.line[..]);
        let (limits, floors) = ([NONE; TILE], [0; TILE]);
        let mut tile = Tile { level, line, at, rows, words: WORDS, limits, floors };
        parts.common.narrow(&mut tile);
        let candidates = parts.common.prove(&mut tile);
        (tile.limits, tile.floors) = (candidates, [0; TILE]);
        parts.rare.narrow(&mut tile);
        parts.rare.confirm(&mut tile);
        candidates
    }

    /// The value of the next heap, given its marks and its candidate.
    fn settle(&mut self, row: &mut [u64], candidate: u16, parts: &Parts) -> u16 {
        let n = self.last() + 1;
        let line = &self.line;
        let sum = |other: &Offset| line[PAD + n - other.offset as usize] ^ other.value;
        let before = |other: &&Offset| (other.offset as usize) < n;
        let new = &self.offsets[parts.known..];
        for other in parts.within.iter().chain(new).filter(before) {
            mark(row, sum(other));
        }
        let mut from = 0;
        while let Some(value) = first_open(row, row, from) {
            let is_option = if is_rare(value, self.mask) {
                self.work.scans += 1;
                self.is_option(n, value)
            } else if value == candidate {
                false
            } else {
                self.work.single_checks += 1;
                parts.common.single.gives(self.level, line, PAD + n, value)
            };
            if !is_option {
                return value;
            }
            from = usize::from(value) + 1;
        }
        self.work.left_over += 1;
        self.term(n)
    }
}
