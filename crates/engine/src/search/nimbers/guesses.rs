//! The search for nimbers if they can be estimated: which question to ask first, and about which
//! option.
//!
//! Estimates say how likely it is that an option has the wanted nimber. To show that a piece does
//! not have the nimber n, the search finds an option with nimber n, or shows that no option has
//! some smaller nimber; it first tries what promises more for its work. In large pieces, an option
//! is examined before it is searched, and left for later if its own options show that it is
//! unlikely to have the nimber.

use super::{Meter, Numbers, Options, Pieces, Search, Stop, Sum};
use crate::model::rule::Guess;

/// This many additional moves in a piece make its search e times as long.
const MOVES_FOR_E: f32 = 3.0;

/// The advantage (as a power of e) of work that excludes a smaller nimber: it is done first,
/// because it tells more.
const IN_FAVOUR_OF_SMALLER: f32 = 1.0;

/// How much more work (as a power of e) it takes to show that a piece has not the nimber 0, 1, 2, …
/// than that it has not 0: a large nimber is seldom excluded by an option that has it, and to exclude
/// it otherwise, some smaller nimber has to be shown to be missing. The last number stands for all
/// larger nimbers. (Pieces of 31 to 35 moves on 5×7 took 18, 19, 37, 36 and 240 positions on the mean.)
const WORK_FOR: [f32; 5] = [0.0, 0.0, 1.2, 1.0, 3.0];

/// How much more work (as a power of e) it takes to show that a piece has a nimber than that it has
/// not.
const WORK_IF_TRUE: f32 = 1.8;

/// Options with pieces of at least this many moves are examined before they are searched.
const WORTH_A_LOOK: u32 = 24;

/// After being examined, an option is searched at once if its probability of having the nimber is
/// at least this.
const LIKELY: f32 = 0.2;

/// The least probability that is assumed for any nimber.
const LEAST: f32 = 0.0001;

/// The result of examining an option.
enum Seen {
    /// It is known whether the option has the nimber.
    Known(bool),
    /// The probability that it has, and the work (as a power of e) if it has.
    Open(f32, f32),
}

impl<R: Pieces> Search<'_, R> {
    /// Whether the mex of the options is this number.
    pub(super) fn is_mex_by_guesses(
        &mut self,
        piece: &R::Piece,
        options: &Options,
        nimber: u16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if options.known.contains(nimber) {
            // The other options were not examined.
            self.learn(piece, |knowledge| knowledge.is_none_of(&options.known));
            return Ok(false);
        }
        let known = self.knowledge(piece);
        let is_open = |&m: &u16| !options.known.contains(m) && known.says(m) != Some(false);
        let mut smaller: Vec<u16> = (0..nimber).filter(is_open).collect();
        let mut has_none = false;
        loop {
            if let Some(i) = self.next_smaller(piece, options, nimber, &smaller, has_none) {
                let m = smaller.remove(i);
                if self.some_is_by_guesses(piece, options, m, meter)? {
                    continue;
                }
                let is_least = smaller.iter().all(|&other| other > m);
                self.learn(piece, |knowledge| match is_least {
                    true => super::Knowledge::is(m),
                    false => knowledge.is_at_most(m).is_none_of(&options.known),
                });
                return Ok(false);
            }
            if has_none {
                self.learn(piece, |_| super::Knowledge::is(nimber));
                return Ok(true);
            }
            if self.some_is_by_guesses(piece, options, nimber, meter)? {
                self.learn(piece, |knowledge| knowledge.is_not(nimber).is_none_of(&options.known));
                return Ok(false);
            }
            has_none = true;
        }
    }

    /// The smaller nimber, not known to occur among the options, to ask about next; `None` if it is
    /// better to look for an option with the nimber itself, or if there is no such nimber.
    fn next_smaller(
        &self,
        piece: &R::Piece,
        options: &Options,
        nimber: u16,
        smaller: &[u16],
        has_none: bool,
    ) -> Option<usize> {
        let guess = self.rule.guess(piece).filter(|_| !smaller.is_empty())?;
        let unseen = |m: u16| if options.known.contains(m) { 0.0 } else { of(guess, m) };
        let all: f32 = (0..guess.len() as u16).map(unseen).sum();
        let weight =
            |m: u16| self.work_of_all(options, m).max(1.0).ln() - (of(guess, m) / all).ln();
        let weights = smaller.iter().map(|&m| weight(m)).enumerate();
        let (i, least) = weights.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let first = has_none || least - IN_FAVOUR_OF_SMALLER < self.work_of_one(options, nimber);
        first.then_some(i)
    }

    /// The work of showing that no option has a nimber.
    fn work_of_all(&self, options: &Options, nimber: u16) -> f32 {
        let sums = &self.stack.sums[options.sums.clone()];
        let open = sums.iter().filter(|sum| self.says(sum, nimber) != Some(false));
        open.map(|sum| work_for(sum, nimber).exp()).sum()
    }

    /// The work (as a power of e) of finding an option with a nimber, if one is as good as the best
    /// of them.
    fn work_of_one(&self, options: &Options, nimber: u16) -> f32 {
        let sums = &self.stack.sums[options.sums.clone()];
        let open = sums.iter().filter(|sum| self.says(sum, nimber) != Some(false));
        let work = |sum: &Sum| {
            let likely = self.likely(sum, nimber);
            work_for(sum, nimber) + ((1.0 - likely) / likely + WORK_IF_TRUE.exp()).ln()
        };
        open.map(work).fold(f32::INFINITY, f32::min)
    }

    /// Whether a sum has a nimber, if only one of its pieces is open and this is known.
    fn says(&self, sum: &Sum, nimber: u16) -> Option<bool> {
        let single = sum.count == 1;
        single.then(|| self.knowledge(&self.stack.open[sum.start]).says(sum.known ^ nimber))?
    }

    /// The probability that a sum has a nimber, from the guesses for its pieces.
    fn likely(&self, sum: &Sum, nimber: u16) -> f32 {
        let wanted = sum.known ^ nimber;
        let mut guesses = sum.open().filter_map(|i| self.rule.guess(&self.stack.open[i]));
        let Some(first) = guesses.next() else { return LEAST };
        if sum.count == 1 {
            return of(first, wanted);
        }
        of(&guesses.fold(*first, |sum, guess| of_sum(&sum, guess)), wanted)
    }

    /// Whether some option has this nimber; or whether another thread has found out that the piece has another.
    pub(super) fn some_is_by_guesses(
        &mut self,
        piece: &R::Piece,
        options: &Options,
        nimber: u16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let mut open = Vec::with_capacity(options.sums.len());
        for &sum in &self.stack.sums[options.sums.clone()] {
            match self.says(&sum, nimber) {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => {
                    let work = work_for(&sum, nimber);
                    open.push((work - self.likely(&sum, nimber).ln(), sum));
                }
            }
        }
        open.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        self.memory.arrange(&mut open);
        let looks = self.rule.work(piece) >= WORTH_A_LOOK;
        // A position that another thread is working on may be known by the end of the list; all
        // threads work on the first one.
        let mut later = Vec::new();
        for (i, (weight, sum)) in open.into_iter().enumerate() {
            if i > 0 && self.is_busy(&self.stack.open[sum.start]) {
                later.push((weight, sum));
                continue;
            }
            match if looks { self.look_into(&sum, nimber, meter)? } else { Seen::Open(1.0, 0.0) } {
                Seen::Known(true) => return Ok(true),
                Seen::Known(false) => {}
                Seen::Open(likely, work) if likely < LIKELY => {
                    later.push((work - likely.max(LEAST).ln(), sum));
                }
                Seen::Open(..) => {
                    if self.sum_is(sum, nimber, meter)? {
                        return Ok(true);
                    }
                }
            }
        }
        later.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        for (_, sum) in later {
            if let Some(is) = self.knowledge(piece).says(nimber) {
                return Ok(!is);
            }
            if self.sum_is(sum, nimber, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Examines the options of an option.
    fn look_into(&mut self, sum: &Sum, nimber: u16, meter: &mut Meter) -> Result<Seen, Stop> {
        if sum.count > 1 {
            return Ok(Seen::Open(self.likely(sum, nimber), sum.work as f32 / MOVES_FOR_E + 1.4));
        }
        let (piece, wanted) = (self.stack.open[sum.start], sum.known ^ nimber);
        if let Some(is) = self.knowledge(&piece).says(wanted) {
            return Ok(Seen::Known(is));
        }
        self.work_on(&piece, meter, |search, meter| {
            let replies = search.options(&piece, Some(wanted));
            let seen = search.seen_and_searched(&piece, &replies, wanted, meter);
            search.stack.leave(&replies);
            seen
        })
    }

    /// What the replies to an option show; if they make it likely that it has the nimber, it is
    /// searched.
    fn seen_and_searched(
        &mut self,
        piece: &R::Piece,
        replies: &Options,
        wanted: u16,
        meter: &mut Meter,
    ) -> Result<Seen, Stop> {
        self.learn(piece, |knowledge| knowledge.is_none_of(&replies.known));
        if replies.known.contains(wanted) {
            return Ok(Seen::Known(false));
        }
        match self.seen(piece, replies, wanted) {
            Seen::Open(likely, _) if likely >= LIKELY => {
                self.is_mex_by_guesses(piece, replies, wanted, meter).map(Seen::Known)
            }
            seen => Ok(seen),
        }
    }

    /// What the replies to an option show about its having a nimber that none of them is known to
    /// have. The coefficients were fitted (by logistic regression) to the 130,233 such questions in
    /// a search of iCol on 5×6.
    fn seen(&self, piece: &R::Piece, replies: &Options, wanted: u16) -> Seen {
        let (mut none, mut count, mut work) = (1.0_f32, 0.0_f32, 0.0_f32);
        let mut sums = Vec::with_capacity(replies.sums.len());
        for &sum in &self.stack.sums[replies.sums.clone()] {
            if self.says(&sum, wanted) != Some(false) {
                none *= 1.0 - self.likely(&sum, wanted).min(0.99);
                count += 1.0;
                work += work_for(&sum, wanted).exp();
            }
            sums.push(sum);
        }
        let (mut all_smaller, mut missing) = (1.0_f32, 0.0_f32);
        for m in (0..wanted).filter(|&m| !replies.known.contains(m)) {
            let fail = |sum: &Sum| 1.0 - self.likely(sum, m).min(0.99);
            all_smaller *= 1.0 - sums.iter().map(fail).product::<f32>();
            missing += 1.0;
            work += work_of(self.rule.work(piece), m).exp();
        }
        let before =
            self.rule.guess(piece).map_or(LEAST, |guess| among(guess, wanted, &replies.known));
        let before = before.clamp(0.005, 0.995);
        let sum = 2.42
            + 0.245 * (before / (1.0 - before)).ln()
            + 0.289 * (none + 0.001).ln()
            + 3.433 * (all_smaller + 0.001).ln()
            - 0.796 * (1.0 + count).ln()
            - 1.212 * missing;
        Seen::Open(1.0 / (1.0 + (-sum).exp()), work.max(1.0).ln())
    }
}

/// The work (as a power of e) of showing that a piece with this many moves has not a nimber.
fn work_of(moves: u32, nimber: u16) -> f32 {
    let more = WORK_FOR[usize::from(nimber).min(WORK_FOR.len() - 1)];
    moves as f32 / MOVES_FOR_E + more
}

/// The work (as a power of e) of showing that a sum has not a nimber.
fn work_for(sum: &Sum, nimber: u16) -> f32 {
    work_of(sum.work, sum.known ^ nimber)
}

/// The probability of a nimber.
fn of(guess: &Guess, nimber: u16) -> f32 {
    guess.get(usize::from(nimber)).map_or(LEAST, |likely| likely.max(LEAST))
}

/// The probability of a nimber that is not among others.
fn among(guess: &Guess, nimber: u16, others: &Numbers) -> f32 {
    let left = |&m: &u16| !others.contains(m);
    of(guess, nimber) / (0..guess.len() as u16).filter(left).map(|m| of(guess, m)).sum::<f32>()
}

/// The probability of each nimber of a sum.
fn of_sum(a: &Guess, b: &Guess) -> Guess {
    let mut sum = Guess::default();
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            sum[i ^ j] += x * y;
        }
    }
    sum
}
