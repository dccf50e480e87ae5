//! The arithmetic of partisan values. Each call has an arena of its own: texts come in, texts go out.

use chromex::values::{Arena, Dyadic, Form};
use pyo3::prelude::*;

use crate::run::bad;

/// A canonical form; numbers are numerator and binary exponent.
#[derive(IntoPyObject)]
pub struct PyForm {
    text: String,
    outcome: String,
    mean: (i64, u32),
    temperature: (i64, u32),
    birthday: u32,
}

/// Longer texts give names to parts.
const MOST_PLAIN: usize = 2000;

fn describe(arena: &mut Arena, form: Form) -> PyResult<PyForm> {
    let pair = |number: Dyadic| (number.numerator(), number.exponent());
    Ok(PyForm {
        text: arena.display_whole(form, MOST_PLAIN),
        outcome: arena.outcome(form).to_string(),
        mean: pair(arena.mean(form).map_err(bad)?),
        temperature: pair(arena.temperature(form).map_err(bad)?),
        birthday: arena.birthday(form),
    })
}

/// The canonical form of what was typed.
#[pyfunction]
pub fn form(text: &str) -> PyResult<PyForm> {
    let mut arena = Arena::new();
    let form = arena.parse(text).map_err(bad)?;
    describe(&mut arena, form)
}

/// The sum.
#[pyfunction]
pub fn form_add(a: &str, b: &str) -> PyResult<PyForm> {
    let mut arena = Arena::new();
    let (a, b) = (arena.parse(a).map_err(bad)?, arena.parse(b).map_err(bad)?);
    let sum = arena.add(a, b).map_err(bad)?;
    describe(&mut arena, sum)
}

/// The negative.
#[pyfunction]
pub fn form_negative(text: &str) -> PyResult<PyForm> {
    let mut arena = Arena::new();
    let form = arena.parse(text).map_err(bad)?;
    let negative = arena.neg(form);
    describe(&mut arena, negative)
}

/// Whether a ≤ b, and whether a ≥ b.
#[pyfunction]
pub fn form_compare(a: &str, b: &str) -> PyResult<(bool, bool)> {
    let mut arena = Arena::new();
    let (a, b) = (arena.parse(a).map_err(bad)?, arena.parse(b).map_err(bad)?);
    Ok((arena.le(a, b), arena.le(b, a)))
}
