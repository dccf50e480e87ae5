//! A table of what is known about positions. It has exact keys, two bytes for each value, and a
//! fixed budget of bytes within which it continues to work when it is full. Any number of threads
//! can use it without waiting for locks.
//!
//! A bucket has a version, eight tags (a byte of the hash, so that few keys are compared), eight
//! values and eight keys, all in plain atomic words. A thread that writes to a bucket makes its
//! version odd first and even again afterwards. A thread that reads checks the version before and
//! after, and reads again if it has changed (a sequence lock, as in Boehm, "Can seqlocks get along
//! with programming language memory models?"). So a key and a value that were read together have
//! been written together. If a bucket is in use for too long, a thread does without it: a table may
//! forget entries, but it must never give a wrong one.

mod segment;

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};

use crossbeam_utils::CachePadded;
use smallvec::SmallVec;

use crate::checkpoint::Records;
use crate::model::key::{Key, hash};
use crate::model::word::vertices;
use segment::Segment;

/// Entries of a bucket; a key may be in either of two buckets.
const WAYS: usize = 8;

/// Words of a bucket: the version, the tags, and four values a word, in front of the keys.
const VERSION: usize = 0;
const TAGS: usize = 1;
const VALUES: usize = 2;
const KEYS: usize = VALUES + WAYS / 4;

/// The number of buckets at the start, as a power of two.
const FIRST_LEVEL: usize = 6;

/// The table doubles at most this often.
const MAX_SEGMENTS: usize = 40;

/// How often a bucket is read again while another thread is writing to it.
const PATIENCE: usize = 64;

/// The words of a key.
type Words = SmallVec<[u64; 8]>;

/// The importance of an entry, from the number of ones in its key and its value.
pub type Priority = fn(ones: u32, value: u16) -> u32;

/// A hash table from keys of some number of words to numbers other than 0.
///
/// A new key takes the emptier of its two buckets, which fills the table to about nine tenths before
/// both are full. Then it doubles, as long as the budget allows; after that the entry of the two
/// buckets that is least important makes room.
pub struct Table {
    words: usize,
    priority: Priority,
    max_bytes: u64,
    /// Segment 0 has `1 << first` buckets; each other segment has as many as all segments before it
    /// together.
    first: usize,
    segments: [OnceLock<Segment>; MAX_SEGMENTS],
    /// There are `1 << level` buckets.
    level: AtomicUsize,
    /// All entries have been moved to their places among `1 << settled` buckets.
    settled: AtomicUsize,
    growing: AtomicBool,
    /// In a cache line of its own: it changes with every new entry, and what is above is read all the time.
    entries: CachePadded<AtomicU64>,
}

impl Table {
    /// An empty table for keys of this number of words that may grow up to `max_bytes`.
    pub fn new(words: usize, max_bytes: u64, priority: Priority) -> Table {
        let buckets = max_bytes / (8 * stride(words) as u64);
        let first = FIRST_LEVEL.min(buckets.max(1).ilog2() as usize);
        let table = Table {
            words,
            priority,
            max_bytes,
            first,
            segments: [const { OnceLock::new() }; MAX_SEGMENTS],
            level: AtomicUsize::new(first),
            settled: AtomicUsize::new(first),
            growing: AtomicBool::new(false),
            entries: CachePadded::default(),
        };
        table.segments[0].get_or_init(|| Segment::new(stride(words) << first).unwrap_or_default());
        table
    }

    /// The number of bytes of the table.
    pub fn bytes(&self) -> u64 {
        (8 * stride(self.words) as u64) << self.level.load(Ordering::Relaxed)
    }

    /// The number of positions in it.
    pub fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    /// What is known about a position.
    #[inline]
    pub fn get<Q: Key + ?Sized>(&self, key: &Q) -> Option<u16> {
        self.find(key, hash(key)).map(|(_, _, value)| value)
    }

    /// Prefetches the memory of a position that will be looked up soon. This and the functions that
    /// it calls are inlined: passing buckets through memory took a tenth of the time of a search.
    #[inline(always)]
    pub fn expect<Q: Key>(&self, key: Q) -> Expected<'_, Q> {
        let hash = hash(&key);
        let homes = self.homes(hash, self.level.load(Ordering::Acquire));
        homes.iter().for_each(Bucket::expect);
        Expected { key, hash, homes }
    }

    /// Remembers a value (0: nothing) for a position.
    #[cfg(feature = "internals")]
    pub fn insert<Q: Key + ?Sized>(&self, key: &Q, value: u16) {
        self.update(key, &|_| value);
    }

    /// Changes what is known about a position (0: nothing).
    pub fn update<Q: Key + ?Sized>(&self, key: &Q, change: &dyn Fn(u16) -> u16) {
        let hash = hash(key);
        if let Some((bucket, slot, _)) = self.find(key, hash)
            && let Some(mut open) = bucket.open()
            && open.bucket.holds(slot, key)
        {
            return open.set_value(slot, change(bucket.value(slot)));
        }
        let value = change(0);
        if value != 0 {
            let words: Words = (0..key.words()).map(|i| key.word(i)).collect();
            while !self.add_new(&words, hash, value) && self.grow() {}
        }
    }

    /// Puts a new entry into a free slot; if there is none and the table cannot grow, it replaces
    /// another entry.
    fn add_new(&self, key: &[u64], hash: u64, value: u16) -> bool {
        let Some(bucket) = self.new_homes(hash).min_by_key(Bucket::used) else { return false };
        let Some(mut open) = bucket.open() else { return true };
        if let Some(slot) = bucket.tagged(0).next() {
            open.write(slot, key, hash, value);
            self.entries.fetch_add(1, Ordering::Relaxed);
            return true;
        }
        drop(open);
        if self.can_grow() {
            return false;
        }
        self.replace(key, hash, value);
        true
    }

    fn replace(&self, key: &[u64], hash: u64, value: u16) {
        let slots =
            self.new_homes(hash).flat_map(|bucket| (0..WAYS).map(move |slot| (bucket, slot)));
        let priority = |&(bucket, slot): &(Bucket, usize)| {
            (self.priority)(bucket.ones(slot, self.words), bucket.value(slot))
        };
        if let Some((bucket, slot)) = slots.min_by_key(priority)
            && let Some(mut open) = bucket.open()
        {
            open.write(slot, key, hash, value);
        }
    }

    /// The place of a key, and its value. While the table grows, it may still be in one of the old
    /// buckets.
    #[inline]
    fn find<'a, Q: Key + ?Sized>(&'a self, key: &Q, hash: u64) -> Option<(Bucket<'a>, usize, u16)> {
        let (settled, level) =
            (self.settled.load(Ordering::Acquire), self.level.load(Ordering::Acquire));
        let among = |homes: [Bucket<'a>; 2]| {
            let found = |bucket: &Bucket<'a>| {
                bucket.find(key, hash).map(|(slot, value)| (*bucket, slot, value))
            };
            homes.iter().find_map(found)
        };
        let found = among(self.homes(hash, level));
        if found.is_some() || settled == level {
            return found;
        }
        among(self.homes(hash, settled))
    }

    /// The buckets in which to put a key.
    fn new_homes(&self, hash: u64) -> impl Iterator<Item = Bucket<'_>> {
        self.homes(hash, self.level.load(Ordering::Acquire)).into_iter()
    }

    /// The two buckets, of `1 << level`, of a key with this hash.
    #[inline(always)]
    fn homes(&self, hash: u64, level: usize) -> [Bucket<'_>; 2] {
        let mask = (1 << level) - 1;
        [self.bucket(hash as usize & mask), self.bucket((hash >> 32) as usize & mask)]
    }

    #[inline(always)]
    fn bucket(&self, index: usize) -> Bucket<'_> {
        let (segment, offset) = match (index >> self.first).checked_ilog2() {
            None => (0, index),
            Some(log) => (log as usize + 1, index - (1 << (log as usize + self.first))),
        };
        let (stride, segment) = (stride(self.words), self.segments[segment].get());
        Bucket(segment.map_or(&[], |segment| segment.get(offset * stride, stride)))
    }

    fn can_grow(&self) -> bool {
        let growing = self.growing.load(Ordering::Relaxed);
        !growing && self.bytes() * 2 <= self.max_bytes
    }

    /// Doubles the table if the budget allows it and no other thread is doing so. Other threads
    /// continue meanwhile: the buckets stay where they are, and half of their entries move to new
    /// ones.
    fn grow(&self) -> bool {
        if !self.can_grow() || self.growing.swap(true, Ordering::Acquire) {
            return false;
        }
        let level = self.level.load(Ordering::Relaxed);
        let grown = self.segments.get(level - self.first + 1).is_some_and(|segment| {
            let fresh = Segment::new(stride(self.words) << level);
            fresh.is_some_and(|fresh| segment.set(fresh).is_ok())
        });
        if grown {
            self.level.store(level + 1, Ordering::Release);
            (0..1 << level).for_each(|index| self.rehome(index));
            self.settled.store(level + 1, Ordering::Release);
            self.growing.store(false, Ordering::Release);
        }
        // If memory ran out, the table stays marked as growing and never grows again.
        grown
    }

    /// Moves entries of a bucket that now belong to another one.
    fn rehome(&self, index: usize) {
        let bucket = self.bucket(index);
        let Some(mut open) = bucket.open() else { return };
        let mut moved = Vec::new();
        let mask = (1 << self.level.load(Ordering::Relaxed)) - 1;
        for slot in (0..WAYS).filter(|&slot| bucket.value(slot) != 0) {
            let key = bucket.key(slot, self.words);
            let hash = hash(key.as_slice());
            if [hash as usize & mask, (hash >> 32) as usize & mask].contains(&index) {
                continue;
            }
            moved.push((key, hash, bucket.value(slot)));
            open.set_value(slot, 0);
        }
        drop(open);
        self.entries.fetch_sub(moved.len() as u64, Ordering::Relaxed);
        for (key, hash, value) in &moved {
            self.add_new(key, *hash, *value);
        }
    }
}

/// A position that will be asked for soon.
#[derive(Clone, Copy)]
pub struct Expected<'a, Q> {
    /// The key of the position.
    pub key: Q,
    hash: u64,
    homes: [Bucket<'a>; 2],
}

impl<Q: Key> Expected<'_, Q> {
    /// What is known about the position. If the table has grown meanwhile, an entry may be missed.
    #[inline]
    pub fn get(&self) -> Option<u16> {
        let found = self.homes.iter().find_map(|bucket| bucket.find(&self.key, self.hash));
        found.map(|(_, value)| value)
    }
}

/// The number of words of a bucket.
const fn stride(words: usize) -> usize {
    KEYS + WAYS * words
}

/// A version, the tags, the values, and the keys.
#[derive(Clone, Copy)]
struct Bucket<'a>(&'a [AtomicU64]);

impl<'a> Bucket<'a> {
    #[inline]
    fn load(&self, i: usize) -> u64 {
        self.0[i].load(Ordering::Relaxed)
    }

    /// Lets the processor fetch the head of the bucket while it does other work.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn expect(&self) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        if let Some(first) = self.0.first() {
            // SAFETY: a prefetch is a hint that reads and writes nothing and may be given for any
            // address; the instruction is part of every x86-64 processor.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(first).cast());
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn expect(&self) {}

    /// The place of a key, and its value.
    #[inline]
    fn find<Q: Key + ?Sized>(&self, key: &Q, hash: u64) -> Option<(usize, u16)> {
        for _ in 0..PATIENCE {
            let version = self.0.get(VERSION)?.load(Ordering::Acquire);
            if version % 2 == 0 {
                let slot = self.tagged(tag(hash)).find(|&slot| self.holds(slot, key));
                let found = slot.map(|slot| (slot, self.value(slot)));
                // Everything above was read before this, or the version has changed.
                fence(Ordering::Acquire);
                if self.load(VERSION) == version {
                    return found;
                }
            }
            std::hint::spin_loop();
        }
        None
    }

    /// The slots with this tag; free slots have tag 0.
    #[inline]
    fn tagged(&self, tag: u8) -> impl Iterator<Item = usize> + use<> {
        // A byte is zero if adding 127 to its lower bits does not set its highest bit.
        const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
        let differ = self.load(TAGS) ^ (0x0101_0101_0101_0101 * u64::from(tag));
        vertices(!(((differ & LOW) + LOW) | differ | LOW)).map(|bit| bit / 8)
    }

    #[inline]
    fn holds<Q: Key + ?Sized>(&self, slot: usize, key: &Q) -> bool {
        let words = key.words();
        (0..words).all(|i| self.load(KEYS + slot * words + i) == key.word(i))
    }

    #[inline]
    fn value(&self, slot: usize) -> u16 {
        (self.load(VALUES + slot / 4) >> (16 * (slot % 4))) as u16
    }

    fn key(&self, slot: usize, words: usize) -> Words {
        (0..words).map(|i| self.load(KEYS + slot * words + i)).collect()
    }

    fn ones(&self, slot: usize, words: usize) -> u32 {
        (0..words).map(|i| self.load(KEYS + slot * words + i).count_ones()).sum()
    }

    #[inline]
    fn used(&self) -> usize {
        if self.0.is_empty() {
            return WAYS;
        }
        WAYS - self.tagged(0).count()
    }

    /// Opens a bucket for writing, unless other threads do so all the time.
    fn open(&self) -> Option<Open<'a>> {
        let lock = self.0.get(VERSION)?;
        for _ in 0..PATIENCE {
            let version = lock.load(Ordering::Relaxed);
            let (success, failure) = (Ordering::Acquire, Ordering::Relaxed);
            if version % 2 == 0
                && lock.compare_exchange_weak(version, version + 1, success, failure).is_ok()
            {
                // A thread that reads what is written below will find the version odd or changed.
                fence(Ordering::Release);
                return Some(Open { bucket: *self, version });
            }
            std::hint::spin_loop();
        }
        None
    }

    /// A consistent copy of all entries.
    fn entries(&self, words: usize) -> Vec<(Words, u16)> {
        let Some(open) = self.open() else { return Vec::new() };
        let entry = |slot| (open.bucket.key(slot, words), open.bucket.value(slot));
        (0..WAYS).map(entry).filter(|&(_, value)| value != 0).collect()
    }
}

/// A bucket to which only this thread writes, until this is dropped.
struct Open<'a> {
    bucket: Bucket<'a>,
    version: u64,
}

impl Open<'_> {
    /// Changes a value; 0 frees the slot.
    fn set_value(&mut self, slot: usize, value: u16) {
        self.set_bits(VALUES + slot / 4, 16 * (slot % 4), 0xFFFF, value.into());
        if value == 0 {
            self.set_bits(TAGS, 8 * slot, 0xFF, 0);
        }
    }

    fn set_bits(&mut self, word: usize, shift: usize, mask: u64, bits: u64) {
        let others = self.bucket.load(word) & !(mask << shift);
        self.bucket.0[word].store(others | bits << shift, Ordering::Relaxed);
    }

    fn write(&mut self, slot: usize, key: &[u64], hash: u64, value: u16) {
        for (i, &word) in key.iter().enumerate() {
            self.bucket.0[KEYS + slot * key.len() + i].store(word, Ordering::Relaxed);
        }
        self.set_bits(TAGS, 8 * slot, 0xFF, tag(hash).into());
        self.set_value(slot, value);
    }
}

/// A byte of a hash, never 0.
fn tag(hash: u64) -> u8 {
    ((hash >> 56) as u8).max(1)
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.bucket.0[VERSION].store(self.version + 2, Ordering::Release);
    }
}

impl Records for Table {
    fn width(&self) -> usize {
        8 * self.words + 2
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8])) {
        self.buckets().for_each(|bucket| {
            bucket.entries(self.words).iter().for_each(|entry| each(&record(entry)));
        });
    }

    fn add(&self, record: &[u8]) {
        self.add_to(record, |_, value| value);
    }
}

/// The bytes of an entry.
fn record((key, value): &(Words, u16)) -> Vec<u8> {
    let key = key.iter().flat_map(|word| word.to_le_bytes());
    key.chain(value.to_le_bytes()).collect()
}

impl Table {
    fn buckets(&self) -> impl Iterator<Item = Bucket<'_>> {
        (0..1 << self.level.load(Ordering::Acquire)).map(|index| self.bucket(index))
    }

    /// Calls `each` with the bytes of the most important entries, at most `most` of them.
    pub fn for_each_important(&self, most: u64, each: &mut dyn FnMut(&[u8])) {
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for priority in self.buckets().flat_map(|bucket| self.priorities(bucket)) {
            *counts.entry(priority).or_default() += 1;
        }
        let mut sum = 0;
        let mut enough = counts.into_iter().rev().take_while(|&(_, count)| {
            sum += count;
            sum <= most
        });
        let Some((mut least, _)) = enough.next() else { return };
        least = enough.last().map_or(least, |(priority, _)| priority);
        for bucket in self.buckets() {
            // Most buckets contain nothing important.
            if self.priorities(bucket).any(|priority| priority >= least) {
                let entries = bucket.entries(self.words);
                let important = |(key, value): &&(Words, u16)| {
                    let ones = key.iter().map(|word| word.count_ones()).sum();
                    (self.priority)(ones, *value) >= least
                };
                entries.iter().filter(important).for_each(|entry| each(&record(entry)));
            }
        }
    }

    fn priorities<'a>(&'a self, bucket: Bucket<'a>) -> impl Iterator<Item = u32> + 'a {
        let used = (0..if bucket.0.is_empty() { 0 } else { WAYS })
            .filter(move |&slot| bucket.value(slot) != 0);
        used.map(move |slot| (self.priority)(bucket.ones(slot, self.words), bucket.value(slot)))
    }

    /// Adds the bytes of an entry to what is already known.
    pub fn add_to(&self, record: &[u8], join: fn(u16, u16) -> u16) {
        let (key, value) = record.split_at(8 * self.words);
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let key: Words = key.chunks(8).map(number).collect();
        self.update(key.as_slice(), &|known| join(known, number(value) as u16));
    }
}
