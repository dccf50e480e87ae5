//! Results for boards of every length, proved by certificates: the files of `examples/every-n`,
//! built in. The claims that rely on them have the checker check them (`chromex verify`), and so do
//! tests.

use chromex_checker::blocks::Blocks;
use chromex_checker::{BlocksCertificate, Rejection, StripCertificate, WindowCertificate};
use chromex_graph_tools::classes::shape::{Shape, shape};
use chromex_rules::{Player, Position, UNCOLOURED, parse_game};

use crate::hypotheses::{colours_of_connected, colours_whoever_skips};

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

/// A certificate for connected colouring and its boards: Alice wins whoever begins, even if Bob may
/// skip turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connected {
    /// The certificate.
    pub certificate: EveryLength,
    /// The graphs, as they are typed: `grid`.
    pub boards: &'static str,
    /// The number of rows.
    pub rows: usize,
    /// The number of colours.
    pub colours: usize,
}

macro_rules! connected {
    ($file:literal, $boards:literal, $rows:literal, $colours:literal) => {
        Connected {
            certificate: certificate!($file),
            boards: $boards,
            rows: $rows,
            colours: $colours,
        }
    };
}

/// Connected colouring on grids, triangular strips and king's strips.
pub const CONNECTED: [Connected; 5] = [
    connected!("grid-2xN-connected-three-colours.cert", "grid", 2, 3),
    connected!("grid-3xN-connected-four-colours.cert", "grid", 3, 4),
    connected!("triangular-2xN-connected-four-colours.cert", "triangular", 2, 4),
    connected!("triangular-3xN-connected-five-colours.cert", "triangular", 3, 5),
    connected!("king-3xN-connected-six-colours.cert", "king", 3, 6),
];

/// Whether one of [`CONNECTED`] shows that Alice wins: the position must be the start of the game.
/// Bob may skip turns; Alice does not need to.
pub(super) fn connected_on_a_strip(position: &Position) -> bool {
    let Some(colours) = colours_of_connected(position.game()) else { return false };
    let fits = |proof: &Connected| {
        proof.colours == colours && columns_of(position, proof.boards, proof.rows).is_some()
    };
    is_start(position) && CONNECTED.iter().any(fits)
}

fn is_start(position: &Position) -> bool {
    position.colouring().iter().all(|&colour| colour == UNCOLOURED)
}

/// The number of columns, if the position is on boards with this number of rows. These graphs stay
/// the same if rows and columns are exchanged.
fn columns_of(position: &Position, boards: &str, height: usize) -> Option<usize> {
    let (rows, columns) = match (shape(position.board())?, boards) {
        (Shape::Grid { rows, columns }, "grid")
        | (Shape::King { rows, columns }, "king")
        | (Shape::Triangular { rows, columns }, "triangular") => (rows, columns),
        _ => return None,
    };
    match (rows == height, columns == height) {
        (true, _) => Some(columns),
        (false, true) => Some(rows),
        (false, false) => None,
    }
}

impl EveryLength {
    /// Checks the certificate with the checker.
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

/// An attack on other graphs, and its boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherAttack {
    /// The certificate.
    pub attack: Attack,
    /// The graphs, as they are typed: `king`.
    pub boards: &'static str,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns of the window.
    pub columns: usize,
    /// The number of colours.
    pub colours: usize,
}

/// Three colours on triangular strips of two rows, four on king's strips of three.
pub const OTHER_ATTACKS: [OtherAttack; 2] = [
    OtherAttack {
        attack: attack!("triangular-2xN-three-colours-bob.cert"),
        boards: "triangular",
        rows: 2,
        columns: 6,
        colours: 3,
    },
    OtherAttack {
        attack: attack!("king-3xN-four-colours-bob.cert"),
        boards: "king",
        rows: 3,
        columns: 5,
        colours: 4,
    },
];

/// Whether one of [`OTHER_ATTACKS`] shows that Bob wins: the position must be the start of the
/// game, and there must be a window when he is to move.
pub(super) fn bob_has_another_window(position: &Position) -> bool {
    let Some(colours) = colours_whoever_skips(position.game()) else { return false };
    let windows = if position.turn() == Player::Left { 2 } else { 1 };
    let fits = |proof: &OtherAttack| {
        let length = columns_of(position, proof.boards, proof.rows);
        proof.colours == colours && length.is_some_and(|n| n >= windows * proof.columns)
    };
    is_start(position) && OTHER_ATTACKS.iter().any(fits)
}

/// The number of columns of the windows of [`ATTACKS`].
pub const ATTACK_COLUMNS: usize = 5;

impl Attack {
    /// Checks the certificate with the checker.
    pub fn check(self) -> Result<WindowCertificate, Rejection> {
        WindowCertificate::check(&mut self.text.as_bytes(), &parse_game, MEMORY, &mut |_| true)
    }
}

/// Whether one of [`ATTACKS`] shows that Bob wins: the position must be the start of the game with
/// three colours, and there must be a window when he is to move. Alice may skip turns; Bob does not
/// need to.
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
    has_window && is_start(position) && colours_whoever_skips(position.game()) == Some(3)
}

/// A certificate by drawings of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// Its name in `every-n` of this crate, and in `examples/every-n` of the project.
    pub file: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

/// Four rows, four colours, whoever begins, even if Bob may skip turns: Theorem 1 of Brosse et al. for every n.
pub const FOUR_ROWS_DRAWN: Drawn = Drawn {
    file: "grid-4xN-four-colours.cert",
    text: include_str!("../every-n/grid-4xN-four-colours.cert"),
};

impl Drawn {
    /// Its drawings, which are read but not checked.
    pub fn blocks(self) -> Result<Blocks, Rejection> {
        BlocksCertificate::read(&mut self.text.as_bytes(), &parse_game)
    }

    /// Checks the certificate with the checker; `go_on` is called often.
    pub fn check(self, go_on: &mut dyn FnMut() -> bool) -> Result<BlocksCertificate, Rejection> {
        BlocksCertificate::check(&mut self.text.as_bytes(), &parse_game, MEMORY, &mut |_| go_on())
    }
}

/// The limit on memory; the certificates are small.
const MEMORY: u64 = 1 << 26;

/// Whether a position is the start of the game with four colours on a board with three rows or
/// three columns. Bob may skip turns; Alice does not need to.
pub(super) fn four_colours_on_three_rows(position: &Position, around: bool) -> bool {
    let fits = match shape(position.board()) {
        Some(Shape::Grid { rows, columns }) => !around && (rows == 3 || columns == 3),
        Some(Shape::Cylinder { rows, .. }) => around && rows == 3,
        _ => false,
    };
    is_start(position) && fits && colours_whoever_skips(position.game()) == Some(4)
}
