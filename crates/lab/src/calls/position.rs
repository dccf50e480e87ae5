//! A position with everything that the literal rules say about it.

use chromex::graphs::limit::{go_on, is_stopped};
use chromex::rules::{Convention, Move, Player, Position, Verdict};
use chromex::safety::safety_of_cells;
use chromex::{Budget, Component, Meter};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, Reply, json};
use crate::Lab;
use crate::error::{Answered, ApiError};
use crate::input::PositionInput;
use crate::views::Shared;

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct PositionView {
    /// The position on one line.
    line: String,
    #[cfg_attr(feature = "openapi", schema(example = "icol"))]
    game: String,
    #[cfg_attr(feature = "openapi", schema(value_type = crate::views::GraphView))]
    graph: Shared,
    /// impartial, partisan, misere, maker-breaker or scoring
    convention: String,
    /// The names of the players.
    players: [&'static str; 2],
    palette: Vec<ColourView>,
    /// On how many copies of the graph the game is played.
    copies: usize,
    /// The number of cells: the vertices of all copies.
    cells: usize,
    /// The colour of each cell: 0 for none, or counted from 1.
    colouring: Vec<u8>,
    /// Who is to move: 0 or 1.
    turn: usize,
    /// The legal moves: cells with the colours they may get.
    legal: Vec<(usize, Vec<u8>)>,
    /// Whether the player to move may skip, which is typed `skip`.
    skip: bool,
    /// The names of the cells in moves, if these are not their numbers: `2-5` for an edge.
    names: Option<Vec<String>>,
    /// How the game ended, if it has.
    over: Option<Over>,
    /// The open cells of each independent part, if the game is the sum of these parts.
    components: Vec<Vec<usize>>,
    /// The possible colours of each cell, in the maker-breaker colouring game.
    marks: Option<Marks>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct ColourView {
    symbol: char,
    name: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Over {
    /// The verdict in words.
    verdict: String,
    /// The winner, if there is one.
    winner: Option<usize>,
    /// The score, in scoring games.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Marks {
    /// The colours that each cell can still take.
    available: Vec<Vec<u8>>,
    /// safe, unsafe, threatened or dead; null if it is coloured.
    status: Vec<Option<&'static str>>,
}

/// 0 for Left, 1 for Right.
pub(super) fn seat(player: Player) -> usize {
    usize::from(player == Player::Right)
}

impl PositionView {
    /// The description of a position.
    pub(super) fn new(position: &Position, lab: &Lab) -> PositionView {
        let (game, convention) = (position.game(), position.convention());
        let palette = game.palette();
        let colours = palette.colours().map(|colour| ColourView {
            symbol: palette.symbol(colour),
            name: palette.name(colour),
        });
        PositionView {
            line: position.to_string(),
            game: game.name(),
            graph: lab.views.of(position.board()),
            convention: convention.to_string(),
            players: [Player::Left, Player::Right].map(|player| position.player_name(player)),
            palette: colours.collect(),
            copies: game.copies(),
            cells: position.cells(),
            colouring: position.colouring().to_vec(),
            turn: seat(position.turn()),
            legal: legal(position),
            skip: position.check(position.turn(), Move::SKIP).is_ok(),
            names: position.board().labels().map(<[String]>::to_vec),
            over: position.verdict().map(|verdict| over(position, verdict)),
            components: components(position),
            marks: marks(position),
        }
    }
}

/// `None` if the work was stopped.
fn legal(position: &Position) -> Vec<(usize, Vec<u8>)> {
    let mut cells: Vec<(usize, Vec<u8>)> = Vec::new();
    let moves = position.moves_while(&mut || !is_stopped()).unwrap_or_default();
    for Move { cell, colour } in moves.into_iter().filter(|m| !m.is_skip()) {
        match cells.last_mut() {
            Some((last, colours)) if *last == cell => colours.push(colour),
            _ => cells.push((cell, vec![colour])),
        }
    }
    cells
}

fn over(position: &Position, verdict: Verdict) -> Over {
    let wins = |player| format!("{} wins", position.player_name(player));
    match verdict {
        Verdict::Wins(player) => {
            Over { verdict: wins(player), winner: Some(seat(player)), score: None }
        }
        Verdict::Score(score) if !position.game().has_outcome() => {
            Over { verdict: format!("the score is {score}"), winner: None, score: Some(score) }
        }
        Verdict::Score(score) => {
            let winner = chromex::Value::Score(score).winner(position.turn());
            let verdict = match winner {
                Some(player) => format!("{} by {}", wins(player), score.abs()),
                None => "a draw".to_owned(),
            };
            Over { verdict, winner: winner.map(seat), score: Some(score) }
        }
    }
}

fn components(position: &Position) -> Vec<Vec<usize>> {
    let sum = matches!(position.convention(), Convention::Impartial | Convention::Partisan);
    match position.game().pairwise_reach().filter(|_| sum) {
        Some(reach) => {
            // This also checks the present budget; if a board is too large for it, its parts are
            // not shown.
            let meter = Meter::new(&Budget::default());
            let parts = Component::all(position, reach, &meter).unwrap_or_default();
            parts.iter().map(|part| part.cells().to_vec()).collect()
        }
        None => Vec::new(),
    }
}

fn marks(position: &Position) -> Option<Marks> {
    let (available, status) = safety_of_cells(position)?
        .into_iter()
        .map(|cell| (cell.available, cell.status.map(|status| status.word())))
        .unzip();
    Some(Marks { available, status })
}

/// A position by the literal rules: legal moves, the end, components, threats
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/position", request_body = PositionInput,
    responses((status = 200, body = PositionView), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn position(lab: &Lab, asked: &Asked) -> Answered<Reply> {
    let game = asked.read::<PositionInput>()?.read(&lab.limits)?;
    let view = PositionView::new(&game.here, lab);
    // If something were missing now, it would look as if it did not exist.
    go_on().map_err(|why| ApiError::invalid("given_up", why.to_string()))?;
    Ok(json(&view))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct WhyInput {
    #[serde(flatten)]
    position: PositionInput,
    /// The cell to colour.
    cell: usize,
    /// The colour for it, counted from 1.
    colour: u8,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Why {
    legal: bool,
    /// Why the move is not legal, if it is not.
    reason: Option<String>,
}

/// Whether a move is legal, and if not, why
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/why", request_body = WhyInput,
    responses((status = 200, body = Why), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn why(lab: &Lab, asked: &Asked) -> Answered<Reply> {
    let input: WhyInput = asked.read()?;
    let here = input.position.read(&lab.limits)?.here;
    let m = Move { cell: input.cell, colour: input.colour };
    let reason = here.check(here.turn(), m).err().map(|why| why.to_string());
    Ok(json(&Why { legal: reason.is_none(), reason }))
}
