//! Which colours may not stand near each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::palette::Colour;

/// A condition on pairs of vertices: which two colours may not both stand within which distance, and
/// which may not stand at the two ends of an arc. Two equal conditions are the same condition, however
/// they were put together.
///
/// ```
/// use chromex_rules::PairRule;
/// // L(2,1)-labelling with three labels: neighbours differ by two, vertices at distance 2 differ.
/// let mut rule = PairRule::different(2, 3);
/// rule.forbid_within(1, 1, 2);
/// rule.forbid_within(1, 2, 3);
/// assert_eq!(rule.reach(), 2);
/// assert!(rule.allows_near(1, 3) && !rule.allows_near(2, 3) && !rule.allows_near(3, 3));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct PairRule {
    /// For two colours, the smaller one first, the distance within which they may not both stand.
    near: BTreeMap<(Colour, Colour), usize>,
    /// The colours that may not stand at the tail and at the head of an arc, though the other way
    /// round they may.
    arcs: BTreeSet<(Colour, Colour)>,
}

impl PairRule {
    /// Vertices within this distance must have different colours.
    pub fn different(distance: usize, colours: usize) -> PairRule {
        let mut rule = PairRule::default();
        (1..=colours as Colour).for_each(|c| rule.forbid_within(distance, c, c));
        rule
    }

    /// Adjacent coloured vertices must be alike.
    pub fn alike(colours: usize) -> PairRule {
        let mut rule = PairRule::default();
        for a in 1..=colours as Colour {
            (1..a).for_each(|b| rule.forbid_within(1, a, b));
        }
        rule
    }

    /// Forbids these two colours at vertices that are no further apart; the directions of arcs do not
    /// count.
    pub fn forbid_within(&mut self, distance: usize, a: Colour, b: Colour) {
        if distance == 0 {
            return;
        }
        let held = self.near.entry((a.min(b), a.max(b))).or_default();
        *held = distance.max(*held);
        self.arcs.remove(&(a, b));
        self.arcs.remove(&(b, a));
    }

    /// Forbids arcs from a vertex of the one colour to one of the other.
    pub fn forbid_arc(&mut self, tail: Colour, head: Colour) {
        if tail == head || self.arcs.contains(&(head, tail)) {
            self.forbid_within(1, tail, head);
        } else if self.allows_near(tail, head) {
            self.arcs.insert((tail, head));
        }
    }

    /// How far apart two vertices can be that matter to each other.
    pub fn reach(&self) -> usize {
        let near = self.near.values().copied().max().unwrap_or(0);
        near.max(usize::from(!self.arcs.is_empty()))
    }

    /// Whether two vertices may always have these colours, however near they are, arcs aside.
    pub fn allows_near(&self, a: Colour, b: Colour) -> bool {
        self.allows_beyond(0, a, b)
    }

    /// Whether two vertices may have these colours wherever they are further apart than that, arcs
    /// aside.
    pub fn allows_beyond(&self, distance: usize, a: Colour, b: Colour) -> bool {
        self.near.get(&(a.min(b), a.max(b))).is_none_or(|&within| within <= distance)
    }

    /// Whether an arc may go from a vertex of the one colour to one of the other.
    pub fn allows_arc(&self, tail: Colour, head: Colour) -> bool {
        self.allows_near(tail, head) && !self.arcs.contains(&(tail, head))
    }

    /// The same condition with other colours in the place of these.
    pub fn recoloured(&self, new: impl Fn(Colour) -> Colour) -> PairRule {
        let mut rule = PairRule::default();
        for (&(a, b), &distance) in &self.near {
            rule.forbid_within(distance, new(a), new(b));
        }
        self.arcs.iter().for_each(|&(a, b)| rule.forbid_arc(new(a), new(b)));
        rule
    }
}

/// `1-1/2,1-2/1,2>1`: colours 1 and 1 not within distance 2, colours 1 and 2 not within distance 1, no
/// arc from colour 2 to colour 1.
impl fmt::Display for PairRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = self.near.iter().map(|((a, b), distance)| format!("{a}-{b}/{distance}"));
        let arcs = self.arcs.iter().map(|(tail, head)| format!("{tail}>{head}"));
        f.write_str(&near.chain(arcs).collect::<Vec<_>>().join(","))
    }
}
