//! The arithmetic of short partisan games.
//!
//! An [`Arena`] keeps every value once, in canonical form, so that values are equal exactly if
//! their [`Form`]s are; order, sums and negatives are remembered. Theorems are cited from Siegel,
//! *Combinatorial Game Theory* (2013).
//!
//! A form is a *core* and an integer: most games come in many translates by integers, and a
//! translate of a game that is not a number has the translated options (number translation, Siegel,
//! chapter II). Numbers, and numbers plus multiples of ↑ plus nimbers, are compared and added by
//! arithmetic; only the others are compared and added option by option.
//!
//! ```
//! use chromex_values::Arena;
//! let mut arena = Arena::new();
//! let up = arena.parse("{0|*}")?;
//! let double = arena.add(up, up)?;
//! assert_eq!(arena.display(double), "⇑");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod atomic;
mod canonical;
mod cooling;
mod drawing;
mod dyadic;
mod heat;
mod kinds;
mod order;
mod orders;
mod queries;
mod reduced;
mod simple;
mod stops;
mod store;
mod sum;
mod sums;
mod text;
mod thermograph;
mod trials;
mod words;

use std::fmt;

use chromex_budget::{Meter, Stop};

pub use dyadic::{Dyadic, LARGEST, PLACES};
pub use kinds::{Interval, ValueKind};
pub use store::Arena;
pub use sums::{HottestFirst, Sums};
pub use text::{ReadError, ascii};
pub use thermograph::{Thermograph, Wall};
pub use words::{Forms, Packed};

/// A value of an [`Arena`]: equal games have equal forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    core: u32,
    shift: i32,
}

impl Form {
    /// Zero.
    pub const ZERO: Form = Form { core: 0, shift: 0 };
}

/// The four outcome classes of a partisan game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Left wins, whoever starts.
    L,
    /// Right wins, whoever starts.
    R,
    /// The next player wins.
    N,
    /// The previous player wins.
    P,
}

impl Class {
    /// The class, from who wins when each of the players starts.
    pub fn new(left_wins_first: bool, right_wins_first: bool) -> Class {
        match (left_wins_first, right_wins_first) {
            (true, true) => Class::N,
            (true, false) => Class::L,
            (false, true) => Class::R,
            (false, false) => Class::P,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::L => "L",
            Class::R => "R",
            Class::N => "N",
            Class::P => "P",
        })
    }
}

/// One of the two players, Left or Right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left, for whom positive games are good.
    Left,
    /// Right, for whom negative games are good.
    Right,
}

impl Side {
    fn opponent(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// Limits on multiples of ↑ and on nimbers, whose canonical forms are as deep as they are large,
/// and on the number of moves before a game becomes simple.
const MOST: u32 = 1000;

/// A value that the arithmetic refuses: a number beyond ±2^17 or with more than 40 binary places,
/// a multiple of ↑ or a nimber beyond a thousand, or a game in which that many moves can be made after each other
/// before it becomes simple.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a number beyond ±{LARGEST} or finer than 1/2^{PLACES}, ↑ or * beyond {}, or a game of more moves: \
     out of range",
    MOST
)]
pub struct OutOfRange;

/// Why an operation gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// The result cannot be written down.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// The budget is spent.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// Watches long operations. Sums of hot games may take minutes. Each sum that is worked out counts
/// as one position.
pub trait Watch {
    /// Is called after each sum: the arena has grown by `bytes`, and may soon grow by `soon` more.
    fn step(&mut self, bytes: usize, soon: usize) -> Result<(), Stop>;
}

impl Watch for Meter {
    fn step(&mut self, bytes: usize, soon: usize) -> Result<(), Stop> {
        self.tick()?;
        self.grow(bytes)?;
        self.room_for(soon)
    }
}

impl<W: Watch + ?Sized> Watch for &mut W {
    fn step(&mut self, bytes: usize, soon: usize) -> Result<(), Stop> {
        (**self).step(bytes, soon)
    }
}

/// A watch that never stops anything.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn step(&mut self, _bytes: usize, _soon: usize) -> Result<(), Stop> {
        Ok(())
    }
}

/// The result of an operation that nobody watches.
fn unwatched<T>(result: Result<T, Halt>) -> Result<T, OutOfRange> {
    result.map_err(|_| OutOfRange)
}
