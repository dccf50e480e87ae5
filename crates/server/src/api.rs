//! The calls over HTTP: those of the laboratory, and those about the server itself.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use chromex_lab::{About, Answered, ApiError, Asked, Call, Lab, Run};
use serde::Serialize;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
#[cfg(feature = "openapi")]
use utoipa::{OpenApi, ToSchema};

use crate::Options;
use crate::body;
use crate::guard::{self, Guard};
use crate::pages;
use crate::respond::{Refusal, respond};
use crate::searches::{CancelOnDrop, Searches};

/// The description of all calls. A test makes it from the code and compares.
const OPENAPI: &str = include_str!("../openapi.json");

/// The beginning of the path of every call.
const BASE: &str = "/api/v1";

/// The state that all handlers share.
#[derive(Debug)]
pub(crate) struct App {
    /// The options of the server.
    pub options: Options,
    /// The running and the waiting searches.
    pub searches: Arc<Searches>,
    lab: Arc<Lab>,
    /// Limits how much work without a search is done at the same time.
    turns: Arc<Semaphore>,
}

impl App {
    /// A server without requests so far.
    pub(crate) fn new(options: Options) -> App {
        let store = options.store.clone().map(|store| store as Arc<dyn chromex::AnswerStore>);
        let lab = Arc::new(Lab::new(options.limits.question.clone(), store));
        let searches = Arc::new(Searches::new(&options.limits));
        let turns = Arc::new(Semaphore::new(2 * options.limits.searches));
        App { options, searches, lab, turns }
    }
}

#[cfg(feature = "openapi")]
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Chromex",
        description = "Colouring games on graphs, exactly: the API behind the page of `chromex serve`. \
                       The server keeps no games; every request names its position in full."
    ),
    paths(about, description)
)]
struct Description;

/// The description of all calls, made from the code: those of this server come before those of the laboratory.
#[cfg(feature = "openapi")]
pub(crate) fn describe() -> serde_json::Value {
    let mut own = Description::openapi();
    let info = std::mem::take(&mut own.info);
    own.merge(chromex_lab::openapi());
    let mut all = utoipa::openapi::OpenApi::new(info, utoipa::openapi::Paths::new());
    all.openapi = own.openapi.clone();
    serde_json::to_value(all.nest(BASE, own)).unwrap_or_default()
}

/// This description
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/openapi.json", responses((status = 200, description = "OpenAPI 3.1"))))]
async fn description() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

/// The program, its limits, and its present load.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct ServerAbout {
    #[serde(flatten)]
    about: About,
    server: ServerLimits,
    load: Load,
}

/// The limits of a server.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct ServerLimits {
    body_bytes: usize,
    /// How many searches run at the same time.
    searches: usize,
    /// How many more searches may wait.
    waiting: usize,
}

/// The present load.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Load {
    /// Searches that run.
    running: usize,
    /// Requests that wait for one to end.
    waiting: usize,
}

/// The server, its limits and its load
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/about", responses((status = 200, body = ServerAbout))))]
async fn about(State(app): State<Arc<App>>) -> Json<ServerAbout> {
    let limits = &app.options.limits;
    let (running, waiting) = app.searches.load();
    Json(ServerAbout {
        about: About::new(&limits.question),
        server: ServerLimits {
            body_bytes: limits.body,
            searches: limits.searches,
            waiting: limits.waiting,
        },
        load: Load { running, waiting },
    })
}

/// All routes, behind the guard.
pub(crate) fn router(app: Arc<App>) -> Router {
    let guard = Guard { token: app.options.token.clone() };
    Router::new()
        .route(&format!("{BASE}/about"), get(about))
        .route(&format!("{BASE}/openapi.json"), get(description))
        .method_not_allowed_fallback(wrong_method)
        .fallback(call_or_page)
        .with_state(app)
        .layer(CatchPanicLayer::custom(|_| Refusal(ApiError::broken()).into_response()))
        .layer(middleware::from_fn_with_state(guard, guard::check))
}

async fn wrong_method(request: Request) -> Refusal {
    let (method, path) = (request.method(), request.uri().path());
    does_not_answer(method, path)
}

fn does_not_answer(method: &Method, path: &str) -> Refusal {
    let message = format!("`{path}` does not answer {method}");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
}

async fn call_or_page(State(app): State<Arc<App>>, request: Request) -> Response {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    if uri.path().starts_with("/api/") {
        return call(&app, request).await.unwrap_or_else(IntoResponse::into_response);
    }
    pages::serve(app.options.web.as_deref(), method.clone(), uri, headers).await
}

/// Answers a call of the laboratory.
async fn call(app: &Arc<App>, request: Request) -> Result<Response, Refusal> {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let unknown = || {
        let error = ApiError::missing(format!("there is no call `{}`", uri.path()));
        error.help("/api/v1/openapi.json describes them")
    };
    let whole = uri.path_and_query().map_or("", |whole| whole.as_str());
    let address = whole.strip_prefix(BASE).ok_or_else(unknown)?;
    let way = match method {
        Method::GET | Method::HEAD => chromex_lab::Method::Get,
        Method::POST => chromex_lab::Method::Post,
        _ => return Err(does_not_answer(&method, uri.path())),
    };
    // Whether the call exists is checked before its body is read.
    let refused = |error: ApiError| match error.status() {
        404 => unknown(),
        _ => error,
    };
    let call = Call::find(way, address).map_err(refused)?;
    let body = match way {
        chromex_lab::Method::Get => Default::default(),
        chromex_lab::Method::Post => body::receive(request, &app.options.limits).await?,
    };
    answer(app, call, call.asked(address, body.into())).await
}

async fn answer(app: &Arc<App>, call: &'static Call, asked: Asked) -> Result<Response, Refusal> {
    match call.run {
        Run::Quick(run) => Ok(respond(quick(app, move |lab| run(lab, &asked)).await?)),
        Run::Search(prepare) => {
            let search = quick(app, move |lab| prepare(lab, &asked)).await?;
            app.searches.run(&app.lab, search).await
        }
    }
}

/// Runs work that takes milliseconds, which is too long to block a connection: a few pieces at a
/// time, in the order of arrival, each within the default budget and until its client has gone.
async fn quick<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&Lab) -> Answered<T> + Send + 'static,
) -> Answered<T> {
    let Ok(turn) = Arc::clone(&app.turns).acquire_owned().await else {
        return Err(ApiError::closing());
    };
    let budget = app.lab.budget(None)?;
    let _guard = CancelOnDrop(budget.monitor.clone());
    let lab = Arc::clone(&app.lab);
    let work = tokio::task::spawn_blocking(move || {
        let answer = budget.during(|| work(&lab));
        drop(turn);
        answer
    });
    work.await.unwrap_or_else(|_| Err(ApiError::broken()))
}
