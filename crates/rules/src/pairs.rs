//! Which colours may not stand near each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::palette::{Colour, Palette};

/// A condition on pairs of vertices: which two colours may not both stand within which distance,
/// and which may not stand at the two ends of an arc. Two conditions are equal if they forbid the
/// same, in whatever way they were built.
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
    /// The pairs of colours that may not stand at the tail and at the head of an arc, although they
    /// may the other way round.
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

    /// Forbids these two colours at two vertices whose distance is at most `distance`; the
    /// directions of arcs do not count.
    pub fn forbid_within(&mut self, distance: usize, a: Colour, b: Colour) {
        if distance == 0 {
            return;
        }
        let held = self.near.entry((a.min(b), a.max(b))).or_default();
        *held = distance.max(*held);
        self.arcs.remove(&(a, b));
        self.arcs.remove(&(b, a));
    }

    /// Forbids arcs from a vertex of the first colour to a vertex of the second.
    pub fn forbid_arc(&mut self, tail: Colour, head: Colour) {
        if tail == head || self.arcs.contains(&(head, tail)) {
            self.forbid_within(1, tail, head);
        } else if self.allows_near(tail, head) {
            self.arcs.insert((tail, head));
        }
    }

    /// The distances that occur in the condition, each once, smallest first.
    pub(crate) fn distances(&self) -> Vec<usize> {
        self.near.values().copied().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whether it says anything about arcs.
    pub(crate) fn sees_arcs(&self) -> bool {
        !self.arcs.is_empty()
    }

    /// The largest distance of two vertices that matter to each other.
    pub fn reach(&self) -> usize {
        let near = self.near.values().copied().max().unwrap_or(0);
        near.max(usize::from(!self.arcs.is_empty()))
    }

    /// Whether two vertices may always have these colours, however near they are, arcs aside.
    pub fn allows_near(&self, a: Colour, b: Colour) -> bool {
        self.allows_beyond(0, a, b)
    }

    /// Whether two vertices may have these colours whenever their distance is larger than
    /// `distance`, arcs aside.
    pub fn allows_beyond(&self, distance: usize, a: Colour, b: Colour) -> bool {
        self.near.get(&(a.min(b), a.max(b))).is_none_or(|&within| within <= distance)
    }

    /// Whether an arc may go from a vertex of the first colour to a vertex of the second.
    pub fn allows_arc(&self, tail: Colour, head: Colour) -> bool {
        self.allows_near(tail, head) && !self.arcs.contains(&(tail, head))
    }

    /// The pairs of colours that may not stand within a distance, with the distance.
    pub fn near(&self) -> impl Iterator<Item = (Colour, Colour, usize)> {
        self.near.iter().map(|(&(a, b), &distance)| (a, b, distance))
    }

    /// The pairs of colours (of tail and head) that no arc may have, although the reverse pair is
    /// allowed.
    pub fn arcs(&self) -> impl Iterator<Item = (Colour, Colour)> {
        self.arcs.iter().copied()
    }

    /// The condition with each colour replaced by its new one.
    pub fn recoloured(&self, new: impl Fn(Colour) -> Colour) -> PairRule {
        let mut rule = PairRule::default();
        for (&(a, b), &distance) in &self.near {
            rule.forbid_within(distance, new(a), new(b));
        }
        self.arcs.iter().for_each(|&(a, b)| rule.forbid_arc(new(a), new(b)));
        rule
    }
}

/// How the condition is written in the description of a game.
impl PairRule {
    /// `same/2,1-2,2>3`: no two vertices of one colour within distance 2, colours 1 and 2 not at adjacent
    /// vertices, no arc from colour 2 to colour 3. Colours are written by their names in the palette.
    pub(crate) fn written(&self, palette: Palette<'_>) -> String {
        let (same, different) = (self.all(palette, true), self.all(palette, false));
        let far = |distance: usize| match distance {
            1 => String::new(),
            _ => format!("/{distance}"),
        };
        let words = [("same", same), ("different", different)];
        let words = words.iter().filter_map(|(word, all)| all.map(|d| format!("{word}{}", far(d))));
        let single = |pair: &(Colour, Colour)| match pair.0 == pair.1 {
            true => same.is_none(),
            false => different.is_none(),
        };
        let near = self.near.iter().filter(|(pair, _)| single(pair)).map(|(&(a, b), &distance)| {
            format!("{}-{}{}", palette.short(a), palette.short(b), far(distance))
        });
        let arcs = self.arcs.iter();
        let arcs = arcs.map(|&(a, b)| format!("{}>{}", palette.short(a), palette.short(b)));
        words.chain(near).chain(arcs).collect::<Vec<_>>().join(",")
    }

    /// The distance, if it is the same one for all pairs of equal colours, or for all of different ones.
    fn all(&self, palette: Palette<'_>, equal: bool) -> Option<usize> {
        let pairs = palette.colours().flat_map(|a| palette.colours().map(move |b| (a, b)));
        let mut wanted = pairs.filter(|(a, b)| if equal { a == b } else { a < b });
        let distance = *self.near.get(&wanted.next()?)?;
        wanted.all(|pair| self.near.get(&pair) == Some(&distance)).then_some(distance)
    }
}
