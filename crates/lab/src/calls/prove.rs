//! Certificates of facts about a position.

use chromex::certificate::checker::{Claim, MAX_ORDER};
use chromex::certificate::{Unproved, prove_claim};
use chromex::rules::Position;
use chromex::{Budget, Stop};
use serde::Deserialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, File, Reply, Search, Work, stem};
use crate::Lab;
use crate::error::{Answered, ApiError};
use crate::input::PositionInput;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct ProveInput {
    #[serde(flatten)]
    position: PositionInput,
    /// The claim, as for `chromex prove --claim`; by default the exact value.
    #[cfg_attr(feature = "openapi", schema(example = "outcome N"))]
    claim: Option<String>,
    /// The longest time to search; 10 seconds by default.
    seconds: Option<f64>,
}

/// A certificate of the value of a position, or of what is claimed of it
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/prove", request_body = ProveInput,
    responses((status = 200, description = "The file", body = Vec<u8>), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn prove(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let input: ProveInput = asked.read()?;
    let budget = lab.budget(input.seconds)?;
    let here = input.position.read(&lab.limits)?.here;
    let claim = input.claim.as_deref().map(str::parse::<Claim>).transpose();
    let claim = claim.map_err(|error| ApiError::invalid("bad_claim", error.to_string()))?;
    let order = here.board().order();
    if order > MAX_ORDER {
        let message = format!("{order} vertices: a certificate has at most {MAX_ORDER}");
        return Err(ApiError::invalid("too_large", message));
    }
    let work = Box::new(move |_: &Lab, budget: &Budget| write(&here, claim, budget));
    Ok(Search { budget, work: Work::Answer(work) })
}

fn write(here: &Position, claim: Option<Claim>, budget: &Budget) -> Answered<Reply> {
    let certificate = prove_claim(here, claim, false, budget).map_err(|why| match why {
        Unproved::Stopped(Stop::Cancelled) => ApiError::invalid("cancelled", "it was cancelled"),
        why => ApiError::invalid("unproved", why.to_string()),
    })?;
    let mut bytes = Vec::new();
    let written = certificate.write(&mut bytes);
    written.map_err(|error| ApiError::invalid("unproved", error.to_string()))?;
    let name = format!("{}.cert", stem(here));
    Ok(Reply::File(File { name, media_type: "application/octet-stream", bytes }))
}
