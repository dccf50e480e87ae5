//! Games that differ only in a number.

use chromex_graphs::TextError;

use crate::game::Game;
use crate::games::parse_game;
use crate::rules::{Convention, Player};

/// Games that differ only in a number, which is written as `K` in their text: `colouring:K`.
///
/// ```
/// let family: chromex_rules::GameFamily = "marking:K".parse()?;
/// assert_eq!(family.member(3)?.name(), "marking:3");
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFamily {
    /// The pieces of text between the `K`s.
    pieces: Vec<String>,
}

impl GameFamily {
    /// The maker-breaker colouring games.
    pub fn colouring() -> GameFamily {
        GameFamily { pieces: vec!["colouring:".to_owned(), String::new()] }
    }

    /// Whether the text of a game contains a `K`, that is, a number to be chosen.
    pub fn is_in(text: &str) -> bool {
        split(text).len() > 1
    }

    /// The game with this number.
    pub fn member(&self, k: usize) -> Result<Game, TextError> {
        parse_game(&self.pieces.join(&k.to_string()))
    }

    /// What the literature calls this number, if it has a name.
    pub fn symbol(&self, first: Player) -> Option<&'static str> {
        let (text, alice) = (self.to_string(), first == Player::Left);
        let (_, symbols) = SYMBOLS.iter().find(|(family, _)| *family == text)?;
        Some(symbols[usize::from(!alice)])
    }
}

/// The names of the numbers, with Alice and with Bob moving first.
const SYMBOLS: &[(&str, [&str; 2])] = &[
    ("colouring:K", ["χ_g", "χ_g^B"]),
    ("colouring:K:alice-skips", ["χ_[A,A]", "χ_[B,A]"]),
    ("colouring:K:bob-skips", ["χ_[A,B]", "χ_[B,B]"]),
    ("marking:K", ["col_g", "col_g^B"]),
    ("edge-colouring:K", ["χ'_g", "χ'_g^B"]),
    ("total-colouring:K", ["χ''_g", "χ''_g^B"]),
    ("connected-colouring:K", ["χ_cg", "χ_cg^B"]),
    ("indicated:K", ["χ_i", "χ_i^B"]),
];

/// The pieces of text around each `K` that is a word of its own.
fn split(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for (i, c) in text.char_indices() {
        let rest = &text[i + c.len_utf8()..];
        let is_word =
            text[..i].ends_with([':', '=']) && (rest.is_empty() || rest.starts_with([':', ',']));
        match pieces.last_mut() {
            Some(piece) if c != 'K' || !is_word => piece.push(c),
            _ => pieces.push(String::new()),
        }
    }
    pieces
}

impl std::fmt::Display for GameFamily {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.pieces.join("K"))
    }
}

impl std::str::FromStr for GameFamily {
    type Err = TextError;

    /// A game with `K` in the place of a number; without one, `:K` is added.
    fn from_str(text: &str) -> Result<GameFamily, TextError> {
        let whole = if GameFamily::is_in(text) { text.to_owned() } else { format!("{text}:K") };
        let family = GameFamily { pieces: split(&whole) };
        let game = family.member(1).map_err(|error| {
            TextError::whole(text, format!("no game with a number K: {}", error.message()))
                .help("for example marking:K or own:colours=K:forbid=same/2:end=coloured")
        })?;
        match game.convention() {
            Convention::MakerBreaker => Ok(family),
            _ => Err(TextError::whole(
                text,
                "the least K is asked of games that Alice wins or loses",
            )
            .help("for example colouring:K, marking:K or edge-colouring:K")),
        }
    }
}
