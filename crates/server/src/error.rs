//! Errors as the API tells them: a code, a sentence, the spot, and how to put it right.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chromex::graphs::TextError;
use serde::Serialize;
use utoipa::ToSchema;

/// The body of an answer that is none.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: Problem,
}

/// What went wrong.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Problem {
    /// One word for programs.
    #[schema(example = "bad_graph")]
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The text that was not understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The characters of that text (from, to) that are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[usize; 2]>,
    /// How to put it right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// An error with its status.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: StatusCode,
    problem: Box<Problem>,
    retry_after: Option<u32>,
}

/// What a handler returns.
pub type Answered<T> = Result<T, ApiError>;

impl ApiError {
    /// An error with this status.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        let problem = Problem { code, message: message.into(), text: None, at: None, help: None };
        ApiError { status, problem: Box::new(problem), retry_after: None }
    }

    /// The request is not even JSON of the right form.
    pub fn malformed(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// The request is understood, but what it says is not valid.
    pub fn invalid(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// A typed text is not valid.
    pub fn text(code: &'static str, error: &TextError) -> ApiError {
        let characters = |bytes: usize| error.text()[..bytes].chars().count();
        let span = error.span();
        let mut invalid = ApiError::invalid(code, error.message());
        invalid.problem.text = Some(error.text().to_owned());
        invalid.problem.at = Some([characters(span.start), characters(span.end)]);
        invalid.problem.help = error.advice().map(str::to_owned);
        invalid
    }

    /// The server is busy: come again in so many seconds.
    pub fn busy(message: impl Into<String>, seconds: u32) -> ApiError {
        let busy = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "busy", message);
        ApiError { retry_after: Some(seconds), ..busy }
    }

    /// The server is about to end.
    pub fn closing() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is shutting down")
    }

    /// Our own mistake.
    pub fn broken() -> ApiError {
        let message = "this request made the server fail; the server goes on";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", message)
    }

    /// Adds how to put it right.
    pub fn help(mut self, help: impl Into<String>) -> ApiError {
        self.problem.help = Some(help.into());
        self
    }

    /// What went wrong.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(ErrorBody { error: *self.problem })).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}
