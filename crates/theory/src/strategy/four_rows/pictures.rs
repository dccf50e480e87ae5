//! The drawings of the proof as data: border configurations (Figure 2) and special configurations
//! with their sick vertices (Figure 3).

use chromex_rules::{Colour, UNCOLOURED};

use super::Repair;
use super::Repairs;
use super::grid::{Grid, Lens, OUT, Place, is_colour};

/// A drawing: rows from 4 to 1, columns from `first` on.
///
/// `?` is anything, `.` uncoloured, `#` the sick vertex (uncoloured), `s` uncoloured and safe, `S`
/// coloured or safe, `o` one of two cells that may not both be coloured, and a letter a colour, the
/// same letter the same colour. Letters named in `distinct` are different colours.
#[derive(Debug)]
struct Picture {
    first: i32,
    rows: [&'static str; 4],
    distinct: &'static str,
}

impl Picture {
    /// Whether the grid looks like this through the lens.
    fn fits(&self, grid: &Grid, lens: Lens) -> bool {
        let mut letters = [UNCOLOURED; 3];
        for (row, symbols) in (1..=4).rev().zip(self.rows) {
            for (column, symbol) in (self.first..).zip(symbols.bytes()) {
                if symbol != b'?' && !cell_fits(grid, lens.place(row, column), symbol, &mut letters)
                {
                    return false;
                }
            }
        }
        let named = |letter: u8| letters[usize::from(letter - b'a')];
        let distinct = self.distinct.as_bytes();
        distinct
            .iter()
            .enumerate()
            .all(|(i, &p)| distinct[..i].iter().all(|&q| named(p) != named(q)))
    }
}

fn cell_fits(grid: &Grid, place: Place, symbol: u8, letters: &mut [Colour; 3]) -> bool {
    let value = grid.at(place);
    match symbol {
        b'.' | b'#' => value == UNCOLOURED,
        b'o' => value != OUT,
        b's' => value == UNCOLOURED && grid.safe(place),
        b'S' => value != OUT && grid.safe(place),
        letter => {
            let bound = &mut letters[usize::from(letter - b'a')];
            if *bound == UNCOLOURED {
                *bound = value;
            }
            is_colour(value) && *bound == value
        }
    }
}

/// The configurations of a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Configuration {
    /// Two cells at distance two alike.
    Alpha,
    /// A diagonal alike, with an uncoloured cell.
    Beta,
    /// The outer cells alike; one patient.
    Gamma,
    /// A diagonal alike, and another colour.
    Delta,
    /// Full, with three colours, and an echo beyond the gap.
    Pi,
}

impl Configuration {
    /// The Greek letter.
    pub(super) fn letter(self) -> &'static str {
        match self {
            Configuration::Alpha => "α",
            Configuration::Beta => "β",
            Configuration::Gamma => "γ",
            Configuration::Delta => "δ",
            Configuration::Pi => "π",
        }
    }
}

/// Figure 2, for a right border in column 0; a border that is both α and β counts as β.
const BORDERS: [(Configuration, Picture); 5] = [
    (Configuration::Beta, Picture { first: -1, rows: ["??", "?a", "a.", "??"], distinct: "" }),
    (Configuration::Gamma, Picture { first: -1, rows: ["?a", "a.", "s.", "?a"], distinct: "" }),
    (Configuration::Delta, Picture { first: -1, rows: ["?a", "a.", "?b", "??"], distinct: "ab" }),
    (Configuration::Pi, Picture { first: 0, rows: ["a??", "b??", "c?b", "a??"], distinct: "abc" }),
    (Configuration::Alpha, Picture { first: 0, rows: ["?", "a", "?", "a"], distinct: "" }),
];

/// Column 1 alone is β, with an imaginary vertex to the left of it.
const FIRST_COLUMN: Picture = Picture { first: 0, rows: ["?", "a", ".", "?"], distinct: "" };

/// δ as the text has it: the figure's uncoloured cell is missing.
const DELTA_OF_THE_TEXT: Picture =
    Picture { first: -1, rows: ["?a", "a?", "?b", "??"], distinct: "ab" };

/// A border with the lens through which it looks like its drawing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Border {
    /// Its configuration.
    pub kind: Configuration,
    /// How to look at it.
    pub lens: Lens,
}

/// The configuration of the end of a block in this column on this side.
pub(super) fn border(grid: &Grid, repairs: Repairs, column: i32, side: i32) -> Option<Border> {
    let views = Lens::both(column, side);
    if column == 1 && side == 1 && !grid.in_block(2) {
        let lens = views.into_iter().find(|&lens| FIRST_COLUMN.fits(grid, lens));
        if let Some(lens) = lens {
            return Some(Border { kind: Configuration::Beta, lens });
        }
    }
    BORDERS.iter().find_map(|(kind, picture)| {
        let text = *kind == Configuration::Delta && !repairs.has(Repair::R6);
        let picture = if text { &DELTA_OF_THE_TEXT } else { picture };
        let fits = |lens: &Lens| {
            picture.fits(grid, *lens)
                && (*kind != Configuration::Alpha || others_differ(grid, *lens))
        };
        views.into_iter().find(fits).map(|lens| Border { kind: *kind, lens })
    })
}

/// In α the other two cells differ if both are coloured.
fn others_differ(grid: &Grid, lens: Lens) -> bool {
    let (two, four) = (grid.at(lens.place(2, 0)), grid.at(lens.place(4, 0)));
    two == UNCOLOURED || two != four
}

/// Whether the two columns beyond this border are empty. Column 1 can be free, too (R8).
pub(super) fn is_free(grid: &Grid, repairs: Repairs, column: i32, side: i32) -> bool {
    grid.empty(column + side)
        && grid.empty(column + 2 * side)
        && (column != 1 || repairs.has(Repair::R8))
}

/// The special configurations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Special {
    /// Δ
    Delta,
    /// Δ'
    DeltaPrime,
    /// Δ'₂
    DeltaPrime2,
    /// Λ or Λ₂
    Lambda,
    /// Λ' or Λ'₂
    LambdaPrime,
}

impl Special {
    /// The name in the paper.
    pub(super) fn name(self) -> &'static str {
        match self {
            Special::Delta => "Δ",
            Special::DeltaPrime => "Δ'",
            Special::DeltaPrime2 => "Δ'₂",
            Special::Lambda => "Λ",
            Special::LambdaPrime => "Λ'",
        }
    }
}

#[derive(Debug)]
struct SpecialPicture {
    special: Special,
    picture: Picture,
    /// Where the sick vertex is.
    sick: Place,
    /// The columns of the drawing in which a move of Bob may need an answer.
    reach: (i32, i32),
    /// Whether the mirror image counts as well.
    both_sides: bool,
}

/// Figure 3. Column 0 is the paper's j.
const SPECIALS: [SpecialPicture; 5] = [
    SpecialPicture {
        special: Special::Delta,
        picture: Picture { first: 0, rows: ["?.a.", "a#..", "?ba.", "a..."], distinct: "" },
        sick: (3, 1),
        reach: (1, 2),
        both_sides: false,
    },
    SpecialPicture {
        special: Special::DeltaPrime,
        picture: Picture { first: -1, rows: ["?a..?", "a.a#?", "s...a", "?a.a?"], distinct: "" },
        sick: (3, 2),
        reach: (-1, 2),
        both_sides: true,
    },
    SpecialPicture {
        special: Special::DeltaPrime2,
        picture: Picture { first: -1, rows: ["?a.?", "a.a?", "s.#b", "?a.a"], distinct: "" },
        sick: (2, 1),
        reach: (-1, 1),
        both_sides: true,
    },
    SpecialPicture {
        special: Special::Lambda,
        picture: Picture { first: -2, rows: ["a.b?", "o#a?", "a..c", "o.a?"], distinct: "bc" },
        sick: (3, -1),
        reach: (-2, 0),
        both_sides: false,
    },
    SpecialPicture {
        special: Special::LambdaPrime,
        picture: Picture { first: -2, rows: ["a.ba?", "o#a.S", "a...?", "o.a.?"], distinct: "" },
        sick: (3, -1),
        reach: (-2, 1),
        both_sides: false,
    },
];

impl SpecialPicture {
    fn fits(&self, grid: &Grid, lens: Lens) -> bool {
        self.picture.fits(grid, lens)
            && match self.special {
                Special::Delta => grid.is_border(lens.origin + 2, 1),
                Special::Lambda | Special::LambdaPrime => left_column_fits(grid, lens),
                _ => true,
            }
    }

    fn sides(&self) -> &'static [i32] {
        if self.both_sides { &[1, -1] } else { &[1] }
    }
}

/// In Λ and Λ' the cells marked `o` are uncoloured; in Λ₂ and Λ'₂ exactly one is coloured, and then
/// the column to the left may not be empty.
fn left_column_fits(grid: &Grid, lens: Lens) -> bool {
    let coloured = [1, 3].iter().filter(|&&row| is_colour(grid.at(lens.place(row, -2)))).count();
    coloured == 0 || coloured == 1 && !grid.empty(lens.origin - 3)
}

/// The special configurations in which a move in this column needs an answer, in the order of the
/// cases, each with its lens and its sick vertex.
pub(super) fn specials_at(
    grid: &Grid,
    column: i32,
) -> impl Iterator<Item = (Special, Lens, Place)> {
    SPECIALS.iter().flat_map(move |picture| {
        picture.sides().iter().flat_map(move |&side| {
            let (low, high) = picture.reach;
            let lenses = (low..=high).flat_map(move |k| Lens::both(column - side * k, side));
            lenses
                .filter(|&lens| picture.fits(grid, lens))
                .map(|lens| (picture.special, lens, lens.place(picture.sick.0, picture.sick.1)))
        })
    })
}

/// The special configurations whose sick vertex is in this column.
pub(super) fn sick_in(grid: &Grid, column: i32) -> impl Iterator<Item = (Special, Lens, Place)> {
    SPECIALS.iter().flat_map(move |picture| {
        picture.sides().iter().flat_map(move |&side| {
            let (row, k) = picture.sick;
            let lenses = Lens::both(column - side * k, side);
            lenses.into_iter().filter_map(move |lens| {
                let place = lens.place(row, k);
                let fits = grid.at(place) == UNCOLOURED && picture.fits(grid, lens);
                fits.then_some((picture.special, lens, place))
            })
        })
    })
}

/// Whether this column is the right border of a Δ.
pub(super) fn is_border_of_delta(grid: &Grid, column: i32) -> bool {
    Lens::both(column - 2, 1).into_iter().any(|lens| SPECIALS[0].fits(grid, lens))
}

/// Whether this column is column j of a Λ configuration.
pub(super) fn is_border_of_lambda(grid: &Grid, column: i32) -> bool {
    let lambdas = [Special::Lambda, Special::LambdaPrime];
    let mut sick = sick_in(grid, column - 1);
    sick.any(|(special, lens, _)| lambdas.contains(&special) && lens.origin == column)
}
