//! Finds certificates for boards of every length ([`checker::strip`](chromex_checker::strip)).
//!
//! Which columns may stand side by side is a propositional question with one variable for each
//! pair. The checker says which obligations a set of pairs does not meet; each becomes a clause,
//! and another set is looked for. Pairs are left out unless a clause needs them, so sets stay small
//! and most obligations never occur.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use chromex_budget::{Budget, Meter, Stop};
use chromex_checker::StripCertificate;
use chromex_checker::strip::{Pair, SideBySide, Strip, Unmet};
use chromex_files::FileError;

use super::clauses::{Clauses, Literal};
use super::contradiction::{Contradiction, reduce};
use super::saved::{Checkpoint, Obligations};

/// Why no set of pairs was found.
#[derive(Debug, thiserror::Error)]
pub enum NoStrip {
    /// There is none: a proof would have to look at more than pairs of columns.
    #[error(
        "no set of pairs of neighbouring columns lets Alice win: {} obligations on {pairs} pairs contradict \
         each other, the smallest one: {}. This says nothing about who wins",
        why.obligations, why.smallest
    )]
    None {
        /// The number of obligations that were examined.
        obligations: usize,
        /// The number of pairs, up to symmetry.
        pairs: usize,
        /// Obligations that contradict each other.
        why: Contradiction,
    },
    /// The budget was used up.
    #[error("no certificate: {0}")]
    Stopped(#[from] Stop),
    /// The saved search cannot be read.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
}

/// The number of unmet obligations that become clauses at a time.
const AT_ONCE: usize = 200;

/// The time spent on finding fewer obligations that contradict each other.
const TO_EXPLAIN: Duration = Duration::from_secs(10);

/// The clauses for a strip so far.
struct Search<'a> {
    strip: &'a Strip,
    clauses: Clauses,
    variables: BTreeMap<Pair, usize>,
    /// Whether only answers in the column in which Bob has played are tried.
    same_column: bool,
}

/// A certificate that Alice wins on all boards of a strip. Answers in the column in which Bob has
/// played are tried first: whether they are enough is quickly decided. The budget counts
/// obligations as positions.
///
/// The obligations found are saved in the `checkpoint` now and then, and when the budget is used
/// up; a later search begins with them.
pub fn prove_strip(
    strip: Strip,
    budget: &Budget,
    checkpoint: Option<&Path>,
) -> Result<StripCertificate, NoStrip> {
    let mut meter = Meter::new(budget);
    let (mut saved, held) = Checkpoint::open(checkpoint, strip.sentence(), budget)?;
    let mut known = Obligations::read(&strip, &held).ok_or_else(|| saved.damaged())?;
    for _ in &known.0 {
        meter.tick()?;
    }
    let mut found = None;
    for same_column in [true, false] {
        let search = Search::new(&strip, same_column);
        found = search.pairs_for(&mut known, &mut meter, &mut saved)?;
        if found.is_some() {
            break;
        }
    }
    match found {
        Some(pairs) => Ok(StripCertificate { pairs: needed(&strip, pairs, &meter), strip }),
        None => Err(no_pairs(&strip, &known, &meter)),
    }
}

/// Why no set of pairs works.
fn no_pairs(strip: &Strip, known: &Obligations, meter: &Meter) -> NoStrip {
    let explaining = Budget { time: Some(TO_EXPLAIN), ..Budget::default() }.running();
    let go_on = || meter.check().is_ok() && explaining.check().is_ok();
    let contradict = |part: &[Unmet]| {
        let mut search = Search::new(strip, false);
        part.iter().for_each(|unmet| search.oblige(unmet));
        search.clauses.solve(&|| !go_on()) == Some(false)
    };
    let all: Vec<Unmet> = known.all(strip).collect();
    let core = reduce(all, &mut { contradict }, &go_on);
    let mut search = Search::new(strip, false);
    core.iter().for_each(|unmet| search.oblige(unmet));
    let (obligations, pairs) = (known.0.len(), search.variables.len());
    match Contradiction::new(strip, &core) {
        Some(why) => NoStrip::None { obligations, pairs, why },
        // Without obligations there is no contradiction.
        None => NoStrip::Stopped(Stop::Cancelled),
    }
}

impl<'a> Search<'a> {
    fn new(strip: &'a Strip, same_column: bool) -> Search<'a> {
        Search { strip, clauses: Clauses::default(), variables: BTreeMap::new(), same_column }
    }

    /// Pairs that meet all obligations; `None` if there are none.
    fn pairs_for(
        mut self,
        known: &mut Obligations,
        meter: &mut Meter,
        saved: &mut Checkpoint<'_>,
    ) -> Result<Option<Vec<Pair>>, Stop> {
        known.all(self.strip).for_each(|unmet| self.oblige(&unmet));
        loop {
            let found = self.next_pairs(known, meter);
            match &found {
                Err(_) => saved.save(known.write(self.strip)),
                Ok(_) => saved.keep(known.write(self.strip)),
            }
            match found? {
                Round::Found(pairs) => return Ok(Some(pairs)),
                Round::Contradiction => return Ok(None),
                Round::More => {}
            }
        }
    }

    /// Solves the clauses, and adds the obligations that the solution does not meet.
    fn next_pairs(&mut self, known: &mut Obligations, meter: &mut Meter) -> Result<Round, Stop> {
        let solved = self.clauses.solve(&|| meter.check().is_err());
        meter.check()?;
        if solved != Some(true) {
            return Ok(Round::Contradiction);
        }
        let pairs = self.pairs();
        meter.monitor().report(pairs.len(), self.variables.len());
        let set = side_by_side(self.strip, &pairs);
        let unmet = self.strip.unmet(&set, AT_ONCE, &mut || meter.check().is_ok());
        meter.check()?;
        let unmet = unmet.unwrap_or_default();
        for unmet in &unmet {
            meter.tick()?;
            meter.grow(BYTES_OF_AN_OBLIGATION + BYTES_OF_AN_ANSWER * unmet.answers.len())?;
            self.oblige(unmet);
            known.0.push((unmet.columns.clone(), unmet.event));
        }
        Ok(if unmet.is_empty() { Round::Found(pairs) } else { Round::More })
    }

    /// The pairs of the last solution.
    fn pairs(&self) -> Vec<Pair> {
        let chosen = self.variables.iter().filter(|&(_, &number)| self.clauses.holds(number));
        chosen.map(|(&pair, _)| pair).collect()
    }

    /// Adds the clause: if all premises are allowed, so are all pairs of some answer.
    fn oblige(&mut self, Unmet { premises, answers, in_the_middle, .. }: &Unmet) {
        let tried = if self.same_column { *in_the_middle } else { answers.len() };
        let mut clause: Vec<Literal> =
            premises.iter().map(|&pair| Literal::new(self.variable(pair), false)).collect();
        for pairs in &answers[..tried] {
            let answer = self.clauses.variable();
            clause.push(Literal::new(answer, true));
            for &pair in pairs {
                let implied = Literal::new(self.variable(pair), true);
                self.clauses.add(vec![Literal::new(answer, false), implied]);
            }
        }
        self.clauses.add(clause);
    }

    fn variable(&mut self, pair: Pair) -> usize {
        let first = self.strip.images(pair).min().unwrap_or(pair);
        *self.variables.entry(first).or_insert_with(|| self.clauses.variable())
    }
}

/// The result of a solution.
enum Round {
    Found(Vec<Pair>),
    Contradiction,
    More,
}

/// About how many bytes an obligation takes, and how many each of its answers.
const BYTES_OF_AN_OBLIGATION: usize = 200;
const BYTES_OF_AN_ANSWER: usize = 300;

fn side_by_side(strip: &Strip, pairs: &[Pair]) -> SideBySide {
    let mut set = SideBySide::default();
    pairs.iter().for_each(|&pair| set.allow(strip, pair));
    set
}

/// Leaves out unnecessary pairs, one after the other, until every pair is needed or time runs out:
/// with fewer pairs there is also less to answer.
fn needed(strip: &Strip, mut pairs: Vec<Pair>, meter: &Meter) -> Vec<Pair> {
    loop {
        let before = pairs.len();
        for i in (0..before).rev() {
            let mut fewer = pairs.clone();
            fewer.remove(i);
            if is_met(strip, &fewer, meter) {
                pairs = fewer;
            }
        }
        meter.monitor().report(pairs.len(), before);
        if pairs.len() == before || meter.check().is_err() {
            return pairs;
        }
    }
}

fn is_met(strip: &Strip, pairs: &[Pair], meter: &Meter) -> bool {
    let unmet = strip.unmet(&side_by_side(strip, pairs), 1, &mut || meter.check().is_ok());
    unmet.is_some_and(|unmet| unmet.is_empty())
}
