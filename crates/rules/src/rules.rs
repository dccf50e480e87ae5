//! What a game has to define.

use std::fmt;

use chromex_graphs::Graph;

use crate::pairs::PairRule;
use crate::palette::{Colour, Palette};

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
    /// Who cannot move wins, whether or not the players have the same moves.
    Misere,
    /// Alice wants something to happen, Bob wants it not to.
    MakerBreaker,
    /// Alice wants a large number at the end, Bob a small one.
    Scoring,
}

impl Convention {
    /// What the papers call the two players under this convention.
    pub fn player_name(self, player: Player) -> &'static str {
        match (self, player) {
            (Convention::MakerBreaker | Convention::Scoring, Player::Left) => "Alice",
            (Convention::MakerBreaker | Convention::Scoring, Player::Right) => "Bob",
            (_, Player::Left) => "Left",
            (_, Player::Right) => "Right",
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Convention::Impartial => "impartial",
            Convention::Partisan => "partisan",
            Convention::Misere => "misere",
            Convention::MakerBreaker => "maker-breaker",
            Convention::Scoring => "scoring",
        })
    }
}

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player who has won.
    Wins(Player),
    /// The score: Alice wants it large and Bob small.
    Score(i32),
}

/// How a game ends and what the players fight for. A game that declares a goal promises exactly
/// what is written here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Not declared: whatever [`Rules::ended`] and [`Rules::when_stuck`] say.
    Other,
    /// The game ends when a player cannot move; he has lost.
    LastMove,
    /// The game ends when a player cannot move; he has won.
    NotLastMove,
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
    /// The game ends when a player cannot move. The score is the number of coloured vertices.
    Count,
    /// Two copies of the graph are coloured by either player, properly, so that no ordered pair of
    /// colours appears at two vertices. The score is the number of coloured vertices of the first
    /// copy less that of the second, unless the convention is normal play.
    Orthogonal,
}

/// What makes a colouring legal. A game that declares a condition promises exactly what is written
/// here.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Not declared: whatever [`Rules::conflict`] says.
    Other,
    /// A condition on pairs of vertices.
    Pairs(PairRule),
    /// Adjacent vertices may be alike only if each also has a neighbour of another colour.
    Weak,
    /// The ends of an arc differ, and if some arc goes from colour a to colour b, none goes from b to a.
    Oriented,
    /// On each of two copies of the graph adjacent vertices differ, and no ordered pair of colours
    /// appears at two vertices.
    Orthogonal,
}

impl Condition {
    /// Whether permuting the colours (of any one copy of the graph) never changes which colourings
    /// are legal.
    fn is_alike_in(&self, colours: usize) -> bool {
        let exchanged = |rule: &PairRule, a: Colour, b: Colour| {
            rule.recoloured(|c| {
                if c == a {
                    b
                } else if c == b {
                    a
                } else {
                    c
                }
            })
        };
        match self {
            Condition::Other => false,
            // Exchanges of two consecutive colours generate all permutations.
            Condition::Pairs(rule) => {
                (1..colours as Colour).all(|c| exchanged(rule, c, c + 1) == *rule)
            }
            Condition::Weak | Condition::Oriented | Condition::Orthogonal => true,
        }
    }
}

/// Which uncoloured cells may be coloured.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Places {
    /// All of them.
    Any,
    /// The first uncoloured one in this order; `None` stands for the order of their numbers.
    InOrder(Option<Vec<usize>>),
    /// The neighbours of coloured cells, as long as there are any; then all cells.
    Touching,
    /// Not declared: whatever [`Rules::not_yet`] says.
    Other,
}

impl Places {
    /// For a game in which the cells must be coloured in an order: this order of the `cells` cells.
    pub fn order(self, cells: usize) -> Option<Vec<usize>> {
        match self {
            Places::InOrder(order) => Some(order.unwrap_or_else(|| (0..cells).collect())),
            Places::Any | Places::Touching | Places::Other => None,
        }
    }
}

/// Which elements of a graph are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Elements {
    /// Its vertices.
    Vertices,
    /// Its edges; those that share an end are adjacent.
    Edges,
    /// Vertices and edges; an edge is adjacent to its ends, too.
    Both,
}

/// What a game is played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Boards {
    /// Undirected graphs.
    Undirected,
    /// Digraphs; a graph without edges is one.
    Directed,
    /// Both kinds, treated alike: two vertices are adjacent if an edge or an arc joins them in
    /// either direction, and distances ignore directions.
    Either,
}

/// Why a vertex may not have its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// The other vertex of the conflict, if there is one.
    pub with: Option<usize>,
    /// The rule that is broken, as a sentence without a full stop.
    pub rule: &'static str,
}

/// The rules of one game.
///
/// A game is played on the *cells* of a board: the vertices of the graph, or of several copies of
/// it one after the other ([`Rules::copies`]). A colouring gives each cell a colour, or
/// [`UNCOLOURED`](crate::UNCOLOURED).
///
/// The rules are given twice: literally, by [`Rules::conflict`], [`Rules::not_yet`],
/// [`Rules::ended`] and [`Rules::when_stuck`], and as data, by [`Rules::condition`],
/// [`Rules::places`] and [`Rules::goal`]. The literal rules are what is played. Engines, theorems
/// and strategies see only the data, and certificates rely on the data too, so both have to agree;
/// `Other` is never wrong. The tests of this crate compare the two for every listed game.
pub trait Rules: Send + Sync + fmt::Debug {
    /// The name with its parameters, as it is typed: `proper:3`.
    fn name(&self) -> String;

    /// How the game is won.
    fn convention(&self) -> Convention;

    /// The colours and what they are called.
    fn palette(&self) -> Palette<'_>;

    /// On how many copies of the graph the game is played.
    fn copies(&self) -> usize {
        1
    }

    /// What the game is played on.
    fn boards(&self) -> Boards {
        Boards::Undirected
    }

    /// Which elements of the graph are coloured. The other rules speak of vertices: where edges are
    /// coloured, positions are those of the same game on the line graph or the total graph.
    fn elements(&self) -> Elements {
        Elements::Vertices
    }

    /// Refuses graphs on which the game is not defined, with the reason.
    fn accepts(&self, graph: &Graph) -> Result<(), String> {
        let name = self.name();
        match self.boards() {
            Boards::Undirected if graph.is_directed() => {
                Err(format!("{name} is played on undirected graphs"))
            }
            Boards::Directed if !graph.is_directed() && graph.edge_count() > 0 => Err(format!(
                "{name} is played on digraphs: give dipath:9, arcs:0>1,1>2, d6:… or the like"
            )),
            _ => Ok(()),
        }
    }

    /// What is wrong with the colour of the coloured cell `v` in this colouring, if anything.
    ///
    /// A colouring is legal if no coloured cell has a conflict. A move is legal if the cell that
    /// it colours has no conflict afterwards.
    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict>;

    /// What makes a colouring legal, as data: it must say the same as [`Rules::conflict`].
    fn condition(&self) -> Condition;

    /// Whether this player may use this colour.
    fn may_use(&self, _player: Player, _colour: Colour) -> bool {
        true
    }

    /// Whether both players may use every colour.
    fn colours_are_shared(&self) -> bool {
        let shared = |c| self.may_use(Player::Left, c) && self.may_use(Player::Right, c);
        self.palette().colours().all(shared)
    }

    /// What forbids colouring the uncoloured cell `v` now, whatever the colour, if anything does.
    fn not_yet(&self, _graph: &Graph, _colouring: &[Colour], _v: usize) -> Option<&'static str> {
        None
    }

    /// Which cells may be coloured, as data. Whoever overrides [`Rules::not_yet`] overrides this
    /// too.
    fn places(&self) -> Places {
        Places::Any
    }

    /// The player who may skip his turn as long as some vertex can still be coloured. At most one
    /// of the players may, because the game has to end.
    fn skips(&self) -> Option<Player> {
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

    /// How the game ends, as data. Whoever overrides [`Rules::ended`] or [`Rules::when_stuck`]
    /// overrides this too.
    fn goal(&self) -> Goal {
        match self.convention() {
            Convention::Impartial | Convention::Partisan => Goal::LastMove,
            Convention::Misere => Goal::NotLastMove,
            Convention::MakerBreaker | Convention::Scoring => Goal::Other,
        }
    }

    /// Whether permuting the colours (of any one copy of the graph) never changes the game.
    fn colours_alike(&self) -> bool {
        self.colours_are_shared() && self.condition().is_alike_in(self.palette().len())
    }

    /// Whether the game has a winner: it has none if only one of the players has something to win.
    fn has_outcome(&self) -> bool {
        !matches!(self.goal(), Goal::LargestComponent { both_count: false } | Goal::Count)
    }

    /// Whether a symmetry of the graph is a symmetry of the game.
    fn respects_symmetry(&self) -> bool {
        matches!(self.places(), Places::Any | Places::Touching)
    }
}

/// What follows from the data.
impl dyn Rules {
    /// `Some(d)` if a colouring is legal exactly when each pair of coloured vertices at distance at
    /// most `d` is legal on its own, and nothing matters but which colours each uncoloured vertex may
    /// still get. Engines use it to take the game apart.
    pub fn pairwise_reach(&self) -> Option<usize> {
        let only_lists_matter = self.copies() == 1
            && self.places() == Places::Any
            && matches!(self.goal(), Goal::LastMove | Goal::NotLastMove | Goal::ColourAll);
        match self.condition() {
            Condition::Pairs(rule) if only_lists_matter => Some(rule.reach()),
            _ => None,
        }
    }

    /// `Some(d)` if a colouring is legal exactly when vertices at distance at most `d` differ. Proper
    /// colouring is the case of distance 1.
    pub fn different_within(&self) -> Option<usize> {
        let Condition::Pairs(rule) = self.condition() else { return None };
        let distance = rule.reach();
        (distance > 0 && rule == PairRule::different(distance, self.palette().len()))
            .then_some(distance)
    }
}
