//! Words, tables and boards for people; JSON for programs.

use chromex::rules::{Colour, Palette, Position, UNCOLOURED};
pub use chromex::text::{count, counted, seconds};
use chromex::{Answer, MoveValue, Provenance, Statistics, Value};
use chromex_store::{Origin, Remembered};
use serde_json::{Value as Json, json};

/// Whether to use the colours of the terminal.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    coloured: bool,
}

impl Style {
    /// A style with or without colours.
    pub fn new(coloured: bool) -> Style {
        Style { coloured }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Important words.
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Words in the background.
    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// The word `error:`.
    pub fn error(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    fn cell(self, palette: Palette, colour: Colour, text: &str) -> String {
        let code = match (palette, colour) {
            (Palette::Named(names), c) => match names[usize::from(c) - 1] {
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

/// The board as lines of text: `[B]` where it is coloured, the number of the vertex elsewhere.
pub fn draw(position: &Position, style: Style) -> Vec<String> {
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
    let width = (copy.len() - 1).to_string().len();
    let row_length = position.board().row_length().unwrap_or(WRAP).max(1);
    let cell = |(v, &colour): (usize, &Colour)| match colour {
        UNCOLOURED => style.dim(&format!(" {v:>width$} ")),
        _ => {
            let text = format!("[{:>width$}]", palette.symbol(colour));
            style.cell(palette, colour, &text)
        }
    };
    let cells: Vec<String> = copy.iter().enumerate().map(cell).collect();
    cells.chunks(row_length).map(|row| row.concat().trim_end().to_owned()).collect()
}

/// An answer as JSON; one from the store tells since when it is there.
pub fn json_remembered(position: &Position, remembered: &Remembered) -> Json {
    let mut object = json_answer(position, &remembered.answer);
    if let Some(origin) = &remembered.origin {
        object["stored"] = json_origin(origin);
    }
    object
}

/// Where a stored answer came from.
pub fn json_origin(origin: &Origin) -> Json {
    json!({ "found": origin.found, "engine": origin.engine })
}

/// The fields that every JSON answer about a position begins with.
pub fn json_position(position: &Position) -> Json {
    json!({
        "game": position.game().name(),
        "graph": position.board().name(),
        "position": position.write_colouring(),
        "first": position.player_name(position.turn()),
    })
}

/// Whether the answer tells which moves are best: not if the search for them was given up.
pub fn lists_moves(position: &Position, answer: &Answer) -> bool {
    let all_found =
        answer.stopped.is_none() && !matches!(answer.provenance, Provenance::Theorem(_));
    let none_wins = answer
        .value
        .as_ref()
        .is_some_and(|value| value.winner(position.turn()) == Some(position.turn().opponent()));
    all_found || none_wins || !answer.moves.is_empty()
}

/// An answer as JSON, with the position it is about.
pub fn json_answer(position: &Position, answer: &Answer) -> Json {
    let text = |value: &dyn ToString| Json::String(value.to_string());
    let mut object = json_position(position);
    object["value"] = answer.value.as_ref().map_or(Json::Null, |v| text(v));
    object["outcome"] = answer.outcome.as_ref().map_or(Json::Null, |v| text(v));
    if let Some(Value::Form(form)) = &answer.value {
        object["mean"] = form.mean.to_string().into();
        object["temperature"] = form.temperature.to_string().into();
    }
    object["moves"] = match lists_moves(position, answer) {
        true => answer.moves.iter().map(|m| json_move(position, m)).collect(),
        false => Json::Null,
    };
    object["provenance"] = match answer.provenance {
        Provenance::Rules => "rules".into(),
        Provenance::Search => "search".into(),
        Provenance::Theorem(_) => "theorem".into(),
    };
    if let Provenance::Theorem(theorem) = answer.provenance {
        object["theorem"] = theorem.citation().into();
    }
    add_cost(&mut object, &answer.statistics);
    let whole = answer.value.is_some() || answer.known.is_none();
    object["complete"] = (answer.stopped.is_none() && whole).into();
    object["stopped"] = answer.stopped.map_or(Json::Null, |stop| text(&stop));
    object["known"] = answer.known.as_ref().map_or(Json::Null, |v| text(v));
    object
}

/// Adds what a search cost.
pub fn add_cost(object: &mut Json, statistics: &Statistics) {
    object["positions"] = statistics.positions.into();
    object["bytes"] = statistics.bytes.into();
    object["seconds"] = statistics.time.as_secs_f64().into();
}

/// A move with its value.
pub fn json_move(position: &Position, m: &MoveValue) -> Json {
    let symbol = position.game().palette().symbol(m.played.colour);
    let order = position.board().order();
    let mut object = json!({
        "move": position.write_move(m.played),
        "vertex": m.played.cell % order,
        "colour": symbol.to_string(),
        "value": m.value.as_ref().map(ToString::to_string),
    });
    if position.game().copies() > 1 {
        object["copy"] = ["A", "B"][m.played.cell / order].into();
    }
    object
}

/// Pads on the right, counting characters rather than bytes.
pub fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

/// Breaks words into lines of at most `width` characters.
pub fn wrap(words: impl IntoIterator<Item = String>, width: usize) -> Vec<String> {
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
