//! Case 2: Bob plays in a border. The lens shows the border as in its drawing, with Bob in column
//! 0.

use super::Paint::{Any, Is, Not};
use super::{Plan, Scene};
use crate::strategy::four_rows::Repair;
use crate::strategy::four_rows::grid::is_colour;
use crate::strategy::four_rows::pictures::{Configuration, is_border_of_delta};

/// The answer to a move in a border of this kind.
pub(super) fn border(s: &Scene<'_>, kind: Configuration, free: bool, alone: bool) -> Option<Plan> {
    match kind {
        Configuration::Delta => delta(s),
        Configuration::Alpha | Configuration::Beta | Configuration::Gamma if free => {
            free_border(s, kind)
        }
        Configuration::Beta => beta(s),
        Configuration::Gamma => gamma(s),
        Configuration::Alpha if alone => alpha_alone(s),
        Configuration::Alpha => alpha(s),
        // Every cell of a π border is coloured.
        Configuration::Pi => None,
    }
}

/// Case 2δ.
fn delta(s: &Scene<'_>) -> Option<Plan> {
    let b = s.v(2, 0);
    if s.v(3, 2) != b { s.play("2δ1", (3, 1), Is(b)) } else { s.play("2δ2", (4, 1), Is(b)) }
}

/// Case 2αβγF.
fn free_border(s: &Scene<'_>, kind: Configuration) -> Option<Plan> {
    match (kind, s.row()) {
        (Configuration::Alpha, _) => s.play("2αF", (2, 1), Is(s.v(3, 0))),
        (Configuration::Beta, _) => s.play("2βF", (2, 1), Is(s.v(3, 0))),
        (_, 2) => s.play("2γF1", (3, 1), Is(s.x)),
        _ => s.play("2γF2", (2, 1), Is(s.x)),
    }
}

/// Case 2β, not free.
fn beta(s: &Scene<'_>) -> Option<Plan> {
    let x = s.x;
    if s.row() != 2 {
        return s.play("2β1", (3, 1), Any);
    }
    if s.v(3, 2) != x {
        return s.play("2β2", (3, 1), Is(x));
    }
    if s.v(4, 0) != x {
        return s.play("2β3", (4, 1), Is(x));
    }
    // Upside down the border is now α, its last cell coloured in row 2. The paper refers to 2α2,
    // which is for row 4 (R5).
    let flipped = s.through(s.lens.upside_down());
    if s.repairs.has(Repair::R5) { alpha(&flipped) } else { alpha_2(&flipped, x) }
}

/// Case 2γ, not free.
fn gamma(s: &Scene<'_>) -> Option<Plan> {
    let (a, x) = (s.v(4, 0), s.x);
    match s.row() {
        2 => s.play("2γ1", (2, 1), Any),
        _ if s.v(2, 2) != x => s.play("2γ2", (2, 1), Is(x)),
        _ => s.play("2γ3", (2, 0), Not(a, x)),
    }
}

/// Case 2α, not free, in a block of at least two columns.
fn alpha(s: &Scene<'_>) -> Option<Plan> {
    let (a, b, d) = (s.v(3, 0), s.v(2, 0), s.v(4, 0));
    if s.v(2, 2) != a {
        return s.play("2α1", (2, 1), Is(a));
    }
    match (is_colour(b), is_colour(d)) {
        (false, _) => alpha_2(s, d),
        (true, false) => alpha_3(s, b),
        _ if s.v(4, 2) != a => s.play("2α4", (4, 1), Is(a)),
        _ if s.v(1, 2) != b => s.play("2α5", (1, 1), Is(b)),
        _ => s.play("2α6", (3, 1), Is(b)),
    }
}

/// Case 2α2: Bob in row 4 with x, row 2 uncoloured.
fn alpha_2(s: &Scene<'_>, x: u8) -> Option<Plan> {
    if s.legal(3, 1, x) { s.play("2α2.1", (3, 1), Is(x)) } else { s.play("2α2.2", (2, 1), Is(x)) }
}

/// Case 2α3: Bob in row 2 with x, row 4 uncoloured.
fn alpha_3(s: &Scene<'_>, x: u8) -> Option<Plan> {
    if s.v(3, 2) != x { s.play("2α3", (3, 1), Is(x)) } else { s.play("2α3", (4, 1), Is(x)) }
}

/// Case 2α': a block of one column, not free on its left; the lens looks to the left.
fn alpha_alone(s: &Scene<'_>) -> Option<Plan> {
    let (a, x) = (s.v(3, 0), s.x);
    if s.v(2, 2) != a {
        return s.play("2α'0", (2, 1), Is(a));
    }
    if s.row() == 2 {
        return alpha_3(s, x);
    }
    if s.v(4, 2) != a {
        return s.play("2α'1", (4, 1), Is(a));
    }
    let beyond = s.v(3, 2);
    if is_colour(beyond) {
        // The paper has Bob's colour here, with which he wins (R1).
        let colour = if s.repairs.has(Repair::R1) { beyond } else { x };
        return s.play("2α'1", (2, 1), Is(colour));
    }
    // The doctor that the paper wants in column 2 is not free if a Δ ends there (R2).
    let in_delta = s.repairs.has(Repair::R2) && is_border_of_delta(s.grid, s.lens.place(1, 2).1);
    if !s.empty(3) && !in_delta {
        return s.play("2α'2", (2, 1), Is(x));
    }
    if s.lens.origin == s.grid.n() && s.repairs.has(Repair::R3) {
        return s.play("2α' last column", (3, 1), Any);
    }
    alpha_alone_to_the_right(&s.through(s.lens.mirrored()))
}

/// Cases 2α'3 to 2α'6: she answers on the right and leaves a Λ or Λ' on the left.
fn alpha_alone_to_the_right(s: &Scene<'_>) -> Option<Plan> {
    let (a, x) = (s.v(3, 0), s.x);
    if s.v(2, 2) != a {
        s.play("2α'3", (2, 1), Is(a))
    } else if s.v(4, 2) != a {
        s.play("2α'4", (4, 1), Is(a))
    } else if !s.empty(3) {
        s.play("2α'5", (2, 1), Not(x, x))
    } else {
        s.play("2α'6", (2, 1), Not(x, x))
    }
}
