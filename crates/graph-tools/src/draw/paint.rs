//! The colours of the games, on the screen and on paper.

/// The paints of the games.
///
/// All come from the palette of Okabe and Ito, which colour-blind people can distinguish. Colour is
/// never the only difference: black is a plain disc, white a disc with a ring, red a diamond, blue
/// a square, and a numbered colour carries its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// A black disc.
    Black,
    /// A white disc with a ring.
    White,
    /// A red diamond.
    Red,
    /// A blue square.
    Blue,
    /// Colour 1, 2, … of a colouring game; after the last colour of the palette the first is used
    /// again.
    Number(u8),
}

/// The outline of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Disc,
    RingedDisc,
    Diamond,
    Square,
}

/// The colours of the disc and of the label, for the numbered colours.
const PALETTE: [(&str, &str); 8] = [
    ("#e69f00", DARK),
    ("#56b4e9", DARK),
    ("#009e73", DARK),
    ("#f0e442", DARK),
    ("#0072b2", LIGHT),
    ("#d55e00", DARK),
    ("#cc79a7", DARK),
    ("#999999", DARK),
];

const DARK: &str = "#111111";
const LIGHT: &str = "#ffffff";

impl Paint {
    /// The text on a vertex of this colour, unless it has a label.
    pub(super) fn letter(self) -> String {
        match self {
            Paint::Number(number) => number.to_string(),
            // Their shapes distinguish them.
            Paint::Black | Paint::White | Paint::Red | Paint::Blue => String::new(),
        }
    }

    /// The name of the paint in words.
    pub(super) fn name(self) -> String {
        match self {
            Paint::Black => "black".to_owned(),
            Paint::White => "white".to_owned(),
            Paint::Red => "red".to_owned(),
            Paint::Blue => "blue".to_owned(),
            Paint::Number(number) => format!("colour {number}"),
        }
    }

    /// The class of the paint in the style sheet.
    pub(super) fn class(self) -> String {
        match self {
            Paint::Number(number) => format!("c{}", palette_index(number) + 1),
            _ => self.name(),
        }
    }

    pub(super) fn shape(self) -> Shape {
        match self {
            Paint::Black | Paint::Number(_) => Shape::Disc,
            Paint::White => Shape::RingedDisc,
            Paint::Red => Shape::Diamond,
            Paint::Blue => Shape::Square,
        }
    }

    /// The colour of the vertex and of the text on it.
    pub(super) fn fill_and_ink(self) -> (&'static str, &'static str) {
        match self {
            Paint::Black => ("#111111", LIGHT),
            Paint::White => ("#ffffff", DARK),
            Paint::Red => ("#d55e00", DARK),
            Paint::Blue => ("#0072b2", LIGHT),
            Paint::Number(number) => PALETTE[palette_index(number)],
        }
    }

    /// One paint of each class.
    pub(super) fn classes() -> impl Iterator<Item = Paint> {
        let named = [Paint::Black, Paint::White, Paint::Red, Paint::Blue];
        named.into_iter().chain((1..=PALETTE.len()).map(|number| Paint::Number(number as u8)))
    }
}

fn palette_index(number: u8) -> usize {
    (usize::from(number) + PALETTE.len() - 1) % PALETTE.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_repeats() {
        assert_eq!(Paint::Number(9).class(), Paint::Number(1).class());
        assert_eq!(Paint::Number(9).letter(), "9");
        // There is no colour 0, but it must not panic.
        assert_eq!(Paint::Number(0).class(), "c8");
    }

    #[test]
    fn every_paint_has_a_cue_other_than_colour() {
        let cue = |paint: Paint| (format!("{:?}", paint.shape()), paint.letter());
        let mut cues: Vec<_> = Paint::classes().map(cue).collect();
        cues.sort();
        cues.dedup();
        assert_eq!(cues.len(), Paint::classes().count());
    }
}
