//! Lists of games, families and strategies; the papers' claims and tables.

use std::collections::BTreeMap;
use std::sync::mpsc;

use chromex::claims::Figure;
use chromex::claims::claim::{Claim, Scope, verify_all};
use chromex::claims::tables::{Row, TABLES, Table};
use chromex::describe;
use chromex::graphs::families::{FAMILIES, Family};
use chromex::rules::{
    Boards, Condition, Convention, Elements, GAMES, GameInfo, OWN, Position, parse_description,
    parse_game,
};
use chromex::strategy::{STRATEGIES, StrategyInfo, four_rows_seen};
use chromex::text::nearest;
use chromex::theory::PAPERS;
use pyo3::prelude::*;

use crate::run::{BudgetArgs, bad, run};

/// An entry of a list: a dict of texts.
type Entry = BTreeMap<&'static str, String>;

fn entry<const N: usize>(fields: [(&'static str, &str); N]) -> Entry {
    fields.map(|(key, text)| (key, text.to_owned())).into()
}

/// All games.
#[pyfunction]
pub(crate) fn games() -> Vec<Entry> {
    let game = |info: &GameInfo| {
        let convention = parse_game(info.example).map(|game| game.convention().to_string());
        entry([
            ("name", info.name),
            ("usage", info.usage),
            ("convention", &convention.unwrap_or_default()),
            ("summary", info.summary),
            ("paper", info.paper),
            ("example", info.example),
        ])
    };
    GAMES.iter().map(game).collect()
}

/// How a game was understood, as JSON; a description may have several lines.
#[pyfunction]
pub(crate) fn describe_game(text: &str) -> PyResult<String> {
    let described = text.contains('=') && !text.starts_with(OWN);
    let game = if described { parse_description(text) } else { parse_game(text) };
    serde_json::to_string(&describe(&game.map_err(bad)?)).map_err(bad)
}

/// The number of colours, the reach of the rule, and the pairs of colours that it forbids.
type ForbiddenPairs = (usize, usize, Vec<(u8, u8)>);

/// The rule of an impartial game whose rule is a condition on pairs of vertices; `None` for other games.
#[pyfunction]
pub(crate) fn pairs_forbidden(game: &str) -> PyResult<Option<ForbiddenPairs>> {
    let game = parse_game(game).map_err(bad)?;
    let applies = game.convention() == Convention::Impartial
        && game.elements() == Elements::Vertices
        && game.boards() != Boards::Directed
        && game.colours_are_shared()
        && game.skips().is_none();
    Ok(match (game.condition(), game.pairwise_reach()) {
        (Condition::Pairs(rule), Some(reach)) if applies && rule.arcs().next().is_none() => {
            let pairs = rule.near().map(|(a, b, _)| (a, b)).collect();
            Some((game.palette().len(), reach, pairs))
        }
        _ => None,
    })
}

/// All families of graphs.
#[pyfunction]
pub(crate) fn families() -> Vec<Entry> {
    let family = |f: &Family| entry([("name", f.name), ("usage", f.usage), ("summary", f.summary)]);
    FAMILIES.iter().map(family).collect()
}

/// All strategies.
#[pyfunction]
pub(crate) fn strategies() -> Vec<Entry> {
    let strategy = |info: &StrategyInfo| {
        entry([
            ("name", info.name),
            ("summary", info.summary),
            ("source", info.source),
            ("example", info.example),
        ])
    };
    STRATEGIES.iter().map(strategy).collect()
}

/// All figures of the papers that can be opened.
#[pyfunction]
pub(crate) fn figures() -> Vec<Entry> {
    let figure = |figure: &Figure| {
        entry([
            ("id", figure.id),
            ("about", figure.about),
            ("position", figure.position),
            ("answer", figure.answer.unwrap_or_default()),
        ])
    };
    chromex::claims::figures().iter().map(figure).collect()
}

/// The configurations of the proof for four rows in a position, as JSON.
#[pyfunction]
pub(crate) fn four_rows(line: &str) -> PyResult<String> {
    let position: Position = line.parse().map_err(bad)?;
    serde_json::to_string(&four_rows_seen(&position).map_err(bad)?).map_err(bad)
}

/// A position in tint symbols; `None` if its game has none.
#[pyfunction]
pub(crate) fn tints(line: &str) -> PyResult<Option<String>> {
    let position: Position = line.parse().map_err(bad)?;
    Ok(chromex::tints(&position))
}

/// The position that tint symbols stand for, as a line.
#[pyfunction]
pub(crate) fn read_tints(game: &str, text: &str) -> PyResult<String> {
    let game = parse_game(game).map_err(bad)?;
    Ok(chromex::read_tints(&game, text).map_err(bad)?.to_string())
}

/// The keys and titles of the papers.
#[pyfunction]
pub(crate) fn papers() -> Vec<(&'static str, &'static str)> {
    PAPERS.iter().map(|paper| (paper.key, paper.title)).collect()
}

/// All claims of the papers.
#[pyfunction]
pub(crate) fn claims() -> Vec<Entry> {
    let claim = |claim: Claim| {
        entry([
            ("id", claim.id),
            ("paper", claim.paper().title),
            ("place", claim.place),
            ("statement", claim.statement),
            ("range", claim.range),
            ("deep", claim.deep),
        ])
    };
    chromex::claims::all().into_iter().map(claim).collect()
}

/// The result of checking a claim.
#[derive(IntoPyObject)]
pub(crate) struct PyVerdict {
    id: &'static str,
    word: &'static str,
    cases: u64,
    detail: Option<String>,
    seconds: f64,
}

/// Checks the claims whose id is one of these, or begins with one of these and a slash; all if there
/// are none.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    ids: Vec<String>,
    deep: bool,
    budget: BudgetArgs,
) -> PyResult<Vec<PyVerdict>> {
    let claims = chromex::claims::all();
    let is_meant = |claim: &Claim, id: &String| {
        claim.id == id
            || claim.id.strip_prefix(id.as_str()).is_some_and(|rest| rest.starts_with('/'))
    };
    if let Some(unknown) = ids.iter().find(|id| !claims.iter().any(|claim| is_meant(claim, id))) {
        let hint = nearest(unknown, claims.iter().map(|claim| claim.id));
        let hint = hint.map(|id| format!("; did you mean `{id}`?")).unwrap_or_default();
        return Err(bad(format!("no claim is called `{unknown}`{hint}")));
    }
    let wanted = |claim: &Claim| ids.is_empty() || ids.iter().any(|id| is_meant(claim, id));
    let claims: Vec<Claim> = claims.iter().copied().filter(wanted).collect();
    let scope = if deep { Scope::Deep } else { Scope::Default };
    let budget = budget.budget()?;
    let monitor = budget.monitor.clone();
    run(py, &monitor, move || {
        let (sender, verdicts) = mpsc::channel();
        verify_all(&claims, scope, &budget, |claim, verdict, time| {
            let found = PyVerdict {
                id: claim.id,
                word: verdict.word(),
                cases: verdict.cases(),
                detail: Some(verdict.details().join("; ")).filter(|detail| !detail.is_empty()),
                seconds: time.as_secs_f64(),
            };
            // The receiver lives until everything has been sent.
            let _ = sender.send(found);
        });
        drop(sender);
        verdicts.into_iter().collect()
    })
}

/// A table of a paper, without its rows.
#[derive(IntoPyObject)]
pub(crate) struct PyTable {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    columns: Vec<&'static str>,
    published: (usize, usize),
    extended: usize,
}

impl From<&Table> for PyTable {
    fn from(table: &Table) -> PyTable {
        PyTable {
            name: table.name,
            title: table.title,
            source: table.source,
            columns: table.columns.to_vec(),
            published: table.published,
            extended: table.extended,
        }
    }
}

/// All tables.
#[pyfunction]
pub(crate) fn tables() -> Vec<PyTable> {
    TABLES.iter().map(PyTable::from).collect()
}

/// The rows of a table up to a number, and why there are fewer.
#[pyfunction]
pub(crate) fn table(
    py: Python<'_>,
    name: &str,
    to: Option<usize>,
    budget: BudgetArgs,
) -> PyResult<(PyTable, Vec<Row>, Option<String>)> {
    let Some(table) = TABLES.iter().find(|table| table.name == name) else {
        let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        return Err(bad(format!("no table is called `{name}`: there are {}", names.join(", "))));
    };
    let last = to.unwrap_or(table.published.1);
    let budget = budget.budget()?;
    let monitor = budget.monitor.clone();
    let (rows, halt) = run(py, &monitor, move || table.rows(last, &budget))?;
    Ok((table.into(), rows, halt.map(|halt| halt.to_string())))
}
