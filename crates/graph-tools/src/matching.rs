//! Bipartite matching: each set is given a member that no other set has, along augmenting paths
//! (Kuhn).

use crate::bits::VertexSet;

/// Which member of `0..128` is given to which set. A set may be given several.
///
/// The sets are looked up by number, so that the caller need not copy them.
///
/// ```
/// use chromex_graph_tools::matching::Matching;
/// let sets = [0b11, 0b01];
/// let mut matching = Matching::default();
/// assert!(matching.augment(&|i| sets[i], 0, &mut 0));
/// assert!(matching.augment(&|i| sets[i], 1, &mut 0));
/// assert_eq!([matching.owner(0), matching.owner(1)], [1, 0]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Matching {
    /// The members that are given away.
    pub given: u128,
    owner: [u8; 128],
}

impl Default for Matching {
    fn default() -> Matching {
        Matching { given: 0, owner: [0; 128] }
    }
}

impl Matching {
    /// Finds one more member for a set (of at most 256), if necessary by changing the members of
    /// others.
    ///
    /// Members in `tried` stay where they are; members that were tried without success are added to
    /// it.
    pub fn augment(&mut self, sets: &impl Fn(usize) -> u128, set: usize, tried: &mut u128) -> bool {
        let members = sets(set);
        let unowned = members & !self.given;
        if unowned != 0 {
            self.give(unowned.trailing_zeros() as usize, set);
            return true;
        }
        for member in VertexSet(members).iter() {
            let owner = self.owner(member);
            if owner == set || *tried >> member & 1 == 1 {
                continue;
            }
            *tried |= 1 << member;
            if self.augment(sets, owner, tried) {
                self.give(member, set);
                return true;
            }
        }
        false
    }

    /// The set that a given member belongs to.
    pub fn owner(&self, member: usize) -> usize {
        self.owner[member].into()
    }

    /// Gives a member to a set.
    pub fn give(&mut self, member: usize, set: usize) {
        self.given |= 1 << member;
        self.owner[member] = set as u8;
    }
}

/// Whether every set can be given a member that no other set has.
pub fn can_all_be_matched(sets: &[u128]) -> bool {
    let mut matching = Matching::default();
    (0..sets.len()).all(|set| matching.augment(&|i| sets[i], set, &mut 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_ones_own() {
        assert!(can_all_be_matched(&[]));
        assert!(can_all_be_matched(&[0b110, 0b10, 0b1100]));
        assert!(!can_all_be_matched(&[0b110, 0b10, 0b100]));
        assert!(!can_all_be_matched(&[0]));
        assert!(can_all_be_matched(&[0b110, 0b1100, 0b1010]));
    }
}
