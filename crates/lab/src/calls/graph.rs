//! A graph with all that is needed to draw it.

use super::{Asked, Reply, json};
use crate::Lab;
use crate::error::{Answered, ErrorBody};
use crate::input::GraphInput;
use crate::views::GraphView;

/// A graph with its layout and some facts
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/graph", request_body = GraphInput,
    responses((status = 200, body = GraphView), (status = "4XX", body = ErrorBody))
))]
pub fn graph(lab: &Lab, asked: &Asked) -> Answered<Reply> {
    let board = asked.read::<GraphInput>()?.read(&lab.limits)?;
    Ok(json(&lab.views.of(&board)))
}
