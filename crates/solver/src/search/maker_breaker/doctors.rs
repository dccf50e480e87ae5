//! Alice's wins that can be seen: every patient has doctors of its own.
//!
//! After "sound" vertices and their doctors in Brosse et al., section 3. Give every exhaustible
//! vertex (patient) a set of *doctors*: uncoloured neighbours that are safe themselves, nobody
//! else's doctors, and such that while at most one of them is coloured the patient cannot be dead.
//! If that succeeds and Bob is to move, Alice wins: when Bob colours a doctor, she colours its
//! patient, which still has a colour; otherwise she colours any patient. Patients and doctors are
//! different vertices, so no other patient loses a doctor by that; safe vertices stay safe; what a
//! patient's life depends on only gets less. When no patient is left, everything is safe. If Alice
//! is to move, one patient may be without doctors: she colours it first.
//!
//! Two kinds of sets keep a patient alive while at most one of them is coloured:
//! * two of its *essential* neighbours: the others cannot exhaust it while one is uncoloured;
//! * of its `r` neighbours that can take one of its `c` colours, any `r − c + 2`: at most
//!   `c − 2` are outside, so even with one doctor they take `c − 1` colours.

use smallvec::SmallVec;

use super::board::bits;
use super::exhaust::Patient;

/// Assigns as many doctors among the `safe` uncoloured vertices as possible.
pub(super) fn serve(patients: &[Patient], safe: u128) -> Service {
    let mut clinic = Clinic::new(patients, safe);
    let mut missing = SmallVec::new();
    for patient in 0..patients.len() {
        for _ in 0..clinic.wishes[patient].count {
            if !clinic.augment(patient, &mut 0) {
                missing.push(patient);
            }
        }
    }
    Service { clinic, missing }
}

/// How well the patients can be served at once.
pub(super) struct Service {
    clinic: Clinic,
    /// For each doctor that is missing, the patient.
    missing: SmallVec<[usize; 24]>,
}

impl Service {
    /// The number of doctors that are missing.
    pub fn missing(&self) -> usize {
        self.missing.len()
    }

    /// Whether some patient, left alone, leaves enough doctors to all others.
    pub fn all_but_one(&mut self) -> bool {
        let Some(&first) = self.missing.first() else { return true };
        if self.missing.iter().all(|&patient| patient == first) {
            return true;
        }
        let most = self.clinic.wishes.iter().map(|wish| wish.count).max().unwrap_or(0);
        if self.missing.len() > most {
            return false;
        }
        let helpers = self.helpers();
        bits(helpers).any(|left| self.clinic.can_leave(left, &self.missing))
    }

    /// The patients from which a doctor could come, if need be by way of others, to each patient
    /// in need: all who are worth leaving alone. What would be assigned then differs from what is
    /// assigned now by such paths.
    fn helpers(&mut self) -> u128 {
        let mut helpers = u128::MAX;
        for &patient in &self.missing {
            let mut tried = 0;
            self.clinic.augment(patient, &mut tried);
            helpers &= self.clinic.employers(tried) | 1 << patient;
        }
        helpers
    }
}

/// The doctors that a patient needs: any `count` of `among`.
#[derive(Debug, Clone, Copy, Default)]
struct Wish {
    among: u128,
    count: usize,
}

impl Wish {
    fn of(patient: &Patient, safe: u128) -> Wish {
        let essential = patient.essential & safe;
        if essential & essential.wrapping_sub(1) != 0 {
            return Wish { among: essential, count: 2 };
        }
        let spare = patient.reach.count_ones() as usize - patient.colours;
        Wish { among: patient.reach & safe, count: spare + 2 }
    }
}

/// An assignment of doctors to patients (by index) that grows along augmenting paths.
#[derive(Clone)]
struct Clinic {
    wishes: SmallVec<[Wish; 24]>,
    unassigned: u128,
    patient_of: [u8; 128],
}

impl Clinic {
    fn new(patients: &[Patient], safe: u128) -> Clinic {
        let wishes = patients.iter().map(|patient| Wish::of(patient, safe)).collect();
        Clinic { wishes, unassigned: safe, patient_of: [0; 128] }
    }

    /// Finds one more doctor for the patient, if need be by changing those of others.
    fn augment(&mut self, patient: usize, tried: &mut u128) -> bool {
        let among = self.wishes[patient].among;
        let unassigned = among & self.unassigned;
        if unassigned != 0 {
            self.assign(unassigned.trailing_zeros() as usize, patient);
            return true;
        }
        for doctor in bits(among) {
            let other = usize::from(self.patient_of[doctor]);
            if other == patient || *tried >> doctor & 1 == 1 {
                continue;
            }
            *tried |= 1 << doctor;
            if self.augment(other, tried) {
                self.assign(doctor, patient);
                return true;
            }
        }
        false
    }

    fn assign(&mut self, doctor: usize, patient: usize) {
        self.unassigned &= !(1 << doctor);
        self.patient_of[doctor] = patient as u8;
    }

    /// The patients of these doctors.
    fn employers(&self, doctors: u128) -> u128 {
        bits(doctors).fold(0, |patients, doctor| patients | 1 << self.patient_of[doctor])
    }

    /// Whether the doctors of one patient would serve the patients in `missing`.
    fn can_leave(&self, left: usize, missing: &[usize]) -> bool {
        let mut clinic = self.clone();
        for doctor in bits(self.wishes[left].among & !self.unassigned) {
            if usize::from(self.patient_of[doctor]) == left {
                clinic.unassigned |= 1 << doctor;
            }
        }
        clinic.wishes[left] = Wish::default();
        missing.iter().filter(|&&p| p != left).all(|&p| clinic.augment(p, &mut 0))
    }
}
