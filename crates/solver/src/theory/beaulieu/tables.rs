//! The tables of the paper, and how they go on.

use super::blue_red::Nimbers;
use crate::budget::{Budget, Stop};
use crate::theory::claim::start;
use crate::{Solver, Value};

/// The published table after Theorem 16: the number of vertices of an odd path, and whether the second
/// player wins 2-distance 2-colouring.
pub const ODD_PATHS: [(usize, bool); 8] =
    [(3, true), (5, false), (7, false), (9, true), (11, true), (13, false), (15, true), (17, true)];

/// The nimber of 2-distance 2-colouring on the path with `n` vertices, by search: `None` if the path
/// is too long for it.
///
/// ```
/// use chromex::theory::beaulieu::tables::odd_path;
/// assert_eq!(odd_path(13, &chromex::Budget::default())?, Some(2));
/// # Ok::<(), chromex::Stop>(())
/// ```
pub fn odd_path(n: usize, budget: &Budget) -> Result<Option<u32>, Stop> {
    let position = start("distance:2:2", &format!("path:{n}"));
    let Ok(mut solver) = Solver::new(&position, budget) else { return Ok(None) };
    Ok(match solver.value(&position)? {
        Value::Nimber(nimber) => Some(nimber),
        _ => None,
    })
}

/// The nimbers of A_k, B_k, C_k and D_k of blue-red colouring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlueRedRow {
    /// The length.
    pub k: usize,
    /// A_k: the first vertex is Blue.
    pub a: u16,
    /// B_k: the last vertex is Red.
    pub b: u16,
    /// C_k: both; there is no C_1.
    pub c: Option<u16>,
    /// D_k: nothing is coloured.
    pub d: u16,
}

/// The rows for k = 1 to `n`.
pub fn blue_red(n: usize) -> Vec<BlueRedRow> {
    let nimbers = Nimbers::up_to(n);
    let row = |k| BlueRedRow {
        k,
        a: nimbers.a(k),
        b: nimbers.b(k),
        c: (k >= 2).then(|| nimbers.c(k)),
        d: nimbers.d(k),
    };
    (1..=n).map(row).collect()
}
