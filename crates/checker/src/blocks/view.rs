//! A position of which only [`Facts`] are known, perhaps with one or two more cells coloured: its
//! blocks, borders and safe vertices, and whether a drawing fits.

use super::Pictures;
use super::facts::{
    COLOURED, Facts, Holds, Known, NOBODY, NOTHING, Question, UNCOLOURED, all, any, is_single,
    lowest, not,
};
use super::picture::{LETTERS, Lens, Picture, Place, Symbol, around};

/// A side of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Where columns have smaller numbers.
    Left,
    /// Where columns have larger numbers.
    Right,
}

pub(super) const SIDES: [Side; 2] = [Side::Left, Side::Right];

/// A move: a place and a colour.
pub(super) type Stone = (Place, Holds);

/// The position that the facts are about, after some moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) facts: &'a Facts,
    pub(super) pictures: &'a Pictures,
    /// Cells that have been coloured since then.
    pub(super) stones: &'a [Stone],
}

impl View<'_> {
    pub(super) fn exists(&self, column: i32) -> Known {
        self.facts.exists(column)
    }

    /// What this place may hold; nothing, if it is outside the board.
    pub(super) fn holds(&self, place: Place) -> Result<Holds, Question> {
        if !self.facts.is_row(place.0) {
            return Ok(NOTHING);
        }
        if let Some(&(_, colour)) = self.stones.iter().find(|(stone, _)| *stone == place) {
            return Ok(colour);
        }
        if !self.exists(place.1)? {
            return Ok(NOTHING);
        }
        let beside = |stone: &&Stone| around(stone.0).contains(&place);
        let forbidden = self.stones.iter().filter(beside).fold(0, |set, (_, colour)| set | colour);
        Ok(self.facts.holds(place) & !forbidden)
    }

    /// Whether this place holds one of these.
    pub(super) fn is(&self, place: Place, set: Holds) -> Known {
        match self.holds(place)? {
            NOTHING => Ok(false),
            holds if holds & !set == 0 => Ok(true),
            holds if holds & set == 0 => Ok(false),
            _ => Err(Question::Holds(place, set)),
        }
    }

    pub(super) fn is_uncoloured(&self, place: Place) -> Known {
        self.is(place, UNCOLOURED)
    }

    pub(super) fn is_coloured(&self, place: Place) -> Known {
        match self.is(place, COLOURED) {
            Err(Question::Holds(..)) => Err(Question::Holds(place, UNCOLOURED)),
            known => known,
        }
    }

    /// Whether a column exists and has no colours.
    pub(super) fn is_empty(&self, column: i32) -> Known {
        if self.stones.iter().any(|((_, coloured), _)| *coloured == column) {
            return Ok(false);
        }
        match self.facts.uncoloured(column) {
            Ok(false) => Ok(false),
            known => Ok(self.exists(column)? && known?),
        }
    }

    fn is_filled(&self, column: i32) -> Known {
        all([self.exists(column), not(self.is_empty(column))])
    }

    /// Whether a column is the first one of the board.
    pub(super) fn is_first(&self, column: i32) -> Known {
        all([self.exists(column), not(self.exists(column - 1))])
    }

    /// Whether a column belongs to a block: it has a colour, or it is the last one and the one before has.
    pub(super) fn in_block(&self, column: i32) -> Known {
        if !self.exists(column)? {
            return Ok(false);
        }
        if !self.is_empty(column)? {
            return Ok(true);
        }
        all([not(self.exists(column + 1)), self.is_filled(column - 1)])
    }

    /// Whether a block ends at this column and another column follows.
    fn is_end(&self, column: i32, side: Side) -> Known {
        let next = column + if side == Side::Right { 1 } else { -1 };
        all([self.in_block(column), self.exists(next), not(self.in_block(next))])
    }

    /// Whether this column is the border of a block on this side. A block of one column has no right border, unless it is the
    /// first column.
    pub(super) fn is_border(&self, column: i32, side: Side) -> Known {
        let end = self.is_end(column, side);
        if end == Ok(false) || side == Side::Left {
            return end;
        }
        all([end, any([self.is_first(column), self.in_block(column - 1)])])
    }

    /// Whether this column is a block by itself, and not the first column.
    pub(super) fn is_lone(&self, column: i32) -> Known {
        let beside = [column - 1, column + 1].map(|next| not(self.in_block(next)));
        all([self.in_block(column), beside[0], beside[1], self.exists(column - 1)])
    }

    /// Whether this vertex will be coloured whatever happens: it is coloured; or it has at most
    /// three neighbours; or two neighbours have the same colour; or three neighbours have three
    /// colours and the fourth neighbour can no longer take the fourth colour.
    pub(super) fn is_safe(&self, place: Place) -> Known {
        if place.0 == 0 || place.0 == self.facts.rows() - 1 {
            return Ok(true);
        }
        let own = self.holds(place)?;
        if own & UNCOLOURED == 0 {
            return Ok(true);
        }
        let near = around(place);
        let mut holds = [NOTHING; 4];
        let mut open = None;
        for (near, holds) in near.into_iter().zip(&mut holds) {
            match self.holds(near) {
                Ok(NOTHING) => return Ok(true),
                Ok(known) => *holds = known,
                Err(question) => {
                    *holds = UNCOLOURED | COLOURED;
                    open.get_or_insert(question);
                }
            }
        }
        let pairs = || (1..4).flat_map(|i| (0..i).map(move |j| (i, j)));
        let is_certain = |set: Holds| is_single(set) && set != UNCOLOURED;
        if pairs().any(|(i, j)| holds[i] == holds[j] && is_certain(holds[i])) {
            return Ok(true);
        }
        if let Some(question) = open {
            return Err(question);
        }
        if own != UNCOLOURED {
            return Err(Question::Holds(place, UNCOLOURED));
        }
        let may_agree = pairs().any(|(i, j)| holds[i] & holds[j] & COLOURED != 0);
        let uncoloured = holds.iter().filter(|&&set| set == UNCOLOURED).count();
        if !may_agree && uncoloured >= 2 {
            return Ok(false);
        }
        let ask = |wanted: &dyn Fn(Holds) -> Option<Holds>| {
            near.iter()
                .zip(holds)
                .find_map(|(&near, set)| wanted(set).map(|part| Question::Holds(near, part)))
        };
        let coloured =
            |set: Holds| (set & UNCOLOURED != 0 && set != UNCOLOURED).then_some(UNCOLOURED);
        let which = |set: Holds| (!is_single(set)).then_some(lowest(set));
        if let Some(question) = ask(&coloured).or_else(|| ask(&which)) {
            return Err(question);
        }
        let Some(last) = holds.iter().position(|&set| set == UNCOLOURED) else { return Ok(false) };
        if uncoloured > 1 {
            return Ok(false);
        }
        let missing = COLOURED & !holds.iter().fold(0, |seen, set| seen | set);
        any(around(near[last])
            .into_iter()
            .filter(|&far| far != place)
            .map(|far| self.is(far, missing)))
    }

    /// Whether this cell is a doctor of that one.
    pub(super) fn treats(&self, doctor: Place, patient: Place) -> Known {
        let direction = around(doctor).iter().position(|&near| near == patient);
        self.treats_one_of(doctor, direction.map_or(0, |i| 1 << (i + 1)))
    }

    pub(super) fn treats_nobody(&self, doctor: Place) -> Known {
        self.treats_one_of(doctor, NOBODY)
    }

    fn treats_one_of(&self, doctor: Place, set: u8) -> Known {
        match self.facts.treats(doctor) {
            treats if treats & !set == 0 => Ok(true),
            treats if treats & set == 0 => Ok(false),
            _ => Err(Question::Treats(doctor, set)),
        }
    }

    /// Whether at least two cells treat this one.
    pub(super) fn has_two_doctors(&self, patient: Place) -> Known {
        let known = around(patient).map(|near| self.treats(near, patient));
        let certain = known.iter().filter(|known| **known == Ok(true)).count();
        let open = known.iter().find(|known| known.is_err());
        let possible = certain + known.iter().filter(|known| known.is_err()).count();
        match open {
            _ if certain >= 2 => Ok(true),
            Some(&open) if possible >= 2 => open,
            _ => Ok(false),
        }
    }

    /// Whether the position looks like this drawing, placed through the lens.
    pub(super) fn fits(&self, picture: &Picture, lens: Lens) -> Known {
        let mut open = None;
        let mut colours = [COLOURED; LETTERS];
        let mut uncertain = None;
        for (place, symbol) in picture.places(lens) {
            let known = match symbol {
                Symbol::Anything => Ok(true),
                Symbol::Uncoloured | Symbol::Sick | Symbol::SafeUncoloured => {
                    self.is_uncoloured(place)
                }
                Symbol::Coloured => self.is_coloured(place),
                Symbol::Safe | Symbol::Vertex => self.exists(place.1),
                Symbol::Outside => not(self.exists(place.1)),
                Symbol::Letter(letter) => self.holds(place).and_then(|holds| {
                    colours[letter] &= holds;
                    if colours[letter] == NOTHING {
                        return Ok(false);
                    }
                    if holds & UNCOLOURED != 0 {
                        return Err(Question::Holds(place, UNCOLOURED));
                    }
                    if !is_single(holds) {
                        uncertain.get_or_insert((place, letter));
                    }
                    Ok(true)
                }),
            };
            match known {
                Ok(false) => return known,
                Ok(true) => {}
                Err(question) => {
                    open.get_or_insert(question);
                }
            }
        }
        // A letter that is not drawn has all colours, so it never equals another one here.
        let same = |i: usize, j: usize| is_single(colours[i]) && colours[i] == colours[j];
        if (1..LETTERS).any(|i| (0..i).any(|j| same(i, j))) {
            return Ok(false);
        }
        if let Some((place, letter)) = uncertain {
            open.get_or_insert(Question::Holds(place, lowest(colours[letter])));
        }
        if let Some(question) = open {
            return Err(question);
        }
        let safe = |symbol| matches!(symbol, Symbol::Safe | Symbol::SafeUncoloured);
        let safe = picture.places(lens).filter(|&(_, symbol)| safe(symbol));
        all(safe.map(|(place, _)| self.is_safe(place)))
    }

    /// Whether this vertex is the sick vertex of a drawing that fits.
    pub(super) fn is_sick(&self, place: Place) -> Known {
        let drawings = self.pictures.sick_at(place, self.facts.rows());
        any(drawings.map(|(picture, lens)| self.fits(picture, lens)))
    }

    /// Whether a border looks like one of the drawings, either those with doctors in the column or
    /// those without.
    pub(super) fn border_fits(&self, column: i32, side: Side, doctors: bool) -> Known {
        let fits = |lone: bool| {
            let lists = self.border_drawings(column, side, doctors, lone);
            any(lists.map(|(picture, lens)| self.fits(picture, lens)))
        };
        match self.is_lone_border(column, side) {
            Ok(lone) => fits(lone),
            Err(question) => match (fits(true), fits(false)) {
                (Ok(a), Ok(b)) if a == b => Ok(a),
                _ => Err(question),
            },
        }
    }

    /// Whether a border on this side is a block of one column, which counts as a left border.
    pub(super) fn is_lone_border(&self, column: i32, side: Side) -> Known {
        if side == Side::Left { self.is_lone(column) } else { Ok(false) }
    }

    /// The drawings that a border here may look like, each with both lenses.
    pub(super) fn border_drawings(
        &self,
        column: i32,
        side: Side,
        doctors: bool,
        lone: bool,
    ) -> impl Iterator<Item = (&Picture, Lens)> {
        let drawings = self.pictures.borders(side, doctors).filter(move |b| b.lone == lone);
        drawings.flat_map(move |border| {
            Lens::both(column, border.mirrored(side)).map(|lens| (&border.picture, lens))
        })
    }
}
