//! The values of a position and of its moves, as they are found.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chromex::rules::{CONNECTED_MAKER_BREAKER, Convention, Position};
use chromex::theory::{Settled, Theorem, settle};
use chromex::words::cost;
use chromex::{
    Answer, Budget, Monitor, MoveValue, Provenance, Solver, Statistics, Value, moves_as_found,
};
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
}

impl MoveView {
    fn new(position: &Position, m: &MoveValue) -> Option<MoveView> {
        let value = m.value.as_ref()?;
        let mover = position.turn();
        let class = match value.winner(mover.opponent()) {
            // There Bob has nothing to win.
            _ if position.game().name() == CONNECTED_MAKER_BREAKER => "unknown",
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
    fn new(answer: &Answer) -> AnswerView {
        let (mean, temperature) = match &answer.value {
            Some(Value::Form(form)) => {
                (Some(form.mean.to_string()), Some(form.temperature.to_string()))
            }
            _ => (None, None),
        };
        let searched = || format!("searched {}", cost(&answer.statistics));
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
    let work = move |budget: &Budget, tell: &dyn Fn(Event)| study(&here, budget, tell);
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

fn study(here: &Position, budget: &Budget, tell: &dyn Fn(Event)) {
    let theorem = if budget.theorems { settle(here) } else { None };
    if let Some((theorem, settled)) = &theorem {
        tell(Event::Theorem {
            words: theorem.citation(),
            value: settled.value().map(ToString::to_string),
            outcome: settled.outcome().to_string(),
        });
    }
    let searched = search(here, budget, tell);
    let answer = match theorem {
        Some((theorem, settled)) => with_theorem(theorem, &settled, searched),
        None => searched,
    };
    tell(Event::Answer(AnswerView::new(&answer)));
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
    moves_as_found(here, &mut solver, |m| {
        if let Some(view) = MoveView::new(here, m) {
            tell(Event::Move(view));
        }
    })
}

/// Tells the values of the parts, where there are several.
fn tell_components(here: &Position, solver: &mut Solver, tell: &dyn Fn(Event)) {
    let reach = here.game().pairwise_reach();
    let sum = matches!(here.convention(), Convention::Impartial | Convention::Partisan);
    let parts = reach
        .filter(|_| sum)
        .map_or(0, |reach| chromex::model::lists::Component::all(here, reach).len());
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
    let found = app.searches.ask(budget, move |budget| chromex::line(&here, budget)).await?;
    let line = found.map_err(|why| ApiError::invalid("unsearchable", why.to_string()))?;
    let written = line.positions.iter().zip(&line.moves).map(|(before, &m)| before.write_move(m));
    let searched = format!("searched {}", cost(&line.statistics));
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
