//! Words, tables and boards for people; JSON for programs.

use chromex::rules::{Colour, Palette, Position, UNCOLOURED};
pub(crate) use chromex::text::{count, counted, seconds};

/// Whether to use the colours of the terminal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    coloured: bool,
}

impl Style {
    /// A style with or without colours.
    pub(crate) fn new(coloured: bool) -> Style {
        Style { coloured }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Important words.
    pub(crate) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Words in the background.
    pub(crate) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// The word `error:`.
    pub(crate) fn error(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    fn cell(self, palette: Palette<'_>, colour: Colour, text: &str) -> String {
        let code = match (palette, colour) {
            (Palette::Named(names), c) => match &*names[usize::from(c) - 1] {
                "Black" => "1;97;40",
                "White" => "1;30;107",
                "Red" => "1;97;41",
                _ => "1;97;44",
            },
            (Palette::Numbers(_), c) => {
                const PAINTS: [&str; 8] = [
                    "1;97;44", "1;30;43", "1;30;42", "1;97;45", "1;30;46", "1;97;41", "1;30;47",
                    "1;97;100",
                ];
                PAINTS[(usize::from(c) - 1) % PAINTS.len()]
            }
        };
        self.paint(code, text)
    }
}

/// Boards with more vertices than this are not drawn in the terminal.
const MAX_DRAWN: usize = 900;

/// Rows longer than this are wrapped when the board has no rows of its own.
const WRAP: usize = 20;

/// The board as lines of text: `[B]` where it is coloured, the name of the vertex elsewhere.
pub(crate) fn draw(position: &Position, style: Style) -> Vec<String> {
    let order = position.board().order();
    if order == 0 || order > MAX_DRAWN {
        return Vec::new();
    }
    let copies = position.colouring().chunks(order);
    let drawn: Vec<Vec<String>> = copies.map(|copy| draw_copy(position, copy, style)).collect();
    if drawn.len() == 1 {
        return drawn.into_iter().next().unwrap_or_default();
    }
    let mut lines = Vec::new();
    for (title, copy) in ["Alice's copy (A)", "Bob's copy (B)"].iter().zip(drawn) {
        lines.push(style.dim(title));
        lines.extend(copy);
    }
    lines
}

fn draw_copy(position: &Position, copy: &[Colour], style: Style) -> Vec<String> {
    let palette = position.game().palette();
    let names: Vec<String> = (0..copy.len()).map(|v| position.board().vertex_name(v)).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let row_length = position.board().row_length().unwrap_or(WRAP).max(1);
    let cell = |(v, &colour): (usize, &Colour)| match colour {
        UNCOLOURED => style.dim(&format!(" {:>width$} ", names[v])),
        _ => {
            let text = format!("[{:>width$}]", palette.symbol(colour));
            style.cell(palette, colour, &text)
        }
    };
    let cells: Vec<String> = copy.iter().enumerate().map(cell).collect();
    cells.chunks(row_length).map(|row| row.concat().trim_end().to_owned()).collect()
}

/// Pads on the right, counting characters rather than bytes.
pub(crate) fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

/// Breaks words into lines of at most `width` characters.
pub(crate) fn wrap(words: impl IntoIterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let line = lines.last_mut().expect("there is always one");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word);
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_as_boards() {
        let position: Position = "icol grid:2x3 B../..W left".parse().unwrap();
        assert_eq!(draw(&position, Style::new(false)), ["[B] 1  2", " 3  4 [W]"]);
        assert!(draw(&position, Style::new(true))[0].contains("\x1b["));
        let two: Position = "orthogonal:2 path:2 1.|.2 alice".parse().unwrap();
        assert_eq!(draw(&two, Style::new(false)).len(), 4);
    }

    #[test]
    fn words_wrap() {
        let words = ["aa", "bb", "cc"].map(String::from);
        assert_eq!(wrap(words, 5), ["aa bb", "cc"]);
    }
}
