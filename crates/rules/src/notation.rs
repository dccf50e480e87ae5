//! How positions and moves are typed and printed.
//!
//! A *colouring* is one symbol a vertex (`.` for uncoloured), rows separated by `/` on boards that
//! have rows, copies separated by `|`; or a list of pairs `v=c`. A *position* is a line
//! `GAME GRAPH COLOURING PLAYER`, for example `icol grid:2x3 B../..W left`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use chromex_graphs::{Board, TextError};

use crate::game::Game;
use crate::games::parse_game;
use crate::palette::{Colour, Palette, UNCOLOURED};
use crate::position::{Move, Position, on_vertices};
use crate::rules::Player;

/// The word for skipping a turn.
const SKIP: &str = "skip";

/// The colouring that a text describes, one colour for each cell, not yet checked against the
/// rules.
fn parse_colouring(game: &Game, board: &Board, text: &str) -> Result<Vec<Colour>, TextError> {
    if text.contains('=') {
        return parse_pairs(game, board, text);
    }
    let palette = game.palette();
    let mut colouring = Vec::new();
    for (at, symbol) in text.char_indices() {
        let span = at..at + symbol.len_utf8();
        if symbol == '/' || symbol == '|' {
            check_separator(board, text, span, symbol, colouring.len())?;
            continue;
        }
        let Some(colour) = palette.parse(symbol) else {
            return Err(unknown_symbol(text, span, symbol, palette));
        };
        colouring.push(colour);
    }
    let cells = game.copies() * board.order();
    if colouring.len() != cells {
        let given = colouring.len();
        let example = if game.copies() > 1 { "A0=1,B1=2" } else { "0=1,4=2" };
        let message = format!("{given} symbols for {cells} vertices ({})", board.name());
        return Err(TextError::whole(text, message)
            .help(format!("write one symbol a vertex, or pairs such as {example}")));
    }
    Ok(colouring)
}

fn unknown_symbol(text: &str, span: Range<usize>, symbol: char, palette: Palette<'_>) -> TextError {
    TextError::new(text, span, format!("`{symbol}` is no colour of this game"))
        .help(format!("the colours are {}; `.` or 0 is uncoloured", palette.describe()))
}

/// `/` may stand only at the end of a row, `|` only between copies.
fn check_separator(
    board: &Board,
    text: &str,
    span: Range<usize>,
    symbol: char,
    so_far: usize,
) -> Result<(), TextError> {
    let (length, whole) = match symbol {
        '|' => (Some(board.order()), "copy of the graph"),
        _ => (board.row_length(), "row"),
    };
    let Some(length) = length else {
        return Err(TextError::new(text, span, format!("{} has no rows", board.name())));
    };
    if so_far > 0 && length > 0 && so_far.is_multiple_of(length) {
        return Ok(());
    }
    let message = format!("`{symbol}` must come at the end of a {whole} ({length} vertices)");
    Err(TextError::new(text, span, message))
}

fn parse_pairs(game: &Game, board: &Board, text: &str) -> Result<Vec<Colour>, TextError> {
    let mut colouring = vec![UNCOLOURED; game.copies() * board.order()];
    let mut start = 0;
    for piece in text.split([',', ' ']) {
        let span = start..start + piece.len();
        start = span.end + 1;
        if piece.is_empty() {
            continue;
        }
        let m = parse_pair(game, board, text, span.clone())?;
        if colouring[m.cell] != UNCOLOURED {
            return Err(TextError::new(text, span, "this vertex is given twice"));
        }
        colouring[m.cell] = m.colour;
    }
    Ok(colouring)
}

/// The pair `v=c` at `span`; on two copies `A3=1` or `B3=1`.
fn parse_pair(
    game: &Game,
    board: &Board,
    text: &str,
    span: Range<usize>,
) -> Result<Move, TextError> {
    let piece = &text[span.clone()];
    let Some((name, symbol)) = piece.split_once('=') else {
        return Err(TextError::new(text, span, "expected a pair `vertex=colour`"));
    };
    let Some(cell) = parse_cell(game, board, name) else {
        let (most, n) = (board.order().saturating_sub(1), board.order());
        let form = if game.copies() > 1 { "A0, A1, … and B0, B1, …" } else { "0, 1, 2, …" };
        let at = span.start..span.start + name.len();
        return Err(TextError::new(text, at, format!("`{name}` is no vertex")).help(
            match board.labels() {
                Some(labels) => format!("the {n} cells are {}", some_of(labels)),
                None => format!("the {n} vertices are {form} up to {most}"),
            },
        ));
    };
    let palette = game.palette();
    let mut symbols = symbol.chars();
    let colour = match (symbols.next(), symbols.next()) {
        (Some(symbol), None) => palette.parse(symbol),
        _ => None,
    };
    let at = span.start + name.len() + 1..span.end;
    let colour = colour.ok_or_else(|| {
        TextError::new(text, at, format!("`{symbol}` is no colour of this game"))
            .help(format!("the colours are {}; `.` or 0 is uncoloured", palette.describe()))
    })?;
    Ok(Move { cell, colour })
}

/// The first few names, for an error message.
fn some_of(labels: &[String]) -> String {
    let more = if labels.len() > 8 { ", …" } else { "" };
    labels[..labels.len().min(8)].join(", ") + more
}

fn parse_cell(game: &Game, board: &Board, name: &str) -> Option<usize> {
    let (copy, digits) = match name.chars().next() {
        Some('A' | 'a') if game.copies() > 1 => (0, &name[1..]),
        Some('B' | 'b') if game.copies() > 1 => (1, &name[1..]),
        _ if game.copies() > 1 => return None,
        _ => (0, name),
    };
    let vertex = board.vertex_named(digits)?;
    Some(copy * board.order() + vertex)
}

/// The player with this name: Left or Alice, Right or Bob.
fn parse_player(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "left" | "alice" => Some(Player::Left),
        "right" | "bob" => Some(Player::Right),
        _ => None,
    }
}

impl FromStr for Player {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Player, TextError> {
        parse_player(text).ok_or_else(|| {
            TextError::whole(text, format!("there is no player `{text}`"))
                .help("the players are left and right, or alice and bob")
                .did_you_mean(text, ["left", "right", "alice", "bob"])
        })
    }
}

impl Position {
    /// The position with the colouring that a text describes.
    ///
    /// ```
    /// use chromex_graphs::parse;
    /// use chromex_rules::{Player, Position, parse_game};
    /// let (game, board) = (parse_game("icol")?, parse("grid:2x3")?);
    /// let rows = Position::read(game.clone(), board.clone(), "B../..W", Player::Left)?;
    /// let pairs = Position::read(game, board, "0=B,5=W", Player::Left)?;
    /// assert_eq!(rows.colouring(), pairs.colouring());
    /// # Ok::<(), chromex_graphs::TextError>(())
    /// ```
    pub fn read(
        game: Game,
        board: Board,
        colouring: &str,
        turn: Player,
    ) -> Result<Position, TextError> {
        let (game, board) = on_vertices(game, board)
            .map_err(|error| TextError::whole(colouring, error.to_string()))?;
        let cells = parse_colouring(&game, &board, colouring)?;
        Position::new(game, board, cells, turn)
            .map_err(|error| TextError::whole(colouring, error.to_string()))
    }

    /// Reads the position on a line. Refuses a graph that has more than `most` vertices or edges,
    /// also if only a step on the way to it has: for lines that come from strangers.
    pub fn parse_within(line: &str, most: usize) -> Result<Position, TextError> {
        read_line(line, |graph| chromex_graphs::parse_within(graph, most))
    }

    /// The colouring as one symbol a vertex.
    pub fn write_colouring(&self) -> String {
        let (palette, order) = (self.game().palette(), self.board().order());
        let mut text = String::new();
        for (cell, &colour) in self.colouring().iter().enumerate() {
            let vertex = cell % order;
            if cell > 0 && vertex == 0 {
                text.push('|');
            } else if vertex > 0 && self.board().row_length().is_some_and(|r| vertex % r == 0) {
                text.push('/');
            }
            text.push(palette.symbol(colour));
        }
        text
    }

    /// A move as it is typed: `4=B`, or `skip`.
    pub fn write_move(&self, m: Move) -> String {
        if m.is_skip() {
            return SKIP.to_owned();
        }
        format!("{}={}", self.cell_name(m.cell), self.game().palette().symbol(m.colour))
    }

    /// The move that a text describes, legal or not.
    pub fn read_move(&self, text: &str) -> Result<Move, TextError> {
        if text == SKIP {
            return Ok(Move::SKIP);
        }
        parse_pair(self.game(), self.board(), text, 0..text.len())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colouring = self.write_colouring();
        let colouring = if colouring.is_empty() { "-" } else { &colouring };
        let player = self.player_name(self.turn()).to_lowercase();
        write!(f, "{} {} {colouring} {player}", self.game().name(), self.board().name())
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        read_line(text, chromex_graphs::parse)
    }
}

/// The position on a line, whose graph is read by `read_graph`.
fn read_line(
    text: &str,
    read_graph: impl Fn(&str) -> Result<Board, TextError>,
) -> Result<Position, TextError> {
    let pieces: Vec<&str> = text.split_whitespace().collect();
    let &[game, graph, colouring, player] = pieces.as_slice() else {
        return Err(TextError::whole(text, "a position is `GAME GRAPH COLOURING PLAYER`")
            .help("for example icol grid:2x3 B../..W left"));
    };
    let (game, board) = (parse_game(game)?, read_graph(graph)?);
    let colouring = if colouring == "-" { "" } else { colouring };
    Position::read(game, board, colouring, player.parse()?)
}
