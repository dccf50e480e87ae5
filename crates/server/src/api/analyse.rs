//! The values of a position and of its moves, as they are found.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chromex::rules::{Convention, Position};
use chromex::theory::{Settled, Theorem, settle};
use chromex::{
    Answer, Budget, Monitor, MoveValue, Provenance, Solver, Statistics, Value, moves_as_found,
};
use chromex_store::{Origin, Remembered, Store};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{App, quick};
use crate::error::{Answered, ApiError, ErrorBody, Problem};
use crate::input::{PositionInput, Sent};

#[derive(Deserialize, ToSchema)]
pub struct AnalyseInput {
    #[serde(flatten)]
    position: PositionInput,
    /// Whether a theorem may answer (the default), or search alone.
    by: Option<By>,
    /// How long to search at most; 10 unless told.
    seconds: Option<f64>,
}

/// Where an answer may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A theorem where one applies, search otherwise.
    Theorem,
    /// Search alone.
    Search,
}

/// One line of the answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// A theorem tells the value, or at least who wins.
    Theorem { words: String, value: Option<String>, outcome: String },
    /// An independent part of the position.
    Component { cells: Vec<usize>, value: String },
    /// A move is solved.
    Move(MoveView),
    /// About four times a second.
    Progress(Progress),
    /// The last line.
    Answer(AnswerView),
    /// The last line, if something went wrong.
    Error { error: Problem },
}

/// A move and what it leads to.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// As it is typed.
    #[serde(rename = "move")]
    #[schema(example = "0=B")]
    played: String,
    cell: usize,
    colour: u8,
    /// The value of the position after it.
    #[schema(example = "*1")]
    value: String,
    /// For the player who moves there: winning, losing, drawing or unknown.
    class: &'static str,
    /// The nimber or the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i64>,
}

/// How far a search has come.
#[derive(Debug, Serialize, ToSchema)]
pub struct Progress {
    positions: u64,
    bytes: u64,
    /// Moves that are solved, …
    done: u64,
    /// … of so many.
    of: u64,
    seconds: f64,
}

/// What was found out.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnswerView {
    value: Option<String>,
    outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<String>,
    /// search, theorem or rules
    provenance: &'static str,
    /// The same in words.
    words: String,
    /// Whether all moves are solved.
    complete: bool,
    /// What is known although the search has given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<String>,
    /// Why it gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    positions: u64,
    bytes: u64,
    seconds: f64,
    /// Since when it is in the results store, if it came from there; then the cost is that of the
    /// search that found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<StoredView>,
}

/// Where a stored answer came from.
#[derive(Debug, Serialize, ToSchema)]
pub struct StoredView {
    /// When it was found.
    #[schema(example = "2026-11-16T01:02:03Z")]
    found: String,
    /// The version of the engine that found it.
    engine: String,
}

impl From<&Origin> for StoredView {
    fn from(origin: &Origin) -> StoredView {
        StoredView { found: origin.found.clone(), engine: origin.engine.clone() }
    }
}

impl MoveView {
    fn new(position: &Position, m: &MoveValue) -> Option<MoveView> {
        let value = m.value.as_ref()?;
        let mover = position.turn();
        let class = match value.winner(mover.opponent()) {
            // There Bob has nothing to win.
            _ if !position.game().has_outcome() => "unknown",
            Some(winner) if winner == mover => "winning",
            Some(_) => "losing",
            None => "drawing",
        };
        let number = match value {
            Value::Nimber(nimber) => Some(i64::from(*nimber)),
            Value::Score(score) => Some(i64::from(*score)),
            _ => None,
        };
        Some(MoveView {
            played: position.write_move(m.played),
            cell: m.played.cell,
            colour: m.played.colour,
            value: value.to_string(),
            class,
            number,
        })
    }
}

impl AnswerView {
    fn new(answer: &Answer, origin: Option<&Origin>) -> AnswerView {
        let (mean, temperature) = match &answer.value {
            Some(Value::Form(form)) => {
                (Some(form.mean.to_string()), Some(form.temperature.to_string()))
            }
            _ => (None, None),
        };
        let searched = || match origin {
            None => format!("searched {}", answer.statistics),
            Some(origin) => origin.words(&format!("by search of {}", answer.statistics)),
        };
        let (provenance, words) = match answer.provenance {
            Provenance::Rules => ("rules", "the game is over".to_owned()),
            Provenance::Search => ("search", searched()),
            Provenance::Theorem(theorem) if answer.statistics.positions > 0 => {
                ("theorem", format!("{}; the moves: {}", theorem.citation(), searched()))
            }
            Provenance::Theorem(theorem) => ("theorem", theorem.citation()),
        };
        AnswerView {
            value: answer.value.as_ref().map(ToString::to_string),
            outcome: answer.outcome.as_ref().map(ToString::to_string),
            mean,
            temperature,
            provenance,
            words,
            complete: answer.stopped.is_none() && answer.known.is_none(),
            known: answer.known.clone(),
            stopped: answer.stopped.map(|stop| stop.to_string()),
            positions: answer.statistics.positions,
            bytes: answer.statistics.bytes,
            seconds: answer.statistics.time.as_secs_f64(),
            stored: origin.map(StoredView::from),
        }
    }
}

/// The value of a position and of every move, streamed as they are found
///
/// The answer is a line of JSON for each thing that is found out. When the client goes away, the
/// search ends.
#[utoipa::path(
    post, path = "/analyse", request_body = AnalyseInput,
    responses(
        (status = 200, body = Event, content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody)
    )
)]
pub async fn analyse(
    State(app): State<Arc<App>>,
    Sent(input): Sent<AnalyseInput>,
) -> Answered<Response> {
    let theorems = input.by != Some(By::Search);
    let budget = Budget { theorems, ..app.searches.budget(input.seconds)? };
    let read = move |app: &App| Ok(input.position.read(&app.options.limits)?.here);
    let here = quick(&app, read).await?;
    let store = app.options.store.clone();
    let work =
        move |budget: &Budget, tell: &dyn Fn(Event)| study(&here, store.as_deref(), budget, tell);
    app.searches.stream(budget, progress, failed, work).await
}

fn progress(monitor: &Monitor, elapsed: Duration) -> Event {
    let (done, of) = monitor.root().unwrap_or_default();
    Event::Progress(Progress {
        positions: monitor.nodes(),
        bytes: monitor.bytes(),
        done,
        of,
        seconds: elapsed.as_secs_f64(),
    })
}

fn failed(error: ApiError) -> Event {
    Event::Error { error: error.problem().clone() }
}

fn study(here: &Position, store: Option<&Store>, budget: &Budget, tell: &dyn Fn(Event)) {
    let theorem = if budget.theorems { settle(here) } else { None };
    if let Some((theorem, settled)) = &theorem {
        tell(Event::Theorem {
            words: theorem.citation(),
            value: settled.value().map(ToString::to_string),
            outcome: settled.outcome().to_string(),
        });
    }
    let Remembered { answer: searched, origin } = match store {
        Some(store) => remember(here, store, budget, tell),
        None => search(here, budget, tell).into(),
    };
    let answer = match theorem {
        Some((theorem, settled)) => with_theorem(theorem, &settled, searched),
        None => searched,
    };
    tell(Event::Answer(AnswerView::new(&answer, origin.as_ref())));
}

/// The components of a position whose moves the store knows are told if no more positions than this
/// must be searched for them.
const POSITIONS_FOR_COMPONENTS: u64 = 20_000;

/// What the store knows, otherwise by search; what that finds is kept if it is worth it.
fn remember(here: &Position, store: &Store, budget: &Budget, tell: &dyn Fn(Event)) -> Remembered {
    if let Some(found) = store.all_moves(here) {
        tell_moves(here, &found.answer.moves, tell);
        let little = Budget { nodes: Some(POSITIONS_FOR_COMPONENTS), ..budget.clone() };
        if let Ok(mut solver) = Solver::new(here, &little) {
            tell_components(here, &mut solver, tell);
        }
        return found.into();
    }
    let searched = search(here, budget, tell);
    store.keep(here, &searched);
    let known = || store.known(here).filter(|found| found.answer.value.is_some());
    // Somebody may have found the value alone, with more patience.
    match searched.value.is_none().then(known).flatten() {
        None => searched.into(),
        Some(found) => Remembered {
            answer: Answer {
                moves: searched.moves,
                stopped: searched.stopped,
                known: searched.known,
                ..found.answer
            },
            origin: Some(found.origin),
        },
    }
}

fn tell_moves(here: &Position, moves: &[MoveValue], tell: &dyn Fn(Event)) {
    for view in moves.iter().filter_map(|m| MoveView::new(here, m)) {
        tell(Event::Move(view));
    }
}

fn search(here: &Position, budget: &Budget, tell: &dyn Fn(Event)) -> Answer {
    let over = here.verdict().is_some() && here.convention() != Convention::Partisan;
    let unsearchable = |why: chromex::Unsearchable| Answer {
        value: None,
        outcome: None,
        moves: Vec::new(),
        provenance: Provenance::Search,
        statistics: Statistics::default(),
        stopped: None,
        known: Some(why.to_string()),
    };
    if over {
        return chromex::moves(here, budget).unwrap_or_else(unsearchable);
    }
    let mut solver = match Solver::new(here, budget) {
        Ok(solver) => solver,
        Err(why) => return unsearchable(why),
    };
    tell_components(here, &mut solver, tell);
    moves_as_found(here, &mut solver, |m| tell_moves(here, std::slice::from_ref(m), tell))
}

/// Tells the values of the parts, where there are several.
fn tell_components(here: &Position, solver: &mut Solver, tell: &dyn Fn(Event)) {
    let reach = here.game().pairwise_reach();
    let sum = matches!(here.convention(), Convention::Impartial | Convention::Partisan);
    let parts = reach
        .filter(|_| sum)
        .map_or(0, |reach| chromex::engine::model::lists::Component::all(here, reach).len());
    if parts < 2 {
        return;
    }
    // What stops this stops the moves as well, which tell it.
    for (cells, value) in solver.components(here).unwrap_or_default() {
        tell(Event::Component { cells, value: value.to_string() });
    }
}

/// Where the search does not tell the value, a theorem may.
fn with_theorem(theorem: &'static Theorem, settled: &Settled, searched: Answer) -> Answer {
    if searched.value.is_some() && settled.value().is_none() {
        return searched;
    }
    Answer {
        value: settled.value().cloned().or(searched.value),
        outcome: Some(settled.outcome()),
        provenance: Provenance::Theorem(theorem),
        ..searched
    }
}

#[derive(Deserialize, ToSchema)]
pub struct LineInput {
    #[serde(flatten)]
    position: PositionInput,
    /// How long to search at most; 10 unless told.
    seconds: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct LineView {
    /// The moves, as they are typed.
    moves: Vec<String>,
    /// The value before the first move and after each.
    values: Vec<String>,
    words: String,
    /// Whether the line reaches the end of the game.
    complete: bool,
}

/// One line of best play
#[utoipa::path(
    post, path = "/line", request_body = LineInput,
    responses((status = 200, body = LineView), (status = "4XX", body = ErrorBody))
)]
pub async fn line(
    State(app): State<Arc<App>>,
    Sent(input): Sent<LineInput>,
) -> Answered<Json<LineView>> {
    let budget = app.searches.budget(input.seconds)?;
    let read = move |app: &App| Ok(input.position.read(&app.options.limits)?.here);
    let here = quick(&app, read).await?;
    let store = app.options.store.clone();
    let work = move |budget: &Budget| match store {
        Some(store) => store.line(&here, budget),
        None => chromex::line(&here, budget).map(|line| (line, None)),
    };
    let found = app.searches.ask(budget, work).await?;
    let (line, stored) = found.map_err(|why| ApiError::invalid("unsearchable", why.to_string()))?;
    let written = line.positions.iter().zip(&line.moves).map(|(before, &m)| before.write_move(m));
    let searched = format!("searched {}", line.statistics);
    let searched = match stored {
        Some(stored) => format!("begins {}; {searched}", stored.words()),
        None => searched,
    };
    Ok(Json(LineView {
        moves: written.collect(),
        values: line.values.iter().map(ToString::to_string).collect(),
        words: match line.stopped {
            Some(stop) => format!("{stop}; {searched}"),
            None => searched,
        },
        complete: line.stopped.is_none(),
    }))
}
