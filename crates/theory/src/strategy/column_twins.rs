//! Alice's strategy on four rows when Bob begins (Brosse et al., Lemma 1): she answers each of his
//! moves with the same colour two rows away in the same column, which is always legal.
//!
//! Section 2 then says that this does not work when Alice begins. Played word for word
//! (`--literal`) she may begin: she takes the first vertex, answers with twins, and where there is
//! no twin to colour takes the first vertex with the least colour it has. Bob beats that.

use std::sync::Arc;

use chromex_graphs::Graph;
use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

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
    /// Bob's move that has not been answered yet.
    last: Option<Move>,
    /// The graph and its colouring, if Alice began and may have no twin to colour.
    begun: Option<(Arc<Graph>, Vec<Colour>)>,
}

fn build(position: &Position, side: Player, options: &Options) -> Built {
    if colours_to_colour_all(position.game()).is_none_or(|colours| colours < 4) {
        return Err("it is for colouring:K with K ≥ 4".into());
    }
    let board = FourRowBoard::recognise(position.board().graph())
        .ok_or("it needs a board of four rows, grid:4xN or cylinder:4xN")?;
    if side == Player::Right {
        return Err("it plays for Alice".into());
    }
    let colouring = position.colouring();
    let begins = position.turn() == Player::Left;
    if begins && !options.literal {
        return Err(
            "Bob has to move first (--first bob); with --literal Alice may, and loses".into()
        );
    }
    let begun = begins.then(|| (Arc::new(position.board().graph().clone()), colouring.to_vec()));
    let twins = ColumnTwins { board, last: None, begun };
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
        if let Some((_, colouring)) = &mut self.begun {
            colouring[m.cell] = m.colour;
        }
        self.last = (by == Player::Right).then_some(m);
    }

    fn answer(&mut self) -> Option<Reply> {
        let Some((graph, colouring)) = &self.begun else {
            let Move { cell, colour } = self.last?;
            return Some(Reply::by("Lemma 1", self.twin(cell), colour));
        };
        let fits = |cell: usize, colour: Colour| {
            colouring[cell] == UNCOLOURED && graph.neighbours(cell).all(|w| colouring[w] != colour)
        };
        let twin = self.last.map(|m| (self.twin(m.cell), m.colour));
        if let Some((cell, colour)) = twin.filter(|&(cell, colour)| fits(cell, colour)) {
            return Some(Reply::by("Lemma 1", cell, colour));
        }
        let mut moves =
            (0..colouring.len()).flat_map(|cell| (1..=4).map(move |colour| (cell, colour)));
        let (cell, colour) = moves.find(|&(cell, colour)| fits(cell, colour))?;
        Some(Reply::by("section 2, no twin", cell, colour))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn colours_alike(&self) -> bool {
        self.begun.is_none()
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
