//! Doctors: each unsafe vertex of a block has two private ones, uncoloured safe neighbours in its
//! block. The assignment of doctors is stored, and updated along augmenting paths when something
//! changes.

use smallvec::SmallVec;

use super::grid::{Grid, Place};
use super::ledger::Ledger;

/// For each cell the direction in which its patient is, as a number from 1 to 4, or 0.
#[derive(Debug, Clone)]
pub(super) struct Doctors {
    patient: Vec<[u8; 4]>,
    /// Changes since the last [`Doctors::mark`], to be undone.
    journal: Option<Vec<(Place, u8)>>,
}

/// A patient needs this many doctors.
const NEEDED: usize = 2;

impl Doctors {
    /// No doctors yet.
    pub(super) fn new(columns: usize) -> Doctors {
        Doctors { patient: vec![[0; 4]; columns], journal: None }
    }

    fn direction(&self, (row, column): Place) -> u8 {
        match self.patient.get((column - 1) as usize) {
            Some(cells) if (1..=4).contains(&row) => cells[row as usize - 1],
            _ => 0,
        }
    }

    fn set(&mut self, doctor: Place, direction: u8) {
        let cell = &mut self.patient[doctor.1 as usize - 1][doctor.0 as usize - 1];
        let old = std::mem::replace(cell, direction);
        if let Some(journal) = &mut self.journal {
            journal.push((doctor, old));
        }
    }

    /// The patient of this doctor.
    pub(super) fn patient(&self, doctor: Place) -> Option<Place> {
        match self.direction(doctor) {
            0 => None,
            direction => Some(Grid::around(doctor)[usize::from(direction) - 1]),
        }
    }

    /// The doctors of this patient.
    pub(super) fn of(&self, patient: Place) -> SmallVec<[Place; 4]> {
        let around = Grid::around(patient);
        around.into_iter().filter(|&near| self.patient(near) == Some(patient)).collect()
    }

    /// From now on changes are recorded, so that [`Doctors::undo`] can undo them.
    pub(super) fn mark(&mut self) {
        self.journal = Some(Vec::new());
    }

    /// Undoes all changes since the mark.
    pub(super) fn undo(&mut self) {
        for ((row, column), old) in self.journal.take().unwrap_or_default().into_iter().rev() {
            self.patient[column as usize - 1][row as usize - 1] = old;
        }
    }

    /// Dismisses the doctors in these columns who are no longer needed or able, and finds new ones
    /// for all patients there. Returns a patient for whom there are not enough.
    pub(super) fn reassign(
        &mut self,
        ledger: &Ledger,
        columns: std::ops::RangeInclusive<i32>,
    ) -> Option<Place> {
        let cells = |columns: std::ops::RangeInclusive<i32>| {
            columns.flat_map(|column| (1..=4).map(move |row| (row, column)))
        };
        for cell in cells(columns.clone()) {
            let useless = |patient| !ledger.weak(patient) || !ledger.may_be_doctor(cell);
            if self.patient(cell).is_some_and(useless) {
                self.set(cell, 0);
            }
        }
        let weak = columns.filter(|&column| ledger.has_weak(column));
        let weak = weak.flat_map(|column| [(2, column), (3, column)]);
        weak.filter(|&patient| ledger.weak(patient)).find(|&patient| {
            (self.of(patient).len()..NEEDED).any(|_| {
                let mut asked = SmallVec::new();
                !self.find_doctor(ledger, patient, &mut asked)
            })
        })
    }

    /// Finds one more doctor for a patient, if necessary by finding another one for the patient
    /// whose doctor is taken. No doctor is asked twice.
    fn find_doctor(
        &mut self,
        ledger: &Ledger,
        patient: Place,
        asked: &mut SmallVec<[Place; 16]>,
    ) -> bool {
        for near in Grid::around(patient) {
            let theirs = self.patient(near);
            if theirs == Some(patient) || !ledger.may_be_doctor(near) || asked.contains(&near) {
                continue;
            }
            asked.push(near);
            if theirs.is_none_or(|other| self.find_doctor(ledger, other, asked)) {
                let direction = Grid::around(near).iter().position(|&place| place == patient);
                self.set(near, direction.map_or(0, |i| i as u8 + 1));
                return true;
            }
        }
        false
    }

    /// Who treats whom, with two cells in each byte.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.patient.iter().flat_map(|[a, b, c, d]| [a << 4 | b, c << 4 | d]).collect()
    }
}
