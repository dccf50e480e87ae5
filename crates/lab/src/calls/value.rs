//! Values by themselves: everything about a typed value, and its thermograph.

use chromex::values::{Halt, ReadError};
use chromex::{Budget, Calculation, FormReport, Stop};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, Search};
use crate::Lab;
use crate::error::{Answered, ApiError};

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct ValueInput {
    /// A value as for `chromex value`; complete values of positions, with names for their parts,
    /// can be read
    #[cfg_attr(feature = "openapi", schema(example = "{3|1||-2} + *2"))]
    value: String,
    /// The longest time it may take
    seconds: Option<f64>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct ValueView {
    /// The output of `chromex value --json`
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    report: FormReport,
    /// The thermograph as a drawing
    svg: String,
}

/// A value worked out: mean, temperature, thermograph
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/value", request_body = ValueInput,
    responses((status = 200, body = ValueView), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn value(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let input: ValueInput = asked.read()?;
    let budget = lab.budget(input.seconds)?;
    Ok(Search::for_answer(budget, move |_, budget| work_out(&input.value, budget)))
}

fn work_out(text: &str, budget: &Budget) -> Answered<ValueView> {
    let mut value = Calculation::read(text.trim(), budget).map_err(|error| match error {
        ReadError::Text(error) => ApiError::text("bad_value", &error),
        ReadError::Stop(stop) => given_up(stop),
    })?;
    let report = value.report().map_err(halted)?;
    let svg = value.thermograph().map_err(halted)?.svg();
    Ok(ValueView { report, svg })
}

fn given_up(stop: Stop) -> ApiError {
    ApiError::invalid("given_up", stop.to_string())
}

fn halted(halt: Halt) -> ApiError {
    match halt {
        Halt::Stop(stop) => given_up(stop),
        Halt::OutOfRange(error) => ApiError::invalid("out_of_range", error.to_string()),
    }
}
