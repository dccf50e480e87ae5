//! The calls of the API, and the description of them.

mod analyse;
mod catalogue;
mod describe;
mod export;
mod graph;
mod papers;
mod position;
mod reply;
mod value;

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use chromex::{AnswerStore, Sources};
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Options;
use crate::error::{Answered, ApiError};
use crate::guard::{self, Guard};
use crate::input::Sent;
use crate::pages;
use crate::searches::{CancelOnDrop, Searches};

/// What all handlers share.
#[derive(Debug)]
pub struct App {
    /// How the server was asked to run.
    pub options: Options,
    /// The searches that run, and those that wait.
    pub searches: Arc<Searches>,
    views: graph::Views,
    /// Turns at work that needs no search.
    turns: Arc<Semaphore>,
}

impl App {
    /// A server on which nobody has called yet.
    pub fn new(options: Options) -> App {
        let searches = Arc::new(Searches::new(&options.limits));
        let turns = Arc::new(Semaphore::new(2 * options.limits.searches));
        App { options, searches, views: graph::Views::default(), turns }
    }

    /// Where answers may come from, besides a search.
    pub fn sources(&self) -> Sources<'_> {
        let store = self.options.store.as_deref().map(|store| store as &dyn AnswerStore);
        Sources { store, ..Sources::default() }
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Sent<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Answered<Sent<T>> {
        Sent::receive(request, &app.options.limits).await
    }
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Chromex",
    description = "Colouring games on graphs, exactly: the API behind the page of `chromex serve`. \
                   The server keeps no games; every request names its position in full."
))]
struct Description;

/// The calls, each with its description.
fn calls() -> OpenApiRouter<Arc<App>> {
    let version_1 = OpenApiRouter::new()
        .routes(routes!(catalogue::about))
        .routes(routes!(catalogue::games))
        .routes(routes!(catalogue::families))
        .routes(routes!(catalogue::strategies))
        .routes(routes!(describe::game))
        .routes(routes!(graph::graph))
        .routes(routes!(position::position))
        .routes(routes!(position::why))
        .routes(routes!(analyse::analyse))
        .routes(routes!(analyse::line))
        .routes(routes!(reply::reply))
        .routes(routes!(reply::explain))
        .routes(routes!(value::value))
        .routes(routes!(export::formats))
        .routes(routes!(export::export))
        .routes(routes!(papers::claims))
        .routes(routes!(papers::verify))
        .routes(routes!(papers::tables))
        .routes(routes!(papers::table))
        .routes(routes!(papers::sequences))
        .routes(routes!(papers::sequence))
        .routes(routes!(description));
    OpenApiRouter::with_openapi(Description::openapi()).nest("/api/v1", version_1)
}

/// The description of all calls.
pub fn openapi() -> serde_json::Value {
    let (_, description) = calls().split_for_parts();
    serde_json::to_value(description).unwrap_or_default()
}

/// This description
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, description = "OpenAPI 3.1")))]
async fn description() -> Json<serde_json::Value> {
    Json(openapi())
}

/// Everything that is answered, behind its guards.
pub fn router(app: Arc<App>) -> Router {
    let (calls, _) = calls().split_for_parts();
    let guard = Guard { token: app.options.token.clone() };
    calls
        .route("/", get(page))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
        .layer(CatchPanicLayer::custom(|_| ApiError::broken().into_response()))
        .layer(middleware::from_fn_with_state(guard, guard::check))
}

async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    if uri.path().starts_with("/api/") {
        let error = ApiError::missing(format!("there is no call `{}`", uri.path()));
        return error.help("/api/v1/openapi.json describes them").into_response();
    }
    pages::serve(app.options.web.as_deref(), method.clone(), uri, headers).await
}

async fn wrong_method(request: Request) -> ApiError {
    let (method, path) = (request.method(), request.uri().path());
    let message = format!("`{path}` does not answer {method}");
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
}

/// Runs work that takes milliseconds, but more than a connection should wait for: a few at a time,
/// in the order in which they came, each within the usual budget and until whoever waits has gone.
async fn quick<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> Answered<T> + Send + 'static,
) -> Answered<T> {
    let Ok(turn) = Arc::clone(&app.turns).acquire_owned().await else {
        return Err(ApiError::closing());
    };
    let budget = app.searches.budget(None)?;
    let _guard = CancelOnDrop(budget.monitor.clone());
    let app = Arc::clone(app);
    let work = tokio::task::spawn_blocking(move || {
        let answer = budget.during(|| work(&app));
        drop(turn);
        answer
    });
    work.await.unwrap_or_else(|_| Err(ApiError::broken()))
}
