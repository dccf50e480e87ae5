//! A game in progress.

use chromex_graphs::Board;
use chromex_graphs::ops::{line_graph, total_graph};

use crate::game::Game;
use crate::palette::{Colour, UNCOLOURED};
use crate::rules::{Conflict, Convention, Elements, Player, Verdict};

/// Colouring one cell, or skipping a turn ([`Move::SKIP`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The cell: a vertex, or a vertex of the second copy if its number is at least the order.
    pub cell: usize,
    /// The colour it gets.
    pub colour: Colour,
}

impl Move {
    /// Colouring nothing, where the game allows it. It has no cell.
    pub const SKIP: Move = Move { cell: usize::MAX, colour: UNCOLOURED };

    /// Whether nothing is coloured.
    pub fn is_skip(self) -> bool {
        self == Move::SKIP
    }
}

/// Why a move is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// There is no such cell.
    #[error("there is no vertex {0}")]
    NoSuchVertex(usize),
    /// There is no such colour.
    #[error("there is no colour {0}")]
    NoSuchColour(Colour),
    /// The cell has a colour already.
    #[error("vertex {0} is already coloured")]
    Coloured(String),
    /// The game does not let this player skip.
    #[error("{0} may not skip a turn")]
    NoSkip(&'static str),
    /// The colour belongs to the other player.
    #[error("{0} may not use {1}")]
    NotYours(&'static str, String),
    /// Another vertex has to be coloured first.
    #[error("vertex {0} cannot be coloured now: {1}")]
    NotYet(String, &'static str),
    /// The colour breaks the rule of the game.
    #[error("{0}")]
    Breaks(String),
}

/// Why a game cannot start from a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalPosition {
    /// The game is not defined on this graph.
    #[error("{0}")]
    Board(String),
    /// There is not one colour for each cell.
    #[error("{0} colours given for {1} cells")]
    Count(usize, usize),
    /// There is no such colour.
    #[error("there is no colour {0}")]
    NoSuchColour(Colour),
    /// The colouring breaks the rule of the game.
    #[error("illegal start position: {0}")]
    Breaks(String),
}

/// A game, a board, a partial colouring and whose turn it is. Always legal.
#[derive(Debug, Clone)]
pub struct Position {
    game: Game,
    board: Board,
    colouring: Vec<Colour>,
    turn: Player,
}

impl Position {
    /// The start of a game on the uncoloured board, with Left (Alice) to move.
    pub fn start(game: Game, board: Board) -> Result<Position, IllegalPosition> {
        let (game, board) = on_vertices(game, board)?;
        let cells = game.copies() * board.order();
        Position::new(game, board, vec![UNCOLOURED; cells], Player::Left)
    }

    /// A position with this colouring, which must obey the rule of the game. Where edges are
    /// coloured, it becomes a position of the same game on the line graph or the total graph.
    pub fn new(
        game: Game,
        board: Board,
        colouring: Vec<Colour>,
        turn: Player,
    ) -> Result<Position, IllegalPosition> {
        let (game, board) = on_vertices(game, board)?;
        game.accepts(board.graph()).map_err(IllegalPosition::Board)?;
        let cells = game.copies() * board.order();
        if colouring.len() != cells {
            return Err(IllegalPosition::Count(colouring.len(), cells));
        }
        let last = game.palette().len();
        if let Some(&colour) = colouring.iter().find(|&&c| usize::from(c) > last) {
            return Err(IllegalPosition::NoSuchColour(colour));
        }
        let position = Position { game, board, colouring, turn };
        match position.first_conflict() {
            Some((cell, conflict)) => {
                Err(IllegalPosition::Breaks(position.explain(cell, conflict)))
            }
            None => Ok(position),
        }
    }

    fn first_conflict(&self) -> Option<(usize, Conflict)> {
        let coloured = (0..self.cells()).filter(|&v| self.colouring[v] != UNCOLOURED);
        coloured
            .map(|v| (v, self.game.conflict(self.board.graph(), &self.colouring, v)))
            .find_map(|(v, conflict)| Some((v, conflict?)))
    }

    fn explain(&self, cell: usize, conflict: Conflict) -> String {
        let palette = self.game.palette();
        let described = |v: usize| {
            format!("vertex {} ({})", self.cell_name(v), palette.name(self.colouring[v]))
        };
        match conflict.with {
            Some(other) => {
                format!("{} against {}: {}", described(cell), described(other), conflict.rule)
            }
            None => format!("{}: {}", described(cell), conflict.rule),
        }
    }

    /// This position, but with `turn` to move.
    pub fn with_turn(mut self, turn: Player) -> Position {
        self.turn = turn;
        self
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The board that it is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour of each cell.
    pub fn colouring(&self) -> &[Colour] {
        &self.colouring
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.colouring.len()
    }

    /// How the game is won.
    pub fn convention(&self) -> Convention {
        self.game.convention()
    }

    /// What the papers call this player in this game.
    pub fn player_name(&self, player: Player) -> &'static str {
        self.convention().player_name(player)
    }

    /// The name of a cell: that of its vertex on the board, or its number with `A` or `B` in front on two
    /// copies.
    pub fn cell_name(&self, cell: usize) -> String {
        if self.game.copies() == 1 {
            return self.board.vertex_name(cell);
        }
        let (copy, vertex) = (cell / self.board.order(), cell % self.board.order());
        format!("{}{vertex}", ["A", "B"][copy.min(1)])
    }

    /// Whether `player` could make this move if it were his turn, and if not, why.
    pub fn check(&self, player: Player, m: Move) -> Result<(), IllegalMove> {
        if m.is_skip() {
            return self.check_skip(player);
        }
        if m.cell >= self.cells() {
            return Err(IllegalMove::NoSuchVertex(m.cell));
        }
        let palette = self.game.palette();
        if m.colour == UNCOLOURED || usize::from(m.colour) > palette.len() {
            return Err(IllegalMove::NoSuchColour(m.colour));
        }
        if self.colouring[m.cell] != UNCOLOURED {
            return Err(IllegalMove::Coloured(self.cell_name(m.cell)));
        }
        if self.game.ended(self.board.graph(), &self.colouring).is_some() {
            return Err(IllegalMove::Over);
        }
        if !self.game.may_use(player, m.colour) {
            let name = self.player_name(player);
            return Err(IllegalMove::NotYours(name, palette.name(m.colour)));
        }
        if let Some(why) = self.game.not_yet(self.board.graph(), &self.colouring, m.cell) {
            return Err(IllegalMove::NotYet(self.cell_name(m.cell), why));
        }
        let mut after = self.clone();
        after.colouring[m.cell] = m.colour;
        match self.game.conflict(self.board.graph(), &after.colouring, m.cell) {
            Some(conflict) => Err(IllegalMove::Breaks(after.explain(m.cell, conflict))),
            None => Ok(()),
        }
    }

    fn check_skip(&self, player: Player) -> Result<(), IllegalMove> {
        if self.game.skips() != Some(player) {
            return Err(IllegalMove::NoSkip(self.player_name(player)));
        }
        let can_colour = |player| !self.colourings(player, 1).is_empty();
        match can_colour(player) || can_colour(player.opponent()) {
            true => Ok(()),
            false => Err(IllegalMove::Over),
        }
    }

    /// The legal moves of the player whose turn it is, by cell and colour; skipping comes last.
    pub fn moves(&self) -> Vec<Move> {
        self.first_moves(usize::MAX)
    }

    /// As [`Position::moves`], for callers with little time: `go_on` is asked before each cell, and
    /// the answer is `None` if it says no. This matters on large boards with rules that reach far.
    pub fn moves_while(&self, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let is_whole = self.each_colouring(self.turn, &mut |m| {
            moves.extend(m);
            go_on()
        });
        is_whole.then(|| {
            moves.extend(self.check_skip(self.turn).is_ok().then_some(Move::SKIP));
            moves
        })
    }

    /// The first of the moves, at most `most`, and perhaps a skip.
    fn first_moves(&self, most: usize) -> Vec<Move> {
        let mut moves = self.colourings(self.turn, most);
        if self.check_skip(self.turn).is_ok() {
            moves.push(Move::SKIP);
        }
        moves
    }

    /// The first moves, at most `most`, that colour something and that `player` could make if it
    /// were his turn.
    fn colourings(&self, player: Player, most: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_colouring(player, &mut |m| {
            moves.extend(m);
            moves.len() < most
        });
        moves
    }

    /// Calls `visit` with `None` before each cell is looked at and with every move that colours it
    /// and that `player` could make if it were his turn, until `visit` says that this is enough.
    fn each_colouring(&self, player: Player, visit: &mut dyn FnMut(Option<Move>) -> bool) -> bool {
        let graph = self.board.graph();
        if self.game.ended(graph, &self.colouring).is_some() {
            return true;
        }
        let mut colouring = self.colouring.clone();
        for cell in 0..self.cells() {
            if !visit(None) {
                return false;
            }
            if colouring[cell] != UNCOLOURED || self.game.not_yet(graph, &colouring, cell).is_some()
            {
                continue;
            }
            for colour in self.game.palette().colours() {
                if !self.game.may_use(player, colour) {
                    continue;
                }
                colouring[cell] = colour;
                let is_legal = self.game.conflict(graph, &colouring, cell).is_none();
                if is_legal && !visit(Some(Move { cell, colour })) {
                    return false;
                }
            }
            colouring[cell] = UNCOLOURED;
        }
        true
    }

    /// The position after a move of the player whose turn it is.
    pub fn play(&self, m: Move) -> Result<Position, IllegalMove> {
        self.check(self.turn, m)?;
        let mut after = self.clone();
        if !m.is_skip() {
            after.colouring[m.cell] = m.colour;
        }
        after.turn = self.turn.opponent();
        Ok(after)
    }

    /// The verdict, if the game is over.
    pub fn verdict(&self) -> Option<Verdict> {
        let graph = self.board.graph();
        self.game.ended(graph, &self.colouring).or_else(|| {
            self.first_moves(1)
                .is_empty()
                .then(|| self.game.when_stuck(graph, &self.colouring, self.turn))
        })
    }
}

/// For a game that colours edges: the game and the board on which these are vertices.
pub(crate) fn on_vertices(game: Game, board: Board) -> Result<(Game, Board), IllegalPosition> {
    let refused = |why: String| IllegalPosition::Board(why);
    let (name, made) = match game.elements() {
        Elements::Vertices => return Ok((game, board)),
        Elements::Edges => ("line", line_graph(&board)),
        Elements::Both => ("total", total_graph(&board)),
    };
    let made = made.map_err(|error| refused(format!("{}: {error}", game.name())))?;
    let undeclared =
        || refused(format!("{} does not declare its rules on edges as data", game.name()));
    let named = made.named(format!("{name}({})", board.name()));
    Ok((game.on_vertices().ok_or_else(undeclared)?, named))
}
