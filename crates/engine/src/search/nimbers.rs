//! Nimbers, fast: pieces in normal form in a compact table, and operations on whole words.
//!
//! The nimber of a position is the nim-sum of its connected pieces; the nimber of a piece is the
//! mex of its options (Sprague and Grundy). Pieces that are translates, mirror images or
//! recolourings of each other are solved once. If the nimber of a piece is not itself wanted, the
//! search only asks whether the piece has a certain nimber (Lemoine and Viennot).
//!
//! Several threads search the same position and share their results; each leaves for later what
//! another one is working on.

mod guesses;

use std::ops::Range;

use chromex_graphs::Point;
use smallvec::SmallVec;

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::engine::{Findings, Member};
use crate::model::key::hash;
use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists};
use crate::model::normal::has_many_symmetries;
use crate::model::root::Root;
use crate::model::rule::{Arcs, Pieces, Places, Rule};
use crate::model::word::{Word, sort_few};
use crate::search::memory::{Memory, Share};
use crate::search::parallel::{Busy, ask, threads};
use crate::search::plain::grundy::Grundy;
use crate::search::recent::{Met, Recent};
use crate::search::table::{Expected, Table};
use chromex_budget::{Meter, Stop};

/// An engine for one impartial game whose positions are given in the form `P`.
pub(crate) trait Nimbers<P: ?Sized>: Send {
    /// Reads what an earlier search has saved, and saves what this one finds.
    fn save_to(&mut self, _checkpoint: Checkpoint) -> Result<(), CheckpointError> {
        Err(CheckpointError::Unsupported)
    }

    /// The nimber of a position.
    fn nimber(&mut self, position: &P, meter: &mut Meter) -> Result<u32, Stop>;

    /// Whether a position has this nimber.
    fn is(&mut self, nimber: u32, position: &P, meter: &mut Meter) -> Result<bool, Stop> {
        Ok(self.nimber(position, meter)? == nimber)
    }

    /// The nimber to ask about first.
    fn first_nimber(&self) -> u32 {
        0
    }

    /// Exports about `most` positions for searches in other processes, if this engine supports it.
    fn found(&mut self, _most: usize) -> Option<Findings> {
        None
    }

    /// Imports positions that other searches have exported.
    fn take(&mut self, _findings: &Findings) {}

    /// Sets this search's number among several.
    fn stand_at(&mut self, _member: Member) {}
}

impl<G: Word> Nimbers<Lists<G>> for Grundy<ListGame<G>> {
    fn nimber(&mut self, lists: &Lists<G>, meter: &mut Meter) -> Result<u32, Stop> {
        Grundy::nimber(self, lists.clone(), meter)
    }
}

/// The weight of an option with several pieces, in multiples of the work of its largest piece;
/// other options are weighed by their replies.
const SEVERAL_PIECES: u32 = 16;

/// The weight of a smaller nimber that no reply to an option is known to have, in quarters of the
/// work of the option: for the option to have the wanted nimber, such a reply has to be found.
const MISSING_NIMBER: u32 = 9;

/// How many times more a piece with a mirror weighs if nimber 1 is wanted: large ones seldom have it.
const MIRRORED: u32 = 2;

/// The resources of an engine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resources {
    /// The number of bytes of its table.
    pub bytes: u64,
    /// The number of threads.
    pub threads: usize,
}

/// The engine for a list game with at most [`MAX_COLOURS`] colours, whose vertices may lie at given
/// points. It searches with words `N` if they are wide enough, otherwise with words `G`.
pub(crate) fn engine<G: Word, N: Word>(
    game: &ListGame<G>,
    points: Option<&[Point]>,
    resources: Resources,
) -> Option<Box<dyn Nimbers<Lists<G>>>> {
    // Node Kayles on a line graph is played on the edges of its root.
    match Root::of(game, points) {
        Some(Root { ends, game, points }) => {
            with_lattice::<G, N>(&game, points.as_deref(), Some(ends), resources)
        }
        None => with_lattice::<G, N>(game, points, None, resources),
    }
}

fn with_lattice<G: Word, N: Word>(
    game: &ListGame<G>,
    points: Option<&[Point]>,
    ends: Option<Vec<[usize; 2]>>,
    resources: Resources,
) -> Option<Box<dyn Nimbers<Lists<G>>>> {
    match lattice(game, points, N::BITS) {
        (lattice, true) => with_word::<G, N>(game, lattice.as_ref(), ends, resources),
        (lattice, false) => with_word::<G, G>(game, lattice.as_ref(), ends, resources),
    }
}

/// The lattice for a game whose vertices may lie at given points, if there is one, and whether
/// words with this many bits are enough.
pub(crate) fn lattice<G: Word>(
    game: &ListGame<G>,
    points: Option<&[Point]>,
    bits: usize,
) -> (Option<Lattice<G>>, bool) {
    let points = points.filter(|_| !has_many_symmetries(game));
    let find = |limit| points.and_then(|points| Lattice::find(game, points, limit));
    if game.order() > bits {
        return (find(G::BITS), false);
    }
    let narrow = find(bits);
    if narrow.is_some() {
        return (narrow, true);
    }
    let wide = find(G::BITS);
    let none = wide.is_none();
    (wide, none)
}

fn with_word<G: Word, W: Word>(
    game: &ListGame<G>,
    lattice: Option<&Lattice<G>>,
    ends: Option<Vec<[usize; 2]>>,
    resources: Resources,
) -> Option<Box<dyn Nimbers<Lists<G>>>> {
    if let Some(ends) = ends {
        let rule = Arcs::<W>::new(Rule::new(game, lattice), ends);
        return Some(Box::new(Engine::new(rule, resources)));
    }
    Some(match game.colours() {
        1 => Box::new(Engine::new(Rule::<W, 1>::new(game, lattice), resources)),
        2 => Box::new(Engine::new(Rule::<W, 2>::new(game, lattice), resources)),
        3 => Box::new(Engine::new(Rule::<W, 3>::new(game, lattice), resources)),
        4 => Box::new(Engine::new(Rule::<W, 4>::new(game, lattice), resources)),
        _ => return None,
    })
}

/// The search over the pieces of one rule.
pub(crate) struct Engine<R> {
    rule: R,
    /// What is known about pieces; the smallest pieces are the fastest to solve again.
    memory: Memory,
    threads: usize,
}

impl<R: Pieces> Engine<R> {
    /// A new engine.
    pub(crate) fn new(rule: R, resources: Resources) -> Engine<R> {
        let table = Table::new(R::WORDS, resources.bytes, |ones, _| ones);
        let memory = Memory::new(table, rule.fingerprint());
        Engine { rule, memory, threads: threads(resources.threads) }
    }

    /// Asks one search, or starts several and takes the first answer. For pieces with at least
    /// three quarters of the initial work a wrong choice is expensive: there, options are examined
    /// before they are searched.
    fn ask<T: Send>(
        &mut self,
        work: u32,
        meter: &mut Meter,
        question: impl Fn(&mut Search<R>, &mut Meter) -> Result<T, Stop> + Sync,
    ) -> Result<T, Stop> {
        let (rule, busy) = (&self.rule, &Busy::new(self.threads));
        let large = work - work / 4;
        let answer = ask(self.memory.shares(self.threads), meter, &|memory, meter| {
            let (recent, parts, stack) = Default::default();
            question(&mut Search { rule, memory, busy, large, recent, parts, stack }, meter)
        });
        self.memory.account(meter);
        answer
    }
}

impl<P: ?Sized, R: Places<P>> Nimbers<P> for Engine<R> {
    fn nimber(&mut self, position: &P, meter: &mut Meter) -> Result<u32, Stop> {
        let position = self.rule.placed(position);
        self.ask(self.rule.work(&position.0), meter, |search, meter| {
            search.nimber_of(&position, meter)
        })
        .map(u32::from)
    }

    fn is(&mut self, nimber: u32, position: &P, meter: &mut Meter) -> Result<bool, Stop> {
        let Ok(nimber) = u16::try_from(nimber) else { return Ok(false) };
        let position = self.rule.placed(position);
        self.ask(self.rule.work(&position.0), meter, |search, meter| {
            search.has_nimber(&position, nimber, meter)
        })
    }

    /// See [`Search::mex`].
    fn first_nimber(&self) -> u32 {
        u32::from(R::LOOKS_AHEAD)
    }

    fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), CheckpointError> {
        Ok(self.memory.save_to(checkpoint)?)
    }

    fn found(&mut self, most: usize) -> Option<Findings> {
        Some(self.memory.found(most))
    }

    fn take(&mut self, findings: &Findings) {
        self.memory.take(findings, |a, b| Knowledge(a).and(Knowledge(b)).0);
    }

    fn stand_at(&mut self, member: Member) {
        self.memory.stand_at(member);
    }
}

/// A position, and a set that contains a vertex of each of its components.
type Position<R> = (<R as Pieces>::Piece, <R as Pieces>::Set);

/// One of the searches that work together.
struct Search<'a, R: Pieces> {
    rule: &'a R,
    memory: Share<'a>,
    busy: &'a Busy,
    /// In pieces with at least this much work, options are examined before one is searched.
    large: u32,
    recent: Recent<R::Piece>,
    /// Memory for two positions that are being decomposed.
    parts: [Parts<'a, R::Piece>; 2],
    /// The options of all pieces that are being searched.
    stack: Stack<R::Piece>,
}

impl<'a, R: Pieces> Search<'a, R> {
    fn nimber_of(&mut self, position: &Position<R>, meter: &mut Meter) -> Result<u16, Stop> {
        let sum = self.sum_of(position);
        sum.open().try_fold(sum.known, |nimber, i| {
            Ok(nimber ^ self.nimber_of_piece(self.stack.open[i], meter)?)
        })
    }

    fn has_nimber(
        &mut self,
        position: &Position<R>,
        nimber: u16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let sum = self.sum_of(position);
        self.sum_is(sum, nimber, meter)
    }

    /// The nim-sum of the solved pieces of a position, and the other pieces.
    fn sum_of(&mut self, position: &Position<R>) -> Sum {
        let (mut parts, mut open) = (Parts::default(), std::mem::take(&mut self.stack.open));
        self.take_apart(position, &mut parts);
        let sum = self.look_up(&parts, &mut open);
        self.stack.open = open;
        sum
    }

    /// Decomposes a position, and prefetches the entries of its pieces.
    fn take_apart(&mut self, (position, near): &Position<R>, parts: &mut Parts<'a, R::Piece>) {
        let (mut seen, mut met) = (0, 0);
        parts.pieces.clear();
        self.rule.take_apart(
            position,
            *near,
            |nimber| seen ^= nimber,
            |piece| match self.recent.meet(&piece, |piece| self.rule.normal(piece)) {
                (_, Met::Nimber(nimber)) => met ^= nimber,
                (slot, Met::Normal(piece)) => {
                    parts.pieces.push((self.memory.expect(piece), slot));
                }
            },
        );
        parts.seen = seen ^ met;
    }

    /// Looks pieces up: known nimbers are added, the other pieces are appended to `open`.
    fn look_up(&mut self, parts: &Parts<R::Piece>, open: &mut Vec<R::Piece>) -> Sum {
        let (mut known, start) = (parts.seen, open.len());
        for (piece, slot) in &parts.pieces {
            match Knowledge(piece.get().unwrap_or(0)).value() {
                Some(nimber) => {
                    known ^= nimber;
                    self.recent.learn(*slot, &piece.key, nimber);
                }
                None => open.push(piece.key),
            }
        }
        let fresh = &mut open[start..];
        sort_few(fresh, |piece| std::cmp::Reverse(self.rule.work(piece)));
        let work = fresh.first().map_or(0, |largest| self.rule.work(largest));
        Sum { known, work, start, count: fresh.len() }
    }

    /// Whether a sum with a known part and some open pieces has this nimber. All open pieces except
    /// the first, which is the largest, are solved completely; about the first one, only this
    /// question is asked.
    fn sum_is(&mut self, sum: Sum, nimber: u16, meter: &mut Meter) -> Result<bool, Stop> {
        let mut known = sum.known;
        if sum.count == 0 {
            return Ok(known == nimber);
        }
        for i in sum.open().skip(1) {
            known ^= self.nimber_of_piece(self.stack.open[i], meter)?;
        }
        self.piece_is(self.stack.open[sum.start], known ^ nimber, meter)
    }

    fn knowledge(&self, piece: &R::Piece) -> Knowledge {
        Knowledge(self.memory.get(piece).unwrap_or(0))
    }

    /// Works on a piece while other threads leave it alone.
    fn work_on<T>(
        &mut self,
        piece: &R::Piece,
        meter: &mut Meter,
        work: impl FnOnce(&mut Self, &mut Meter) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        meter.tick()?;
        if !self.busy.is_shared() {
            return work(self, meter);
        }
        let hash = hash(piece);
        self.busy.begin(hash);
        let result = work(self, meter);
        self.busy.end(hash);
        result
    }

    /// The nimber of a piece in normal form.
    fn nimber_of_piece(&mut self, piece: R::Piece, meter: &mut Meter) -> Result<u16, Stop> {
        if let Some(nimber) = self.knowledge(&piece).value() {
            return Ok(nimber);
        }
        self.work_on(&piece, meter, |search, meter| {
            let options = search.options(&piece, None);
            let nimber = search.mex(&piece, &options, meter);
            search.stack.leave(&options);
            nimber
        })
    }

    /// The mex of the options of a piece. If the search looks ahead, it first asks whether the mex
    /// is 1: showing that no option has nimber 1 needs all options in any order, and often finds one
    /// with nimber 0; looking for that one first means many wrong choices.
    fn mex(&mut self, piece: &R::Piece, options: &Options, meter: &mut Meter) -> Result<u16, Stop> {
        if R::LOOKS_AHEAD && !options.known.contains(1) {
            self.is_mex(piece, options, 1, meter)?;
            if let Some(nimber) = self.knowledge(piece).value() {
                return Ok(nimber);
            }
        }
        self.least_missing(piece, options, u16::MAX, meter)
    }

    /// Whether a piece in normal form has this nimber: the piece plus a nim-heap of that size is
    /// lost for the player to move (Lemoine and Viennot).
    fn piece_is(&mut self, piece: R::Piece, nimber: u16, meter: &mut Meter) -> Result<bool, Stop> {
        if let Some(answer) = self.knowledge(&piece).says(nimber) {
            return Ok(answer);
        }
        self.work_on(&piece, meter, |search, meter| {
            let options = search.options(&piece, Some(nimber));
            let answer = search.is_mex(&piece, &options, nimber, meter);
            search.stack.leave(&options);
            answer
        })
    }

    /// Whether the mex of the options is this number.
    fn is_mex(
        &mut self,
        piece: &R::Piece,
        options: &Options,
        nimber: u16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if self.rule.guess(piece).is_some() {
            return self.is_mex_by_guesses(piece, options, nimber, meter);
        }
        if self.is_excluded(piece, options, nimber, meter)? {
            self.learn(piece, |knowledge| knowledge.is_not(nimber).is_none_of(&options.known));
            return Ok(false);
        }
        // No option has this nimber, so the mex is at most this number.
        Ok(self.least_missing(piece, options, nimber, meter)? == nimber)
    }

    /// The mex of the options, which is known to be at most `most`.
    fn least_missing(
        &mut self,
        piece: &R::Piece,
        options: &Options,
        most: u16,
        meter: &mut Meter,
    ) -> Result<u16, Stop> {
        let mut nimber = 0;
        while nimber < most {
            let excluded = self.knowledge(piece).says(nimber) == Some(false);
            if !excluded && !self.is_excluded(piece, options, nimber, meter)? {
                break;
            }
            nimber += 1;
        }
        self.learn(piece, |_| Knowledge::is(nimber));
        Ok(nimber)
    }

    /// All options of a piece, or enough of them to know that one has the wanted nimber.
    fn options(&mut self, piece: &R::Piece, wanted: Option<u16>) -> Options {
        let mut parts = std::mem::take(&mut self.parts);
        let mut stack = std::mem::take(&mut self.stack);
        let (first, first_open) = (stack.sums.len(), stack.open.len());
        let mut known = Numbers::default();
        let mut look_up = |search: &mut Self, parts: &Parts<R::Piece>| {
            let sum = search.look_up(parts, &mut stack.open);
            if sum.count > 0 {
                stack.sums.push(sum);
                return true;
            }
            known.add(sum.known);
            wanted != Some(sum.known)
        };
        // Memory is slow: an option is looked up when the next one has been decomposed.
        let (mut count, mut go_on) = (0, true);
        self.rule.options(piece, |after, near| {
            self.take_apart(&(after, near), &mut parts[count % 2]);
            count += 1;
            go_on = count == 1 || look_up(self, &parts[count % 2]);
            go_on
        });
        if go_on && count > 0 {
            look_up(self, &parts[(count + 1) % 2]);
        }
        // The option with the least work comes first, where the work is that of its largest piece.
        stack.sums[first..].sort_unstable_by_key(|sum| (sum.work, sum.count, sum.start));
        self.memory.arrange(&mut stack.sums[first..]);
        let sums = first..stack.sums.len();
        (self.parts, self.stack) = (parts, stack);
        Options { known, sums, first_open }
    }

    /// Whether an option of a piece has this nimber, so that the piece has a different one; or
    /// whether another thread has found out that it has a different one.
    fn is_excluded(
        &mut self,
        piece: &R::Piece,
        options: &Options,
        nimber: u16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if options.known.contains(nimber) {
            return Ok(true);
        }
        if self.rule.guess(piece).is_some() {
            return self.some_is_by_guesses(piece, options, nimber, meter);
        }
        if R::LOOKS_AHEAD && self.rule.work(piece) >= self.large {
            let Some(promising) = self.promising(options, nimber, meter)? else { return Ok(true) };
            return self.some_is(piece, promising, nimber, meter);
        }
        self.some_is(piece, options.sums.clone(), nimber, meter)
    }

    /// Whether one of these options has this nimber; or whether another thread has found out that
    /// their piece has a different nimber.
    fn some_is(
        &mut self,
        piece: &R::Piece,
        sums: Range<usize>,
        nimber: u16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        // A position that another thread is working on may be known by the end of the list. All
        // threads work on the first option, however: if it settles the question, work on the others
        // would be wasted.
        let mut left_for_later = Vec::new();
        let first = sums.start;
        for i in sums {
            let sum = self.stack.sums[i];
            if i > first && self.is_busy(&self.stack.open[sum.start]) {
                left_for_later.push(sum);
            } else if self.sum_is(sum, nimber, meter)? {
                return Ok(true);
            }
        }
        for sum in left_for_later {
            if let Some(is) = self.knowledge(piece).says(nimber) {
                return Ok(!is);
            }
            if self.sum_is(sum, nimber, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The options that may have this nimber and are not settled by a look at their own options,
    /// the one with the least open work first, as indices; `None` if some option is known to have
    /// the nimber.
    fn promising(
        &mut self,
        options: &Options,
        nimber: u16,
        meter: &mut Meter,
    ) -> Result<Option<Range<usize>>, Stop> {
        let mut found = Vec::new();
        for i in options.sums.clone() {
            let sum = self.stack.sums[i];
            if sum.count > 1 {
                found.push((SEVERAL_PIECES * sum.work, sum));
                continue;
            }
            let (piece, wanted) = (self.stack.open[sum.start], sum.known ^ nimber);
            match self.knowledge(&piece).says(wanted) {
                Some(true) => return Ok(None),
                Some(false) => continue,
                None => meter.tick()?,
            }
            let replies = self.options(&piece, Some(wanted));
            self.learn(&piece, |knowledge| knowledge.is_none_of(&replies.known));
            if !replies.known.contains(wanted) {
                let open = &self.stack.sums[replies.sums.clone()];
                let work: u32 = open.iter().map(|sum| sum.work).sum();
                let missing = (0..wanted).filter(|&smaller| !replies.known.contains(smaller));
                let work = work + missing.count() as u32 * MISSING_NIMBER * sum.work / 4;
                let unlikely = wanted == 1 && self.rule.has_mirror(&piece);
                found.push((if unlikely { MIRRORED * work } else { work }, sum));
            }
            self.stack.leave(&replies);
        }
        sort_few(&mut found, |&(work, _)| work);
        self.memory.arrange(&mut found);
        let first = self.stack.sums.len();
        self.stack.sums.extend(found.into_iter().map(|(_, sum)| sum));
        Ok(Some(first..self.stack.sums.len()))
    }

    fn is_busy(&self, piece: &R::Piece) -> bool {
        self.busy.is_shared() && self.busy.is(hash(piece))
    }

    fn learn(&mut self, piece: &R::Piece, more: impl Fn(Knowledge) -> Knowledge) {
        self.memory.update(piece, &|known| more(Knowledge(known)).0);
    }
}

/// The options of a piece: the nimbers of the solved ones, and where the others are stored.
struct Options {
    known: Numbers,
    sums: Range<usize>,
    /// The index of their first open piece.
    first_open: usize,
}

/// Unsolved options, one list after the other, so that pieces need no memory of their own.
struct Stack<P> {
    sums: Vec<Sum>,
    /// The pieces of the unsolved sums.
    open: Vec<P>,
}

impl<P> Default for Stack<P> {
    fn default() -> Self {
        Stack { sums: Vec::new(), open: Vec::new() }
    }
}

impl<P> Stack<P> {
    /// Removes the options of a piece, and everything above them on the stack.
    fn leave(&mut self, options: &Options) {
        self.sums.truncate(options.sums.start);
        self.open.truncate(options.first_open);
    }
}

/// A set of small numbers.
#[derive(Default)]
struct Numbers(SmallVec<[u64; 2]>);

impl Numbers {
    fn add(&mut self, number: u16) {
        let word = usize::from(number / 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    fn contains(&self, number: u16) -> bool {
        let word = self.0.get(usize::from(number / 64));
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}

/// A decomposed position: the nim-sum of the pieces whose nimbers are obvious, and the other
/// pieces.
struct Parts<'a, P> {
    seen: u16,
    /// The pieces, each with its slot in the cache of recent pieces.
    pieces: Vec<(Expected<'a, P>, usize)>,
}

impl<P> Default for Parts<'_, P> {
    fn default() -> Self {
        Parts { seen: 0, pieces: Vec::new() }
    }
}

/// A position that was looked up: the nim-sum of the solved pieces, and where the others are
/// stored, largest first.
#[derive(Clone, Copy)]
struct Sum {
    known: u16,
    /// The work of the largest unsolved piece.
    work: u32,
    start: usize,
    count: usize,
}

impl Sum {
    fn open(&self) -> Range<usize> {
        self.start..self.start + self.count
    }
}

/// What is known about the nimber of a piece: its value, or that it is not certain numbers from 0
/// to 14. A nimber is at most the number of vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Knowledge(u16);

impl Knowledge {
    const SOLVED: u16 = 1 << 15;

    /// Excluded nimbers are remembered only if they are smaller than this.
    const LISTED: u16 = 15;

    fn is(nimber: u16) -> Knowledge {
        Knowledge(Knowledge::SOLVED | nimber)
    }

    /// Another thread may have solved the piece meanwhile; then there is nothing to add.
    fn is_not(self, nimber: u16) -> Knowledge {
        let room = nimber < Knowledge::LISTED && self.value().is_none();
        if room { Knowledge(self.0 | 1 << nimber) } else { self }
    }

    /// The combined knowledge of two searches.
    fn and(self, other: Knowledge) -> Knowledge {
        match (self.value(), other.value()) {
            (Some(_), _) => self,
            (None, Some(_)) => other,
            (None, None) => Knowledge(self.0 | other.0),
        }
    }

    /// Adds that the nimber is at most this number.
    fn is_at_most(self, most: u16) -> Knowledge {
        (most + 1..Knowledge::LISTED).fold(self, Knowledge::is_not)
    }

    /// Adds that the nimber is none of these numbers.
    fn is_none_of(self, numbers: &Numbers) -> Knowledge {
        let listed = numbers.0.first().map_or(0, |&word| word as u16 & !Knowledge::SOLVED);
        if self.value().is_none() { Knowledge(self.0 | listed) } else { self }
    }

    fn value(self) -> Option<u16> {
        (self.0 & Knowledge::SOLVED != 0).then_some(self.0 & !Knowledge::SOLVED)
    }

    fn says(self, nimber: u16) -> Option<bool> {
        match self.value() {
            Some(value) => Some(value == nimber),
            None if nimber < Knowledge::LISTED && self.0 >> nimber & 1 == 1 => Some(false),
            None => None,
        }
    }
}
