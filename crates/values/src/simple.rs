//! The simple values: a number plus a multiple of ↑ plus a nimber.

use super::dyadic::Dyadic;
use super::stops::Stop;
use super::store::Arena;
use super::{Form, MOST, OutOfRange};

/// The parts of a simple value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Simple {
    pub number: Dyadic,
    pub ups: i32,
    pub star: u32,
}

impl Simple {
    pub(crate) fn number(number: Dyadic) -> Simple {
        Simple { number, ups: 0, star: 0 }
    }

    pub(crate) fn plus(self, other: Simple) -> Simple {
        Simple {
            number: self.number + other.number,
            ups: self.ups + other.ups,
            star: self.star ^ other.star,
        }
    }

    pub(crate) fn negative(self) -> Simple {
        Simple { number: -self.number, ups: -self.ups, star: self.star }
    }

    /// Whether the value is zero or positive. Of the infinitesimals, ↑ is greater than every nimber
    /// except *, and ⇑ is greater than all nimbers (Siegel, chapter II).
    pub(crate) fn is_at_least_zero(self) -> bool {
        match (self.number.cmp(&Dyadic::ZERO), self.ups) {
            (std::cmp::Ordering::Less, _) => false,
            (std::cmp::Ordering::Greater, _) => true,
            (_, 0) => self.star == 0,
            (_, 1) => self.star != 1,
            (_, ups) => ups > 0,
        }
    }
}

impl Arena {
    /// The parts of a form, if it is simple.
    pub(super) fn as_simple(&self, form: Form) -> Option<Simple> {
        let core = self.core(form);
        core.is_simple().then(|| Simple {
            number: core.left_stop.number() + Dyadic::integer(form.shift),
            ups: i32::from(core.ups),
            star: u32::from(core.star),
        })
    }

    /// The form of a simple value.
    pub(super) fn simple_form(&mut self, value: Simple) -> Result<Form, OutOfRange> {
        let Simple { number, ups, star } = value;
        if !number.is_in_range() || ups.unsigned_abs() > MOST || star > MOST {
            return Err(OutOfRange);
        }
        let shift = number.floor();
        let fraction = number - Dyadic::integer(shift);
        if let Some(&core) = self.simple.get(&(fraction, ups, star)) {
            return Ok(Form { core, shift });
        }
        if (ups, star) == (0, 0) {
            return Ok(Form { core: self.push_number(fraction), shift });
        }
        let (left, right) = self.simple_options(Simple { number: fraction, ups, star })?;
        let infinitesimal = Simple { number: Dyadic::ZERO, ups, star };
        let stops = [
            Stop::new(fraction, !infinitesimal.negative().is_at_least_zero()),
            Stop::new(fraction, infinitesimal.is_at_least_zero()),
        ];
        let core = self.push_core(&left, &right, stops)?;
        let made = &mut self.cores[core as usize];
        (made.ups, made.star) = (ups as i16, star as u16);
        self.simple.insert((fraction, ups, star), core);
        Ok(Form { core, shift })
    }

    /// The canonical options of a simple value that is not a number: `x + *k` has the smaller
    /// nimbers, `x + n·↑ + *k` has `{x | x + (n−1)·↑ + *(k⊕1)}`, only ↑* = {0,*|0} is an exception
    /// (Siegel, chapter II).
    fn simple_options(&mut self, value: Simple) -> Result<(Vec<Form>, Vec<Form>), OutOfRange> {
        let Simple { number, ups, star } = value;
        let x = self.simple_form(Simple::number(number))?;
        if ups == 0 {
            let mut smaller = Vec::new();
            for star in 0..star {
                smaller.push(self.simple_form(Simple { star, ..Simple::number(number) })?);
            }
            smaller.sort_unstable();
            return Ok((smaller.clone(), smaller));
        }
        let near = self.simple_form(Simple { number, ups: ups - ups.signum(), star: star ^ 1 })?;
        let mut far = vec![x];
        if ups.abs() == 1 && star == 1 {
            far.push(self.simple_form(Simple { star: 1, ..Simple::number(number) })?);
            far.sort_unstable();
        }
        Ok(if ups > 0 { (far, vec![near]) } else { (vec![near], far) })
    }

    /// The simple value with these canonical options, if there is one.
    pub(super) fn recognise(&self, left: &[Form], right: &[Form]) -> Option<Simple> {
        let number = self.as_simple(*left.first()?)?.number;
        let simple = |form: &Form| self.as_simple(*form).filter(|s| s.number == number);
        if left == right {
            let star = left.len() as u32;
            let all =
                left.iter().all(|form| simple(form).is_some_and(|s| s.ups == 0 && s.star < star));
            return all.then_some(Simple { number, ups: 0, star });
        }
        let up = |far: &[Form], near: &[Form]| {
            let [near] = near else { return None };
            let near = simple(near)?;
            let far: Option<Vec<Simple>> = far.iter().map(simple).collect();
            match far?.as_slice() {
                [zero] if *zero == Simple::number(number) => Some(near),
                [a, b]
                    if near == Simple::number(number)
                        && a.ups == 0
                        && b.ups == 0
                        && a.star + b.star == 1 =>
                {
                    Some(near)
                }
                _ => None,
            }
        };
        if let Some(near) = up(left, right).filter(|near| near.ups >= 0) {
            return Some(Simple { ups: near.ups + 1, star: near.star ^ 1, number });
        }
        let near = up(right, left).filter(|near| near.ups <= 0)?;
        Some(Simple { ups: near.ups - 1, star: near.star ^ 1, number })
    }
}
