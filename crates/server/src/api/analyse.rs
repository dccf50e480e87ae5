//! The values of a position and of its moves, as they are found.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chromex::rules::Position;
use chromex::{
    Answer, Ask, Budget, Event as Fact, Monitor, MoveReport, Question, Report, Sources,
    ValueReport, ask_with,
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
    /// Who wins is known.
    Outcome { outcome: String },
    /// What is known about the value so far, in words.
    Bound { words: String },
    /// An independent part of the position.
    Component { cells: Vec<usize>, value: String },
    /// The value is known.
    Value {
        #[serde(flatten)]
        #[schema(value_type = Object)]
        value: ValueReport,
    },
    /// A move is solved.
    Move {
        #[serde(flatten)]
        #[schema(value_type = Object)]
        found: Box<MoveReport>,
    },
    /// About four times a second.
    Progress(Progress),
    /// The last line: the report that the command line gives with `--json`.
    Answer {
        #[serde(flatten)]
        #[schema(value_type = Object)]
        report: Box<Report>,
    },
    /// The last line, if something went wrong.
    Error { error: Problem },
}

impl Event {
    /// The line that tells a fact, if there is one.
    fn of(here: &Position, fact: &Fact) -> Option<Event> {
        Some(match fact {
            Fact::Theorem(theorem, settled) => Event::Theorem {
                words: theorem.citation(),
                value: settled.value().map(ToString::to_string),
                outcome: settled.outcome().to_string(),
            },
            Fact::Outcome(outcome) => Event::Outcome { outcome: outcome.to_string() },
            Fact::Bound(bound) => Event::Bound { words: bound.to_string() },
            Fact::Component(cells, value) => {
                Event::Component { cells: cells.clone(), value: value.to_string() }
            }
            Fact::Value(value) => Event::Value { value: ValueReport::from(value) },
            Fact::Move(found) => Event::Move { found: Box::new(MoveReport::new(here, found)) },
            _ => return None,
        })
    }
}

/// How far a search has come.
#[derive(Debug, Serialize, ToSchema)]
pub struct Progress {
    positions: u64,
    bytes: u64,
    /// How many moves are solved.
    done: u64,
    /// How many moves there are to solve.
    of: u64,
    seconds: f64,
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
    let budget = app.searches.budget(input.seconds)?;
    let read = move |app: &App| Ok(input.position.read(&app.options.limits)?.here);
    let here = quick(&app, read).await?;
    let asked = Arc::clone(&app);
    let work = move |budget: &Budget, tell: &dyn Fn(Event)| {
        let sources = Sources { theorems, ..asked.sources() };
        let question = Question::new(&here, Ask::AllMoves).within(budget).from(sources);
        study(&question, tell);
    };
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

fn study(question: &Question<'_>, tell: &dyn Fn(Event)) {
    let here = question.position;
    let found = ask_with(question, &mut |fact| {
        if let Some(event) = Event::of(here, fact) {
            tell(event);
        }
    });
    let answer = found
        .unwrap_or_else(|why| Answer { unsearchable: Some(why.to_string()), ..Answer::default() });
    let report = Box::new(Report::new(here, question.ask, &answer));
    tell(Event::Answer { report });
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
    let asked = Arc::clone(&app);
    let work = move |budget: &Budget| {
        let question = Question::new(&here, Ask::BestMoves).within(budget);
        chromex::line(&question.from(asked.sources()))
    };
    let found = app.searches.ask(budget, work).await?;
    let line = found.map_err(|why| ApiError::invalid("unsearchable", why.to_string()))?;
    let written = line.positions.iter().zip(&line.moves).map(|(before, &m)| before.write_move(m));
    let searched = format!("searched {}", line.statistics);
    let searched = match &line.stored {
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
