//! How a game that was typed is understood.

use chromex::GameReport;
use chromex::rules::{Boards, Game, parse_game};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, Reply, json};
use crate::Lab;
use crate::error::{Answered, ApiError};

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct GameInput {
    /// A game of the list, or a description.
    #[cfg_attr(feature = "openapi", schema(example = "own:colours=Red,Green:forbid=Red-Red/2"))]
    game: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct GameUnderstood {
    /// The output of `chromex games check --json`.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    report: GameReport,
    directed: bool,
    /// Whether it is played on graphs and on digraphs alike.
    either: bool,
    /// On how many copies of the graph it is played.
    copies: usize,
}

/// How a game is understood, whether it is listed or described
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/game", request_body = GameInput,
    responses((status = 200, body = GameUnderstood), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn game(_: &Lab, asked: &Asked) -> Answered<Reply> {
    let input: GameInput = asked.read()?;
    let game = parse_game(&input.game).map_err(|error| ApiError::text("bad_game", &error))?;
    Ok(json(&understood(&game)))
}

fn understood(game: &Game) -> GameUnderstood {
    GameUnderstood {
        report: chromex::describe(game),
        directed: game.boards() == Boards::Directed,
        either: game.boards() == Boards::Either,
        copies: game.copies(),
    }
}
