//! Finds certificates for boards of every length ([`checker::strip`](chromex_checker::strip)).
//!
//! Which columns may stand side by side is a propositional question, a variable a pair. The checker says which obligations
//! a set of pairs does not meet; each becomes a clause, and another set is looked for. Pairs are left out
//! unless a clause asks for them, so that sets stay small and most obligations never come up.

use std::collections::BTreeMap;

use chromex_checker::StripCertificate;
use chromex_checker::strip::{Pair, SideBySide, Strip, Unmet};

use super::clauses::{Clauses, Literal};
use chromex_budget::{Budget, Meter, Stop};

/// Why no set of pairs was found.
#[derive(Debug, thiserror::Error)]
pub enum NoStrip {
    /// There is none: a proof needs to look at more than pairs of columns.
    #[error(
        "no set of pairs of neighbouring columns lets Alice win: {obligations} obligations on {pairs} pairs contradict \
         each other, the last one: {last}. This says nothing about who wins"
    )]
    None {
        /// The obligations that were looked at.
        obligations: usize,
        /// The pairs, up to symmetry.
        pairs: usize,
        /// The obligation that could not be met.
        last: String,
    },
    /// The budget ran out.
    #[error("no certificate: {0}")]
    Stopped(#[from] Stop),
}

/// Unmet obligations that become clauses at a time.
const AT_ONCE: usize = 200;

/// The clauses for a strip so far.
struct Search<'a> {
    strip: &'a Strip,
    clauses: Clauses,
    variables: BTreeMap<Pair, usize>,
}

/// A certificate that Alice wins on all boards of a strip. Answers in the column in which Bob has played are tried first: if they
/// are enough, that is found soon, and soon refuted otherwise. The budget counts obligations as positions.
pub fn prove_strip(strip: Strip, budget: &Budget) -> Result<StripCertificate, NoStrip> {
    let mut meter = Meter::new(budget);
    let pairs = match pairs_for(&strip, true, &mut meter) {
        Err(NoStrip::None { .. }) => pairs_for(&strip, false, &mut meter)?,
        found => found?,
    };
    Ok(StripCertificate { pairs: needed(&strip, pairs), strip })
}

/// Pairs that leave no obligation unmet.
fn pairs_for(strip: &Strip, same_column: bool, meter: &mut Meter) -> Result<Vec<Pair>, NoStrip> {
    let mut search = Search { strip, clauses: Clauses::default(), variables: BTreeMap::new() };
    let (mut obligations, mut last) = (0, String::new());
    loop {
        let solved = search.clauses.solve(&|| meter.check().is_err());
        meter.check()?;
        if solved != Some(true) {
            return Err(NoStrip::None { obligations, pairs: search.variables.len(), last });
        }
        let pairs = search.pairs();
        let set = side_by_side(strip, &pairs);
        let unmet = strip.unmet(&set, AT_ONCE, &mut || meter.check().is_ok());
        meter.check()?;
        let unmet = unmet.unwrap_or_default();
        let Some(one) = unmet.last() else { return Ok(pairs) };
        (obligations, last) = (obligations + unmet.len(), strip.explain(one));
        for Unmet { premises, answers, in_the_middle, .. } in &unmet {
            meter.tick()?;
            let tried = if same_column { *in_the_middle } else { answers.len() };
            search.oblige(premises, &answers[..tried]);
        }
    }
}

impl Search<'_> {
    /// The pairs of the last solution.
    fn pairs(&self) -> Vec<Pair> {
        let chosen = self.variables.iter().filter(|&(_, &number)| self.clauses.holds(number));
        chosen.map(|(&pair, _)| pair).collect()
    }

    /// If all premises are allowed, then all pairs of some answer.
    fn oblige(&mut self, premises: &[Pair], answers: &[Vec<Pair>]) {
        let mut clause: Vec<Literal> =
            premises.iter().map(|&pair| Literal::new(self.variable(pair), false)).collect();
        for pairs in answers {
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
        let images = self.strip.images(pair).flat_map(|(a, b)| [(a, b), (b, a)]);
        let first = images.min().unwrap_or(pair);
        *self.variables.entry(first).or_insert_with(|| self.clauses.variable())
    }
}

fn side_by_side(strip: &Strip, pairs: &[Pair]) -> SideBySide {
    let mut set = SideBySide::default();
    pairs.iter().for_each(|&pair| set.allow(strip, pair));
    set
}

/// Leaves out what is not needed, one pair after the other, until every pair is: with fewer pairs there is also less to answer.
fn needed(strip: &Strip, mut pairs: Vec<Pair>) -> Vec<Pair> {
    loop {
        let before = pairs.len();
        for i in (0..before).rev() {
            let mut fewer = pairs.clone();
            fewer.remove(i);
            if is_met(strip, &fewer) {
                pairs = fewer;
            }
        }
        if pairs.len() == before {
            return pairs;
        }
    }
}

fn is_met(strip: &Strip, pairs: &[Pair]) -> bool {
    strip.unmet(&side_by_side(strip, pairs), 1, &mut || true).is_some_and(|unmet| unmet.is_empty())
}
