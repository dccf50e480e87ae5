//! A small solver for propositional clauses: conflict-driven learning; it chooses recently involved
//! variables first, and tries false first. Clauses can be added between solutions.

use std::collections::BTreeSet;

/// A variable, counted from 0, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Literal(usize);

impl Literal {
    pub(super) fn new(variable: usize, is_true: bool) -> Literal {
        Literal(2 * variable + usize::from(!is_true))
    }

    fn variable(self) -> usize {
        self.0 / 2
    }

    fn is_positive(self) -> bool {
        self.0.is_multiple_of(2)
    }

    fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// The state of a variable in the solver.
#[derive(Debug, Clone, Copy)]
struct Variable {
    value: Option<bool>,
    last_value: bool,
    level: usize,
    /// The clause that forced the value.
    reason: Option<usize>,
    /// When the variable was last involved in a conflict.
    involved: u64,
}

/// Clauses, and a partial assignment.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    clauses: Vec<Vec<Literal>>,
    /// The clauses that watch each literal; a clause watches its first two literals.
    watching: Vec<Vec<usize>>,
    variables: Vec<Variable>,
    undecided: BTreeSet<(u64, usize)>,
    trail: Vec<Literal>,
    levels: Vec<usize>,
    propagated: usize,
    conflicts: u64,
    is_contradictory: bool,
}

impl Clauses {
    /// Adds a variable.
    pub(super) fn variable(&mut self) -> usize {
        let number = self.variables.len();
        let new = Variable { value: None, last_value: false, level: 0, reason: None, involved: 0 };
        self.variables.push(new);
        self.watching.extend([Vec::new(), Vec::new()]);
        self.undecided.insert((0, number));
        number
    }

    /// Adds a clause: one of these must hold.
    pub(super) fn add(&mut self, mut clause: Vec<Literal>) {
        self.back_to(0);
        clause.sort_unstable_by_key(|literal| literal.0);
        clause.dedup();
        if clause.windows(2).any(|two| two[0] == two[1].negated()) {
            return;
        }
        clause.retain(|&literal| self.value(literal) != Some(false));
        match clause.as_slice() {
            [] => self.is_contradictory = true,
            &[only] => self.is_contradictory |= !self.assign(only, None),
            _ => {
                self.keep(clause);
            }
        }
    }

    /// Whether all clauses can be true together; then [`Clauses::holds`] gives a solution. `None`
    /// once `stopped` says so.
    pub(super) fn solve(&mut self, stopped: &dyn Fn() -> bool) -> Option<bool> {
        while !self.is_contradictory {
            match self.propagate() {
                Some(_) if self.levels.is_empty() => self.is_contradictory = true,
                Some(conflict) => {
                    if self.conflicts.is_multiple_of(256) && stopped() {
                        return None;
                    }
                    self.learn(conflict);
                }
                None => {
                    let Some(&(_, next)) = self.undecided.last() else { return Some(true) };
                    self.levels.push(self.trail.len());
                    let value = self.variables[next].last_value;
                    self.assign(Literal::new(next, value), None);
                }
            }
        }
        Some(false)
    }

    /// Whether a variable is true in the last solution.
    pub(super) fn holds(&self, variable: usize) -> bool {
        self.variables[variable].value == Some(true)
    }

    fn value(&self, literal: Literal) -> Option<bool> {
        self.variables[literal.variable()].value.map(|value| value == literal.is_positive())
    }

    fn keep(&mut self, clause: Vec<Literal>) -> usize {
        let number = self.clauses.len();
        clause[..2].iter().for_each(|literal| self.watching[literal.0].push(number));
        self.clauses.push(clause);
        number
    }

    /// Makes a literal true; returns whether that is possible.
    fn assign(&mut self, literal: Literal, reason: Option<usize>) -> bool {
        if let Some(value) = self.value(literal) {
            return value;
        }
        let level = self.levels.len();
        let variable = &mut self.variables[literal.variable()];
        *variable = Variable {
            value: Some(literal.is_positive()),
            last_value: literal.is_positive(),
            level,
            reason,
            ..*variable
        };
        self.undecided.remove(&(variable.involved, literal.variable()));
        self.trail.push(literal);
        true
    }

    fn back_to(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        for literal in self.trail.drain(length..) {
            let variable = &mut self.variables[literal.variable()];
            variable.value = None;
            self.undecided.insert((variable.involved, literal.variable()));
        }
        self.levels.truncate(level);
        self.propagated = self.propagated.min(length);
    }

    /// Propagates; returns a violated clause, if there is one.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let broken = literal.negated();
            let watching = std::mem::take(&mut self.watching[broken.0]);
            for (at, &number) in watching.iter().enumerate() {
                if self.still_watches(number, broken) && !self.assign_first(number) {
                    self.watching[broken.0].extend(&watching[at..]);
                    return Some(number);
                }
            }
        }
        None
    }

    /// Finds another literal for a clause to watch in place of this one, which is false. If there
    /// is none, all its literals except the first are false.
    fn still_watches(&mut self, number: usize, broken: Literal) -> bool {
        if self.clauses[number][0] == broken {
            self.clauses[number].swap(0, 1);
        }
        let clause = &self.clauses[number];
        let other = (2..clause.len()).find(|&i| self.value(clause[i]) != Some(false));
        match other {
            Some(other) if self.value(clause[0]) != Some(true) => {
                self.clauses[number].swap(1, other);
                let literal = self.clauses[number][1];
                self.watching[literal.0].push(number);
                false
            }
            _ => true,
        }
    }

    fn assign_first(&mut self, number: usize) -> bool {
        let first = self.clauses[number][0];
        let possible = self.assign(first, Some(number));
        if possible {
            let second = self.clauses[number][1];
            self.watching[second.0].push(number);
        }
        possible
    }

    /// Learns a clause from a conflict (the first unique implication point), and goes back to the
    /// level at which this clause would have become a unit.
    fn learn(&mut self, conflict: usize) {
        self.conflicts += 1;
        let level = self.levels.len();
        let (mut seen, mut learnt) = (BTreeSet::new(), Vec::new());
        let (mut clause, mut open, mut at) = (conflict, 0, self.trail.len());
        let point = loop {
            for literal in self.clauses[clause].clone() {
                let variable = self.variables[literal.variable()];
                let is_new = variable.level > 0
                    && self.value(literal) == Some(false)
                    && seen.insert(literal.variable());
                if is_new && variable.level == level {
                    open += 1;
                } else if is_new {
                    learnt.push(literal);
                }
            }
            at = (0..at).rfind(|&i| seen.contains(&self.trail[i].variable())).unwrap_or_default();
            let literal = self.trail[at];
            open -= 1;
            match self.variables[literal.variable()].reason {
                Some(reason) if open > 0 => clause = reason,
                _ => break literal.negated(),
            }
        };
        seen.into_iter().for_each(|variable| self.involve(variable));
        learnt.sort_by_key(|literal| std::cmp::Reverse(self.variables[literal.variable()].level));
        let back = learnt.first().map_or(0, |literal| self.variables[literal.variable()].level);
        self.back_to(back);
        learnt.insert(0, point);
        let reason = (learnt.len() > 1).then(|| self.keep(learnt));
        self.assign(point, reason);
    }

    fn involve(&mut self, number: usize) {
        let variable = &mut self.variables[number];
        let was_undecided = self.undecided.remove(&(variable.involved, number));
        variable.involved = self.conflicts;
        if was_undecided {
            self.undecided.insert((variable.involved, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pigeons(pigeons: usize, holes: usize) -> Option<bool> {
        let mut clauses = Clauses::default();
        let variables: Vec<Vec<usize>> =
            (0..pigeons).map(|_| (0..holes).map(|_| clauses.variable()).collect()).collect();
        for one in 0..pigeons {
            clauses.add(variables[one].iter().map(|&v| Literal::new(v, true)).collect());
            for (other, hole) in (0..one).flat_map(|other| (0..holes).map(move |h| (other, h))) {
                let not = |pigeon: usize| Literal::new(variables[pigeon][hole], false);
                clauses.add(vec![not(one), not(other)]);
            }
        }
        clauses.solve(&|| false)
    }

    #[test]
    fn pigeons_need_a_hole_each() {
        assert_eq!((pigeons(6, 6), pigeons(7, 6)), (Some(true), Some(false)));
    }

    #[test]
    fn small_formulas_agree_with_trying_everything() {
        let mut random = chromex_graphs::random::SplitMix::new(3);
        for _ in 0..500 {
            let mut literal = || (random.below(8), random.below(2) == 1);
            let formula: Vec<[(usize, bool); 3]> =
                (0..34).map(|_| [literal(), literal(), literal()]).collect();
            let all = |holds: &dyn Fn(usize) -> bool| {
                formula.iter().all(|clause| clause.iter().any(|&(v, sign)| holds(v) == sign))
            };
            let expected = (0..256_u32).any(|bits| all(&|v| bits >> v & 1 == 1));
            let mut clauses = Clauses::default();
            (0..8).for_each(|_| {
                clauses.variable();
            });
            for clause in &formula {
                clauses.add(clause.iter().map(|&(v, sign)| Literal::new(v, sign)).collect());
                clauses.solve(&|| false);
            }
            assert_eq!(clauses.solve(&|| false), Some(expected));
            assert!(!expected || all(&|v| clauses.holds(v)));
        }
    }
}
