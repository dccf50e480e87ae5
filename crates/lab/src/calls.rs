//! The calls of the laboratory, and their description.

mod analyse;
pub(crate) mod catalogue;
mod describe;
mod export;
mod graph;
mod papers;
mod position;
mod prove;
mod reply;
mod value;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use chromex::rules::Position;
use chromex::{Budget, Monitor};
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde::de::DeserializeOwned;
#[cfg(feature = "openapi")]
use utoipa::OpenApi;

use crate::Lab;
use crate::error::{Answered, ApiError};

/// The HTTP method of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The call has only a path.
    Get,
    /// The call has a body in JSON.
    Post,
}

/// A call: one row of the table.
#[derive(Debug)]
pub struct Call {
    /// The method.
    pub method: Method,
    /// The path; `{name}` at the end stands for any word.
    pub path: &'static str,
    /// The function that answers it.
    pub run: Run,
}

/// The two kinds of functions that answer calls.
#[derive(Debug)]
pub enum Run {
    /// Answers within milliseconds.
    Quick(fn(&Lab, &Asked) -> Answered<Reply>),
    /// Reads the question and returns a search that answers it.
    Search(fn(&Lab, &Asked) -> Answered<Search>),
}

/// A question as it was received.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// The word for `{name}` in the path.
    name: String,
    query: String,
    body: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub enum Reply {
    /// An answer in JSON.
    Json(String),
    /// An answer that is a file.
    File(File),
}

/// A file in an answer.
#[derive(Debug)]
pub struct File {
    /// The name of the file.
    pub name: String,
    /// The media type of its content.
    pub media_type: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A question that was understood and needs a search.
#[derive(Debug)]
pub struct Search {
    /// The budget of the search.
    pub budget: Budget,
    /// The work to do.
    pub work: Work,
}

/// The work of a search.
pub enum Work {
    /// The search has one answer.
    Answer(Answering),
    /// The search reports what it finds, one JSON object at a time.
    Events {
        /// Makes an additional object about the progress after this time.
        progress: fn(&Monitor, Duration) -> String,
        /// Makes the last object, if the search failed.
        failed: fn(&ApiError) -> String,
        /// Does the search.
        work: Reporting,
    },
}

type Answering = Box<dyn FnOnce(&Lab, &Budget) -> Answered<Reply> + Send>;
type Reporting = Box<dyn FnOnce(&Lab, &Budget, &dyn Fn(String)) + Send>;

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Work::Answer(_) => "Answer",
            Work::Events { .. } => "Events",
        })
    }
}

impl Search {
    /// A search with one answer.
    fn for_answer<T: Serialize>(
        budget: Budget,
        work: impl FnOnce(&Lab, &Budget) -> Answered<T> + Send + 'static,
    ) -> Search {
        let work = |lab: &Lab, budget: &Budget| work(lab, budget).map(|answer| json(&answer));
        Search { budget, work: Work::Answer(Box::new(work)) }
    }

    /// A search that reports what it finds.
    fn for_events(
        budget: Budget,
        progress: fn(&Monitor, Duration) -> String,
        failed: fn(&ApiError) -> String,
        work: impl FnOnce(&Lab, &Budget, &dyn Fn(String)) + Send + 'static,
    ) -> Search {
        Search { budget, work: Work::Events { progress, failed, work: Box::new(work) } }
    }
}

/// The description of a position, as JSON.
pub(crate) fn view(position: &Position, lab: &Lab) -> String {
    line(&position::PositionView::new(position, lab))
}

/// An answer as JSON.
fn json(answer: &impl Serialize) -> Reply {
    Reply::Json(line(answer))
}

/// A JSON object on one line.
fn line(object: &impl Serialize) -> String {
    serde_json::to_string(object).unwrap_or_default()
}

/// A short name for files: `icol-grid-2x3`.
fn stem(here: &Position) -> String {
    let name = format!("{}-{}", here.game().name(), here.board().name());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().take(40).map(plain).collect()
}

impl Asked {
    /// The body of the question, read as JSON.
    fn read<T: DeserializeOwned>(&self) -> Answered<T> {
        serde_json::from_slice(&self.body)
            .map_err(|error| ApiError::malformed(format!("the body is not understood: {error}")))
    }

    /// The query of the address, after the `?`.
    fn query<T: DeserializeOwned>(&self) -> Answered<T> {
        serde_urlencoded::from_str(&self.query).map_err(|error| {
            ApiError::malformed(format!("what follows `?` is not understood: {error}"))
        })
    }
}

const fn quick(
    method: Method,
    path: &'static str,
    run: fn(&Lab, &Asked) -> Answered<Reply>,
) -> Call {
    Call { method, path, run: Run::Quick(run) }
}

const fn search(
    method: Method,
    path: &'static str,
    run: fn(&Lab, &Asked) -> Answered<Search>,
) -> Call {
    Call { method, path, run: Run::Search(run) }
}

/// All calls; with the feature `openapi` they describe themselves.
pub const CALLS: &[Call] = &[
    quick(Method::Get, "/about", catalogue::about),
    quick(Method::Get, "/games", catalogue::games),
    quick(Method::Get, "/families", catalogue::families),
    quick(Method::Get, "/strategies", catalogue::strategies),
    quick(Method::Post, "/game", describe::game),
    quick(Method::Post, "/graph", graph::graph),
    quick(Method::Post, "/position", position::position),
    quick(Method::Post, "/why", position::why),
    search(Method::Post, "/analyse", analyse::analyse),
    search(Method::Post, "/moves", analyse::moves),
    search(Method::Post, "/line", analyse::best_line),
    search(Method::Post, "/reply", reply::reply),
    search(Method::Post, "/explain", reply::explain),
    search(Method::Post, "/value", value::value),
    quick(Method::Get, "/formats", export::formats),
    quick(Method::Post, "/export", export::export),
    search(Method::Post, "/prove", prove::prove),
    quick(Method::Get, "/claims", papers::claims),
    search(Method::Post, "/verify", papers::verify),
    quick(Method::Get, "/figures", papers::figures),
    quick(Method::Post, "/four-rows", papers::four_rows),
    quick(Method::Get, "/tables", papers::tables),
    search(Method::Get, "/tables/{name}", papers::table),
    quick(Method::Get, "/sequences", papers::sequences),
    search(Method::Get, "/sequences/{name}", papers::sequence),
];

#[cfg(feature = "openapi")]
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Chromex",
        description = "Colouring games on graphs, exactly: the calls behind the page. Nothing is kept \
                       between them; every one names its position in full."
    ),
    paths(
        catalogue::about,
        catalogue::games,
        catalogue::families,
        catalogue::strategies,
        describe::game,
        graph::graph,
        position::position,
        position::why,
        analyse::analyse,
        analyse::moves,
        analyse::best_line,
        reply::reply,
        reply::explain,
        value::value,
        export::formats,
        export::export,
        prove::prove,
        papers::claims,
        papers::verify,
        papers::figures,
        papers::four_rows,
        papers::tables,
        papers::table,
        papers::sequences,
        papers::sequence,
    )
)]
struct Description;

/// The description of all calls.
#[cfg(feature = "openapi")]
pub fn openapi() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

impl Call {
    /// The call at a path; anything after `?` is ignored.
    pub fn find(method: Method, address: &str) -> Answered<&'static Call> {
        let (path, _) = split(address);
        let named = || CALLS.iter().filter(|call| call.name_in(path).is_some());
        match (named().find(|call| call.method == method), named().next()) {
            (Some(call), _) => Ok(call),
            (None, Some(other)) => {
                let message = format!("`{path}` is asked by {}", other.method);
                Err(ApiError::new(METHOD_NOT_ALLOWED, "method", message))
            }
            (None, None) => Err(ApiError::missing(format!("there is no call `{path}`"))),
        }
    }

    /// The question in an address and a body.
    pub fn asked(&self, address: &str, body: Vec<u8>) -> Asked {
        let (path, query) = split(address);
        let name = self.name_in(path).unwrap_or_default().into_owned();
        Asked { name, query: query.to_owned(), body }
    }

    /// The word for `{name}` in a path, if the path belongs to this call.
    fn name_in<'a>(&self, path: &'a str) -> Option<Cow<'a, str>> {
        match self.path.strip_suffix("{name}") {
            None => (path == self.path).then_some(Cow::Borrowed("")),
            Some(before) => {
                let name = path.strip_prefix(before)?;
                let word = !name.is_empty() && !name.contains('/');
                word.then(|| percent_decode_str(name).decode_utf8_lossy())
            }
        }
    }
}

const METHOD_NOT_ALLOWED: u16 = 405;

/// The path of an address, and what follows the `?`.
fn split(address: &str) -> (&str, &str) {
    address.split_once('?').unwrap_or((address, ""))
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Get => "GET",
            Method::Post => "POST",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer of a call, as JSON; for a search, its last object.
    fn answer(method: Method, address: &str, body: &str) -> Answered<serde_json::Value> {
        let lab = Lab::default();
        let call = Call::find(method, address)?;
        let asked = call.asked(address, body.into());
        let last = std::cell::RefCell::new(String::new());
        let reply = match call.run {
            Run::Quick(run) => run(&lab, &asked)?,
            Run::Search(prepare) => {
                let Search { budget, work } = prepare(&lab, &asked)?;
                match work {
                    Work::Answer(work) => work(&lab, &budget)?,
                    Work::Events { work, .. } => {
                        work(&lab, &budget, &|event| *last.borrow_mut() = event);
                        Reply::Json(last.take())
                    }
                }
            }
        };
        match reply {
            Reply::Json(text) => Ok(serde_json::from_str(&text).unwrap()),
            Reply::File(file) => Ok(serde_json::json!({ "file": file.name })),
        }
    }

    #[cfg(feature = "openapi")]
    #[test]
    fn every_call_is_described_and_every_description_is_of_a_call() {
        let described = serde_json::to_value(openapi()).unwrap();
        let mut described: Vec<String> = described["paths"]
            .as_object()
            .unwrap()
            .iter()
            .flat_map(|(path, ways)| {
                ways.as_object().unwrap().keys().map(move |way| format!("{way} {path}"))
            })
            .collect();
        let row = |call: &Call| format!("{} {}", call.method.to_string().to_lowercase(), call.path);
        let mut listed: Vec<String> = CALLS.iter().map(row).collect();
        described.sort();
        listed.sort();
        assert_eq!(described, listed);
    }

    #[test]
    fn calls_are_answered_without_a_server() {
        let found =
            answer(Method::Post, "/analyse", r#"{"game":"icol","graph":"path:5"}"#).unwrap();
        assert_eq!((&found["type"], &found["value"]), (&"answer".into(), &"*1".into()));
        let terms = answer(Method::Get, "/sequences/%2E137?to=20", "").unwrap();
        assert!(terms["values"].as_array().unwrap().len() >= 20);
        let file = r#"{"game":"icol","graph":"path:2","format":"svg"}"#;
        assert_eq!(
            answer(Method::Post, "/export", file).unwrap()["file"],
            "chromex-icol-path-2.svg"
        );
    }

    #[test]
    fn shares_of_the_moves_together_are_the_moves() {
        let reported = std::cell::RefCell::new(Vec::new());
        let lab = Lab::default();
        let moves = |address: &str, body: &str| {
            let call = Call::find(Method::Post, address).unwrap();
            let Run::Search(prepare) = call.run else { panic!("{address} is a search") };
            let Search { budget, work } = prepare(&lab, &call.asked(address, body.into())).unwrap();
            let Work::Events { work, .. } = work else { panic!("{address} reports events") };
            work(&lab, &budget, &|event| reported.borrow_mut().push(event));
            let events: Vec<String> = reported.take();
            let shared = |event: &String| event.contains(r#""type":"share","complete":true"#);
            assert!(address == "/analyse" || events.last().is_some_and(shared));
            events
                .into_iter()
                .filter(|event| event.contains(r#""type":"move""#))
                .collect::<Vec<_>>()
        };
        for line in [
            "icol grid:2x3 B../... right",
            "snort path:5 ..... left",
            "colouring:3 cycle:5 ..... alice",
        ] {
            let mut whole = moves("/analyse", &format!(r#"{{"line":"{line}"}}"#));
            let share =
                |part| moves("/moves", &format!(r#"{{"line":"{line}","part":{part},"of":3}}"#));
            let mut shares: Vec<String> = (0..3).flat_map(share).collect();
            whole.sort();
            shares.sort();
            assert!(!whole.is_empty());
            assert_eq!(whole, shares, "{line}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_status() {
        let status =
            |method, address: &str, body: &str| answer(method, address, body).unwrap_err().status();
        assert_eq!(status(Method::Get, "/nothing", ""), 404);
        assert_eq!(status(Method::Get, "/tables/", ""), 404);
        assert_eq!(status(Method::Get, "/analyse", ""), 405);
        assert_eq!(status(Method::Post, "/position", "{"), 400);
        assert_eq!(status(Method::Get, "/sequences/icol?to=x", ""), 400);
        assert_eq!(status(Method::Post, "/position", r#"{"line":"icol gird:2x2"}"#), 422);
    }
}
