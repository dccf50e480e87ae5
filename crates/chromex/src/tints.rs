//! Tints (Uiterwijk, section 3.2): a board written with symbols for what each square can still
//! become.
//!
//! A coloured square is `B` or `W`, an open one `o` if it can take either colour, `b` or `w` if it
//! can take only that one, `x` if it can take none. A tint shows which colour a coloured neighbour
//! leaves possible, so a tinted chain or board stands for one with coloured vertices beside it.

use chromex_graphs::limit::rows;
use chromex_graphs::{Board, Graph, TextError};
use chromex_rules::{Colour, Condition, Game, PairRule, Player, Position, UNCOLOURED};

/// The symbols for a game whose two colours have letters, and whose condition is about adjacent
/// vertices.
struct Symbols {
    rule: PairRule,
    /// The letters of the two colours.
    letters: [char; 2],
}

impl Symbols {
    fn of(game: &Game) -> Option<Symbols> {
        let Condition::Pairs(rule) = game.condition() else { return None };
        let palette = game.palette();
        let letters = [1, 2].map(|colour| palette.symbol(colour));
        let fits = palette.len() == 2
            && game.copies() == 1
            && rule.reach() == 1
            && rule.arcs().next().is_none()
            && letters.iter().all(char::is_ascii_uppercase);
        fits.then_some(Symbols { rule, letters })
    }

    /// The symbol of an open square that can take the first colour, and the second.
    fn tint(&self, can: [bool; 2]) -> char {
        match can {
            [true, true] => 'o',
            [true, false] => self.letters[0].to_ascii_lowercase(),
            [false, true] => self.letters[1].to_ascii_lowercase(),
            [false, false] => 'x',
        }
    }

    /// The meaning of a symbol: the colour of the square, if it has one, and the colours that it
    /// can take.
    fn read(&self, symbol: char) -> Option<(Colour, [bool; 2])> {
        let coloured = |i: usize| (i as Colour + 1, [false, false]);
        let all = [[true, true], [true, false], [false, true], [false, false]];
        let letter = self.letters.iter().position(|&letter| letter == symbol).map(coloured);
        letter.or_else(|| Some((UNCOLOURED, *all.iter().find(|&&can| self.tint(can) == symbol)?)))
    }

    /// A colour that, at a neighbour, forbids a square exactly this one of its colours.
    fn leaving(&self, forbidden: Colour) -> Option<Colour> {
        let other = 3 - forbidden;
        let fits =
            |c: &Colour| !self.rule.allows_near(forbidden, *c) && self.rule.allows_near(other, *c);
        [1, 2].into_iter().find(fits)
    }
}

/// A position in tint symbols, with rows separated by `/`; `None` if the game has no such symbols, or
/// if the limit of the moment stops it.
///
/// ```
/// let position: chromex_rules::Position = "icol grid:2x3 B../... left".parse()?;
/// assert_eq!(chromex::tints(&position).unwrap(), "Bwo/woo");
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn tints(position: &Position) -> Option<String> {
    let symbols = Symbols::of(position.game())?;
    let row = position.board().row_length().unwrap_or(position.cells()).max(1);
    let mut trial = position.colouring().to_vec();
    let cells: Vec<char> =
        rows(position.cells()).map(|v| symbol(position, &symbols, v, &mut trial)).collect();
    // It was time to stop.
    if cells.len() < position.cells() {
        return None;
    }
    let lines: Vec<String> = cells.chunks(row).map(|row| row.iter().collect()).collect();
    Some(lines.join("/"))
}

fn symbol(position: &Position, symbols: &Symbols, v: usize, trial: &mut [Colour]) -> char {
    match position.colouring()[v] {
        UNCOLOURED => symbols.tint(can_take(position, v, trial)),
        colour => position.game().palette().symbol(colour),
    }
}

/// Which of the two colours an open square can take, by either player. `trial` is changed for the
/// tests and then restored.
fn can_take(position: &Position, v: usize, trial: &mut [Colour]) -> [bool; 2] {
    let can = [1, 2].map(|colour| {
        trial[v] = colour;
        position.game().conflict(position.board().graph(), trial, v).is_none()
    });
    trial[v] = UNCOLOURED;
    can
}

/// The position that tint symbols stand for, Left to move: a chain, or a board with rows of equal length, and coloured
/// vertices beside tinted squares where the board itself does not explain the tint.
///
/// ```
/// let game = chromex_rules::Game::icol();
/// let position = chromex::read_tints(&game, "boow")?;
/// assert_eq!(position.to_string(), "icol edges:0-1,0-4,1-2,2-3,3-5 ....WB left");
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn read_tints(game: &Game, text: &str) -> Result<Position, TextError> {
    let Some(symbols) = Symbols::of(game) else {
        let message = format!("`{game}` has no tints");
        return Err(TextError::whole(text, message).help(
            "tints are for games with two colours that have letters: icol, isnort, col, snort",
        ));
    };
    let squares = squares(text, &symbols)?;
    let row = text.find('/').unwrap_or(text.len());
    let mut edges = grid_edges(squares.len(), row);
    let mut colouring: Vec<Colour> = squares.iter().map(|square| square.colour).collect();
    let plain = on_graph(game, text, squares.len(), &edges, colouring.clone())?;
    let mut trial = colouring.clone();
    for (v, square) in squares.iter().enumerate().filter(|(_, s)| s.colour == UNCOLOURED) {
        let now = can_take(&plain, v, &mut trial);
        for (i, colour) in [1, 2].into_iter().enumerate() {
            match (square.can[i], now[i]) {
                (true, false) => {
                    let message = format!("this square cannot take {}", symbols.letters[i]);
                    return Err(TextError::new(text, square.at..square.at + 1, message)
                        .help(format!("its neighbours make it `{}`", symbols.tint(now))));
                }
                (false, true) => {
                    let Some(beside) = symbols.leaving(colour) else {
                        let message = "no neighbour leaves such a tint in this game";
                        return Err(TextError::new(text, square.at..square.at + 1, message));
                    };
                    edges.push((v, colouring.len()));
                    colouring.push(beside);
                }
                _ => {}
            }
        }
    }
    on_graph(game, text, colouring.len(), &edges, colouring)
}

/// A square as it was typed.
struct Square {
    at: usize,
    colour: Colour,
    can: [bool; 2],
}

fn squares(text: &str, symbols: &Symbols) -> Result<Vec<Square>, TextError> {
    let row = text.find('/').unwrap_or(text.len());
    if row == 0 || text.split('/').any(|each| each.len() != row) {
        return Err(TextError::whole(text, "rows of equal length, divided by `/`, are needed"));
    }
    let typed = text.char_indices().filter(|(_, symbol)| *symbol != '/');
    let read = |(at, symbol): (usize, char)| match symbols.read(symbol) {
        Some((colour, can)) => Ok(Square { at, colour, can }),
        None => {
            let [first, second] = symbols.letters;
            let known = format!(
                "the symbols are {first} {second} {} {} o x",
                first.to_ascii_lowercase(),
                second.to_ascii_lowercase()
            );
            let message = format!("`{symbol}` is no tint");
            Err(TextError::new(text, at..at + symbol.len_utf8(), message).help(known))
        }
    };
    typed.map(read).collect()
}

fn grid_edges(cells: usize, row: usize) -> Vec<(usize, usize)> {
    let right = (0..cells).filter(|v| v % row + 1 < row).map(|v| (v, v + 1));
    let down = (0..cells).filter(|v| v + row < cells).map(|v| (v, v + row));
    right.chain(down).collect()
}

fn on_graph(
    game: &Game,
    text: &str,
    order: usize,
    edges: &[(usize, usize)],
    colouring: Vec<Colour>,
) -> Result<Position, TextError> {
    let refused = |why: String| TextError::whole(text, why);
    let graph =
        Graph::undirected(order, edges.iter().copied()).map_err(|e| refused(e.to_string()))?;
    let name = expression(&graph);
    Position::new(game.clone(), Board::new(graph, name), colouring, Player::Left)
        .map_err(|why| refused(why.to_string()))
}

/// The graph as it is typed: its edges, and its isolated vertices.
fn expression(graph: &Graph) -> String {
    let edges = graph.edges().map(|(u, v)| format!("{u}-{v}"));
    let lonely = (0..graph.order()).filter(|&v| graph.degree(v) == 0).map(|v| v.to_string());
    format!("edges:{}", edges.chain(lonely).collect::<Vec<_>>().join(","))
}
