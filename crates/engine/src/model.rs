//! Positions in a form that is good for searching.
//!
//! [`lists`] compiles the games with a local rule to *list games*; [`literal`] wraps any rules as
//! they are. Engines see either through [`Model`].

pub(crate) mod key;
pub mod lattice;
pub mod lists;
pub mod literal;
pub mod normal;
pub mod piece;
pub mod root;
pub(crate) mod rule;
pub mod stabilisers;
pub mod twins;
pub mod word;

use std::hash::Hash;

use chromex_rules::Player;

/// A game as the search sees it.
pub trait Model {
    /// A position, in a form in which positions of equal value are often equal.
    type State: Clone + Eq + Hash;

    /// The positions after each move of `player`, each computed when it is asked for: storing all
    /// of them, at each of many moves of a line, would take more memory than the tables.
    fn children(&self, state: &Self::State, player: Player) -> impl Iterator<Item = Self::State>;

    /// Independent parts whose sum is this position.
    fn parts(&self, state: Self::State) -> Vec<Self::State>;

    /// Approximately how many bytes an entry for such a state takes in a table.
    fn bytes(&self) -> usize;
}
