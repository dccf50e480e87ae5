//! The body of a request: it must be declared as JSON and arrive within its limits and in time.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use chromex_lab::ApiError;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::Limits;
use crate::respond::Refusal;

/// Reads the body within the limits.
pub(crate) async fn receive(request: Request, limits: &Limits) -> Result<Bytes, Refusal> {
    let (parts, body) = request.into_parts();
    check_type(&parts.headers)?;
    read_in_time(body, limits).await
}

fn check_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let message = "the body must be declared as Content-Type: application/json";
    Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media_type", message))
}

async fn read_in_time(body: Body, limits: &Limits) -> Result<Bytes, Refusal> {
    let read = tokio::time::timeout(limits.sending, read(body, limits.body));
    read.await.unwrap_or_else(|_| {
        let message = "the body of the request did not come in time";
        Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "slow", message))
    })
}

async fn read(body: Body, most: usize) -> Result<Bytes, Refusal> {
    match Limited::new(body, most).collect().await {
        Ok(all) => Ok(all.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            let message = format!("the body may have at most {most} bytes");
            Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message))
        }
        Err(_) => Err(ApiError::malformed("the body did not come whole").into()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::response::IntoResponse;

    use super::*;

    #[test]
    fn a_body_that_does_not_come_is_not_waited_for() {
        let never = futures_util::stream::pending::<Result<Bytes, std::io::Error>>();
        let limits = Limits { sending: Duration::ZERO, ..Limits::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let read = runtime.block_on(read_in_time(Body::from_stream(never), &limits));
        assert_eq!(read.unwrap_err().into_response().status(), StatusCode::REQUEST_TIMEOUT);
    }
}
