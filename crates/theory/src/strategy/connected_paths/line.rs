//! A path, or a cycle cut open next to a red vertex, as a row of places that two sides colour.
//!
//! Everything is stored as runs in ordered maps, so that each question takes logarithmic time.

use std::collections::BTreeMap;

/// Places in a row, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub first: usize,
    pub last: usize,
}

impl Span {
    pub(super) fn len(self) -> usize {
        self.last - self.first + 1
    }

    pub(super) fn holds(self, place: usize) -> bool {
        (self.first..=self.last).contains(&place)
    }
}

/// A set of places as its maximal runs: maps the start of each run to its end.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs(BTreeMap<usize, usize>);

impl Runs {
    /// The run that begins at `place` or before it.
    fn from(&self, place: usize) -> Option<Span> {
        self.0.range(..=place).next_back().map(|(&first, &last)| Span { first, last })
    }

    /// The run that contains this place.
    pub(super) fn holding(&self, place: usize) -> Option<Span> {
        self.from(place).filter(|run| run.holds(place))
    }

    /// The last run that begins before a place.
    pub(super) fn before(&self, place: usize) -> Option<Span> {
        self.from(place.checked_sub(1)?)
    }

    /// The first run that begins after a place.
    pub(super) fn after(&self, place: usize) -> Option<Span> {
        let run = self.0.range(place + 1..).next();
        run.map(|(&first, &last)| Span { first, last })
    }

    /// The runs, from left to right.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Span> + '_ {
        self.0.iter().map(|(&first, &last)| Span { first, last })
    }

    /// The runs that begin in a span, from left to right.
    pub(super) fn within(&self, span: Span) -> impl DoubleEndedIterator<Item = Span> + '_ {
        self.0.range(span.first..=span.last).map(|(&first, &last)| Span { first, last })
    }

    fn insert(&mut self, place: usize) {
        let left = self.before(place).filter(|run| run.last + 1 == place);
        let right = self.after(place).filter(|run| run.first == place + 1);
        if let Some(right) = right {
            self.0.remove(&right.first);
        }
        let first = left.map_or(place, |run| run.first);
        self.0.insert(first, right.map_or(place, |run| run.last));
    }

    fn remove(&mut self, place: usize) {
        let Some(run) = self.holding(place) else { return };
        self.0.remove(&run.first);
        if run.first < place {
            self.0.insert(run.first, place - 1);
        }
        if place < run.last {
            self.0.insert(place + 1, run.last);
        }
    }
}

/// The row: who has coloured what.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub length: usize,
    /// Coloured by the side that the strategy plays.
    pub ours: Runs,
    /// Coloured by the opponent.
    pub theirs: Runs,
    /// Not coloured.
    pub open: Runs,
}

impl Line {
    /// A row of this number of uncoloured places, at least one.
    pub(super) fn new(length: usize) -> Line {
        let open = Runs(BTreeMap::from([(0, length - 1)]));
        Line { length, ours: Runs::default(), theirs: Runs::default(), open }
    }

    /// Colours a place.
    pub(super) fn colour(&mut self, place: usize, ours: bool) {
        self.open.remove(place);
        let side = if ours { &mut self.ours } else { &mut self.theirs };
        side.insert(place);
    }

    pub(super) fn is_open(&self, place: usize) -> bool {
        self.open.holding(place).is_some()
    }

    /// The region around a place that is not ours: everything up to the next places of ours.
    pub(super) fn region(&self, place: usize) -> Span {
        Span {
            first: self.ours.before(place).map_or(0, |run| run.last + 1),
            last: self.ours.after(place).map_or(self.length, |run| run.first) - 1,
        }
    }

    /// All regions, from left to right.
    pub(super) fn regions(&self) -> Vec<Span> {
        let mut regions = Vec::new();
        let mut from = 0;
        for run in self.ours.iter() {
            if from < run.first {
                regions.push(Span { first: from, last: run.first - 1 });
            }
            from = run.last + 1;
        }
        if from < self.length {
            regions.push(Span { first: from, last: self.length - 1 });
        }
        regions
    }

    /// The order of our largest component, if the row is a path.
    pub(super) fn our_largest(&self) -> usize {
        self.ours.iter().map(Span::len).max().unwrap_or(0)
    }
}
