//! Values of games. All of them are in one arena, in which equal values are one form.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use chromex::values::{Arena, Dyadic, Form, Halt, ReadError, Side};
use chromex::{Budget, FormValue, Meter, Stop};
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;

use crate::run::{bad, run};

/// A value in canonical form; never changes.
#[pyclass(frozen, module = "chromex._chromex")]
pub struct CanonicalForm(Form);

/// Numerator and binary exponent.
pub(crate) type Number = (i64, u32);

/// A wall of a thermograph: temperatures and stops.
type Wall = Vec<(Number, Number)>;

fn arena() -> MutexGuard<'static, Arena> {
    static ARENA: OnceLock<Mutex<Arena>> = OnceLock::new();
    let arena = ARENA.get_or_init(Mutex::default);
    let mut arena = arena.lock().unwrap_or_else(PoisonError::into_inner);
    if arena.bytes() > MOST_REMEMBERED {
        arena.forget_operations();
    }
    arena
}

/// If the arena takes more bytes, it forgets comparisons and sums.
const MOST_REMEMBERED: usize = 1 << 30;

/// Work with at most this many steps is done at once; longer work gets a separate thread, which
/// Ctrl-C can stop.
const AT_ONCE: u64 = 2000;

/// In longer texts, parts get names.
const MOST_PLAIN: usize = 2000;

/// Why there is no value.
enum Failure {
    Stop(Stop),
    Bad(String),
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        match halt {
            Halt::Stop(stop) => Failure::Stop(stop),
            Halt::OutOfRange(error) => Failure::Bad(error.to_string()),
        }
    }
}

impl From<chromex::values::OutOfRange> for Failure {
    fn from(error: chromex::values::OutOfRange) -> Failure {
        Failure::Bad(error.to_string())
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::Stop(stop) => Failure::Stop(stop),
            ReadError::Text(error) => Failure::Bad(error.to_string()),
        }
    }
}

/// Computes something. While a thread waits for the arena, it does not hold the interpreter's lock.
fn work<T: Send + 'static>(
    py: Python<'_>,
    work: impl Fn(&mut Arena, &mut Meter) -> Result<T, Failure> + Send + Sync + 'static,
) -> PyResult<T> {
    let brief = Budget { nodes: Some(AT_ONCE), ..Budget::default() };
    let found = py.detach(|| work(&mut arena(), &mut Meter::new(&brief)));
    let found = match found {
        Err(Failure::Stop(Stop::Nodes(_))) => {
            let budget = Budget::default();
            let monitor = budget.monitor.clone();
            run(py, &monitor, move || work(&mut arena(), &mut Meter::new(&budget)))?
        }
        found => found,
    };
    found.map_err(|failure| match failure {
        Failure::Stop(stop) => PyTimeoutError::new_err(stop.to_string()),
        Failure::Bad(error) => bad(error),
    })
}

fn look<T: Send>(py: Python<'_>, look: impl Fn(&mut Arena) -> T + Send + Sync) -> T {
    py.detach(|| look(&mut arena()))
}

pub(crate) fn pair(number: Dyadic) -> Number {
    (number.numerator(), number.exponent())
}

fn dyadic((numerator, exponent): Number) -> Result<Dyadic, Failure> {
    let number = Dyadic::new(numerator, exponent);
    number.ok_or_else(|| chromex::values::OutOfRange.into())
}

fn side(left: bool) -> Side {
    if left { Side::Left } else { Side::Right }
}

fn forms(of: Vec<Form>) -> Vec<CanonicalForm> {
    of.into_iter().map(CanonicalForm).collect()
}

impl CanonicalForm {
    /// Copies a value that was found elsewhere into the common arena.
    pub(crate) fn take(py: Python<'_>, value: FormValue) -> PyResult<CanonicalForm> {
        work(py, move |arena, meter| Ok(value.form_in(arena, meter)?)).map(CanonicalForm)
    }

    /// The value, without its arena.
    pub(crate) fn found(&self, py: Python<'_>) -> PyResult<FormValue> {
        let form = self.0;
        work(py, move |arena, _| Ok(FormValue::new(arena, form)?))
    }
}

#[pymethods]
impl CanonicalForm {
    /// The value of a typed text.
    #[staticmethod]
    fn parse(py: Python<'_>, text: String) -> PyResult<CanonicalForm> {
        work(py, move |arena, meter| Ok(arena.parse_watched(&text, meter)?)).map(CanonicalForm)
    }

    /// The value of a number.
    #[staticmethod]
    fn of_number(py: Python<'_>, number: Number) -> PyResult<CanonicalForm> {
        work(py, move |arena, _| Ok(arena.number(dyadic(number)?)?)).map(CanonicalForm)
    }

    /// The value of a nim-heap.
    #[staticmethod]
    fn of_nimber(py: Python<'_>, heap: u32) -> PyResult<CanonicalForm> {
        work(py, move |arena, _| Ok(arena.nimber(heap)?)).map(CanonicalForm)
    }

    /// The game with these options.
    #[staticmethod]
    fn of_options(
        py: Python<'_>,
        left: Vec<PyRef<'_, CanonicalForm>>,
        right: Vec<PyRef<'_, CanonicalForm>>,
    ) -> PyResult<CanonicalForm> {
        let [left, right] =
            [left, right].map(|side| side.iter().map(|form| form.0).collect::<Vec<_>>());
        let made = work(py, move |arena, meter| {
            Ok(arena.from_options_watched(left.clone(), right.clone(), meter)?)
        });
        made.map(CanonicalForm)
    }

    /// A number that is the same for equal values, and different for others.
    fn key(&self, py: Python<'_>) -> u64 {
        let form = self.0;
        look(py, move |arena| arena.key(form))
    }

    /// The sum of two values.
    fn add(&self, py: Python<'_>, other: &CanonicalForm) -> PyResult<CanonicalForm> {
        let (a, b) = (self.0, other.0);
        work(py, move |arena, meter| Ok(arena.add_watched(a, b, meter)?)).map(CanonicalForm)
    }

    /// The sum of `n` copies.
    fn times(&self, py: Python<'_>, n: i64) -> PyResult<CanonicalForm> {
        let form = self.0;
        work(py, move |arena, meter| Ok(arena.times_watched(n, form, meter)?)).map(CanonicalForm)
    }

    /// The negative of the value.
    fn negative(&self, py: Python<'_>) -> CanonicalForm {
        let form = self.0;
        CanonicalForm(look(py, move |arena| arena.neg(form)))
    }

    /// Whether it is at most the other, and whether it is at least the other.
    fn compare(&self, py: Python<'_>, other: &CanonicalForm) -> (bool, bool) {
        let (a, b) = (self.0, other.0);
        look(py, move |arena| (arena.le(a, b), arena.le(b, a)))
    }

    /// The complete value as text; in a long one, parts have names.
    fn text(&self, py: Python<'_>) -> String {
        let form = self.0;
        look(py, move |arena| arena.display_whole(form, MOST_PLAIN))
    }

    /// The number that the value is, if it is a number.
    fn number(&self, py: Python<'_>) -> Option<Number> {
        let form = self.0;
        look(py, move |arena| arena.as_number(form).map(pair))
    }

    /// The size of the nim-heap that the value is, if it is a nim-heap.
    fn nimber(&self, py: Python<'_>) -> Option<u32> {
        let form = self.0;
        look(py, move |arena| arena.as_nimber(form))
    }

    /// The outcome class.
    fn outcome(&self, py: Python<'_>) -> String {
        let form = self.0;
        look(py, move |arena| arena.outcome(form).to_string())
    }

    /// The kind of game.
    fn kind(&self, py: Python<'_>) -> String {
        let form = self.0;
        look(py, move |arena| arena.kind(form).to_string())
    }

    /// The left and the right stop.
    fn stops(&self, py: Python<'_>) -> (Number, Number) {
        let form = self.0;
        look(py, move |arena| (pair(arena.left_stop(form)), pair(arena.right_stop(form))))
    }

    /// The interval of numbers that it is confused with: both ends, each with whether it belongs to
    /// the interval.
    fn confused(&self, py: Python<'_>) -> Option<(Number, bool, Number, bool)> {
        let form = self.0;
        let interval = look(py, move |arena| arena.confusion_interval(form))?;
        let (low, high) = (pair(interval.low), pair(interval.high));
        Some((low, interval.low_belongs, high, interval.high_belongs))
    }

    /// The depth of the canonical form.
    fn birthday(&self, py: Python<'_>) -> u32 {
        let form = self.0;
        look(py, move |arena| arena.birthday(form))
    }

    /// The options of a player.
    fn options(&self, py: Python<'_>, left: bool) -> Vec<CanonicalForm> {
        let form = self.0;
        forms(look(py, move |arena| arena.options_of(form, side(left))))
    }

    /// What each option gains for the player who moves.
    fn incentives(&self, py: Python<'_>, left: bool) -> PyResult<Vec<CanonicalForm>> {
        let form = self.0;
        let found = work(py, move |arena, meter| Ok(arena.incentives(form, side(left), meter)?));
        found.map(forms)
    }

    /// The options to which a player moves best at a temperature.
    fn best_moves(&self, py: Python<'_>, left: bool, t: Number) -> PyResult<Vec<CanonicalForm>> {
        let form = self.0;
        let found =
            work(py, move |arena, _| Ok(arena.best_moves_at(form, side(left), dyadic(t)?)?));
        found.map(forms)
    }

    /// The value cooled by a number.
    fn cooled(&self, py: Python<'_>, t: Number) -> PyResult<CanonicalForm> {
        let form = self.0;
        work(py, move |arena, meter| Ok(arena.cooled(form, dyadic(t)?, meter)?)).map(CanonicalForm)
    }

    /// The value heated by a value.
    fn heated(&self, py: Python<'_>, t: &CanonicalForm) -> PyResult<CanonicalForm> {
        let (form, t) = (self.0, t.0);
        work(py, move |arena, meter| Ok(arena.heated(form, t, meter)?)).map(CanonicalForm)
    }

    /// The value overheated from one value to another.
    fn overheated(
        &self,
        py: Python<'_>,
        s: &CanonicalForm,
        t: &CanonicalForm,
    ) -> PyResult<CanonicalForm> {
        let (form, s, t) = (self.0, s.0, t.0);
        work(py, move |arena, meter| Ok(arena.overheated(form, s, t, meter)?)).map(CanonicalForm)
    }

    /// The reduced canonical form.
    fn reduced(&self, py: Python<'_>) -> PyResult<CanonicalForm> {
        let form = self.0;
        work(py, move |arena, meter| Ok(arena.reduced(form, meter)?)).map(CanonicalForm)
    }

    /// The atomic weight, if the value is all-small.
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<CanonicalForm>> {
        let form = self.0;
        let found = work(py, move |arena, meter| Ok(arena.atomic_weight(form, meter)?));
        Ok(found?.map(CanonicalForm))
    }

    /// The mean and the temperature.
    fn mean_and_temperature(&self, py: Python<'_>) -> PyResult<(Number, Number)> {
        let form = self.0;
        work(py, move |arena, _| Ok((pair(arena.mean(form)?), pair(arena.temperature(form)?))))
    }

    /// The walls of the thermograph, and its drawings for the terminal and as SVG.
    fn thermograph(&self, py: Python<'_>) -> PyResult<(Wall, Wall, String, String)> {
        let form = self.0;
        let found = work(py, move |arena, _| Ok(arena.thermograph(form)?))?;
        let wall = |points: &[(Dyadic, Dyadic)]| {
            points.iter().map(|&(t, x)| (pair(t), pair(x))).collect::<Wall>()
        };
        Ok((wall(&found.left), wall(&found.right), found.lines().join("\n"), found.svg()))
    }
}
