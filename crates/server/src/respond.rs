//! Answers as HTTP responses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chromex_lab::{ApiError, Reply};

/// The HTTP response for an answer.
pub(crate) fn respond(reply: Reply) -> Response {
    match reply {
        Reply::Json(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Reply::File(file) => {
            let name = format!("attachment; filename=\"{}\"", file.name);
            let headers = [
                (header::CONTENT_TYPE, file.media_type.to_owned()),
                (header::CONTENT_DISPOSITION, name),
            ];
            (headers, file.bytes).into_response()
        }
    }
}

/// An error on its way to the client.
#[derive(Debug)]
pub(crate) struct Refusal(pub ApiError);

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Refusal {
        Refusal(error)
    }
}

impl Refusal {
    /// A refusal with this status.
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
    ) -> Refusal {
        Refusal(ApiError::new(status.as_u16(), code, message))
    }

    /// Adds advice how to correct the request.
    pub(crate) fn help(self, help: impl Into<String>) -> Refusal {
        Refusal(self.0.help(help))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal(error) = self;
        let status =
            StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(error.body())).into_response();
        if let Some(seconds) = error.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}
