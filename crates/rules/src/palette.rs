//! The names of colours.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// A colour: 1 to K, or [`UNCOLOURED`].
pub type Colour = u8;

/// The mark of a vertex that has no colour yet.
pub const UNCOLOURED: Colour = 0;

/// Only so many colours have a symbol.
pub const MAX_COLOURS: usize = SYMBOLS.len();

const SYMBOLS: &[u8] = b"123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The colours of a game and how they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette<'a> {
    /// Colours with names; the initials are their symbols.
    Named(&'a [Cow<'static, str>]),
    /// Colours 1 to K, written 1–9, a–z, A–Z.
    Numbers(u8),
}

impl Palette<'_> {
    /// Black and White.
    pub const BLACK_WHITE: Palette<'static> =
        Palette::Named(&[Cow::Borrowed("Black"), Cow::Borrowed("White")]);

    /// The number of colours.
    pub fn len(self) -> usize {
        match self {
            Palette::Named(names) => names.len(),
            Palette::Numbers(count) => count.into(),
        }
    }

    /// Whether there is no colour at all.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// All colours.
    pub fn colours(self) -> RangeInclusive<Colour> {
        1..=self.len() as Colour
    }

    /// The symbol of a colour: `.` for none.
    pub fn symbol(self, colour: Colour) -> char {
        match (self, colour) {
            (_, UNCOLOURED) => '.',
            (Palette::Named(names), c) => names[usize::from(c) - 1].chars().next().unwrap_or('?'),
            (Palette::Numbers(_), c) => SYMBOLS[usize::from(c) - 1].into(),
        }
    }

    /// The name of a colour for sentences: `Black`, or `colour 2`.
    pub fn name(self, colour: Colour) -> String {
        match (self, colour) {
            (_, UNCOLOURED) => "uncoloured".to_owned(),
            (Palette::Named(names), c) => names[usize::from(c) - 1].clone().into_owned(),
            (Palette::Numbers(_), c) => format!("colour {c}"),
        }
    }

    /// The name of a colour for lists: `Black`, or `2`.
    pub(crate) fn short(self, colour: Colour) -> String {
        match self {
            Palette::Named(_) => self.name(colour),
            Palette::Numbers(_) => colour.to_string(),
        }
    }

    /// The colour with this symbol. Digits and initials (of either case) both work for named
    /// colours; `.` and `0` mean uncoloured.
    pub fn parse(self, symbol: char) -> Option<Colour> {
        if symbol == '.' || symbol == '0' {
            return Some(UNCOLOURED);
        }
        let by_number = SYMBOLS
            .iter()
            .position(|&s| char::from(s) == symbol)
            .map(|i| i as Colour + 1)
            .filter(|&c| usize::from(c) <= self.len());
        match self {
            Palette::Numbers(_) => by_number,
            Palette::Named(names) => names
                .iter()
                .position(|name| name.starts_with(symbol.to_ascii_uppercase()))
                .map(|i| i as Colour + 1)
                .or(by_number.filter(|_| symbol.is_ascii_digit())),
        }
    }

    /// The symbols that may be typed, for error messages.
    pub fn describe(self) -> String {
        match self {
            Palette::Named(names) => names
                .iter()
                .enumerate()
                .map(|(i, name)| format!("{} or {} ({name})", &name[..1], i + 1))
                .collect::<Vec<_>>()
                .join(", "),
            Palette::Numbers(0 | 1) => "1".to_owned(),
            Palette::Numbers(k) => format!("1 to {}", self.symbol(k)),
        }
    }
}
