//! Alice's strategy with four colours on 4×n grids (Brosse et al., Theorem 1), for any n.
//!
//! Coloured columns form *blocks*. After each of her moves every vertex of a block is *safe* (it
//! will be coloured whatever happens), *sound* (two safe neighbours are its private *doctors*) or
//! *sick* (the marked vertex of one of seven special configurations), and the *border* of every
//! block is in one of five configurations. The proof is a list of cases: for each move of Bob, it
//! gives a move of Alice that restores this.
//!
//! | file | what |
//! |---|---|
//! | `board.rs`, `grid.rs` | rows and columns; safe vertices, blocks, borders; symmetries |
//! | `pictures.rs` | the drawings of the configurations, as data |
//! | `cases/` | the list of cases |
//! | `ledger.rs`, `doctors.rs` | what is remembered, kept up to date around each move |
//! | `seen.rs` | what of all this can be seen in any position |
//! | `invariants.rs`, `escape.rs` | the induction hypothesis, and a search for a move that restores it |
//!
//! The text of the paper contains mistakes: see [`Repair`].

pub(super) mod board;
mod cases;
mod doctors;
mod escape;
mod grid;
mod invariants;
mod ledger;
mod pictures;
mod seen;

use std::borrow::Cow;

use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::hypotheses::colours_to_colour_all;
use board::FourRowBoard;
use cases::{Before, Paint, Plan, Verdict, case1};
use doctors::Doctors;
use grid::{Grid, Place};
use ledger::{Ledger, REACH, TEMPI, Tempo};
use pictures::{border, is_free, sick_in};

pub use seen::{BlockSeen, BorderSeen, FourRowsSeen, PatientSeen, SpecialSeen, four_rows_seen};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "four-rows",
    summary: "Alice wins with 4 colours on 4×n, for any n, by keeping every vertex of a block safe, sound or sick.",
    source: "Brosse, Martins, Nisse, Sampaio: The Graph Coloring Game on 4×n-Grids, Theorem 1",
    example: "colouring:4 grid:4x4",
    build,
};

/// The corrections to the text of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repair {
    /// 2α'1: the colour is that of v(3,j−2), not Bob's, who wins otherwise.
    R1,
    /// 2α'2 does not apply beside a Δ: Bob wins otherwise.
    R2,
    /// 2α' in column n: there is no column to the right.
    R3,
    /// 3γF4 has an illegal move, 3γF5 a condition too many, 3γF8 no move.
    R4,
    /// 2β4 refers to 2α2, which does not fit; it is 2α3 to 2α6.
    R5,
    /// δ needs v(3,j) uncoloured, as in the figure.
    R6,
    /// Columns 1 and n are inside their blocks, unless they are borders.
    R7,
    /// Column 1 can be a free border.
    R8,
}

const REPAIRS: [(&str, Repair); 8] = [
    ("R1", Repair::R1),
    ("R2", Repair::R2),
    ("R3", Repair::R3),
    ("R4", Repair::R4),
    ("R5", Repair::R5),
    ("R6", Repair::R6),
    ("R7", Repair::R7),
    ("R8", Repair::R8),
];

/// The corrections that are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Repairs(u16);

impl Repairs {
    fn has(self, repair: Repair) -> bool {
        self.0 >> repair as u16 & 1 == 1
    }

    fn all() -> Repairs {
        Repairs((1 << REPAIRS.len()) - 1)
    }

    fn read(options: &Options) -> Result<Repairs, String> {
        if options.literal {
            return Ok(Repairs(0));
        }
        options.without.iter().try_fold(Repairs::all(), |Repairs(made), name| {
            let found = REPAIRS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let (_, repair) = found.ok_or_else(|| {
                format!("it has no repair `{name}`: the repairs are R1 to R{}", REPAIRS.len())
            })?;
            Ok(Repairs(made & !(1 << *repair as u16)))
        })
    }
}

/// Alice, on a 4×n grid.
#[derive(Debug, Clone)]
struct FourRows {
    board: FourRowBoard,
    repairs: Repairs,
    grid: Grid,
    ledger: Ledger,
    doctors: Doctors,
    /// The colours in the order in which they first appeared; unused ones come last. Where a case
    /// says "any colour" she takes the first legal one, so that she plays in the same way when
    /// colours are renamed.
    colours: [Colour; 4],
    used: usize,
    /// Bob's move that has not been answered yet, and the board before it.
    pending: Option<(Place, Before)>,
    /// The case of her last answer, which may not have been played yet.
    case: Option<Cow<'static, str>>,
}

fn build(position: &Position, side: Player, options: &Options) -> Built {
    if colours_to_colour_all(position.game()) != Some(4) {
        return Err("it is for colouring:4".into());
    }
    if side == Player::Right {
        return Err("it plays for Alice".into());
    }
    let board = FourRowBoard::recognise(position.board().graph()).filter(|board| !board.wraps);
    let board = board.ok_or("it needs a board of four rows, grid:4xN")?;
    let mut alice = FourRows::new(board, Repairs::read(options)?);
    let coloured = position.colouring().iter().any(|&colour| colour != UNCOLOURED);
    match (position.turn(), coloured) {
        (Player::Left, false) => {}
        (Player::Left, true) => {
            return Err("Alice has to move first, on the uncoloured board, or Bob next".into());
        }
        (Player::Right, false) => {
            return Err("Alice has to move first; `column-twins` is for Bob first".into());
        }
        (Player::Right, true) => alice.take_over(position)?,
    }
    Ok(Box::new(alice))
}

impl FourRows {
    fn new(board: FourRowBoard, repairs: Repairs) -> FourRows {
        FourRows {
            board,
            repairs,
            grid: Grid::new(board.columns),
            ledger: Ledger::new(board.columns),
            doctors: Doctors::new(board.columns),
            colours: [1, 2, 3, 4],
            used: 0,
            pending: None,
            case: None,
        }
    }

    /// Takes over from a position with Bob to move, if the induction hypothesis holds there.
    fn take_over(&mut self, position: &Position) -> Result<(), String> {
        self.look_at(position);
        self.properties(1..=self.grid.n())
    }

    /// Learns the colours of a position and finds doctors, on a board that was uncoloured before.
    fn look_at(&mut self, position: &Position) {
        for (cell, &colour) in position.colouring().iter().enumerate() {
            if colour != UNCOLOURED {
                let place = self.place(cell);
                self.colour(place, colour);
            }
        }
        for column in 1..=self.grid.n() {
            self.ledger.update(&self.grid, self.repairs, column);
        }
        self.doctors.reassign(&self.ledger, 1..=self.grid.n());
    }

    fn place(&self, cell: usize) -> Place {
        let (row, column) = self.board.place(cell);
        (row as i32, column as i32)
    }

    fn cell(&self, (row, column): Place) -> usize {
        self.board.cell(row as usize, column as usize)
    }

    fn colour(&mut self, place: Place, colour: Colour) {
        self.grid.set(place, colour);
        if let Some(new) = (self.used..4).find(|&i| self.colours[i] == colour) {
            self.colours[self.used..=new].rotate_right(1);
            self.used += 1;
        }
    }

    /// The columns around a move in which something may have changed for patients and doctors.
    fn around(&self, column: i32) -> std::ops::RangeInclusive<i32> {
        (column - REACH - 1).max(1)..=(column + REACH + 1).min(self.grid.n())
    }

    /// The first legal colour that a plan allows, in the order of first appearance.
    fn pick(&self, place: Place, paint: Paint) -> Option<Colour> {
        let mut colours = self.colours.into_iter();
        colours.find(|&colour| paint.allows(colour) && self.grid.legal(place, colour))
    }

    fn reply(&self, plan: &Plan) -> Option<Reply> {
        let colour = self.pick(plan.place, plan.paint)?;
        Some(Reply::by(plan.case, self.cell(plan.place), colour))
    }

    /// What the cases of the proof say, if they say something legal.
    fn by_the_cases(&self) -> Option<Reply> {
        let Some((bob, before)) = &self.pending else {
            let plan = Plan { case: "opening", place: (3, 1), paint: Paint::Any };
            return self.reply(&plan);
        };
        match cases::decide(&self.grid, self.repairs, before, *bob) {
            Verdict::Play(plan) => self.reply(&plan),
            Verdict::Tempo => self.tempo_moves().next(),
            Verdict::NoCase => None,
        }
    }

    /// Case 1-safe: harmless moves, best first.
    fn tempo_moves(&self) -> impl Iterator<Item = Reply> + '_ {
        TEMPI.into_iter().flat_map(move |tempo| {
            self.ledger.columns_with(tempo).filter_map(move |column| self.tempo_move(tempo, column))
        })
    }

    fn tempo_move(&self, tempo: Tempo, column: i32) -> Option<Reply> {
        let any = |case, wanted: &dyn Fn(Place) -> bool| {
            let place = (1..=4).map(|row| (row, column)).find(|&place| wanted(place))?;
            self.reply(&Plan { case, place, paint: Paint::Any })
        };
        let at_border = || {
            let ends = [-1, 1].into_iter().filter(|&side| self.grid.is_border(column, side));
            let mut plans = ends.filter_map(|side| {
                let found = border(&self.grid, self.repairs, column, side)?;
                let free = is_free(&self.grid, self.repairs, column, side);
                case1::tempo_at_border(&self.grid, &found, free)
            });
            plans.find_map(|plan| self.reply(&plan))
        };
        match tempo {
            Tempo::Sick => any("1-safe sick", &|place| self.ledger.sick(place)),
            Tempo::Weak => any("1-safe sound", &|place| self.ledger.weak(place)),
            Tempo::Open => any("1-safe", &|place| self.grid.at(place) == UNCOLOURED),
            Tempo::AlphaGap => {
                let left = border(&self.grid, self.repairs, column, 1)?;
                self.reply(&case1::tempo_between_alphas(&self.grid, &left))
            }
            _ => at_border(),
        }
    }
}

impl Strategy for FourRows {
    fn side(&self) -> Player {
        Player::Left
    }

    fn played(&mut self, by: Player, m: Move) {
        let place = self.place(m.cell);
        if by == Player::Right {
            let patient = self.doctors.patient(place);
            let before = Before::look(&self.grid, self.repairs, place, patient);
            self.pending = Some((place, before));
        }
        self.colour(place, m.colour);
        self.ledger.update(&self.grid, self.repairs, place.1);
        if by == Player::Left {
            if let Some(((_, column), _)) = self.pending.take() {
                self.doctors.reassign(&self.ledger, self.around(column));
            }
            self.doctors.reassign(&self.ledger, self.around(place.1));
        }
    }

    fn answer(&mut self) -> Option<Reply> {
        let by_the_cases = self.by_the_cases();
        let trusted = by_the_cases.filter(|reply| {
            // The literal strategy trusts the paper; the corrected one checks the position first.
            self.repairs != Repairs::all()
                || self.restores(self.place(reply.play.cell), reply.play.colour)
        });
        let reply = trusted.or_else(|| self.escape());
        self.case = reply.as_ref().map(|reply| reply.case.clone());
        reply
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Vec<u8> {
        let mut memory = self.doctors.bytes();
        memory.extend(self.colours);
        memory
    }

    fn colours_alike(&self) -> bool {
        true
    }

    fn check(&self) -> Result<(), String> {
        self.ledger_is_right()?;
        self.properties(1..=self.grid.n())
    }

    fn explain(&self) -> Explanation {
        Explanation { case: self.case.clone(), text: self.describe(), marks: self.marks() }
    }
}

impl FourRows {
    fn describe(&self) -> String {
        let (mut weak, mut sick) = (0, 0);
        for place in self.places() {
            weak += usize::from(self.ledger.weak(place));
            sick += usize::from(self.ledger.sick(place));
        }
        format!("Every vertex of a block is safe but {weak} sound and {sick} sick.")
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        (1..=self.grid.n()).flat_map(|column| (1..=4).map(move |row| (row, column)))
    }

    /// Blocks, borders, doctors with their patients, and sick vertices.
    fn marks(&self) -> Vec<Mark> {
        let column = |c: i32| (1..=4).rev().map(move |row| self.cell((row, c)));
        let mut marks = Vec::new();
        let mut block = Vec::new();
        for c in 1..=self.grid.n() {
            if self.grid.in_block(c) {
                block.extend(column(c));
            }
            if !block.is_empty() && !self.grid.in_block(c + 1) {
                let cells = std::mem::take(&mut block);
                marks.push(Mark { kind: "block", label: "".into(), cells });
            }
        }
        for c in 1..=self.grid.n() {
            for side in [-1, 1].into_iter().filter(|&side| self.grid.is_border(c, side)) {
                let label =
                    border(&self.grid, self.repairs, c, side).map_or("?", |b| b.kind.letter());
                marks.push(Mark {
                    kind: "border",
                    label: label.into(),
                    cells: column(c).collect(),
                });
            }
        }
        for c in 1..=self.grid.n() {
            for (special, _, place) in sick_in(&self.grid, c) {
                let cells = vec![self.cell(place)];
                marks.push(Mark { kind: "sick", label: special.name().into(), cells });
            }
        }
        for place in self.places().filter(|&place| self.ledger.weak(place)) {
            let doctors = self.doctors.of(place);
            let cells = std::iter::once(place).chain(doctors).map(|p| self.cell(p)).collect();
            marks.push(Mark { kind: "patient and doctors", label: "".into(), cells });
        }
        marks
    }
}
