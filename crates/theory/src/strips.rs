//! What certificates prove for boards of every length: the files of `examples/every-n`, built in. The checker is asked
//! about them by the claims that they confirm (`chromex verify`) and by tests.

use chromex_checker::{Rejection, StripCertificate};
use chromex_graph_tools::classes::shape::{Shape, shape};
use chromex_rules::{Position, UNCOLOURED, parse_game};

use super::claim::{Checked, Trial};
use crate::hypotheses::colours_to_colour_all;

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

/// All of them.
pub const BUILT_IN: [EveryLength; 6] =
    [ONE_ROW, TWO_ROWS, THREE_ROWS, THREE_ROWS_AROUND, FOUR_ROWS, FOUR_ROWS_AROUND];

impl EveryLength {
    /// Has the checker look at it.
    pub fn check(self) -> Result<StripCertificate, Rejection> {
        StripCertificate::check(&mut self.text.as_bytes(), &parse_game, MEMORY, &mut |_| true)
    }
}

/// The certificates are small.
const MEMORY: u64 = 1 << 26;

/// A case of a claim: the checker accepts this certificate.
pub(super) fn confirm(trial: &mut Trial, certificate: EveryLength) -> Checked {
    trial.case(certificate.file, "proved".to_owned(), |_| {
        Ok(certificate.check().map_or_else(|why| why.to_string(), |_| "proved".to_owned()))
    })
}

/// Whether a position is the start of the game with four colours on a board of three rows, or of three columns.
pub(super) fn four_colours_on_three_rows(position: &Position, around: bool) -> bool {
    let is_start = position.colouring().iter().all(|&colour| colour == UNCOLOURED);
    let fits = match shape(position.board()) {
        Some(Shape::Grid { rows, columns }) => !around && (rows == 3 || columns == 3),
        Some(Shape::Cylinder { rows, .. }) => around && rows == 3,
        _ => false,
    };
    is_start && fits && colours_to_colour_all(position.game()) == Some(4)
}
