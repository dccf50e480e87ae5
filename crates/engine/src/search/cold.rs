//! Values of games such as Col, which are always numbers or numbers plus star.
//!
//! *Theorem* (Conway, On Numbers and Games; here for lists). Let each player have a colour that is
//! forbidden only near itself. Then `L ≤ G + * ≤ R` for all options `L` of Left and `R` of Right
//! from a position `G`.
//!
//! *Proof.* If Left can take more vertices in `H` than in `G`, and Right fewer, then `H ≥ G`: Left,
//! moving second in `H − G`, answers every move by the same one on the other side, and the
//! assumption stays true. Now let `L` be `G` after Left has taken `v`. Left wins `G + * − L` moving
//! second:
//! * Right takes star: Left takes `v` in `G`, and `L − L` is left.
//! * Right takes `w ≠ v` in `G`. He can do so in `L` too, since Left's colour takes nothing from
//!   him except `v`; Left answers with that move in `−L`. She can still take `v` in `G`, for the
//!   same reason, and the claim holds by induction.
//! * Right moves in `−L`, taking `w` as Left might in `L`. Left takes `w` in `G`. Since `w` was not
//!   near `v`, she can still take `v`, and the claim holds by induction.
//! * Right takes `v` in `G`: Left takes star. In the rest of `G`, Right has lost some vertices near
//!   `v`; in `L`, Left has; so the rest of `G` is at least `L`.
//!
//! The other half is this one for the negative game. So all options are numbers or numbers plus
//! star, by induction, and no option of Left exceeds one of Right. If some `L` equals some `R`,
//! then `G` is this value plus star, which is a number or a number plus star; otherwise there are
//! numbers `x` with `L ⧏ x ⧏ R` for all options, and `G` is the simplest of them. ∎
//!
//! So all that has to be known about a piece is whether it is at least certain numbers: `G ≥ x`
//! unless Right has an option `R ≤ x`, or `x` has a left option `y` with `G ≤ y`. And `G ≥ x + *`
//! if and only if `G ≤ x` is false.

mod knowledge;

use smallvec::SmallVec;

use chromex_budget::{Meter, Stop};
use chromex_files::FileError;
use chromex_graphs::Point;
use chromex_values::Dyadic;

use crate::checkpoint::Checkpoint;
use crate::engine::{Findings, Member};
use crate::model::key::hash;
use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists};
use crate::model::piece::Piece;
use crate::model::rule::{Half, Sides};
use crate::model::word::{Word, sort_few};
use crate::search::memory::{Memory, Share};
use crate::search::nimbers::{Resources, lattice};
use crate::search::parallel::{Busy, ask, threads};
use crate::search::table::{Expected, Table};
use crate::value::Class;
pub(crate) use knowledge::Cold;
use knowledge::Knowledge;

/// Finds values of positions that are numbers or numbers plus star.
pub(crate) trait ColdValues<P: ?Sized>: Send {
    /// The value of a position.
    fn value(&mut self, position: &P, meter: &mut Meter) -> Result<Cold, Stop>;

    /// The outcome class of a position.
    fn class(&mut self, position: &P, meter: &mut Meter) -> Result<Class, Stop>;

    /// Reads what an earlier search has saved, and saves what this one finds.
    fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), FileError>;

    /// Exports about `most` positions for searches in other processes.
    fn found(&mut self, most: usize) -> Findings;

    /// Imports positions that other searches have exported.
    fn take(&mut self, findings: &Findings);

    /// Sets this search's number among several.
    fn stand_at(&mut self, member: Member);
}

/// The search for a list game, if the theorem holds for it.
pub(crate) fn search<G: Word>(
    game: &ListGame<G>,
    points: Option<&[Point]>,
    resources: Resources,
) -> Option<Box<dyn ColdValues<Lists<G>>>> {
    match lattice(game, points, u64::BITS as usize) {
        (lattice, true) => with_word::<G, u64>(game, lattice.as_ref(), resources),
        (lattice, false) => with_word::<G, G>(game, lattice.as_ref(), resources),
    }
}

fn with_word<G: Word, W: Word>(
    game: &ListGame<G>,
    lattice: Option<&Lattice<G>>,
    resources: Resources,
) -> Option<Box<dyn ColdValues<Lists<G>>>> {
    let rule = Sides::<W>::new(game, lattice)?;
    // The smallest pieces are the fastest to solve again.
    let table = Table::new(2 * W::LIMBS, resources.bytes, |ones, _| ones);
    let memory = Memory::new(table, rule.fingerprint());
    Some(Box::new(Searcher { rule, memory, threads: threads(resources.threads) }))
}

/// The search over the pieces of one rule.
struct Searcher<W> {
    rule: Sides<W>,
    memory: Memory,
    threads: usize,
}

impl<W: Word> Searcher<W> {
    /// Asks one search, or starts several and takes the first answer.
    fn ask<T: Send>(
        &mut self,
        meter: &mut Meter,
        question: impl Fn(&mut Search<W>, &mut Meter) -> Result<T, Stop> + Sync,
    ) -> Result<T, Stop> {
        let (rule, busy) = (&self.rule, &Busy::new(self.threads));
        let answer = ask(self.memory.shares(self.threads), meter, &|memory, meter| {
            question(&mut Search { rule, memory, busy }, meter)
        });
        self.memory.account(meter);
        answer
    }
}

impl<W: Word, G: Word> ColdValues<Lists<G>> for Searcher<W> {
    fn value(&mut self, position: &Lists<G>, meter: &mut Meter) -> Result<Cold, Stop> {
        let position = self.rule.placed(position);
        self.ask(meter, |search, meter| {
            let sum = search.sum_of(&position);
            search.value_of(&sum, meter)
        })
    }

    fn class(&mut self, position: &Lists<G>, meter: &mut Meter) -> Result<Class, Stop> {
        let position = self.rule.placed(position);
        let [at_most, at_least] = self.ask(meter, |search, meter| {
            let sum = search.sum_of(&position);
            let at_most = search.is_at_most(&sum, Dyadic::ZERO, meter)?;
            Ok([at_most, search.is_at_most(&sum.negative(), Dyadic::ZERO, meter)?])
        })?;
        Ok(Class::new(!at_most, !at_least))
    }

    fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), FileError> {
        self.memory.save_to(checkpoint)
    }

    fn found(&mut self, most: usize) -> Findings {
        self.memory.found(most)
    }

    fn take(&mut self, findings: &Findings) {
        self.memory.take(findings, |ours, theirs| {
            Knowledge::from_code(ours).and(Knowledge::from_code(theirs)).code()
        });
    }

    fn stand_at(&mut self, member: Member) {
        self.memory.stand_at(member);
    }
}

/// A decomposed position: the value of the pieces whose values are obvious, and the other pieces.
struct Parts<'a, W> {
    seen: Cold,
    halves: SmallVec<[(Expected<'a, Piece<W, 2>>, bool); 2]>,
}

impl<W> Default for Parts<'_, W> {
    fn default() -> Self {
        Parts { seen: Cold::default(), halves: SmallVec::new() }
    }
}

/// A position that was looked up: the value of the solved pieces, and the other pieces, largest
/// first.
struct Sum<W> {
    known: Cold,
    open: SmallVec<[(Half<W>, Knowledge); 2]>,
}

impl<W: Word> Sum<W> {
    fn negative(&self) -> Sum<W> {
        let open = self.open.iter().map(|(half, known)| (half.negative(), known.negative()));
        Sum { known: self.known.negative(), open: open.collect() }
    }

    /// Whether the sum is at most a number, if that is obvious: a player cannot make more moves
    /// than there are vertices for him.
    fn is_at_most(&self, number: Dyadic) -> Option<bool> {
        if let [(_, knowledge)] = self.open.as_slice() {
            let rest = number - self.known.number;
            let answer = is_known_at_most(*knowledge, rest, self.known.star);
            if answer.is_some() {
                return answer;
            }
        }
        let (mut left, mut right) = (0, 0);
        for (half, _) in &self.open {
            let moves = half.moves();
            left += moves[0];
            right += moves[1];
        }
        let most = Cold { number: self.known.number + integer(left), ..self.known };
        let least = Cold { number: self.known.number - integer(right), ..self.known };
        if most.is_at_most(number) {
            return Some(true);
        }
        (!least.is_at_most(number)).then_some(false)
    }
}

fn integer(n: u32) -> Dyadic {
    Dyadic::integer(n as i32)
}

/// Whether a piece, plus star if `star`, is at most a number, if that is known. A piece is at most a
/// number if its negative is at least the negative of the number. A piece plus star is at most a
/// number if the piece is not at least the number.
fn is_known_at_most(knowledge: Knowledge, number: Dyadic, star: bool) -> Option<bool> {
    match star {
        false => knowledge.negative().is_at_least(-number),
        true => knowledge.is_at_least(number).map(|answer| !answer),
    }
}

/// One of the searches that work together.
struct Search<'a, W> {
    rule: &'a Sides<W>,
    memory: Share<'a>,
    busy: &'a Busy,
}

/// A position, and a set that contains a vertex of each of its components.
type Position<W> = (Piece<W, 2>, W);

impl<'a, W: Word> Search<'a, W> {
    fn sum_of(&self, position: &Position<W>) -> Sum<W> {
        let mut parts = Parts::default();
        self.take_apart(position, &mut parts);
        look_up(&parts)
    }

    /// Decomposes a position, and prefetches the entries of its pieces.
    fn take_apart(&self, (position, near): &Position<W>, parts: &mut Parts<'a, W>) {
        let Parts { seen, halves } = parts;
        *seen = Cold::default();
        halves.clear();
        self.rule.take_apart(
            position,
            *near,
            |movers| *seen = seen.plus(single(movers)),
            |half| halves.push((self.memory.expect(half.key), half.negated)),
        );
    }

    fn knowledge(&self, half: Half<W>) -> Knowledge {
        signed(Knowledge::from_code(self.memory.get(&half.key).unwrap_or(0)), half.negated)
    }

    fn learn(&mut self, half: Half<W>, number: Dyadic, is_at_least: bool) {
        self.memory.update(&half.key, &|code| {
            let known = signed(Knowledge::from_code(code), half.negated);
            signed(known.learn(number, is_at_least), half.negated).code()
        });
    }

    fn value_of(&mut self, sum: &Sum<W>, meter: &mut Meter) -> Result<Cold, Stop> {
        let mut value = sum.known;
        for &(half, _) in &sum.open {
            value = value.plus(self.value_of_half(half, meter)?);
        }
        Ok(value)
    }

    /// The value of a piece: compared again and again with the simplest number that it may be.
    fn value_of_half(&mut self, half: Half<W>, meter: &mut Meter) -> Result<Cold, Stop> {
        let (mut above, mut below) = (None, None);
        loop {
            if let Some(value) = self.knowledge(half).value() {
                return Ok(value);
            }
            let number = Dyadic::simplest_between(above, below).map_err(|_| Stop::OutOfRange)?;
            let at_least = self.half_is_at_least(half, number, meter)?;
            let at_most = self.half_is_at_least(half.negative(), -number, meter)?;
            match (at_least, at_most) {
                (true, false) => above = Some(number),
                (false, true) => below = Some(number),
                (_, equal) => return Ok(Cold { number, star: !equal }),
            }
        }
    }

    /// Whether a sum is at most a number. All its pieces except the largest are solved completely;
    /// about the largest one, only this question is asked.
    fn is_at_most(
        &mut self,
        sum: &Sum<W>,
        number: Dyadic,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if let Some(answer) = sum.is_at_most(number) {
            return Ok(answer);
        }
        let Some(((largest, _), others)) = sum.open.split_first() else {
            return Ok(sum.known.is_at_most(number));
        };
        let mut known = sum.known;
        for &(half, _) in others {
            known = known.plus(self.value_of_half(half, meter)?);
        }
        let rest = number - known.number;
        match known.star {
            false => self.half_is_at_least(largest.negative(), -rest, meter),
            true => self.half_is_at_least(*largest, rest, meter).map(|answer| !answer),
        }
    }

    fn half_is_at_least(
        &mut self,
        half: Half<W>,
        number: Dyadic,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let [left, right] = half.moves().map(integer);
        if number > left || number <= -right {
            return Ok(number <= left);
        }
        if let Some(answer) = self.knowledge(half).is_at_least(number) {
            return Ok(answer);
        }
        meter.tick()?;
        let work = self.busy.is_shared().then(|| hash(&half.key));
        work.inspect(|&hash| self.busy.begin(hash));
        let answer = self.search(half, number, meter);
        work.inspect(|&hash| self.busy.end(hash));
        self.learn(half, number, answer?);
        answer
    }

    /// Whether a piece is at least a number: decided by its options, and by those of the number.
    fn search(&mut self, half: Half<W>, number: Dyadic, meter: &mut Meter) -> Result<bool, Stop> {
        let Some(mut open) = self.open_options(half, number) else { return Ok(false) };
        self.memory.arrange(&mut open);
        let mut left_for_later = Vec::new();
        for (i, sum) in open.iter().enumerate() {
            // A position that another thread is working on may be known by the end of the list. All
            // threads work on the first one.
            if i > 0 && self.is_busy(sum) {
                left_for_later.push(sum);
            } else if self.is_at_most(sum, number, meter)? {
                return Ok(false);
            }
        }
        for sum in left_for_later {
            if let Some(answer) = self.knowledge(half).is_at_least(number) {
                return Ok(answer);
            }
            if self.is_at_most(sum, number, meter)? {
                return Ok(false);
            }
        }
        match number.left_option() {
            Some(below) => Ok(!self.half_is_at_least(half.negative(), -below, meter)?),
            None => Ok(true),
        }
    }

    fn is_busy(&self, sum: &Sum<W>) -> bool {
        let first = if self.busy.is_shared() { sum.open.first() } else { None };
        first.is_some_and(|(half, _)| self.busy.is(hash(&half.key)))
    }

    /// The options of Right that may be at most a number, the one with the least work first; `None`
    /// if one of them is known to be.
    fn open_options(&self, half: Half<W>, number: Dyadic) -> Option<Vec<Sum<W>>> {
        let mut open = Vec::new();
        let mut look_at = |parts: &Parts<W>| {
            let sum = look_up(parts);
            let answer = sum.is_at_most(number);
            if answer.is_none() {
                open.push(sum);
            }
            answer != Some(true)
        };
        // Memory is slow: an option is looked up when the next one has been decomposed.
        let mut parts = [Parts::default(), Parts::default()];
        let (mut count, mut go_on) = (0, true);
        self.rule.right_options(&half.piece(), |after, near| {
            self.take_apart(&(after, near), &mut parts[count % 2]);
            count += 1;
            go_on = count == 1 || look_at(&parts[count % 2]);
            go_on
        });
        let go_on = go_on && (count == 0 || look_at(&parts[(count + 1) % 2]));
        open.sort_by_cached_key(|sum: &Sum<W>| {
            (sum.open.first().map(|(half, _)| half.work()), sum.open.len())
        });
        go_on.then_some(open)
    }
}

/// Looks pieces up: known values are added, the others are kept.
fn look_up<W: Word>(parts: &Parts<W>) -> Sum<W> {
    let mut sum = Sum { known: parts.seen, open: SmallVec::new() };
    for (piece, negated) in &parts.halves {
        let knowledge = signed(Knowledge::from_code(piece.get().unwrap_or(0)), *negated);
        match knowledge.value() {
            Some(value) => sum.known = sum.known.plus(value),
            None => sum.open.push((Half { key: piece.key, negated: *negated }, knowledge)),
        }
    }
    sort_few(&mut sum.open, |(half, _)| std::cmp::Reverse(half.work()));
    sum
}

fn signed(knowledge: Knowledge, negated: bool) -> Knowledge {
    if negated { knowledge.negative() } else { knowledge }
}

/// The value of a single vertex on which these players can move.
fn single([left, right]: [bool; 2]) -> Cold {
    let number = Dyadic::integer(i32::from(left) - i32::from(right));
    Cold { number, star: left && right }
}
