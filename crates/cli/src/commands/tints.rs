//! `chromex tints`: positions in the tint symbols of Uiterwijk, and back.

use std::io::Write;

use chromex::graphs::limit::go_on;
use chromex::rules::{Player, Position};
use chromex::{read_tints, tints};
use serde_json::json;

use super::read_position;
use crate::Status;
use crate::args::TintsArgs;
use crate::input::read_game;

/// Runs the command.
pub(crate) fn run(args: TintsArgs, out: &mut impl Write) -> anyhow::Result<Status> {
    let budget = args.limits.budget().running();
    let made = budget.during(|| positions(&args));
    match (made, budget.check()) {
        (Err(_), Err(stop)) => {
            writeln!(std::io::stderr(), "stopped: {stop}")?;
            Ok(Status::Unfinished)
        }
        (made, _) => show(&args, made?, out),
    }
}

/// The symbols and the position.
fn positions(args: &TintsArgs) -> anyhow::Result<(String, Position)> {
    let game = read_game(&args.game)?;
    let is_symbols = |text: &str| text.chars().all(|c| "BWRLbwrlox/".contains(c));
    let (symbols, position): (Option<String>, Position) = match &args.colouring {
        None if is_symbols(&args.what) => (Some(args.what.clone()), read_tints(&game, &args.what)?),
        given => {
            let board = chromex::graphs::parse(&args.what)?;
            let given = given.as_deref().map(|colouring| ("the colouring", colouring));
            let position = read_position(&game, board, given, args.player.unwrap_or(Player::Left))?;
            // To look at what every square can take takes longer than to build the board.
            go_on()?;
            (tints(&position), position)
        }
    };
    let Some(symbols) = symbols else {
        anyhow::bail!(
            "`{game}` has no tints: they are for icol, isnort, col, snort and their like"
        );
    };
    Ok((symbols, position))
}

fn show(
    args: &TintsArgs,
    (symbols, position): (String, Position),
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    match args.json {
        true => writeln!(out, "{}", json!({ "tints": symbols, "line": position.to_string() }))?,
        false => writeln!(out, "{symbols}\n{position}")?,
    }
    Ok(Status::Done)
}
