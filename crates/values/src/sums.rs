//! Who wins a sum of games, without computing the canonical form of the sum: for hot games it may
//! be too large.
//!
//! Simple parts are added up, and parts that cancel each other are left out. If only switches and
//! one simple part are left, it is right to play the hottest switch first, and the winner is known
//! at once (`switches.rs`). The walls of the thermographs settle most other sums (`bounds.rs`).
//! What remains is searched, hottest part first, until two parts are left, which are compared.
//! `hottest.rs` finds how much a player loses by playing the hottest part first when that is not
//! right.

mod bounds;
mod hottest;
mod switches;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::store::Arena;
use super::{Class, Form, Halt, Side, Watch};

pub use hottest::HottestFirst;

/// The parts of a sum that are not zero, sorted; at most one of them is simple.
type Parts = SmallVec<[Form; 6]>;

/// Who wins sums of the games of an arena. Results are remembered, so use one `Sums` for all sums
/// that have parts in common.
#[derive(Debug, Default)]
pub struct Sums {
    /// Whether the player to move wins. The `bool` in the key says whether that player is Left.
    known: FxHashMap<(Parts, bool), bool>,
}

impl Arena {
    /// Who wins the sum of these games.
    ///
    /// ```
    /// use chromex_values::{Arena, Class, Unwatched};
    /// let mut arena = Arena::new();
    /// let parts = ["{5|1||-3}", "±4", "{2||1|-6}", "*"].map(|text| arena.parse(text).unwrap());
    /// assert_eq!(arena.sum_outcome(&parts, &mut Unwatched), Ok(Class::N));
    /// ```
    pub fn sum_outcome(&mut self, parts: &[Form], watch: &mut impl Watch) -> Result<Class, Halt> {
        Sums::default().outcome(self, parts, watch)
    }

    /// The parts of the sum, with simple parts added up and parts that cancel each other left out.
    fn gathered(&mut self, parts: &[Form]) -> Result<Parts, Halt> {
        let mut simple = Form::ZERO;
        let mut others = Parts::new();
        for &part in parts {
            if self.as_simple(part).is_some() {
                simple = self.add(simple, part)?;
                continue;
            }
            let negative = self.neg(part);
            match others.iter().position(|&other| other.core == negative.core) {
                Some(place) => {
                    let other = others.swap_remove(place);
                    let rest = Form { core: 0, shift: other.shift - negative.shift };
                    simple = self.add(simple, rest)?;
                }
                None => others.push(part),
            }
        }
        if simple != Form::ZERO {
            others.push(simple);
        }
        others.sort_unstable();
        Ok(others)
    }
}

impl Sums {
    /// Who wins the sum of these games.
    pub fn outcome(
        &mut self,
        arena: &mut Arena,
        parts: &[Form],
        watch: &mut impl Watch,
    ) -> Result<Class, Halt> {
        let left = self.wins(arena, parts, Side::Left, watch)?;
        Ok(Class::new(left, self.wins(arena, parts, Side::Right, watch)?))
    }

    /// Whether this player wins the sum, moving first.
    pub fn wins(
        &mut self,
        arena: &mut Arena,
        parts: &[Form],
        side: Side,
        watch: &mut impl Watch,
    ) -> Result<bool, Halt> {
        let parts = arena.gathered(parts)?;
        if let [first, rest @ ..] = &parts[..]
            && rest.len() <= 1
        {
            let other = rest.first().map_or(Form::ZERO, |&other| arena.neg(other));
            return Ok(match side {
                Side::Left => !arena.le(*first, other),
                Side::Right => !arena.le(other, *first),
            });
        }
        if parts.is_empty() {
            return Ok(false);
        }
        if let Some(wins) = arena.wins_switches(&parts, side)? {
            return Ok(wins);
        }
        let key = (parts, side == Side::Left);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let wins = match arena.wins_by_walls(&key.0, side)? {
            Some(wins) => wins,
            None => {
                watch.step(size_of::<(Parts, bool)>() * 2, 0)?;
                self.has_winning_move(arena, &key.0, side, watch)?
            }
        };
        self.known.insert(key, wins);
        Ok(wins)
    }

    fn has_winning_move(
        &mut self,
        arena: &mut Arena,
        parts: &Parts,
        side: Side,
        watch: &mut impl Watch,
    ) -> Result<bool, Halt> {
        let mut order = Vec::with_capacity(parts.len());
        for (i, &part) in parts.iter().enumerate() {
            order.push((arena.temperature(part)?, i));
        }
        order.sort_unstable_by(|a, b| b.cmp(a));
        for (_, i) in order {
            let mut after = parts.clone();
            for option in arena.options_of(parts[i], side) {
                after[i] = option;
                if !self.wins(arena, &after, side.opponent(), watch)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
