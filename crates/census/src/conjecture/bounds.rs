//! Bounds between numbers: for all graphs, and for the graphs of a class.

use std::cmp::Reverse;

use super::Looking;
use super::data::{Data, Fact, Rows};
use crate::Expression;

/// How the two sides of a bound compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    AtMost,
    AtLeast,
    Equal,
}

impl Relation {
    fn sign(self) -> &'static str {
        match self {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        }
    }

    fn opposite(self) -> &'static str {
        match self {
            Relation::AtMost => ">",
            Relation::AtLeast => "<",
            Relation::Equal => "!=",
        }
    }

    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Relation::AtMost => left <= right,
            Relation::AtLeast => left >= right,
            Relation::Equal => left == right,
        }
    }
}

/// A right-hand side without its constant, in terms of the numbers of the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Nothing,
    Number(usize),
    Twice(usize),
    Half(usize),
    Sum(usize, usize),
    Difference(usize, usize),
    Mean(usize, usize),
}

impl Form {
    /// Simple forms are tried first; what they say is not repeated by others.
    fn complexity(self) -> u8 {
        match self {
            Form::Nothing | Form::Number(_) => 0,
            Form::Twice(_) | Form::Half(_) => 1,
            Form::Sum(..) | Form::Difference(..) | Form::Mean(..) => 2,
        }
    }

    fn value(self, data: &Data, row: usize) -> f64 {
        let at = |term: usize| data.terms[term].values[row];
        match self {
            Form::Nothing => 0.0,
            Form::Number(y) => at(y),
            Form::Twice(y) => 2.0 * at(y),
            Form::Half(y) => at(y) / 2.0,
            Form::Sum(y, z) => at(y) + at(z),
            Form::Difference(y, z) => at(y) - at(z),
            Form::Mean(y, z) => (at(y) + at(z)) / 2.0,
        }
    }

    fn parts(self) -> Vec<usize> {
        match self {
            Form::Nothing => Vec::new(),
            Form::Number(y) | Form::Twice(y) | Form::Half(y) => vec![y],
            Form::Sum(y, z) | Form::Difference(y, z) | Form::Mean(y, z) => vec![y, z],
        }
    }

    fn text(self, data: &Data, constant: f64) -> String {
        // In brackets if it is itself an expression.
        let name = |term: usize| match data.terms[term].text.contains(' ') {
            true => format!("({})", data.terms[term].text),
            false => data.terms[term].text.clone(),
        };
        let text = match self {
            Form::Nothing => return constant.to_string(),
            Form::Number(y) => name(y),
            Form::Twice(y) => format!("2 * {}", name(y)),
            Form::Half(y) => format!("{} / 2", name(y)),
            Form::Sum(y, z) => format!("{} + {}", name(y), name(z)),
            Form::Difference(y, z) => format!("{} - {}", name(y), name(z)),
            Form::Mean(y, z) => format!("({} + {}) / 2", name(y), name(z)),
        };
        match constant {
            0.0 => text,
            c if c < 0.0 => format!("{text} - {}", -c),
            c => format!("{text} + {c}"),
        }
    }
}

/// A bound for a number, perhaps only for the graphs of a class.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    class: Option<Fact>,
    target: usize,
    relation: Relation,
    form: Form,
    constant: f64,
    left: String,
    right: String,
}

impl Bound {
    fn value(&self, data: &Data, row: usize) -> f64 {
        self.form.value(data, row) + self.constant
    }

    pub(super) fn text(&self) -> String {
        let bound = format!("{} {} {}", self.left, self.relation.sign(), self.right);
        self.class.as_ref().map_or(bound.clone(), |class| format!("{class} => {bound}"))
    }

    pub(super) fn violated(&self) -> String {
        let wrong = format!("{} {} {}", self.left, self.relation.opposite(), self.right);
        self.class.as_ref().map_or(wrong.clone(), |class| format!("{class} and {wrong}"))
    }

    /// The rows in its scope; those for which it is wrong; those for which it is an equality.
    pub(super) fn split(&self, data: &Data, rows: &Rows) -> [Rows; 3] {
        let about = self.class.as_ref().map_or(rows.clone(), |class| rows.and(&class.holds));
        let those = |wanted: &dyn Fn(f64, f64) -> bool| {
            Rows::of(data.rows.len(), |row| {
                let left = data.terms[self.target].values[row];
                about.has(row) && wanted(left, self.value(data, row))
            })
        };
        let wrong = those(&|left, right| !self.relation.holds(left, right));
        let tight = those(&|left, right| left == right);
        [about, wrong, tight]
    }

    /// The condition that a bound with one other number is an equality.
    pub(super) fn equality(&self, data: &Data) -> Option<Fact> {
        let simple = matches!(self.form, Form::Number(_)) && self.relation != Relation::Equal;
        let target = &data.terms[self.target].values;
        let equal = || Rows::of(data.rows.len(), |row| target[row] == self.value(data, row));
        simple.then(|| Fact::new(format!("{} = {}", self.left, self.right), true, equal()))
    }
}

/// Constants in bounds are at most this large.
const LARGEST: f64 = 3.0;

/// What is known of a number: a lower and an upper limit for each row.
struct Limits {
    least: Vec<f64>,
    most: Vec<f64>,
}

impl Limits {
    /// The number of graphs for which a bound says something new.
    fn gain(&self, bound: &Bound, data: &Data, rows: &[usize]) -> u64 {
        let says_more = |&&row: &&usize| {
            let value = bound.value(data, row);
            match bound.relation {
                Relation::AtMost => value < self.most[row],
                Relation::AtLeast => value > self.least[row],
                Relation::Equal => value < self.most[row] || value > self.least[row],
            }
        };
        rows.iter().filter(says_more).map(|&row| data.rows[row].count).sum()
    }

    fn learn(&mut self, relation: Relation, rows: &[usize], value: impl Fn(usize) -> f64) {
        for &row in rows {
            if relation != Relation::AtLeast {
                self.most[row] = self.most[row].min(value(row));
            }
            if relation != Relation::AtMost {
                self.least[row] = self.least[row].max(value(row));
            }
        }
    }
}

impl Looking<'_> {
    /// Bounds for all graphs.
    pub(super) fn bounds(&self) -> Vec<Bound> {
        let targets = (0..self.data.terms.len()).filter(|&term| self.data.terms[term].asked);
        targets.flat_map(|target| self.bounds_of(target, None, self.rows, &[])).collect()
    }

    /// Bounds for the graphs of a class that say more than those for all graphs and for larger
    /// classes.
    pub(super) fn bounds_in_classes(&self, general: &[Bound]) -> Vec<Bound> {
        let every = self.data.rows_where(|_| true);
        let facts = &self.data.facts;
        let opposites = facts.iter().map(|fact| fact.opposite(&every));
        let mut classes: Vec<(u64, Rows, Fact)> = facts
            .iter()
            .cloned()
            .chain(opposites)
            .map(|class| (class.holds.and(self.rows), class))
            .map(|(rows, class)| (self.data.count(&rows), rows, class))
            .collect();
        classes.retain(|(count, rows, _)| *count >= self.support && *rows != *self.rows);
        classes.sort_by_cached_key(|(count, ..)| Reverse(*count));
        let mut found: Vec<Bound> = general.to_vec();
        for (_, rows, class) in &classes {
            for target in (0..self.data.terms.len()).take_while(|_| self.go_on()) {
                let term = &self.data.terms[target];
                let about_itself = Expression::names(&class.to_string()).contains(&term.text);
                if term.asked && !about_itself {
                    let more = self.bounds_of(target, Some(class), rows, &found);
                    found.extend(more);
                }
            }
        }
        found.split_off(general.len())
    }

    /// Bounds of one number for some rows that say more than the known and the given ones.
    fn bounds_of(
        &self,
        target: usize,
        class: Option<&Fact>,
        rows: &Rows,
        given: &[Bound],
    ) -> Vec<Bound> {
        let list: Vec<usize> = rows.iter().collect();
        let mut limits = self.limits(target, rows, given);
        let mut candidates = Vec::new();
        for form in self.forms(target, class.is_some()).into_iter().take_while(|_| self.go_on()) {
            for bound in self.candidates(target, class, form, &list) {
                let tight = |&&row: &&usize| {
                    self.data.terms[target].values[row] == bound.value(self.data, row)
                };
                let touched: u64 =
                    list.iter().filter(tight).map(|&row| self.data.rows[row].count).sum();
                let rank = (form.complexity(), bound.relation != Relation::Equal, Reverse(touched));
                candidates.push((rank, bound));
            }
        }
        candidates.sort_by_cached_key(|(rank, _)| *rank);
        let enough = self.support.max(self.data.count(rows) / 100);
        let mut kept = Vec::new();
        for (_, bound) in candidates.into_iter().take_while(|_| self.go_on()) {
            if limits.gain(&bound, self.data, &list) >= enough {
                limits.learn(bound.relation, &list, |row| bound.value(self.data, row));
                kept.push(bound);
            }
        }
        kept
    }

    /// The limits that follow from known and given bounds of a number.
    fn limits(&self, target: usize, rows: &Rows, given: &[Bound]) -> Limits {
        let count = self.data.rows.len();
        let mut limits =
            Limits { least: vec![f64::NEG_INFINITY; count], most: vec![f64::INFINITY; count] };
        for bound in self.known.bounds.iter().filter(|bound| bound.target == target) {
            let about: Vec<usize> = rows.and(&bound.class).iter().collect();
            limits.learn(bound.relation, &about, |row| bound.values[row]);
        }
        for bound in given.iter().filter(|bound| bound.target == target) {
            let [about, ..] = bound.split(self.data, rows);
            let about: Vec<usize> = about.iter().collect();
            limits.learn(bound.relation, &about, |row| bound.value(self.data, row));
        }
        limits
    }

    /// Right-hand sides for a number; within a class only simple ones.
    fn forms(&self, target: usize, simple: bool) -> Vec<Form> {
        let others: Vec<usize> = (0..self.data.terms.len()).filter(|&y| y != target).collect();
        let mut forms = vec![Form::Nothing];
        for &y in &others {
            forms.extend([Form::Number(y), Form::Twice(y), Form::Half(y)]);
            for &z in others.iter().filter(|_| !simple) {
                if y < z {
                    forms.extend([Form::Sum(y, z), Form::Mean(y, z)]);
                }
                if y != z {
                    forms.push(Form::Difference(y, z));
                }
            }
        }
        forms
    }

    /// The bounds of one form, with the constants for which they are true and tight.
    fn candidates(
        &self,
        target: usize,
        class: Option<&Fact>,
        form: Form,
        rows: &[usize],
    ) -> Vec<Bound> {
        let data = self.data;
        // A number that is equal for all of them is a constant.
        let same = |&term: &usize| {
            let values = &data.terms[term].values;
            rows.iter().all(|&row| values[row] == values[rows[0]])
        };
        if form.parts().iter().any(same) {
            return Vec::new();
        }
        let difference = |row: usize| data.terms[target].values[row] - form.value(data, row);
        let formed = rows.iter().copied().filter(|&row| self.formed.has(row)).map(difference);
        let (least, most) = span(rows.iter().copied().map(difference));
        let before = span(formed);
        let bound = |relation, constant: f64| {
            let right = form.text(data, constant);
            let left = data.terms[target].text.clone();
            let class = class.cloned();
            Bound { class, target, relation, form, constant, left, right }
        };
        let fits = |constant: f64| form == Form::Nothing || constant.abs() <= LARGEST;
        // A lower bound in terms of a number that is itself asked about is an upper bound of that
        // number.
        let turned = form.complexity() < 2 && form.parts().iter().any(|&y| data.terms[y].asked);
        if least == most {
            // An equality is listed once.
            let said = turned && form.parts().iter().all(|&y| y < target);
            let equal = || vec![bound(Relation::Equal, most)];
            return if fits(most) && !said { equal() } else { Vec::new() };
        }
        let mut bounds = Vec::new();
        if fits(most) && most == before.1 {
            bounds.push(bound(Relation::AtMost, most));
        }
        if fits(least) && least == before.0 && !turned {
            bounds.push(bound(Relation::AtLeast, least));
        }
        bounds
    }
}

fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
        (least.min(value), most.max(value))
    })
}
