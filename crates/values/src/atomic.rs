//! Atomic weights: how many ↑ an all-small game is worth (Siegel, chapter II.7; *Winning Ways*, chapter 8).

use rustc_hash::FxHashMap;

use super::store::Arena;
use super::{Form, Halt, Watch};

impl Arena {
    /// The atomic weight of an all-small game; `None` for others.
    ///
    /// ```
    /// use chromex_values::{Arena, Unwatched};
    /// let mut arena = Arena::new();
    /// let game = arena.parse("^3*2")?;
    /// let weight = arena.atomic_weight(game, &mut Unwatched)?;
    /// assert_eq!(weight, Some(arena.parse("3")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn atomic_weight(
        &mut self,
        form: Form,
        watch: &mut impl Watch,
    ) -> Result<Option<Form>, Halt> {
        if !self.is_all_small(form) {
            return Ok(None);
        }
        if let Some(simple) = self.as_simple(form) {
            return Ok(Some(Form { core: 0, shift: simple.ups }));
        }
        // Any nimber that is not a position of the game serves as the far star.
        let far_star = self.nimber(self.birthday(form) + 1)?;
        self.weight(form, far_star, &mut FxHashMap::default(), watch).map(Some)
    }

    /// Siegel's Theorem II.7.12: the options' weights, taxed by 2, unless that gives an integer; then the game
    /// is compared with the far star.
    fn weight(
        &mut self,
        form: Form,
        far_star: Form,
        known: &mut FxHashMap<Form, Form>,
        watch: &mut impl Watch,
    ) -> Result<Form, Halt> {
        if let Some(simple) = self.as_simple(form) {
            return Ok(Form { core: 0, shift: simple.ups });
        }
        if let Some(&known) = known.get(&form) {
            return Ok(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        let options = [self.left_options(form), self.right_options(form)];
        for ((side, options), tax) in sides.iter_mut().zip(options).zip([-2, 2]) {
            for option in options {
                let weight = self.weight(option, far_star, known, watch)?;
                side.push(Arena::shifted(weight, tax));
            }
        }
        let [left, right] = sides;
        let plain = self.from_options_watched(left.clone(), right.clone(), watch)?;
        let weight = match self.as_integer(plain) {
            None => plain,
            Some(_) => {
                let n = self.eccentric_weight(form, far_star, &left, &right);
                Form { core: 0, shift: n }
            }
        };
        known.insert(form, weight);
        Ok(weight)
    }

    /// The weight of a game whose plain weight is an integer: of the integers that would do, the greatest
    /// if the game is above the far star, the least if it is below, and 0 if they are confused.
    fn eccentric_weight(
        &mut self,
        form: Form,
        far_star: Form,
        left: &[Form],
        right: &[Form],
    ) -> i32 {
        if self.le(far_star, form) {
            return self.greatest_below(right);
        }
        if self.le(form, far_star) {
            let mirrored: Vec<Form> = left.iter().map(|&weight| self.neg(weight)).collect();
            return -self.greatest_below(&mirrored);
        }
        0
    }

    /// The greatest integer that is less than or confused with each of these games.
    fn greatest_below(&mut self, games: &[Form]) -> i32 {
        let above = games.iter().map(|&game| self.left_stop(game).ceil()).min();
        let mut n = above.unwrap_or(0);
        while games.iter().any(|&game| self.le(game, Form { core: 0, shift: n })) {
            n -= 1;
        }
        n
    }
}
