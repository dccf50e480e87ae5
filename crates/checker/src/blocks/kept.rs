//! A position on one board that Alice keeps in order: who treats whom, what is out of order after a
//! move of Bob, and which of her moves restore order. (A program can play with a certificate in
//! this way. No proof depends on this module.)

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cases::NEAR;
use super::facts::{Facts, Holds, NOBODY, REACH, Treats, UNCOLOURED};
use super::picture::{Lens, Picture, Place, around};
use super::view::{SIDES, Side, Stone, View};
use super::{Blocks, Pictures};

/// A vertex: its row, from the top, and its column.
type Vertex = (usize, usize);

/// A position and its doctors.
#[derive(Debug, Clone)]
pub struct Kept {
    blocks: Arc<Blocks>,
    pictures: Arc<Pictures>,
    /// The columns; the cells of each are given from the top.
    columns: Vec<Vec<(Holds, Treats)>>,
}

/// Something that is out of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amiss {
    /// This column is a border on this side, and looks like none of the drawings for it.
    Border(usize, Side),
    /// This vertex of a block is not safe, not sick in any drawing, and does not have two doctors.
    Vertex(Vertex),
}

/// The places where Alice has a spare move, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spare {
    /// Near a vertex that is sick.
    Sick,
    /// Near a vertex that has doctors.
    Patient,
    /// Near an uncoloured vertex of a block in a column that is not a border.
    Inside,
    /// Near a border.
    Border,
}

/// The surroundings of one column, which counts as column 0.
struct Around<'a> {
    kept: &'a Kept,
    facts: Facts,
    /// The column that counts as column 0.
    middle: usize,
}

/// Doctors and their patients.
type Doctors = Vec<(Place, Place)>;

impl Kept {
    /// An uncoloured grid with this number of columns; an error with the reason, if the drawings
    /// are not for grids, or too wide to play with.
    pub fn new(blocks: &Blocks, columns: usize) -> Result<Kept, String> {
        if blocks.least_around().is_some() {
            return Err("drawings for cylinders are not played by".to_owned());
        }
        let pictures = Pictures::new(&blocks.drawings);
        let column = vec![(UNCOLOURED, NOBODY); blocks.rows];
        let kept = Kept {
            blocks: Arc::new(blocks.clone()),
            pictures: Arc::new(pictures),
            columns: vec![column; columns],
        };
        match kept.affected() + 1 + kept.reach() <= REACH {
            true => Ok(kept),
            false => Err("its drawings have too many columns to be played by".to_owned()),
        }
    }

    /// How far from a column one has to look to know whether it is in order: the width of a
    /// drawing, and two columns to know what is safe in it.
    fn reach(&self) -> i32 {
        self.pictures.sick_reach.max(self.pictures.border_reach) + 2
    }

    /// How far from Bob's move, or from the place of a spare move of Alice, something may change: a
    /// drawing that her answer spoils, a patient of a doctor there, and that patient's new doctor.
    fn affected(&self) -> i32 {
        NEAR + self.reach()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.blocks.rows
    }

    /// Gives a vertex a colour, 1 to 4. From then on it is not a doctor.
    pub fn colour(&mut self, (row, column): Vertex, colour: u8) {
        self.columns[column][row] = (1 << colour, NOBODY);
    }

    /// Whether a vertex may be given this colour.
    fn is_legal(&self, (row, column): Vertex, colour: u8) -> bool {
        let holds = |(row, column): Place| {
            let column = self.columns.get(usize::try_from(column).ok()?)?;
            column.get(usize::try_from(row).ok()?).map(|cell| cell.0)
        };
        let place = (row as i32, column as i32);
        let differs = |near| holds(near) != Some(1 << colour);
        holds(place) == Some(UNCOLOURED) && around(place).into_iter().all(differs)
    }

    /// The columns in which a move near this one may change something.
    fn affected_by(&self, column: usize) -> std::ops::Range<usize> {
        let affected = self.affected() as usize;
        column.saturating_sub(affected)..(column + affected + 1).min(self.columns())
    }

    fn around(&self, middle: usize) -> Option<Around<'_>> {
        let from = middle.saturating_sub(REACH as usize);
        let to = (middle + REACH as usize + 1).min(self.columns());
        let ends = [from == 0, to == self.columns()];
        let first = from as i32 - middle as i32;
        let facts = Facts::of(self.rows(), first, &self.columns[from..to], ends)?;
        Some(Around { kept: self, facts, middle })
    }

    /// The first of these moves of Alice near a column after which, with doctors chosen again,
    /// everything is in order there. Farther away everything was and still is in order.
    pub fn restoring(
        &self,
        column: usize,
        moves: impl IntoIterator<Item = (Vertex, u8)>,
    ) -> Option<(Vertex, u8)> {
        let around = self.around(column)?;
        let mut legal = moves.into_iter().filter(|&(vertex, colour)| self.is_legal(vertex, colour));
        legal.find(|&reply| around.doctors(Some(reply)).is_some())
    }

    /// Calls `look` with the position after one more move, and takes the move back.
    pub fn after<R>(
        &mut self,
        (row, column): Vertex,
        colour: u8,
        look: impl FnOnce(&Kept) -> R,
    ) -> R {
        let before = self.columns[column][row];
        self.colour((row, column), colour);
        let seen = look(self);
        self.columns[column][row] = before;
        seen
    }

    /// Chooses doctors again near a column so that everything is in order; returns whether that is
    /// possible.
    pub fn name_doctors(&mut self, column: usize) -> bool {
        let doctors = self.around(column).and_then(|around| around.doctors(None));
        let Some(doctors) = doctors else { return false };
        let here = column as i32;
        let near = self.affected_by(column);
        for doctor in near.start.saturating_sub(1)..(near.end + 1).min(self.columns()) {
            for row in 0..self.rows() {
                let cell = (row as i32, doctor as i32);
                let patient = self.patient(cell).map(|(_, column)| column as usize);
                if patient.is_some_and(|patient| near.contains(&patient)) {
                    self.columns[doctor][row].1 = NOBODY;
                }
            }
        }
        for ((row, doctor), patient) in doctors {
            let direction = around((row, doctor)).iter().position(|&near| near == patient);
            let treats = direction.map_or(NOBODY, |i| 1 << (i + 1));
            self.columns[(doctor + here) as usize][row as usize].1 = treats;
        }
        true
    }

    /// The patient of this vertex, if it is a doctor.
    fn patient(&self, (row, column): Place) -> Option<Place> {
        let treats = self.columns[column as usize][row as usize].1;
        (treats != NOBODY).then(|| around((row, column))[treats.trailing_zeros() as usize - 1])
    }

    /// Everything that is out of order near a column, with the present doctors.
    pub fn amiss(&self, column: usize) -> Vec<Amiss> {
        let Some(around) = self.around(column) else { return Vec::new() };
        let (view, vertex) = (around.view(&[]), |(row, c)| (row as usize, around.number(c)));
        let near = around.near();
        let borders = near.clone().flat_map(|c| SIDES.map(|side| (c, side)));
        let broken = borders.filter(|&(c, side)| {
            let fits = [true, false].map(|doctors| view.border_fits(c, side, doctors));
            view.is_border(c, side) == Ok(true) && !fits.contains(&Ok(true))
        });
        let broken = broken.map(|(c, side)| Amiss::Border(around.number(c), side));
        let cared = |place: &Place| view.has_two_doctors(*place) == Ok(true);
        let ill = near.flat_map(|c| around.patients(&view, c)).filter(|place| !cared(place));
        broken.chain(ill.map(|place| Amiss::Vertex(vertex(place)))).collect()
    }

    /// The first column that is out of order with the present doctors, if there is one. The whole
    /// board is examined.
    pub fn disorder(&self) -> Option<usize> {
        let known = (REACH - self.reach()) as usize;
        let disorder = |middle: usize| {
            let around = self.around(middle)?;
            let view = around.view(&[]);
            let columns = middle - known.min(middle)..(middle + known + 1).min(self.columns());
            let in_order = |c: &usize| view.in_order(*c as i32 - middle as i32) == Ok(true);
            columns.into_iter().find(|c| !in_order(c))
        };
        let middles = (0..self.columns()).step_by(2 * known + 1).map(|first| first + known);
        let last = self.columns().saturating_sub(1);
        middles.map(|middle| middle.min(last)).find_map(disorder)
    }

    /// For each column that a move near this one affects: the kind of spare move that Alice has
    /// there, if there is no better place on the board.
    pub fn spares(&self, column: usize) -> Vec<(usize, Option<Spare>)> {
        let Some(around) = self.around(column) else { return Vec::new() };
        around.near().map(|column| (around.number(column), around.spare(column))).collect()
    }

    /// Whether a column belongs to a block.
    pub fn in_block(&self, column: usize) -> bool {
        self.around(column).is_some_and(|around| around.view(&[]).in_block(0) == Ok(true))
    }

    /// The name of the drawing that a border on this side looks like, if there is a border;
    /// `Some(None)` if it looks like none of them.
    pub fn border(&self, column: usize, side: Side) -> Option<Option<&str>> {
        let around = self.around(column)?;
        let view = around.view(&[]);
        if view.is_border(0, side) != Ok(true) {
            return None;
        }
        let lone = view.is_lone_border(0, side) == Ok(true);
        let drawings =
            [true, false].into_iter().flat_map(|d| view.border_drawings(0, side, d, lone));
        Some(self.fitting(&view, drawings))
    }

    /// The name of the drawing in which a vertex is sick, if it is sick and not safe.
    pub fn sick(&self, (row, column): Vertex) -> Option<&str> {
        let around = self.around(column)?;
        let (view, place) = (around.view(&[]), (row as i32, 0));
        let ill = view.is_uncoloured(place) == Ok(true) && view.is_safe(place) == Ok(false);
        let drawings = self.pictures.sick_at(place, self.rows() as i32).filter(|_| ill);
        self.fitting(&view, drawings)
    }

    fn fitting<'d>(
        &self,
        view: &View<'_>,
        mut drawings: impl Iterator<Item = (&'d Picture, Lens)>,
    ) -> Option<&str> {
        let (found, _) = drawings.find(|(picture, lens)| view.fits(picture, *lens) == Ok(true))?;
        let mut named = self.blocks.drawings.iter();
        named.find(|drawing| drawing.picture == *found).map(|drawing| drawing.name.as_str())
    }

    /// Whether a vertex is coloured, or will be coloured whatever happens.
    pub fn is_safe(&self, (row, column): Vertex) -> bool {
        let around = self.around(column);
        around.is_some_and(|around| around.view(&[]).is_safe((row as i32, 0)) == Ok(true))
    }

    /// The doctors of a vertex.
    pub fn doctors_of(&self, (row, column): Vertex) -> Vec<Vertex> {
        let patient = (row as i32, column as i32);
        let on_board = |&(row, column): &Place| {
            (0..self.rows() as i32).contains(&row) && (0..self.columns() as i32).contains(&column)
        };
        let near = around(patient).into_iter().filter(on_board);
        let doctors = near.filter(|&near| self.patient(near) == Some(patient));
        doctors.map(|(row, column)| (row as usize, column as usize)).collect()
    }

    /// Who treats whom, as one number for each vertex.
    pub fn memory(&self) -> impl Iterator<Item = u8> + '_ {
        self.columns.iter().flatten().map(|&(_, treats)| treats)
    }
}

impl Around<'_> {
    fn view<'a>(&'a self, stones: &'a [Stone]) -> View<'a> {
        View { facts: &self.facts, pictures: &self.kept.pictures, stones }
    }

    /// The number of a column on the board.
    fn number(&self, column: i32) -> usize {
        (self.middle as i32 + column) as usize
    }

    /// The columns in which something may have changed.
    fn near(&self) -> std::ops::Range<i32> {
        let (near, middle) = (self.kept.affected_by(self.middle), self.middle as i32);
        near.start as i32 - middle..near.end as i32 - middle
    }

    fn spare(&self, column: i32) -> Option<Spare> {
        let (view, holds) = (self.view(&[]), |known| known == Ok(true));
        let rows = || (0..self.kept.rows() as i32).map(|row| (row, column));
        let open = |place: &Place| holds(view.is_uncoloured(*place));
        let sick = |place| !holds(view.is_safe(place)) && holds(view.is_sick(place));
        if rows().filter(open).any(sick) {
            Some(Spare::Sick)
        } else if rows().any(|place| holds(view.has_two_doctors(place))) {
            Some(Spare::Patient)
        } else if SIDES.into_iter().any(|side| holds(view.is_border(column, side))) {
            Some(Spare::Border)
        } else {
            let inside = holds(view.in_block(column)) && rows().any(|place| open(&place));
            inside.then_some(Spare::Inside)
        }
    }

    /// The vertices of a column that need doctors.
    fn patients(&self, view: &View<'_>, column: i32) -> Vec<Place> {
        if view.in_block(column) != Ok(true) {
            return Vec::new();
        }
        let inner = (1..self.kept.rows() as i32 - 1).map(|row| (row, column));
        let ill =
            |place: &Place| view.is_safe(*place) == Ok(false) && view.is_sick(*place) == Ok(false);
        inner.filter(ill).collect()
    }

    /// Doctors for all patients nearby who need them after this reply, if all borders look like
    /// drawings.
    fn doctors(&self, reply: Option<(Vertex, u8)>) -> Option<Doctors> {
        let stone = |((row, column), colour): (Vertex, u8)| {
            ((row as i32, column as i32 - self.middle as i32), 1 << colour)
        };
        let stones: Vec<Stone> = reply.map(stone).into_iter().collect();
        let view = self.view(&stones);
        let mut without = Vec::new();
        // A doctor may be one column farther away than its patient.
        let borders = self.near().start - 1..self.near().end + 1;
        for (column, side) in borders.flat_map(|column| SIDES.map(|side| (column, side))) {
            if view.is_border(column, side) != Ok(true)
                || view.border_fits(column, side, true) == Ok(true)
            {
                continue;
            }
            if view.border_fits(column, side, false) != Ok(true) {
                return None;
            }
            without.push(column);
        }
        let could_treat = |doctor: &Place| {
            !without.contains(&doctor.1)
                && view.is_uncoloured(*doctor) == Ok(true)
                && view.in_block(doctor.1) == Ok(true)
                && view.is_safe(*doctor) == Ok(true)
                && self.is_free(*doctor)
        };
        let mut needs = Vec::new();
        for patient in self.near().flat_map(|column| self.patients(&view, column)) {
            let could: Vec<Place> = around(patient).into_iter().filter(&could_treat).collect();
            needs.extend([(patient, could.clone()), (patient, could)]);
        }
        let mut chosen = BTreeMap::new();
        let all = (0..needs.len()).all(|need| choose(&needs, need, &mut chosen, &mut Vec::new()));
        all.then(|| chosen.into_iter().map(|(doctor, need)| (doctor, needs[need].0)).collect())
    }

    /// Whether a vertex is free to treat somebody here: it does not treat a patient who is too far
    /// away to be examined.
    fn is_free(&self, (row, column): Place) -> bool {
        let patient = self.kept.patient((row, column + self.middle as i32));
        patient.is_none_or(|(_, c)| self.near().contains(&(c - self.middle as i32)))
    }
}

/// Finds a doctor for one need; the doctor may be taken from another patient who finds a new one.
fn choose(
    needs: &[(Place, Vec<Place>)],
    need: usize,
    chosen: &mut BTreeMap<Place, usize>,
    asked: &mut Vec<Place>,
) -> bool {
    for &doctor in &needs[need].1 {
        if asked.contains(&doctor) {
            continue;
        }
        asked.push(doctor);
        let free = match chosen.get(&doctor).copied() {
            None => true,
            Some(other) => choose(needs, other, chosen, asked),
        };
        if free {
            chosen.insert(doctor, need);
            return true;
        }
    }
    false
}
