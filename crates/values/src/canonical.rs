//! Canonical forms: from any options to the only form without dominated and reversible ones
//! (Siegel, chapter II).
//!
//! What holds for Left holds for Right with the order reversed, so each step is written once, for a
//! `side`.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Side;

use super::dyadic::Dyadic;
use super::stops::Stop;
use super::store::{Arena, soon};
use super::trials::Trials;
use super::{Form, Halt, OutOfRange, Unwatched, Watch, unwatched};

/// The options of both sides, perhaps in two groups: the first `size` options are known not to
/// dominate each other, and neither do the others.
pub(super) struct Options {
    pub sides: [Vec<Form>; 2],
    pub groups: Option<[usize; 2]>,
}

/// A game that is not a number, while its canonical form is being built: its value is fixed, its
/// options become fewer.
struct Raw {
    sides: [Vec<Form>; 2],
    stops: [Stop; 2],
    /// The trials of the game minus `shift`.
    trials: Trials,
    shift: i32,
    /// For each side, forms whose comparison with this game is known: for Left, whether they are at
    /// most the game; for Right, whether they are at least the game.
    known: [FxHashMap<Form, bool>; 2],
}

impl Arena {
    /// The game `{left | right}`.
    pub fn from_options(&mut self, left: &[Form], right: &[Form]) -> Result<Form, OutOfRange> {
        unwatched(self.from_options_watched(left.to_vec(), right.to_vec(), &mut Unwatched))
    }

    /// The game `{left | right}`; the work may take long and is watched.
    pub fn from_options_watched(
        &mut self,
        left: Vec<Form>,
        right: Vec<Form>,
        watch: &mut impl Watch,
    ) -> Result<Form, Halt> {
        self.canonical(Options { sides: [left, right], groups: None }, watch)
    }

    pub(super) fn canonical(
        &mut self,
        options: Options,
        watch: &mut impl Watch,
    ) -> Result<Form, Halt> {
        let bytes = self.bytes();
        let grown = bytes.saturating_sub(self.reported);
        self.reported = bytes;
        watch.step(grown, self.orders.soon() + soon(&self.sums))?;
        let [left, right] = &options.sides;
        let lower = left.iter().map(|&form| self.stops(form)[1]).max();
        let upper = right.iter().map(|&form| self.stops(form)[0]).min();
        let gap = Dyadic::simplest(lower.map(Stop::lower_end), upper.map(Stop::upper_end))?;
        if let Some(number) = gap {
            return Ok(self.number(number)?);
        }
        // Without options on one side there always is a number.
        let (Some(left), Some(right)) = (lower, upper) else { return Err(OutOfRange.into()) };
        Ok(self.canonical_hot(options, [left, right])?)
    }

    /// The canonical form of a game that is not a number.
    fn canonical_hot(&mut self, options: Options, stops: [Stop; 2]) -> Result<Form, OutOfRange> {
        let mut sides = options.sides;
        for side in [Side::Left, Side::Right] {
            let all = std::mem::take(&mut sides[side as usize]);
            sides[side as usize] = match options.groups {
                Some(groups) => self.best_of_two(side, all, groups[side as usize]),
                None => self.best(side, all),
            };
        }
        let shift = -stops[0].number().floor();
        let trials = self.trials(stops.map(|stop| stop.shifted(shift)), &sides, shift);
        let mut raw = Raw { sides, stops, trials, shift, known: Default::default() };
        self.bypass(Side::Left, &mut raw);
        self.bypass(Side::Right, &mut raw);
        let [mut left, mut right] = raw.sides;
        // Only simple values have nothing but simple options.
        if left.iter().chain(&right).all(|&option| self.core(option).is_simple()) {
            left.sort_unstable();
            right.sort_unstable();
            if let Some(simple) = self.recognise(&left, &right) {
                return self.simple_form(simple);
            }
        }
        self.intern_in_range(&mut left, &mut right, stops)
    }

    /// Whether `side` likes `b` at least as much as `a`.
    fn prefers(&mut self, side: Side, b: Form, a: Form) -> bool {
        match side {
            Side::Left => self.le(a, b),
            Side::Right => self.le(b, a),
        }
    }

    /// The options that are not dominated. Those with the best stops come first: they dominate others most often, and are dominated
    /// only by options with the same stops.
    fn best(&mut self, side: Side, mut options: Vec<Form>) -> Vec<Form> {
        let stops = |&form: &Form| {
            let sum = Stop::sum(self.stops(form));
            (if side == Side::Left { -sum } else { sum }, form)
        };
        let mut ordered: SmallVec<[(i64, Form); 16]> = options.iter().map(stops).collect();
        ordered.sort_by_key(|&(stops, _)| stops);
        // Those that are kept move to the front.
        let mut kept = 0;
        for i in 0..ordered.len() {
            let (stops, form) = ordered[i];
            if ordered[..kept].iter().any(|&(_, other)| self.prefers(side, other, form)) {
                continue;
            }
            let alike = ordered[..kept].partition_point(|&(best, _)| best < stops);
            let mut better = alike;
            for j in alike..kept {
                let other = ordered[j];
                if !self.prefers(side, form, other.1) {
                    ordered[better] = other;
                    better += 1;
                }
            }
            ordered[better] = (stops, form);
            kept = better + 1;
        }
        options.clear();
        options.extend(ordered[..kept].iter().map(|&(_, form)| form));
        options
    }

    /// Adds an option unless it is dominated, and removes those that it dominates.
    fn include(&mut self, side: Side, kept: &mut Vec<Form>, form: Form) {
        if !kept.iter().any(|&other| self.prefers(side, other, form)) {
            kept.retain(|&other| !self.prefers(side, form, other));
            kept.push(form);
        }
    }

    /// The options that are not dominated, if only an option of the other group can dominate one.
    fn best_of_two(&mut self, side: Side, mut first: Vec<Form>, size: usize) -> Vec<Form> {
        let mut second = first.split_off(size);
        first.retain(|&a| !second.iter().any(|&b| self.prefers(side, b, a)));
        second.retain(|&b| !first.iter().any(|&a| self.prefers(side, a, b)));
        first.append(&mut second);
        first
    }

    /// Replaces each option that the opponent can reverse by what `side` can then do.
    ///
    /// Numbers need no attention: if the game is not a number, an option that is a number and not
    /// dominated equals the stop, and a number that reversed it would be better than the stop and
    /// at most the game. If a number reverses an option, what `side` can then do is worse than the
    /// stop and therefore dominated. Hence it is correct that cores of numbers list no options.
    fn bypass(&mut self, side: Side, raw: &mut Raw) {
        let mut unseen = SmallVec::<[Form; 16]>::from_slice(&raw.sides[side as usize]);
        while let Some(form) = unseen.pop() {
            if !raw.sides[side as usize].contains(&form) {
                continue;
            }
            let Some(reversal) = self.reversal(side, raw, form) else { continue };
            raw.sides[side as usize].retain(|&other| other != form);
            for i in self.core(reversal).options(side) {
                let option = Arena::shifted(self.pool[i], reversal.shift);
                self.include(side, &mut raw.sides[side as usize], option);
                unseen.push(option);
            }
        }
    }

    /// An answer to an option that leaves the opponent no worse off than before.
    fn reversal(&mut self, side: Side, raw: &mut Raw, form: Form) -> Option<Form> {
        let mut answers = self.core(form).options(side.opponent());
        let found = answers.find(|&i| {
            let answer = Arena::shifted(self.pool[i], form.shift);
            self.is_no_better(side, answer, raw)
        });
        found.map(|i| Arena::shifted(self.pool[i], form.shift))
    }

    /// Whether the form is no better than the game: at most the game for Left, at least for Right.
    fn is_no_better(&mut self, side: Side, form: Form, raw: &mut Raw) -> bool {
        if let Some(sure) = self.is_no_better_at_sight(side, form, raw) {
            return sure;
        }
        if let Some(&known) = raw.known[side as usize].get(&form) {
            return known;
        }
        let enemy = side.opponent();
        let answered = raw.sides[enemy as usize].iter().any(|&o| self.prefers(side, form, o));
        let no_better = !answered
            && !self.core(form).options(side).any(|i| {
                let option = Arena::shifted(self.pool[i], form.shift);
                self.is_no_better(enemy, option, raw)
            });
        raw.known[side as usize].insert(form, no_better);
        no_better
    }

    /// What stops and trials alone say about [`Self::is_no_better`]; see [`Arena::le_at_sight`].
    fn is_no_better_at_sight(&self, side: Side, form: Form, raw: &Raw) -> Option<bool> {
        let stops = self.stops(form);
        let trials = &self.core(form).trials;
        match side {
            Side::Left => Stop::tell(stops, raw.stops)
                .or_else(|| trials.tell(&raw.trials, -raw.shift - form.shift)),
            Side::Right => Stop::tell(raw.stops, stops)
                .or_else(|| raw.trials.tell(trials, form.shift + raw.shift)),
        }
    }
}
