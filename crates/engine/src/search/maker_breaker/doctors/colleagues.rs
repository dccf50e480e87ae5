//! Patients as doctors of other patients.
//!
//! A doctor has to be safe because Alice may have to colour a patient immediately, and if this
//! patient were a doctor of another patient, she would do what Bob wants to do. But she does no
//! harm if she gives it a colour that the other patient does not have. So a patient v may be a
//! doctor of a patient q, a *colleague*, if Alice colours v with one of its *mild* colours, which
//! are those that q does not have, and if she always can: the doctors of v have to keep one of the
//! mild colours possible while at most one of them takes one.
//!
//! Suppose that every patient has doctors in this sense, all different, and that Bob is to move.
//! Then Alice wins, for the following reason. Say that p *needs* its mild colours if p is a
//! colleague, and otherwise all its colours; and say that a doctor of p is *hit* when it takes a
//! colour that p needs. Before Bob's moves no doctor of a patient is hit. His move hits a doctor of
//! at most one patient p; Alice colours p, or any other patient if no doctor was hit, with a colour
//! that it needs and still has. If p is a colleague, its own patient does not have this colour, so
//! this move hits no doctor. Vertices that are nobody's doctors may take any colour: doctors were
//! chosen so that this does not matter. A doctor that takes a colour that p does not need can no
//! longer harm p. As before, one patient may be without doctors if Alice is to move: she colours it
//! first. It must not itself be anybody's doctor.

use smallvec::SmallVec;

use super::{Assignment, Service};
use crate::search::maker_breaker::board::{Board, bits};
use crate::search::maker_breaker::exhaust::{Patient, have_matching};
use crate::search::maker_breaker::state::Reduced;

/// Where doctors are looked for.
#[derive(Clone, Copy)]
pub(in crate::search::maker_breaker) struct Ward<'a, const K: usize> {
    pub board: &'a Board,
    pub state: &'a Reduced<K>,
    pub patients: &'a [Patient],
}

/// The largest number of missing doctors that are replaced by patients. Trying more finds hardly
/// any wins, and takes up to a sixth of the time.
pub(in crate::search::maker_breaker) const REPLACED: usize = 1;

/// A patient that is left alone rarely lacks more doctors than this.
const OF_ONE: usize = 2;

/// A patient (by index) that is a doctor, and the colours that it needs.
type Colleague = (usize, u64);

impl Service<'_> {
    /// Whether colleagues can replace all missing doctors.
    pub(in crate::search::maker_breaker) fn with_colleagues<const K: usize>(
        &self,
        ward: &Ward<K>,
    ) -> bool {
        self.missing.len() <= REPLACED && self.completed(ward, self.assignment, None)
    }

    /// As [`with_colleagues`], if one patient who lacks doctors may be left alone.
    pub(in crate::search::maker_breaker) fn all_but_one_with_colleagues<const K: usize>(
        &self,
        ward: &Ward<K>,
    ) -> bool {
        if self.missing.len() > REPLACED + OF_ONE {
            return false;
        }
        let mut lacking = self.missing.clone();
        lacking.dedup();
        lacking.into_iter().any(|left| {
            let without = self.assignment.leaving(left, &[]);
            without.is_some_and(|assignment| self.completed(ward, assignment, Some(left)))
        })
    }

    /// Whether colleagues can replace the missing doctors of all patients except `left`.
    fn completed<const K: usize>(
        &self,
        ward: &Ward<K>,
        mut assignment: Assignment,
        left: Option<usize>,
    ) -> bool {
        let mut colleagues: SmallVec<[Colleague; 8]> = SmallVec::new();
        // The vertices that cannot be colleagues, or not any more.
        let mut taken = left.map_or(0, |left| 1 << ward.patients[left].vertex);
        for &patient in self.missing.iter().filter(|&&patient| Some(patient) != left) {
            if assignment.augment(patient, &mut 0) {
                continue;
            }
            let Some(colleague) = self.colleague(ward, &mut assignment, patient, taken) else {
                return false;
            };
            taken |= 1 << ward.patients[colleague.0].vertex;
            colleagues.push(colleague);
        }
        // Serving other patients may have changed the doctors of colleagues.
        colleagues
            .into_iter()
            .all(|(i, mild)| ward.keeps_a_colour(i, mild, assignment.doctors_of(i)))
    }

    /// Finds a colleague for a patient; doctors that nobody needs are given to the colleague if it
    /// needs them.
    fn colleague<const K: usize>(
        &self,
        ward: &Ward<K>,
        assignment: &mut Assignment,
        patient: usize,
        taken: u128,
    ) -> Option<Colleague> {
        let all = ward.patients.iter().enumerate();
        let among = assignment.needs[patient].wanted & !taken;
        let colours = ward.colours(ward.patients[patient].vertex);
        for (i, colleague) in all.filter(|(_, other)| among >> other.vertex & 1 == 1) {
            let mild = ward.colours(colleague.vertex) & !colours;
            let doctors = assignment.doctors_of(i);
            // With a single mild colour, one hit is enough.
            if mild & mild.wrapping_sub(1) == 0 {
                continue;
            }
            let idle =
                ward.board.adjacent[colleague.vertex] & self.safe & !assignment.doctors.given;
            if ward.keeps_a_colour(i, mild, doctors) {
                return Some((i, mild));
            } else if idle != 0 && ward.keeps_a_colour(i, mild, doctors | idle) {
                bits(idle).for_each(|doctor| assignment.doctors.give(doctor, i));
                return Some((i, mild));
            }
        }
        None
    }
}

impl<const K: usize> Ward<'_, K> {
    /// The colours of a vertex, one bit each.
    fn colours(&self, v: usize) -> u64 {
        (0..K).fold(0, |colours, c| colours | ((self.state.lists[c] >> v & 1) as u64) << c)
    }

    /// Whether a patient (by index) keeps one of these colours while at most one of the doctors takes one of them.
    fn keeps_a_colour(&self, patient: usize, colours: u64, doctors: u128) -> bool {
        let near = self.board.adjacent[self.patients[patient].vertex];
        let wanted: SmallVec<[u128; 8]> =
            (0..K).filter(|&c| colours >> c & 1 == 1).map(|c| self.state.lists[c] & near).collect();
        let mut sets = wanted.clone();
        let mut keeps = |takers: u128| {
            sets.iter_mut().zip(&wanted).for_each(|(set, all)| *set = all & takers);
            !have_matching(&sets)
        };
        let others = !doctors;
        match doctors {
            0 => keeps(others),
            _ => bits(doctors).all(|doctor| keeps(others | 1 << doctor)),
        }
    }
}
