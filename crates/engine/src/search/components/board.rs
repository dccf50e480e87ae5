//! The board of the largest connected subgraph game: its symmetries, and bounds of the score of a
//! position.

use chromex_graph_tools::bits::{BitGraph, VertexSet};
use chromex_rules::{Player, Position};
use smallvec::SmallVec;

use crate::model::normal::{Permutation, elements};
use crate::model::twins::Twins;
use crate::model::word::{Word, vertices};
use crate::search::bounds::Bounds;

/// The vertices that each player has coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct RedBlue<W> {
    pub(super) red: W,
    pub(super) blue: W,
    pub(super) turn: Player,
}

impl<W: Word> RedBlue<W> {
    /// The position after `v` has been coloured.
    pub(super) fn play(&self, v: usize) -> RedBlue<W> {
        let turn = self.turn.opponent();
        match self.turn {
            Player::Left => RedBlue { red: self.red | W::single(v), turn, ..*self },
            Player::Right => RedBlue { blue: self.blue | W::single(v), turn, ..*self },
        }
    }
}

/// A component of one player.
pub(super) struct Part<W> {
    size: u32,
    /// The open vertices next to it.
    around: W,
}

impl<W: Word> Part<W> {
    /// The size that its player can be sure of, if the vertices `without` are not available;
    /// `is_next` says whether he has the next move.
    fn sure(&self, without: W, is_next: bool) -> i16 {
        let free = (self.around & !without).size() + u32::from(is_next);
        (self.size + free / 2) as i16
    }
}

/// A component of the vertices that a player has or may still get.
pub(super) struct Room<W> {
    all: W,
    size: u32,
    mine: u32,
}

/// The vertices that one player has and may still get.
pub(super) struct Side<W> {
    components: SmallVec<[Part<W>; 8]>,
    rooms: SmallVec<[Room<W>; 8]>,
}

impl<W: Word> Side<W> {
    /// The largest component that the player can be sure of, and the largest that is possible with
    /// this number of moves.
    fn reach(&self, moves: u32, is_next: bool) -> Bounds {
        let sure = self.components.iter().map(|part| part.sure(W::EMPTY, is_next));
        let most = self.rooms.iter().map(|room| room.size.min(room.mine + moves) as i16);
        Bounds { low: sure.max().unwrap_or(0), high: most.max().unwrap_or(0) }
    }

    /// How many vertices would be connected by colouring this vertex.
    pub(super) fn joined_at(&self, v: usize) -> u32 {
        let joined = self.components.iter().filter(|part| part.around.contains(v));
        joined.map(|part| part.size).sum()
    }
}

/// A position from both players' views.
pub(super) struct Sides<W> {
    pub(super) players: [Side<W>; 2],
    pub(super) open: W,
    pub(super) turn: Player,
}

impl<W: Word> Sides<W> {
    fn of_opponent(&self) -> &Side<W> {
        &self.players[self.turn.opponent() as usize]
    }

    /// The bounds of the score.
    pub(super) fn bounds(&self, both_count: bool) -> Bounds {
        let of_mover = self.open.size().div_ceil(2);
        let reach = |player: Player| {
            let is_next = player == self.turn;
            let moves = if is_next { of_mover } else { self.open.size() - of_mover };
            self.players[player as usize].reach(moves, is_next)
        };
        score(reach(Player::Left), reach(Player::Right), both_count)
    }
}

/// The bounds of the score, from the bounds of the largest components of both players.
fn score(red: Bounds, blue: Bounds, both_count: bool) -> Bounds {
    let blue = if both_count { blue } else { Bounds { low: 0, high: 0 } };
    Bounds { low: red.low - blue.high, high: red.high - blue.low }
}

/// A board as the search sees it.
pub(super) struct Board<W> {
    /// The neighbours of each vertex.
    pub(super) neighbours: Vec<W>,
    all: W,
    pub(super) both_count: bool,
    twins: Twins,
    /// The symmetries of the board that preserve the order of twins.
    symmetries: Vec<Permutation<W>>,
}

impl<W: Word> Board<W> {
    pub(super) fn new(graph: &BitGraph, both_count: bool) -> Board<W> {
        let twins = Twins::of(graph);
        let group = twins.symmetries(graph, elements);
        let set = |v: usize| narrow(graph.neighbours(v).0);
        Board {
            neighbours: (0..graph.order()).map(set).collect(),
            all: W::first(graph.order()),
            both_count,
            twins,
            symmetries: group.iter().map(|element| Permutation::new(element)).collect(),
        }
    }

    /// The number of 64-bit words of a position.
    pub(super) fn words(order: usize) -> usize {
        if 2 * order < 64 { 1 } else { 2 * W::LIMBS }
    }

    pub(super) fn state(&self, position: &Position) -> RedBlue<W> {
        let of = |colour| {
            let cells = position.colouring().iter().enumerate();
            cells.filter(|(_, c)| **c == colour).fold(W::EMPTY, |set, (v, _)| set | W::single(v))
        };
        RedBlue { red: of(1), blue: of(2), turn: position.turn() }
    }

    /// The words of a position in tables: the red vertices, the blue ones, and whose turn it is.
    pub(super) fn key(&self, state: &RedBlue<W>) -> SmallVec<[u64; 4]> {
        let (order, turn) = (self.neighbours.len(), W::single(0));
        let turn = if state.turn == Player::Left { turn } else { W::EMPTY };
        if Board::<W>::words(order) == 1 {
            let [red, blue] = [state.red, state.blue].map(|set| set.limb(0));
            return SmallVec::from_slice(&[red << (order + 1) | blue << 1 | turn.limb(0)]);
        }
        let blue = state.blue.moved_up(1) | turn;
        (0..W::LIMBS)
            .map(|i| state.red.limb(i))
            .chain((0..W::LIMBS).map(|i| blue.limb(i)))
            .collect()
    }

    fn open(&self, state: &RedBlue<W>) -> W {
        self.all & !(state.red | state.blue)
    }

    /// The open vertices, but only one of each class of twins.
    pub(super) fn representatives(&self, open: W) -> impl Iterator<Item = usize> + use<W> {
        vertices(narrow::<W>(self.twins.representatives(VertexSet(wide(open))).0))
    }

    /// The least image of a position under the symmetries of the board.
    pub(super) fn normal(&self, state: RedBlue<W>) -> RedBlue<W> {
        let (red, blue) = self.twins.in_order(wide(state.red), wide(state.blue));
        let (red, blue, turn) = (narrow::<W>(red), narrow::<W>(blue), state.turn);
        let image = |g: &Permutation<W>| RedBlue { red: g.apply(red), blue: g.apply(blue), turn };
        self.symmetries.iter().map(image).fold(RedBlue { red, blue, turn }, RedBlue::min)
    }

    /// The components and rooms of both players.
    pub(super) fn sides(&self, state: &RedBlue<W>) -> Sides<W> {
        let open = self.open(state);
        let side = |mine: W| {
            let parts = |all: W| {
                let mut rest = all;
                std::iter::from_fn(move || {
                    let found = (rest != W::EMPTY).then(|| self.component(rest.least(), all))?;
                    rest &= !found;
                    Some(found)
                })
            };
            let around = |part| vertices(part).fold(W::EMPTY, |all, v| all | self.neighbours[v]);
            let component = |part: W| Part { size: part.size(), around: around(part) & open };
            let room = |all: W| Room { all, size: all.size(), mine: (all & mine).size() };
            Side {
                components: parts(mine).map(component).collect(),
                rooms: parts(mine | open).map(room).collect(),
            }
        };
        Sides { players: [side(state.red), side(state.blue)], open, turn: state.turn }
    }

    /// The bounds of the score after a move of the player to move. His components around the vertex
    /// become one; the opponent's rooms lose the vertex, and the room that contained it may be
    /// divided.
    pub(super) fn after(&self, sides: &Sides<W>, v: usize) -> Bounds {
        let (vertex, open) = (W::single(v), sides.open & !W::single(v));
        let (mover, other) = (&sides.players[sides.turn as usize], sides.of_opponent());
        let moves_of_other = open.size().div_ceil(2);
        let moves = open.size() - moves_of_other;
        let mut new = Part { size: 1, around: self.neighbours[v] };
        let mut mine = Bounds { low: 0, high: 0 };
        for part in &mover.components {
            if part.around.contains(v) {
                new.size += part.size;
                new.around |= part.around;
            } else {
                mine.low = mine.low.max(part.sure(W::EMPTY, false));
            }
        }
        new.around &= open;
        mine.low = mine.low.max(new.sure(W::EMPTY, false));
        for room in &mover.rooms {
            let more = u32::from(room.all.contains(v));
            mine.high = mine.high.max(room.size.min(room.mine + more + moves) as i16);
        }
        let mut theirs = Bounds { low: 0, high: 0 };
        for part in &other.components {
            theirs.low = theirs.low.max(part.sure(vertex, true));
        }
        for room in &other.rooms {
            let most = match room.all.contains(v) {
                true => self.most_without(room, v, sides.open, moves_of_other),
                false => room.size.min(room.mine + moves_of_other),
            };
            theirs.high = theirs.high.max(most as i16);
        }
        let [red, blue] = match sides.turn {
            Player::Left => [mine, theirs],
            Player::Right => [theirs, mine],
        };
        score(red, blue, self.both_count)
    }

    /// The largest possible component in a room without one of its open vertices, with this number
    /// of further moves.
    fn most_without(&self, room: &Room<W>, v: usize, open: W, moves: u32) -> u32 {
        let rest = room.all & !W::single(v);
        let near = self.neighbours[v] & rest;
        if near.without_least() == W::EMPTY || self.are_connected(near, rest) {
            return (room.size - 1).min(room.mine + moves);
        }
        let (mut left, mut most) = (rest, 0);
        while left != W::EMPTY {
            let part = self.component(left.least(), rest);
            left &= !part;
            most = most.max(part.size().min((part & !open).size() + moves));
        }
        most
    }

    /// Whether some vertices, at least one, are connected with each other within a set that
    /// contains them.
    fn are_connected(&self, some: W, among: W) -> bool {
        let mut reached = some & !some.without_least();
        let mut fresh = reached;
        while fresh != W::EMPTY {
            let more = self.neighbours[fresh.least()] & among & !reached;
            fresh = fresh.without_least() | more;
            reached |= more;
            if some & !reached == W::EMPTY {
                return true;
            }
        }
        false
    }

    /// The vertices that are connected with a vertex within a set that contains it.
    fn component(&self, v: usize, among: W) -> W {
        let mut reached = W::single(v);
        let mut fresh = reached;
        while fresh != W::EMPTY {
            let more = self.neighbours[fresh.least()] & among & !reached;
            fresh = fresh.without_least() | more;
            reached |= more;
        }
        reached
    }
}

fn wide<W: Word>(set: W) -> u128 {
    set.cast()
}

fn narrow<W: Word>(set: u128) -> W {
    set.cast()
}
