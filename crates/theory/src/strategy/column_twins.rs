//! Alice's strategy on four rows when Bob begins (Brosse et al., Lemma 1): she answers each of his
//! moves with the same colour two rows away in the same column, which is always legal.

use chromex_rules::{Move, Player, Position};

use super::four_rows::board::{FourRowBoard, two_away};
use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::hypotheses::colours_to_colour_all;

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "column-twins",
    summary: "Alice answers in the same column, two rows away, with Bob's colour: she wins with 4 or more colours on 4×n when Bob begins.",
    source: "Brosse, Martins, Nisse, Sampaio: The Graph Coloring Game on 4×n-Grids, Lemma 1",
    example: "colouring:4 grid:4x9 --first bob",
    build,
};

#[derive(Debug, Clone)]
struct ColumnTwins {
    board: FourRowBoard,
    /// Bob's move that waits for an answer.
    last: Option<Move>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    if colours_to_colour_all(position.game()).is_none_or(|colours| colours < 4) {
        return Err("it is for colouring:K with K ≥ 4".into());
    }
    let board = FourRowBoard::recognise(position.board().graph())
        .ok_or("it needs a board of four rows, grid:4xN or cylinder:4xN")?;
    if side == Player::Right {
        return Err("it plays for Alice".into());
    }
    if position.turn() == Player::Left {
        return Err("Bob has to move first (--first bob)".into());
    }
    let twins = ColumnTwins { board, last: None };
    let colouring = position.colouring();
    let unlike = (0..colouring.len()).find(|&v| colouring[v] != colouring[twins.twin(v)]);
    match unlike {
        Some(v) => Err(format!("vertices {v} and {} must be alike", twins.twin(v))),
        None => Ok(Box::new(twins)),
    }
}

impl ColumnTwins {
    /// The cell two rows away in the same column.
    fn twin(&self, cell: usize) -> usize {
        let (row, column) = self.board.place(cell);
        self.board.cell(two_away(row), column)
    }
}

impl Strategy for ColumnTwins {
    fn side(&self) -> Player {
        Player::Left
    }

    fn played(&mut self, by: Player, m: Move) {
        self.last = (by == Player::Right).then_some(m);
    }

    fn answer(&mut self) -> Option<Reply> {
        let Move { cell, colour } = self.last?;
        Some(Reply::by("Lemma 1", self.twin(cell), colour))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn colours_alike(&self) -> bool {
        true
    }

    fn explain(&self) -> Explanation {
        let marks = self.last.map(|m| Mark {
            kind: "twins",
            label: "".into(),
            cells: vec![m.cell, self.twin(m.cell)],
        });
        Explanation {
            case: Some("Lemma 1".into()),
            text: "Cells two rows apart in a column always have the same colour.".into(),
            marks: marks.into_iter().collect(),
        }
    }
}
