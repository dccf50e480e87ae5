//! Alice's strategy by a certificate of drawings of blocks (`docs/every-n.md`): she plays so that
//! every border of a block looks like a drawing, and every vertex of a block is safe, has two
//! doctors, or is sick by a drawing. The move that restores this is within two columns of Bob's; if
//! nothing has to be restored, she moves where the certificate says that a move is harmless.

use std::borrow::Cow;
use std::collections::BTreeSet;

use chromex_checker::blocks::{Amiss, Kept, Side, Spare};
use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::four_rows::board::FourRowBoard;
use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::hypotheses::colours_with_skips;
use crate::strips::FOUR_ROWS_DRAWN;

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "drawings",
    summary: "Alice keeps four rows as the drawings of a certificate show them, whoever begins, even if Bob may skip turns.",
    source: "examples/every-n/grid-4xN-four-colours.cert; Theorem 1 of Brosse, Martins, Nisse, Sampaio",
    example: "colouring:4 grid:4x9",
    build,
};

/// A vertex: its row, from the top, and its column, both from 0.
type Vertex = (usize, usize);

#[derive(Debug, Clone)]
struct Drawings {
    board: FourRowBoard,
    kept: Kept,
    /// The colours, in the order in which they were first used.
    colours: [Colour; 4],
    used: usize,
    /// The column of Bob's last move, if it has to be answered nearby.
    pending: Option<usize>,
    /// The columns with a spare move, best first, and the kind of spare move of each column.
    spares: BTreeSet<(Spare, usize)>,
    spare_at: Vec<Option<Spare>>,
    case: Option<Cow<'static, str>>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    let colours =
        [None, Some(Player::Right)].map(|skips| colours_with_skips(position.game(), skips));
    if !colours.contains(&Some(4)) {
        return Err("it is for colouring:4 and colouring:4:bob-skips".into());
    }
    if side == Player::Right {
        return Err("it plays for Alice".into());
    }
    let board = FourRowBoard::recognise(position.board().graph()).filter(|board| !board.wraps);
    let board = board.ok_or("it needs a board of four rows, grid:4xN")?;
    let blocks = FOUR_ROWS_DRAWN.blocks().map_err(|error| error.to_string())?;
    let mut alice = Drawings {
        board,
        kept: Kept::new(&blocks, board.columns)?,
        colours: [1, 2, 3, 4],
        used: 0,
        pending: None,
        spares: BTreeSet::new(),
        spare_at: vec![None; board.columns],
        case: None,
    };
    if position.colouring().iter().any(|&colour| colour != UNCOLOURED) {
        alice.take_over(position)?;
    }
    Ok(Box::new(alice))
}

impl Drawings {
    /// Takes over from a position that is in order.
    fn take_over(&mut self, position: &Position) -> Result<(), String> {
        for (cell, &colour) in position.colouring().iter().enumerate() {
            if colour != UNCOLOURED {
                self.colour(cell, colour);
            }
        }
        for column in 0..self.board.columns {
            self.kept.name_doctors(column);
        }
        (0..self.board.columns).for_each(|column| self.note_spares(column));
        self.check()
    }

    fn vertex(&self, cell: usize) -> Vertex {
        let (row, column) = self.board.place(cell);
        (4 - row, column - 1)
    }

    fn cell(&self, (row, column): Vertex) -> usize {
        self.board.cell(4 - row, column + 1)
    }

    fn colour(&mut self, cell: usize, colour: Colour) {
        self.kept.colour(self.vertex(cell), colour);
        if let Some(new) = (self.used..4).find(|&i| self.colours[i] == colour) {
            self.colours[self.used..=new].rotate_right(1);
            self.used += 1;
        }
    }

    fn note_spares(&mut self, column: usize) {
        for (column, spare) in self.kept.spares(column) {
            let before = std::mem::replace(&mut self.spare_at[column], spare);
            if let Some(before) = before {
                self.spares.remove(&(before, column));
            }
            self.spares.extend(spare.map(|spare| (spare, column)));
        }
    }

    /// A move at most two columns away after which everything is in order; nearest first.
    fn near(&self, column: usize) -> Option<(Vertex, Colour)> {
        let mut columns: Vec<usize> = (column.saturating_sub(2)..column + 3)
            .filter(|&near| near < self.board.columns)
            .collect();
        columns.sort_by_key(|near| near.abs_diff(column));
        let vertices = columns.into_iter().flat_map(|near| (0..4).map(move |row| (row, near)));
        let moves = vertices.flat_map(|vertex| self.colours.map(|colour| (vertex, colour)));
        self.kept.restoring(column, moves)
    }

    /// What an answer to Bob's move in this column repairs.
    fn mended(&mut self, column: usize, (vertex, colour): (Vertex, Colour)) -> Cow<'static, str> {
        let Some(&amiss) = self.kept.amiss(column).first() else { return "doctors".into() };
        self.kept.after(vertex, colour, |after| match amiss {
            Amiss::Border(column, side) => match after.border(column, side) {
                Some(name) => format!("border {}", name.unwrap_or("?")).into(),
                None => "border closed".into(),
            },
            Amiss::Vertex(ill) if ill == vertex => "patient coloured".into(),
            Amiss::Vertex(ill) if after.is_safe(ill) => "patient made safe".into(),
            Amiss::Vertex(ill) => match after.sick(ill) {
                Some(name) => format!("patient sick by {name}").into(),
                None => "doctors".into(),
            },
        })
    }

    /// A harmless move.
    fn spare(&mut self) -> Option<(Vertex, Colour, Cow<'static, str>)> {
        let Some(&(spare, column)) = self.spares.first() else {
            let (vertex, colour) = self.near(0)?;
            return Some((vertex, colour, "opening".into()));
        };
        let (vertex, colour) = self.near(column)?;
        let case = match spare {
            Spare::Sick => "spare move, sick vertex",
            Spare::Patient => "spare move, patient",
            Spare::Inside => "spare move, inside a block",
            Spare::Border => "spare move, border",
        };
        Some((vertex, colour, case.into()))
    }

    fn vertices(&self) -> impl Iterator<Item = Vertex> + use<> {
        (0..self.board.columns).flat_map(|column| (0..4).map(move |row| (row, column)))
    }

    fn mark(&self, kind: &'static str, label: &str, vertices: &[Vertex]) -> Mark {
        let cells = vertices.iter().map(|&vertex| self.cell(vertex)).collect();
        Mark { kind, label: label.to_owned().into(), cells }
    }

    /// Blocks, borders, sick vertices, and patients with their doctors.
    fn marks(&self) -> Vec<Mark> {
        let column = |column: usize| (0..4).map(move |row| (row, column));
        let mut marks = Vec::new();
        let mut block: Vec<Vertex> = Vec::new();
        for at in 0..self.board.columns {
            if self.kept.in_block(at) {
                block.extend(column(at));
            }
            let goes_on = at + 1 < self.board.columns && self.kept.in_block(at + 1);
            if !block.is_empty() && !goes_on {
                marks.push(self.mark("block", "", &std::mem::take(&mut block)));
            }
        }
        for at in 0..self.board.columns {
            for side in [Side::Left, Side::Right] {
                let Some(name) = self.kept.border(at, side) else { continue };
                let cells: Vec<Vertex> = column(at).collect();
                marks.push(self.mark("border", name.unwrap_or("?"), &cells));
            }
        }
        for vertex in self.vertices() {
            let doctors = self.kept.doctors_of(vertex);
            if let Some(name) = self.kept.sick(vertex) {
                marks.push(self.mark("sick", name, &[vertex]));
            } else if !doctors.is_empty() {
                let cells: Vec<Vertex> = std::iter::once(vertex).chain(doctors).collect();
                marks.push(self.mark("patient and doctors", "", &cells));
            }
        }
        marks
    }
}

impl Strategy for Drawings {
    fn side(&self) -> Player {
        Player::Left
    }

    fn played(&mut self, by: Player, m: Move) {
        if m.is_skip() {
            return;
        }
        let (_, column) = self.vertex(m.cell);
        self.colour(m.cell, m.colour);
        let answered = self.pending.take();
        for near in answered.into_iter().chain([column]) {
            let in_order = self.kept.name_doctors(near);
            if by == Player::Right && !in_order {
                self.pending = Some(column);
            }
        }
        for near in answered.into_iter().chain([column]) {
            self.note_spares(near);
        }
    }

    fn answer(&mut self) -> Option<Reply> {
        let (vertex, colour, case) = match self.pending {
            Some(column) => {
                let (vertex, colour) = self.near(column)?;
                (vertex, colour, self.mended(column, (vertex, colour)))
            }
            None => self.spare()?,
        };
        self.case = Some(case.clone());
        Some(Reply::by(case, self.cell(vertex), colour))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Vec<u8> {
        let mut memory: Vec<u8> = self.kept.memory().collect();
        memory.extend(self.colours);
        memory
    }

    fn colours_alike(&self) -> bool {
        true
    }

    fn check(&self) -> Result<(), String> {
        match self.kept.disorder() {
            Some(column) => Err(format!("column {} is not as the drawings show it", column + 1)),
            None => Ok(()),
        }
    }

    fn explain(&self) -> Explanation {
        let marks = self.marks();
        let count = |kind| marks.iter().filter(|mark| mark.kind == kind).count();
        let (patients, sick) = (count("patient and doctors"), count("sick"));
        let text = format!(
            "Every border looks like a drawing, and every vertex of a block is safe but {patients} with two doctors and {sick} sick."
        );
        Explanation { case: self.case.clone(), text, marks }
    }
}
