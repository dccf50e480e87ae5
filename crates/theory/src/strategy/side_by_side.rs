//! Alice's strategy by a certificate for boards of every length: she plays so that only allowed
//! pairs of columns stand side by side (`docs/every-n.md`). She looks at the column in which Bob
//! has played and at two columns on either side; if nothing needs an answer, she moves in the
//! leftmost column that is not full, or beside it.

use std::sync::Arc;

use chromex_checker::StripCertificate;
use chromex_checker::strip::{Bob, Column, SideBySide, Strip};
use chromex_graph_tools::classes::shape::{Shape, shape};
use chromex_rules::{Colour, Game, Move, Places, Player, Position};

use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::hypotheses::{colours_to_colour_all, colours_with_skips};
use crate::strips::{BUILT_IN, CONNECTED};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "side-by-side",
    summary: "Alice keeps to the pairs of neighbouring columns of a certificate for boards of every length: up to three rows, and four when Bob begins; connected colouring on two and three rows.",
    source: "examples/every-n; Lemma 1 of Brosse, Martins, Nisse, Sampaio for four rows",
    example: "colouring:4 grid:3x9",
    build,
};

#[derive(Debug, Clone)]
struct PairKeeper {
    strip: Arc<Strip>,
    allowed: Arc<SideBySide>,
    colours: Colour,
    around: bool,
    /// Whether neighbours of coloured vertices come first.
    touching: bool,
    columns: Vec<Column>,
    /// The first column with a colour.
    first_coloured: Option<usize>,
    /// All columns before this one are full.
    first_open: usize,
    /// The column in which Bob has played.
    last: Option<usize>,
    case: Option<&'static str>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    if side == Player::Right {
        return Err("it plays for Alice".into());
    }
    let (rows, columns, kind) = match shape(position.board()) {
        Some(Shape::Grid { rows, columns }) => (rows, columns, "grid"),
        Some(Shape::Cylinder { rows, columns }) => (rows, columns, "cylinder"),
        _ => return Err("it needs a grid or a cylinder".into()),
    };
    let boards = format!("{kind}:{rows}xN");
    // Only those for grids, because this strategy finds neighbours as on a grid.
    let connected = CONNECTED.iter().filter(|proof| proof.boards == "grid");
    let proofs = BUILT_IN.iter().chain(connected.map(|proof| &proof.certificate));
    let proofs = proofs.filter_map(|certificate| certificate.check().ok());
    let fits = |proof: &StripCertificate| {
        proof.strip.boards() == boards && is_for(&proof.strip, position.game())
    };
    let StripCertificate { strip, pairs } = proofs.into_iter().find(fits).ok_or_else(|| {
        format!("there is no certificate for {} on {boards}", position.game().name())
    })?;
    if strip.bob() == Bob::Begins && position.turn() == Player::Left {
        return Err("Bob has to move first (--first bob)".into());
    }
    let mut allowed = SideBySide::default();
    pairs.iter().for_each(|&pair| allowed.allow(&strip, pair));
    let colour = |column: usize, row: usize| position.colouring()[row * columns + column];
    let read = |c| (0..rows).fold(Column::EMPTY, |column, row| column.with(row, colour(c, row)));
    let player = PairKeeper {
        strip: Arc::new(strip),
        allowed: Arc::new(allowed),
        colours: position.game().palette().len() as Colour,
        around: kind == "cylinder",
        touching: position.game().places() == Places::Touching,
        first_coloured: (0..columns).find(|&c| read(c) != Column::EMPTY),
        columns: (0..columns).map(read).collect(),
        first_open: 0,
        last: None,
        case: None,
    };
    match (0..columns).find(|&at| !player.keeps(at, player.columns[at])) {
        Some(at) => Err(format!("column {} may not stand beside the next", at + 1)),
        None => Ok(Box::new(player)),
    }
}

/// Whether a certificate is for this game, or for this game with a Bob who may skip turns.
fn is_for(strip: &Strip, game: &Game) -> bool {
    let skipping = || {
        let colours = colours_with_skips(game, Some(Player::Right));
        strip.bob() == Bob::MaySkip
            && colours.is_some()
            && colours == colours_to_colour_all(strip.game())
    };
    strip.game() == game || skipping()
}

impl PairKeeper {
    fn beside(&self, at: usize) -> [Option<usize>; 2] {
        let n = self.columns.len();
        match self.around {
            true => [Some((at + n - 1) % n), Some((at + 1) % n)],
            false => [at.checked_sub(1), Some(at + 1).filter(|&next| next < n)],
        }
    }

    fn allows_beside(&self, column: Column, other: Option<usize>) -> bool {
        let other = other.map_or(Column::WALL, |at| self.columns[at]);
        self.allowed.allows((column, other))
    }

    /// Whether a column at this place may stand beside its neighbours.
    fn keeps(&self, at: usize, column: Column) -> bool {
        self.beside(at).into_iter().all(|other| self.allows_beside(column, other))
    }

    /// Whether this vertex is next to a coloured one, or does not have to be.
    fn may_be_coloured(&self, at: usize, row: usize) -> bool {
        let rows = self.strip.rows();
        let above = row.checked_sub(1).is_some_and(|above| self.columns[at].colour(above) != 0);
        let below = row + 1 < rows && self.columns[at].colour(row + 1) != 0;
        let beside = |other: Option<usize>| other.is_some_and(|c| self.columns[c].colour(row) != 0);
        !self.touching
            || self.first_coloured.is_none()
            || above
            || below
            || self.beside(at).into_iter().any(beside)
    }

    /// A move in this column after which all pairs are allowed.
    fn move_in(&self, at: usize) -> Option<Move> {
        let column = self.columns[at];
        let open = (0..self.strip.rows())
            .filter(|&row| column.colour(row) == 0 && self.may_be_coloured(at, row));
        let mut moves = open.flat_map(|row| (1..=self.colours).map(move |colour| (row, colour)));
        let (row, colour) = moves.find(|&(row, c)| self.keeps(at, column.with(row, c)))?;
        Some(Move { cell: row * self.columns.len() + at, colour })
    }

    /// An answer to Bob's move in this column, there or beside it.
    fn near(&self, at: usize) -> Option<(Move, &'static str)> {
        let [left, right] = self.beside(at);
        let fits = |other| self.allows_beside(self.columns[at], other);
        let here = || self.move_in(at).map(|m| (m, "same column"));
        let beside = |at: Option<usize>| self.move_in(at?).map(|m| (m, "next column"));
        let on_the_left = || beside(left.filter(|_| fits(right)));
        let on_the_right = || beside(right.filter(|_| fits(left)));
        here().or_else(on_the_left).or_else(on_the_right)
    }

    /// A move in the first column that has one, or to the right of it: in the first column that is
    /// not full, or, if neighbours of coloured vertices come first, in the column before the first
    /// coloured one.
    fn spare(&mut self) -> Option<(Move, &'static str)> {
        let full = |column: Column| (0..self.strip.rows()).all(|row| column.colour(row) != 0);
        let rest = &self.columns[self.first_open..];
        self.first_open += rest.iter().position(|&column| !full(column))?;
        let before = self.first_coloured.filter(|_| self.touching).and_then(|at| at.checked_sub(1));
        let first = before.unwrap_or(self.first_open);
        let beside = || self.beside(first)[1].and_then(|at| self.move_in(at));
        self.move_in(first).or_else(beside).map(|m| (m, "spare move"))
    }
}

impl Strategy for PairKeeper {
    fn side(&self) -> Player {
        Player::Left
    }

    fn played(&mut self, by: Player, m: Move) {
        if m.is_skip() {
            self.last = None;
            return;
        }
        let (row, at) = (m.cell / self.columns.len(), m.cell % self.columns.len());
        self.columns[at] = self.columns[at].with(row, m.colour);
        self.first_coloured = Some(self.first_coloured.map_or(at, |first| first.min(at)));
        self.last = (by == Player::Right).then_some(at);
    }

    fn answer(&mut self) -> Option<Reply> {
        let near = self.last.and_then(|at| self.near(at));
        let (m, case) = match near {
            Some(found) => found,
            None => self.spare()?,
        };
        self.case = Some(case);
        Some(Reply::by(case, m.cell, m.colour))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Vec<u8> {
        self.last.unwrap_or(usize::MAX).to_le_bytes().to_vec()
    }

    fn check(&self) -> Result<(), String> {
        match (0..self.columns.len()).find(|&at| !self.keeps(at, self.columns[at])) {
            Some(at) => Err(format!("column {} may not stand beside the next", at + 1)),
            None => Ok(()),
        }
    }

    fn explain(&self) -> Explanation {
        let n = self.columns.len();
        let cells = |at: usize| (0..self.strip.rows()).map(|row| row * n + at).collect();
        let mark = |at| Mark { kind: "column", label: "".into(), cells: cells(at) };
        Explanation {
            case: self.case.map(Into::into),
            text: "Only columns that may stand side by side do so.".into(),
            marks: self.last.map(mark).into_iter().collect(),
        }
    }
}
