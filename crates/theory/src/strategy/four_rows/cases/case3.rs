//! Case 3: Bob plays in an empty column. The lens shows the border next to it as in its drawing,
//! with Bob in column 1.

use super::Paint::{Any, Is};
use super::{Plan, Scene};
use crate::strategy::four_rows::Repair;
use crate::strategy::four_rows::grid::is_colour;
use crate::strategy::four_rows::pictures::{Border, Configuration};

/// The answer to a move in an empty column between these ends of blocks; each may be free.
pub(super) fn empty_column(s: &Scene<'_>, ends: &[(Border, bool)]) -> Option<Plan> {
    let column = s.bob.1;
    if !s.grid.coloured(column - 1) && !s.grid.coloured(column + 1) {
        return new_block(s);
    }
    let find = |wanted: &dyn Fn(Configuration, bool) -> bool| {
        let found = ends.iter().find(|(border, free)| wanted(border.kind, *free))?;
        Some((s.through(found.0.lens), found.0.kind))
    };
    if let Some((s, _)) = find(&|kind, _| kind == Configuration::Pi) {
        return pi(&s);
    }
    if let Some((s, _)) = find(&|kind, _| kind == Configuration::Delta) {
        return delta(&s);
    }
    if let Some((s, kind)) = find(&|_, free| free) {
        return match kind {
            Configuration::Alpha => alpha_free(&s),
            Configuration::Beta => beta_free(&s),
            _ => gamma_free(&s),
        };
    }
    if let Some((s, _)) = find(&|kind, _| kind == Configuration::Gamma) {
        return gamma(&s);
    }
    if let Some((s, _)) = find(&|kind, _| kind == Configuration::Beta) {
        return beta(&s);
    }
    match ends {
        [(left, _), (right, _)] => {
            let same_rows = left.lens.flipped == right.lens.flipped;
            alphas(&s.through(left.lens), same_rows)
        }
        _ => None,
    }
}

/// Case 3-new: the same colour at distance two in the column.
fn new_block(s: &Scene<'_>) -> Option<Plan> {
    let row = s.row();
    s.play("3-new", (if row > 2 { row - 2 } else { row + 2 }, 0), Is(s.x))
}

/// Case 3π.
fn pi(s: &Scene<'_>) -> Option<Plan> {
    let (a, b, e, x, beyond) = (s.v(4, 0), s.v(3, 0), s.v(2, 0), s.x, s.v(3, 2));
    let w = 1 + 2 + 3 + 4 - a - b - e;
    match s.row() {
        2 => s.play("3π row 2", (3, 1), Any),
        3 => s.play("3π row 3", (2, 1), Any),
        1 if x != w => s.play("3π row 1", (3, 1), Any),
        1 if beyond != w => s.play("3π row 1", (3, 1), Is(w)),
        1 => s.play("3π row 1", (3, 1), Is(e)),
        _ if x == b => s.play("3π row 4", (2, 1), Any),
        _ if x == w => s.play("3π row 4", (2, 1), Is(w)),
        _ if beyond == e => s.play("3π row 4", (2, 1), Any),
        _ if is_colour(beyond) => s.play("3π row 4", (2, 1), Is(beyond)),
        _ => s.play("3π row 4", (3, 1), Is(w)),
    }
}

/// Case 3δ.
fn delta(s: &Scene<'_>) -> Option<Plan> {
    let (y, x) = (s.v(2, 0), s.x);
    let open_beyond = s.empty(2);
    match s.row() {
        1 if x == y && s.v(3, 2) != y => s.play("3δ1a", (3, 1), Is(y)),
        1 if x == y => s.play("3δ1b", (4, 1), Is(y)),
        1 if s.legal(3, 1, x) => s.play("3δ2", (3, 1), Is(x)),
        1 => s.play("3δ2", (3, 1), Is(y)),
        2 if !open_beyond => s.play("3δ3", (3, 1), Any),
        2 if s.v(3, 3) != x => s.play("3δ3a", (3, 2), Is(x)),
        2 => s.play("3δ3b", (4, 2), Is(x)),
        3 if !open_beyond => s.play("3δ4", (2, 1), Any),
        3 => s.play("3δ4", (1, 1), Is(y)),
        _ if x != y && s.v(3, 2) != y => s.play("3δ5a", (3, 1), Is(y)),
        _ if x != y => s.play("3δ5b", (3, 0), Is(x)),
        _ if s.v(1, 2) != y => s.play("3δ5c", (1, 1), Is(y)),
        _ if is_colour(s.v(2, 2)) => s.play("3δ5c", (3, 1), Is(s.v(2, 2))),
        _ if s.v(3, 2) == y => s.play("3δ5c", (2, 1), Any),
        _ if is_colour(s.v(3, 2)) => s.play("3δ5c", (2, 1), Is(s.v(3, 2))),
        // Case 3δ5d cannot occur.
        _ => None,
    }
}

/// Case 3αF.
fn alpha_free(s: &Scene<'_>) -> Option<Plan> {
    let a = s.v(3, 0);
    match s.row() {
        1 | 4 => s.play("3αF1", (2, 1), Is(a)),
        3 => s.play("3αF2", (1, 1), Is(s.x)),
        _ => s.play("3αF3", (4, 1), Is(a)),
    }
}

/// Case 3βF.
fn beta_free(s: &Scene<'_>) -> Option<Plan> {
    let (a, x) = (s.v(3, 0), s.x);
    match s.row() {
        1 if x != a => s.play("3βF1", (3, 1), Is(x)),
        1 => s.play("3βF2", (4, 1), Is(a)),
        2 => s.play("3βF3", (4, 1), Is(a)),
        4 => s.play("3βF4", (2, 1), Is(a)),
        _ if s.v(1, 0) != x => s.play("3βF5", (1, 1), Is(x)),
        _ if s.v(2, 3) != x => s.play("3βF6", (2, 2), Is(x)),
        _ => s.play("3βF7", (1, 2), Is(x)),
    }
}

/// Case 3γF. In the text, the move of 3γF4 is illegal, the condition in 3γF5 leaves a gap, and 3γF8
/// has no move (R4).
fn gamma_free(s: &Scene<'_>) -> Option<Plan> {
    let (a, x, repaired) = (s.v(4, 0), s.x, s.repairs.has(Repair::R4));
    match s.row() {
        4 => s.play("3γF1", (2, 1), Is(x)),
        1 => s.play("3γF2", (3, 1), Is(x)),
        2 if x != a => s.play("3γF3", (3, 0), Is(x)),
        2 if s.v(3, 3) != a && repaired => s.play("3γF4", (3, 2), Is(a)),
        2 if s.v(3, 3) != a => s.play("3γF4", (3, 0), Is(a)),
        2 if repaired || s.v(1, 3) != a => s.play("3γF5", (4, 2), Is(a)),
        3 if x != a => s.play("3γF6", (2, 0), Is(x)),
        3 if s.v(2, 3) != a => s.play("3γF7", (2, 2), Is(a)),
        3 if repaired => s.play("3γF8", (1, 2), Is(a)),
        _ => None,
    }
}

/// Case 3γ, between two borders.
fn gamma(s: &Scene<'_>) -> Option<Plan> {
    let x = s.x;
    match s.row() {
        2 => s.play("3γ", (3, 1), Any),
        3 => s.play("3γ", (2, 1), Any),
        1 => s.play("3γ1", (2, 0), Is(x)),
        _ if s.v(2, 2) != x => s.play("3γ2", (2, 1), Is(x)),
        _ => s.play("3γ3", (2, 0), Is(x)),
    }
}

/// Case 3β, between two borders.
fn beta(s: &Scene<'_>) -> Option<Plan> {
    let (a, x) = (s.v(3, 0), s.x);
    match s.row() {
        2 => s.play("3β", (3, 1), Any),
        3 => s.play("3β", (2, 1), Any),
        4 => s.play("3β1", (3, 1), Any),
        _ if x != a => s.play("3β2", (2, 0), Is(x)),
        _ if s.v(4, 2) != a => s.play("3β3", (4, 1), Is(a)),
        _ if s.v(2, 2) == a => s.play("3β4", (3, 1), Any),
        _ if is_colour(s.v(2, 2)) => s.play("3β5", (3, 1), Is(s.v(2, 2))),
        _ => s.play("3β6", (2, 1), Is(s.v(3, 2))),
    }
}

/// Case 3α, between two α borders, seen from the left one.
fn alphas(s: &Scene<'_>, same_rows: bool) -> Option<Plan> {
    let (a, x) = (s.v(3, 0), s.x);
    match s.row() {
        2 => s.play("3α", (3, 1), Any),
        3 => s.play("3α", (2, 1), Any),
        _ if same_rows => s.through(s.lens.upside_down()).play("3α1", (3, 1), Is(a)),
        _ if s.v(2, 2) != a => s.play("3α2", (2, 1), Is(a)),
        1 => s.play("3α3", (3, 1), Is(x)),
        _ if s.v(2, 0) != x => s.play("3α4", (2, 1), Is(x)),
        _ if s.empty(3) => s.play("3α5", (3, 2), Is(x)),
        _ => s.play("3α6", (1, 1), Is(x)),
    }
}
