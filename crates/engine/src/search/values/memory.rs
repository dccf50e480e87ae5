//! The memory of the engine for partisan games: values of components, and winners of sums. It
//! observes its limit, and can be saved in a file.
//!
//! Saving and forgetting use the same code. A file contains the positions together with the forms
//! of their values. When memory is full the search saves its table, reloads it without entries that
//! can be computed again, and restarts; what it had solved it then finds in the table.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use chromex_files::FileError;
use chromex_rules::Player;

use super::pairs::{self, Pair};
use crate::checkpoint::{Checkpoint, Records};
use crate::model::lists::Lists;
use chromex_budget::{Meter, Stop};
use chromex_values::{Arena, Form, Forms};

/// The tables, and the data for their upkeep.
pub(super) struct Memory {
    pub known: Known,
    /// The number of bytes of a component in a table.
    entry: usize,
    checkpoint: Option<Checkpoint>,
    /// The number of bytes of the tables that the meter knows about.
    accounted: usize,
    /// Positions of at most this size are forgotten when the memory is full.
    floor: u32,
    /// The number of larger positions when the memory was last full.
    kept: usize,
}

/// Everything that is known about a game.
#[derive(Default)]
pub(super) struct Known {
    pub arena: Arena,
    /// The values of components.
    pub values: ValueTable,
    /// Components without a known value, and their numbers.
    pub parts: Vec<Part>,
    pub ids: FxHashMap<Lists, u32>,
    /// The moves in such components.
    pub moves: Vec<Move>,
    /// For each sum and player to move, whether that player wins.
    pub sums: FxHashMap<(Sum, Player), bool>,
}

/// The values of components; in pairs of words if these are large enough.
#[derive(Default)]
pub(super) struct ValueTable {
    pairs: FxHashMap<Pair, Form>,
    lists: FxHashMap<Lists, Form>,
}

/// The number of bytes of a pair and its value in a table that is half full.
const PAIR_ENTRY: usize = 2 * (size_of::<(Pair, Form)>() + 1);

impl ValueTable {
    pub(super) fn len(&self) -> usize {
        self.pairs.len() + self.lists.len()
    }

    pub(super) fn get(&self, key: &Lists) -> Option<Form> {
        match pairs::pair(key) {
            Some(pair) => self.get_pair(pair),
            None => self.lists.get(key).copied(),
        }
    }

    pub(super) fn get_pair(&self, key: Pair) -> Option<Form> {
        self.pairs.get(&key).copied()
    }

    fn insert(&mut self, key: Lists, value: Form) {
        match pairs::pair(&key) {
            Some(pair) => self.pairs.insert(pair, value),
            None => self.lists.insert(key, value),
        };
    }

    /// All components with their values.
    fn iter(&self) -> impl Iterator<Item = (Cow<'_, Lists>, Form)> {
        let pairs = self.pairs.iter().map(|(&key, &value)| (Cow::Owned(pairs::lists(key)), value));
        pairs.chain(self.lists.iter().map(|(key, &value)| (Cow::Borrowed(key), value)))
    }

    fn bytes(&self, entry: usize) -> usize {
        self.pairs.len() * PAIR_ENTRY + self.lists.len() * entry
    }
}

/// A component that is too large to be valued.
pub(super) struct Part {
    pub key: Lists,
    /// Whether it is known to be its own negative.
    pub symmetric: bool,
    /// The moves of both players, once they have been needed: where they are listed.
    pub moves: [Option<Range<usize>>; 2],
}

/// A move in a component: the position after it, and its decomposition once somebody has tried the
/// move.
pub(super) struct Move {
    pub lists: Lists,
    pub after: Option<Sum>,
}

/// A sum of a value and components: twice the index of each, plus one if it is negated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    pub value: Form,
    pub parts: SmallVec<[u32; 4]>,
}

impl Memory {
    /// An empty memory; `entry` is the number of bytes of a component.
    pub(super) fn new(entry: usize) -> Memory {
        let known = Known::default();
        Memory { known, entry, checkpoint: None, accounted: 0, floor: 0, kept: 0 }
    }

    /// Reads what an earlier search of the rule with this fingerprint has saved, and saves new
    /// results from now on.
    pub(super) fn save_to(
        &mut self,
        mut checkpoint: Checkpoint,
        fingerprint: u64,
    ) -> Result<(), FileError> {
        let saved = Saved { known: &self.known, read: RefCell::default() };
        checkpoint.resume(fingerprint, &saved)?;
        let words = saved.read.into_inner();
        if !words.is_empty() {
            let read = Known::read(&mut words.into_iter());
            self.known = read.ok_or_else(|| checkpoint.damaged())?;
        }
        self.checkpoint = Some(checkpoint);
        Ok(())
    }

    /// Remembers the value of a component.
    pub(super) fn insert_value(
        &mut self,
        key: Lists,
        value: Form,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.known.values.insert(key, value);
        self.found(meter)
    }

    /// Remembers the value of a component in two words.
    pub(super) fn insert_value_of_pair(
        &mut self,
        key: Pair,
        value: Form,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.known.values.pairs.insert(key, value);
        self.found(meter)
    }

    /// Remembers whether a player who is to move wins.
    pub(super) fn insert_sum(
        &mut self,
        key: (Sum, Player),
        wins: bool,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.known.sums.insert(key, wins);
        self.found(meter)
    }

    fn found(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if let Some(checkpoint) = &mut self.checkpoint
            && checkpoint.is_due()
        {
            checkpoint.save(&Saved { known: &self.known, read: RefCell::default() });
        }
        self.account(meter)
    }

    /// Tells the meter how much the tables have grown; the arena does so itself.
    pub(super) fn account(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let bytes = self.known.table_bytes(self.entry);
        let grown = bytes.saturating_sub(self.accounted);
        self.accounted = bytes;
        let entries = self.known.values.len() + self.known.sums.len();
        meter.remember(entries as i64 - meter.remembered() as i64);
        meter.grow(grown)
    }

    /// Makes room in a memory of `limit` bytes that is full. Forgets comparisons and sums of forms
    /// and the forms that no position needs; also forgets small positions if that is not enough, or
    /// if no larger ones were found since the last time. Returns false if there is nothing to
    /// forget. Afterwards, forms of the arena and numbers of components are no longer valid.
    ///
    /// A search cannot do this for ever: positions above the floor are kept, and each time there are
    /// more of them or the floor rises.
    pub(super) fn make_room(&mut self, limit: u64, meter: &mut Meter) -> bool {
        let larger = self.known.sizes().filter(|&size| size > self.floor).count();
        if larger <= self.kept && !self.raise_floor() {
            return false;
        }
        self.forget();
        while self.known.bytes(self.entry) as u64 > limit / 4 * 3 {
            if !self.raise_floor() {
                return false;
            }
            self.forget();
        }
        self.kept = self.known.values.len() + self.known.sums.len();
        self.accounted = self.known.table_bytes(self.entry);
        meter.shrink_to((self.accounted + self.known.arena.report()) as u64);
        true
    }

    /// Forgets the smallest positions; false if there are none.
    fn raise_floor(&mut self) -> bool {
        let least = self.known.sizes().filter(|&size| size > self.floor).min();
        self.floor = least.unwrap_or(self.floor);
        least.is_some()
    }

    /// Forgets all positions except those above the floor.
    fn forget(&mut self) {
        self.known.arena.forget_operations();
        let mut words = Vec::new();
        self.known.for_each_word(self.floor, &mut |word| words.push(word));
        self.known = Known::default();
        self.known = Known::read(&mut words.into_iter()).unwrap_or_default();
    }
}

impl Drop for Memory {
    /// Saves what has been found since the last time.
    fn drop(&mut self) {
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.save(&Saved { known: &self.known, read: RefCell::default() });
        }
    }
}

/// The number of moves in a component, judged by its lists.
fn size(key: &Lists) -> u32 {
    key.iter().map(|list| list.count_ones()).sum()
}

impl Known {
    /// The sizes of all positions.
    fn sizes(&self) -> impl Iterator<Item = u32> {
        let sums = self.sums.keys().map(|(sum, _)| self.sum_size(sum));
        self.values.iter().map(|(key, _)| size(&key)).chain(sums)
    }

    fn sum_size(&self, sum: &Sum) -> u32 {
        sum.parts.iter().map(|&code| size(&self.parts[code as usize / 2].key)).sum()
    }

    fn bytes(&self, entry: usize) -> usize {
        self.arena.bytes() + self.table_bytes(entry)
    }

    /// The approximate number of bytes of everything except the arena.
    fn table_bytes(&self, entry: usize) -> usize {
        self.values.bytes(entry)
            + self.parts.len() * (2 * entry + size_of::<Part>())
            + self.moves.len() * size_of::<Move>()
            + self.sums.len() * (size_of::<(Sum, Player)>() + 2)
    }

    /// Calls `each` with words that encode all positions above a size: the forms that they need,
    /// the values of components, the components without a value, and their sums.
    fn for_each_word(&self, floor: u32, each: &mut dyn FnMut(u64)) {
        let values = || self.values.iter().filter(|(key, _)| size(key) > floor);
        let sums = || self.sums.iter().filter(|((sum, _), _)| self.sum_size(sum) > floor);
        let of_sums = sums().map(|((sum, _), _)| sum.value);
        let row = self.arena.row(values().map(|(_, value)| value).chain(of_sums));
        row.for_each(each);
        each(values().count() as u64);
        for (key, value) in values() {
            write_key(&key, each);
            each(row.word(value));
        }
        let places = self.places(sums().map(|((sum, _), _)| sum));
        each(places.iter().flatten().count() as u64);
        for (part, _) in self.parts.iter().zip(&places).filter(|(_, place)| place.is_some()) {
            write_key(&part.key, each);
            each(part.symmetric.into());
        }
        each(sums().count() as u64);
        for ((sum, player), &wins) in sums() {
            each(row.word(sum.value));
            each((sum.parts.len() as u64) << 2 | (*player as u64) << 1 | u64::from(wins));
            for &code in &sum.parts {
                let place = places[code as usize / 2].unwrap_or_default();
                each(u64::from(place * 2 + code % 2));
            }
        }
    }

    /// New numbers, in the old order, for the components that occur in these sums.
    fn places<'a>(&self, sums: impl Iterator<Item = &'a Sum>) -> Vec<Option<u32>> {
        let mut places = vec![None; self.parts.len()];
        sums.flat_map(|sum| &sum.parts).for_each(|&code| places[code as usize / 2] = Some(0));
        for (new, place) in places.iter_mut().flatten().enumerate() {
            *place = new as u32;
        }
        places
    }

    /// Decodes such words; `None` if they are not valid.
    fn read(words: &mut dyn Iterator<Item = u64>) -> Option<Known> {
        let mut known = Known::default();
        let forms = Forms::read(words, &mut known.arena)?;
        for _ in 0..words.next()? {
            let key = read_key(words)?;
            known.values.insert(key, forms.get(words.next()?)?);
        }
        for _ in 0..words.next()? {
            let (key, symmetric) = (read_key(words)?, words.next()? != 0);
            known.ids.insert(key.clone(), known.parts.len() as u32);
            known.parts.push(Part { key, symmetric, moves: [None, None] });
        }
        for _ in 0..words.next()? {
            let (value, head) = (forms.get(words.next()?)?, words.next()?);
            let mut part =
                || Some(words.next()? as u32).filter(|&c| c / 2 < known.parts.len() as u32);
            let parts = (0..head >> 2).map(|_| part()).collect::<Option<_>>()?;
            let player = if head >> 1 & 1 == 0 { Player::Left } else { Player::Right };
            known.sums.insert((Sum { value, parts }, player), head & 1 == 1);
        }
        words.next().is_none().then_some(known)
    }
}

fn write_key(key: &Lists, each: &mut dyn FnMut(u64)) {
    each(key.len() as u64);
    for list in key {
        each(*list as u64);
        each((list >> 64) as u64);
    }
}

fn read_key(words: &mut dyn Iterator<Item = u64>) -> Option<Lists> {
    let lists = words.next()?;
    let mut list = || Some(u128::from(words.next()?) | u128::from(words.next()?) << 64);
    (0..lists).map(|_| list()).collect()
}

/// The content of the memory as entries of a file: words.
struct Saved<'a> {
    known: &'a Known,
    /// Words that have been read.
    read: RefCell<Vec<u64>>,
}

impl Records for Saved<'_> {
    fn width(&self) -> usize {
        size_of::<u64>()
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8])) {
        self.known.for_each_word(0, &mut |word| each(&word.to_le_bytes()));
    }

    fn add(&self, record: &[u8]) {
        let word = record.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.read.borrow_mut().push(word);
    }
}
