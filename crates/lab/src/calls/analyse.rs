//! The values of a position and of its moves, as they are found.

use std::time::Duration;

use chromex::rules::Position;
use chromex::{
    Answer, Ask, Event as Fact, Monitor, MoveReport, Question, Report, Sources, ValueReport,
    ask_share, ask_with,
};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, Search, line};
use crate::Lab;
use crate::error::{Answered, ApiError, Problem};
use crate::input::PositionInput;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct AnalyseInput {
    #[serde(flatten)]
    position: PositionInput,
    /// Whether a theorem may answer (the default), or only search.
    by: Option<By>,
    /// The longest time to search; 10 seconds by default.
    seconds: Option<f64>,
}

/// The sources of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum By {
    /// A theorem if one applies, otherwise search.
    Theorem,
    /// Only search.
    Search,
}

/// One line of the answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Event {
    /// A theorem gives the value, or at least who wins.
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
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        value: ValueReport,
    },
    /// A move is solved.
    Move {
        #[serde(flatten)]
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        found: Box<MoveReport>,
    },
    /// About four times a second.
    Progress(Progress),
    /// The last line: the report that the command line gives with `--json`.
    Answer {
        #[serde(flatten)]
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        report: Box<Report>,
    },
    /// The last line, if something went wrong.
    Error { error: Problem },
}

impl Event {
    /// The line for a fact, if there is one.
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

/// The progress of a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Progress {
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
/// The answer is one line of JSON for each fact that is found. When the client goes away, the
/// search ends.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/analyse", request_body = AnalyseInput,
    responses(
        (status = 200, body = Event, content_type = "application/x-ndjson"),
        (status = "4XX", body = crate::error::ErrorBody)
    )
))]
pub(super) fn analyse(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let input: AnalyseInput = asked.read()?;
    let theorems = input.by != Some(By::Search);
    let budget = lab.budget(input.seconds)?;
    let here = input.position.read(&lab.limits)?.here;
    Ok(Search::for_events(budget, progress, failed, move |lab, budget, report| {
        let sources = Sources { theorems, ..lab.sources() };
        let question = Question::new(&here, Ask::AllMoves).within(budget).from(sources);
        study(&question, &|event: Event| report(line(&event)));
    }))
}

fn progress(monitor: &Monitor, elapsed: Duration) -> String {
    let (done, of) = monitor.root().unwrap_or_default();
    line(&Event::Progress(Progress {
        positions: monitor.nodes(),
        bytes: monitor.bytes(),
        done,
        of,
        seconds: elapsed.as_secs_f64(),
    }))
}

fn failed(error: &ApiError) -> String {
    line(&Event::Error { error: error.problem().clone() })
}

fn study(question: &Question<'_>, report: &dyn Fn(Event)) {
    let here = question.position;
    let found = ask_with(question, &mut |fact| {
        if let Some(event) = Event::of(here, fact) {
            report(event);
        }
    });
    let answer = found
        .unwrap_or_else(|why| Answer { unsearchable: Some(why.to_string()), ..Answer::default() });
    report(Event::Answer { report: Box::new(Report::new(here, question.ask, &answer)) });
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct MovesInput {
    #[serde(flatten)]
    position: PositionInput,
    /// The number of the share of the moves, from 0.
    part: usize,
    /// The number of shares.
    of: usize,
    /// The longest time to search; 10 seconds by default.
    seconds: Option<f64>,
}

/// The last line of a share.
#[derive(Serialize)]
struct Share {
    r#type: &'static str,
    /// Whether all moves of the share are solved.
    complete: bool,
}

/// The values of a share of the moves, streamed as they are found
///
/// For clients that ask for several shares at the same time: together the shares contain all moves.
/// The last line says whether this share is complete.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/moves", request_body = MovesInput,
    responses(
        (status = 200, body = Event, content_type = "application/x-ndjson"),
        (status = "4XX", body = crate::error::ErrorBody)
    )
))]
pub(super) fn moves(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let input: MovesInput = asked.read()?;
    let budget = lab.budget(input.seconds)?;
    let here = input.position.read(&lab.limits)?.here;
    let (part, of) = (input.part, input.of);
    Ok(Search::for_events(budget, progress, failed, move |_, budget, report| {
        let question = Question::new(&here, Ask::AllMoves).within(budget);
        let mut complete = false;
        let asked = ask_share(&question, part, of, &mut |fact| {
            complete |= matches!(fact, Fact::MovesComplete);
            if let Some(event) = Event::of(&here, fact) {
                report(line(&event));
            }
        });
        report(line(&Share { r#type: "share", complete: complete && asked.is_ok() }));
    }))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct LineInput {
    #[serde(flatten)]
    position: PositionInput,
    /// The longest time to search; 10 seconds by default.
    seconds: Option<f64>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct LineView {
    /// The moves, as they are typed.
    moves: Vec<String>,
    /// The value before the first move and after each.
    values: Vec<String>,
    words: String,
    /// Whether the line reaches the end of the game.
    complete: bool,
}

/// One line of best play
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/line", request_body = LineInput,
    responses((status = 200, body = LineView), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn best_line(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let input: LineInput = asked.read()?;
    let budget = lab.budget(input.seconds)?;
    let here = input.position.read(&lab.limits)?.here;
    Ok(Search::for_answer(budget, move |lab, budget| {
        let question = Question::new(&here, Ask::BestMoves).within(budget);
        best_play(&question.from(lab.sources()))
    }))
}

fn best_play(question: &Question<'_>) -> Answered<LineView> {
    let line = chromex::line(question)
        .map_err(|why| ApiError::invalid("unsearchable", why.to_string()))?;
    let written = line.positions.iter().zip(&line.moves).map(|(before, &m)| before.write_move(m));
    let searched = format!("searched {}", line.statistics);
    let searched = match &line.stored {
        Some(stored) => format!("begins {}; {searched}", stored.found_by()),
        None => searched,
    };
    Ok(LineView {
        moves: written.collect(),
        values: line.values.iter().map(ToString::to_string).collect(),
        words: match line.stopped {
            Some(stop) => format!("{stop}; {searched}"),
            None => searched,
        },
        complete: line.stopped.is_none(),
    })
}
