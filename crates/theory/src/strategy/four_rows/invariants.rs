//! The induction hypothesis: the properties that hold after each of Alice's moves.

use chromex_rules::UNCOLOURED;

use super::FourRows;
use super::grid::is_colour;
use super::ledger::Column;
use super::pictures::{Configuration, border, is_border_of_lambda};

impl FourRows {
    /// Whether the properties hold in these columns, and if not, which fails where.
    pub(super) fn properties(&self, columns: std::ops::RangeInclusive<i32>) -> Result<(), String> {
        for column in columns {
            self.every_vertex_is_cared_for(column)?;
            for side in [-1, 1] {
                if self.grid.is_border(column, side) {
                    self.border_is_in_order(column, side)?;
                }
            }
        }
        Ok(())
    }

    /// All properties that fail, column by column, each only at its first place.
    pub(super) fn broken(&self) -> Vec<String> {
        let checks = (1..=self.grid.n()).flat_map(|column| {
            let borders =
                [-1, 1].into_iter().filter(move |&side| self.grid.is_border(column, side));
            let cared_for = std::iter::once(self.every_vertex_is_cared_for(column));
            cared_for.chain(borders.map(move |side| self.border_is_in_order(column, side)))
        });
        checks.filter_map(Result::err).collect()
    }

    /// Properties 1 and 4: every vertex of a block is safe, sound or sick, and no doctor is in an α
    /// border.
    fn every_vertex_is_cared_for(&self, column: i32) -> Result<(), String> {
        for row in 1..=4 {
            let place = (row, column);
            if self.ledger.weak(place) && self.doctors.of(place).len() < 2 {
                return Err(format!(
                    "Property 1: v({row},{column}) is neither safe, sound nor sick"
                ));
            }
            if self.doctors.patient(place).is_some() && !self.ledger.may_be_doctor(place) {
                return Err(format!("Property 4: v({row},{column}) should not be a doctor"));
            }
        }
        Ok(())
    }

    /// Properties 2, 3 and 5: a border has a configuration, not four cells in two colours, and a left
    /// α border has two coloured cells (except in Λ). A block of one column is α (R9).
    fn border_is_in_order(&self, column: i32, side: i32) -> Result<(), String> {
        let cells = [1, 2, 3, 4].map(|row| self.grid.at((row, column)));
        let coloured = cells.iter().filter(|&&colour| is_colour(colour)).count();
        let colours = cells.iter().fold(0_u32, |seen, &c| seen | 1 << c) & !(1 << UNCOLOURED);
        let Some(found) = border(&self.grid, self.repairs, column, side) else {
            return Err(format!("Property 2: the border in column {column} has no configuration"));
        };
        if column > 1 && self.grid.alone(column) && found.kind != Configuration::Alpha {
            return Err(format!("Property 2 (R9): the block in column {column} is not α"));
        }
        if coloured == 4 && colours.count_ones() == 2 {
            return Err(format!("Property 3: the border in column {column} has only two colours"));
        }
        let bare = side > 0 || found.kind != Configuration::Alpha || coloured == 2;
        if !bare && !is_border_of_lambda(&self.grid, column) {
            return Err(format!("Property 5: the left α border in column {column} is too full"));
        }
        Ok(())
    }

    /// Whether the stored facts about the columns are correct.
    pub(super) fn ledger_is_right(&self) -> Result<(), String> {
        let stale = (1..=self.grid.n())
            .find(|&c| self.ledger.column(c) != Column::look(&self.grid, self.repairs, c));
        stale.map_or(Ok(()), |c| Err(format!("what is known of column {c} is out of date")))
    }
}
