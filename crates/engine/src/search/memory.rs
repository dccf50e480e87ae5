//! The memory of an engine: a table, the file in which it is saved, the count of its bytes, and
//! what is exported to searches in other processes.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use chromex_budget::Meter;
use chromex_files::FileError;

use crate::checkpoint::{Checkpoint, Records};
use crate::engine::{Findings, Member};
use crate::model::key::Key;
use crate::search::table::{Expected, Table};

/// The memory of an engine.
pub(crate) struct Memory {
    table: Table,
    /// Identifies the rule of the engine.
    fingerprint: u64,
    checkpoint: Option<Checkpoint>,
    /// The number of bytes of the table that the meter knows about.
    accounted: u64,
    /// The number of entries that the meter knows about.
    remembered: u64,
    /// The hashes of entries that searches in other processes know.
    exported: HashSet<u64>,
    /// The number of this search among the searches in several processes.
    member: Member,
}

/// Whether there may be searches in other processes: not in a web page, which is smaller without
/// this.
const SEVERAL: bool = cfg!(not(target_family = "wasm"));

/// Combines two values of the table about the same position.
pub(crate) type Join = fn(u16, u16) -> u16;

impl Memory {
    /// The memory of an engine whose rule has this fingerprint.
    pub(crate) fn new(table: Table, fingerprint: u64) -> Memory {
        let (checkpoint, exported) = Default::default();
        Memory {
            table,
            fingerprint,
            checkpoint,
            accounted: 0,
            remembered: 0,
            exported,
            member: Member::default(),
        }
    }

    /// Distinguishes the rule from one that differs only in this number.
    pub(crate) fn tell_apart(&mut self, difference: u64) {
        self.fingerprint ^= difference;
    }

    /// Reads what an earlier search has saved, and saves new results from now on.
    pub(crate) fn save_to(&mut self, mut checkpoint: Checkpoint) -> Result<(), FileError> {
        checkpoint.resume(self.fingerprint, &self.table)?;
        self.checkpoint = Some(checkpoint);
        Ok(())
    }

    /// The bytes of the table.
    #[cfg(feature = "internals")]
    pub(crate) fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Tells the meter how much the table has grown.
    pub(crate) fn account(&mut self, meter: &mut Meter) {
        let bytes = self.table.bytes();
        meter.note(bytes - self.accounted);
        self.accounted = bytes;
        let entries = self.table.entries();
        meter.remember(entries as i64 - self.remembered as i64);
        self.remembered = entries;
    }

    /// The memory for each of several threads.
    pub(crate) fn shares(&mut self, threads: usize) -> Vec<Share<'_>> {
        let (table, member) = (&self.table, self.member);
        let mut checkpoint = self.checkpoint.as_mut();
        (0..threads).map(|_| Share { table, checkpoint: checkpoint.take(), member }).collect()
    }

    /// About `most` of the most valuable entries that searches in other processes do not know yet.
    pub(crate) fn found(&mut self, most: usize) -> Findings {
        let mut entries = Vec::new();
        if !SEVERAL {
            return Findings { rule: self.fingerprint, entries };
        }
        self.table.for_each_important((self.exported.len() + most) as u64, &mut |record| {
            if self.exported.insert(hash_of(record)) {
                entries.extend_from_slice(record);
            }
        });
        Findings { rule: self.fingerprint, entries }
    }

    /// Imports what they have found, if it is about the same rule.
    pub(crate) fn take(&mut self, findings: &Findings, join: Join) {
        if SEVERAL && findings.rule == self.fingerprint {
            for record in findings.entries.chunks_exact(self.table.width()) {
                self.exported.insert(hash_of(record));
                self.table.add_to(record, join);
            }
        }
    }

    /// Sets this search's number among the searches in several processes: each tries moves in a
    /// different order.
    pub(crate) fn stand_at(&mut self, member: Member) {
        self.member = member;
    }

    /// The memory for a single thread.
    pub(crate) fn share(&mut self) -> Share<'_> {
        Share { table: &self.table, checkpoint: self.checkpoint.as_mut(), member: self.member }
    }
}

fn hash_of(record: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    record.hash(&mut hasher);
    hasher.finish()
}

impl Drop for Memory {
    /// Saves what has been found since the last time.
    fn drop(&mut self) {
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.save(&self.table);
        }
    }
}

/// The memory as one of several threads sees it. One of them saves it now and then.
pub(crate) struct Share<'a> {
    table: &'a Table,
    checkpoint: Option<&'a mut Checkpoint>,
    member: Member,
}

impl<'a> Share<'a> {
    /// Sorts options into the order in which this search, one of several in different processes,
    /// tries them. The first option stays first, because it most often settles the question. Of the
    /// others, each search tries its own share first; promising options are in front, and no option
    /// is left to the end by all searches.
    pub(crate) fn arrange<T>(&self, options: &mut [T]) {
        let Some((_, rest)) = options.split_first_mut() else { return };
        let Member { number, of } = self.member;
        if SEVERAL && of > 1 {
            // Each option of this search's share is moved in front of those before it; the others
            // keep their order.
            for (ready, mine) in (number..rest.len()).step_by(of).enumerate() {
                rest[ready..=mine].rotate_right(1);
            }
        }
    }

    /// What is known about a position.
    pub(crate) fn get<Q: Key + ?Sized>(&self, key: &Q) -> Option<u16> {
        self.table.get(key)
    }

    /// Announces that a position will be looked up soon.
    pub(crate) fn expect<Q: Key>(&self, key: Q) -> Expected<'a, Q> {
        self.table.expect(key)
    }

    /// Remembers a value (0: nothing) for a position.
    pub(crate) fn insert<Q: Key + ?Sized>(&mut self, key: &Q, value: u16) {
        self.update(key, &|_| value);
    }

    /// Changes what is known about a position (0: nothing).
    pub(crate) fn update<Q: Key + ?Sized>(&mut self, key: &Q, change: &dyn Fn(u16) -> u16) {
        self.table.update(key, change);
        if let Some(checkpoint) = &mut self.checkpoint
            && checkpoint.is_due()
        {
            checkpoint.save(self.table);
        }
    }
}
