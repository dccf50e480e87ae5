//! A compact table of solved positions: exact keys, two bytes for each value, and a fixed budget of
//! bytes within which it keeps working when it is full.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::model::normal::{Piece, size};
use crate::model::word::Word;
use crate::search::keep::Records;

/// Slots come in buckets of this many; a key may be in either of two buckets.
const BUCKET: usize = 8;

/// The table starts with this many buckets.
const FIRST_BUCKETS: usize = 1 << 9;

/// A memory of what is known about pieces.
pub trait Memo<W, const K: usize>: Records {
    /// What is known about a piece.
    fn get(&self, key: &Piece<W, K>) -> Option<u16>;

    /// Remembers something about a piece that is not empty.
    fn insert(&mut self, key: Piece<W, K>, value: u16);
}

/// A hash table from pieces to small numbers.
///
/// The empty piece marks a free slot. Of its two buckets a new key takes the emptier one, which
/// fills the table to about nine tenths before both are full. Then it doubles, as long as the budget
/// allows; after that the smallest piece of the two buckets makes room, because it is the cheapest
/// to solve again.
#[derive(Debug, Clone)]
pub struct Table<W, const K: usize> {
    keys: Vec<[Piece<W, K>; BUCKET]>,
    values: Vec<[u16; BUCKET]>,
    entries: usize,
    max_bytes: u64,
}

impl<W: Word, const K: usize> Table<W, K> {
    const FREE: Piece<W, K> = [W::EMPTY; K];

    /// An empty table that may grow to so many bytes.
    pub fn new(max_bytes: u64) -> Table<W, K> {
        Table::with_buckets(max_bytes, FIRST_BUCKETS)
    }

    fn with_buckets(max_bytes: u64, first: usize) -> Table<W, K> {
        let buckets = first.min(largest_power(max_bytes / Self::bucket_bytes()));
        Table {
            keys: vec![[Self::FREE; BUCKET]; buckets],
            values: vec![[0; BUCKET]; buckets],
            entries: 0,
            max_bytes,
        }
    }

    const fn bucket_bytes() -> u64 {
        (BUCKET * (size_of::<Piece<W, K>>() + 2)) as u64
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The bytes that the table takes now.
    pub fn bytes(&self) -> u64 {
        self.keys.len() as u64 * Self::bucket_bytes()
    }

    /// The value of a piece, if it is known.
    pub fn get(&self, key: &Piece<W, K>) -> Option<u16> {
        self.buckets(key).into_iter().find_map(|bucket| {
            let slot = self.keys[bucket].iter().position(|other| other == key)?;
            Some(self.values[bucket][slot])
        })
    }

    /// Remembers the value of a piece that is not empty.
    pub fn insert(&mut self, key: Piece<W, K>, value: u16) {
        loop {
            if let Some(place) = self.place_of(&key).or_else(|| self.free_place(&key)) {
                self.entries += usize::from(self.keys[place.0][place.1] != key);
                return self.write(place, key, value);
            }
            if !self.grow() {
                break;
            }
        }
        let places = self.buckets(&key).into_iter().flat_map(|b| (0..BUCKET).map(move |s| (b, s)));
        if let Some(place) = places.min_by_key(|&(b, s)| size(&self.keys[b][s])) {
            self.write(place, key, value);
        }
    }

    fn place_of(&self, key: &Piece<W, K>) -> Option<(usize, usize)> {
        self.buckets(key).into_iter().find_map(|bucket| {
            Some((bucket, self.keys[bucket].iter().position(|other| other == key)?))
        })
    }

    /// The first free slot of the emptier bucket; slots are filled in order.
    fn free_place(&self, key: &Piece<W, K>) -> Option<(usize, usize)> {
        let first_free = |bucket: usize| {
            let slot = self.keys[bucket].iter().position(|other| *other == Self::FREE)?;
            Some((bucket, slot))
        };
        let places = self.buckets(key).into_iter().filter_map(first_free);
        places.min_by_key(|&(_, slot)| slot)
    }

    fn write(&mut self, (bucket, slot): (usize, usize), key: Piece<W, K>, value: u16) {
        self.keys[bucket][slot] = key;
        self.values[bucket][slot] = value;
    }

    fn buckets(&self, key: &Piece<W, K>) -> [usize; 2] {
        let (mask, hash) = (self.keys.len() - 1, hash(key));
        [hash as usize & mask, (hash >> 32) as usize & mask]
    }

    /// Doubles the table if the budget allows.
    fn grow(&mut self) -> bool {
        if self.bytes() * 2 > self.max_bytes {
            return false;
        }
        let buckets = self.keys.len() * 2;
        let keys = std::mem::replace(&mut self.keys, vec![[Self::FREE; BUCKET]; buckets]);
        let values = std::mem::replace(&mut self.values, vec![[0; BUCKET]; buckets]);
        self.entries = 0;
        let old = keys.into_iter().flatten().zip(values.into_iter().flatten());
        for (key, value) in old.filter(|(key, _)| *key != Self::FREE) {
            self.insert(key, value);
        }
        true
    }
}

impl<W: Word, const K: usize> Memo<W, K> for &mut Table<W, K> {
    fn get(&self, key: &Piece<W, K>) -> Option<u16> {
        Table::get(self, key)
    }

    fn insert(&mut self, key: Piece<W, K>, value: u16) {
        Table::insert(self, key, value);
    }
}

impl<W: Word, const K: usize> Records for Table<W, K> {
    fn width(&self) -> usize {
        K * W::BITS / 8 + 2
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8])) {
        let all = self.keys.iter().flatten().zip(self.values.iter().flatten());
        let mut record = vec![0; self.width()];
        for (key, value) in all.filter(|(key, _)| **key != Self::FREE) {
            for (set, bytes) in key.iter().zip(record.chunks_mut(W::BITS / 8)) {
                bytes.copy_from_slice(&set.to_wide().to_le_bytes()[..W::BITS / 8]);
            }
            record[K * W::BITS / 8..].copy_from_slice(&value.to_le_bytes());
            each(&record);
        }
    }

    fn add(&mut self, record: &[u8]) {
        let (sets, value) = record.split_at(K * W::BITS / 8);
        let mut key = Self::FREE;
        for (set, bytes) in key.iter_mut().zip(sets.chunks(W::BITS / 8)) {
            let mut wide = [0; 16];
            wide[..bytes.len()].copy_from_slice(bytes);
            *set = W::from_wide(u128::from_le_bytes(wide));
        }
        if let (Ok(value), true) = (value.try_into(), key != Self::FREE) {
            self.insert(key, u16::from_le_bytes(value));
        }
    }
}

impl<W: Word, const K: usize> Records for &mut Table<W, K> {
    fn width(&self) -> usize {
        Records::width(&**self)
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8])) {
        Records::for_each(&**self, each);
    }

    fn add(&mut self, record: &[u8]) {
        Records::add(&mut **self, record);
    }
}

/// A table that several threads share: many small tables, each behind a lock of its own.
#[derive(Debug)]
pub struct SharedTable<W, const K: usize> {
    shards: Vec<Mutex<Table<W, K>>>,
}

/// Enough that threads seldom meet at one.
const SHARDS: usize = 1 << 14;

impl<W: Word, const K: usize> SharedTable<W, K> {
    /// An empty table that may grow to so many bytes.
    pub fn new(max_bytes: u64) -> SharedTable<W, K> {
        let shard = || Mutex::new(Table::with_buckets(max_bytes / SHARDS as u64, 1));
        SharedTable { shards: (0..SHARDS).map(|_| shard()).collect() }
    }

    /// The bytes that the table takes now.
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| locked(shard).bytes()).sum()
    }

    fn with<T>(&self, key: &Piece<W, K>, action: impl FnOnce(&mut Table<W, K>) -> T) -> T {
        // Other bits of the hash than those that choose the bucket.
        let shard = &self.shards[(hash(key) >> 40) as usize % SHARDS];
        action(&mut locked(shard))
    }
}

/// A thread that panicked has left the table whole: entries are written one at a time.
fn locked<T>(shard: &Mutex<T>) -> MutexGuard<'_, T> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Word, const K: usize> Memo<W, K> for &SharedTable<W, K> {
    fn get(&self, key: &Piece<W, K>) -> Option<u16> {
        self.with(key, |table| Table::get(table, key))
    }

    fn insert(&mut self, key: Piece<W, K>, value: u16) {
        self.with(&key, |table| Table::insert(table, key, value));
    }
}

impl<W: Word, const K: usize> Records for &SharedTable<W, K> {
    fn width(&self) -> usize {
        self.shards.first().map_or(0, |shard| locked(shard).width())
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8])) {
        self.shards.iter().for_each(|shard| locked(shard).for_each(each));
    }

    fn add(&mut self, record: &[u8]) {
        // Read by any table, then put where it belongs.
        let mut one: Table<W, K> = Table::with_buckets(0, 1);
        one.add(record);
        let found = one.keys.iter().flatten().zip(one.values.iter().flatten());
        for (key, value) in found.filter(|(key, _)| **key != Table::<W, K>::FREE) {
            Memo::insert(self, *key, *value);
        }
    }
}

fn largest_power(limit: u64) -> usize {
    1 << limit.max(1).ilog2()
}

/// Mixes the words of a key (multiply and fold, as in wyhash).
fn hash<W: Word, const K: usize>(key: &Piece<W, K>) -> u64 {
    key.iter().fold(0x9E37_79B9_7F4A_7C15, |state, set| {
        let product = u128::from(state ^ set.folded()) * 0xD6E8_FEB8_6659_FD93_u128;
        (product as u64) ^ ((product >> 64) as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let mut table: Table<u64, 2> = Table::new(1 << 30);
        for i in 1..50_000_u64 {
            table.insert([i, i * i], (i % 251) as u16);
        }
        assert_eq!(table.len(), 49_999);
        assert!((1..50_000_u64).all(|i| table.get(&[i, i * i]) == Some((i % 251) as u16)));
        assert!((1..50_000_u64).all(|i| table.get(&[i, i * i + 1]).is_none()));
    }

    #[test]
    fn the_table_fills_well_before_it_grows() {
        let mut table: Table<u64, 1> = Table::new(1 << 30);
        let mut fullest = 0.0_f64;
        let mut before = table.bytes();
        for i in 1..200_000_u64 {
            table.insert([i.wrapping_mul(0x2545_F491_4F6C_DD1D)], 1);
            if table.bytes() > before {
                fullest = fullest.max(i as f64 * 10.0 / before as f64);
                before = table.bytes();
            }
        }
        assert!(fullest > 0.75, "{fullest}");
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let mut table: Table<u64, 1> = Table::new(2000);
        for i in 1..100_000_u64 {
            table.insert([i], (i % 200) as u16);
            assert_eq!(table.get(&[i]), Some((i % 200) as u16));
        }
        assert!(table.bytes() <= 2000);
        let known = (1..100_000_u64).filter_map(|i| Some((i, table.get(&[i])?)));
        let known: Vec<_> = known.collect();
        assert!(known.iter().all(|&(i, value)| value == (i % 200) as u16));
        assert!(known.len() <= 200);
    }
}
