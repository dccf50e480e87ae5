//! The papers: claims with their verdicts, tables, sequences.

use std::time::Duration;

use chromex::claims::claim::Scope;
use chromex::claims::record::recorded;
use chromex::claims::tables::{TABLES, Table};
use chromex::claims::{self, Claim, Figure, Verdict};
use chromex::sequence::analysis::Report;
use chromex::sequence::{self, LIST, Sequence, Until};
use chromex::strategy::four_rows_seen;
use chromex::text::nearest;
use chromex::{Budget, Monitor};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, Reply, Search, json, line};
use crate::Lab;
use crate::error::{Answered, ApiError, Problem};
use crate::input::PositionInput;

/// A statement of a paper and the result of checking it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct ClaimView {
    #[cfg_attr(feature = "openapi", schema(example = "uiterwijk/thm-3"))]
    id: String,
    paper: String,
    /// The game that all of the paper is about, if it is one: that of graphs named without a game.
    #[cfg_attr(feature = "openapi", schema(example = "connected"))]
    game: Option<&'static str>,
    /// The place as the paper names it.
    #[cfg_attr(feature = "openapi", schema(example = "Theorem 3"))]
    place: String,
    statement: String,
    /// What is checked.
    range: String,
    /// holds, fails, depends, unfinished or broken; null if it was not recorded.
    verdict: Option<String>,
    /// The number of cases in which it is true.
    cases: Option<u64>,
    /// Counterexamples, and readings with their results.
    details: Vec<String>,
}

impl ClaimView {
    fn new(claim: &Claim, verdict: Option<&Verdict>) -> ClaimView {
        ClaimView {
            id: claim.id.to_owned(),
            paper: claim.paper().title.to_owned(),
            game: claim.paper().game,
            place: claim.place.to_owned(),
            statement: claim.statement.to_owned(),
            range: claim.range.to_owned(),
            verdict: verdict.map(|verdict| verdict.word().to_owned()),
            cases: verdict.map(Verdict::cases),
            details: verdict.map(Verdict::details).unwrap_or_default(),
        }
    }
}

/// The claims of the papers, with the recorded verdicts
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/claims", responses((status = 200, body = Vec<ClaimView>))))]
pub(super) fn claims(_: &Lab, _: &Asked) -> Answered<Reply> {
    let view = |claim: &Claim| ClaimView::new(claim, recorded().get(claim.id));
    Ok(json(&claims::all().iter().map(view).collect::<Vec<_>>()))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct VerifyInput {
    /// The id of a claim.
    #[cfg_attr(feature = "openapi", schema(example = "uiterwijk/thm-3"))]
    claim: String,
    /// The longest time to check; by default as long as a search may take.
    seconds: Option<f64>,
}

/// One line of the answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum VerifyEvent {
    /// About four times a second.
    Progress {
        /// Positions of the present case that have been searched.
        positions: u64,
        seconds: f64,
    },
    /// The last line.
    Verdict(ClaimView),
    /// The last line, if something went wrong.
    Error { error: Problem },
}

/// Puts a claim to the test again
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/verify", request_body = VerifyInput,
    responses(
        (status = 200, body = VerifyEvent, content_type = "application/x-ndjson"),
        (status = "4XX", body = crate::error::ErrorBody)
    )
))]
pub(super) fn verify(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let input: VerifyInput = asked.read()?;
    let claims = claims::all();
    let Some(claim) = claims.iter().find(|claim| claim.id == input.claim).copied() else {
        let error = ApiError::missing(format!("there is no claim `{}`", input.claim));
        let near = nearest(&input.claim, claims.iter().map(|claim| claim.id));
        return Err(match near {
            Some(id) => error.help(format!("did you mean `{id}`?")),
            None => error.help("/api/v1/claims lists them"),
        });
    };
    let most = lab.limits.time.as_secs_f64();
    let budget = lab.budget(Some(input.seconds.unwrap_or(most)))?;
    let progress = |monitor: &Monitor, elapsed: Duration| {
        let (positions, seconds) = (monitor.nodes(), elapsed.as_secs_f64());
        line(&VerifyEvent::Progress { positions, seconds })
    };
    let failed = |error: &ApiError| line(&VerifyEvent::Error { error: error.problem().clone() });
    Ok(Search::for_events(budget, progress, failed, move |_, budget, report| {
        let verdict = claims::verify(&claim, Scope::Default, budget);
        report(line(&VerifyEvent::Verdict(ClaimView::new(&claim, Some(&verdict)))));
    }))
}

/// A figure of a paper as a position.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct FigureView {
    #[cfg_attr(feature = "openapi", schema(example = "brosse/figure-2-alpha"))]
    id: &'static str,
    about: &'static str,
    /// The position as it is typed.
    position: &'static str,
    /// The move that is drawn as the answer, as it is typed.
    answer: Option<&'static str>,
}

/// The figures of the papers that can be opened
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/figures", responses((status = 200, body = Vec<FigureView>))))]
pub(super) fn figures(_: &Lab, _: &Asked) -> Answered<Reply> {
    let view = |&Figure { id, about, position, answer }: &Figure| FigureView {
        id,
        about,
        position,
        answer,
    };
    Ok(json(&claims::figures().iter().map(view).collect::<Vec<_>>()))
}

/// Which configurations of the proof for four rows stand in a position
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/four-rows", request_body = PositionInput,
    responses((status = 200, body = Object), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn four_rows(lab: &Lab, asked: &Asked) -> Answered<Reply> {
    let input: PositionInput = asked.read()?;
    let game = input.read(&lab.limits)?;
    let seen = four_rows_seen(&game.here).map_err(|why| ApiError::invalid("not_four_rows", why))?;
    Ok(json(&seen))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct TableHead {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    columns: &'static [&'static str],
    /// The numbers of the first and the last row that were published.
    published: [usize; 2],
    /// The number of the last row that takes seconds.
    extended: usize,
}

impl TableHead {
    fn new(table: &Table) -> TableHead {
        TableHead {
            name: table.name,
            title: table.title,
            source: table.source,
            columns: table.columns,
            published: [table.published.0, table.published.1],
            extended: table.extended,
        }
    }
}

/// The tables of the papers
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/tables", responses((status = 200, body = Vec<TableHead>))))]
pub(super) fn tables(_: &Lab, _: &Asked) -> Answered<Reply> {
    Ok(json(&TABLES.iter().map(TableHead::new).collect::<Vec<_>>()))
}

#[derive(Deserialize)]
pub(super) struct HowFar {
    /// The last row, or the last term: 1000000, 1e6, 2M.
    #[serde(default, deserialize_with = "typed_number")]
    to: Option<usize>,
    /// The longest time to compute; 10 seconds by default.
    seconds: Option<f64>,
}

impl HowFar {
    /// The number of the last row or term that is wanted, at most `most`.
    fn last(&self, usual: usize, most: usize, what: &str) -> Answered<usize> {
        let last = self.to.unwrap_or(usual);
        if last <= most {
            return Ok(last);
        }
        let message = format!("this {what} goes to {most} here");
        let help = format!("`chromex {what}` goes further");
        Err(ApiError::invalid("too_large", message).help(help))
    }
}

/// A number as the command line takes it.
fn typed_number<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    let text = String::deserialize(from)?;
    let number = match text.as_str() {
        "0" => Some(0),
        text => chromex::text::read_number(text, 1000.0),
    };
    let number = number.and_then(|number| usize::try_from(number).ok());
    let expected = || format!("`{text}` is no number such as 1000, 1e6 or 2M");
    Ok(Some(number.ok_or_else(|| serde::de::Error::custom(expected()))?))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct TableView {
    #[serde(flatten)]
    head: TableHead,
    rows: Vec<Vec<String>>,
    /// Whether all rows are there.
    complete: bool,
    notes: Vec<String>,
}

/// A table of the papers, computed anew
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/tables/{name}",
    params(
        ("name" = String, Path),
        ("to" = Option<usize>, Query, description = "The last row"),
        ("seconds" = Option<f64>, Query, description = "How long to compute at most; 10 by default")
    ),
    responses((status = 200, body = TableView), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn table(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let (name, how_far): (_, HowFar) = (asked.name.as_str(), asked.query()?);
    let Some(table) = TABLES.iter().find(|table| table.name == name).copied() else {
        let error = ApiError::missing(format!("there is no table `{name}`"));
        return Err(error.help("/api/v1/tables lists them"));
    };
    let last = how_far.last(table.published.1, table.extended, "table")?;
    Ok(Search::for_answer(lab.budget(how_far.seconds)?, move |_, budget| {
        let (rows, halt) = table.rows(last, budget);
        let notes: Vec<String> = halt.iter().map(ToString::to_string).collect();
        Ok(TableView { head: TableHead::new(&table), rows, complete: notes.is_empty(), notes })
    }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct SequenceHead {
    #[cfg_attr(feature = "openapi", schema(example = "icol"))]
    name: &'static str,
    summary: &'static str,
}

/// The nimber sequences, by example
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/sequences", responses((status = 200, body = Vec<SequenceHead>))))]
pub(super) fn sequences(_: &Lab, _: &Asked) -> Answered<Reply> {
    let head = |&(name, summary): &(&'static str, &'static str)| SequenceHead { name, summary };
    Ok(json(&LIST.iter().map(head).collect::<Vec<_>>()))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct SequenceView {
    name: String,
    /// The k of the first value.
    first: usize,
    values: Vec<u16>,
    /// The octal game off which it is read.
    identity: Option<String>,
    period: Option<PeriodView>,
    report: ReportView,
    complete: bool,
    words: String,
}

/// A proved period.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct PeriodView {
    period: usize,
    pre_period: usize,
    /// The theorem needs equality up to here, and it was found.
    checked_below: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct ReportView {
    last: usize,
    /// The k of value 0.
    p_positions: Vec<usize>,
    /// Each value larger than all before it, with its k.
    records: Vec<(usize, u16)>,
    /// Each value with the number of its occurrences, and its first and last k.
    histogram: Vec<(u16, u64, usize, usize)>,
    mask: u16,
    /// How many values are rare.
    rare: usize,
    last_rare: Option<(usize, u16)>,
}

/// The number of terms that are computed by default.
const USUAL_TERMS: usize = 500;

/// The largest number of terms for sequences with quadratic recurrences, which cannot be cancelled.
const MAX_RECURRENCE: usize = 5_000;

/// The values of a sequence
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/sequences/{name}",
    params(
        ("name" = String, Path),
        ("to" = Option<usize>, Query, description = "The last term"),
        ("seconds" = Option<f64>, Query, description = "How long to compute at most; 10 by default")
    ),
    responses((status = 200, body = SequenceView), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn sequence(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let how_far: HowFar = asked.query()?;
    let sequence =
        Sequence::parse(&asked.name).map_err(|error| ApiError::text("bad_sequence", &error))?;
    let most = match sequence.reduction() {
        Some(_) => lab.limits.terms,
        None => lab.limits.terms.min(MAX_RECURRENCE),
    };
    let to = how_far.last(USUAL_TERMS, most, "sequence")?;
    let budget = lab.budget(how_far.seconds)?;
    Ok(Search::for_answer(budget, move |_, budget| find(&sequence, to, budget)))
}

fn find(sequence: &Sequence, to: usize, budget: &Budget) -> Answered<SequenceView> {
    let found = sequence::compute(sequence, to, Until::Term, false, budget, None)
        .map_err(|error| ApiError::invalid("too_large", error.to_string()))?;
    let report = Report::new(&found.values, sequence.first());
    Ok(SequenceView {
        name: sequence.name().to_owned(),
        first: sequence.first(),
        values: found.values.get(sequence.first()..).unwrap_or_default().to_vec(),
        identity: found.identity,
        period: found.period.map(|proved| PeriodView {
            period: proved.period,
            pre_period: proved.pre_period,
            checked_below: proved.checked_below,
        }),
        report: ReportView {
            last: report.last,
            p_positions: report.zeros,
            records: report.records,
            histogram: report
                .histogram
                .iter()
                .map(|one| (one.value, one.count, one.first, one.last))
                .collect(),
            mask: report.mask,
            rare: report.rare,
            last_rare: report.last_rare,
        },
        complete: found.stopped.is_none(),
        words: match found.stopped {
            Some(stop) => format!("{stop}; {}", found.statistics),
            None => found.statistics.to_string().replace("positions", "terms"),
        },
    })
}
