//! Alice's wins with four colours on boards of every length, proved by drawings of the blocks of
//! coloured columns.
//!
//! A *block* is a run of columns that have colours. A certificate has drawings of its *borders* and
//! of *sick* vertices. Alice plays so that every border looks like one of the drawings and that
//! every vertex of a block is *safe* (it will be coloured whatever happens), has two *doctors* of
//! its own, or is sick. These are the words of Brosse, Martins, Nisse and Sampaio, who invented
//! this for four rows. Whether she can always do so is a question about a few columns; it is
//! answered by distinguishing cases, for all boards at once (`cases.rs`). On cylinders this shows
//! that she wins if Bob begins. docs/certificates.md has the conditions and the proof that they
//! suffice.

mod cases;
mod facts;
mod invariant;
mod kept;
mod picture;
mod reply;
mod view;

use chromex_rules::Game;

use facts::COLUMNS;
pub use facts::MAX_ROWS;
pub use kept::{Amiss, Kept, Spare};
use picture::{Lens, Picture, Place};
pub use view::Side;

/// The role of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Borders on these sides, or blocks of one column, may look like this; column 0 is the border.
    Border { sides: Sides, doctors: bool },
    /// The vertex `#` may be sick, also in the mirror image.
    Sick { mirrored: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// The drawing shows a right border; its mirror image is a left border.
    Both,
    /// The drawing shows a left border.
    Left,
    Right,
    /// A block of one column.
    Lone,
}

/// A drawing of a border.
#[derive(Debug, Clone)]
struct Border {
    picture: Picture,
    sides: Sides,
    doctors: bool,
    lone: bool,
}

impl Border {
    fn mirrored(&self, side: Side) -> bool {
        self.sides == Sides::Both && side == Side::Left
    }
}

/// The roles in words.
const ROLES: [(&str, Role); 8] = [
    ("border", Role::Border { sides: Sides::Both, doctors: true }),
    ("border without doctors", Role::Border { sides: Sides::Both, doctors: false }),
    ("left border without doctors", Role::Border { sides: Sides::Left, doctors: false }),
    ("right border", Role::Border { sides: Sides::Right, doctors: true }),
    ("right border without doctors", Role::Border { sides: Sides::Right, doctors: false }),
    ("block of one column", Role::Border { sides: Sides::Lone, doctors: false }),
    ("sick", Role::Sick { mirrored: false }),
    ("sick, also mirrored", Role::Sick { mirrored: true }),
];

/// A drawing of a certificate, with its name and its role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    name: String,
    role: Role,
    picture: Picture,
}

impl Drawing {
    /// Reads a drawing from its name, its role, the number of the column that the role is about (from 1), and its lines.
    pub fn read(name: &str, role: &str, column: usize, lines: &[&str]) -> Result<Drawing, String> {
        let known = ROLES.iter().find(|(words, _)| *words == role);
        let (_, role) = known.ok_or_else(|| format!("`{role}` is no role of a drawing"))?;
        if column == 0 {
            return Err("the columns of a drawing are counted from 1".to_owned());
        }
        let picture = Picture::read(lines, column - 1)?;
        let alive = |place: &Place| place.1 == 0 && picture.has_uncoloured_neighbour(*place);
        let one = matches!(picture.sick().as_slice(), [place] if alive(place));
        // In the drawing of a border, `#` is an uncoloured vertex like any other.
        if matches!(role, Role::Sick { .. }) && !one {
            return Err(format!(
                "the drawing {name} has to have one sick vertex, in column {column}, beside one that is drawn uncoloured"
            ));
        }
        Ok(Drawing { name: name.to_owned(), role: *role, picture })
    }

    /// The name of the drawing, which is unique in its certificate.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The role of the drawing in words, as the file has it.
    pub fn role(&self) -> &'static str {
        ROLES.iter().find(|(_, role)| *role == self.role).map_or("", |(words, _)| words)
    }

    /// The column that the role is about, from 1.
    pub fn column(&self) -> usize {
        self.picture.zero() + 1
    }

    /// The lines of the drawing, as the file has them.
    pub fn lines(&self) -> Vec<String> {
        self.picture.lines()
    }
}

/// The drawings of a certificate, sorted by their roles.
#[derive(Debug, Clone)]
struct Pictures {
    borders: Vec<Border>,
    /// Each drawing of a sick vertex with the row of that vertex, and whether its mirror image
    /// counts too.
    sick: Vec<(Picture, i32, bool)>,
    /// How far the drawings of sick vertices, and those of borders, extend from their column 0.
    sick_reach: i32,
    border_reach: i32,
}

impl Pictures {
    fn new(drawings: &[Drawing]) -> Pictures {
        let mut pictures =
            Pictures { borders: Vec::new(), sick: Vec::new(), sick_reach: 1, border_reach: 1 };
        for Drawing { role, picture, .. } in drawings {
            let picture = picture.clone();
            match *role {
                Role::Border { sides, doctors } => {
                    pictures.border_reach = pictures.border_reach.max(picture.reach());
                    let lone = sides == Sides::Lone;
                    pictures.borders.push(Border { picture, sides, doctors, lone });
                }
                Role::Sick { mirrored } => {
                    pictures.sick_reach = pictures.sick_reach.max(picture.reach());
                    let row = picture.sick().first().map_or(0, |(row, _)| *row);
                    pictures.sick.push((picture, row, mirrored));
                }
            }
        }
        pictures
    }

    /// The drawings for borders on this side, either those with doctors or those without. A block
    /// of one column counts as a left border.
    fn borders(&self, side: Side, doctors: bool) -> impl Iterator<Item = &Border> + Clone {
        self.borders.iter().filter(move |border| {
            let fits = match border.sides {
                Sides::Both => true,
                Sides::Left | Sides::Lone => side == Side::Left,
                Sides::Right => side == Side::Right,
            };
            fits && border.doctors == doctors
        })
    }

    /// Every drawing and lens that shows a sick vertex in this column, with that vertex.
    fn sick_in(&self, column: i32, rows: i32) -> impl Iterator<Item = (&Picture, Lens, Place)> {
        self.sick.iter().flat_map(move |(picture, row, mirrored)| {
            let sides = if *mirrored { &[false, true][..] } else { &[false][..] };
            let lenses = sides.iter().flat_map(move |&mirrored| Lens::both(column, mirrored));
            lenses.map(move |lens| {
                let row = if lens.upside_down { rows - 1 - row } else { *row };
                (picture, lens, (row, column))
            })
        })
    }

    /// Every drawing and lens in which this place is the sick vertex.
    fn sick_at(&self, place: Place, rows: i32) -> impl Iterator<Item = (&Picture, Lens)> {
        let all = self.sick_in(place.1, rows);
        all.filter(move |(_, _, sick)| *sick == place).map(|(picture, lens, _)| (picture, lens))
    }

    /// Every drawing and lens that colours at these places would spoil, with the sick vertex of the
    /// drawing.
    fn sick_near(&self, coloured: &[Place], rows: i32) -> Vec<(&Picture, Lens, Place)> {
        let columns = coloured.iter().map(|(_, column)| *column);
        let (from, to) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        let columns = from - self.sick_reach..=to + self.sick_reach;
        let all = columns.flat_map(|column| self.sick_in(column, rows));
        all.filter(|(picture, lens, _)| picture.is_spoilt(*lens, coloured)).collect()
    }
}

/// Why a proof was not found.
#[derive(Debug)]
pub enum Failure {
    /// The caller wanted to stop.
    Stopped,
    /// In this position Alice cannot restore order, as far as the drawings show.
    Unmet(String),
}

/// Which boards the drawings are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Boards {
    /// `grid:RxN` for every N.
    Grid,
    /// `cylinder:RxN` for every N that is at least this.
    Cylinder { least: usize },
}

/// Cylinders with fewer columns are not allowed, because a drawing with the largest number of
/// columns has to fit.
const LEAST_AROUND: usize = 9;

/// Four colours on boards with a fixed number of rows and any number of columns, and the drawings.
#[derive(Debug, Clone)]
pub struct Blocks {
    game: Game,
    boards: Boards,
    rows: usize,
    drawings: Vec<Drawing>,
}

impl Blocks {
    /// The game with four colours on `grid:RxN`; an error with the reason, if the game or the
    /// boards are others.
    pub fn new(game: Game, boards: &str, drawings: Vec<Drawing>) -> Result<Blocks, String> {
        Blocks::on(Boards::Grid, game, boards, drawings)
    }

    /// The game with four colours on `cylinder:RxN` with at least `least` columns; an error with
    /// the reason, if the game or the boards are others.
    pub fn around(
        game: Game,
        boards: &str,
        least: usize,
        drawings: Vec<Drawing>,
    ) -> Result<Blocks, String> {
        if !(LEAST_AROUND..=COLUMNS).contains(&least) {
            return Err(format!(
                "drawings are for cylinders of at least {LEAST_AROUND} to {COLUMNS} columns, not {least}"
            ));
        }
        Blocks::on(Boards::Cylinder { least }, game, boards, drawings)
    }

    fn on(
        kind: Boards,
        game: Game,
        boards: &str,
        drawings: Vec<Drawing>,
    ) -> Result<Blocks, String> {
        if !is_four_colours(&game) {
            return Err(format!("{} is not the colouring game with four colours", game.name()));
        }
        let name = kind.name();
        let rows = boards.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
        let rows = rows.and_then(|rest| rest.strip_suffix("xN"));
        let rows = rows.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        let rows = rows.and_then(|digits| digits.parse().ok());
        let rows = rows.filter(|rows| (2..=MAX_ROWS).contains(rows));
        let rows = rows
            .ok_or_else(|| format!("`{boards}` is not {name}:RxN with R from 2 to {MAX_ROWS}"))?;
        let wrong = drawings.iter().find(|drawing| drawing.lines().len() != rows);
        if let Some(drawing) = wrong {
            return Err(format!("the drawing {} has not {rows} lines", drawing.name));
        }
        Ok(Blocks { game, boards: kind, rows, drawings })
    }

    /// The game that the certificate is about.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of rows of the boards.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The boards as they are typed, such as `grid:4xN`.
    pub fn boards(&self) -> String {
        format!("{}:{}xN", self.boards.name(), self.rows)
    }

    /// The least number of columns, if the boards are cylinders.
    pub fn least_around(&self) -> Option<usize> {
        match self.boards {
            Boards::Grid => None,
            Boards::Cylinder { least } => Some(least),
        }
    }

    /// The drawings of the certificate.
    pub fn drawings(&self) -> &[Drawing] {
        &self.drawings
    }

    /// What the certificate proves, as a sentence.
    pub fn sentence(&self) -> String {
        let (name, boards) = (self.game.name(), self.boards());
        match self.boards {
            Boards::Grid => format!(
                "Alice wins {name} on {boards} for every N ≥ 1 whoever moves first, even if Bob may skip turns"
            ),
            Boards::Cylinder { least } => format!(
                "Alice wins {name} on {boards} for every N ≥ {least} when Bob moves first, even if he may skip any turn but the first"
            ),
        }
    }
}

impl Boards {
    fn name(self) -> &'static str {
        match self {
            Boards::Grid => "grid",
            Boards::Cylinder { .. } => "cylinder",
        }
    }
}

/// Whether the game is won by colouring every vertex, with four colours that both players may use,
/// and neighbours must differ.
fn is_four_colours(game: &Game) -> bool {
    Game::colouring(4).is_ok_and(|four| *game == four)
}
