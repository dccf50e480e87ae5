//! Case 1: Bob plays inside a block or in a special configuration.

use super::Paint::{Any, Is, Not};
use super::{Plan, Scene};
use crate::strategy::four_rows::grid::{Grid, Lens, Place, is_colour};
use crate::strategy::four_rows::pictures::{Border, Configuration, Special};

/// The answer to a move in a special configuration, if the case has one for this cell.
pub(super) fn special(s: &Scene<'_>, special: Special) -> Option<Plan> {
    match special {
        Special::Delta => delta(s),
        Special::DeltaPrime => delta_prime(s),
        Special::DeltaPrime2 => delta_prime_2(s),
        Special::Lambda => lambda(s),
        Special::LambdaPrime => lambda_prime(s).or_else(|| lambda(s)),
    }
}

/// Case 1Δ.
fn delta(s: &Scene<'_>) -> Option<Plan> {
    match s.at() {
        (3, 1) => {
            let row = [4, 1].into_iter().find(|&row| s.v(row, 1) == 0)?;
            s.play("1Δ sick", (row, 1), Any)
        }
        (_, 1 | 2) => s.play("1Δ", (3, 1), Any),
        _ => None,
    }
}

/// Case 1Δ', for Δ'.
fn delta_prime(s: &Scene<'_>) -> Option<Plan> {
    match s.at() {
        (2, -1) | (3, 0) => s.play("1Δ'a", (2, 1), Is(s.x)),
        (2, 0) => s.play("1Δ'b", (1, 1), Is(s.x)),
        (2, 1) => s.play("1Δ'c", (1, 1), Any),
        (1, 1) => s.play("1Δ'd", (2, 1), Any),
        (3, 2) => s.play("1Δ'e", (2, 1), Any),
        (4, 1 | 2) => s.play("1Δ'f", (3, 2), Any),
        (2, 2) => s.play("1Δ'g", (3, 2), Any),
        _ => None,
    }
}

/// Case 1Δ', for Δ'₂.
fn delta_prime_2(s: &Scene<'_>) -> Option<Plan> {
    let b = s.v(2, 2);
    match s.at() {
        (2, -1) | (2 | 3, 0) | (1 | 2 | 4, 1) if s.legal(2, 0, b) => s.play("1Δ'₂a", (2, 0), Is(b)),
        (2, -1) | (2 | 3, 0) | (1 | 2 | 4, 1) => s.play("1Δ'₂b", (1, 1), Is(b)),
        _ => None,
    }
}

/// Case 1Λ, for Λ and Λ₂, and the part of Λ' and Λ'₂ that is the same.
fn lambda(s: &Scene<'_>) -> Option<Plan> {
    let x = s.x;
    match s.at() {
        (4, -1) => s.play("1Λa", (2, -1), Is(x)),
        (2, -1) => s.play("1Λb", (3, -1), Any),
        (3, -1) => s.play("1Λc", (2, -1), Any),
        (1, -1) if s.legal(3, -1, x) => s.play("1Λd", (3, -1), Is(x)),
        (1, -1) if x != s.v(2, 1) => s.play("1Λe", (2, 0), Is(x)),
        (1, -1) => s.play("1Λf", (4, -1), Is(x)),
        (2, 0) if s.legal(3, -1, x) => s.play("1Λg", (3, -1), Is(x)),
        (2, 0) => s.play("1Λh", (1, -1), Is(x)),
        // If column −3 is empty, column −2 is a block by itself and Case 2 has the answer.
        (1 | 3, -2) if !s.empty(-3) => s.play("1Λi", (3, -1), Any),
        _ => None,
    }
}

/// Case 1Λ', except for the part that is the same as in 1Λ.
fn lambda_prime(s: &Scene<'_>) -> Option<Plan> {
    match s.at() {
        (1 | 3, 1) => s.play("1Λ'j", (2, 1), Not(s.v(4, 0), s.v(4, 0))),
        (2, 1) => s.play("1Λ'k", (3, -1), Any),
        _ => None,
    }
}

/// Cases 1γ-doc and 1-doc: Bob coloured a doctor, the inner one of a γ border or another.
pub(super) fn doctor(s: &Scene<'_>, gamma: Option<Lens>, patient: Option<Place>) -> Option<Plan> {
    if let Some(lens) = gamma {
        return s.through(lens).play("1γ-doc", (3, 0), Is(s.x));
    }
    patient.filter(|&place| s.grid.at(place) == 0).map(|place| Plan {
        case: "1-doc",
        place,
        paint: Any,
    })
}

/// A harmless move at a border, when everything inside the blocks is coloured.
pub(crate) fn tempo_at_border(grid: &Grid, border: &Border, free: bool) -> Option<Plan> {
    let v = |row, column| grid.at(border.lens.place(row, column));
    let plan = |case, (row, column), paint| {
        Some(Plan { case, place: border.lens.place(row, column), paint })
    };
    let b = v(2, 0);
    match border.kind {
        Configuration::Delta if v(3, 2) != b => plan("1δ1", (3, 1), Is(b)),
        Configuration::Delta => plan("1δ2", (4, 1), Is(b)),
        Configuration::Pi => plan("1π", (1, 1), Is(v(3, 0))),
        Configuration::Gamma => plan("1γ", (2, 0), Any),
        Configuration::Alpha if free => plan("1αβF1", (2, 1), Is(v(3, 0))),
        Configuration::Beta if free => plan("1αβF2", (2, 1), Is(v(3, 0))),
        Configuration::Beta => plan("1β", (3, 1), Any),
        Configuration::Alpha => None,
    }
}

/// Case 1α: the empty column between two α borders; the left one is given.
pub(crate) fn tempo_between_alphas(grid: &Grid, left: &Border) -> Plan {
    // The figure has the two equal cells of the left border in rows 2 and 4.
    let lens = left.lens.upside_down();
    let v = |row, column| grid.at(lens.place(row, column));
    let a = v(2, 0);
    let place = lens.place(3, 1);
    match v(3, 2) {
        other if other != a => Plan { case: "1α1", place, paint: Is(a) },
        _ if grid.empty(lens.origin + 3) => Plan { case: "1α2", place, paint: Any },
        other => {
            debug_assert!(is_colour(other));
            Plan { case: "1α3", place, paint: Any }
        }
    }
}
