//! The compiled rule of a game in machine words, ready for search: [`Rule`] for list games,
//! [`Arcs`] for Arc Kayles, [`Sides`] for games in which each player has a colour, [`Weak`] and
//! [`Oriented`] for games whose positions are more than lists of colours.

mod arcs;
mod classes;
mod mirror;
mod oriented;
mod shifts;
mod sides;
mod weak;

pub(crate) use arcs::Arcs;
pub(crate) use classes::Guess;
pub(crate) use oriented::Oriented;
pub(crate) use sides::{Half, Sides};
pub(crate) use weak::Weak;

use crate::model::key::Key;
use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists, fingerprint};
use crate::model::normal::Normaliser;
use crate::model::piece::{Piece, size};
use crate::model::word::{Word, each, image, outwards, sets, vertices};
use shifts::Shifts;

/// What the search for nimbers needs to know about a game.
pub(crate) trait Pieces: Send + Sync {
    /// A position, or a piece of one.
    type Piece: Key + Copy + PartialEq + Send + Sync;

    /// A set of vertices.
    type Set: Copy + Send + Sync;

    /// The number of 64-bit words of a piece.
    const WORDS: usize;

    /// Whether the search becomes faster by examining all options of a large piece before it
    /// searches one. This was measured: in Arc Kayles it does; in iCol and Node Kayles, some boards
    /// take half as many positions and others twice as many.
    const LOOKS_AHEAD: bool = false;

    /// Decomposes a position into connected pieces, each of which has a vertex in `near`: calls
    /// `seen` with the nimber of each piece whose nimber is obvious, and `piece` with each other
    /// piece at its place on the board.
    fn take_apart(
        &self,
        position: &Self::Piece,
        near: Self::Set,
        seen: impl FnMut(u16),
        piece: impl FnMut(Self::Piece),
    );

    /// The normal form of a connected piece; `None` if the player to move obviously loses.
    fn normal(&self, piece: &Self::Piece) -> Option<Self::Piece>;

    /// Calls `option` with the position after each move in a connected piece, until it returns
    /// false. The other argument is a set that contains a vertex of each part into which the piece
    /// has been divided.
    fn options(&self, piece: &Self::Piece, option: impl FnMut(Self::Piece, Self::Set) -> bool);

    /// The amount of work in a piece, used to sort pieces.
    fn work(&self, piece: &Self::Piece) -> u32;

    /// Whether a piece in normal form has a mirror symmetry in which each move has an image. This
    /// is only asked about pieces for which the search looks ahead.
    fn has_mirror(&self, _piece: &Self::Piece) -> bool {
        false
    }

    /// The probability of each nimber for a piece, if it can be estimated.
    fn guess(&self, _piece: &Self::Piece) -> Option<&'static Guess> {
        None
    }

    /// A number that identifies the rule, for files: if it is equal, equal sets mean equal
    /// positions.
    fn fingerprint(&self) -> u64;
}

/// A rule whose positions are given in the form `P`.
pub(crate) trait Places<P: ?Sized>: Pieces {
    /// The position as a piece, and a set that contains a vertex of each of its components.
    fn placed(&self, position: &P) -> (Self::Piece, Self::Set);
}

/// A list game of `K` colours whose vertices are bits of `W`.
pub(crate) struct Rule<W, const K: usize> {
    /// The bit of each vertex of the list game.
    places: Vec<usize>,
    /// For each bit and colour, and for each colour again, the bits that lose it.
    kills: Vec<[Piece<W, K>; K]>,
    /// For each vertex, the vertices at distance at most two.
    balls: Vec<W>,
    /// Whether a colour only ever removes itself, in which case neighbours are easy to find.
    own_colour_only: bool,
    /// Computes the neighbours of whole sets, if this is fast.
    shifts: Option<Shifts<W>>,
    alike: bool,
    normaliser: Normaliser<W>,
    /// One of the two classes of moves, if there are two classes.
    first_class: Option<Piece<W, K>>,
    fingerprint: u64,
}

/// Smaller pieces are solved faster than they are tested for mirror symmetries.
const WORTH_A_MIRROR: u32 = 16;

impl<W: Word, const K: usize> Rule<W, K> {
    /// The rule of a list game, on a lattice if there is one.
    pub(crate) fn new<G: Word>(game: &ListGame<G>, lattice: Option<&Lattice<G>>) -> Rule<W, K> {
        match lattice {
            Some(lattice) => {
                let normaliser = Normaliser::on_lattice(lattice);
                let places = lattice.places.clone();
                Rule::with(places, &lattice.game, normaliser, Some(&lattice.meaning))
            }
            None => Rule::with((0..game.order()).collect(), game, Normaliser::new(game), None),
        }
    }

    fn with<G: Word>(
        places: Vec<usize>,
        game: &ListGame<G>,
        normaliser: Normaliser<W>,
        meaning_of_lattice: Option<&[u64]>,
    ) -> Rule<W, K> {
        let kill = |v: usize, c: usize| sets(|d| game.kills(v, c)[d].cast());
        let kills: Vec<[Piece<W, K>; K]> =
            (0..game.order()).map(|v| std::array::from_fn(|c| kill(v, c))).collect();
        let own = |row: &[Piece<W, K>; K]| {
            (0..K).all(|c| (0..K).all(|d| c == d || row[c][d] == W::EMPTY))
        };
        let meaning = meaning_of_lattice.map_or_else(|| limbs(&kills), <[u64]>::to_vec);
        let sizes = [W::BITS as u64, K as u64, u64::from(game.colours_alike())];
        let own_colour_only = kills.iter().all(own);
        let same_for_all = kills.iter().all(|row| (0..K).all(|c| row[c][c] == row[0][0]));
        let adjacent = kills.iter().map(|row| row[0][0]);
        let around: Vec<W> =
            kills.iter().map(|row| row.iter().flatten().fold(W::EMPTY, join)).collect();
        let ball =
            |v: usize| vertices(around[v]).fold(around[v] | W::single(v), |all, w| all | around[w]);
        Rule {
            balls: (0..kills.len()).map(ball).collect(),
            fingerprint: fingerprint(sizes.into_iter().chain(meaning)),
            shifts: Some(adjacent)
                .filter(|_| own_colour_only && same_for_all)
                .and_then(Shifts::new),
            own_colour_only,
            // Measured: boards on a lattice become faster; on trees it costs a quarter of the time.
            first_class: meaning_of_lattice.and_then(|_| classes::first_class(&kills)),
            kills,
            alike: game.colours_alike(),
            normaliser,
            places,
        }
    }

    /// The nimber of a piece with one vertex, which is coloured and nothing is left; with a single
    /// colour (Node Kayles) also of pieces with two or three vertices.
    fn at_sight(&self, lists: &Piece<W, K>, part: W) -> Option<u16> {
        match (part.size(), K) {
            (1, _) | (2, 1) => Some(1),
            (3, 1) => {
                let inside = |v: usize| (self.neighbours(lists, v) & part).size();
                let triangle = vertices(part).all(|v| inside(v) == 2);
                Some(if triangle { 1 } else { 2 })
            }
            _ => None,
        }
    }

    /// Calls `each` with the vertices of each component; every component has a vertex in `near`.
    #[inline(always)]
    fn for_each_component(&self, lists: &Piece<W, K>, near: W, mut each: impl FnMut(W)) {
        let mut rest = union(lists);
        let mut near = near & rest;
        while near != W::EMPTY {
            let part = self.connected(lists, near, rest);
            (rest, near) = (rest & !part, near & !part);
            each(part);
        }
    }

    /// The vertices among `rest` that are connected with the first one of `near`, a set that meets
    /// every component of `rest`.
    fn connected(&self, lists: &Piece<W, K>, near: W, rest: W) -> W {
        let start = near & !near.without_least();
        if let Some(shifts) = &self.shifts {
            return spread(shifts, lists, start, near, rest);
        }
        let (mut fresh, mut reached) = (start, start);
        while fresh != W::EMPTY {
            let more = self.neighbours(lists, fresh.least()) & rest & !reached;
            fresh = fresh.without_least() | more;
            reached |= more;
            if near & !reached == W::EMPTY {
                return rest;
            }
        }
        reached
    }

    fn neighbours(&self, lists: &Piece<W, K>, v: usize) -> W {
        let mine = W::single(v);
        let mut found = W::EMPTY;
        for c in 0..K {
            if lists[c] & mine == W::EMPTY {
                continue;
            }
            let kills = &self.kills[v][c];
            if self.own_colour_only {
                found |= kills[c] & lists[c];
            } else {
                for d in 0..K {
                    found |= kills[d] & lists[d];
                }
            }
        }
        found
    }

    fn play(&self, lists: &Piece<W, K>, v: usize, c: usize) -> Piece<W, K> {
        let kills = &self.kills[v][c];
        sets(|d| lists[d] & !(kills[d] | W::single(v)))
    }
}

impl<W: Word> Rule<W, 1> {
    /// The vertices adjacent to some member of a set.
    fn around(&self, set: W) -> W {
        match &self.shifts {
            Some(shifts) => shifts.around(set),
            None => vertices(set).fold(W::EMPTY, |all, v| all | self.kills[v][0][0]),
        }
    }

    /// The vertices adjacent to two or more members of a set.
    fn around_twice(&self, set: W) -> W {
        if let Some(shifts) = &self.shifts {
            return shifts.around_twice(set);
        }
        let adjacent = vertices(set).map(|v| self.kills[v][0][0]);
        let count = |(once, twice), set| (once | set, twice | once & set);
        adjacent.fold((W::EMPTY, W::EMPTY), count).1
    }
}

impl<G: Word, W: Word, const K: usize> Places<Lists<G>> for Rule<W, K> {
    fn placed(&self, lists: &Lists<G>) -> (Piece<W, K>, W) {
        let lists = sets(|c| image(lists[c], |v| self.places[v]));
        (lists, union(&lists))
    }
}

impl<W: Word, const K: usize> Pieces for Rule<W, K> {
    type Piece = Piece<W, K>;
    type Set = W;
    const WORDS: usize = K * W::LIMBS;

    fn take_apart(
        &self,
        lists: &Piece<W, K>,
        near: W,
        mut seen: impl FnMut(u16),
        mut piece: impl FnMut(Piece<W, K>),
    ) {
        self.for_each_component(lists, near, |part| match self.at_sight(lists, part) {
            Some(nimber) => seen(nimber),
            None => piece(each(*lists, |set| set & part)),
        });
    }

    fn normal(&self, piece: &Piece<W, K>) -> Option<Piece<W, K>> {
        let (normal, symmetric) = self.normaliser.normal_form(*piece);
        let may_be_lost = symmetric && union(piece).size() >= WORTH_A_MIRROR;
        (!may_be_lost || !self.is_mirrored(&normal)).then_some(normal)
    }

    /// A vertex that loses a colour is adjacent to the coloured vertex; a vertex that loses a
    /// neighbour, or an edge to one, is at most one step further away.
    fn options(&self, piece: &Piece<W, K>, mut option: impl FnMut(Piece<W, K>, W) -> bool) {
        // Moves in the middle are more often good, but with several colours it is those at the
        // border.
        let from = if K == 1 { piece[0].greatest() / 2 } else { 0 };
        for c in 0..K {
            if self.alike && piece[..c].contains(&piece[c]) {
                continue;
            }
            for v in outwards(piece[c], from) {
                if !option(self.play(piece, v, c), self.balls[v]) {
                    return;
                }
            }
        }
    }

    /// The number of moves; each colour counts.
    fn work(&self, piece: &Piece<W, K>) -> u32 {
        size(piece)
    }

    fn guess(&self, piece: &Piece<W, K>) -> Option<&'static Guess> {
        // This order of options is left out in web pages, to keep them small.
        if cfg!(target_family = "wasm") { None } else { self.guess_by_classes(piece) }
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// The vertices in `rest` that are connected with `start`; returns all of `rest` as soon as all of
/// `near` has been reached.
fn spread<W: Word, const K: usize>(
    shifts: &Shifts<W>,
    lists: &Piece<W, K>,
    start: W,
    near: W,
    rest: W,
) -> W {
    let links = shifts.links(lists);
    let mut reached = start;
    loop {
        let more = reached | shifts.linked(&links, reached);
        if near & !more == W::EMPTY {
            return rest;
        }
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The words of all sets, one after the other.
fn limbs<W: Word, const K: usize>(kills: &[[Piece<W, K>; K]]) -> Vec<u64> {
    let mut limbs = Vec::new();
    for set in kills.as_flattened().as_flattened() {
        (0..W::LIMBS).for_each(|i| limbs.push(set.limb(i)));
    }
    limbs
}

fn union<W: Word, const K: usize>(lists: &Piece<W, K>) -> W {
    lists.iter().fold(W::EMPTY, join)
}

fn join<W: Word>(all: W, set: &W) -> W {
    all | *set
}
