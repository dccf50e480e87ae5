//! What holds after each of Alice's moves, column by column. (A change here also changes what a
//! certificate has to show, and the proof in docs/certificates.md.)

use super::facts::{Known, NOBODY, Question, all, any, is_single, not};
use super::picture::{Place, around};
use super::view::{SIDES, Side, View};

impl View<'_> {
    /// Whether everything is in order in this column.
    pub(super) fn in_order(&self, column: i32) -> Known {
        if self.exists(column) == Ok(false) {
            return Ok(true);
        }
        let rows = self.facts.rows();
        let cared = (1..rows - 1).map(|row| self.is_cared_for((row, column)));
        let borders = SIDES.into_iter().map(|side| self.border_in_order(column, side));
        let doctors = (0..rows).map(|row| self.doctor_in_order((row, column)));
        all(borders.chain(cared).chain(doctors))
    }

    /// Every vertex of a block is coloured, safe, treated by two doctors, or sick.
    fn is_cared_for(&self, place: Place) -> Known {
        let fine =
            !self.in_block(place.1)? || self.is_safe(place)? || self.has_two_doctors(place)?;
        if fine { Ok(true) } else { self.is_sick(place) }
    }

    /// Every border looks like one of the drawings, and has doctors only if that drawing allows
    /// them.
    fn border_in_order(&self, column: i32, side: Side) -> Known {
        if !self.is_border(column, side)? || self.border_fits(column, side, true)? {
            return Ok(true);
        }
        let rows = 0..self.facts.rows();
        let nobody = rows.map(|row| self.treats_nobody((row, column)));
        all([self.border_fits(column, side, false)].into_iter().chain(nobody))
    }

    /// A doctor is an uncoloured safe vertex of a block; its patient is an uncoloured vertex of a
    /// block that is not safe.
    fn doctor_in_order(&self, doctor: Place) -> Known {
        let treats = self.facts.treats(doctor);
        if treats & NOBODY != 0 {
            return if treats == NOBODY { Ok(true) } else { Err(Question::Treats(doctor, NOBODY)) };
        }
        let fit = all([self.is_uncoloured(doctor), self.in_block(doctor.1), self.is_safe(doctor)]);
        if fit == Ok(false) {
            return fit;
        }
        let patients = around(doctor).into_iter().enumerate();
        let patients = patients.filter(|(i, _)| treats >> (i + 1) & 1 == 1);
        let patient = any(patients.map(|(i, patient)| {
            let ill = self.needs_doctors(patient);
            let certain = is_single(treats) || ill == Ok(false);
            if certain { ill } else { Err(Question::Treats(doctor, 1 << (i + 1))) }
        }));
        all([fit, patient])
    }

    /// Whether this is an uncoloured vertex of a block that is not safe.
    fn needs_doctors(&self, place: Place) -> Known {
        if !(1..self.facts.rows() - 1).contains(&place.0) {
            return Ok(false);
        }
        let not_safe = not(self.is_safe(place));
        all([self.is_uncoloured(place), self.in_block(place.1), not_safe])
    }

    /// Whether no vertex of this column is both sick and not safe.
    pub(super) fn nobody_sick(&self, column: i32) -> Known {
        if !self.exists(column)? {
            return Ok(true);
        }
        let inner = 1..self.facts.rows() - 1;
        all(inner.map(|row| Ok(self.is_safe((row, column))? || !self.is_sick((row, column))?)))
    }

    /// Whether all vertices of this column are safe, if it is in a block.
    pub(super) fn all_safe(&self, column: i32) -> Known {
        if !self.in_block(column)? {
            return Ok(true);
        }
        all((1..self.facts.rows() - 1).map(|row| self.is_safe((row, column))))
    }

    /// Whether this column is coloured, if it is in a block and not a border.
    pub(super) fn inside_is_coloured(&self, column: i32) -> Known {
        let border = SIDES.map(|side| self.is_border(column, side));
        if !self.in_block(column)? || any(border)? {
            return Ok(true);
        }
        all((0..self.facts.rows()).map(|row| self.is_coloured((row, column))))
    }
}
