//! The subcommands, one file each.

pub(crate) mod all;
pub(crate) mod census;
pub(crate) mod check;
pub(crate) mod chi;
pub(crate) mod cograph;
pub(crate) mod conjecture;
pub(crate) mod duel;
mod facts;
pub(crate) mod figures;
pub(crate) mod games;
pub(crate) mod graph;
pub(crate) mod line;
pub(crate) mod lists;
pub(crate) mod moves;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod query;
pub(crate) mod reduce;
#[cfg(feature = "sequences")]
pub(crate) mod sequence;
#[cfg(feature = "server")]
pub(crate) mod serve;
pub(crate) mod shell;
#[cfg(feature = "server")]
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod store;
pub(crate) mod strips;
pub(crate) mod sum;
pub(crate) mod table;
pub(crate) mod tints;
pub(crate) mod value;
pub(crate) mod verify;

use std::io::Write;

use chromex::graphs::Board;
use chromex::rules::{Game, Player, Position};
use chromex::text::printable;
use chromex::{Ask, Budget, Question};

use crate::Status;
use crate::args::{GameArgs, about};
use crate::input::{GraphCount, Source};
use crate::progress::{Progress, interrupted};
use crate::results::Results;
use serde_json::json;

/// The position given by the arguments, on one of the boards.
fn position(args: &GameArgs, game: &Game, board: Board) -> anyhow::Result<Position> {
    let given = match (&args.start, &args.colouring) {
        (Some(start), _) => Some(("--start", start.as_str())),
        (None, Some(colouring)) => Some(("the colouring", colouring.as_str())),
        (None, None) => None,
    };
    read_position(game, board, given, args.player.unwrap_or(args.first))
}

/// A position with the colouring that was given, and the option that gave it.
fn read_position(
    game: &Game,
    board: Board,
    given: Option<(&str, &str)>,
    turn: Player,
) -> anyhow::Result<Position> {
    let Some((option, colouring)) = given else {
        return Ok(Position::start(game.clone(), board)?.with_turn(turn));
    };
    // A graph without vertices has an empty colouring, which a line shows as `-`.
    let colouring = if colouring == "-" { "" } else { colouring };
    Position::read(game.clone(), board, colouring, turn).map_err(|error| about(option, error))
}

/// Calls `answer` for every graph, with the budget within which it was built. If a graph cannot be
/// read or used, this is reported in its place, and the others are still answered.
fn for_each_board(
    mut source: Source,
    budget: impl Fn() -> Budget,
    json: bool,
    out: &mut impl Write,
    mut answer: impl FnMut(Board, &Budget, &mut dyn Write) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    let count = source.how_many();
    let mut status = Status::Done;
    loop {
        let budget = budget().running();
        let Some(board) = budget.during(|| source.next()) else { return Ok(status) };
        let result = board.and_then(|board| budget.during(|| answer(board, &budget, out)));
        match result {
            Ok(one) => status = status.max(one),
            Err(error) if error.is::<std::io::Error>() => return Err(error),
            Err(error) if budget.check().is_err() => {
                status = status.max(Status::Unfinished);
                report(&error, "stopped", json, out)?;
            }
            Err(error) if count == GraphCount::Single => return Err(error),
            Err(error) => {
                status = Status::BadInput;
                report(&error, "error", json, out)?;
            }
        }
        if count != GraphCount::Single {
            out.flush()?;
        }
        if interrupted() {
            return Ok(status.max(Status::Unfinished));
        }
    }
}

/// Asks the same about the position on every graph, and shows what is found.
fn for_each_position<T>(
    args: &GameArgs,
    ask: Ask,
    out: &mut impl Write,
    find: impl Fn(&Question<'_>) -> anyhow::Result<T>,
    mut show: impl FnMut(&Position, T, &mut dyn Write) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    let game = args.game()?;
    let results = Results::of(&args.budget, &args.results, args.by);
    let source = Source::open(args.graph()?)?;
    for_each_board(
        source,
        || args.budget.budget(),
        args.json,
        out,
        |board, budget, out| {
            let position = position(args, &game, board)?;
            let progress = Progress::watch(&budget.monitor, position.board().name());
            let question = Question::new(&position, ask).within(budget);
            let found = find(&question.from(results.sources()))?;
            drop(progress);
            show(&position, found, out)
        },
    )
}

/// Reports, in the place of an answer, why there is none.
fn report(
    error: &anyhow::Error,
    word: &str,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    out.flush()?;
    let shown = printable(&error.to_string());
    let _ = writeln!(std::io::stderr(), "{word}: {shown}");
    if json {
        return Ok(writeln!(out, "{}", json!({ word: error.to_string() }))?);
    }
    Ok(writeln!(out, "{word}: {}", shown.lines().next().unwrap_or_default())?)
}

/// The only graph of a source, built within a budget whose clock runs.
fn only_board(source: &mut Source, budget: &Budget) -> anyhow::Result<Option<Board>> {
    budget.during(|| source.next()).transpose()
}
