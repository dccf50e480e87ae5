//! Adjacency on boards that lie on a lattice: the neighbours of whole sets, by shifting words.

use crate::model::word::{Word, vertices};

/// Adjacency by shifts of words: for each distance, the vertices that are adjacent to the vertex
/// that far above. Unused entries at the end have no vertices.
pub(super) struct Shifts<W> {
    all: [(usize, W); MAX_SHIFTS],
    count: usize,
}

/// With more distances than this, going from vertex to vertex is faster.
const MAX_SHIFTS: usize = 4;

/// The number of distances in a grid.
const IN_GRIDS: usize = 2;

impl<W: Word> Shifts<W> {
    /// The adjacency, if there are few distances.
    pub(super) fn new(adjacent: impl Iterator<Item = W>) -> Option<Shifts<W>> {
        let mut shifts = Shifts { all: [(0, W::EMPTY); MAX_SHIFTS], count: 0 };
        for (v, set) in adjacent.enumerate() {
            for distance in vertices(set).filter(|&w| w > v).map(|w| w - v) {
                let known = shifts.all[..shifts.count].iter().position(|&(d, _)| d == distance);
                let place = known.unwrap_or(shifts.count);
                let (at, from) = shifts.all.get_mut(place)?;
                *at = distance;
                *from |= W::single(v);
                shifts.count = shifts.count.max(place + 1);
            }
        }
        Some(shifts)
    }

    /// Goes through the distances. Their number is known to the compiler, which makes the loop
    /// faster.
    #[inline(always)]
    fn fold<T>(&self, start: T, step: impl Fn(T, &(usize, W)) -> T) -> T {
        match self.count <= IN_GRIDS {
            true => self.all[..IN_GRIDS].iter().fold(start, step),
            false => self.all.iter().fold(start, step),
        }
    }

    /// The vertices adjacent to some member of a set.
    #[inline(always)]
    pub(super) fn around(&self, set: W) -> W {
        self.fold(W::EMPTY, |found, &(distance, from)| {
            found | (set & from).moved_up(distance) | set.moved_down(distance) & from
        })
    }

    /// For each distance, the vertices that are together in one of these lists with the vertex above them at that distance.
    #[inline(always)]
    pub(super) fn links<const K: usize>(&self, lists: &[W; K]) -> [W; MAX_SHIFTS] {
        let mut links = [W::EMPTY; MAX_SHIFTS];
        for (link, &(distance, from)) in links.iter_mut().zip(&self.all) {
            let together = |all, &list: &W| all | list & list.moved_down(distance);
            *link = lists.iter().fold(W::EMPTY, together) & from;
        }
        links
    }

    /// The vertices that such links join with a member of a set.
    #[inline(always)]
    pub(super) fn linked(&self, links: &[W; MAX_SHIFTS], set: W) -> W {
        let step = |(found, i): (W, usize), &(distance, _): &(usize, W)| {
            let link = links[i];
            let joined = (set & link).moved_up(distance) | set.moved_down(distance) & link;
            (found | joined, i + 1)
        };
        self.fold((W::EMPTY, 0), step).0
    }

    /// The vertices adjacent to two or more members of a set.
    #[inline(always)]
    pub(super) fn around_twice(&self, set: W) -> W {
        let count = |(once, twice): (W, W), &(distance, from): &(usize, W)| {
            let (up, down) = ((set & from).moved_up(distance), set.moved_down(distance) & from);
            (once | up | down, twice | up & down | once & (up | down))
        };
        self.fold((W::EMPTY, W::EMPTY), count).1
    }

    /// The members of `free` that have the same two neighbours in `set` as another one of them, and
    /// no others there. On a grid these are opposite corners of a square; of other boards nothing is
    /// said.
    #[inline(always)]
    pub(super) fn twins(&self, set: W, free: W) -> Option<W> {
        if self.count > IN_GRIDS {
            return None;
        }
        let [(a, from_a), (b, from_b), ..] = self.all;
        let (above_a, below_a) = (set.moved_down(a) & from_a, (set & from_a).moved_up(a));
        let (above_b, below_b) = (set.moved_down(b) & from_b, (set & from_b).moved_up(b));
        let (up_a, down_a) = (free & above_a & !below_a, free & below_a & !above_a);
        let (up_b, down_b) = (above_b & !below_b, below_b & !above_b);
        // Of each square, the corner that lies above the first twin by distance a: one twin has two
        // neighbours above and the other two below, or each has one above and one below.
        let alike = (up_a & up_b).moved_up(a) & (down_a & down_b).moved_down(b);
        let crossed = (up_a & down_b).moved_up(a) & (down_a & up_b).moved_up(b);
        Some((alike | crossed).moved_down(a) | alike.moved_up(b) | crossed.moved_down(b))
    }

    /// The number of pairs of adjacent members of a set.
    #[inline(always)]
    pub(super) fn pairs(&self, set: W) -> u32 {
        self.fold(0, |pairs, &(distance, from)| {
            pairs + (set & from & set.moved_down(distance)).size()
        })
    }

    /// The vertices among `rest` that are connected with the first one of `near`, a set that meets
    /// every component of `rest`: returns all of `rest` as soon as all of `near` has been reached,
    /// which is checked after every second step only.
    #[inline(always)]
    pub(super) fn connected(&self, near: W, rest: W) -> W {
        let mut reached = near & !near.without_least();
        loop {
            let one_step = reached | self.around(reached) & rest;
            let more = one_step | self.around(one_step) & rest;
            if near & !more == W::EMPTY {
                return rest;
            }
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use chromex_graphs::parse;
    use chromex_graphs::random::SplitMix;

    use super::*;

    /// Grids, boards with other distances, and some with too many of them.
    const BOARDS: [(&str, bool); 8] = [
        ("grid:3x5", true),
        ("grid:6x7", true),
        ("grid:2x2", true),
        ("path:9", true),
        ("cylinder:4x5", true),
        ("king:4x5", true),
        ("cycle:12", true),
        ("queens:6", false),
    ];

    #[test]
    fn shifts_find_what_adjacency_says() {
        let (mut random, mut found_twins) = (SplitMix::new(2013), 0);
        for (board, has_shifts) in BOARDS {
            let board = parse(board).unwrap();
            let graph = board.graph();
            let around = |v| graph.neighbours(v).fold(0, |set, w| set | 1 << w);
            let adjacent: Vec<u64> = (0..graph.order()).map(around).collect();
            let found = Shifts::new(adjacent.iter().copied());
            assert_eq!(found.is_some(), has_shifts);
            let Some(shifts) = found else { continue };
            for _ in 0..500 {
                let set = random.next_bits() & u64::first(graph.order());
                let free = set & (random.next_bits() | random.next_bits());
                let neighbours = |v: usize| (adjacent[v] & set).size();
                let least = |n| image_of(0..graph.order(), |v| neighbours(v) >= n);
                assert_eq!(shifts.around(set), least(1));
                assert_eq!(shifts.around_twice(set), least(2));
                if let Some(twins) = shifts.twins(set, free) {
                    let alike = |v: usize, w: usize| adjacent[v] & set == adjacent[w] & set;
                    let has_twin = |v: usize| vertices(free).any(|w| v != w && alike(v, w));
                    let expected = |v: usize| free.contains(v) && neighbours(v) == 2 && has_twin(v);
                    assert_eq!(twins, image_of(0..graph.order(), expected));
                    found_twins += twins.size();
                }
                assert_eq!(shifts.pairs(set), vertices(set).map(neighbours).sum::<u32>() / 2);
                if set != 0 {
                    let whole = component(&adjacent, set & set.wrapping_neg(), set);
                    assert_eq!(shifts.connected(set, set), whole);
                }
            }
        }
        assert!(found_twins > 100);
    }

    fn image_of(places: std::ops::Range<usize>, holds: impl Fn(usize) -> bool) -> u64 {
        places.filter(|&v| holds(v)).fold(0, |set, v| set | 1 << v)
    }

    fn component(adjacent: &[u64], start: u64, rest: u64) -> u64 {
        let grown = vertices(start).fold(start, |all, v| all | adjacent[v] & rest);
        if grown == start { start } else { component(adjacent, grown, rest) }
    }
}
