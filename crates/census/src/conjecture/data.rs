//! A table prepared for conjectures: rows with equal cells are combined to one row, with the
//! smallest of their graphs.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use chromex::{Budget, Stop};

use super::{ConjectureError, Search};
use crate::files::csv_row;
use crate::questions::INVARIANTS;
use crate::tables::Tables;
use crate::{Cell, ColumnType, Columns, Database, Expression};

/// Texts with more different values than this are names of graphs or values, not of classes.
const FEW: usize = 6;

/// A set of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rows(Vec<u64>);

impl Rows {
    /// The set of those rows, out of `count`, that `wanted` accepts.
    pub(super) fn of(count: usize, wanted: impl Fn(usize) -> bool) -> Rows {
        let mut words = vec![0; count.div_ceil(64)];
        for row in (0..count).filter(|&row| wanted(row)) {
            words[row / 64] |= 1 << (row % 64);
        }
        Rows(words)
    }

    fn zip(&self, other: &Rows, operation: impl Fn(u64, u64) -> u64) -> Rows {
        Rows(self.0.iter().zip(&other.0).map(|(&a, &b)| operation(a, b)).collect())
    }

    pub(super) fn and(&self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a & b)
    }

    pub(super) fn xor(&self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a ^ b)
    }

    pub(super) fn without(&self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a & !b)
    }

    pub(super) fn is_inside(&self, other: &Rows) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn has(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|&row| self.has(row))
    }
}

/// Rows with equal cells.
#[derive(Debug)]
pub(super) struct Row {
    pub count: u64,
    pub n: i64,
    pub m: i64,
    /// The first of the smallest graphs.
    pub graph: String,
    order: usize,
}

impl Row {
    pub(super) fn size(&self) -> (i64, i64, usize) {
        (self.n, self.m, self.order)
    }
}

/// A number that every graph has.
#[derive(Debug)]
pub(super) struct Term {
    pub text: String,
    /// Whether conjectures should be about it.
    pub asked: bool,
    pub values: Vec<f64>,
}

/// A condition that is true for some graphs.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    text: String,
    pub asked: bool,
    pub holds: Rows,
    negative: bool,
}

impl Fact {
    pub(super) fn new(text: String, asked: bool, holds: Rows) -> Fact {
        Fact { text, asked, holds, negative: false }
    }

    /// The negation, over all rows.
    pub(super) fn opposite(&self, every: &Rows) -> Fact {
        Fact { negative: !self.negative, holds: every.without(&self.holds), ..self.clone() }
    }

    /// The negation in words.
    pub(super) fn negated(&self) -> String {
        Fact { negative: !self.negative, ..self.clone() }.to_string()
    }

    /// Whether the other one is the same condition or its negation.
    pub(super) fn is_like(&self, other: &Fact) -> bool {
        self.text == other.text
    }

    pub(super) fn is_negative(&self) -> bool {
        self.negative
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match (self.negative, text.split_once(" = ")) {
            (true, Some((left, right))) => write!(f, "{left} != {right}"),
            (true, None) if text.contains(' ') => write!(f, "not ({text})"),
            (true, None) => write!(f, "not {text}"),
            (false, _) => f.write_str(text),
        }
    }
}

/// The conjunction of these conditions, as text.
pub(super) fn all_of(facts: &[Fact]) -> String {
    facts.iter().map(Fact::to_string).collect::<Vec<_>>().join(" and ")
}

/// The rows, with the numbers and conditions of each.
#[derive(Debug)]
pub(super) struct Data {
    pub rows: Vec<Row>,
    pub terms: Vec<Term>,
    pub facts: Vec<Fact>,
    /// The cells of each row in the used columns, in the order of the table.
    pub cells: Vec<Vec<Cell>>,
    pub left_out: Vec<(String, String)>,
    budget: Budget,
}

/// What was seen in a column.
#[derive(Default)]
struct Seen {
    unknown: bool,
    /// The different texts, at most one more than [`FEW`].
    texts: BTreeSet<Box<str>>,
}

impl Data {
    /// Reads tables twice: first to see which columns can be used, then to gather their rows.
    pub(super) fn read(tables: &Tables, search: &Search) -> Result<Data, ConjectureError> {
        let columns = tables.columns();
        let seen = survey(tables)?;
        let (used, left_out) = usable(columns, &seen)?;
        let mut told_apart = mentioned(columns, search);
        told_apart.extend(&used);
        let mut data = gather(tables, &told_apart)?;
        data.left_out = left_out;
        let asked = asked(columns, &used, search)?;
        data.add_columns(columns, &used, &seen, &asked);
        data.add_expressions(columns, search, &asked)?;
        Ok(data)
    }

    pub(super) fn rows_where(&self, wanted: impl Fn(&Row) -> bool) -> Rows {
        Rows::of(self.rows.len(), |row| wanted(&self.rows[row]))
    }

    /// The number of graphs in these rows.
    pub(super) fn count(&self, rows: &Rows) -> u64 {
        rows.iter().map(|row| self.rows[row].count).sum()
    }

    /// A number or condition for each row, if it is known for all rows.
    pub(super) fn values(
        &self,
        text: &str,
        columns: &Columns,
    ) -> Result<Option<Vec<f64>>, ConjectureError> {
        let expression = Expression::parse(text, columns)?;
        let database = Database::within(&self.budget)?;
        let mut evaluator = expression.evaluator(&database)?;
        Ok(self.cells.iter().map(|cells| number(&evaluator.value(cells))).collect())
    }

    pub(super) fn add_fact(&mut self, text: String, asked: bool, holds: impl Fn(usize) -> bool) {
        let fact = Fact::new(text, asked, Rows::of(self.rows.len(), holds));
        self.facts.push(fact);
    }

    fn add_columns(&mut self, columns: &Columns, used: &[usize], seen: &[Seen], asked: &[String]) {
        for &index in used {
            let (name, kind) = &columns[index];
            let about = asked.contains(name);
            let cells: Vec<Cell> = self.cells.iter().map(|row| row[index].clone()).collect();
            match kind {
                ColumnType::Bool => {
                    self.add_fact(name.clone(), about, |row| cells[row] == Cell::Bool(true));
                }
                ColumnType::Text => {
                    for text in &seen[index].texts {
                        let condition = format!("{name} = '{}'", text.replace('\'', "''"));
                        let value = Cell::text(text.clone());
                        self.add_fact(condition, about, |row| cells[row] == value);
                    }
                }
                ColumnType::Int | ColumnType::Real => {
                    let values: Vec<f64> = cells.iter().filter_map(number).collect();
                    if about && values.contains(&0.0) {
                        self.add_fact(format!("{name} = 0"), true, |row| values[row] == 0.0);
                    }
                    if name == "n" || name == "m" {
                        self.add_fact(format!("{name} % 2 = 0"), false, |row| {
                            values[row] % 2.0 == 0.0
                        });
                    }
                    self.terms.push(Term { text: name.clone(), asked: about, values });
                }
            }
        }
    }

    fn add_expressions(
        &mut self,
        columns: &Columns,
        search: &Search,
        asked: &[String],
    ) -> Result<(), ConjectureError> {
        for text in &search.with {
            let expression = Expression::parse(text, columns)?;
            let is_condition = expression.kind() == Some(ColumnType::Bool);
            let about = expression.used().iter().any(|&i| asked.contains(&columns[i].0));
            match self.values(text, columns)? {
                None => self.left_out.push((text.clone(), UNKNOWN.to_owned())),
                Some(values) if is_condition => {
                    self.add_fact(text.clone(), about, |row| values[row] != 0.0);
                }
                Some(values) => {
                    self.terms.push(Term { text: text.clone(), asked: about, values });
                }
            }
        }
        Ok(())
    }
}

const UNKNOWN: &str = "unknown for some graphs";

/// A number; conditions count as 0 or 1.
fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Int(number) => Some(*number as f64),
        Cell::Real(number) => Some(*number),
        Cell::Bool(truth) => Some(f64::from(u8::from(*truth))),
        Cell::Null | Cell::Text(_) => None,
    }
}

fn survey(tables: &Tables) -> Result<Vec<Seen>, ConjectureError> {
    let mut seen: Vec<Seen> = tables.columns().iter().map(|_| Seen::default()).collect();
    tables.for_each_row(&mut |row| {
        for (seen, cell) in seen.iter_mut().zip(row) {
            match cell {
                Cell::Null => seen.unknown = true,
                Cell::Text(text) if seen.texts.len() <= FEW => {
                    seen.texts.insert(text);
                }
                _ => {}
            }
        }
        true
    })?;
    Ok(seen)
}

/// The columns that can be used, and the other columns with the reason.
type Usable = (Vec<usize>, Vec<(String, String)>);

fn usable(columns: &Columns, seen: &[Seen]) -> Result<Usable, ConjectureError> {
    let (mut used, mut left_out) = (Vec::new(), Vec::new());
    for (index, ((name, _), seen)) in columns.iter().zip(seen).enumerate() {
        let why = match seen {
            Seen { unknown: true, .. } => Some(UNKNOWN.to_owned()),
            Seen { texts, .. } if texts.len() > FEW => {
                Some(format!("more than {FEW} different texts"))
            }
            _ => None,
        };
        match why {
            _ if name == "graph" => {}
            Some(why) => left_out.push((name.clone(), why)),
            None => used.push(index),
        }
    }
    let needed = ["graph", "n", "m"];
    match needed.into_iter().find(|name| columns.iter().all(|(column, _)| column != name)) {
        Some(missing) => Err(ConjectureError::NoColumn(missing)),
        None => Ok((used, left_out)),
    }
}

/// The columns that occur in the given expressions, which need not be usable by themselves.
fn mentioned(columns: &Columns, search: &Search) -> Vec<usize> {
    let texts = search.with.iter().chain(&search.known);
    let names: BTreeSet<String> = texts.flat_map(|text| Expression::names(text)).collect();
    (0..columns.len()).filter(|&index| names.contains(&columns[index].0)).collect()
}

/// The names of the columns that conjectures should be about.
fn asked(
    columns: &Columns,
    used: &[usize],
    search: &Search,
) -> Result<Vec<String>, ConjectureError> {
    for name in &search.about {
        Expression::parse(name, columns)?;
    }
    let names = used.iter().map(|&index| &columns[index].0);
    let from_games = |name: &&String| INVARIANTS.iter().all(|one| one.name != name.as_str());
    let asked: Vec<String> = match search.about.is_empty() {
        true => names.filter(from_games).cloned().collect(),
        false => names.filter(|name| search.about.contains(name)).cloned().collect(),
    };
    match asked.is_empty() {
        true => Err(ConjectureError::NothingAsked("chi".to_owned())),
        false => Ok(asked),
    }
}

/// A row with its place, while the lists of them grow.
const ROW_BYTES: usize = 300;
/// A cell, its number as a term, and a copy on the way.
const CELL_BYTES: usize = 48;

/// The rows; rows that are equal in these columns are combined.
fn gather(tables: &Tables, told_apart: &[usize]) -> Result<Data, ConjectureError> {
    let place = |name| tables.columns().iter().position(|(column, _)| column == name).unwrap_or(0);
    let [graph, n, m] = ["graph", "n", "m"].map(place);
    let mut data = Data {
        rows: Vec::new(),
        terms: Vec::new(),
        facts: Vec::new(),
        cells: Vec::new(),
        left_out: Vec::new(),
        budget: tables.budget().clone(),
    };
    let mut known: HashMap<String, usize> = HashMap::new();
    let (mut order, mut bytes, memory) = (0, 0, tables.budget().memory);
    tables.for_each_row(&mut |cells| {
        order += 1;
        let whole = |cell: &Cell| number(cell).unwrap_or(0.0) as i64;
        let row = Row {
            count: 1,
            n: whole(&cells[n]),
            m: whole(&cells[m]),
            graph: cells[graph].to_string(),
            order,
        };
        let kept: Vec<Cell> = told_apart.iter().map(|&index| cells[index].clone()).collect();
        let text = csv_row(&kept);
        let size = 2 * (text.len() + row.graph.len()) + ROW_BYTES + CELL_BYTES * cells.len();
        let index = *known.entry(text).or_insert(data.rows.len());
        match data.rows.get_mut(index) {
            Some(same) => {
                same.count += 1;
                if row.size() < same.size() {
                    *same = Row { count: same.count, ..row };
                }
            }
            None => {
                bytes += size as u64;
                data.rows.push(row);
                data.cells.push(cells);
            }
        }
        bytes <= memory
    })?;
    if bytes > memory { Err(Stop::Memory(memory).into()) } else { Ok(data) }
}
