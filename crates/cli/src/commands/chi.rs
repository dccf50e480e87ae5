//! `chromex chi`: the game chromatic numbers, and the least K of other games.

use std::io::Write;

use chromex::graphs::Board;
use chromex::rules::Player;
use chromex::theory::NumberBound;
use chromex::{Chi, ChiReport, GameFamily, least};

use super::facts::status;
use super::for_each_board;
use crate::Status;
use crate::args::ChiArgs;
use crate::input::{GraphCount, Source};
use crate::output::{Style, pad};
use crate::progress::Progress;
use crate::results::Results;

/// Runs the command.
pub(crate) fn run(args: ChiArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let results = Results::of(&args.budget, &args.results, args.by);
    let source = Source::open(&args.graph)?;
    let count = source.how_many();
    let players = match args.first {
        Some(player) => vec![player],
        // In indicated colouring the roles of the players are fixed.
        None if args.game.member(1)?.copies() > 1 => vec![Player::Left],
        None => vec![Player::Left, Player::Right],
    };
    if let (GraphCount::Table(width), false) = (count, args.json) {
        let titles: Vec<_> =
            players.iter().map(|&player| pad(&symbol(&args.game, player), 6)).collect();
        writeln!(
            out,
            "{}",
            style.bold(&format!("{}  {}", pad("graph", width), titles.join("  ")))
        )?;
    }
    let budget = || args.budget.budget();
    for_each_board(source, budget, args.json, out, |board, budget, out| {
        let progress = Progress::watch(&budget.monitor, board.name());
        let found: Result<Vec<Chi>, _> = players
            .iter()
            .map(|&player| least(&args.game, &board, player, args.all, budget, results.sources()))
            .collect();
        drop(progress);
        let found = found?;
        show(&args, count, &board, &found, style, out)?;
        Ok(found.iter().map(|found| status(found.stopped)).max().unwrap_or(Status::Done))
    })
}

/// The name of the number, or the games.
fn symbol(games: &GameFamily, first: Player) -> String {
    games.symbol(first).map_or_else(|| format!("K of {games}"), str::to_owned)
}

fn show(
    args: &ChiArgs,
    count: GraphCount,
    board: &Board,
    found: &[Chi],
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        let report = ChiReport::new(&args.game, board, found);
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    let width = match count {
        GraphCount::Single => return show_one(&args.game, board, found, style, out),
        GraphCount::Table(width) => width,
        GraphCount::Stream => 0,
    };
    let numbers: Vec<_> = found.iter().map(|chi| pad(&number(chi), 6)).collect();
    writeln!(out, "{}  {}", pad(board.name(), width), numbers.join("  ").trim_end())?;
    Ok(())
}

/// The number, or the range it lies in.
fn number(chi: &Chi) -> String {
    match (chi.number(), chi.bounds()) {
        (Some(number), _) => number.to_string(),
        (None, (low, Some(high))) => format!("{low}..{high}"),
        (None, (low, None)) => format!("{low} or more"),
    }
}

fn show_one(
    games: &GameFamily,
    board: &Board,
    found: &[Chi],
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for chi in found {
        let first = if chi.first == Player::Left { "Alice" } else { "Bob" };
        writeln!(
            out,
            "{}({}) = {}   {first} first",
            symbol(games, chi.first),
            board.name(),
            style.bold(&number(chi))
        )?;
        let winners: Vec<String> = chi
            .winners
            .iter()
            .enumerate()
            .map(|(i, winner)| format!("{} {}", i + 1, winner_name(*winner)))
            .collect();
        let number = if *games == GameFamily::colouring() { "k colours:" } else { "K =" };
        writeln!(out, "  with {number} {}", winners.join(", "))?;
        if let Some(stop) = chi.stopped {
            writeln!(out, "  {stop}")?;
        }
        for NumberBound { at_least, number, why } in &chi.theorems {
            let side = if *at_least { "at least" } else { "at most" };
            writeln!(out, "  {side} {number}: {why}")?;
        }
        writeln!(out, "  {}", style.dim(&found_by(chi)))?;
    }
    Ok(())
}

/// The cost, and whether it was spent now or earlier.
fn found_by(chi: &Chi) -> String {
    let search = format!("search of {}", chi.statistics);
    let merged = chi.merged.as_ref().map(|file| format!(" (merged from {file})"));
    let store = format!("from the store{}", merged.unwrap_or_default());
    match (chi.remembered, chi.winners.len()) {
        (0, _) => search,
        (stored, all) if stored == all => format!("{store}, found by {search}"),
        (stored, all) => format!("{search}; {stored} of {all} winners {store}"),
    }
}

fn winner_name(winner: Option<Player>) -> &'static str {
    match winner {
        Some(Player::Left) => "Alice",
        Some(Player::Right) => "Bob",
        None => "undecided",
    }
}
