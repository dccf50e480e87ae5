//! Thermographs, means and temperatures of the values of an arena.

use std::ops::Range;

use super::dyadic::Dyadic;
use super::store::Arena;
use super::thermograph::{Moved, Place, Thermograph, Wall, include};
use super::{Form, OutOfRange, Side};

impl Arena {
    /// The thermograph: both stops as functions of the tax on a move.
    pub fn thermograph(&mut self, form: Form) -> Result<Thermograph, OutOfRange> {
        let place = self.core_thermograph(form.core)?;
        let by = Dyadic::integer(form.shift);
        let moved = |wall: &[(Dyadic, Dyadic)]| wall.iter().map(|&(t, x)| (t, x + by)).collect();
        let [left, right] = self.thermographs.walls(&place).map(moved);
        Ok(Thermograph { left, right, temperature: place.temperature })
    }

    /// The mean value: the value of one of many copies of the game, on average.
    pub fn mean(&mut self, form: Form) -> Result<Dyadic, OutOfRange> {
        let place = self.core_thermograph(form.core)?;
        Ok(self.thermographs.mean(&place) + Dyadic::integer(form.shift))
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

    /// The thermograph of a core, which is computed once.
    fn core_thermograph(&mut self, core: u32) -> Result<Place, OutOfRange> {
        if let Some(known) = self.thermographs.known(core) {
            return Ok(known);
        }
        let of = self.core(Form { core, shift: 0 });
        let x = of.left_stop.number();
        let place = if of.is_number() {
            self.thermographs.push_mast(x, -x.last_place())?
        } else if of.is_simple() {
            self.thermographs.push_mast(x, Dyadic::ZERO)?
        } else {
            let [left, right] = [of.left(), of.right()];
            let left = self.scaffold(Side::Left, left)?;
            let mut right = self.scaffold(Side::Right, right)?;
            right.iter_mut().for_each(|(_, x)| *x = -*x);
            self.thermographs.push(&left, &right)?
        };
        self.thermographs.learn(core, place, self.cores.len());
        Ok(place)
    }

    /// The hull of the inner walls of a player's options; upside down for Right, so that for both players walls only rise, and
    /// the best option is the highest.
    fn scaffold(&mut self, side: Side, options: Range<usize>) -> Result<Wall, OutOfRange> {
        let mut hull = Wall::new();
        for i in options {
            let Form { core, shift } = self.pool[i];
            let (place, by) = (self.core_thermograph(core)?, Dyadic::integer(shift));
            let [left, right] = self.thermographs.walls(&place);
            let (wall, upside_down) = match side {
                Side::Left => (right, false),
                Side::Right => (left, true),
            };
            include(&mut hull, Moved { wall, by, upside_down });
        }
        if hull.is_empty() { Err(OutOfRange) } else { Ok(hull) }
    }
}
