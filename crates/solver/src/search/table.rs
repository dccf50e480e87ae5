//! A compact table of solved positions: exact keys, a byte for each value, and a fixed budget of
//! bytes within which it keeps working when it is full.

use crate::model::normal::Piece;
use crate::model::word::Word;

/// An entry is looked for in this many neighbouring slots.
const WINDOW: usize = 8;

/// The table starts with this many slots.
const FIRST_SLOTS: usize = 1 << 12;

/// A hash table from pieces to bytes.
///
/// The empty piece marks a free slot. When no slot of a window is free the table doubles, as long
/// as the budget allows; after that the smallest piece of the window makes room, because it is the
/// cheapest to solve again.
#[derive(Debug, Clone)]
pub struct Table<W, const K: usize> {
    keys: Vec<Piece<W, K>>,
    values: Vec<u8>,
    entries: usize,
    max_bytes: u64,
}

impl<W: Word, const K: usize> Table<W, K> {
    /// An empty table that may grow to so many bytes.
    pub fn new(max_bytes: u64) -> Table<W, K> {
        let slots = FIRST_SLOTS.min(largest_power(max_bytes / Self::slot_bytes())).max(WINDOW);
        Table { keys: vec![[W::EMPTY; K]; slots], values: vec![0; slots], entries: 0, max_bytes }
    }

    /// What a slot takes.
    pub const fn slot_bytes() -> u64 {
        (size_of::<Piece<W, K>>() + 1) as u64
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
        self.keys.len() as u64 * Self::slot_bytes()
    }

    /// The value of a piece, if it is known.
    pub fn get(&self, key: &Piece<W, K>) -> Option<u8> {
        self.window(key).find(|&slot| self.keys[slot] == *key).map(|slot| self.values[slot])
    }

    /// Remembers the value of a piece that is not empty.
    pub fn insert(&mut self, key: Piece<W, K>, value: u8) {
        loop {
            let free = self.window(&key).find(|&slot| self.is_free_for(slot, &key));
            if let Some(slot) = free {
                self.entries += usize::from(self.keys[slot] != key);
                return self.write(slot, key, value);
            }
            if !self.grow() {
                break;
            }
        }
        let smallest = self.window(&key).min_by_key(|&slot| size(&self.keys[slot]));
        if let Some(slot) = smallest {
            self.write(slot, key, value);
        }
    }

    fn is_free_for(&self, slot: usize, key: &Piece<W, K>) -> bool {
        self.keys[slot] == *key || self.keys[slot] == [W::EMPTY; K]
    }

    fn write(&mut self, slot: usize, key: Piece<W, K>, value: u8) {
        self.keys[slot] = key;
        self.values[slot] = value;
    }

    fn window(&self, key: &Piece<W, K>) -> impl Iterator<Item = usize> + use<W, K> {
        let mask = self.keys.len() - 1;
        let start = hash(key) as usize;
        (0..WINDOW).map(move |i| start.wrapping_add(i) & mask)
    }

    /// Doubles the table if the budget allows.
    fn grow(&mut self) -> bool {
        if self.bytes() * 2 > self.max_bytes {
            return false;
        }
        let slots = self.keys.len() * 2;
        let keys = std::mem::replace(&mut self.keys, vec![[W::EMPTY; K]; slots]);
        let values = std::mem::replace(&mut self.values, vec![0; slots]);
        self.entries = 0;
        for (key, value) in keys.into_iter().zip(values).filter(|(key, _)| *key != [W::EMPTY; K]) {
            self.insert(key, value);
        }
        true
    }
}

fn size<W: Word, const K: usize>(piece: &Piece<W, K>) -> u32 {
    piece.iter().map(|set| set.size()).sum()
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
        let mut table: Table<u64, 2> = Table::new(1 << 20);
        for i in 1..5000_u64 {
            table.insert([i, i * i], (i % 251) as u8);
        }
        assert_eq!(table.len(), 4999);
        assert!((1..5000_u64).all(|i| table.get(&[i, i * i]) == Some((i % 251) as u8)));
        assert!((1..5000_u64).all(|i| table.get(&[i, i * i + 1]).is_none()));
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let mut table: Table<u64, 1> = Table::new(2000);
        for i in 1..100_000_u64 {
            table.insert([i], (i % 200) as u8);
            assert_eq!(table.get(&[i]), Some((i % 200) as u8));
        }
        assert!(table.bytes() <= 2000);
        let known = (1..100_000_u64).filter_map(|i| Some((i, table.get(&[i])?)));
        let known: Vec<_> = known.collect();
        assert!(known.iter().all(|&(i, value)| value == (i % 200) as u8));
        assert!(known.len() <= 2000 / 9);
    }
}
