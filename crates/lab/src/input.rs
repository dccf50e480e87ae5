//! Positions and graphs as they are received, each within its limits.

use chromex::graphs::formats::{self, Format, Reader};
use chromex::graphs::{Board, Graph, Limit, parse_within};
use chromex::rules::{Move, Player, Position, parse_game};
use serde::Deserialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::Limits;
use crate::error::{Answered, ApiError};

/// A position, on one line or in parts, and moves from there.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct PositionInput {
    /// `GAME GRAPH COLOURING PLAYER`
    #[cfg_attr(feature = "openapi", schema(example = "icol grid:2x3 B../..W left"))]
    pub line: Option<String>,
    /// The game, if there is no line.
    #[cfg_attr(feature = "openapi", schema(example = "icol"))]
    pub game: Option<String>,
    /// The graph, if there is no line.
    #[cfg_attr(feature = "openapi", schema(example = "grid:2x3"))]
    pub graph: Option<String>,
    /// The colouring, as one symbol for each vertex or as pairs; by default nothing is coloured.
    #[cfg_attr(feature = "openapi", schema(example = "B../..W"))]
    pub colouring: Option<String>,
    /// Who is to move; Left (Alice) by default.
    pub turn: Option<TurnInput>,
    /// Moves that are played from there, in turn.
    #[cfg_attr(feature = "openapi", schema(example = json!(["1=W"])))]
    pub moves: Option<Vec<String>>,
}

/// A player: `left`, `right`, `alice`, `bob`, 0 or 1.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(untagged)]
pub(crate) enum TurnInput {
    /// 0 for Left (Alice), 1 for Right (Bob).
    Number(u64),
    /// Left, Right, Alice or Bob.
    Name(String),
}

impl TurnInput {
    fn player(&self) -> Answered<Player> {
        match self {
            TurnInput::Number(0) => Ok(Player::Left),
            TurnInput::Number(1) => Ok(Player::Right),
            TurnInput::Number(other) => {
                Err(ApiError::invalid("bad_turn", format!("there is no player {other}: 0 or 1")))
            }
            TurnInput::Name(name) => {
                name.parse().map_err(|error| ApiError::text("bad_turn", &error))
            }
        }
    }
}

/// A game up to now.
#[derive(Debug, Clone)]
pub(crate) struct GameSoFar {
    /// The position at its start.
    pub start: Position,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// The present position.
    pub here: Position,
}

impl GameSoFar {
    /// Plays moves, as they are typed, from a position.
    pub(crate) fn play(start: Position, typed: &[String]) -> Answered<GameSoFar> {
        let mut game = GameSoFar { here: start.clone(), start, moves: Vec::new() };
        for (number, text) in typed.iter().enumerate() {
            let m =
                game.here.read_move(text).map_err(|error| ApiError::text("bad_move", &error))?;
            game.here = game.here.play(m).map_err(|why| {
                let message = format!("move {}, {text}, is not legal: {why}", number + 1);
                ApiError::invalid("illegal_move", message)
            })?;
            game.moves.push(m);
        }
        Ok(game)
    }
}

impl PositionInput {
    /// The position with its history.
    pub(crate) fn read(&self, limits: &Limits) -> Answered<GameSoFar> {
        GameSoFar::play(self.start(limits)?, self.moves.as_deref().unwrap_or_default())
    }

    fn start(&self, limits: &Limits) -> Answered<Position> {
        if let Some(line) = &self.line {
            let position = Position::parse_within(line, ON_THE_WAY * limits.edges)
                .map_err(|error| ApiError::text("bad_position", &error))?;
            check_size(position.board(), limits)?;
            return Ok(position);
        }
        let (Some(game), Some(graph)) = (&self.game, &self.graph) else {
            let error = ApiError::invalid("bad_position", "a position needs a game and a graph");
            return Err(error.help("send `line`, or `game` and `graph`"));
        };
        let game = parse_game(game).map_err(|error| ApiError::text("bad_game", &error))?;
        let board = board(graph, limits)?;
        let turn = self.turn.as_ref().map_or(Ok(Player::Left), TurnInput::player)?;
        match &self.colouring {
            Some(text) => Position::read(game, board, text, turn)
                .map_err(|error| ApiError::text("bad_colouring", &error)),
            None => Position::start(game, board)
                .map(|start| start.with_turn(turn))
                .map_err(|error| ApiError::invalid("bad_position", error.to_string())),
        }
    }
}

/// While they are built, graphs may have this many times as many edges: random graphs look at every
/// pair.
const ON_THE_WAY: usize = 20;

fn check_size(board: &Board, limits: &Limits) -> Answered<()> {
    let sizes = [
        (board.order(), limits.vertices, "vertices"),
        (board.graph().edge_count(), limits.edges, "edges"),
    ];
    let Some((has, most, what)) = sizes.into_iter().find(|(has, most, _)| has > most) else {
        return Ok(());
    };
    let message = format!("the graph has {has} {what}, and at most {most} are taken here");
    Err(ApiError::invalid("too_large", message).help("the command line takes larger ones"))
}

fn board(text: &str, limits: &Limits) -> Answered<Board> {
    let board = parse_within(text, ON_THE_WAY * limits.edges)
        .map_err(|error| ApiError::text("bad_graph", &error))?;
    check_size(&board, limits)?;
    Ok(board)
}

/// A graph: an expression, the text of a file, or a list of edges.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct GraphInput {
    /// An expression.
    #[cfg_attr(feature = "openapi", schema(example = "grid:3x4"))]
    pub graph: Option<String>,
    /// The text of a file, whose first graph is used.
    pub text: Option<String>,
    /// Its format: g6, s6, d6, dimacs or edges; recognised by default.
    pub format: Option<String>,
    /// The edges, or arcs.
    pub edges: Option<Vec<[usize; 2]>>,
    /// The number of vertices; by default as many as the edges need.
    pub order: Option<usize>,
    /// Whether `edges` are arcs.
    pub directed: Option<bool>,
}

impl GraphInput {
    /// The graph, with an expression for it as its name.
    pub(crate) fn read(&self, limits: &Limits) -> Answered<Board> {
        let limit = || Limit { size: limits.edges, ..Limit::current() };
        let graph = match (&self.graph, &self.text, &self.edges) {
            (Some(expression), None, None) => return board(expression, limits),
            (None, Some(text), None) => limit().during(|| self.read_text(text))?,
            (None, None, Some(edges)) => limit().during(|| self.read_edges(edges))?,
            _ => {
                let message = "a graph is given by one of `graph`, `text` and `edges`";
                return Err(ApiError::invalid("bad_graph", message));
            }
        };
        let name = formats::expression(&graph);
        let board = Board::new(graph, name);
        check_size(&board, limits)?;
        Ok(board)
    }

    fn read_text(&self, text: &str) -> Answered<Graph> {
        let bad = |error: String| ApiError::invalid("bad_graph", error);
        let format = self.format.as_deref().map(str::parse::<Format>).transpose();
        match format.map_err(|error| bad(error.to_string()))? {
            Some(Format::Dimacs) => {
                formats::dimacs::read(text).map_err(|error| bad(error.to_string()))
            }
            Some(Format::EdgeList) => {
                formats::edge_list::read(text).map_err(|error| bad(error.to_string()))
            }
            _ => match Reader::new(text.as_bytes()).next() {
                Some(Ok(entry)) => Ok(entry.graph),
                Some(Err(error)) => Err(bad(error.to_string())),
                None => Err(bad("the text holds no graph".to_owned())),
            },
        }
    }

    fn read_edges(&self, edges: &[[usize; 2]]) -> Answered<Graph> {
        let named = edges.iter().flatten().map(|&v| v.saturating_add(1)).max().unwrap_or(0);
        let order = self.order.unwrap_or(named);
        let pairs = edges.iter().map(|&[u, v]| (u, v));
        let graph = match self.directed.unwrap_or(false) {
            true => Graph::directed_asking(order, pairs),
            false => Graph::undirected_asking(order, pairs),
        };
        graph.map_err(|error| ApiError::invalid("bad_graph", error.to_string()))
    }
}
