//! Reduced canonical forms: the simplest game that differs by an infinitesimal (Siegel, chapter II.6; Grossman
//! and Siegel, *Reductions of partizan games*).

use rustc_hash::FxHashMap;

use super::dyadic::Dyadic;
use super::store::Arena;
use super::{Form, Halt, Side, Watch};

impl Arena {
    /// The reduced canonical form: the same for all games that differ by infinitesimals.
    ///
    /// ```
    /// use chromex_values::{Arena, Unwatched};
    /// let mut arena = Arena::new();
    /// let game = arena.parse("{2*|1^} + +_3")?;
    /// let reduced = arena.reduced(game, &mut Unwatched)?;
    /// assert_eq!(arena.display(reduced), "{2|1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reduced(&mut self, form: Form, watch: &mut impl Watch) -> Result<Form, Halt> {
        self.reduced_with(form, &mut FxHashMap::default(), watch)
    }

    fn reduced_with(
        &mut self,
        form: Form,
        known: &mut FxHashMap<Form, Form>,
        watch: &mut impl Watch,
    ) -> Result<Form, Halt> {
        if !self.is_hot(form) {
            return Ok(self.number(self.left_stop(form))?);
        }
        if let Some(&known) = known.get(&form) {
            return Ok(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in [Side::Left, Side::Right] {
            let mut options = Vec::new();
            for option in self.options_of(form, side) {
                options.push(self.reduced_with(option, known, watch)?);
            }
            sides[side as usize] = self.nearly_best(form, side, options, watch)?;
        }
        let [left, right] = sides;
        let reduced = self.from_options_watched(left, right, watch)?;
        known.insert(form, reduced);
        Ok(reduced)
    }

    /// The options that are neither dominated nor reversible, up to an infinitesimal. `game`'s
    /// options are already reduced, and therefore the options that replace reversible ones are
    /// reduced too.
    ///
    /// A number that reverses an option is at most the worse stop of the game. Whatever could
    /// replace the option is then dominated by the option that leads to the better stop, so nothing
    /// replaces it.
    fn nearly_best(
        &mut self,
        game: Form,
        side: Side,
        options: Vec<Form>,
        watch: &mut impl Watch,
    ) -> Result<Vec<Form>, Halt> {
        let mut kept: Vec<Form> = Vec::new();
        let mut unseen = options;
        while let Some(option) = unseen.pop() {
            match self.near_reversal(game, side, option, watch)? {
                Some(reversal) if self.is_number(reversal) => {}
                Some(reversal) => unseen.extend(self.options_of(reversal, side)),
                None => self.include_nearly(side, &mut kept, option, watch)?,
            }
        }
        Ok(kept)
    }

    fn include_nearly(
        &mut self,
        side: Side,
        kept: &mut Vec<Form>,
        option: Form,
        watch: &mut impl Watch,
    ) -> Result<(), Halt> {
        for &other in kept.iter() {
            if self.nearly_prefers(side, other, option, watch)? {
                return Ok(());
            }
        }
        let mut better = Vec::with_capacity(kept.len() + 1);
        for &other in kept.iter() {
            if !self.nearly_prefers(side, option, other, watch)? {
                better.push(other);
            }
        }
        better.push(option);
        *kept = better;
        Ok(())
    }

    /// An answer to an option that leaves the opponent no worse off than the game, up to an
    /// infinitesimal.
    fn near_reversal(
        &mut self,
        game: Form,
        side: Side,
        option: Form,
        watch: &mut impl Watch,
    ) -> Result<Option<Form>, Halt> {
        for answer in self.options_of(option, side.opponent()) {
            if self.nearly_prefers(side, game, answer, watch)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Whether `side` likes `b` at least as much as `a`, up to an infinitesimal: `a ≤ b + ε` for
    /// some infinitesimal ε exactly if the left stop of `a − b` is at most 0.
    fn nearly_prefers(
        &mut self,
        side: Side,
        b: Form,
        a: Form,
        watch: &mut impl Watch,
    ) -> Result<bool, Halt> {
        let (low, high) = match side {
            Side::Left => (a, b),
            Side::Right => (b, a),
        };
        if self.left_stop(low) <= self.right_stop(high) {
            return Ok(true);
        }
        if self.left_stop(low) > self.left_stop(high)
            || self.right_stop(low) > self.right_stop(high)
        {
            return Ok(false);
        }
        let negative = self.neg(high);
        let difference = self.add_watched(low, negative, watch)?;
        Ok(self.left_stop(difference) <= Dyadic::ZERO)
    }
}
