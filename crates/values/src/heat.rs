//! Thermographs, means and temperatures of the values of an arena.

use std::sync::Arc;

use super::dyadic::Dyadic;
use super::store::Arena;
use super::thermograph::{Thermograph, Wall, greatest, meeting, moved, taxed};
use super::{Form, OutOfRange, Side};

impl Arena {
    /// The thermograph: both stops as functions of the tax on a move.
    pub fn thermograph(&mut self, form: Form) -> Result<Thermograph, OutOfRange> {
        Ok(self.core_thermograph(form.core)?.shifted(Dyadic::integer(form.shift)))
    }

    /// The mean value: the value of one of many copies of the game, on average.
    pub fn mean(&mut self, form: Form) -> Result<Dyadic, OutOfRange> {
        Ok(self.core_thermograph(form.core)?.mean() + Dyadic::integer(form.shift))
    }

    /// The temperature: how urgent a move is.
    pub fn temperature(&mut self, form: Form) -> Result<Dyadic, OutOfRange> {
        Ok(self.core_thermograph(form.core)?.temperature)
    }

    /// The options to which a player moves best at a temperature (not negative): those that form
    /// the wall of the game there, called orthodox moves by Berlekamp. None above the game's
    /// temperature, where it is better to move elsewhere, and none from numbers.
    pub fn best_moves_at(
        &mut self,
        form: Form,
        side: Side,
        t: Dyadic,
    ) -> Result<Vec<Form>, OutOfRange> {
        let thermograph = self.thermograph(form)?;
        if t > thermograph.temperature {
            return Ok(Vec::new());
        }
        let [left, right] = thermograph.stops_at(t);
        let mut best = Vec::new();
        for option in self.options_of(form, side) {
            let [option_left, option_right] = self.thermograph(option)?.stops_at(t);
            let reaches = match side {
                Side::Left => option_right - t == left,
                Side::Right => option_left + t == right,
            };
            best.extend(reaches.then_some(option));
        }
        Ok(best)
    }

    fn core_thermograph(&mut self, core: u32) -> Result<Arc<Thermograph>, OutOfRange> {
        if let Some(known) = self.thermographs.get(&core) {
            return Ok(Arc::clone(known));
        }
        let of = self.cores[core as usize].clone();
        let x = of.left_stop.number();
        let thermograph = if of.is_number() {
            Thermograph::mast(x, -x.last_place())
        } else if of.is_simple() {
            Thermograph::mast(x, Dyadic::ZERO)
        } else {
            let left = self.scaffold(of.left(), |option, by| moved(&option.right, |x| x + by))?;
            let right =
                self.scaffold(of.right(), |option, by| moved(&option.left, |x| -(x + by)))?;
            let right = moved(&right, |x| -x);
            let temperature = meeting(&left, &right)?;
            Thermograph {
                left: taxed(&left, |x, t| x - t, temperature),
                right: taxed(&right, |x, t| x + t, temperature),
                temperature,
            }
        };
        let thermograph = Arc::new(thermograph);
        self.thermographs.insert(core, Arc::clone(&thermograph));
        Ok(thermograph)
    }

    /// The hull of the inner walls of some options.
    fn scaffold(
        &mut self,
        options: std::ops::Range<usize>,
        wall: impl Fn(&Thermograph, Dyadic) -> Wall,
    ) -> Result<Wall, OutOfRange> {
        let mut hull: Option<Wall> = None;
        for i in options {
            let Form { core, shift } = self.pool[i];
            let next = wall(&*self.core_thermograph(core)?, Dyadic::integer(shift));
            hull = Some(match hull {
                Some(hull) => greatest(&hull, &next),
                None => next,
            });
        }
        hull.ok_or(OutOfRange)
    }
}
