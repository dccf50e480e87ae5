//! The laboratory as a module for a page: a question in, events out.
//!
//! The interface is plain C, for a worker that is a few lines long (`crates/server/web/assets/worker.js`). The page
//! asks for `room`, writes a question there as JSON (`method`, `path` and `body`, which is text), and calls `ask`,
//! which returns when everything is reported. What is found is reported through the imported `report`, with one of the
//! numbers of `Message`. After a trap the module cannot be used any more, and the page starts a new one.
//!
//! Elsewhere than in a page this crate is empty.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::time::Duration;

use chromex::{Monitor, clock};
use chromex_lab::{Answered, Call, Lab, Limits, Method, Reply, Run, Search, Work};
use serde::Deserialize;
use serde_json::json;

// SAFETY: the page gives these functions with these types (web/assets/worker.js). They take numbers, and any are allowed: what lies at
// an address is read by the page as bytes of this module's memory, which cannot be left.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The number of milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// Reports something. The memory is read at once, and only read.
    safe fn report(kind: u32, start: *const u8, length: usize);
}

/// The kinds of reports.
#[derive(Clone, Copy)]
enum Message {
    /// One of several JSON objects that are found on the way.
    Event = 0,
    /// The answer, as JSON; empty if all was reported in events.
    Answer = 1,
    /// The name and the media type of a file, as JSON; the file follows.
    FileHead = 2,
    /// The bytes of a file, which is the answer.
    File = 3,
    /// The question is refused: `status` and `error`, as JSON.
    Refusal = 4,
    /// The module has failed, in words; a trap follows.
    Panic = 5,
}

fn send(message: Message, bytes: &[u8]) {
    report(message as u32, bytes.as_ptr(), bytes.len());
}

/// The limits of a question in a page: the module has 4 GiB of addresses, and browsers give less.
const LIMITS: Limits = Limits {
    vertices: 2_000,
    edges: 100_000,
    time: Duration::from_secs(600),
    memory: 1 << 30,
    terms: 20_000,
};

/// How often progress is reported, in milliseconds.
const TICK: f64 = 250.0;

/// A search that reports its progress.
struct Running {
    monitor: Monitor,
    progress: fn(&Monitor, Duration) -> String,
    started: f64,
    reported: f64,
}

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
    static LAB: Lab = Lab::new(LIMITS, None);
}

/// The clock of the engines. They read it often, and nothing else can run meanwhile, so progress is
/// reported here too.
fn time() -> Duration {
    let now = now();
    if let Some(mut running) = RUNNING.take() {
        if now - running.reported >= TICK {
            running.reported = now;
            let elapsed = Duration::from_secs_f64((now - running.started).max(0.0) / 1e3);
            send(Message::Event, (running.progress)(&running.monitor, elapsed).as_bytes());
        }
        RUNNING.set(Some(running));
    }
    Duration::from_secs_f64(now.max(0.0) / 1e3)
}

/// Memory for a question of this many bytes; it is valid until the next call. SAFETY: no other
/// function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// A question as the page asks it.
#[derive(Deserialize)]
struct Question {
    method: String,
    path: String,
    #[serde(default)]
    body: String,
}

/// Answers the question that was written into that memory. SAFETY: no other function of the module
/// has this name.
#[unsafe(no_mangle)]
extern "C" fn ask() {
    clock::set(time);
    std::panic::set_hook(Box::new(|info| send(Message::Panic, info.to_string().as_bytes())));
    let question = QUESTION.take();
    let answer = LAB.with(|lab| answer(lab, &question));
    RUNNING.set(None);
    match answer {
        Ok(Some(Reply::Json(text))) => send(Message::Answer, text.as_bytes()),
        Ok(Some(Reply::File(file))) => {
            let head = json!({ "name": file.name, "media_type": file.media_type });
            send(Message::FileHead, head.to_string().as_bytes());
            send(Message::File, &file.bytes);
        }
        Ok(None) => send(Message::Answer, b""),
        Err(error) => {
            let refusal = json!({ "status": error.status(), "error": error.problem() });
            send(Message::Refusal, refusal.to_string().as_bytes());
        }
    }
}

/// The answer, if not everything is reported in events.
fn answer(lab: &Lab, question: &[u8]) -> Answered<Option<Reply>> {
    let question: Question = serde_json::from_slice(question)
        .map_err(|error| chromex_lab::ApiError::malformed(error.to_string()))?;
    let method = if question.method == "POST" { Method::Post } else { Method::Get };
    let call = Call::find(method, &question.path)?;
    let asked = call.asked(&question.path, question.body.into());
    let budget = lab.budget(None)?;
    match call.run {
        Run::Quick(run) => budget.during(|| run(lab, &asked)).map(Some),
        Run::Search(prepare) => search(lab, budget.during(|| prepare(lab, &asked))?),
    }
}

fn search(lab: &Lab, Search { budget, work }: Search) -> Answered<Option<Reply>> {
    match work {
        Work::Answer(work) => work(lab, &budget).map(Some),
        Work::Events { progress, work, .. } => {
            let (monitor, started) = (budget.monitor.clone(), now());
            RUNNING.set(Some(Running { monitor, progress, started, reported: started }));
            work(lab, &budget, &|event| send(Message::Event, event.as_bytes()));
            Ok(None)
        }
    }
}
