//! What Alice knows about each column, kept up to date around every move: sick and weak vertices,
//! borders, and in which columns a harmless move can be found.

use std::collections::BTreeSet;

use chromex_rules::UNCOLOURED;

use super::Repairs;
use super::cases::is_inside;
use super::grid::{Grid, Place};
use super::pictures::{Configuration, border, is_free, sick_in};

/// A colour in one column can change what is known about columns this far away: a drawing is five
/// columns wide, and whether a cell at its edge is safe depends on two more.
pub(super) const REACH: i32 = 6;

/// Where a harmless move is looked for, in the order of case 1-safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tempo {
    /// A sick vertex.
    Sick,
    /// An unsafe vertex of a block.
    Weak,
    /// An uncoloured vertex inside a block.
    Open,
    /// A δ border.
    Delta,
    /// A π border.
    Pi,
    /// A γ border.
    Gamma,
    /// A free α or β border.
    Free,
    /// A β border that is not free.
    Beta,
    /// An α border, an empty column, and another α border.
    AlphaGap,
}

/// All of them, in this order.
pub(super) const TEMPI: [Tempo; 9] = [
    Tempo::Sick,
    Tempo::Weak,
    Tempo::Open,
    Tempo::Delta,
    Tempo::Pi,
    Tempo::Gamma,
    Tempo::Free,
    Tempo::Beta,
    Tempo::AlphaGap,
];

/// What is known about a column. Rows are bits: row 1 is bit 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Column {
    /// Sick vertices.
    sick: u8,
    /// Vertices of a block that are neither safe nor sick: they need doctors.
    weak: u8,
    /// Vertices that may be doctors.
    doctors: u8,
    /// The sets of [`TEMPI`] that the column is in.
    tempi: u16,
}

fn bit(row: i32) -> u8 {
    1 << (row - 1)
}

impl Column {
    /// Looks at a column of the grid.
    pub(super) fn look(grid: &Grid, repairs: Repairs, column: i32) -> Column {
        let mut known = Column::default();
        if (column - 1..=column + 1).all(|c| !grid.coloured(c)) {
            return known;
        }
        // A vertex that has become safe needs no care, whatever configuration it is in.
        if [2, 3].iter().any(|&row| !grid.safe((row, column))) {
            let sick = sick_in(grid, column).filter(|&(_, _, place)| !grid.safe(place));
            known.sick = sick.fold(0, |rows, (_, _, (row, _))| rows | bit(row));
        }
        if grid.in_block(column) {
            known.look_inside(grid, repairs, column);
        }
        known.set(Tempo::Sick, known.sick != 0);
        known
    }

    fn look_inside(&mut self, grid: &Grid, repairs: Repairs, column: i32) {
        let rows = |wanted: &dyn Fn(Place) -> bool| {
            let rows = (1..=4).filter(|&row| wanted((row, column)));
            rows.fold(0, |rows, row| rows | bit(row))
        };
        let any = rows(&|place| grid.at(place) == UNCOLOURED);
        let safe = any & rows(&|place| grid.safe(place));
        let kinds = [-1, 1].map(|side| {
            let is_border = grid.is_border(column, side);
            is_border.then(|| border(grid, repairs, column, side)).flatten().map(|found| found.kind)
        });
        self.weak = any & !safe & !self.sick;
        self.doctors = if kinds.contains(&Some(Configuration::Alpha)) { 0 } else { safe };
        self.set(Tempo::Weak, self.weak != 0);
        self.set(Tempo::Open, any != 0 && is_inside(grid, repairs, column));
        for (side, kind) in [-1, 1].into_iter().zip(kinds) {
            let free = is_free(grid, repairs, column, side);
            match kind {
                Some(Configuration::Delta) => self.set(Tempo::Delta, true),
                Some(Configuration::Pi) => self.set(Tempo::Pi, true),
                Some(Configuration::Gamma) => self.set(Tempo::Gamma, true),
                Some(Configuration::Alpha | Configuration::Beta) if free => {
                    self.set(Tempo::Free, true)
                }
                Some(Configuration::Beta) => self.set(Tempo::Beta, true),
                _ => {}
            }
        }
        self.set(Tempo::AlphaGap, is_left_of_gap(grid, repairs, column));
    }

    fn set(&mut self, tempo: Tempo, value: bool) {
        if value {
            self.tempi |= 1 << tempo as u16;
        }
    }
}

/// Whether an empty column with another block beyond it follows, and both ends are α.
fn is_left_of_gap(grid: &Grid, repairs: Repairs, column: i32) -> bool {
    let alpha = |c: i32, side| {
        border(grid, repairs, c, side).is_some_and(|b| b.kind == Configuration::Alpha)
    };
    grid.faces(column, 1) && grid.coloured(column + 2) && alpha(column, 1) && alpha(column + 2, -1)
}

/// The columns, and the sets of those where harmless moves can be found.
#[derive(Debug, Clone)]
pub(super) struct Ledger {
    columns: Vec<Column>,
    tempi: [BTreeSet<i32>; TEMPI.len()],
}

/// A part of the ledger as it was before.
#[derive(Debug)]
pub(super) struct Saved {
    from: usize,
    columns: Vec<Column>,
}

impl Ledger {
    /// The ledger of an uncoloured grid.
    pub(super) fn new(columns: usize) -> Ledger {
        Ledger { columns: vec![Column::default(); columns], tempi: Default::default() }
    }

    fn around(&self, column: i32) -> std::ops::RangeInclusive<i32> {
        (column - REACH).max(1)..=(column + REACH).min(self.columns.len() as i32)
    }

    /// Brings the ledger up to date after a cell of this column has changed.
    pub(super) fn update(&mut self, grid: &Grid, repairs: Repairs, column: i32) {
        for c in self.around(column) {
            let known = Column::look(grid, repairs, c);
            let old = std::mem::replace(&mut self.columns[c as usize - 1], known);
            let changed = old.tempi ^ known.tempi;
            for (i, set) in self.tempi.iter_mut().enumerate().filter(|(i, _)| changed >> i & 1 == 1)
            {
                if known.tempi >> i & 1 == 1 {
                    set.insert(c)
                } else {
                    set.remove(&c)
                };
            }
        }
    }

    /// Updates the columns as if a cell had changed, but not the sets; returns what
    /// [`Ledger::restore`] needs.
    pub(super) fn imagine(&mut self, grid: &Grid, repairs: Repairs, column: i32) -> Saved {
        let range = self.around(column);
        let from = *range.start() as usize - 1;
        let columns = self.columns[from..*range.end() as usize].to_vec();
        for c in range {
            self.columns[c as usize - 1] = Column::look(grid, repairs, c);
        }
        Saved { from, columns }
    }

    /// Undoes [`Ledger::imagine`].
    pub(super) fn restore(&mut self, saved: Saved) {
        self.columns[saved.from..saved.from + saved.columns.len()].copy_from_slice(&saved.columns);
    }

    fn bits(&self, (row, column): Place, which: impl Fn(&Column) -> u8) -> bool {
        let known = self.columns.get((column - 1) as usize);
        (1..=4).contains(&row) && known.is_some_and(|known| which(known) & bit(row) != 0)
    }

    /// Whether a vertex is in a block and neither safe nor sick.
    pub(super) fn weak(&self, place: Place) -> bool {
        self.bits(place, |known| known.weak)
    }

    /// Whether a vertex is sick.
    pub(super) fn sick(&self, place: Place) -> bool {
        self.bits(place, |known| known.sick)
    }

    /// Whether a vertex may be a doctor: uncoloured, safe, in a block, and not in an α border.
    pub(super) fn may_be_doctor(&self, place: Place) -> bool {
        self.bits(place, |known| known.doctors)
    }

    /// Whether a column has vertices that need doctors.
    pub(super) fn has_weak(&self, column: i32) -> bool {
        self.columns.get((column - 1) as usize).is_some_and(|known| known.weak != 0)
    }

    /// What is known about a column.
    pub(super) fn column(&self, column: i32) -> Column {
        self.columns[column as usize - 1]
    }

    /// The columns where a harmless move of this sort can be found, from left to right.
    pub(super) fn columns_with(&self, tempo: Tempo) -> impl Iterator<Item = i32> + '_ {
        self.tempi[tempo as usize].iter().copied()
    }
}
