//! What decides the values of one kind, common or rare, for a tile of terms.
//!
//! The leaders have marked most options. What is open then is checked value by value, for all terms of
//! the tile together: first against the *second* offsets, several values of each term at once; then
//! the smallest open value of each term against the *rest*, in a circle, so that a value that stays open
//! for a whole round is no option by any of them. Where a value is found to be an option, the next
//! open one takes its place and begins its own round.

use super::kernels::{self, Level, Offset, Offsets, Part, TILE};
use super::single::Single;

/// Stands for no value.
pub(super) const NONE: u16 = u16::MAX;

/// The number of offsets between two looks at what was found.
const CHUNK: usize = 512;

/// If after a round at most this many terms have no candidate, they are handled one by one.
const FEW_TERMS: usize = 3;

/// If at most this many terms have rare values left to confirm, these are left to the search
/// through all pairs.
const FEW_RARE: usize = 12;

/// For this many of the second offsets, eight values of each term are looked at; then four.
const EIGHT: usize = 1024;

/// Offsets that decide the values of a kind.
#[derive(Debug, Default)]
pub(super) struct Sieve {
    /// The best offsets after the leaders.
    second: Offsets,
    /// All offsets that do not lead, including the second ones.
    rest: Offsets,
    /// The offsets of `rest` again, arranged for single terms.
    pub single: Single,
    /// The set of values of the other kind, which are skipped.
    pub blind: Vec<u64>,
}

/// The terms whose heap 0 is `line[at]`, `line[at + 1]`, …, with a row of marks for each; only
/// values below `limits` matter.
pub(super) struct Tile<'a> {
    pub level: Level,
    pub line: &'a [u16],
    pub at: usize,
    pub rows: &'a mut [u64],
    pub words: usize,
    pub limits: [u16; TILE],
    /// No value below these is open.
    pub floors: [u16; TILE],
}

impl Tile<'_> {
    /// The first open value of the j-th term from `from` on, if it is below the limit.
    fn open(&self, blind: &[u64], j: usize, from: u16) -> u16 {
        let row = &self.rows[j * self.words..(j + 1) * self.words];
        let value = first_open(row, blind, usize::from(from));
        value.filter(|&value| value < self.limits[j]).unwrap_or(NONE)
    }

    fn mark(&mut self, j: usize, value: u16) {
        mark(&mut self.rows[j * self.words..], value);
    }
}

/// Marks a value, if the row has a place for it.
pub(super) fn mark(row: &mut [u64], value: u16) {
    if let Some(word) = row.get_mut(usize::from(value) / 64) {
        *word |= 1 << (value % 64);
    }
}

/// The first value from `from` on that is in neither set.
pub(super) fn first_open(row: &[u64], blind: &[u64], from: usize) -> Option<u16> {
    let mut hidden = (1 << (from % 64)) - 1;
    for at in from / 64..row.len() {
        let open = !(row[at] | blind[at] | hidden);
        if open != 0 {
            return Some((64 * at) as u16 + open.trailing_zeros() as u16);
        }
        hidden = 0;
    }
    None
}

impl Sieve {
    /// Sets the second offsets and the rest, both sorted; no future term is below n.
    pub(super) fn set(&mut self, second: Vec<Offset>, rest: Vec<Offset>, n: usize) {
        self.single = Single::new(&rest, n);
        (self.second, self.rest) = (second.into_iter().collect(), rest.into_iter().collect());
    }

    /// Adds offsets to the rest.
    pub(super) fn extend(&mut self, offsets: impl Iterator<Item = Offset> + Clone) {
        self.single.extend(offsets.clone());
        self.rest.extend(offsets);
    }

    /// Marks options by the second offsets.
    pub(super) fn narrow(&self, tile: &mut Tile) {
        for (i, chunk) in self.second.chunks(CHUNK).enumerate() {
            if i * CHUNK < EIGHT {
                self.narrow_by::<8>(tile, chunk);
            } else {
                self.narrow_by::<4>(tile, chunk);
            }
        }
    }

    fn narrow_by<const K: usize>(&self, tile: &mut Tile, offsets: Part) {
        let mut wanted = [[NONE; TILE]; K];
        for j in 0..TILE {
            let mut from = tile.floors[j];
            for slot in &mut wanted {
                slot[j] = tile.open(&self.blind, j, from);
                if slot[j] == NONE {
                    break;
                }
                from = slot[j] + 1;
            }
            tile.floors[j] = wanted[0][j];
        }
        let hits = kernels::check(tile.level, tile.line, tile.at, offsets, &wanted);
        for (wanted, hits) in wanted.iter().zip(&hits) {
            for j in (0..TILE).filter(|&j| hits[j] != 0 && wanted[j] != NONE) {
                tile.mark(j, wanted[j]);
            }
        }
    }

    /// For each term the smallest open value that none of the rest gives; `NONE` if there is none.
    pub(super) fn prove(&self, tile: &mut Tile) -> [u16; TILE] {
        let mut circle = Circle::<2>::new(self, tile);
        while circle.unfinished() > 0 {
            if circle.time >= circle.chunks.len() && circle.unfinished() <= FEW_TERMS {
                break;
            }
            circle.step(tile);
            (0..TILE).for_each(|j| circle.settle(j));
        }
        let Circle { finished, mut values, .. } = circle;
        for j in (0..TILE).filter(|&j| !finished[j]) {
            let gives = |value| self.single.gives(tile.level, tile.line, tile.at + j, value);
            while values[j] != NONE && gives(values[j]) {
                values[j] = tile.open(&self.blind, j, values[j] + 1);
            }
        }
        values
    }

    /// Marks options by the rest, until few terms have open values that were not yet looked at.
    pub(super) fn confirm(&self, tile: &mut Tile) {
        let mut circle = Circle::<2>::new(self, tile);
        while circle.unfinished() > FEW_RARE {
            circle.step(tile);
            (0..TILE).for_each(|j| circle.go_on(tile, j));
        }
    }
}

/// The open values of each term that are being checked against the rest of a sieve, K at a time.
struct Circle<'a, const K: usize> {
    blind: &'a [u64],
    chunks: Vec<Part<'a>>,
    /// The number of chunks done.
    time: usize,
    wanted: [[u16; TILE]; K],
    /// When the check of each value began: a value that is still open after all chunks is not an
    /// option.
    since: [[usize; TILE]; K],
    /// The largest value of each term that has been looked at.
    top: [u16; TILE],
    finished: [bool; TILE],
    values: [u16; TILE],
}

impl<'a, const K: usize> Circle<'a, K> {
    fn new(sieve: &'a Sieve, tile: &Tile) -> Circle<'a, K> {
        let mut circle = Circle {
            blind: &sieve.blind,
            chunks: sieve.rest.chunks(CHUNK).collect(),
            time: 0,
            wanted: [[NONE; TILE]; K],
            since: [[0; TILE]; K],
            top: [0; TILE],
            finished: [false; TILE],
            values: [NONE; TILE],
        };
        for j in 0..TILE {
            let mut from = tile.floors[j];
            for k in 0..K {
                circle.begin(tile, k, j, from);
                from = circle.top[j] + 1;
            }
            circle.finished[j] = circle.wanted[0][j] == NONE;
        }
        circle
    }

    /// Begins with the next open value of a term.
    fn begin(&mut self, tile: &Tile, k: usize, j: usize, from: u16) {
        let value = tile.open(self.blind, j, from);
        self.wanted[k][j] = value;
        self.since[k][j] = self.time;
        if value != NONE {
            self.top[j] = value;
        }
    }

    fn unfinished(&self) -> usize {
        self.finished.iter().filter(|finished| !**finished).count()
    }

    /// Checks the next chunk.
    fn step(&mut self, tile: &mut Tile) {
        let Some(&chunk) = self.chunks.get(self.time % self.chunks.len().max(1)) else { return };
        self.time += 1;
        let hits = kernels::check(tile.level, tile.line, tile.at, chunk, &self.wanted);
        for (k, hits) in hits.iter().enumerate() {
            for j in (0..TILE).filter(|&j| hits[j] != 0) {
                if self.wanted[k][j] != NONE {
                    tile.mark(j, self.wanted[k][j]);
                    self.begin(tile, k, j, self.top[j] + 1);
                }
            }
        }
    }

    fn is_checked(&self, k: usize, j: usize) -> bool {
        self.time >= self.since[k][j] + self.chunks.len()
    }

    /// Finishes a term if its smallest open value is checked.
    fn settle(&mut self, j: usize) {
        let smallest = (0..K).min_by_key(|&k| self.wanted[k][j]).unwrap_or(0);
        self.values[j] = self.wanted[smallest][j];
        self.finished[j] |= self.values[j] == NONE || self.is_checked(smallest, j);
    }

    /// Lets the next open value take the place of a checked one.
    fn go_on(&mut self, tile: &Tile, j: usize) {
        for k in 0..K {
            if self.wanted[k][j] != NONE && self.is_checked(k, j) {
                self.begin(tile, k, j, self.top[j] + 1);
            }
        }
        self.finished[j] = (0..K).all(|k| self.wanted[k][j] == NONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_open_value_is_found() {
        let (mut row, mut blind) = ([0; 3], [0; 3]);
        (0..190).filter(|i| i * i % 7 != 2).for_each(|i| mark(&mut row, i));
        (0..192).filter(|i| i % 3 == 0).for_each(|i| mark(&mut blind, i));
        let is_open = |i: &u16| (i * i % 7 == 2 || *i >= 190) && !i.is_multiple_of(3);
        for from in 0..200 {
            let literal = (from..192).find(is_open);
            assert_eq!(first_open(&row, &blind, usize::from(from)), literal, "{from}");
        }
    }
}
