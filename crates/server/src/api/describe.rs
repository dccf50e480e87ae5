//! What can be said without a question: how a game that was typed is understood, and what a value is like.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chromex::rules::{Boards, Game, parse_game};
use chromex::values::ReadError;
use chromex::{Budget, Calculation, FormReport, GameReport};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{App, quick};
use crate::error::{Answered, ApiError, ErrorBody};
use crate::input::Sent;

#[derive(Deserialize, ToSchema)]
pub struct GameInput {
    /// A game of the list, or a description.
    #[schema(example = "own:colours=Red,Green:forbid=Red-Red/2")]
    game: String,
}

#[derive(Serialize, ToSchema)]
pub struct GameUnderstood {
    /// What `chromex games check --json` says.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    report: GameReport,
    directed: bool,
    /// On how many copies of the graph it is played.
    copies: usize,
}

/// How a game is understood, whether it is listed or described
#[utoipa::path(
    post, path = "/game", request_body = GameInput,
    responses((status = 200, body = GameUnderstood), (status = "4XX", body = ErrorBody))
)]
pub async fn game(
    State(app): State<Arc<App>>,
    Sent(input): Sent<GameInput>,
) -> Answered<Json<GameUnderstood>> {
    let read = move |_: &App| {
        let game = parse_game(&input.game).map_err(|error| ApiError::text("bad_game", &error))?;
        Ok(understood(&game))
    };
    quick(&app, read).await.map(Json)
}

fn understood(game: &Game) -> GameUnderstood {
    GameUnderstood {
        report: chromex::describe(game),
        directed: game.boards() == Boards::Directed,
        copies: game.copies(),
    }
}

#[derive(Deserialize, ToSchema)]
pub struct ValueInput {
    /// A value as it is printed: `±1`, `{2|*}`.
    #[schema(example = "{2|-1}")]
    value: String,
    /// How long to compute at most; 10 unless told.
    seconds: Option<f64>,
}

/// What a value of a partisan game is like: class, stops, mean, temperature and the walls of its thermograph
#[utoipa::path(
    post, path = "/value", request_body = ValueInput,
    responses(
        (status = 200, body = serde_json::Value, description = "What `chromex value --json` says"),
        (status = "4XX", body = ErrorBody)
    )
)]
pub async fn value(
    State(app): State<Arc<App>>,
    Sent(input): Sent<ValueInput>,
) -> Answered<Json<FormReport>> {
    let budget = app.searches.budget(input.seconds)?;
    let work = move |budget: &Budget| report(&input.value, budget);
    app.searches.ask(budget, work).await?.map(Json)
}

fn report(text: &str, budget: &Budget) -> Answered<FormReport> {
    let refused = |error: ReadError| match error {
        ReadError::Text(error) => ApiError::text("bad_value", &error),
        ReadError::Stop(stop) => ApiError::invalid("unfinished", stop.to_string()),
    };
    let mut value = Calculation::read(text, budget).map_err(refused)?;
    value.report().map_err(|halt| ApiError::invalid("unfinished", halt.to_string()))
}
