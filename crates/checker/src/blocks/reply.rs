//! Whether everything is in order again after a reply. It was in order before, so only what the new
//! colours may have spoilt has to be examined: colours stay, and safe vertices stay safe.

use super::Pictures;
use super::facts::{Facts, Known, Question, all, any, is_single, lowest, not};
use super::picture::{Lens, Place, around};
use super::view::{SIDES, Side, Stone, View};

/// The position before Bob's move and after Alice's.
struct Step<'a> {
    before: View<'a>,
    after: View<'a>,
    /// The cells that were coloured.
    coloured: Vec<Place>,
    /// Whether no vertex was sick before.
    nobody_sick: bool,
}

/// The vertices that could become doctors of a patient, and the number of doctors that it needs.
type Need = (Vec<Place>, usize);

/// Whether everything is in order after Bob's move (if he did not skip) and this reply (if there is
/// one), provided that everything was in order before. Doctors stay, except that lost ones are
/// replaced.
pub(super) fn restores(
    facts: &Facts,
    pictures: &Pictures,
    bob: Option<Stone>,
    reply: Option<Stone>,
    nobody_sick: bool,
) -> Known {
    let stones: Vec<Stone> = bob.into_iter().chain(reply).collect();
    let view = |stones| View { facts, pictures, stones };
    if let Some((place, colour)) = reply {
        let middle = view(&stones[..stones.len() - 1]);
        let differs = around(place).map(|near| not(middle.is(near, colour)));
        if !all([middle.is_uncoloured(place), all(differs)])? {
            return Ok(false);
        }
    }
    let coloured = stones.iter().map(|(place, _)| *place).collect();
    Step { before: view(&[]), after: view(&stones), coloured, nobody_sick }.is_in_order()
}

impl Step<'_> {
    fn is_in_order(&self) -> Known {
        let Some(mut lost) = self.borders()? else { return Ok(false) };
        lost.extend(&self.coloured);
        let mut ill = Vec::new();
        self.new_in_block(&mut ill)?;
        self.patients_of(&lost, &mut ill)?;
        self.sick_no_more(&mut ill)?;
        self.can_be_treated(&ill, &lost)
    }

    /// The cells of borders that cannot be doctors (any more), or `None` if a border is out of
    /// order.
    fn borders(&self) -> Result<Option<Vec<Place>>, Question> {
        let mut lost = Vec::new();
        let mut open = None;
        let reach = self.after.pictures.border_reach;
        let columns = self.coloured.iter().map(|(_, column)| *column);
        let (from, to) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        for column in from - reach..=to + reach {
            for side in SIDES {
                match self.border(column, side) {
                    Ok(Border::Kept) => {}
                    Ok(Border::Broken) => return Ok(None),
                    Ok(Border::WithoutDoctors) => {
                        lost.extend((0..self.after.facts.rows()).map(|row| (row, column)));
                    }
                    Err(question) => {
                        open.get_or_insert(question);
                    }
                }
            }
        }
        open.map_or(Ok(Some(lost)), Err)
    }

    fn border(&self, column: i32, side: Side) -> Result<Border, Question> {
        // Blocks only grow. So a new border is beside a new colour, and so is a border that was a
        // block of its own before.
        let beside = self.coloured.iter().any(|(_, coloured)| (coloured - column).abs() <= 1);
        let spoilt = self.spoilt_borders(column, side);
        if !beside && spoilt == Ok(false) {
            return Ok(Border::Kept);
        }
        let border = self.after.is_border(column, side);
        if border == Ok(false) {
            return Ok(Border::Kept);
        }
        let was_border = if beside { self.was_such_a_border(column, side) } else { Ok(true) };
        let kept = all([was_border, not(spoilt)]);
        if kept == Ok(true) {
            return Ok(Border::Kept);
        }
        let with_doctors = self.after.border_fits(column, side, true);
        if with_doctors == Ok(true) {
            return Ok(Border::Kept);
        }
        let without = self.after.border_fits(column, side, false);
        if any([not(border), kept, with_doctors, without]) == Ok(false) {
            return Ok(Border::Broken);
        }
        // Which of the two it is has to be known.
        border?;
        if with_doctors? || (!without? && kept?) {
            return Ok(Border::Kept);
        }
        Ok(if without? { Border::WithoutDoctors } else { Border::Broken })
    }

    /// Whether the column was a border on this side before, of the same kind.
    fn was_such_a_border(&self, column: i32, side: Side) -> Known {
        let was = self.before.is_lone_border(column, side);
        let is = self.after.is_lone_border(column, side);
        let same = if was == Ok(false) { Ok(true) } else { was.and_then(|was| Ok(was == is?)) };
        all([self.before.is_border(column, side), same])
    }

    /// Whether a drawing that fitted a border here before is spoilt by the new colours.
    fn spoilt_borders(&self, column: i32, side: Side) -> Known {
        let pictures = self.before.pictures;
        let borders = [true, false].into_iter().flat_map(|doctors| pictures.borders(side, doctors));
        any(borders.flat_map(|border| {
            let lenses = Lens::both(column, border.mirrored(side));
            let spoilt = |lens: &Lens| border.picture.is_spoilt(*lens, &self.coloured);
            let spoilt = lenses.into_iter().filter(spoilt);
            spoilt.map(|lens| self.before.fits(&border.picture, lens)).collect::<Vec<_>>()
        }))
    }

    /// Adds vertices of columns that did not belong to a block before.
    fn new_in_block(&self, ill: &mut Vec<Place>) -> Result<(), Question> {
        for &(_, coloured) in &self.coloured {
            // Beside a new colour, the last column of the board may join the block.
            for column in [coloured, coloured + 1] {
                let joins = all([self.after.in_block(column), not(self.before.in_block(column))]);
                if joins? {
                    ill.extend((1..self.after.facts.rows() - 1).map(|row| (row, column)));
                }
            }
        }
        Ok(())
    }

    /// Adds the patients of doctors who are lost.
    fn patients_of(&self, lost: &[Place], ill: &mut Vec<Place>) -> Result<(), Question> {
        let mut open = None;
        for &doctor in lost {
            let treats = self.before.facts.treats(doctor);
            let known = all([
                not(self.before.treats_nobody(doctor)),
                self.before.is_uncoloured(doctor),
                self.before.in_block(doctor.1),
                self.before.is_safe(doctor),
            ]);
            match known {
                Ok(true) if is_single(treats) => {
                    ill.push(around(doctor)[treats.trailing_zeros() as usize - 1]);
                }
                Ok(true) => {
                    open.get_or_insert(Question::Treats(doctor, lowest(treats)));
                }
                Ok(false) => {}
                Err(question) => {
                    open.get_or_insert(question);
                }
            }
        }
        open.map_or(Ok(()), Err)
    }

    /// Adds vertices that were sick in a drawing that the new colours spoil.
    fn sick_no_more(&self, ill: &mut Vec<Place>) -> Result<(), Question> {
        if self.nobody_sick {
            return Ok(());
        }
        let mut open: Vec<Question> = Vec::new();
        for (picture, lens, sick) in
            self.before.pictures.sick_near(&self.coloured, self.before.facts.rows())
        {
            if ill.contains(&sick) || self.coloured.contains(&sick) {
                continue;
            }
            if self.after.in_block(sick.1) == Ok(false) || self.after.is_safe(sick) == Ok(true) {
                continue;
            }
            match self.before.fits(picture, lens) {
                Ok(true) => ill.push(sick),
                Ok(false) => {}
                Err(question) => open.push(question),
            }
        }
        // The question that most drawings wait for comes first.
        let asked = |question: &&Question| open.iter().filter(|other| other == question).count();
        open.iter().max_by_key(asked).map_or(Ok(()), |&question| Err(question))
    }

    /// Whether each of these is coloured, safe, sick or outside all blocks, or can be given two
    /// doctors.
    fn can_be_treated(&self, ill: &[Place], lost: &[Place]) -> Known {
        let mut needs: Vec<Need> = Vec::new();
        let mut open = None;
        let mut more = None;
        for (i, &patient) in ill.iter().enumerate() {
            if ill[..i].contains(&patient) {
                continue;
            }
            match self.need(patient, lost, &mut more) {
                Ok(Some(need)) => needs.push(need),
                Ok(None) => {}
                Err(Some(question)) => {
                    open.get_or_insert(question);
                }
                Err(None) => return Ok(false),
            }
        }
        if let Some(question) = open {
            return Err(question);
        }
        if assign(&needs, &mut Vec::new()) { Ok(true) } else { more.map_or(Ok(false), Err) }
    }

    /// What a vertex needs: nothing, or doctors. An error is a question, or `None` if nothing
    /// helps. A question whose answer could give more doctors is stored in `more`.
    fn need(
        &self,
        patient: Place,
        lost: &[Place],
        more: &mut Option<Question>,
    ) -> Result<Option<Need>, Option<Question>> {
        let inner = (1..self.after.facts.rows() - 1).contains(&patient.0);
        let fine = any([
            Ok(!inner),
            not(self.after.in_block(patient.1)),
            self.after.is_coloured(patient),
            self.after.is_safe(patient),
            self.after.is_sick(patient),
        ]);
        if fine == Ok(true) {
            return Ok(None);
        }
        let mut first = fine.err();
        let (mut has, mut could) = (0, Vec::new());
        for near in around(patient).into_iter().filter(|near| !lost.contains(near)) {
            match self.before.treats(near, patient) {
                Ok(true) => {
                    has += 1;
                    continue;
                }
                Ok(false) => {}
                Err(question) => {
                    first.get_or_insert(question);
                }
            }
            match self.could_treat(near) {
                Ok(true) => could.push(near),
                Ok(false) => {}
                Err(question) => {
                    first.get_or_insert(question);
                }
            }
        }
        if has >= 2 {
            return Ok(None);
        }
        if has + could.len() < 2 {
            return Err(first);
        }
        *more = more.or(first);
        Ok(Some((could, 2 - has)))
    }

    /// Whether a cell can become a doctor: it is uncoloured, safe, in a block, not in a border
    /// without doctors, and treats nobody, or a vertex that does not need doctors any more.
    fn could_treat(&self, doctor: Place) -> Known {
        let patients = around(doctor).into_iter().enumerate().map(|(i, patient)| {
            let treats = self.before.facts.treats(doctor);
            if treats >> (i + 1) & 1 == 0 {
                return Ok(false);
            }
            let cured = any([self.after.is_coloured(patient), self.after.is_safe(patient)]);
            if is_single(treats) { cured } else { Err(Question::Treats(doctor, lowest(treats))) }
        });
        let free = any(std::iter::once(self.before.treats_nobody(doctor)).chain(patients));
        let without_doctors = any(SIDES.map(|side| {
            let border = self.after.is_border(doctor.1, side);
            if border == Ok(false) {
                return border;
            }
            all([border, not(self.after.border_fits(doctor.1, side, true))])
        }));
        all([
            self.after.is_uncoloured(doctor),
            self.after.in_block(doctor.1),
            self.after.is_safe(doctor),
            free,
            not(without_doctors),
        ])
    }
}

enum Border {
    /// The column is not a border, or is a border in order with unchanged doctors.
    Kept,
    /// The border is in order if there are no doctors in it.
    WithoutDoctors,
    Broken,
}

/// Whether all needs can be met, with different doctors for each.
fn assign(needs: &[Need], taken: &mut Vec<Place>) -> bool {
    let Some(((could, wanted), rest)) = needs.split_first() else { return true };
    let free: Vec<Place> = could.iter().copied().filter(|near| !taken.contains(near)).collect();
    let pairs = (0..free.len()).flat_map(|i| (0..i).map(move |j| vec![i, j]));
    let choices: Vec<Vec<usize>> =
        if *wanted == 1 { (0..free.len()).map(|i| vec![i]).collect() } else { pairs.collect() };
    choices.into_iter().any(|choice| {
        let before = taken.len();
        taken.extend(choice.iter().map(|&i| free[i]));
        let found = assign(rest, taken);
        taken.truncate(before);
        found
    })
}
