//! `chromex duel`: a strategy of the papers against opponents of every kind.

use std::io::Write;

use chromex::graphs::Board;
use chromex::rules::{Game, Move, Position};
use chromex::strategy::duel::{self, Duel, Opponent, Record, Tally};
use chromex::strategy::{Options, StrategyInfo, find};
use chromex::{Budget, DuelReport};

use super::for_each_board;
use crate::Status;
use crate::args::{Against, DuelArgs, LimitArgs, about};
use crate::input::{Source, read_game};
use crate::output::{Style, count, pad, seconds, wrap};
use crate::progress::{Progress, interrupted};

/// By default, `every` and `engine` are used on boards with at most this many vertices.
const SMALL: usize = 20;

/// Opponents that look for trouble compare a dozen moves for each one they make, so they make fewer
/// moves.
const TROUBLE_SHARE: u64 = 10;

/// The largest width of lists of cases and moves.
const WIDTH: usize = 96;

/// Runs the command.
pub(crate) fn run(args: DuelArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let (info, game) = (find(&args.strategy)?, read_game(&args.game)?);
    let source = Source::open(&args.graph)?;
    let limits = || limits(&args);
    for_each_board(source, limits, args.json, out, |board, _, out| {
        one_board(&args, info, &game, board, style, out)
    })
}

fn one_board(
    args: &DuelArgs,
    info: &StrategyInfo,
    game: &Game,
    board: Board,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<Status> {
    let start = start(args, game, board)?;
    let options = Options { literal: args.literal, without: args.without.clone() };
    let duel = Duel::new(info.name, &start, args.side, &options)?.checking(args.check);
    if !args.json {
        header(&duel, info, style, out)?;
    }
    let mut results = Vec::new();
    for opponent in opponents(args, &start)? {
        if interrupted() {
            break;
        }
        let budget = budget(args, &opponent);
        let what = format!("{}, against {}", start.board().name(), opponent.name());
        let progress = Progress::watch(&budget.monitor, &what);
        let tally = duel::play(&duel, &opponent, &budget);
        drop(progress);
        if !args.json {
            show(&start, &opponent, &tally, style, out)?;
            out.flush()?;
        }
        results.push((opponent, tally));
    }
    if args.json {
        let report = DuelReport::new(info, &duel, &results);
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    }
    let asked = !args.against.is_empty() || args.line.is_some();
    let illegal = args.line.is_some() && results.iter().any(|(_, tally)| tally.stopped.is_some());
    if illegal {
        return Ok(Status::BadInput);
    }
    let unfinished = asked && results.iter().any(|(_, tally)| tally.stopped.is_some());
    Ok(if unfinished { Status::Unfinished } else { Status::Done })
}

fn start(args: &DuelArgs, game: &Game, board: Board) -> anyhow::Result<Position> {
    match &args.start {
        Some(start) => Position::read(game.clone(), board, start, args.first)
            .map_err(|error| about("--start", error)),
        None => Ok(Position::start(game.clone(), board)?.with_turn(args.first)),
    }
}

fn opponents(args: &DuelArgs, start: &Position) -> anyhow::Result<Vec<Opponent>> {
    if let Some(line) = &args.line {
        let read = |text| start.read_move(text).map_err(|error| about("--line", error));
        let moves: anyhow::Result<Vec<Move>> =
            line.split([',', ' ']).filter(|text| !text.is_empty()).map(read).collect();
        return Ok(vec![Opponent::Line(moves?)]);
    }
    let small = start.cells() <= SMALL;
    let chosen = match args.against.as_slice() {
        [] if small => &[Against::Every, Against::Random, Against::Trouble, Against::Engine],
        [] => &[Against::Random, Against::Trouble][..],
        chosen => chosen,
    };
    let few = args.moves.div_ceil(TROUBLE_SHARE);
    Ok(chosen
        .iter()
        .map(|who| match who {
            Against::Every => Opponent::Every,
            Against::Random => Opponent::Random(args.moves, args.seed),
            Against::Trouble => Opponent::Trouble(few, args.seed),
            Against::Engine => Opponent::Engine(args.games, args.seed),
        })
        .collect())
}

fn budget(args: &DuelArgs, opponent: &Opponent) -> Budget {
    let searches = matches!(opponent, Opponent::Every | Opponent::Engine(..));
    Budget { nodes: searches.then_some(args.positions), ..limits(args) }
}

fn limits(args: &DuelArgs) -> Budget {
    LimitArgs { seconds: args.seconds, memory: args.memory }.budget()
}

fn header(
    duel: &Duel,
    info: &StrategyInfo,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (start, side) = (&duel.start, duel.strategy.side());
    let promise = duel.strategy.promise().describe(start.convention(), side);
    let title = format!("{} in {} on {}", info.name, start.game().name(), start.board().name());
    writeln!(out, "{}: {promise}", style.bold(&title))?;
    writeln!(out, "{}", style.dim(info.source))?;
    Ok(())
}

fn show(
    start: &Position,
    opponent: &Opponent,
    tally: &Tally,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = style.bold(&pad(opponent.name(), 8));
    let losses = match tally.losses {
        0 => "never lost".to_owned(),
        1 => style.bold("lost once"),
        losses => style.bold(&format!("lost {} times", count(losses))),
    };
    let times =
        |n: u64, noun: &str| format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" });
    let (games, moves) = (times(tally.games, "game"), times(tally.moves, "move"));
    let positions = tally.positions.map(|n| format!(", {}", times(n, "position")));
    writeln!(out, "{name}  {losses} in {games}, {moves}{}", positions.unwrap_or_default())?;
    let mean = tally.thinking.checked_div(u32::try_from(tally.moves).unwrap_or(u32::MAX));
    let (mean, slowest) = (seconds(mean.unwrap_or_default()), seconds(tally.slowest));
    let danger = match tally.danger {
        0 => String::new(),
        1 => "at most 1 vertex in danger; ".to_owned(),
        most => format!("at most {most} vertices in danger; "),
    };
    let worst = format!("{danger}{mean} a move, slowest {slowest}");
    writeln!(out, "          {}", style.dim(&worst))?;
    if let Some(why) = &tally.stopped {
        writeln!(out, "          not all was tried: {why}")?;
    }
    let cases = tally.cases.iter().map(|(case, times)| format!("{case}: {},", count(*times)));
    let cases = wrap(cases, WIDTH);
    for (i, line) in cases.iter().enumerate() {
        let (title, last) = (if i == 0 { "cases" } else { "" }, i + 1 == cases.len());
        let line = if last { line.trim_end_matches(',') } else { line };
        writeln!(out, "{}  {line}", style.dim(&pad(title, 8)))?;
    }
    if let Some(record) = &tally.escape {
        writeln!(out, "no case applied {}, for example:", times(tally.escapes, "time"))?;
        write_game(start, record, out)?;
    }
    if let Some(record) = &tally.loss {
        writeln!(out, "{}", style.bold("a game lost:"))?;
        write_game(start, record, out)?;
    }
    Ok(())
}

/// A game, move by move; the strategy's moves with their cases.
fn write_game(start: &Position, record: &Record, out: &mut dyn Write) -> anyhow::Result<()> {
    let moves = record.moves.iter().map(|played| match &played.case {
        Some(case) => format!("{} [{case}]", start.write_move(played.play)),
        None => start.write_move(played.play),
    });
    let words = moves.chain([format!("({})", record.what)]);
    for line in wrap(words, WIDTH) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}
