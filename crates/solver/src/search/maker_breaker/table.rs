//! A table of limited size.
//!
//! Entries are whole keys, so an answer is never that of another position. They sit in buckets of
//! eight. A full bucket gives up the entry that cost the least to find out, unless all but the last
//! cost more than the new one, which then takes the place of the last. The table starts small and
//! doubles before its buckets are full, until it reaches its limit.

use super::key::{Key, SPARE_BITS};
use crate::search::keep::Records;

/// Entries a bucket.
const WAYS: usize = 8;

/// The first table has so many buckets, if they fit.
const FIRST: usize = 1 << 10;

/// The bits of the first word that are not part of the key.
const SPARE: u64 = (1 << SPARE_BITS) - 1;
/// Set in every entry, so that an empty slot is zero.
const USED: u64 = 1;
/// The answer.
const WINS: u64 = 2;
/// What it cost, from here on: the logarithm of the number of positions.
const COST_SHIFT: u32 = 2;
const MAX_COST: u64 = SPARE >> COST_SHIFT;

/// Who wins which position.
pub(super) struct Table {
    words: usize,
    limit: u64,
    buckets: usize,
    entries: usize,
    slots: Vec<u64>,
}

impl Table {
    /// An empty table for keys of so many words that will not take more than `limit` bytes.
    pub fn new(words: usize, limit: u64) -> Table {
        Table { words, limit, buckets: 0, entries: 0, slots: Vec::new() }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8
    }

    /// What is known about a position.
    pub fn get(&self, key: &Key) -> Option<bool> {
        if self.buckets == 0 {
            return None;
        }
        let bucket = self.bucket(key);
        let slot = self.find(bucket, key)?;
        Some(self.slots[slot] & WINS != 0)
    }

    /// Remembers the answer for a position that took `positions` to find.
    pub fn insert(&mut self, key: &Key, wins: bool, positions: u64) {
        if self.entries >= self.buckets * WAYS / 2 {
            self.grow();
        }
        if self.buckets == 0 {
            return;
        }
        let cost = u64::from(positions.max(1).ilog2()).min(MAX_COST);
        let bucket = self.bucket(key);
        let slot = self.find(bucket, key).unwrap_or_else(|| self.victim(bucket, cost));
        self.entries += usize::from(self.slots[slot] == 0);
        self.slots[slot..slot + self.words].copy_from_slice(key);
        self.slots[slot] |= USED | cost << COST_SHIFT | if wins { WINS } else { 0 };
    }

    fn bucket(&self, key: &[u64]) -> usize {
        hash(key) as usize & (self.buckets - 1)
    }

    fn bucket_slots(&self, bucket: usize) -> impl Iterator<Item = usize> + use<> {
        let words = self.words;
        (bucket * WAYS..(bucket + 1) * WAYS).map(move |entry| entry * words)
    }

    fn find(&self, bucket: usize, key: &[u64]) -> Option<usize> {
        self.bucket_slots(bucket).find(|&slot| {
            let entry = &self.slots[slot..slot + self.words];
            entry[0] != 0 && entry[0] & !SPARE == key[0] && entry[1..] == key[1..]
        })
    }

    /// Where to put a new entry: an empty slot, or one that is worth less.
    fn victim(&self, bucket: usize, cost: u64) -> usize {
        let worth = |&slot: &usize| match self.slots[slot] {
            0 => 0,
            entry => 1 + ((entry & SPARE) >> COST_SHIFT),
        };
        let mut slots = self.bucket_slots(bucket);
        let last = (bucket * WAYS + WAYS - 1) * self.words;
        let cheapest = slots.by_ref().min_by_key(worth).unwrap_or(last);
        if worth(&cheapest) <= 1 + cost { cheapest } else { last }
    }

    /// Doubles the table if it may grow. Bucket `i` becomes `i` and `i + buckets`, so that
    /// every entry finds room, in the same memory.
    fn grow(&mut self) {
        let old = self.buckets;
        let bytes = |buckets: usize| (buckets * WAYS * self.words * 8) as u64;
        let new = if old == 0 {
            (0..=FIRST.ilog2()).rev().map(|log| 1 << log).find(|&b| bytes(b) <= self.limit)
        } else {
            Some(2 * old).filter(|&b| bytes(b) <= self.limit)
        };
        let Some(new) = new else { return };
        let more = new * WAYS * self.words - self.slots.len();
        if self.slots.try_reserve_exact(more).is_err() {
            self.limit = 0;
            return;
        }
        self.slots.resize(new * WAYS * self.words, 0);
        self.buckets = new;
        (0..old * WAYS).for_each(|entry| self.rehome(entry * self.words, old));
    }

    fn rehome(&mut self, slot: usize, old: usize) {
        let mut key = Key::from_slice(&self.slots[slot..slot + self.words]);
        key[0] &= !SPARE;
        if self.slots[slot] != 0 && self.bucket(&key) >= old {
            let target = slot + old * WAYS * self.words;
            self.slots.copy_within(slot..slot + self.words, target);
            self.slots[slot..slot + self.words].fill(0);
        }
    }
}

impl Records for Table {
    fn width(&self) -> usize {
        self.words * 8
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8])) {
        for entry in self.slots.chunks_exact(self.words).filter(|entry| entry[0] != 0) {
            let bytes: Vec<u8> = entry.iter().flat_map(|word| word.to_le_bytes()).collect();
            each(&bytes);
        }
    }

    fn add(&mut self, record: &[u8]) {
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte));
        let mut key: Key = record.chunks(8).map(word).collect();
        let spare = key[0] & SPARE;
        key[0] &= !SPARE;
        self.insert(&key, spare & WINS != 0, 1 << (spare >> COST_SHIFT).min(63));
    }
}

/// Mixes the words by folded multiplication.
fn hash(key: &[u64]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = key.iter().fold(ODD, |state, &word| {
        let product = u128::from(state ^ word) * u128::from(ODD ^ 0xD6E8_FEB8_6659_FD93);
        (product as u64 ^ (product >> 64) as u64).rotate_left(23).wrapping_add(ODD)
    });
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(i: u64) -> Key {
        Key::from_slice(&[i << SPARE_BITS, i * i, 7])
    }

    #[test]
    fn a_growing_table_forgets_nothing_and_a_full_one_never_lies() {
        for limit in [0, 100, 4096, 1 << 16, 1 << 30] {
            let mut table = Table::new(3, limit);
            for i in 0..20_000 {
                table.insert(&key(i), i % 3 == 0, i);
                assert_eq!(table.get(&key(i)), (table.buckets > 0).then_some(i % 3 == 0));
            }
            assert!(table.bytes() <= limit);
            let known = (0..20_000).filter_map(|i| Some((i, table.get(&key(i))?)));
            assert!(known.clone().all(|(i, wins)| wins == (i % 3 == 0)));
            // Only buckets that overflow before the table doubles lose anything.
            let known = known.count();
            assert!(limit < 1 << 30 || known > 19_500, "{known}");
        }
    }

    #[test]
    fn costly_answers_stay() {
        let mut table = Table::new(3, WAYS as u64 * 3 * 8);
        table.insert(&key(1), true, 1 << 20);
        (2..1000).for_each(|i| table.insert(&key(i), false, 1));
        assert_eq!(table.get(&key(1)), Some(true));
    }
}
