//! Bob's strategy with three colours on four rows (Brosse et al., Claim 2): in a stretch of nine
//! empty columns he makes several threats, and Alice can only answer one of them at a time.
//!
//! The text lets Bob continue with colour 2 whenever Alice has not coloured a neighbour of his first
//! vertex. If she has coloured v(4,j) with 2, his last move is then illegal; colour 3 works. `--literal`
//! plays the text.

use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::four_rows::board::FourRowBoard;
use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::hypotheses::colours_to_colour_all;

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "three-colours",
    summary: "Bob wins with 3 colours on 4×n, n ≥ 18 (n ≥ 9 if he begins), by threats within nine empty columns; on cylinders too.",
    source: "Brosse, Martins, Nisse, Sampaio: The Graph Coloring Game on 4×n-Grids, Claim 2",
    example: "colouring:3 grid:4x18",
    build,
};

/// Bob needs this many uncoloured columns on each side of his first column.
const ROOM: usize = 4;

#[derive(Debug, Clone)]
struct ThreeColours {
    board: FourRowBoard,
    literal: bool,
    colouring: Vec<Colour>,
    /// Bob's column, once he has chosen it.
    home: Option<usize>,
    /// The side on which he continues; Alice's first answer decides it.
    side: Option<isize>,
}

fn build(position: &Position, side: Player, options: &Options) -> Built {
    if colours_to_colour_all(position.game()) != Some(3) {
        return Err("it is for colouring:3".into());
    }
    let board = FourRowBoard::recognise(position.board().graph())
        .ok_or("it needs a board of four rows, grid:4xN or cylinder:4xN")?;
    if side == Player::Left {
        return Err("it plays for Bob".into());
    }
    let bob = ThreeColours {
        board,
        literal: options.literal,
        colouring: position.colouring().to_vec(),
        home: None,
        side: None,
    };
    if !bob.finds_room(position.turn() == Player::Left) {
        return Err(
            "it needs nine empty columns side by side when Bob makes his first move, wherever \
                    Alice may have played: 4×18, or 4×9 if Bob begins"
                .into(),
        );
    }
    Ok(Box::new(bob))
}

impl ThreeColours {
    /// The cell in this row, `k` columns from home on the chosen side.
    fn cell(&self, row: usize, k: isize) -> usize {
        let (home, side) = (self.home.unwrap_or(1), self.side.unwrap_or(1));
        self.board.cell(row, self.column(home, side * k))
    }

    fn column(&self, from: usize, steps: isize) -> usize {
        let n = self.board.columns as isize;
        ((from as isize - 1 + steps).rem_euclid(n) + 1) as usize
    }

    fn at(&self, row: usize, k: isize) -> Colour {
        self.colouring[self.cell(row, k)]
    }

    fn empty(&self, column: usize) -> bool {
        (1..=4).all(|row| self.colouring[self.board.cell(row, column)] == UNCOLOURED)
    }

    /// The columns in the middle of nine empty ones.
    fn homes(&self) -> impl Iterator<Item = usize> {
        let n = self.board.columns;
        let room = ROOM as isize;
        let range = if self.board.wraps { 1..=n } else { 1 + ROOM..=n.saturating_sub(ROOM) };
        let wide = n > 2 * ROOM;
        range.filter(move |&j| wide && (-room..=room).all(|k| self.empty(self.column(j, k))))
    }

    /// Whether there is room for Bob, even after one move of Alice if she is to move.
    fn finds_room(&self, alice_moves: bool) -> bool {
        let (homes, n) = (self.homes().collect::<Vec<_>>(), self.board.columns);
        let far = |i: usize, j: usize| {
            let apart = i.abs_diff(j);
            apart.min(if self.board.wraps { n - apart } else { apart }) > ROOM
        };
        let left_by = |i: usize| homes.iter().any(|&j| far(i, j));
        if alice_moves { (1..=n).all(left_by) } else { !homes.is_empty() }
    }

    /// The colour for v(2,j+2): that of Alice's vertex next to home, or 2.
    fn second_colour(&self) -> Colour {
        match (self.at(1, 0), self.at(3, 0), self.at(4, 0)) {
            (UNCOLOURED, UNCOLOURED, 2) if !self.literal => 3,
            (UNCOLOURED, UNCOLOURED, _) => 2,
            (UNCOLOURED, colour, _) | (colour, _, _) => colour,
        }
    }

    /// The case, row, column and colour of Bob's next move.
    fn next(&self) -> Option<(&'static str, usize, isize, Colour)> {
        let (c, other) = (self.at(2, 2), self.at(2, 1));
        if c == UNCOLOURED {
            return Some(("second", 2, 2, self.second_colour()));
        }
        if other == UNCOLOURED {
            let row = [1, 3].into_iter().find(|&row| self.legal(row, 1, 5 - c))?;
            return Some(("v(2,j+1) is lost", row, 1, 5 - c));
        }
        if self.at(4, 2) == UNCOLOURED {
            return Some(match (self.at(1, 0), self.at(3, 0)) {
                (colour, _) if colour == c => ("v(1,j+1) is lost", 1, 2, 1),
                (_, colour) if colour == c => ("v(3,j+1) is lost", 4, 1, 1),
                _ => ("third", 4, 2, other),
            });
        }
        if self.at(3, 2) == UNCOLOURED {
            let k = [1, 3].into_iter().find(|&k| self.legal(3, k, 1))?;
            return Some(("v(3,j+2) is lost", 3, k, 1));
        }
        Some(("v(3,j+1) is lost", 4, 1, c))
    }

    fn legal(&self, row: usize, k: isize, colour: Colour) -> bool {
        let above = (row < 4).then(|| self.at(row + 1, k));
        let below = (row > 1).then(|| self.at(row - 1, k));
        let near = [Some(self.at(row, k - 1)), Some(self.at(row, k + 1)), above, below];
        self.at(row, k) == UNCOLOURED && !near.contains(&Some(colour))
    }
}

impl Strategy for ThreeColours {
    fn side(&self) -> Player {
        Player::Right
    }

    fn played(&mut self, by: Player, m: Move) {
        self.colouring[m.cell] = m.colour;
        let (_, column) = self.board.place(m.cell);
        match (by, self.home, self.side) {
            (Player::Right, None, _) => self.home = Some(column),
            (Player::Left, Some(home), None) => {
                let room = ROOM as isize;
                let right = (1..=room).any(|k| self.column(home, k) == column);
                self.side = Some(if right { -1 } else { 1 });
            }
            _ => {}
        }
    }

    fn answer(&mut self) -> Option<Reply> {
        let Some(_) = self.home else {
            let home = self.homes().next()?;
            return Some(Reply::by("first", self.board.cell(2, home), 1));
        };
        let (case, row, k, colour) = self.next()?;
        Some(Reply::by(case, self.cell(row, k), colour))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Vec<u8> {
        let mut memory = self.home.unwrap_or(0).to_le_bytes().to_vec();
        memory.push(self.side.unwrap_or(0) as u8);
        memory
    }

    fn explain(&self) -> Explanation {
        let room = -(ROOM as isize)..=ROOM as isize;
        let cells = room.flat_map(|k| (1..=4).map(move |row| (row, k)));
        let mark = self.home.map(|_| Mark {
            kind: "room",
            label: "".into(),
            cells: cells.map(|(row, k)| self.cell(row, k)).collect(),
        });
        Explanation {
            case: None,
            text: "Bob makes threats in nine columns that were empty.".into(),
            marks: mark.into_iter().collect(),
        }
    }
}
