//! A position as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chromex::graphs::draw::{self, Mark, Paint};
use chromex::graphs::{Board, ops};
use chromex::rules::{Colour, Palette, Position, UNCOLOURED};
use serde::Deserialize;
use utoipa::ToSchema;

use super::position::PositionView;
use super::{App, quick};
use crate::error::{Answered, ApiError, ErrorBody};
use crate::input::{PositionInput, Sent};

#[derive(Deserialize, ToSchema)]
pub struct ExportInput {
    #[serde(flatten)]
    position: PositionInput,
    format: Format,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    Svg,
    Tikz,
    Json,
    Dot,
}

/// A position as SVG, TikZ, JSON or for Graphviz
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
        let (kind, ending, text) = match input.format {
            Format::Svg => ("image/svg+xml", "svg", drawn(&here, draw::svg)?),
            Format::Tikz => ("text/x-tex; charset=utf-8", "tex", drawn(&here, draw::tikz)?),
            Format::Dot => ("text/vnd.graphviz; charset=utf-8", "dot", drawn(&here, draw::dot)?),
            Format::Json => {
                let view = PositionView::new(&here, app);
                let text = serde_json::to_string_pretty(&view).map_err(|_| ApiError::broken())?;
                ("application/json", "json", text)
            }
        };
        let file = format!("attachment; filename=\"chromex-{}.{ending}\"", stem(&here));
        let headers =
            [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, file)];
        Ok((headers, text).into_response())
    })
    .await
}

/// A short name for files: `icol-grid-2x3`.
fn stem(here: &Position) -> String {
    let name = format!("{}-{}", here.game().name(), here.board().name());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().take(40).map(plain).collect()
}

fn drawn(here: &Position, draw: fn(&Board, &[Mark]) -> String) -> Answered<String> {
    let too_large =
        |error: chromex::graphs::GraphError| ApiError::invalid("too_large", error.to_string());
    let board = match here.game().copies() {
        1 => here.board().clone(),
        _ => ops::disjoint_union(here.board(), here.board()).map_err(too_large)?,
    };
    let board = board.named(here.board().name());
    let mark = |(cell, &colour): (usize, &Colour)| mark(here, cell, colour);
    let marks: Vec<Mark> = here.colouring().iter().enumerate().map(mark).collect();
    Ok(draw(&board, &marks))
}

fn mark(here: &Position, cell: usize, colour: Colour) -> Mark {
    let label = (colour == UNCOLOURED && here.game().copies() > 1).then(|| here.cell_name(cell));
    let fill = (colour != UNCOLOURED).then(|| paint(here.game().palette(), colour));
    Mark { fill, label, title: None }
}

/// How a colour of a game is painted.
fn paint(palette: Palette, colour: Colour) -> Paint {
    match palette {
        Palette::Named(_) => match palette.name(colour).as_str() {
            "Black" => Paint::Black,
            "White" => Paint::White,
            "Red" => Paint::Red,
            _ => Paint::Blue,
        },
        Palette::Numbers(_) => Paint::Number(colour),
    }
}
