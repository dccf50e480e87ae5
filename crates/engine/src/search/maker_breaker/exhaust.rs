//! Which vertices can still run out of colours.
//!
//! A vertex dies when different neighbours together have taken all colours of its list. So it can
//! die only if its list can be matched to its uncoloured neighbours, each colour to a neighbour
//! that can take it: then it is *exhaustible*, or unsafe. A vertex that is not exhaustible stays
//! so: if a move leads to a position with such a matching, then this matching, together with the
//! move if it took a colour of the list, existed before. This is "safe" of Brosse et al., section
//! 3, whose conditions (a) to (d) are the cases with four neighbours and four colours.

use chromex_graph_tools::matching::Matching;

use super::board::{Board, bits};
use super::state::Reduced;

/// An exhaustible vertex, and the conditions of its death.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Patient {
    pub vertex: usize,
    /// The number of colours left.
    pub colours: usize,
    /// The neighbours that can take one of them.
    pub reach: u128,
    /// The neighbours without which the others could not exhaust the vertex.
    pub essential: u128,
}

/// More colours than this are matched one by one instead of by subsets.
const FEW: usize = 6;

impl Patient {
    /// The vertex as a patient if it is exhaustible.
    pub(super) fn of<const K: usize>(
        state: &Reduced<K>,
        board: &Board,
        v: usize,
    ) -> Option<Patient> {
        if state.free >> v & 1 == 1 {
            return None;
        }
        let mut takers = [0; K];
        let mut count = 0;
        let mut reach = 0;
        for list in state.lists {
            if list >> v & 1 == 1 {
                takers[count] = list & board.adjacent[v];
                reach |= takers[count];
                count += 1;
            }
        }
        if !has_at_least(reach, count) {
            return None;
        }
        let essential = essential(&takers[..count])?;
        Some(Patient { vertex: v, colours: count, reach, essential })
    }
}

fn has_at_least(mut set: u128, count: usize) -> bool {
    for _ in 1..count {
        set &= set.wrapping_sub(1);
    }
    count == 0 || set != 0
}

/// Whether every set can be given a member that no other set has.
pub(super) fn have_matching(sets: &[u128]) -> bool {
    essential(sets).is_some()
}

/// The vertices that every matching of the sets to different members uses; `None` if there is no
/// such matching.
fn essential(sets: &[u128]) -> Option<u128> {
    if let Some(all) = tight_at_sight(sets) {
        return Some(all);
    }
    match sets.len() {
        0..=2 => by_subsets::<4>(sets),
        3 => by_subsets::<8>(sets),
        4 => by_subsets::<16>(sets),
        5..=FEW => by_subsets::<64>(sets),
        _ => by_augmenting(sets),
    }
}

/// All members, if there are not more of them than sets and the first choice is a matching: the
/// most frequent case.
fn tight_at_sight(sets: &[u128]) -> Option<u128> {
    let mut left = sets.iter().fold(0, |all, set| all | set);
    let all = left;
    for set in sets {
        let choice = set & left;
        if choice == 0 {
            return None;
        }
        left &= !(choice & choice.wrapping_neg());
    }
    (left == 0).then_some(all)
}

/// Hall's theorem: a matching exists if any `s` sets have at least `s` members together, and every
/// matching uses a member if it belongs to `s` sets with exactly `s` members together.
fn by_subsets<const S: usize>(sets: &[u128]) -> Option<u128> {
    let mut unions = [0_u128; S];
    let mut tight = 0;
    for subset in 1..1_usize << sets.len() {
        let rest = subset & (subset - 1);
        let union = unions[rest] | sets[subset.trailing_zeros() as usize];
        unions[subset] = union;
        let mut surplus = union;
        for _ in 1..subset.count_ones() {
            surplus &= surplus.wrapping_sub(1);
        }
        if surplus == 0 {
            return None;
        }
        if surplus & (surplus - 1) == 0 {
            tight |= union;
        }
    }
    Some(tight)
}

/// As [`by_subsets`], for many sets: Kuhn's augmenting paths, and then all members from which no
/// alternating path leads to an unused member.
fn by_augmenting(sets: &[u128]) -> Option<u128> {
    let mut matching = Matching::default();
    let all = (0..sets.len()).all(|set| matching.augment(&|i| sets[i], set, &mut 0));
    all.then(|| inescapable(&matching, sets))
}

/// The assigned members whose owners cannot be given another member, however the rest is changed.
fn inescapable(matching: &Matching, sets: &[u128]) -> u128 {
    let mut flexible = !matching.given;
    loop {
        let more = bits(matching.given & !flexible)
            .filter(|&member| sets[matching.owner(member)] & flexible != 0)
            .fold(0_u128, |more, member| more | 1 << member);
        if more == 0 {
            return matching.given & !flexible;
        }
        flexible |= more;
    }
}

#[cfg(test)]
mod tests {
    use chromex_graphs::random::SplitMix;

    use super::*;

    fn set(members: &[usize]) -> u128 {
        members.iter().fold(0, |set, member| set | 1 << member)
    }

    #[test]
    fn matchings() {
        assert_eq!(essential(&[]), Some(0));
        assert_eq!(essential(&[set(&[])]), None);
        assert_eq!(essential(&[set(&[1, 2]), set(&[1]), set(&[2])]), None);
        assert_eq!(essential(&[set(&[1, 2]), set(&[1]), set(&[2, 3])]), Some(set(&[1, 2, 3])));
        assert_eq!(essential(&[set(&[1]), set(&[2, 3])]), Some(set(&[1])));
        assert_eq!(essential(&[set(&[1, 2]), set(&[1, 2]), set(&[3, 4])]), Some(set(&[1, 2])));
    }

    #[test]
    fn subsets_and_augmenting_paths_agree() {
        let mut random = SplitMix::new(1);
        let mut matched = 0;
        for _ in 0..5000 {
            let count = random.below(7);
            let members = 1 + random.below(8);
            let sets: Vec<u128> = (0..count).map(|_| random.below(1 << members) as u128).collect();
            let found = by_subsets::<64>(&sets);
            assert_eq!(found, by_augmenting(&sets), "{sets:?}");
            assert_eq!(found, essential(&sets), "{sets:?}");
            let Some(essential) = found else { continue };
            matched += 1;
            for member in 0..members {
                let without: Vec<u128> = sets.iter().map(|set| set & !(1 << member)).collect();
                let needed = by_subsets::<64>(&without).is_none();
                assert_eq!(essential >> member & 1 == 1, needed, "{sets:?} without {member}");
            }
        }
        assert!(matched > 1000);
    }
}
