//! Thermographs, means and temperatures of the values of an arena.

use std::sync::Arc;

use super::dyadic::Dyadic;
use super::store::Arena;
use super::thermograph::{Moved, Thermograph, Wall, include, meeting, taxed};
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
        if let Some(Some(known)) = self.thermographs.get(core as usize) {
            return Ok(Arc::clone(known));
        }
        let of = self.cores[core as usize].clone();
        let x = of.left_stop.number();
        let thermograph = if of.is_number() {
            Thermograph::mast(x, -x.last_place())
        } else if of.is_simple() {
            Thermograph::mast(x, Dyadic::ZERO)
        } else {
            let left = self.scaffold(Side::Left, of.left())?;
            let mut right = self.scaffold(Side::Right, of.right())?;
            right.iter_mut().for_each(|(_, x)| *x = -*x);
            let temperature = meeting(&left, &right)?;
            Thermograph {
                left: taxed(&left, |x, t| x - t, temperature),
                right: taxed(&right, |x, t| x + t, temperature),
                temperature,
            }
        };
        let thermograph = Arc::new(thermograph);
        if self.thermographs.len() <= core as usize {
            self.thermographs.resize(self.cores.len(), None);
        }
        self.thermographs[core as usize] = Some(Arc::clone(&thermograph));
        Ok(thermograph)
    }

    /// The hull of the inner walls of a player's options; upside down for Right, so that for both players walls only rise, and
    /// the best option is the highest.
    fn scaffold(
        &mut self,
        side: Side,
        options: std::ops::Range<usize>,
    ) -> Result<Wall, OutOfRange> {
        let mut hull = Wall::new();
        for i in options {
            let Form { core, shift } = self.pool[i];
            let (option, by) = (self.core_thermograph(core)?, Dyadic::integer(shift));
            let (wall, upside_down) = match side {
                Side::Left => (&option.right, false),
                Side::Right => (&option.left, true),
            };
            include(&mut hull, Moved { wall, by, upside_down });
        }
        if hull.is_empty() { Err(OutOfRange) } else { Ok(hull) }
    }
}
