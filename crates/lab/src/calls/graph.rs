//! A graph with everything that is needed to draw it.

use super::{Asked, Reply, json};
use crate::Lab;
use crate::error::Answered;
use crate::input::GraphInput;

/// A graph with its layout and some facts
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/graph", request_body = GraphInput,
    responses((status = 200, body = crate::views::GraphView), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn graph(lab: &Lab, asked: &Asked) -> Answered<Reply> {
    let board = asked.read::<GraphInput>()?.read(&lab.limits)?;
    Ok(json(&lab.views.of(&board)))
}
