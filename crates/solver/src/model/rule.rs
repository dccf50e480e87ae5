//! The compiled rule of a list game in machine words, ready for search.

use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists, fingerprint};
use crate::model::normal::{Normaliser, Piece, size};
use crate::model::word::{Word, vertices};

/// A list game of `K` colours whose vertices are bits of `W`.
pub struct Rule<W, const K: usize> {
    /// The bit of each vertex of the list game.
    places: Vec<usize>,
    /// For each bit and colour, for each colour the bits that lose it.
    kills: Vec<[Piece<W, K>; K]>,
    /// Whether a colour only ever removes itself, which makes neighbours cheap to find.
    own_colour_only: bool,
    /// The neighbours of whole sets, where that is cheap.
    shifts: Option<Shifts<W>>,
    alike: bool,
    normaliser: Normaliser<W>,
    /// Where moves take two adjacent vertices, those that each vertex of the list game stands for.
    ends: Option<Vec<[usize; 2]>>,
    fingerprint: u64,
}

/// Adjacency as shifts of words: for each distance, the vertices that are adjacent to the one that
/// far above.
struct Shifts<W>(Vec<(usize, W)>);

/// With more distances than this, going from vertex to vertex is faster.
const MAX_SHIFTS: usize = 4;

impl<W: Word> Shifts<W> {
    /// The adjacency, if there are few distances.
    fn new(adjacent: impl Iterator<Item = W>) -> Option<Shifts<W>> {
        let mut shifts: Vec<(usize, W)> = Vec::new();
        for (v, set) in adjacent.enumerate() {
            for distance in vertices(set).filter(|&w| w > v).map(|w| w - v) {
                match shifts.iter_mut().find(|(other, _)| *other == distance) {
                    Some((_, from)) => *from |= W::single(v),
                    None => shifts.push((distance, W::single(v))),
                }
            }
            if shifts.len() > MAX_SHIFTS {
                return None;
            }
        }
        Some(Shifts(shifts))
    }

    /// The vertices adjacent to some member of a set.
    fn around(&self, set: W) -> W {
        self.0.iter().fold(W::EMPTY, |found, &(distance, from)| {
            found | (set & from).moved_up(distance) | set.moved_down(distance) & from
        })
    }
}

impl<W: Word, const K: usize> Rule<W, K> {
    /// The rule of a list game, on a lattice if there is one.
    pub fn new<G: Word>(game: &ListGame<G>, lattice: Option<&Lattice<G>>) -> Rule<W, K> {
        match lattice {
            Some(lattice) => {
                let normaliser = Normaliser::on_lattice(lattice);
                let places = lattice.places.clone();
                Rule::with(places, &lattice.game, normaliser, Some(&lattice.meaning))
            }
            None => Rule::with((0..game.order()).collect(), game, Normaliser::new(game), None),
        }
    }

    /// The rule of taking two adjacent vertices, given which are adjacent and for which two each
    /// vertex of the list game stands.
    pub fn taking_edges(mut self, ends: Vec<[usize; 2]>) -> Rule<W, K> {
        self.fingerprint = fingerprint([self.fingerprint, 2].into_iter());
        self.ends = Some(ends);
        self
    }

    fn with<G: Word>(
        places: Vec<usize>,
        game: &ListGame<G>,
        normaliser: Normaliser<W>,
        meaning: Option<&[u64]>,
    ) -> Rule<W, K> {
        let kill = |v: usize, c: usize| std::array::from_fn(|d| game.kills(v, c)[d].cast());
        let kills: Vec<[Piece<W, K>; K]> =
            (0..game.order()).map(|v| std::array::from_fn(|c| kill(v, c))).collect();
        let own = |row: &[Piece<W, K>; K]| {
            (0..K).all(|c| (0..K).all(|d| c == d || row[c][d] == W::EMPTY))
        };
        let limbs = |set: &W| -> Vec<u64> { (0..W::LIMBS).map(|i| set.limb(i)).collect() };
        let bits = || kills.iter().flatten().flatten().flat_map(limbs).collect();
        let meaning: Vec<u64> = meaning.map_or_else(bits, <[u64]>::to_vec);
        let sizes = [W::BITS as u64, K as u64, u64::from(game.colours_alike())];
        let own_colour_only = kills.iter().all(own);
        let same_for_all = kills.iter().all(|row| (0..K).all(|c| row[c][c] == row[0][0]));
        let adjacent = kills.iter().map(|row| row[0][0]);
        Rule {
            fingerprint: fingerprint(sizes.into_iter().chain(meaning)),
            shifts: Some(adjacent)
                .filter(|_| own_colour_only && same_for_all)
                .and_then(Shifts::new),
            own_colour_only,
            kills,
            alike: game.colours_alike(),
            normaliser,
            places,
            ends: None,
        }
    }

    /// Takes a position apart into connected pieces: calls `seen` with the nimber of each whose
    /// nimber is plain to see, and `piece` with each other one in normal form.
    pub fn take_apart(
        &self,
        lists: &Piece<W, K>,
        mut seen: impl FnMut(u16),
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
    /// a single colour (Node Kayles) also of pieces of two or three. Where two vertices are taken,
    /// one is nothing and three are one move.
    fn at_sight(&self, lists: &Piece<W, K>, part: W) -> Option<u16> {
        if self.ends.is_some() {
            return [0, 0, 1, 1].get(part.size() as usize).copied();
        }
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

    /// How much there is to search in a piece: the number of its moves, each colour counted.
    pub fn moves(&self, piece: &Piece<W, K>) -> u32 {
        let edges_up = |&(distance, from): &(usize, W)| {
            (piece[0] & from & piece[0].moved_down(distance)).size()
        };
        let degree = |v: usize| (self.kills[v][0][0] & piece[0]).size();
        match (&self.ends, &self.shifts) {
            (None, _) => size(piece),
            (Some(_), Some(Shifts(shifts))) => shifts.iter().map(edges_up).sum(),
            (Some(_), None) => vertices(piece[0]).map(degree).sum::<u32>() / 2,
        }
    }

    /// Calls `option` with the position after each move, until it returns false.
    pub fn options(&self, piece: &Piece<W, K>, mut option: impl FnMut(Piece<W, K>) -> bool) {
        if self.ends.is_some() {
            return self.edge_options(piece[0], |rest| option([rest; K]));
        }
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

    fn edge_options(&self, set: W, mut option: impl FnMut(W) -> bool) {
        let mut rest = set;
        while rest != W::EMPTY {
            let v = rest.least();
            rest = rest.without_least();
            for w in vertices(self.kills[v][0][0] & rest) {
                if !option(set & !(W::single(v) | W::single(w))) {
                    return;
                }
            }
        }
    }

    /// The vertices among `within` that are connected with `start`.
    fn connected(&self, lists: &Piece<W, K>, start: usize, within: W) -> W {
        if let Some(shifts) = &self.shifts {
            return spread(shifts, lists, W::single(start), within);
        }
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
    pub fn placed<G: Word>(&self, lists: &Lists<G>) -> Piece<W, K> {
        if let Some(ends) = &self.ends {
            let ends = vertices(lists[0]).flat_map(|edge| ends[edge]);
            return [ends.fold(W::EMPTY, |all, v| all | W::single(self.places[v])); K];
        }
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

/// The vertices among `within` that are connected with `start`.
fn spread<W: Word, const K: usize>(
    shifts: &Shifts<W>,
    lists: &Piece<W, K>,
    start: W,
    within: W,
) -> W {
    let mut reached = start;
    loop {
        let step = |more, &list| more | shifts.around(reached & list) & list;
        let more = reached | lists.iter().fold(W::EMPTY, step) & within;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

fn union<W: Word, const K: usize>(lists: &Piece<W, K>) -> W {
    lists.iter().fold(W::EMPTY, |all, &set| all | set)
}

/// A set of vertices of the list game at their places.
fn moved<G: Word, W: Word>(set: G, places: &[usize]) -> W {
    vertices(set).fold(W::EMPTY, |all, v| all | W::single(places[v]))
}
