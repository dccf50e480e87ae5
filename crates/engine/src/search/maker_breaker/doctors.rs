//! Wins of Alice that can be seen: every patient has its own doctors.
//!
//! This follows the "sound" vertices and their doctors in Brosse et al., section 3. Give every
//! exhaustible vertex (patient) a set of *doctors*: uncoloured neighbours that are safe themselves
//! and nobody else's doctors, such that the patient cannot be dead while at most one of them is
//! coloured. If this is possible and Bob is to move, Alice wins: when Bob colours a doctor, she
//! colours its patient, which still has a colour; otherwise she colours any patient. Patients and
//! doctors are different vertices, so no other patient loses a doctor by this; safe vertices stay
//! safe; and the vertices that can harm a patient only become fewer. When no patient is left,
//! everything is safe. If Alice is to move, one patient may be without doctors: she colours it
//! first.
//!
//! Two kinds of sets keep a patient alive while at most one of their members is coloured:
//! * two of its *essential* neighbours: the others cannot exhaust it while one of these is
//!   uncoloured;
//! * any `r − c + 2` of its `r` neighbours that can take one of its `c` colours: at most `c − 2`
//!   are outside the set, so together with one doctor they take at most `c − 1` colours.
//!
//! The same strategy answers most of Bob's moves when one patient is without doctors and he is to
//! move. Unless he gives a doctor a colour of its patient, all other patients stay protected, and
//! Alice colours the one without doctors next (he cannot kill it by one move unless it is
//! threatened). So he has to *disturb* doctors, in every possible assignment.

mod colleagues;

use chromex_graph_tools::matching::Matching;
use smallvec::SmallVec;

use super::board::bits;
use super::exhaust::Patient;
pub(super) use colleagues::Ward;

/// The doctors that each patient needs.
pub(super) struct Needs {
    of: SmallVec<[Need; 24]>,
    /// The safe vertices.
    safe: u128,
}

impl Needs {
    /// The doctors that the patients need, among the `safe` uncoloured vertices.
    pub(super) fn new(patients: &[Patient], safe: u128) -> Needs {
        Needs { of: patients.iter().map(|patient| Need::of(patient, safe)).collect(), safe }
    }

    /// Assigns doctors, unless more are missing than colleagues can replace.
    pub(super) fn serve_nearly_all(&self) -> Option<Service<'_>> {
        let mut service = Service::new(self);
        (0..self.of.len())
            .all(|patient| {
                service.serve(patient);
                service.missing.len() <= colleagues::REPLACED
            })
            .then_some(service)
    }

    /// Assigns as many doctors as possible.
    pub(super) fn serve(&self) -> Service<'_> {
        let mut service = Service::new(self);
        (0..self.of.len()).for_each(|patient| service.serve(patient));
        service
    }
}

/// How well the patients can be served at the same time.
pub(super) struct Service<'a> {
    assignment: Assignment<'a>,
    /// For each missing doctor, the patient.
    missing: SmallVec<[usize; 24]>,
    safe: u128,
}

impl<'a> Service<'a> {
    fn new(needs: &'a Needs) -> Service<'a> {
        let assignment = Assignment::new(&needs.of);
        Service { assignment, missing: SmallVec::new(), safe: needs.safe }
    }

    fn serve(&mut self, patient: usize) {
        let lack = self.assignment.serve(patient);
        self.missing.extend(std::iter::repeat_n(patient, lack));
    }

    /// The number of doctors that are missing.
    pub(super) fn missing(&self) -> usize {
        self.missing.len()
    }

    /// Whether some patient can be left without doctors so that all others have enough.
    pub(super) fn all_but_one(&mut self) -> bool {
        self.missing.is_empty() || self.only_one_lacks() || self.leaving_one().is_some()
    }

    fn only_one_lacks(&self) -> bool {
        self.missing.iter().all(|&patient| patient == self.missing[0])
    }

    /// An assignment that serves all patients except one.
    fn leaving_one(&mut self) -> Option<Assignment<'a>> {
        if self.only_one_lacks() {
            return self.assignment.leaving(*self.missing.first()?, &[]);
        }
        let most = self.assignment.needs.iter().map(|need| need.count).max().unwrap_or(0);
        if self.missing.len() > most {
            return None;
        }
        let helpers = self.helpers();
        bits(helpers).find_map(|left| self.assignment.leaving(left, &self.missing))
    }

    /// For each colour, the doctors that Bob can disturb with it in every assignment that serves
    /// all patients except one; `None` if there is no such assignment. `lists` says which vertices
    /// can take a colour.
    pub(super) fn disturbed<const K: usize>(
        &mut self,
        patients: &[Patient],
        lists: &[u128; K],
    ) -> Option<[u128; K]> {
        let assignment = self.leaving_one()?;
        let mut disturbed = assignment.disturbed(patients, lists);
        for doctor in bits(assignment.doctors.given) {
            if let Some(other) = assignment.without(doctor) {
                let also = other.disturbed(patients, lists);
                disturbed.iter_mut().zip(also).for_each(|(all, also)| *all &= also);
            }
        }
        Some(disturbed)
    }

    /// For each patient in need, the patients from whom a doctor could come, if necessary by way of
    /// others: only these are worth leaving without doctors. The resulting assignment differs from
    /// the present one by such paths.
    fn helpers(&mut self) -> u128 {
        let mut helpers = u128::MAX;
        for &patient in &self.missing {
            let mut tried = 0;
            self.assignment.augment(patient, &mut tried);
            helpers &= self.assignment.employers(tried) | 1 << patient;
        }
        helpers
    }
}

/// The doctors that a patient needs: any `count` of `among`, which are the safe ones of those that
/// are `wanted`.
#[derive(Debug, Clone, Copy)]
struct Need {
    wanted: u128,
    among: u128,
    count: usize,
}

impl Need {
    fn of(patient: &Patient, safe: u128) -> Need {
        let essential = patient.essential & safe;
        if essential & essential.wrapping_sub(1) != 0 {
            return Need { wanted: patient.essential, among: essential, count: 2 };
        }
        let spare = patient.reach.count_ones() as usize - patient.colours;
        Need { wanted: patient.reach, among: patient.reach & safe, count: spare + 2 }
    }
}

/// An assignment of doctors to patients (by index).
#[derive(Clone, Copy)]
struct Assignment<'a> {
    needs: &'a [Need],
    doctors: Matching,
}

impl<'a> Assignment<'a> {
    fn new(needs: &'a [Need]) -> Assignment<'a> {
        Assignment { needs, doctors: Matching::default() }
    }

    /// Finds as many doctors for the patient as possible, and returns how many are missing.
    fn serve(&mut self, patient: usize) -> usize {
        let count = self.needs[patient].count;
        (0..count).filter(|_| !self.augment(patient, &mut 0)).count()
    }

    /// Finds one more doctor for the patient, if necessary by changing those of others.
    fn augment(&mut self, patient: usize, tried: &mut u128) -> bool {
        self.doctors.augment(&|patient| self.needs[patient].among, patient, tried)
    }

    /// The doctors of a patient.
    fn doctors_of(&self, patient: usize) -> u128 {
        let given = bits(self.doctors.given);
        let own = given.filter(|&doctor| self.doctors.owner(doctor) == patient);
        own.fold(0, |doctors, doctor| doctors | 1 << doctor)
    }

    /// The patients of these doctors.
    fn employers(&self, doctors: u128) -> u128 {
        bits(doctors).fold(0, |patients, doctor| patients | 1 << self.doctors.owner(doctor))
    }

    /// For each colour the doctors whose patients have it.
    fn disturbed<const K: usize>(&self, patients: &[Patient], lists: &[u128; K]) -> [u128; K] {
        let mut disturbed = [0; K];
        for doctor in bits(self.doctors.given) {
            let patient = patients[self.doctors.owner(doctor)].vertex;
            for (all, list) in disturbed.iter_mut().zip(lists) {
                *all |= (list >> patient & 1) << doctor;
            }
        }
        disturbed
    }

    /// An equally good assignment without one of the doctors.
    fn without(&self, doctor: usize) -> Option<Assignment<'a>> {
        let mut assignment = *self;
        let replaced = assignment.augment(self.doctors.owner(doctor), &mut (1 << doctor));
        assignment.doctors.given &= !(1 << doctor);
        replaced.then_some(assignment)
    }

    /// The assignment after one patient has given up its doctors to serve those in `missing`, if
    /// they are enough.
    fn leaving(&self, left: usize, missing: &[usize]) -> Option<Assignment<'a>> {
        let mut assignment = *self;
        for doctor in bits(self.needs[left].among & self.doctors.given) {
            if self.doctors.owner(doctor) == left {
                assignment.doctors.given &= !(1 << doctor);
            }
        }
        let served = missing.iter().filter(|&&p| p != left).all(|&p| assignment.augment(p, &mut 0));
        served.then_some(assignment)
    }
}
