//! Questions about a value.

use rustc_hash::FxHashMap;

use super::Class;
use super::dyadic::Dyadic;
use super::simple::Simple;
use super::store::Arena;
use super::{Form, OutOfRange, Side};

impl Arena {
    /// The form of a number, if it is in range.
    pub fn number(&mut self, number: Dyadic) -> Result<Form, OutOfRange> {
        self.simple_form(Simple::number(number))
    }

    /// The nim-heap `*heap`.
    pub fn nimber(&mut self, heap: u32) -> Result<Form, OutOfRange> {
        self.simple_form(Simple { number: Dyadic::ZERO, ups: 0, star: heap })
    }

    /// Whether the game is a number.
    pub fn is_number(&self, form: Form) -> bool {
        self.core(form).is_number()
    }

    /// The left stop: the number that play reaches if Left starts.
    pub fn left_stop(&self, form: Form) -> Dyadic {
        self.core(form).left_stop.number() + Dyadic::integer(form.shift)
    }

    /// The right stop: the number that play reaches if Right starts.
    pub fn right_stop(&self, form: Form) -> Dyadic {
        self.core(form).right_stop.number() + Dyadic::integer(form.shift)
    }

    /// The form plus a small integer, for a comparison.
    pub fn moved(&self, form: Form, by: i32) -> Form {
        Arena::shifted(form, by)
    }

    /// The outcome class: who wins.
    pub fn outcome(&mut self, form: Form) -> Class {
        Class::new(!self.le(form, Form::ZERO), !self.le(Form::ZERO, form))
    }

    /// The left options of the canonical form.
    pub fn left_options(&mut self, form: Form) -> Vec<Form> {
        if self.is_number(form) {
            let option = self.left_stop(form).left_option();
            return option.and_then(|x| self.number(x).ok()).into_iter().collect();
        }
        let options = &self.pool[self.core(form).left()];
        options.iter().map(|&option| Arena::shifted(option, form.shift)).collect()
    }

    /// The right options of the canonical form.
    pub fn right_options(&mut self, form: Form) -> Vec<Form> {
        if self.is_number(form) {
            let option = (-self.left_stop(form)).left_option();
            return option.and_then(|x| self.number(-x).ok()).into_iter().collect();
        }
        let options = &self.pool[self.core(form).right()];
        options.iter().map(|&option| Arena::shifted(option, form.shift)).collect()
    }

    /// The options of one player in the canonical form.
    pub fn options_of(&mut self, form: Form, side: Side) -> Vec<Form> {
        match side {
            Side::Left => self.left_options(form),
            Side::Right => self.right_options(form),
        }
    }

    /// The integer that the game is, if it is one.
    pub fn as_integer(&self, form: Form) -> Option<i32> {
        (form.core == Form::ZERO.core).then_some(form.shift)
    }

    /// The number that the game is, if it is one.
    pub fn as_number(&self, form: Form) -> Option<Dyadic> {
        self.is_number(form).then(|| self.left_stop(form))
    }

    /// The size of the nim-heap that the game is, if it is one.
    pub fn as_nimber(&self, form: Form) -> Option<u32> {
        let simple = self.as_simple(form)?;
        (simple == Simple { star: simple.star, ..Simple::number(Dyadic::ZERO) })
            .then_some(simple.star)
    }

    /// A number that is the same for equal values of this arena, and for no others.
    pub fn key(&self, form: Form) -> u64 {
        u64::from(form.core) << 32 | u64::from(form.shift as u32)
    }

    /// The birthday: the depth of the canonical form.
    pub fn birthday(&self, form: Form) -> u32 {
        let mut known =
            Days { first: vec![None; form.core as usize + 1], others: FxHashMap::default() };
        self.birthday_with(form, &mut known)
    }

    fn birthday_with(&self, form: Form, known: &mut Days) -> u32 {
        let core = self.core(form);
        if core.is_number() {
            return number_birthday(self.left_stop(form));
        }
        if let Some(day) = known.get(form) {
            return day;
        }
        let options = self.pool[core.left().start..core.right().end].iter();
        let days = options.map(|&o| self.birthday_with(Arena::shifted(o, form.shift), known));
        let day = 1 + days.max().unwrap_or(0);
        known.insert(form, day);
        day
    }
}

/// Birthdays that are known. Most cores are met with one integer only.
struct Days {
    /// For each core, the integer with which it was met first, and the birthday.
    first: Vec<Option<(i32, u32)>>,
    others: FxHashMap<Form, u32>,
}

impl Days {
    fn get(&self, form: Form) -> Option<u32> {
        match self.first[form.core as usize]? {
            (shift, day) if shift == form.shift => Some(day),
            _ => self.others.get(&form).copied(),
        }
    }

    fn insert(&mut self, form: Form, day: u32) {
        match &mut self.first[form.core as usize] {
            first @ None => *first = Some((form.shift, day)),
            Some(_) => _ = self.others.insert(form, day),
        }
    }
}

/// The birthday of an integer is its absolute value. For any other number it is the absolute value
/// of the next integer away from zero, plus one for each binary place.
fn number_birthday(x: Dyadic) -> u32 {
    let whole = x.max(-x).floor().unsigned_abs();
    if x.is_integer() { whole } else { whole + 1 + x.exponent() }
}
