//! A position as a file.

use chromex::export::sheet;
use chromex::graphs::draw::export::{ExportError, ExportFormat, FORMATS};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, File, Reply, json, stem};
use crate::Lab;
use crate::error::{Answered, ApiError};
use crate::input::PositionInput;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct ExportInput {
    #[serde(flatten)]
    position: PositionInput,
    /// Any of the formats that `GET /formats` lists
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
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

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct FormatView {
    name: &'static str,
    ending: &'static str,
    media_type: &'static str,
    summary: &'static str,
}

/// The formats in which positions can be exported
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/formats", responses((status = 200, body = Vec<FormatView>))))]
pub(super) fn formats(_: &Lab, _: &Asked) -> Answered<Reply> {
    let view = |format: &ExportFormat| FormatView {
        name: format.name,
        ending: format.endings[0],
        media_type: format.media_type,
        summary: format.summary,
    };
    Ok(json(&FORMATS.iter().map(view).collect::<Vec<_>>()))
}

/// A position as a picture or in a text format
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/export", request_body = ExportInput,
    responses((status = 200, description = "The file", body = String), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn export(lab: &Lab, asked: &Asked) -> Answered<Reply> {
    let input: ExportInput = asked.read()?;
    let here = input.position.read(&lab.limits)?.here;
    let FormatName(format) = input.format;
    let sheet = sheet(&here).map_err(|error| ApiError::invalid("too_large", error.to_string()))?;
    let refused = |error: ExportError| ApiError::invalid("not_exported", error.to_string());
    let bytes = format.write_file(&sheet).map_err(refused)?;
    let name = format!("chromex-{}.{}", stem(&here), format.endings[0]);
    Ok(Reply::File(File { name, media_type: format.media_type, bytes }))
}
