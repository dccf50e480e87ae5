//! Nimbers of list games, fast: pieces in normal form in a compact table, whole-word operations.
//!
//! The nimber of a position is the nim-sum of its connected pieces; the nimber of a piece is the
//! mex of its options (Sprague and Grundy). Pieces that are translates, mirror images or
//! recolourings of each other are solved once.

use chromex_graphs::Point;

use crate::budget::{Meter, Stop};
use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists};
use crate::model::normal::{Normaliser, Piece};
use crate::model::word::{Word, vertices};
use crate::search::plain::grundy::Grundy;
use crate::search::table::Table;

/// An engine for one list game.
pub trait Nimbers {
    /// The nimber of a position, given by its lists.
    fn nimber(&mut self, lists: &Lists, meter: &mut Meter) -> Result<u32, Stop>;
}

impl Nimbers for Grundy<ListGame> {
    fn nimber(&mut self, lists: &Lists, meter: &mut Meter) -> Result<u32, Stop> {
        Grundy::nimber(self, lists.clone(), meter)
    }
}

/// The most colours that the fast engine is made for.
pub const MAX_COLOURS: usize = 4;

/// The engine for a list game with at most [`MAX_COLOURS`] colours, whose vertices may lie at
/// given points; its table may take so many bytes.
pub fn engine(game: &ListGame, points: Option<&[Point]>, bytes: u64) -> Option<Box<dyn Nimbers>> {
    let lattice = |limit| points.and_then(|points| Lattice::find(game, points, limit));
    let narrow = lattice(64);
    if game.order() <= 64 && (narrow.is_some() || lattice(128).is_none()) {
        return with_word::<u64>(game, narrow, bytes);
    }
    with_word::<u128>(game, lattice(128), bytes)
}

fn with_word<W: Word + 'static>(
    game: &ListGame,
    lattice: Option<Lattice>,
    bytes: u64,
) -> Option<Box<dyn Nimbers>> {
    Some(match game.colours() {
        1 => Box::new(Engine::<W, 1>::new(game, lattice, bytes)),
        2 => Box::new(Engine::<W, 2>::new(game, lattice, bytes)),
        3 => Box::new(Engine::<W, 3>::new(game, lattice, bytes)),
        4 => Box::new(Engine::<W, 4>::new(game, lattice, bytes)),
        _ => return None,
    })
}

struct Engine<W, const K: usize> {
    /// The bit of each vertex of the list game.
    places: Vec<usize>,
    /// For each bit and colour, for each colour the bits that lose it.
    kills: Vec<[Piece<W, K>; K]>,
    /// Whether a colour only ever removes itself, which makes neighbours cheap to find.
    own_colour_only: bool,
    alike: bool,
    normaliser: Normaliser<W>,
    table: Table<W, K>,
    accounted: u64,
}

impl<W: Word, const K: usize> Engine<W, K> {
    fn new(game: &ListGame, lattice: Option<Lattice>, bytes: u64) -> Engine<W, K> {
        let places: Vec<usize> = match &lattice {
            Some(lattice) => lattice.places.clone(),
            None => (0..game.order()).collect(),
        };
        let bits = places.iter().max().map_or(0, |last| last + 1);
        let mut kills = vec![[[W::EMPTY; K]; K]; bits];
        for (v, &place) in places.iter().enumerate() {
            for (c, row) in kills[place].iter_mut().enumerate() {
                for (d, kill) in row.iter_mut().enumerate() {
                    *kill = moved(game.kills(v, c)[d], &places);
                }
            }
        }
        let own = |row: &[Piece<W, K>; K]| {
            (0..K).all(|c| (0..K).all(|d| c == d || row[c][d] == W::EMPTY))
        };
        Engine {
            own_colour_only: kills.iter().all(own),
            kills,
            alike: game.colours_alike(),
            normaliser: Normaliser::new(game, &places, lattice.as_ref()),
            places,
            table: Table::new(bytes),
            accounted: 0,
        }
    }

    fn nim_sum(&mut self, lists: Piece<W, K>, meter: &mut Meter) -> Result<u8, Stop> {
        let mut rest = union(&lists);
        let mut sum = 0;
        while rest != W::EMPTY {
            let start = rest.least();
            let part = self.connected(&lists, start, rest);
            rest &= !part;
            // A vertex on its own takes some colour, and that is the end of it.
            sum ^= match part.without_least() == W::EMPTY {
                true => 1,
                false => self.nimber_of_piece(lists.map(|set| set & part), meter)?,
            };
        }
        Ok(sum)
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

    fn nimber_of_piece(&mut self, piece: Piece<W, K>, meter: &mut Meter) -> Result<u8, Stop> {
        let piece = self.normaliser.normal(piece);
        if let Some(nimber) = self.table.get(&piece) {
            return Ok(nimber);
        }
        meter.tick()?;
        let mut options = Options::default();
        for c in 0..K {
            if self.alike && piece[..c].contains(&piece[c]) {
                continue;
            }
            for v in vertices(piece[c]) {
                let after = self.play(&piece, v, c);
                options.add(self.nim_sum(after, meter)?);
            }
        }
        let nimber = options.mex();
        self.remember(piece, nimber, meter)?;
        Ok(nimber)
    }

    fn play(&self, lists: &Piece<W, K>, v: usize, c: usize) -> Piece<W, K> {
        let kills = &self.kills[v][c];
        std::array::from_fn(|d| lists[d] & !(kills[d] | W::single(v)))
    }

    fn remember(&mut self, piece: Piece<W, K>, nimber: u8, meter: &mut Meter) -> Result<(), Stop> {
        self.table.insert(piece, nimber);
        let bytes = self.table.bytes();
        let fresh = bytes - self.accounted;
        self.accounted = bytes;
        meter.grow(fresh as usize)
    }
}

impl<W: Word, const K: usize> Nimbers for Engine<W, K> {
    fn nimber(&mut self, lists: &Lists, meter: &mut Meter) -> Result<u32, Stop> {
        let lists = std::array::from_fn(|c| moved(lists[c], &self.places));
        self.nim_sum(lists, meter).map(u32::from)
    }
}

fn union<W: Word, const K: usize>(lists: &Piece<W, K>) -> W {
    lists.iter().fold(W::EMPTY, |all, &set| all | set)
}

/// A set of vertices of the list game at their places.
fn moved<W: Word>(set: u128, places: &[usize]) -> W {
    vertices(set).fold(W::EMPTY, |all, v| all | W::single(places[v]))
}

/// The nimbers of options: fewer than 256, because a piece of 128 vertices lasts 128 moves.
#[derive(Default)]
struct Options([u128; 2]);

impl Options {
    fn add(&mut self, nimber: u8) {
        self.0[usize::from(nimber >> 7)] |= 1 << (nimber & 127);
    }

    fn mex(&self) -> u8 {
        let low = self.0[0].trailing_ones();
        if low < 128 { low as u8 } else { (128 + self.0[1].trailing_ones()) as u8 }
    }
}
