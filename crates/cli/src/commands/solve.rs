//! `chromex solve`: value, outcome and best moves.

use std::io::Write;

use chromex::rules::{Convention, Game, Goal, Player, Position};
use chromex::theory::cographs;
use chromex::{Answer, Budget, Class, Outcome, Provenance, Statistics, Stop, Value};

use super::{for_each_board, position};
use crate::Status;
use crate::args::{Ask, By, GameArgs, SolveArgs};
use crate::input::{Kind, Source};
use crate::output::{self, Style, pad, wrap};
use crate::progress::Progress;
use crate::results::Results;
use chromex_store::Remembered;

/// Runs the command.
pub fn run(args: SolveArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let game = asked_game(&args)?;
    let results = args.game.budget.results(&args.game.results)?;
    let source = Source::open(&args.game.graph)?;
    let kind = source.kind();
    args.game.budget.check_checkpoint(kind)?;
    if let (Kind::Table(width), false, false) = (kind, args.game.json, args.ask == Ask::AStar) {
        writeln!(out, "{}", style.bold(&row(width, "graph", "value", "outcome", "positions")))?;
    }
    for_each_board(source, args.game.json, out, |board, out| {
        let position = position(&args.game, &game, board)?;
        let budget = Budget { theorems: args.by == By::Theorem, ..args.game.budget.budget() };
        let _progress = Progress::watch(&budget.monitor, position.board().name());
        if args.ask == Ask::AStar {
            return a_star(&args.game, &position, &budget, &results, kind, out);
        }
        let only_value = args.ask == Ask::Value || (kind != Kind::Single && !args.game.json);
        let remembered = match args.ask {
            Ask::Outcome => results.outcome(&position, &budget)?,
            _ if only_value => results.value(&position, &budget)?,
            _ => results.ask(&position, &budget)?,
        };
        let answer = &remembered.answer;
        show(&args, kind, &position, &remembered, style, out)?;
        let whole = answer.value.is_some() || answer.known.is_none();
        Ok(if whole { status(answer.stopped) } else { Status::Unfinished })
    })
}

/// The game to search: A_µ and A* are asked of `connected` but found in its variant.
fn asked_game(args: &SolveArgs) -> anyhow::Result<Game> {
    let game = args.game.game()?;
    if !matches!(args.ask, Ask::AStar | Ask::AMu) {
        return Ok(game);
    }
    if !matches!(game.goal(), Goal::LargestComponent { .. }) {
        anyhow::bail!("--ask a-star and --ask a-mu are for the game `connected`");
    }
    Ok(Game::connected_maker_breaker())
}

/// The exit status of a search.
pub fn status(stopped: Option<Stop>) -> Status {
    if stopped.is_some() { Status::Unfinished } else { Status::Done }
}

fn show(
    args: &SolveArgs,
    kind: Kind,
    position: &Position,
    remembered: &Remembered,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let answer = &remembered.answer;
    if args.game.json {
        writeln!(out, "{}", output::json_remembered(position, remembered))?;
        return Ok(());
    }
    match kind {
        Kind::Single => show_one(args, position, remembered, style, out),
        Kind::Table(width) => show_row(width, position, answer, out),
        Kind::Stream => show_row(0, position, answer, out),
    }
}

fn row(width: usize, graph: &str, value: &str, outcome: &str, positions: &str) -> String {
    format!("{}  {}  {}  {positions:>9}", pad(graph, width), pad(value, 6), pad(outcome, 7))
}

fn show_row(
    width: usize,
    position: &Position,
    answer: &Answer,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let or_unknown = |text: Option<String>| text.unwrap_or("?".to_owned());
    let value = match &answer.value {
        None if answer.outcome.is_some() => "-".to_owned(),
        value => or_unknown(value.as_ref().map(|value| shortened(&value.to_string()))),
    };
    let outcome = match answer.outcome {
        Some(outcome) => outcome.to_string(),
        None if answer.value.is_some() => "-".to_owned(),
        None => "?".to_owned(),
    };
    let cost = match answer.provenance {
        Provenance::Theorem(_) => "theorem".to_owned(),
        _ => output::count(answer.statistics.positions),
    };
    write!(out, "{}", row(width, position.board().name(), &value, &outcome, &cost))?;
    if let Some(stop) = answer.stopped {
        write!(out, "  {stop}")?;
    }
    writeln!(out)?;
    Ok(())
}

/// A value that fits a table.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

fn show_one(
    args: &SolveArgs,
    position: &Position,
    remembered: &Remembered,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let answer = &remembered.answer;
    header(position, style, out)?;
    let mut fact = |name: &str, text: &str| writeln!(out, "{}{text}", style.dim(&pad(name, 9)));
    if let Some(value) = &answer.value {
        fact("value", &style.bold(&value.to_string()))?;
    }
    if let Some(Value::Form(form)) = &answer.value {
        fact("mean", &format!("{}, temperature {}", form.mean, form.temperature))?;
    }
    if let Some(outcome) = answer.outcome {
        fact("outcome", &explain(position, outcome))?;
    }
    if let Some(stop) = answer.stopped {
        fact("stopped", &stop.to_string())?;
    }
    if let Some(known) = &answer.known {
        fact("known", known)?;
    }
    if args.ask == Ask::Moves && output::lists_moves(position, answer) {
        let label = if position.convention() == Convention::Scoring { "best" } else { "winning" };
        let moves = answer.moves.iter().map(|m| position.write_move(m.played));
        let lines =
            if answer.moves.is_empty() { vec!["no move".to_owned()] } else { wrap(moves, 80) };
        for (i, line) in lines.iter().enumerate() {
            fact(if i == 0 { label } else { "" }, line)?;
        }
    }
    fact("found", &remembered.words())?;
    Ok(())
}

/// Larger boards are not drawn in the terminal.
const MOST_DRAWN: usize = 300;

/// `icol on grid:3x5, Left to move`, and the board if it is not too large.
pub fn header(position: &Position, style: Style, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} on {}, {} to move",
        style.bold(&position.game().name()),
        style.bold(position.board().name()),
        position.player_name(position.turn())
    )?;
    let small = position.cells() <= MOST_DRAWN;
    for line in small.then(|| output::draw(position, style)).iter().flatten() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// The outcome in words.
pub fn explain(position: &Position, outcome: Outcome) -> String {
    let name = |player: Player| position.player_name(player);
    let meaning = match outcome {
        Outcome::Class(Class::N) => "the player to move wins".to_owned(),
        Outcome::Class(Class::P) => "the player to move loses".to_owned(),
        Outcome::Class(Class::L) => "Left wins, whoever starts".to_owned(),
        Outcome::Class(Class::R) => "Right wins, whoever starts".to_owned(),
        Outcome::Winner(player) => return format!("{} wins", name(player)),
        Outcome::Draw => return "draw".to_owned(),
    };
    format!("{outcome}: {meaning}")
}

fn a_star(
    args: &GameArgs,
    position: &Position,
    budget: &Budget,
    results: &Results,
    kind: Kind,
    out: &mut dyn Write,
) -> anyhow::Result<Status> {
    let by_theorem = if budget.theorems { cographs::in_a_star(position) } else { None };
    let ((found, statistics, stopped), origin) = match by_theorem {
        Some(found) => ((Some(found), Statistics::default(), None), None),
        None => results.in_a_star(position, budget)?,
    };
    let word = match found {
        Some(true) => "yes",
        Some(false) => "no",
        None => "?",
    };
    let name = position.board().name();
    if args.json {
        let mut object = output::json_position(position);
        object["game"] = "connected".into();
        object["a_star"] = found.into();
        object["provenance"] = if by_theorem.is_some() { "theorem" } else { "search" }.into();
        output::add_cost(&mut object, &statistics);
        if let Some(origin) = &origin {
            object["stored"] = output::json_origin(origin);
        }
        object["complete"] = stopped.is_none().into();
        writeln!(out, "{object}")?;
    } else if kind == Kind::Single {
        let first = position.player_name(position.turn());
        writeln!(out, "A* on {name}, {first} to move: {word}")?;
        let hers = chromex::reds_at_the_end(position);
        writeln!(out, "(can Alice force a connected red component of all her {hers} vertices?)")?;
        match by_theorem {
            Some(_) => writeln!(out, "found    by Theorem 5.1 of Bensmail et al.")?,
            None => {
                let search = format!("by search of {}", statistics);
                let found = origin.as_ref().map_or_else(|| search.clone(), |o| o.words(&search));
                writeln!(out, "found    {found}")?;
            }
        }
    } else {
        let width = if let Kind::Table(width) = kind { width } else { 0 };
        writeln!(out, "{}  {word}", pad(name, width))?;
    }
    Ok(status(stopped))
}
