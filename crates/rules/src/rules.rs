//! What a game has to say about itself.

use std::fmt;

use chromex_graphs::Graph;

use crate::Palette;

/// A colour: 1 to K, or [`UNCOLOURED`].
pub type Colour = u8;

/// The mark of a vertex that has no colour yet.
pub const UNCOLOURED: Colour = 0;

/// The two players. Left is called Alice, and Right Bob, where the papers call them so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left, or Alice.
    Left,
    /// Right, or Bob.
    Right,
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// How a game is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Both players have the same moves; who cannot move loses.
    Impartial,
    /// The players have different moves; who cannot move loses.
    Partisan,
    /// Alice wants something to happen, Bob wants it not to.
    MakerBreaker,
    /// Alice wants a large number at the end, Bob a small one.
    Scoring,
}

impl Convention {
    /// What the papers call the two players under this convention.
    pub fn player_name(self, player: Player) -> &'static str {
        match (self, player) {
            (Convention::Impartial | Convention::Partisan, Player::Left) => "Left",
            (Convention::Impartial | Convention::Partisan, Player::Right) => "Right",
            (_, Player::Left) => "Alice",
            (_, Player::Right) => "Bob",
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Convention::Impartial => "impartial",
            Convention::Partisan => "partisan",
            Convention::MakerBreaker => "maker-breaker",
            Convention::Scoring => "scoring",
        })
    }
}

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This player has won.
    Wins(Player),
    /// The score: what Alice wants large and Bob small.
    Score(i32),
}

/// Goals that some engines are made for. A game that declares one promises just what it says here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Nothing that an engine should know.
    Other,
    /// Alice wins exactly when every vertex gets coloured, Bob as soon as an uncoloured one has no
    /// legal colour left.
    ColourAll,
    /// Alice colours with colour 1, Bob with 2, anything uncoloured, until all is coloured. The
    /// score is the order of the largest connected component of colour 1, less that of colour 2 if
    /// both count.
    LargestComponent {
        /// Whether Bob's component counts too.
        both_count: bool,
    },
    /// Two copies of the graph are coloured by either player, properly, so that no ordered pair of
    /// colours appears at two vertices. The score is the number of coloured vertices of the first
    /// copy less that of the second, unless the convention is normal play.
    Orthogonal,
}

/// Why a vertex may not have its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// The vertex it quarrels with, if it is one.
    pub with: Option<usize>,
    /// The rule that is broken, as a sentence without a full stop.
    pub rule: &'static str,
}

/// The rules of one game.
///
/// A game is played on the *cells* of a board: the vertices of the graph, or of several copies of
/// it one after the other ([`Rules::copies`]). A colouring gives each cell a colour, or
/// [`UNCOLOURED`].
pub trait Rules: Send + Sync + fmt::Debug {
    /// The name with its parameters, as it is typed: `proper:3`.
    fn name(&self) -> String;

    /// How the game is won.
    fn convention(&self) -> Convention;

    /// The colours and what they are called.
    fn palette(&self) -> Palette;

    /// On how many copies of the graph the game is played.
    fn copies(&self) -> usize {
        1
    }

    /// Refuses graphs on which the game is not defined, with the reason.
    fn accepts(&self, graph: &Graph) -> Result<(), String> {
        if graph.is_directed() {
            return Err(format!("{} is played on undirected graphs", self.name()));
        }
        Ok(())
    }

    /// What is wrong with the colour of the coloured cell `v` in this colouring, if anything.
    ///
    /// A colouring is legal if no coloured cell has a conflict. A move is legal if the cell that
    /// it colours has no conflict afterwards.
    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict>;

    /// Whether this player may use this colour.
    fn may_use(&self, _player: Player, _colour: Colour) -> bool {
        true
    }

    /// What forbids colouring the uncoloured cell `v` now, whatever the colour, if anything does.
    fn not_yet(&self, _colouring: &[Colour], _v: usize) -> Option<&'static str> {
        None
    }

    /// The order in which the cells must be coloured, of which there are `cells`, if there is one.
    fn order(&self, _cells: usize) -> Option<Vec<usize>> {
        None
    }

    /// The verdict, if the game ends here although there may still be legal moves.
    fn ended(&self, _graph: &Graph, _colouring: &[Colour]) -> Option<Verdict> {
        None
    }

    /// The verdict when `turn` is to move and has no legal move.
    fn when_stuck(&self, _graph: &Graph, _colouring: &[Colour], turn: Player) -> Verdict {
        Verdict::Wins(turn.opponent())
    }

    /// `Some(d)` if a colouring is legal exactly when each pair of coloured vertices at distance at
    /// most `d` is legal on its own. Engines use it to take the game apart; tests check it.
    fn pairwise_reach(&self) -> Option<usize> {
        None
    }

    /// Whether permuting the colours (of any one copy of the graph) never changes the game.
    fn colours_alike(&self) -> bool {
        false
    }

    /// What the players fight for, for engines that are made for it.
    fn goal(&self) -> Goal {
        Goal::Other
    }

    /// Whether somebody wins: not where only one of the players has something to win.
    fn has_outcome(&self) -> bool {
        true
    }

    /// Whether a symmetry of the graph is a symmetry of the game.
    fn respects_symmetry(&self) -> bool {
        true
    }
}
