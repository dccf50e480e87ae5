//! One value of one term against a list of offsets.
//!
//! Most rare heaps are small, so a large share of the small numbers are offsets: they are stored as
//! an array by position, which is compared with the array of values; the other offsets are looked
//! up one by one.

use super::kernels::{self, Level, MAX_BLOCK, Offset};

/// Stands for no offset: its exclusive or with any value is not a possible value.
const NO_OFFSET: u16 = 1 << 15;

/// Offsets count as near as long as at least one in this many numbers is an offset.
const SPARSE: usize = 6;

/// The offsets, divided into near and far ones.
#[derive(Debug, Default)]
pub(super) struct Single {
    /// The values at the offsets from `MAX_BLOCK` to `MAX_BLOCK + near.len() − 1`, the last one first.
    near: Vec<u16>,
    far: Vec<Offset>,
}

impl Single {
    /// These offsets, which are sorted; no future term is below n.
    pub(super) fn new(offsets: &[Offset], n: usize) -> Single {
        let inner = offsets.partition_point(|other| (other.offset as usize) < MAX_BLOCK);
        let dense = |(i, other): &(usize, &Offset)| {
            (other.offset as usize - MAX_BLOCK) / SPARSE <= *i && (other.offset as usize) < n
        };
        let last = offsets[inner..].iter().enumerate().rfind(dense);
        let length = last.map_or(0, |(_, other)| other.offset as usize + 1 - MAX_BLOCK);
        let mut single = Single { near: vec![NO_OFFSET; length], far: Vec::new() };
        for &other in offsets {
            let behind = (other.offset as usize).checked_sub(MAX_BLOCK);
            let place = behind.and_then(|behind| length.checked_sub(behind + 1));
            match place.map(|place| &mut single.near[place]) {
                Some(free) if *free == NO_OFFSET => *free = other.value,
                _ => single.far.push(other),
            }
        }
        single
    }

    /// Adds more offsets.
    pub(super) fn extend(&mut self, offsets: impl Iterator<Item = Offset>) {
        self.far.extend(offsets);
    }

    /// Whether one of the offsets gives the value to the term whose heap 0 is `line[at]`.
    pub(super) fn gives(&self, level: Level, line: &[u16], at: usize, value: u16) -> bool {
        let end = at + 1 - MAX_BLOCK;
        let heaps = &line[end - self.near.len()..end];
        let sum = |other: &Offset| line[at - other.offset as usize] ^ other.value;
        kernels::any_sum(level, &self.near, heaps, value)
            || self.far.iter().any(|other| sum(other) == value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_offsets_are_tried() {
        let line: Vec<u16> = (0..9000_u32).map(|i| (i * i * 37 % 251) as u16).collect();
        let offset = |i: u32| Offset { offset: i * i / 40 + 70, value: (i * 29 % 256) as u16 };
        // Some offsets occur twice, as with two ways to take counters.
        let mut offsets: Vec<Offset> = (0..400).chain(100..110).map(offset).collect();
        offsets.sort_by_key(|other| other.offset);
        let mut single = Single::new(&offsets[..390], 8000);
        single.extend(offsets[390..].iter().copied());
        assert!(!single.near.is_empty() && single.far.len() > 30);
        for at in [8000, 8001, 8064] {
            for value in 0..256 {
                let literal = |o: &Offset| line[at - o.offset as usize] ^ o.value == value;
                let literal = offsets.iter().any(literal);
                for level in Level::all() {
                    assert_eq!(single.gives(level, &line, at, value), literal, "{at} {value}");
                }
            }
        }
    }
}
