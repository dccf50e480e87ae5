//! The list of all claims.

use super::claim::Claim;
use super::{andres, beaulieu, bensmail, brosse, uiterwijk};

/// All claims, paper by paper in the order of the text.
pub fn claims() -> Vec<Claim> {
    let (beaulieu, bensmail) = (beaulieu::claims(), bensmail::claims());
    [brosse::CLAIMS, &beaulieu, &bensmail, andres::CLAIMS, uiterwijk::CLAIMS].concat()
}
