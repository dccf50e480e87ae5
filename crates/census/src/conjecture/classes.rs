//! Equivalences and implications between conditions: which sets of graphs are equal, and which are
//! contained in others with no set in between.

use super::data::{Fact, Rows};
use super::{Looking, Statement};

/// A condition or its negation, and the rows for which it is true.
struct Signed {
    fact: Fact,
    holds: Rows,
    count: u64,
}

impl Looking<'_> {
    /// Relations between conditions of which at least one is about a game.
    pub(super) fn relations(&self, facts: &[Fact]) -> Vec<Statement> {
        let signed = self.signed(facts);
        let mut found = self.equivalences(&signed);
        found.extend(self.implications(&signed));
        found.extend(self.with_two_hypotheses(&signed));
        found
    }

    /// Conditions and their negations. Of those that are true for the same graphs only one is used.
    fn signed(&self, facts: &[Fact]) -> Vec<Signed> {
        let every = self.data.rows_where(|_| true);
        let opposites = facts.iter().map(|fact| fact.opposite(&every));
        let mut signed = Vec::new();
        for fact in facts.iter().cloned().chain(opposites).take_while(|_| self.go_on()) {
            let holds = fact.holds.and(self.rows);
            let count = self.data.count(&holds);
            if count > 0 && holds != *self.rows {
                signed.push(Signed { fact, holds, count });
            }
        }
        signed
    }

    fn equivalences(&self, signed: &[Signed]) -> Vec<Statement> {
        let mut found = Vec::new();
        for (i, a) in signed.iter().enumerate().take_while(|_| self.go_on()) {
            // Only the first of several equal sets is used.
            let same = |b: &&Signed| b.holds == a.holds && !b.fact.is_like(&a.fact);
            let Some(b) = signed[..i].iter().find(same) else { continue };
            let both = [&a.fact, &b.fact];
            let turned = both.iter().all(|fact| fact.is_negative());
            let asked = both.iter().any(|fact| fact.asked);
            let enough = a.count >= self.support;
            // The sets are equal here, so two known facts mean that both directions are known.
            let known = self.known_ways(&a.holds, &b.holds) > 1;
            if asked && enough && !turned && !known {
                found.push(Statement::Same(b.fact.clone(), a.fact.clone()));
            }
        }
        found
    }

    /// Whether a single known fact implies that graphs of the first set are in the second.
    fn is_known(&self, left: &Rows, right: &Rows) -> bool {
        self.known_ways(left, right) > 0
    }

    fn known_ways(&self, left: &Rows, right: &Rows) -> usize {
        let follows =
            |(a, b): &&(Rows, Rows)| left.is_inside(a) && b.and(self.rows).is_inside(right);
        self.known.inside.iter().filter(follows).count()
    }

    /// Whether the conclusion says something: it does not if it is true for nearly all graphs.
    fn excludes_enough(&self, conclusion: &Signed) -> bool {
        self.data.count(self.rows) - conclusion.count >= self.support
    }

    /// Pairs of conditions of which one implies the other, with none between them.
    fn implications(&self, signed: &[Signed]) -> Vec<Statement> {
        let mut found: Vec<(&Signed, &Signed)> = Vec::new();
        for a in signed.iter().filter(|a| a.count >= self.support) {
            let follows = |c: &&Signed| is_properly_inside(a, c) && self.excludes_enough(c);
            for c in signed.iter().filter(follows).take_while(|_| self.go_on()) {
                let between = |d: &Signed| is_properly_inside(a, d) && is_properly_inside(d, c);
                let asked = a.fact.asked || c.fact.asked;
                let known = || self.is_known(&a.holds, &c.holds);
                if !asked || a.fact.is_like(&c.fact) || signed.iter().any(between) || known() {
                    continue;
                }
                // The contrapositive of this implication, or an implication between other
                // conditions that are true for the same graphs.
                let said = |(left, right): &(&Signed, &Signed)| {
                    left.fact.is_like(&c.fact) && right.fact.is_like(&a.fact)
                        || left.holds == a.holds && right.holds == c.holds
                };
                if !found.iter().any(said) {
                    found.push((a, c));
                }
            }
        }
        let statement =
            |(a, c): (&Signed, &Signed)| Statement::Inside(vec![a.fact.clone()], c.fact.clone());
        found.into_iter().map(statement).collect()
    }

    /// Two conditions that together imply one about a game, while neither does alone.
    fn with_two_hypotheses(&self, signed: &[Signed]) -> Vec<Statement> {
        let mut found = Vec::new();
        for c in signed.iter().filter(|c| c.fact.asked && self.excludes_enough(c)) {
            let smaller: Vec<&Signed> = signed.iter().filter(|d| inside(d, c)).collect();
            let useful = |a: &&Signed| !inside(a, c) && !a.fact.is_like(&c.fact);
            let left: Vec<&Signed> = signed.iter().filter(useful).collect();
            let mut kept: Vec<(Rows, [&Fact; 2])> = Vec::new();
            let mut pairs = Vec::new();
            for (i, a) in left.iter().enumerate().take_while(|_| self.go_on()) {
                for b in left[..i].iter().filter(|b| !b.fact.is_like(&a.fact)) {
                    let both = a.holds.and(&b.holds);
                    let count = self.data.count(&both);
                    // A condition that follows from the first is no second hypothesis.
                    let second = count < a.count.min(b.count);
                    if second && count >= self.support && both.is_inside(&c.holds) {
                        pairs.push((count, both, [&b.fact, &a.fact]));
                    }
                }
            }
            pairs.sort_by_cached_key(|(count, ..)| std::cmp::Reverse(*count));
            for (_, both, pair) in pairs.into_iter().take_while(|_| self.go_on()) {
                let one =
                    smaller.iter().any(|d| !d.fact.is_like(&c.fact) && both.is_inside(&d.holds));
                let other = kept.iter().any(|(rows, _)| both.is_inside(rows));
                if !one && !other && !self.is_known(&both, &c.holds) {
                    kept.push((both, pair));
                }
            }
            found.extend(kept.into_iter().map(|(_, pair)| {
                Statement::Inside(pair.map(Fact::clone).to_vec(), c.fact.clone())
            }));
        }
        found
    }
}

fn inside(a: &Signed, b: &Signed) -> bool {
    a.count <= b.count && a.holds.is_inside(&b.holds)
}

fn is_properly_inside(a: &Signed, b: &Signed) -> bool {
    a.count < b.count && a.holds.is_inside(&b.holds)
}
