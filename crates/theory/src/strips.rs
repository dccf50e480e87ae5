//! What certificates prove for boards of every length: the files of `examples/every-n`, built in. The checker is asked
//! about them by the claims that they confirm (`chromex verify`) and by tests.

use chromex_checker::blocks::Blocks;
use chromex_checker::{BlocksCertificate, Rejection, StripCertificate, WindowCertificate};
use chromex_graph_tools::classes::shape::{Shape, shape};
use chromex_rules::{Player, Position, UNCOLOURED, parse_game};

use crate::hypotheses::colours_whoever_skips;

/// A certificate for boards of every length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EveryLength {
    /// Its name in `every-n` of this crate, and in `examples/every-n` of the project.
    pub file: &'static str,
    text: &'static str,
}

macro_rules! certificate {
    ($file:literal) => {
        EveryLength { file: $file, text: include_str!(concat!("../every-n/", $file)) }
    };
}

/// Paths, three colours.
pub const ONE_ROW: EveryLength = certificate!("grid-1xN-three-colours.cert");
/// Two rows, four colours.
pub const TWO_ROWS: EveryLength = certificate!("grid-2xN-four-colours.cert");
/// Three rows, four colours.
pub const THREE_ROWS: EveryLength = certificate!("grid-3xN-four-colours.cert");
/// Cylinders of three rows, four colours.
pub const THREE_ROWS_AROUND: EveryLength = certificate!("cylinder-3xN-four-colours.cert");
/// Four rows, four colours, Bob first.
pub const FOUR_ROWS: EveryLength = certificate!("grid-4xN-bob-first.cert");
/// Cylinders of four rows, four colours, Bob first.
pub const FOUR_ROWS_AROUND: EveryLength = certificate!("cylinder-4xN-bob-first.cert");

/// All of these.
pub const BUILT_IN: [EveryLength; 6] =
    [ONE_ROW, TWO_ROWS, THREE_ROWS, THREE_ROWS_AROUND, FOUR_ROWS, FOUR_ROWS_AROUND];

/// Connected colouring: three colours on two rows, and four on three.
pub const CONNECTED: [EveryLength; 2] = [
    certificate!("grid-2xN-connected-three-colours.cert"),
    certificate!("grid-3xN-connected-four-colours.cert"),
];

impl EveryLength {
    /// Has the checker look at it.
    pub fn check(self) -> Result<StripCertificate, Rejection> {
        StripCertificate::check(&mut self.text.as_bytes(), &parse_game, MEMORY, &mut |_| true)
    }
}

/// A certificate that Bob wins on boards of every length, by an attack inside a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// Its name in `every-n` of this crate, and in `examples/every-n` of the project.
    pub file: &'static str,
    text: &'static str,
}

macro_rules! attack {
    ($file:literal) => {
        Attack { file: $file, text: include_str!(concat!("../every-n/", $file)) }
    };
}

/// Three colours: boards of three rows, of four, cylinders of four, and all grids with at least five rows. On all of them the
/// window has five columns.
pub const ATTACKS: [Attack; 4] = [
    attack!("grid-3xN-three-colours-bob.cert"),
    attack!("grid-4xN-three-colours-bob.cert"),
    attack!("cylinder-4xN-three-colours-bob.cert"),
    attack!("grid-MxN-three-colours-bob.cert"),
];

/// The columns of the windows of [`ATTACKS`].
pub const ATTACK_COLUMNS: usize = 5;

impl Attack {
    /// Has the checker look at it.
    pub fn check(self) -> Result<WindowCertificate, Rejection> {
        WindowCertificate::check(&mut self.text.as_bytes(), &parse_game, MEMORY, &mut |_| true)
    }
}

/// Whether one of [`ATTACKS`] tells that Bob wins: it is the start of the game with three colours, and there is a window when
/// he is to move. Alice may skip turns, and Bob need not.
pub(super) fn bob_has_a_window(position: &Position) -> bool {
    let anybody = position.turn() == Player::Left;
    let has_window = match shape(position.board()) {
        Some(Shape::Grid { rows, columns }) => {
            let enough = if anybody { 2 * ATTACK_COLUMNS } else { ATTACK_COLUMNS };
            rows.min(columns) >= 3 && rows.max(columns) >= enough
        }
        Some(Shape::Cylinder { rows: 4, columns }) => {
            columns >= ATTACK_COLUMNS + usize::from(anybody)
        }
        _ => false,
    };
    has_window
        && position.colouring().iter().all(|&colour| colour == UNCOLOURED)
        && colours_whoever_skips(position.game()) == Some(3)
}

/// A certificate by drawings of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// Its name in `every-n` of this crate, and in `examples/every-n` of the project.
    pub file: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// Four rows, four colours, whoever begins, even if Bob may skip turns: Theorem 1 of Brosse et al. for every n.
pub const FOUR_ROWS_DRAWN: Drawn = Drawn {
    file: "grid-4xN-four-colours.cert",
    text: include_str!("../every-n/grid-4xN-four-colours.cert"),
};

impl Drawn {
    /// Its drawings, which are not checked by this.
    pub fn blocks(self) -> Result<Blocks, Rejection> {
        BlocksCertificate::read(&mut self.text.as_bytes(), &parse_game)
    }

    /// Has the checker look at it; `go_on` is asked again and again.
    pub fn check(self, go_on: &mut dyn FnMut() -> bool) -> Result<BlocksCertificate, Rejection> {
        BlocksCertificate::check(&mut self.text.as_bytes(), &parse_game, MEMORY, &mut |_| go_on())
    }
}

/// The certificates are small.
const MEMORY: u64 = 1 << 26;

/// Whether a position is the start of the game with four colours on a board of three rows, or of three columns. Bob may skip turns, and
/// Alice need not.
pub(super) fn four_colours_on_three_rows(position: &Position, around: bool) -> bool {
    let is_start = position.colouring().iter().all(|&colour| colour == UNCOLOURED);
    let fits = match shape(position.board()) {
        Some(Shape::Grid { rows, columns }) => !around && (rows == 3 || columns == 3),
        Some(Shape::Cylinder { rows, .. }) => around && rows == 3,
        _ => false,
    };
    is_start && fits && colours_whoever_skips(position.game()) == Some(4)
}
