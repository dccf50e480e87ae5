//! Conjectures: small formulas that hold for all graphs of a table and do not follow from simpler ones.
//!
//! Three forms are looked for: bounds between numbers (`chi_g <= max_degree + 1`), also within a
//! class of graphs; equivalences (`node_kayles = 0` exactly if …); and implications between classes
//! and outcomes. Each one was *formed*, including its constant, on the graphs with few vertices,
//! and then *tested* on the larger ones; those that turned out false there are listed with their
//! smallest counterexamples. A bound is kept only if it says more than all others together for a
//! number of graphs (the rule of Fajtlowicz's Graffiti that Larson and Van Cleemput call the
//! Dalmatian heuristic); an implication only if nothing lies between its two sides.
//!
//! A formula that holds for every graph of a table is not a theorem. This module searches; it
//! proves nothing.

mod bounds;
mod classes;
mod data;
mod known;

use std::cmp::Reverse;

use chromex::graphs::TextError;
use chromex::{Budget, Stop};
use serde_json::{Map, Value as Json, json};

use crate::SqlError;
use crate::files::FileError;
use crate::tables::Tables;
use bounds::Bound;
use data::{Data, Fact, Rows};
use known::Known;

/// What to look for.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Search {
    /// The columns that conjectures are about; if empty, the columns that come from games.
    pub about: Vec<String>,
    /// Numbers and conditions to use besides the columns: `n - 1`, `icol = 0`.
    pub with: Vec<String>,
    /// Known facts: neither they nor their consequences are offered. Examples: `chi_g <= n`,
    /// `is_tree => chi_g <= 4`.
    pub known: Vec<String>,
    /// Conjectures are formed on graphs with at most this many vertices; by default, two fewer than
    /// the largest graphs have.
    pub formed_on: Option<i64>,
    /// The number of graphs for which a conjecture must say something that the others do not; for a
    /// bound, also at least a hundredth of the graphs that it is about.
    pub support: u64,
}

impl Default for Search {
    fn default() -> Search {
        let none = Vec::new;
        Search { about: none(), with: none(), known: none(), formed_on: None, support: 10 }
    }
}

/// Why no search for conjectures is possible.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConjectureError {
    /// An expression was not understood.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The table cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The time is up, the memory full, or somebody has cancelled it.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// SQLite failed.
    #[error(transparent)]
    Sql(#[from] SqlError),
    /// The table has no column with the size of the graphs.
    #[error("the table has no column `{0}`, by which graphs are ordered: a census writes one")]
    NoColumn(&'static str),
    /// There is no column that conjectures could be about.
    #[error(
        "no column that conjectures could be about comes from a game: name some with --about, for example --about {0}"
    )]
    NothingAsked(String),
    /// There are too few graphs.
    #[error("the table has no graphs with at most {0} vertices to form conjectures on")]
    NoGraphs(i64),
}

/// The kind of a conjecture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConjectureKind {
    /// A bound between numbers, perhaps within a class.
    Bound,
    /// Two conditions that hold for the same graphs.
    Equivalence,
    /// A condition that follows from one or two others.
    Implication,
}

impl ConjectureKind {
    /// The name of the kind, in one word.
    pub fn word(self) -> &'static str {
        match self {
            ConjectureKind::Bound => "bound",
            ConjectureKind::Equivalence => "equivalence",
            ConjectureKind::Implication => "implication",
        }
    }
}

/// A formula that holds for every graph on which it was formed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Conjecture {
    /// What kind of formula it is.
    pub kind: ConjectureKind,
    /// The formula.
    pub text: String,
    /// A condition that is true exactly for its counterexamples, as `chromex census --where` reads
    /// it.
    pub violated: String,
    /// The number of graphs of the table that it is about: those in its class, or those that
    /// satisfy its hypotheses.
    pub cases: u64,
    /// For how many of these graphs a bound is an equality, or the conclusion is true.
    pub tight: u64,
    /// The smallest graph for which it is false, if there is one.
    pub counterexample: Option<Counterexample>,
}

/// The smallest graph for which a conjecture is false: the fewest vertices, then the fewest edges,
/// then the first in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// The graph, as the table has it.
    pub graph: String,
    /// The number of its vertices.
    pub n: i64,
    /// The number of its edges.
    pub m: i64,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Conjectures {
    /// The number of graphs in the table.
    pub graphs: u64,
    /// Conjectures were formed on graphs with at most this many vertices.
    pub formed_on: i64,
    /// Conjectures were tested on graphs with at most this many vertices.
    pub largest: i64,
    /// Columns that were not used, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// Formulas that hold for all graphs, the tightest first.
    pub holding: Vec<Conjecture>,
    /// Formulas that held for the smaller graphs but not for all.
    pub fallen: Vec<Conjecture>,
}

impl Conjecture {
    fn to_json(&self) -> Json {
        let mut json = json!({
            "kind": self.kind.word(), "text": self.text, "violated": self.violated, "cases": self.cases, "tight": self.tight,
        });
        if let Some(Counterexample { graph, n, m }) = &self.counterexample {
            json["counterexample"] = json!({ "graph": graph, "n": n, "m": m });
        }
        json
    }
}

impl Conjectures {
    /// The whole result as JSON.
    pub fn to_json(&self) -> Json {
        let list = |list: &[Conjecture]| list.iter().map(Conjecture::to_json).collect::<Vec<_>>();
        let left_out: Map<String, Json> =
            self.left_out.iter().map(|(name, why)| (name.clone(), why.as_str().into())).collect();
        json!({
            "graphs": self.graphs, "formed_on": self.formed_on, "largest": self.largest, "left_out": left_out,
            "holding": list(&self.holding), "fallen": list(&self.fallen),
        })
    }
}

/// Looks for conjectures in tables of a census, within the budget of the tables.
///
/// ```
/// use chromex_census::conjecture::{Search, conjectures};
/// use chromex_census::{Plan, Questions, Source, files::Format, run, tables::Tables};
/// let file = std::env::temp_dir().join(format!("conjectures-{}.csv", std::process::id()));
/// let plan = Plan::new(Source::parse("connected:2..5")?, Questions::parse(&["chi_g", "max_degree", "chi"])?);
/// run(&plan, &file, Format::Csv, &mut |_| {})?;
/// let mut search = Search::default();
/// search.support = 3;
/// let found = conjectures(&Tables::open(&[file.clone()], None)?, &search)?;
/// assert_eq!((found.graphs, found.formed_on, found.largest), (30, 3, 5));
/// # std::fs::remove_file(file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conjectures(tables: &Tables, search: &Search) -> Result<Conjectures, ConjectureError> {
    let budget = tables.budget();
    let mut data = Data::read(tables, search)?;
    let known = known::read(tables.columns(), search, &mut data)?;
    let orders = || data.rows.iter().map(|row| row.n);
    let (smallest, largest) = (orders().min().unwrap_or(0), orders().max().unwrap_or(0));
    let formed_on = search.formed_on.unwrap_or((largest - 2).max(smallest)).min(largest);
    let formed = data.rows_where(|row| row.n <= formed_on);
    if formed.is_empty() {
        return Err(ConjectureError::NoGraphs(formed_on));
    }
    let every = data.rows_where(|_| true);
    let looking = |rows: &Rows, formed: &Rows| {
        let support = search.support;
        Looking { data: &data, known: &known, rows, formed, support, budget }.statements()
    };
    let in_full = |statement: &Statement| statement.conjecture(&data, &every);
    // A bound whose constant had to grow with the graphs was not formed on the smaller ones.
    let mut holding: Vec<Conjecture> = looking(&every, &formed).iter().map(in_full).collect();
    let mut fallen: Vec<Conjecture> = looking(&formed, &formed).iter().map(in_full).collect();
    // What was stopped on the way has found too little.
    budget.check()?;
    fallen.retain(|conjecture| conjecture.counterexample.is_some());
    let by_tightness = |conjecture: &Conjecture| {
        let share = conjecture.tight as f64 / conjecture.cases.max(1) as f64;
        (conjecture.kind as u8, -(share * 1e6) as i64, Reverse(conjecture.cases))
    };
    holding.sort_by_key(by_tightness);
    // The conjecture that held for the longest time comes first.
    let age = |one: &Conjecture| one.counterexample.as_ref().map(|graph| (-graph.n, -graph.m));
    fallen.sort_by_key(|conjecture| (age(conjecture), by_tightness(conjecture)));
    let graphs = data.rows.iter().map(|row| row.count).sum();
    Ok(Conjectures { graphs, formed_on, largest, left_out: data.left_out, holding, fallen })
}

/// A search for statements that are true for some rows.
struct Looking<'d> {
    data: &'d Data,
    known: &'d Known,
    rows: &'d Rows,
    /// The rows on which bounds must already have been tight.
    formed: &'d Rows,
    support: u64,
    /// When the time is up nothing more is found.
    budget: &'d Budget,
}

/// A statement that may be true: a bound, or that one set of graphs is contained in another.
enum Statement {
    Bound(Bound),
    Same(Fact, Fact),
    Inside(Vec<Fact>, Fact),
}

impl Looking<'_> {
    fn go_on(&self) -> bool {
        self.budget.check().is_ok()
    }

    fn statements(&self) -> Vec<Statement> {
        let general = self.bounds();
        let mut facts = self.data.facts.clone();
        facts.extend(general.iter().filter_map(|bound| bound.equality(self.data)));
        let special = self.bounds_in_classes(&general);
        let mut found: Vec<Statement> =
            general.into_iter().chain(special).map(Statement::Bound).collect();
        found.extend(self.relations(&facts));
        found
    }
}

impl Statement {
    fn kind(&self) -> ConjectureKind {
        match self {
            Statement::Bound(_) => ConjectureKind::Bound,
            Statement::Same(..) => ConjectureKind::Equivalence,
            Statement::Inside(..) => ConjectureKind::Implication,
        }
    }

    fn text(&self) -> String {
        match self {
            Statement::Bound(bound) => bound.text(),
            Statement::Same(a, b) => format!("{a} <=> {b}"),
            Statement::Inside(left, right) => format!("{} => {right}", data::all_of(left)),
        }
    }

    fn violated(&self) -> String {
        match self {
            Statement::Bound(bound) => bound.violated(),
            Statement::Same(a, b) => format!("({a}) != ({b})"),
            Statement::Inside(left, right) => {
                format!("{} and {}", data::all_of(left), right.negated())
            }
        }
    }

    /// `[applies, fails, tight]`: the rows in its scope, the counterexamples, and the rows with
    /// equality (or, for other statements, the rows that agree with it).
    fn split(&self, data: &Data, rows: &Rows) -> [Rows; 3] {
        match self {
            Statement::Bound(bound) => bound.split(data, rows),
            Statement::Same(a, b) => {
                let differ = a.holds.xor(&b.holds).and(rows);
                [rows.clone(), differ.clone(), rows.without(&differ)]
            }
            Statement::Inside(left, right) => {
                let about = left.iter().fold(rows.clone(), |rows, fact| rows.and(&fact.holds));
                let tight = about.and(&right.holds);
                [about.clone(), about.without(&right.holds), tight]
            }
        }
    }

    fn conjecture(&self, data: &Data, rows: &Rows) -> Conjecture {
        let [about, wrong, tight] = self.split(data, rows);
        let smallest = wrong.iter().map(|row| &data.rows[row]).min_by_key(|row| row.size());
        Conjecture {
            kind: self.kind(),
            text: self.text(),
            violated: self.violated(),
            cases: data.count(&about),
            tight: data.count(&tight),
            counterexample: smallest.map(|row| Counterexample {
                graph: row.graph.clone(),
                n: row.n,
                m: row.m,
            }),
        }
    }
}
