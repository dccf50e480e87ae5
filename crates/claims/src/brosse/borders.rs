//! Observation 1: the vertices of a border are safe or sound, in the words of section 3.

use std::fmt;

use chromex_rules::{Colour, UNCOLOURED};

use crate::claim::{Checked, Trial};

/// The columns j − 2, j − 1, j and j + 1 around the right border j of a block, rows from the bottom. Column j + 1 is empty; of column
/// j − 2 only the vertex in the second row matters.
#[derive(Debug, Clone, Copy)]
struct Piece([[Colour; 4]; 4]);

/// The column j − 1 and the border.
const BEFORE: usize = 1;
const BORDER: usize = 2;

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, column) in self.0.iter().enumerate() {
            let [a, b, c, d] = column;
            write!(f, "{}{a}{b}{c}{d}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl Piece {
    fn at(&self, (column, row): (usize, usize)) -> Colour {
        self.0[column][row]
    }

    /// The neighbours of a vertex in a column between the first and the last.
    fn neighbours(&self, (column, row): (usize, usize)) -> Vec<(usize, usize)> {
        let beside = [(column - 1, row), (column + 1, row)];
        let below = row.checked_sub(1).map(|row| (column, row));
        let above = Some((column, row + 1)).filter(|&(_, row)| row < 4);
        beside.into_iter().chain(below).chain(above).collect()
    }

    /// A vertex is safe if (a) it is coloured, or (b) it has at most three neighbours, or (c) two
    /// of them have the same colour, or (d) three have different colours and the fourth is open and
    /// next to the fourth colour.
    fn is_safe(&self, place: (usize, usize)) -> bool {
        let around = self.neighbours(place);
        if self.at(place) != UNCOLOURED || around.len() < 4 {
            return true;
        }
        let open = around.iter().copied().find(|&w| self.at(w) == UNCOLOURED);
        let mut seen: Vec<Colour> = around.iter().map(|&w| self.at(w)).collect();
        seen.retain(|&colour| colour != UNCOLOURED);
        let coloured = seen.len();
        seen.sort_unstable();
        seen.dedup();
        let fourth = (1..=4).find(|colour| !seen.contains(colour));
        seen.len() < coloured
            || coloured == 3
                && open.zip(fourth).is_some_and(|(w, fourth)| {
                    // The vertices outside the piece are not known, and do not count.
                    (1..=BORDER).contains(&w.0)
                        && self.neighbours(w).iter().any(|&x| self.at(x) == fourth)
                })
    }

    /// A vertex is sound if it is unsafe and has two open safe neighbours in the block.
    fn is_sound(&self, place: (usize, usize)) -> bool {
        let doctors = self
            .neighbours(place)
            .into_iter()
            .filter(|&w| w.0 <= BORDER && w.0 > 0 && self.at(w) == UNCOLOURED && self.is_safe(w));
        doctors.count() >= 2
    }

    fn is_proper(&self) -> bool {
        let place = |i: usize| (BEFORE + i / 4, i % 4);
        (0..8).map(place).all(|v| {
            let alike = |&w: &(usize, usize)| self.at(w) == self.at(v);
            self.at(v) == UNCOLOURED || !self.neighbours(v).iter().any(alike)
        })
    }
}

/// Whether a border is in a configuration, as the text defines it.
type IsIn = fn(&Piece) -> bool;

const CONFIGURATIONS: [(&str, IsIn); 5] = [
    ("α", |piece| {
        let [v1, v2, v3, v4] = piece.0[BORDER];
        v1 == v3 && v1 != UNCOLOURED && (v2 == UNCOLOURED || v2 != v4)
    }),
    ("β", |piece| {
        let [_, v2, v3, _] = piece.0[BORDER];
        piece.0[BEFORE][1] == v3 && v3 != UNCOLOURED && v2 == UNCOLOURED
    }),
    ("γ", |piece| {
        let ([v1, v2, v3, v4], [_, doctor, beside, _]) = (piece.0[BORDER], piece.0[BEFORE]);
        let open = doctor == UNCOLOURED && v2 == UNCOLOURED && v3 == UNCOLOURED;
        v1 != UNCOLOURED && v1 == v4 && v1 == beside && open && piece.is_safe((BEFORE, 1))
    }),
    ("δ", |piece| {
        let [_, v2, _, v4] = piece.0[BORDER];
        v4 != UNCOLOURED && piece.0[BEFORE][2] == v4 && v2 != UNCOLOURED && v2 != v4
    }),
    // The condition on column j + 2 is not needed.
    ("π", |piece| {
        let [v1, v2, v3, v4] = piece.0[BORDER];
        ![v1, v2, v3].contains(&UNCOLOURED) && v1 == v4 && v1 != v2 && v1 != v3 && v2 != v3
    }),
];

/// Checks all colourings of the border and the column before it; γ also looks at a vertex of the
/// column before that.
pub(super) fn observation(trial: &mut Trial) -> Checked {
    for code in 0..5_usize.pow(8) {
        let mut piece = Piece([[UNCOLOURED; 4]; 4]);
        for i in 0..8 {
            piece.0[BEFORE + i / 4][i % 4] = (code / 5_usize.pow(i as u32) % 5) as Colour;
        }
        // Colours are interchangeable: if the first vertex of the border is coloured, its colour is
        // 1.
        if piece.0[BORDER][0] > 1 || !piece.is_proper() {
            continue;
        }
        for (name, is_in) in CONFIGURATIONS {
            for outer in 0..if name == "γ" { 5 } else { 1 } {
                piece.0[0][1] = outer;
                if is_in(&piece) {
                    border(trial, name, &piece)?;
                }
            }
        }
    }
    Ok(())
}

fn border(trial: &mut Trial, name: &str, piece: &Piece) -> Checked {
    let may_be_sound = trial.stated(true, false);
    let ill: Vec<usize> = (0..4).filter(|&row| !piece.is_safe((BORDER, row))).collect();
    let fine = match ill[..] {
        [] => true,
        // No other vertex of the border can have the same doctors.
        [row] => may_be_sound && piece.is_sound((BORDER, row)),
        _ => false,
    };
    trial.case(format!("{name} in columns {piece}"), true, |_| Ok(fine))
}
