//! Values by themselves: evaluates a value that was typed and reports everything about it.

use chromex_budget::{Budget, Meter};
use chromex_values::{
    Arena, Class, Dyadic, Form, Halt, ReadError, Side, Thermograph, ValueKind, Wall,
};
use serde::Serialize;

/// A value with the arena it belongs to, within a budget.
#[non_exhaustive]
pub struct Calculation {
    arena: Arena,
    form: Form,
    meter: Meter,
}

/// Everything that is known about a value, for programs. Numbers are fractions as text.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct FormReport {
    /// The whole canonical form, as text that can be read back; in a long form, parts have names.
    pub value: String,
    /// The outcome class: L, R, N or P.
    pub outcome: String,
    /// `number`, `all-small`, `infinitesimal`, `a number plus an infinitesimal` or `hot`.
    pub kind: String,
    /// The mean value, a number.
    pub mean: String,
    /// The temperature: how much a move is worth; below 0 for numbers.
    pub temperature: String,
    /// The left stop.
    pub left_stop: String,
    /// The right stop.
    pub right_stop: String,
    /// The numbers that it is confused with, as an interval: `(-1, 1]`; null if there are none.
    pub confused_with: Option<String>,
    /// The birthday: the depth of the canonical form.
    pub birthday: u32,
    /// The atomic weight of an all-small game; null for others.
    pub atomic_weight: Option<String>,
    /// The walls of the thermograph.
    pub thermograph: WallsReport,
}

/// The walls of a thermograph: the stop at each of these temperatures, from 0 upwards; linear in
/// between, and constant above the last one.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct WallsReport {
    /// Temperature and left stop.
    pub left: Vec<[String; 2]>,
    /// Temperature and right stop.
    pub right: Vec<[String; 2]>,
}

impl WallsReport {
    /// The walls of this thermograph.
    pub fn new(thermograph: &Thermograph) -> WallsReport {
        let points =
            |wall: &Wall| wall.iter().map(|(t, x)| [t.to_string(), x.to_string()]).collect();
        WallsReport { left: points(&thermograph.left), right: points(&thermograph.right) }
    }
}

/// In longer texts, parts get names.
const MOST_PLAIN: usize = 2000;

impl Calculation {
    /// Evaluates what was typed ([`Arena::parse`]).
    pub fn read(text: &str, budget: &Budget) -> Result<Calculation, ReadError> {
        let (mut arena, mut meter) = (Arena::new(), Meter::new(budget));
        let form = arena.parse_watched(text, &mut meter)?;
        Ok(Calculation { arena, form, meter })
    }

    /// Reads another value, such as the one by which to heat.
    pub fn read_more(&mut self, text: &str) -> Result<Form, ReadError> {
        self.arena.parse_watched(text, &mut self.meter)
    }

    /// Cools the value; `t` is not negative.
    pub fn cool(&mut self, t: Dyadic) -> Result<(), Halt> {
        self.form = self.arena.cooled(self.form, t, &mut self.meter)?;
        Ok(())
    }

    /// Heats the value.
    pub fn heat(&mut self, t: Form) -> Result<(), Halt> {
        self.form = self.arena.heated(self.form, t, &mut self.meter)?;
        Ok(())
    }

    /// Overheats the value.
    pub fn overheat(&mut self, s: Form, t: Form) -> Result<(), Halt> {
        self.form = self.arena.overheated(self.form, s, t, &mut self.meter)?;
        Ok(())
    }

    /// Replaces the value by its reduced canonical form.
    pub fn reduce(&mut self) -> Result<(), Halt> {
        self.form = self.arena.reduced(self.form, &mut self.meter)?;
        Ok(())
    }

    /// The number that a value is, if it is one.
    pub fn as_number(&self, form: Form) -> Option<Dyadic> {
        self.arena.as_number(form)
    }

    /// Who wins.
    pub fn class(&mut self) -> Class {
        self.arena.outcome(self.form)
    }

    /// What kind of game it is.
    pub fn kind(&self) -> ValueKind {
        self.arena.kind(self.form)
    }

    /// Both stops as functions of the tax on a move.
    pub fn thermograph(&mut self) -> Result<Thermograph, Halt> {
        Ok(self.arena.thermograph(self.form)?)
    }

    /// The options of a player, each as text if it has at most `most` characters.
    pub fn options(&mut self, side: Side, most: usize) -> Vec<Option<String>> {
        let options = self.arena.options_of(self.form, side);
        options.into_iter().map(|option| self.arena.display_within(option, most)).collect()
    }

    /// Everything that is known about the value.
    pub fn report(&mut self) -> Result<FormReport, Halt> {
        let (arena, form) = (&mut self.arena, self.form);
        let thermograph = arena.thermograph(form)?;
        let weight = arena.atomic_weight(form, &mut self.meter)?;
        Ok(FormReport {
            value: arena.display_whole(form, MOST_PLAIN),
            outcome: arena.outcome(form).to_string(),
            kind: arena.kind(form).to_string(),
            mean: thermograph.mean().to_string(),
            temperature: thermograph.temperature.to_string(),
            left_stop: arena.left_stop(form).to_string(),
            right_stop: arena.right_stop(form).to_string(),
            confused_with: arena.confusion_interval(form).map(|interval| interval.to_string()),
            birthday: arena.birthday(form),
            atomic_weight: weight.map(|weight| arena.display_whole(weight, MOST_PLAIN)),
            thermograph: WallsReport::new(&thermograph),
        })
    }
}
