//! A game in progress on a board of any size: moves are checked by the literal rules, but only
//! where they can matter, so that the time of a move depends on its neighbourhood and not on the
//! size of the board.

use chromex_graphs::Board;
use chromex_rules::{Colour, Game, Goal, IllegalMove, Move, Player, Position, UNCOLOURED, Verdict};

/// Plays moves and says when the game is over. The incremental counterpart of [`Position`].
#[derive(Debug, Clone)]
pub struct Referee {
    game: Game,
    board: Board,
    colouring: Vec<Colour>,
    turn: Player,
    ended: Option<Verdict>,
    /// The first cell that each player may still be able to colour, in games in which an illegal
    /// move stays illegal.
    first_open: [usize; 2],
    /// How far a move has an effect, if the rule is about pairs of vertices.
    reach: Option<usize>,
}

impl Referee {
    /// A referee for the game that continues from this position.
    pub fn new(position: &Position) -> Referee {
        let (game, board) = (position.game().clone(), position.board().clone());
        let colouring = position.colouring().to_vec();
        let ended = game.ended(board.graph(), &colouring);
        let (turn, reach) = (position.turn(), game.pairwise_reach());
        Referee { game, board, colouring, turn, ended, first_open: [0; 2], reach }
    }

    /// The complete position.
    pub fn position(&self) -> Position {
        let (game, board) = (self.game.clone(), self.board.clone());
        Position::new(game, board, self.colouring.clone(), self.turn).expect("it is kept legal")
    }

    /// The game that is refereed.
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

    /// Whether `player` may make this move now, ignoring whether the game is over.
    pub fn allows(&mut self, player: Player, m: Move) -> bool {
        if m.is_skip() {
            return self.may_skip(player);
        }
        let colours = 1..=self.game.palette().len();
        m.cell < self.colouring.len()
            && colours.contains(&usize::from(m.colour))
            && self.colouring[m.cell] == UNCOLOURED
            && self.game.may_use(player, m.colour)
            && self.game.not_yet(self.board.graph(), &self.colouring, m.cell).is_none()
            && self.fits(m)
    }

    /// Whether `player` may skip a turn: if the game says so, and somebody can still colour something.
    fn may_skip(&mut self, player: Player) -> bool {
        self.game.skips() == Some(player)
            && [player, player.opponent()].into_iter().any(|who| self.first_open(who).is_some())
    }

    /// Whether the rule of the game lets the uncoloured cell have this colour.
    fn fits(&mut self, m: Move) -> bool {
        self.colouring[m.cell] = m.colour;
        let conflict = self.game.conflict(self.board.graph(), &self.colouring, m.cell);
        self.colouring[m.cell] = UNCOLOURED;
        conflict.is_none()
    }

    /// Makes a move of the player whose turn it is, or says why it may not be made.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if self.ended.is_some() {
            return Err(IllegalMove::Over);
        }
        if !self.allows(self.turn, m) {
            // The reason is only shown to people, so it may be found slowly.
            self.position().check(self.turn, m)?;
        }
        self.turn = self.turn.opponent();
        if !m.is_skip() {
            self.colouring[m.cell] = m.colour;
            self.ended = self.look_for_an_end(m.cell);
        }
        Ok(())
    }

    /// The result of `Rules::ended` after a move. In a game whose goal is to colour all vertices,
    /// only vertices within the reach of the cell just coloured can have lost their last colour.
    fn look_for_an_end(&mut self, cell: usize) -> Option<Verdict> {
        if self.game.goal() != Goal::ColourAll || self.reach != Some(1) {
            return self.game.ended(self.board.graph(), &self.colouring);
        }
        let (board, colours) = (self.board.clone(), self.game.palette().colours());
        let mut neighbours = board.graph().neighbours(cell);
        let dead = neighbours.any(|w| {
            self.colouring[w] == UNCOLOURED
                && !colours.clone().any(|colour| self.fits(Move { cell: w, colour }))
        });
        dead.then_some(Verdict::Wins(Player::Right))
    }

    /// The legal moves of the player to move, by cell and colour; the whole board is looked at.
    pub fn moves(&mut self) -> Vec<Move> {
        if self.ended.is_some() {
            return Vec::new();
        }
        let colourings = (0..self.colouring.len()).flat_map(|cell| self.moves_at(cell));
        let mut moves: Vec<Move> = colourings.collect();
        if self.may_skip(self.turn) {
            moves.push(Move::SKIP);
        }
        moves
    }

    /// The legal moves of the player to move at one cell, if the game is not over.
    pub fn moves_at(&mut self, cell: usize) -> Vec<Move> {
        let (player, colours) = (self.turn, self.game.palette().colours());
        let all = colours.map(|colour| Move { cell, colour });
        all.filter(|&m| self.allows(player, m)).collect()
    }

    /// The first cell that `player` could colour now.
    fn first_open(&mut self, player: Player) -> Option<usize> {
        let cells = self.colouring.len();
        // In games on pairs an illegal colour stays illegal: cells that were passed need not be
        // examined again.
        let lasting = self.reach.is_some();
        let side = usize::from(player == Player::Right);
        let from = if lasting { self.first_open[side] } else { 0 };
        let open = (from..cells).find(|&cell| {
            let colours = self.game.palette().colours();
            colours.into_iter().any(|colour| self.allows(player, Move { cell, colour }))
        });
        self.first_open[side] = open.unwrap_or(cells);
        open
    }

    fn is_stuck(&mut self) -> bool {
        self.first_open(self.turn).is_none() && !self.may_skip(self.turn)
    }

    /// The verdict, if the game is over.
    pub fn verdict(&mut self) -> Option<Verdict> {
        if self.ended.is_none() && self.is_stuck() {
            let graph = self.board.graph();
            return Some(self.game.when_stuck(graph, &self.colouring, self.turn));
        }
        self.ended
    }
}
