//! `chromex games`: the list, and how a game is understood.

use std::io::Write;

use chromex::rules::{GAMES, parse_game};
use chromex::{GameReport, describe};
use serde_json::json;

use super::lists::WIDTH;
use crate::Status;
use crate::args::{GamesArgs, GamesCommand, ListArgs};
use crate::input::read_game;
use crate::output::{Style, pad, wrap};

/// Runs the command.
pub(crate) fn run(args: GamesArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let Some(GamesCommand::Check { game, json }) = args.command else {
        return list(args.list, style, out);
    };
    let report = describe(&read_game(&game)?);
    match json {
        true => writeln!(out, "{}", serde_json::to_string(&report)?)?,
        false => show(&report, style, out)?,
    }
    Ok(Status::Done)
}

/// Lists the games.
fn list(args: ListArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    for info in GAMES {
        let convention = parse_game(info.example)?.convention();
        if args.json {
            let object = json!({
                "name": info.name, "usage": info.usage, "convention": convention.to_string(),
                "summary": info.summary, "paper": info.paper, "example": info.example,
            });
            writeln!(out, "{object}")?;
            continue;
        }
        writeln!(
            out,
            "{}  {}",
            style.bold(&pad(info.usage, 26)),
            style.dim(&convention.to_string())
        )?;
        for line in wrap(info.summary.split(' ').map(str::to_owned), WIDTH) {
            writeln!(out, "    {line}")?;
        }
        writeln!(out, "    {}", style.dim(info.paper))?;
    }
    if !args.json {
        writeln!(out, "{}", style.bold("own:… or @FILE"))?;
        writeln!(
            out,
            "    A game of your own, described (docs/games.md): own:colours=2:forbid=same/2"
        )?;
    }
    Ok(Status::Done)
}

/// How a game was understood.
fn show(report: &GameReport, style: Style, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}  {}", style.bold(&report.game), style.dim(&report.convention))?;
    for rule in &report.rules {
        writeln!(out, "    {rule}")?;
    }
    if report.identity != report.game {
        writeln!(out, "known as  {}", report.identity)?;
    }
    writeln!(out, "engine    {}", report.engine.unwrap_or("none"))?;
    let theorems = report.theorems.iter();
    let theorems: Vec<String> =
        theorems.map(|found| format!("{} ({})", found.theorem, found.graph)).collect();
    let theorems = if theorems.is_empty() { "none".to_owned() } else { theorems.join(", ") };
    writeln!(out, "theorems  {theorems}")?;
    let Some(example) = &report.example else { return Ok(()) };
    writeln!(out, "example   {}", example.position)?;
    writeln!(out, "  moves   {}", example.moves.join("  "))?;
    if let Some((refused, why)) = &example.forbidden {
        writeln!(out, "  not     {refused}: {why}")?;
    }
    Ok(())
}
