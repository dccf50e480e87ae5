//! Positions.

use chromex::graphs::formats;
use chromex::graphs::symmetry::Symmetry;
use chromex::rules::{self, Convention, Player, UNCOLOURED, Verdict, parse_game};
use pyo3::prelude::*;

use crate::graph::{Exported, Graph, export};
use crate::run::bad;

/// A game in progress; never changes.
#[pyclass(frozen, module = "chromex._chromex")]
pub struct Position(pub rules::Position);

#[pymethods]
impl Position {
    /// A game on a graph, from a colouring in the notation of positions.
    #[new]
    #[pyo3(signature = (game, graph, colouring=None, turn=None))]
    fn new(
        game: &str,
        graph: &Graph,
        colouring: Option<&str>,
        turn: Option<&str>,
    ) -> PyResult<Position> {
        let game = parse_game(game).map_err(bad)?;
        let turn = turn.map(str::parse).transpose().map_err(bad)?.unwrap_or(Player::Left);
        let board = graph.0.clone();
        match colouring {
            None => Ok(Position(rules::Position::start(game, board).map_err(bad)?.with_turn(turn))),
            Some(text) => rules::Position::read(game, board, text, turn).map(Position).map_err(bad),
        }
    }

    /// A position in the one-line notation.
    #[staticmethod]
    fn parse(line: &str) -> PyResult<Position> {
        line.parse().map(Position).map_err(bad)
    }

    #[getter]
    fn game(&self) -> String {
        self.0.game().name()
    }

    #[getter]
    fn graph(&self) -> Graph {
        Graph(self.0.board().clone())
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.0.player_name(self.0.turn())
    }

    #[getter]
    fn convention(&self) -> String {
        self.0.convention().to_string()
    }

    #[getter]
    fn colouring(&self) -> String {
        self.0.write_colouring()
    }

    /// The colour of each cell as a number, 0 for uncoloured.
    fn colours(&self) -> Vec<u16> {
        self.0.colouring().iter().map(|&colour| colour.into()).collect()
    }

    /// The names of the colours.
    fn palette(&self) -> Vec<String> {
        let palette = self.0.game().palette();
        palette.colours().map(|colour| palette.name(colour)).collect()
    }

    fn moves(&self) -> Vec<String> {
        self.0.moves().into_iter().map(|m| self.0.write_move(m)).collect()
    }

    fn play(&self, played: &str) -> PyResult<Position> {
        let m = self.0.read_move(played).map_err(bad)?;
        self.0.play(m).map(Position).map_err(|error| bad(format!("{played}: {error}")))
    }

    /// This position with another player to move.
    fn with_turn(&self, turn: &str) -> PyResult<Position> {
        Ok(Position(self.0.clone().with_turn(turn.parse().map_err(bad)?)))
    }

    /// The end of the game: the winner or the score.
    fn result(&self) -> (Option<&'static str>, Option<i32>) {
        match self.0.verdict() {
            None => (None, None),
            Some(Verdict::Wins(player)) => (Some(self.0.player_name(player)), None),
            Some(Verdict::Score(score)) => (None, Some(score)),
        }
    }

    /// The position in an export format; if `file`, exactly as in a file.
    fn export<'py>(&self, py: Python<'py>, format: &str, file: bool) -> Exported<'py> {
        export(py, &chromex::export::sheet(&self.0).map_err(bad)?, format, file)
    }

    fn line(&self) -> String {
        self.0.to_string()
    }

    /// A position of the same value that is equal for all positions which symmetries of the graph
    /// and renaming of interchangeable colours map to each other.
    fn canonical(&self) -> Position {
        Position(canonical(&self.0).unwrap_or_else(|| self.0.clone()))
    }
}

/// See [`Position::canonical`]. In impartial games it does not matter whose turn it is. `None` if
/// symmetries of the graph are not symmetries of the game, or the graph is too large.
fn canonical(position: &rules::Position) -> Option<rules::Position> {
    let (game, board) = (position.game(), position.board());
    let order = board.order();
    if !game.respects_symmetry() || order == 0 || order > MAX_FOR_SYMMETRY {
        return None;
    }
    let turn = match position.convention() {
        Convention::Impartial => Player::Left,
        _ => position.turn(),
    };
    let copies: Vec<&[u8]> = position.colouring().chunks(order).collect();
    let renamings = if game.colours_alike() { renamings(&copies) } else { vec![vec![]] };
    let candidates = renamings.iter().filter_map(|renaming| {
        let renamed: Vec<Vec<u8>> =
            copies.iter().map(|copy| copy.iter().map(|&c| rename(renaming, c)).collect()).collect();
        let class =
            |v: usize| renamed.iter().fold(0_u32, |all, copy| all << 8 | u32::from(copy[v]));
        let classes: Vec<u32> = (0..order).map(class).collect();
        let symmetry = Symmetry::of(board.graph(), &classes)?;
        let at = |copy: &Vec<u8>| -> Vec<u8> {
            symmetry.labelling().iter().map(|&old| copy[old as usize]).collect()
        };
        let colouring: Vec<u8> = renamed.iter().flat_map(at).collect();
        let graph = symmetry.canonical(board.graph());
        Some((graph.edges().collect::<Vec<_>>(), colouring, graph))
    });
    let (_, colouring, graph) = candidates.min_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)))?;
    let board = chromex::graphs::Board::new(graph.clone(), formats::expression(&graph));
    rules::Position::new(game.clone(), board, colouring, turn).ok()
}

/// On larger graphs nauty may be slow.
const MAX_FOR_SYMMETRY: usize = 500;

/// If more colours are in use, not all permutations are tried.
const MAX_PERMUTED: usize = 5;

/// The ways to rename the colours in use to 1, 2, …, the same for every copy; these are enough for
/// a normal form.
fn renamings(copies: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut used: Vec<u8> = copies.concat().into_iter().filter(|&c| c != UNCOLOURED).collect();
    used.sort_unstable();
    used.dedup();
    if used.len() > MAX_PERMUTED {
        return vec![used];
    }
    permutations(used)
}

fn permutations(items: Vec<u8>) -> Vec<Vec<u8>> {
    if items.is_empty() {
        return vec![vec![]];
    }
    let with_first = |i: usize| {
        let mut rest = items.clone();
        let first = rest.remove(i);
        permutations(rest).into_iter().map(move |tail| [vec![first], tail].concat())
    };
    (0..items.len()).flat_map(with_first).collect()
}

/// The place of a colour in a renaming, from 1; unchanged if there is none.
fn rename(renaming: &[u8], colour: u8) -> u8 {
    renaming.iter().position(|&c| c == colour).map_or(colour, |at| at as u8 + 1)
}
