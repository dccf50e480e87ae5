//! The coloured grid, and the view that a rule has of it: section 1 of the proof (safe vertices,
//! blocks, borders) and the symmetries that the cases leave to the reader.

use chromex_rules::{Colour, UNCOLOURED};

/// The value outside the grid: neither a colour nor uncoloured.
pub(super) const OUT: Colour = Colour::MAX;

/// A place: row 1 (bottom) to 4 (top), column 1 to n.
pub(super) type Place = (i32, i32);

/// The colours of a 4×n grid.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    columns: Vec<[Colour; 4]>,
}

/// Whether this is a colour, rather than uncoloured or outside.
pub(super) fn is_colour(value: Colour) -> bool {
    value != UNCOLOURED && value != OUT
}

impl Grid {
    /// An uncoloured grid.
    pub(super) fn new(columns: usize) -> Grid {
        Grid { columns: vec![[UNCOLOURED; 4]; columns] }
    }

    /// The number of columns.
    pub(super) fn n(&self) -> i32 {
        self.columns.len() as i32
    }

    /// The colour at a place, 0 if it has none yet, [`OUT`] outside.
    #[inline]
    pub(super) fn at(&self, (row, column): Place) -> Colour {
        match self.columns.get((column - 1) as usize) {
            Some(cells) if (1..=4).contains(&row) => cells[row as usize - 1],
            _ => OUT,
        }
    }

    /// Colours a place of the grid, or takes its colour away.
    pub(super) fn set(&mut self, (row, column): Place, colour: Colour) {
        self.columns[column as usize - 1][row as usize - 1] = colour;
    }

    /// Whether this column exists and has no colour.
    #[inline]
    pub(super) fn empty(&self, column: i32) -> bool {
        self.columns.get((column - 1) as usize).is_some_and(|cells| *cells == [UNCOLOURED; 4])
    }

    /// Whether this column exists and has a colour.
    #[inline]
    pub(super) fn coloured(&self, column: i32) -> bool {
        self.columns.get((column - 1) as usize).is_some_and(|cells| *cells != [UNCOLOURED; 4])
    }

    /// The four neighbours of a place, some of which may be outside.
    pub(super) fn around((row, column): Place) -> [Place; 4] {
        [(row + 1, column), (row - 1, column), (row, column - 1), (row, column + 1)]
    }

    /// Whether this colour may be played here.
    pub(super) fn legal(&self, place: Place, colour: Colour) -> bool {
        self.at(place) == UNCOLOURED
            && (1..=4).contains(&colour)
            && Grid::around(place).iter().all(|&near| self.at(near) != colour)
    }

    /// Whether this vertex will be coloured whatever happens: it is coloured, or has at most three
    /// neighbours, or two neighbours of one colour, or three neighbours of three colours and the
    /// fourth can no longer take the fourth colour.
    pub(super) fn safe(&self, place: Place) -> bool {
        if is_colour(self.at(place)) {
            return true;
        }
        let around = Grid::around(place);
        let near = around.map(|near| self.at(near));
        if near.contains(&OUT) {
            return true;
        }
        let seen = near.iter().fold(0_u8, |seen, &colour| seen | 1 << colour) & !1;
        let coloured = near.iter().filter(|&&colour| colour != UNCOLOURED).count();
        if (seen.count_ones() as usize) < coloured {
            return true;
        }
        if coloured != 3 {
            return false;
        }
        let open = near.iter().position(|&colour| colour == UNCOLOURED).unwrap_or(0);
        let missing = (0b11110 & !seen).trailing_zeros() as Colour;
        Grid::around(around[open]).iter().any(|&far| self.at(far) == missing)
    }

    /// Whether a column belongs to a block: it has a colour, or it is the last one and the one
    /// before has.
    pub(super) fn in_block(&self, column: i32) -> bool {
        self.coloured(column)
            || column == self.n() && self.empty(column) && self.coloured(column - 1)
    }

    /// Whether a block ends at this column on the side `side` (+1 right, −1 left), a one-column block
    /// having two ends.
    pub(super) fn faces(&self, column: i32, side: i32) -> bool {
        let next = column + side;
        self.in_block(column) && (1..=self.n()).contains(&next) && !self.in_block(next)
    }

    /// Whether this column is the border of a block on this side. A one-column block is a left
    /// border only, unless it is column 1.
    pub(super) fn is_border(&self, column: i32, side: i32) -> bool {
        self.faces(column, side) && (side < 0 || column == 1 || self.in_block(column - 1))
    }

    /// Whether this column is a block by itself.
    pub(super) fn alone(&self, column: i32) -> bool {
        self.in_block(column) && !self.in_block(column - 1) && !self.in_block(column + 1)
    }
}

/// The view of a rule: from column `origin`, to the right or mirrored, upright or upside down. All
/// symmetries of the cases are handled here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lens {
    /// The column that the rule calls 0.
    pub origin: i32,
    /// +1 if columns are counted to the right, −1 to the left.
    pub side: i32,
    /// Whether rows are counted from the top.
    pub flipped: bool,
}

impl Lens {
    /// The place that the rule calls (row, column).
    #[inline]
    pub(super) fn place(self, row: i32, column: i32) -> Place {
        (if self.flipped { 5 - row } else { row }, self.origin + self.side * column)
    }

    /// The row and column by which the rule calls this place.
    pub(super) fn seen(self, (row, column): Place) -> Place {
        (if self.flipped { 5 - row } else { row }, (column - self.origin) * self.side)
    }

    /// The lens with rows counted from the other end.
    pub(super) fn upside_down(self) -> Lens {
        Lens { flipped: !self.flipped, ..self }
    }

    /// The lens with columns counted in the other direction.
    pub(super) fn mirrored(self) -> Lens {
        Lens { side: -self.side, ..self }
    }

    /// The two lenses, upright and upside down, that look from a column to one side.
    pub(super) fn both(origin: i32, side: i32) -> [Lens; 2] {
        [false, true].map(|flipped| Lens { origin, side, flipped })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid from rows 4 (top) to 1.
    fn grid(rows: [&str; 4]) -> Grid {
        let mut grid = Grid::new(rows[0].len());
        for (i, row) in rows.iter().enumerate() {
            for (j, symbol) in row.bytes().enumerate() {
                let colour = if symbol == b'.' { 0 } else { symbol - b'0' };
                grid.set((4 - i as i32, j as i32 + 1), colour);
            }
        }
        grid
    }

    #[test]
    fn safe_vertices_can_always_be_coloured() {
        // Every colouring of the neighbourhood of an inner vertex, with one more cell beyond it.
        for code in 0..5_u32.pow(5) {
            let digit = |i: u32| (code / 5_u32.pow(i) % 5) as Colour;
            let mut g = Grid::new(4);
            for (i, place) in [(4, 2), (2, 2), (3, 1), (3, 3), (3, 4)].into_iter().enumerate() {
                g.set(place, digit(i as u32));
            }
            if digit(3) != 0 && digit(3) == digit(4) {
                continue;
            }
            let near: Vec<Colour> = (0..4).map(digit).collect();
            // Bob can make it impossible to colour exactly if the open neighbours can take all
            // colours that it does not see.
            let missing: Vec<Colour> = (1..=4).filter(|c| !near.contains(c)).collect();
            let open = near.iter().filter(|&&c| c == 0).count();
            let only_far = open == 1 && near[3] == 0;
            let blocked = only_far && missing.len() == 1 && digit(4) == missing[0];
            let spoilable = missing.len() <= open && !blocked;
            assert_eq!(g.safe((3, 2)), !spoilable, "{near:?} {}", digit(4));
        }
    }

    #[test]
    fn blocks_and_borders() {
        let g = grid(["..1...1..", "1.....2..", "..1......", "........."]);
        assert!(g.is_border(1, 1) && !g.is_border(1, -1) && g.alone(1));
        assert!(g.is_border(3, -1) && !g.is_border(3, 1) && g.faces(3, 1));
        assert!(g.is_border(7, -1) && !g.is_border(7, 1));
        let g = grid(["....1.", "1.....", ".....", "......"].map(|row| &row[..5]));
        assert!(!g.faces(5, 1) && g.is_border(5, -1) && g.alone(5));
        let g = grid(["...1.", "1....", ".....", "....."]);
        assert!(g.in_block(5) && g.is_border(4, -1) && !g.alone(4) && !g.is_border(4, 1));
    }

    #[test]
    fn a_lens_sees_back_what_it_places() {
        for side in [1, -1] {
            for lens in Lens::both(7, side) {
                for (row, column) in [(1, -2), (2, 0), (4, 3)] {
                    assert_eq!(lens.seen(lens.place(row, column)), (row, column));
                }
            }
        }
    }
}
