//! The strategy of Lemma 1: Alice gives the vertex two rows away in the same column Bob's colour.
//!
//! A move sees its own column and the two beside it. So what is true of every colouring of three columns in which
//! twins are alike is true on boards of every length, and around cylinders.

use std::collections::HashMap;

use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use crate::claim::{Checked, Halt, Trial, start};

/// Maps each row to the row of its twin.
pub(super) type Partner = fn(usize) -> usize;

/// Checks that in every colouring of up to three columns in which twins have equal colours, each
/// open vertex of a column has a possible colour, and whatever Bob plays there, his colour can be
/// given to the twin.
pub(super) fn on_three_columns(trial: &mut Trial, partner: Partner) -> Checked {
    // The columns of the board, and the column in which Bob plays: the only one, at an end, in the
    // middle.
    for (columns, column) in [(1, 0), (2, 0), (2, 1), (3, 1)] {
        let empty = start("colouring:4", &format!("grid:4x{columns}"));
        for code in 0..25_usize.pow(columns as u32) {
            let twins: Vec<[Colour; 2]> = (0..columns)
                .map(|j| code / 25_usize.pow(j as u32) % 25)
                .map(|pair| [(pair / 5) as Colour, (pair % 5) as Colour])
                .collect();
            let colour = |cell: usize| {
                let (row, j) = (cell / columns, cell % columns);
                twins[j][usize::from(row.min(partner(row)) != 0)]
            };
            let colouring: Vec<Colour> = (0..4 * columns).map(colour).collect();
            let (game, board) = (empty.game().clone(), empty.board().clone());
            let Ok(position) = Position::new(game, board, colouring, Player::Right) else {
                continue;
            };
            trial.case(&position, "answered".to_owned(), |_| {
                answered(&position, columns, column, partner)
            })?;
        }
    }
    Ok(())
}

fn answered(
    position: &Position,
    columns: usize,
    column: usize,
    partner: Partner,
) -> Result<String, Halt> {
    for row in (0..4).filter(|row| position.colouring()[row * columns + column] == UNCOLOURED) {
        let cell = row * columns + column;
        let twin = partner(row) * columns + column;
        let moves = position.moves().into_iter().filter(|m| m.cell == cell).collect::<Vec<_>>();
        if moves.is_empty() {
            return Ok(format!("no colour for vertex {cell}"));
        }
        for m in moves {
            let after = position.play(m).expect("listed moves are legal");
            if after.check(Player::Left, Move { cell: twin, ..m }).is_err() {
                return Ok(format!("no answer to {cell}={}", m.colour));
            }
        }
    }
    Ok("answered".to_owned())
}

/// The game on 4×n with four colours, when Alice begins and then answers with twins wherever she
/// can, and otherwise with any move.
pub(super) struct AliceFirst {
    columns: usize,
    /// Whether Bob, to move, wins. The key is the colouring in a form that is equal for symmetric
    /// colourings.
    known: HashMap<Vec<Colour>, bool>,
}

impl AliceFirst {
    pub(super) fn new(columns: usize) -> AliceFirst {
        AliceFirst { columns, known: HashMap::new() }
    }

    /// A first move of Alice after which Bob does not win, if there is one.
    pub(super) fn good_beginning(&mut self) -> Option<usize> {
        // By symmetry in the lower half of the board.
        (0..2 * self.columns).find(|&cell| {
            let mut colouring = vec![UNCOLOURED; 4 * self.columns];
            colouring[cell] = 1;
            !self.bob_wins(&colouring)
        })
    }

    fn bob_wins(&mut self, colouring: &[Colour]) -> bool {
        if self.is_lost(colouring) {
            return true;
        }
        if !(0..colouring.len()).any(|cell| self.is_unsafe(colouring, cell)) {
            return false;
        }
        let key = self.normal(colouring);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let wins = self.winning(&key).is_some();
        self.known.insert(key, wins);
        wins
    }

    /// A move with which Bob wins.
    fn winning(&mut self, colouring: &[Colour]) -> Option<(usize, Colour)> {
        self.moves(colouring).into_iter().find(|&bob| {
            let mut after = colouring.to_vec();
            after[bob.0] = bob.1;
            self.is_lost(&after)
                || self.replies(&after, bob).into_iter().all(|alice| {
                    let mut answered = after.clone();
                    answered[alice.0] = alice.1;
                    self.bob_wins(&answered)
                })
        })
    }

    /// Alice's replies: the twin in Bob's colour if that is possible, and otherwise all moves.
    fn replies(
        &self,
        colouring: &[Colour],
        (cell, colour): (usize, Colour),
    ) -> Vec<(usize, Colour)> {
        let twin = (cell + 2 * self.columns) % (4 * self.columns);
        let possible = colouring[twin] == UNCOLOURED && self.fits(colouring, twin, colour);
        if possible { vec![(twin, colour)] } else { self.moves(colouring) }
    }

    fn moves(&self, colouring: &[Colour]) -> Vec<(usize, Colour)> {
        let open = (0..colouring.len()).filter(|&cell| colouring[cell] == UNCOLOURED);
        let all = open.flat_map(|cell| (1..=4).map(move |colour| (cell, colour)));
        all.filter(|&(cell, colour)| self.fits(colouring, cell, colour)).collect()
    }

    fn fits(&self, colouring: &[Colour], cell: usize, colour: Colour) -> bool {
        self.neighbours(cell).all(|other| colouring[other] != colour)
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let n = self.columns;
        let (row, column) = (cell / n, cell % n);
        let beside = [
            (row > 0).then(|| cell - n),
            (row < 3).then(|| cell + n),
            (column > 0).then(|| cell - 1),
            (column + 1 < n).then(|| cell + 1),
        ];
        beside.into_iter().flatten()
    }

    /// Whether an open vertex sees all four colours.
    fn is_lost(&self, colouring: &[Colour]) -> bool {
        let sees_all = |cell: usize| (1..=4).all(|colour| !self.fits(colouring, cell, colour));
        (0..colouring.len()).any(|cell| colouring[cell] == UNCOLOURED && sees_all(cell))
    }

    /// Whether an open vertex has four neighbours of which no two are coloured alike.
    fn is_unsafe(&self, colouring: &[Colour], cell: usize) -> bool {
        let around: Vec<Colour> = self.neighbours(cell).map(|other| colouring[other]).collect();
        let alike = (1..=4).any(|colour| around.iter().filter(|&&c| c == colour).count() > 1);
        colouring[cell] == UNCOLOURED && around.len() == 4 && !alike
    }

    /// The smallest of the colourings that are equal up to reflections and renaming of colours. (A
    /// reflection maps twins to twins.)
    fn normal(&self, colouring: &[Colour]) -> Vec<Colour> {
        let n = self.columns;
        let flips = [(false, false), (false, true), (true, false), (true, true)];
        let images = flips.into_iter().map(|(down, across)| {
            let mut names = [0; 5];
            let mut next = 1;
            let image = |i: usize| {
                let (row, column) = (i / n, i % n);
                let row = if down { 3 - row } else { row };
                let column = if across { n - 1 - column } else { column };
                colouring[row * n + column]
            };
            let renamed = (0..4 * n).map(image).map(|colour| {
                let name = &mut names[usize::from(colour)];
                if colour != UNCOLOURED && *name == 0 {
                    *name = next;
                    next += 1;
                }
                *name
            });
            renamed.collect::<Vec<Colour>>()
        });
        images.min().unwrap_or_default()
    }
}
