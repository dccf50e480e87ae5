//! The result of playing the hottest part first, and how much a player loses by it.
//!
//! Whoever plays the hottest first always moves in a part whose temperature is greatest, to an option that is best
//! at that temperature. This is right for switches, but not for all games: a part that is less hot may hold a threat, or leave
//! the opponent one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::Parts;
use super::bounds::Bounds;
use crate::dyadic::Dyadic;
use crate::store::Arena;
use crate::{Form, Halt, OutOfRange, Side, Watch};

/// The numbers that the play of a sum reaches. Simple parts count as the number in them: nobody
/// moves there before the others are finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HottestFirst {
    /// The number reached if both players play best: the stop of the sum.
    pub best: Dyadic,
    /// The number reached if the player always plays the hottest part and the opponent answers as
    /// well as possible. If several moves are hottest, the player chooses the best of them.
    pub reached: Dyadic,
    /// Whether there are only switches and simple parts: then it is proved that the player loses
    /// nothing.
    pub proved: bool,
}

impl HottestFirst {
    /// What the player loses by playing the hottest first.
    pub fn loss(&self) -> Dyadic {
        let difference = self.best - self.reached;
        difference.max(-difference)
    }
}

impl Arena {
    /// The numbers that the player who starts reaches by best play, and by playing the hottest part
    /// first.
    ///
    /// ```
    /// use chromex_values::{Arena, Side, Unwatched};
    /// let mut arena = Arena::new();
    /// let parts = ["{4|0}", "{9|3||0}"].map(|text| arena.parse(text).unwrap());
    /// let found = arena.hottest_first(&parts, Side::Left, &mut Unwatched)?;
    /// assert_eq!((found.best.to_string(), found.loss().to_string()), ("7".into(), "0".into()));
    /// # Ok::<(), chromex_values::Halt>(())
    /// ```
    pub fn hottest_first(
        &mut self,
        parts: &[Form],
        side: Side,
        watch: &mut impl Watch,
    ) -> Result<HottestFirst, Halt> {
        let best = Best::default().stop(self, parts, side, watch)?;
        let proved = self.as_switches(parts)?.is_some();
        let reached = match proved {
            true => best,
            false => Stubborn { side, known: Remembered::default() }.moves(self, parts, watch)?,
        };
        Ok(HottestFirst { best: number(best)?, reached: number(reached)?, proved })
    }

    /// The sum of the numbers in the simple parts, and the other parts, sorted.
    fn split(&self, parts: &[Form]) -> (i128, Parts) {
        let mut sum = 0;
        let mut others = Parts::new();
        for &part in parts {
            match self.as_simple(part) {
                Some(simple) => sum += i128::from(simple.number.raw()),
                None => others.push(part),
            }
        }
        others.sort_unstable();
        (sum, others)
    }
}

/// A sum of numbers, if it is not too large for one.
fn number(raw: i128) -> Result<Dyadic, OutOfRange> {
    let raw = i64::try_from(raw).map_err(|_| OutOfRange)?;
    Some(Dyadic::from_raw(raw)).filter(|x| x.is_in_range()).ok_or(OutOfRange)
}

/// Results for sums, without the numbers in them.
type Remembered<K> = FxHashMap<K, i128>;

fn remember<K: Eq + Hash>(
    known: &mut Remembered<K>,
    key: K,
    value: i128,
    watch: &mut impl Watch,
) -> Result<(), Halt> {
    known.insert(key, value);
    Ok(watch.step(size_of::<(K, i128)>() * 2, 0)?)
}

/// Whether the first value is better for the player.
fn is_better(side: Side, value: i128, than: i128) -> bool {
    match side {
        Side::Left => value > than,
        Side::Right => value < than,
    }
}

/// The stops of sums.
#[derive(Default)]
struct Best {
    known: Remembered<(Parts, bool)>,
}

impl Best {
    fn stop(
        &mut self,
        arena: &mut Arena,
        parts: &[Form],
        side: Side,
        watch: &mut impl Watch,
    ) -> Result<i128, Halt> {
        let gathered = arena.gathered(parts)?;
        let (sum, others) = arena.split(&gathered);
        if let Some(switches) = arena.as_switches(&others)? {
            return Ok(sum + switches.doubled_stop(side) / 2);
        }
        let Bounds { least, most } = arena.stop_bounds(&others, side)?;
        if least == most {
            return Ok(sum + least);
        }
        let key = (others, side == Side::Left);
        if let Some(known) = self.known.get(&key) {
            return Ok(sum + known);
        }
        let goal = if side == Side::Left { most } else { least };
        let mut best = None;
        let mut after = key.0.clone();
        'parts: for i in 0..key.0.len() {
            for option in arena.options_of(key.0[i], side) {
                after[i] = option;
                let found = self.stop(arena, &after, side.opponent(), watch)?;
                if best.is_none_or(|best| is_better(side, found, best)) {
                    best = Some(found);
                }
                if best == Some(goal) {
                    break 'parts;
                }
            }
            after[i] = key.0[i];
        }
        let best = best.ok_or(OutOfRange)?;
        remember(&mut self.known, key, best, watch)?;
        Ok(sum + best)
    }
}

/// Play in which one player always takes the hottest part.
struct Stubborn {
    side: Side,
    known: Remembered<(Parts, bool)>,
}

impl Stubborn {
    /// The result if the player who takes the hottest part is to move.
    fn moves(
        &mut self,
        arena: &mut Arena,
        parts: &[Form],
        watch: &mut impl Watch,
    ) -> Result<i128, Halt> {
        self.play(arena, parts, self.side, watch)
    }

    /// Here parts that are each other's negatives are not left out: a player who does not play well
    /// may lose there.
    fn play(
        &mut self,
        arena: &mut Arena,
        parts: &[Form],
        side: Side,
        watch: &mut impl Watch,
    ) -> Result<i128, Halt> {
        let (sum, others) = arena.split(parts);
        if let Some(switches) = arena.as_switches(&others)? {
            return Ok(sum + switches.doubled_stop(side) / 2);
        }
        let key = (others, side == Side::Left);
        if let Some(known) = self.known.get(&key) {
            return Ok(sum + known);
        }
        let mut best = None;
        for (i, option) in self.choices(arena, &key.0, side)? {
            let mut after = key.0.clone();
            after[i] = option;
            let found = self.play(arena, &after, side.opponent(), watch)?;
            if best.is_none_or(|best| is_better(side, found, best)) {
                best = Some(found);
            }
        }
        let best = best.ok_or(OutOfRange)?;
        remember(&mut self.known, key, best, watch)?;
        Ok(sum + best)
    }

    /// The moves to consider: the hottest ones for one player, all moves for the other.
    fn choices(
        &self,
        arena: &mut Arena,
        parts: &Parts,
        side: Side,
    ) -> Result<Vec<(usize, Form)>, OutOfRange> {
        let mut hottest = None;
        if side == self.side {
            for &part in parts {
                hottest = hottest.max(Some(arena.temperature(part)?));
            }
        }
        let mut choices = Vec::new();
        for (i, &part) in parts.iter().enumerate() {
            let options = match hottest {
                None => arena.options_of(part, side),
                Some(t) if arena.temperature(part)? == t => arena.best_moves_at(part, side, t)?,
                Some(_) => continue,
            };
            choices.extend(options.into_iter().map(|option| (i, option)));
        }
        Ok(choices)
    }
}
