//! The compiled rule of a list game in machine words, ready for search.

use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists, fingerprint};
use crate::model::normal::{Normaliser, Piece};
use crate::model::word::{Word, vertices};

/// A list game of `K` colours whose vertices are bits of `W`.
pub struct Rule<W, const K: usize> {
    /// The bit of each vertex of the list game.
    places: Vec<usize>,
    /// For each bit and colour, for each colour the bits that lose it.
    kills: Vec<[Piece<W, K>; K]>,
    /// Whether a colour only ever removes itself, which makes neighbours cheap to find.
    own_colour_only: bool,
    alike: bool,
    normaliser: Normaliser<W>,
    fingerprint: u64,
}

impl<W: Word, const K: usize> Rule<W, K> {
    /// The rule of a list game, on a lattice if there is one.
    pub fn new(game: &ListGame, lattice: Option<&Lattice>) -> Rule<W, K> {
        match lattice {
            Some(lattice) => {
                let normaliser = Normaliser::on_lattice(lattice);
                let places = lattice.places.clone();
                Rule::with(places, &lattice.game, normaliser, Some(&lattice.meaning))
            }
            None => Rule::with((0..game.order()).collect(), game, Normaliser::new(game), None),
        }
    }

    fn with(
        places: Vec<usize>,
        game: &ListGame,
        normaliser: Normaliser<W>,
        meaning: Option<&[u128]>,
    ) -> Rule<W, K> {
        let kill = |v: usize, c: usize| std::array::from_fn(|d| W::from_wide(game.kills(v, c)[d]));
        let kills: Vec<[Piece<W, K>; K]> =
            (0..game.order()).map(|v| std::array::from_fn(|c| kill(v, c))).collect();
        let own = |row: &[Piece<W, K>; K]| {
            (0..K).all(|c| (0..K).all(|d| c == d || row[c][d] == W::EMPTY))
        };
        let bits = || kills.iter().flatten().flatten().map(|set| set.to_wide()).collect();
        let meaning: Vec<u128> = meaning.map_or_else(bits, <[u128]>::to_vec);
        let sizes = [W::BITS as u128, K as u128, u128::from(game.colours_alike())];
        Rule {
            fingerprint: fingerprint(sizes.into_iter().chain(meaning)),
            own_colour_only: kills.iter().all(own),
            kills,
            alike: game.colours_alike(),
            normaliser,
            places,
        }
    }

    /// Takes a position apart into connected pieces: calls `seen` with the nimber of each whose
    /// nimber is plain to see, and `piece` with each other one in normal form.
    pub fn take_apart(
        &self,
        lists: &Piece<W, K>,
        mut seen: impl FnMut(u8),
        mut piece: impl FnMut(Piece<W, K>),
    ) {
        let mut rest = union(lists);
        while rest != W::EMPTY {
            let start = rest.least();
            let part = self.connected(lists, start, rest);
            rest &= !part;
            match self.at_sight(lists, part) {
                Some(nimber) => seen(nimber),
                None => piece(self.normaliser.normal(lists.map(|set| set & part))),
            }
        }
    }

    /// The nimber of a piece of one vertex, which takes some colour and that is the end of it; with
    /// a single colour (Node Kayles) also of pieces of two or three.
    fn at_sight(&self, lists: &Piece<W, K>, part: W) -> Option<u8> {
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

    /// Calls `option` with the position after each move, until it returns false.
    pub fn options(&self, piece: &Piece<W, K>, mut option: impl FnMut(Piece<W, K>) -> bool) {
        for c in 0..K {
            if self.alike && piece[..c].contains(&piece[c]) {
                continue;
            }
            for v in vertices(piece[c]) {
                if !option(self.play(piece, v, c)) {
                    return;
                }
            }
        }
    }

    /// The vertices among `within` that are connected with `start`.
    fn connected(&self, lists: &Piece<W, K>, start: usize, within: W) -> W {
        let mut fresh = W::single(start);
        let mut rest = within & !fresh;
        let mut reached = fresh;
        while fresh != W::EMPTY {
            let v = fresh.least();
            fresh = fresh.without_least();
            let more = self.neighbours(lists, v) & rest;
            rest &= !more;
            fresh |= more;
            reached |= more;
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

    /// The lists at their places.
    pub fn placed(&self, lists: &Lists) -> Piece<W, K> {
        std::array::from_fn(|c| moved(lists[c], &self.places))
    }

    fn play(&self, lists: &Piece<W, K>, v: usize, c: usize) -> Piece<W, K> {
        let kills = &self.kills[v][c];
        std::array::from_fn(|d| lists[d] & !(kills[d] | W::single(v)))
    }

    /// A number that tells rules apart, for files: where it is equal, equal bits mean equal
    /// positions.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

fn union<W: Word, const K: usize>(lists: &Piece<W, K>) -> W {
    lists.iter().fold(W::EMPTY, |all, &set| all | set)
}

/// A set of vertices of the list game at their places.
fn moved<W: Word>(set: u128, places: &[usize]) -> W {
    vertices(set).fold(W::EMPTY, |all, v| all | W::single(places[v]))
}
