//! Cooling, heating and overheating: a tax on every move, or a bonus for it (Siegel, chapter II.5; *Winning
//! Ways*, chapters 6 and 8).

use rustc_hash::FxHashMap;

use super::dyadic::Dyadic;
use super::store::Arena;
use super::{Form, Halt, OutOfRange, Watch};

/// How to rebuild a game: which forms stay as they are or are replaced at once, and what each move
/// costs or brings.
struct Rebuild<'w, W, F> {
    /// Returns what a form becomes if its options need not be looked at.
    settled: F,
    /// What each player gains with each move.
    bonus: Form,
    known: FxHashMap<Form, Form>,
    watch: &'w mut W,
}

impl Arena {
    /// The game cooled by `t`: every move costs `t`, until the game has become a number. Temperatures are
    /// not negative.
    ///
    /// ```
    /// use chromex_values::{Arena, Dyadic, Unwatched};
    /// let mut arena = Arena::new();
    /// let hot = arena.parse("{4|0}")?;
    /// let cooled = arena.cooled(hot, Dyadic::new(1, 0).unwrap(), &mut Unwatched)?;
    /// assert_eq!(arena.display(cooled), "{3|1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cooled(&mut self, form: Form, t: Dyadic, watch: &mut impl Watch) -> Result<Form, Halt> {
        if t < Dyadic::ZERO {
            return Err(OutOfRange.into());
        }
        let bonus = self.number(-t)?;
        let settled = |arena: &mut Arena, form, _: &mut _| match t > arena.temperature(form)? {
            true => {
                let mean = arena.mean(form)?;
                Ok(Some(arena.number(mean)?))
            }
            false => Ok(None),
        };
        self.rebuilt(form, &mut Rebuild { settled, bonus, known: FxHashMap::default(), watch })
    }

    /// The game heated by `t`, ∫ᵗ: every move brings `t`; numbers stay as they are.
    pub fn heated(&mut self, form: Form, t: Form, watch: &mut impl Watch) -> Result<Form, Halt> {
        let settled =
            |arena: &mut Arena, form, _: &mut _| Ok(arena.is_number(form).then_some(form));
        self.rebuilt(form, &mut Rebuild { settled, bonus: t, known: FxHashMap::default(), watch })
    }

    /// The game overheated from `s` to `t`: every move brings `t`, and an integer `n` becomes `n` copies
    /// of `s`.
    pub fn overheated(
        &mut self,
        form: Form,
        s: Form,
        t: Form,
        watch: &mut impl Watch,
    ) -> Result<Form, Halt> {
        let settled = |arena: &mut Arena, form, watch: &mut _| match arena.as_integer(form) {
            Some(n) => arena.times_watched(n.into(), s, watch).map(Some),
            None => Ok(None),
        };
        self.rebuilt(form, &mut Rebuild { settled, bonus: t, known: FxHashMap::default(), watch })
    }

    fn rebuilt<W: Watch, F>(
        &mut self,
        form: Form,
        how: &mut Rebuild<'_, W, F>,
    ) -> Result<Form, Halt>
    where
        F: FnMut(&mut Arena, Form, &mut W) -> Result<Option<Form>, Halt>,
    {
        if let Some(&known) = how.known.get(&form) {
            return Ok(known);
        }
        let rebuilt = match (how.settled)(self, form, how.watch)? {
            Some(settled) => settled,
            None => {
                let malus = self.neg(how.bonus);
                let left = self.left_options(form);
                let left = self.rebuilt_options(left, how.bonus, how)?;
                let right = self.right_options(form);
                let right = self.rebuilt_options(right, malus, how)?;
                self.from_options_watched(left, right, how.watch)?
            }
        };
        how.known.insert(form, rebuilt);
        Ok(rebuilt)
    }

    fn rebuilt_options<W: Watch, F>(
        &mut self,
        options: Vec<Form>,
        gain: Form,
        how: &mut Rebuild<'_, W, F>,
    ) -> Result<Vec<Form>, Halt>
    where
        F: FnMut(&mut Arena, Form, &mut W) -> Result<Option<Form>, Halt>,
    {
        let mut rebuilt = Vec::with_capacity(options.len());
        for option in options {
            let option = self.rebuilt(option, how)?;
            rebuilt.push(self.add_watched(option, gain, how.watch)?);
        }
        Ok(rebuilt)
    }
}
