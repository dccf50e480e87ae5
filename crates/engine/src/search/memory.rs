//! The memory of an engine: a table, the file that it is saved in, and the account of its bytes.

use chromex_budget::Meter;
use chromex_files::FileError;

use crate::checkpoint::Checkpoint;
use crate::model::key::Key;
use crate::search::table::{Expected, Table};

/// What an engine knows.
pub(crate) struct Memory {
    table: Table,
    /// Tells the rule of the engine from others.
    fingerprint: u64,
    checkpoint: Option<Checkpoint>,
    /// The bytes of the table that the meter has been told of.
    accounted: u64,
    /// The entries that the meter has been told of.
    remembered: u64,
}

impl Memory {
    /// The memory of an engine whose rule has this fingerprint.
    pub(crate) fn new(table: Table, fingerprint: u64) -> Memory {
        Memory { table, fingerprint, checkpoint: None, accounted: 0, remembered: 0 }
    }

    /// Tells the rule from one that is the same but for this.
    pub(crate) fn tell_apart(&mut self, difference: u64) {
        self.fingerprint ^= difference;
    }

    /// Reads what an earlier search has saved, and from now on saves what is found.
    pub(crate) fn save_to(&mut self, mut checkpoint: Checkpoint) -> Result<(), FileError> {
        checkpoint.resume(self.fingerprint, &self.table)?;
        self.checkpoint = Some(checkpoint);
        Ok(())
    }

    /// The bytes of the table.
    pub(crate) fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Accounts for what the table has grown by.
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
        let table = &self.table;
        let mut checkpoint = self.checkpoint.as_mut();
        (0..threads).map(|_| Share { table, checkpoint: checkpoint.take() }).collect()
    }

    /// The memory for a single thread.
    pub(crate) fn share(&mut self) -> Share<'_> {
        Share { table: &self.table, checkpoint: self.checkpoint.as_mut() }
    }
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
}

impl<'a> Share<'a> {
    /// What is known about a position.
    pub(crate) fn get<Q: Key + ?Sized>(&self, key: &Q) -> Option<u16> {
        self.table.get(key)
    }

    /// Says that a position will be asked for soon.
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
