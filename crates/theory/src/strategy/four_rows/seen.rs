//! The objects of the proof in any position on four rows: blocks, borders and their configurations,
//! the special configurations, patients and their doctors, and which of the five properties fail.

use chromex_rules::Position;
use serde::Serialize;

use super::board::FourRowBoard;
use super::grid::{Lens, Place};
use super::pictures::{border, is_free, sick_in};
use super::{FourRows, Repairs};
use crate::hypotheses::colours_to_colour_all;

/// The objects of the proof of Theorem 1 of Brosse et al. in a position. Rows are counted from 1 at
/// the bottom to 4 at the top, columns from 1 on the left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FourRowsSeen {
    /// The number of columns.
    pub columns: usize,
    /// The blocks, from left to right.
    pub blocks: Vec<BlockSeen>,
    /// The borders of the blocks, from left to right.
    pub borders: Vec<BorderSeen>,
    /// The special configurations, by the columns of their sick vertices.
    pub specials: Vec<SpecialSeen>,
    /// The unsafe vertices of blocks that are not sick.
    pub patients: Vec<PatientSeen>,
    /// The number of unsafe vertices outside all blocks; the proof does not treat these yet.
    pub unsafe_outside: usize,
    /// The properties of the induction hypothesis that fail, and where; none if it holds.
    pub broken: Vec<String>,
}

/// A maximal run of coloured columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BlockSeen {
    /// Its first column.
    pub from: i32,
    /// Its last column.
    pub to: i32,
}

/// The end of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BorderSeen {
    /// Its column.
    pub column: i32,
    /// Whether it is the `left` or the `right` end of its block.
    pub side: &'static str,
    /// α, β, γ, δ or π; null if it has none of these configurations.
    pub configuration: Option<&'static str>,
    /// Whether it is the figure turned upside down.
    pub upside_down: bool,
    /// Whether the next two columns outside are empty.
    pub free: bool,
}

/// One of the special configurations with its sick vertex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpecialSeen {
    /// Δ, Δ', Δ'₂, Λ (or Λ₂) or Λ' (or Λ'₂).
    pub name: &'static str,
    /// The paper's column j.
    pub column: i32,
    /// Its sick vertex, as row and column.
    pub sick: Place,
    /// Whether it is the figure turned upside down.
    pub upside_down: bool,
    /// Whether it is the figure mirrored left to right.
    pub mirrored: bool,
    /// Whether the sick vertex has become safe, so that it needs no more care.
    pub cured: bool,
}

/// An unsafe vertex of a block that is not sick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PatientSeen {
    /// The vertex, as row and column.
    pub vertex: Place,
    /// Its own doctors: safe uncoloured neighbours in its block. With two of them it is sound.
    pub doctors: Vec<Place>,
}

/// The objects of the proof in a position of the colouring game with four colours on four rows.
///
/// ```
/// use chromex_theory::strategy::four_rows_seen;
/// let opened: chromex_rules::Position = "colouring:4 grid:4x3 ...1........ bob".parse()?;
/// let seen = four_rows_seen(&opened)?;
/// assert_eq!(seen.borders[0].configuration, Some("β"));
/// assert!(seen.broken.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn four_rows_seen(position: &Position) -> Result<FourRowsSeen, String> {
    if colours_to_colour_all(position.game()) != Some(4) {
        return Err("the configurations of the proof are those of colouring:4".into());
    }
    let board = FourRowBoard::recognise(position.board().graph()).filter(|board| !board.wraps);
    let board =
        board.ok_or("the configurations of the proof need a board of four rows, grid:4xN")?;
    let mut alice = FourRows::new(board, Repairs::all());
    alice.look_at(position);
    Ok(alice.seen())
}

impl FourRows {
    fn seen(&self) -> FourRowsSeen {
        let columns = || 1..=self.grid.n();
        let outside = self
            .places()
            .filter(|&(row, column)| !self.grid.in_block(column) && !self.grid.safe((row, column)));
        FourRowsSeen {
            columns: self.board.columns,
            blocks: self.blocks_seen(),
            borders: columns().flat_map(|column| self.borders_seen(column)).collect(),
            specials: columns().flat_map(|column| self.specials_seen(column)).collect(),
            patients: self
                .places()
                .filter(|&place| self.ledger.weak(place))
                .map(|vertex| PatientSeen { vertex, doctors: self.doctors.of(vertex).to_vec() })
                .collect(),
            unsafe_outside: outside.count(),
            broken: self.broken(),
        }
    }

    fn blocks_seen(&self) -> Vec<BlockSeen> {
        let mut blocks: Vec<BlockSeen> = Vec::new();
        for column in (1..=self.grid.n()).filter(|&column| self.grid.in_block(column)) {
            match blocks.last_mut().filter(|block| block.to + 1 == column) {
                Some(block) => block.to = column,
                None => blocks.push(BlockSeen { from: column, to: column }),
            }
        }
        blocks
    }

    fn borders_seen(&self, column: i32) -> impl Iterator<Item = BorderSeen> + '_ {
        let sides = [(-1, "left"), (1, "right")].into_iter();
        sides.filter(move |&(side, _)| self.grid.is_border(column, side)).map(
            move |(side, name)| {
                let found = border(&self.grid, self.repairs, column, side);
                BorderSeen {
                    column,
                    side: name,
                    configuration: found.map(|found| found.kind.letter()),
                    upside_down: found.is_some_and(|found| found.lens.flipped),
                    free: is_free(&self.grid, self.repairs, column, side),
                }
            },
        )
    }

    fn specials_seen(&self, column: i32) -> impl Iterator<Item = SpecialSeen> + '_ {
        sick_in(&self.grid, column).map(|(special, lens, sick)| {
            let Lens { origin, side, flipped } = lens;
            SpecialSeen {
                name: special.name(),
                column: origin,
                sick,
                upside_down: flipped,
                mirrored: side < 0,
                cured: self.grid.safe(sick),
            }
        })
    }
}
