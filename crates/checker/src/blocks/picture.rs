//! Drawings of a few columns: the border of a block, or the surroundings of a sick vertex.

/// A place: the row, from the top, and the column.
pub(super) type Place = (i32, i32);

/// The neighbours of a place: above, below, left, right. Some may be outside the board.
pub(super) fn around((row, column): Place) -> [Place; 4] {
    [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
}

/// What a drawing says about a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    /// `?`: it may be anything.
    Anything,
    /// `.`: it is uncoloured.
    Uncoloured,
    /// `#`: it is the sick vertex, uncoloured.
    Sick,
    /// `s`: it is uncoloured and safe.
    SafeUncoloured,
    /// `S`: it is coloured or safe.
    Safe,
    /// `*`: it is coloured.
    Coloured,
    /// `o`: there is a vertex.
    Vertex,
    /// `x`: it is outside the board.
    Outside,
    /// A letter: it has this colour. Equal letters are equal colours, different letters are
    /// different colours.
    Letter(usize),
}

/// The number of letters: colours are called a to d in drawings.
pub(super) const LETTERS: usize = 4;

const SIGNS: [(char, Symbol); 12] = [
    ('?', Symbol::Anything),
    ('.', Symbol::Uncoloured),
    ('#', Symbol::Sick),
    ('s', Symbol::SafeUncoloured),
    ('S', Symbol::Safe),
    ('*', Symbol::Coloured),
    ('o', Symbol::Vertex),
    ('x', Symbol::Outside),
    ('a', Symbol::Letter(0)),
    ('b', Symbol::Letter(1)),
    ('c', Symbol::Letter(2)),
    ('d', Symbol::Letter(3)),
];

impl Symbol {
    fn read(sign: char) -> Option<Symbol> {
        SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, symbol)| *symbol)
    }

    fn sign(self) -> char {
        SIGNS.iter().find(|(_, known)| *known == self).map_or('?', |(sign, _)| *sign)
    }

    /// Whether the symbol no longer fits once the place is coloured. (Colours stay, and safe
    /// vertices stay safe.)
    fn is_lost(self) -> bool {
        matches!(self, Symbol::Uncoloured | Symbol::Sick | Symbol::SafeUncoloured)
    }
}

/// How a drawing is placed on the board: the place of its column 0, whether it is mirrored, and
/// whether it is upside down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lens {
    pub(super) column: i32,
    pub(super) mirrored: bool,
    pub(super) upside_down: bool,
}

impl Lens {
    /// The two lenses, upright and upside down.
    pub(super) fn both(column: i32, mirrored: bool) -> [Lens; 2] {
        [false, true].map(|upside_down| Lens { column, mirrored, upside_down })
    }
}

/// A drawing of a few columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Picture {
    /// The drawn columns, from left to right, each from the top.
    columns: Vec<Vec<Symbol>>,
    /// The index of the column that is called 0.
    zero: i32,
}

impl Picture {
    /// Reads the lines of a drawing; the column with index `zero` is called 0.
    pub(super) fn read(lines: &[&str], zero: usize) -> Result<Picture, String> {
        let signs: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
        let width = signs.first().map_or(0, Vec::len);
        if let Some(line) = lines.iter().zip(&signs).find(|(_, row)| row.len() != width) {
            return Err(format!("the lines of a drawing are of different lengths: `{}`", line.0));
        }
        if !(1..=MAX_WIDTH).contains(&width) || zero >= width {
            return Err(format!("a drawing has 1 to {MAX_WIDTH} columns, not {width}"));
        }
        let symbol = |sign: char| {
            Symbol::read(sign).ok_or_else(|| format!("a drawing has no sign `{sign}`"))
        };
        let column = |at: usize| signs.iter().map(|row| symbol(row[at])).collect();
        let columns = (0..width).map(column).collect::<Result<_, String>>()?;
        Ok(Picture { columns, zero: zero as i32 })
    }

    /// The lines of the drawing.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |row: usize| self.columns.iter().map(|column| column[row].sign()).collect();
        (0..self.rows() as usize).map(line).collect()
    }

    fn rows(&self) -> i32 {
        self.columns.first().map_or(0, |column| column.len() as i32)
    }

    /// The constrained places of the drawing with their symbols, placed through this lens.
    pub(super) fn places(&self, lens: Lens) -> impl Iterator<Item = (Place, Symbol)> + '_ {
        let columns = (-self.zero..).zip(&self.columns);
        columns.flat_map(move |(column, symbols)| {
            let rows = (0..).zip(symbols).filter(|(_, symbol)| **symbol != Symbol::Anything);
            rows.map(move |(row, &symbol)| (self.place(lens, (row, column)), symbol))
        })
    }

    fn place(&self, lens: Lens, (row, column): Place) -> Place {
        let row = if lens.upside_down { self.rows() - 1 - row } else { row };
        (row, lens.column + if lens.mirrored { -column } else { column })
    }

    /// Whether a new colour at one of these places spoils the drawing.
    pub(super) fn is_spoilt(&self, lens: Lens, coloured: &[Place]) -> bool {
        let (from, to) = (-self.zero, self.columns.len() as i32 - self.zero);
        coloured.iter().any(|&(row, column)| {
            let row = if lens.upside_down { self.rows() - 1 - row } else { row };
            let column = if lens.mirrored { lens.column - column } else { column - lens.column };
            let drawn = (from..to).contains(&column);
            drawn && self.columns[(column - from) as usize][row as usize].is_lost()
        })
    }

    /// The sick vertices of the drawing, as (row, column).
    pub(super) fn sick(&self) -> Vec<Place> {
        let upright = Lens { column: 0, mirrored: false, upside_down: false };
        let sick = self.places(upright).filter(|(_, symbol)| *symbol == Symbol::Sick);
        sick.map(|(place, _)| place).collect()
    }

    /// Whether the drawing says that one of the neighbours of this place is uncoloured.
    pub(super) fn has_uncoloured_neighbour(&self, place: Place) -> bool {
        let upright = Lens { column: 0, mirrored: false, upside_down: false };
        let near = around(place);
        self.places(upright).any(|(place, symbol)| symbol.is_lost() && near.contains(&place))
    }

    /// How far the drawing extends from its column 0.
    pub(super) fn reach(&self) -> i32 {
        self.zero.max(self.columns.len() as i32 - 1 - self.zero)
    }

    /// The index of the column that is called 0.
    pub(super) fn zero(&self) -> usize {
        self.zero as usize
    }
}

/// The largest number of columns of a drawing.
const MAX_WIDTH: usize = 7;
