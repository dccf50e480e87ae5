//! The literal model: any rules, exactly as written, with the colouring itself as the state.

use std::sync::Arc;

use chromex_graphs::Graph;
use chromex_rules::{Colour, Game, Player, Position, UNCOLOURED, Verdict};

use super::Model;

/// A game on a graph.
#[derive(Debug, Clone)]
pub struct Literal {
    game: Game,
    board: Arc<Graph>,
    alike: bool,
}

/// A colour for each cell.
pub type Colouring = Box<[Colour]>;

impl Literal {
    /// The model of the game that this position belongs to.
    pub fn new(position: &Position) -> Literal {
        let game = position.game().clone();
        let (alike, board) = (game.colours_alike(), Arc::new(position.board().graph().clone()));
        Literal { game, board, alike }
    }

    /// The state of a position.
    pub fn state(&self, position: &Position) -> Colouring {
        self.normalise(position.colouring().into())
    }

    /// Renames interchangeable colours by first appearance: positions that differ by a permutation
    /// of colours become equal.
    fn normalise(&self, mut colouring: Colouring) -> Colouring {
        if self.alike {
            for copy in colouring.chunks_mut(self.board.order().max(1)) {
                rename_by_appearance(copy);
            }
        }
        colouring
    }

    /// The verdict, if the game ends here although there may be moves.
    pub fn ended(&self, colouring: &[Colour]) -> Option<Verdict> {
        self.game.ended(&self.board, colouring)
    }

    /// The verdict when `player` has no move.
    pub fn when_stuck(&self, colouring: &[Colour], player: Player) -> Verdict {
        self.game.when_stuck(&self.board, colouring, player)
    }
}

fn rename_by_appearance(colouring: &mut [Colour]) {
    let mut names = [UNCOLOURED; chromex_rules::MAX_COLOURS + 1];
    let mut used = 0;
    for colour in colouring.iter_mut().filter(|colour| **colour != UNCOLOURED) {
        let name = &mut names[usize::from(*colour)];
        if *name == UNCOLOURED {
            used += 1;
            *name = used;
        }
        *colour = *name;
    }
}

impl Literal {
    /// The states that a player can reach by colouring a cell.
    fn coloured(&self, state: &Colouring, player: Player) -> impl Iterator<Item = Colouring> {
        let game = &self.game;
        let may_colour = |cell: &usize| {
            state[*cell] == UNCOLOURED && game.not_yet(&self.board, state, *cell).is_none()
        };
        let cells = (0..state.len()).filter(may_colour);
        cells.flat_map(move |cell| {
            let colours = game.palette().colours().filter(move |&c| game.may_use(player, c));
            let mut colouring = state.clone();
            colours.filter_map(move |colour| {
                colouring[cell] = colour;
                let legal = game.conflict(&self.board, &colouring, cell).is_none();
                legal.then(|| self.normalise(colouring.clone()))
            })
        })
    }
}

impl Model for Literal {
    type State = Colouring;

    fn children(&self, state: &Colouring, player: Player) -> impl Iterator<Item = Colouring> {
        let can_colour = |player| self.coloured(state, player).next().is_some();
        let may_skip = self.game.skips() == Some(player)
            && [player, player.opponent()].into_iter().any(can_colour);
        self.coloured(state, player).chain(may_skip.then(|| state.clone()))
    }

    /// Nothing is known about the rule, so positions are not decomposed.
    fn parts(&self, state: Colouring) -> Vec<Colouring> {
        vec![state]
    }

    fn bytes(&self) -> usize {
        2 * (24 + 16) + self.game.copies() * self.board.order()
    }
}
