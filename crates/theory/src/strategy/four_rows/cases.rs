//! The case analysis: which case Bob's move falls into, and what the case says. The cases themselves
//! are in [`case1`], [`case2`] and [`case3`], each a short list in the order of the paper.

pub(super) mod case1;
mod case2;
mod case3;

use chromex_rules::{Colour, UNCOLOURED};

use super::grid::{Grid, Lens, Place};
use super::pictures::{Border, Configuration, Special, border, is_free, specials_at};
use super::{Repair, Repairs};

/// The move that a case prescribes for Alice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    /// The case, as the paper names it.
    pub case: &'static str,
    /// The place.
    pub place: Place,
    /// The allowed colours.
    pub paint: Paint,
}

/// The colours that a case allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    /// Only this colour.
    Is(Colour),
    /// Any legal colour.
    Any,
    /// Any legal colour except these two.
    Not(Colour, Colour),
}

impl Paint {
    /// Whether the case allows this colour.
    pub(super) fn allows(self, colour: Colour) -> bool {
        match self {
            Paint::Is(one) => colour == one,
            Paint::Any => true,
            Paint::Not(one, other) => colour != one && colour != other,
        }
    }
}

/// Facts about the position before Bob's move; everything else can be seen after it.
#[derive(Debug, Clone)]
pub(super) struct Before {
    /// Special configurations that his column belongs to.
    specials: Vec<(Special, Lens, Place)>,
    /// What kind of column he played in.
    column: Column,
    /// The patient whose doctor he coloured.
    patient: Option<Place>,
}

#[derive(Debug, Clone)]
enum Column {
    /// Inside a block, with the γ border whose inner doctor he coloured.
    Inside(Option<Lens>),
    /// A border with its configuration; whether it is free, and whether it is a block by itself.
    Border { border: Option<Border>, free: bool, alone: bool },
    /// Empty, with the ends of blocks next to it and whether they are free.
    Empty(Vec<(Border, bool)>),
    /// A column that no case covers.
    Nowhere,
}

impl Before {
    /// Examines the grid before Bob colours this place; `patient` is the patient who loses a doctor
    /// by this.
    pub(super) fn look(
        grid: &Grid,
        repairs: Repairs,
        place: Place,
        patient: Option<Place>,
    ) -> Before {
        let specials = specials_at(grid, place.1).collect();
        Before { specials, column: Column::look(grid, repairs, place), patient }
    }
}

impl Column {
    fn look(grid: &Grid, repairs: Repairs, place: Place) -> Column {
        let column = place.1;
        if !grid.in_block(column) {
            let ends = [(column - 1, 1), (column + 1, -1)];
            let ends = ends.into_iter().filter_map(|(c, side)| {
                let end = border(grid, repairs, c, side).filter(|_| grid.in_block(c))?;
                Some((end, is_free(grid, repairs, c, side)))
            });
            return Column::Empty(ends.collect());
        }
        if let Some(side) = [-1, 1].into_iter().find(|&side| grid.is_border(column, side)) {
            return Column::Border {
                border: border(grid, repairs, column, side),
                free: is_free(grid, repairs, column, side),
                alone: grid.alone(column),
            };
        }
        if is_inside(grid, repairs, column) {
            Column::Inside(gamma_with_doctor(grid, repairs, place))
        } else {
            Column::Nowhere
        }
    }
}

/// Whether a column of a block is inside it. Columns 1 and n count as inside, unless they are
/// borders (R7).
pub(super) fn is_inside(grid: &Grid, repairs: Repairs, column: i32) -> bool {
    let end = (column == 1 || column == grid.n()) && !repairs.has(Repair::R7);
    let is_border = grid.is_border(column, -1) || grid.is_border(column, 1);
    grid.in_block(column) && !is_border && (!end || grid.n() == 1)
}

/// The γ border whose inner doctor is at this place.
fn gamma_with_doctor(grid: &Grid, repairs: Repairs, place: Place) -> Option<Lens> {
    [1, -1].into_iter().find_map(|side| {
        let column = place.1 + side;
        let found = border(grid, repairs, column, side).filter(|_| grid.is_border(column, side))?;
        (found.kind == Configuration::Gamma && found.lens.place(2, -1) == place)
            .then_some(found.lens)
    })
}

/// Bob's move, seen through a lens, on the grid after it.
#[derive(Clone, Copy)]
struct Scene<'a> {
    grid: &'a Grid,
    lens: Lens,
    repairs: Repairs,
    /// The place of Bob's move, as seen through the lens.
    bob: Place,
    /// Bob's colour.
    x: Colour,
}

impl Scene<'_> {
    /// The colour of a place.
    fn v(&self, row: i32, column: i32) -> Colour {
        self.grid.at(self.lens.place(row, column))
    }

    /// The row of Bob's move.
    fn row(&self) -> i32 {
        self.lens.seen(self.bob).0
    }

    /// Row and column of Bob's move.
    fn at(&self) -> Place {
        self.lens.seen(self.bob)
    }

    fn legal(&self, row: i32, column: i32, colour: Colour) -> bool {
        self.grid.legal(self.lens.place(row, column), colour)
    }

    /// Whether a column exists and is empty.
    fn empty(&self, column: i32) -> bool {
        self.grid.empty(self.lens.place(1, column).1)
    }

    fn through(self, lens: Lens) -> Self {
        Scene { lens, ..self }
    }

    /// The move that a case prescribes.
    fn play(&self, case: &'static str, (row, column): Place, paint: Paint) -> Option<Plan> {
        Some(Plan { case, place: self.lens.place(row, column), paint })
    }
}

/// The result of the case that Bob's move falls into.
#[derive(Debug)]
pub(super) enum Verdict {
    /// Alice answers with this move.
    Play(Plan),
    /// Any harmless move (case 1-safe).
    Tempo,
    /// The cases do not cover this.
    NoCase,
}

/// Finds the case: `grid` is after Bob's move at `bob`.
pub(super) fn decide(grid: &Grid, repairs: Repairs, before: &Before, bob: Place) -> Verdict {
    let x = grid.at(bob);
    debug_assert!(x != UNCOLOURED);
    let lens = Lens { origin: bob.1, side: 1, flipped: false };
    let scene = Scene { grid, lens, repairs, bob, x };
    let special = before
        .specials
        .iter()
        .find_map(|&(special, lens, _)| case1::special(&scene.through(lens), special));
    if let Some(plan) = special {
        return Verdict::Play(plan);
    }
    let plan = match &before.column {
        Column::Inside(gamma) => match case1::doctor(&scene, *gamma, before.patient) {
            Some(plan) => Some(plan),
            None => return Verdict::Tempo,
        },
        Column::Border { border: Some(border), free, alone } => {
            case2::border(&scene.through(border.lens), border.kind, *free, *alone)
        }
        Column::Empty(ends) => case3::empty_column(&scene, ends),
        Column::Border { border: None, .. } | Column::Nowhere => None,
    };
    plan.map_or(Verdict::NoCase, Verdict::Play)
}
