//! Bob's wins on boards of every length: an attack inside a window.
//!
//! A window is a block of uncoloured columns somewhere on a board. A certificate lists positions of
//! the window after a move of Bob. If, whatever Alice does (even nothing), he has a move into such
//! a position again or one that leaves a vertex without a colour, then he wins on every board on
//! which there is such a window when he is to move. He never colours a vertex that has a neighbour
//! outside the window, so it does not matter what stands there (docs/certificates.md has the
//! proof).

use std::collections::BTreeSet;

use chromex_rules::Game;

use crate::strip::{Bob, Column, Strip};

/// The columns of a window, from left to right.
pub type Columns = Vec<Column>;

/// The largest number of columns of a window.
pub const MAX_WIDTH: usize = 15;

/// The boards on which windows are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boards {
    /// `grid:RxN`: the window has all rows.
    Grid,
    /// `cylinder:RxN`: the window has all rows, and the board is closed to a ring.
    Cylinder,
    /// `grid:MxN`: the board may have more rows than the window.
    AllGrids,
}

/// A game, boards and the size of a window.
#[derive(Debug, Clone)]
pub struct Window {
    strip: Strip,
    boards: Boards,
    width: usize,
}

impl Window {
    /// A window with this number of rows and columns on `grid:RxN`, `cylinder:RxN` (where it has
    /// all rows) or `grid:MxN`; an error with the reason, if there are no such windows.
    pub fn new(game: Game, boards: &str, height: usize, width: usize) -> Result<Window, String> {
        let all_grids = boards == "grid:MxN";
        let of_height = format!("grid:{height}xN");
        let strip = Strip::new(game, if all_grids { &of_height } else { boards }, Bob::MaySkip)?;
        if !strip.is_plain() {
            let name = strip.game().name();
            return Err(format!(
                "{name}: windows are for rules on neighbours alone, and for games in which any vertex may be coloured"
            ));
        }
        if strip.rows() != height {
            return Err(format!("a window on {boards} has {} rows, not {height}", strip.rows()));
        }
        if !(3..=MAX_WIDTH).contains(&width) {
            return Err(format!("a window has 3 to {MAX_WIDTH} columns, not {width}"));
        }
        let boards = match (all_grids, strip.is_cylinder()) {
            (true, _) => Boards::AllGrids,
            (_, true) => Boards::Cylinder,
            _ => Boards::Grid,
        };
        Ok(Window { strip, boards, width })
    }

    /// The game that the certificate is about.
    pub fn game(&self) -> &Game {
        self.strip.game()
    }

    /// The boards as they are typed, such as `grid:4xN`.
    pub fn boards(&self) -> String {
        match self.boards {
            Boards::AllGrids => "grid:MxN".to_owned(),
            Boards::Grid | Boards::Cylinder => self.strip.boards(),
        }
    }

    /// The numbers of rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.strip.rows(), self.width)
    }

    /// What a certificate proves, as a sentence. If Alice moves first, there is a window on one
    /// side of her vertex if the board has twice as many columns as the window; on a cylinder one
    /// more column than the window is enough.
    pub fn sentence(&self) -> String {
        let (height, width) = self.size();
        let (boards, twice) = (self.boards(), 2 * width);
        let (anybody, bob) = match self.boards {
            Boards::Grid => (format!("every N ≥ {twice}"), format!("every N ≥ {width}")),
            Boards::Cylinder => (format!("every N ≥ {}", width + 1), format!("every N ≥ {width}")),
            Boards::AllGrids => (
                format!("all M ≥ {height} and N ≥ {twice}"),
                format!("all M ≥ {height} and N ≥ {width}"),
            ),
        };
        let name = self.game().name();
        format!(
            "Bob wins {name} on {boards} for {anybody} whoever moves first, and for {bob} when Bob moves first, \
             even if Alice may skip turns"
        )
    }

    /// The window without any colour.
    pub fn uncoloured(&self) -> Columns {
        vec![Column::EMPTY; self.width]
    }

    /// A column and its two neighbours; outside the window nothing is known, and nothing is
    /// forbidden.
    fn around(&self, columns: &[Column], at: usize) -> [Column; 3] {
        let beside = |at: Option<&Column>| at.copied().unwrap_or(Column::WALL);
        let left = at.checked_sub(1).and_then(|left| columns.get(left));
        [beside(left), columns[at], beside(columns.get(at + 1))]
    }

    fn moves_in(&self, columns: &[Column], at: usize) -> impl Iterator<Item = Columns> {
        let [x, y, z] = self.around(columns, at);
        self.strip.moves(x, y, z).into_iter().map(move |next| {
            let mut after = columns.to_vec();
            after[at] = next;
            after
        })
    }

    /// The positions that Alice can reach in the window, as if nothing outside it forbade any of
    /// them. Doing nothing in the window comes first.
    pub fn after_alice(&self, columns: &[Column]) -> Vec<Columns> {
        let moves = (0..self.width).flat_map(|at| self.moves_in(columns, at));
        std::iter::once(columns.to_vec()).chain(moves).collect()
    }

    /// The positions that Bob can reach by colouring a vertex all of whose neighbours are in the
    /// window.
    pub fn after_bob(&self, columns: &[Column]) -> Vec<Columns> {
        let rows = self.inner_rows();
        let inside = |after: &Columns, at: usize| {
            rows.clone().any(|row| after[at].colour(row) != columns[at].colour(row))
        };
        (1..self.width - 1)
            .flat_map(|at| self.moves_in(columns, at).filter(move |after| inside(after, at)))
            .collect()
    }

    /// The rows whose vertices have no neighbours above or below the window.
    fn inner_rows(&self) -> std::ops::Range<usize> {
        match self.boards {
            Boards::AllGrids => 1..self.strip.rows().saturating_sub(1),
            Boards::Grid | Boards::Cylinder => 0..self.strip.rows(),
        }
    }

    /// Whether an uncoloured vertex has no colour left, so that Bob has won.
    pub fn is_won(&self, columns: &[Column]) -> bool {
        (0..self.width).any(|at| {
            let [x, y, z] = self.around(columns, at);
            self.strip.has_dead_row(x, y, z)
        })
    }

    /// The smallest of the symmetric images of a position: reversed, upside down, with other
    /// colours.
    pub fn first_image(&self, columns: &[Column]) -> Columns {
        self.strip.symmetric_images(columns).min().unwrap_or_else(|| columns.to_vec())
    }

    /// Something that Alice can do and Bob cannot answer, if there is anything: the position before
    /// her move (`None` at the start) and the position after it. Stops when `go_on` says no.
    pub fn unanswered(
        &self,
        positions: &BTreeSet<Columns>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<(Option<Columns>, Columns)>, Stopped> {
        let reaches =
            |after: &Columns| self.is_won(after) || positions.contains(&self.first_image(after));
        let is_answered =
            |columns: &Columns| self.is_won(columns) || self.after_bob(columns).iter().any(reaches);
        let start = self.uncoloured();
        if !is_answered(&start) {
            return Ok(Some((None, start)));
        }
        for position in positions {
            for after in self.after_alice(position) {
                if !go_on() {
                    return Err(Stopped);
                }
                if !is_answered(&after) {
                    return Ok(Some((Some(position.clone()), after)));
                }
            }
        }
        Ok(None)
    }

    /// The window as text: its columns, each from the top, with spaces between them.
    pub fn write(&self, columns: &[Column]) -> String {
        columns.iter().map(|&column| self.strip.write(column)).collect::<Vec<_>>().join(" ")
    }

    /// Reads a position of the window that the rules allow.
    pub fn read(&self, text: &str) -> Option<Columns> {
        let columns: Columns =
            text.split(' ').map(|column| self.strip.read(column)).collect::<Option<_>>()?;
        let is_legal = columns.windows(2).all(|pair| self.strip.is_legal((pair[0], pair[1])));
        let no_wall = columns.iter().all(|&column| column != Column::WALL);
        (columns.len() == self.width && is_legal && no_wall).then_some(columns)
    }

    /// The largest number of positions that symmetry makes equal.
    pub fn symmetries(&self) -> usize {
        2 * self.strip.symmetries()
    }

    /// Why a set of positions proves nothing, for people.
    pub fn explain(&self, before: Option<&[Column]>, after: &[Column]) -> String {
        match before {
            None => "Bob has no first move into one of the positions".to_owned(),
            Some(before) if before == after => {
                format!("in {} Alice does nothing, and Bob has no answer", self.write(before))
            }
            Some(before) => format!(
                "in {} Alice plays {}, and Bob has no answer",
                self.write(before),
                self.write(after)
            ),
        }
    }
}

/// The caller wanted to stop.
#[derive(Debug)]
pub struct Stopped;
