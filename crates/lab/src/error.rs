//! Errors of the API: a code, a sentence, the spot, and how to correct the request.

use chromex::graphs::TextError;
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

/// The body of an error
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct ErrorBody {
    /// What went wrong.
    pub error: Problem,
}

/// What went wrong.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Problem {
    /// One word for programs.
    #[cfg_attr(feature = "openapi", schema(example = "bad_graph"))]
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The text that was not understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The characters of that text (from, to) that are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[usize; 2]>,
    /// How to correct it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// The status codes of HTTP for kinds of errors; other callers use the same codes.
mod status {
    pub(super) const BAD_REQUEST: u16 = 400;
    pub(super) const NOT_FOUND: u16 = 404;
    pub(super) const UNPROCESSABLE_ENTITY: u16 = 422;
    pub(super) const TOO_MANY_REQUESTS: u16 = 429;
    pub(super) const INTERNAL_SERVER_ERROR: u16 = 500;
    pub(super) const SERVICE_UNAVAILABLE: u16 = 503;
}

/// An error with its status.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: u16,
    problem: Box<Problem>,
    retry_after: Option<u32>,
}

/// What a handler returns.
pub type Answered<T> = Result<T, ApiError>;

impl ApiError {
    /// An error with this status.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> ApiError {
        let problem = Problem { code, message: message.into(), text: None, at: None, help: None };
        ApiError { status, problem: Box::new(problem), retry_after: None }
    }

    /// The request is not JSON of the right form.
    pub fn malformed(message: impl Into<String>) -> ApiError {
        ApiError::new(status::BAD_REQUEST, "malformed", message)
    }

    /// The request is understood, but its content is not valid.
    pub fn invalid(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(status::UNPROCESSABLE_ENTITY, code, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> ApiError {
        ApiError::new(status::NOT_FOUND, "not_found", message)
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

    /// The server is busy: try again after this many seconds.
    pub fn busy(message: impl Into<String>, seconds: u32) -> ApiError {
        let busy = ApiError::new(status::TOO_MANY_REQUESTS, "busy", message);
        ApiError { retry_after: Some(seconds), ..busy }
    }

    /// The server is shutting down.
    pub fn closing() -> ApiError {
        ApiError::new(status::SERVICE_UNAVAILABLE, "closing", "the server is shutting down")
    }

    /// A mistake in this program.
    pub fn broken() -> ApiError {
        let message = "this request made the server fail; the server goes on";
        ApiError::new(status::INTERNAL_SERVER_ERROR, "broken", message)
    }

    /// Adds advice how to correct the request.
    pub fn help(mut self, help: impl Into<String>) -> ApiError {
        self.problem.help = Some(help.into());
        self
    }

    /// What went wrong.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// After how many seconds to try again, if that may help.
    pub fn retry_after(&self) -> Option<u32> {
        self.retry_after
    }

    /// The error as the body of an answer.
    pub fn body(&self) -> ErrorBody {
        ErrorBody { error: (*self.problem).clone() }
    }
}
