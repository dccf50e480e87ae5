//! A position as a file.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chromex::export::sheet;
use chromex::graphs::draw::export::{ExportError, ExportFormat, FORMATS};
use chromex::rules::Position;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{App, quick};
use crate::error::{Answered, ApiError, ErrorBody};
use crate::input::{PositionInput, Sent};

#[derive(Deserialize, ToSchema)]
pub struct ExportInput {
    #[serde(flatten)]
    position: PositionInput,
    /// Any of the formats that `GET /formats` lists
    #[schema(value_type = String)]
    format: FormatName,
}

/// A format by its name.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct FormatName(&'static ExportFormat);

impl TryFrom<String> for FormatName {
    type Error = ExportError;

    fn try_from(name: String) -> Result<FormatName, ExportError> {
        ExportFormat::named(&name).map(FormatName)
    }
}

#[derive(Serialize, ToSchema)]
pub struct FormatView {
    name: &'static str,
    ending: &'static str,
    media_type: &'static str,
    summary: &'static str,
}

/// The formats in which positions can be exported
#[utoipa::path(get, path = "/formats", responses((status = 200, body = Vec<FormatView>)))]
pub async fn formats() -> Json<Vec<FormatView>> {
    let view = |format: &ExportFormat| FormatView {
        name: format.name,
        ending: format.endings[0],
        media_type: format.media_type,
        summary: format.summary,
    };
    Json(FORMATS.iter().map(view).collect())
}

/// A position as a picture or in a text format
#[utoipa::path(
    post, path = "/export", request_body = ExportInput,
    responses((status = 200, description = "The file", body = String), (status = "4XX", body = ErrorBody))
)]
pub async fn export(
    State(app): State<Arc<App>>,
    Sent(input): Sent<ExportInput>,
) -> Answered<Response> {
    quick(&app, move |app| {
        let here = input.position.read(&app.options.limits)?.here;
        let FormatName(format) = input.format;
        let sheet =
            sheet(&here).map_err(|error| ApiError::invalid("too_large", error.to_string()))?;
        let refused = |error: ExportError| ApiError::invalid("not_exported", error.to_string());
        let bytes = format.write_file(&sheet).map_err(refused)?;
        let name = format!("chromex-{}.{}", stem(&here), format.endings[0]);
        let headers = [
            (header::CONTENT_TYPE, format.media_type.to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        ];
        Ok((headers, bytes).into_response())
    })
    .await
}

/// A short name for files: `icol-grid-2x3`.
fn stem(here: &Position) -> String {
    let name = format!("{}-{}", here.game().name(), here.board().name());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().take(40).map(plain).collect()
}
