//! What kind of game a value is, and with which numbers it is confused.

use std::fmt;

use rustc_hash::FxHashMap;

use super::dyadic::Dyadic;
use super::store::Arena;
use super::{Form, Halt, Side, Watch};

/// The kinds of games; each kind excludes those listed before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// A number: nobody wants to move.
    Number,
    /// At every stage both players can move, or neither can.
    AllSmall,
    /// Smaller than every positive number, and greater than every negative one.
    Infinitesimal,
    /// A number plus an infinitesimal.
    Numberish,
    /// Whoever moves gains: the left stop is greater than the right stop.
    Hot,
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueKind::Number => "number",
            ValueKind::AllSmall => "all-small",
            ValueKind::Infinitesimal => "infinitesimal",
            ValueKind::Numberish => "a number plus an infinitesimal",
            ValueKind::Hot => "hot",
        })
    }
}

/// The numbers that a game is confused with: an interval that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The right stop.
    pub low: Dyadic,
    /// Whether the right stop belongs to it.
    pub low_belongs: bool,
    /// The left stop.
    pub high: Dyadic,
    /// Whether the left stop belongs to it.
    pub high_belongs: bool,
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.low_belongs { '[' } else { '(' };
        let close = if self.high_belongs { ']' } else { ')' };
        write!(f, "{open}{}, {}{close}", self.low, self.high)
    }
}

impl Arena {
    /// What kind of game it is.
    pub fn kind(&self, form: Form) -> ValueKind {
        if self.is_number(form) {
            ValueKind::Number
        } else if self.is_hot(form) {
            ValueKind::Hot
        } else if !self.is_infinitesimal(form) {
            ValueKind::Numberish
        } else if self.is_all_small(form) {
            ValueKind::AllSmall
        } else {
            ValueKind::Infinitesimal
        }
    }

    /// Whether the left stop is greater than the right stop.
    pub fn is_hot(&self, form: Form) -> bool {
        self.left_stop(form) > self.right_stop(form)
    }

    /// Whether both stops are zero. Zero is an infinitesimal too.
    pub fn is_infinitesimal(&self, form: Form) -> bool {
        (self.left_stop(form), self.right_stop(form)) == (Dyadic::ZERO, Dyadic::ZERO)
    }

    /// Whether at every stage both players can move, or neither can.
    pub fn is_all_small(&self, form: Form) -> bool {
        self.is_all_small_with(form, &mut FxHashMap::default())
    }

    fn is_all_small_with(&self, form: Form, known: &mut FxHashMap<Form, bool>) -> bool {
        if self.is_number(form) || !self.is_infinitesimal(form) {
            return form == Form::ZERO;
        }
        if let Some(&known) = known.get(&form) {
            return known;
        }
        let core = self.core(form);
        let mut options = self.pool[core.left().start..core.right().end].iter();
        let all = options.all(|&o| self.is_all_small_with(Arena::shifted(o, form.shift), known));
        known.insert(form, all);
        all
    }

    /// The numbers that the game is confused with, if there are any.
    pub fn confusion_interval(&self, form: Form) -> Option<Interval> {
        let [left, right] = self.stops(form);
        // A game is ≤ its left stop unless that is adorned, ≥ its right stop if that is.
        let (high_belongs, low_belongs) = (left.is_adorned(), !right.is_adorned());
        let (low, high) = (right.number(), left.number());
        let some = low < high || low_belongs && high_belongs;
        some.then_some(Interval { low, low_belongs, high, high_belongs })
    }

    /// For each option of the canonical form, in order: what the player gains who moves to it, that
    /// is `Gᴸ − G` or `G − Gᴿ`.
    pub fn incentives(
        &mut self,
        form: Form,
        side: Side,
        watch: &mut impl Watch,
    ) -> Result<Vec<Form>, Halt> {
        let mut incentives = Vec::new();
        for option in self.options_of(form, side) {
            let (better, worse) = match side {
                Side::Left => (option, form),
                Side::Right => (form, option),
            };
            let negative = self.neg(worse);
            incentives.push(self.add_watched(better, negative, watch)?);
        }
        Ok(incentives)
    }
}
