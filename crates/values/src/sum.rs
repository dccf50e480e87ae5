//! Sums and negatives.

use super::Side;

use super::canonical::Options;
use super::dyadic::Dyadic;
use super::store::Arena;
use super::{Form, Halt, OutOfRange, Unwatched, Watch, unwatched};

impl Arena {
    /// The sum of two games.
    pub fn add(&mut self, a: Form, b: Form) -> Result<Form, OutOfRange> {
        unwatched(self.add_watched(a, b, &mut Unwatched))
    }

    /// The sum of two games; the work may take long and is watched.
    pub fn add_watched(&mut self, a: Form, b: Form, watch: &mut impl Watch) -> Result<Form, Halt> {
        let sum = self.add_cores(a.core.min(b.core), a.core.max(b.core), watch)?;
        self.checked_shift(sum, a.shift + b.shift).map_err(Halt::from)
    }

    /// The difference of two games.
    pub fn sub(&mut self, a: Form, b: Form) -> Result<Form, OutOfRange> {
        let negative = self.neg(b);
        self.add(a, negative)
    }

    /// The sum of `n` copies of a game, or of `−n` copies of its negative.
    pub fn times(&mut self, n: i64, form: Form) -> Result<Form, OutOfRange> {
        unwatched(self.times_watched(n, form, &mut Unwatched))
    }

    /// The sum of `n` copies, by doubling; the work may take long and is watched.
    pub fn times_watched(
        &mut self,
        n: i64,
        form: Form,
        watch: &mut impl Watch,
    ) -> Result<Form, Halt> {
        let mut doubled = if n < 0 { self.neg(form) } else { form };
        let mut sum = Form::ZERO;
        let mut left = n.unsigned_abs();
        while left > 0 {
            if left & 1 == 1 {
                sum = self.add_watched(sum, doubled, watch)?;
            }
            left >>= 1;
            if left > 0 {
                doubled = self.add_watched(doubled, doubled, watch)?;
            }
        }
        Ok(sum)
    }

    /// A form plus an integer, if it stays in range.
    fn checked_shift(&self, form: Form, by: i32) -> Result<Form, OutOfRange> {
        let moved = Arena::shifted(form, by);
        let stops = [self.left_stop(moved), self.right_stop(moved)];
        if stops.iter().all(|stop| stop.is_in_range()) { Ok(moved) } else { Err(OutOfRange) }
    }

    fn add_cores(&mut self, a: u32, b: u32, watch: &mut impl Watch) -> Result<Form, Halt> {
        let (first, second) = (Form { core: a, shift: 0 }, Form { core: b, shift: 0 });
        if a == 0 {
            return Ok(second);
        }
        if let (Some(x), Some(y)) = (self.as_simple(first), self.as_simple(second)) {
            return Ok(self.simple_form(x.plus(y))?);
        }
        let key = u64::from(a) << 32 | u64::from(b);
        if let Some(&sum) = self.sums.get(&key) {
            return Ok(sum);
        }
        let sum = if self.is_number(first) {
            self.translate(second, self.left_stop(first), watch)?
        } else if self.is_number(second) {
            self.translate(first, self.left_stop(second), watch)?
        } else if self.neg(first).core == b {
            let shift = -self.neg(first).shift;
            Form { core: 0, shift }
        } else {
            self.add_by_options(first, second, watch)?
        };
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// A game that is not a number, plus a number: the options are translated (number translation,
    /// Siegel, chapter II), and are canonical if they were. Canonical options that are numbers
    /// remain so because they equal the stop, which no reversing number can reach.
    fn translate(&mut self, a: Form, x: Dyadic, watch: &mut impl Watch) -> Result<Form, Halt> {
        let number = self.number(x)?;
        let [mut left, mut right] = self.moves(a, number, watch)?;
        let stops = self.stops(a).map(|stop| stop.plus(x));
        Ok(self.intern_in_range(&mut left, &mut right, stops)?)
    }

    /// The sums after a move in the first game.
    fn moves(&mut self, a: Form, b: Form, watch: &mut impl Watch) -> Result<[Vec<Form>; 2], Halt> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Side::Left, Side::Right]) {
            for i in self.core(a).options(player) {
                let option = Arena::shifted(self.pool[i], a.shift);
                side.push(self.add_watched(option, b, watch)?);
            }
        }
        Ok(sides)
    }

    /// The definition of a sum. Moves in the same canonical form do not dominate each other.
    fn add_by_options(&mut self, a: Form, b: Form, watch: &mut impl Watch) -> Result<Form, Halt> {
        let mut sides = self.moves(a, b, watch)?;
        let groups = Some([sides[0].len(), sides[1].len()]);
        for (side, more) in sides.iter_mut().zip(self.moves(b, a, watch)?) {
            side.extend(more);
        }
        self.canonical(Options { sides, groups }, watch)
    }

    /// The negative: the game with the roles of the players exchanged.
    pub fn neg(&mut self, form: Form) -> Form {
        if let Some(known) = self.more[form.core as usize].negative {
            return Arena::shifted(known, -form.shift);
        }
        let negative = self.neg_core(form.core);
        self.more[form.core as usize].negative = Some(negative);
        // If −A = B + n, then −B = A + n.
        let back = Form { core: form.core, shift: negative.shift };
        self.more[negative.core as usize].negative = Some(back);
        Arena::shifted(negative, -form.shift)
    }

    fn neg_core(&mut self, core: u32) -> Form {
        let form = Form { core, shift: 0 };
        let mirrored = match self.as_simple(form) {
            Some(simple) => self.simple_form(simple.negative()),
            None => {
                let core = self.core(form).clone();
                let mut negatives = |range: std::ops::Range<usize>| -> Vec<Form> {
                    range.map(|i| self.neg(self.pool[i])).collect()
                };
                let (mut left, mut right) = (negatives(core.right()), negatives(core.left()));
                self.intern(
                    &mut left,
                    &mut right,
                    [core.right_stop.mirrored(), core.left_stop.mirrored()],
                )
            }
        };
        mirrored.expect("negatives are as large as what they are of, and as many fit")
    }
}
