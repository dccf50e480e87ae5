//! Nimbers of list games, fast: pieces in normal form in a compact table, whole-word operations.
//!
//! The nimber of a position is the nim-sum of its connected pieces; the nimber of a piece is the
//! mex of its options (Sprague and Grundy). Pieces that are translates, mirror images or
//! recolourings of each other are solved once. Of a piece that is not wanted for itself, only the
//! question is asked whether it has a certain nimber (Lemoine and Viennot).
//!
//! Several threads search the same position and share what they find; each leaves for later what
//! another one is working on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chromex_graphs::Point;
use smallvec::SmallVec;

use crate::budget::{Meter, Stop};
use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists};
use crate::model::normal::{Piece, size};
use crate::model::rule::Rule;
use crate::model::word::Word;
use crate::search::keep::{Keeper, Unreadable};
use crate::search::plain::grundy::Grundy;
use crate::search::table::{Memo, SharedTable, Table};

/// An engine for one list game.
pub trait Nimbers {
    /// Reads what an earlier search has saved, and saves what this one finds.
    fn keep(&mut self, _keeper: Keeper) -> Result<(), Unreadable> {
        Err(Unreadable::NotKept)
    }

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
/// given points; its table may take so many bytes, and it may use so many threads.
pub fn engine(
    game: &ListGame,
    points: Option<&[Point]>,
    bytes: u64,
    threads: usize,
) -> Option<Box<dyn Nimbers>> {
    let lattice = |limit| points.and_then(|points| Lattice::find(game, points, limit));
    let narrow = lattice(64);
    if game.order() <= 64 && (narrow.is_some() || lattice(128).is_none()) {
        return with_word::<u64>(game, narrow.as_ref(), bytes, threads);
    }
    with_word::<u128>(game, lattice(128).as_ref(), bytes, threads)
}

fn with_word<W: Word + 'static>(
    game: &ListGame,
    lattice: Option<&Lattice>,
    bytes: u64,
    threads: usize,
) -> Option<Box<dyn Nimbers>> {
    Some(match game.colours() {
        1 => Box::new(Engine::<W, 1>::new(game, lattice, bytes, threads)),
        2 => Box::new(Engine::<W, 2>::new(game, lattice, bytes, threads)),
        3 => Box::new(Engine::<W, 3>::new(game, lattice, bytes, threads)),
        4 => Box::new(Engine::<W, 4>::new(game, lattice, bytes, threads)),
        _ => return None,
    })
}

/// More threads than this are not started.
const MAX_THREADS: usize = 64;

struct Engine<W: Word, const K: usize> {
    rule: Rule<W, K>,
    memory: Memory<W, K>,
    threads: usize,
    keeper: Option<Keeper>,
    /// The bytes of the table that the meter has been told of.
    accounted: u64,
}

/// One thread has a table for itself; several share one.
enum Memory<W, const K: usize> {
    Own(Table<W, K>),
    Shared(SharedTable<W, K>),
}

impl<W: Word, const K: usize> Engine<W, K> {
    fn new(game: &ListGame, lattice: Option<&Lattice>, bytes: u64, threads: usize) -> Engine<W, K> {
        let threads = threads.min(MAX_THREADS);
        let memory = match threads {
            0 | 1 => Memory::Own(Table::new(bytes)),
            _ => Memory::Shared(SharedTable::new(bytes)),
        };
        Engine { rule: Rule::new(game, lattice), memory, threads, keeper: None, accounted: 0 }
    }

    /// Asks one search, or several at once and takes the first answer.
    fn ask<T: Send>(
        &mut self,
        meter: &mut Meter,
        question: impl Fn(&mut dyn Searcher<W, K>, &mut Meter) -> Result<T, Stop> + Sync,
    ) -> Result<T, Stop> {
        let (rule, keeper) = (&self.rule, self.keeper.as_mut());
        let answer = match &mut self.memory {
            Memory::Own(table) => {
                question(&mut Search { rule, memo: table, threads: 1, keeper }, meter)
            }
            Memory::Shared(table) => {
                ask_together(rule, table, self.threads, keeper, meter, question)
            }
        };
        let bytes = match &self.memory {
            Memory::Own(table) => table.bytes(),
            Memory::Shared(table) => table.bytes(),
        };
        meter.note(bytes - self.accounted);
        self.accounted = bytes;
        answer
    }
}

impl<W: Word, const K: usize> Drop for Engine<W, K> {
    /// Saves what has been found since the last time.
    fn drop(&mut self) {
        let Some(keeper) = &mut self.keeper else { return };
        let fingerprint = self.rule.fingerprint();
        // Nobody is left to be told of a failure; the file of the last save stays as it is.
        let _ = match &self.memory {
            Memory::Own(table) => keeper.save(fingerprint, table),
            Memory::Shared(table) => keeper.save(fingerprint, &table),
        };
    }
}

/// Lets several threads answer the same question; the first answer counts, and all are right.
fn ask_together<W: Word, const K: usize, T: Send>(
    rule: &Rule<W, K>,
    table: &SharedTable<W, K>,
    threads: usize,
    mut keeper: Option<&mut Keeper>,
    meter: &mut Meter,
    question: impl Fn(&mut dyn Searcher<W, K>, &mut Meter) -> Result<T, Stop> + Sync,
) -> Result<T, Stop> {
    let answered = Arc::new(AtomicBool::new(false));
    let mut forks: Vec<Meter> = (0..threads).map(|_| meter.fork(threads, &answered)).collect();
    let results: Vec<Result<T, Stop>> = std::thread::scope(|scope| {
        let (answered, question) = (&answered, &question);
        let spawn = |meter: &mut Meter, keeper| {
            let mut search = Search { rule, memo: table, threads, keeper };
            let result = question(&mut search, meter);
            answered.fetch_or(result.is_ok(), Ordering::Relaxed);
            result
        };
        let handles: Vec<_> = forks
            .iter_mut()
            .map(|fork| {
                let keeper = keeper.take();
                scope.spawn(move || spawn(fork, keeper))
            })
            .collect();
        handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
    });
    forks.iter().for_each(|fork| meter.join(fork));
    let mut stopped = Stop::Cancelled;
    for result in results {
        match result {
            Ok(answer) => return Ok(answer),
            Err(stop) => stopped = stop,
        }
    }
    Err(stopped)
}

/// The questions that a search answers, whatever its memory.
trait Searcher<W, const K: usize> {
    fn nimber_of(&mut self, lists: &Piece<W, K>, meter: &mut Meter) -> Result<u8, Stop>;

    fn has_nimber(
        &mut self,
        lists: &Piece<W, K>,
        nimber: u8,
        meter: &mut Meter,
    ) -> Result<bool, Stop>;
}

struct Search<'a, W, const K: usize, M> {
    rule: &'a Rule<W, K>,
    memo: M,
    /// How many searches work together.
    threads: usize,
    keeper: Option<&'a mut Keeper>,
}

impl<W: Word, const K: usize, M: Memo<W, K>> Searcher<W, K> for Search<'_, W, K, M> {
    fn nimber_of(&mut self, lists: &Piece<W, K>, meter: &mut Meter) -> Result<u8, Stop> {
        let sum = self.take_apart(lists);
        let mut nimber = sum.known;
        for piece in sum.open {
            nimber ^= self.nimber_of_piece(piece, meter)?;
        }
        Ok(nimber)
    }

    fn has_nimber(
        &mut self,
        lists: &Piece<W, K>,
        nimber: u8,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let sum = self.take_apart(lists);
        self.sum_is(&sum, nimber, meter)
    }
}

impl<W: Word, const K: usize, M: Memo<W, K>> Search<'_, W, K, M> {
    /// Takes a position apart: what is known adds up at once, the rest waits.
    fn take_apart(&self, lists: &Piece<W, K>) -> Sum<W, K> {
        let (mut seen, mut known, mut open) = (0, 0, SmallVec::new());
        self.rule.take_apart(
            lists,
            |nimber| seen ^= nimber,
            |piece| match self.knowledge(&piece).value() {
                Some(nimber) => known ^= nimber,
                None => open.push(piece),
            },
        );
        open.sort_by_key(|piece| std::cmp::Reverse(size(piece)));
        Sum { known: known ^ seen, open }
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
        self.memo.get(piece).map_or(Knowledge::NOTHING, |bits| Knowledge(bits & !Knowledge::BUSY))
    }

    /// Lets other threads know that this one works on a piece.
    fn claim(&mut self, piece: Piece<W, K>) {
        if self.threads > 1 {
            let known = self.knowledge(&piece).0;
            self.memo.insert(piece, known | Knowledge::BUSY);
        }
    }

    fn is_busy(&self, sum: &Sum<W, K>) -> bool {
        let bits = |piece| self.memo.get(piece).unwrap_or(0);
        self.threads > 1 && sum.open.first().is_some_and(|piece| bits(piece) & Knowledge::BUSY != 0)
    }

    /// The nimber of a piece in normal form.
    fn nimber_of_piece(&mut self, piece: Piece<W, K>, meter: &mut Meter) -> Result<u8, Stop> {
        if let Some(nimber) = self.knowledge(&piece).value() {
            return Ok(nimber);
        }
        meter.tick()?;
        self.claim(piece);
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
        self.claim(piece);
        let options = self.options(&piece, Some(nimber));
        if self.some_option_is(&options, nimber, meter)? {
            self.learn(piece, |knowledge| knowledge.is_not(nimber))?;
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
        self.learn(piece, |_| Knowledge::is(nimber))?;
        Ok(nimber)
    }

    /// All options of a piece, or enough of them to know that one of them has the wanted nimber.
    fn options(&self, piece: &Piece<W, K>, wanted: Option<u8>) -> Options<W, K> {
        let mut options = Options { known: [0; 2], open: Vec::new() };
        self.rule.options(piece, |after| {
            let sum = self.take_apart(&after);
            if !sum.open.is_empty() {
                options.open.push(sum);
                return true;
            }
            options.add(sum.known);
            wanted != Some(sum.known)
        });
        // The option with the least work first.
        options.open.sort_by_cached_key(|sum| (sum.open.len(), sum.open.first().map(size)));
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
        // What another thread is working on may be known by the end of the list.
        let (free, busy): (Vec<_>, Vec<_>) =
            options.open.iter().partition(|sum| !self.is_busy(sum));
        for sum in free.into_iter().chain(busy) {
            if self.sum_is(sum, nimber, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn learn(
        &mut self,
        piece: Piece<W, K>,
        more: impl Fn(Knowledge) -> Knowledge,
    ) -> Result<(), Stop> {
        self.memo.insert(piece, more(self.knowledge(&piece)).0);
        if let Some(keeper) = &mut self.keeper
            && keeper.is_due()
        {
            keeper.save(self.rule.fingerprint(), &self.memo).map_err(|_| Stop::NotSaved)?;
        }
        Ok(())
    }
}

impl<W: Word, const K: usize> Nimbers for Engine<W, K> {
    fn nimber(&mut self, lists: &Lists, meter: &mut Meter) -> Result<u32, Stop> {
        let lists = self.rule.placed(lists);
        self.ask(meter, |search, meter| search.nimber_of(&lists, meter)).map(u32::from)
    }

    fn is(&mut self, nimber: u32, lists: &Lists, meter: &mut Meter) -> Result<bool, Stop> {
        let Ok(nimber) = u8::try_from(nimber) else { return Ok(false) };
        let lists = self.rule.placed(lists);
        self.ask(meter, |search, meter| search.has_nimber(&lists, nimber, meter))
    }

    fn keep(&mut self, keeper: Keeper) -> Result<(), Unreadable> {
        let fingerprint = self.rule.fingerprint();
        keeper.prepare(fingerprint)?;
        match &mut self.memory {
            Memory::Own(table) => keeper.load(fingerprint, table)?,
            Memory::Shared(table) => keeper.load(fingerprint, &mut &*table)?,
        }
        self.keeper = Some(keeper);
        Ok(())
    }
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
/// the numbers 0 to 13. Nimbers of pieces are at most 128, their number of vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Knowledge(u16);

impl Knowledge {
    const NOTHING: Knowledge = Knowledge(0);
    const SOLVED: u16 = 1 << 15;

    /// Not knowledge, but a hint that some thread works on it.
    const BUSY: u16 = 1 << 14;

    /// Only of smaller numbers is it remembered that they are not the nimber.
    const LISTED: u8 = 14;

    fn is(nimber: u8) -> Knowledge {
        Knowledge(Knowledge::SOLVED | u16::from(nimber))
    }

    /// Another thread may have solved the piece meanwhile; then there is nothing to add.
    fn is_not(self, nimber: u8) -> Knowledge {
        let room = nimber < Knowledge::LISTED && self.value().is_none();
        if room { Knowledge(self.0 | 1 << nimber) } else { self }
    }

    fn value(self) -> Option<u8> {
        (self.0 & Knowledge::SOLVED != 0).then_some(self.0 as u8)
    }

    fn says(self, nimber: u8) -> Option<bool> {
        match self.value() {
            Some(value) => Some(value == nimber),
            None if nimber < Knowledge::LISTED && self.0 >> nimber & 1 == 1 => Some(false),
            None => None,
        }
    }
}
