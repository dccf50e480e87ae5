//! The known facts about a position on a board of unknown length: for each cell of a few columns
//! the colours that it may have, and the neighbours whose doctor it may be. A fact that is needed
//! but not known is returned as a [`Question`]; then both answers are examined.

use super::picture::{Place, around};

/// Questions can only be about column 0 and at most this many columns on either side of it.
pub(super) const REACH: i32 = 16;
pub(super) const COLUMNS: usize = 2 * REACH as usize + 1;

/// The largest number of rows of a board.
pub const MAX_ROWS: usize = 6;

/// Sets of what a cell may hold: bit 0 is "uncoloured", bit c is colour c. Outside the board the set is empty.
pub(super) type Holds = u8;
pub(super) const UNCOLOURED: Holds = 1;
pub(super) const COLOURED: Holds = 0b11110;
pub(super) const NOTHING: Holds = 0;

/// Sets of whom a cell may treat: bit 0 is "nobody", bit i + 1 is the neighbour i of [`around`].
pub(super) type Treats = u8;
pub(super) const NOBODY: Treats = 1;
const ANYBODY: Treats = 0b11111;

/// Something about the position that is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Is there such a column?
    Exists(i32),
    /// Is this column uncoloured?
    Uncoloured(i32),
    /// Does this cell hold one of these?
    Holds(Place, Holds),
    /// Does this cell treat one of these?
    Treats(Place, Treats),
    /// The question is about a column too far away.
    TooFar,
}

impl Question {
    /// The column that the question is about.
    pub(super) fn column(self) -> i32 {
        match self {
            Question::Exists(column) | Question::Uncoloured(column) => column,
            Question::Holds((_, column), _) | Question::Treats((_, column), _) => column,
            Question::TooFar => 0,
        }
    }
}

/// Yes, no, or the question that has to be answered first.
pub(super) type Known = Result<bool, Question>;

pub(super) fn not(known: Known) -> Known {
    known.map(|yes| !yes)
}

/// Whether one of these holds: one yes decides, whatever else is unknown.
pub(super) fn any(list: impl IntoIterator<Item = Known>) -> Known {
    let mut open = Ok(false);
    for known in list {
        match known {
            Ok(true) => return known,
            Err(_) if open.is_ok() => open = known,
            _ => {}
        }
    }
    open
}

/// Whether all of these hold: one no decides, whatever else is unknown.
pub(super) fn all(list: impl IntoIterator<Item = Known>) -> Known {
    not(any(list.into_iter().map(not)))
}

pub(super) fn is_single(set: u8) -> bool {
    set.count_ones() == 1
}

/// The lowest element of a set.
pub(super) fn lowest(set: u8) -> u8 {
    set & set.wrapping_neg()
}

/// The known facts about a position.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    rows: usize,
    /// Questions can be asked about this many columns on either side of column 0.
    reach: i32,
    holds: [[Holds; MAX_ROWS]; COLUMNS],
    treats: [[Treats; MAX_ROWS]; COLUMNS],
    /// Columns with at least one coloured cell.
    filled: [bool; COLUMNS],
    exists: [Option<bool>; COLUMNS],
}

fn index(column: i32) -> Option<usize> {
    usize::try_from(column + REACH).ok().filter(|&index| index < COLUMNS)
}

impl Facts {
    /// The facts about a grid of which only this is known: it has a column 0.
    pub(super) fn new(rows: usize) -> Facts {
        let mut exists = [None; COLUMNS];
        exists[REACH as usize] = Some(true);
        Facts {
            rows,
            reach: REACH,
            holds: [[UNCOLOURED | COLOURED; MAX_ROWS]; COLUMNS],
            treats: [[ANYBODY; MAX_ROWS]; COLUMNS],
            filled: [false; COLUMNS],
            exists,
        }
    }

    /// The facts about a cylinder of which only this is known: column 0 and this many columns on
    /// either side are different columns.
    pub(super) fn around(rows: usize, reach: i32) -> Facts {
        Facts { reach: reach.min(REACH), exists: [Some(true); COLUMNS], ..Facts::new(rows) }
    }

    /// Facts about consecutive columns that are fully known. `from` is the number of the first
    /// column; the cells of each column are given from the top, each with its content and the
    /// patient that it treats. `ends` says whether the board ends before the first and after the
    /// last column.
    pub(super) fn of(
        rows: usize,
        from: i32,
        columns: &[Vec<(Holds, Treats)>],
        ends: [bool; 2],
    ) -> Option<Facts> {
        let mut facts = Facts::new(rows);
        let last = from + columns.len() as i32;
        let possible = (from..last).zip(columns).all(|(column, cells)| {
            (0..).zip(cells).all(|(row, &(holds, treats))| {
                facts.restrict((row, column), holds) && facts.set_treats((row, column), treats)
            })
        });
        let set = possible
            && (!ends[0] || facts.set_exists(from - 1, false))
            && (!ends[1] || facts.set_exists(last, false));
        set.then_some(facts)
    }

    pub(super) fn rows(&self) -> i32 {
        self.rows as i32
    }

    pub(super) fn is_row(&self, row: i32) -> bool {
        (0..self.rows()).contains(&row)
    }

    /// Whether questions about this column can be asked.
    pub(super) fn can_be_asked(&self, question: Question) -> bool {
        question != Question::TooFar && question.column().abs() <= self.reach
    }

    /// Whether there is such a column.
    pub(super) fn exists(&self, column: i32) -> Known {
        let near = column.abs() <= self.reach;
        let index = index(column).filter(|_| near).ok_or(Question::TooFar)?;
        self.exists[index].ok_or(Question::Exists(column))
    }

    /// What a cell of an existing column may hold.
    pub(super) fn holds(&self, (row, column): Place) -> Holds {
        index(column).map_or(UNCOLOURED | COLOURED, |index| self.holds[index][row as usize])
    }

    /// The patients that a cell may treat; nobody, if there is no such cell. Nothing is known about
    /// a cell that is too far away.
    pub(super) fn treats(&self, (row, column): Place) -> Treats {
        match self.exists(column) {
            _ if !self.is_row(row) => NOBODY,
            Ok(false) => NOBODY,
            Err(Question::TooFar) => ANYBODY,
            _ => index(column).map_or(ANYBODY, |index| self.treats[index][row as usize]),
        }
    }

    /// Whether an existing column is uncoloured.
    pub(super) fn uncoloured(&self, column: i32) -> Known {
        let index = index(column).ok_or(Question::TooFar)?;
        let cells = &self.holds[index][..self.rows];
        if self.filled[index] || cells.iter().any(|&cell| cell & UNCOLOURED == 0) {
            Ok(false)
        } else if cells.iter().all(|&cell| cell == UNCOLOURED) {
            Ok(true)
        } else {
            Err(Question::Uncoloured(column))
        }
    }

    /// The facts after an answer, or `None` if the answer is impossible. Colours that no fact
    /// distinguishes so far count as one: the question “is it colour 2?” is answered for all
    /// colours that could be renamed to 2, and the answer yes may as well mean 2 itself. `named`
    /// are colours that are distinguished by something else.
    pub(super) fn answered(&self, question: Question, yes: bool, named: Holds) -> Option<Facts> {
        let mut facts = self.clone();
        let possible = match question {
            Question::Exists(column) => facts.set_exists(column, yes),
            Question::Uncoloured(column) if yes => {
                (0..self.rows()).all(|row| facts.restrict((row, column), UNCOLOURED))
            }
            Question::Uncoloured(column) => facts.fill(column),
            Question::Holds(place, set) if yes => facts.restrict(place, set),
            Question::Holds(place, set) => facts.restrict(place, !self.alike(set, named)),
            Question::Treats(place, set) => facts.set_treats(place, if yes { set } else { !set }),
            Question::TooFar => false,
        };
        possible.then_some(facts)
    }

    /// All colours that could be renamed to this one. (A set with more than one colour, or none, is
    /// returned as it is.)
    fn alike(&self, set: Holds, named: Holds) -> Holds {
        if !is_single(set) || set == UNCOLOURED || set & named != 0 {
            return set;
        }
        let everywhere = |colour: Holds| {
            let cells = self.holds.iter().flat_map(|column| &column[..self.rows]);
            cells.into_iter().all(|&cell| (cell & colour != 0) == (cell & set != 0))
        };
        let colours = (1..=4).map(|colour| 1 << colour).filter(|colour| colour & named == 0);
        colours.filter(|&colour| everywhere(colour)).fold(0, |all, colour| all | colour)
    }

    /// Adds the fact that this cell treats one of these.
    fn set_treats(&mut self, (row, column): Place, set: Treats) -> bool {
        index(column).is_some_and(|index| {
            let treats = &mut self.treats[index][row as usize];
            *treats &= set;
            *treats != 0
        })
    }

    /// Adds the fact that a column exists or not. Boards have no gaps: if a column exists, so do
    /// all columns between it and column 0; if not, no column beyond it exists.
    fn set_exists(&mut self, column: i32, yes: bool) -> bool {
        let between = |other: i32| {
            if yes {
                (column.min(0)..=column.max(0)).contains(&other)
            } else {
                (column < 0 && other <= column) || (column > 0 && other >= column)
            }
        };
        for other in (-REACH..=REACH).filter(|&other| between(other)) {
            let known = &mut self.exists[(other + REACH) as usize];
            if *known == Some(!yes) {
                return false;
            }
            *known = Some(yes);
        }
        true
    }

    /// Adds the fact that this cell holds one of these. It follows that its column exists, and that
    /// neighbours differ from a colour that is certain.
    pub(super) fn restrict(&mut self, place: Place, set: Holds) -> bool {
        let (row, column) = place;
        let Some(index) = index(column) else { return false };
        if !self.set_exists(column, true) {
            return false;
        }
        let cell = &mut self.holds[index][row as usize];
        let before = *cell;
        *cell &= set;
        let now = *cell;
        if now == NOTHING {
            return false;
        }
        if now != before && is_single(now) && now != UNCOLOURED && !self.forbid(place, now) {
            return false;
        }
        if now & UNCOLOURED == 0 {
            self.filled[index] = true;
        }
        self.last_cell_of_a_filled_column(column)
    }

    /// Adds the fact that the neighbours of this cell do not have this colour.
    pub(super) fn forbid(&mut self, place: Place, colour: Holds) -> bool {
        around(place).into_iter().all(|near| {
            let Some(index) = index(near.1).filter(|_| self.is_row(near.0)) else { return true };
            if self.holds[index][near.0 as usize] & colour == 0 || self.exists(near.1) == Ok(false)
            {
                return true;
            }
            if self.exists(near.1) == Ok(true) {
                return self.restrict(near, !colour);
            }
            // The neighbour may not exist; if it does, it does not have this colour.
            self.holds[index][near.0 as usize] &= !colour;
            true
        })
    }

    fn fill(&mut self, column: i32) -> bool {
        let Some(index) = index(column) else { return false };
        self.filled[index] = true;
        self.last_cell_of_a_filled_column(column)
    }

    /// If all cells of a filled column except one are uncoloured, that one is coloured.
    fn last_cell_of_a_filled_column(&mut self, column: i32) -> bool {
        let Some(index) = index(column).filter(|&index| self.filled[index]) else { return true };
        let cells = self.holds[index];
        let mut open = (0..self.rows).filter(|&row| cells[row] != UNCOLOURED);
        match (open.next(), open.next()) {
            (None, _) => false,
            (Some(row), None) if cells[row] & UNCOLOURED != 0 => {
                self.restrict((row as i32, column), COLOURED)
            }
            _ => true,
        }
    }

    /// The columns from `from` to `to`, for people: rows separated by `/`; `.` is uncoloured, `?`
    /// unknown, `#` outside the board.
    pub(super) fn show(&self, from: i32, to: i32) -> String {
        let symbol = |place: Place| match (self.exists(place.1), self.holds(place)) {
            (Ok(false), _) => '#',
            (Ok(true), UNCOLOURED) => '.',
            (Ok(true), set) if is_single(set) => (b'0' + set.trailing_zeros() as u8) as char,
            _ => '?',
        };
        let row = |row: i32| (from..=to).map(|column| symbol((row, column))).collect::<String>();
        (0..self.rows()).map(row).collect::<Vec<_>>().join("/")
    }
}
