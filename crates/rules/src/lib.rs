//! The rules of every game, word for word as its paper defines them; positions and their notation.
//!
//! This crate is the reference: short, literal and slow. One file under [`games`] is one game and
//! implements [`Rules`], literally and as data; a [`Game`] is identified by the data; a
//! [`Position`] is a game, a board, a partial colouring and whose turn it is. Everything clever
//! lives elsewhere and is tested against this.
//!
//! ```
//! use chromex_rules::Position;
//! let position: Position = "icol path:3 B.. right".parse()?;
//! let moves: Vec<_> = position.moves().iter().map(|m| position.write_move(*m)).collect();
//! assert_eq!(moves, ["1=W", "2=B", "2=W"]);
//! # Ok::<(), chromex_graphs::TextError>(())
//! ```

mod description;
mod family;
mod game;
pub mod games;
mod notation;
mod pairs;
mod palette;
mod position;
mod rules;

pub use description::{OWN, UNTOLD};
pub use family::GameFamily;
pub use game::Game;
pub use games::{GAMES, GameInfo, NoSuchGame, parse_description, parse_game};
pub use pairs::PairRule;
pub use palette::{Colour, MAX_COLOURS, Palette, UNCOLOURED};
pub use position::{IllegalMove, IllegalPosition, Move, Position};
pub use rules::{
    Boards, Condition, Conflict, Convention, Elements, Goal, Places, Player, Rules, Verdict,
};
