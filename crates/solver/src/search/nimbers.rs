//! Nimbers of list games, fast: pieces in normal form in a compact table, whole-word operations.
//!
//! The nimber of a position is the nim-sum of its connected pieces; the nimber of a piece is the
//! mex of its options (Sprague and Grundy). Pieces that are translates, mirror images or
//! recolourings of each other are solved once.

use chromex_graphs::Point;
use smallvec::SmallVec;

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

    /// Whether a position has this nimber.
    fn is(&mut self, nimber: u32, lists: &Lists, meter: &mut Meter) -> Result<bool, Stop> {
        Ok(self.nimber(lists, meter)? == nimber)
    }
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
        match lattice {
            Some(lattice) => {
                let normaliser = Normaliser::on_lattice(&lattice);
                Engine::with(lattice.places, &lattice.game, normaliser, bytes)
            }
            None => {
                let places = (0..game.order()).collect();
                Engine::with(places, game, Normaliser::new(game), bytes)
            }
        }
    }

    fn with(
        places: Vec<usize>,
        game: &ListGame,
        normaliser: Normaliser<W>,
        bytes: u64,
    ) -> Engine<W, K> {
        let kill = |v: usize, c: usize| std::array::from_fn(|d| W::from_wide(game.kills(v, c)[d]));
        let kills: Vec<[Piece<W, K>; K]> =
            (0..game.order()).map(|v| std::array::from_fn(|c| kill(v, c))).collect();
        let own = |row: &[Piece<W, K>; K]| {
            (0..K).all(|c| (0..K).all(|d| c == d || row[c][d] == W::EMPTY))
        };
        Engine {
            own_colour_only: kills.iter().all(own),
            kills,
            alike: game.colours_alike(),
            normaliser,
            places,
            table: Table::new(bytes),
            accounted: 0,
        }
    }

    /// Takes a position apart: what is known adds up at once, the rest waits.
    fn take_apart(&self, lists: &Piece<W, K>) -> Sum<W, K> {
        let mut rest = union(lists);
        let mut sum = Sum { known: 0, open: SmallVec::new() };
        while rest != W::EMPTY {
            let start = rest.least();
            let part = self.connected(lists, start, rest);
            rest &= !part;
            // A vertex on its own takes some colour, and that is the end of it.
            if part.without_least() == W::EMPTY {
                sum.known ^= 1;
                continue;
            }
            let piece = self.normaliser.normal(lists.map(|set| set & part));
            match self.knowledge(&piece).value() {
                Some(nimber) => sum.known ^= nimber,
                None => sum.open.push(piece),
            }
        }
        sum.open.sort_by_key(|piece| std::cmp::Reverse(size(piece)));
        sum
    }

    /// Whether a sum has this nimber. All its pieces but the largest are solved completely; of that
    /// one, only the question is asked.
    fn sum_is(&mut self, sum: &Sum<W, K>, nimber: u8, meter: &mut Meter) -> Result<bool, Stop> {
        let Some((&largest, others)) = sum.open.split_first() else {
            return Ok(sum.known == nimber);
        };
        let mut known = sum.known;
        for &piece in others {
            known ^= self.nimber_of_piece(piece, meter)?;
        }
        self.piece_is(largest, known ^ nimber, meter)
    }

    fn knowledge(&self, piece: &Piece<W, K>) -> Knowledge {
        self.table.get(piece).map_or(Knowledge::NOTHING, Knowledge)
    }

    /// The nimber of a piece in normal form.
    fn nimber_of_piece(&mut self, piece: Piece<W, K>, meter: &mut Meter) -> Result<u8, Stop> {
        if let Some(nimber) = self.knowledge(&piece).value() {
            return Ok(nimber);
        }
        meter.tick()?;
        let options = self.options(&piece, None);
        self.least_missing(piece, &options, u8::MAX, meter)
    }

    /// Whether a piece in normal form has this nimber: the piece plus a nim-heap of that size is
    /// lost for the player to move (Lemoine and Viennot).
    fn piece_is(
        &mut self,
        piece: Piece<W, K>,
        nimber: u8,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if let Some(answer) = self.knowledge(&piece).says(nimber) {
            return Ok(answer);
        }
        meter.tick()?;
        let options = self.options(&piece, Some(nimber));
        if self.some_option_is(&options, nimber, meter)? {
            self.learn(piece, |knowledge| knowledge.is_not(nimber), meter)?;
            return Ok(false);
        }
        // No option has this nimber, so the mex is at most that.
        Ok(self.least_missing(piece, &options, nimber, meter)? == nimber)
    }

    /// The mex of the options, which is known to be at most `most`.
    fn least_missing(
        &mut self,
        piece: Piece<W, K>,
        options: &Options<W, K>,
        most: u8,
        meter: &mut Meter,
    ) -> Result<u8, Stop> {
        let mut nimber = 0;
        while nimber < most {
            let excluded = self.knowledge(&piece).says(nimber) == Some(false);
            if !excluded && !self.some_option_is(options, nimber, meter)? {
                break;
            }
            nimber += 1;
        }
        self.learn(piece, |_| Knowledge::is(nimber), meter)?;
        Ok(nimber)
    }

    /// All options of a piece, or enough of them to know that one of them has the wanted nimber.
    fn options(&self, piece: &Piece<W, K>, wanted: Option<u8>) -> Options<W, K> {
        let mut options = Options { known: [0; 2], open: Vec::new() };
        for c in 0..K {
            if self.alike && piece[..c].contains(&piece[c]) {
                continue;
            }
            for v in vertices(piece[c]) {
                let sum = self.take_apart(&self.play(piece, v, c));
                if !sum.open.is_empty() {
                    options.open.push(sum);
                    continue;
                }
                options.add(sum.known);
                if wanted == Some(sum.known) {
                    return options;
                }
            }
        }
        // The option with the least work first.
        options.open.sort_by_cached_key(|sum| sum.open.first().map(size));
        options
    }

    fn some_option_is(
        &mut self,
        options: &Options<W, K>,
        nimber: u8,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if options.has(nimber) {
            return Ok(true);
        }
        for sum in &options.open {
            if self.sum_is(sum, nimber, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
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
    fn placed(&self, lists: &Lists) -> Piece<W, K> {
        std::array::from_fn(|c| moved(lists[c], &self.places))
    }

    fn play(&self, lists: &Piece<W, K>, v: usize, c: usize) -> Piece<W, K> {
        let kills = &self.kills[v][c];
        std::array::from_fn(|d| lists[d] & !(kills[d] | W::single(v)))
    }

    fn learn(
        &mut self,
        piece: Piece<W, K>,
        more: impl Fn(Knowledge) -> Knowledge,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.table.insert(piece, more(self.knowledge(&piece)).0);
        let bytes = self.table.bytes();
        let fresh = bytes - self.accounted;
        self.accounted = bytes;
        meter.grow(fresh as usize)
    }
}

impl<W: Word, const K: usize> Nimbers for Engine<W, K> {
    fn nimber(&mut self, lists: &Lists, meter: &mut Meter) -> Result<u32, Stop> {
        let lists = self.placed(lists);
        let sum = self.take_apart(&lists);
        let mut nimber = sum.known;
        for piece in sum.open {
            nimber ^= self.nimber_of_piece(piece, meter)?;
        }
        Ok(nimber.into())
    }

    fn is(&mut self, nimber: u32, lists: &Lists, meter: &mut Meter) -> Result<bool, Stop> {
        let Ok(nimber) = u8::try_from(nimber) else { return Ok(false) };
        let sum = self.take_apart(&self.placed(lists));
        self.sum_is(&sum, nimber, meter)
    }
}

fn union<W: Word, const K: usize>(lists: &Piece<W, K>) -> W {
    lists.iter().fold(W::EMPTY, |all, &set| all | set)
}

/// A set of vertices of the list game at their places.
fn moved<W: Word>(set: u128, places: &[usize]) -> W {
    vertices(set).fold(W::EMPTY, |all, v| all | W::single(places[v]))
}

fn size<W: Word, const K: usize>(piece: &Piece<W, K>) -> u32 {
    piece.iter().map(|set| set.size()).sum()
}

/// The options of a piece: the nimbers of those that are solved, and the others.
struct Options<W, const K: usize> {
    known: [u128; 2],
    open: Vec<Sum<W, K>>,
}

impl<W, const K: usize> Options<W, K> {
    fn add(&mut self, nimber: u8) {
        self.known[usize::from(nimber >> 7)] |= 1 << (nimber & 127);
    }

    fn has(&self, nimber: u8) -> bool {
        self.known[usize::from(nimber >> 7)] >> (nimber & 127) & 1 == 1
    }
}

/// A position taken apart: the nim-sum of the pieces that are solved, and the others, largest
/// first.
struct Sum<W, const K: usize> {
    known: u8,
    open: SmallVec<[Piece<W, K>; 2]>,
}

/// What is known about the nimber of a piece: that it is some number, or that it is not some of
/// the numbers 0 to 14. Nimbers of pieces are at most 128, their number of vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Knowledge(u16);

impl Knowledge {
    const NOTHING: Knowledge = Knowledge(0);
    const SOLVED: u16 = 1 << 15;

    fn is(nimber: u8) -> Knowledge {
        Knowledge(Knowledge::SOLVED | u16::from(nimber))
    }

    fn is_not(self, nimber: u8) -> Knowledge {
        if nimber < 15 { Knowledge(self.0 | 1 << nimber) } else { self }
    }

    fn value(self) -> Option<u8> {
        (self.0 & Knowledge::SOLVED != 0).then_some(self.0 as u8)
    }

    fn says(self, nimber: u8) -> Option<bool> {
        match self.value() {
            Some(value) => Some(value == nimber),
            None if nimber < 15 && self.0 >> nimber & 1 == 1 => Some(false),
            None => None,
        }
    }
}
